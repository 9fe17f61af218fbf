"""Collects the named events of a chapter, such as "the fire".

A question about a time expression offers these events, because the expression may mean one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from episodic.model.readings import StatementReading
from episodic.temporal.expressions import event_key

OFFERED: Final = 8
"""The maximum number of named events that a question about a time expression offers. If the chapter has more, the
events that the most statements name are offered.
"""


def offered_events(statements: Iterable[StatementReading]) -> tuple[str, ...]:
    """Return the named events that the questions of a chapter with the given statements offer, in text order.

    Only the chapter's own events are offered, including events of earlier chapters that the chapter names again.
    Therefore, an edit of one chapter changes no question of another chapter.
    """
    names: dict[str, str] = {}
    uses: Counter[str] = Counter()
    for one in statements:
        for name in filter(None, (one.event, one.core.time_event)):
            key = event_key(name)
            names.setdefault(key, name)
            uses[key] += 1
    own = {key for key, _ in uses.most_common(OFFERED)}
    return tuple(name for key, name in names.items() if key in own)
