"""Buttons and forms: each reads its custom id, calls a use case and shows the outcome."""

from bot.components.forms import submitted
from bot.components.presses import HANDLERS, OPEN_A_FORM

__all__ = ["HANDLERS", "OPEN_A_FORM", "submitted"]
