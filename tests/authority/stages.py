"""How things stand when somebody asks for something."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.matches import MatchId
from bot.messages import Press
from bot.records import write_record
from tests.authority.doors import Subjects
from tests.bot.games import turns_of
from tests.bot.places import set_up
from tests.bot.test_records import load, short_record
from tests.bot.test_series import GAME
from tests.bot.world import World

FIRST = MatchId(1, 0)
RECORD = write_record(short_record())


async def nothing(world: World) -> Subjects:
    return Subjects(FIRST)


async def challenge(world: World) -> Subjects:
    await world.challenge()
    return Subjects(FIRST)


async def open_challenge(world: World) -> Subjects:
    await world.slash(world.alice, "challenge")
    return Subjects(FIRST)


async def komi(world: World) -> Subjects:
    await world.start_match()
    return await _in_match(world)


async def komi_after_a_game(world: World) -> Subjects:
    await world.start_match()
    await world.arrange(*turns_of(GAME))
    await world.start_match()
    return await _in_match(world, 2)


async def color(world: World) -> Subjects:
    await world.start_match()
    await world.play("komi 7")
    return await _in_match(world)


async def stone(world: World) -> Subjects:
    await world.start_match()
    await world.play("komi 7", "white")
    return await _in_match(world)


async def planned(world: World) -> Subjects:
    """Bob has planned a reply."""
    subjects = await stone(world)
    shown = await world.slash(world.bob, "reply", **{"if": "E7", "then": "D5"})
    await world.click(world.bob, shown, "Plan it")
    return subjects


async def proposal(world: World) -> Subjects:
    subjects = await stone(world)
    await _press(world, subjects, "offer-draw")
    return subjects


async def time_left(world: World) -> Subjects:
    await world.start_match(pace="1")
    world.clock.advance(hours=1)
    return await _in_match(world)


async def time_up(world: World) -> Subjects:
    subjects = await time_left(world)
    world.clock.advance(days=2)
    return subjects


async def over(world: World) -> Subjects:
    subjects = await stone(world)
    await _press(world, subjects, "resign-surely")
    return subjects


async def series(world: World) -> Subjects:
    await world.start_match(series=3)
    subjects = await _in_match(world)
    await _press(world, subjects, "resign-surely")
    return subjects


async def switched_off(world: World) -> Subjects:
    """A game of a series is over, and a challenge open, in a channel where nothing can begin any more."""
    subjects = await series(world)
    await world.challenge()
    await set_up(world, is_off=True)
    return Subjects(subjects.match, challenge=2)


async def homeless(world: World) -> Subjects:
    """Everybody is in another channel than the match was in."""
    subjects = await komi(world)
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    world.channel = world.guild.create_text_channel("refuge")
    return subjects


async def loaded(world: World) -> Subjects:
    shown = await load(world, world.carol, RECORD)
    press = Press.parse(shown.buttons["⏮"])
    assert press is not None
    return Subjects(FIRST, record=press.subject)


@dataclass(frozen=True, slots=True)
class Stage:
    """``set_up`` tells what there is to press; ``to_act`` is who has to act or to answer."""

    set_up: Callable[[World], Awaitable[Subjects]]
    to_act: str = "Alice"


STAGES = {
    "Nothing is open": Stage(nothing),
    "A challenge waits for one person": Stage(challenge, to_act="Bob"),
    "A challenge waits for anybody": Stage(open_challenge, to_act="Bob"),
    "Komi is to be named": Stage(komi),
    "Komi is to be named after another game": Stage(komi_after_a_game),
    "A colour is to be picked": Stage(color, to_act="Bob"),
    "A stone is to be placed": Stage(stone),
    "A reply is planned": Stage(planned),
    "A proposal waits for its answer": Stage(proposal, to_act="Bob"),
    "Time runs": Stage(time_left),
    "Time is up": Stage(time_up),
    "A match is over": Stage(over),
    "A game of a series is over": Stage(series),
    "The channel is switched off": Stage(switched_off, to_act="Bob"),
    "The channel of a match is deleted": Stage(homeless),
    "A record is loaded": Stage(loaded),
}
"""By the headings of `docs/authority.md`."""


async def _in_match(world: World, number: int = 1) -> Subjects:
    return Subjects(MatchId.of(await world.match(number)))


async def _press(world: World, subjects: Subjects, name: str) -> None:
    """Alice presses a button, whatever message has it."""
    custom_id = subjects.custom_ids()[name]
    await world.press(world.alice, world.latest.forged(custom_id), custom_id)
