"""The manuscript as its author has it, and what each edit makes of it: the expectation that a graph is compared with. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from episodic.model.decisions import Override
from episodic.model.episodes import Chapter


@dataclass(frozen=True, slots=True)
class Entry:
    """One place of the telling: the canon chapter, the draft that stands in for it, or a draft alone."""

    key: str
    canon: Chapter | None = None
    draft: Chapter | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """Canon and drafts in telling order, plans in the order they were made, and the author's decisions."""

    line: tuple[Entry, ...] = ()
    plans: tuple[Chapter, ...] = ()
    acts: tuple[Override, ...] = ()

    @property
    def canon(self) -> list[Chapter]:
        """The canon chapters in telling order."""
        return [one.canon for one in self.line if one.canon is not None]

    @property
    def canon_keys(self) -> list[str]:
        """Their keys."""
        return [one.key for one in self.line if one.canon is not None]

    @property
    def drafts(self) -> dict[str, Chapter]:
        """The drafts by key."""
        return {one.key: one.draft for one in self.line if one.draft is not None}

    def entry(self, key: str) -> Entry:
        """The place of this key; an empty one if there is none."""
        return next((one for one in self.line if one.key == key), Entry(key))

    def added(self, chapter: Chapter) -> Desk:
        """With a canon chapter after everything else; a draft of its key goes along."""
        key = chapter.key or ""
        made = replace(self.entry(key), canon=chapter)
        return replace(self, line=(*self._without(key), made))

    def inserted(self, chapter: Chapter, beside: str, *, before: bool) -> Desk:
        """With a canon chapter right before or after another; a draft of its key goes along."""
        made = replace(self.entry(chapter.key or ""), canon=chapter)
        return replace(self, line=_beside(self._without(made.key), made, beside, before=before))

    def moved(self, key: str, beside: str, *, before: bool) -> Desk:
        """With a canon chapter elsewhere, its draft with it; as it is where it stands there among canon already."""
        canon = self.canon_keys
        if canon.index(key) - canon.index(beside) == (-1 if before else 1):
            return self
        return replace(self, line=_beside(self._without(key), self.entry(key), beside, before=before))

    def rearranged(self, keys: Sequence[str]) -> Desk:
        """With all places in this order."""
        return replace(self, line=tuple(self.entry(key) for key in keys))

    def with_canon(self, key: str, change: Callable[[Chapter], Chapter | None]) -> Desk:
        """With another canon chapter of this key, in its place; None takes it out, and leaves its draft where it is."""
        return self._with(key, lambda one: one if one.canon is None else replace(one, canon=change(one.canon)))

    def with_draft(self, key: str, draft: Chapter | None) -> Desk:
        """With a draft of this key: in the place of the canon chapter, or after everything else. None takes it out."""
        if self.entry(key) == Entry(key):
            return self if draft is None else replace(self, line=(*self.line, Entry(key, draft=draft)))
        return self._with(key, lambda one: replace(one, draft=draft))

    def promoted(self, key: str) -> Desk:
        """With a draft made canon, in its place."""
        return self._with(key, lambda one: replace(one, canon=one.draft, draft=None))

    def with_plan(self, key: str, plan: Chapter | None) -> Desk:
        """With a plan of this key."""
        if plan is not None and any(one.key == key for one in self.plans):
            return replace(self, plans=tuple(plan if one.key == key else one for one in self.plans))
        others = tuple(one for one in self.plans if one.key != key)
        return replace(self, plans=others if plan is None else (*others, plan))

    def plan_promoted(self, key: str) -> Desk:
        """With a plan made canon: in the place of the canon chapter of its key, else as the last chapter."""
        plan = next(one for one in self.plans if one.key == key)
        left = self.with_plan(key, None)
        if self.entry(key).canon is None:
            return left.added(plan)
        return left.with_canon(key, lambda _: plan)

    def up_to(self, key: str) -> Desk:
        """Canon as if it ended with the chapter of this key."""
        keys = [one.key for one in self.line]
        ended = self.line[: keys.index(key) + 1]
        return Desk(tuple(Entry(one.key, one.canon) for one in ended if one.canon is not None))

    def _with(self, key: str, change: Callable[[Entry], Entry]) -> Desk:
        changed = (change(one) if one.key == key else one for one in self.line)
        return replace(self, line=tuple(one for one in changed if one.canon is not None or one.draft is not None))

    def _without(self, key: str) -> tuple[Entry, ...]:
        return tuple(one for one in self.line if one.key != key)


def _beside(line: Sequence[Entry], made: Entry, beside: str, *, before: bool) -> tuple[Entry, ...]:
    place = [one.key for one in line].index(beside) + (0 if before else 1)
    return (*line[:place], made, *line[place:])
