"""Rule-based reader: finds names by form and frequency, and statements by sentence patterns, without a model.

The rules of the rule-based reader prefer precision over recall.
"""

from episodic.extraction.rule_based.reader import RuleBasedReader

__all__ = ["RuleBasedReader"]
