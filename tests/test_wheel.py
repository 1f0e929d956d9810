"""What is installed from a wheel is the whole bot, migrations and fonts included."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.built import ROOT, build_wheel, copy_sources

USE_EVERY_PART = """
import asyncio, pathlib, sys
import bot, rendering
from bot.cli import main
from bot.storage import Database
from engine import Game

async def use() -> None:
    async with Database.open("sqlite+aiosqlite:///fresh.sqlite3"):
        assert rendering.render_board(Game()).startswith(b"\\x89PNG")

assert pathlib.Path(sys.argv[1]) in pathlib.Path(bot.__file__).parents
asyncio.run(use())
main(["--help"])
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what a wheel built from a copy of this tree unpacks to."""
    folder, source = tmp_path_factory.mktemp("wheel"), tmp_path_factory.mktemp("source")
    copy_sources(source)
    wheel = build_wheel(source, folder)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def test_the_wheel_runs_without_the_tree_it_was_built_from(installed: Path, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-P", "-c", USE_EVERY_PART, str(installed)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "usage: catena-bot" in ran.stdout


def test_the_wheel_holds_the_packages_and_nothing_else(installed: Path) -> None:
    names = {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")}
    assert names == {"bot", "engine", "rendering"}


@pytest.mark.parametrize("folder", ["bot/demo/static", "bot/storage/migrations/versions", "rendering/fonts"])
def test_the_wheel_holds_every_file_of_a_folder(folder: str, installed: Path) -> None:
    files = {path.name for path in (ROOT / folder).iterdir() if path.is_file()}
    assert {path.name for path in (installed / folder).iterdir()} == files


def test_the_wheel_has_the_command(installed: Path) -> None:
    (entry_points,) = installed.glob("*.dist-info/entry_points.txt")
    assert "catena-bot = bot.cli:main" in entry_points.read_text()
