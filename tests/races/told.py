"""What somebody is told, in a form that can be compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import Any

from engine import Game


def told(outcome: Any) -> Any:
    """An answer or a refusal as plain values, with everything that is in it."""
    match outcome:
        case Game():
            return outcome.options, tuple(map(str, outcome.actions))
        case str():
            return outcome
        case _ if is_dataclass(outcome):
            return type(outcome).__name__, {
                one.name: told(getattr(outcome, one.name)) for one in fields(outcome)
            }
        case Exception():
            return type(outcome).__name__, outcome.args
        case Iterable():
            return [told(one) for one in outcome]
        case _:
            return outcome
