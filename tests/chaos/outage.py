"""Discord is away for minutes, with a bot that lives through it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from pathlib import Path

from tests.chaos.storm import Stage, until

MOST_REQUESTS_A_MINUTE = 30
"""Of a bot that nobody asks for anything: a look each quarter of a minute, which ends at what fails."""


async def outage(folder: Path, minutes: float, seed: int) -> list[str]:
    """Let requests fail while people go on playing, then let nothing be reached at all, each half the time.

    Returns every broken promise as a sentence.
    """
    async with Stage.open(folder, seed) as stage, stage.bot() as bot:
        await bot.connected()
        async with stage.playing():
            await until(lambda: len({one.match_id for one in stage.witness.boards}) >= 4)
            stage.server.env.inject_error("*", "*", status=500, times=None)
            await until(lambda: stage.ledger.unshown.count("match") >= 3)
        # Until nobody waits for an answer any more.
        await stage.pass_minutes(0.5)
        requests = await stage.pass_minutes(minutes / 2 - 0.5)
        async with stage.server.unreachable():
            stage.server.env.backend.faults.clear()
            await stage.pass_minutes(minutes / 2)
        before = set(stage.witness.presses)
        await stage.recovered()
        return [*_piled_up(stage, stage.witness.presses.keys() - before, requests), *stage.faults()]


def _piled_up(stage: Stage, messages: Set[int], requests: float) -> list[str]:
    """What is wrong with so many requests a minute in an outage, and with these messages after it."""
    boards = Counter(one.match_id for message in messages for one in stage.witness.shown_in[message])
    faults = [f"match {match_id} was shown {count} times" for match_id, count in boards.items() if count > 1]
    if not boards:
        faults.append("nothing was shown after the outage")
    if requests > MOST_REQUESTS_A_MINUTE:
        faults.append(f"there were {requests:.0f} requests a minute")
    return faults
