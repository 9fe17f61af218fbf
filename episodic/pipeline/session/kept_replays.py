"""Replays that are kept to be continued: what they depend on, and whether they still fit a changed work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from operator import is_

from episodic.model.decisions import Override
from episodic.model.settings import WorkSettings
from episodic.pipeline.inputs import ChapterInput, WorkInputs
from episodic.pipeline.overrides.affected_chapters import joined
from episodic.pipeline.overrides.identity_overrides import AppliedOverrides
from episodic.pipeline.replay.replay import Replay


@dataclass(frozen=True, slots=True)
class ReplayContext:
    """Everything on which a replay depends except its chapters and the stored answers: settings and overrides."""

    settings: WorkSettings
    acts: tuple[Override, ...]
    episodes: frozenset[str]

    @classmethod
    def of(cls, inputs: WorkInputs) -> ReplayContext:
        """Return the settings and overrides of *inputs*, and the ids of those chapters from which an override applies.
        The ids of these chapters are part of the context, because a merge takes effect at a chapter only if the chapter
        exists.
        """
        named = {one.told_from for one in inputs.acts}
        episodes = frozenset(one.uuid for one in inputs.episodes if one.uuid in named) if named else frozenset[str]()
        return cls(inputs.settings, inputs.acts, episodes)

    def overrides(self) -> AppliedOverrides:
        """Return the overrides as they are before the first chapter."""
        return AppliedOverrides.of(self.acts, self.episodes)

    def affected(self, before: ReplayContext, told: Sequence[ChapterInput]) -> range:
        """Return a range of indexes of *told*, the chapters of a work from the beginning. In the chapters outside the
        range, no override takes effect that differs between this context and the context *before*.
        """
        if self.settings != before.settings:
            return range(len(told))
        return joined(*(one.affected(told) for one in self.changed(before)))

    def changed(self, before: ReplayContext) -> list[AppliedOverrides]:
        """Return the overrides that only this context has, and those that only the context *before* has."""
        return [] if self is before or self == before else [self._without(before), before._without(self)]

    def _without(self, other: ReplayContext) -> AppliedOverrides:
        known = other._overrides_by_id()
        changed = [act for uuid, (act, there) in self._overrides_by_id().items() if known.get(uuid) != (act, there)]
        return AppliedOverrides.of(changed, self.episodes)

    def _overrides_by_id(self) -> dict[str, tuple[Override, bool]]:
        """Return each override by its id, with whether the work has the chapter from which the override applies."""
        return {one.uuid: (one, one.told_from in self.episodes) for one in self.acts}


@dataclass(frozen=True, slots=True)
class StoredReplay:
    """A replay up to some chapter, which a checkpoint stores as changes since the previous stored replay. The previous
    stored replay has `before` chapters (0 if there is none). `restore` returns the replay. `continued` is a faster way
    to get the replay: it takes the previous stored replay, and shares all unchanged values with it. A replay that
    `continued` returns may only be compared with another replay, and must not be continued with later chapters.
    """

    before: int
    restore: Callable[[], Replay]
    continued: Callable[[Replay], Replay]


class KeptReplay:
    """A replay of the first chapters of a work, *told*, which is made or loaded when it is used for the first time."""

    def __init__(
        self,
        context: ReplayContext,
        told: Sequence[ChapterInput],
        make: Callable[[], Replay],
        *,
        stored: StoredReplay | None = None,
    ) -> None:
        self.context, self.told, self.stored = context, tuple(told), stored
        self.replay = cache(make)

    def begins(self, told: Sequence[ChapterInput]) -> bool:
        """Return whether *told* begins with the chapters of this replay."""
        return len(self.told) <= len(told) and all(map(is_, self.told, told))

    def under(self, context: ReplayContext) -> KeptReplay:
        """Return the replay with the overrides of *context*, under which its chapters have the same results."""
        if context is self.context or context == self.context:
            return self
        make = self.replay
        return KeptReplay(context, self.told, lambda: make().with_overrides(context.overrides()), stored=self.stored)


def fitting(kept: Iterable[KeptReplay], told: Sequence[ChapterInput], context: ReplayContext) -> list[KeptReplay]:
    """Return those of the replays *kept* that have the results of a replay of the first chapters of *told* under
    *context*.
    """
    same: list[tuple[ReplayContext, int]] = []

    def unaffected(before: ReplayContext) -> int:
        known = next((count for one, count in same if one is before), None)
        if known is None:
            affected = context.affected(before, told)
            known = affected.start if affected else len(told)
            same.append((before, known))
        return known

    return [one for one in kept if one.begins(told) and len(one.told) <= unaffected(one.context)]
