"""A release is one command, which takes nothing over unless everything went well."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.built import ROOT, copy_sources, link_requirements

CHANGES = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A first version.\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository of this tree, with checks that pass at once."""
    folder = tmp_path / "repository"
    copy_sources(folder)
    shutil.copytree(ROOT / ".ci", folder / ".ci")
    for name in ("constraints.txt", ".gitignore"):
        shutil.copy(ROOT / name, folder)
    (folder / ".ci/run").write_text("exit 0\n")
    (folder / "CHANGELOG.md").write_text(CHANGES)
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "config", "user.name", "Nobody")
    git(folder, "config", "user.email", "nobody@example.org")
    commit(folder)
    return folder


@pytest.fixture
def installed_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The packages that are installed here, in place of those that a release would fetch."""
    (tmp_path / "requirements").mkdir()
    link_requirements(tmp_path / "requirements")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "requirements"))
    monkeypatch.setenv("PIP_NO_DEPS", "1")


@pytest.mark.usefixtures("installed_here")
def test_a_release_is_a_tagged_commit_with_its_version_its_changes_and_both_files(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(repository)["main"](["1.2.0"]) == 0
    assert capsys.readouterr().out.endswith("To publish: git push origin main v1.2.0\n")
    assert git(repository, "describe", "--exact-match", "main") == "v1.2.0"
    assert git(repository, "status", "--porcelain") == ""
    assert '\nversion = "1.2.0"\n' in (repository / "pyproject.toml").read_text()
    changes = r"## \[Unreleased\]\n\n## \[1\.2\.0\] - 20\d\d-\d\d-\d\d\n\n### Added\n\n- A first version\."
    assert re.search(changes, (repository / "CHANGELOG.md").read_text())
    files = {file.name for file in (repository / "dist").iterdir()}
    assert files == {"catena_bot-1.2.0-py3-none-any.whl", "catena_bot-1.2.0.tar.gz"}


@pytest.mark.usefixtures("installed_here")
def test_a_bot_that_does_not_start_is_not_released(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(repository / "bot")
    (repository / "bot/demo").mkdir(parents=True)
    (repository / "bot/demo/bot_process.py").write_text("raise ImportError('It is broken')")
    commit(repository)
    before = git(repository, "rev-parse", "HEAD")
    assert command(repository)["main"](["1.2.0"]) == 1
    assert "It is broken" in capsys.readouterr().err
    assert_untouched(repository, before)


def test_a_dry_run_leaves_everything_as_it_was(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = git(repository, "rev-parse", "HEAD")
    release = command(repository)
    # What is built and tried is the business of the test of a release.
    monkeypatch.setitem(release["main"].__globals__, "build", lambda *_: (Path("sdist"), Path("wheel")))
    monkeypatch.setitem(release["main"].__globals__, "try_out", lambda _: None)
    assert release["main"](["1.2.0", "--dry-run"]) == 0
    told = "Built and tried: sdist, wheel\nThis was a dry run: nothing is released.\n"
    assert capsys.readouterr().out == told
    assert_untouched(repository, before)


@pytest.mark.parametrize(
    ("version", "file", "content", "why"),
    [
        pytest.param("1.2", None, "", "'1.2' is no version: write it as 1.2.0.", id="no-version"),
        pytest.param("0.9.0", None, "", "0.9.0 is released already.", id="released"),
        pytest.param("1.2.0", "new.py", "", "There are changes that are not committed:", id="uncommitted"),
        pytest.param("1.2.0", ".ci/run", "exit 3", "A check failed, see above.", id="failing-check"),
        pytest.param(
            "1.2.0",
            "CHANGELOG.md",
            "## [Unreleased]\n\n## [0.9.0]\n\n- Old.\n",
            "The changelog tells of nothing",
            id="no-changes",
        ),
    ],
)
def test_what_is_not_fit_for_a_release_is_refused(
    version: str,
    file: str | None,
    content: str,
    why: str,
    repository: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    git(repository, "tag", "v0.9.0")
    if file:
        (repository / file).write_text(content)
    if file in ("CHANGELOG.md", ".ci/run"):
        commit(repository)
    before = git(repository, "rev-parse", "HEAD")
    assert command(repository)["main"]([version]) == 1
    assert capsys.readouterr().err.startswith(why)
    assert git(repository, "rev-parse", "HEAD") == before
    assert git(repository, "tag") == "v0.9.0"


def command(repository: Path) -> dict[str, Any]:
    """What the command of a repository defines."""
    return runpy.run_path(str(repository / ".ci/release.py"))


def assert_untouched(repository: Path, commit_before: str) -> None:
    assert git(repository, "rev-parse", "HEAD") == commit_before
    assert git(repository, "status", "--porcelain") == ""
    assert git(repository, "tag") == ""
    assert git(repository, "worktree", "list").count("\n") == 0
    assert not (repository / "dist").exists()


def commit(repository: Path) -> None:
    git(repository, "add", "--all")
    git(repository, "commit", "--quiet", "--message", "A commit")


def git(repository: Path, *arguments: str) -> str:
    ran = subprocess.run(["git", *arguments], cwd=repository, capture_output=True, text=True, check=True)
    return ran.stdout.strip()
