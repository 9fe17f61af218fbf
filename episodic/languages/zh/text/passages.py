"""The minimum length of a passage of Chinese text, and the length above which a paragraph is divided, both in Han
characters.
"""

from __future__ import annotations

from typing import Final

from episodic.text.passages import PassageSize

SIZE: Final = PassageSize(least=100, most=250, per_word=1.67, per_han=1)
