"""Whole matches, as two friends play them."""

from __future__ import annotations

import random

from bot.storage import Ending
from tests.bot.world import World


def random_turn(game, rng: random.Random) -> str:
    """A legal turn in its written form."""
    first = rng.choice(game.legal_placements())
    if game.stones_due == 1:
        return str(first)
    after = game.copy()
    after.play(first)
    return f"{first} {rng.choice(after.legal_placements())}"


async def test_a_komi_match_goes_from_challenge_to_rematch_by_buttons_and_moves(world: World) -> None:
    first = await world.start_match()
    assert "Alice** is the first player" in first.text
    assert first.pinged == [world.alice.id]

    komi = await world.submit(world.alice, first, "Name komi", points="7")
    assert "Alice** named komi **7**" in komi.text
    assert komi.pinged == [world.bob.id]

    chosen = await world.click(world.bob, komi, "Play White (+7)")
    assert "Bob** chose ⚪ **White**" in chosen.text
    assert chosen.pinged == [world.alice.id]

    rng = random.Random(7)
    while not (match := await world.match()).is_over:
        shown = await world.play(random_turn(match.game, rng))
    assert shown.png is not None
    assert f"{match.winner.name}** wins match 1" in shown.text
    assert match.record.ending is Ending.PLAYED
    assert shown.pinged == []

    rematch = await world.click(world.bob, shown, "Rematch")
    assert rematch.pinged == [world.alice.id]
    again = await world.click(world.alice, rematch, "Accept")
    assert "Bob** is the first player" in again.text
    assert [message.text for message in world.messages if "More" in message.buttons] == [again.text]
