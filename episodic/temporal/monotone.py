"""Orders statements of a person's age: because ages only grow, the lower age is about the earlier moment."""

from __future__ import annotations

from episodic.model.predicates import Predicate
from episodic.temporal.exclusion import StatementContent
from episodic.temporal.expressions.language_rules import TIME_RULES


def monotone_value(content: StatementContent, predicate: Predicate) -> int | None:
    """Return the age in whole years that a statement states.

    Return None if the values of the predicate do not grow with time, or if the age is only approximate ("about forty",
    三十多岁).

    For example, a person who is thirteen in one statement and twenty-four in another statement was thirteen first.
    """
    if not predicate.growing or not content.value:
        return None
    ages = (rules.age(content.value) for _, rules in TIME_RULES.all())
    return next((age for age in ages if age is not None), None)
