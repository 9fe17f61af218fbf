"""Applies the author's overrides to the statements of a replay: locks, retractions, corrections, additions, waivers.

An override of a statement is matched to this statement by its quote and content. An added statement is matched to its
quote in the text, and a waiver to an issue by the issue's kind and quotes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple

from episodic.model.decisions import (
    AuthoredStatement,
    Correction,
    MentionAnchor,
    Override,
    OverrideKind,
    StatementAnchor,
)
from episodic.model.graph import Fact, Issue
from episodic.model.ids import digest_of, replace_counts
from episodic.model.predicates import Predicate
from episodic.model.readings import Phase
from episodic.model.shared_dict import SharedDict
from episodic.model.spans import Span
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.overrides.anchors import AnchoredItems


class StatementKey(NamedTuple):
    """The quote and the content of a statement, as the reader extracted them. Statements with equal keys are numbered
    in narrative order, so that an override can refer to one of them.
    """

    quote: str
    subject: str
    predicate: str
    object: str | None
    value: str | None
    phase: Phase

    def anchor(self, number: int) -> StatementAnchor:
        """Return the anchor of the statement with the index *number*, counted from 0, among statements with this key.
        An override refers to a statement by its anchor.
        """
        return StatementAnchor(self.quote, self.subject, self.predicate, self.object, self.value, self.phase, number)


def key_of_anchor(anchor: StatementAnchor) -> StatementKey:
    """Return the key (quote and content) of the statement to which an override refers by *anchor*."""
    return StatementKey(anchor.quote, anchor.subject, anchor.predicate, anchor.object, anchor.value, anchor.phase)


@dataclass(frozen=True, slots=True)
class ResolvedStatement:
    """A statement of the author, located in a chapter.

    `numbers` are the cluster numbers of the entities, and `span` is the span of the quote in the chapter. `names`
    contains, for each entity, its name in the mention by which the override refers to the entity. An author's statement
    refers to an entity by the entity's index in `numbers` and `names`.
    """

    said: AuthoredStatement
    numbers: tuple[int, ...]
    names: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class StatementDecision:
    """The author's decision on a statement: retracted (`gone`), locked, or replaced (`instead`).

    `anchor`, by which overrides refer to the statement, contains the quote and content of the statement as the reader
    extracted it.
    """

    anchor: StatementAnchor
    gone: bool = False
    locked: bool = False
    instead: ResolvedStatement | None = None


_AnchoredOverride = tuple[int, Override, int]
"""An override of a statement, as three items. The first item is the statement's number among statements with the same
quote and content. The second item is the override. The third item is the index of the statement in the override's list
`statements`.
"""


@dataclass(slots=True)
class StatementOverrides:
    """All overrides of a work's statements, applied while the chapters are replayed."""

    KEPT: ClassVar[tuple[str, ...]] = ("counts", "quotes", "numbers", "met")
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"counts", "met"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ("people",)

    acts: tuple[Override, ...]
    wanted: Mapping[StatementKey, Sequence[_AnchoredOverride]]
    people: AnchoredItems[MentionAnchor]
    counts: SharedDict[str, int] = field(default_factory=SharedDict[str, int])
    """The number of statements with the same key in the chapters so far, by digest of the key."""
    quotes: dict[str, int] = field(default_factory=dict[str, int])
    numbers: dict[MentionAnchor, int] = field(default_factory=dict[MentionAnchor, int])
    met: SharedDict[str, int] = field(default_factory=SharedDict[str, int])
    """How often each override was applied in the chapters so far, by id of the override."""

    @classmethod
    def of(cls, acts: Iterable[Override]) -> StatementOverrides:
        """Return the overrides of statements among the overrides *acts*."""
        selected = tuple(act for act in acts if act.statements or act.added)
        wanted: dict[StatementKey, list[_AnchoredOverride]] = {}
        for act in selected:
            for place, anchor in enumerate(act.statements):
                wanted.setdefault(key_of_anchor(anchor), []).append((anchor.number, act, place))
        people = AnchoredItems[MentionAnchor].of(
            (anchor, anchor) for act in selected if act.added for anchor in act.anchors
        )
        quotes = {said.quote: 0 for act in selected if act.kind is OverrideKind.ADD for said in act.added}
        return cls(selected, wanted, people, quotes=quotes)

    def copy(self) -> StatementOverrides:
        return StatementOverrides(
            self.acts,
            self.wanted,
            self.people.copy(),
            self.counts.copy(),
            dict(self.quotes),
            dict(self.numbers),
            self.met.copy(),
        )

    @property
    def texts(self) -> frozenset[str]:
        """The texts of which a chapter must contain one, so that an override of a statement can take effect in it."""
        return frozenset((*(words.quote for words in self.wanted), *self.quotes))

    def begin_otherwise(self, before: StatementOverrides, after: StatementOverrides) -> None:
        """Correct the counts of statements with equal keys and of applied overrides, after chapters were replaced:
        subtract the counts of *before* and add those of *after*.
        """
        replace_counts(self.counts, before.counts, after.counts)
        replace_counts(self.met, before.met, after.met)

    def take_counts(self, known: StatementOverrides) -> None:
        """Take over the counts of *known*, other overrides whose state is that after the same chapters."""
        self.counts, self.met = known.counts.copy(), known.met.copy()

    def match(self, chapter: ChapterInput) -> None:
        """Count the quotes of added statements in a chapter that was replayed before. No statement is added."""
        for quote in self.quotes:
            self.quotes[quote] += len(_spans(chapter.episode.text, quote))

    def place(self, chapter: ChapterInput, numbers: Sequence[Sequence[int]]) -> None:
        """Find the mentions in the chapter to which the author's statements refer, and store to which clusters
        (entities) these mentions belong. A statement that the author adds refers to each of its entities by a mention
        of the entity in the text. *numbers* contains, for each window of the chapter, the cluster numbers (numbers of
        entities) of the window's nodes.
        """
        for place, anchors in self.people.find_in(chapter):
            for anchor in anchors:
                self.numbers[anchor] = numbers[place.window][place.node]

    def decision_for(self, words: StatementKey, span: Span) -> StatementDecision:
        """Return what the author decided about the next statement with the key *words*: by default, to keep it
        unchanged. *span* is the span of the statement's quote.
        """
        digest = digest_of(repr(tuple(words)))
        number = self.counts.get(digest, 0)
        self.counts[digest] = number + 1
        found = StatementDecision(words.anchor(number))
        for wanted, act, place in self.wanted.get(words, ()):
            if wanted == number:
                found = self._decide(found, act, place, span)
        return found

    def _decide(self, found: StatementDecision, act: Override, place: int, span: Span) -> StatementDecision:
        """Return the author's decision on a statement after another override is applied to the decision *found*. If two
        overrides conflict, the later override is used.

        A correction of a statement has no effect until the text has mentioned all entities of the corrected statement.
        """
        if act.kind is OverrideKind.CORRECT:
            stated = self._resolve(act, act.added[place], span) if place < len(act.added) else None
            if stated is None:
                return found
            self._note(act)
            return replace(found, gone=False, instead=stated)
        self._note(act)
        if act.kind is OverrideKind.LOCK:
            return replace(found, locked=True)
        return replace(found, gone=True, instead=None)

    def _note(self, act: Override) -> None:
        self.met[act.uuid] = self.met.get(act.uuid, 0) + 1

    def _resolve(self, act: Override, said: AuthoredStatement, span: Span) -> ResolvedStatement | None:
        numbers = [self.numbers.get(anchor) for anchor in act.anchors]
        needed = (said.subject, said.object, said.holder, *(one.node for one in said.participants))
        if any(index is not None and numbers[index] is None for index in needed):
            return None
        known = tuple(-1 if number is None else number for number in numbers)
        return ResolvedStatement(said, known, tuple(anchor.surface for anchor in act.anchors), span)

    def added(self, chapter: ChapterInput) -> Iterator[ResolvedStatement]:
        """Yield the statements that the author adds to quotes of this chapter and whose entities have been mentioned by
        now.
        """
        if not self.quotes:
            return
        here = {quote: _spans(chapter.episode.text, quote) for quote in self.quotes}
        for act in self.acts:
            for said in act.added if act.kind is OverrideKind.ADD else ():
                spans, before = here[said.quote], self.quotes[said.quote]
                if not before <= said.number < before + len(spans):
                    continue
                stated = self._resolve(act, said, spans[said.number - before])
                if stated is not None:
                    self._note(act)
                    yield stated
        for quote, spans in here.items():
            self.quotes[quote] += len(spans)

    def unmatched(self) -> tuple[Override, ...]:
        """Return the overrides that were applied to no statement or quote of the replayed chapters."""
        return tuple(act for act in self.acts if act.uuid not in self.met)


@dataclass(frozen=True, slots=True)
class Waivers:
    """The author's waivers, each of which accepts an issue."""

    acts: tuple[Override, ...]

    @classmethod
    def of(cls, acts: Iterable[Override]) -> Waivers:
        return cls(tuple(act for act in acts if act.kind is OverrideKind.WAIVE))

    def waived(self, issues: Mapping[str, Issue]) -> dict[str, Issue]:
        """Return all issues by id. Each waived issue contains the reason of its latest waiver. If this waiver has no
        reason, the issue contains the waiver's author instead.
        """
        if not self.acts:
            return dict(issues)
        return {uuid: self._waived(one) for uuid, one in issues.items()}

    def unmatched(self, issues: Mapping[str, Issue]) -> tuple[Override, ...]:
        """Return the waivers that waive no issue, because their issue no longer exists or has further quotes."""
        return tuple(act for act in self.acts if not any(_covers(act, one) for one in issues.values()))

    def _waived(self, issue: Issue) -> Issue:
        act = next((act for act in reversed(self.acts) if _covers(act, issue)), None)
        return issue if act is None else replace(issue, waived=act.reason or act.by)


def _covers(act: Override, issue: Issue) -> bool:
    return act.text == issue.kind and {one.quote for one in issue.evidence} <= set(act.quotes)


def unmatched_settlements(acts: Iterable[Override], facts: Iterable[Fact]) -> tuple[Override, ...]:
    """Return the author's decisions about threads that contain a quote which is no longer evidence of any fact."""
    settled = [act for act in acts if act.kind is OverrideKind.SETTLE]
    if not settled:
        return ()
    quotes = {one.quote for fact in facts for one in fact.evidence}
    return tuple(act for act in settled if not quotes.issuperset(act.quotes))


def corrected_predicates(acts: Iterable[Override]) -> tuple[Predicate, ...]:
    """Return the author's latest definition of each corrected predicate."""
    latest = {
        act.predicate.name: act.predicate
        for act in acts
        if act.correction is Correction.PREDICATE and act.predicate is not None
    }
    return tuple(latest.values())


def _spans(text: str, quote: str) -> list[Span]:
    found: list[Span] = []
    start = text.find(quote)
    while start >= 0:
        found.append(Span(start, start + len(quote)))
        start = text.find(quote, start + len(quote))
    return found
