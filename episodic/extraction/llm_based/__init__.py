"""LLM-based reader, which asks a language model two questions about each window and validates every part of the
replies.
"""

from __future__ import annotations

from episodic.extraction.llm_based.reader import LLMReader

__all__ = ["LLMReader"]
