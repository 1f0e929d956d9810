"""Planned replies: played in exactly the position for which they were planned, and seen by nobody before."""

from __future__ import annotations

import asyncio

from bot.matches import Match, MatchId, MatchNumber, Plans, WhatIf, refusals
from bot.storage import Person, PlannedReply, ProposalKind
from engine import Cell, GameOptions, GameType, TakeButton
from tests.matches.club import ALICE, BOB, CAROL, ELSEWHERE, HERE, Club
from tests.storage.contents import column

ONLY = MatchNumber(None)


async def begin(club: Club) -> Match:
    """A match in which Alice has placed a black stone, and Bob is to act."""
    await club.start()
    return await club.act("komi 7", "white", "D5")


async def plan(club: Club, expected: str, reply: str, who: Person = ALICE) -> Plans:
    return await club.replies.plan(HERE, who, ONLY, expected.split(), reply.split())


async def plans(club: Club, who: Person = ALICE) -> Plans:
    return await club.replies.own(HERE, who, ONLY)


def pairs(found: tuple[PlannedReply, ...]) -> list[tuple[str, str]]:
    return [(one.expected, one.reply) for one in found]


async def test_a_planned_reply_is_played_at_once_and_the_other_is_to_act_again(club: Club) -> None:
    await begin(club)
    await plan(club, "E6", "F5")
    after = await club.act("E6")
    assert column(club.url, "actions", "written")[2:] == ["D5", "E6", "F5"]
    assert column(club.url, "actions", "player_id")[2:] == [ALICE.id, BOB.id, ALICE.id]
    assert after.to_act == BOB
    assert after.replied_to is not None
    assert after.replied_to.ply == 4
    assert (await plans(club)).standing == (await plans(club)).fallen == ()


async def test_the_time_of_the_next_turn_runs_from_the_reply_on(club: Club) -> None:
    await begin(club)
    await plan(club, "E6", "F5")
    club.wait(hours=5)
    assert (await club.act("E6")).record.clock.began_at == club.time


async def test_another_turn_lets_it_fall_away_until_the_planners_next_turn(club: Club) -> None:
    await begin(club)
    await plan(club, "E6", "F5")
    await plan(club, "button", "F5")
    after = await club.act("C3")
    assert after.to_act == ALICE
    assert after.replied_to is None
    found = await plans(club)
    assert found.standing == ()
    assert pairs(found.fallen) == [("E6", "F5"), ("button", "F5")]
    await club.act("B2")
    assert (await plans(club)).fallen == ()
    assert column(club.url, "planned_replies", "reply") == []


async def test_several_replies_stand_side_by_side_and_the_latest_for_a_turn_counts(club: Club) -> None:
    await begin(club)
    await plan(club, "E6", "F5")
    await plan(club, "C3", "button")
    found = await plan(club, "E6", "G5")
    assert pairs(found.standing) == [("C3", "button"), ("E6", "G5")]
    await club.act("E6")
    assert column(club.url, "actions", "written")[-1] == "G5"


async def test_what_was_planned_for_a_position_taken_back_is_never_played(club: Club) -> None:
    await begin(club)
    await plan(club, "E6", "F5")
    match = await club.play.seen(HERE, ALICE, None, None)
    made = await club.proposals.propose(HERE, ALICE, MatchId.of(match), ProposalKind.TAKEBACK)
    await club.proposals.accept(HERE, BOB, made.record.id)
    await club.act("D5")
    after = await club.act("E6")
    assert (after.ply, after.to_act) == (4, ALICE)


async def test_a_plan_falls_away_with_a_takeback_though_its_position_comes_again(club: Club) -> None:
    await club.start()
    match = await club.act("komi 7", "black")
    await plan(club, "E6", "F5")
    made = await club.proposals.propose(HERE, BOB, MatchId.of(match), ProposalKind.TAKEBACK)
    await club.proposals.accept(HERE, ALICE, made.record.id)
    again = await club.act("black")
    assert again.game.actions == match.game.actions
    assert pairs((await plans(club)).fallen) == [("E6", "F5")]
    after = await club.act("E6")
    assert (after.ply, after.to_act) == (3, ALICE)


async def test_a_planned_reply_may_end_the_match(club: Club) -> None:
    await club.start(GameOptions(size=2, game_type=GameType.NO_KOMI))
    match = await club.act("A1", "white")
    while len(match.game.legal_placements()) > 3:
        match = await club.act(str(match.game.legal_placements()[0]))
    waiting = match.opponent_of(match.to_act.id) if match.to_act else ALICE
    for cell in match.game.legal_placements():
        tried = match.game.copy()
        tried.play(cell)
        for reply in tried.legal_placements():
            after = tried.copy()
            after.play(reply)
            if after.is_over:
                await club.replies.plan(HERE, waiting, ONLY, [cell], [reply])
                ended = await club.act(str(cell))
                assert ended.is_over
                assert ended.record.clock.call_at is None
                return
    raise AssertionError("no such end was found")


async def test_a_turn_that_ends_the_game_leaves_nothing_to_reply_to(club: Club) -> None:
    await club.start(GameOptions(size=2, game_type=GameType.NO_KOMI))
    match = await club.act("A1", "white")
    while True:
        ends = [cell for cell in match.game.legal_placements() if _ends(match, cell)]
        if ends:
            break
        match = await club.act(str(match.game.legal_placements()[0]))
    assert match.to_act is not None
    waiting = match.opponent_of(match.to_act.id)
    attempt = club.replies.plan(HERE, waiting, ONLY, [ends[0]], ["A1"])
    await club.refuses(refusals.NothingToReplyTo, attempt)
    considered = club.replies.considered(HERE, waiting, ONLY, [ends[0]])
    await club.refuses(refusals.NothingToReplyTo, considered)


def _ends(match: Match, cell: Cell) -> bool:
    after = match.game.copy()
    after.play(cell)
    return after.is_over


async def test_the_order_of_two_stones_matters_only_where_the_board_does(club: Club) -> None:
    await club.start(GameOptions(game_type=GameType.DOUBLE))
    await club.act("D5")
    await club.replies.plan(HERE, ALICE, ONLY, ["E7", "B2"], ["I9", "H9"])
    await club.act("B2 E7")
    assert column(club.url, "actions", "written") == ["D5", "B2", "E7", "I9", "H9"]


async def test_both_turns_have_to_be_legal_and_whole(club: Club) -> None:
    await begin(club)
    for expected, reply in (("D5", "F5"), ("E6", "E6"), ("E6", "D5"), ("Z99", "F5"), ("E6", "xyz")):
        await club.refuses(refusals.ActionRefused, plan(club, expected, reply))
    await club.refuses(refusals.WrongStoneCount, plan(club, "E6 F7", "F5"))
    await club.refuses(refusals.WrongStoneCount, plan(club, "E6", "F5 G5"))


async def test_only_the_player_who_waits_may_plan(club: Club) -> None:
    await begin(club)
    await club.refuses(refusals.NotWaiting, plan(club, "E6", "F5", BOB))
    attempt = club.replies.plan(HERE, CAROL, MatchNumber(1), ["E6"], ["F5"])
    await club.refuses(refusals.NotAPlayer, attempt)
    elsewhere = club.replies.plan(ELSEWHERE, ALICE, MatchNumber(1), ["E6"], ["F5"])
    await club.refuses(refusals.NoSuchMatch, elsewhere)


async def test_nothing_can_be_planned_before_stones_are_due(club: Club) -> None:
    await club.start()
    await club.refuses(refusals.NotWaiting, plan(club, "komi 7", "black", BOB))
    await club.act("komi 7")
    await club.refuses(refusals.NotWaiting, plan(club, "black", "D5"))


async def test_the_opponent_sees_nothing_of_it(club: Club) -> None:
    await begin(club)
    await plan(club, "E6", "F5")
    found = await plans(club, BOB)
    assert found.standing == found.fallen == ()


async def test_no_more_than_ten_are_kept(club: Club) -> None:
    match = await begin(club)
    cells = [str(cell) for cell in match.game.legal_placements() if str(cell) != "F5"]
    for cell in cells[:10]:
        reply = "button" if cell != "button" else "F5"
        await plan(club, cell, reply)
    await club.refuses(refusals.TooManyReplies, plan(club, cells[10], "button"))
    await plan(club, cells[0], "button")


async def test_all_can_be_forgotten(club: Club) -> None:
    await begin(club)
    await plan(club, "E6", "F5")
    await club.replies.forget(HERE, ALICE, ONLY)
    after = await club.act("E6")
    assert after.to_act == ALICE


async def test_planning_and_the_expected_turn_at_once_leave_one_of_two_whole_outcomes(club: Club) -> None:
    match = await begin(club)
    outcomes = await asyncio.gather(
        club.replies.plan(HERE, ALICE, MatchId.of(match), ["E6"], ["F5"]),
        club.play.act(HERE, BOB, MatchId.of(match), ["E6"]),
        return_exceptions=True,
    )
    written = column(club.url, "actions", "written")[3:]
    if isinstance(outcomes[0], Plans):
        assert written == ["E6", "F5"]
    else:
        assert isinstance(outcomes[0], refusals.PositionMovedOn)
        assert written == ["E6"]


async def test_what_two_turns_would_do_can_be_looked_at(club: Club) -> None:
    await begin(club)
    found = await club.replies.considered(HERE, ALICE, ONLY, [])
    assert isinstance(found, WhatIf)
    assert not found.is_whole
    assert found.could_take_button
    found = await club.replies.considered(HERE, ALICE, ONLY, [TakeButton(), Cell(6, 5)])
    assert found.is_whole
    assert found.picked_turns == [(TakeButton(),), (Cell(6, 5),)]
    attempt = club.replies.considered(HERE, ALICE, ONLY, [TakeButton(), Cell(6, 5), Cell(7, 5)])
    await club.refuses(refusals.WrongStoneCount, attempt)
