"""The typed options of the commands, and what they suggest while somebody types."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.allowances import Effort
from bot.handling import Outcome, handling_of
from bot.matches import MatchNumber, Prospect, Refusal, play_turn, prospects
from bot.messages import DataRequest, button_effect, effect, match_choice
from bot.messages.privacy import DATA_REQUESTS
from bot.messages.words import FIRSTS, GAME_TYPES, PACES, SCORINGS, SERIES, shortened
from bot.origin import admit, who
from bot.storage import FirstPlayer, Pace, StorageFailed
from engine import Color, Game, GameType, NotationError, Scoring, parse_action
from rendering.words import COLORS

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]

MOST_CHOICES = 25
LONGEST_CHOICE = 100
LONGEST_TURN = 40
MOST_MATCHES = 2**31 - 1
MOST_MOVES = 1000

_log = logging.getLogger(__name__)


class _ChoiceOption(app_commands.Transformer):
    """An option with an enum's members, or some numbers, as its choices, under the names that people know."""

    def __init__(self, names: Mapping[Any, str]) -> None:
        self._names = names
        self._is_of_numbers = all(type(member) is int for member in names)

    @property
    def type(self) -> discord.AppCommandOptionType:
        types = discord.AppCommandOptionType
        return types.integer if self._is_of_numbers else types.string

    @property
    def choices(self) -> list[Choice[str | int | float]]:
        sent = int if self._is_of_numbers else str
        return [Choice(name=shown, value=sent(member)) for member, shown in self._names.items()]

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


class _ResolvedOption(app_commands.Transformer):
    """A person or a file, about which Discord tells beside the option.

    discord.py makes a bare `Object` of one about which nothing was told.
    """

    def __init__(self, type_: discord.AppCommandOptionType, *kinds: type[object]) -> None:
        self._type = type_
        self._kinds = kinds

    @property
    def type(self) -> discord.AppCommandOptionType:
        return self._type

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Any:
        """The value. Raises TransformerError for one about which nothing is known."""
        if not isinstance(value, self._kinds):
            raise app_commands.TransformerError(value, self.type, self)
        return value


if TYPE_CHECKING:
    UserOption = discord.User | discord.Member
    FileOption = discord.Attachment
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
    SeriesOption = int
    DataOption = DataRequest
else:
    UserOption = app_commands.Transform[
        discord.User, _ResolvedOption(discord.AppCommandOptionType.user, discord.User, discord.Member)
    ]
    FileOption = app_commands.Transform[
        discord.Attachment, _ResolvedOption(discord.AppCommandOptionType.attachment, discord.Attachment)
    ]
    ColorOption = app_commands.Transform[Color, _ChoiceOption(COLORS)]
    GameTypeOption = app_commands.Transform[GameType, _ChoiceOption(GAME_TYPES)]
    ScoringOption = app_commands.Transform[Scoring, _ChoiceOption(SCORINGS)]
    FirstPlayerOption = app_commands.Transform[FirstPlayer, _ChoiceOption(FIRSTS)]
    PaceOption = app_commands.Transform[Pace, _ChoiceOption(PACES)]
    DataOption = app_commands.Transform[DataRequest, _ChoiceOption(DATA_REQUESTS)]
    SeriesOption = app_commands.Transform[int, _ChoiceOption(SERIES)]
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
            await admit(interaction, Effort.STEP)
            return (await suggestions(interaction, current))[:MOST_CHOICES]
        except Refusal:
            return []
        except StorageFailed as error:
            handling_of(interaction).failed(Outcome.FAULT, error)
            _log.error("Autocomplete has nothing to suggest: %s", error)
            return []
        except Exception as error:
            handling_of(interaction).failed(Outcome.FAULT, error)
            _log.exception("Autocomplete failed")
            return []

    return wrapper


@never_raises
async def suggest_matches(interaction: Interaction, current: str) -> list[Choice[int]]:
    """The channel's running matches, those that wait for the person first."""
    play = interaction.client.play
    found = await play.running_in(*who(interaction), str(current), MOST_CHOICES)
    return [Choice(name=match_choice(match)[:LONGEST_CHOICE], value=match.number) for match in found]


@never_raises
async def suggest_turns(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Legal turns that fit what is typed, the most telling first, each with what it does."""
    match = await interaction.client.play.own_turn(*who(interaction), _named(interaction))
    return _turns(match.game, current)


@never_raises
async def suggest_expected(interaction: Interaction, current: str) -> list[Choice[str]]:
    """The other player's legal turns, for a planned reply."""
    found = await interaction.client.replies.considered(*who(interaction), _named(interaction), ())
    return _turns(found.match.game, current, is_own=False)


@never_raises
async def suggest_replies(interaction: Interaction, current: str) -> list[Choice[str]]:
    """The legal turns after the one that is expected of the other player."""
    found = await interaction.client.replies.considered(*who(interaction), _named(interaction), ())
    expected = str(getattr(interaction.namespace, "if", ""))
    play_turn(found.match, written_turn(expected))
    return _turns(found.match.game, current)


def _named(interaction: Interaction) -> MatchNumber:
    """The match that a command names, as far as it is typed."""
    number = getattr(interaction.namespace, "match", None)
    # Half-typed options come as anything.
    is_number = isinstance(number, int) and 0 < number <= MOST_MATCHES
    return MatchNumber(number if is_number else None)


def written_turn(text: str) -> list[str]:
    """The actions of a turn as people type it: cells between spaces or commas, or any single action."""
    words = text.replace(",", " ").split()
    whole = " ".join(words)
    try:
        parse_action(whole)
    except NotationError:
        return words
    return [whole]


def _turns(game: Game, current: str, *, is_own: bool = True) -> list[Choice[str]]:
    """The legal turns of a game that fit what is typed."""
    *before, typed = current.upper().replace(",", " ").split(" ")
    first = (before or [typed])[0]
    choices = []
    if game.stones_due == 2 and first in map(str, game.legal_placements()):
        after_first = game.copy()
        after_first.play(first)
        choices = _placements(after_first, typed if before else "", f"{first} ", is_own=is_own)
    if not before:
        choices += _placements(game, typed, is_own=is_own)
        if game.can_take_button and "BUTTON".startswith(typed):
            choices.insert(0, Choice(name=f"button · {button_effect()}", value="button"))
    return choices


def _placements(game: Game, typed: str, prefix: str = "", *, is_own: bool) -> list[Choice[str]]:
    """The legal cells that start with what is typed; ``prefix`` is the part of the turn before them."""
    return [_choice(one, prefix, is_own=is_own) for one in prospects(game) if str(one.cell).startswith(typed)]


def _choice(prospect: Prospect, prefix: str, *, is_own: bool) -> Choice[str]:
    turn = f"{prefix}{prospect.cell}"
    shown = f"{turn} · {effect(prospect, is_own=is_own)}"
    return Choice(name=shortened(shown, LONGEST_CHOICE), value=turn)
