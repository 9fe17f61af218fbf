"""Finds the chapters whose results a replay after an edit can take over from the replay before the edit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.replay.replay_states import continued
from episodic.pipeline.session.kept_replays import KeptReplay, ReplayContext

LOADED: Final = 16
"""To load a replay from a checkpoint, and to compare all of it, takes about as long as to replay this number of
chapters.
"""


@dataclass(frozen=True, slots=True)
class ContinuedReplay:
    """Two replays of equally many chapters after which all later chapters have the same results. `first` is made with
    the present text and overrides, and `known` with the text and overrides before an edit.
    """

    first: Replay
    known: Replay


class KnownContinuation:
    """The last replay of a work, *last*, from which a new replay can take over the results of the chapters after the
    last changed chapter. A chapter is changed if its text differs in the two replays, or if an override takes effect in
    it that differs. After some chapter, the new replay may have the same state as the last replay had after this
    chapter. The results of all later chapters are then taken from the last replay.

    *context* are the settings and overrides of the new replay. *changed* are the indexes of the first changed chapter
    and of all chapters up to the last one. *at* are replays of the first chapters with the texts and overrides of the
    last replay, by number of chapters.
    """

    def __init__(
        self,
        context: ReplayContext,
        last: KeptReplay,
        at: Mapping[int, KeptReplay],
        changed: range,
        keep: Callable[[ContinuedReplay, Iterable[KeptReplay]], None],
    ) -> None:
        self._context, self._before, self._keep = context, last.context, keep
        self._last, self._changed = last.under(context), changed
        self._at = {count: one.under(context) for count, one in at.items()}
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
        if min(costs, default=len(self._last.told)) < stop - start:
            return
        stored = self._at[stop].stored if stop in self._at else None
        if stored is not None and stored.before == start > 0:
            make = partial(stored.continued, replay.copy())
            self._at[stop] = KeptReplay(self._context, self._last.told[:stop], make)
            return
        before = KeptReplay(self._context, self._last.told[:start], lambda: replay).under(self._before)
        known = before.replay().copy()
        for chapter in self._last.told[start:stop]:
            known.add(chapter)
        told = zip(known.chapters[start:], self._last.replay().chapters[start:stop], strict=True)
        if not known.open and all(one.equals(other) for one, other in told):
            kept = KeptReplay(self._before, self._last.told[:stop], lambda: known)
            self._at[stop] = kept.under(self._context)

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
        return continued(replay, known.replay(), self._last.replay())

    def keep(self, first: Replay) -> None:
        """Pass on *first*, the new replay up to the last chapter that was replayed, with the replay that it was
        compared with, and the replays of more chapters that begin with *first*.
        """
        count = len(first.chapters)
        known = self._at[count].replay()
        later = [one for one in self._at.values() if count < len(one.told) < len(self._last.told)]
        self._keep(
            ContinuedReplay(first, known),
            [
                KeptReplay(
                    self._context, (*first.completed, *one.told[count:]), partial(_with_first, one, first, known)
                )
                for one in later
                if not one.stored
            ],
        )


def _with_first(kept: KeptReplay, first: Replay, known: Replay) -> Replay:
    return kept.replay().with_first(first, known)
