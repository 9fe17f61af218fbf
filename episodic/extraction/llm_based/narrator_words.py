"""The first-person pronouns of each language, by which the LLM-based reader recognises narrators."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from episodic.languages.registry import Component


@dataclass(frozen=True, slots=True)
class NarratorWords:
    """The first-person pronoun of a language, and a pattern that finds the pronoun in a text."""

    first_person: str
    pattern: re.Pattern[str]


NARRATOR: Final[Component[NarratorWords]] = Component("narrator")
"""Registry that maps each language to its first-person pronoun and the pattern that finds the pronoun."""
