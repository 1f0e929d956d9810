"""A small simulated server and the words in which the tests talk about it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import simcord
from simcord.actors import MemberActor
from simcord.backend.models import Interaction, Message
from simcord.builders import ChannelHandle, UserHandle
from simcord.results import InteractionResult, ResponseMessage
from sqlalchemy import URL

from bot.client import CatenaBot
from bot.commands.options import written_turn
from bot.matches import Match, MatchNumber, Play
from bot.metrics import Metrics
from bot.shards import Shards
from bot.storage import Database, Person, Place
from tests.bot.shown import Shown
from tests.bot.wire import Wire
from tests.storage.contents import Contents, contents


class Clock:
    """The bot's clock, which stands still until a test moves it."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def advance(self, **duration: float) -> None:
        self.time += timedelta(**duration)


@dataclass
class Coin:
    """Decides who is first: the challenger, until a test turns it."""

    is_heads: bool = True

    def __call__(self) -> bool:
        return self.is_heads


class World:
    """A server with a channel, two players and a bystander, all of whom see the channel."""

    def __init__(
        self,
        env: simcord.Env,
        database: Database,
        url: URL,
        clock: Clock,
        coin: Coin,
        metrics: Metrics,
        new_bot: Callable[..., CatenaBot],
    ) -> None:
        self.env = env
        self.database = database
        self.url = url
        self.clock = clock
        self.coin = coin
        self.metrics = metrics
        self.faults_expected = 0
        self.guild = env.create_guild("Club", shard_id=0)
        self.channel = self.guild.create_text_channel("catena")
        self.alice, self.bob, self.carol = (self.member(name) for name in ("Alice", "Bob", "Carol"))
        self.wire = Wire(env, self.channel)
        self._new_bot = new_bot

    def member(self, name: str, *, bot: bool = False) -> MemberActor:
        """Somebody new in the server."""
        login = re.sub(r"[^a-z0-9]", "", name.lower()) or "somebody"
        return self.guild.add_member(self.env.create_user(login, global_name=name, bot=bot))

    def moderator(self, name: str = "Dana") -> MemberActor:
        """Somebody new who may manage the server."""
        role = self.guild.create_role("Mods", permissions=discord.Permissions(manage_guild=True))
        return self.guild.add_member(self.env.create_user(name.lower(), global_name=name), roles=[role])

    # What people do

    async def slash(
        self, who: MemberActor, command: str, channel: ChannelHandle | None = None, **options: Any
    ) -> Shown:
        """Use a command, and return what it answered last."""
        return self._answer(await who.slash(channel or self.channel, command, **options))

    async def pages(self, who: MemberActor, command: str) -> list[Shown]:
        """Everything that a command answers."""
        return self.all_answers(await who.slash(self.channel, command))

    async def alone(self, user: UserHandle, command: str, **options: Any) -> list[Shown]:
        """Use a command in the conversation with the bot."""
        return self.all_answers(await user.slash(command, **options))

    async def click(self, who: MemberActor, message: Shown, label: str) -> Shown:
        """Press a button, and return the new message that this led to, or the one that it changed."""
        return self._answer(await who.click(self._handle(message), label=label))

    async def select(self, who: MemberActor, message: Shown, value: str) -> Shown:
        """Choose an entry of a message's menu, and return the message that this led to or changed."""
        return self._answer(await who.select(self._handle(message), [value]))

    async def choose(
        self,
        who: MemberActor,
        message: Shown,
        custom_id: str,
        *values: Any,
        channel: ChannelHandle | None = None,
    ) -> Shown:
        """Choose anything in a menu, whether it is offered or not."""
        return await self.answer(self.wire.choose(who, message, custom_id, values, channel))

    async def press(
        self, who: MemberActor, message: Shown, custom_id: str, channel: ChannelHandle | None = None
    ) -> Shown:
        """Press a button by its custom id, whatever has become of the message and the person since."""
        return await self.answer(self.wire.press(who, message, custom_id, channel))

    async def send_command(
        self,
        who: MemberActor,
        command: str,
        values: dict[str, Any],
        channel: ChannelHandle | None = None,
        **more: Any,
    ) -> Shown:
        """Use a command with values that a client may not let pass."""
        return await self.answer(self.wire.command(who, command, values, channel, **more))

    async def open_form(self, who: MemberActor, message: Shown, label: str) -> InteractionResult:
        opened = await who.click(self._handle(message), label=label)
        assert opened.modal is not None, "no form was opened"
        return opened

    async def submit(self, who: MemberActor, form: InteractionResult, text: str) -> Shown:
        """Type something into a form's only field, and send it."""
        assert form.modal is not None
        (label,) = form.modal["components"]
        return self._answer(await who.submit_modal(form, {label["component"]["custom_id"]: text}))

    async def suggestions(
        self, who: MemberActor, command: str, option: str, typed: str, **options: Any
    ) -> dict[str, Any]:
        """What autocomplete offers: names to values."""
        offered = await who.autocomplete(self.channel, command, option, typed, **options)
        return {choice["name"]: choice["value"] for choice in offered}

    async def restart(self, *shards: Shards) -> None:
        """Stop the bot and start another on the same database, with the same shards or others."""
        await self.env.restart_bot(self._new_bot(*shards))

    async def answer(self, emitted: Interaction) -> Shown:
        (shown,) = await self.answers(emitted)
        return shown

    async def answers(self, *emitted: Interaction) -> list[Shown]:
        """Wait until the bot is done with everything; what it answered to each interaction."""
        await self.env.settle()
        return [self._answer(InteractionResult(self.env, record)) for record in emitted]

    def all_answers(self, result: InteractionResult) -> list[Shown]:
        """All messages that an interaction led to: new ones, and the one that it changed."""
        assert result.acknowledged, "This interaction failed"
        answered = [*([result.response] if result.response else []), *result.followups]
        assert answered, "nothing was answered"
        return [Shown(self.env, self.env.backend.get_message(one.channel_id, one.id)) for one in answered]

    # What there is

    @property
    def messages(self) -> list[Shown]:
        """The channel's public messages, oldest first."""
        return self.messages_in(self.channel)

    def messages_in(self, channel: ChannelHandle) -> list[Shown]:
        return [Shown(self.env, message) for message in self._public_in(channel)]

    @property
    def count(self) -> int:
        """How many public messages the channel has."""
        return len(self._public_in(self.channel))

    @property
    def latest(self) -> Shown:
        return Shown(self.env, self._public_in(self.channel)[-1])

    def now(self, message: Shown) -> Shown:
        """The same message as it is now."""
        return Shown(self.env, self.env.backend.get_message(message.channel_id, message.id))

    @property
    def rows(self) -> Contents:
        """Everything in the database."""
        return contents(self.url)

    async def match(self, number: int = 1) -> Match:
        """A match of the server, from the database."""
        async with self.database.read() as transaction:
            record = await transaction.matches.numbered(self.guild.id, number)
            assert record is not None
            return await Match.load(transaction, record)

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Fails when the block changes the database, or what anybody else sees."""
        before = self.rows, self._public()
        yield
        assert (self.rows, self._public()) == before

    @contextmanager
    def unchanged_in_public(self) -> Iterator[None]:
        """Fails when the block changes what everybody sees."""
        before = self._public()
        yield
        assert self._public() == before

    async def refusal(self, attempt: Awaitable[Shown]) -> Shown:
        """The private answer to an attempt, which must have changed nothing."""
        with self.unchanged():
            answer = await attempt
        assert answer.is_private
        return answer

    # Shortcuts

    async def challenge(self, channel: ChannelHandle | None = None, **options: Any) -> Shown:
        """Alice challenges Bob, unless another opponent is given."""
        return await self.slash(self.alice, "challenge", channel, **({"opponent": self.bob} | options))

    async def start_match(self, channel: ChannelHandle | None = None, **options: Any) -> Shown:
        """Alice challenges Bob, who accepts; she is the first player. Returns the match's first message."""
        return await self.click(self.bob, await self.challenge(channel, **options), "Accept")

    def person(self, stored: Person | None) -> MemberActor:
        """The one of the three whom the bot knows as that."""
        assert stored is not None, "nobody is to act"
        return next(one for one in (self.alice, self.bob, self.carol) if one.id == stored.id)

    async def play(self, *turns: str) -> Shown:
        """Play turns in match 1, each by whoever's turn it is; returns the last answer."""
        for turn in turns:
            who = self.person((await self.match()).to_act)
            shown = await self.slash(who, "move", turn=turn, match=1)
        return shown

    async def arrange(self, *turns: str) -> None:
        """Play turns in match 1 without Discord noticing."""
        play, place = Play(self.database, self.clock), Place(self.guild.id, self.channel.id)
        for turn in turns:
            who = (await self.match()).to_act
            assert who is not None, "nobody is to act"
            await play.act(place, who, MatchNumber(1), written_turn(turn))

    def _public_in(self, channel: ChannelHandle) -> list[Message]:
        stored = self.env.backend.messages.get(channel.id, {})
        return [stored[id] for id in sorted(stored) if not stored[id].is_ephemeral]

    def _public(self) -> list[dict[str, Any]]:
        everything = [one for stored in self.env.backend.messages.values() for one in stored.values()]
        return [Shown(self.env, one).payload for one in everything if not one.is_ephemeral]

    def _handle(self, message: Shown) -> ResponseMessage:
        """A message as simcord's actors take it."""
        return ResponseMessage(self.env, self.env.backend.get_message(message.channel_id, message.id))

    def _answer(self, result: InteractionResult) -> Shown:
        """The last message that an interaction led to: a new one if there is one, else the changed one."""
        return self.all_answers(result)[-1]
