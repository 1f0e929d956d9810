"""`/stats` and `/leaderboard` as people see them."""

from __future__ import annotations

import re

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.matches import Filter, Statistics, Tally
from bot.matches.statistics import MOST_KOMI
from bot.messages import Picture, statistics_post, tallies_in_words
from bot.messages.controls import Press, Verb
from bot.messages.posts import LONGEST_ALT_TEXT
from bot.messages.statistics import WHAT_COUNTS, variant_of
from bot.storage import Person
from engine import Color, GameType, Scoring
from rendering import THEMES, Counts, TallyRow, ThemeName, render_tallies
from tests.bot.shown import Shown
from tests.bot.world import World

STONES = ("A1", "A3", "A5", "C1")


async def give_up(
    world: World,
    winner: MemberActor,
    loser: MemberActor,
    channel: ChannelHandle | None = None,
    komi: int = 7,
    **options: object,
) -> None:
    """A match of two, of whom the winner is first and has Black, given up after four stones."""
    challenge = await world.slash(winner, "challenge", channel, opponent=loser, **options)
    started = await world.click(loser, challenge, "Accept")
    number = int(re.findall(r"### Match ([0-9]+)", started.text)[0])
    turns = (f"komi {komi}", "white", *STONES)
    for turn, who in zip(turns, (winner, loser, winner, loser, winner, loser), strict=True):
        await world.slash(who, "move", channel, turn=turn, match=number)
    question = await world.slash(loser, "resign", channel, match=number)
    await world.click(loser, question, f"Resign match {number}")
    world.clock.advance(minutes=1)


async def draw(world: World, *turns: str) -> None:
    """A match of Alice and Bob that is drawn after some turns."""
    board = await world.start_match()
    if turns:
        board = await world.play(*turns)
    menu = await world.click(world.alice, board, "More")
    await world.click(world.bob, await world.click(world.alice, menu, "Offer a draw"), "Accept")


async def asked(world: World, who: MemberActor, command: str, **options: object) -> Shown:
    """What a command that only looks answers."""
    return await world.refusal(world.slash(who, command, **options))


async def test_who_has_finished_nothing_is_told_so_kindly(world: World) -> None:
    own = await asked(world, world.carol, "stats")
    assert own.text.startswith("You have finished no match here yet. Start one with `/challenge`.")
    other = await asked(world, world.carol, "stats", player=world.bob, game="double", size=7)
    assert other.text.startswith("**Bob** has finished no match (Double placement · size 7) here yet.")
    board = await asked(world, world.carol, "leaderboard")
    assert board.text.splitlines()[0] == "### Leaderboard · Komi · Standard"
    assert "Nobody has finished such a match here yet." in board.text
    assert board.buttons == {}


async def test_statistics_are_told_to_whoever_asks(world: World) -> None:
    await give_up(world, world.alice, world.bob)
    await give_up(world, world.alice, world.bob)
    await give_up(world, world.bob, world.alice, size=7)
    own = await asked(world, world.alice, "stats")
    lines = own.text.splitlines()
    assert lines[:2] == ["### **Alice**", "**2** won, **1** lost of 3 matches."]
    assert re.fullmatch(r"Komi · Standard: rating \*\*1[0-9]{3}\*\*", lines[2])
    assert lines[3:] == [WHAT_COUNTS]
    of_alice = await asked(world, world.bob, "stats", player=world.alice, size=7)
    assert "### **Alice** (size 7)\n**0** won, **1** lost of 1 match." in of_alice.text
    assert "Against you: **0** won, **1** lost of 1 match." in of_alice.text
    assert "Against you" not in (await asked(world, world.carol, "stats", player=world.alice)).text
    assert of_alice.pinged == []


async def test_results_by_colour_and_by_komi_are_drawn_and_told_in_the_alt_text(world: World) -> None:
    await give_up(world, world.alice, world.bob)
    await give_up(world, world.alice, world.bob, komi=5)
    await give_up(world, world.bob, world.alice)
    rows = [
        TallyRow(Color.BLACK, Counts(won=2)),
        TallyRow(Color.WHITE, Counts(lost=1)),
        TallyRow(5, Counts(won=1)),
        TallyRow(7, Counts(won=1, lost=1)),
    ]
    own = await asked(world, world.alice, "stats")
    assert own.alt_text == (
        "Results as bars. As Black: 2 won, 0 lost. As White: 0 won, 1 lost. "
        "Komi 5: 1 won, 0 lost. Komi 7: 1 won, 1 lost."
    )
    assert own.png == render_tallies(rows)
    await world.choose(
        world.carol, await world.slash(world.carol, "preferences"), "catena:prefer:theme", "dark"
    )
    of_alice = await asked(world, world.carol, "stats", player=world.alice)
    assert of_alice.png == render_tallies(rows, theme=THEMES[ThemeName.DARK])


def with_komi(count: int, tally: Tally) -> Statistics:
    """What both colours and so many komi came to, each the same."""
    return Statistics(
        person=Person(1, "Alice"),
        filter=Filter(),
        overall=tally,
        colors=dict.fromkeys(Color, tally),
        komi=dict.fromkeys(range(100, 100 + count), tally),
        against_asker=Tally(),
        ratings=(),
    )


@pytest.mark.parametrize(("count", "told"), [(MOST_KOMI, ""), (MOST_KOMI + 2, "2 komi that were")])
def test_the_komi_that_are_not_drawn_are_counted_under_the_picture(count: int, told: str) -> None:
    found = with_komi(count, Tally(won=1))
    post = statistics_post(found, found.person, Picture(tallies_in_words(found), b""))
    assert told in post.details
    assert ("Not in the picture" in post.details) == bool(told)
    assert post.picture is not None
    assert post.picture.alt_text.count("Komi") == MOST_KOMI


def test_the_alt_text_has_room_for_the_most_and_largest_numbers() -> None:
    words = tallies_in_words(with_komi(MOST_KOMI, Tally(won=99_999, lost=88_888, drawn=77_777)))
    assert words.count("99999 won, 88888 lost, 77777 drawn.") == 2 + MOST_KOMI
    assert len(words) <= LONGEST_ALT_TEXT


async def test_where_nothing_is_decided_there_is_nothing_to_draw(world: World) -> None:
    await draw(world)
    own = await asked(world, world.alice, "stats")
    assert own.text.splitlines() == [
        "### **Alice**",
        "**0** won, **0** lost, 1 drawn of 1 match.",
        f"{WHAT_COUNTS} Every draw is told, and changes no rating.",
    ]
    assert (own.png, own.alt_text) == (None, None)


async def test_draws_are_told_of_all_matches_and_of_those_against_the_asker(world: World) -> None:
    await draw(world, "komi 7", "white")
    await give_up(world, world.alice, world.bob)
    of_alice = await asked(world, world.bob, "stats", player=world.alice)
    told = "**1** won, **0** lost, 1 drawn of 2 matches."
    assert of_alice.text.splitlines()[1] == told
    assert f"Against you: {told}" in of_alice.text
    assert of_alice.text.endswith("lost on time. Every draw is told, and changes no rating.")
    assert of_alice.alt_text == (
        "Results as bars. As Black: 1 won, 0 lost, 1 drawn. Komi 7: 1 won, 0 lost, 1 drawn."
    )


async def test_the_leaderboard_names_the_best_first(world: World) -> None:
    await give_up(world, world.alice, world.bob)
    await give_up(world, world.carol, world.bob)
    await give_up(world, world.carol, world.alice)
    board = await asked(world, world.bob, "leaderboard")
    assert [re.sub(r"1[0-9]{3}", "…", line) for line in board.text.splitlines()[1:4]] == [
        "1\\. **Carol** **…** · 2 won, 0 lost",
        "2\\. **Alice** **…** · 1 won, 1 lost",
        "3\\. **Bob** **…** · 0 won, 2 lost",
    ]
    assert "Page 1 of 1" in board.text
    assert "Nobody" in (await asked(world, world.bob, "leaderboard", scoring="square")).text
    assert "· size 6\n1\\. **Carol**" in (await asked(world, world.bob, "leaderboard", size=6)).text
    assert "Nobody" in (await asked(world, world.bob, "leaderboard", size=7)).text


async def test_the_leaderboard_tells_whoever_asks_their_own_place_if_it_is_on_another_page(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.statistics.PAGE_LENGTH", 1)
    await give_up(world, world.alice, world.bob)
    first = await asked(world, world.bob, "leaderboard")
    second = await world.click(world.bob, first, "▶")
    rating = re.findall(r"2\\\. \*\*Bob\*\* \*\*([0-9]+)\*\*", second.text)
    assert first.text.splitlines()[2] == f"You are number **2** of 2, with **{rating[0]}**."
    assert "You are" not in second.text
    assert "You are number **1** of 2" in (await turned(world, world.alice)).text
    for stranger in (await asked(world, world.carol, "leaderboard"), await turned(world, world.carol)):
        assert "You are" not in stranger.text
    # In no other variant has Bob a place.
    assert "You are" not in (await asked(world, world.bob, "leaderboard", scoring="square")).text


async def turned(world: World, who: MemberActor) -> Shown:
    """The second page."""
    return await world.click(who, await asked(world, who, "leaderboard"), "▶")


async def test_pages_are_turned_by_buttons_that_survive_a_restart(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.statistics.PAGE_LENGTH", 1)
    variant = {"scoring": "square", "size": 7}
    await give_up(world, world.alice, world.bob, **variant)
    first = await asked(world, world.carol, "leaderboard", **variant)
    assert first.text.startswith("### Leaderboard · Komi · Square · size 7\n1\\. **Alice**")
    await world.restart()
    second = await world.click(world.carol, first, "▶")
    assert second.id == first.id
    assert second.text.startswith("### Leaderboard · Komi · Square · size 7\n2\\. **Bob**")
    assert "Page 2 of 2" in second.text
    await world.restart()
    assert (await world.click(world.carol, second, "◀")).text == first.text


async def test_no_page_shows_anything_of_another_server(world: World) -> None:
    await give_up(world, world.alice, world.bob)
    other = world.env.create_guild("Other club")
    channel = other.create_text_channel("catena")
    alice, bob = other.add_member(world.alice.user), other.add_member(world.bob.user)
    assert "finished no match" in (await world.slash(alice, "stats", channel)).text
    assert "Nobody" in (await world.slash(bob, "leaderboard", channel)).text
    await give_up(world, bob, alice, channel)
    here, there = await asked(world, world.alice, "stats"), await world.slash(alice, "stats", channel)
    assert "**1** won, **0** lost of 1 match." in here.text
    assert "**0** won, **1** lost of 1 match." in there.text
    best = (await world.slash(bob, "leaderboard", channel)).text.splitlines()[1]
    assert best.startswith("1\\. **Bob**")


async def test_a_forged_page_is_refused(world: World) -> None:
    await give_up(world, world.alice, world.bob)
    board = await asked(world, world.carol, "leaderboard")
    custom_id = Press(Verb.LEADERBOARD, 9999).custom_id
    assert variant_of(Press(Verb.LEADERBOARD, 9999)) is None
    assert variant_of(Press(Verb.LEADERBOARD, 2210)) == (GameType.DOUBLE, Scoring.SQUARE, 10)
    result = next(message for message in reversed(world.messages) if "Rematch" in message.buttons)
    answer = await world.refusal(world.press(world.carol, result.forged(custom_id), custom_id))
    assert "none of the entries offered" in answer.text
    assert board.buttons == {}


async def test_hostile_names_format_no_leaderboard(world: World) -> None:
    mallory = world.member("**x** @everyone\n# a")
    await give_up(world, mallory, world.bob)
    board = await asked(world, world.carol, "leaderboard")
    assert "\n# a" not in board.text
    assert board.pinged == []
    assert "\\*\\*x\\*\\* \\@everyone" in board.text
