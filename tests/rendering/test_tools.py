"""The tools for working on the look."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PIL import Image

from rendering.__main__ import main


def test_the_contact_sheet_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "sheet.png"
    monkeypatch.setattr(sys, "argv", ["rendering", "contact-sheet", str(out)])
    main()
    assert Image.open(out).width > 3000
