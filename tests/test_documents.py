"""The documents say what is there, and what they name exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from bot.cli import _parser
from bot.commands import COMMANDS
from bot.config import PREFIX, Settings
from bot.messages.guide import HELP

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
ENV_EXAMPLE = (ROOT / ".env.example").read_text()
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TESTS = (ROOT / "tests/README.md").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()
VARIABLES = {PREFIX + name.upper() for name in Settings.model_fields}


def test_the_readme_is_short_and_starts_with_a_board() -> None:
    assert README.count("\n") < 150
    picture = re.search(r"!\[.+?\]\((.+?)\)", README)
    assert picture is not None
    assert README.index(picture[0]) < README.index("## ")
    assert (ROOT / picture[1]).is_file()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_link_to_a_file_leads_to_one(document: Path) -> None:
    targets = re.findall(r"\]\((?!https?://|#)(.+?)(?:#.+?)?\)", document.read_text())
    assert [target for target in targets if not (document.parent / target).exists()] == []


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_every_slash_command_is_in_the_readme_and_in_the_help(command: str) -> None:
    assert f"`/{command}" in README
    assert f"`/{command}" in HELP or command == "help"


def test_every_slash_command_in_the_readme_exists() -> None:
    named = set(re.findall(r"`/([a-z]+)", README))
    assert named == {command.name for command in COMMANDS}


def test_the_example_settings_are_exactly_those_that_exist() -> None:
    assert set(re.findall(r"^#?([A-Z_]+)=", ENV_EXAMPLE, re.MULTILINE)) == VARIABLES


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_setting_that_a_document_names_exists(document: Path) -> None:
    assert set(re.findall(rf"{PREFIX}[A-Z_]+", document.read_text())) <= VARIABLES


@pytest.mark.parametrize("variable", sorted(VARIABLES))
def test_every_setting_is_in_the_readme(variable: str) -> None:
    assert f"`{variable}`" in README


def test_every_make_target_in_the_readme_exists() -> None:
    targets = set(re.findall(r"make ([a-z]+)", README))
    assert targets >= {"demo", "run", "test", "check", "bench"}
    assert targets <= set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))


def test_every_subcommand_in_the_readme_exists() -> None:
    help_text = _parser().format_help()
    subcommands = set(re.findall(r"(?:python -m bot|catena-bot) ([a-z-]+)", README))
    assert subcommands
    assert [name for name in subcommands if name not in help_text] == []


def test_every_promise_has_tests_that_exist() -> None:
    promises = TESTS[TESTS.index("# What the bot promises") :]
    rows = [line for line in promises.splitlines() if line.startswith("| ") and "---" not in line]
    named = [re.findall(r"`([\w/]+\.py)::(\w+)`", row) for row in rows if row != "| Promise | Tests |"]
    assert named
    assert all(named)
    assert [one for tests in named for one in tests if one not in written_tests(one[0])] == []


@cache
def written_tests(file: str) -> set[tuple[str, str]]:
    """The tests of a file, each with the name of the file."""
    written = ast.parse((ROOT / "tests" / file).read_text()).body
    return {(file, one.name) for one in written if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_folder_of_tests_is_told_of() -> None:
    folders = {one.parent.name for one in (ROOT / "tests").glob("*/*") if one.suffix in (".py", ".jsonl")}
    assert set(re.findall(r"^\| `([a-z]+)` \|", TESTS, re.MULTILINE)) == folders


def test_the_changelog_has_a_place_for_what_comes_next() -> None:
    assert "## [Unreleased]" in (ROOT / "CHANGELOG.md").read_text()


def test_the_constraints_name_no_index() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pinned = [line for line in lines if line and not line.startswith("#")]
    assert pinned
    assert [line for line in pinned if not re.match(r"^[A-Za-z0-9_.-]+==[^/]+$", line)] == []
