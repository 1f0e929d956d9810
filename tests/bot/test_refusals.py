"""Every way of saying no has its words."""

from __future__ import annotations

import dataclasses
import inspect
from datetime import UTC, datetime

import pytest

from bot.matches import ChannelIsOff, Match, NoSuchTimeZone, Refusal, refusals, series_refusals
from bot.matches.balance import NoGamesToBalance
from bot.messages.refusals import illegal, sentence
from bot.records import Fault, RecordError, Spot
from bot.storage import (
    ChallengeRecord,
    ChallengeState,
    FirstPlayer,
    MatchRecord,
    Person,
    Place,
    ProposalKind,
    ProposalRecord,
    ProposalState,
    SeriesGame,
)
from engine import Cell, Game, GameOptions, IllegalAction, NotationError, Reason
from tests.bot.games import edge_game, options_to_challenge, turns_of
from tests.bot.world import World
from tests.engine.vectors import read_lines

HERE = Place(1, 2)
ALICE, BOB = Person(3, "Alice"), Person(4, "Bob")
MATCH = Match(
    MatchRecord(5, 6, HERE, ALICE, BOB, GameOptions(), None, None, None, series=SeriesGame(9, 1, 3)), Game()
)
CHALLENGE = ChallengeRecord(
    7,
    HERE,
    ALICE,
    BOB,
    GameOptions(),
    FirstPlayer.RANDOM,
    ChallengeState.OPEN,
    datetime(2026, 1, 1, tzinfo=UTC),
    None,
)
PROPOSAL = ProposalRecord(8, 5, ProposalKind.DRAW, ALICE, 0, 0, ProposalState.DECLINED, None)
SAMPLES = {
    "opponent": BOB,
    "challenge": CHALLENGE,
    "limit": 10,
    "is_own_turn": True,
    "match": MATCH,
    "matches": [MATCH, MATCH],
    "more": 3,
    "given": 3,
    "last_ply": 4,
    "ply": 2,
    "error": NotationError("x"),
    "proposal": PROPOSAL,
    "spot": Spot(line=12),
    "problem": RecordError(Fault.NO_RECORD),
    "place": HERE,
    "again_at": datetime(2026, 1, 1, tzinfo=UTC),
    "typed": "knox",
    "candidates": ["America/Indiana/Knox", "America/Knox"],
}
KINDS = {
    kind
    for module in (refusals, series_refusals)
    for _, kind in inspect.getmembers(module, inspect.isclass)
    if issubclass(kind, Refusal)
} - {Refusal}
KINDS |= {ChannelIsOff, NoSuchTimeZone, NoGamesToBalance}
LISTING = (refusals.WhichMatch, NoSuchTimeZone)


@pytest.mark.parametrize("kind", sorted(KINDS, key=lambda kind: kind.__name__))
def test_every_refusal_has_a_sentence_of_its_own(kind: type[Refusal]) -> None:
    refusal = kind(**{field.name: SAMPLES[field.name] for field in dataclasses.fields(kind)})
    assert sentence.dispatch(kind) is not sentence.dispatch(object)
    first_line, *list_below = sentence(refusal).splitlines()
    assert first_line[-1] in ".:"
    assert bool(list_below) is (kind in LISTING)


@pytest.mark.parametrize("state", [state for state in ChallengeState if state is not ChallengeState.OPEN])
def test_a_challenge_that_ended_says_how(state: ChallengeState) -> None:
    ended = dataclasses.replace(CHALLENGE, state=state)
    words = sentence(refusals.ChallengeEnded(ended))
    assert words.startswith("That challenge is no longer open. ")
    assert state.value[:5] in words or state is ChallengeState.WITHDRAWN


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_of_the_engine_has_words(reason: Reason) -> None:
    stones = (Cell(4, 5), Cell(5, 5), Cell(6, 6))
    words = illegal(MATCH, IllegalAction(reason, Cell(4, 6), stones))
    assert words.endswith(".")
    assert "None" not in words


RIBBONS = ("komi 7", "white", "C5", "D5", "E5", "G5", "H6", "H7")
NO_KOMI, DOUBLE = {"game": "no-komi"}, {"game": "double"}
REFUSED = {
    "a ring": ({}, RIBBONS, "D6", "D6 would close a ring with C5 and D5."),
    "three neighbours": ({}, RIBBONS, "G6", "G6 would touch 3 stones, G5, H6 and H7; two is the most."),
    "a branch": ({}, RIBBONS, "I6", "I6 would make a branch: H6 has two neighbours already."),
    "an occupied cell": ({}, RIBBONS, "C5", "C5 is occupied. Choose an empty cell."),
    "off the board": ({"size": 7}, RIBBONS, "N13", "N13 is not on this board, which goes from A1 to M13."),
    "komi out of range": ({}, (), "komi 16", "Komi is a whole number from 0 to 15, not 16."),
    "more komi than with square": (
        {"scoring": "square"},
        (),
        "komi 1001",
        "Komi is a whole number from 0 to 1000, not 1001.",
    ),
    "a stone before komi": ({}, (), "D5", "Not now: first the komi has to be named."),
    "a stone before the colours": (
        {},
        ("komi 7",),
        "D5",
        "Not now: first the second player has to pick a colour.",
    ),
    "komi too late": (
        {},
        ("komi 7", "white"),
        "komi 8",
        "Not now: komi and colours are settled. Place a stone.",
    ),
    "komi where there is none": (NO_KOMI, (), "komi 3", "This game type has no komi."),
    "the button before the first stone": (
        NO_KOMI,
        (),
        "button",
        "Not now: the game begins with a stone, not the button or a colour.",
    ),
    "the button when it is gone": (
        {},
        ("komi 7", "white", "button"),
        "button",
        "The button is taken already. Place a stone.",
    ),
    "the button where there is none": (
        DOUBLE,
        ("D5",),
        "button",
        "Double placement has no button. Place your stones.",
    ),
    "a stone and the button": (
        DOUBLE,
        ("D5",),
        "E7 button",
        "Double placement has no button. Place your stones.",
    ),
    "a colour where there is no choice": (
        DOUBLE,
        (),
        "white",
        "In Double placement the first player is Black; there is no choice of colours.",
    ),
    "two stones on the first turn": (
        DOUBLE,
        (),
        "D5 E7",
        "The first turn is a single stone. Name one cell, such as `/move D5`.",
    ),
    "one stone of two": (
        DOUBLE,
        ("D5",),
        "E7",
        "A turn is two stones, and you named 1. Name two cells, such as `/move D5 E7`.",
    ),
    "three stones of two": (
        DOUBLE,
        ("D5",),
        "E7 A1 A3",
        "A turn is two stones, and you named 3. Name two cells, such as `/move D5 E7`.",
    ),
    "the same cell twice": (DOUBLE, ("D5",), "E7 E7", "E7 is occupied. Choose an empty cell."),
    "a second stone that the first forbids": (
        DOUBLE,
        ("D5", "A1 B2"),
        "E5 E6",
        "E6 would close a ring with D5 and E5.",
    ),
    "a stone and the button in one turn": (
        {},
        ("komi 7", "white"),
        "D5 button",
        "A turn is one stone here, not 2. Name one cell, such as `/move D5`.",
    ),
}


@pytest.mark.parametrize(("options", "turns", "bad", "says"), REFUSED.values(), ids=REFUSED)
async def test_a_refused_turn_says_why_in_the_boards_terms(
    options: dict, turns: tuple[str, ...], bad: str, says: str, world: World
) -> None:
    await world.start_match(**options)
    if turns:
        await world.play(*turns)
    refused = await world.refusal(world.play(bad))
    assert refused.text == says


async def test_a_first_stone_that_leaves_no_second_is_refused(world: World) -> None:
    record = next(
        record
        for record in read_lines("refused.jsonl")
        if record["size"] == 6 and "it would leave no second" in record["why"]
    )
    turns = turns_of(record)
    await world.start_match(**options_to_challenge(record))
    await world.arrange(*turns)
    second = next(str(cell) for cell in (await world.match()).game.open_cells() if str(cell) != record["bad"])
    refused = await world.refusal(world.play(f"{record['bad']} {second}"))
    assert refused.text == (
        f"{record['bad']} would leave no cell for your second stone. Choose another as the first."
    )


async def test_a_turn_after_the_end_is_refused(world: World) -> None:
    record = edge_game("a short game, size 6: 38 stones or fewer")
    await world.start_match(**options_to_challenge(record))
    await world.arrange(*turns_of(record))
    refused = await world.refusal(world.slash(world.alice, "move", turn="D5", match=1))
    assert refused.text.startswith("Match 1 is over: ")
