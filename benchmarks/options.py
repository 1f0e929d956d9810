"""What the options of a benchmark may be."""

from __future__ import annotations

import argparse


def positive(text: str) -> int:
    """A number of things, at least one."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be 1 or more, not {number}")
    return number


def above_zero(text: str) -> float:
    """An amount of something."""
    number = float(text)
    if not number > 0:
        raise argparse.ArgumentTypeError(f"must be more than 0, not {number:g}")
    return number


def share(text: str) -> float:
    """A part of a whole, neither nothing nor all of it."""
    number = float(text)
    if not 0 < number < 1:
        raise argparse.ArgumentTypeError(f"must be between 0 and 1, not {number:g}")
    return number
