"""Private posts whose pictures have to be drawn first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from bot.matches import Match, Replay, Statistics, WhatIf
from bot.matches.refusals import NotOffered
from bot.messages import (
    RULES,
    Picture,
    Post,
    Purpose,
    cells_post,
    loaded_post,
    outcome_post,
    preferences_post,
    replay_post,
    rows_post,
    rules_post,
    settings_post,
    statistics_post,
)
from bot.origin import person_of, place_of, viewer_of
from bot.storage import ChannelSettings
from engine import Cell
from rendering import ExampleName, View

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]

SAMPLE = ExampleName.CLAIM_AFTER
"""A picture with everything in it that a theme changes."""


async def private_board(interaction: Interaction, match: Match, view: View | None = None) -> Picture:
    """A match's board for the person of this interaction alone."""
    return await interaction.client.images.board(match, viewer_of(interaction).theme, view)


async def shown_rows(interaction: Interaction, purpose: Purpose, what_if: WhatIf, note: str = "") -> Post:
    """The rows to choose from for the next stone."""
    view = View(lit=_lit(interaction, what_if.after.game.legal_placements()), considered=what_if.picks)
    return rows_post(purpose, what_if, await private_board(interaction, what_if.match, view), note)


async def shown_cells(interaction: Interaction, purpose: Purpose, what_if: WhatIf, row: int) -> Post:
    """The cells of one row to choose from. Raises NotOffered where there are none."""
    choices = what_if.row(row)
    if not choices:
        raise NotOffered
    view = View(lit=_lit(interaction, [one.cell for one in choices]), considered=what_if.picks)
    picture = await private_board(interaction, what_if.match, view)
    return cells_post(purpose, what_if, choices, picture)


async def shown_next(interaction: Interaction, purpose: Purpose, what_if: WhatIf) -> Post:
    """The board as it would be, or the rows for the next stone where the turn is not whole yet."""
    show = shown_outcome if what_if.is_whole else shown_rows
    return await show(interaction, purpose, what_if)


async def shown_outcome(interaction: Interaction, purpose: Purpose, what_if: WhatIf) -> Post:
    """The board as it would be after a whole turn."""
    view = View(considered=what_if.picks)
    return outcome_post(purpose, what_if, await private_board(interaction, what_if.match, view))


async def shown_settings(interaction: Interaction, settings: ChannelSettings) -> Post:
    """What applies in a channel, with what changes it."""
    example = await interaction.client.images.example(SAMPLE, settings.theme)
    return settings_post(place_of(interaction), settings, example)


async def shown_preferences(interaction: Interaction) -> Post:
    """What the person of this interaction prefers, with what changes it."""
    viewer = viewer_of(interaction)
    example = await interaction.client.images.example(SAMPLE, viewer.theme)
    return preferences_post(viewer.preferences, example)


async def shown_replay(interaction: Interaction, replay: Replay) -> Post:
    """One position of a match gone through again."""
    return replay_post(replay, await private_board(interaction, replay.shown))


async def shown_loaded(interaction: Interaction, replay: Replay) -> Post:
    """One position of a loaded record."""
    return loaded_post(replay, await private_board(interaction, replay.shown))


async def shown_statistics(interaction: Interaction, found: Statistics) -> Post:
    """A player's results, drawn where anything was won or lost."""
    images, theme = interaction.client.images, viewer_of(interaction).theme
    picture = await images.tallies(found, theme) if found.overall.is_decisive else None
    return statistics_post(found, person_of(interaction.user), picture)


async def shown_rules(interaction: Interaction, number: int) -> Post:
    """A page of the rules, counted from 0; the last one for a number that is too high."""
    images, theme = interaction.client.images, viewer_of(interaction).theme
    number = min(number, len(RULES) - 1)
    page = RULES[number]
    second = await images.example(page.second_example, theme) if page.second_example else None
    return rules_post(number, await images.example(page.example, theme), second)


def _lit(interaction: Interaction, cells: Sequence[Cell]) -> Sequence[Cell]:
    """Of some legal cells those that the person of this interaction wants to be lit: all or none."""
    return cells if viewer_of(interaction).preferences.shows_legal_cells else ()
