"""The figures of growth follow from what is assumed, and the document shows those of a run."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from math import ceil
from pathlib import Path
from random import Random
from statistics import mean

import pytest

from benchmarks.__main__ import main
from benchmarks.fleet_arithmetic import Assumptions, Fleet
from benchmarks.waiting import answer_times

DOCUMENT = (Path(__file__).parents[1] / "docs/scaling.md").read_text(encoding="utf-8")
ASSUMED = Assumptions(
    players_per_server=10,
    games_a_day=1,
    turns_a_game=50,
    taps_a_turn=3,
    peak=2,
    installed_by_users=0.1,
    turn_ms=40,
    tap_ms=20,
    busiest=0.5,
    bytes_a_game=1000,
)
SIZES = [1, 99, 2_500, 2_501, 47_000, 150_000, 1_234_567]


def test_what_is_assumed_comes_to_these_figures() -> None:
    fleet = Fleet(864, ASSUMED)
    # 8,640 players finish 4,320 games a day, of 200 interactions each: 10 a second, and 20 at the peak.
    assert fleet.interactions == pytest.approx(20)
    assert (fleet.turns, fleet.writes) == pytest.approx((5, 15))
    # An interaction takes 25 ms, so that half of a process serves 20.
    assert fleet.processes == 1
    assert fleet.grown_to(865).processes == 2
    assert fleet.gigabytes_a_year == pytest.approx(4320 * 365 * 1000 / 1e9)


@pytest.mark.parametrize("busy", [0.3, 0.8])
@pytest.mark.parametrize("taps", [0, 3], ids=["all-alike", "turns-and-taps"])
def test_waiting_is_as_long_as_queueing_theory_says(busy: float, taps: float) -> None:
    assumed = replace(ASSUMED, taps_a_turn=taps)
    per_second = assumed.served_at_most * busy
    simulated = mean(islice(answer_times(per_second, assumed.serve, Random(1)), 200_000))
    # Pollaczek and Khinchine, with the second moment of the service time.
    square = (assumed.turn_ms**2 + taps * assumed.tap_ms**2) / (1 + taps)
    waiting = per_second / 1000 * square / (2 * (1 - busy))
    assert simulated == pytest.approx(assumed.service_ms + waiting, rel=0.04)


@pytest.mark.parametrize("servers", SIZES)
def test_there_are_as_many_processes_as_the_peak_needs_and_no_more(servers: int) -> None:
    fleet = Fleet(servers, ASSUMED)
    assert fleet.interactions <= fleet.processes * ASSUMED.served_well
    assert fleet.processes == 1 or fleet.interactions > (fleet.processes - 1) * ASSUMED.served_well


@pytest.mark.parametrize("servers", SIZES)
def test_no_shard_has_more_servers_than_discord_allows_and_each_process_has_one(servers: int) -> None:
    fleet = Fleet(servers, ASSUMED)
    assert ceil(servers / fleet.shards) <= 2_500
    assert fleet.shards >= fleet.processes
    assert servers < 150_000 or fleet.shards % 16 == 0


@pytest.mark.parametrize("name", [limit.name for limit in Fleet(1, ASSUMED).limits])
def test_a_limit_is_kept_up_to_the_size_that_is_told_and_exceeded_beyond_it(name: str) -> None:
    fleet = Fleet(1000, ASSUMED)
    last = fleet.largest_within(name)
    assert name not in _exceeded(fleet.grown_to(last))
    assert name in _exceeded(fleet.grown_to(last + 1))


def test_the_document_has_the_figures_that_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    main(["fleet"])
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) > 10
    assert [line for line in printed if line not in DOCUMENT.splitlines()] == []


def _exceeded(fleet: Fleet) -> set[str]:
    return {limit.name for limit in fleet.limits if limit.is_exceeded}
