"""Undo and redo: an edit taken back or made again is a new revision with the assertions of an earlier one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from episodic.errors import NothingToUndoError
from episodic.model.records import Commit
from episodic.pipeline.asserted import Asserted, AssertedChapter, load_at
from episodic.pipeline.edits import Edited, retold
from episodic.pipeline.session import Session
from episodic.ports import GraphStore

UNDO, REDO = "undo", "redo"
BESIDE = frozenset({"spread order keys", "questions of other layers", "describe chapters"})
"""Commits that change nothing an author did: they are neither taken back nor made again."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The edits that can be taken back, and those that can be made again, the next one last."""

    done: tuple[Commit, ...]
    undone: tuple[Commit, ...]


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
    """Take the last *count* edits back, in one new revision each. Raises NothingToUndoError."""
    return await _repeated(session, store, UNDO, count)


async def redo(session: Session, store: GraphStore, *, count: int = 1) -> Edited:
    """Make the last *count* edits that were taken back again. Raises NothingToUndoError."""
    return await _repeated(session, store, REDO, count)


async def _repeated(session: Session, store: GraphStore, what: str, count: int) -> Edited:
    async def act() -> Edited:
        made: Edited | None = None
        for _ in range(max(1, count)):
            step = await _step(session, store, what)
            made = step if made is None else replace(step, diff=made.diff.then(step.diff))
        assert made is not None, "at least one step is made"  # noqa: S101
        return made

    return await session.exclusively(act)


async def _step(session: Session, store: GraphStore, what: str) -> Edited:
    state = await session.state()
    found = steps(await store.commits(session.group_id))
    stack = found.done if what == UNDO else found.undone
    if not stack:
        raise NothingToUndoError(what)
    edit = stack[-1]
    wanted = edit.revision - 1 if what == UNDO else edit.revision
    earlier = await load_at(store, session.group_id, wanted)
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
