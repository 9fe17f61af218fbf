"""The scope of a read: moment of story time, last chapter, layers, point of view, revision and filters."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.episodes import Layer
from episodic.search.filters import SearchFilters

CANON_ONLY = frozenset({Layer.CANON})
NO_FILTERS = SearchFilters()


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of a work that a read may see. Every read takes a scope.

    `as_of` is a moment of story time, for example a date of the work's calendar, "day 15" or "chapter 3". With `as_of`,
    only facts that are or may be true at that moment are visible. Passages and names from later chapters stay visible
    with `as_of`. To read the work as someone who knows the text only up to a chapter, pass `told_by`, with or without
    `as_of`.

    `told_by` is the key, number or ordinal of a chapter, and the work is read as if the work ended after that chapter.
    `layers` are the layers to read. `pov` is an entity, and only what that entity knows or believes is visible.
    `at_revision` is a revision, and the work is read as stored in that revision. `include_ended` makes ended facts
    visible. `include_ended` has no effect if the scope has `as_of`, because an ended fact is not true at the moment
    `as_of`. `filters` are conditions on the facts, entities and passages.
    """

    as_of: str | None = None
    told_by: str | int | None = None
    layers: frozenset[Layer] = CANON_ONLY
    pov: str | None = None
    at_revision: int | None = None
    include_ended: bool = False
    filters: SearchFilters = NO_FILTERS

    def words(self) -> tuple[str, ...]:
        """Return a description of every restriction of the scope."""
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
