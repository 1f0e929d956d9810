"""The typed options of the commands, and what they suggest while somebody types."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.matches import MatchNumber, Prospect, Refusal, prospects
from bot.messages import effect
from bot.messages.words import COLORS, GAME_TYPES, PACES, SCORINGS, plain_name, shortened
from bot.origin import meet, person_of, place_of
from bot.storage import FirstPlayer, Pace
from engine import Color, Game, GameType, Scoring

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]

MOST_CHOICES = 25
LONGEST_CHOICE = 100
LONGEST_TURN = 40
MOST_MATCHES = 2**31 - 1
MOST_MOVES = 1000

_log = logging.getLogger(__name__)
_FIRSTS = {FirstPlayer.RANDOM: "random", FirstPlayer.CHALLENGER: "me", FirstPlayer.OPPONENT: "opponent"}


class _EnumOption(app_commands.Transformer):
    """An option with an enum's members as its choices, under the names that people know them by."""

    def __init__(self, names: Mapping[Any, str]) -> None:
        self._names = names

    @property
    def choices(self) -> list[Choice[str | int | float]]:
        return [Choice(name=shown, value=str(member)) for member, shown in self._names.items()]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Any:
        """The member. Raises TransformerError for a value that was never offered."""
        for member in self._names:
            if member == value:
                return member
        raise app_commands.TransformerError(value, self.type, self)


class _BoundedOption(app_commands.Transformer):
    """A whole number from ``least`` to ``most``, or a text of such a length.

    Discord's clients keep to the bounds that they are told. What comes from elsewhere is held to them here.
    """

    def __init__(self, kind: type[int | str], least: int, most: int) -> None:
        self._kind = kind
        self._least = least
        self._most = most

    @property
    def type(self) -> discord.AppCommandOptionType:
        types = discord.AppCommandOptionType
        return types.integer if self._kind is int else types.string

    @property
    def min_value(self) -> int:
        return self._least

    @property
    def max_value(self) -> int:
        return self._most

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Any:
        """The value. Raises TransformerError for one of another kind or out of bounds."""
        measured = len(value) if isinstance(value, str) else value
        if type(value) is not self._kind or not self._least <= measured <= self._most:
            raise app_commands.TransformerError(value, self.type, self)
        return value


if TYPE_CHECKING:
    ColorOption = Color
    GameTypeOption = GameType
    ScoringOption = Scoring
    FirstPlayerOption = FirstPlayer
    SizeOption = int
    KomiOption = int
    MatchOption = int
    MoveCountOption = int
    TurnOption = str
    PaceOption = Pace
else:
    ColorOption = app_commands.Transform[Color, _EnumOption(COLORS)]
    GameTypeOption = app_commands.Transform[GameType, _EnumOption(GAME_TYPES)]
    ScoringOption = app_commands.Transform[Scoring, _EnumOption(SCORINGS)]
    FirstPlayerOption = app_commands.Transform[FirstPlayer, _EnumOption(_FIRSTS)]
    PaceOption = app_commands.Transform[Pace, _EnumOption(PACES)]
    SizeOption = app_commands.Transform[int, _BoundedOption(int, 6, 10)]
    KomiOption = app_commands.Transform[int, _BoundedOption(int, 0, 1000)]
    MatchOption = app_commands.Transform[int, _BoundedOption(int, 1, MOST_MATCHES)]
    MoveCountOption = app_commands.Transform[int, _BoundedOption(int, 0, MOST_MOVES)]
    TurnOption = app_commands.Transform[str, _BoundedOption(str, 1, LONGEST_TURN)]


Suggestions = Callable[["Interaction", str], Coroutine[Any, Any, list[Choice[Any]]]]


def never_raises(suggestions: Suggestions) -> Suggestions:
    """Let autocomplete suggest nothing where it can't: nobody could read a refusal there."""

    @functools.wraps(suggestions)
    async def wrapper(interaction: Interaction, current: str) -> list[Choice[Any]]:
        try:
            await meet(interaction)
            return (await suggestions(interaction, current))[:MOST_CHOICES]
        except Refusal:
            return []
        except Exception:
            _log.exception("Autocomplete failed")
            return []

    return wrapper


@never_raises
async def suggest_matches(interaction: Interaction, current: str) -> list[Choice[int]]:
    """The channel's running matches, those that wait for the person first."""
    found = await interaction.client.play.running_in(place_of(interaction), person_of(interaction.user))
    choices = []
    for match in found:
        first, second = map(plain_name, match.people)
        waits = f", {plain_name(match.to_act)} to act" if match.to_act else ""
        shown = f"{match.number}: {first} and {second}{waits}"
        choices.append(Choice(name=shown[:LONGEST_CHOICE], value=match.number))
    return [choice for choice in choices if choice.name.startswith(str(current))]


@never_raises
async def suggest_turns(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Legal turns that fit what is typed, the most telling first, each with what it does."""
    number = getattr(interaction.namespace, "match", None)
    # Half-typed options come as anything.
    is_number = isinstance(number, int) and 0 < number <= MOST_MATCHES
    name = MatchNumber(number if is_number else None)
    match = await interaction.client.play.own_turn(place_of(interaction), person_of(interaction.user), name)
    *before, typed = current.upper().replace(",", " ").split(" ")
    first = (before or [typed])[0]
    choices = []
    if match.game.stones_due == 2 and first in map(str, match.game.legal_placements()):
        after_first = match.game.copy()
        after_first.play(first)
        choices = _placements(after_first, typed if before else "", prefix=f"{first} ")
    if not before:
        choices += _placements(match.game, typed)
        if match.game.can_take_button and "BUTTON".startswith(typed):
            choices.insert(0, Choice(name="button · take the button", value="button"))
    return choices


def _placements(game: Game, typed: str, prefix: str = "") -> list[Choice[str]]:
    """The legal cells that start with what is typed; ``prefix`` is the part of the turn before them."""
    return [_choice(one, prefix) for one in prospects(game) if str(one.cell).startswith(typed)]


def _choice(prospect: Prospect, prefix: str) -> Choice[str]:
    turn = f"{prefix}{prospect.cell}"
    return Choice(name=shortened(f"{turn} · {effect(prospect)}", LONGEST_CHOICE), value=turn)
