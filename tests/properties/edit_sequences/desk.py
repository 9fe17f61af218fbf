"""The author's current manuscript and the effect of each edit on it: the expected state of a graph. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from episodic.model.decisions import Override
from episodic.model.episodes import Chapter


@dataclass(frozen=True, slots=True)
class Entry:
    """One position in narrative order: a canon chapter, a draft that replaces it, or a draft alone."""

    key: str
    canon: Chapter | None = None
    draft: Chapter | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """Canon and drafts in narrative order, plans in the order of creation, and the author's overrides. `queued` are the
    keys of the canon chapters whose text is stored, but which no reader has read yet.
    """

    line: tuple[Entry, ...] = ()
    plans: tuple[Chapter, ...] = ()
    acts: tuple[Override, ...] = ()
    queued: frozenset[str] = frozenset()

    @property
    def canon(self) -> list[Chapter]:
        """The canon chapters in narrative order."""
        return [one.canon for one in self.line if one.canon is not None]

    @property
    def canon_keys(self) -> list[str]:
        """The keys of the canon chapters."""
        return [one.key for one in self.line if one.canon is not None]

    @property
    def drafts(self) -> dict[str, Chapter]:
        """The drafts by key."""
        return {one.key: one.draft for one in self.line if one.draft is not None}

    def entry(self, key: str) -> Entry:
        """Return the entry with this key, or an empty entry."""
        return next((one for one in self.line if one.key == key), Entry(key))

    def added(self, chapter: Chapter) -> Desk:
        """Return the manuscript with a canon chapter at the end. A draft with the chapter's key moves to the end, too."""
        key = chapter.key or ""
        made = replace(self.entry(key), canon=chapter)
        return replace(self, line=(*self._without(key), made))

    def inserted(self, chapter: Chapter, beside: str, *, before: bool) -> Desk:
        """Return the manuscript with a canon chapter directly before or after another. A draft with the chapter's key
        moves there, too.
        """
        made = replace(self.entry(chapter.key or ""), canon=chapter)
        return replace(self, line=_beside(self._without(made.key), made, beside, before=before))

    def moved(self, key: str, beside: str, *, before: bool) -> Desk:
        """Return the manuscript with a canon chapter and its draft at another position. A chapter that is already there
        is not moved.
        """
        canon = self.canon_keys
        if canon.index(key) - canon.index(beside) == (-1 if before else 1):
            return self
        return replace(self, line=_beside(self._without(key), self.entry(key), beside, before=before))

    def rearranged(self, keys: Sequence[str]) -> Desk:
        """Return the manuscript with all entries in this order."""
        return replace(self, line=tuple(self.entry(key) for key in keys))

    def with_canon(self, key: str, change: Callable[[Chapter], Chapter | None]) -> Desk:
        """Return the manuscript with another canon chapter in place of the chapter with its key. None removes the
        chapter but not its draft.
        """
        return self._with(key, lambda one: one if one.canon is None else replace(one, canon=change(one.canon)))

    def with_draft(self, key: str, draft: Chapter | None) -> Desk:
        """Return the manuscript with a draft in the position of the canon chapter with its key, or at the end. None
        removes the draft.
        """
        if self.entry(key) == Entry(key):
            return self if draft is None else replace(self, line=(*self.line, Entry(key, draft=draft)))
        return self._with(key, lambda one: replace(one, draft=draft))

    def promoted(self, key: str) -> Desk:
        """Return the manuscript with a draft turned into canon at its position."""
        return self._with(key, lambda one: replace(one, canon=_in_place_of(one.canon, one.draft), draft=None))

    def with_plan(self, key: str, plan: Chapter | None) -> Desk:
        """Return the manuscript with a plan with this key."""
        if plan is not None and any(one.key == key for one in self.plans):
            return replace(self, plans=tuple(plan if one.key == key else one for one in self.plans))
        others = tuple(one for one in self.plans if one.key != key)
        return replace(self, plans=others if plan is None else (*others, plan))

    def plan_promoted(self, key: str) -> Desk:
        """Return the manuscript with a plan turned into canon, at the position of the canon chapter with its key or at
        the end.
        """
        plan = next(one for one in self.plans if one.key == key)
        left = self.with_plan(key, None)
        if self.entry(key).canon is None:
            return left.added(plan)
        return left.with_canon(key, lambda there: _in_place_of(there, plan))

    def up_to(self, key: str) -> Desk:
        """Return the canon chapters up to the chapter with this key."""
        keys = [one.key for one in self.line]
        ended = self.line[: keys.index(key) + 1]
        canon = tuple(Entry(one.key, one.canon) for one in ended if one.canon is not None)
        return Desk(canon, queued=self.queued.intersection(keys[: len(ended)]))

    def read(self, key: str) -> Desk:
        """Return the manuscript in which no canon chapter with this key waits for a reader."""
        return replace(self, queued=self.queued - {key})

    def _with(self, key: str, change: Callable[[Entry], Entry]) -> Desk:
        changed = (change(one) if one.key == key else one for one in self.line)
        return replace(self, line=tuple(one for one in changed if one.canon is not None or one.draft is not None))

    def _without(self, key: str) -> tuple[Entry, ...]:
        return tuple(one for one in self.line if one.key != key)


def _in_place_of(there: Chapter | None, promoted: Chapter | None) -> Chapter | None:
    """Return the promoted chapter, with the title and the time of the chapter that it replaces if it has none."""
    if there is None or promoted is None:
        return promoted
    title = there.title if promoted.title in {"", promoted.key} else promoted.title
    return replace(promoted, title=title, reference_time=promoted.reference_time or there.reference_time)


def _beside(line: Sequence[Entry], made: Entry, beside: str, *, before: bool) -> tuple[Entry, ...]:
    place = [one.key for one in line].index(beside) + (0 if before else 1)
    return (*line[:place], made, *line[place:])
