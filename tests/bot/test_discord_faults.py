"""Every fault of Discord at every moment: the match goes on, people are told, and nothing piles up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import product
from typing import Any

import aiohttp
import pytest
from discord.http import Route
from simcord.backend.models import Interaction
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from tests.bot.places import set_up
from tests.bot.shown import Shown
from tests.bot.test_calling import called_by
from tests.bot.test_delivery import is_all_shown, pass_the_grace
from tests.bot.test_failures import CALLBACKS, MESSAGES, NEW_MESSAGES
from tests.bot.world import World
from tests.storage.contents import column

Requests = Sequence[tuple[str, str]]
"""Methods and patterns of paths."""
FOLLOW_UPS, THREADS, CONVERSATIONS = "/webhooks/*", "/channels/*/threads", "/users/@me/channels"
AN_HOUR = 3600.0
MOST_TRIES = 12
"""Requests in ten minutes, for something that is shown by two of them."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Discord answers, with a status and a code of its own."""

    status: int
    code: int = 0


@dataclass(frozen=True, slots=True)
class Silence:
    """Discord does not answer: after so long the library raises an error."""

    seconds: float
    error: Exception


FAULTS: dict[str, Refusal | Silence] = {
    "missing access": Refusal(403, 50001),
    "missing permissions": Refusal(403, 50013),
    "unknown channel": Refusal(404, 10003),
    "unknown message": Refusal(404, 10008),
    "unknown interaction": Refusal(404, 10062),
    "500": Refusal(500),
    "502": Refusal(502),
    # The library waits for as long as Discord says, and for as long as nothing comes.
    "429 for an hour": Silence(AN_HOUR, TimeoutError()),
    "no answer": Silence(AN_HOUR, TimeoutError()),
    "a timeout": Silence(0, TimeoutError()),
    "no connection": Silence(0, aiohttp.ClientConnectionError("made to fail")),
}


class Discord:
    """What is wrong with it, and how often the bot has run into that."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tries = 0
        self._world = world
        self._broken: Requests = ()
        self._silence = Silence(0, TimeoutError())
        for transport in (FakeHTTPClient, FakeWebhookAdapter):
            monkeypatch.setattr(transport, "request", self._watched(transport.request))

    @contextmanager
    def broken(self, fault: Refusal | Silence, requests: Requests) -> Iterator[None]:
        """Let such requests fail while in the context."""
        self.tries, self._broken, self._fault = 0, requests, fault
        if isinstance(fault, Refusal):
            for method, path in requests:
                self._world.env.inject_error(method, path, status=fault.status, code=fault.code, times=None)
        yield
        self._broken = ()
        self._world.env.backend.faults.clear()

    def _watched(self, request: Callable[..., Awaitable[object]]) -> Callable[..., Awaitable[object]]:
        async def wrapper(transport: object, route: Route, *arguments: Any, **options: Any) -> object:
            if any(fnmatch(f"{route.method} {route.path}", " ".join(one)) for one in self._broken):
                self.tries += 1
                if isinstance(self._fault, Silence):
                    await asyncio.sleep(self._fault.seconds)
                    raise self._fault.error
            return await request(transport, route, *arguments, **options)

        return wrapper


@pytest.fixture
def discord(world: World, monkeypatch: pytest.MonkeyPatch) -> Discord:
    return Discord(world, monkeypatch)


@dataclass(frozen=True, slots=True)
class Moment:
    """What fails, what is done while it fails, and which match is to have come of it.

    ``begin`` leads up to it. After it, match 1 has the actions ``written`` and its last turn is told ``as_``.
    """

    broken: Requests
    begin: Callable[[World], Awaitable[None]]
    act: Callable[[World], Interaction | None]
    written: tuple[str, ...] = ()
    shows: str = ""


async def begin(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white")


def move(world: World) -> Interaction:
    return world.wire.command(world.alice, "move", {"turn": "D5"})


def press(world: World) -> Interaction:
    return world.wire.press(world.alice, world.latest, world.latest.buttons["Take the button"])


async def look_at_preferences(world: World) -> None:
    await world.slash(world.carol, "preferences")


def choose_quiet(world: World) -> Interaction:
    (shown,) = (Shown(world.env, one) for one in world.env.backend.messages[world.channel.id].values())
    return world.wire.choose(world.carol, shown, "catena:prefer:calls", ["quiet"])


async def begin_and_be_killed(world: World) -> None:
    await begin(world)
    await world.arrange("D5")


async def begin_with_somebody_called_directly(world: World) -> None:
    await called_by(world, world.bob, "direct")
    await begin(world)


async def challenge(world: World) -> None:
    await world.challenge()


async def challenge_in_vain(world: World) -> None:
    await world.challenge()
    world.clock.advance(days=7)


async def challenge_where_threads_are_wanted(world: World) -> None:
    await set_up(world, opens_threads=True)
    await world.challenge()


def accept(world: World) -> Interaction:
    return world.wire.press(world.bob, world.latest, world.latest.buttons["Accept"])


def only_wait(world: World) -> None:
    """Everything is done already."""


TAKEN, BUTTON = ("komi 7", "white", "button"), "took the **button**"
PLAYED, D5 = ("komi 7", "white", "D5"), "**Alice** (Black) played **D5**."
BEGUN = "**Alice** is the first player, **Bob** the second."
ANSWER, POST, EDIT = ("POST", CALLBACKS), ("POST", NEW_MESSAGES), ("PATCH", MESSAGES)
MOMENTS = {
    "answering": Moment([ANSWER, ("*", FOLLOW_UPS)], begin, move, PLAYED, D5),
    "acknowledging a press": Moment([ANSWER, ("*", FOLLOW_UPS)], begin, press, TAKEN, BUTTON),
    "changing a private message": Moment([ANSWER], look_at_preferences, choose_quiet),
    "posting the board": Moment([ANSWER, POST], begin, move, PLAYED, D5),
    "retiring the board before": Moment([EDIT, ("PATCH", FOLLOW_UPS)], begin, move, PLAYED, D5),
    "accepting a challenge": Moment(
        [ANSWER, EDIT, ("PATCH", FOLLOW_UPS)], challenge, accept, written=(), shows=BEGUN
    ),
    "ending a challenge": Moment([EDIT], challenge_in_vain, only_wait),
    "opening a thread": Moment(
        [("POST", THREADS)], challenge_where_threads_are_wanted, accept, written=(), shows=BEGUN
    ),
    "writing directly": Moment(
        [("POST", CONVERSATIONS)], begin_with_somebody_called_directly, move, PLAYED, D5
    ),
    "delivering": Moment([("GET", NEW_MESSAGES), POST], begin_and_be_killed, only_wait, PLAYED, D5),
}
CAN_BE_REFUSED = {"retiring the board before", "accepting a challenge"}
"""What Discord may not let be for good, so that buttons are left that answer with how it stands."""
LEFT_TO_THE_OUTBOX = {"posting the board", "delivering"}
FOR_GOOD = {name for name, fault in FAULTS.items() if isinstance(fault, Refusal) and fault.status < 500}


async def ten_minutes(world: World) -> None:
    for _ in range(10):
        world.clock.advance(minutes=1)
        await world.env.advance_time(60)


ALL = list(product(MOMENTS, FAULTS))
PAIRS = [
    # Each moment and each fault is in what runs every time, and each pair in what runs long.
    pytest.param(*pair, marks=[] if number % 12 == 0 else pytest.mark.long)
    for number, pair in enumerate(ALL)
]


@pytest.mark.parametrize(("moment", "fault"), PAIRS)
async def test_the_match_goes_on_and_nothing_piles_up(
    moment: str, fault: str, world: World, discord: Discord, caplog: pytest.LogCaptureFixture
) -> None:
    at = MOMENTS[moment]
    await at.begin(world)
    with discord.broken(FAULTS[fault], at.broken):
        at.act(world)
        await world.env.settle()
        if at.shows and moment not in LEFT_TO_THE_OUTBOX and isinstance(FAULTS[fault], Refusal):
            # Of what Discord did not answer nobody knows whether it arrived: the outbox looks first.
            assert any(at.shows in one.text for one in world.messages)
        await ten_minutes(world)
        assert discord.tries <= MOST_TRIES
    assert column(world.url, "actions", "written") == [*at.written]
    await pass_the_grace(world, hours=1)
    assert is_all_shown(world)
    assert sum(at.shows in one.text for one in world.messages) <= 1
    if at.shows:
        who = world.person((await world.match()).to_act)
        assert at.shows in (await world.slash(who, "board")).text
        latest = await world.play("F4" if at.written else "komi 7")
        with_buttons = [one.id for one in world.messages if one.buttons]
        assert with_buttons[-1:] == [latest.id]
        assert len(with_buttons) == 1 or (moment in CAN_BE_REFUSED and fault in FOR_GOOD)
    assert [one for one in caplog.get_records("call") if one.exc_info] == []
