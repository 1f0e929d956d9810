"""The real discord.py in another process, over real sockets, takes the loopback for Discord."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import discord
import pytest
import pytest_asyncio

from bot.demo.child import BotChild
from bot.demo.loopback import LoopbackDiscord

from .conftest import Table, toy_bot
from .toy_bot import BOARD_BYTES, BOARD_DESCRIPTION

pytestmark = pytest.mark.asyncio(loop_scope="module")

Hall = tuple[LoopbackDiscord, BotChild]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Hall]:
    """One server and one bot for all tests here: starting them takes longer than the tests."""
    log = tmp_path_factory.mktemp("hall") / "bot.log"
    async with LoopbackDiscord.open() as server, toy_bot(server, log) as bot:
        await bot.connected()
        yield server, bot


@pytest.fixture
def table(hall: Hall) -> Table:
    return Table.lay(*hall)


async def test_a_slash_command_arrives_with_its_options_and_is_answered(table: Table) -> None:
    result = await table.alice.slash(table.channel, "greet", who=table.bob, color="blue", times=3)
    assert result.acknowledged
    assert result.response is not None
    assert result.response.content == f"{table.bob.mention} blue x3"


async def test_a_private_answer_is_seen_by_its_receiver_alone(table: Table) -> None:
    await table.alice.slash(table.channel, "greet", who=table.bob, color="blue")
    seen = {
        person.name: [message.content for message in table.channel.history(viewer=person)]
        for person in (table.alice, table.bob)
    }
    assert seen == {"alice": [f"{table.bob.mention} blue x1", "Greeted."], "bob": ["Greeted."]}


async def test_autocompletion_offers_what_the_bot_chooses(table: Table) -> None:
    offered = await table.alice.autocomplete(table.channel, "greet", "color", "bl")
    assert [choice["name"] for choice in offered] == ["black", "blue"]


async def test_a_thinking_answer_is_waited_for(table: Table) -> None:
    result = await table.alice.slash(table.channel, "slow")
    assert result.response is not None
    assert result.response.content == "Done."


async def test_an_attachment_arrives_byte_for_byte_with_its_description(table: Table) -> None:
    result = await table.alice.slash(table.channel, "board")
    assert result.response is not None
    (picture,) = result.response.attachments
    assert (picture.filename, picture.description) == ("board.png", BOARD_DESCRIPTION)
    assert await picture.read() == BOARD_BYTES


async def test_a_players_file_reaches_the_bot_and_comes_back(table: Table) -> None:
    result = await table.alice.slash(table.channel, "echo", file=("a record.txt", b"D5 E7"))
    assert result.response is not None
    (file,) = result.response.attachments
    assert await file.read() == b"D5 E7"


async def test_a_button_that_carries_its_state_edits_its_message(table: Table) -> None:
    shown = await table.alice.slash(table.channel, "board")
    assert shown.response is not None
    await table.bob.click(shown.response, label="Plus 0")
    await table.alice.click(shown.response, label="Plus 1")
    container = shown.response.components[0]
    assert container["components"][0]["content"] == "**Count 2**"


async def test_a_form_opens_and_its_values_arrive(table: Table) -> None:
    shown = await table.alice.slash(table.channel, "board")
    assert shown.response is not None
    form = await table.alice.click(shown.response, label="Ask")
    assert form.modal is not None
    greeting = await table.alice.submit_modal(form, {"name": "Alys"})
    assert greeting.response is not None
    assert greeting.response.content == "Hello Alys"


async def test_a_menu_tells_what_was_chosen(table: Table) -> None:
    shown = await table.alice.slash(table.channel, "board")
    assert shown.response is not None
    chosen = await table.bob.select(shown.response, ["C"], custom_id="row")
    assert chosen.response is not None
    assert chosen.response.content == "Row C"


async def test_clicks_at_the_same_time_are_each_answered(table: Table) -> None:
    shown = await table.alice.slash(table.channel, "board")
    assert shown.response is not None
    form, chosen = await asyncio.gather(
        table.alice.click(shown.response, label="Ask"),
        table.bob.select(shown.response, ["A"], custom_id="row"),
    )
    assert form.modal is not None
    assert chosen.response is not None
    assert chosen.response.content == "Row A"


async def test_every_request_is_recorded_with_its_body(table: Table) -> None:
    before = len(table.server.requests)
    await table.alice.slash(table.channel, "slow")
    callback, edit = table.server.requests[before:]
    assert callback.method == "POST"
    assert callback.path.endswith("/callback")
    assert edit.method == "PATCH"
    assert edit.json is not None
    assert edit.json["content"] == "Done."


async def test_messages_carry_the_time_of_the_wall_clock(table: Table) -> None:
    result = await table.alice.slash(table.channel, "slow")
    assert result.response is not None
    sent_at = discord.utils.snowflake_time(result.response.id).timestamp()
    assert abs(time.time() - sent_at) < 5
