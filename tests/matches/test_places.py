"""Where matches are played: in threads of their channel, back in the channel, and without any place."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.matches import (
    Announced,
    Arrived,
    Astray,
    ChannelIsOff,
    Departure,
    Homeless,
    Match,
    MatchId,
    MatchNumber,
    Outdated,
    Refusal,
    Terms,
    refusals,
)
from bot.matches.outbox import Subject
from bot.matches.place_refusals import HasAPlace, MovedOut, PlayedInThread
from bot.matches.unshown import GRACE
from bot.storage import ChallengeRecord, Database, FirstPlayer, MatchMessage, Pace, Place, ProposalKind
from engine import GameOptions
from tests.matches.club import ALICE, BOB, CAROL, ELSEWHERE, HERE, OTHER_SERVER, Club
from tests.storage.contents import column, unchanged

THREAD, OTHER_THREAD = Place(1, 20, 2), Place(1, 21, 2)


async def threaded(club: Club, thread: Place = THREAD) -> Match:
    """A match of Alice and Bob that was agreed in the channel and is played in a thread."""
    moved = await club.places.enter_thread(await club.start(), thread.channel_id)
    assert moved is not None
    return moved.after


async def unshown(club: Club) -> list[Subject]:
    """What is to be shown of matches once everybody who had something to show has had their time."""
    club.wait(seconds=GRACE.total_seconds() + 1)
    found = [one.subject for one in await club.unshown()]
    return [one for one in found if not isinstance(one, ChallengeRecord | Astray | Outdated)]


def name_of(match: Match) -> MatchId:
    return MatchId.of(match)


# Threads


async def test_a_match_in_a_thread_is_acted_in_there_alone(club: Club) -> None:
    match = await threaded(club)
    assert (match.place, match.place.parent_id) == (THREAD, HERE.channel_id)
    for attempt in (MatchNumber(), MatchNumber(1), name_of(match)):
        refused = await club.refuses(PlayedInThread, club.play.act(HERE, ALICE, attempt, ["komi 7"]))
        assert isinstance(refused, PlayedInThread)
        assert [one.place for one in refused.matches] == [THREAD]
    await club.refuses(PlayedInThread, club.play.seen(HERE, ALICE, None, None))
    assert (await club.play.act(THREAD, ALICE, MatchNumber(), ["komi 7"])).ply == 1


async def test_whose_match_is_in_the_channel_means_that_one_without_saying(club: Club) -> None:
    await threaded(club)
    await club.start(GameOptions(7))
    assert (await club.play.own(HERE, ALICE, MatchNumber())).number == 2


async def test_several_matches_in_threads_are_all_named(club: Club) -> None:
    await threaded(club)
    await threaded(club, OTHER_THREAD)
    refused = await club.refuses(PlayedInThread, club.play.own(HERE, BOB, MatchNumber()))
    assert isinstance(refused, PlayedInThread)
    assert {one.place for one in refused.matches} == {THREAD, OTHER_THREAD}


async def test_who_has_no_match_in_a_thread_is_not_sent_there(club: Club) -> None:
    await threaded(club)
    await club.refuses(refusals.NoMatchHere, club.play.own(HERE, CAROL, MatchNumber()))
    await club.refuses(refusals.NoMatchHere, club.play.seen(HERE, CAROL, None, None))
    for place in (ELSEWHERE, OTHER_THREAD, OTHER_SERVER):
        await club.refuses(refusals.NoSuchMatch, club.play.own(place, ALICE, MatchNumber(1)))
        await club.refuses(refusals.NoMatchHere, club.play.own(place, ALICE, MatchNumber()))


async def test_a_match_that_has_ended_or_moved_enters_no_thread(club: Club) -> None:
    match = await club.start()
    await club.resign(match)
    with unchanged(club.url):
        assert await club.places.enter_thread(match, THREAD.channel_id) is None
    other = await club.start()
    await club.places.enter_thread(other, THREAD.channel_id)
    with unchanged(club.url):
        assert await club.places.enter_thread(other, OTHER_THREAD.channel_id) is None


async def test_what_was_shown_in_the_channel_is_told_from_what_is_to_be_shown_in_the_thread(
    club: Club,
) -> None:
    begun = await club.start()
    turn = await club.act("komi 7")
    await club.play.set_message(turn, 100)
    moved = await club.places.enter_thread(begun, THREAD.channel_id)
    assert moved is not None
    assert moved.before.record.message == MatchMessage(100, 1)
    assert (moved.after.ply, moved.after.record.message) == (1, None)
    # A board that was on its way to the channel meanwhile is the one that is out of date.
    assert await club.play.set_message(turn, 101) == MatchMessage(101, 1)
    (shown,) = await unshown(club)
    assert isinstance(shown, Match)
    assert shown.place == THREAD


@pytest.mark.parametrize("is_wanted", [True, False])
async def test_the_end_of_a_match_in_a_thread_is_announced_once_where_that_is_wanted(
    is_wanted: bool, club: Club
) -> None:
    await club.preferences.set_up(
        HERE, lambda settings: replace(settings, announces_results=is_wanted), is_moderator=True
    )
    ended = await club.resign(await threaded(club))
    for message_id in (100, 101):
        await club.play.set_message(ended, message_id)
    announced = await unshown(club)
    assert [type(one) for one in announced] == [Announced] * is_wanted


async def test_the_end_of_a_match_in_a_channel_is_not_announced(club: Club) -> None:
    ended = await club.resign(await club.start())
    await club.play.set_message(ended, 100)
    assert await unshown(club) == []


# Back in the channel


@pytest.mark.parametrize("why", Departure)
async def test_all_matches_leave_a_thread_together_and_the_running_ones_are_shown(
    why: Departure, club: Club
) -> None:
    running = await threaded(club)
    made = await club.challenge(CAROL, BOB, place=THREAD)
    over = await club.resign((await club.challenges.accept(THREAD, BOB, made.id)).match)
    await club.play.set_message(over, 100)
    await unshown(club)
    assert len(await club.places.leave_thread(THREAD, why)) == 2
    (shown,) = await unshown(club)
    assert isinstance(shown, Arrived)
    assert (shown.match.record.id, shown.match.place, shown.why) == (running.record.id, HERE, why)
    assert (await club.play.seen(HERE, CAROL, 2, None)).is_over
    await club.refuses(MovedOut, club.play.act(THREAD, ALICE, name_of(running), ["komi 7"]))
    assert (await club.play.act(HERE, ALICE, name_of(running), ["komi 7"])).ply == 1


async def test_a_result_that_nobody_has_seen_is_shown_in_the_channel(club: Club) -> None:
    await club.resign(await threaded(club))
    await club.places.leave_thread(THREAD, Departure.CLOSED)
    (shown,) = await unshown(club)
    assert isinstance(shown, Arrived)
    assert shown.match.is_over


async def test_a_proposal_lapses_with_a_move_and_can_be_made_anew(club: Club) -> None:
    match = await threaded(club)
    proposal = await club.proposals.propose(THREAD, BOB, name_of(match), ProposalKind.CANCEL)
    await club.places.leave_thread(THREAD, Departure.DELETED)
    await club.refuses(refusals.ProposalEnded, club.proposals.accept(HERE, ALICE, proposal.record.id))
    await club.proposals.propose(HERE, BOB, name_of(match), ProposalKind.CANCEL)


# Without a place


async def test_a_deleted_channel_leaves_its_matches_and_those_of_its_threads_without_a_place(
    club: Club,
) -> None:
    here, thread = await club.start(), await threaded(club)
    elsewhere = await club.start(place=ELSEWHERE)
    await club.resign(await club.start(GameOptions(8)))
    lost = await club.places.lose_channel(HERE.channel_id)
    assert [one.record.id for one in lost] == [here.record.id, thread.record.id]
    assert column(club.url, "matches", "is_homeless") == [1, 1, 0, 0]
    assert not (await club.play.own(ELSEWHERE, ALICE, name_of(elsewhere))).record.is_homeless
    assert {type(one) for one in await unshown(club)} >= {Homeless}
    await club.refuses(refusals.NoSuchMatch, club.play.act(ELSEWHERE, ALICE, MatchNumber(1), ["komi 7"]))


async def test_the_players_of_a_lost_match_are_told_once(club: Club) -> None:
    await threaded(club)
    assert len(await club.places.lose_channel(THREAD.channel_id)) == 1
    assert await club.places.lose_channel(HERE.channel_id) == []
    assert await club.places.leave_thread(THREAD, Departure.DELETED) == []
    assert [type(one) for one in await unshown(club)] == [Homeless]


async def test_nobody_is_sent_to_a_place_that_is_gone(club: Club) -> None:
    match = await threaded(club)
    await club.places.lose_channel(THREAD.channel_id)
    await club.refuses(refusals.NoSuchMatch, club.play.own(HERE, ALICE, name_of(match)))
    await club.refuses(refusals.NoMatchHere, club.play.own(HERE, ALICE, MatchNumber()))


async def test_the_time_of_a_match_without_a_place_stands_still_and_begins_anew(club: Club) -> None:
    terms = Terms(BOB, GameOptions(), FirstPlayer.CHALLENGER, Pace.ONE_DAY)
    made = await club.challenges.challenge(HERE, ALICE, terms)
    match = (await club.challenges.accept(HERE, BOB, made.id)).match
    await club.places.lose_channel(HERE.channel_id)
    club.wait(days=30)
    assert await club.clocks.call_due() == []
    (listed,) = await club.play.running_with(ALICE)
    assert listed.record.clock.began_at == match.record.clock.began_at
    continued = await club.places.continue_here(ELSEWHERE, BOB, match.record.id)
    assert continued.deadline is not None
    assert (continued.deadline - club.time).days == 1


async def test_a_turn_on_its_way_while_the_channel_is_deleted_starts_no_clock(club: Club) -> None:
    terms = Terms(BOB, GameOptions(), FirstPlayer.CHALLENGER, Pace.ONE_DAY)
    made = await club.challenges.challenge(HERE, ALICE, terms)
    match = (await club.challenges.accept(HERE, BOB, made.id)).match
    await club.places.lose_channel(HERE.channel_id)
    acted = await club.play.act(HERE, ALICE, name_of(match), ["komi 7"])
    assert (acted.ply, acted.deadline) == (1, None)
    club.wait(days=30)
    assert await club.clocks.call_due() == []
    continued = await club.places.continue_here(ELSEWHERE, BOB, match.record.id)
    assert continued.deadline is not None


async def test_a_match_without_a_place_goes_on_wherever_a_player_wants_it(club: Club) -> None:
    match = await club.start()
    await club.act("komi 7")
    await club.places.lose_channel(HERE.channel_id)
    await club.places.continue_here(ELSEWHERE, BOB, match.record.id)
    (shown,) = await unshown(club)
    assert isinstance(shown, Match)
    assert (shown.place, shown.ply) == (ELSEWHERE, 1)
    assert (await club.play.act(ELSEWHERE, BOB, MatchNumber(), ["white"])).ply == 2


async def test_only_a_player_continues_a_match_and_only_on_its_server(club: Club) -> None:
    match = await club.start()
    match_id = match.record.id
    await club.refuses(HasAPlace, club.places.continue_here(ELSEWHERE, ALICE, match_id))
    await club.places.lose_channel(HERE.channel_id)
    for attempt in (club.places.continue_here, club.places.homeless):
        await club.refuses(refusals.NoSuchMatch, attempt(ELSEWHERE, CAROL, match_id))
        await club.refuses(refusals.NoSuchMatch, attempt(OTHER_SERVER, ALICE, match_id))
        await club.refuses(refusals.NoSuchMatch, attempt(Place(None, 9), ALICE, match_id))
        await club.refuses(refusals.NoSuchMatch, attempt(ELSEWHERE, ALICE, match_id + 1))
    await club.places.continue_here(ELSEWHERE, ALICE, match_id)
    await club.refuses(HasAPlace, club.places.continue_here(Place(1, 7), BOB, match_id))


async def test_a_match_is_not_continued_where_none_can_be_begun(club: Club) -> None:
    match = await club.start()
    await club.places.lose_channel(HERE.channel_id)
    await club.preferences.set_up(
        ELSEWHERE, lambda settings: replace(settings, is_off=True), is_moderator=True
    )
    await club.refuses(ChannelIsOff, club.places.continue_here(ELSEWHERE, ALICE, match.record.id))


async def test_a_match_that_is_over_is_not_continued(club: Club) -> None:
    match = await club.resign(await club.start())
    await club.refuses(refusals.MatchOver, club.places.continue_here(ELSEWHERE, ALICE, match.record.id))


# The list of somebody's matches


async def test_the_list_begins_with_what_waits_for_the_player_the_longest_wait_on_top(club: Club) -> None:
    for size in (6, 7, 8, 9):
        await club.start(GameOptions(size), place=Place(1, size))
        club.wait(hours=1)
    for size in (8, 6):
        await club.play.act(Place(1, size), ALICE, MatchNumber(), ["komi 7"])
        club.wait(hours=1)
    assert [one.record.options.size for one in await club.play.running_with(ALICE)] == [7, 9, 8, 6]
    assert [one.record.options.size for one in await club.play.running_with(BOB)] == [8, 6, 7, 9]


# At once


@pytest.fixture(params=["one bot", "two bots"])
async def twin(request: pytest.FixtureRequest, club: Club):
    if request.param == "one bot":
        yield club
        return
    async with Database.open(club.url) as database:
        yield Club(database, club.url)


async def test_of_two_players_who_continue_a_match_at_once_one_does(club: Club, twin: Club) -> None:
    match = await club.start()
    await club.places.lose_channel(HERE.channel_id)
    outcomes = await asyncio.gather(
        club.places.continue_here(ELSEWHERE, ALICE, match.record.id),
        twin.places.continue_here(Place(1, 7), BOB, match.record.id),
        return_exceptions=True,
    )
    assert [isinstance(one, Refusal) for one in outcomes].count(True) == 1
    (place,) = {one.place for one in outcomes if isinstance(one, Match)}
    assert (await club.play.own(place, ALICE, MatchNumber(1))).place == place


async def test_a_departure_that_is_noticed_twice_at_once_happens_once(club: Club, twin: Club) -> None:
    await threaded(club)
    moved = await asyncio.gather(
        club.places.leave_thread(THREAD, Departure.DELETED),
        twin.places.leave_thread(THREAD, Departure.CLOSED),
    )
    assert sorted(map(len, moved)) == [0, 1]
    assert [type(one) for one in await unshown(club)] == [Arrived]


async def test_with_a_channel_and_its_thread_lost_at_once_players_are_told_once(
    club: Club, twin: Club
) -> None:
    await threaded(club)
    await asyncio.gather(
        club.places.leave_thread(THREAD, Departure.DELETED), twin.places.lose_channel(HERE.channel_id)
    )
    assert column(club.url, "matches", "is_homeless") == [1]
    assert [type(one) for one in await unshown(club)] == [Homeless]
