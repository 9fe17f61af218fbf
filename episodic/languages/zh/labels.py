"""Chinese labels of the shipped entity types and predicates."""

from __future__ import annotations

from typing import Final

from episodic.model.predicates import shipped_table
from episodic.model.settings import DEFAULT_ENTITY_TYPES

TYPES: Final = {one.name: one.names[0] for one in DEFAULT_ENTITY_TYPES}
"""The Chinese label of each default entity type."""

PREDICATES: Final = {one.name: one.zh for one in shipped_table().all() if one.zh}
"""The Chinese label of each shipped predicate that has a Chinese label."""
