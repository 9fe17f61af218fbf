"""Several chapters on their way in: what is read of them so far, and what went wrong with which."""

from __future__ import annotations

from dataclasses import dataclass, field

from episodic.errors import EpisodicError
from episodic.model.episodes import Episode
from episodic.pipeline.asserted import Asserted, AssertedChapter
from episodic.pipeline.reading import PartRead
from episodic.pipeline.report import Outcome
from episodic.pipeline.telling.replay import Replay
from episodic.pipeline.work.settling import Watch
from episodic.pipeline.work.trial import Trial


@dataclass(frozen=True, slots=True)
class Begun:
    """The chapters of a batch told as they are read, before all is known about who is who; and who watches the telling."""

    trial: Trial
    watch: Watch


@dataclass(frozen=True, slots=True)
class Ready:
    """Chapters that are read, the work with them, and what is to be told of it after *base*."""

    chapters: list[AssertedChapter]
    merged: Asserted
    base: Replay
    rest: list[AssertedChapter]


@dataclass(slots=True)
class Batch:
    """Chapters on their way in: as episodes, as read so far, and what went wrong with which."""

    episodes: list[Episode]
    replaced: set[str]
    rereading: bool = False
    unread: frozenset[str] = frozenset()
    """Readers whose readings are not kept."""
    parts: dict[str, PartRead] = field(default_factory=dict[str, PartRead])
    read: dict[str, AssertedChapter] = field(default_factory=dict[str, AssertedChapter])
    failed: dict[str, EpisodicError] = field(default_factory=dict[str, EpisodicError])
    met: Trial | None = None
    """Who is who, as far as the entities tell."""
    begun: Begun | None = None

    def outcome(self, episode: Episode) -> Outcome:
        """What becomes of a chapter that is saved."""
        if self.rereading:
            return Outcome.REREAD
        return Outcome.REPLACED if episode.uuid in self.replaced else Outcome.ADDED

    def stays_out(self, episode: Episode) -> bool:
        """Whether nothing of the chapter is saved: it could not be read, and another reading of it is there."""
        return episode.uuid in self.failed and episode.uuid in self.replaced
