"""Values that only grow with time, such as an age; comparing two such values tells which moment is earlier."""

from __future__ import annotations

from episodic.model.predicates import Predicate
from episodic.temporal.exclusion import StatementContent
from episodic.temporal.expressions.language_rules import TIME_RULES


def monotone_value(content: StatementContent, predicate: Predicate) -> int | None:
    """Returns the age in whole years; None if the predicate's values do not grow with time, and for an approximate
    number.

    A person who is thirteen in one statement and twenty-four in another statement was thirteen first. Approximate ages
    ("about forty", 三十多岁) give no order.
    """
    if not predicate.growing or not content.value:
        return None
    ages = (rules.age(content.value) for _, rules in TIME_RULES.all())
    return next((age for age in ages if age is not None), None)
