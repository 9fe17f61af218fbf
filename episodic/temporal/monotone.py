"""Reads the values of predicates that only grow with time, such as a person's age, so that statements of them can be
ordered.
"""

from __future__ import annotations

from episodic.model.predicates import Predicate
from episodic.temporal.exclusion import StatementContent
from episodic.temporal.expressions.language_rules import TIME_RULES


def monotone_value(content: StatementContent, predicate: Predicate) -> int | None:
    """Return the age in whole years that a content states. Return None if the content states no age, or only an
    approximate age ("about forty", 三十多岁).

    Ages give the fold an order: a person who is said to be thirteen and to be twenty-four was thirteen first.
    """
    if not predicate.growing or not content.value:
        return None
    ages = (rules.age(content.value) for _, rules in TIME_RULES.all())
    return next((age for age in ages if age is not None), None)
