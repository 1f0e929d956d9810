"""The command line, as the person who runs the bot meets it."""

from __future__ import annotations

import os
import re
import resource
import socket
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from bot.storage.sqlite import migrate_file

ROOT = Path(__file__).parents[1]


def run_cli(
    *arguments: str,
    folder: Path,
    settings: dict[str, str] | None = None,
    largest_file: int | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run ``python -m bot`` in a folder, with exactly these settings.

    With ``largest_file``, in bytes, the disk seems full when a file would grow over it.
    """
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("CATENA_")}
    environment = {**inherited, "PYTHONPATH": str(ROOT), **(settings or {})}
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=largest_file and partial(resource.setrlimit, resource.RLIMIT_FSIZE, (largest_file,) * 2),
    )


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        pytest.param({}, "CATENA_TOKEN is not set", id="no token"),
        pytest.param({"CATENA_TOKEN": " "}, "CATENA_TOKEN is not set", id="an empty token"),
        pytest.param(
            {"CATENA_TOKEN": "x.y.z", "CATENA_LOG_LEVEL": "loud"},
            "CATENA_LOG_LEVEL can't be used: it is DEBUG, INFO, WARNING or ERROR.",
            id="an unknown log level",
        ),
        pytest.param(
            {"CATENA_TOKEN": "x.y.z", "CATENA_LOG_FORMAT": "xml"},
            "CATENA_LOG_FORMAT can't be used: it is text or json.",
            id="an unknown log format",
        ),
        pytest.param(
            {"CATENA_TOKEN": "x.y.z", "CATENA_HEALTH_PORT": "65536"},
            "CATENA_HEALTH_PORT can't be used",
            id="a port that is none",
        ),
        pytest.param(
            {"CATENA_TOKEN": "x.y.z", "CATENA_SENTRY_DSN": "sentry"},
            "CATENA_SENTRY_DSN can't be used",
            id="an address that is none of Sentry's",
        ),
        pytest.param(
            {"CATENA_TOKEN": "x.y.z", "CATENA_DATABASE_URL": "catena.sqlite3"},
            "CATENA_DATABASE_URL, or what was given in its place, is not the address of a database",
            id="a path for an address",
        ),
        pytest.param(
            {"CATENA_TOKEN": "x.y.z", "CATENA_DATABASE_URL": "sqlite+aiosqlite:////no/such/folder/x"},
            "can't be used: unable to open database file",
            id="a database that can't be opened",
        ),
    ],
)
def test_a_setting_that_is_wrong_is_one_sentence_and_exit_code_2(
    settings: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    ran = run_cli("run", folder=tmp_path, settings=settings)
    assert ran.returncode == 2
    assert sentence in ran.stderr
    assert "Traceback" not in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1
    assert "x.y.z" not in ran.stderr + ran.stdout


@pytest.mark.parametrize("command", [["run"], ["check"], ["recompute-ratings"], ["backup", "file"]])
def test_a_file_of_settings_that_cannot_be_read_is_one_sentence(command: list[str], tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"CATENA_TOKEN=\xff")
    ran = run_cli(*command, folder=tmp_path)
    assert (ran.returncode, ran.stderr) == (2, "The file .env here can't be read: it is no text in UTF-8.\n")


def test_ratings_of_a_database_that_is_not_there_are_not_computed(tmp_path: Path) -> None:
    ran = run_cli("recompute-ratings", folder=tmp_path)
    assert (ran.returncode, ran.stderr) == (2, "There is no database catena.sqlite3.\n")
    assert list(tmp_path.iterdir()) == []


def test_settings_are_read_from_a_file_too(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("CATENA_TOKEN=x.y.z\nCATENA_LOG_LEVEL=loud\n")
    ran = run_cli("run", folder=tmp_path)
    assert "CATENA_LOG_LEVEL can't be used" in ran.stderr
    assert "CATENA_TOKEN" not in ran.stderr


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        ran = run_cli("run", folder=tmp_path, settings={"CATENA_TOKEN": "x.y.z", "CATENA_HEALTH_PORT": port})
    assert ran.returncode == 2
    assert f"CATENA_HEALTH_PORT: nobody can be answered on port {port}" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_corrupted_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "catena.sqlite3"
    file.write_bytes(b"this is no database at all" * 100)
    ran = run_cli("run", folder=tmp_path, settings={"CATENA_TOKEN": "x.y.z"})
    assert ran.returncode == 2
    assert "file is not a database" in ran.stderr
    assert file.read_bytes() == b"this is no database at all" * 100


def test_help_names_the_commands(tmp_path: Path) -> None:
    ran = run_cli("--help", folder=tmp_path)
    assert ran.returncode == 0
    for command in ("run", "demo", "backup", "restore", "check", "recompute-ratings"):
        assert command in ran.stdout


def test_a_log_level_may_be_written_small(tmp_path: Path) -> None:
    ran = run_cli("run", folder=tmp_path, settings={"CATENA_LOG_LEVEL": "info"})
    assert "CATENA_LOG_LEVEL" not in ran.stderr


def test_the_version_is_told(tmp_path: Path) -> None:
    ran = run_cli("--version", folder=tmp_path)
    assert re.fullmatch(r"catena-bot \d+\.\d+\.\d+\n", ran.stdout)


@pytest.mark.parametrize("port", ["65536", "-1", "x"])
def test_a_port_that_is_none_is_refused_with_the_usage(port: str, tmp_path: Path) -> None:
    ran = run_cli("demo", "--port", port, "--no-browser", folder=tmp_path)
    assert ran.returncode == 2
    assert "argument --port" in ran.stderr


def test_no_command_is_refused_with_the_usage(tmp_path: Path) -> None:
    ran = run_cli(folder=tmp_path)
    assert ran.returncode == 2
    assert "usage: catena-bot" in ran.stderr


def test_ratings_are_computed_anew_from_the_matches_without_a_token(tmp_path: Path) -> None:
    migrate_file(tmp_path / "catena.sqlite3")
    ran = run_cli("recompute-ratings", folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "The ratings are computed anew. Matches that count: 0.\n"
    (tmp_path / "catena.sqlite3").write_bytes(b"this is no database at all" * 100)
    ran = run_cli("recompute-ratings", folder=tmp_path)
    assert ran.returncode == 2
    assert "file is not a database" in ran.stderr
