"""Records of matches, and what is kept of loaded ones, on a real database."""

from __future__ import annotations

import pytest

from bot.matches import MatchId, Records, refusals
from bot.matches.records import KEPT, MOST_KEPT
from bot.records import End, Fault, GameRecord, read_record, write_json, write_record
from bot.storage import Database, Ending, Person, ProposalKind
from engine import GameOptions, GameType, Player
from tests.matches.club import ALICE, BOB, CAROL, ELSEWHERE, HERE, OTHER_SERVER, Club
from tests.storage.contents import column


@pytest.fixture
def records(database: Database, club: Club) -> Records:
    return Records(database, lambda: club.time)


def named(first: str) -> GameRecord:
    return GameRecord(GameOptions(), (), first, "Bob")


async def test_the_record_of_a_match_tells_everything(club: Club, records: Records) -> None:
    match = await club.start(GameOptions(7, GameType.DOUBLE))
    started_at = club.time
    club.wait(hours=1, microseconds=5)
    await club.act("D5", "A1 B7")
    match = await club.resign(await club.play.seen(HERE, ALICE, 1, None))
    record = await records.seen(HERE, CAROL, None)
    assert (record.options, record.actions) == (match.record.options, match.game.actions)
    assert (record.first, record.second, record.number) == ("Alice", "Bob", 1)
    assert (record.end, record.winner) == (End.RESIGNED, Player.FIRST)
    assert (record.started_at, record.ended_at) == (started_at, club.time.replace(microsecond=0))
    assert await records.named(HERE, MatchId(match.record.id, 0)) == record
    assert read_record(write_record(record).encode()) == record


async def test_a_running_match_has_a_record_too(club: Club, records: Records) -> None:
    await club.start()
    await club.act("komi 7")
    record = await records.seen(HERE, CAROL, 1)
    assert (record.end, record.winner, record.ended_at) == (None, None, None)


async def test_a_match_without_a_winner_has_a_record(club: Club, records: Records) -> None:
    match = await club.start()
    name = MatchId(match.record.id, 0)
    asked = await club.proposals.propose(HERE, ALICE, name, ProposalKind.DRAW)
    await club.proposals.accept(HERE, BOB, asked.record.id)
    record = await records.seen(HERE, CAROL, 1)
    assert (record.end, record.winner) == (End.DRAWN, None)


def test_every_ending_can_be_told_in_a_record() -> None:
    for ending in Ending:
        assert End[ending.name].has_winner is ending.has_winner
    assert len(End) == len(Ending)


async def test_a_match_of_another_channel_or_server_has_no_record_here(club: Club, records: Records) -> None:
    match = await club.start()
    for place in (ELSEWHERE, OTHER_SERVER):
        await club.refuses(refusals.NoSuchMatch, records.named(place, MatchId(match.record.id, 0)))
        await club.refuses(refusals.NoSuchMatch, records.seen(place, ALICE, 1))
        await club.refuses(refusals.NoMatchHere, records.seen(place, ALICE, None))


async def test_a_very_long_name_is_cut(club: Club, records: Records) -> None:
    made = await club.challenge(Person(77, "x" * 300))
    await club.challenges.accept(HERE, BOB, made.id)
    assert (await records.seen(HERE, CAROL, None)).first == "x" * 100


async def test_a_loaded_record_is_gone_through_like_a_match(club: Club, records: Records) -> None:
    await club.start()
    await club.act("komi 7", "white", "D5")
    written = write_record(await records.seen(HERE, ALICE, None)).encode()
    loaded = await records.load(written)
    assert (loaded.shown.ply, loaded.last_ply) == (3, 3)
    key = loaded.shown.record.id
    for ply in range(4):
        stepped = await records.loaded(key, ply)
        assert (stepped.shown.ply, stepped.last_ply) == (ply, 3)
    assert (await records.loaded(key, 9999)).shown.ply == 3


async def test_both_forms_of_a_record_are_the_same_when_loaded(club: Club, records: Records) -> None:
    keys = {
        (await records.load(write(named("A")).encode())).shown.record.id
        for write in (write_record, write_json)
    }
    assert len(keys) == 1
    assert column(club.url, "loaded_records", "written") == [write_record(named("A"))]


async def test_what_is_no_record_is_not_kept(club: Club, records: Records) -> None:
    refused = await club.refuses(refusals.RecordUnreadable, records.load(b"x"))
    assert isinstance(refused, refusals.RecordUnreadable)
    assert refused.problem.fault is Fault.NO_RECORD
    illegal = write_record(named("A")).encode() + b"1. komi 16\n"
    await club.refuses(refusals.RecordedActionRefused, records.load(illegal))


async def test_a_loaded_record_is_forgotten_after_a_while_unless_it_is_loaded_again(
    club: Club, records: Records
) -> None:
    old, again = [(await records.load(write_record(named(name)).encode())).shown.record.id for name in "AB"]
    club.time += KEPT / 2
    await records.load(write_record(named("B")).encode())
    club.time += KEPT / 2 + KEPT / 100
    await records.load(write_record(named("C")).encode())
    await club.refuses(refusals.RecordForgotten, records.loaded(old, 0))
    assert (await records.loaded(again, 0)).shown.record.first.name == "B"


async def test_no_more_than_so_many_loaded_records_are_kept(
    club: Club, records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_KEPT > 100
    monkeypatch.setattr("bot.matches.records.MOST_KEPT", 3)
    for name in "ABCDE":
        club.wait(seconds=1)
        await records.load(write_record(named(name)).encode())
    kept = [read_record(written.encode()).first for written in column(club.url, "loaded_records", "written")]
    assert sorted(kept) == ["C", "D", "E"]
