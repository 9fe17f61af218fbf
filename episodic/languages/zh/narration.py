"""The pronoun 我 ("I"), by which Chinese first-person narrators are recognised."""

from __future__ import annotations

import re
from typing import Final

from episodic.extraction.llm_based.narrator_words import NarratorWords

NARRATOR: Final = NarratorWords("我", re.compile(r"我(?!们|們|国|國|军|軍|方|等|辈|輩|朝|家)"))
