"""What growth costs, on paper: processes, shards, writes and waiting, by the number of servers.

Nothing is measured here but the length of a game. The rest is arithmetic on the assumptions that the options
state, and a simulated queue before one process; docs/scaling.md tells where each comes from.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import mean

from benchmarks.fleet_arithmetic import Assumptions, Fleet
from benchmarks.options import above_zero, positive, share
from engine import Game, GameOptions

SUMMARY = "what growth costs, on paper: processes, shards and waiting by servers"

SIZE = 6
SERVERS = (1, 100, 2_500, 10_000, 100_000)
MANY_PLAYERS = 1_000_000
HEADINGS = (
    *("servers", "players", "interactions/s, mean", "at the peak", "turns/s", "processes", "shards"),
    *("start, s", "99 of 100 within, ms", "writes/s", "GB a year", "beyond a limit"),
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The assumptions, and the size of the simulation."""
    add = parser.add_argument
    add("--servers", type=positive, nargs="+", help="numbers of servers (default: six, up to 1M players)")
    for name, kind, default, text in (
        ("--players-per-server", above_zero, 5.0, "people of a server who play"),
        ("--games-a-day", above_zero, 0.5, "games that a player plays to their end in a day"),
        ("--taps-a-turn", above_zero, 3.0, "private interactions before the one that plays"),
        ("--peak", above_zero, 3.0, "the busiest hour over the mean"),
        ("--installed-by-users", share, 0.05, "the share of turns where the bot itself is no member"),
        ("--turn-ms", above_zero, 12.5, "how long a turn keeps a process busy"),
        ("--tap-ms", above_zero, 8.0, "how long a tap does"),
        ("--busiest", share, 0.6, "the share of its time that a process may be busy at the peak"),
        ("--bytes-a-game", above_zero, 4000.0, "what a game takes in the database"),
    ):
        add(name, type=kind, default=default, help=f"{text} (default: %(default)s)")
    add("--games", type=positive, default=200, help="random games, for their length (default: %(default)s)")
    add("--interactions", type=positive, default=100_000, help="in each queue (default: %(default)s)")
    add("--seed", type=int, default=0, help="the seed of games and queues (default: %(default)s)")


def run(options: argparse.Namespace) -> None:
    """Print the table, and how far each limit reaches."""
    assumed = assumptions(options)
    sizes = options.servers or (*SERVERS, round(MANY_PLAYERS / assumed.players_per_server))
    fleets = [Fleet(servers, assumed) for servers in sizes]
    print(
        f"A game has {assumed.turns_a_game:.0f} turns. "
        f"An interaction takes {assumed.service_ms:.0f} ms, so a process serves "
        f"{assumed.served_at_most:.0f} a second at most, and is given {assumed.served_well:.0f}.\n"
    )
    print(_line(HEADINGS), _line(["---:"] * (len(HEADINGS) - 1) + ["---"]), sep="\n")
    for fleet in fleets:
        print(_line(_cells(fleet, options)))
    print()
    for limit in fleets[-1].limits:
        reach = fleets[-1].largest_within(limit.name)
        players = reach * assumed.players_per_server
        print(f"- {limit.name}: kept up to {reach:,} servers, {players:,.0f} players")


def assumptions(options: argparse.Namespace) -> Assumptions:
    """What the options say, with the length of games that are played here."""
    return Assumptions(
        players_per_server=options.players_per_server,
        games_a_day=options.games_a_day,
        turns_a_game=mean(_turns(Random(options.seed + number)) for number in range(options.games)),
        taps_a_turn=options.taps_a_turn,
        peak=options.peak,
        installed_by_users=options.installed_by_users,
        turn_ms=options.turn_ms,
        tap_ms=options.tap_ms,
        busiest=options.busiest,
        bytes_a_game=options.bytes_a_game,
    )


def _turns(rng: Random) -> int:
    """How many turns a random game has, komi and colour included."""
    game = Game.replay(GameOptions(SIZE), ("komi 7", "white"))
    while legal := game.legal_placements():
        game.play(rng.choice(legal))
    return len(game.actions)


def _cells(fleet: Fleet, options: argparse.Namespace) -> list[str]:
    within = fleet.milliseconds_for_99_of_100(options.interactions, options.seed)
    return [
        *(f"{fleet.servers:,}", f"{fleet.players:,.0f}"),
        *(_figure(rate) for rate in (fleet.mean_interactions, fleet.interactions, fleet.turns)),
        *(f"{fleet.processes:,}", f"{fleet.shards:,}", f"{fleet.seconds_to_start:,}"),
        *(f"{within:.0f}", _figure(fleet.writes), _figure(fleet.gigabytes_a_year)),
        ", ".join(limit.name for limit in fleet.limits if limit.is_exceeded),
    ]


def _figure(value: float) -> str:
    """Two digits at the least, and no more than tell something."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def _line(cells: list[str] | tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"
