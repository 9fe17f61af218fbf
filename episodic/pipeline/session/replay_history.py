"""States of a replay that a checkpoint keeps, so that a new process can edit an early chapter without a full replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from operator import is_
from typing import Final, cast

from episodic.model.changed_values import differing_keys
from episodic.pipeline.checkpoint.changes import TAB, StoredChange, WrittenChange, packed, unpacked
from episodic.pipeline.checkpoint.codec import compact_json
from episodic.pipeline.checkpoint.encoded import Excerpt
from episodic.pipeline.checkpoint.objects import KeptObjects
from episodic.pipeline.checkpoint.segments import StateChange
from episodic.pipeline.checkpoint.tables import KeptTables, TableChange, kept_values
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.replay.replay_states import COUNTED, is_matched

REPLAY = "replay"
"""The name under which a checkpoint stores the changes of a replay's attributes."""

_CHAPTERS: Final = ".chapters"

Counts = Mapping[str, int]


def _omitted(path: str) -> bool:
    return is_matched(path.removeprefix(REPLAY))


def _counts(value: object) -> Counts:
    return cast("Counts", value)


class ReplayHistory:
    """States of a replay by number of chapters. Each state is stored as the changes since the previous state, and the
    first state as changes of a replay without chapters. A stored state does not contain to which mentions and quotes
    the author's overrides refer (see `is_matched`), so that it stays valid under other overrides.
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
        self._states[count] = packed(one for one in changes if not _omitted(one.name))
        self._changed.add(count)

    def remove(self, counts: Iterable[int]) -> None:
        """Remove the stored states that the replay had after the numbers of chapters in *counts*."""
        for count in counts:
            if self._states.pop(count, None) is not None:
                self._changed.add(count)

    def edit(self, first: Replay, known: Replay, *, since: int) -> bool:
        """Change the first kept state that has all chapters of *first*. This state gets the chapters and counts of
        *first* in place of those of *known*. *first* and *known* are replays of equally many chapters, and differ only
        in the results of the chapters after the first *since* chapters. All later chapters have the same results after
        *first* as after *known*.

        Return False and change nothing if another kept state has some of the chapters that differ. Return False, too,
        if a later state does not only add chapters to the state before it.
        """
        count = next((count for count in self.counts() if count >= len(first.chapters)), None)
        between = any(since < one < len(first.chapters) for one in self.counts())
        if count is None or between or not all(map(is_, known.chapters[:since], first.chapters)):
            return False
        if not self.only_adds_chapters(count - 1):
            return False
        changes = {one.name.removeprefix(REPLAY): one for one in unpacked(self._states[count])}
        before, now = kept_values(known), kept_values(first)
        counts = {path: (_counts(before[path]), _counts(now[path])) for path in COUNTED}
        differing = {path: pair for path, pair in counts.items() if differing_keys(*pair)}
        written = {path: WrittenChange(one.name, one.size, list(one.lines())) for path, one in changes.items()}
        for path, pair in differing.items():
            unchanged = WrittenChange(REPLAY + path, len(pair[0]), [])
            written[path] = self._with_counts(written.get(path, unchanged), *pair)
        written[_CHAPTERS] = self._with_chapters(changes[_CHAPTERS], first, since)
        self.put(count, written.values())
        grown = {REPLAY + path: len(after) - len(earlier) for path, (earlier, after) in differing.items()}
        if any(grown.values()):
            for later in [one for one in self.counts() if one > count]:
                self._resize(later, grown)
        return True

    def _resize(self, count: int, grown: Mapping[str, int]) -> None:
        """Correct the numbers of entries of the tables in a kept state. *grown* contains, by the name of a table, how
        many entries were added to the table in an earlier state.
        """
        changes = unpacked(self._states[count])
        self.put(
            count, [WrittenChange(one.name, one.size + grown.get(one.name, 0), list(one.lines())) for one in changes]
        )

    def only_adds_chapters(self, after: int) -> bool:
        """Return whether each kept state after more than *after* chapters only adds chapters to the state before it. A
        state that does more also contains earlier chapters, which an edit can make outdated.
        """
        states = (self._states[count] for count in self.counts() if count > after)
        found = [one for state in states for one in unpacked(state) if one.name == REPLAY + _CHAPTERS]
        changes = map(self._list_change, found)
        return len(found) == sum(count > after for count in self._states) and not any(
            one.keys or one.gone for one in changes
        )

    def _list_change(self, change: StoredChange) -> TableChange:
        (line,) = change.lines()
        return TableChange(*self._objects.codec.read(line))

    def _with_chapters(self, change: StoredChange, first: Replay, since: int) -> WrittenChange:
        """Return a stored change that adds chapters, with chapters of *first* in place of the chapters with the same
        numbers. The first *since* chapters are not replaced.
        """
        stored = self._list_change(change)
        begin, chapters = stored.size - len(stored.values), list(stored.values)
        chapters[since - begin : len(first.chapters) - begin] = first.chapters[since:]
        return replace(stored, values=chapters).written(change.name, self._objects.codec)

    def _with_counts(self, change: WrittenChange, before: Counts, now: Counts) -> WrittenChange:
        """Return a stored change of counts with the counts of *now* in place of those of *before*."""
        codec, keys = self._objects.codec, sorted(differing_keys(before, now))
        stored = {key: compact_json(codec.written(key)) for key in keys}
        gone = set(stored.values())
        lines = [line for line in change.lines if line.partition(TAB)[0] not in gone]
        lines += [stored[key] + TAB + compact_json(codec.written(now[key])) for key in keys if key in now]
        return WrittenChange(change.name, change.size + len(now) - len(before), lines)

    def restore(self, count: int, empty: Replay) -> KeptTables:
        """Bring *empty*, a replay without chapters, into the state that was kept for *count* chapters. Return the
        values of the replay's attributes in this state, for comparison with later values.

        The caller must find the mentions and quotes to which the overrides refer (`match_chapters`).
        """
        tables = self._tables()
        changes: dict[str, list[StoredChange]] = {}
        for known in self.counts():
            for one in unpacked(self._states[known]) if known <= count else ():
                changes.setdefault(one.name, []).append(one)
        if changes:
            tables.restore(empty, REPLAY, changes)
        return tables

    def _tables(self) -> KeptTables:
        return KeptTables(self._objects.codec, self._objects.opened, omitted=_omitted)

    def continue_to(self, count: int, replay: Replay) -> None:
        """Bring *replay* into the kept state for *count* chapters. *replay* must have the previous kept state. Entries
        that are equal in both states stay the same objects, so that copies of *replay* share them. The caller must find
        the mentions and quotes to which the overrides refer in the further chapters (`match_chapters`).
        """
        tables = self._tables()
        tables.continue_state(replay, REPLAY, unpacked(self._states[count]))

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

    def restore_earlier(self, earlier: Iterable[StateChange], later: Iterable[StateChange]) -> None:
        """Bring the states that *later* commits changed back to what they were after the *earlier* commits."""
        known = dict(earlier)
        for count in {one.chapters for one in later}:
            content = known.get(count)
            if content is None:
                self._states.pop(count, None)
            else:
                self._states[count] = content
            self._changed.add(count)

    def lines(self) -> Iterator[bytes]:
        """Yield the lines of text in which the states are stored; each line has the changes of one or more values."""
        for count in self.counts():
            for one in unpacked(self._states[count]):
                yield from one.lines()

    def extend(self, base: int, empty: Replay, replays: Mapping[int, Replay], *, continued: bool) -> None:
        """Replace the states after more than *base* chapters by those in *replays*, a mapping from a number of chapters
        to the state after them.

        *empty* must be a replay without chapters; the method brings it into the state after *base* chapters. If
        *continued* is true, stored states with more chapters than the last of *replays* are kept. *continued* may be
        true only if the last of *replays* has the same state as the previous replay had after as many chapters.
        """
        tables = self.restore(base, empty)
        until = max(replays, default=base)
        self.remove(count for count in self.counts() if base < count and (count < until or not continued))
        for count in sorted(replays):
            self.put(count, tables.changes(replays[count], REPLAY))
