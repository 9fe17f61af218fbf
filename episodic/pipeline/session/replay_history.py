"""States of a replay that a checkpoint keeps, so that a new process can edit an early chapter without a full replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from episodic.pipeline.checkpoint.changes import StoredChange, WrittenChange, packed, unpacked
from episodic.pipeline.checkpoint.encoded import Excerpt
from episodic.pipeline.checkpoint.objects import KeptObjects
from episodic.pipeline.checkpoint.segments import StateChange
from episodic.pipeline.checkpoint.tables import KeptTables
from episodic.pipeline.replay.replay import Replay

REPLAY = "replay"
"""The name under which a checkpoint stores the changes of a replay's attributes."""


class ReplayHistory:
    """States of a replay by number of chapters. Each state is stored as the changes since the previous state, and the
    first state as changes of a replay without chapters.
    """

    def __init__(self, objects: KeptObjects) -> None:
        self._objects = objects
        self._states: dict[int, bytes | Excerpt] = {}
        self._changed: set[int] = set()

    def counts(self) -> list[int]:
        return sorted(self._states)

    def put(self, count: int, changes: Iterable[WrittenChange]) -> None:
        """Keep the state after *count* chapters, as the *changes* since the kept state with the next smaller number of
        chapters.
        """
        self._states[count] = packed(changes)
        self._changed.add(count)

    def remove(self, counts: Iterable[int]) -> None:
        """Remove the stored states that the replay had after the numbers of chapters in *counts*."""
        for count in counts:
            if self._states.pop(count, None) is not None:
                self._changed.add(count)

    def restore(self, count: int, empty: Replay) -> KeptTables:
        """Bring *empty*, a replay without chapters, into the state that was kept for *count* chapters. Return the
        values of the replay's attributes in this state, for comparison with later values.
        """
        tables = KeptTables(self._objects.codec, self._objects.opened)
        changes: dict[str, list[StoredChange]] = {}
        for known in self.counts():
            for one in unpacked(self._states[known]) if known <= count else ():
                changes.setdefault(one.name, []).append(one)
        if changes:
            tables.restore(empty, REPLAY, changes)
        return tables

    def take_changes(self) -> list[StateChange]:
        """Return the states that were added, replaced or removed since the last call of this method or of `states`."""
        changed, self._changed = self._changed, set()
        return [StateChange(count, self._states.get(count)) for count in sorted(changed)]

    def states(self) -> list[StateChange]:
        """Return all states, for a checkpoint that is written as a whole."""
        self._changed.clear()
        return [StateChange(count, self._states[count]) for count in self.counts()]

    def read(self, changes: Iterable[StateChange]) -> None:
        """Add and remove states as *changes* of one commit say, when a stored checkpoint is loaded."""
        for count, content in changes:
            if content is None:
                self._states.pop(count, None)
            else:
                self._states[count] = content

    def lines(self) -> Iterator[bytes]:
        """Yield the lines of text in which the states are stored; each line has the changes of one or more values."""
        for count in self.counts():
            for one in unpacked(self._states[count]):
                yield from one.lines()

    def extend(self, base: int, empty: Replay, replays: Mapping[int, Replay], *, continued: bool) -> None:
        """Replace the states after more than *base* chapters by those in *replays*, a mapping from a number of chapters
        to the state after them.

        *empty* must be a replay without chapters; the method brings it into the state after *base* chapters. If
        *continued* is true, the last of *replays* has the same state as the previous replay had after as many chapters,
        so that the stored states after more chapters are kept.
        """
        tables = self.restore(base, empty)
        until = max(replays, default=base)
        self.remove(count for count in self.counts() if base < count and (count < until or not continued))
        for count in sorted(replays):
            self.put(count, tables.changes(replays[count], REPLAY))
