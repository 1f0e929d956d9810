"""What people do that changes something: each prepared up to the last press, which can be repeated."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from simcord.actors import MemberActor
from simcord.backend.models import Interaction

from bot.matches import Challenges
from bot.storage import Person, Place
from tests.bot.shown import Shown
from tests.bot.world import World
from tests.storage.contents import column

LastPress = Callable[[], Interaction]
Deed = Callable[[World], Awaitable[LastPress]]


def pressing(world: World, who: MemberActor, shown: Shown, label: str) -> LastPress:
    return partial(world.wire.press, who, shown, shown.buttons[label])


def using(world: World, who: MemberActor, command: str, **values: Any) -> LastPress:
    return partial(world.wire.command, who, command, values)


async def begin(world: World, *turns: str, **options: Any) -> Shown:
    """A new match of Alice, who is first, and Bob, after some turns; its latest board."""
    shown = await world.start_match(**options)
    number = len(column(world.url, "matches", "id"))
    for turn in turns:
        who = world.person((await world.match(number)).to_act)
        shown = await world.slash(who, "move", turn=turn, match=number)
    return shown


async def chosen_in_menu(world: World, who: MemberActor, board: Shown, label: str) -> LastPress:
    """An entry of the menu under a board."""
    return pressing(world, who, await world.click(who, board, "More"), label)


# Challenges


async def challenge(world: World) -> LastPress:
    await _withdraw_all(world)
    return using(world, world.alice, "challenge")


async def _withdraw_all(world: World) -> None:
    challenges = Challenges(world.database, world.clock, world.coin)
    place, alice = Place(world.guild.id, world.channel.id), Person(world.alice.id, "Alice")
    for one in await challenges.open_in(place):
        await challenges.withdraw(place, alice, one.id)


async def accept(world: World) -> LastPress:
    return pressing(world, world.bob, await world.challenge(), "Accept")


async def decline(world: World) -> LastPress:
    return pressing(world, world.bob, await world.challenge(), "Decline")


async def withdraw(world: World) -> LastPress:
    return pressing(world, world.alice, await world.challenge(), "Withdraw")


async def rematch(world: World) -> LastPress:
    await _withdraw_all(world)
    return pressing(world, world.alice, await _resigned(world), "Rematch")


async def next_game(world: World) -> LastPress:
    return pressing(world, world.alice, await _resigned(world, series=3), "Next game")


async def _resigned(world: World, **options: Any) -> Shown:
    """The result of a match that Bob has given up."""
    await world.answer((await resign(world, **options))())
    return world.latest


# Turns


async def move(world: World) -> LastPress:
    await begin(world, game="double")
    return using(world, world.alice, "move", turn="D5", match=len(column(world.url, "matches", "id")))


async def take_button(world: World) -> LastPress:
    return pressing(world, world.alice, await begin(world, "komi 7", "white"), "Take the button")


async def name_komi(world: World) -> LastPress:
    board = await begin(world)
    form = await world.open_form(world.alice, board, "Name komi")
    assert form.modal is not None
    return partial(world.wire.form, world.alice, form.modal["custom_id"], "7", board)


async def confirm_taps(world: World) -> LastPress:
    board = await begin(world, game="double")
    shown = await world.click(world.alice, board, "Play")
    shown = await world.select(world.alice, shown, "5")
    return pressing(world, world.alice, await world.select(world.alice, shown, "D5"), "Confirm")


async def resign(world: World, **options: Any) -> LastPress:
    board = await begin(world, **options)
    question = await world.answer((await chosen_in_menu(world, world.bob, board, "Resign"))())
    (label, *_) = question.buttons
    return pressing(world, world.bob, question, label)


async def plan_reply(world: World) -> LastPress:
    await begin(world, game="double")
    values = {"if": "D5", "then": "E6 F7", "match": len(column(world.url, "matches", "id"))}
    return pressing(world, world.bob, await world.slash(world.bob, "reply", **values), "Plan it")


# Proposals and time


async def offer_draw(world: World) -> LastPress:
    return await chosen_in_menu(world, world.bob, await begin(world), "Offer a draw")


async def agree_on_draw(world: World) -> LastPress:
    return pressing(world, world.alice, await world.answer((await offer_draw(world))()), "Accept")


async def refuse_draw(world: World) -> LastPress:
    return pressing(world, world.alice, await world.answer((await offer_draw(world))()), "Decline")


async def take_back(world: World) -> LastPress:
    board = await begin(world, "komi 7", "white")
    ask = await chosen_in_menu(world, world.bob, board, "Ask for a takeback")
    return pressing(world, world.alice, await world.answer(ask()), "Accept")


async def give_time(world: World) -> LastPress:
    board = await begin(world, pace="1")
    world.clock.advance(hours=1)
    return await chosen_in_menu(world, world.bob, board, "Give time")


async def claim_win(world: World) -> LastPress:
    board = await begin(world, pace="1")
    world.clock.advance(hours=25)
    return await chosen_in_menu(world, world.bob, board, "Claim the win")


# Preferences and settings


async def prefer(world: World) -> LastPress:
    """Whether legal cells are lit, the other way round than before."""
    shown = await world.slash(world.carol, "preferences")
    (label,) = (one for one in shown.buttons if "egal" in one)
    return pressing(world, world.carol, shown, label)


DEEDS: dict[str, Deed] = {
    "challenging": challenge,
    "accepting": accept,
    "declining": decline,
    "withdrawing": withdraw,
    "a rematch": rematch,
    "the next game": next_game,
    "a typed turn": move,
    "a turn by a button": take_button,
    "a turn by a form": name_komi,
    "a turn by taps": confirm_taps,
    "resigning": resign,
    "planning a reply": plan_reply,
    "offering a draw": offer_draw,
    "agreeing on a draw": agree_on_draw,
    "declining a draw": refuse_draw,
    "agreeing to a takeback": take_back,
    "giving time": give_time,
    "claiming the win": claim_win,
    "preferring": prefer,
}
