"""What is told of each interaction: in the numbers, and in one line of the log."""

from __future__ import annotations

import asyncio
import logging
import re
from pathlib import Path

import pytest

from bot.matches import Challenges, Play
from tests.bot.test_answers import after_long, slow_database
from tests.bot.test_failures import CALLBACKS, NEW_MESSAGES
from tests.bot.world import World

__all__ = ["slow_database"]

DOCUMENT = (Path(__file__).parents[2] / "docs/observability.md").read_text()


def counted(world: World, kind: str, outcome: str) -> float:
    """How many interactions of a kind came to that."""
    labels = {"kind": kind, "outcome": outcome}
    return world.metrics.registry.get_sample_value("catena_interactions_total", labels) or 0


def value(world: World, name: str, **labels: str) -> float | None:
    return world.metrics.registry.get_sample_value(name, labels)


def told(caplog: pytest.LogCaptureFixture) -> list[dict[str, object]]:
    """What the log tells of the interactions."""
    return [record.interaction for record in caplog.records if hasattr(record, "interaction")]


@pytest.fixture(autouse=True)
def everything_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)


async def test_what_is_answered_is_counted_by_its_kind(world: World) -> None:
    start = await world.start_match()
    form = await world.open_form(world.alice, start, "Name komi")
    await world.submit(world.alice, form, "7")
    await world.suggestions(world.bob, "color", "match", "")
    assert counted(world, "command", "answered") == 1
    assert counted(world, "press", "answered") == 2
    assert counted(world, "form", "answered") == 1
    assert counted(world, "suggestions", "answered") == 1
    assert value(world, "catena_answer_seconds_count", kind="press") == 2
    assert value(world, "catena_interactions_running") == 0


async def test_a_refusal_is_counted_and_told_with_its_class(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.slash(world.alice, "challenge", opponent=world.alice)
    assert counted(world, "command", "refused") == 1
    (line,) = told(caplog)
    assert (line["name"], line["outcome"], line["reason"]) == ("challenge", "refused", "OpponentIsYourself")


async def test_a_fault_is_told_under_the_reference_that_the_player_got(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.faults_expected = 1
    monkeypatch.setattr(Challenges, "open_in", None)
    answer = await world.slash(world.alice, "challenges")
    (line,) = told(caplog)
    assert (line["outcome"], line["reason"]) == ("fault", "TypeError")
    assert str(line["fault"]) in answer.text
    assert counted(world, "command", "fault") == 1


async def test_what_discord_does_not_take_is_lost(world: World) -> None:
    for path in (CALLBACKS, NEW_MESSAGES):
        world.env.inject_error("POST", path, status=500, times=None)
    world.wire.command(world.alice, "challenge", {"opponent": str(world.bob.id)})
    await world.env.settle()
    assert counted(world, "command", "lost") == 1
    assert counted(world, "command", "answered") == 0


async def test_suggestions_that_fail_are_a_fault(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.faults_expected = 1
    monkeypatch.setattr(Play, "running_in", None)
    assert await world.suggestions(world.alice, "board", "match", "") == {}
    assert counted(world, "suggestions", "fault") == 1


async def test_the_log_names_the_place_and_nobody(world: World, caplog: pytest.LogCaptureFixture) -> None:
    await world.challenge()
    (line,) = told(caplog)
    table = DOCUMENT[DOCUMENT.index("| Field |") :].split("\n\n")[0]
    fields = re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE)
    assert {*line} == set(re.findall(r"\w+", " ".join(fields)))
    assert (line["guild"], line["channel"]) == (str(world.guild.id), str(world.channel.id))
    assert str(line["reference"]) in caplog.messages[-1]
    for person in (world.alice, world.bob):
        assert str(person.id) not in caplog.text
        assert person.user.global_name not in caplog.text


async def test_a_picture_is_counted_until_it_is_drawn(world: World) -> None:
    await world.start_match()
    assert value(world, "catena_render_seconds_count", picture="board") == 1
    assert value(world, "catena_render_queue") == 0


async def test_a_deferred_answer_is_counted_once(world: World, slow_database: asyncio.Event) -> None:
    record = await after_long(world, slow_database, lambda: world.wire.command(world.alice, "challenges"))
    await world.answers(record)
    assert value(world, "catena_deferrals_total") == 1
    assert counted(world, "command", "answered") == 1
