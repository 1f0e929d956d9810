"""What is given to whoever shows what others have left undone."""

from __future__ import annotations

from bot.matches import Astray, Match
from bot.matches.unshown import GRACE
from tests.matches.club import Club


async def test_looking_for_boards_that_nobody_noted_is_not_put_off_by_further_turns(club: Club) -> None:
    began_at = club.time
    await club.start()
    for turn in ("komi 2", "white", "D5"):
        await club.act(turn)
        club.wait(seconds=GRACE.total_seconds() - 10)
    since = [one.since for one in await club.unshown() if isinstance(one.subject, Astray)]
    assert since == [began_at]


async def test_they_are_looked_for_once_more_where_a_turn_was_played_meanwhile(club: Club) -> None:
    await club.start()
    await club.act("komi 2")
    club.wait(seconds=GRACE.total_seconds() + 1)
    (taken,) = [one for one in await club.unshown() if isinstance(one.subject, Astray)]
    await club.act("white")
    await club.outbox.done(taken)
    club.wait(minutes=1)
    assert any(isinstance(one.subject, Astray) for one in await club.unshown())


async def test_what_is_given_is_how_it_stands_when_it_is_its_turn(club: Club) -> None:
    for _ in range(2):
        await club.start()
        club.wait(seconds=1)
    club.wait(seconds=GRACE.total_seconds())
    given = []
    while due := await club.outbox.take_due():
        if isinstance(due.subject, Match):
            given.append((due.subject.number, due.subject.ply))
            await club.act("komi 2", number=2)
    assert given == [(1, 0)], "match 2 is now up to who has played in it"
