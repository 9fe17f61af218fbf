"""The reports of ingestions and edits: the outcome of each chapter, and the changes of the graph (the memory diff)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from episodic.errors import EpisodicError
from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.graph import Entity, Fact, Issue
from episodic.model.readings import Rejection
from episodic.model.spans import Evidence


class Outcome(StrEnum):
    """The possible outcomes of the ingestion of a chapter."""

    ADDED = "added"
    REPLACED = "replaced"
    UNCHANGED = "unchanged"
    REMOVED = "removed"
    MOVED = "moved"
    RENAMED = "renamed"
    REREAD = "reread"
    FAILED = "failed"
    QUEUED = "queued"


@dataclass(frozen=True, slots=True)
class IdentityChange:
    """An entity that was merged into another entity or split off from another entity.

    After a merge, the entity `one` no longer exists, and the entity `other` has most of the mentions of `one`. After a
    split, the entity `one` is new and was part of the entity `other` before.
    """

    one: Entity
    other: Entity


@dataclass(frozen=True, slots=True)
class MemoryDiff:
    """The facts, entities and issues that a commit added to the graph or removed, and the facts that it ended or
    reopened. Other changes of a fact or entity, such as a new name, are not listed.

    `ended` and `reopened` contain the facts as they are after the commit. `united` lists the entities of
    `entities_gone` that became part of another entity. `split` lists the entities of `entities_new` that were part of
    another entity before.
    """

    added: tuple[Fact, ...] = ()
    retired: tuple[Fact, ...] = ()
    ended: tuple[Fact, ...] = ()
    reopened: tuple[Fact, ...] = ()
    entities_new: tuple[Entity, ...] = ()
    entities_gone: tuple[Entity, ...] = ()
    issues_new: tuple[Issue, ...] = ()
    issues_settled: tuple[Issue, ...] = ()
    united: tuple[IdentityChange, ...] = ()
    split: tuple[IdentityChange, ...] = ()

    @property
    def empty(self) -> bool:
        """Return whether the diff lists no fact, entity or issue. A commit with an empty diff can have changed texts."""
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
        """Combine this diff with the diff of a later commit.

        An item that one diff adds and the other diff removes is left out.
        """
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

    def by_chapter(self, episodes: Sequence[str]) -> dict[str, MemoryDiff]:
        """Divide the changes of one transaction among the chapters that the transaction saved.

        *episodes* are the ids of the saved chapters, in order. A new, retired or reopened fact belongs to the first of
        the saved chapters that has evidence for it. A new or gone entity belongs to the chapter of its first mention.
        An ended fact belongs to the last saved chapter with evidence for the end of the fact. An issue belongs to the
        last saved chapter that the issue quotes. The evidence, the quotes or the first mention may be in none of the
        saved chapters. In this case, the change of the fact, entity or issue belongs to the last saved chapter.
        """
        begun = {one.uuid: _episodes_of(one.evidence) for one in self.added}
        rank = {episode: number for number, episode in enumerate(episodes)}

        def first(told: Iterable[str]) -> int:
            return min((rank[one] for one in told if one in rank), default=len(rank) - 1)

        def last(told: Iterable[str]) -> int:
            return max((rank[one] for one in told if one in rank), default=len(rank) - 1)

        def ended(fact: Fact) -> int:
            by = [told for other in fact.ended_by for told in begun.get(other, ())]
            return last((*by, *_episodes_of(fact.ends)))

        def shared(listed: Iterable[_Any], place: Callable[[_Any], int]) -> list[tuple[_Any, ...]]:
            rows: list[list[_Any]] = [[] for _ in rank]
            for one in listed:
                rows[place(one)].append(one)
            return [tuple(row) for row in rows]

        shares = zip(
            shared(self.added, lambda one: first(_episodes_of(one.evidence))),
            shared(self.retired, lambda one: first(_episodes_of(one.evidence))),
            shared(self.ended, ended),
            shared(self.reopened, lambda one: first(_episodes_of(one.evidence))),
            shared(self.entities_new, lambda one: first((one.first.episode,))),
            shared(self.entities_gone, lambda one: first((one.first.episode,))),
            shared(self.issues_new, lambda one: last(_episodes_of(one.evidence))),
            shared(self.issues_settled, lambda one: last(_episodes_of(one.evidence))),
            shared(self.united, lambda one: first((one.one.first.episode,))),
            shared(self.split, lambda one: first((one.one.first.episode,))),
            strict=True,
        )
        return {episode: MemoryDiff(*share) for episode, share in zip(rank, shares, strict=True)}


def _episodes_of(evidence: Iterable[Evidence]) -> tuple[str, ...]:
    return tuple(one.episode for one in evidence)


_Listed = TypeVar("_Listed", bound=Fact | Entity | Issue)
_Any = TypeVar("_Any", bound=Fact | Entity | Issue | IdentityChange)


def _net(
    first: tuple[_Listed, ...], later: tuple[_Listed, ...], undone: tuple[_Listed, ...], undoing: tuple[_Listed, ...]
) -> tuple[_Listed, ...]:
    """Return the items of two successive diffs. An item that one of the diffs reports and the other diff reverses is
    left out, such as a fact that was added and later retired.
    """
    before, after = {one.uuid for one in undone}, {one.uuid for one in undoing}
    kept = [one for one in first if one.uuid not in after]
    return (*kept, *(one for one in later if one.uuid not in before))


@dataclass(frozen=True, slots=True)
class ChapterReport:
    """The outcome of the ingestion of a chapter. `error` is the reason why the chapter failed. `job` is the id of the
    job that will read the chapter, or None if no job is needed.

    `read_by` says who read the chapter: the name of the model, or "rules". `statements` is the number of statements
    that were read from its text. `read_by` is empty and `statements` is 0 if the chapter was not read, for example
    because it is unchanged.

    If several chapters were saved in one transaction, `diff` contains only this chapter's changes (see
    `MemoryDiff.by_chapter`).
    """

    key: str
    title: str
    outcome: Outcome
    episode: str | None = None
    windows_read: int = 0
    windows_kept: int = 0
    read_by: str = ""
    statements: int = 0
    rejected: tuple[Rejection, ...] = ()
    pending: int = 0
    """The number of pairs of statements about which the judge was not asked because of the limits per statement and per
    chapter. The two statements of such a pair may contradict or repeat each other.
    """
    diff: MemoryDiff = field(default_factory=MemoryDiff)
    error: EpisodicError | None = None
    moved: bool = False
    renamed: bool = False
    """Whether the chapter was renamed. The fields `moved` and `renamed` are set independently of `outcome`."""
    job: str | None = None


@dataclass(frozen=True, slots=True)
class ManuscriptReport:
    """The outcomes of the ingested chapters in the given order, followed by the removed chapters.

    `revision` is the work's revision after the ingestion. `diff` contains the changes caused by removing, moving and
    renaming chapters. The changes caused by reading a chapter are not in `diff`, but in the report of this chapter.
    """

    chapters: tuple[ChapterReport, ...]
    revision: int
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    diff: MemoryDiff = field(default_factory=MemoryDiff)

    @property
    def failed(self) -> tuple[ChapterReport, ...]:
        """Return the reports of the chapters that could not be read or saved because of an error. If the graph has an
        older version of a failed chapter, this version stays in the graph.
        """
        return tuple(one for one in self.chapters if one.outcome is Outcome.FAILED)


class Stage(StrEnum):
    """The stages of the ingestion of a chapter, in the order in which they are completed. The completion of QUESTIONS
    is not reported. REBUILDING is reported for each stored chapter if the work has no usable checkpoint, for example
    after an update of the program. If no checkpoint is usable, the work is derived again from what is stored, without a
    call of the model.
    """

    REBUILDING = "rebuilding"
    ENTITIES = "entities"
    FACTS = "facts"
    QUESTIONS = "questions"
    SAVING = "saving"


@dataclass(frozen=True, slots=True)
class Progress:
    """A completed stage in the ingestion of a chapter. `done` of `total` chapters are saved when the stage is
    completed.
    """

    stage: Stage
    chapter: str
    done: int
    total: int


OnProgress = Callable[[Progress], None]


def memory_diff(
    before: tuple[Mapping[str, Fact], Mapping[str, Entity], Mapping[str, Issue]],
    after: tuple[Mapping[str, Fact], Mapping[str, Entity], Mapping[str, Issue]],
) -> MemoryDiff:
    """Return the difference between two graphs. Each graph is given as its facts, entities and issues, by id."""
    facts, entities, issues = before
    new_facts, new_entities, new_issues = after
    others = changed_keys(facts, new_facts)
    both = [(facts[uuid], new_facts[uuid]) for uuid in others if uuid in facts]
    return MemoryDiff(
        added=tuple(new_facts[uuid] for uuid in others if uuid not in facts),
        retired=_missing(facts, new_facts),
        ended=tuple(now for then, now in both if then.invalid_at is None and now.invalid_at is not None),
        reopened=tuple(now for then, now in both if then.invalid_at is not None and now.invalid_at is None),
        entities_new=_missing(new_entities, entities),
        entities_gone=_missing(entities, new_entities),
        issues_new=_missing(new_issues, issues),
        issues_settled=_missing(issues, new_issues),
    )


def _missing(values: Mapping[str, _Listed], others: Mapping[str, _Listed]) -> tuple[_Listed, ...]:
    return tuple(map(values.__getitem__, missing_keys(values, others)))
