"""Decides which statements report the same event: by its name or day, by a judgement, or because it happens only once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from episodic.model.readings import Placement
from episodic.temporal.exclusion import StatementContent
from episodic.temporal.fold.fact_drafts import FactDraft
from episodic.temporal.fold.moment_ranks import MomentRanks
from episodic.temporal.placed import PlacedStatement

_EvidenceKey = tuple[str, StatementContent, object]


class EventIndex:
    """An index of the events in one group of statements, each of which is a fact draft (a fact that still gets
    statements). The index finds an event by its name or its day, or by the content of its statements.
    """

    def __init__(
        self, statements: Sequence[PlacedStatement], contents: Sequence[StatementContent], ranks: MomentRanks
    ) -> None:
        self._statements, self._contents, self._ranks = statements, contents, ranks
        self._by_evidence: dict[_EvidenceKey, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        self._all: dict[StatementContent, dict[StatementContent, dict[int, list[int]]]] = defaultdict(
            lambda: defaultdict(lambda: defaultdict(list))
        )

    def add(self, number: int, content: StatementContent, place: int) -> None:
        """Record that the statement with the index *number* belongs to the event with the index *place*. *content*
        represents the statement's content and all contents that count as equal to it.
        """
        for key in self._evidence(number, content):
            self._by_evidence[key][place].append(number)
        self._all[content][self._contents[number]][place].append(number)

    def matching(self, number: int, content: StatementContent, drafts: Sequence[FactDraft]) -> int | None:
        """Return the index in *drafts* of the first event that the given statement certainly reports again, or None for
        a new event.
        """
        found: set[int] = set()
        once = bool(self._statements[number].predicate.once)
        for own, by_draft in self._all.get(content, {}).items():
            if once or own != self._contents[number]:
                found.update(by_draft)
        for key in self._evidence(number, content):
            for place, members in self._by_evidence[key].items() if key in self._by_evidence else ():
                if place not in found and any(not self._on_one_line(one, number) for one in members):
                    found.add(place)
        apart = self._days_apart if once else self._certainly_apart
        return next((place for place in sorted(found) if not apart(drafts[place], number)), None)

    def _evidence(self, number: int, content: StatementContent) -> list[_EvidenceKey]:
        statement = self._statements[number]
        keys: list[_EvidenceKey] = [("name", content, statement.event)] if statement.event else []
        day = self._ranks.day(number)
        return keys if day is None else [*keys, ("day", content, day)]

    def _on_one_line(self, first: int, second: int) -> bool:
        """Return whether two statements belong to the same run and are about the current time of their passages. A run
        is the main line, or one flashback, letter or tale. A common name or day does not show that two statements about
        the current time of one run report one event. A text tells each event of its current time once.
        """
        one, other = self._statements[first], self._statements[second]
        if one.core.placing is not Placement.NOW or other.core.placing is not Placement.NOW:
            return False
        passage_of = self._ranks.chronology.passage_of
        return passage_of(one.passage).run == passage_of(other.passage).run

    def _certainly_apart(self, draft: FactDraft, number: int) -> bool:
        return draft.begun_before(number, self._ranks) or draft.continues_after(number, self._ranks)

    def _days_apart(self, draft: FactDraft, number: int) -> bool:
        day = self._ranks.day(number)
        return day is not None and any(self._ranks.day(one) not in (None, day) for one in draft.statements)
