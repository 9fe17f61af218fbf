"""Replays kept on the way through a work, so that telling it again begins at the last place before which nothing changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from episodic.model.asserted import Act
from episodic.model.settings import WorkSettings
from episodic.pipeline.asserted import Asserted, AssertedChapter
from episodic.pipeline.telling.replay import Replay
from episodic.pipeline.work.trial import APART, LATEST


@dataclass(frozen=True, slots=True)
class _Frame:
    """What a replay rests on beside the chapters it tells."""

    settings: WorkSettings
    acts: tuple[Act, ...]
    episodes: frozenset[str]

    @classmethod
    def of(cls, asserted: Asserted) -> _Frame:
        """An act may wait for a chapter only where the work has it, so with acts the chapters of the work count, too."""
        episodes = frozenset(one.uuid for one in asserted.episodes) if asserted.acts else frozenset[str]()
        return cls(asserted.settings, asserted.acts, episodes)


class Tellings:
    """Replays of one work's beginnings under its kept answers. Only replays that leave no question open are kept."""

    def __init__(self) -> None:
        self._frame: _Frame | None = None
        self._sparse: dict[int, tuple[tuple[AssertedChapter, ...], Replay]] = {}
        self._latest: dict[int, tuple[tuple[AssertedChapter, ...], Replay]] = {}

    def keep(self, asserted: Asserted, told: Sequence[AssertedChapter], replay: Replay) -> None:
        """Keep a replay of *told*, chapters of *asserted*; it must not be told on."""
        if replay.open or not told:
            return
        self._under(_Frame.of(asserted))
        count = len(told)
        self._latest.pop(count, None)
        self._latest[count] = (tuple(told), replay)
        while len(self._latest) > LATEST:
            self._latest.pop(next(iter(self._latest)))
        if count % APART == 0:
            self._sparse[count] = (tuple(told), replay)

    def latest(self, asserted: Asserted, told: Sequence[AssertedChapter]) -> tuple[Replay, int] | None:
        """The kept replay of the most of *told*'s first chapters, to be copied before it is told on, and how many these are."""
        self._under(_Frame.of(asserted))
        best: tuple[Replay, int] | None = None
        for kept in (self._sparse, self._latest):
            for count, (chapters, replay) in kept.items():
                more = count <= len(told) and (best is None or count > best[1])
                if more and all(one is other for one, other in zip(chapters, told, strict=False)):
                    best = (replay, count)
        return best

    def _under(self, frame: _Frame) -> None:
        if frame != self._frame:
            self._frame = frame
            self._sparse.clear()
            self._latest.clear()
