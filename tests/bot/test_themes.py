"""How boards look: to each player in private, to everybody in a channel, and to those who can't see them."""

from __future__ import annotations

import discord
import pytest

from bot.messages.posts import LONGEST_MESSAGE
from rendering import THEMES, ThemeName, describe_position, diagram, render_board
from tests.bot.games import edge_game, options_to_challenge, turns_of
from tests.bot.world import World


async def test_a_player_chooses_how_boards_look_that_only_they_see(world: World) -> None:
    await world.start_match()
    chosen = await world.slash(world.alice, "preferences", theme="dark")
    assert chosen.is_private
    assert chosen.text == "Boards that only you see have the theme **Dark**."
    game = (await world.match()).game
    assert (await world.slash(world.alice, "board")).png == render_board(game, theme=THEMES[ThemeName.DARK])
    assert (await world.slash(world.bob, "board")).png == render_board(game)


async def test_a_players_theme_leaves_public_boards_as_they_are(world: World) -> None:
    await world.slash(world.alice, "preferences", theme="shapes")
    started = await world.start_match()
    assert started.png == render_board((await world.match()).game)


async def test_a_moderator_chooses_how_boards_look_in_a_channel(world: World) -> None:
    moderators = world.guild.create_role("Mods", permissions=discord.Permissions(manage_guild=True))
    dana = world.guild.add_member(world.env.create_user("dana"), roles=[moderators])
    chosen = await world.slash(dana, "settings", theme="contrast")
    assert chosen.text == "Boards in this channel have the theme **High contrast**."
    started = await world.start_match()
    game = (await world.match()).game
    assert started.png == render_board(game, theme=THEMES[ThemeName.CONTRAST])
    assert (await world.slash(world.carol, "board")).png == started.png


async def test_the_settings_of_one_channel_are_not_those_of_another(world: World) -> None:
    moderators = world.guild.create_role("Mods", permissions=discord.Permissions(manage_guild=True))
    dana = world.guild.add_member(world.env.create_user("dana"), roles=[moderators])
    other = world.guild.create_text_channel("elsewhere")
    await world.slash(dana, "settings", theme="dark")
    assert "Light wood" in (await world.slash(dana, "settings", other)).text


async def test_nobody_else_changes_the_settings_even_where_discord_lets_them_ask(world: World) -> None:
    refused = await world.refusal(world.send_command(world.carol, "settings", {"theme": "dark"}))
    assert refused.text.startswith("Only members who may manage the server can do that.")


async def test_preferences_are_kept_over_a_restart(world: World) -> None:
    await world.slash(world.alice, "preferences", theme="dark")
    await world.restart()
    assert "**Dark**" in (await world.slash(world.alice, "preferences")).text


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
