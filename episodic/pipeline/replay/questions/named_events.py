"""Collects the named events of the chapters so far, such as "the fire", which a question about a time expression offers
as the event that the expression may mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import ClassVar, Final

from episodic.model.readings import StatementReading
from episodic.temporal.expressions import event_key

OFFERED_OF_CHAPTER: Final = 8
"""The maximum number of the chapter's own named events that a question about a time expression offers. If the chapter
has more, the events that the most statements name are offered.
"""
OFFERED_FROM_BEFORE: Final = 4
"""The maximum number of named events of earlier chapters that a question about a time expression offers: those that
were named last.
"""


class NamedEvents:
    """The named events of earlier chapters that were named last, in narrative order."""

    KEPT: ClassVar[tuple[str, ...]] = ("_earlier",)
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._earlier: list[str] = []

    def copy(self) -> NamedEvents:
        copied = NamedEvents()
        copied._earlier = list(self._earlier)
        return copied

    def offered(self, statements: Iterable[StatementReading]) -> tuple[str, ...]:
        """Return the events that the questions of a chapter with the given statements offer: first the chapter's own
        events in text order, then events of earlier chapters, the event that was named last first. Record the chapter's
        events for the questions of later chapters.
        """
        names: dict[str, str] = {}
        uses: Counter[str] = Counter()
        for one in statements:
            for name in filter(None, (one.event, one.core.time_event)):
                key = event_key(name)
                names.setdefault(key, name)
                uses[key] += 1
        own = {key for key, _ in uses.most_common(OFFERED_OF_CHAPTER)}
        before = [name for name in self._earlier if event_key(name) not in names]
        earlier = before[::-1][:OFFERED_FROM_BEFORE]
        # All names of one chapter that a later question can offer are kept. Two chapters may name the same events.
        self._earlier = [*before, *names.values()][-(OFFERED_OF_CHAPTER + OFFERED_FROM_BEFORE) :]
        return (*(name for key, name in names.items() if key in own), *earlier)
