"""Labels of the shipped entity types and predicates, by language.

In a language without labels, entity types and predicates are shown under their own names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from episodic.languages.registry import Component

TYPE_LABELS: Final[Component[Mapping[str, str]]] = Component("type_labels")
"""Registry that maps each language to its labels of entity types, by type name."""

PREDICATE_LABELS: Final[Component[Mapping[str, str]]] = Component("predicate_labels")
"""Registry that maps each language to its labels of predicates, by predicate name."""
