"""`/challenge` and `/challenges`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.answers import answer_to
from bot.commands.options import (
    FirstPlayerOption,
    GameTypeOption,
    PaceOption,
    ScoringOption,
    SeriesOption,
    SizeOption,
    UserOption,
)
from bot.commands.worded import command
from bot.matches import Terms
from bot.matches.refusals import NobodyElseHere, OpponentCannotSee, OpponentIsABot
from bot.messages import challenge_list_posts
from bot.origin import person_of, place_of, viewer_of
from bot.publishing import publish_challenge
from bot.storage import ChannelSettings, Person
from engine import GameOptions, GameType, Scoring

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]


@command("challenge")
async def challenge(
    interaction: Interaction,
    opponent: UserOption | None = None,
    size: SizeOption | None = None,
    game: GameTypeOption | None = None,
    scoring: ScoringOption | None = None,
    first: FirstPlayerOption | None = None,
    pace: PaceOption | None = None,
    series: SeriesOption | None = None,
) -> None:
    """Challenge somebody to a match of Catena."""
    if interaction.context.dm_channel:
        raise NobodyElseHere
    usual = viewer_of(interaction).settings
    terms = Terms(
        _challenged(interaction, opponent),
        _options(usual, size, game, scoring),
        first or usual.first,
        pace or usual.pace,
        series or 1,
    )
    made = await interaction.client.challenges.challenge(
        place_of(interaction), person_of(interaction.user), terms
    )
    await publish_challenge(interaction, made)


@command("challenges", is_private=True)
async def challenges(interaction: Interaction) -> None:
    """List the challenges open in this channel."""
    viewer = person_of(interaction.user)
    found = await interaction.client.challenges.open_in(place_of(interaction))
    for post in challenge_list_posts(found, viewer):
        await answer_to(interaction).send(post, private=True)


def _options(
    settings: ChannelSettings, size: int | None, game: GameType | None, scoring: Scoring | None
) -> GameOptions:
    """The options of a challenge; those left out are the channel's."""
    usual = settings.options
    return GameOptions(size or usual.size, game or usual.game_type, scoring or usual.scoring)


def _challenged(interaction: Interaction, opponent: discord.User | discord.Member | None) -> Person | None:
    """The person challenged, if they can play here at all."""
    if opponent is None:
        return None
    if opponent.bot:
        raise OpponentIsABot
    person = person_of(opponent)
    if interaction.guild_id and not _can_see(opponent, interaction.channel):
        raise OpponentCannotSee(person)
    return person


def _can_see(user: discord.User | discord.Member, channel: object) -> bool:
    """Whether somebody named in a server's command sees the channel that it was used in."""
    if not isinstance(user, discord.Member):
        return False
    if user.resolved_permissions is not None:
        return user.resolved_permissions.view_channel
    # Discord resolves them; where it did not, the channel's own overwrites tell, if it is known.
    if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return channel.permissions_for(user).view_channel
    return True
