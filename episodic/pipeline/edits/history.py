"""Undo and redo: an edit taken back or made again is a new revision with the assertions of an earlier one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from episodic.errors import HistoryCompactedError, InvalidActError, NothingToUndoError
from episodic.model.records import Commit
from episodic.pipeline.asserted import Asserted, AssertedChapter, load_at
from episodic.pipeline.edits.editing import Edited, retold
from episodic.pipeline.work.session import Session
from episodic.ports import GraphStore

UNDO, REDO = "undo", "redo"
BESIDE = frozenset({"spread order keys", "questions of other layers", "describe chapters", "change the settings"})
"""Commits that change nothing an author did: they are neither taken back nor made again."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The edits that can be taken back, and those that can be made again, the next one last."""

    done: tuple[Commit, ...]
    undone: tuple[Commit, ...]

    def reaching(self, readable_from: int) -> Steps:
        """Those of them that can still be stepped over where history before this revision was compacted away.

        A step needs what the work was before the edit (undo), or after it (redo); behind one that is out of reach are all others.
        """
        # Revision 0 is the empty work, and history that begins with revision 1 is whole.
        first = 0 if readable_from <= 1 else readable_from
        return Steps(_within(first, UNDO, self.done), _within(first, REDO, self.undone))


def _within(first: int, what: str, edits: Sequence[Commit]) -> tuple[Commit, ...]:
    near = tuple(takewhile(lambda edit: _wanted(what, edit) >= first, reversed(edits)))
    return near[::-1]


async def steps_of(store: GraphStore, group_id: str) -> Steps:
    """The edits of the work that can be taken back, and those that can be made again, as far as its history reaches."""
    work = await store.work(group_id)
    return steps(await store.commits(group_id)).reaching(1 if work is None else work.readable_from)


def steps(commits: Sequence[Commit]) -> Steps:
    """What a work's commits, first to last, leave to undo and to redo. An edit ends what could be made again."""
    done: list[Commit] = []
    undone: list[Commit] = []
    for one in commits:
        if one.action in BESIDE:
            continue
        if _is(UNDO, one, done):
            undone.append(done.pop())
        elif _is(REDO, one, undone):
            done.append(undone.pop())
        else:
            done.append(one)
            undone.clear()
    return Steps(tuple(done), tuple(undone))


def _is(what: str, commit: Commit, last: Sequence[Commit]) -> bool:
    return bool(last) and commit.action == f"{what} {last[-1].revision}"


async def undo(session: Session, store: GraphStore, *, count: int = 1) -> Edited:
    """Take the last *count* edits back, in one new revision each.

    Raises NothingToUndoError if there are not so many, HistoryCompactedError if history does not reach so far back any more (then
    nothing is changed), and InvalidActError if somebody else edited the work between two of them.
    """
    return await _repeated(session, store, UNDO, count)


async def redo(session: Session, store: GraphStore, *, count: int = 1) -> Edited:
    """Make the last *count* edits that were taken back again. Raises what `undo` raises."""
    return await _repeated(session, store, REDO, count)


async def _repeated(session: Session, store: GraphStore, what: str, count: int) -> Edited:
    planned: list[Commit] = []
    made: list[Edited] = []

    async def act() -> Edited:
        # Where somebody else commits first this is run again: what has been made already is not made twice.
        every = steps(await store.commits(session.group_id))
        stack = _of(every, what)
        if not made:
            planned[:] = await _planned(store, session.group_id, every, what=what, count=count)
        for edit in planned[len(made) :]:
            if not stack or stack[-1].revision != edit.revision:
                raise InvalidActError(
                    f"The {what} stopped after {len(made)} of {count} edits: somebody else changed the work meanwhile.",
                    hint="`episodic history` shows what was done.",
                )
            step = await _step(session, store, what, edit)
            made.append(step if not made else replace(step, diff=made[-1].diff.then(step.diff)))
            stack = stack[:-1]
        return replace(made[-1], action="; ".join(one.action for one in planned))

    return await session.exclusively(act)


def _of(found: Steps, what: str) -> Sequence[Commit]:
    return found.done if what == UNDO else found.undone


async def _planned(store: GraphStore, group_id: str, every: Steps, *, what: str, count: int) -> Sequence[Commit]:
    """The next *count* edits, if there are as many and all of them can be read: nothing is done by halves."""
    work = await store.work(group_id)
    first = 1 if work is None else work.readable_from
    edits, near = _of(every, what)[::-1], _of(every.reaching(first), what)[::-1]
    wanted = max(1, count)
    if len(near) >= wanted:
        return near[:wanted]
    if len(edits) > len(near):
        behind = _wanted(what, edits[len(near)])
        raise HistoryCompactedError(group_id, behind, readable_from=first, in_reach=len(near))
    raise NothingToUndoError(what, there=len(near))


def _wanted(what: str, edit: Commit) -> int:
    """The revision whose assertions are those after the step."""
    return edit.revision - 1 if what == UNDO else edit.revision


async def _step(session: Session, store: GraphStore, what: str, edit: Commit) -> Edited:
    state = await session.state()
    earlier = await load_at(store, session.group_id, _wanted(what, edit))
    asserted = as_known(
        replace(earlier, revision=state.asserted.revision, settings=state.asserted.settings), state.asserted
    )
    session.answers.keep(dict(asserted.judgements))
    edited = await retold(session, asserted, first_change(state.asserted, asserted), action=f"{what} {edit.revision}")
    return replace(edited, action=edit.action)


def as_known(asserted: Asserted, known: Asserted) -> Asserted:
    """The same assertions, with the very values of *known* where they are equal, so that nothing is told again for them."""
    values = {one.episode.uuid: one for one in known.chapters}

    def same(chapter: AssertedChapter) -> AssertedChapter:
        there = values.get(chapter.episode.uuid)
        return there if there == chapter and there is not None else chapter

    acts = known.acts if known.acts == asserted.acts else asserted.acts
    return replace(asserted, chapters=tuple(same(one) for one in asserted.chapters), acts=acts)


def first_change(before: Asserted, after: Asserted) -> int:
    """The order key from which two states of a work tell different things of canon; 0 where an author's act differs."""
    if before.acts != after.acts:
        return 0
    told, now = before.told(), after.told()
    for one, other in zip(told, now, strict=False):
        if one is not other:
            return min(one.episode.order, other.episode.order)
    rest = (*told[len(now) :], *now[len(told) :])
    return rest[0].episode.order if rest else (1 << 62)
