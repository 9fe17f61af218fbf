"""A cache of replays of a work up to certain chapters, so that a replay after a change starts shortly before the
change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import takewhile
from operator import is_

from episodic.model.decisions import Override
from episodic.model.episodes import Episode
from episodic.model.settings import WorkSettings
from episodic.pipeline.inputs import ChapterInput, WorkInputs
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.replay.replay_states import continued

OnRebuilding = Callable[[Episode], None]
CHECKPOINT_INTERVAL = 16
"""A replay of a multiple of this number of chapters stays cached as long as the settings and overrides of the work do
not change. Other replays are dropped when LATEST_CHECKPOINTS newer replays are cached.
"""
SHORT_INTERVAL = 4
"""The number of chapters between two cached replays while all chapters of a short work are replayed."""
LOADED = 16
"""To load a replay from a checkpoint, and to compare all of it, takes about as long as to replay this number of
chapters.
"""
LATEST_CHECKPOINTS = 32
"""The maximum number of the latest replays that are cached in addition to the replays at intervals of
CHECKPOINT_INTERVAL chapters.
"""


def interval_of(chapters: int) -> int:
    """Return the number of chapters between two replays that are cached while all chapters of a work are replayed. The
    distance between two cached replays is greater in a long work. The reason is that the memory for a cached replay
    grows with the length of the work.
    """
    return SHORT_INTERVAL if chapters <= SHORT_INTERVAL * LATEST_CHECKPOINTS else CHECKPOINT_INTERVAL


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


class _KeptReplay:
    def __init__(
        self, told: Sequence[ChapterInput], make: Callable[[], Replay], *, stored: StoredReplay | None = None
    ) -> None:
        self.told, self.stored = tuple(told), stored
        self.replay = cache(make)

    def begins(self, told: Sequence[ChapterInput]) -> bool:
        return len(self.told) <= len(told) and all(map(is_, self.told, told))


@dataclass(frozen=True, slots=True)
class ContinuedReplay:
    """Two replays of equally many chapters after which all later chapters have the same results. `first` is made with
    the present text, and `known` with the text before an edit.
    """

    first: Replay
    known: Replay


class KnownContinuation:
    """The last replay of a work, from which a new replay can take over the results of the chapters after the last
    changed chapter. Some chapters of the new replay have another text than in the last replay. After some chapter, the
    new replay may have the same state as the last replay had after this chapter. The results of all later chapters are
    then taken from the last replay.
    """

    def __init__(
        self,
        last: Replay,
        at: Mapping[int, _KeptReplay],
        changed: range,
        keep: Callable[[ContinuedReplay, Iterable[_KeptReplay]], None],
    ) -> None:
        self._last, self._at, self._changed, self._keep = last, dict(at), changed, keep
        self._from, self._gap = 0, 1

    def starts_at(self, replay: Replay) -> bool:
        """Return whether *replay* has all chapters before the first changed chapter, and no others."""
        return len(replay.chapters) == self._changed.start

    def follow(self, replay: Replay) -> None:
        """Compute the state after the last changed chapter that the work had before the edit, for comparison with the
        new replay. *replay* has all chapters before the first changed chapter, and the old texts of the changed
        chapters are replayed after it. If a cached replay has this state, or a state some chapters later that costs
        less to reach, nothing is replayed. If a checkpoint stores this state as changes of the state of *replay*, these
        changes are used.
        """
        start, stop = self._changed.start, self._changed.stop
        costs = [count - stop + (LOADED if one.stored else 0) for count, one in self._at.items()]
        if min(costs, default=len(self._last.chapters)) < stop - start:
            return
        stored = self._at[stop].stored if stop in self._at else None
        if stored is not None and stored.before == start > 0:
            self._at[stop] = _KeptReplay(self._last.completed[:stop], partial(stored.continued, replay.copy()))
            return
        known = replay.copy()
        for chapter in self._last.completed[start:stop]:
            known.add(chapter)
        told = zip(known.chapters[start:], self._last.chapters[start:stop], strict=True)
        if not known.open and all(one.equals(other) for one, other in told):
            self._at[stop] = _KeptReplay(self._last.completed[:stop], lambda: known)

    def after(self, replay: Replay) -> Replay | None:
        """Return *replay*, extended by the results that the last replay of the work has for the later chapters. Return
        None if the later chapters may have other results now. Return None, too, if no comparison with the last replay
        is made after the last chapter of *replay*.

        To save time, each comparison that finds a difference doubles the number of chapters before the next comparison.
        """
        count = len(replay.chapters)
        known = self._at.get(count)
        if known is None or count < self._from:
            return None
        self._from, self._gap = count + self._gap, 2 * self._gap
        return continued(replay, known.replay(), self._last)

    def keep(self, first: Replay) -> None:
        count = len(first.chapters)
        known = self._at[count].replay()
        later = [one for one in self._at.values() if count < len(one.told) < len(self._last.chapters)]
        self._keep(
            ContinuedReplay(first, known),
            [
                _KeptReplay((*first.completed, *one.told[count:]), partial(_with_first, one, first, known))
                for one in later
                if not one.stored
            ],
        )


def _with_first(kept: _KeptReplay, first: Replay, known: Replay) -> Replay:
    return kept.replay().with_first(first, known)


class ReplayCache:
    """A cache of replays of a work up to certain chapters, which is emptied when the settings or overrides change. Only
    replays without open questions are cached.
    """

    def __init__(self) -> None:
        self._context: ReplayContext | None = None
        self._sparse: dict[int, _KeptReplay] = {}
        self._latest: dict[int, _KeptReplay] = {}
        self._stored: dict[int, _KeptReplay] = {}
        self._continued: ContinuedReplay | None = None

    def know(self, inputs: WorkInputs, replays: Mapping[int, StoredReplay]) -> None:
        """Use the replays that a checkpoint keeps. *replays* maps a number of chapters to the replay of so many
        chapters from the beginning of *inputs*.
        """
        self._use_context(ReplayContext.of(inputs))
        self._continued = None
        told = inputs.in_narrative_order()
        self._stored = {count: _KeptReplay(told[:count], one.restore, stored=one) for count, one in replays.items()}

    def between(self, inputs: WorkInputs, first: int, last: int) -> dict[int, Replay]:
        """Return cached replays that this process made of the first chapters of *inputs*, by number of chapters. A
        returned replay has more than *first* and at most *last* chapters.
        """
        told = inputs.in_narrative_order()
        kept = {**self._sparse, **self._latest}
        return {count: one.replay() for count, one in kept.items() if first < count <= last and one.begins(told)}

    def continued(self, inputs: WorkInputs) -> ContinuedReplay | None:
        """Return two replays up to the last chapter that was replayed for *inputs*. The first is the new replay. The
        second is the earlier replay whose results were used for all later chapters. Return None if all chapters were
        replayed, or if the last replay was not a replay of *inputs*.
        """
        found, told = self._continued, inputs.in_narrative_order()
        return found if found is not None and all(map(is_, found.first.completed, told)) else None

    def keep(self, inputs: WorkInputs, told: Sequence[ChapterInput], replay: Replay) -> None:
        """Cache *replay*, which replays *told*: the canon chapters of *inputs* up to some chapter. The caller must not
        change the replay afterwards.

        The replay is stored with the readings that it used, which can differ from those in *told* if rules completed
        them.
        """
        if replay.open or not told:
            return
        self._use_context(ReplayContext.of(inputs))
        self._keep(_KeptReplay(replay.completed, lambda: replay))

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

    def _keep(self, kept: _KeptReplay) -> None:
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
        self._use_context(ReplayContext.of(inputs))
        every = (self._sparse, self._latest, self._stored)
        found = [one for kept in every for one in kept.values() if one.begins(told)]
        best = max(found, key=lambda one: len(one.told), default=None)
        if best is None:
            return None
        if best.stored is not None:
            # A loaded replay shares its entries with the replays that continue it. Two loads of it share nothing.
            self._keep(_KeptReplay(best.told, best.replay))
        return best.replay(), len(best.told)

    def continuation(self, inputs: WorkInputs, known: WorkInputs, last: Replay) -> KnownContinuation | None:
        """Return a KnownContinuation for a replay of *inputs*. *last* is the last replay of the work, and *known* are
        the inputs from which it was made. Some chapters have another text in *known* than in *inputs*. Return None if
        *inputs* and *known* differ in more than the text of chapters, or in the last chapter. Return None, too, if
        *last* has open questions, or if no cached replay covers all chapters whose text differs.
        """
        told, before = inputs.in_narrative_order(), last.completed
        context = ReplayContext.of(inputs)
        if last.open or len(told) != len(before) or not self._context == context == ReplayContext.of(known):
            return None
        if [one.episode.uuid for one in told] != [one.episode.uuid for one in before]:
            return None
        same = sum(
            1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(reversed(told), reversed(before), strict=True))
        )
        kept = {**self._stored, **self._sparse, **self._latest}
        at = {count: one for count, one in sorted(kept.items()) if count >= len(told) - same and one.begins(before)}
        if not same or not at:
            return None
        begun = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(told, before, strict=True)))
        return KnownContinuation(last, at, range(begun, len(told) - same), self._keep_continued)

    def _keep_continued(self, continued: ContinuedReplay, later: Iterable[_KeptReplay]) -> None:
        self._continued = continued
        for one in later:
            self._keep(one)

    def _use_context(self, context: ReplayContext) -> None:
        if context != self._context:
            self._context = context
            self._sparse.clear()
            self._latest.clear()
            self._stored.clear()
            self._continued = None
