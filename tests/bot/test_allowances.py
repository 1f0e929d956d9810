"""Nobody floods a channel or keeps the bot busy, and nobody who plays notices."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

import pytest

from bot.allowances import MOST, PERIOD, Allowances, Effort
from bot.matches.refusals import TooOften
from tests.bot.games import random_turn
from tests.bot.shown import Shown
from tests.bot.world import Clock, World

ALICE, BOB = 1, 2
SLOWER = "That is a lot at once. You can go on <t:{}:R>; your matches wait for you."


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def allowances(clock: Clock) -> Allowances:
    """Those that the bot has, by a clock that stands still."""
    return Allowances(clock)


def use_up(allowances: Allowances, effort: Effort, person_id: int = ALICE) -> None:
    for _ in range(MOST[effort]):
        allowances.spend(person_id, effort)


def use_up_the_rest(allowances: Allowances, effort: Effort, person_id: int) -> None:
    with suppress(TooOften):
        use_up(allowances, effort, person_id)


@pytest.mark.parametrize("effort", Effort)
def test_one_too_many_is_refused_until_the_moment_that_is_told(
    effort: Effort, allowances: Allowances, clock: Clock
) -> None:
    use_up(allowances, effort)
    with pytest.raises(TooOften) as refused:
        allowances.spend(ALICE, effort)
    assert refused.value.again_at - clock.time == PERIOD / MOST[effort]
    clock.time = refused.value.again_at
    allowances.spend(ALICE, effort)
    with pytest.raises(TooOften):
        allowances.spend(ALICE, effort)


@pytest.mark.parametrize("effort", Effort)
def test_a_minute_later_all_is_forgotten(effort: Effort, allowances: Allowances, clock: Clock) -> None:
    use_up(allowances, effort)
    clock.time += PERIOD
    use_up(allowances, effort)
    with pytest.raises(TooOften):
        allowances.spend(ALICE, effort)


def test_what_is_refused_makes_nobody_wait_longer(allowances: Allowances, clock: Clock) -> None:
    use_up(allowances, Effort.FILE)
    for _ in range(5):
        clock.advance(seconds=1)
        with pytest.raises(TooOften):
            allowances.spend(ALICE, Effort.FILE)
    clock.advance(seconds=1)
    allowances.spend(ALICE, Effort.FILE)


def test_what_one_person_does_takes_nothing_from_another_or_from_other_things(allowances: Allowances) -> None:
    use_up(allowances, Effort.FILE)
    allowances.spend(BOB, Effort.FILE)
    use_up(allowances, Effort.STEP)


def test_whoever_presses_twice_a_second_for_an_hour_is_never_stopped(
    allowances: Allowances, clock: Clock
) -> None:
    for _ in range(3600):
        for _ in range(2):
            allowances.spend(ALICE, Effort.STEP)
        clock.advance(seconds=1)


def test_who_did_nothing_for_a_minute_is_not_kept_in_mind(allowances: Allowances, clock: Clock) -> None:
    for person_id in range(100):
        allowances.spend(person_id, Effort.CHALLENGE)
    clock.advance(seconds=61)
    allowances.spend(ALICE, Effort.STEP)
    assert [*allowances._forgotten_at] == [(ALICE, Effort.STEP)]


def test_a_clock_that_is_put_back_stops_nobody(allowances: Allowances, clock: Clock) -> None:
    use_up(allowances, Effort.CHALLENGE)
    clock.advance(hours=-1)
    use_up(allowances, Effort.CHALLENGE)
    assert len(allowances._forgotten_at) == 1


async def test_a_flood_of_challenges_is_stopped_in_private(world: World) -> None:
    for _ in range(MOST[Effort.CHALLENGE]):
        await world.click(world.alice, await world.slash(world.alice, "challenge"), "Withdraw")
    refused = await world.refusal(world.slash(world.alice, "challenge"))
    # In six seconds, and in the second after that since Discord shows whole ones.
    assert refused.text == SLOWER.format(int(world.clock.time.timestamp()) + 7)
    assert not (await world.slash(world.bob, "challenge")).is_private


COSTLY: dict[str, tuple[Effort, Callable[[World, Shown], Awaitable[Shown]]]] = {
    "/challenge": (Effort.CHALLENGE, lambda world, result: world.challenge()),
    "Rematch": (Effort.CHALLENGE, lambda world, result: world.click(world.alice, result, "Rematch")),
    "/record": (Effort.FILE, lambda world, result: world.slash(world.alice, "record", match=1)),
    "Record": (Effort.FILE, lambda world, result: world.click(world.alice, result, "Record")),
    "Animate": (Effort.FILE, lambda world, result: animated(world)),
}


async def animated(world: World) -> Shown:
    return await world.click(world.alice, await world.slash(world.alice, "replay", match=1), "Animate")


@pytest.mark.parametrize(("effort", "attempt"), COSTLY.values(), ids=COSTLY)
async def test_what_is_costly_has_a_limit_of_its_own(
    effort: Effort, attempt: Callable[[World, Shown], Awaitable[Shown]], world: World, allowances: Allowances
) -> None:
    await world.start_match(game="no-komi")
    await world.play("D5")
    question = await world.slash(world.bob, "resign")
    result = await world.click(world.bob, question, next(iter(question.buttons)))
    use_up_the_rest(allowances, effort, world.alice.id)
    assert (await world.refusal(attempt(world, result))).text.startswith("That is a lot at once.")
    # Whoever has done too much of that can still do everything else.
    assert "played D5" in (await world.slash(world.alice, "board", match=1, text=True)).text


async def test_after_too_much_of_anything_nothing_is_suggested_either(
    world: World, allowances: Allowances
) -> None:
    await world.start_match()
    assert await world.suggestions(world.alice, "komi", "match", "")
    use_up_the_rest(allowances, Effort.STEP, world.alice.id)
    assert await world.suggestions(world.alice, "komi", "match", "") == {}
    refused = await world.refusal(world.slash(world.alice, "komi", points=7))
    assert refused.text.startswith("That is a lot at once.")


async def test_turns_by_taps_with_changes_and_looks_between_stop_nobody_in_no_time_at_all(
    world: World,
) -> None:
    await world.start_match()
    public, rng = await world.play("komi 7", "white"), Random(1)
    for _ in range(6):
        match = await world.match()
        who, cell = world.person(match.to_act), random_turn(match.game, rng)
        await world.slash(who, "board", text=True)
        rows = await world.click(who, public, "Play")
        cells = await world.select(who, rows, cell[1:])
        changed = await world.click(who, await world.select(who, cells, cell), "Change")
        public = await world.click(who, await world.select(who, changed, cell), "Confirm")
        assert f"**{cell}**" in public.text
