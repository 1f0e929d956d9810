"""The message that greets in the main channel, from the simulation and not from the bot."""

from __future__ import annotations

from pathlib import Path

from bot.demo.club import Club
from bot.demo.room import Room

_TEXT = """\
# Welcome to the Catena Club
This is a Discord of your own, on this computer only. The bot in it is the real one.
1. The name at the very top is who you are in this tab. Open {others} in another tab, to play both sides.
2. Type `/challenge`, choose an **opponent**, and send it with the arrow.
3. As the opponent, press **Accept**. From there on, the bot says what to do; `/help` and `/rules` tell more.

{keeping}"""


def welcome(club: Club, room: Room, *, kept_in: Path | None) -> None:
    """Post it. ``kept_in`` is the database that outlives the demo, if there is one."""
    links = [f"[{viewer.user.global_name}]({room.url_as(viewer)})" for viewer in room.viewers[1:]]
    keeping = (
        f"Matches are kept in `{kept_in.name}`. Those of earlier times go on: `/matches` lists them."
        if kept_in
        else "All of it is gone when the demo ends, unless it is started with `--database FILE`."
    )
    text = _TEXT.format(others=" or ".join(links), keeping=keeping)
    room.env.backend.create_message(club.catena.id, club.guide.id, text)
