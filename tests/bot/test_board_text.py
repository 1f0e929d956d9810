"""Boards for those who can't see them."""

from __future__ import annotations

import pytest

from bot.messages.posts import LONGEST_MESSAGE
from rendering import describe_position, diagram
from tests.bot.games import edge_game, options_to_challenge, turns_of
from tests.bot.world import World


@pytest.mark.parametrize("move", [None, 3])
async def test_a_board_can_be_read_instead_of_looked_at(move: int | None, world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white", "D5", "E7", "D6")
    shown = await world.slash(world.carol, "board", text=True, **({"move": move} if move else {}))
    game = (await world.match()).at(move or 5).game
    assert shown.png is None
    assert describe_position(game) in shown.text
    assert diagram(game) in shown.text


async def test_the_text_of_the_largest_full_board_fits_into_a_message(world: World) -> None:
    record = edge_game("a long game, size 10: 137 stones or more")
    await world.start_match(**options_to_challenge(record))
    await world.arrange(*turns_of(record))
    shown = await world.slash(world.carol, "board", text=True)
    assert len(shown.text) <= LONGEST_MESSAGE
    assert diagram((await world.match()).game) in shown.text
