"""The buttons. Everything that one needs is in its custom id, so it works after any restart."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, Self

import discord

from bot.matches import Match, MatchId
from bot.storage import ChallengeRecord


class Verb(StrEnum):
    """What a button does. The values are part of messages already sent: never change or reuse one."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    NAME_KOMI = "komi"
    PLAY_BLACK = "black"
    PLAY_WHITE = "white"
    TAKE_BUTTON = "button"
    MORE = "more"
    RESIGN = "resign"
    RESIGN_SURELY = "resign-surely"
    KEEP_PLAYING = "keep-playing"
    REMATCH = "rematch"
    REPLAY = "replay"
    REPLAY_START = "replay-start"
    REPLAY_BACK = "replay-back"
    REPLAY_ON = "replay-on"
    REPLAY_END = "replay-end"
    REPLAY_JUMP = "replay-jump"
    ANIMATE = "animate"
    RULES_PAGE = "rules"


_CUSTOM_ID = rf"catena:(?P<verb>{'|'.join(Verb)}):(?P<subject>[0-9]{{1,18}}):(?P<ply>[0-9]{{1,4}})"


@dataclass(frozen=True, slots=True)
class Press:
    """What a custom id says: the verb, the id of the match or challenge, and the match's ply (else 0).

    For a page of the rules the subject is the page's number.
    """

    verb: Verb
    subject: int
    ply: int = 0

    @property
    def custom_id(self) -> str:
        return f"catena:{self.verb}:{self.subject}:{self.ply}"

    @classmethod
    def parse(cls, custom_id: str) -> Self | None:
        """The inverse of `custom_id`; None for the id of no button of ours."""
        found = re.fullmatch(_CUSTOM_ID, custom_id)
        return found and cls(Verb(found["verb"]), int(found["subject"]), int(found["ply"]))

    @property
    def match_id(self) -> MatchId:
        """The match that the button is about, at the position that it was made for."""
        return MatchId(self.subject, self.ply)


class Presses(Protocol):
    """What a client must have for its buttons to work."""

    async def pressed(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Do what the button says, and answer the interaction in every case."""


class Control(discord.ui.DynamicItem[discord.ui.Button[Any]], template=_CUSTOM_ID):
    """A button whose meaning is its custom id."""

    def __init__(self, press: Press, button: discord.ui.Button[Any]) -> None:
        super().__init__(button)
        self.press = press

    @classmethod
    def make(
        cls,
        press: Press,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        *,
        enabled: bool = True,
    ) -> Self:
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=label, style=style, custom_id=press.custom_id, disabled=not enabled
        )
        return cls(press, button)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        assert isinstance(item, discord.ui.Button)  # The template is of buttons only.
        press = Press.parse(match.string)
        assert press is not None  # discord.py matched the same pattern.
        return cls(press, item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        client: Presses = interaction.client
        await client.pressed(interaction, self.press)


def for_challenge(verb: Verb, challenge: ChallengeRecord, label: str) -> Control:
    styles = {Verb.ACCEPT: discord.ButtonStyle.success}
    style = styles.get(verb, discord.ButtonStyle.secondary)
    return Control.make(Press(verb, challenge.id), label, style)


def for_match(
    verb: Verb,
    match: Match,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    enabled: bool = True,
) -> Control:
    return Control.make(Press(verb, match.record.id, match.ply), label, style, enabled=enabled)
