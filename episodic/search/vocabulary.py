"""The vocabulary of a work, which gives all names of a predicate or of an entity type one canonical name."""

from __future__ import annotations

from dataclasses import dataclass, field

from episodic.model.name_keys import name_key
from episodic.model.predicates import Predicate, PredicateTable, predicate_key, shipped_table
from episodic.model.settings import WorkSettings


@dataclass(frozen=True, slots=True)
class WorkVocabulary:
    """The canonical names of predicates and entity types, by the package's tables and the settings of one work.

    `table` contains the predicates of the package and of the settings.
    """

    settings: WorkSettings = field(default_factory=WorkSettings)
    table: PredicateTable = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        own = self.settings.predicates
        object.__setattr__(self, "table", shipped_table().extended(own) if own else shipped_table())

    def predicate(self, name: str) -> str:
        """Return the key of the canonical name of the predicate *name*, which is the same for all names of a known
        predicate.
        """
        known = self.table.find(name)
        return predicate_key(name if known is None else known.name)

    def known_predicate(self, name: str) -> Predicate | None:
        """Return the predicate with this name, or None if neither the package nor the work defines one."""
        return self.table.find(name)

    def predicate_keys(self, name: str) -> frozenset[str]:
        """Return the keys of all names of the predicate *name*, including the key of *name* itself."""
        return self.table.keys_of(name) | {predicate_key(name)}

    def type_keys(self, name: str) -> frozenset[str]:
        """Return the keys of all names of the entity type *name*, including the key of *name* itself."""
        known = self.settings.entity_type(name)
        names = (name,) if known is None else (name, known.name, *known.names)
        return frozenset(map(name_key, names))

    def type(self, name: str) -> str:
        """Return the name key of the entity type *name*, which is the same for all names of a known type (Person and
        人物).
        """
        known = self.settings.entity_type(name)
        return name_key(name if known is None else known.name)

    def default_type(self, name: str) -> str | None:
        """Return the name of the default entity type that shares a name with the entity type *name*, or None for a type
        that only the work defines.
        """
        known = self.settings.entity_type(name)
        names = (name,) if known is None else (known.name, *known.names)
        found = next(filter(None, map(_DEFAULTS.entity_type, names)), None)
        return None if found is None else found.name


_DEFAULTS = WorkSettings()
SHIPPED = WorkVocabulary()
