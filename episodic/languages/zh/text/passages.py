"""The minimum length of a passage in Chinese text, and the maximum length of a paragraph that is not divided, in Han
characters.
"""

from __future__ import annotations

from typing import Final

from episodic.text.passages import PassageSize

SIZE: Final = PassageSize(least=100, most=250, per_word=1.67, per_han=1)
