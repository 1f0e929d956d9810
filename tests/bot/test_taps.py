"""Playing by taps: row, cell, the board as it would be, then the move. And `/try`, which never moves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.matches.refusals import NotOffered
from bot.messages.refusals import sentence
from engine import Cell, Color, Game, GameOptions, GameType, Scoring, TakeButton, parse_cell
from rendering import View, describe_board, render_board
from tests.bot.games import edge_game, options_to_challenge, random_turn, turns_of
from tests.bot.shown import Shown
from tests.bot.test_bad_input import OUTDATED
from tests.bot.world import World
from tests.storage.contents import column

NOT_OFFERED = sentence(NotOffered())
MOVED_ON = "The match has moved on since that message. This is how it stands now:"
CLAIMS = "5 or more ribbons claimed by one placement"


async def a_stone_due(world: World) -> Shown:
    """Match 1 with Alice, who is Black, to place its first stone."""
    await world.start_match()
    return await world.play("komi 7", "white")


async def a_second_turn_of_two(world: World) -> Shown:
    """Match 1 in Double placement with Bob, who is White, to place two stones."""
    await world.start_match(game="double")
    return await world.play("D5")


async def opened(world: World, message: Shown | None = None) -> Shown:
    """What **Play** shows to the player to act."""
    who = world.person((await world.match()).to_act)
    return await world.click(who, message or world.latest, "Play")


async def chosen(world: World, shown: Shown, *cells: str) -> Shown:
    """The same message once these cells are chosen in its menus."""
    who = world.person((await world.match()).to_act)
    for cell in cells:
        shown = await world.select(who, shown, cell[1:])
        shown = await world.select(who, shown, cell)
    return shown


async def assert_pictured(world: World, shown: Shown, view: View) -> None:
    game = (await world.match()).game
    assert shown.alt_text == describe_board(game, view=view)
    assert shown.png == render_board(game, view=view)


def written(world: World) -> list[Any]:
    return column(world.url, "actions", "written")


# The way to a move


@pytest.mark.parametrize(
    "custom", [{}, {"game": "no-komi"}, {"game": "double"}], ids=["komi", "no-komi", "double"]
)
async def test_three_taps_lead_from_play_to_a_move_all_in_one_private_message(
    custom: dict[str, str], world: World
) -> None:
    await world.start_match(**custom)
    message = world.latest if custom else await world.play("komi 7", "white")
    count = world.count
    rows = await world.click(world.alice, message, "Play")
    cells = await world.select(world.alice, rows, "5")
    outcome = await world.select(world.alice, cells, "D5")
    assert rows.is_private
    assert rows.id == cells.id == outcome.id
    assert world.count == count
    assert written(world)[-1:] != ["D5"]
    public = await world.click(world.alice, outcome, "Confirm")
    assert written(world)[-1] == "D5"
    assert not public.is_private
    assert public.id == world.latest.id
    assert "**D5**" in public.text
    assert public.pinged == [world.bob.id]
    assert world.now(message).buttons == {}
    left = world.now(rows)
    assert (left.text, left.entries) == ("Played **D5**.", {})
    assert set(left.buttons) <= {"Plan a reply"}
    assert (left.png, left.alt_text) == (None, None)


async def test_each_step_lights_what_may_be_chosen_and_then_shows_the_board_as_it_would_be(
    world: World,
) -> None:
    await a_stone_due(world)
    await world.play("D5", "E6")
    game = (await world.match()).game
    legal = game.legal_placements()
    rows = await opened(world)
    assert "Where do you place your stone?" in rows.text
    assert list(rows.buttons) == ["Take the button"]
    await assert_pictured(world, rows, View(lit=legal))
    cells = await world.select(world.alice, rows, "7")
    assert list(cells.buttons) == ["Change"]
    in_row = [cell for cell in legal if cell.y == 7]
    await assert_pictured(world, cells, View(lit=in_row))
    assert list(cells.entries) == [str(cell) for cell in in_row]
    outcome = await world.select(world.alice, cells, "F7")
    assert list(outcome.buttons) == ["Confirm", "Change"]
    assert outcome.entries == {}
    await assert_pictured(world, outcome, View(considered=(Cell(6, 7),)))


async def test_rows_are_those_of_the_board_from_the_top_and_say_what_cells_they_have(world: World) -> None:
    await a_stone_due(world)
    rows = await opened(world)
    assert list(rows.entries) == [str(row) for row in range(11, 0, -1)]
    assert rows.entries["5"] == "10 cells: A5 to J5"


async def test_a_row_says_so_where_a_ribbon_can_be_claimed_there(world: World) -> None:
    record = edge_game(CLAIMS)
    *before, last = turns_of(record)[:39]
    await world.start_match(**options_to_challenge(record))
    await world.arrange(*before)
    await world.play(last)
    rows = await opened(world)
    assert rows.entries["8"].endswith("; claims possible")
    cells = await world.select(world.person((await world.match()).to_act), rows, "8")
    assert cells.entries["E8"].startswith("closes a ribbon of 1, yours; blocks G9's last cell, yours; bounds")
    outcome = await world.select(world.person((await world.match()).to_act), cells, "E8")
    assert outcome.text.splitlines()[0] == "Play **E8**?"
    assert "\n**E8** closes a ribbon of 1, yours; blocks G9's last cell, yours; bounds" in outcome.text
    assert "You would claim ribbons of 1 and 1." in outcome.text
    assert (
        "Black would get ribbons of 3, 2 and 2, turning 3 stones black (a tie goes to the opponent)."
        in outcome.text
    )
    assert "⚫ **Bob** 0 → **17** · ⚪ **Alice** 2½ → **4½**" in outcome.text


async def test_the_button_can_be_taken_by_taps_too(world: World) -> None:
    await a_stone_due(world)
    outcome = await world.click(world.alice, await opened(world), "Take the button")
    assert outcome.text.startswith("Take the **button**?")
    assert "⚫ **Alice** 0 → **½**" in outcome.text
    await assert_pictured(world, outcome, View(considered=(TakeButton(),)))
    back = await world.click(world.alice, outcome, "Change")
    assert "5" in back.entries
    again = await world.click(world.alice, back, "Take the button")
    public = await world.click(world.alice, again, "Confirm")
    assert "took the **button**" in public.text
    assert world.now(outcome).text == "Took the **button**."
    assert list((await opened(world)).buttons) == []


async def test_a_turn_of_two_stones_is_two_picks_and_one_confirmation(world: World) -> None:
    await a_second_turn_of_two(world)
    first = await opened(world)
    assert "Where do you place your first stone?" in first.text
    assert list(first.buttons) == []
    second = await chosen(world, first, "E7")
    assert "**E7** comes first. Where do you place your second stone?" in second.text
    assert list(second.buttons) == ["Change"]
    match = await world.match()
    after = match.game.copy()
    after.play("E7")
    await assert_pictured(world, second, View(lit=after.legal_placements(), considered=(Cell(5, 7),)))
    cells = await world.select(world.bob, second, "8")
    assert cells.entries["F8"] == "extends a single stone to 2"
    outcome = await world.select(world.bob, cells, "F8")
    assert outcome.text.startswith("Play **E7** and **F8**?")
    assert "**E7** starts a new ribbon.\n**F8** extends a single stone to 2." in outcome.text
    await assert_pictured(world, outcome, View(considered=(Cell(5, 7), Cell(6, 8))))
    count = world.count
    public = await world.click(world.bob, outcome, "Confirm")
    assert "**Bob** (White) played **E7** and **F8**." in public.text
    assert world.count == count + 1
    assert world.now(outcome).text == "Played **E7** and **F8**."


async def test_change_goes_back_one_step_from_each(world: World) -> None:
    await a_second_turn_of_two(world)
    steps = [await opened(world)]
    for value in ("7", "E7", "8", "F8"):
        steps.append(await world.select(world.bob, steps[-1], value))
    for expected in reversed(steps[:-1]):
        shown = await world.click(world.bob, world.now(steps[0]), "Change")
        assert (shown.text, shown.entries, shown.png) == (expected.text, expected.entries, expected.png)
    assert "Change" not in shown.buttons
    assert written(world) == ["D5"]


async def test_the_same_can_be_chosen_again_after_change_because_the_menu_is_another(world: World) -> None:
    await a_stone_due(world)
    rows = await opened(world)
    cells = await world.select(world.alice, rows, "5")
    rows_again = await world.click(world.alice, cells, "Change")
    assert rows_again.menus.keys().isdisjoint(rows.menus)
    cells_again = await chosen_row_and_back(world, rows_again)
    assert cells_again.menus.keys().isdisjoint(cells.menus)
    outcome = await world.select(world.alice, cells_again, "D5")
    assert outcome.text.startswith("Play **D5**?")


async def chosen_row_and_back(world: World, rows: Shown) -> Shown:
    """The cells of row 5 as **Change** shows them once more after the choice of D5."""
    return await world.click(world.alice, await chosen(world, rows, "D5"), "Change")


async def test_a_score_that_would_stay_is_not_told_twice(world: World) -> None:
    await a_stone_due(world)
    outcome = await chosen(world, await opened(world), "D5")
    assert "The score stays as it is." in outcome.text
    assert "→" not in outcome.text


# Whole matches

TURNS_BY_TAPS = 5


async def play_on(world: World, rng: Random) -> None:
    """Play without Discord noticing until few cells are left."""
    while len((game := (await world.match()).game).legal_placements()) > 20:
        await world.arrange(random_turn(game, rng))


@pytest.mark.parametrize(("game_type", "scoring"), list(zip(GameType, Scoring, strict=True)))
async def test_a_match_is_begun_and_ended_by_taps(
    game_type: GameType, scoring: Scoring, world: World
) -> None:
    rng = Random(f"{game_type} {scoring}")
    await world.start_match(game=game_type, scoring=scoring)
    if game_type is GameType.KOMI:
        await world.play("komi 3", "white")
    taps = 0
    while not (match := await world.match()).is_over:
        taps += 1
        if taps == TURNS_BY_TAPS:
            # What is in between is like what came before, and takes its time.
            await play_on(world, rng)
            match = await world.match()
            await world.play(random_turn(match.game, rng))
            continue
        who = world.person(match.to_act)
        if "Play Black" in world.latest.buttons:
            await world.click(who, world.latest, "Play Black")
            continue
        shown = await opened(world)
        while shown.entries:
            shown = await world.select(who, shown, rng.choice(list(shown.entries)))
        await world.click(who, shown, "Confirm")
        assert world.now(shown).text.startswith("Played ")
    assert "wins" in world.latest.text
    assert (await world.match()).game.is_over


async def test_the_last_stone_says_who_would_win(world: World) -> None:
    await world.start_match(game="double")
    game, rng = Game(GameOptions(game_type=GameType.DOUBLE)), Random(5)
    turns: list[str] = []
    while not game.is_over:
        cell = str(rng.choice(game.legal_placements()))
        starts_turn = not turns or game.last_turn[-1].ends_turn
        game.play(cell)
        turns[len(turns) - (not starts_turn) :] = [cell if starts_turn else f"{turns[-1]} {cell}"]
    *before, last = turns
    await world.arrange(*before[:-1])
    await world.play(before[-1])
    outcome = await chosen(world, await opened(world), *last.split())
    assert game.result is not None
    assert f"The game would be over: {game.result.winner.capitalize()} would win." in outcome.text
    assert "ends the game" in outcome.text


async def test_a_board_of_the_largest_size_fits_into_discords_limits(world: World) -> None:
    await world.start_match(size=10)
    await world.play("komi 7", "white")
    rows = await opened(world)
    assert len(rows.entries) == 19
    cells = await world.select(world.alice, rows, "10")
    assert len(cells.entries) == 19
    outcome = await world.select(world.alice, cells, "S10")
    for shown in (rows, cells, outcome):
        assert all(len(custom_id) <= 100 for custom_id in shown.buttons.values())


# When something comes between


async def test_a_restart_between_any_two_taps_changes_nothing(world: World) -> None:
    await a_second_turn_of_two(world)
    shown = await opened(world)
    for value in ("7", "E7", "8", "F8"):
        await world.restart()
        shown = await world.select(world.bob, shown, value)
    await world.restart()
    shown = await world.click(world.bob, shown, "Change")
    await world.restart()
    shown = await world.select(world.bob, shown, "G8")
    await world.restart()
    await world.click(world.bob, shown, "Confirm")
    assert written(world) == ["D5", "E7", "G8"]


async def test_a_tap_after_the_match_moved_on_shows_the_new_position_in_the_same_message(
    world: World,
) -> None:
    await a_stone_due(world)
    for step in range(3):
        shown = await opened(world)
        who = world.person((await world.match()).to_act)
        for value in ("9", "F9")[:step]:
            shown = await world.select(who, shown, value)
        current = await world.play(("A1", "C1", "E1")[step])
        late = (
            await world.refusal(world.click(who, shown, "Confirm"))
            if step == 2
            else await world.refusal(world.select(who, shown, next(iter(shown.entries))))
        )
        assert late.id == shown.id
        assert late.text.startswith(MOVED_ON)
        assert (late.png, late.alt_text) == (current.png, current.alt_text)
        assert (late.buttons, late.entries) == ({}, {})


async def test_when_it_is_ones_turn_again_the_new_position_can_be_played_on_at_once(world: World) -> None:
    await a_stone_due(world)
    outcome = await chosen(world, await opened(world), "D5")
    await world.play("A1", "C1")
    late = await world.refusal(world.click(world.alice, outcome, "Confirm"))
    assert late.id == outcome.id
    assert late.text.startswith(f"{MOVED_ON}\nWhere do you place your stone?")
    await world.click(world.alice, await chosen(world, late, "D5"), "Confirm")
    assert written(world)[2:] == ["A1", "C1", "D5"]


async def test_a_tap_after_the_end_of_the_match_says_who_won(world: World) -> None:
    await a_stone_due(world)
    outcome = await chosen(world, await opened(world), "D5")
    question = await world.slash(world.bob, "resign")
    await world.click(world.bob, question, "Resign match 1")
    late = await world.refusal(world.click(world.alice, outcome, "Confirm"))
    assert late.id == outcome.id
    assert late.text.startswith("Match 1 is over: **Alice** won.")
    assert list(late.buttons) == ["Rematch"]


@pytest.mark.usefixtures("busy_discord")
async def test_a_turn_confirmed_twice_at_once_counts_once(world: World) -> None:
    await a_stone_due(world)
    outcome = await chosen(world, await opened(world), "D5")
    confirm = outcome.buttons["Confirm"]
    count = world.count
    await world.answers(*(world.wire.press(world.alice, outcome, confirm) for _ in range(2)))
    assert written(world)[2:] == ["D5"]
    assert world.count == count + 1


async def test_a_turn_is_shown_to_all_though_the_private_message_is_gone(world: World) -> None:
    await a_stone_due(world)
    outcome = await chosen(world, await opened(world), "D5")
    world.env.inject_error("POST", "*/callback", status=404, code=10008)
    public = await world.press(world.alice, outcome, outcome.buttons["Confirm"])
    assert "played **D5**" in public.text
    assert not public.is_private
    assert written(world)[2:] == ["D5"]


# Other people, and what no client sends


async def test_only_the_player_to_act_may_play(world: World) -> None:
    message = await a_stone_due(world)
    outcome = await chosen(world, await opened(world), "D5")
    rows = await world.click(world.alice, message, "Play")
    for who, says in ((world.bob, "It is **Alice**'s turn"), (world.carol, "only they can do that")):
        opening = await world.refusal(world.press(who, message, message.buttons["Play"]))
        confirming = await world.refusal(world.press(who, outcome, outcome.buttons["Confirm"]))
        choosing = await world.refusal(world.choose(who, rows, rows.menu_id, "5"))
        for answer in (opening, confirming, choosing):
            assert says in answer.text
            assert answer.id not in (outcome.id, rows.id)


async def test_there_is_nothing_to_play_while_a_choice_is_due(world: World) -> None:
    start = await world.start_match()
    assert "Play" not in start.buttons
    forged = "catena:play:1:0"
    answer = await world.refusal(world.press(world.alice, start.forged(forged), forged))
    assert answer.text == "Not now: first the komi has to be named."
    tried = await world.refusal(world.slash(world.carol, "try"))
    assert tried.text == answer.text


@pytest.mark.parametrize(
    "values",
    [(), ("0",), ("12",), ("99",), ("-5",), ("x",), ("",), ("5", "6"), (5,), ("٥",), ("D5",), ("5" * 100,)],
    ids=repr,
)
async def test_a_row_that_is_not_offered_is_refused(values: tuple[Any, ...], world: World) -> None:
    await a_stone_due(world)
    rows = await opened(world)
    answer = await world.refusal(world.choose(world.alice, rows, rows.menu_id, *values))
    assert answer.text == NOT_OFFERED


@pytest.mark.parametrize(
    "values", [(), ("5",), ("",), ("D5", "E5"), ("button",), ("komi 7",), (None,)], ids=repr
)
async def test_a_cell_that_is_none_is_refused(values: tuple[Any, ...], world: World) -> None:
    await a_stone_due(world)
    cells = await world.select(world.alice, await opened(world), "5")
    answer = await world.refusal(world.choose(world.alice, cells, cells.menu_id, *values))
    assert answer.text == NOT_OFFERED


async def test_a_cell_where_no_stone_may_be_placed_is_refused_with_the_reason(world: World) -> None:
    await a_stone_due(world)
    await world.play("D5", "E7")
    cells = await world.select(world.alice, await opened(world), "5")
    for value, says in (("D5", "D5 is occupied."), ("Z9", "Z9 is not on this board")):
        answer = await world.refusal(world.choose(world.alice, cells, cells.menu_id, value))
        assert answer.text.startswith(says)
    elsewhere = await world.choose(world.alice, cells, cells.menu_id, "G9")
    assert elsewhere.text.startswith("Play **G9**?"), "it is legal, so it may as well be looked at"


FORGED = {
    "catena:tap:play:confirm:1:3:D5": "D5 is occupied.",
    "catena:tap:play:confirm:1:3:": "Name what you play",
    "catena:tap:play:confirm:1:3:E7+F9": "A turn is one stone here, not 2.",
    "catena:tap:play:back:1:3:D5+E7": "D5 is occupied.",
    "catena:tap:play:rows:1:3:E7+F9": "A turn is one stone here, not 2.",
    "catena:tap:play:button:1:3:E7": "A turn is one stone here, not 2.",
    "catena:tap:play:rows:999:3:": "There is no such match in this channel.",
    "catena:tap:try:rows:999:3:": "There is no such match in this channel.",
    "catena:tap:play:confirm:1:3:Z99": "Z99 is not on this board",
    "catena:tap:play:row:1:3:": NOT_OFFERED,
    "catena:tap:play:cell:1:3:": NOT_OFFERED,
    "catena:tap:try:confirm:1:3:E7": OUTDATED,
    "catena:tap:play:rows:1:3:E7+F9+G1+B2+C3": OUTDATED,
    "catena:tap:play:rows:1:3:E0": OUTDATED,
    "catena:tap:play:rows:1:3:e7": OUTDATED,
    "catena:tap:play:rows:1:3": OUTDATED,
    "catena:tap:play:explode:1:3:": OUTDATED,
}


@pytest.mark.parametrize("custom_id", FORGED)
async def test_a_forged_custom_id_does_nothing(custom_id: str, world: World) -> None:
    await a_stone_due(world)
    await world.play("D5")
    rows = await opened(world)
    answer = await world.refusal(world.press(world.bob, rows.forged(custom_id), custom_id))
    assert answer.text.startswith(FORGED[custom_id])
    assert written(world)[2:] == ["D5"]


async def test_a_menu_that_its_message_does_not_have_is_out_of_date(world: World) -> None:
    await a_stone_due(world)
    rows = await opened(world)
    cells = await world.select(world.alice, rows, "5")
    for message, custom_id in ((rows, cells.menu_id), (cells, rows.menu_id)):
        answer = await world.refusal(world.choose(world.alice, message, custom_id, "5"))
        assert answer.text == OUTDATED


# Trying


@pytest.mark.parametrize("who", ["alice", "bob", "carol"])
@pytest.mark.parametrize("game", ["komi", "double"])
async def test_anybody_may_try_what_the_player_to_act_could_do_and_never_moves(
    game: str, who: str, world: World
) -> None:
    one = getattr(world, who)
    message = await (a_stone_due(world) if game == "komi" else a_second_turn_of_two(world))
    picks = ("E7",) if game == "komi" else ("E7", "F8")
    mover = "**Alice** (Black)" if game == "komi" else "**Bob** (White)"
    with world.unchanged():
        shown = await world.slash(one, "try")
        assert mover in shown.text
        for pick in picks:
            shown = await world.select(one, shown, pick[1:])
            shown = await world.select(one, shown, pick)
        assert shown.text.startswith(f"If {mover} played **E7**")
        assert list(shown.buttons) == ["Try another", "Change"]
        assert "you" not in shown.text.lower()
        again = await world.click(one, shown, "Try another")
        assert again.id == shown.id
        assert again.text.startswith("Where could ")
    assert shown.is_private
    await assert_pictured(world, shown, View(considered=tuple(map(parse_cell, picks))))
    assert world.now(message).buttons == message.buttons


async def test_what_is_tried_names_the_colours_that_get_ribbons(world: World) -> None:
    record = edge_game(CLAIMS)
    await world.start_match(**options_to_challenge(record))
    await world.arrange(*turns_of(record)[:39])
    cells = await world.select(world.carol, await world.slash(world.carol, "try"), "8")
    assert ": White's; " in cells.entries["E8"]
    outcome = await world.select(world.carol, cells, "E8")
    assert "**Alice** (White) would claim ribbons of 1 and 1." in outcome.text


async def test_trying_goes_on_in_the_new_position_when_the_match_moved_on(world: World) -> None:
    await a_stone_due(world)
    shown = await world.slash(world.carol, "try")
    await world.play("D5")
    late = await world.refusal(world.select(world.carol, shown, "5"))
    assert late.id == shown.id
    assert late.text.startswith(f"{MOVED_ON}\nWhere could **Bob** (White) place the stone?")
    assert "5" in late.entries


async def test_a_match_that_is_over_or_elsewhere_cannot_be_tried(world: World) -> None:
    await a_stone_due(world)
    question = await world.slash(world.bob, "resign")
    await world.click(world.bob, question, "Resign match 1")
    refused = await world.refusal(world.slash(world.carol, "try"))
    assert refused.text == "Match 1 is over: **Alice** won."
    elsewhere = world.guild.create_text_channel("elsewhere")
    refused = await world.refusal(world.slash(world.carol, "try", elsewhere, match=1))
    assert refused.text.startswith("There is no such match in this channel.")


# Refused moves


@pytest.mark.parametrize(
    ("turn", "obstacles"),
    [
        ("D6", ["C5", "D5"]),
        ("G6", ["G5", "H6", "H7"]),
        ("I6", ["H6"]),
        ("C5", ["C5"]),
    ],
)
async def test_a_refused_move_shows_the_stones_that_forbid_it(
    turn: str, obstacles: list[str], world: World
) -> None:
    await world.start_match()
    await world.play("komi 7", "white", "C5", "D5", "E5", "G5", "H6", "H7")
    refused = await world.refusal(world.slash(world.alice, "move", turn=turn))
    stones = tuple(map(parse_cell, obstacles))
    await assert_pictured(world, refused, View(refused=parse_cell(turn), obstacles=stones))


@pytest.mark.parametrize("turn", ["Z9", "black", "komi 3", "nonsense", "D5 E6"])
async def test_a_refused_move_that_is_not_about_stones_shows_no_board(turn: str, world: World) -> None:
    await a_stone_due(world)
    refused = await world.refusal(world.slash(world.alice, "move", turn=turn))
    assert refused.png is None


async def test_the_colour_of_the_first_stone_is_tried_as_black(world: World) -> None:
    await world.start_match(game="no-komi")
    outcome = await chosen(world, await opened(world), "D5")
    assert "→" not in outcome.text
    assert outcome.alt_text is not None
    assert outcome.alt_text.startswith(f"{Color.BLACK.capitalize()} would play D5.")
