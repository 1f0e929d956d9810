"""Who may do what: every button and every command, pressed and used by everybody, here and elsewhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from tests.bot.shown import Shown
from tests.bot.world import World

PLAYERS_ONLY = "Match 1 is between **Alice** and **Bob**: only they can do that."
NOT_YOUR_TURN = "It is **{}**'s turn in match 1."
NO_CHALLENGE_HERE = "There is no such challenge in this channel."
NO_MATCH_HERE = "There is no such match in this channel."
NONE_OF_YOURS = "No match of yours runs in this channel."


async def a_challenge(world: World) -> Shown:
    return await world.challenge()


async def an_open_challenge(world: World) -> Shown:
    return await world.slash(world.alice, "challenge")


async def komi_to_be_named(world: World) -> Shown:
    return await world.start_match()


async def a_color_to_be_picked(world: World) -> Shown:
    await world.start_match()
    return await world.play("komi 7")


async def a_stone_to_be_placed(world: World) -> Shown:
    await world.start_match()
    return await world.play("komi 7", "white")


async def bobs_menu(world: World) -> Shown:
    return await world.click(world.bob, await a_stone_to_be_placed(world), "More")


async def bobs_question(world: World) -> Shown:
    return await world.click(world.bob, await bobs_menu(world), "Resign")


async def a_result(world: World) -> Shown:
    return await world.click(world.bob, await bobs_question(world), "Resign match 1")


@dataclass(frozen=True)
class Button:
    """A button, what it leads to for those who may press it, and what the others are told."""

    stage: Callable[[World], Awaitable[Shown]]
    label: str
    works_for: dict[str, str]
    refused_to: dict[str, str] = field(default_factory=dict)
    elsewhere: str = NO_MATCH_HERE

    @property
    def name(self) -> str:
        return f"{self.label} of {self.stage.__name__.replace('_', ' ')}"


FOR_BOB = "This challenge is for **Bob**."
BUTTONS = [
    Button(
        a_challenge,
        "Accept",
        {"bob": "**Alice** is the first player, **Bob** the second."},
        {"alice": "This is your own challenge", "carol": FOR_BOB},
        NO_CHALLENGE_HERE,
    ),
    Button(
        a_challenge,
        "Decline",
        {"bob": "**Bob** declined."},
        {"alice": FOR_BOB, "carol": FOR_BOB},
        NO_CHALLENGE_HERE,
    ),
    Button(
        a_challenge,
        "Withdraw",
        {"alice": "**Alice** withdrew it."},
        dict.fromkeys(["bob", "carol"], "Only **Alice** can withdraw this challenge."),
        NO_CHALLENGE_HERE,
    ),
    Button(
        an_open_challenge,
        "Accept",
        {"bob": "**Bob** the second.", "carol": "**Carol** the second."},
        {"alice": "This is your own challenge"},
        NO_CHALLENGE_HERE,
    ),
    Button(
        komi_to_be_named,
        "Name komi",
        {"alice": "**Alice** named komi **7**."},
        {"bob": NOT_YOUR_TURN.format("Alice"), "carol": PLAYERS_ONLY},
    ),
    Button(
        komi_to_be_named,
        "More",
        {"alice": "### Match 1\nIt is your turn.", "bob": "### Match 1\nIt is **Alice**'s turn."},
        {"carol": PLAYERS_ONLY},
    ),
    Button(
        a_color_to_be_picked,
        "Play Black",
        {"bob": "**Bob** chose ⚫ **Black**."},
        {"alice": NOT_YOUR_TURN.format("Bob"), "carol": PLAYERS_ONLY},
    ),
    Button(
        a_color_to_be_picked,
        "Play White (+7)",
        {"bob": "**Bob** chose ⚪ **White**."},
        {"alice": NOT_YOUR_TURN.format("Bob"), "carol": PLAYERS_ONLY},
    ),
    Button(
        a_stone_to_be_placed,
        "Take the button",
        {"alice": "**Alice** (Black) took the **button**."},
        {"bob": NOT_YOUR_TURN.format("Alice"), "carol": PLAYERS_ONLY},
    ),
    Button(
        a_stone_to_be_placed,
        "More",
        {"alice": "You play Black. It is your turn.", "bob": "You play White. It is **Alice**'s turn."},
        {"carol": PLAYERS_ONLY},
    ),
    Button(bobs_menu, "Resign", {"bob": "Resign match 1? **Alice** then wins it."}, {"carol": PLAYERS_ONLY}),
    Button(
        bobs_question,
        "Resign match 1",
        {"bob": "### **Alice** wins match 1\n**Bob** resigned."},
        {"carol": PLAYERS_ONLY},
    ),
    Button(
        a_result,
        "Rematch",
        {"alice": "**Alice** challenges you to Catena.", "bob": "**Bob** challenges you to Catena."},
        {"carol": PLAYERS_ONLY},
    ),
]
PRESSES = [
    pytest.param(button, who, id=f"{button.name} by {who}")
    for button in BUTTONS
    for who in (*button.works_for, *button.refused_to)
]


async def press(world: World, who: MemberActor, message: Shown, button: Button) -> Shown:
    """Press a button as it is, and send the form if it opens one."""
    custom_id = message.buttons[button.label]
    if button.label != "Name komi" or who is not world.alice:
        return await world.press(who, message, custom_id)
    return await world.submit(who, await world.open_form(who, message, button.label), "7")


@pytest.mark.parametrize(("button", "who"), PRESSES)
async def test_a_button_works_for_those_whom_it_is_for_and_nobody_else(
    button: Button, who: str, world: World
) -> None:
    message = await button.stage(world)
    person = getattr(world, who)
    if who in button.works_for:
        assert button.works_for[who] in (await press(world, person, message, button)).text
    else:
        refused = await world.refusal(press(world, person, message, button))
        assert refused.text.startswith(button.refused_to[who])


@pytest.fixture(params=["another channel", "another server"])
def elsewhere(request: pytest.FixtureRequest, world: World) -> ChannelHandle:
    if request.param == "another channel":
        return world.guild.create_text_channel("elsewhere")
    other = world.env.create_guild("Other club")
    for person in (world.alice, world.bob, world.carol):
        other.add_member(person.user)
    return other.create_text_channel("catena")


@pytest.mark.parametrize("button", BUTTONS, ids=lambda button: button.name)
async def test_a_button_works_only_in_its_own_channel(
    button: Button, elsewhere: ChannelHandle, world: World
) -> None:
    message = await button.stage(world)
    for who in button.works_for:
        custom_id = message.buttons[button.label]
        refused = await world.refusal(world.press(getattr(world, who), message, custom_id, elsewhere))
        assert refused.text.startswith(button.elsewhere)


# What each command says to the player to act, to the other player and to a bystander, and in another channel.
COMMANDS = {
    "move": (a_stone_to_be_placed, {"turn": "D5"}, "**Alice** (Black) played **D5**."),
    "button": (a_stone_to_be_placed, {}, "**Alice** (Black) took the **button**."),
    "komi": (komi_to_be_named, {"points": 7}, "**Alice** named komi **7**."),
    "color": (a_color_to_be_picked, {"color": "white"}, "**Bob** chose ⚪ **White**."),
}


@pytest.mark.parametrize("named", [False, True], ids=["meant", "named"])
@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_that_acts_works_for_the_player_to_act_only(
    command: str, named: bool, world: World
) -> None:
    stage, options, says = COMMANDS[command]
    await stage(world)
    if named:
        options = {**options, "match": 1}
    right = world.person((await world.match()).to_act)
    other = world.bob if right is world.alice else world.alice

    refused = await world.refusal(world.slash(other, command, **options))
    assert refused.text.startswith(NOT_YOUR_TURN.format("Alice" if right is world.alice else "Bob"))
    refused = await world.refusal(world.slash(world.carol, command, **options))
    assert refused.text.startswith(PLAYERS_ONLY if named else NONE_OF_YOURS)
    done = await world.slash(right, command, **options)
    assert done.text.startswith(says)
    assert not done.is_private


@pytest.mark.parametrize("named", [False, True], ids=["meant", "named"])
@pytest.mark.parametrize("command", [*COMMANDS, "resign", "board"])
async def test_a_command_reaches_no_match_of_another_channel(
    command: str, named: bool, elsewhere: ChannelHandle, world: World
) -> None:
    stage, options, _ = COMMANDS.get(command, (komi_to_be_named, {}, ""))
    await stage(world)
    if named:
        options = {**options, "match": 1}
    for person in (world.alice, world.bob, world.carol):
        refused = await world.refusal(world.send_command(person, command, options, elsewhere))
        assert refused.text.startswith(NO_MATCH_HERE if named else NONE_OF_YOURS)


async def test_resigning_is_for_the_players_whosever_turn_it_is(world: World) -> None:
    await komi_to_be_named(world)
    for person in (world.alice, world.bob):
        question = await world.refusal(world.slash(person, "resign"))
        assert question.text.startswith("Resign match 1?")
    refused = await world.refusal(world.slash(world.carol, "resign"))
    assert refused.text.startswith(NONE_OF_YOURS)
    refused = await world.refusal(world.slash(world.carol, "resign", match=1))
    assert refused.text.startswith(PLAYERS_ONLY)


async def test_everybody_who_sees_the_channel_may_look(world: World) -> None:
    shown = await a_stone_to_be_placed(world)
    turns = {
        "alice": "It is your turn.",
        "bob": "It is **Alice**'s turn.",
        "carol": "It is **Alice**'s turn.",
    }
    for who, says in turns.items():
        looked = await world.refusal(world.slash(getattr(world, who), "board"))
        assert says in looked.text.splitlines()
        assert looked.png == shown.png
