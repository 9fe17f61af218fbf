"""The minimum and maximum length of passages in Chinese text."""

from __future__ import annotations

from typing import Final

from episodic.text.passages import PassageSize

SIZE: Final = PassageSize(least=100, most=250, per_word=1.67, per_han=1)
