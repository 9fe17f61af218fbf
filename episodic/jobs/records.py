"""The record of a job: what it does, who runs it, how far it is, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from episodic.errors import EpisodicError
from episodic.model.episodes import Layer
from episodic.model.settings import WorkSettings


class JobKind(StrEnum):
    """What a job does: it ingests chapters, reads stored chapters that have no reading yet, reads chapters again, or
    imports a work.
    """

    INGEST = "ingest"
    READ = "read"
    REREAD = "reread"
    IMPORT = "import"

    @property
    def has_texts(self) -> bool:
        """Return whether texts are stored with a job of this kind, without which it cannot run."""
        return self in {JobKind.INGEST, JobKind.IMPORT}


class JobState(StrEnum):
    """The states of a job. A job is receiving while its texts are still being stored. A job with all its texts waits
    (queued) or runs. A job has ended if it succeeded, failed or was cancelled.
    """

    RECEIVING = "receiving"
    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"


GONE = "gone"
"""The outcome, in the result of a job, of a chapter that was removed from the work before the job could read it."""
ENDED = frozenset({JobState.SUCCEEDED, JobState.FAILED, JobState.CANCELLED})


@dataclass(frozen=True, slots=True)
class JobOptions:
    """The options with which a job was submitted, without the texts that the job processes.

    `layer`, `manuscript` and `removing` belong to ingestions, and have the same meaning as in
    `StoryGraph.add_manuscript`. If `replacing` is false, an ingestion removes no chapter, and fails if a chapter with
    the same key has another text. `chapters` are the ids of the chapters that a job of the kind "read" reads, or that a
    reread reads again (None for all). `every` belongs to rereads. `settings` are the settings that an ingestion stores
    with the work, or None if the work keeps its settings.
    """

    layer: Layer = Layer.CANON
    manuscript: str = ""
    removing: bool | None = None
    replacing: bool = True
    chapters: tuple[str, ...] | None = None
    every: bool = False
    settings: WorkSettings | None = None


@dataclass(frozen=True, slots=True)
class JobFailure:
    """Why a job failed: the class of the error or a name such as "ChaptersFailed", the message, and a hint what to do."""

    type: str
    message: str
    hint: str = ""

    @classmethod
    def of(cls, error: EpisodicError) -> JobFailure:
        return cls(type(error).__name__, error.message, error.hint)


@dataclass(frozen=True, slots=True)
class JobResult:
    """The result of a job: the work's revision after the job, and the number of chapters with each outcome.

    The `outcomes` of an import are {"imported": 1} or {"unchanged": 1}. The outcome GONE counts chapters that were
    removed before the job could read them. `chapter` is the id of the chapter if the job reported exactly one chapter,
    and otherwise "". The result of a job contains no text of the work, so that no deleted text remains in the record of
    a job.
    """

    revision: int
    outcomes: Mapping[str, int] = field(default_factory=dict[str, int])
    chapter: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """One job of a work.

    `reader` is the name of the reader that the job needs. `inputs` is the number of parts in which the texts of the job
    are stored. `owner` is the process that runs the job, or the call that stores its texts. The owner has the job until
    the time `lease_until` (seconds since 1970), and extends this time while it works on the job. `attempts` counts how
    often the job was started. `stalled` counts how often the job was started since it last saved a chapter.
    `cancelling` is true if the owner was asked to stop. `done` is the number of chapters that are saved, and `total` is
    the number of chapters of the job.
    """

    uuid: str
    group_id: str
    kind: JobKind
    created_at: str
    options: JobOptions = JobOptions()
    reader: str = ""
    state: JobState = JobState.RECEIVING
    inputs: int = 0
    owner: str = ""
    lease_until: float = 0.0
    attempts: int = 0
    stalled: int = 0
    cancelling: bool = False
    stage: str = ""
    done: int = 0
    total: int = 0
    started_at: str | None = None
    finished_at: str | None = None
    result: JobResult | None = None
    failure: JobFailure | None = None

    @property
    def ended(self) -> bool:
        return self.state in ENDED

    def held(self, now: float) -> bool:
        """Return whether a process holds the lease of the job at the time *now*."""
        return bool(self.owner) and now < self.lease_until

    def runnable(self, now: float) -> bool:
        """Return whether the job can be started at the time *now*: it is queued, or the lease of the process that ran
        it has expired.
        """
        return self.state is JobState.QUEUED or (self.state is JobState.RUNNING and not self.held(now))

    def finished(
        self, state: JobState, at: str, *, failure: JobFailure | None = None, result: JobResult | None = None
    ) -> Job:
        """Return the job as one that ended with *state*, without an owner."""
        return replace(
            self,
            state=state,
            finished_at=at,
            owner="",
            lease_until=0.0,
            cancelling=False,
            failure=failure,
            result=result,
        )
