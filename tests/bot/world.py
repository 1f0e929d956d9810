"""A small simulated server and the words in which the tests talk about it."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import simcord
from simcord.actors import MemberActor
from simcord.backend.serializers import message_payload
from simcord.builders import ChannelHandle
from simcord.enums import InteractionType
from simcord.interactions import base_payload
from simcord.results import InteractionResult, ResponseMessage

from bot.client import CatenaBot
from bot.matches import Match
from bot.storage import Database


class Clock:
    """The bot's clock, which stands still until a test moves it."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def advance(self, **duration: float) -> None:
        self.time += timedelta(**duration)


class Shown:
    """A message as a person sees it: its text, its buttons, its picture, and whom it pinged."""

    def __init__(self, env: simcord.Env, channel_id: int, message_id: int) -> None:
        self.id = message_id
        self.stored = copy.deepcopy(env.backend.get_message(channel_id, message_id))
        self.payload = copy.deepcopy(dict(message_payload(env.backend, self.stored)))
        self.pinged = list(self.stored.ping_user_ids)
        self.is_private = bool(self.stored.flags & 64)
        self._env = env

    @property
    def text(self) -> str:
        """All its texts, from top to bottom."""
        return "\n".join(part["content"] for part in self._parts() if part["type"] == 10)

    @property
    def buttons(self) -> dict[str, str]:
        """Labels to custom ids."""
        return {part["label"]: part["custom_id"] for part in self._parts() if part["type"] == 2}

    @property
    def alt_text(self) -> str | None:
        galleries = [part for part in self._parts() if part["type"] == 12]
        return galleries[0]["items"][0]["description"] if galleries else None

    @property
    def png(self) -> bytes | None:
        """The bytes of its picture."""
        for attachment in self.stored.attachments:
            return self._env.backend.cdn.get(attachment["url"])
        return None

    def _parts(self, components: Sequence[dict[str, Any]] | None = None) -> Iterator[dict[str, Any]]:
        for component in self.stored.components if components is None else components:
            yield component
            yield from self._parts(component.get("components", ()))


class World:
    """A server with a channel, two players and a bystander, all of whom see the channel."""

    def __init__(
        self, env: simcord.Env, database: Database, clock: Clock, new_bot: Callable[[], CatenaBot]
    ) -> None:
        self.env = env
        self.database = database
        self.clock = clock
        self.expected_faults: list[BaseException] = []
        self.guild = env.create_guild("Club")
        self.channel = self.guild.create_text_channel("catena")
        self.alice, self.bob, self.carol = (self.member(name) for name in ("Alice", "Bob", "Carol"))
        self._new_bot = new_bot

    def member(self, name: str) -> MemberActor:
        """Somebody new in the server."""
        login = re.sub(r"[^a-z0-9]", "", name.lower()) or "somebody"
        return self.guild.add_member(self.env.create_user(login, global_name=name))

    # What people do

    async def slash(
        self, who: MemberActor, command: str, channel: ChannelHandle | None = None, **options: Any
    ) -> Shown:
        """Use a command, and return what it answered last."""
        return self._answer(await who.slash(channel or self.channel, command, **options))

    async def click(self, who: MemberActor, message: Shown, label: str) -> Shown:
        """Press a button, and return the new message that this led to, or the one that it changed."""
        return self._answer(await who.click(self._handle(message), label=label))

    async def press(self, *presses: tuple[MemberActor, Shown, str]) -> list[Shown]:
        """Press buttons by custom id, all before the bot has reacted to any; return the answers.

        The messages are as the pressing people see them, which may be older than what Discord has by now.
        """
        records = []
        for who, message, custom_id in presses:
            record, payload = base_payload(
                self.env.backend,
                type=InteractionType.MESSAGE_COMPONENT,
                channel_id=message.stored.channel_id,
                guild_id=self.guild.id,
                user_id=who.id,
                data={"custom_id": custom_id, "component_type": 2},
            )
            payload["message"] = message.payload
            record.source_message_id = message.id
            records.append(record)
            self.env.backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()
        return [self._answer(InteractionResult(self.env, record)) for record in records]

    async def submit(self, who: MemberActor, message: Shown, label: str, **fields: str) -> Shown:
        """Press a button that opens a form, and submit the form."""
        opened = await who.click(self._handle(message), label=label)
        assert opened.modal is not None, "no form was opened"
        return self._answer(await who.submit_modal(opened, dict(fields)))

    async def suggestions(
        self, who: MemberActor, command: str, option: str, typed: str, **options: Any
    ) -> dict[str, Any]:
        """What autocomplete offers: names to values."""
        offered = await who.autocomplete(self.channel, command, option, typed, **options)
        return {choice["name"]: choice["value"] for choice in offered}

    async def restart(self) -> None:
        """Stop the bot and start another on the same database."""
        await self.env.restart_bot(self._new_bot())

    def _handle(self, message: Shown) -> ResponseMessage:
        """A message as simcord's actors take it."""
        return ResponseMessage(self.env, self.env.backend.get_message(message.stored.channel_id, message.id))

    def _answer(self, result: InteractionResult) -> Shown:
        """The last message that an interaction led to: a new one if there is one, else the changed one."""
        assert result.acknowledged, "This interaction failed"
        last = result.followups[-1] if result.followups else result.response
        assert last is not None, "nothing was answered"
        return Shown(self.env, last.channel_id, last.id)

    # What there is

    @property
    def messages(self) -> list[Shown]:
        """The channel's public messages, oldest first."""
        return [Shown(self.env, self.channel.id, message.id) for message in self.channel.history()]

    @property
    def latest(self) -> Shown:
        return self.messages[-1]

    def shown(self, message: Shown) -> Shown:
        """The same message as it is now."""
        return Shown(self.env, message.stored.channel_id, message.id)

    async def match(self, number: int = 1) -> Match:
        """A match of the server, from the database."""
        async with self.database.read() as transaction:
            record = await transaction.matches.numbered(self.guild.id, number)
            assert record is not None
            return await Match.load(transaction, record)

    # Shortcuts

    async def start_match(self, channel: ChannelHandle | None = None, **options: Any) -> Shown:
        """Alice challenges Bob, who accepts; she is the first player. Returns the match's first message."""
        challenge = await self.slash(self.alice, "challenge", channel, opponent=self.bob, **options)
        return await self.click(self.bob, challenge, "Accept")

    async def play(self, *turns: str) -> Shown:
        """Play turns in the channel's only match, each by whoever's turn it is; returns the last answer."""
        by_id = {person.id: person for person in (self.alice, self.bob, self.carol)}
        for turn in turns:
            to_act = (await self.match()).to_act
            assert to_act is not None
            shown = await self.slash(by_id[to_act.id], "move", turn=turn)
        return shown
