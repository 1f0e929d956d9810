"""Ids that no message has where they are pressed: of other places, of other things, of other positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.matches import MatchId
from tests.authority.doors import Subjects
from tests.authority.stages import Stage
from tests.bot.world import World
from tests.storage.contents import changing

CHALLENGES, PROPOSALS = 100, 200
"""What is added to their ids, so that no challenge, proposal and match have the same."""
NOTHING = 999
FORGED = "Forged ids"
"""The heading of the document."""


async def three_places(world: World) -> Subjects:
    """In three channels, one of them on another server, a match, a challenge and a proposal.

    The match here has gone on after a takeback.
    """
    await _begin(world, world.alice, world.bob, world.channel)
    await world.play("komi 7", "white", "D5")
    await _press(world, world.alice, "ask-takeback:1:3", world.channel)
    await _press(world, world.bob, "agree:1:0", world.channel)
    await world.play("D5", "E7")
    server = world.env.create_guild("Another club")
    alice, bob = (server.add_member(one.user) for one in (world.alice, world.bob))
    backroom, abroad = world.guild.create_text_channel("backroom"), server.create_text_channel("catena")
    await _begin(world, world.alice, world.bob, backroom)
    await _begin(world, alice, bob, abroad)
    places = {"1:4.1": world.channel, "2:0": backroom, "3:0": abroad}
    for match_id, channel in places.items():
        await world.slash(alice if channel is abroad else world.alice, "challenge", channel)
        await _press(world, world.alice, f"offer-draw:{match_id}", channel)
    with changing(world.url) as database:
        database.execute(f"UPDATE challenges SET id = id + {CHALLENGES}")
        database.execute(f"UPDATE proposals SET id = id + {PROPOSALS}")
    return Subjects(MatchId(1, 4, 1), CHALLENGES + 4, PROPOSALS + 2)


THREE_PLACES = Stage(three_places)


def forgeries(true: Subjects) -> Mapping[str, Subjects]:
    """What is asked about instead of what there is, by the columns of the table."""
    match = true.match
    return {
        "Another channel's": Subjects(replace(match, id=2), CHALLENGES + 5, PROPOSALS + 3),
        "Another server's": Subjects(replace(match, id=3), CHALLENGES + 6, PROPOSALS + 4),
        "Nothing's": Subjects(replace(match, id=NOTHING), NOTHING, NOTHING),
        "Another kind's": Subjects(replace(match, id=true.challenge), true.proposal, match.id),
        "An earlier position's": replace(true, match=replace(match, ply=match.ply - 1)),
        "A later position's": replace(true, match=replace(match, ply=match.ply + 1)),
        "One's before a takeback": replace(true, match=replace(match, takebacks=match.takebacks - 1)),
        "One's after another": replace(true, match=replace(match, takebacks=match.takebacks + 1)),
    }


async def _begin(world: World, alice: MemberActor, bob: MemberActor, channel: ChannelHandle) -> None:
    await world.click(bob, await world.slash(alice, "challenge", channel, opponent=bob), "Accept")


async def _press(world: World, who: MemberActor, asked: str, channel: ChannelHandle) -> None:
    """Press a button, whatever message has it."""
    custom_id = f"catena:{asked}"
    message = world.messages_in(channel)[-1]
    await world.press(who, message.forged(custom_id), custom_id, channel)
