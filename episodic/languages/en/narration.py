"""The pronoun "I", by which English first-person narrators are recognised."""

from __future__ import annotations

import re
from typing import Final

from episodic.extraction.llm_based.narrator_words import NarratorWords

NARRATOR: Final = NarratorWords("I", re.compile(r"(?<![\w'’])I(?![\w.]|-\w)"))
