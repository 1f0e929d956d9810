"""What each button does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord

from bot.answers import answer_to
from bot.components.forms import KomiForm
from bot.messages import Post, Press, Verb, more_post, resign_post
from bot.publishing import (
    person_of,
    place_of,
    publish_challenge,
    publish_challenge_end,
    publish_match,
    publish_start,
)
from bot.storage import Person, Place
from engine import Action, Color, TakeButton

if TYPE_CHECKING:
    from bot.client import CatenaBot

    Interaction = discord.Interaction[CatenaBot]
    Handler = Callable[[Interaction, Press], Awaitable[None]]


async def accept(interaction: Interaction, press: Press) -> None:
    accepted = await interaction.client.challenges.accept(*_who(interaction), press.subject)
    await publish_start(interaction, accepted)


async def decline(interaction: Interaction, press: Press) -> None:
    challenge = await interaction.client.challenges.decline(*_who(interaction), press.subject)
    await publish_challenge_end(interaction, challenge)


async def withdraw(interaction: Interaction, press: Press) -> None:
    challenge = await interaction.client.challenges.withdraw(*_who(interaction), press.subject)
    await publish_challenge_end(interaction, challenge)


async def name_komi(interaction: Interaction, press: Press) -> None:
    match = await interaction.client.play.own_turn(*_who(interaction), press.match_id)
    await answer_to(interaction).open_form(KomiForm(match))


async def more(interaction: Interaction, press: Press) -> None:
    match = await interaction.client.play.own(*_who(interaction), press.match_id)
    await answer_to(interaction).send(more_post(match, person_of(interaction.user)), private=True)


async def resign(interaction: Interaction, press: Press) -> None:
    match = await interaction.client.play.own(*_who(interaction), press.match_id)
    await answer_to(interaction).update(resign_post(match, person_of(interaction.user)))


async def resign_surely(interaction: Interaction, press: Press) -> None:
    match = await interaction.client.play.resign(*_who(interaction), press.match_id)
    await answer_to(interaction).update(Post(f"You resigned match {match.number}."))
    await publish_match(interaction, match)


async def keep_playing(interaction: Interaction, press: Press) -> None:
    await answer_to(interaction).update(Post("Good. The match goes on."))


async def rematch(interaction: Interaction, press: Press) -> None:
    challenge = await interaction.client.challenges.rematch(*_who(interaction), press.subject)
    await publish_challenge(interaction, challenge)


def act(action: Action) -> Handler:
    """The handler of a button that is one action of the game."""

    async def handler(interaction: Interaction, press: Press) -> None:
        match = await interaction.client.play.act(*_who(interaction), press.match_id, [action])
        await publish_match(interaction, match)

    return handler


HANDLERS: dict[Verb, Handler] = {
    Verb.ACCEPT: accept,
    Verb.DECLINE: decline,
    Verb.WITHDRAW: withdraw,
    Verb.NAME_KOMI: name_komi,
    Verb.PLAY_BLACK: act(Color.BLACK),
    Verb.PLAY_WHITE: act(Color.WHITE),
    Verb.TAKE_BUTTON: act(TakeButton()),
    Verb.MORE: more,
    Verb.RESIGN: resign,
    Verb.RESIGN_SURELY: resign_surely,
    Verb.KEEP_PLAYING: keep_playing,
    Verb.REMATCH: rematch,
}
OPEN_A_FORM = frozenset({Verb.NAME_KOMI})


def _who(interaction: Interaction) -> tuple[Place, Person]:
    """Where a button was pressed, and by whom."""
    return place_of(interaction), person_of(interaction.user)
