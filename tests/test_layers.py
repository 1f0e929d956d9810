"""What `make check` holds the code to, where a plain run of the tests should notice too."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_dependencies_run_one_way() -> None:
    # As a process of its own, since it turns all logging off that there was before.
    check = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    ran = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize(
    "made",
    ["f\"SELECT id FROM players WHERE name = '{name}'\"", '"DELETE FROM players WHERE name = " + name'],
)
def test_the_linter_refuses_sql_made_of_strings(made: str) -> None:
    written = f"def found(connection, name):\n    return connection.execute({made})\n"
    command = [sys.executable, "-m", "ruff", "check", "--stdin-filename", "bot/storage/found.py", "-"]
    ran = subprocess.run(command, input=written, cwd=ROOT, capture_output=True, text=True)
    assert "S608" in ran.stdout
