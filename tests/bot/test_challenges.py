"""Challenges: who is asked to what, who may answer, and how each of them ends."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.scheduler import ROUND
from bot.storage import ChallengeState, FirstPlayer
from tests.bot.test_inbox import MEMBERS
from tests.bot.world import World
from tests.storage.contents import column, connected

A_WEEK_LATER = int(datetime(2026, 1, 8, tzinfo=UTC).timestamp())
ROUND_SECONDS = ROUND.total_seconds() + 1


def states(world: World) -> list[str]:
    return column(world.url, "challenges", "state")


async def test_a_challenge_says_who_challenges_whom_to_what(world: World) -> None:
    shown = await world.challenge()
    assert shown.text == (
        f"<@{world.bob.id}>, **Alice** challenges you to Catena.\n"
        "Komi game, Standard scoring, 6 cells per side. A coin decides who names komi.\n"
        f"-# It expires <t:{A_WEEK_LATER}:R>. `/rules` explains the game."
    )
    assert list(shown.buttons) == ["Accept", "Decline", "Withdraw"]
    assert shown.pinged == [world.bob.id]
    assert not shown.is_private
    assert states(world) == [ChallengeState.OPEN]
    assert column(world.url, "challenges", "message_id") == [shown.id]


OFFERED = {
    "size": (6, 10),
    "game": ["Komi", "No komi", "Double placement"],
    "scoring": ["Standard", "Longest ribbon", "Square"],
    "first": ["Random", "Me", "Opponent"],
    "pace": ["No limit", "1 day a turn", "3 days a turn", "7 days a turn"],
    "series": ["best of 3", "best of 5", "best of 7"],
}


def test_what_can_be_agreed_is_offered_and_nothing_has_to_be_said(world: World) -> None:
    command = world.env.backend.find_command("challenge", None)
    assert command is not None
    options = {option["name"]: option for option in command["options"]}
    assert [*options] == ["opponent", *OFFERED]
    assert not any(option.get("required") for option in options.values())
    for name, offered in OFFERED.items():
        option = options[name]
        choices = [choice["name"] for choice in option.get("choices", ())]
        assert (choices or (option["min_value"], option["max_value"])) == offered


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
    assert list(start.buttons) == ["Name komi", "Balance", "More"]
    assert world.now(shown).buttons == {}
    assert states(world) == [ChallengeState.ACCEPTED]
    assert column(world.url, "matches", "message_id") == [start.id]


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
        ({"size": 10}, "Komi game, Standard scoring, 10 cells per side. A coin decides who names komi."),
        (
            {"game": "no-komi", "scoring": "longest", "first": "challenger"},
            "No komi game, Longest ribbon scoring, 6 cells per side. **Alice** places the first stone.",
        ),
        (
            {"size": 7, "game": "double", "scoring": "square", "first": "opponent"},
            "Double placement game, Square scoring, 7 cells per side. **Bob** plays Black and opens.",
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
    await world.env.advance_time(ROUND_SECONDS)
    assert world.now(shown).text == shown.text
    world.clock.advance(seconds=1)
    await world.env.advance_time(ROUND_SECONDS)
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
    await world.env.advance_time(ROUND_SECONDS)
    assert states(world) == [ChallengeState.EXPIRED] * 2
    assert "It expired" in world.now(other).text


async def test_expiry_comes_later_when_the_database_was_away(world: World) -> None:
    shown = await world.challenge()
    world.clock.advance(days=7)
    with connected(world.url) as database:
        database.execute("ALTER TABLE challenges RENAME TO mislaid")
        await world.env.advance_time(3 * ROUND_SECONDS)
        assert world.now(shown).text == shown.text
        database.execute("ALTER TABLE mislaid RENAME TO challenges")
    world.faults_expected = 3
    await world.env.advance_time(ROUND_SECONDS)
    assert "It expired" in world.now(shown).text


@pytest.mark.parametrize("is_open", [False, True], ids=["to Bob", "open"])
async def test_the_challenge_of_somebody_who_has_left_begins_no_match(is_open: bool, world: World) -> None:
    challenge = await (world.slash(world.alice, "challenge") if is_open else world.challenge())
    world.guild.remove_member(world.alice)
    refused = await world.refusal(world.click(world.bob, challenge, "Accept"))
    assert refused.text == "**Alice** can't see this channel. Challenge them in a channel that you share."


async def test_while_discord_does_not_tell_who_is_there_a_challenge_can_be_accepted_later(
    world: World,
) -> None:
    challenge = await world.challenge()
    world.env.inject_error("GET", MEMBERS, status=500)
    refused = await world.refusal(world.click(world.bob, challenge, "Accept"))
    assert refused.text.startswith("Discord doesn't tell right now whether **Alice** can see this channel.")
    assert "### Match 1" in (await world.click(world.bob, challenge, "Accept")).text
