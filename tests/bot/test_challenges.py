"""Challenges: who is asked to what, who may answer, and how each of them ends."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import discord
import pytest
from simcord.interactions import resolve_handle

from bot.storage import ChallengeState, FirstPlayer
from tests.bot.shown import Shown
from tests.bot.world import World
from tests.storage.contents import column

A_WEEK_LATER = int(datetime(2026, 1, 8, tzinfo=UTC).timestamp())
SWEEP_SECONDS = 301


def states(world: World) -> list[str]:
    return column(world.path, "challenges", "state")


async def test_a_challenge_says_who_challenges_whom_to_what(world: World) -> None:
    shown = await world.challenge()
    assert shown.text == (
        f"<@{world.bob.id}>, **Alice** challenges you to Catena.\n"
        "Komi, Standard scoring, 6 cells per side. A coin decides who names komi.\n"
        f"-# Open until it expires <t:{A_WEEK_LATER}:R>."
    )
    assert list(shown.buttons) == ["Accept", "Decline", "Withdraw"]
    assert shown.pinged == [world.bob.id]
    assert not shown.is_private
    assert states(world) == [ChallengeState.OPEN]
    assert column(world.path, "challenges", "message_id") == [shown.id]


async def test_an_open_challenge_calls_nobody_and_can_be_accepted_by_whoever_is_first(world: World) -> None:
    shown = await world.slash(world.alice, "challenge")
    assert "**Alice** challenges anybody here to Catena: whoever accepts first plays." in shown.text
    assert list(shown.buttons) == ["Accept", "Withdraw"]
    assert shown.pinged == []

    start = await world.click(world.carol, shown, "Accept")
    assert "**Alice** is the first player, **Carol** the second." in start.text
    ended = world.now(shown)
    assert "~~**Alice** challenges **Carol**~~\n**Carol** accepted. Good game!" in ended.text
    assert ended.buttons == {}
    late = await world.refusal(world.press(world.bob, shown, shown.buttons["Accept"]))
    assert late.text == "That challenge is no longer open. **Carol** accepted. Good game!"


async def test_acceptance_posts_the_board_the_names_and_what_the_first_player_must_do(world: World) -> None:
    shown = await world.challenge()
    start = await world.click(world.bob, shown, "Accept")
    assert start.text == (
        "### Match 1\n**Alice** is the first player, **Bob** the second.\n"
        f"<@{world.alice.id}>, name komi: the points that White gets for moving second, 0 to 15. "
        "**Bob** then picks a colour.\n-# Match 1 · size 6 · Komi · Standard"
    )
    assert start.png is not None
    assert start.pinged == [world.alice.id]
    assert list(start.buttons) == ["Name komi", "More"]
    assert world.now(shown).buttons == {}
    assert states(world) == [ChallengeState.ACCEPTED]
    assert column(world.path, "matches", "message_id") == [start.id]


@pytest.mark.parametrize(
    ("who", "label", "state", "says"),
    [
        ("bob", "Decline", ChallengeState.DECLINED, "**Bob** declined."),
        ("alice", "Withdraw", ChallengeState.WITHDRAWN, "**Alice** withdrew it."),
    ],
)
async def test_a_challenge_that_came_to_nothing_says_so_in_its_message_and_has_no_buttons(
    who: str, label: str, state: ChallengeState, says: str, world: World
) -> None:
    shown = await world.challenge()
    ended = await world.click(getattr(world, who), shown, label)
    assert ended.id == shown.id
    assert ended.text == f"~~**Alice** challenges **Bob**~~\n{says}\n-# size 6 · Komi · Standard"
    assert ended.buttons == {}
    assert world.count == 1
    assert states(world) == [state]
    for button in ("Accept", "Decline", "Withdraw"):
        late = await world.refusal(world.press(world.bob, shown, shown.buttons[button]))
        assert late.text == f"That challenge is no longer open. {says}"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"size": 10}, "Komi, Standard scoring, 10 cells per side. A coin decides who names komi."),
        (
            {"game": "no-komi", "scoring": "longest", "first": "challenger"},
            "No komi, Longest ribbon scoring, 6 cells per side. **Alice** places the first stone.",
        ),
        (
            {"size": 7, "game": "double", "scoring": "square", "first": "opponent"},
            "Double placement, Square scoring, 7 cells per side. **Bob** plays Black and opens.",
        ),
    ],
    ids=["size", "no komi", "double placement"],
)
async def test_the_options_of_a_challenge_are_in_its_words_and_in_the_match(
    options: dict, says: str, world: World
) -> None:
    shown = await world.challenge(**options)
    assert says in shown.text
    await world.click(world.bob, shown, "Accept")
    agreed = (await world.match()).record.options
    assert (agreed.size, agreed.game_type, agreed.scoring) == (
        options.get("size", 6),
        options.get("game", "komi"),
        options.get("scoring", "standard"),
    )


@pytest.mark.parametrize(
    ("first", "heads", "who"),
    [
        (FirstPlayer.CHALLENGER, False, "Alice"),
        (FirstPlayer.OPPONENT, True, "Bob"),
        (FirstPlayer.RANDOM, True, "Alice"),
        (FirstPlayer.RANDOM, False, "Bob"),
    ],
)
async def test_who_is_first_is_what_was_agreed_or_the_coins_decision(
    first: FirstPlayer, heads: bool, who: str, world: World
) -> None:
    world.coin.is_heads = heads
    start = await world.start_match(first=str(first))
    assert f"**{who}** is the first player" in start.text
    assert (await world.match()).record.first.name == who


# Expiry


async def test_after_seven_days_a_challenge_says_that_it_expired_and_loses_its_buttons(world: World) -> None:
    shown = await world.challenge()
    world.clock.advance(days=7, seconds=-1)
    await world.env.advance_time(SWEEP_SECONDS)
    assert world.now(shown).text == shown.text
    world.clock.advance(seconds=1)
    await world.env.advance_time(SWEEP_SECONDS)
    assert "It expired: nobody accepted within 7 days." in world.now(shown).text
    assert world.now(shown).buttons == {}
    assert states(world) == [ChallengeState.EXPIRED]


@pytest.mark.parametrize(("who", "label"), [("bob", "Accept"), ("bob", "Decline"), ("alice", "Withdraw")])
async def test_an_expired_challenge_is_refused_though_its_message_still_has_its_buttons(
    who: str, label: str, world: World
) -> None:
    shown = await world.challenge()
    world.clock.advance(days=7)
    late = await world.refusal(world.click(getattr(world, who), shown, label))
    assert late.text == "That challenge is no longer open. It expired: nobody accepted within 7 days."


async def test_an_expired_challenge_stands_in_the_way_of_no_other(world: World) -> None:
    await world.challenge()
    world.clock.advance(days=7)
    again = await world.challenge()
    assert list(again.buttons) == ["Accept", "Decline", "Withdraw"]
    listed = await world.slash(world.bob, "challenges")
    assert listed.buttons == {label: again.buttons[label] for label in ("Accept", "Decline")}


async def test_a_message_that_is_gone_does_not_keep_others_from_expiring(world: World) -> None:
    gone, other = await world.challenge(size=7), await world.challenge(size=8)
    world.env.backend.delete_message(gone.channel_id, gone.id)
    world.clock.advance(days=7)
    await world.env.advance_time(SWEEP_SECONDS)
    assert states(world) == [ChallengeState.EXPIRED] * 2
    assert "It expired" in world.now(other).text


async def test_expiry_comes_later_when_the_database_was_away(world: World) -> None:
    shown = await world.challenge()
    world.clock.advance(days=7)
    with closing(sqlite3.connect(world.path)) as database:
        database.execute("ALTER TABLE challenges RENAME TO mislaid")
        await world.env.advance_time(3 * SWEEP_SECONDS)
        assert world.now(shown).text == shown.text
        database.execute("ALTER TABLE mislaid RENAME TO challenges")
    world.faults_expected = 3
    await world.env.advance_time(SWEEP_SECONDS)
    assert "It expired" in world.now(shown).text


# The list


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
    assert len(pages) == 9
    assert pages[-1].text == "-# And 2 more challenges, newer than these."


# Refusals


async def test_challenging_oneself_is_refused(world: World) -> None:
    refused = await world.refusal(world.challenge(opponent=world.alice))
    assert refused.text.startswith("You can't challenge yourself.")


async def test_challenging_a_bot_is_refused(world: World) -> None:
    robot = world.member("Robot", bot=True)
    refused = await world.refusal(world.challenge(opponent=robot))
    assert refused.text.startswith("Bots don't play Catena.")


async def test_challenging_somebody_who_cannot_see_the_channel_is_refused(world: World) -> None:
    hidden = discord.PermissionOverwrite(view_channel=False)
    secret = world.guild.create_text_channel("secret", overwrites={world.bob: hidden})
    refused = await world.refusal(world.challenge(secret))
    assert refused.text.startswith("**Bob** can't see this channel.")


@pytest.mark.parametrize(
    ("permissions", "sees"), [("1024", True), ("0", False)], ids=["sees", "does not see"]
)
async def test_what_discord_says_about_the_opponents_permissions_decides(
    permissions: str, sees: bool, world: World
) -> None:
    resolved: dict = {}
    resolve_handle(world.alice, world.bob, resolved, channel_id=world.channel.id)
    resolved["members"][str(world.bob.id)]["permissions"] = permissions
    options = {"opponent": str(world.bob.id)}
    answer = await world.send_command(world.alice, "challenge", options, resolved=resolved)
    assert answer.is_private is not sees
    assert len(states(world)) == sees


async def test_the_same_challenge_to_the_same_person_is_refused_while_it_is_open(world: World) -> None:
    first = await world.challenge()
    refused = await world.refusal(world.challenge())
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{first.id}"
    assert refused.text == f"That challenge is open already: {link}. Withdraw it to make another."

    await world.challenge(opponent=world.carol)
    await world.challenge(size=7)
    await world.challenge(world.guild.create_text_channel("elsewhere"))
    await world.slash(world.bob, "challenge", opponent=world.alice)
    await world.slash(world.alice, "challenge")
    await world.refusal(world.slash(world.alice, "challenge"))
    await world.click(world.alice, first, "Withdraw")
    await world.challenge()


async def test_more_than_ten_open_challenges_are_refused(world: World) -> None:
    elsewhere = world.guild.create_text_channel("elsewhere")
    made = [await world.challenge(size=size, game="double") for size in range(6, 11)]
    made += [await world.challenge(elsewhere, size=size, game="komi") for size in range(6, 11)]
    refused = await world.refusal(world.challenge(game="no-komi"))
    assert refused.text.startswith("You have 10 challenges open.")
    await world.slash(world.bob, "challenge", opponent=world.alice)
    await world.click(world.bob, made[0], "Accept")
    await world.challenge(game="no-komi")


async def test_an_open_challenge_can_be_neither_declined_nor_accepted_by_its_challenger(world: World) -> None:
    shown = await world.slash(world.alice, "challenge")
    own = await world.refusal(world.click(world.alice, shown, "Accept"))
    assert own.text.startswith("This is your own challenge: somebody else has to accept it.")
    elsewhere = await world.refusal(world.click(world.bob, shown, "Withdraw"))
    assert elsewhere.text == "Only **Alice** can withdraw this challenge."
