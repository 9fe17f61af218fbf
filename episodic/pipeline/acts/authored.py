"""The author's decisions on what is said: statements locked, taken back, set right or added, found in the chapters by their words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from episodic.model.asserted import Act, ActKind, AuthoredStatement, Correction, MentionAnchor, StatementAnchor
from episodic.model.graph import Issue
from episodic.model.predicates import Predicate
from episodic.model.readings import Phase
from episodic.model.spans import Span
from episodic.pipeline.acts.anchors import Anchored
from episodic.pipeline.asserted import AssertedChapter


class StatementWords(NamedTuple):
    """What a statement says as it was read; equal ones are numbered in telling order."""

    quote: str
    subject: str
    predicate: str
    object: str | None
    value: str | None
    phase: Phase

    def anchor(self, number: int) -> StatementAnchor:
        """The anchor of the *number*-th equal statement, counted from 0."""
        return StatementAnchor(self.quote, self.subject, self.predicate, self.object, self.value, self.phase, number)


def words_of(anchor: StatementAnchor) -> StatementWords:
    """What an anchored statement says."""
    return StatementWords(anchor.quote, anchor.subject, anchor.predicate, anchor.object, anchor.value, anchor.phase)


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement of the author's with its people as cluster numbers, and where its quote stands in the chapter.

    `names` are the first mentions of its people, by index as the statement uses them.
    """

    said: AuthoredStatement
    numbers: tuple[int, ...]
    names: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the author decided of one statement that was read: gone, locked, or replaced. `anchor` is its own."""

    anchor: StatementAnchor
    gone: bool = False
    locked: bool = False
    instead: Stated | None = None


_Decided = tuple[int, Act, int]
"""The number of the equal statement that is meant, the act, and its place among the act's statements."""


@dataclass(slots=True)
class Authored:
    """All decisions on statements of one work, met one by one as the chapters are told."""

    acts: tuple[Act, ...]
    wanted: Mapping[StatementWords, Sequence[_Decided]]
    people: Anchored[MentionAnchor]
    counts: dict[StatementWords, int] = field(default_factory=dict[StatementWords, int])
    quotes: dict[str, int] = field(default_factory=dict[str, int])
    numbers: dict[MentionAnchor, int] = field(default_factory=dict[MentionAnchor, int])
    met: set[str] = field(default_factory=set[str])

    @classmethod
    def of(cls, acts: Iterable[Act]) -> Authored:
        """The decisions on statements among *acts*."""
        mine = tuple(act for act in acts if act.statements or act.added)
        wanted: dict[StatementWords, list[_Decided]] = {}
        for act in mine:
            for place, anchor in enumerate(act.statements):
                wanted.setdefault(words_of(anchor), []).append((anchor.number, act, place))
        people = Anchored[MentionAnchor].of((anchor, anchor) for act in mine if act.added for anchor in act.anchors)
        quotes = {said.quote: 0 for act in mine if act.kind is ActKind.ADD for said in act.added}
        return cls(mine, wanted, people, quotes=quotes)

    def copy(self) -> Authored:
        """An independent copy."""
        return Authored(
            self.acts,
            self.wanted,
            self.people.copy(),
            dict(self.counts),
            dict(self.quotes),
            dict(self.numbers),
            set(self.met),
        )

    def place(self, chapter: AssertedChapter, numbers: Sequence[Sequence[int]]) -> None:
        """The chapter's nodes were placed under these *numbers*: find the people of the author's statements."""
        for place, anchors in self.people.tell(chapter):
            for anchor in anchors:
                self.numbers[anchor] = numbers[place.window][place.node]

    def ruling(self, words: StatementWords, span: Span) -> Ruling:
        """What the author decided of the next statement that was read to say this, its quote at *span*."""
        number = self.counts.get(words, 0)
        self.counts[words] = number + 1
        found = Ruling(words.anchor(number))
        for wanted, act, place in self.wanted.get(words, ()):
            if wanted == number:
                found = self._ruled(found, act, place, span)
        return found

    def _ruled(self, found: Ruling, act: Act, place: int, span: Span) -> Ruling:
        """A ruling with one more act's word; the latest act has the last one. A correction waits until its people are told of."""
        if act.kind is ActKind.CORRECT:
            stated = self._stated(act, act.added[place], span) if place < len(act.added) else None
            if stated is None:
                return found
            self.met.add(act.uuid)
            return replace(found, gone=False, instead=stated)
        self.met.add(act.uuid)
        if act.kind is ActKind.LOCK:
            return replace(found, locked=True)
        return replace(found, gone=True, instead=None)

    def _stated(self, act: Act, said: AuthoredStatement, span: Span) -> Stated | None:
        """The statement with its people, if they were all told of by now."""
        numbers = [self.numbers.get(anchor) for anchor in act.anchors]
        needed = (said.subject, said.object, said.holder, *(one.node for one in said.participants))
        if any(index is not None and numbers[index] is None for index in needed):
            return None
        known = tuple(-1 if number is None else number for number in numbers)
        return Stated(said, known, tuple(anchor.surface for anchor in act.anchors), span)

    def added(self, chapter: AssertedChapter) -> Iterator[Stated]:
        """The statements that the author makes about quotes of this chapter."""
        if not self.quotes:
            return
        here = {quote: _spans(chapter.episode.text, quote) for quote in self.quotes}
        for act in self.acts:
            for said in act.added if act.kind is ActKind.ADD else ():
                spans, before = here[said.quote], self.quotes[said.quote]
                if not before <= said.number < before + len(spans):
                    continue
                stated = self._stated(act, said, spans[said.number - before])
                if stated is not None:
                    self.met.add(act.uuid)
                    yield stated
        for quote, spans in here.items():
            self.quotes[quote] += len(spans)

    def loose(self) -> tuple[Act, ...]:
        """Decisions on statements whose words are no longer in the text."""
        return tuple(act for act in self.acts if act.uuid not in self.met)


@dataclass(frozen=True, slots=True)
class Waivers:
    """The issues that the author has looked at and lets stand."""

    acts: tuple[Act, ...]

    @classmethod
    def of(cls, acts: Iterable[Act]) -> Waivers:
        """The waivers among *acts*."""
        return cls(tuple(act for act in acts if act.kind is ActKind.WAIVE))

    def waived(self, issues: Mapping[str, Issue]) -> dict[str, Issue]:
        """The issues, those that are waived with the reason for it (the latest one)."""
        if not self.acts:
            return dict(issues)
        return {uuid: self._waived(one) for uuid, one in issues.items()}

    def loose(self, issues: Mapping[str, Issue]) -> tuple[Act, ...]:
        """Waivers of issues that there are no more."""
        return tuple(act for act in self.acts if not any(_covers(act, one) for one in issues.values()))

    def _waived(self, issue: Issue) -> Issue:
        act = next((act for act in reversed(self.acts) if _covers(act, issue)), None)
        return issue if act is None else replace(issue, waived=act.reason or act.by)


def _covers(act: Act, issue: Issue) -> bool:
    return act.text == issue.kind and {one.quote for one in issue.evidence} <= set(act.quotes)


def corrected_predicates(acts: Iterable[Act]) -> tuple[Predicate, ...]:
    """The author's latest word on each predicate."""
    latest = {
        act.predicate.name: act.predicate
        for act in acts
        if act.correction is Correction.PREDICATE and act.predicate is not None
    }
    return tuple(latest.values())


def _spans(text: str, quote: str) -> list[Span]:
    """Where the quote stands in the text, first to last."""
    found: list[Span] = []
    start = text.find(quote)
    while start >= 0:
        found.append(Span(start, start + len(quote)))
        start = text.find(quote, start + len(quote))
    return found
