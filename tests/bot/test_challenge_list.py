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
            (to_anybody, ["Withdraw"]),
            (to_bob, []),
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


async def test_what_is_open_no_more_is_not_in_the_list(world: World) -> None:
    for who, label in ((world.bob, "Accept"), (world.bob, "Decline"), (world.alice, "Withdraw")):
        await world.click(who, await world.challenge(), label)
    await world.challenge()
    world.clock.advance(days=7, seconds=-1)
    (listed_still,) = await world.pages(world.bob, "challenges")
    assert list(listed_still.buttons) == ["Accept", "Decline"]
    world.clock.advance(seconds=1)
    (empty,) = await world.pages(world.bob, "challenges")
    assert empty.text.startswith("No challenge is open in this channel.")


async def test_a_long_list_begins_with_what_concerns_the_viewer_and_leaves_nothing_out(world: World) -> None:
    others = [await world.challenge(size=size, opponent=world.carol) for size in (6, 7, 8, 9, 10)]
    to_anybody = await world.slash(world.alice, "challenge")
    to_bob = await world.challenge()
    pages = await world.pages(world.bob, "challenges")
    assert len(pages) == 5
    assert [set(page.buttons.values()) for page in pages[:2]] == [
        {to_bob.buttons["Accept"], to_bob.buttons["Decline"]},
        {to_anybody.buttons["Accept"]},
    ]
    links = [
        f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{one.id}" for one in others[3:]
    ]
    assert pages[-1].text.splitlines()[2:] == [
        f"- **Alice** challenges **Carol** · size 9 · Komi · Standard · {links[0]}",
        f"- **Alice** challenges **Carol** · size 10 · Komi · Standard · {links[1]}",
    ]
    assert [list(page.buttons) for page in await world.pages(world.alice, "challenges")] == [["Withdraw"]] * 5


async def test_a_list_that_is_too_long_for_a_message_says_how_much_of_it_is_left_out(world: World) -> None:
    for number in range(6):
        who = world.member(f"Somebody {number} " + "x" * 20)
        for size in range(6, 11):
            for game in ("komi", "double"):
                await world.slash(who, "challenge", size=size, game=game)
    last = (await world.pages(world.carol, "challenges"))[-1]
    shown = last.text.count("\n- ")
    assert 10 < shown < 55
    assert last.text.endswith(f"\n-# And {55 - shown} more.")
