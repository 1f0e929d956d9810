"""The commands that act in a match: `/move`, `/button`, `/komi`, `/color`, `/resign`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.answers import answer_to
from bot.commands.options import (
    ColorOption,
    KomiOption,
    MatchOption,
    TurnOption,
    suggest_expected,
    suggest_matches,
    suggest_replies,
    suggest_turns,
    written_turn,
)
from bot.commands.worded import command
from bot.matches import MatchNumber, Pick
from bot.matches.refusals import HalfAReply
from bot.messages import Purpose, plans_post, resign_post
from bot.origin import person_of, place_of, viewer_of, who
from bot.publishing import publish_match
from bot.showing import shown_next
from engine import Action, Cell, NameKomi, NotationError, TakeButton, parse_action

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]


@command("move")
@app_commands.autocomplete(turn=suggest_turns, match=suggest_matches)
async def move(interaction: Interaction, turn: TurnOption, match: MatchOption | None = None) -> None:
    """Play your turn."""
    await _play(interaction, match, written_turn(turn))


@command("button")
@app_commands.autocomplete(match=suggest_matches)
async def button(interaction: Interaction, match: MatchOption | None = None) -> None:
    """Take the button: half a point, as your whole turn."""
    await _play(interaction, match, [str(TakeButton())])


@command("komi")
@app_commands.autocomplete(match=suggest_matches)
async def komi(interaction: Interaction, points: KomiOption, match: MatchOption | None = None) -> None:
    """Name komi, as the first player of a match begins."""
    await _act(interaction, match, [NameKomi(points)])


@command("color")
@app_commands.autocomplete(match=suggest_matches)
async def color(interaction: Interaction, color: ColorOption, match: MatchOption | None = None) -> None:
    """Pick your colour, as the second player of a match."""
    await _act(interaction, match, [color])


@command("resign", is_private=True)
@app_commands.autocomplete(match=suggest_matches)
async def resign(interaction: Interaction, match: MatchOption | None = None) -> None:
    """Give a match up. You are asked once more."""
    person = person_of(interaction.user)
    found = await interaction.client.play.own(place_of(interaction), person, MatchNumber(match))
    await answer_to(interaction).send(resign_post(found, person), private=True)


@command("reply", is_private=True)
@app_commands.rename(expected="if", reply="then")
@app_commands.autocomplete(expected=suggest_expected, reply=suggest_replies, match=suggest_matches)
async def reply(
    interaction: Interaction,
    expected: TurnOption | None = None,
    reply: TurnOption | None = None,
    match: MatchOption | None = None,
) -> None:
    """Plan a reply to the other player's next turn, or see what you have planned. Nobody else sees it."""
    replies, (place, person) = interaction.client.replies, who(interaction)
    if expected is None and reply is None:
        post = plans_post(await replies.own(place, person, MatchNumber(match)))
    elif expected is None or reply is None:
        raise HalfAReply
    else:
        turns = written_turn(expected), written_turn(reply)
        found = await replies.considered_turns(place, person, MatchNumber(match), *turns)
        post = await shown_next(interaction, Purpose.PLAN, found)
    await answer_to(interaction).send(post, private=True)


async def _play(interaction: Interaction, match: int | None, turn: Sequence[str]) -> None:
    """Play a turn of stones or the button; whoever prefers that is shown first what it would do."""
    picks = _picks(turn)
    if picks and viewer_of(interaction).preferences.confirms_typed_turns:
        found = await interaction.client.play.considered(*who(interaction), MatchNumber(match), picks)
        await answer_to(interaction).send(await shown_next(interaction, Purpose.PLAY, found), private=True)
    else:
        await _act(interaction, match, turn)


def _picks(turn: Sequence[str]) -> list[Pick]:
    """What a turn picks on the board; nothing if it is another action, or can't be read."""
    try:
        return [pick for pick in map(parse_action, turn) if isinstance(pick, Cell | TakeButton)]
    except NotationError:
        return []


async def _act(interaction: Interaction, match: int | None, turn: Sequence[Action | str]) -> None:
    played = await interaction.client.play.act(
        place_of(interaction), person_of(interaction.user), MatchNumber(match), turn
    )
    await publish_match(interaction, played)
