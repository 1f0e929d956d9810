"""Tools for working on the look: ``python -m rendering contact-sheet OUT.png`` and ``... readme docs``."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from rendering.contact_sheet import contact_sheet
from rendering.readme import write_readme_pictures
from rendering.theme import Theme
from rendering.themes import THEMES, ThemeName


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the tool named on the command line."""
    parser = ArgumentParser(
        prog="python -m rendering", description="Tools for working on the look of boards."
    )
    tools = parser.add_subparsers(required=True, dest="tool")
    sheet = tools.add_parser("contact-sheet", help="draw all states in all themes on one sheet")
    sheet.add_argument("out", type=Path, help="the PNG file to write")
    sheet.add_argument("--theme", type=ThemeName, choices=tuple(ThemeName), help="draw this theme only")
    readme = tools.add_parser("readme", help="draw the pictures of the README")
    readme.add_argument("out", type=Path, help="the folder to write them to")
    options = parser.parse_args(arguments)
    if options.tool == "readme":
        write_readme_pictures(options.out)
    else:
        contact_sheet(_themes(options.theme)).save(options.out)


def _themes(only: ThemeName | None) -> list[Theme]:
    return [theme for name, theme in THEMES.items() if only in (None, name)]


if __name__ == "__main__":
    main()
