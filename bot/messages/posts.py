"""A message ready to be sent, and how its parts are laid out."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.messages.controls import Control
from bot.storage import Person

ACCENT = discord.Colour(0xC8963E)
BOARD_FILE = "board.png"


@dataclass(frozen=True, slots=True)
class Picture:
    """A board in words for those who can't see it, and as PNG bytes.

    ``png`` is None where the message shows the board already and only its other parts change.
    """

    alt_text: str
    png: bytes | None


@dataclass(frozen=True, slots=True)
class Post:
    """A message from top to bottom: text, picture, text, buttons. Only ``called`` is pinged by it."""

    heading: str
    picture: Picture | None = None
    details: str = ""
    controls: Sequence[Control] = ()
    called: Person | None = None

    @property
    def allowed_mentions(self) -> discord.AllowedMentions:
        users = [discord.Object(self.called.id)] if self.called else []
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)

    def files(self) -> list[discord.File]:
        """What is uploaded with the message. New ones at each call, since a file can be sent once."""
        if self.picture is None or self.picture.png is None:
            return []
        stream = io.BytesIO(self.picture.png)
        return [discord.File(stream, BOARD_FILE, description=self.picture.alt_text)]

    def view(self) -> discord.ui.LayoutView:
        """The layout, to be sent together with the picture's file."""
        parts: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay(self.heading)]
        if self.picture:
            parts.append(_gallery(self.picture.alt_text))
        if self.details:
            parts.append(discord.ui.TextDisplay(self.details))
        if self.controls:
            parts.append(discord.ui.ActionRow(*self.controls))
        # Controls answer by their custom ids, so the view itself has nothing to wait for.
        view = discord.ui.LayoutView(timeout=None)
        view.add_item(discord.ui.Container(*parts, accent_colour=ACCENT))
        return view


def _gallery(alt_text: str) -> discord.ui.MediaGallery[Any]:
    item = discord.MediaGalleryItem(f"attachment://{BOARD_FILE}", description=alt_text)
    return discord.ui.MediaGallery(item)
