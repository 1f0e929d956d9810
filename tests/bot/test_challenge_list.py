"""The list of a channel's open challenges, with what each person may do to them."""

from __future__ import annotations

import pytest

from tests.bot.shown import Shown
from tests.bot.world import World


def listed(pages: list[Shown]) -> list[tuple[str, list[str]]]:
    assert all(page.is_private for page in pages)
    return [(page.text.splitlines()[0], list(page.buttons)) for page in pages]


async def test_the_list_shows_everybody_what_they_may_do_to_each_challenge(world: World) -> None:
    await world.challenge()
    await world.slash(world.carol, "challenge", size=7)
    to_bob, to_anybody = "**Alice** challenges **Bob**", "**Carol** challenges anybody"
    with world.unchanged():
        assert listed(await world.pages(world.alice, "challenges")) == [
            (to_bob, ["Withdraw"]),
            (to_anybody, ["Accept"]),
        ]
        assert listed(await world.pages(world.bob, "challenges")) == [
            (to_bob, ["Accept", "Decline"]),
            (to_anybody, ["Accept"]),
        ]
        assert listed(await world.pages(world.carol, "challenges")) == [
            (to_bob, []),
            (to_anybody, ["Withdraw"]),
        ]


@pytest.mark.parametrize(
    ("who", "label", "says"),
    [
        ("bob", "Accept", "**Bob** accepted. Good game!"),
        ("bob", "Decline", "**Bob** declined."),
        ("alice", "Withdraw", "**Alice** withdrew it."),
    ],
)
async def test_the_lists_buttons_do_what_those_of_the_challenge_do(
    who: str, label: str, says: str, world: World
) -> None:
    shown = await world.challenge()
    person = getattr(world, who)
    (entry,) = await world.pages(person, "challenges")
    await world.click(person, entry, label)
    for message in (shown, entry):
        assert says in world.now(message).text
        assert world.now(message).buttons == {}
    assert world.latest.is_private is False
    assert world.count == (2 if label == "Accept" else 1)
    late = await world.refusal(world.press(person, entry, entry.buttons[label]))
    assert late.text.startswith("That challenge is no longer open.")


async def test_the_list_is_of_this_channel_and_says_what_to_do_when_it_is_empty(world: World) -> None:
    other = world.guild.create_text_channel("elsewhere")
    await world.challenge(other)
    (empty,) = await world.pages(world.bob, "challenges")
    assert empty.text == "No challenge is open in this channel. Make one with `/challenge`."


async def test_a_long_list_says_how_much_of_it_is_left_out(world: World) -> None:
    for size in range(6, 11):
        await world.challenge(size=size)
        await world.challenge(size=size, game="double")
    pages = await world.pages(world.alice, "challenges")
    assert len(pages) == 5
    assert pages[-1].text.endswith("\n-# And 5 more challenges, newer than these.")
    assert "Withdraw" in pages[-1].buttons
