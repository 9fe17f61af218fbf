"""LLM-based reader: asks a language model two questions about each window, and validates the replies."""

from __future__ import annotations

from episodic.extraction.llm_based.reader import LLMReader

__all__ = ["LLMReader"]
