"""Nobody floods a channel or keeps the bot drawing, and nobody who plays notices."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor

from bot.allowances import Allowances, Effort
from bot.matches.refusals import TooOften
from tests.bot.shown import Shown
from tests.bot.world import Clock, World

SLOWER = "That is a lot at once. You can go on <t:1767225661:R>; your matches wait for you."
ALICE, BOB = 1, 2


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def allowances(clock: Clock) -> Allowances:
    """The ones that the bot has, by a clock that stands still."""
    return Allowances(clock)


async def challenge_and_withdraw(world: World, who: MemberActor, times: int) -> None:
    for _ in range(times):
        await world.click(who, await world.slash(who, "challenge"), "Withdraw")


async def an_animation(world: World, who: MemberActor) -> Shown:
    return await world.click(who, await world.slash(who, "replay", match=1), "Animate")


@pytest.mark.parametrize("effort", Effort)
def test_one_more_than_the_allowance_is_refused_until_the_first_is_a_minute_ago(
    effort: Effort, allowances: Allowances, clock: Clock
) -> None:
    for _ in range(effort.value):
        allowances.spend(ALICE, effort)
        clock.advance(seconds=0.1)
    with pytest.raises(TooOften) as refused:
        allowances.spend(ALICE, effort)
    clock.time = refused.value.again_at
    allowances.spend(ALICE, effort)
    with pytest.raises(TooOften):
        allowances.spend(ALICE, effort)


def test_what_is_refused_makes_nobody_wait_longer(allowances: Allowances, clock: Clock) -> None:
    for _ in range(Effort.ANIMATION.value):
        allowances.spend(ALICE, Effort.ANIMATION)
    for _ in range(5):
        clock.advance(seconds=10)
        with pytest.raises(TooOften):
            allowances.spend(ALICE, Effort.ANIMATION)
    clock.advance(seconds=10)
    allowances.spend(ALICE, Effort.ANIMATION)


def test_what_one_person_does_takes_nothing_from_another(allowances: Allowances) -> None:
    for _ in range(Effort.ANIMATION.value):
        allowances.spend(ALICE, Effort.ANIMATION)
    allowances.spend(BOB, Effort.ANIMATION)
    allowances.spend(ALICE, Effort.POST)


def test_who_did_nothing_for_a_minute_is_forgotten(allowances: Allowances, clock: Clock) -> None:
    for person_id in range(100):
        allowances.spend(person_id, Effort.POST)
    clock.advance(seconds=61)
    allowances.spend(ALICE, Effort.POST)
    assert len(allowances._spent) == 1


async def test_a_flood_of_challenges_is_stopped_in_private(world: World) -> None:
    await challenge_and_withdraw(world, world.alice, Effort.CHALLENGE.value)
    refused = await world.refusal(world.slash(world.alice, "challenge"))
    assert refused.text == SLOWER
    assert not (await world.slash(world.bob, "challenge")).is_private


async def test_a_flood_of_animations_is_stopped(world: World) -> None:
    await world.start_match(game="no-komi")
    await world.play("D5")
    for _ in range(Effort.ANIMATION.value):
        assert (await an_animation(world, world.alice)).payload["attachments"]
    refused = await world.refusal(an_animation(world, world.alice))
    assert refused.text == SLOWER


async def test_a_flood_of_boards_is_stopped_and_can_be_played_through(world: World) -> None:
    await world.start_match()
    for _ in range(Effort.POST.value):
        await world.slash(world.alice, "board", text=True)
    refused = await world.refusal(world.slash(world.alice, "board", text=True))
    assert refused.text == SLOWER
    assert "named komi **7**" in (await world.slash(world.alice, "komi", points=7)).text


async def test_after_a_while_it_goes_on(world: World, clock: Clock) -> None:
    await challenge_and_withdraw(world, world.alice, Effort.CHALLENGE.value)
    clock.advance(seconds=60)
    assert not (await world.slash(world.alice, "challenge")).is_private
