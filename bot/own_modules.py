"""Processes of ours by the same Python: they have to find the modules that this one has found."""

from __future__ import annotations

import os
import sys


def same_modules() -> dict[str, str]:
    """What to add to the environment of a process that runs a module of ours.

    By itself Python looks in the current folder first, where somebody may have a `bot.py` of their own.
    """
    return {"PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join(filter(os.path.exists, sys.path))}
