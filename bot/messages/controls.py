"""The buttons. Everything that one needs is in its custom id, so it works after any restart."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, Self

import discord

from bot.matches import WRITTEN_MATCH_ID, Match, MatchId
from bot.storage import ChallengeRecord


class Verb(StrEnum):
    """What a button does. The values are part of messages already sent: never change or reuse one."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    NAME_KOMI = "komi"
    BALANCE = "balance"
    BALANCED_KOMI = "balanced-komi"
    PLAY_BLACK = "black"
    PLAY_WHITE = "white"
    PLAY = "play"
    TAKE_BUTTON = "button"
    MORE = "more"
    RESIGN = "resign"
    RESIGN_SURELY = "resign-surely"
    KEEP_PLAYING = "keep-playing"
    REMATCH = "rematch"
    NEXT_GAME = "next-game"
    REPLAY = "replay"
    REPLAY_START = "replay-start"
    REPLAY_BACK = "replay-back"
    REPLAY_ON = "replay-on"
    REPLAY_END = "replay-end"
    REPLAY_JUMP = "replay-jump"
    ANIMATE = "animate"
    RULES_PAGE = "rules"
    RECORD = "record"
    LOADED_START = "loaded-start"
    LOADED_BACK = "loaded-back"
    LOADED_ON = "loaded-on"
    LOADED_END = "loaded-end"
    LEADERBOARD = "leaderboard"
    LEGAL_MOVES = "legal-moves"
    ASK_TAKEBACK = "ask-takeback"
    OFFER_DRAW = "offer-draw"
    ASK_CANCEL = "ask-cancel"
    AGREE = "agree"
    DISAGREE = "disagree"
    GIVE_TIME = "give-time"
    CLAIM_WIN = "claim-win"
    PLAN_REPLY = "plan-reply"
    FORGET_REPLIES = "forget-replies"
    BOARDS = "boards"
    BOARDS_PAGE = "boards-page"
    EXPORT_DATA = "export-data"
    DELETE_DATA = "delete-data"
    DELETE_SURELY = "delete-surely"
    KEEP_DATA = "keep-data"
    CONTINUE_HERE = "continue-here"


_CUSTOM_ID = (
    rf"catena:(?:(?P<valued>{Verb.BALANCED_KOMI})|(?P<verb>{'|'.join(Verb)})):(?P<match_id>{WRITTEN_MATCH_ID})"
    r"(?(valued):(?P<value>[0-9]{1,4}))"
)


@dataclass(frozen=True, slots=True)
class Press:
    """What a custom id says: the verb, the id of the match, challenge or proposal, and the match's position.

    For a loaded record the subject is its key, for a page of the rules or of boards the page's number;
    for a leaderboard the subject is the variant and ``ply`` the page. Where it is about
    no position, ``ply`` is 0, and where it is about its person alone, so is the subject. ``value`` is the
    komi that a button names.
    """

    verb: Verb
    subject: int
    ply: int = 0
    takebacks: int = 0
    value: int | None = None

    @property
    def custom_id(self) -> str:
        value = "" if self.value is None else f":{self.value}"
        return f"catena:{self.verb}:{self.match_id.written}{value}"

    @classmethod
    def parse(cls, custom_id: str) -> Self | None:
        """The inverse of `custom_id`; None for the id of no button of ours."""
        found = re.fullmatch(_CUSTOM_ID, custom_id)
        if found is None:
            return None
        subject = MatchId.parse(found["match_id"])
        value = int(found["value"]) if found["value"] else None
        return cls(Verb(found["valued"] or found["verb"]), subject.id, subject.ply, subject.takebacks, value)

    @property
    def match_id(self) -> MatchId:
        """The match that the button is about, at the position that it was made for."""
        return MatchId(self.subject, self.ply, self.takebacks)


class Presses(Protocol):
    """What a client must have for its buttons to work."""

    async def pressed(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Do what the button says, and answer the interaction in every case."""


def chosen_values(interaction: discord.Interaction[Any]) -> list[str]:
    """What was chosen in a menu; nothing for a button.

    Not from the item, which takes whatever it is sent for what was chosen in it.
    """
    data: Mapping[str, Any] = interaction.data or {}
    values = data.get("values")
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []


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
    press = Press(verb, match.record.id, match.ply, match.takebacks)
    return Control.make(press, label, style, enabled=enabled)
