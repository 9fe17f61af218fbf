"""Rule-based reading without a model: finds names by form and frequency, and statements by sentence patterns.

The rules prefer precision over recall.
"""

from episodic.extraction.rule_based.reader import RuleBasedReader

__all__ = ["RuleBasedReader"]
