"""An index from the id of an entity to the ids of its `Mentions` values (its mentions in one chapter each)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence


class MentionIndex:
    """The ids of the `Mentions` values of each entity. *entity_of* maps the ids of these values to entity ids. The
    mapping is read only when the index is used for the first time. A process that does not need the index therefore
    does not build it.
    """

    def __init__(self, entity_of: Mapping[str, str]) -> None:
        self._entity_of = entity_of
        self._mentions: defaultdict[str, list[str]] | None = None

    def add(self, mention: str, entity: str) -> None:
        """Add the id *mention* of a `Mentions` value; the caller has already added it to the mapping `entity_of`."""
        if self._mentions is not None:
            self._mentions[entity].append(mention)

    def of(self, entity: str) -> Sequence[str]:
        """Return the ids of the `Mentions` values of an entity, in the order in which they were added."""
        if self._mentions is None:
            self._mentions = defaultdict(list)
            for mention, who in self._entity_of.items():
                self._mentions[who].append(mention)
        return self._mentions.get(entity, ())
