"""How somebody uses Discord: they type, press and choose, and look what comes of it, but not for long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from simcord.actors import MemberActor
from simcord.backend.models import Interaction
from simcord.builders import ChannelHandle
from simcord.interactions import resolve_handle

from bot.demo.loopback import LoopbackDiscord
from bot.messages import Press, Tap, TapStep, Verb
from tests.bot.shown import Shown
from tests.bot.wire import Wire
from tests.chaos.tried import Outcome, Tried
from tests.chaos.witness import EPHEMERAL

PATIENCE_SECONDS = 1.0
"""After which a person who gets no answer looks again, and does it again."""


class Hands:
    """The hands of everybody in one channel."""

    def __init__(self, server: LoopbackDiscord, tried: Tried, channel: ChannelHandle) -> None:
        self._server = server
        self._tried = tried
        self._channel = channel
        self._wire = Wire(server.env, channel)

    def command(self, who: MemberActor, name: str, values: dict[str, Any]) -> Interaction:
        return lasting(self._wire.command(who, name, values))

    def challenge(self, who: MemberActor, opponent: MemberActor, values: dict[str, Any]) -> Interaction:
        """Use the command that names somebody, of whom Discord tells along with it."""
        resolved: dict[str, Any] = {}
        resolve_handle(who, opponent, resolved, channel_id=self._channel.id)
        values = {"opponent": str(opponent.id), **values}
        return lasting(self._wire.command(who, "challenge", values, resolved=resolved))

    def press(self, who: MemberActor, message_id: int, press: Press) -> Interaction:
        """Press a button of a public message."""
        return lasting(self._wire.press(who, self._shown(message_id), press.custom_id))

    async def opened(self, interaction: Interaction) -> Shown | None:
        """The private message that answers a press or a command, if one does."""
        await self.answered([interaction])
        private = [
            one for one in self._tried.answers(interaction) if one.flags & EPHEMERAL and one.components
        ]
        return Shown(self._server.env, private[-1]) if private else None

    def press_in(self, who: MemberActor, menu: Shown, verb: Verb) -> Interaction | None:
        """Press a button of a private message, if it has it."""
        found = (one for one in menu.buttons.values() if (press := Press.parse(one)) and press.verb is verb)
        custom_id = next(found, None)
        return custom_id and lasting(self._wire.press(who, menu, custom_id))

    async def tapped(self, who: MemberActor, menu: Shown, step: TapStep, *values: str) -> Shown | None:
        """A private message after one more tap in it; None if it stays as it is."""
        if self.tap(who, menu, step, *values) is None:
            return None
        await self._until(lambda: self._shown(menu.id).payload["components"] != menu.payload["components"])
        changed = self._shown(menu.id)
        return changed if changed.payload["components"] != menu.payload["components"] else None

    def tap(self, who: MemberActor, menu: Shown, step: TapStep, *values: str) -> Interaction | None:
        """Tap in a private message, if it offers that."""
        ids = [*menu.buttons.values(), *menu.menus]
        custom_id = next((one for one in ids if (tap := Tap.parse(one)) and tap.step is step), None)
        if custom_id is None:
            return None
        if values:
            return lasting(self._wire.choose(who, menu, custom_id, values))
        return lasting(self._wire.press(who, menu, custom_id))

    async def answered(self, sent: Sequence[Interaction]) -> None:
        """Wait until everything is answered, another bot is there, or somebody loses patience."""
        await self._until(lambda: all(self._tried.outcome(one) is not Outcome.UNANSWERED for one in sent))

    async def _until(self, condition: Callable[[], bool]) -> None:
        bots = self._server.gateway.identified
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._server.traffic.until(
                    lambda: condition() or self._server.gateway.identified > bots
                )
        except TimeoutError:
            return

    def _shown(self, message_id: int) -> Shown:
        return Shown(self._server.env, self._server.env.backend.get_message(self._channel.id, message_id))


def lasting(interaction: Interaction) -> Interaction:
    """Let Discord not mind that the bot takes as long as ever by our clock, which is much by the fast one."""
    interaction.initial_response_deadline = None
    return interaction
