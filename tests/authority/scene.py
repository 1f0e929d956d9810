"""Everybody asks for everything at a stage, and whatever comes of it is put back as it was."""

from __future__ import annotations

import asyncio
import copy
import logging
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self

from simcord.actors import MemberActor
from simcord.backend.models import Interaction
from simcord.builders import ChannelHandle
from simcord.enums import InteractionType, OptionType
from simcord.interactions import build_options
from simcord.results import InteractionResult

from bot.storage import Person
from tests.authority.doors import TYPED, Subjects, Typed, chosen_in
from tests.authority.outcomes import Outcome, State, answer_of, seen_between, stored_between
from tests.authority.stages import RECORD, Stage
from tests.bot.shown import BUTTON, MENU, Shown, parts
from tests.bot.world import World
from tests.storage.contents import put

ROW = 1
SECONDS_TO_WAIT = 20


@dataclass(frozen=True, slots=True)
class Asker:
    """Somebody, and where they ask."""

    person: MemberActor
    channel: ChannelHandle


class Reasons(logging.Handler):
    """What the log tells when an interaction is over: whether it was refused, and why."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[str, asyncio.Future[str | None]] = defaultdict(asyncio.Future)

    @classmethod
    @contextmanager
    def heard(cls) -> Iterator[Self]:
        """Those of the interactions within the block."""
        logger, reasons = logging.getLogger("bot.handling"), cls()
        level = logger.level
        logger.setLevel(logging.INFO)
        logger.addHandler(reasons)
        yield reasons
        logger.removeHandler(reasons)
        logger.setLevel(level)

    def emit(self, record: logging.LogRecord) -> None:
        told = record.__dict__["interaction"]
        self._told[told["reference"]].set_result(told["reason"])

    async def of(self, interaction: Interaction) -> str | None:
        """The class of the refusal, once the bot is done; None for what was not refused."""
        return await asyncio.wait_for(self._told[str(interaction.id)], SECONDS_TO_WAIT)


class Scene:
    """A stage that everybody finds the same, whatever others have done before them."""

    def __init__(self, world: World, stage: Stage, subjects: Subjects, reasons: Reasons) -> None:
        self.world = world
        self.subjects = subjects
        self.askers = _askers(world, stage)
        self._reasons = reasons

    @classmethod
    async def set_up(cls, world: World, stage: Stage, reasons: Reasons) -> Self:
        scene = cls(world, stage, await stage.set_up(world), reasons)
        await scene._look()
        return scene

    async def _look(self) -> None:
        """Keep in mind how everything is."""
        world = self.world
        async with world.database.write() as transaction:
            await transaction.players.remember(*(person_of(one.person) for one in self.askers.values()))
        self._private = {
            asker.channel.id: await world.send_command(asker.person, "help", {}, asker.channel)
            for asker in self.askers.values()
        }
        sent = [Shown(world.env, one) for of in world.env.backend.messages.values() for one in of.values()]
        self._carriers = {
            part["custom_id"]: message
            for message in sent
            for part in parts(message.payload["components"])
            if "custom_id" in part
        }
        self._sent = copy.deepcopy(world.env.backend.messages)
        self._before = State.of(world, self._sent)
        self._stored = world.rows

    async def ask(self, asker: Asker, asked: str, about: Subjects | None = None) -> Outcome:
        """What comes of somebody's asking, about something else if that is given. Then all is as it was."""
        sent = self._send(asker, asked, about or self.subjects)
        reason = await self._reasons.of(sent)
        after = State.of(self.world, self.world.env.backend.messages)
        outcome = Outcome(
            stored_between(self._before, after, asker.person.id),
            seen_between(self._before, after, self._names(asker)),
            *answer_of(self.world, InteractionResult(self.world.env, sent)),
            reason,
        )
        self._restore(is_changed=outcome.is_change)
        return outcome

    def _restore(self, *, is_changed: bool) -> None:
        """Forget what was sent, and put back what was stored and what others see."""
        messages = self.world.env.backend.messages
        if is_changed:
            put(self.world.url, self._stored)
            messages.clear()
            messages.update(copy.deepcopy(self._sent))
        for channel_id, sent in messages.items():
            for message_id in sent.keys() - self._sent.get(channel_id, {}).keys():
                del sent[message_id]
        # simcord looks through the timers of all that is over until it is asked to settle.
        work = self.world.env._work
        work.callbacks = [one for one in work.callbacks if one.handle and not one.handle.cancelled()]

    def _names(self, asker: Asker) -> dict[int, str]:
        """What people are to whoever asks."""
        names = {one.person.id: one.person.user.global_name for one in self.askers.values()}
        players = dict.fromkeys((self.world.alice.id, self.world.bob.id), "the other player")
        return names | players | {asker.person.id: "themselves"}

    def _send(self, asker: Asker, asked: str, about: Subjects) -> Interaction:
        if asked.startswith("/"):
            return self._type(asker, Typed.read(asked))
        wire, custom_id, chosen = self.world.wire, about.custom_ids()[asked], chosen_in(asked)
        message = self._message(asker, custom_id, BUTTON if chosen is None else MENU)
        if asked in TYPED:
            return wire.form(asker.person, custom_id, TYPED[asked], message, asker.channel)
        if chosen is None:
            return wire.press(asker.person, message, custom_id, asker.channel)
        return wire.choose(asker.person, message, custom_id, [chosen], asker.channel)

    def _type(self, asker: Asker, typed: Typed) -> Interaction:
        """Use a command, or ask for what an option suggests."""
        command = self.world.env.backend.find_command(typed.path, None)
        kinds = {option["name"]: option["type"] for option in command.get("options", ())}
        values = {name: self._value(asker, kinds[name], text) for name, text in typed.options.items()}
        options, resolved = build_options(
            asker.person,
            typed.path,
            command,
            values,
            partial=bool(typed.focused),
            channel_id=asker.channel.id,
        )
        kind = InteractionType.APPLICATION_COMMAND
        if typed.focused:
            kind = InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
            focused = {"name": typed.focused, "type": kinds[typed.focused], "value": "", "focused": True}
            options.append(focused)
        data = {"id": command["id"], "name": command["name"], "type": 1}
        return self.world.wire.emit(
            asker.person, kind, data | {"options": options, "resolved": resolved}, asker.channel
        )

    def _value(self, asker: Asker, kind: OptionType, text: str) -> Any:
        if kind == OptionType.ATTACHMENT:
            return text, RECORD.encode()
        if kind != OptionType.USER:
            return int(text) if kind == OptionType.INTEGER else text
        named = [one.person for one in self.askers.values() if f"@{one.person.user.global_name}" == text]
        return next((one for one in named if one.guild == asker.channel.guild), named[0].user)

    def _message(self, asker: Asker, custom_id: str, kind: int) -> Shown:
        """The message that has a button or menu; a private one that is made to have it if there is none."""
        carrier = self._carriers.get(custom_id)
        if carrier and carrier.channel_id == asker.channel.id:
            return carrier
        forgery = copy.copy(self._private[asker.channel.id])
        looks = (
            {"options": [{"label": "Any", "value": "any"}]} if kind == MENU else {"style": 2, "label": "Any"}
        )
        part = {"type": kind, "id": 2, "custom_id": custom_id, **looks}
        forgery.payload = forgery.payload | {"components": [{"type": ROW, "id": 1, "components": [part]}]}
        return forgery


def person_of(member: MemberActor) -> Person:
    return Person(member.id, str(member.user.global_name))


def _askers(world: World, stage: Stage) -> dict[str, Asker]:
    """Everybody, by the columns of the table; in other channels whoever is to act asks."""
    to_act, other = (world.alice, world.bob) if stage.to_act == "Alice" else (world.bob, world.alice)
    here = {
        "To act": to_act,
        "Other player": other,
        "Bystander": world.carol,
        "Moderator": world.moderator(),
        "Bot": world.member("Robo", bot=True),
    }
    server = world.env.create_guild("Other club")
    elsewhere, abroad = world.guild.create_text_channel("elsewhere"), server.create_text_channel("catena")
    return {
        **{role: Asker(person, world.channel) for role, person in here.items()},
        "Other channel": Asker(to_act, elsewhere),
        "Other server": Asker(server.add_member(to_act.user), abroad),
    }
