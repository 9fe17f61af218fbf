"""The minimum length of a passage in English text, and the maximum length of a paragraph that is not divided, in words."""

from __future__ import annotations

from typing import Final

from episodic.text.passages import PassageSize

SIZE: Final = PassageSize(least=60, most=130, per_word=1, per_han=0.6)
