"""The commands: which match they mean, and those that only show something."""

from __future__ import annotations

import re

import pytest

from tests.bot.games import edge_game, options_to_challenge, turns_of
from tests.bot.world import World


async def two_matches(world: World) -> None:
    """In match 1 it is Bob's turn, in match 2 Alice's."""
    await world.start_match()
    await world.start_match()
    await world.play("komi 7")


ACTING = {
    "move": {"turn": "komi 5"},
    "button": {},
    "komi": {"points": 5},
    "color": {"color": "white"},
    "resign": {},
    "board": {},
}


@pytest.mark.parametrize("command", ACTING)
async def test_with_several_matches_the_one_meant_has_to_be_named(command: str, world: World) -> None:
    await two_matches(world)
    refused = await world.refusal(world.slash(world.bob, command, **ACTING[command]))
    assert refused.text.splitlines() == [
        "Which match? Name it with the option `match`.",
        "- **1**: **Alice** and **Bob**, **Bob** to act",
        "- **2**: **Alice** and **Bob**, **Alice** to act",
    ]


@pytest.mark.parametrize("command", ["move", "resign", "board"])
async def test_the_list_of_matches_begins_with_those_that_wait_for_the_person(
    command: str, world: World
) -> None:
    await two_matches(world)
    refused = await world.refusal(world.slash(world.alice, command, **ACTING[command]))
    assert [line[:7] for line in refused.text.splitlines()[1:]] == ["- **2**", "- **1**"]


async def test_a_named_match_is_the_one_acted_in(world: World) -> None:
    await two_matches(world)
    await world.slash(world.alice, "komi", points=9, match=2)
    assert "chose ⚪ **White**" in (await world.slash(world.bob, "color", color="white", match=1)).text
    assert [str(action) for action in (await world.match(1)).game.actions] == ["komi 7", "white"]
    assert [str(action) for action in (await world.match(2)).game.actions] == ["komi 9"]


async def test_the_match_in_this_channel_is_meant_whatever_runs_in_others(world: World) -> None:
    other = world.guild.create_text_channel("elsewhere")
    await world.start_match()
    await world.start_match(other, game="double")
    assert "named komi **7**" in (await world.slash(world.alice, "komi", points=7)).text
    assert "played **D5**" in (await world.slash(world.alice, "move", other, turn="D5")).text
    assert [message.text.splitlines()[0] for message in world.messages_in(other)][-1] == (
        "**Alice** (Black) played **D5**."
    )


async def test_the_only_match_of_ones_own_is_meant_whatever_others_play_in_the_channel(world: World) -> None:
    await world.start_match()
    challenge = await world.slash(world.carol, "challenge", opponent=world.bob)
    await world.click(world.bob, challenge, "Accept")
    assert "named komi **7**" in (await world.slash(world.alice, "komi", points=7)).text
    assert "named komi **8**" in (await world.slash(world.carol, "komi", points=8)).text
    refused = await world.refusal(world.slash(world.bob, "color", color="white"))
    assert refused.text.startswith("Which match?")


async def test_matches_are_numbered_by_server(world: World) -> None:
    await world.start_match()
    other = world.env.create_guild("Other club")
    channel = other.create_text_channel("catena")
    alice, bob = other.add_member(world.alice.user), other.add_member(world.bob.user)
    challenge = await world.slash(alice, "challenge", channel, opponent=bob)
    assert "### Match 1" in (await world.click(bob, challenge, "Accept")).text
    assert "### Match 2" in (await world.start_match(world.guild.create_text_channel("elsewhere"))).text


# Looking


async def test_the_board_can_be_seen_as_it_was_after_any_move(world: World) -> None:
    shown = [await world.start_match()]
    for turn in ("komi 7", "white", "D5", "E6"):
        shown.append(await world.play(turn))  # noqa: PERF401 the loop is a game
    for moves, then in enumerate(shown):
        looked = await world.refusal(world.slash(world.carol, "board", move=moves))
        assert "turn." not in looked.text
        assert (looked.png, looked.alt_text) == (then.png, then.alt_text)
        assert looked.text.splitlines()[0] == then.text.splitlines()[0]
        assert looked.buttons == {}
    beyond = await world.refusal(world.slash(world.carol, "board", move=5))
    assert beyond.text == "The match has 4 steps so far. Name one from 0, the start, to 4."


async def test_a_match_that_is_over_can_still_be_looked_at(world: World) -> None:
    record = edge_game("a short game, size 6: 38 stones or fewer")
    *before, last = turns_of(record)
    await world.start_match(**options_to_challenge(record))
    await world.arrange(*before)
    result = await world.play(last)
    for person in (world.alice, world.carol):
        looked = await world.refusal(world.slash(person, "board"))
        assert looked.png == result.png
        winner = (await world.match()).winner
        assert winner is not None
        assert f"The match is over: **{winner.name}** won." in looked.text
        assert "to act" not in looked.text
        earlier = await world.refusal(world.slash(person, "board", match=1, move=0))
        assert "**Alice** is the first player" in earlier.text


async def test_the_board_meant_is_ones_own_then_the_only_one_then_the_latest(world: World) -> None:
    nothing = await world.refusal(world.slash(world.carol, "board"))
    assert nothing.text.startswith("No match of yours runs in this channel.")
    await world.start_match()
    assert "### Match 1" in (await world.slash(world.carol, "board")).text
    challenge = await world.slash(world.carol, "challenge", opponent=world.bob)
    await world.click(world.bob, challenge, "Accept")
    assert "### Match 2" in (await world.slash(world.carol, "board")).text
    assert "### Match 1" in (await world.slash(world.alice, "board")).text
    dave = world.member("Dave")
    assert (await world.slash(dave, "board")).text.startswith("Which match?")
    for number, person in ((1, world.alice), (2, world.carol)):
        question = await world.slash(person, "resign", match=number)
        await world.click(person, question, f"Resign match {number}")
        world.clock.advance(minutes=1)
    assert "Match 2 · size 6" in (await world.slash(dave, "board")).text


async def test_ones_matches_are_listed_over_all_channels_with_links(world: World) -> None:
    other = world.guild.create_text_channel("elsewhere")
    await world.start_match()
    here = await world.play("komi 7")
    there = await world.start_match(other, size=7, game="double")
    links = [
        f"https://discord.com/channels/{world.guild.id}/{one.channel_id}/{one.id}" for one in (here, there)
    ]
    lines = [
        f"- **Match 1** against **Bob** · size 6 · Komi · Standard · {links[0]}",
        f"- **Match 2** against **Bob** · size 7 · Double placement · Standard · {links[1]}",
    ]
    listed = await world.refusal(world.slash(world.alice, "matches"))
    assert listed.text.splitlines() == [
        "### Your turn",
        lines[1],
        "### Waiting for the other player",
        lines[0],
    ]
    to_bob = await world.refusal(world.slash(world.bob, "matches", other))
    assert [line.replace("Alice", "Bob") for line in to_bob.text.splitlines()] == [
        "### Your turn",
        lines[0],
        "### Waiting for the other player",
        lines[1],
    ]


async def test_without_a_match_the_list_says_how_to_start_one(world: World) -> None:
    listed = await world.refusal(world.slash(world.carol, "matches"))
    assert listed.text == "You have no match running. Start one with `/challenge`."


async def test_a_long_list_of_matches_says_how_much_is_left_out(world: World) -> None:
    for _ in range(40):
        await world.start_match()
    listed = await world.refusal(world.slash(world.bob, "matches"))
    shown = listed.text.count("- **Match")
    assert 20 < shown < 40
    assert listed.text.splitlines()[-1] == f"-# And {40 - shown} more."


async def test_the_question_which_match_is_meant_fits_into_a_message(world: World) -> None:
    for _ in range(80):
        await world.start_match()
    refused = await world.refusal(world.slash(world.bob, "board"))
    assert re.search(r"-# And [0-9]+ more\.$", refused.text)


async def test_the_rules_are_read_page_by_page_in_private(world: World) -> None:
    page = await world.refusal(world.slash(world.carol, "rules"))
    text, number = page.text, int(re.findall(r"Page 1 of ([0-9]+)", page.text)[0])
    for _ in range(number - 1):
        assert page.png is not None
        page = await world.refusal(world.click(world.carol, page, "▶"))
        text += page.text
    assert f"Page {number} of {number}" in text
    for word in ("ribbon", "komi", "button", "No komi", "Double placement", "Longest ribbon", "Square"):
        assert word in text


async def test_the_help_names_every_command(world: World) -> None:
    help_text = (await world.refusal(world.slash(world.carol, "help"))).text
    names = {command["name"] for command in world.env.backend.commands[None].values()}
    assert {name for name in names if f"`/{name}" in help_text} == names - {"help"}


async def test_whose_turn_it_is_sees_with_the_board_what_is_due_and_how(world: World) -> None:
    await world.start_match()
    looked = await world.refusal(world.slash(world.alice, "board"))
    assert "It is your turn: name komi with `/komi`." in looked.text.splitlines()
    await world.play("komi 7")
    looked = await world.refusal(world.slash(world.bob, "board"))
    assert "It is your turn: pick your colour with `/color`." in looked.text.splitlines()
    await world.start_match(game="no-komi")
    looked = await world.refusal(world.slash(world.alice, "board", match=2))
    assert "It is your turn: place the first black stone with `/move`." in looked.text.splitlines()


async def test_whoever_looks_when_it_is_their_turn_can_play_it_from_there(world: World) -> None:
    await world.start_match()
    await world.play("komi 7", "white")
    for text in (False, True):
        looked = await world.slash(world.alice, "board", text=text)
        assert list(looked.buttons) == ["Play", "Take the button", "More"]
        assert (await world.slash(world.bob, "board", text=text)).buttons == {}
    rows = await world.click(world.alice, looked, "Play")
    outcome = await world.select(world.alice, await world.select(world.alice, rows, "5"), "D5")
    await world.click(world.alice, outcome, "Confirm")
    played = world.latest
    assert "**Alice** (Black) played **D5**." in played.text
    stale = await world.refusal(world.click(world.alice, looked, "Take the button"))
    assert "The match has moved on since that message." in stale.text


async def test_everybody_who_sees_the_channel_may_look(world: World) -> None:
    await world.start_match()
    shown = await world.play("komi 7", "white")
    turns = {
        "alice": "It is your turn.",
        "bob": "It is **Alice**'s turn.",
        "carol": "It is **Alice**'s turn.",
    }
    for who, says in turns.items():
        looked = await world.refusal(world.slash(getattr(world, who), "board"))
        assert says in looked.text.splitlines()
        assert looked.png == shown.png
