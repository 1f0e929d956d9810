"""What goes wrong with the real Discord can be made to go wrong here."""

from __future__ import annotations

import asyncio

import pytest

from bot.demo.child import BotStopped
from bot.demo.loopback import LoopbackDiscord

from .conftest import StartBot, Table

CALLBACK = "/interactions/*/callback"


async def test_a_dropped_gateway_is_resumed_and_the_missed_click_replayed(table: Table) -> None:
    await table.server.gateway.drop()
    result = await table.alice.slash(table.channel, "slow")
    assert result.acknowledged
    assert (table.server.gateway.identified, table.server.gateway.resumed) == (1, 1)


async def test_a_rate_limit_is_waited_out(table: Table) -> None:
    table.server.fail("POST", f"/channels/{table.channel.id}/*", status=429)
    await table.alice.slash(table.channel, "thread")
    (thread,) = table.channel.threads
    assert [message.content for message in thread.history()] == ["It begins."]
    attempts = [request for request in table.server.requests if request.path.endswith("/threads")]
    assert len(attempts) == 2


async def test_a_server_error_is_tried_again(table: Table) -> None:
    table.server.fail("POST", CALLBACK, status=500)
    result = await table.alice.slash(table.channel, "slow")
    assert result.acknowledged
    attempts = [request for request in table.server.requests if request.path.endswith("/callback")]
    assert len(attempts) == 2


async def test_a_bot_that_gives_no_answer_makes_the_actor_give_up(table: Table) -> None:
    table.server.env.settle_timeout = 0.3
    table.server.fail("POST", CALLBACK, status=403, code=50013)
    with pytest.raises(TimeoutError, match="did not answer"):
        await table.alice.slash(table.channel, "slow")


async def test_what_the_simulation_lacks_is_told_apart_from_errors_of_the_bot(table: Table) -> None:
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(table.alice.slash(table.channel, "unsupported"), timeout=0.5)
    (gap,) = table.server.rest.unsupported
    assert "/voice/regions" in gap


async def test_after_a_kill_a_new_bot_answers_the_old_buttons(table: Table, start_bot: StartBot) -> None:
    shown = await table.alice.slash(table.channel, "board")
    assert shown.response is not None
    await table.bot.kill()
    assert table.bot.exit_code == -9
    async with start_bot() as again:
        await again.connected()
        result = await table.bob.click(shown.response, label="Plus 0")
    assert result.acknowledged
    assert table.server.gateway.identified == 2


async def test_a_bot_that_dies_at_its_start_says_why(server: LoopbackDiscord, start_bot: StartBot) -> None:
    server.fail("GET", "/users/@me", status=401)
    async with start_bot() as bot:
        with pytest.raises(BotStopped) as stopped:
            await bot.connected()
    assert stopped.value.exit_code == 1
    assert "LoginFailure" in stopped.value.last_words
