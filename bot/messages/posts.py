"""A message ready to be sent, and how its parts are laid out."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.messages.controls import Control
from bot.messages.selections import SelectionControl
from bot.messages.taps import TapControl
from bot.messages.words import shortened
from bot.storage import Person

AnyControl = Control | TapControl | SelectionControl

ACCENT = discord.Colour(0xC8963E)
LONGEST_ALT_TEXT = 1024
LONGEST_MESSAGE = 4000
"""Characters in all texts of a message together."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in words for those who can't see it, cut where they are too many, and as the bytes of a file.

    ``content`` is None where the message shows the picture already and only its other parts change.
    """

    alt_text: str
    content: bytes | None
    filename: str = "board.png"

    def file(self) -> discord.File:
        """The upload. A new one at each call, since a file can be sent once."""
        assert self.content is not None  # Nothing is uploaded where the message has it already.
        return discord.File(io.BytesIO(self.content), self.filename, description=self._description)

    def gallery(self) -> discord.ui.MediaGallery[Any]:
        """The place in a layout where the upload is shown, at full width."""
        item = discord.MediaGalleryItem(f"attachment://{self.filename}", description=self._description)
        return discord.ui.MediaGallery(item)

    @property
    def _description(self) -> str:
        return shortened(self.alt_text, LONGEST_ALT_TEXT)


@dataclass(frozen=True, slots=True)
class Document:
    """A file to keep, as opposed to a picture to look at."""

    filename: str
    content: bytes

    def file(self) -> discord.File:
        """The upload. A new one at each call, since a file can be sent once."""
        return discord.File(io.BytesIO(self.content), self.filename)


@dataclass(frozen=True, slots=True)
class Post:
    """A message from top to bottom: text, picture, menus with the question above each, text, another picture,
    files, a line at the foot, a menu, two rows of buttons.

    Only ``called`` is pinged by it.
    """

    heading: str
    picture: Picture | None = None
    details: str = ""
    second_picture: Picture | None = None
    controls: Sequence[AnyControl] = ()
    more_controls: Sequence[AnyControl] = ()
    documents: Sequence[Document] = ()
    footer: str = ""
    called: Person | None = None
    menu: TapControl | None = None
    menus: Sequence[tuple[str, SelectionControl]] = ()

    @property
    def allowed_mentions(self) -> discord.AllowedMentions:
        users = [discord.Object(self.called.id)] if self.called else []
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)

    def files(self) -> list[discord.File]:
        """What is uploaded with the message."""
        pictures = [picture.file() for picture in self._pictures if picture.content is not None]
        return [*pictures, *(document.file() for document in self.documents)]

    @property
    def keeps_picture(self) -> bool:
        """Whether a message that is changed into this one shows what is uploaded with it already."""
        return any(picture.content is None for picture in self._pictures)

    def view(self) -> discord.ui.LayoutView:
        """The layout, to be sent together with the files."""
        parts: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay(self.heading)]
        if self.picture:
            parts.append(self.picture.gallery())
        for question, menu in self.menus:
            parts += [discord.ui.TextDisplay(question), discord.ui.ActionRow(menu)]
        if self.details:
            parts.append(discord.ui.TextDisplay(self.details))
        if self.second_picture:
            parts.append(self.second_picture.gallery())
        parts += [discord.ui.File(f"attachment://{one.filename}") for one in self.documents]
        if self.footer:
            parts.append(discord.ui.TextDisplay(self.footer))
        last_menu = [self.menu] if self.menu else []
        rows = (row for row in (last_menu, self.controls, self.more_controls) if row)
        parts += [discord.ui.ActionRow(*row) for row in rows]
        view = discord.ui.LayoutView(timeout=None)
        view.add_item(discord.ui.Container(*parts, accent_colour=ACCENT))
        # Controls answer by their custom ids: discord.py need not keep it, with a timer, for fifteen minutes.
        view.stop()
        return view

    @property
    def _pictures(self) -> list[Picture]:
        return [picture for picture in (self.picture, self.second_picture) if picture]
