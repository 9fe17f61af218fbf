"""What an ingestion or an edit came to: per chapter, and what changed in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from episodic.errors import EpisodicError
from episodic.model.graph import Entity, Fact, Issue
from episodic.model.readings import Rejection
from episodic.model.spans import Evidence
from episodic.uncollected import uncollected


class Outcome(StrEnum):
    """What became of one chapter."""

    ADDED = "added"
    REPLACED = "replaced"
    UNCHANGED = "unchanged"
    REMOVED = "removed"
    MOVED = "moved"
    RENAMED = "renamed"
    REREAD = "reread"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Became:
    """An entity whose mentions went to another: the `one` that is gone and the `other` that has them now, or the `other` that
    is left and the new `one` that was split off.
    """

    one: Entity
    other: Entity


@dataclass(frozen=True, slots=True)
class MemoryDiff:
    """What a commit changed in the graph. `ended` and `reopened` hold the facts as they are now.

    `united` are those of `entities_gone` that became another, `split` those of `entities_new` that had been part of another.
    """

    added: tuple[Fact, ...] = ()
    retired: tuple[Fact, ...] = ()
    ended: tuple[Fact, ...] = ()
    reopened: tuple[Fact, ...] = ()
    entities_new: tuple[Entity, ...] = ()
    entities_gone: tuple[Entity, ...] = ()
    issues_new: tuple[Issue, ...] = ()
    issues_settled: tuple[Issue, ...] = ()
    united: tuple[Became, ...] = ()
    split: tuple[Became, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing that is listed here changed."""
        return not any(
            (
                self.added,
                self.retired,
                self.ended,
                self.reopened,
                self.entities_new,
                self.entities_gone,
                self.issues_new,
                self.issues_settled,
            )
        )

    def then(self, later: MemoryDiff) -> MemoryDiff:
        """Both one after the other, as one change: what came and went again, or went and came back, is not listed."""
        return MemoryDiff(
            added=_net(self.added, later.added, self.retired, later.retired),
            retired=_net(self.retired, later.retired, self.added, later.added),
            ended=_net(self.ended, later.ended, self.reopened, later.reopened),
            reopened=_net(self.reopened, later.reopened, self.ended, later.ended),
            entities_new=_net(self.entities_new, later.entities_new, self.entities_gone, later.entities_gone),
            entities_gone=_net(self.entities_gone, later.entities_gone, self.entities_new, later.entities_new),
            issues_new=_net(self.issues_new, later.issues_new, self.issues_settled, later.issues_settled),
            issues_settled=_net(self.issues_settled, later.issues_settled, self.issues_new, later.issues_new),
            united=(*self.united, *later.united),
            split=(*self.split, *later.split),
        )

    @uncollected()
    def among(self, episodes: Sequence[str]) -> dict[str, MemoryDiff]:
        """The change by the chapter of *episodes* whose words made it, where several were saved as one; in their order.

        What begins goes to the first of them that tells of it, what ends or is doubted to the last; what is told by none of them,
        to the last one of all.
        """
        begun = {one.uuid: _told_in(one.evidence) for one in self.added}
        rank = {episode: number for number, episode in enumerate(episodes)}

        def first(told: Iterable[str]) -> int:
            return min((rank[one] for one in told if one in rank), default=len(rank) - 1)

        def last(told: Iterable[str]) -> int:
            return max((rank[one] for one in told if one in rank), default=len(rank) - 1)

        def ended(fact: Fact) -> int:
            by = [told for other in fact.ended_by for told in begun.get(other, ())]
            return last((*by, *_told_in(fact.ends)))

        def shared(listed: Iterable[_Any], place: Callable[[_Any], int]) -> list[tuple[_Any, ...]]:
            rows: list[list[_Any]] = [[] for _ in rank]
            for one in listed:
                rows[place(one)].append(one)
            return [tuple(row) for row in rows]

        shares = zip(
            shared(self.added, lambda one: first(_told_in(one.evidence))),
            shared(self.retired, lambda one: first(_told_in(one.evidence))),
            shared(self.ended, ended),
            shared(self.reopened, lambda one: first(_told_in(one.evidence))),
            shared(self.entities_new, lambda one: first((one.first.episode,))),
            shared(self.entities_gone, lambda one: first((one.first.episode,))),
            shared(self.issues_new, lambda one: last(_told_in(one.evidence))),
            shared(self.issues_settled, lambda one: last(_told_in(one.evidence))),
            shared(self.united, lambda one: first((one.one.first.episode,))),
            shared(self.split, lambda one: first((one.one.first.episode,))),
            strict=True,
        )
        return {episode: MemoryDiff(*share) for episode, share in zip(rank, shares, strict=True)}


def _told_in(evidence: Iterable[Evidence]) -> tuple[str, ...]:
    return tuple(one.episode for one in evidence)


_Listed = TypeVar("_Listed", bound=Fact | Entity | Issue)
_Any = TypeVar("_Any", bound=Fact | Entity | Issue | Became)


def _net(
    first: tuple[_Listed, ...], later: tuple[_Listed, ...], undone: tuple[_Listed, ...], undoing: tuple[_Listed, ...]
) -> tuple[_Listed, ...]:
    """What the first change and the later one list, but for what the other way round had been listed before or is listed after."""
    before, after = {one.uuid for one in undone}, {one.uuid for one in undoing}
    kept = [one for one in first if one.uuid not in after]
    return (*kept, *(one for one in later if one.uuid not in before))


@dataclass(frozen=True, slots=True)
class ChapterReport:
    """What became of one chapter; `error` says why it failed. Of chapters saved together, `diff` is each one's share: see
    `MemoryDiff.among`.
    """

    key: str
    title: str
    outcome: Outcome
    episode: str | None = None
    windows_read: int = 0
    windows_kept: int = 0
    rejected: tuple[Rejection, ...] = ()
    pending: int = 0
    """Questions beyond the cap that were left unasked."""
    diff: MemoryDiff = field(default_factory=MemoryDiff)
    error: EpisodicError | None = None
    moved: bool = False
    renamed: bool = False
    """Whether it was moved or renamed, whatever else became of it."""


@dataclass(frozen=True, slots=True)
class ManuscriptReport:
    """What became of a manuscript's chapters, in telling order, then of those taken out; and the work's revision after it.

    `diff` is what taking out, moving and renaming changed; the chapters that were read have their own.
    """

    chapters: tuple[ChapterReport, ...]
    revision: int
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    diff: MemoryDiff = field(default_factory=MemoryDiff)

    @property
    def failed(self) -> tuple[ChapterReport, ...]:
        """The chapters that are not in the graph, each with its error."""
        return tuple(one for one in self.chapters if one.outcome is Outcome.FAILED)


class Stage(StrEnum):
    """Where an ingestion stands."""

    ENTITIES = "entities"
    FACTS = "facts"
    QUESTIONS = "questions"
    SAVING = "saving"


@dataclass(frozen=True, slots=True)
class Progress:
    """One step of a chapter is done: `done` of `total` chapters are saved."""

    stage: Stage
    chapter: str
    done: int
    total: int


OnProgress = Callable[[Progress], None]


def memory_diff(
    before: tuple[Mapping[str, Fact], Mapping[str, Entity], Mapping[str, Issue]],
    after: tuple[Mapping[str, Fact], Mapping[str, Entity], Mapping[str, Issue]],
) -> MemoryDiff:
    """What changed between two states of the derived graph, each given by id, in the order of the states."""
    facts, entities, issues = before
    new_facts, new_entities, new_issues = after
    both = [(facts[uuid], fact) for uuid, fact in new_facts.items() if uuid in facts and facts[uuid] is not fact]
    return MemoryDiff(
        added=tuple(fact for uuid, fact in new_facts.items() if uuid not in facts),
        retired=tuple(fact for uuid, fact in facts.items() if uuid not in new_facts),
        ended=tuple(now for then, now in both if then.invalid_at is None and now.invalid_at is not None),
        reopened=tuple(now for then, now in both if then.invalid_at is not None and now.invalid_at is None),
        entities_new=tuple(one for uuid, one in new_entities.items() if uuid not in entities),
        entities_gone=tuple(one for uuid, one in entities.items() if uuid not in new_entities),
        issues_new=tuple(one for uuid, one in new_issues.items() if uuid not in issues),
        issues_settled=tuple(one for uuid, one in issues.items() if uuid not in new_issues),
    )
