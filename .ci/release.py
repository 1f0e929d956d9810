"""Makes a release: checks, version, changelog, wheel and sdist, a try of them, commit and tag.

Everything but the checks happens in a worktree beside this one, which takes it over only when all went well.
Nothing is pushed; the last line says what to push.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
UNRELEASED = "## [Unreleased]"
BUILD_SDIST = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
LONGEST_START_SECONDS = 60


class Refused(Exception):
    """There is no release; the message says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the release that the command line names; returns the exit code."""
    parser = argparse.ArgumentParser(prog="make release", description=__doc__)
    parser.add_argument("version", help="such as 1.2.0")
    parser.add_argument("--dry-run", action="store_true", help="do it all, and take nothing over")
    options = parser.parse_args(arguments)
    try:
        check(options.version)
        with worktree() as tree:
            release(tree, options.version, is_dry=options.dry_run)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 1
    return 0


def check(version: str) -> None:
    """Raise Refused where the version, the working tree or the code is not fit for a release."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise Refused(f"{version!r} is no version: write it as 1.2.0.")
    if git("tag", "--list", f"v{version}"):
        raise Refused(f"{version} is released already.")
    if changes := git("status", "--porcelain"):
        raise Refused(f"There are changes that are not committed:\n{changes}")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not changelog.partition(UNRELEASED)[2].partition("\n## ")[0].strip():
        raise Refused("The changelog tells of nothing that is unreleased.")
    if subprocess.run(["bash", ".ci/run"], cwd=ROOT).returncode:
        raise Refused("A check failed, see above.")


@contextmanager
def worktree() -> Iterator[Path]:
    """The last commit, checked out in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "catena"
        git("worktree", "add", "--detach", str(tree))
        try:
            yield tree
        finally:
            git("worktree", "remove", "--force", str(tree))


def release(tree: Path, version: str, *, is_dry: bool) -> None:
    """Make the release in a tree, and take it over unless it ``is_dry``."""
    rewrite(tree / "pyproject.toml", lambda text: with_version(text, version))
    rewrite(tree / "CHANGELOG.md", lambda text: with_release(text, version, datetime.now(UTC).date()))
    sdist, wheel = build(tree, version)
    try_out(wheel)
    print(f"Built and tried: {sdist.name}, {wheel.name}")
    if is_dry:
        print("This was a dry run: nothing is released.")
        return
    take_over(tree, version)
    folder = ROOT / "dist"
    folder.mkdir(exist_ok=True)
    for file in (sdist, wheel):
        shutil.copy(file, folder)
    branch = git("branch", "--show-current")
    print(f"The files are in {folder}. To publish: git push origin {branch} v{version}")


def rewrite(file: Path, change: Callable[[str], str]) -> None:
    file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")


def with_version(pyproject: str, version: str) -> str:
    """The project's file with another version."""
    return re.sub(r'^version = ".*"$', f'version = "{version}"', pyproject, count=1, flags=re.MULTILINE)


def with_release(changelog: str, version: str, day: date) -> str:
    """The changelog with all that is unreleased under a version."""
    return changelog.replace(UNRELEASED, f"{UNRELEASED}\n\n## [{version}] - {day.isoformat()}", 1)


def build(tree: Path, version: str) -> tuple[Path, Path]:
    """The sdist, and the wheel that is built from it, so that it proves the sdist complete."""
    folder = tree / "dist"
    run(sys.executable, "-c", BUILD_SDIST, str(folder), cwd=tree)
    sdist = folder / f"catena_bot-{version}.tar.gz"
    run(*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(sdist), cwd=tree)
    return sdist, folder / f"catena_bot-{version}-py3-none-any.whl"


def try_out(wheel: Path) -> None:
    """Install a wheel into an empty environment and start its bot. Raises Refused where that fails."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run(sys.executable, "-m", "venv", "--without-pip", str(folder), cwd=folder)
        python = str(folder / "bin/python")
        constraints = str(ROOT / "constraints.txt")
        run(*PIP, "--python", python, "install", "--constraint", constraints, str(wheel), cwd=folder)
        asyncio.run(start(python, folder))


async def start(python: str, folder: Path) -> None:
    """Start the bot of an environment before a simulated Discord, until it has told its commands."""
    from bot.demo.child import BotChild, BotStopped
    from bot.demo.loopback import LoopbackDiscord

    environment = {
        "CATENA_TOKEN": "release",
        "CATENA_DATABASE_URL": f"sqlite+aiosqlite:///{folder}/try.sqlite3",
    }
    # With -P it is the installed bot that starts, not that of the folder where we are.
    command = (python, "-P", "-m", "bot.demo.bot_process")
    async with LoopbackDiscord.open() as server:
        log = folder / "bot.log"
        async with BotChild.start(server, environment=environment, log=log, command=command) as bot:
            try:
                async with asyncio.timeout(LONGEST_START_SECONDS):
                    await bot.until(lambda: bool(server.env.backend.commands))
            except (TimeoutError, BotStopped) as error:
                raise Refused(f"The installed bot does not start: {error!r}\n{log.read_text()}") from error


def take_over(tree: Path, version: str) -> None:
    """Commit what was changed in a tree, and let this branch end there, with a tag."""
    run("git", "commit", "--quiet", "--all", "--message", f"Release {version}", cwd=tree)
    commit = run("git", "rev-parse", "HEAD", cwd=tree)
    git("merge", "--quiet", "--ff-only", commit)
    git("tag", "--annotate", "--message", f"Release {version}", f"v{version}", commit)


def git(*arguments: str) -> str:
    return run("git", *arguments, cwd=ROOT)


def run(*command: str, cwd: Path) -> str:
    """What a command printed. Raises Refused if it failed."""
    ran = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if ran.returncode:
        raise Refused(f"This failed: {' '.join(command)}\n{ran.stdout}{ran.stderr}")
    return ran.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
