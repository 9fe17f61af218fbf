"""Adds scoring rows to those that a store keeps in memory, and removes the oldest if there are too many.

A scoring row is what a search reads of a record, such as its words. Scoring rows are kept because different searches
often find the same records.
"""

from collections.abc import Mapping

from episodic.text.scoring_rows import ScoringRow

MOST_ROWS = 1 << 15
"""The maximum number of scoring rows in memory for one work and one kind of record. A scoring row is what a search
reads of a record, such as its words. Each scoring row takes about one kilobyte of memory.
"""


def keep_rows(known: dict[str, ScoringRow], more: Mapping[str, ScoringRow]) -> None:
    """Add the scoring rows *more* (what a search reads of each record, by record id) to *known*. If *known* has more
    than MOST_ROWS rows after the addition, the rows that were added first are removed until half of MOST_ROWS is left.
    """
    known.update(more)
    if len(known) > MOST_ROWS:
        for old in list(known)[: len(known) - MOST_ROWS // 2]:
            del known[old]
