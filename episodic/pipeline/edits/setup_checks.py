"""Checks facts that an author or an agent adds: the scope "setup" and the predicate of setups must be used together."""

from __future__ import annotations

from episodic.errors import InvalidOverrideError
from episodic.model.predicates import is_reserved, predicate_key
from episodic.model.readings import SETS_UP, StatementScope


def check_setup(predicate: str, scope: StatementScope) -> None:
    """Raise InvalidOverrideError if a fact of the scope "setup" does not have the predicate of setups. Raise
    InvalidOverrideError also if a fact of another scope has a reserved predicate.
    """
    if scope is StatementScope.SETUP and predicate_key(predicate) != predicate_key(SETS_UP):
        raise InvalidOverrideError(
            "A setup cannot have the predicate {predicate!r}.",
            hint="Use {setup}, and the sentence that a reader waits for as the value.",
            key="predicate_of_a_setup",
            predicate=predicate,
            setup=SETS_UP,
        )
    if scope is not StatementScope.SETUP and is_reserved(predicate):
        raise InvalidOverrideError(
            "Only a setup can have the predicate {predicate!r}.",
            hint="Give the scope setup, or another predicate.",
            key="predicate_of_setups_only",
            predicate=predicate,
        )
