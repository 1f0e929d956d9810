"""The tools for working on the look."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from rendering import THEMES
from rendering.__main__ import main
from rendering.contact_sheet import states_of
from rendering.readme import BOARD, SHEET, readme_board
from tests.rendering.pictures import opened

DOCS = Path(__file__).parents[2] / "docs"
LARGEST_SHEET = 600_000


def test_the_contact_sheet_is_drawn(tmp_path: Path) -> None:
    out = tmp_path / "sheet.png"
    main(["contact-sheet", str(out), "--theme", "dark"])
    assert Image.open(out).width > 5000


@pytest.mark.parametrize("size", [6, 10])
def test_states_all_look_different(size: int) -> None:
    for theme in THEMES.values():
        pictures = [state.drawn(theme) for state in states_of(size)]
        assert len(set(pictures)) == len(pictures)


def test_the_readme_shows_what_is_drawn_now(tmp_path: Path) -> None:
    main(["readme", str(tmp_path)])
    for name in (BOARD, SHEET):
        shown, drawn = (Image.open(folder / name).convert("L") for folder in (DOCS, tmp_path))
        assert shown.size == drawn.size
        # Other versions of FreeType draw letters a little otherwise, nothing else.
        differences = ImageChops.difference(shown, drawn).histogram()
        assert sum(differences[64:]) < 0.004 * sum(differences), f"run python -m rendering readme {DOCS}"
    assert (DOCS / SHEET).stat().st_size < LARGEST_SHEET


def test_the_readme_board_is_of_full_size() -> None:
    assert opened(readme_board()).size == (960, 800)
