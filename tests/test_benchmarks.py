"""The benchmarks run and print what they promise; how fast anything is, no test asserts."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import BENCHMARKS
from benchmarks.growth import MANY_TRANSACTIONS
from benchmarks.table import Row
from benchmarks.use_cases import USE_CASES

ROOT = Path(__file__).parents[1]
ROWS = [
    "position core, size 6, games/s",
    "Game.play, size 6, games/s",
    "flood-fill reference, size 6, games/s",
    "position core ÷ flood-fill reference",
    "position core, size 6, µs a placement",
    "position core, size 10, µs a placement",
    "size 10 ÷ size 6, a placement",
]
GOALS = {
    "position core, size 6, games/s": "≥ 4,000",
    "Game.play, size 6, games/s": "≥ 1,200",
    "position core ÷ flood-fill reference": "≥ 60.0",
    "size 10 ÷ size 6, a placement": "≤ 1.30",
}


@pytest.fixture(scope="module")
def printed() -> list[str]:
    return _run("engine", "--rounds", "2", "--games", "2").stdout.splitlines()


@pytest.mark.parametrize("name", ROWS)
def test_each_row_has_a_figure_its_range_and_its_goal_if_any(printed: list[str], name: str) -> None:
    (row,) = (line for line in printed if line.startswith(name))
    number = r"[\d,.]+"
    goal = rf"   {re.escape(GOALS[name])} (reached|MISSED)" if name in GOALS else ""
    assert re.fullmatch(rf"{re.escape(name)} +{number} +{number} – {number}{goal}", row)


def test_nothing_but_the_rows_follows_the_heading(printed: list[str]) -> None:
    assert printed[0] == "Uniformly random games, CPU time, 2 rounds of 2 games of the core"
    assert printed[2].split() == ["median", "least", "–", "most", "goal"]
    assert len(printed) == 3 + len(ROWS)


def test_growth_fills_two_databases_and_has_a_line_for_each_use_case(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'many.sqlite3'}"
    few = ("--finished", "200", "--running", "100", "--calls", "1", "--waiting", "5")
    ran = _run("growth", "--database", url, *few)
    assert ran.stdout.count("filled, with ratings from ") == 2
    for name in USE_CASES:
        goal = "" if name in MANY_TRANSACTIONS else "   ≤ 20 (reached|MISSED)"
        assert re.search(rf"^{re.escape(name)} .*{goal}$", ran.stdout, re.MULTILINE), name


def test_the_help_lists_every_benchmark() -> None:
    text = _run("--help").stdout
    for name, benchmark in BENCHMARKS.items():
        assert re.search(rf"^ +{name}\b", text, re.MULTILINE)
        assert benchmark.SUMMARY in " ".join(text.split())


@pytest.mark.parametrize("name", BENCHMARKS)
def test_each_benchmark_says_what_it_measures_and_its_options(name: str) -> None:
    text = _run(name, "--help").stdout
    assert (BENCHMARKS[name].__doc__ or "missing").splitlines()[0] in text
    assert {"turns": "--rate", "fleet": "--servers", "growth": "--database"}.get(name, "--rounds") in text


@pytest.mark.parametrize(
    "arguments",
    [
        ("engine", "--rounds", "0"),
        ("engine", "--games", "-1"),
        ("fleet", "--busiest", "1"),
        ("chess",),
        (),
    ],
)
def test_what_cannot_be_measured_is_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(subprocess.CalledProcessError) as failure:
        _run(*arguments)
    assert failure.value.returncode == 2
    assert "usage: python -m benchmarks" in failure.value.stderr


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        pytest.param(Row("speed", [1, 9, 5], ".0f", 5), "≥ 5 reached", id="just-fast-enough"),
        pytest.param(Row("speed", [1, 9, 4], ".0f", 5), "≥ 5 MISSED", id="too-slow"),
        pytest.param(
            Row("cost", [1, 9, 5], ".0f", 5, more_is_better=False), "≤ 5 reached", id="just-cheap-enough"
        ),
        pytest.param(Row("cost", [1, 9, 6], ".0f", 5, more_is_better=False), "≤ 5 MISSED", id="too-dear"),
        pytest.param(Row("speed", [5], ".0f"), "", id="no-goal"),
    ],
)
def test_the_median_is_held_against_the_goal(row: Row, verdict: str) -> None:
    assert row.verdict == verdict


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "benchmarks", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "utf-8", "COLUMNS": "110"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
