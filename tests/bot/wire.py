"""Interactions as they reach the bot, without the checks of a Discord client."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import simcord
from simcord.actors import MemberActor
from simcord.backend.models import Interaction
from simcord.builders import ChannelHandle
from simcord.enums import InteractionType
from simcord.interactions import base_payload

from tests.bot.shown import Shown

FIELD = "value"
"""The custom id of each form's field."""


class Wire:
    """Lets interactions reach the bot without waiting for what it does: `World.answers` waits.

    ``channel`` is where they come from unless another is named.
    """

    def __init__(self, env: simcord.Env, channel: ChannelHandle) -> None:
        self._env = env
        self._channel = channel

    def emit(
        self,
        who: MemberActor,
        kind: InteractionType,
        data: dict[str, Any],
        channel: ChannelHandle | None = None,
        message: Shown | None = None,
    ) -> Interaction:
        """Send any interaction."""
        channel = channel or self._channel
        record, payload = base_payload(
            self._env.backend,
            type=kind,
            channel_id=channel.id,
            guild_id=channel.guild and channel.guild.id,
            user_id=who.id,
            data=data,
        )
        if channel.guild is None and channel.id not in self._env.backend.dm_channels.values():
            # The bot is not in it: whoever installed it for themselves uses it there.
            payload |= {"context": 2, "authorizing_integration_owners": {"1": str(who.id)}}
            payload["channel"]["recipients"] = []
        if message:
            payload["message"] = message.payload
            record.source_message_id = message.id
        self._env.backend.emit("INTERACTION_CREATE", payload)
        return record

    def command(
        self,
        who: MemberActor,
        name: str,
        values: dict[str, Any] | None = None,
        channel: ChannelHandle | None = None,
        **more: Any,
    ) -> Interaction:
        """Send a command with any option values; ``more`` goes into its data."""
        known = self._env.backend.find_command(name, None) or {"id": "1"}
        types = {option["name"]: option["type"] for option in known.get("options", ())}
        options = [
            {"name": option, "type": types.get(option, 3), "value": value}
            for option, value in (values or {}).items()
        ]
        data = {"id": known["id"], "name": name, "type": 1, "options": options, **more}
        return self.emit(who, InteractionType.APPLICATION_COMMAND, data, channel)

    def press(
        self,
        who: MemberActor,
        message: Shown,
        custom_id: str,
        channel: ChannelHandle | None = None,
        *,
        kind: int = 2,
    ) -> Interaction:
        """Press a button of a message as the person sees it, which may be older than Discord's."""
        data = {"custom_id": custom_id, "component_type": kind}
        return self.emit(who, InteractionType.MESSAGE_COMPONENT, data, channel, message)

    def choose(
        self,
        who: MemberActor,
        message: Shown,
        custom_id: str,
        values: Sequence[Any],
        channel: ChannelHandle | None = None,
    ) -> Interaction:
        """Choose in a menu of a message as the person sees it."""
        data = {"custom_id": custom_id, "component_type": 3, "values": [*values]}
        return self.emit(who, InteractionType.MESSAGE_COMPONENT, data, channel, message)

    def form(
        self,
        who: MemberActor,
        custom_id: str,
        text: str,
        message: Shown | None = None,
        channel: ChannelHandle | None = None,
    ) -> Interaction:
        """Submit a form in whose field something was typed."""
        typed = {"type": 4, "custom_id": FIELD, "value": text}
        data = {"custom_id": custom_id, "components": [{"type": 18, "id": 1, "component": typed}]}
        return self.emit(who, InteractionType.MODAL_SUBMIT, data, channel, message)
