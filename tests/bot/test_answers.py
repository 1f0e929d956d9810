"""Answers that take long: deferred in time, and still the right answer to the right people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from simcord.backend.models import Interaction
from simcord.http.client import FakeWebhookAdapter

from bot.storage import Database, Durability
from tests.bot.shown import Shown
from tests.bot.world import World
from tests.storage.contents import column

MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, FORM = 4, 5, 6, 7, 9
PRIVATE = 64
LONG = 1.5
"""Seconds that a slow use case takes here: longer than the bot waits, shorter than Discord does."""


@pytest.fixture
def slow_database(world: World, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Reading and writing wait until the event is set."""
    ready = asyncio.Event()
    ready.set()

    def slow(begin: Callable[[Database], AbstractAsyncContextManager]) -> Callable:
        @asynccontextmanager
        async def begin_later(database: Database, *scopes: int, **options: Durability):
            if not ready.is_set():
                await world.env.external_wait(ready.wait(), reason="a slow disk")
            async with begin(database, *scopes, **options) as transaction:
                yield transaction

        return begin_later

    for name in ("read", "write"):
        monkeypatch.setattr(Database, name, slow(getattr(Database, name)))
    return ready


async def after_long(
    world: World, slow_database: asyncio.Event, emit: Callable[[], Interaction]
) -> Interaction:
    """Let something reach the bot while the database takes long."""
    slow_database.clear()
    record = emit()
    await world.env.advance_time(LONG)
    slow_database.set()
    return record


def callbacks(world: World, record: Interaction) -> list[tuple[int, bool]]:
    """The types of the first answers to an interaction, and whether they are private."""
    return [
        (request.json["type"], bool((request.json.get("data") or {}).get("flags", 0) & PRIVATE))
        for request in world.env.http_requests
        if request.path.endswith(f"/{record.token}/callback")
    ]


async def test_a_quick_answer_is_not_deferred(world: World) -> None:
    record = world.wire.command(world.alice, "challenge")
    await world.answer(record)
    assert callbacks(world, record) == [(MESSAGE, False)]


async def test_a_slow_turn_is_deferred_for_all_and_then_shown_to_all(
    world: World, slow_database: asyncio.Event
) -> None:
    start = await world.start_match()
    await world.play("komi 7", "white")
    record = await after_long(
        world, slow_database, lambda: world.wire.command(world.alice, "move", {"turn": "D5"})
    )
    assert callbacks(world, record) == [(DEFERRED, False)]
    shown = await world.answer(record)
    assert "played **D5**" in shown.text
    assert not shown.is_private
    assert shown.pinged == [world.bob.id]
    assert shown.png != start.png
    assert column(world.url, "matches", "message_id") == [shown.id]


async def test_a_slow_refusal_stays_private_though_everybody_saw_that_the_bot_was_thinking(
    world: World, slow_database: asyncio.Event
) -> None:
    await world.start_match()
    count = world.count
    record = await after_long(
        world, slow_database, lambda: world.wire.command(world.bob, "move", {"turn": "D5"})
    )
    assert world.count == count + 1, "the bot is thinking"
    assert callbacks(world, record) == [(DEFERRED, False)]
    refused = await world.answer(record)
    assert refused.text.startswith("It is **Alice**'s turn in match 1.")
    assert refused.is_private
    assert world.count == count


async def test_a_slow_look_is_private_from_the_start(world: World, slow_database: asyncio.Event) -> None:
    start = await world.start_match()
    count = world.count
    record = await after_long(world, slow_database, lambda: world.wire.command(world.carol, "board"))
    assert callbacks(world, record) == [(DEFERRED, True)]
    looked = await world.answer(record)
    assert looked.is_private
    assert looked.png == start.png
    assert world.count == count


async def test_nobody_sees_that_somebody_looks_at_their_planned_replies(
    world: World, slow_database: asyncio.Event
) -> None:
    await world.start_match()
    record = await after_long(world, slow_database, lambda: world.wire.command(world.bob, "reply"))
    assert callbacks(world, record) == [(DEFERRED, True)]
    assert (await world.answer(record)).is_private


async def press_slowly(
    world: World, slow_database: asyncio.Event, who: str, message: Shown, label: str
) -> tuple[Interaction, Shown]:
    custom_id = message.buttons[label]
    record = await after_long(
        world, slow_database, lambda: world.wire.press(getattr(world, who), message, custom_id)
    )
    return record, await world.answer(record)


async def test_a_slow_button_ends_as_a_quick_one_does(world: World, slow_database: asyncio.Event) -> None:
    challenge = await world.challenge()
    record, start = await press_slowly(world, slow_database, "bob", challenge, "Accept")
    assert callbacks(world, record) == [(DEFERRED_UPDATE, False)]
    assert "### Match 1" in start.text
    assert start.pinged == [world.alice.id]
    assert world.now(challenge).buttons == {}
    assert "**Bob** accepted." in world.now(challenge).text


async def test_a_slow_buttons_refusal_is_private(world: World, slow_database: asyncio.Event) -> None:
    challenge = await world.challenge()
    before = world.rows
    record, refused = await press_slowly(world, slow_database, "carol", challenge, "Accept")
    assert callbacks(world, record) == [(DEFERRED_UPDATE, False)]
    assert refused.text.startswith("This challenge is for **Bob**.")
    assert refused.is_private
    assert world.now(challenge).payload == challenge.payload
    assert world.rows == before


async def test_a_slow_menu_is_private(world: World, slow_database: asyncio.Event) -> None:
    start = await world.start_match()
    _, menu = await press_slowly(world, slow_database, "bob", start, "More")
    assert menu.is_private
    assert "Resign" in menu.buttons
    _, question = await press_slowly(world, slow_database, "bob", menu, "Resign")
    assert question.id == menu.id
    assert list(question.buttons) == ["Resign match 1", "Keep playing"]


async def test_a_form_is_not_preceded_by_a_deferral(world: World, slow_database: asyncio.Event) -> None:
    start = await world.start_match()
    record = await after_long(
        world,
        slow_database,
        lambda: world.wire.press(world.alice, start, start.buttons["Name komi"]),
    )
    await world.env.settle()
    assert callbacks(world, record) == [(FORM, False)]


async def test_a_form_sent_to_a_slow_bot_ends_as_to_a_quick_one(
    world: World, slow_database: asyncio.Event
) -> None:
    start = await world.start_match()
    form = await world.open_form(world.alice, start, "Name komi")
    assert form.modal is not None
    record = await after_long(
        world,
        slow_database,
        lambda: world.wire.form(world.alice, form.modal["custom_id"], "7", start),
    )
    named = await world.answer(record)
    assert callbacks(world, record) == [(DEFERRED_UPDATE, False)]
    assert "**Alice** named komi **7**." in named.text
    assert world.now(start).buttons == {}


async def test_an_answer_whose_deferral_failed_is_sent_all_the_same(
    world: World, slow_database: asyncio.Event
) -> None:
    await world.start_match(game="double")
    world.env.inject_error("POST", "/interactions/*/callback", status=500)
    record = await after_long(
        world, slow_database, lambda: world.wire.command(world.alice, "move", {"turn": "D5"})
    )
    assert not record.responded
    shown = await world.answer(record)
    assert "played **D5**" in shown.text
    assert not shown.is_private


@pytest.fixture
def repeating_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer arrives, but Discord fails to say so, and the library sends it again."""
    request = FakeWebhookAdapter.request

    async def request_twice(adapter, route, *arguments, **options):
        if route.path.endswith("/callback"):
            await request(adapter, route, *arguments, **options)
        return await request(adapter, route, *arguments, **options)

    monkeypatch.setattr(FakeWebhookAdapter, "request", request_twice)


@pytest.mark.usefixtures("repeating_library")
async def test_an_answer_that_arrived_though_discord_did_not_say_so_is_not_sent_again(world: World) -> None:
    challenge = await world.challenge()
    assert world.count == 1
    start = await world.press(world.bob, challenge, challenge.buttons["Accept"])
    assert "### Match 1" in start.text
    named = await world.slash(world.alice, "komi", points=7)
    assert column(world.url, "matches", "message_id") == [named.id]
    chosen = await world.press(world.bob, named, named.buttons["Play White (+7)"])
    assert (chosen.is_private, world.now(named).buttons) == (False, {})
    assert column(world.url, "matches", "message_id") == [chosen.id]
    assert world.count == 4


@pytest.mark.usefixtures("repeating_library")
@pytest.mark.parametrize("who", ["alice", "bob"])
async def test_a_deferral_that_arrived_though_discord_did_not_say_so_is_followed_up(
    who: str, world: World, slow_database: asyncio.Event
) -> None:
    await world.start_match(game="double")
    count = world.count
    record = await after_long(
        world, slow_database, lambda: world.wire.command(getattr(world, who), "move", {"turn": "D5"})
    )
    answer = await world.answer(record)
    assert answer.is_private is (who == "bob")
    assert world.count == count + (who == "alice")


@pytest.mark.parametrize("seconds", [0.9, 2.5])
async def test_discord_hears_within_its_three_seconds(
    seconds: float, world: World, slow_database: asyncio.Event
) -> None:
    slow_database.clear()
    record = world.wire.command(world.alice, "challenge")
    await world.env.advance_time(seconds)
    assert record.responded is (seconds > 1)
    slow_database.set()
    assert "**Alice** challenges anybody here" in (await world.answer(record)).text


async def test_nothing_is_kept_of_a_message_once_it_is_sent(world: World) -> None:
    start = await world.start_match()
    await world.click(world.alice, start, "More")
    before = len(asyncio.all_tasks())
    for _ in range(5):
        await world.click(world.alice, start, "More")
    assert len(asyncio.all_tasks()) == before
