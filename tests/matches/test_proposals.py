"""Proposals: only the other player answers, once, for the position in which it was asked."""

from __future__ import annotations

import asyncio

import pytest

from bot.matches import Answered, Match, MatchId, MatchNumber, Proposal, refusals
from bot.storage import Ending, Person, ProposalKind, ProposalState
from engine import GameOptions, GameType
from tests.matches.club import ALICE, BOB, CAROL, ELSEWHERE, HERE, OTHER_SERVER, Club
from tests.storage.contents import column

TAKEBACK, DRAW, CANCEL = ProposalKind.TAKEBACK, ProposalKind.DRAW, ProposalKind.CANCEL
NO_KOMI, DOUBLE = GameOptions(game_type=GameType.NO_KOMI), GameOptions(game_type=GameType.DOUBLE)


async def propose(club: Club, who: Person, kind: ProposalKind) -> Proposal:
    return await club.proposals.propose(HERE, who, MatchNumber(), kind)


async def accept(club: Club, proposal: Proposal) -> Answered:
    return await club.proposals.accept(HERE, proposal.asked, proposal.record.id)


async def take_back(club: Club, who: Person) -> Match:
    """Somebody asks for a takeback, and the other accepts."""
    return (await accept(club, await propose(club, who, TAKEBACK))).match


async def possible(club: Club, who: Person) -> tuple[ProposalKind, ...]:
    return (await club.proposals.choices(HERE, who, MatchNumber())).kinds


TAKEN_BACK = [
    pytest.param(GameOptions(), "komi 7", ALICE, 0, id="komi"),
    pytest.param(GameOptions(), "komi 7|black", BOB, 1, id="a colour"),
    pytest.param(GameOptions(), "komi 7|black|D5", BOB, 2, id="a stone, not the colour before it"),
    pytest.param(GameOptions(), "komi 7|white|D5", BOB, 1, id="a colour and the stone after it"),
    pytest.param(GameOptions(), "komi 7|white|D5|E7", ALICE, 2, id="a stone and the answer"),
    pytest.param(GameOptions(), "komi 7|white|D5|E7", BOB, 3, id="an answer"),
    pytest.param(GameOptions(), "komi 7|white|button|E7", ALICE, 2, id="the button"),
    pytest.param(NO_KOMI, "D5", ALICE, 0, id="the first stone"),
    pytest.param(NO_KOMI, "D5|white", BOB, 1, id="a colour after the first stone"),
    pytest.param(NO_KOMI, "D5|white|E7", BOB, 2, id="a stone after the colour"),
    pytest.param(NO_KOMI, "D5|white|E7", ALICE, 0, id="the first stone and all after it"),
    pytest.param(DOUBLE, "D5", ALICE, 0, id="the single stone of Double placement"),
    pytest.param(DOUBLE, "D5|A1 B7", BOB, 1, id="both stones of a turn"),
    pytest.param(DOUBLE, "D5|A1 B7", ALICE, 0, id="the single stone and the two after it"),
    pytest.param(DOUBLE, "D5|A1 B7|F1 F9", BOB, 1, id="two whole turns"),
]


@pytest.mark.parametrize(("options", "turns", "who", "left"), TAKEN_BACK)
async def test_a_takeback_leads_back_to_before_the_askers_last_turn(
    options: GameOptions, turns: str, who: Person, left: int, club: Club
) -> None:
    await club.start(options)
    before = await club.act(*turns.split("|"))
    after = await take_back(club, who)
    assert after.to_act == who
    assert after.game.actions == before.game.actions[:left]
    assert after.takebacks == 1
    assert column(club.url, "actions", "ply") == list(range(1, left + 1))
    seen = await club.play.seen(HERE, CAROL, None, None)
    assert (seen.record, seen.game.history) == (after.record, after.game.history)
    again = await club.act(str(before.game.history[left].action)) if options != DOUBLE or not left else None
    assert again is None or again.ply == left + 1


async def test_a_match_is_played_to_its_end_after_takebacks(club: Club) -> None:
    options = GameOptions(2)
    match = await club.start(options)
    await club.act("komi 1", "white")
    for turn in ("A1", "button", "C2"):
        await club.act(turn)
        await take_back(club, ALICE if turn != "button" else BOB)
        match = await club.act(turn)
    while not match.is_over:
        match = await club.act(str(match.game.legal_placements()[0]))
    assert match.record.ending is Ending.PLAYED
    assert match.takebacks == 3


@pytest.mark.parametrize(("kind", "ending"), [(DRAW, Ending.DRAWN), (CANCEL, Ending.CANCELLED)])
async def test_an_agreed_end_has_no_winner(kind: ProposalKind, ending: Ending, club: Club) -> None:
    await club.start()
    before = await club.act("komi 7", "white")
    answered = await accept(club, await propose(club, ALICE, kind))
    match = answered.match
    assert (match.record.ending, match.winner, match.to_act) == (ending, None, None)
    assert match.early_end is not None
    assert match.early_end.winner is None
    assert answered.before.game.history == before.game.history
    assert await club.play.running_with(ALICE) == []
    await club.refuses(refusals.MatchOver, act(club, match))
    rematch = await club.challenges.rematch(HERE, BOB, match.record.id)
    assert rematch.opponent == ALICE


async def act(club: Club, match: Match) -> Match:
    return await club.play.act(HERE, ALICE, MatchNumber(match.number), ["D5"])


async def test_a_match_can_be_cancelled_only_while_no_stone_is_placed(club: Club) -> None:
    await club.start()
    assert await possible(club, BOB) == (DRAW, CANCEL)
    await club.act("komi 7", "white", "button")
    assert await possible(club, BOB) == (TAKEBACK, DRAW, CANCEL)
    open_still = await propose(club, ALICE, CANCEL)
    await club.act("D5")
    assert await possible(club, BOB) == (TAKEBACK, DRAW)
    await club.refuses(refusals.StonesArePlaced, propose(club, BOB, CANCEL))
    await club.refuses(refusals.ProposalEnded, accept(club, open_still))


async def test_nobody_can_take_back_a_turn_they_have_not_had(club: Club) -> None:
    await club.start()
    for person in (ALICE, BOB):
        await club.refuses(refusals.NothingToTakeBack, propose(club, person, TAKEBACK))
    await club.act("komi 7")
    await club.refuses(refusals.NothingToTakeBack, propose(club, BOB, TAKEBACK))
    await propose(club, ALICE, TAKEBACK)


@pytest.mark.parametrize("kind", ProposalKind)
async def test_only_players_of_the_match_may_propose_in_its_channel(kind: ProposalKind, club: Club) -> None:
    match = await club.start()
    await club.act("komi 7")
    for name in (MatchNumber(1), MatchId(match.record.id, 1)):
        await club.refuses(refusals.NotAPlayer, club.proposals.propose(HERE, CAROL, name, kind))
        await club.refuses(refusals.NotAPlayer, club.proposals.choices(HERE, CAROL, name))
        for place in (ELSEWHERE, OTHER_SERVER):
            await club.refuses(refusals.NoSuchMatch, club.proposals.propose(place, ALICE, name, kind))
    stale = MatchId(match.record.id, 0)
    await club.refuses(refusals.PositionMovedOn, club.proposals.propose(HERE, ALICE, stale, kind))


@pytest.mark.parametrize("kind", ProposalKind)
async def test_only_the_other_player_may_answer(kind: ProposalKind, club: Club) -> None:
    await club.start()
    await club.act("komi 7")
    asked = await propose(club, ALICE, kind)
    for answer in (club.proposals.accept, club.proposals.decline):
        await club.refuses(refusals.NotTheOneAsked, answer(HERE, ALICE, asked.record.id))
        await club.refuses(refusals.NotAPlayer, answer(HERE, CAROL, asked.record.id))
        await club.refuses(refusals.NoSuchProposal, answer(HERE, BOB, asked.record.id + 1))
        for place in (ELSEWHERE, OTHER_SERVER):
            await club.refuses(refusals.NoSuchProposal, answer(place, BOB, asked.record.id))
    await accept(club, asked)
    for answer in (club.proposals.accept, club.proposals.decline):
        for person in (ALICE, BOB):
            await club.refuses(refusals.ProposalEnded, answer(HERE, person, asked.record.id))


@pytest.mark.parametrize("kind", ProposalKind)
async def test_the_same_is_not_proposed_twice_in_a_position(kind: ProposalKind, club: Club) -> None:
    await club.start()
    await club.act("komi 7", "white")
    asked = await propose(club, ALICE, kind)
    for person in (ALICE, BOB):
        await club.refuses(refusals.AlreadyProposed, propose(club, person, kind))
        assert kind not in await possible(club, person)
    declined = await club.proposals.decline(HERE, BOB, asked.record.id)
    assert declined.record.state is ProposalState.DECLINED
    await club.refuses(refusals.AlreadyDeclined, propose(club, ALICE, kind))
    assert (await propose(club, BOB, kind)).asked == ALICE
    await club.act("button")
    assert (await propose(club, ALICE, kind)).record.state is ProposalState.OPEN


async def test_a_proposal_falls_away_with_the_next_turn(club: Club) -> None:
    match = await club.start()
    await club.act("komi 7", "white")
    draw, cancel = await propose(club, ALICE, DRAW), await propose(club, BOB, CANCEL)
    assert await club.proposals.settle(match) == []
    await club.act("button")
    for answer in (club.proposals.accept, club.proposals.decline):
        await club.refuses(refusals.ProposalEnded, answer(HERE, BOB, draw.record.id))
    settled = await club.proposals.settle(match)
    assert [one.record.id for one in settled] == [draw.record.id, cancel.record.id]
    assert column(club.url, "proposals", "state") == [ProposalState.LAPSED] * 2
    assert await club.proposals.settle(match) == []


async def test_proposals_fall_away_when_the_match_ends_or_a_turn_is_taken_back(club: Club) -> None:
    await club.start()
    await club.act("komi 7", "white")
    draw, takeback = await propose(club, ALICE, DRAW), await propose(club, BOB, TAKEBACK)
    match = (await accept(club, takeback)).match
    await club.refuses(refusals.ProposalEnded, accept(club, draw))
    await club.act("white")
    assert (await club.proposals.settle(match))[0].record.id == draw.record.id
    draw = await propose(club, ALICE, DRAW)
    ended = await club.play.resign(HERE, BOB, MatchNumber(1))
    await club.refuses(refusals.ProposalEnded, accept(club, draw))
    (lapsed,) = await club.proposals.settle(ended)
    assert lapsed.match.is_over


async def test_a_proposal_whose_message_comes_late_tells_that_it_fell_away(club: Club) -> None:
    await club.start()
    await club.act("komi 7", "white")
    draw = await propose(club, ALICE, DRAW)
    await club.act("button")
    late = await club.proposals.set_message(draw, 100)
    assert (late.record.message_id, late.record.state) == (100, ProposalState.LAPSED)


async def test_buttons_of_a_position_taken_back_act_on_no_other(club: Club) -> None:
    match = await club.start()
    await club.act("komi 7", "white", "D5")
    old = MatchId(match.record.id, 3)
    await take_back(club, ALICE)
    again = await club.act("F5")
    assert again.ply == 3
    await club.refuses(refusals.PositionMovedOn, club.play.act(HERE, BOB, old, ["E7"]))
    await club.refuses(refusals.PositionMovedOn, club.play.resign(HERE, BOB, old))
    await club.refuses(refusals.PositionMovedOn, club.proposals.propose(HERE, BOB, old, DRAW))
    await club.play.act(HERE, BOB, MatchId.of(again), ["E7"])


async def test_a_message_of_a_position_taken_back_is_not_taken_for_the_latest(club: Club) -> None:
    await club.start()
    shown = await club.act("komi 7", "white")
    await club.play.set_message(shown, 100)
    late = await club.act("D5")
    after = await take_back(club, ALICE)
    assert after.record.message is None
    assert await club.play.set_message(after, 101) is None
    assert (await club.play.set_message(late, 102)) is not None
    seen = await club.play.seen(HERE, ALICE, 1, None)
    assert seen.record.message is not None
    assert seen.record.message.id == 101


@pytest.mark.parametrize("kind", ProposalKind)
async def test_of_an_answer_and_a_turn_at_once_one_counts(kind: ProposalKind, club: Club) -> None:
    await club.start()
    await club.act("komi 7", "white")
    asked = await propose(club, BOB, kind) if kind is TAKEBACK else await propose(club, ALICE, kind)
    name = MatchId(asked.match.record.id, 2)
    outcomes = await asyncio.gather(
        accept(club, asked), club.play.act(HERE, ALICE, name, ["button"]), return_exceptions=True
    )
    refused = [one for one in outcomes if isinstance(one, Exception)]
    assert len(refused) == 1
    assert isinstance(refused[0], refusals.Refusal)


def test_what_is_written_in_a_button_reads_back() -> None:
    for name, written in ((MatchId(5, 12), "5:12"), (MatchId(5, 12, 3), "5:12.3")):
        assert name.written == written
        assert MatchId.parse(written) == name
