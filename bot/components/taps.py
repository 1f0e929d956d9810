"""Playing by taps: each step changes the same private message. What is picked so far is in its custom ids."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

import discord

from bot.answers import answer_to
from bot.matches import Match, Pick, WhatIf, what_if
from bot.matches.refusals import MatchOver, NotOffered, PositionMovedOn
from bot.messages import Post, Press, Purpose, Tap, fallen_note, plans_post, played_post, position_post
from bot.messages.refusals import sentence
from bot.origin import person_of, place_of, who
from bot.publishing import publish_turn
from bot.showing import private_board, shown_cells, shown_next, shown_rows
from engine import Cell, NotationError, TakeButton, parse_cell

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]
    TapHandler = Callable[[Interaction, Tap, Sequence[str]], Awaitable[None]]


async def open_play(interaction: Interaction, press: Press) -> None:
    place, person = who(interaction)
    found = await interaction.client.play.considered(place, person, press.match_id, ())
    note = fallen_note(await interaction.client.replies.of(found.match, person))
    await answer_to(interaction).send(await shown_rows(interaction, Purpose.PLAY, found, note), private=True)


async def open_plan(interaction: Interaction, press: Press) -> None:
    found = await interaction.client.replies.considered(*who(interaction), press.match_id, ())
    await answer_to(interaction).send(await shown_rows(interaction, Purpose.PLAN, found), private=True)


def _up_to_date(handler: TapHandler) -> TapHandler:
    """Show the match as it stands, in the same message, where it has moved on meanwhile."""

    @functools.wraps(handler)
    async def wrapper(interaction: Interaction, tap: Tap, values: Sequence[str]) -> None:
        try:
            await handler(interaction, tap, values)
        except (PositionMovedOn, MatchOver) as refusal:
            post = await _as_it_stands(interaction, tap.purpose, refusal.match, sentence(refusal))
            await answer_to(interaction).show(post)

    return wrapper


@_up_to_date
async def show_rows(interaction: Interaction, tap: Tap, values: Sequence[str]) -> None:
    await _show_next(interaction, tap.purpose, await _what_if(interaction, tap, tap.picks))


@_up_to_date
async def choose_row(interaction: Interaction, tap: Tap, values: Sequence[str]) -> None:
    found = await _what_if(interaction, tap, tap.picks)
    row = _chosen_row(values)
    await answer_to(interaction).show(await shown_cells(interaction, tap.purpose, found, row))


@_up_to_date
async def choose_cell(interaction: Interaction, tap: Tap, values: Sequence[str]) -> None:
    picks = (*tap.picks, _chosen_cell(values))
    await _show_next(interaction, tap.purpose, await _what_if(interaction, tap, picks))


@_up_to_date
async def choose_button(interaction: Interaction, tap: Tap, values: Sequence[str]) -> None:
    found = await _what_if(interaction, tap, (*tap.picks, TakeButton()))
    await _show_next(interaction, tap.purpose, found)


@_up_to_date
async def go_back(interaction: Interaction, tap: Tap, values: Sequence[str]) -> None:
    found = await _what_if(interaction, tap, tap.picks[:-1])
    match tap.picks:
        case (*_, Cell() as last):
            post = await shown_cells(interaction, tap.purpose, found, last.y)
        case _:
            post = await shown_rows(interaction, tap.purpose, found)
    await answer_to(interaction).show(post)


@_up_to_date
async def confirm(interaction: Interaction, tap: Tap, values: Sequence[str]) -> None:
    if tap.purpose is Purpose.PLAN:
        await _plan(interaction, tap)
        return
    place, person = who(interaction)
    match = await interaction.client.play.act(place, person, tap.match_id, tap.picks)
    await publish_turn(interaction, match, played_post(tap.picks, match, person))


async def _plan(interaction: Interaction, tap: Tap) -> None:
    found = await _what_if(interaction, tap, tap.picks)
    if not found.is_whole:
        raise NotOffered
    plans = await interaction.client.replies.plan(*who(interaction), tap.match_id, *found.picked_turns)
    await answer_to(interaction).show(plans_post(plans))


async def _what_if(interaction: Interaction, tap: Tap, picks: Sequence[Pick]) -> WhatIf:
    """What the picks would do, if the person may think of that turn."""
    bot = interaction.client
    match tap.purpose:
        case Purpose.TRY:
            return await bot.play.tried(place_of(interaction), tap.match_id, picks)
        case Purpose.PLAY:
            return await bot.play.considered(*who(interaction), tap.match_id, picks)
        case Purpose.PLAN:
            return await bot.replies.considered(*who(interaction), tap.match_id, picks)


async def _show_next(interaction: Interaction, purpose: Purpose, found: WhatIf) -> None:
    """Show the board as it would be, or the rows for the next stone where the turn is not whole yet."""
    await answer_to(interaction).show(await shown_next(interaction, purpose, found))


async def _as_it_stands(interaction: Interaction, purpose: Purpose, match: Match, note: str) -> Post:
    """A match with the reason why it is shown, and with its rows where the person may choose again."""
    viewer = person_of(interaction.user)
    is_theirs = match.is_turn_of(viewer.id)
    if (is_theirs or purpose is Purpose.TRY) and not match.is_over and match.game.legal_placements():
        again = purpose if purpose is Purpose.TRY else Purpose.PLAY
        return await shown_rows(interaction, again, what_if(match, ()), note)
    return position_post(match, await private_board(interaction, match), viewer, note)


def _chosen_row(values: Sequence[str]) -> int:
    match values:
        case [value] if value.isascii() and value.isdigit() and len(value) <= 2:
            return int(value)
        case _:
            raise NotOffered


def _chosen_cell(values: Sequence[str]) -> Cell:
    try:
        (value,) = values
        return parse_cell(value)
    except (ValueError, NotationError) as error:
        raise NotOffered from error
