"""The command of records: `/record`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.answers import answer_to
from bot.commands.options import FileOption, MatchOption, suggest_matches
from bot.commands.worded import command
from bot.matches.refusals import FileUnavailable, MatchAndFile, RecordUnreadable
from bot.messages import record_post
from bot.origin import who
from bot.records import MOST_BYTES, Fault, RecordError
from bot.showing import shown_loaded

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]


@command("record", is_private=True)
@app_commands.autocomplete(match=suggest_matches)
async def record(
    interaction: Interaction, match: MatchOption | None = None, file: FileOption | None = None
) -> None:
    """Get a match as a file, or look at such a file."""
    records = interaction.client.records
    if file is None:
        post = record_post(await records.seen(*who(interaction), match))
    elif match is not None:
        raise MatchAndFile
    else:
        post = await shown_loaded(interaction, await records.load(await _content(file)))
    await answer_to(interaction).send(post, private=True)


async def _content(file: discord.Attachment) -> bytes:
    """What is in a file, fetched only if it can be a record by its size."""
    if file.size > MOST_BYTES:
        raise RecordUnreadable(RecordError(Fault.TOO_LARGE))
    try:
        return await file.read()
    except discord.HTTPException as error:
        raise FileUnavailable from error
