"""The commands that only show: `/board`, `/try`, `/replay`, `/matches`, `/rules`, `/help`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.answers import answer_to
from bot.commands.options import MatchOption, MoveCountOption, suggest_matches
from bot.commands.worded import command
from bot.inbox import shown_inbox
from bot.matches import MatchId, Replay
from bot.messages import (
    Purpose,
    earlier_post,
    fallen_note,
    help_post,
    position_post,
    position_text_post,
)
from bot.origin import person_of, who
from bot.showing import private_board, shown_replay, shown_rows, shown_rules

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]


@command("board", is_private=True)
@app_commands.autocomplete(match=suggest_matches)
async def board(
    interaction: Interaction,
    match: MatchOption | None = None,
    move: MoveCountOption | None = None,
    text: bool = False,
) -> None:
    """Look at a match of this channel."""
    found = await interaction.client.play.seen(*who(interaction), match, move)
    person = person_of(interaction.user)
    note = fallen_note(await interaction.client.replies.of(found, person)) if move is None else ""
    if text:
        post = position_text_post(found, person, note)
    elif move is not None:
        post = earlier_post(found, await private_board(interaction, found))
    else:
        post = position_post(found, await private_board(interaction, found), person, note)
    await answer_to(interaction).send(post, private=True)


@command("try", is_private=True)
@app_commands.autocomplete(match=suggest_matches)
async def try_out(interaction: Interaction, match: MatchOption | None = None) -> None:
    """See what a stone would do, in any match of this channel, without playing it."""
    place, person = who(interaction)
    found = await interaction.client.play.seen(place, person, match, ply=None)
    tried = await interaction.client.play.tried(place, MatchId.of(found), ())
    await answer_to(interaction).send(await shown_rows(interaction, Purpose.TRY, tried), private=True)


@command("matches", is_private=True)
async def matches(interaction: Interaction) -> None:
    """List your matches in every channel, those that wait for you first."""
    await answer_to(interaction).send(await shown_inbox(interaction), private=True)


@command("replay", is_private=True)
@app_commands.autocomplete(match=suggest_matches)
async def replay(interaction: Interaction, match: MatchOption | None = None) -> None:
    """Go through a match of this channel, move by move."""
    found = await interaction.client.play.seen(*who(interaction), match, ply=None)
    post = await shown_replay(interaction, Replay(found, found.ply))
    await answer_to(interaction).send(post, private=True)


@command("rules", is_private=True)
async def rules(interaction: Interaction) -> None:
    """Read how Catena is played, with drawn examples."""
    await answer_to(interaction).send(await shown_rules(interaction, 0), private=True)


@command("help", is_private=True)
async def show_help(interaction: Interaction) -> None:
    """See what the bot can do."""
    await answer_to(interaction).send(help_post(), private=True)
