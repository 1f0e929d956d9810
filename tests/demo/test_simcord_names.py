"""The demo stands on names of simcord that may move."""

from __future__ import annotations

from bot.demo.simcord_names import moved_names


def test_what_the_demo_uses_of_simcord_is_where_it_was() -> None:
    assert moved_names() == [], "simcord has changed: adapt bot/demo, then bot/demo/simcord_names.py"
