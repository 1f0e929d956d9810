"""A whole game as an animation."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from engine import Game, GameOptions, GameType, Phase, Player, Scoring
from rendering import THEMES, Ending, Outcome, Theme, animate, render_board
from rendering.animation import Frame, frames_of
from rendering.board import draw_scene
from rendering.gif import encode_gif
from rendering.playout import playout
from tests.rendering.pictures import changed_box, game, opened

LARGEST_UPLOAD = 10_000_000


def decoded(gif: bytes) -> list[tuple[Image.Image, int]]:
    """The frames as others see them, and how long each is shown."""
    animation = Image.open(BytesIO(gif))
    return [(frame.convert("RGB"), frame.info["duration"]) for frame in ImageSequence.Iterator(animation)]


@pytest.mark.parametrize("theme", THEMES.values(), ids=[name.value for name in THEMES])
@pytest.mark.parametrize("game_type", GameType)
def test_every_frame_is_drawn_exactly(game_type: GameType, theme: Theme) -> None:
    finished = playout(GameOptions(6, game_type, Scoring.LONGEST), seed=4)
    frames = list(frames_of(finished))
    shown = decoded(animate(finished, theme=theme))
    assert len(shown) == len(frames)
    for (image, milliseconds), frame in zip(shown, frames, strict=True):
        assert changed_box(image, draw_scene(frame.scene, theme, 720).image()) is None
        assert milliseconds == round(frame.milliseconds, -1)


def test_the_last_frame_is_the_board_as_it_stands_and_is_held() -> None:
    finished = playout(GameOptions(7), seed=2)
    *others, (last, held) = decoded(animate(finished, width=960))
    assert changed_box(last, opened(render_board(finished))) is None
    assert held > 2 * max(milliseconds for _, milliseconds in others)


def test_the_last_frame_tells_an_early_end() -> None:
    played = game("komi 7", "white", "D5")
    outcome = Outcome(Ending.RESIGNED, Player.SECOND)
    last, _ = decoded(animate(played, outcome=outcome, width=960))[-1]
    assert changed_box(last, opened(render_board(played, outcome=outcome))) is None


def test_claims_are_given_a_beat() -> None:
    played = game("komi 7", "white", "A2", "B3", "B1", "C3", "C2", "H8")
    *_, before, closing, claimed, _ = frames_of(played)
    assert closing.scene.sides[0].status == "+5"
    assert before.milliseconds < closing.milliseconds < claimed.milliseconds


def test_each_turn_has_a_frame() -> None:
    finished = playout(GameOptions(6), seed=3)
    claiming = sum(bool(played.claims) for played in finished.history)
    assert len(list(frames_of(finished))) == 1 + len(finished.history) + claiming


@pytest.mark.parametrize("actions", [(), ("komi 7",), ("komi 7", "white", "button")])
def test_the_shortest_games_are_animated(actions: tuple[str, ...]) -> None:
    assert len(decoded(animate(game(*actions)))) == 1 + len(actions)


def test_animations_begin_again() -> None:
    assert Image.open(BytesIO(animate(game("komi 7")))).info["loop"] == 0


@pytest.mark.parametrize("game_type", GameType)
def test_sixty_turns_take_less_than_400_kilobytes(game_type: GameType) -> None:
    for seed in range(3):
        finished = playout(GameOptions(6, game_type), seed)
        assert len(animate(finished)) / len(finished.actions) * 60 < 400_000


def test_the_largest_board_stays_far_below_what_may_be_uploaded() -> None:
    finished = playout(GameOptions(10), seed=1)
    assert finished.phase is Phase.OVER
    assert len(animate(finished)) < LARGEST_UPLOAD / 10


def test_the_same_game_gives_the_same_bytes_in_many_threads() -> None:
    finished = playout(GameOptions(6), seed=5)
    with ThreadPoolExecutor(4) as threads:
        assert len({*threads.map(animate, [finished] * 8)}) == 1


def test_long_games_are_sped_up() -> None:
    def length(frames: list[Frame]) -> float:
        return sum(frame.milliseconds for frame in frames) / 1000

    short, long = (list(frames_of(playout(GameOptions(size), seed=1))) for size in (6, 10))
    assert max(length(short), length(long)) < 90
    assert short[0].milliseconds > long[0].milliseconds


def test_a_frame_without_change_is_still_one() -> None:
    image = Image.new("L", (20, 10), 1)
    shown = decoded(encode_gif([(image, 100), (image, 200)], b"\0\0\0\xff\0\0"))
    assert [(frame.getpixel((3, 3)), time) for frame, time in shown] == [
        ((255, 0, 0), 100),
        ((255, 0, 0), 200),
    ]


def test_a_palette_without_a_free_colour_is_refused() -> None:
    with pytest.raises(ValueError, match="transparency"):
        encode_gif([(Image.new("L", (2, 2)), 100)], bytes(768))


def test_a_game_is_left_as_it_was() -> None:
    played = Game(GameOptions(6))
    animate(played)
    assert not played.actions
