"""The reader that asks a language model: two focused questions a window, and nothing in their replies taken on trust."""

from __future__ import annotations

from episodic.extraction.prompted.reader import PromptedReader

__all__ = ["PromptedReader"]
