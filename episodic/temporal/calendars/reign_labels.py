"""The protocol for the texts of reign years. A language implements this protocol if its texts count years by the reigns
of rulers.
"""

from __future__ import annotations

from typing import Final, Protocol

from episodic.languages.registry import Component
from episodic.model.episodes import Language


class ReignLabels(Protocol):
    """The texts of reign years in one language."""

    def label(self, title: str, year: int, *, season: int | None = None, month: int | None = None) -> str:
        """Return the date text of a year of the reign with the given title, or of a season or month of this year."""
        ...


REIGN_LABELS: Final[Component[ReignLabels]] = Component("reign_labels")
"""The implementations of `ReignLabels`, by language. If a language implements `ReignLabels`, some ranges of days are
written as the date text of a lunar reign year, season or month. A range is written in this form only if it covers
exactly one lunar reign year, season or month.
"""


def reign_labels(language: Language) -> ReignLabels:
    """Return the `ReignLabels` of *language*, or those of the first language that has any."""
    return REIGN_LABELS.find(language) or REIGN_LABELS.all()[0][1]
