"""Tools for working on the look: ``python -m rendering contact-sheet OUT.png``."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from rendering.contact_sheet import contact_sheet


def main() -> None:
    """Run the tool named on the command line."""
    parser = ArgumentParser(
        prog="python -m rendering", description="Tools for working on the look of boards."
    )
    tools = parser.add_subparsers(required=True)
    sheet = tools.add_parser("contact-sheet", help="draw all sizes in all states on one sheet")
    sheet.add_argument("out", type=Path, help="the PNG file to write")
    contact_sheet().save(parser.parse_args().out)


if __name__ == "__main__":
    main()
