"""What holds for everything that is stored, whatever was tried before: by a replay with the engine alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import URL

from engine import Game, GameOptions, GameType, Player, Scoring
from tests.storage.contents import connected

Row = dict[str, Any]
TABLES = ("challenges", "matches", "actions", "proposals", "series", "planned_replies")
RESULTLESS = ("drawn", "cancelled")


@dataclass(frozen=True)
class Stored:
    """The rows about challenges and matches, by table and in the order in which they were made."""

    challenges: Sequence[Row]
    matches: Sequence[Row]
    actions: Sequence[Row]
    proposals: Sequence[Row]
    series: Sequence[Row]
    planned_replies: Sequence[Row]

    @classmethod
    def read(cls, url: URL) -> Stored:
        with connected(url) as connection:
            connection.row_factory = sqlite3.Row
            return cls(
                *(
                    [dict(row) for row in connection.execute(f"SELECT * FROM {table} ORDER BY rowid")]
                    for table in TABLES
                )
            )

    def match(self, match_id: int) -> Row:
        return next(one for one in self.matches if one["id"] == match_id)

    def of(self, match: Row, table: Iterable[Row]) -> list[Row]:
        """The rows of a table that are about a match."""
        return [one for one in table if one["match_id"] == match["id"]]

    def ply(self, match: Row) -> int:
        return len(self.of(match, self.actions))

    def game(self, match: Row) -> Game:
        """The match's game, replayed."""
        options = GameOptions(match["size"], GameType(match["game_type"]), Scoring(match["scoring"]))
        return Game.replay(options, [one["written"] for one in self.of(match, self.actions)])


def players_of(match: Row) -> tuple[int, int]:
    return match["first_id"], match["second_id"]


def player_id(match: Row, player: Player) -> int:
    return players_of(match)[player.value - 1]


def to_act_id(match: Row, game: Game) -> int | None:
    """Whose turn it is, if the match is running."""
    running = match["ending"] is None and game.player_to_act
    return player_id(match, running) if running else None


def check(stored: Stored) -> None:
    """Assert that everything fits together."""
    assert not [one for one in stored.challenges if one["challenger_id"] == one["opponent_id"]]
    for match in stored.matches:
        _check_match(match, stored)
        _check_proposals(match, stored)
    for series in stored.series:
        _check_series(series, [one for one in stored.matches if one["series_id"] == series["id"]])
    for planned in stored.planned_replies:
        assert planned["player_id"] in players_of(stored.match(planned["match_id"]))


def _check_match(match: Row, stored: Stored) -> None:
    assert match["first_id"] != match["second_id"]
    game, actions = stored.game(match), stored.of(match, stored.actions)
    assert [one["ply"] for one in actions] == list(range(1, len(actions) + 1)), "a gap in the plies"
    for action, played in zip(actions, game.history, strict=True):
        assert action["player_id"] == player_id(match, played.player), "acted for another"
    assert game.is_over or not actions or game.history[-1].ends_turn, "a turn is not whole"
    assert (match["ending"] == "played") == game.is_over
    if game.result:
        assert Player(match["winner"]) is game.player_of(game.result.winner)
    _check_clock(match)


def _check_clock(match: Row) -> None:
    if match["ending"]:
        assert (match["winner"] is None) == (match["ending"] in RESULTLESS), "no winner, or one too many"
        assert match["turn_began_at"] is match["deadline"] is match["call_at"] is None, (
            "a clock after the end"
        )
    else:
        assert match["winner"] is None
        assert match["turn_began_at"] is not None, "a running match without a clock"
        has_limit = match["pace"] != "none" and not match["is_homeless"]
        assert has_limit == (match["deadline"] is not None)


def _check_proposals(match: Row, stored: Stored) -> None:
    now = (stored.ply(match), match["takebacks"])
    open_now = [
        one["kind"]
        for one in stored.of(match, stored.proposals)
        if one["state"] == "open" and (one["ply"], one["takebacks"]) == now
    ]
    assert len(open_now) == len(set(open_now)), "two open proposals of a kind"


def _check_series(series: Row, games: Sequence[Row]) -> None:
    assert [one["series_game"] for one in games] == list(range(1, len(games) + 1))
    assert sum(one["ending"] is None for one in games) <= 1, "two open games of a series"
    assert sum(one["ending"] != "cancelled" for one in games) <= series["best_of"]
    assert len({frozenset(players_of(one)) for one in games}) == 1


# Whose doing it was


def check_doer(before: Stored, after: Stored, doer_id: int | None) -> None:
    """Assert that one person may have done all that is new; None for nobody, as when time passes."""
    for match in after.matches[len(before.matches) :]:
        assert doer_id in players_of(match), "somebody began a match of others"
    for match, now in zip(before.matches, after.matches, strict=False):
        _check_done_in_match(match, now, before, after, doer_id)
    for challenge in after.challenges[len(before.challenges) :]:
        assert challenge["challenger_id"] == doer_id, "somebody challenged for another"
    for challenge, now in zip(before.challenges, after.challenges, strict=False):
        if now["state"] != challenge["state"]:
            assert _may_have_ended(challenge, now["state"], doer_id), f"somebody else {now['state']} it"
    for proposal in after.proposals[len(before.proposals) :]:
        assert proposal["by_id"] == doer_id, "somebody proposed for another"
    for proposal, now in zip(before.proposals, after.proposals, strict=False):
        if now["state"] != proposal["state"] and now["state"] != "lapsed":
            asked = {*players_of(before.match(proposal["match_id"]))} - {proposal["by_id"]}
            assert asked == {doer_id}, "somebody answered for another"


def _check_done_in_match(match: Row, now: Row, before: Stored, after: Stored, doer_id: int | None) -> None:
    new = after.of(match, after.actions)[before.ply(match) :]
    # What is planned was planned by the other player, and follows at once.
    doers = {one["player_id"] for one in new if not one["is_planned"]}
    assert doers <= {doer_id}, "somebody acted for another"
    if now["ending"] != match["ending"] or now["takebacks"] != match["takebacks"]:
        assert doer_id in players_of(match), "somebody else ended a match or took a turn back"
    if now["ending"] == "resigned" != match["ending"]:
        assert player_id(match, Player(now["winner"])) != doer_id, "somebody resigned for another"
    planned = [
        {(one["player_id"], one["ply"], one["takebacks"], one["expected"]) for one in stored.of(match, rows)}
        for stored, rows in ((before, before.planned_replies), (after, after.planned_replies))
    ]
    assert {planner_id for planner_id, *_ in planned[1] - planned[0]} <= {doer_id}, "planned for another"


def _may_have_ended(challenge: Row, state: str, doer_id: int | None) -> bool:
    challenger_id, opponent_id = challenge["challenger_id"], challenge["opponent_id"]
    match state:
        case "accepted":
            return doer_id not in (None, challenger_id) and opponent_id in (None, doer_id)
        case "declined":
            return doer_id == opponent_id
        case "withdrawn":
            return doer_id == challenger_id
        case _:
            return state == "expired"
