"""People act at the same moment over real sockets, at one process or two: it happens once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from simcord.actors import MemberActor
from simcord.backend.models import Interaction

from bot.matches import Match, MatchId, Terms
from bot.messages import Press, Verb
from bot.storage import FirstPlayer, Person
from engine import GameOptions
from tests.chaos.clock import FastClock
from tests.chaos.storm import SPEED, Stage
from tests.races.two_bots import BOTS, SECONDS_TO_START, Reach, SharedDiscord, Table
from tests.storage.contents import contents
from tests.storage.fixtures import Databases

pytestmark = pytest.mark.asyncio(loop_scope="module")

SECONDS_OF_PLAY = 15

Presses = Sequence[Callable[[], Interaction]]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    folder, url = tmp_path_factory.mktemp("two-bots"), databases.new()
    async with Table.open(url, folder) as table:
        yield table
    databases.drop(url)
    assert not any("Traceback" in log.read_text() for log in folder.glob("*.log"))


def person(actor: MemberActor) -> Person:
    return Person(actor.id, actor.name)


async def challenged(table: Table, opponent: MemberActor | None, best_of: int = 1) -> int:
    """The id of a new challenge of Alice's."""
    terms = Terms(opponent and person(opponent), GameOptions(), FirstPlayer.CHALLENGER, best_of=best_of)
    return (await table.use_cases.challenges.challenge(table.place, person(table.alice), terms)).id


async def withdraw_all(table: Table) -> None:
    """Let nobody be refused since they have challenged somebody to the same before."""
    for one in await table.use_cases.challenges.open_in(table.place):
        await table.use_cases.challenges.withdraw(table.place, one.challenger, one.id)


async def begun(table: Table, *turns: str, best_of: int = 1) -> Match:
    """A new match of Alice, who is first, and Bob, after some actions."""
    made = await challenged(table, table.bob, best_of)
    match = (await table.use_cases.challenges.accept(table.place, person(table.bob), made)).match
    for turn in turns:
        assert match.to_act is not None
        match = await table.use_cases.play.act(table.place, match.to_act, MatchId.of(match), [turn])
    return match


async def ended(table: Table, best_of: int = 1) -> Match:
    match = await begun(table, best_of=best_of)
    return await table.use_cases.play.resign(table.place, person(table.bob), MatchId.of(match))


# Each leads up to two presses of which one may succeed.


async def two_turns(table: Table, *people: MemberActor) -> Presses:
    match = await begun(table, "komi 7", "white")
    press = Press(Verb.TAKE_BUTTON, match.record.id, match.ply)
    return [partial(table.press, one, press) for one in people]


async def two_typed_turns(table: Table, *turns: str) -> Presses:
    number = (await begun(table, "komi 7", "white")).number
    return [partial(table.command, table.alice, "move", turn=turn, match=number) for turn in turns]


async def two_answers(
    table: Table, opponent: MemberActor | None, *answers: tuple[MemberActor, Verb]
) -> Presses:
    made = await challenged(table, opponent)
    return [partial(table.press, who, Press(verb, made)) for who, verb in answers]


async def two_resignations(table: Table) -> Presses:
    press = Press(Verb.RESIGN_SURELY, (await begun(table)).record.id)
    return [partial(table.press, who, press) for who in (table.alice, table.bob)]


async def two_rematches(table: Table, *people: MemberActor) -> Presses:
    press = Press(Verb.REMATCH, (await ended(table)).record.id)
    return [partial(table.press, who, press) for who in people]


async def two_next_games(table: Table) -> Presses:
    press = Press(Verb.NEXT_GAME, (await ended(table, best_of=3)).record.id)
    return [partial(table.press, who, press) for who in (table.alice, table.bob)]


SCENES: dict[str, tuple[Callable[[Table], Awaitable[Presses]], str]] = {
    "a button twice": (lambda at: two_turns(at, at.alice, at.alice), "actions"),
    "a button by both": (lambda at: two_turns(at, at.alice, at.bob), "actions"),
    "a typed turn twice": (lambda at: two_typed_turns(at, "D5", "D5"), "actions"),
    "two typed turns": (lambda at: two_typed_turns(at, "D5", "E6"), "actions"),
    "accepting twice": (
        lambda at: two_answers(at, at.bob, (at.bob, Verb.ACCEPT), (at.bob, Verb.ACCEPT)),
        "matches",
    ),
    "accepting by two": (
        lambda at: two_answers(at, None, (at.bob, Verb.ACCEPT), (at.carol, Verb.ACCEPT)),
        "matches",
    ),
    "accepting and withdrawing": (
        lambda at: two_answers(at, at.bob, (at.bob, Verb.ACCEPT), (at.alice, Verb.WITHDRAW)),
        "",
    ),
    "resigning by both": (two_resignations, ""),
    "a rematch twice": (lambda at: two_rematches(at, at.bob, at.bob), "challenges"),
    "a rematch by both": (lambda at: two_rematches(at, at.alice, at.bob), "challenges"),
    "the next game by both": (two_next_games, "matches"),
}
"""What leads up to the presses, and to which table one row comes by them; none where it is not known."""


def counts(table: Table) -> dict[str, int]:
    return {name: len(contents(table.url)[name]) for name in ("actions", "matches", "challenges")}


EVERY_TIME = {(Reach.IN_TURN, "a button by both"), (Reach.EACH, "a button twice")}
CASES = [
    pytest.param(*case, marks=[] if case in EVERY_TIME else pytest.mark.long)
    for case in product(Reach, SCENES)
]


@pytest.mark.parametrize(("reach", "scene"), CASES)
async def test_of_two_presses_at_once_one_counts(reach: Reach, scene: str, table: Table) -> None:
    table.server.gateway.reach = reach
    await withdraw_all(table)
    begin, grows = SCENES[scene]
    presses, before = await begin(table), counts(table)
    sent = [press() for press in presses]
    await table.answered(*sent)
    after = counts(table)
    if grows:
        assert after == before | {grows: before[grows] + 1}
    if reach is not Reach.EACH:
        assert len(table.refusals(*sent)) == 1
    if grows == "actions":
        assert len(await table.boards(after["matches"], ply=3)) == 1


@pytest.mark.long
@pytest.mark.parametrize("reach", [Reach.FIRST, Reach.IN_TURN])
async def test_what_many_do_at_two_bots_is_stored_and_shown_once(reach: Reach, tmp_path: Path) -> None:
    async with SharedDiscord.open() as server:
        server.gateway.reach = reach
        stage = Stage(server, tmp_path, Random(1), FastClock(time.time(), SPEED, SPEED))
        async with stage.bot(), stage.bot():
            async with asyncio.timeout(SECONDS_TO_START):
                await server.traffic.until(lambda: server.gateway.identified == BOTS)
            async with stage.playing():
                await asyncio.sleep(SECONDS_OF_PLAY)
            await stage.recovered()
        assert stage.faults() == []
        assert len(stage.ledger.matches()) > 1
        assert "Traceback" not in stage.log.read_text()
