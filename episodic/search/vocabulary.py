"""What a work calls its predicates and types: one form for all names of one, the shipped ones and the caller's own."""

from __future__ import annotations

from dataclasses import dataclass, field

from episodic.model.names import name_key
from episodic.model.predicates import PredicateTable, predicate_key, shipped_table
from episodic.model.settings import WorkSettings


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names of one work's settings."""

    settings: WorkSettings = field(default_factory=WorkSettings)
    _table: PredicateTable = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        own = self.settings.predicates
        object.__setattr__(self, "_table", shipped_table().extended(own) if own else shipped_table())

    def predicate(self, name: str) -> str:
        """The form under which a predicate is compared: one for all names of a known one."""
        known = self._table.find(name)
        return predicate_key(name if known is None else known.name)

    def type(self, name: str) -> str:
        """The form under which an entity type is compared: one for all names of a known one (Person, 人物)."""
        known = self.settings.entity_type(name)
        return name_key(name if known is None else known.name)


SHIPPED = Vocabulary()
"""The names that every work has."""
