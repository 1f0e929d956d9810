"""Any number of processes share the work, and what a dead one leaves is taken over within a minute."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Interaction

from bot.matches import Challenges, Match, Terms
from bot.messages import Press, Verb
from bot.storage import Database, FirstPlayer, Pace, Person, Place
from engine import GameOptions, GameType
from tests.bot.shown import Shown
from tests.bot.wire import Wire
from tests.chaos.hands import lasting
from tests.chaos.storm import Stage, until
from tests.chaos.witness import Position
from tests.shards.fleet import SHARDS, SPEED, Fleet
from tests.storage.fixtures import Kind, on_postgresql

A_MINUTE = 60 / SPEED
"""By the true clock."""
TO_DRAW = 2.0
"""Seconds by the true clock, on a busy machine."""
REMINDED_AFTER = timedelta(hours=21)
ALMOST_A_WEEK = timedelta(days=7, seconds=-45)
"""After a week a challenge expires."""
A_WHILE = 4 * SHARDS
"""So many boards are shown meanwhile."""
DEAD = 1


class Channel:
    """The channel of one shard's server, with two people who play there."""

    def __init__(self, stage: Stage, database: Database, shard: int) -> None:
        self.channel = stage.channels[shard]
        self.alice, self.bob = (
            self.channel.guild.add_member(stage.server.env.create_user(name)) for name in ("alice", "bob")
        )
        self._stage = stage
        self._database = database
        self._wire = Wire(stage.server.env, self.channel)

    async def challenged(self, ago: timedelta = timedelta()) -> int:
        """The id of a challenge that nobody has shown, made so long ago."""
        return (await self._challenges(ago).challenge(self._place, _person(self.alice), self._terms)).id

    async def begun(self, ago: timedelta = timedelta()) -> Match:
        """A match that nobody has shown, in which Alice has been to place a stone for so long."""
        challenges = self._challenges(ago)
        made = await challenges.challenge(self._place, _person(self.alice), self._terms)
        return (await challenges.accept(self._place, _person(self.bob), made.id)).match

    def move(self, who: MemberActor, match: Match, turn: str) -> Interaction:
        return lasting(self._wire.command(who, "move", {"turn": turn, "match": match.number}))

    def press(self, who: MemberActor, message_id: int, press: Press) -> Interaction:
        """Press a button of a public message."""
        stored = self._stage.server.env.backend.get_message(self.channel.id, message_id)
        return lasting(self._wire.press(who, Shown(self._stage.server.env, stored), press.custom_id))

    @property
    def reminders(self) -> int:
        """How many the channel has seen."""
        env = self._stage.server.env
        texts = [Shown(env, one).text for one in env.backend.messages[self.channel.id].values()]
        return sum("it is still your turn against" in text for text in texts)

    @property
    def _place(self) -> Place:
        return Place(self.channel.guild.id, self.channel.id)

    @property
    def _terms(self) -> Terms:
        options = GameOptions(game_type=GameType.DOUBLE)
        return Terms(_person(self.bob), options, FirstPlayer.CHALLENGER, Pace.ONE_DAY)

    def _challenges(self, ago: timedelta) -> Challenges:
        now: datetime = self._stage.clock.now() - ago
        return Challenges(self._database, lambda: now, lambda: True)


def _person(member: MemberActor) -> Person:
    return Person(member.id, member.user.name)


def board(match: Match, ply: int) -> Position:
    return Position(match.record.id, ply, 0, is_over=False)


async def killed_before_it_showed_the_turn(fleet: Fleet, here: Channel, match: Match) -> None:
    """Let a stone be placed, and its process be killed when that is stored and Discord has yet to take it."""
    stage = fleet.stage
    await until(lambda: bool(stage.witness.boards[board(match, 0)]))
    stage.server.rest.rate_limit_seconds = 600.0
    stage.server.env.inject_error("POST", "/interactions/*/callback", status=429)
    here.move(here.alice, match, "D5")
    await until(lambda: [len(one.actions) for one in stage.ledger.matches()] == [1])
    await fleet.bots[DEAD].kill()
    stage.server.env.backend.faults.clear()


@on_postgresql
async def test_what_a_dead_process_left_is_done_by_the_others_within_a_minute_and_once(
    stage: Stage,
) -> None:
    async with Fleet.started(stage) as fleet, Database.open(stage.url) as database:
        here, witness = Channel(stage, database, DEAD), stage.witness
        match = await here.begun()
        await killed_before_it_showed_the_turn(fleet, here, match)
        late, expiring = await here.begun(REMINDED_AFTER), await here.challenged(ALMOST_A_WEEK)
        async with asyncio.timeout(A_MINUTE + TO_DRAW):
            await until(lambda: bool(witness.boards[board(match, 1)] and witness.boards[board(late, 0)]))
            await until(lambda: here.reminders == 1 and bool(witness.challenges[expiring]))
        await until(lambda: not witness.with_buttons_of(expiring, Verb.WITHDRAW))
        await stage.recovered()
        assert [len(messages) for messages in witness.boards.values() if messages] == [1, 1, 1]
        assert (here.reminders, len(witness.challenges[expiring])) == (1, 1)
        await fleet.start(DEAD)
        (shown,) = witness.boards[board(match, 1)]
        asked = here.press(here.bob, shown, Press(Verb.MORE, match.record.id, 1))
        here.move(here.bob, match, "E6 E7")
        await stage.server.traffic.until(lambda: asked.responded)
        await until(lambda: bool(witness.boards[board(match, 3)]))
    assert "Traceback" not in stage.log.read_text()


ONCE_ON_POSTGRESQL = pytest.param(Kind.POSTGRESQL, 1, marks=pytest.mark.postgresql)
OFTEN = [
    pytest.param(kind, 2 * SHARDS, marks=[pytest.mark.long, *marks])
    for kind, marks in ((Kind.SQLITE, []), (Kind.POSTGRESQL, [pytest.mark.postgresql]))
]


@pytest.mark.parametrize(
    ("kind_of_database", "kills"), [ONCE_ON_POSTGRESQL, *OFTEN], indirect=["kind_of_database"]
)
async def test_processes_are_killed_while_people_play_and_nothing_is_missed_or_doubled(
    kills: int, stage: Stage
) -> None:
    boards = stage.witness.boards
    async with Fleet.started(stage) as fleet:
        async with stage.playing():
            await until(lambda: len(boards) >= A_WHILE)
            for number in range(kills):
                shard, seen = (DEAD + number) % SHARDS, len(boards)
                await stage.moment()
                await fleet.bots[shard].kill()
                await until(lambda seen=seen: len(boards) >= seen + A_WHILE)
                await fleet.start(shard)
                await until(lambda seen=seen: len(boards) >= seen + 3 * A_WHILE)
        await stage.recovered()
    assert stage.faults() == []
    assert "Traceback" not in stage.log.read_text()
