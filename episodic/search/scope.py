"""What part of a work a read may see, as the caller states it."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.episodes import Layer
from episodic.search.filters import SearchFilters

CANON_ONLY = frozenset({Layer.CANON})
NO_FILTERS = SearchFilters()


@dataclass(frozen=True, slots=True)
class Scope:
    """One value that every read takes.

    `as_of` is a moment of the story (a date of the work's calendar, "day 15", "chapter 3"): only facts that hold or may hold then
    are seen. `told_by` is a chapter (key, number or ordinal): the work as if it ended there. `pov` is who is asked: only what that
    person knows or believes. `at_revision` is the work as it was stored then. `include_ended` shows facts that have ended, too;
    together with `as_of` it changes nothing, since a fact that has ended by then does not hold.
    """

    as_of: str | None = None
    told_by: str | int | None = None
    layers: frozenset[Layer] = CANON_ONLY
    pov: str | None = None
    at_revision: int | None = None
    include_ended: bool = False
    filters: SearchFilters = NO_FILTERS

    def words(self) -> tuple[str, ...]:
        """Every restriction in force, in words."""
        said = {
            "as_of": self.as_of,
            "told_by": self.told_by,
            "pov": self.pov,
            "at_revision": self.at_revision,
        }
        words = [f"{name} {value}" for name, value in said.items() if value is not None]
        words.append(f"layers {', '.join(sorted(self.layers))}")
        if not self.include_ended and self.as_of is None:
            words.append("ended facts left out")
        return (*words, *self.filters.words())
