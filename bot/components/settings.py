"""The menus and buttons of `/settings` and `/preferences`: each changes one thing, and its message."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.answers import answer_to
from bot.components.forms import Submission, time_zone_form
from bot.matches import find_time_zone
from bot.matches.refusals import NotOffered
from bot.messages import Preference, Selection, Setting, preference_choice, setting_choice
from bot.origin import is_moderator, person_of, place_of, prefer, viewer_of
from bot.showing import shown_preferences, shown_settings
from bot.storage import PlayerPreferences, ReminderHours

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]


async def select(interaction: Interaction, selection: Selection, values: Sequence[str]) -> None:
    match selection.subject:
        case Setting() as setting:
            await _set_up(interaction, setting, _written(selection, values))
        case Preference.TIME_ZONE:
            await answer_to(interaction).open_form(time_zone_form(viewer_of(interaction).preferences))
        case Preference() as preference:
            choice, written = preference_choice(preference), _written(selection, values)
            await _prefer(interaction, lambda kept: choice.chosen(kept, written))


async def time_zone_named(interaction: Interaction, submission: Submission) -> None:
    zone = find_time_zone(submission.text)

    def change(kept: PlayerPreferences) -> PlayerPreferences:
        return replace(kept, hours=replace(kept.hours or ReminderHours(), time_zone=zone))

    await _prefer(interaction, change)


async def _set_up(interaction: Interaction, setting: Setting, written: str) -> None:
    choice = setting_choice(setting)
    settings = await interaction.client.preferences.set_up(
        place_of(interaction),
        lambda kept: choice.chosen(kept, written),
        is_moderator=is_moderator(interaction),
    )
    await answer_to(interaction).show(await shown_settings(interaction, settings))


async def _prefer(interaction: Interaction, change: Callable[[PlayerPreferences], PlayerPreferences]) -> None:
    """Change what a person prefers, and show it as they prefer from now on."""
    chosen = await interaction.client.preferences.choose(person_of(interaction.user), change)
    prefer(interaction, chosen)
    await answer_to(interaction).show(await shown_preferences(interaction))


def _written(selection: Selection, values: Sequence[str]) -> str:
    """What was chosen: a switch says it itself."""
    chosen = [selection.switched] if selection.switched else [*values]
    if len(chosen) != 1:
        raise NotOffered
    return chosen[0]
