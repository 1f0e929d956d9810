"""What the bot has shown in a channel without noting it: the process died right after Discord took it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import TYPE_CHECKING, Any

import discord

from bot.matches import Unshown
from bot.messages import Press
from bot.storage import Place

if TYPE_CHECKING:
    from bot.client import CatenaBot

CLOCKS_DIFFER_BY = timedelta(minutes=10)
"""At the most, ours and the one by which Discord numbers messages."""
LONGEST_LOOK = timedelta(seconds=10)
"""Enough for more than a thousand messages. What is not found by then is shown, perhaps once more."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sighting:
    """A message of the bot's: what it says, and what its buttons would do."""

    message_id: int
    text: str
    presses: tuple[Press, ...]


@dataclass(frozen=True, slots=True)
class _Look:
    """What was seen at a moment of what had been sent since an earlier one."""

    since: datetime
    at: datetime
    seen: Sequence[Sighting]

    def is_enough_for(self, unshown: Unshown) -> bool:
        """Whether all was seen that somebody may have sent of something."""
        return self.since <= unshown.since and unshown.due_at <= self.at


class Sightings:
    """The bot's messages in the channels, each channel read once for all that is to be shown there."""

    def __init__(self, bot: CatenaBot) -> None:
        self._bot = bot
        self._looks: dict[int, _Look] = {}

    def clear(self) -> None:
        self._looks.clear()

    async def of(self, unshown: Unshown, place: Place | None = None) -> Sequence[Sighting]:
        """What the bot may have sent of something, and all else since then, the latest first.

        It is looked for where it happened, unless somewhere else, and as far as the bot may read there.
        Raises DISCORD_FAILURES.
        """
        if unshown.is_fresh:
            return []
        place = place or unshown.place
        look = self._looks.get(place.channel_id)
        if look is None or not look.is_enough_for(unshown):
            seen = await self._seen(place, unshown.since)
            look = self._looks[place.channel_id] = _Look(unshown.since, unshown.taken_at, seen)
        return look.seen

    async def _seen(self, place: Place, since: datetime) -> Sequence[Sighting]:
        seen: list[Sighting] = []
        ends_at = monotonic() + LONGEST_LOOK.total_seconds()
        try:
            async for message in self._sent(place, since):
                if monotonic() > ends_at:
                    _log.warning("Too much was sent to channel %s since %s", place.channel_id, since)
                    break
                if message.author == self._bot.user:
                    seen.append(_sighting(message))
        except discord.Forbidden as error:
            _log.info("What was sent to channel %s can't be read: %s", place.channel_id, error)
        return seen

    def _sent(self, place: Place, since: datetime) -> AsyncIterator[discord.Message]:
        """Whatever was sent to a channel. Messages are numbered by time, so none is missed."""
        channel = self._bot.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
        return channel.history(limit=None, after=since - CLOCKS_DIFFER_BY, oldest_first=False)


def _sighting(message: discord.Message) -> Sighting:
    items = [*discord.ui.LayoutView.from_message(message, timeout=None).walk_children()]
    return Sighting(message.id, _text(items), tuple(_presses(items)))


def text_of(view: discord.ui.LayoutView) -> str:
    """What a message says, as in the sighting of one."""
    return _text(view.walk_children())


def _text(items: Iterable[discord.ui.Item[Any]]) -> str:
    return "\n".join(item.content for item in items if isinstance(item, discord.ui.TextDisplay))


def _presses(items: Iterable[discord.ui.Item[Any]]) -> Iterator[Press]:
    for item in items:
        if isinstance(item, discord.ui.Button) and (press := Press.parse(item.custom_id or "")):
            yield press
