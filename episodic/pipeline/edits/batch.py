"""The state of a batch of chapters during ingestion: the readings so far, and the errors of chapters that failed."""

from __future__ import annotations

from dataclasses import dataclass, field

from episodic.errors import EpisodicError
from episodic.model.episodes import Episode
from episodic.pipeline.chapter_reading import PartialReading
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.reports import Outcome
from episodic.pipeline.session.speculative_replay import ResolvedIdentities


@dataclass(slots=True)
class Batch:
    """A batch of chapters during ingestion, with the readings so far and the errors of chapters that failed."""

    episodes: list[Episode]
    replaced: set[str]
    rereading: bool = False
    unread: frozenset[str] = frozenset()
    """The names of readers whose stored readings are not used: the windows that they read are read again."""
    stored: bool = False
    """Whether the work has these chapters already. If another process commits while they are read, it may have edited
    or removed them, so that they must not be saved as they were.
    """
    parts: dict[str, PartialReading] = field(default_factory=dict[str, PartialReading])
    read: dict[str, ChapterInput] = field(default_factory=dict[str, ChapterInput])
    failed: dict[str, EpisodicError] = field(default_factory=dict[str, EpisodicError])
    identities: ResolvedIdentities | None = None

    def outcome(self, episode: Episode) -> Outcome:
        """Return the outcome of a saved chapter for the report: reread, replaced or added."""
        if self.rereading:
            return Outcome.REREAD
        return Outcome.REPLACED if episode.uuid in self.replaced else Outcome.ADDED

    def stays_out(self, episode: Episode) -> bool:
        """Return whether the chapter failed and the work has an older version of it, which is kept."""
        return episode.uuid in self.failed and episode.uuid in self.replaced
