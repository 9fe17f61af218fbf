"""The scope of a read, which restricts it by story time, last chapter, layers, point of view, revision and filters."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.errors import InvalidFilterError
from episodic.model.episodes import Layer
from episodic.search.filters import SearchFilters

CANON_ONLY = frozenset({Layer.CANON})
NO_FILTERS = SearchFilters()
_TYPES: dict[str, tuple[type[str | int], ...]] = {
    "as_of": (str,),
    "told_by": (str, int),
    "pov": (str,),
    "at_revision": (int,),
}
"""The allowed types of those fields of a scope for which callers may give a value of a wrong type. For example, a
caller may give `as_of` the number 3 instead of the text "chapter 3".
"""


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of a work that a read may see.

    `as_of` is a moment of story time: a date of a calendar of the work, "day 15" or "chapter 3". With `as_of`, only
    facts that are or may be true at that moment are visible. Even with `as_of`, passages and names from later chapters
    stay visible. To read the work as somebody who knows only the chapters up to a given one, use `told_by`, with or
    without `as_of`.

    `told_by` names a chapter by its id, key, number, ordinal or title; the work counts as ended after this chapter.
    `layers` are the layers to read. `pov` is the name or id of an entity, and only what it knows or believes is
    visible. `at_revision` is the number of a revision, and the work is read as it was stored then. `include_ended`
    makes facts that have ended visible. With `as_of`, `include_ended` has no effect, because a fact that has ended is
    not true at that moment. `filters` are conditions on the facts, entities and passages. Raises InvalidFilterError for
    a value of a wrong type.
    """

    as_of: str | None = None
    told_by: str | int | None = None
    layers: frozenset[Layer] = CANON_ONLY
    pov: str | None = None
    at_revision: int | None = None
    include_ended: bool = False
    filters: SearchFilters = NO_FILTERS

    def __post_init__(self) -> None:
        for name, types in _TYPES.items():
            value: object = getattr(self, name)
            if value is not None and not isinstance(value, types):
                wanted = " or ".join("a text" if one is str else "a number" for one in types)
                example = ', such as "chapter 3" or a date' if name == "as_of" else ""
                raise InvalidFilterError(f"Invalid {name}: {value!r}.", hint=f"Give {wanted}{example}.")

    def words(self) -> tuple[str, ...]:
        """Return a description of each restriction of the scope; the layers are always described."""
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
