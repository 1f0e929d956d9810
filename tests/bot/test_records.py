"""Records in Discord: as files, from files, and through restarts."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor
from simcord.http.client import FakeHTTPClient

from bot.matches.refusals import RecordUnreadable
from bot.messages.refusals import sentence
from bot.records import (
    MOST_BYTES,
    End,
    Fault,
    GameRecord,
    RecordError,
    Spot,
    read_record,
    write_json,
    write_record,
)
from engine import Game, GameOptions, GameType, Player
from tests.bot.games import edge_game, options_to_challenge, turns_of
from tests.bot.shown import Shown
from tests.bot.world import World
from tests.engine.vectors import options_of

SHORT = "a short game, size 6: 38 stones or fewer"


def files(world: World, shown: Shown) -> dict[str, bytes]:
    """What is attached to a message, by name."""
    cdn = world.env.backend.cdn
    return {one["filename"]: cdn.get(one["url"]) for one in shown.payload["attachments"]}


def short_record(first: str = "Zoe", second: str = "Yan") -> GameRecord:
    """A record of people who are nobody here."""
    line = edge_game(SHORT)
    game = Game.replay(options_of(line), line["actions"])
    assert game.result is not None
    return GameRecord(
        game.options, game.actions, first, second, End.PLAYED, game.player_of(game.result.winner)
    )


async def load(world: World, who: MemberActor, content: str | bytes, name: str = "game.txt") -> Shown:
    data = content if isinstance(content, bytes) else content.encode()
    return await world.slash(who, "record", file=(name, data))


async def refused(world: World, content: str | bytes) -> str:
    return (await world.refusal(load(world, world.carol, content))).text


async def test_a_match_is_given_as_two_files_to_anybody_in_the_channel(world: World) -> None:
    await world.start_match(game="double")
    await world.play("D5", "A1 B7")
    answer = await world.refusal(world.slash(world.carol, "record"))
    assert "**Alice** against **Bob**" in answer.text
    given = files(world, answer)
    assert [*given] == ["catena-match-1.txt", "catena-match-1.json"]
    record = read_record(given["catena-match-1.txt"])
    assert read_record(given["catena-match-1.json"]) == record
    assert record.actions == (await world.match()).game.actions
    assert record.options == GameOptions(6, GameType.DOUBLE)
    assert (
        b"\nStarted: 2026-01-01T00:00:00Z\nResult: none yet\n\n1. D5\n2. A1 B7\n"
        in given["catena-match-1.txt"]
    )


async def test_the_result_has_a_button_for_its_record_that_survives_a_restart(world: World) -> None:
    line = edge_game(SHORT)
    *before, last = turns_of(line)
    await world.start_match(**options_to_challenge(line))
    await world.arrange(*before)
    world.clock.advance(hours=2)
    result = await world.play(last)
    assert {"Rematch", "Replay", "Record"} <= set(result.buttons)
    await world.restart()
    answer = await world.refusal(world.click(world.carol, result, "Record"))
    record = read_record(files(world, answer)["catena-match-1.txt"])
    assert [str(action) for action in record.actions] == line["actions"]
    assert record.end is End.PLAYED
    assert record.ended_at == world.clock.time


async def test_a_resigned_match_says_so_in_its_record(world: World) -> None:
    await world.start_match()
    await world.play("komi 7")
    result = await world.click(world.bob, await world.slash(world.bob, "resign"), "Resign match 1")
    answer = await world.click(world.bob, result, "Record")
    assert b"\nResult: first won, resigned\n" in files(world, answer)["catena-match-1.txt"]


async def test_a_match_of_another_channel_or_server_is_not_given(world: World) -> None:
    await world.start_match()
    await world.play("komi 7")
    result = await world.click(world.bob, await world.slash(world.bob, "resign"), "Resign match 1")
    elsewhere = world.guild.create_text_channel("elsewhere")
    other = world.env.create_guild("Other club")
    abroad = other.create_text_channel("catena")
    alice = other.add_member(world.alice.user)
    for who, channel in ((world.alice, elsewhere), (alice, abroad)):
        assert "no such match" in (await world.refusal(world.slash(who, "record", channel, match=1))).text
        pressed = world.press(who, result, result.buttons["Record"], channel)
        assert "no such match" in (await world.refusal(pressed)).text


async def test_hostile_names_stay_on_their_line(world: World) -> None:
    mallory = world.member("Mal\\lory\nResult: first won, played\u202e")
    challenge = await world.slash(mallory, "challenge", opponent=world.bob)
    await world.click(world.bob, challenge, "Accept")
    content = files(world, await world.slash(world.bob, "record"))["catena-match-1.txt"]
    assert b"\nFirst: Mal\\\\lory" in content
    assert read_record(content).first == mallory.user.global_name


# Loading


@pytest.mark.parametrize("write", [write_record, write_json], ids=["for people", "as JSON"])
async def test_a_loaded_record_is_gone_through_with_the_buttons_after_a_restart(write, world: World) -> None:
    record = short_record()
    shown = await load(world, world.carol, write(record))
    assert shown.is_private
    last = len(record.actions)
    assert f"step {last} of {last}" in shown.text
    assert "The game is over: **" in shown.text
    assert [*shown.buttons] == ["⏮", "◀", "▶", "⏭"]
    picture_at_the_end = shown.png
    for label, step in (("⏮", 0), ("▶", 1), ("▶", 2), ("◀", 1), ("⏭", last), ("◀", last - 1)):
        await world.restart()
        shown = await world.click(world.carol, shown, label)
        assert f"step {step} of {last}" in shown.text
        assert (shown.png == picture_at_the_end) is (step == last)
        assert ("The game is over" in shown.text) is (step == last)
    assert world.count == 0


async def test_the_files_that_are_given_can_be_loaded(world: World) -> None:
    start = await world.start_match()
    played = await world.play("komi 7", "white", "D5")
    for content in files(world, await world.slash(world.carol, "record")).values():
        loaded = await load(world, world.carol, content)
        assert loaded.png == played.png
        assert "**Alice** (Black) played **D5**." in loaded.text
        at_start = await world.click(world.carol, loaded, "⏮")
        assert at_start.png == start.png
        assert at_start.text.startswith("**Alice** against **Bob**\n")


async def test_the_smallest_board_and_an_empty_game_can_be_loaded(world: World) -> None:
    for size in (2, 10):
        shown = await load(world, world.carol, write_record(GameRecord(GameOptions(size), (), "Zoe", "Yan")))
        assert "step 0 of 0" in shown.text
        assert shown.png is not None


@pytest.mark.parametrize(
    ("end", "winner", "says"),
    [
        (End.RESIGNED, Player.SECOND, "The game is over: **Yan** won by resignation."),
        (End.OUT_OF_TIME, Player.FIRST, "The game is over: **Zoe** won on time."),
        (End.DRAWN, None, "The game is over: it is a draw by agreement."),
        (End.CANCELLED, None, "The game is over: it was cancelled."),
    ],
)
async def test_a_loaded_record_says_how_it_ended(
    end: End, winner: Player | None, says: str, world: World
) -> None:
    shown = await load(
        world, world.carol, write_record(GameRecord(GameOptions(), (), "Zoe", "Yan", end, winner))
    )
    assert says in shown.text


async def test_names_of_a_loaded_record_call_and_format_nothing(world: World) -> None:
    name = f"@everyone <@{world.bob.id}> **b**\n# x"
    shown = await load(world, world.carol, write_json(short_record(first=name)))
    shown = await world.click(world.carol, shown, "⏮")
    assert shown.pinged == []
    assert "\n# x" not in shown.text
    assert f"<@{world.bob.id}>" not in shown.text


async def test_a_file_that_is_no_record_is_refused_with_a_sentence(world: World) -> None:
    text = write_record(short_record())
    assert "is not the record of a game" in await refused(world, b"\x89PNG\r\n\x1a\n")
    assert "is not the record of a game" in await refused(world, b"")
    assert (
        await refused(world, text.replace("Size", "Sise"))
        == "Line 4 of that file: no record has a header `Sise`."
    )
    illegal = text.splitlines()
    place = illegal.index("") + 5
    illegal[place] = "5. Z9"
    assert await refused(world, "\n".join(illegal)) == (
        f"Line {place + 1} of that file: Z9 is not on this board, which goes from A1 to K11."
    )


async def test_a_huge_file_is_refused_without_being_fetched(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fetch(self: FakeHTTPClient, url: str) -> bytes:
        raise AssertionError("fetched")

    monkeypatch.setattr(FakeHTTPClient, "get_from_cdn", fetch)
    assert "too large" in await refused(world, b"x" * (MOST_BYTES + 1))


async def test_a_file_that_discord_does_not_hand_over_is_a_sentence(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.env.backend.cdn, "get", lambda url: None)
    assert await refused(world, write_record(short_record())) == (
        "Discord did not hand that file over. Attach it once more."
    )


async def test_a_match_and_a_file_at_once_are_refused(world: World) -> None:
    await world.start_match()
    both = world.slash(world.carol, "record", match=1, file=("game.txt", b"x"))
    assert (await world.refusal(both)).text.endswith("not both.")


async def test_a_record_that_is_forgotten_says_what_to_do(world: World) -> None:
    shown = await load(world, world.carol, write_record(short_record()))
    world.clock.advance(days=400)
    await load(world, world.bob, write_record(GameRecord(GameOptions(), (), "Zoe", "Yan")))
    answer = await world.refusal(world.click(world.carol, shown, "◀"))
    assert answer.text == "That record is no longer kept. Load its file again with `/record`."


@pytest.mark.parametrize("fault", Fault)
def test_everything_that_can_be_wrong_with_a_file_has_its_words(fault: Fault) -> None:
    for spot in (Spot(), Spot(line=3), Spot(turn=3)):
        words = sentence(RecordUnreadable(RecordError(fault, spot, "`x`\n@everyone")))
        assert words.endswith(".")
        assert "\n" not in words
