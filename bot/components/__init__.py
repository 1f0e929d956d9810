"""Buttons and forms: each reads its custom id, calls a use case and shows the outcome."""

from bot.components.forms import submitted
from bot.components.presses import HANDLERS

__all__ = ["HANDLERS", "submitted"]
