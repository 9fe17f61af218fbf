"""A cache of replays of a work up to certain chapters, so that a replay after a change starts shortly before the
change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import is_
from typing import Final

from episodic.model.decisions import OverrideKind
from episodic.model.episodes import Episode
from episodic.pipeline.inputs import ChapterInput, WorkInputs
from episodic.pipeline.overrides.affected_chapters import joined
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.session.kept_replays import KeptReplay, ReplayContext, StoredReplay, fitting
from episodic.pipeline.session.known_continuation import ContinuedReplay, KnownContinuation

OnRebuilding = Callable[[Episode], None]
CHECKPOINT_INTERVAL = 16
"""A replay of a multiple of this number of chapters stays cached as long as the settings of the work do not change. Other replays are dropped when LATEST_CHECKPOINTS newer replays are cached.
"""
SHORT_INTERVAL = 4
"""The number of chapters between two cached replays while all chapters of a short work are replayed."""
LATEST_CHECKPOINTS = 32
"""The maximum number of the latest replays that are cached in addition to the replays at intervals of
CHECKPOINT_INTERVAL chapters.
"""

_OF_IDENTITIES: Final = frozenset({OverrideKind.MERGE, OverrideKind.SPLIT})


def interval_of(chapters: int) -> int:
    """Return the number of chapters between two replays that are cached while all chapters of a work are replayed. The
    distance between two cached replays is greater in a long work. The reason is that the memory for a cached replay
    grows with the length of the work.
    """
    return SHORT_INTERVAL if chapters <= SHORT_INTERVAL * LATEST_CHECKPOINTS else CHECKPOINT_INTERVAL


class ReplayCache:
    """A cache of replays of a work up to certain chapters, which is emptied when the settings change. Only replays
    without open questions are cached. After a change of overrides, a replay is used again if it ends before the first
    chapter in which a changed override takes effect.
    """

    def __init__(self) -> None:
        self._context: ReplayContext | None = None
        self._sparse: dict[int, KeptReplay] = {}
        self._latest: dict[int, KeptReplay] = {}
        self._stored: dict[int, KeptReplay] = {}
        self._continued: tuple[ReplayContext, ContinuedReplay] | None = None

    def know(self, inputs: WorkInputs, replays: Mapping[int, StoredReplay]) -> None:
        """Use the replays that a checkpoint keeps. *replays* maps a number of chapters to the replay of so many
        chapters from the beginning of *inputs*.
        """
        context = self._use_context(inputs)
        self._continued = None
        told = inputs.in_narrative_order()
        self._stored = {
            count: KeptReplay(context, told[:count], one.restore, stored=one) for count, one in replays.items()
        }

    def between(self, inputs: WorkInputs, first: int, last: int) -> dict[int, Replay]:
        """Return cached replays that this process made of the first chapters of *inputs*, by number of chapters. A
        returned replay has more than *first* and at most *last* chapters.
        """
        kept, context = {**self._sparse, **self._latest}, self._use_context(inputs)
        fit = fitting(
            (one for count, one in kept.items() if first < count <= last), inputs.in_narrative_order(), context
        )
        return {len(one.told): one.under(context).replay() for one in fit}

    def continued(self, inputs: WorkInputs) -> ContinuedReplay | None:
        """Return two replays up to the last chapter that was replayed for *inputs*. The first is the new replay. The
        second is the earlier replay whose results were used for all later chapters. Return None if all chapters were
        replayed, or if the last replay was not a replay of *inputs*.
        """
        if self._continued is None or self._continued[0] != ReplayContext.of(inputs):
            return None
        found = self._continued[1]
        return found if all(map(is_, found.first.completed, inputs.in_narrative_order())) else None

    def keep(self, inputs: WorkInputs, told: Sequence[ChapterInput], replay: Replay) -> None:
        """Cache *replay*, which replays *told*: the canon chapters of *inputs* up to some chapter. The caller must not
        change the replay afterwards.

        The replay is stored with the readings that it used, which can differ from those in *told* if rules completed
        them.
        """
        if replay.open or not told:
            return
        self._keep(KeptReplay(self._use_context(inputs), replay.completed, lambda: replay))

    def replayed(self, inputs: WorkInputs, empty: Replay, rebuilding: OnRebuilding) -> Replay:
        """Return a replay of all canon chapters of *inputs*, and cache replays on the way. *empty* is a replay without
        chapters, and *rebuilding* is called with each chapter before it is replayed.
        """
        told = inputs.in_narrative_order()
        interval = interval_of(len(told))
        for count, chapter in enumerate(told, start=1):
            rebuilding(chapter.episode)
            empty.add(chapter)
            if count % interval == 0 or count == len(told):
                self.keep(inputs, told[:count], empty.copy())
        return empty

    def replayed_to(
        self, inputs: WorkInputs, told: Sequence[ChapterInput], empty: Callable[[WorkInputs], Replay]
    ) -> Replay:
        """Return a replay of *told*, canon chapters from the beginning of *inputs*. The caller must not change the
        replay, because it may be a cached one. *empty* returns a replay without chapters.
        """
        known = self.latest(inputs, told)
        if known is not None and known[1] == len(told):
            return known[0]
        begun, count = known or (empty(inputs), 0)
        replay = begun.copy()
        for chapter in told[count:]:
            replay.add(chapter)
        return replay

    def _keep(self, kept: KeptReplay) -> None:
        count = len(kept.told)
        self._latest.pop(count, None)
        self._latest[count] = kept
        while len(self._latest) > LATEST_CHECKPOINTS:
            self._latest.pop(next(iter(self._latest)))
        if count % CHECKPOINT_INTERVAL == 0:
            self._sparse[count] = kept

    def latest(self, inputs: WorkInputs, told: Sequence[ChapterInput]) -> tuple[Replay, int] | None:
        """Return the longest cached replay that fits the beginning of *told* (canon chapters of *inputs*), and the
        number of its chapters. If no cached replay fits, return None.

        The caller must copy the replay before adding chapters to the replay.
        """
        context = self._use_context(inputs)
        every = chain.from_iterable(kept.values() for kept in (self._sparse, self._latest, self._stored))
        known = max(fitting(every, told, context), key=lambda one: len(one.told), default=None)
        if known is None:
            return None
        best = known.under(context)
        replay = best.replay()
        if best is not known or best.stored is not None:
            # A loaded replay shares its entries with the replays that continue it. Two loads of it share nothing.
            self._keep(KeptReplay(context, best.told, lambda: replay))
        return replay, len(best.told)

    def continuation(self, inputs: WorkInputs, known: WorkInputs, last: Replay) -> KnownContinuation | None:
        """Return a KnownContinuation for a replay of *inputs*. *last* is the last replay of the work, and *known* are
        the inputs from which it was made. Some chapters have another text in *known* than in *inputs*, or some
        overrides differ. Return None if *inputs* and *known* differ in more, or if the last chapter is a changed one.
        Return None, too, if *last* has open questions, or if no cached replay covers all changed chapters. After a
        merge or split, the entities of all later chapters differ, so that None is returned then, too.
        """
        told, before = inputs.in_narrative_order(), last.completed
        context, then = self._use_context(inputs), ReplayContext.of(known)
        if last.open or context.settings != then.settings:
            return None
        if any(act.kind in _OF_IDENTITIES for one in context.changed(then) for act in one.acts):
            return None
        if [one.episode.uuid for one in told] != [one.episode.uuid for one in before]:
            return None
        changed = joined(_differing(told, before), context.affected(then, told), context.affected(then, before))
        kept = {**self._stored, **self._sparse, **self._latest}
        at = {
            count: one
            for count, one in sorted(kept.items())
            if count >= changed.stop and one.context == then and one.begins(before)
        }
        if not changed or changed.stop == len(told) or not at:
            return None
        return KnownContinuation(
            context, KeptReplay(then, before, lambda: last), at, changed, partial(self._keep_continued, context)
        )

    def _keep_continued(self, context: ReplayContext, continued: ContinuedReplay, later: Iterable[KeptReplay]) -> None:
        self._continued = context, continued
        for one in later:
            self._keep(one)

    def _use_context(self, inputs: WorkInputs) -> ReplayContext:
        known, context = self._context, ReplayContext.of(inputs)
        if known == context and known is not None:
            return known
        if known is not None and known.settings != context.settings:
            self._sparse.clear()
            self._latest.clear()
            self._stored.clear()
        self._context, self._continued = context, None
        return context


def _differing(told: Sequence[ChapterInput], before: Sequence[ChapterInput]) -> range:
    """Return the range of indexes from the first to the last chapter that differs between two works."""
    numbers = [number for number, same in enumerate(map(is_, told, before)) if not same]
    return range(numbers[0], numbers[-1] + 1) if numbers else range(0)
