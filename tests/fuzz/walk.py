"""Random sequences of what two players and a bystander do, and what holds after each step."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import URL

from bot.matches import MatchId, Refusal, Terms
from bot.storage import FirstPlayer, Pace, Person, ProposalKind
from engine import Game, GameOptions, GameType, Player, Scoring
from tests.matches.club import ALICE, BOB, CAROL, ELSEWHERE, HERE, Club
from tests.storage.contents import connected, contents

PEOPLE = (ALICE, BOB, CAROL)
STALE_EVERY = 9
Row = dict[str, Any]


@dataclass(frozen=True)
class Step:
    """Something that somebody tries: ``which`` picks what it is about, ``choice`` the rest."""

    kind: str
    who: Person
    which: int
    choice: int


@dataclass
class Figures:
    """How much was tried: what was done by kind, and how many attempts were refused."""

    done: dict[str, int] = field(default_factory=dict)
    refused: int = 0


class Walk:
    """A club, one attempt after another."""

    def __init__(self, club: Club, figures: Figures) -> None:
        self.club = club
        self.figures = figures

    async def take(self, step: Step) -> None:
        """Try a step. What is refused changes nothing, and nobody does what is not theirs."""
        before = contents(self.club.url)
        matches = rows(self.club.url, "matches")
        match = matches[step.which % len(matches)] if matches else None
        try:
            await KINDS[step.kind](self.club, step, match)
        except Refusal:
            self.figures.refused += 1
            assert contents(self.club.url) == before, f"a refused {step.kind} changed something"
            return
        self.figures.done[step.kind] = self.figures.done.get(step.kind, 0) + 1
        check(self.club.url)
        if match and step.kind in IN_MATCH:
            assert step.who.id in (match["first_id"], match["second_id"]), f"a bystander did {step.kind}"


def rows(url: URL, table: str) -> list[Row]:
    """A table as it is stored."""
    with connected(url) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(f"SELECT * FROM {table} ORDER BY rowid")]


# What may be tried


def _name(url: URL, match: Row | None, choice: int) -> MatchId:
    """A match as a button names it: mostly as it stands, now and then out of date or made up."""
    if match is None:
        return MatchId(choice, 0)
    ply = sum(one["match_id"] == match["id"] for one in rows(url, "actions"))
    if choice % STALE_EVERY == 0:
        return MatchId(match["id"], choice % (ply + 2), match["takebacks"])
    return MatchId(match["id"], ply, match["takebacks"])


def _game(url: URL, match: Row | None) -> Game:
    if match is None:
        return Game(GameOptions(2))
    written = [one["written"] for one in rows(url, "actions") if one["match_id"] == match["id"]]
    return Game.replay(options_of(match), written)


def options_of(row: Row) -> GameOptions:
    return GameOptions(row["size"], GameType(row["game_type"]), Scoring(row["scoring"]))


def _turn(game: Game, choice: int) -> list[str]:
    """A legal turn, or one action that is none."""
    if game.is_over or choice % 11 == 0:
        return ["Z9"]
    game = game.copy()
    turn: list[str] = []
    while True:
        legal = game.legal_actions()
        turn.append(str(legal[choice % len(legal)]))
        if game.play(turn[-1]).ends_turn:
            return turn


async def _challenge(club: Club, step: Step, _match: Row | None) -> None:
    opponent = [None, *PEOPLE][step.which % 4]
    kinds, scorings = list(GameType), list(Scoring)
    options = GameOptions(2 + step.choice % 2, kinds[step.choice % 3], scorings[step.choice // 3 % 3])
    pace, best_of = list(Pace)[step.choice % 4], (1, 3)[step.choice // 5 % 2]
    terms = Terms(opponent, options, list(FirstPlayer)[step.which % 3], pace, best_of)
    await club.challenges.challenge(HERE, step.who, terms)


def _about_challenge(way: str) -> Callable[[Club, Step, Row | None], Awaitable[object]]:
    async def act(club: Club, step: Step, _match: Row | None) -> None:
        found = rows(club.url, "challenges")
        challenge = found[-1 - step.which % len(found)] if found else None
        # Not always of this channel.
        place = ELSEWHERE if step.choice % 13 == 0 else HERE
        await getattr(club.challenges, way)(place, step.who, challenge["id"] if challenge else step.which)
        if challenge is None:
            return
        owner, opponent = challenge["challenger_id"], challenge["opponent_id"]
        assert place == HERE
        if way == "withdraw":
            assert step.who.id == owner
        else:
            assert step.who.id != owner
            assert opponent in (None, step.who.id)

    return act


async def _expire(club: Club, _step: Step, _match: Row | None) -> None:
    await club.challenges.expire_due()


async def _wait(club: Club, step: Step, _match: Row | None) -> None:
    club.wait(hours=7 * (1 + step.choice % 20))


async def _act(club: Club, step: Step, match: Row | None) -> None:
    game = _game(club.url, match)
    name = _name(club.url, match, step.choice)
    await club.play.act(HERE, step.who, name, _turn(game, step.choice))
    assert match is not None
    assert game.player_to_act is not None
    assert step.who.id == _person_id(match, game.player_to_act), "somebody played for another"


async def _resign(club: Club, step: Step, match: Row | None) -> None:
    await club.play.resign(HERE, step.who, _name(club.url, match, step.choice))


async def _propose(club: Club, step: Step, match: Row | None) -> None:
    kind = list(ProposalKind)[step.choice % len(ProposalKind)]
    await club.proposals.propose(HERE, step.who, _name(club.url, match, step.choice), kind)


def _answer(way: str) -> Callable[[Club, Step, Row | None], Awaitable[object]]:
    async def act(club: Club, step: Step, _match: Row | None) -> None:
        found = rows(club.url, "proposals")
        proposal = found[-1 - step.which % len(found)] if found else None
        await getattr(club.proposals, way)(HERE, step.who, proposal["id"] if proposal else step.which)
        assert proposal is not None
        match = next(one for one in rows(club.url, "matches") if one["id"] == proposal["match_id"])
        assert {step.who.id, proposal["by_id"]} == {match["first_id"], match["second_id"]}

    return act


async def _give_time(club: Club, step: Step, match: Row | None) -> None:
    await club.clocks.give_time(HERE, step.who, _name(club.url, match, step.choice))


async def _claim(club: Club, step: Step, match: Row | None) -> None:
    await club.clocks.claim_win(HERE, step.who, _name(club.url, match, step.choice))


async def _plan(club: Club, step: Step, match: Row | None) -> None:
    game = _game(club.url, match)
    expected = _turn(game, step.choice)
    after = game.copy()
    for action in expected if expected != ["Z9"] else ():
        after.play(action)
    name = _name(club.url, match, step.choice)
    await club.replies.plan(HERE, step.who, name, expected, _turn(after, step.choice + step.which))


async def _forget(club: Club, step: Step, match: Row | None) -> None:
    await club.replies.forget(HERE, step.who, _name(club.url, match, step.choice))


async def _next_game(club: Club, step: Step, match: Row | None) -> None:
    await club.challenges.next_game(HERE, step.who, match["id"] if match else step.which)


async def _rematch(club: Club, step: Step, match: Row | None) -> None:
    await club.challenges.rematch(HERE, step.who, match["id"] if match else step.which)


async def _settle(club: Club, _step: Step, match: Row | None) -> None:
    if match:
        loaded = await club.play.seen(HERE, CAROL, match["number"], None)
        await club.proposals.settle(loaded)


async def _call(club: Club, _step: Step, _match: Row | None) -> None:
    await club.clocks.take_due_calls()


IN_MATCH: dict[str, Callable[[Club, Step, Row | None], Awaitable[object]]] = {
    "act": _act,
    "resign": _resign,
    "propose": _propose,
    "give time": _give_time,
    "claim": _claim,
    "plan": _plan,
    "forget": _forget,
    "next game": _next_game,
    "rematch": _rematch,
}
"""What only players may do in a match."""
KINDS = IN_MATCH | {
    "challenge": _challenge,
    "accept": _about_challenge("accept"),
    "decline": _about_challenge("decline"),
    "withdraw": _about_challenge("withdraw"),
    "expire": _expire,
    "agree": _answer("accept"),
    "disagree": _answer("decline"),
    "settle": _settle,
    "call": _call,
    "wait": _wait,
}


# What holds after each step


def check(url: URL) -> None:
    """What is stored fits together, by a replay that shares nothing with the bot but the engine."""
    matches, actions, proposals = (rows(url, table) for table in ("matches", "actions", "proposals"))
    for match in matches:
        _check_match(match, [one for one in actions if one["match_id"] == match["id"]])
        _check_proposals(match, len(_of(actions, match)), _of(proposals, match))
    for series in rows(url, "series"):
        _check_series(series, [one for one in matches if one["series_id"] == series["id"]])
    _check_planned(url, matches)


def _of(found: list[Row], match: Row) -> list[Row]:
    return [one for one in found if one["match_id"] == match["id"]]


def _person_id(match: Row, player: Player) -> int:
    person_id: int = match["first_id"] if player is Player.FIRST else match["second_id"]
    return person_id


def _check_match(match: Row, actions: list[Row]) -> None:
    assert match["first_id"] != match["second_id"]
    assert [one["ply"] for one in actions] == list(range(1, len(actions) + 1)), "a gap in the plies"
    game = Game(options_of(match))
    for action in actions:
        assert game.player_to_act is not None
        assert action["player_id"] == _person_id(match, game.player_to_act), "acted for another"
        game.play(action["written"])
    if not game.is_over:
        # Nobody is ever left within a turn.
        assert not actions or game.history[-1].ends_turn
    _check_end(match, game)


def _check_end(match: Row, game: Game) -> None:
    ending, winner = match["ending"], match["winner"]
    assert (ending == "played") == game.is_over
    if ending is None:
        assert match["turn_began_at"] is not None, "a running match without a clock"
        assert (match["deadline"] is None) == (match["pace"] == "none")
        assert winner is None
        return
    assert match["turn_began_at"] is match["deadline"] is match["call_at"] is None, "a clock after the end"
    assert (winner is None) == (ending in ("drawn", "cancelled")), "no winner, or one too many"
    if game.result:
        assert Player(winner) is game.player_of(game.result.winner)


def _check_proposals(match: Row, ply: int, proposals: list[Row]) -> None:
    now = (ply, match["takebacks"])
    current = [
        one["kind"]
        for one in proposals
        if one["state"] == "open" and (one["ply"], one["takebacks"]) == now and match["ending"] is None
    ]
    assert len(current) == len(set(current)), "two open proposals of a kind"


def _check_series(series: Row, games: list[Row]) -> None:
    assert [one["series_game"] for one in games] == list(range(1, len(games) + 1))
    assert sum(one["ending"] is None for one in games) <= 1, "two open games of a series"
    counted = [one for one in games if one["ending"] != "cancelled"]
    assert len(counted) <= series["best_of"]
    assert len({frozenset((one["first_id"], one["second_id"])) for one in games}) == 1


def _check_planned(url: URL, matches: list[Row]) -> None:
    by_id = {match["id"]: match for match in matches}
    for planned in rows(url, "planned_replies"):
        match = by_id[planned["match_id"]]
        assert planned["player_id"] in (match["first_id"], match["second_id"])
