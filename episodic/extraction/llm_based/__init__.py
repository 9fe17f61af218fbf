"""LLM-based reader: asks a language model two questions about each window (part of a chapter), and validates the
replies.
"""

from __future__ import annotations

from episodic.extraction.llm_based.reader import LLMReader

__all__ = ["LLMReader"]
