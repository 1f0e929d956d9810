"""The commands `/stats` and `/leaderboard`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.answers import answer_to
from bot.commands.options import GameTypeOption, ScoringOption, SizeOption, UserOption
from bot.commands.worded import command
from bot.matches import Filter
from bot.messages import leaderboard_post
from bot.origin import person_of, who
from bot.showing import shown_statistics
from engine import GameType, Scoring

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]


@command("stats", is_private=True)
async def stats(
    interaction: Interaction,
    player: UserOption | None = None,
    game: GameTypeOption | None = None,
    scoring: ScoringOption | None = None,
    size: SizeOption | None = None,
) -> None:
    """See how somebody's matches on this server went."""
    place, asker = who(interaction)
    person = person_of(player) if player else asker
    found = await interaction.client.standings.of(place, person, asker, Filter(game, scoring, size))
    await answer_to(interaction).send(await shown_statistics(interaction, found), private=True)


@command("leaderboard", is_private=True)
async def leaderboard(
    interaction: Interaction,
    game: GameTypeOption = GameType.KOMI,
    scoring: ScoringOption = Scoring.STANDARD,
    size: SizeOption | None = None,
) -> None:
    """See who leads on this server."""
    place, asker = who(interaction)
    found = await interaction.client.standings.leaderboard(place, asker, game, scoring, size, page=0)
    await answer_to(interaction).send(leaderboard_post(found), private=True)
