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
LONGEST_ALT_TEXT = 1024
LONGEST_MESSAGE = 4000
"""Characters in all texts of a message together."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in words for those who can't see it, and as the bytes of a file.

    ``content`` is None where the message shows the picture already and only its other parts change.
    """

    alt_text: str
    content: bytes | None
    filename: str = "board.png"

    def file(self) -> discord.File:
        """The upload. A new one at each call, since a file can be sent once."""
        assert self.content is not None  # Nothing is uploaded where the message has it already.
        return discord.File(io.BytesIO(self.content), self.filename, description=self.alt_text)

    def gallery(self) -> discord.ui.MediaGallery[Any]:
        """The place in a layout where the upload is shown, at full width."""
        item = discord.MediaGalleryItem(f"attachment://{self.filename}", description=self.alt_text)
        return discord.ui.MediaGallery(item)


@dataclass(frozen=True, slots=True)
class Post:
    """A message from top to bottom: text, picture, text, another picture, two rows of buttons.

    Only ``called`` is pinged by it.
    """

    heading: str
    picture: Picture | None = None
    details: str = ""
    second_picture: Picture | None = None
    controls: Sequence[Control] = ()
    more_controls: Sequence[Control] = ()
    called: Person | None = None

    @property
    def allowed_mentions(self) -> discord.AllowedMentions:
        users = [discord.Object(self.called.id)] if self.called else []
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)

    def files(self) -> list[discord.File]:
        """What is uploaded with the message."""
        return [picture.file() for picture in self._pictures if picture.content is not None]

    def view(self) -> discord.ui.LayoutView:
        """The layout, to be sent together with the files."""
        parts: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay(self.heading)]
        if self.picture:
            parts.append(self.picture.gallery())
        if self.details:
            parts.append(discord.ui.TextDisplay(self.details))
        if self.second_picture:
            parts.append(self.second_picture.gallery())
        rows = (row for row in (self.controls, self.more_controls) if row)
        parts += [discord.ui.ActionRow(*row) for row in rows]
        # Controls answer by their custom ids, so the view itself has nothing to wait for.
        view = discord.ui.LayoutView(timeout=None)
        view.add_item(discord.ui.Container(*parts, accent_colour=ACCENT))
        return view

    @property
    def _pictures(self) -> list[Picture]:
        return [picture for picture in (self.picture, self.second_picture) if picture]
