"""The scope of a read: story moment, narrative position, layers, point of view, revision and filters."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.episodes import Layer
from episodic.search.filters import SearchFilters

CANON_ONLY = frozenset({Layer.CANON})
NO_FILTERS = SearchFilters()


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of a work that a read may see; every read takes a scope.

    `as_of` is a moment of story time (a date of the work's calendar, "day 15", "chapter 3"): only facts that hold or
    may hold at that moment are visible. `as_of` does not hide passages and names of later chapters; for a reader or an
    agent that knows the work only up to a chapter, pass `told_by`, with or without `as_of`. `told_by` is a chapter
    (key, number or ordinal): the work is read as if the work ended after that chapter. `layers` are the layers to read.
    `pov` is an entity: only what that entity knows or believes is visible. `at_revision` is a revision: the work is
    read as stored in that revision. `include_ended` makes facts visible that have ended. `include_ended` has no effect
    with `as_of`, since a fact that has ended by that moment does not hold. `filters` are conditions on the records.
    """

    as_of: str | None = None
    told_by: str | int | None = None
    layers: frozenset[Layer] = CANON_ONLY
    pov: str | None = None
    at_revision: int | None = None
    include_ended: bool = False
    filters: SearchFilters = NO_FILTERS

    def words(self) -> tuple[str, ...]:
        """Describes every restriction of the scope in words."""
        restrictions = {
            "as_of": self.as_of,
            "told_by": self.told_by,
            "pov": self.pov,
            "at_revision": self.at_revision,
        }
        words = [f"{name} {value}" for name, value in restrictions.items() if value is not None]
        words.append(f"layers {', '.join(sorted(self.layers))}")
        if not self.include_ended and self.as_of is None:
            words.append("ended facts left out")
        return (*words, *self.filters.words())
