"""The slash commands: in which words Discord shows them, and how each use of one begins and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.allowances import Effort, effort_of_command
from bot.answers import begin_answer
from bot.errors import report
from bot.handling import Kind
from bot.messages import translation
from bot.messages.words import shortened
from bot.origin import admit

if TYPE_CHECKING:
    from bot.client import CatenaBot

UNKNOWN = "unknown"
"""The name of a command that there is not any more."""

_NAMES = (
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.parameter_name,
)

_LONGEST = 100
"""Characters of a description or a choice. Of one that is longer Discord would refuse all commands."""


class CommandTranslator(app_commands.Translator):
    """Lets Discord show commands in the languages that there are catalogues of.

    What is typed, the names of commands and options, is the same in all: sentences name it.
    """

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        if context.location in _NAMES:
            return None
        words = translation(string.message, locale.value)
        return shortened(words, _LONGEST) if words else None


class CatenaTree(app_commands.CommandTree["CatenaBot"]):
    """The slash commands, with the clock of each answer and the report of each error."""

    async def interaction_check(self, interaction: discord.Interaction[CatenaBot], /) -> bool:
        command = interaction.command
        name = command.name if command else UNKNOWN
        if interaction.type is not discord.InteractionType.application_command:
            interaction.client.under_way.begin(interaction, Kind.SUGGESTIONS, name)
            return True
        interaction.client.under_way.begin(interaction, Kind.COMMAND, name)
        is_private = isinstance(command, app_commands.Command) and command.extras.get("is_private", False)
        begin_answer(interaction, is_private=is_private)
        return await self._is_admitted(interaction, effort_of_command(name))

    async def _is_admitted(self, interaction: discord.Interaction[CatenaBot], effort: Effort) -> bool:
        """Admit the person. What fails here would leave the interaction unanswered, were it not reported."""
        try:
            await admit(interaction, effort)
        except Exception as error:
            await report(interaction, error)
            return False
        return True

    async def on_error(
        self, interaction: discord.Interaction[CatenaBot], error: app_commands.AppCommandError, /
    ) -> None:
        await report(interaction, error)
