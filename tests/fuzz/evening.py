"""Random sequences of interactions, and what people see and the database holds after each."""

from __future__ import annotations

import logging
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from simcord.backend.models import Interaction
from simcord.results import InteractionResult

from bot.matches import Challenges, MatchId, Proposals, Terms
from bot.scheduler import ROUND
from bot.storage import ChallengeRecord, FirstPlayer, Person, Place, ProposalKind
from engine import GameOptions
from tests.bot.shown import Shown
from tests.bot.world import World
from tests.fuzz.sending import KINDS, Room
from tests.fuzz.stored import Stored, check, check_doer

MALLORY = "**@everyone** <@1> \u202e`x`\u0301\u0301\u0301\u0301 [a](https://example.com)\n# b"
STRANGERS = ("Zoe", "Yan")
"""They play in another channel, of which nothing may be seen here."""
UNSEEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}


@dataclass(frozen=True)
class Sent:
    """What somebody does: ``text`` is anything, and all else follows from the number."""

    kind: str
    number: int
    text: str


class Evening:
    """Three people in a channel, one interaction after another."""

    def __init__(self, world: World, done: Counter[str], logged: list[logging.LogRecord]) -> None:
        self.world = world
        self.done = done
        self.logged = logged
        self.room = Room(world, (world.alice, world.member(MALLORY), world.carol))

    async def begin(self) -> None:
        """Let two of them have a match of one stone a turn, and one of two."""
        _, mallory, _ = self.room.people.values()
        for game in ("komi", "double"):
            challenge = await self.world.challenge(opponent=mallory, game=game)
            start = await self.world.click(mallory, challenge, "Accept")
            self.room.seen += [(challenge, None), (start, None)]

    async def take(self, step: Sent) -> None:
        """Let somebody do something, and look at what came of it."""
        before, rng = self.stored, Random(step.number)
        who = rng.choice([*self.room.people.values()])
        sent = KINDS[step.kind](self.room, who, step.text, rng)
        await self.world.env.settle()
        self._look(sent)
        after = self.stored
        check(after)
        check_doer(before, after, sent.user_id)
        self.done[f"{step.kind}, changing something" if before != after else step.kind] += 1

    async def wait(self, rng: Random) -> None:
        """Let time pass, in which nobody does anything."""
        before = self.stored
        self.world.clock.advance(hours=rng.randint(1, 100))
        await self.world.env.advance_time(ROUND.total_seconds() + 1)
        check(self.stored)
        check_doer(before, self.stored, None)

    @property
    def stored(self) -> Stored:
        return Stored.read(self.world.url)

    def _look(self, sent: Interaction) -> None:
        assert not self.logged, "\n".join(map(logging.Formatter().format, self.logged))
        result = InteractionResult(self.world.env, sent)
        for choice in result.autocomplete_choices or ():
            check_text(choice["name"])
        has_message = result.modal is None and result.autocomplete_choices is None
        shown = self.world.all_answers(result) if has_message else []
        for one in [*shown, *([self.world.latest] if self.world.count else [])]:
            self._look_at(one)
            self.room.seen.append((one, sent.user_id if one.is_private else None))

    def _look_at(self, shown: Shown) -> None:
        check_text(shown.text)
        check_text(shown.alt_text or "")
        known, in_effect = {*self.room.people}, _in_effect(shown.text)
        assert not re.search("@(everyone|here)", in_effect)
        assert {int(one) for one in re.findall(r"<@!?([0-9]+)>", in_effect)} <= known
        assert {*shown.pinged} <= known


def check_text(text: str) -> None:
    """Nothing hides or rearranges what is around it, or tells of another channel."""
    assert not {unicodedata.category(sign) for sign in text.replace("\n", "")} & UNSEEN
    assert not [name for name in STRANGERS if name in text], "another channel is told of"


def _in_effect(text: str) -> str:
    """A text without what is escaped or stands between backticks."""
    return re.sub(r"```.*?```|`[^`\n]*`|\\[^A-Za-z0-9\s]", "", text, flags=re.DOTALL)


# The evening


async def spend_evening(world: World, sequence: Sequence[Sent], done: Counter[str]) -> None:
    """Send everything, one after another, with a while or a restart in between here and there."""
    open_challenge = await _strangers_play(world)
    with _faults_logged() as logged:
        evening = Evening(world, done, logged)
        await evening.begin()
        for step in sequence:
            if step.kind == "wait":
                await evening.wait(Random(step.number))
            elif step.kind == "restart":
                await world.restart()
            else:
                await evening.take(step)
    states = {one["id"]: one["state"] for one in evening.stored.challenges}
    assert states[open_challenge.id] in ("open", "expired"), "a challenge was accepted from another channel"


async def _strangers_play(world: World) -> ChallengeRecord:
    """A match, a proposal and an open challenge of two others in another channel; the challenge."""
    zoe, yan = (Person(world.member(name).id, name) for name in STRANGERS)
    place = Place(world.guild.id, world.guild.create_text_channel("elsewhere").id)
    challenges = Challenges(world.database, world.clock, world.coin)
    proposals = Proposals(world.database, world.clock)
    made = await challenges.challenge(place, zoe, Terms(yan, GameOptions(), FirstPlayer.CHALLENGER))
    match = (await challenges.accept(place, yan, made.id)).match
    await proposals.propose(place, zoe, MatchId.of(match), ProposalKind.CANCEL)
    return await challenges.challenge(place, zoe, Terms(None, GameOptions(), FirstPlayer.RANDOM))


@contextmanager
def _faults_logged() -> Iterator[list[logging.LogRecord]]:
    """What is logged as an error meanwhile."""
    logged: list[logging.LogRecord] = []
    handler = logging.Handler(logging.ERROR)
    handler.emit = logged.append  # type: ignore[method-assign]
    logging.getLogger().addHandler(handler)
    try:
        yield logged
    finally:
        logging.getLogger().removeHandler(handler)
