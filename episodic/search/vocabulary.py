"""The vocabulary of a work: maps all names of a predicate or entity type to one canonical form."""

from __future__ import annotations

from dataclasses import dataclass, field

from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateTable, predicate_key, shipped_table
from episodic.model.settings import WorkSettings


@dataclass(frozen=True, slots=True)
class WorkVocabulary:
    """Canonical names of predicates and entity types, by one work's settings."""

    settings: WorkSettings = field(default_factory=WorkSettings)
    _table: PredicateTable = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        own = self.settings.predicates
        object.__setattr__(self, "_table", shipped_table().extended(own) if own else shipped_table())

    def predicate(self, name: str) -> str:
        """Returns the canonical form of a predicate's name, which is the same for all names of a known predicate."""
        known = self._table.find(name)
        return predicate_key(name if known is None else known.name)

    def type(self, name: str) -> str:
        """Returns the canonical form of an entity type's name.

        All names of a known type (Person, 人物) have the same form.
        """
        known = self.settings.entity_type(name)
        return name_key(name if known is None else known.name)


SHIPPED = WorkVocabulary()
"""The vocabulary of a work with default settings."""
