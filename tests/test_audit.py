"""`make check` looks for known vulnerabilities, and says so where it can't look."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
CLEAN = {"name": "alembic", "version": "1.20.1", "vulns": []}
UNKNOWN = {"name": "catena-bot", "skip_reason": "Dependency not found"}
FAULT = {"id": "CVE-1", "fix_versions": ["14.0"], "aliases": [], "description": "bad"}
WITHOUT_REMEDY = {"id": "CVE-2", "fix_versions": [], "aliases": [], "description": "worse"}
VULNERABLE = {"name": "pillow", "version": "13.0.0", "vulns": [FAULT, WITHOUT_REMEDY]}
FINDINGS: dict[str, tuple[list[dict[str, Any]], list[str], int]] = {
    "none": ([CLEAN, CLEAN], ["Known vulnerabilities: 0 (2 of 2 packages looked up)"], 0),
    "one package not known": ([CLEAN, UNKNOWN], ["Known vulnerabilities: 0 (1 of 2 packages looked up)"], 0),
    "some": (
        [CLEAN, VULNERABLE, UNKNOWN],
        [
            "pillow 13.0.0: CVE-1, mended in 14.0",
            "pillow 13.0.0: CVE-2, mended in no version",
            "Known vulnerabilities: 2 (2 of 3 packages looked up)",
        ],
        1,
    ),
    "no package known": (
        [UNKNOWN],
        ["Not looked for known vulnerabilities: nothing is known about any package."],
        0,
    ),
}


def audited(folder: Path, pip_audit: str) -> subprocess.CompletedProcess[str]:
    """What `make check` says where this is the module pip_audit."""
    (folder / "pip_audit.py").write_text(pip_audit)
    return subprocess.run(
        [sys.executable, ".ci/audit.py"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(("packages", "says", "exit_code"), FINDINGS.values(), ids=FINDINGS)
def test_what_is_found_is_told_and_vulnerabilities_fail(
    packages: list[dict[str, Any]], says: list[str], exit_code: int, tmp_path: Path
) -> None:
    report = json.dumps({"dependencies": packages, "fixes": []})
    # So ends pip-audit, too, where it finds any.
    ended = audited(tmp_path, f"print({report!r})\nraise SystemExit({exit_code})")
    assert ended.stdout.splitlines() == says
    assert ended.returncode == exit_code


def test_where_the_data_cannot_be_reached_one_line_says_so_and_nothing_fails(tmp_path: Path) -> None:
    ended = audited(tmp_path, "raise ConnectionError('Max retries exceeded')")
    assert ended.stdout == ("Not looked for known vulnerabilities: ConnectionError: Max retries exceeded\n")
    assert ended.returncode == 0
