"""Checks the flag `follows`, which says that a statement happened later than the statement before it. The flag
`follows` is removed if it would refer to another statement than the reply meant, for example because the preceding row
was rejected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from episodic.model.readings import StatementReading


def sequences_checked(numbered: Sequence[tuple[int, StatementReading]]) -> tuple[StatementReading, ...]:
    """Return the statements in the order of *numbered*. The flag `follows` says that a statement happened after what
    the preceding row of the reply tells. A statement of row n keeps the flag `follows` only if the last statement
    before it in the text comes from row n - 1. Other statements of row n are skipped in the search for this last
    statement. A statement of the first row keeps the flag only if no statement of another row stands before it in the
    text.

    *numbered* contains, for each statement, the number of its row in the reply and the statement.
    """
    in_text = sorted(range(len(numbered)), key=lambda one: (numbered[one][1].quote.start, numbered[one][1].quote.end))
    found = [statement for _, statement in numbered]
    before = row = 0
    for one in in_text:
        number, statement = numbered[one]
        if number != row:
            before, row = row, number
        if statement.core.follows and before != number - 1:
            found[one] = replace(statement, core=replace(statement.core, follows=False))
    return tuple(found)
