"""Pictures of the club's people, so that one sees at a glance who is who."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping

from PIL import Image, ImageDraw, ImageFont
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import User

_SIDE = 96
_COLORS = ("#2f6fa7", "#b0483a", "#4f7d3f", "#7a5aa0", "#2b2d31")


def give_avatars(users: Iterable[User]) -> Mapping[str, tuple[str, bytes]]:
    """Give each user an initial on a color; returns the pictures by address, as the page takes them."""
    pictures = {}
    for user, color in zip(users, _COLORS, strict=True):
        user.avatar = "initial"
        address = f"{CDN_BASE}/avatars/{user.id}/{user.avatar}.png"
        pictures[address] = ("avatar.png", _initial((user.global_name or user.name)[0], color))
    return pictures


def _initial(letter: str, color: str) -> bytes:
    image = Image.new("RGB", (_SIDE, _SIDE), color)
    font = ImageFont.load_default(size=_SIDE * 0.55)
    ImageDraw.Draw(image).text((_SIDE / 2, _SIDE / 2), letter, font=font, fill="white", anchor="mm")
    content = io.BytesIO()
    image.save(content, "PNG")
    return content.getvalue()
