"""The minimum length of a passage of English text, and the length above which a paragraph is divided, both in words."""

from __future__ import annotations

from typing import Final

from episodic.text.passages import PassageSize

SIZE: Final = PassageSize(least=60, most=130, per_word=1, per_han=0.6)
