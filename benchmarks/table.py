"""How figures are shown."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

HEADER = f"{'':<46}{'median':>10}{'least – most':>20}   goal"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: a figure for each round, how to write one, and what is aimed at."""

    name: str
    figures: list[float]
    written: str
    """A format specification, such as ``.2f``."""
    goal: float | None = None
    more_is_better: bool = True

    def __str__(self) -> str:
        middle, least, most = (
            format(figure, self.written)
            for figure in (median(self.figures), min(self.figures), max(self.figures))
        )
        return f"{self.name:<46}{middle:>10}{least + ' – ' + most:>20}   {self.verdict}".rstrip()

    @property
    def verdict(self) -> str:
        """The goal, and whether the median reaches it."""
        if self.goal is None:
            return ""
        middle = median(self.figures)
        reached = middle >= self.goal if self.more_is_better else middle <= self.goal
        sign = "≥" if self.more_is_better else "≤"
        return f"{sign} {format(self.goal, self.written)} {'reached' if reached else 'MISSED'}"
