"""The wheel of this tree, and environments that have nothing but what it asks for."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Container, Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


def copy_sources(folder: Path) -> None:
    """What the wheel is built from, apart, since building leaves files beside it and finds earlier ones."""
    for name in ("bot", "engine", "rendering"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)


def build_wheel(source: Path, folder: Path) -> Path:
    """A wheel of a copy of this tree, in a folder."""
    build = (*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(source))
    subprocess.run(build, check=True, timeout=120)
    (wheel,) = folder.glob("catena_bot-*.whl")
    return wheel


def new_environment(folder: Path, wheel: Path) -> None:
    """An environment with a wheel and what it requires, and nothing else of what is installed here."""
    subprocess.run((sys.executable, "-m", "venv", "--without-pip", str(folder)), check=True)
    install = (*PIP, "--python", str(folder / "bin/python"), "install", "--no-deps", str(wheel))
    subprocess.run(install, check=True, timeout=120)
    (site_packages,) = folder.glob("lib/python*/site-packages")
    link_requirements(site_packages)


def link_requirements(folder: Path) -> None:
    """Let a folder have the packages that the bot requires, as they are installed here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for package in _with_their_own(project["dependencies"]):
        for name in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            (folder / name).symlink_to(Path(str(package.locate_file(name))))


def _with_their_own(requirements: Iterable[str]) -> list[Distribution]:
    """The packages that are required, and those which they require, each once."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(one) for one in requirements]
    while waiting:
        requirement = waiting.pop()
        package = found.setdefault(canonicalize_name(requirement.name), distribution(requirement.name))
        waiting += [
            one for one in map(Requirement, package.requires or ()) if _is_wanted(one, requirement, found)
        ]
    return list(found.values())


def _is_wanted(needed: Requirement, by: Requirement, found: Container[str]) -> bool:
    """Whether a package needs another here, with the extras that it is required with."""
    extras = by.extras or {""}
    applies = needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in extras)
    return applies and canonicalize_name(needed.name) not in found
