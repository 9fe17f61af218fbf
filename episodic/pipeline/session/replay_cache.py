"""A cache of replays of a work's first chapters, so that a replay after a change starts shortly before the change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from episodic.model.decisions import Override
from episodic.model.settings import WorkSettings
from episodic.pipeline.inputs import ChapterInput, WorkInputs
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.session.speculative_replay import CHECKPOINT_INTERVAL, LATEST_CHECKPOINTS


@dataclass(frozen=True, slots=True)
class _ReplayContext:
    """The inputs on which a replay depends, apart from the replayed chapters."""

    settings: WorkSettings
    acts: tuple[Override, ...]
    episodes: frozenset[str]

    @classmethod
    def of(cls, inputs: WorkInputs) -> _ReplayContext:
        """Return the context of these inputs.

        The ids of chapters are included only if an override applies from the chapter, because a merge depends on whether
        its chapter exists.
        """
        named = {one.told_from for one in inputs.acts}
        episodes = frozenset(one.uuid for one in inputs.episodes if one.uuid in named) if named else frozenset[str]()
        return cls(inputs.settings, inputs.acts, episodes)


class ReplayCache:
    """A cache of replays of a work's first chapters. Only replays without open questions are cached."""

    def __init__(self) -> None:
        self._context: _ReplayContext | None = None
        self._sparse: dict[int, tuple[tuple[ChapterInput, ...], Replay]] = {}
        self._latest: dict[int, tuple[tuple[ChapterInput, ...], Replay]] = {}

    def keep(self, inputs: WorkInputs, told: Sequence[ChapterInput], replay: Replay) -> None:
        """Cache a replay of the chapters *told* of *inputs*. The caller must not change the replay afterwards.

        The chapters are kept with the readings that the replay used, because the state of the work has these readings.
        """
        if replay.open or not told:
            return
        told = replay.completed
        self._use_context(_ReplayContext.of(inputs))
        count = len(told)
        self._latest.pop(count, None)
        self._latest[count] = (tuple(told), replay)
        while len(self._latest) > LATEST_CHECKPOINTS:
            self._latest.pop(next(iter(self._latest)))
        if count % CHECKPOINT_INTERVAL == 0:
            self._sparse[count] = (tuple(told), replay)

    def latest(self, inputs: WorkInputs, told: Sequence[ChapterInput]) -> tuple[Replay, int] | None:
        """Return the cached replay of the longest prefix of *told*, and the length of this prefix.

        The caller must copy the replay before adding chapters to the replay.
        """
        self._use_context(_ReplayContext.of(inputs))
        best: tuple[Replay, int] | None = None
        for kept in (self._sparse, self._latest):
            for count, (chapters, replay) in kept.items():
                more = count <= len(told) and (best is None or count > best[1])
                if more and all(one is other for one, other in zip(chapters, told, strict=False)):
                    best = (replay, count)
        return best

    def _use_context(self, context: _ReplayContext) -> None:
        if context != self._context:
            self._context = context
            self._sparse.clear()
            self._latest.clear()
