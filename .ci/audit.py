"""Looks for known vulnerabilities in the versions of ``constraints.txt``, where their data can be reached.

It ends with 1 where there are any, and says in one line where it could not look.
"""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from typing import Any

COMMAND = (
    *(sys.executable, "-m", "pip_audit", "--requirement", "constraints.txt", "--no-deps", "--disable-pip"),
    *("--format", "json", "--progress-spinner", "off", "--timeout", "5"),
)
LONGEST_SECONDS = 60


def main() -> int:
    """Look, and tell what was found."""
    try:
        ran = subprocess.run(COMMAND, capture_output=True, text=True, timeout=LONGEST_SECONDS)
    except subprocess.TimeoutExpired:
        return _not_looked("it takes too long.")
    if not ran.stdout.strip():
        return _not_looked(ran.stderr.strip().rpartition("\n")[2])
    packages = json.loads(ran.stdout)["dependencies"]
    known = [one for one in packages if "vulns" in one]
    if not known:
        return _not_looked("nothing is known about any package.")
    faults = [f"{one['name']} {one['version']}: {_told(fault)}" for one in known for fault in one["vulns"]]
    summary = f"Known vulnerabilities: {len(faults)} ({len(known)} of {len(packages)} packages looked up)"
    print(*faults, summary, sep="\n")
    return 1 if faults else 0


def _not_looked(obstacle: str) -> int:
    print("Not looked for known vulnerabilities:", textwrap.shorten(obstacle, 160, placeholder=" ..."))
    return 0


def _told(fault: dict[str, Any]) -> str:
    return f"{fault['id']}, mended in {', '.join(fault['fix_versions']) or 'no version'}"


if __name__ == "__main__":
    sys.exit(main())
