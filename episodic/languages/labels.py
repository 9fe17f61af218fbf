"""Labels of shipped entity types and predicates by language; a language without labels shows the names themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from episodic.languages.registry import Component

TYPE_LABELS: Final[Component[Mapping[str, str]]] = Component("type_labels")
"""Labels of entity types, by type name."""

PREDICATE_LABELS: Final[Component[Mapping[str, str]]] = Component("predicate_labels")
"""Labels of predicates, by predicate name."""
