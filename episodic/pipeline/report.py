"""What an ingestion or an edit came to: per chapter, and what changed in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from episodic.errors import EpisodicError
from episodic.model.graph import Entity, Fact, Issue
from episodic.model.readings import Rejection


class Outcome(StrEnum):
    """What became of one chapter."""

    ADDED = "added"
    REPLACED = "replaced"
    UNCHANGED = "unchanged"
    REMOVED = "removed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class MemoryDiff:
    """What a commit changed in the graph. `ended` and `reopened` hold the facts as they are now."""

    added: tuple[Fact, ...] = ()
    retired: tuple[Fact, ...] = ()
    ended: tuple[Fact, ...] = ()
    reopened: tuple[Fact, ...] = ()
    entities_new: tuple[Entity, ...] = ()
    entities_gone: tuple[Entity, ...] = ()
    issues_new: tuple[Issue, ...] = ()
    issues_settled: tuple[Issue, ...] = ()

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


@dataclass(frozen=True, slots=True)
class ChapterReport:
    """What became of one chapter; `error` says why it failed."""

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


@dataclass(frozen=True, slots=True)
class ManuscriptReport:
    """What became of a manuscript's chapters, in telling order, and the work's revision after it."""

    chapters: tuple[ChapterReport, ...]
    revision: int
    counts: Mapping[str, int] = field(default_factory=dict[str, int])

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
