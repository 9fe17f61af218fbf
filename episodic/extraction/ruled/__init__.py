"""Reading without a model: names by form and frequency, statements by sentence. Precision goes before recall."""

from episodic.extraction.ruled.reader import RuledReader

__all__ = ["RuledReader"]
