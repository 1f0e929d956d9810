"""The club that the demo shows: its people and channels, with the same ids at every start."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from simcord.actors import MemberActor
from simcord.backend.models import User
from simcord.builders import ChannelHandle, GuildHandle

from bot.demo.loopback_env import LoopbackEnv

# Ids are made of this instant and of the order below. A database of an earlier demo refers to them,
# so neither may change.
FOUNDED = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Club:
    """``people`` may be acted as. The first of them owns the guild, so she may change its settings."""

    guild: GuildHandle
    catena: ChannelHandle
    lounge: ChannelHandle
    people: tuple[MemberActor, ...]
    guide: MemberActor

    @property
    def users(self) -> list[User]:
        """The people, the guide and the bot."""
        backend = self.guild._env.backend
        return [*(backend.get_user(member.id) for member in (*self.people, self.guide)), backend.bot_user]


def found_club(env: LoopbackEnv) -> Club:
    """Build the club in ``env``, before any bot connects."""
    with env.dated(FOUNDED):
        env.backend.bot_user.name = "Catena"
        alice, bob, carol = (
            env.create_user(name.lower(), global_name=name) for name in ("Alice", "Bob", "Carol")
        )
        guild = env.create_guild("Catena Club", owner=alice)
        catena = guild.create_text_channel("catena", topic="Play here: type / to see the commands")
        lounge = guild.create_text_channel("lounge", topic="Another channel, with matches of its own")
        people = tuple(guild.add_member(user) for user in (alice, bob, carol))
        # A direct message's channel is made when it is first used, unless it exists.
        for person in people:
            env.backend.get_dm_channel(person.id)
        guide = guild.add_member(env.create_user("guide", global_name="Club guide", bot=True))
    # The bot remembers by application that it has told of its commands; each new Discord has to hear of them.
    env.backend.application_id = env.backend.snowflake()
    return Club(guild, catena, lounge, people, guide)
