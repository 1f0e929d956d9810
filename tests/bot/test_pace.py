"""The time of turns in Discord: deadlines, reminders, and claims when time is up."""

from __future__ import annotations

from datetime import timedelta

import pytest
from simcord.actors import MemberActor

from bot.matches import GRACE, Call, Clocks, MatchNumber, Outbox
from bot.scheduler import ROUND
from bot.storage import Ending, Person, Place
from tests.bot.shown import Shown
from tests.bot.world import World
from tests.storage.contents import column

ROUND_SECONDS = ROUND.total_seconds() + 1
"""Seconds after which the bot has looked at what is due."""
MESSAGES = "/channels/*/messages"
CHANGED_MESSAGES = "/channels/*/messages/*"
PACES = {"1": ("1 day a turn", 24), "3": ("3 days a turn", 72), "7": ("7 days a turn", 168)}
CLAIM, GIVE = "Claim the win", "Give more time"


async def wait(world: World, **duration: float) -> list[Shown]:
    """Let time pass until the bot has looked; the messages that it has sent to the channel."""
    before = world.count
    world.clock.advance(**duration)
    await world.env.advance_time(ROUND_SECONDS)
    return world.messages[before:]


def stamp(world: World, hours: float) -> str:
    """Discord's markup for a moment that is so many hours away, as it is shown to everybody."""
    moment = int((world.clock.time + timedelta(hours=hours)).timestamp())
    return f"until <t:{moment}:f>, <t:{moment}:R>"


def direct_messages(world: World, who: MemberActor) -> list[Shown]:
    """What the bot wrote to somebody directly."""
    shown = [
        Shown(world.env, one)
        for channel_id, stored in world.env.backend.messages.items()
        if channel_id != world.channel.id
        for one in stored.values()
    ]
    return [one for one in shown if f"<@{who.id}>" in one.text]


@pytest.mark.parametrize("pace", PACES)
async def test_the_pace_is_in_the_challenge_and_the_deadline_under_the_board(pace: str, world: World) -> None:
    words, hours = PACES[pace]
    challenge = await world.challenge(pace=pace)
    assert f"Standard scoring, 6 cells per side, {words}." in challenge.text
    listed = await world.slash(world.bob, "challenges")
    assert f"size 6 · Komi · Standard · {words}" in listed.text
    start = await world.click(world.bob, challenge, "Accept")
    assert words in world.now(challenge).text
    assert f"You have time {stamp(world, hours)}." in start.text
    assert f"-# Match 1 · size 6 · Komi · Standard · {words}" in start.text
    world.clock.advance(hours=5)
    named = await world.play("komi 7")
    assert f"You have time {stamp(world, hours)}." in named.text
    for person in (world.alice, world.bob):
        assert (await world.slash(person, "matches")).text.endswith(stamp(world, hours))


async def test_whoever_looks_at_a_match_sees_till_when_its_turn_is_due(world: World) -> None:
    start = await world.start_match(pace="3")
    world.clock.advance(hours=5)
    time = stamp(world, 67)
    says = {
        world.alice: f"It is your turn: name komi with `/komi`. You have time {time}.",
        world.bob: f"It is **Alice**'s turn. **Alice** has time {time}.",
        world.carol: f"It is **Alice**'s turn. **Alice** has time {time}.",
    }
    for who, line in says.items():
        assert line in (await world.slash(who, "board")).text.splitlines()
    assert says[world.bob] in (await world.click(world.bob, start, "More")).text.splitlines()
    earlier = await world.slash(world.alice, "board", move=0)
    assert "<t:" not in earlier.text, "that turn was over long ago"


async def test_without_a_pace_nothing_speaks_of_time(world: World) -> None:
    challenge = await world.challenge()
    start = await world.click(world.bob, challenge, "Accept")
    listed = await world.slash(world.bob, "matches")
    looked = await world.slash(world.bob, "board")
    for shown in (challenge, start, listed, looked):
        assert "a turn" not in shown.text
    assert "<t:" not in start.text + listed.text + looked.text
    menu = await world.click(world.bob, start, "More")
    assert not {"Give time", CLAIM} & set(menu.buttons)


async def test_a_rematch_keeps_the_pace(world: World) -> None:
    await world.start_match(pace="3")
    result = await world.click(world.bob, await world.slash(world.bob, "resign"), "Resign match 1")
    offer = await world.click(world.bob, result, "Rematch")
    assert "3 days a turn" in offer.text
    again = await world.click(world.alice, offer, "Accept")
    assert f"You have time {stamp(world, 72)}." in again.text


async def test_a_player_is_reminded_at_half_time_and_shortly_before_the_end(world: World) -> None:
    start = await world.start_match(pace="3")
    assert await wait(world, hours=35.9) == []
    (half,) = await wait(world, hours=0.2)
    assert half.text.startswith(f"<@{world.alice.id}>, it is still your turn against **Bob**. You have time")
    assert half.text.splitlines()[1].endswith(f"/{start.channel_id}/{start.id}")
    assert half.pinged == [world.alice.id]
    assert half.buttons == {}
    assert await wait(world, hours=32) == []
    (last,) = await wait(world, hours=1)
    assert last.pinged == [world.alice.id]
    assert await wait(world, hours=2) == []
    (up,) = await wait(world, hours=1)
    assert up.pinged == [world.bob.id]
    assert await wait(world, days=100) == []


async def test_a_player_without_a_limit_is_reminded_three_times_at_most(world: World) -> None:
    await world.start_match()
    reminded = [len(await wait(world, days=1)) for _ in range(40)]
    assert [day for day, count in enumerate(reminded, start=1) if count] == [3, 10, 17]
    assert world.latest.text.splitlines()[0] == (
        f"<@{world.alice.id}>, it is still your turn against **Bob**."
    )
    assert set(reminded) == {0, 1}


@pytest.mark.parametrize("pace", ["none", "1", "7"])
async def test_after_a_long_stop_what_was_missed_is_told_once(pace: str, world: World) -> None:
    await world.start_match(pace=pace)
    world.clock.advance(days=60)
    await world.restart()
    assert len(await wait(world, minutes=5)) <= 1
    await world.env.advance_time(10 * ROUND_SECONDS)
    told = world.messages[2:]
    assert [one.pinged for one in told] == [[world.alice.id if pace == "none" else world.bob.id]]


async def time_up(world: World) -> Shown:
    """Alice let a day pass, and Bob was told."""
    await world.start_match(pace="1")
    (shown,) = await wait(world, hours=25)
    return shown


async def test_when_time_is_up_the_waiting_player_is_asked(world: World) -> None:
    shown = await time_up(world)
    assert shown.text.startswith(f"<@{world.bob.id}>, **Alice**'s time for this turn is up.")
    assert list(shown.buttons) == [CLAIM, GIVE]
    assert not (await world.match()).is_over
    for label in (CLAIM, GIVE):
        own = await world.refusal(world.click(world.alice, shown, label))
        assert own.text == "It is your own turn in match 1, so it is your time that runs."
        bystander = await world.refusal(world.click(world.carol, shown, label))
        assert "only they can do that" in bystander.text


async def test_a_claimed_win_ends_the_match(world: World) -> None:
    shown = await time_up(world)
    board = world.messages[1]
    await world.restart()
    result = await world.click(world.bob, shown, CLAIM)
    assert result.text.startswith("### **Bob** wins match 1\n**Alice** ran out of time.")
    assert "Rematch" in result.buttons
    assert world.now(shown).text == "**Bob** claimed the win in match 1."
    assert (world.now(shown).buttons, world.now(board).buttons) == ({}, {})
    match = await world.match()
    assert (match.record.ending, match.winner and match.winner.id) == (Ending.OUT_OF_TIME, world.bob.id)
    assert result.alt_text is not None
    assert "ran out of time" in result.alt_text
    assert "The match is over: **Bob** won." in (await world.slash(world.carol, "board")).text
    again = await world.refusal(world.press(world.bob, shown, shown.buttons[CLAIM]))
    assert again.text == "Match 1 is over: **Bob** won."


async def test_more_time_is_a_fresh_period(world: World) -> None:
    shown = await time_up(world)
    board, count = world.messages[1], world.count
    given = await world.click(world.bob, shown, GIVE)
    assert given.text == f"**Bob** gave **Alice** more time: {stamp(world, 24)}.\n-# Match 1"
    assert (given.id, given.buttons, given.pinged[1:]) == (shown.id, {}, [])
    assert world.count == count
    assert f"You have time {stamp(world, 24)}." in world.now(board).text
    assert world.now(board).buttons == board.buttons
    early = await world.refusal(world.press(world.bob, shown, shown.buttons[CLAIM]))
    assert early.text == f"**Alice** has time {stamp(world, 24)}. Only then can you claim the win."
    (reminder,) = await wait(world, hours=21)
    assert reminder.pinged == [world.alice.id]
    await world.play("komi 7")


async def give_time_and_die(world: World) -> None:
    """Bob gives Alice more time in match 1, and the process dies right after."""
    place, bob = Place(world.guild.id, world.channel.id), Person(world.bob.id, "Bob")
    await Clocks(world.database, world.clock).give_time(place, bob, MatchNumber(1))


async def test_the_board_tells_of_more_time_though_the_process_died_or_discord_failed(world: World) -> None:
    board = await world.start_match(pace="1")
    for is_killed in (True, False):
        world.clock.advance(hours=3)
        if is_killed:
            await give_time_and_die(world)
        else:
            world.env.inject_error("PATCH", CHANGED_MESSAGES, status=500)
            await world.click(world.bob, await world.click(world.bob, board, "More"), "Give time")
        until = stamp(world, 24)
        assert until not in world.now(board).text
        count = world.count
        await wait(world, seconds=GRACE.total_seconds() + 1)
        assert f"You have time {until}." in world.now(board).text
        assert world.now(board).buttons == board.buttons
        assert (world.count, column(world.url, "outbox", "kind")) == (count, [])


async def test_more_time_changes_no_board_of_an_earlier_position(world: World) -> None:
    board = await world.start_match(pace="1")
    await world.arrange("komi 7")
    await Clocks(world.database, world.clock).give_time(
        Place(world.guild.id, world.channel.id), Person(world.alice.id, "Alice"), MatchNumber(1)
    )
    await wait(world, seconds=GRACE.total_seconds() + 1)
    assert "named komi" not in world.now(board).text
    assert "**Alice** named komi **7**." in world.latest.text
    assert column(world.url, "outbox", "kind") == []


async def test_a_turn_played_late_counts_and_the_claim_is_out_of_date(world: World) -> None:
    shown = await time_up(world)
    await world.play("komi 7")
    for label in (CLAIM, GIVE):
        late = await world.refusal(world.click(world.bob, shown, label))
        assert late.text.startswith("The match has moved on since that message.")


async def test_the_menu_gives_time_and_claims_the_win(world: World) -> None:
    start = await world.start_match(pace="1")
    menu = await world.click(world.bob, start, "More")
    assert list(menu.buttons) == ["Rules", "Offer a draw", "Cancel the match", "Give time", "Resign"]
    assert not {"Give time", CLAIM} & set((await world.click(world.alice, start, "More")).buttons)
    world.clock.advance(hours=20)
    given = await world.click(world.bob, menu, "Give time")
    assert not given.is_private
    assert (given.id, given.pinged) == (world.latest.id, [])
    assert "**Bob** gave **Alice** more time" in given.text
    assert world.now(menu).buttons == {}
    await wait(world, hours=25)
    late = await world.click(world.bob, start, "More")
    assert CLAIM in late.buttons
    result = await world.click(world.bob, late, CLAIM)
    assert "**Alice** ran out of time." in result.text


REFUSALS = {
    "missing access": (403, 50001),
    "missing permissions": (403, 50013),
    "unknown channel": (404, 10003),
}


@pytest.mark.parametrize("why", REFUSALS)
async def test_where_the_channel_takes_no_message_the_player_is_told_directly(why: str, world: World) -> None:
    await world.start_match(pace="1")
    status, code = REFUSALS[why]
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=status, code=code)
    assert await wait(world, hours=22) == []
    (reminder,) = direct_messages(world, world.alice)
    assert "it is still your turn against **Bob**" in reminder.text
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=status, code=code)
    assert await wait(world, hours=3) == []
    (up,) = direct_messages(world, world.bob)
    assert "**More** under the board has both." in up.text
    assert up.buttons == {}


async def test_whoever_cannot_be_told_at_all_loses_nothing(world: World) -> None:
    start = await world.start_match(pace="1")
    world.env.inject_error("POST", MESSAGES, status=403, code=50007, times=None)
    assert await wait(world, hours=22) == []
    attempts = sum(one.method == "POST" and one.path.endswith("/messages") for one in world.env.http_requests)
    await world.env.advance_time(10 * ROUND_SECONDS)
    assert attempts == sum(
        one.method == "POST" and one.path.endswith("/messages") for one in world.env.http_requests
    )
    assert column(world.url, "matches", "ending") == [None]
    await wait(world, hours=3)
    menu = await world.click(world.bob, start, "More")
    assert CLAIM in menu.buttons


async def test_who_could_not_be_told_during_an_outage_is_told_once_after_it(world: World) -> None:
    await world.start_match(pace="1")
    world.env.inject_error("POST", "*", status=503, times=None)
    assert await wait(world, hours=21) == []
    assert await wait(world, minutes=9) == []
    world.env.backend.faults.clear()
    (reminder,) = await wait(world, minutes=2)
    assert reminder.pinged == [world.alice.id]
    assert "it is still your turn" in reminder.text
    assert await wait(world, hours=2) == []


async def take_and_die(world: World) -> None:
    """Be another process, which takes what is due and is gone."""
    await Clocks(world.database, world.clock).call_due()
    taken = await Outbox(world.database, world.clock).take_due()
    assert taken is not None
    assert isinstance(taken.subject, Call)


async def test_who_was_not_called_by_a_process_that_died_is_called_within_a_minute(world: World) -> None:
    await world.start_match(pace="1")
    world.clock.advance(hours=21)
    await take_and_die(world)
    assert await wait(world, seconds=1) == []
    (reminder,) = await wait(world, seconds=60 - ROUND_SECONDS)
    assert reminder.pinged == [world.alice.id]
    assert await wait(world, minutes=10) == []


@pytest.mark.parametrize("way", ["mention", "direct_message"])
async def test_who_was_called_by_a_process_right_before_it_died_is_not_called_again(
    way: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await world.slash(world.alice, "preferences")
    await world.choose(world.alice, shown, "catena:prefer:calls", way)
    await world.start_match(pace="1")
    # What was sent is looked for by Discord's time.
    world.env.backend.advance_clock(timedelta(hours=21).total_seconds())
    with monkeypatch.context() as patch:
        patch.setattr(Outbox, "done", dies)
        await wait(world, hours=21)
    called = everything(world)
    assert sum("it is still your turn" in one.text for one in called) == 1
    await wait(world, minutes=2)
    await wait(world, minutes=2)
    assert len(everything(world)) == len(called)
    assert column(world.url, "outbox", "kind") == []


async def dies(*_arguments: object) -> None:
    """What a process does that is killed: nothing more."""


def everything(world: World) -> list[Shown]:
    """All that anybody was sent."""
    return [
        Shown(world.env, one) for stored in world.env.backend.messages.values() for one in stored.values()
    ]


async def test_who_played_during_an_outage_is_not_reminded_after_it(world: World) -> None:
    await world.start_match(pace="1")
    world.env.inject_error("POST", MESSAGES, status=503, times=None)
    world.env.inject_error("POST", "/users/@me/channels", status=503, times=None)
    await wait(world, hours=21)
    await world.play("komi 7")
    world.env.backend.faults.clear()
    assert await wait(world, minutes=10) == []


async def test_one_call_that_fails_does_not_keep_the_others_back(world: World) -> None:
    await world.start_match(pace="1")
    world.clock.advance(minutes=1)
    await world.start_match(pace="1", size=7)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=404, code=10003)
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    (shown,) = await wait(world, hours=22)
    assert "Match 2" in shown.text
