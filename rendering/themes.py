"""The themes that viewers choose from."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from rendering.theme import RGB, Theme


class ThemeName(StrEnum):
    """A theme, as it is stored and asked for."""

    WOOD = "wood"
    DARK = "dark"
    CONTRAST = "contrast"
    SHAPES = "shapes"


def _rgb(web: str) -> RGB:
    """A colour written as on the web, brought to the grid of multiples of 4."""
    red, green, blue = (part & ~3 for part in bytes.fromhex(web.removeprefix("#")))
    return red, green, blue


WOOD = Theme(
    name=ThemeName.WOOD,
    canvas=_rgb("#F4ECDC"),
    text=_rgb("#3A2A1C"),
    quiet_text=_rgb("#6C5844"),
    rim=_rgb("#8A6438"),
    wood=_rgb("#B8905C"),
    peg=_rgb("#5C3C1C"),
    tile=_rgb("#ECD4A8"),
    tile_edge=_rgb("#D4B480"),
    lit=_rgb("#7C5428"),
    cord=_rgb("#5C3C1C"),
    black=_rgb("#24201E"),
    black_rim=_rgb("#24201E"),
    black_edge=_rgb("#F4ECDC"),
    black_spine=_rgb("#7C746C"),
    white=_rgb("#FCF8F0"),
    white_edge=_rgb("#34281E"),
    white_spine=_rgb("#908474"),
    accent=_rgb("#E0541C"),
    brass=_rgb("#E0A83C"),
    brass_edge=_rgb("#704C14"),
)
"""Light wood, the default."""

DARK = Theme(
    name=ThemeName.DARK,
    canvas=_rgb("#1C1D21"),
    text=_rgb("#ECEEF2"),
    quiet_text=_rgb("#A4A9B4"),
    rim=_rgb("#6C7A98"),
    wood=_rgb("#2C3448"),
    peg=_rgb("#8C98B0"),
    tile=_rgb("#5C6A8C"),
    tile_edge=_rgb("#465270"),
    lit=_rgb("#D4DCE4"),
    cord=_rgb("#C8D0E0"),
    black=_rgb("#0C0C10"),
    black_rim=_rgb("#A8B0BC"),
    black_edge=_rgb("#F0F2F6"),
    black_spine=_rgb("#6C7480"),
    white=_rgb("#F4F4F0"),
    white_edge=_rgb("#14161A"),
    white_spine=_rgb("#848C98"),
    accent=_rgb("#E85C20"),
    brass=_rgb("#D8A440"),
    brass_edge=_rgb("#6C4A14"),
)
"""Night blue, for dark rooms and Discord's dark look."""

CONTRAST = Theme(
    name=ThemeName.CONTRAST,
    canvas=_rgb("#FFFFFF"),
    text=_rgb("#000000"),
    quiet_text=_rgb("#303030"),
    rim=_rgb("#000000"),
    wood=_rgb("#6C7C90"),
    peg=_rgb("#000000"),
    tile=_rgb("#E8EEF8"),
    tile_edge=_rgb("#203048"),
    lit=_rgb("#0038A8"),
    cord=_rgb("#000000"),
    black=_rgb("#000000"),
    black_rim=_rgb("#000000"),
    black_edge=_rgb("#FFFFFF"),
    black_spine=_rgb("#A0A8B0"),
    white=_rgb("#FFFFFF"),
    white_edge=_rgb("#000000"),
    white_spine=_rgb("#606870"),
    accent=_rgb("#D8144C"),
    brass=_rgb("#FFC828"),
    brass_edge=_rgb("#403000"),
)
"""Pure black and white, and open cells that stand out."""

SHAPES = Theme(
    name=ThemeName.SHAPES,
    canvas=_rgb("#FCFCFC"),
    text=_rgb("#101010"),
    quiet_text=_rgb("#505050"),
    rim=_rgb("#404040"),
    wood=_rgb("#8C8C8C"),
    peg=_rgb("#202020"),
    tile=_rgb("#F4F4F4"),
    tile_edge=_rgb("#C8C8C8"),
    lit=_rgb("#404040"),
    cord=_rgb("#282828"),
    black=_rgb("#101010"),
    black_rim=_rgb("#101010"),
    black_edge=_rgb("#FCFCFC"),
    black_spine=_rgb("#909090"),
    white=_rgb("#FCFCFC"),
    white_edge=_rgb("#101010"),
    white_spine=_rgb("#707070"),
    accent=_rgb("#747474"),
    brass=_rgb("#D0D0D0"),
    brass_edge=_rgb("#404040"),
    is_patterned=True,
)
"""Greys only: everything is told apart by shape and pattern."""

THEMES: Mapping[ThemeName, Theme] = MappingProxyType(
    {ThemeName(theme.name): theme for theme in (WOOD, DARK, CONTRAST, SHAPES)}
)
"""All themes, the default first."""
