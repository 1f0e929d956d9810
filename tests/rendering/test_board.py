"""The picture of a whole game."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import combinations, product

import pytest
from PIL import Image, ImageChops

from benchmarks.redrawn_board import redraw
from engine import (
    Cell,
    Game,
    GameOptions,
    GameType,
    IllegalAction,
    Phase,
    Player,
    Scoring,
    TakeButton,
    parse_cell,
)
from rendering import WOOD, Ending, Outcome, View, render_board
from rendering.board import draw_scene
from rendering.layout import layout_of
from rendering.looks import Bond, CellLook, Ground, Mark, Stone
from rendering.playout import playout
from rendering.scene import ButtonState, Scene, scene_of
from tests.rendering.pictures import (
    SIZES,
    Box,
    cell_box,
    changed_box,
    game,
    is_within,
    opened,
    upper_corner,
)

KINDS = [pytest.param(*kind, id="-".join(kind)) for kind in product(GameType, Scoring)]
EARLY_ENDS = [
    *product((Ending.RESIGNED, Ending.OUT_OF_TIME), Player),
    (Ending.DRAWN, None),
    (Ending.CANCELLED, None),
]


def test_the_same_game_gives_the_same_bytes() -> None:
    played = playout(GameOptions(6), seed=1, stop=lambda game: len(game.actions) > 40)
    assert render_board(played) == render_board(Game.replay(played.options, played.actions))


@pytest.mark.parametrize("size", range(2, 11))
def test_pictures_are_opaque_and_wider_than_high(size: int) -> None:
    image = Image.open(BytesIO(render_board(Game(GameOptions(size)))))
    assert image.format == "PNG"
    assert image.mode == "P"
    assert "transparency" not in image.info
    assert image.width == 960
    assert image.width > image.height


@pytest.mark.parametrize(("game_type", "scoring"), KINDS)
@pytest.mark.parametrize("size", SIZES)
def test_every_kind_of_game_is_drawn_from_its_first_action_to_its_last(
    size: int, game_type: GameType, scoring: Scoring
) -> None:
    finished = playout(GameOptions(size, game_type, scoring), seed=size)
    stops = [0, 1, 2, 3, len(finished.actions) // 2, len(finished.actions) - 1, len(finished.actions)]
    pictures = [render_board(Game.replay(finished.options, finished.actions[:stop])) for stop in stops]
    assert len(set(pictures)) == len(set(stops))
    assert finished.phase is Phase.OVER


def test_the_button_taken_last_thing_before_the_end_is_drawn() -> None:
    played = playout(GameOptions(6), seed=5, stop=lambda game: len(game.legal_placements()) == 1)
    played.play(TakeButton())
    assert render_board(played)
    played.play(played.legal_placements()[0])
    assert played.is_over
    assert render_board(played)


@pytest.fixture(scope="module")
def scene() -> Scene:
    """A game with claimed and open ribbons."""
    return scene_of(playout(GameOptions(7), seed=3, stop=lambda game: len(game.actions) > 55))


def cells_with(scene: Scene, bond: Bond) -> list[Cell]:
    return [cell for cell, look in scene.looks.items() if isinstance(look, Stone) and look.bond is bond]


def changed_by(scene: Scene, cell: Cell, look: CellLook | None) -> Box | None:
    """Where the picture changes when one cell looks otherwise."""
    looks = {**scene.looks}
    if look is None:
        del looks[cell]
    else:
        looks[cell] = look
    return changed_box(draw_scene(scene).image(), draw_scene(replace(scene, looks=looks)).image())


@pytest.mark.parametrize("mark", Mark)
@pytest.mark.parametrize("bond", Bond)
def test_a_mark_changes_its_own_cell_only(scene: Scene, bond: Bond, mark: Mark) -> None:
    cell = (cells_with(scene, bond) or cells_with(scene, Bond.CLAIMED))[0]
    stone = scene.looks[cell]
    assert isinstance(stone, Stone)
    plain = replace(scene, looks={**scene.looks, cell: stone._replace(bond=bond)}, marks={})
    marked = replace(plain, marks={cell: mark})
    changed = changed_box(draw_scene(plain).image(), draw_scene(marked).image())
    assert is_within(changed, cell_box(layout_of(scene.size), cell))


@pytest.mark.parametrize("number", [1, 9, 10, 99])
def test_a_number_is_written_on_its_stone(scene: Scene, number: int) -> None:
    for bond in (Bond.OPEN, Bond.CLAIMED):
        cell = cells_with(scene, bond)[0]
        marked = replace(scene, marks={cell: Mark.LAST}, numbers={cell: number})
        changed = changed_box(draw_scene(replace(scene, marks={})).image(), draw_scene(marked).image())
        assert is_within(changed, cell_box(layout_of(scene.size), cell))
        others = [draw_scene(replace(marked, numbers=numbers)).png() for numbers in ({}, {cell: 50})]
        assert draw_scene(marked).png() not in others


def test_a_cell_where_nothing_can_be_placed_any_more_looks_otherwise(scene: Scene) -> None:
    cell = next(cell for cell, look in scene.looks.items() if look is Ground.OPEN)
    assert is_within(changed_by(scene, cell, None), cell_box(layout_of(scene.size), cell))


def test_a_cell_offered_to_the_viewer_looks_otherwise(scene: Scene) -> None:
    cell = next(cell for cell, look in scene.looks.items() if look is Ground.OPEN)
    assert is_within(changed_by(scene, cell, Ground.LIT), cell_box(layout_of(scene.size), cell))


def test_a_claim_changes_all_cells_of_its_ribbon(scene: Scene) -> None:
    cells = cells_with(scene, Bond.CLAIMED)
    for cell in cells:
        stone = scene.looks[cell]
        assert isinstance(stone, Stone)
        for bond in (Bond.OPEN, Bond.JUST_CLAIMED):
            assert changed_by(scene, cell, stone._replace(bond=bond))


def test_who_owns_a_ribbon_is_seen_in_each_of_its_cells(scene: Scene) -> None:
    for cell in cells_with(scene, Bond.CLAIMED):
        stone = scene.looks[cell]
        assert isinstance(stone, Stone)
        assert changed_by(scene, cell, stone._replace(color=stone.color.opponent))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("score", ("123",)),
        ("komi", "with komi 15"),
        ("status", "wins"),
        ("loss", "out of time"),
        ("pending", "99 open"),
    ],
)
@pytest.mark.parametrize("left", [True, False], ids=["black", "white"])
def test_each_part_of_the_score_is_in_its_corner(size: int, part: str, value: object, *, left: bool) -> None:
    blank = scene_of(Game(GameOptions(size, GameType.DOUBLE)))
    sides = list(blank.sides)
    sides[not left] = replace(sides[not left], **{part: value})
    other = replace(blank, sides=(sides[0], sides[1]))
    changed = changed_box(draw_scene(blank).image(), draw_scene(other).image())
    assert is_within(changed, upper_corner(size, left=left))


@pytest.mark.parametrize("size", SIZES)
def test_the_longest_texts_leave_the_board_and_its_coordinates_alone(size: int) -> None:
    blank = scene_of(Game(GameOptions(size, GameType.DOUBLE)))
    long = {"komi": "with komi 1000", "status": "to move", "pending": "199 open", "has_button": True}
    sides = [replace(side, score=("12345½",), **long) for side in blank.sides]
    crowded = draw_scene(replace(blank, sides=(sides[0], sides[1]))).image().convert("RGB")
    bare = draw_scene(blank).image().convert("RGB")
    layout = layout_of(size)
    # Within the board's outline, and where the numbers of rows are, nothing may have changed.
    for y in range(layout.height):
        half = int(layout.half_width(y))
        if layout.centre[1] - layout.apothem < y < layout.centre[1] + layout.apothem:
            left, right = layout.centre[0] - half - layout.px(50), layout.centre[0] + half + 4
            assert (
                crowded.crop((left, y, right, y + 1)).tobytes()
                == bare.crop((left, y, right, y + 1)).tobytes()
            )


def test_the_button_lies_beside_the_board_until_it_is_taken() -> None:
    free, taken = game("komi 7", "white"), game("komi 7", "white", "button")
    lower_left = (0, 680, 250, 800)
    before, after = opened(render_board(free)), opened(render_board(taken))
    assert changed_box(before.crop(lower_left), after.crop(lower_left))
    assert changed_box(before.crop(upper_corner(6, left=True)), after.crop(upper_corner(6, left=True)))


@pytest.mark.parametrize("number", [None, 1, 99])
def test_each_state_of_the_button_looks_otherwise(number: int | None) -> None:
    scene = scene_of(game("komi 7", "white", "button"))
    states = [ButtonState.TAKEN, ButtonState.JUST_TAKEN, ButtonState.CONSIDERED]
    pictures = [draw_scene(replace(scene, button=state)).image() for state in states]
    pictures.append(draw_scene(replace(scene, button_number=7)).image())
    if number is not None:
        pictures.append(draw_scene(replace(scene, button_number=number)).image())
    for one, other in combinations(pictures, 2):
        assert is_within(changed_box(one, other), upper_corner(6, left=True))


@pytest.mark.parametrize("actions", [("komi 7", "white", "D5"), ("komi 7",)], ids=["colours", "no colours"])
def test_every_early_end_is_seen(actions: tuple[str, ...]) -> None:
    played = game(*actions)
    ends = [Outcome(ending, winner) for ending, winner in EARLY_ENDS]
    pictures = {render_board(played, outcome=outcome) for outcome in ends}
    assert len({*pictures, render_board(played)}) == len(ends) + 1


def test_an_end_without_its_winner_is_no_outcome() -> None:
    with pytest.raises(ValueError, match="RESIGNED"):
        Outcome(Ending.RESIGNED)
    with pytest.raises(ValueError, match="DRAWN"):
        Outcome(Ending.DRAWN, Player.FIRST)


def test_offered_cells_are_lit() -> None:
    played, view = game("komi 7", "white", "D5"), View(lit=[parse_cell("A1")])
    changed = changed_box(opened(render_board(played)), opened(render_board(played, view=view)))
    assert is_within(changed, cell_box(layout_of(6), parse_cell("A1")))


def test_a_considered_stone_may_not_be_illegal() -> None:
    with pytest.raises(IllegalAction):
        render_board(game("komi 7", "white", "D5"), view=View(considered=(parse_cell("D5"),)))


def test_considering_leaves_the_game_alone() -> None:
    played = game("komi 7", "white", "D5")
    before = render_board(played)
    assert render_board(played, view=View(considered=(parse_cell("E5"),))) != before
    assert render_board(played) == before


def test_a_refused_cell_and_its_obstacles_are_all_that_changes() -> None:
    played = game("komi 7", "white", "D5", "E5")
    with pytest.raises(IllegalAction) as refusal:
        played.play("E6")
    cell, stones = parse_cell("E6"), refusal.value.stones
    plain = opened(render_board(played))
    crossed = opened(render_board(played, view=View(refused=cell)))
    warned = opened(render_board(played, view=View(refused=cell, obstacles=stones)))
    assert is_within(changed_box(plain, crossed), cell_box(layout_of(6), cell))
    boxes = [cell_box(layout_of(6), stone) for stone in stones]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    around = (min(lefts), min(tops), max(rights), max(bottoms))
    assert is_within(changed_box(crossed, warned), around)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_due_is_told_while_there_are_no_colours(size: int) -> None:
    scene = scene_of(Game(GameOptions(size)))
    changed = changed_box(draw_scene(scene).image(), draw_scene(replace(scene, caption="")).image())
    layout = layout_of(size)
    corner = (layout.width - layout.px(180), layout.height - layout.px(120), layout.width, layout.height)
    assert is_within(changed, corner)


@pytest.mark.parametrize("size", SIZES)
def test_tiles_join_into_the_picture_that_is_drawn_at_once(size: int) -> None:
    for stones, seed in product((size * size, 9999), range(3)):
        played = playout(GameOptions(size), seed, stop=lambda game, n=stones: len(game.actions) > n)
        scene = scene_of(played)
        tiled, whole = (picture.image().convert("L") for picture in (draw_scene(scene), redraw(scene, WOOD)))
        differences = ImageChops.difference(tiled, whole).histogram()
        # Blends may fall to the next step where two cells' edges share a pixel, and where a mark's ground
        # cuts off a spine; shapes may not differ.
        assert sum(differences[64:]) <= 4 * len(scene.marks)


def test_pictures_scale_with_their_width() -> None:
    scene = scene_of(playout(GameOptions(6), seed=2, stop=lambda game: len(game.actions) > 30))
    for width in (480, 720, 1440):
        picture = draw_scene(scene, width=width).image()
        assert picture.size == (width, width * 800 // 960)


def test_many_threads_draw_what_one_draws() -> None:
    games = [playout(GameOptions(8), seed, stop=lambda game: len(game.actions) > 60) for seed in range(8)]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(render_board, games * 3))
    assert together == [render_board(played) for played in games] * 3
