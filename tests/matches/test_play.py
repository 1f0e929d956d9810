"""Matches: only the player to act acts, what is stored replays, and what is refused changes nothing."""

from __future__ import annotations

import pytest

from bot.matches import Match, MatchId, MatchNumber, refusals
from bot.storage import Ending, MatchMessage, Person, Place
from engine import Game, GameOptions, GameType, NameKomi, Player, Reason, TakeButton, parse_cell
from tests.engine.vectors import as_params, options_of
from tests.matches.club import ALICE, BOB, CAROL, ELSEWHERE, HERE, OTHER_SERVER, Club
from tests.storage.contents import column

EDGE = [param for param in as_params("edge.jsonl") if param.values[0]["size"] >= 6][::4]


@pytest.mark.parametrize("record", EDGE)
async def test_a_whole_game_is_stored_and_ends_as_the_rules_say(record: dict, club: Club) -> None:
    options = options_of(record)
    match = await club.start(options)
    game = Game(options)
    turn: list[str] = []
    for action in record["actions"]:
        turn.append(action)
        if game.play(action).ends_turn:
            assert match.to_act is not None
            match = await club.play.act(HERE, match.to_act, MatchNumber(), turn)
            turn = []
    assert game.result is not None
    assert match.is_over
    assert match.record.ending is Ending.PLAYED
    assert match.winner == match.person_with(game.result.winner)
    assert column(club.url, "actions", "written") == [str(action) for action in game.actions]
    seen = await club.play.seen(HERE, CAROL, 1, None)
    assert seen.game.result == game.result
    assert seen.record == match.record


async def test_who_acted_is_stored_with_each_action(club: Club) -> None:
    await club.start(GameOptions(game_type=GameType.DOUBLE))
    await club.act("D5", "A1 B7")
    assert column(club.url, "actions", "player_id") == [ALICE.id, BOB.id, BOB.id]
    assert column(club.url, "actions", "ply") == [1, 2, 3]


async def test_actions_may_be_given_as_values_or_in_their_written_form(club: Club) -> None:
    match = await club.start()
    await club.play.act(HERE, ALICE, MatchId(match.record.id, 0), [NameKomi(7)])
    await club.play.act(HERE, BOB, MatchId(match.record.id, 1), ["WHITE"])
    await club.play.act(HERE, ALICE, MatchId(match.record.id, 2), [TakeButton()])
    await club.play.act(HERE, BOB, MatchId(match.record.id, 3), [parse_cell("D5")])
    assert column(club.url, "actions", "written") == ["komi 7", "white", "button", "D5"]


async def test_only_the_player_to_act_may_act(club: Club) -> None:
    match = await club.start()
    for name in (MatchNumber(1), MatchId(match.record.id, 0)):
        await club.refuses(refusals.NotYourTurn, club.play.act(HERE, BOB, name, ["komi 7"]))
        await club.refuses(refusals.NotAPlayer, club.play.act(HERE, CAROL, name, ["komi 7"]))
        await club.refuses(refusals.NotAPlayer, club.play.own(HERE, CAROL, name))
        await club.refuses(refusals.NotYourTurn, club.play.own_turn(HERE, BOB, name))
        assert (await club.play.own(HERE, BOB, name)).number == 1
        for place in (ELSEWHERE, OTHER_SERVER):
            await club.refuses(refusals.NoSuchMatch, club.play.act(place, ALICE, name, ["komi 7"]))
    await club.refuses(refusals.NoMatchHere, club.play.act(HERE, CAROL, MatchNumber(), ["komi 7"]))


@pytest.mark.parametrize("ply", [0, 2, 99])
async def test_a_button_made_for_another_position_is_refused(ply: int, club: Club) -> None:
    match = await club.start()
    await club.act("komi 7")
    name = MatchId(match.record.id, ply)
    for person in (ALICE, BOB):
        refused = await club.refuses(refusals.PositionMovedOn, club.play.act(HERE, person, name, ["white"]))
        assert isinstance(refused, refusals.PositionMovedOn)
        assert refused.match.ply == 1
        await club.refuses(refusals.PositionMovedOn, club.play.resign(HERE, person, name))


REFUSED_TURNS = [
    ([], 0),
    (["D5", "E7", "F9"], 3),
    (["D5"], 1),
    (["D5", "D5"], Reason.OCCUPIED),
    (["A1", "D5"], Reason.OCCUPIED),
    (["A1", "L1"], Reason.OFF_THE_BOARD),
    (["A1", "button"], Reason.NO_BUTTON),
    (["komi 7"], Reason.NO_KOMI),
    (["A1", "nonsense"], None),
]


@pytest.mark.parametrize(("turn", "why"), REFUSED_TURNS, ids=lambda value: str(value))
async def test_a_turn_is_played_whole_or_not_at_all(
    turn: list[str], why: Reason | int | None, club: Club
) -> None:
    await club.start(GameOptions(game_type=GameType.DOUBLE))
    await club.act("D5")
    kind = refusals.WrongStoneCount if isinstance(why, int) else refusals.ActionRefused
    refused = await club.refuses(kind, club.play.act(HERE, BOB, MatchNumber(), turn))
    if isinstance(refused, refusals.ActionRefused):
        assert getattr(refused.error, "reason", None) is why
    else:
        assert isinstance(refused, refusals.WrongStoneCount)
        assert refused.given == why
    await club.act("A1 B7")


@pytest.mark.parametrize(("who", "winner"), [(ALICE, Player.SECOND), (BOB, Player.FIRST)])
@pytest.mark.parametrize("turns", [(), ("komi 7",), ("komi 7", "black", "D5")], ids=len)
async def test_either_player_may_resign_at_any_time_and_once(
    who: Person, winner: Player, turns: tuple[str, ...], club: Club
) -> None:
    match = await club.start()
    if turns:
        match = await club.act(*turns)
    ended = await club.resign(match, who)
    assert (ended.record.ending, ended.record.winner) == (Ending.RESIGNED, winner)
    assert ended.to_act is None
    assert ended.ply == len(turns)
    name = MatchId(match.record.id, match.ply)
    for person in (ALICE, BOB):
        await club.refuses(refusals.MatchOver, club.play.resign(HERE, person, name))
        await club.refuses(refusals.MatchOver, club.play.act(HERE, person, name, ["komi 7"]))
    await club.refuses(refusals.NotAPlayer, club.play.resign(HERE, CAROL, name))


async def test_of_other_peoples_matches_the_first_are_listed_and_the_others_counted(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.finding.MOST_LISTED", 2)
    for _ in range(3):
        await club.start()
    refused = await club.refuses(refusals.WhichMatch, club.play.seen(HERE, CAROL, None, None))
    assert isinstance(refused, refusals.WhichMatch)
    assert ([match.number for match in refused.matches], refused.more) == ([1, 2], 1)
    own = await club.refuses(refusals.WhichMatch, club.play.seen(HERE, BOB, None, None))
    assert isinstance(own, refusals.WhichMatch)
    assert ([match.number for match in own.matches], own.more) == ([1, 2, 3], 0)


async def test_matches_to_choose_from_are_ones_own_turn_then_the_first_of_all(club: Club) -> None:
    for _ in range(12):
        await club.start()
    await club.act("komi 7", number=11)
    to_alice, to_bob = [
        [one.number for one in await club.play.running_in(HERE, who, "", 3)] for who in (ALICE, BOB)
    ]
    assert (to_alice, to_bob) == ([1, 2, 3], [11, 1, 2])
    assert [one.number for one in await club.play.running_in(HERE, CAROL, "1", 3)] == [1, 10, 11]
    assert await club.play.running_in(HERE, CAROL, "1%", 3) == []


async def test_with_several_matches_the_one_meant_has_to_be_named(club: Club) -> None:
    await club.start()
    await club.start()
    await club.start(place=ELSEWHERE)
    await club.act("komi 7", number=1)
    refused = await club.refuses(refusals.WhichMatch, club.play.act(HERE, ALICE, MatchNumber(), ["komi 7"]))
    assert isinstance(refused, refusals.WhichMatch)
    assert [match.number for match in refused.matches] == [2, 1]
    assert (await club.play.own(ELSEWHERE, ALICE, MatchNumber())).number == 3
    await club.refuses(refusals.NoSuchMatch, club.play.own(HERE, ALICE, MatchNumber(3)))
    assert [match.number for match in await club.play.running_in(HERE, BOB)] == [1, 2]
    assert [match.number for match in await club.play.running_with(ALICE)] == [2, 3, 1]
    assert await club.play.running_with(CAROL) == []


async def test_any_position_can_be_seen_and_none_beyond(club: Club) -> None:
    await club.refuses(refusals.NoMatchHere, club.play.seen(HERE, CAROL, None, None))
    await club.start()
    shown = [await club.act(turn) for turn in ("komi 7", "white", "D5")]
    for match in shown:
        seen = await club.play.seen(HERE, CAROL, None, match.ply)
        assert seen.game.history == match.game.history
    for ply in (-1, 4):
        await club.refuses(refusals.NoSuchPosition, club.play.seen(HERE, CAROL, None, ply))
    await club.refuses(refusals.NoSuchMatch, club.play.seen(HERE, CAROL, 2, None))
    await club.refuses(refusals.NoSuchMatch, club.play.seen(ELSEWHERE, CAROL, 1, None))


async def test_of_the_messages_about_a_match_the_older_one_is_out_of_date(club: Club) -> None:
    start = await club.start()
    assert await club.play.set_message(start, 100) is None
    first, second = await club.act("komi 7"), await club.act("white")
    assert await club.play.set_message(second, 102) == MatchMessage(100, 0)
    late = await club.play.set_message(first, 103)
    assert late == MatchMessage(103, 1), "its turn was shown after the next one"
    result = await club.resign(second)
    assert result.record.message == MatchMessage(102, 2)
    assert await club.play.set_message(result, 104) == MatchMessage(102, 2)
    assert await club.play.set_message(second, 105) == MatchMessage(105, 2)
    assert await message_of(club, result) == MatchMessage(104, 2)


async def message_of(club: Club, match: Match) -> MatchMessage | None:
    return (await club.play.seen(HERE, ALICE, match.number, None)).record.message


async def test_private_conversations_number_their_matches_each_for_itself(club: Club) -> None:
    for conversation in (Place(None, 8), Place(None, 9)):
        assert [(await club.start(place=conversation)).number for _ in range(2)] == [1, 2]
