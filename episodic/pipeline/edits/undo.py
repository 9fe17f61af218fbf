"""Undo and redo of edits. An undo or redo, also of several edits, makes one new revision that restores the inputs of an
earlier revision.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import takewhile

from episodic.errors import (
    HistoryCompactedError,
    InputError,
    InvalidOverrideError,
    NothingToUndoError,
    TransactionTooLargeError,
)
from episodic.model.records import Commit
from episodic.pipeline.edits.chapter_edits import Edited, replay_and_commit
from episodic.pipeline.edits.reindexing import REINDEXED
from episodic.pipeline.inputs import load_before
from episodic.pipeline.reports import MemoryDiff
from episodic.pipeline.session.session import Session
from episodic.ports import GraphStore

UNDO, REDO = "undo", "redo"
NOT_EDITS = frozenset({"questions of other layers", "describe chapters", "change the settings", REINDEXED})
"""Undo and redo skip commits with the names in NOT_EDITS, because such commits are not edits of the author."""
_INGESTED = re.compile(r"(?:replace|reread|failed|queue|arrange)\b.*|add (?!\d+ facts$).*", re.DOTALL)
"""A pattern that matches the names of commits that ingestions make. The pattern does not match "add 2 facts", which
names a commit of facts that the author added.
"""

_UNDOING = re.compile(r"(?P<what>undo|redo) (?P<first>\d+)(?:-(?P<last>\d+))?")
"""A pattern that matches the names of commits that undo or redo one edit ("undo 7") or several edits ("undo 3-7")."""


@dataclass(frozen=True, slots=True)
class EditHistory:
    """The edits that can be undone (`done`) and the edits that can be redone (`undone`).

    The last edit of `done` is undone next, and the last edit of `undone` is redone next.
    """

    done: tuple[Commit, ...]
    undone: tuple[Commit, ...]

    @property
    def last_ingestion(self) -> tuple[Commit, ...]:
        """Return the edits of the last ingestion that are not undone, or an empty tuple if the last edit was not made
        by an ingestion.
        """
        return _ingestion_at_end(self.done)

    @property
    def undone_ingestion(self) -> tuple[Commit, ...]:
        """Return the undone edits of the ingestion that was undone last, the one to redo first at the end. Return an
        empty tuple if the edit to redo next was not made by an ingestion.
        """
        return _ingestion_at_end(self.undone)

    @property
    def rest_of_ingestion(self) -> tuple[Commit, ...]:
        """Return the remaining edits of an ingestion whose later edits were just undone, or an empty tuple if there is
        no such ingestion.
        """
        last = self.last_ingestion
        return last if last and self.undone and self.undone[-1].call == last[-1].call else ()

    @property
    def rest_to_redo(self) -> tuple[Commit, ...]:
        """Return the edits of an ingestion that are still undone after others of them were redone, or an empty tuple if
        there is no such ingestion.
        """
        last = self.undone_ingestion
        return last if last and self.done and self.done[-1].call == last[-1].call else ()

    def reaching(self, readable_from: int) -> EditHistory:
        """Return the edits that can be undone or redone if history can be read only from the revision *readable_from*
        on.

        If an edit cannot be undone, no earlier edit can be undone. If an edit cannot be redone, the edits that would be
        redone after it cannot be redone either.
        """
        # Revision 0 is the empty work, so a history that begins with revision 1 is complete.
        first = 0 if readable_from <= 1 else readable_from
        return EditHistory(_within(first, UNDO, self.done), _within(first, REDO, self.undone))


def _ingestion_at_end(edits: Sequence[Commit]) -> tuple[Commit, ...]:
    call = edits[-1].call if edits else ""
    made = tuple(takewhile(lambda edit: edit.call == call, reversed(edits)))[::-1]
    return made if all(_INGESTED.fullmatch(edit.action) for edit in made) else ()


def _within(first: int, what: str, edits: Sequence[Commit]) -> tuple[Commit, ...]:
    near = tuple(takewhile(lambda edit: _target_revision(what, edit) >= first, reversed(edits)))
    return near[::-1]


async def load_edit_history(store: GraphStore, group_id: str) -> EditHistory:
    """Load the edits of the work that can still be undone or redone, because the history that they need is still
    stored.
    """
    work = await store.work(group_id)
    return edit_history(await store.commits(group_id)).reaching(1 if work is None else work.readable_from)


def edit_history(commits: Sequence[Commit]) -> EditHistory:
    """Return the edits that can be undone and redone, given a work's commits in order of revision.

    After a new edit, earlier undone edits can no longer be redone.
    """
    done: list[Commit] = []
    undone: list[Commit] = []
    for commit in commits:
        if commit.action in NOT_EDITS:
            continue
        if moved := _named_edits(UNDO, commit, done):
            del done[-len(moved) :]
            undone += moved
        elif moved := _named_edits(REDO, commit, undone):
            del undone[-len(moved) :]
            done += moved
        else:
            done.append(commit)
            undone.clear()
    return EditHistory(tuple(done), tuple(undone))


def _action(what: str, edits: Sequence[Commit]) -> str:
    """Return the action of the commit that undoes or redoes *edits*, given in the order in which they are undone or
    redone. The action names the first and the last revision, such as "undo 3-7".
    """
    numbers = sorted({edits[0].revision, edits[-1].revision})
    return f"{what} {'-'.join(map(str, numbers))}"


def _named_edits(what: str, commit: Commit, edits: Sequence[Commit]) -> list[Commit]:
    """Return those of the last *edits* that *commit* undoes or redoes, the last of *edits* first. Return an empty list
    if *commit* is no undo or redo of the last edits.
    """
    found = _UNDOING.fullmatch(commit.action)
    if found is None or found["what"] != what or not edits:
        return []
    ends = {int(found["first"]), int(found["last"] or found["first"])}
    named: list[Commit] = []
    for edit in reversed(edits):
        named.append(edit)
        if {named[0].revision, edit.revision} == ends:
            return named
        if named[0].revision not in ends:
            break
    return []


async def undo(session: Session, store: GraphStore, *, count: int = 1, ingestion: bool = False) -> Edited:
    """Undo the last *count* edits, or all edits of the last ingestion, in one new revision.

    Raises InputError if *count* is less than 1, or if *ingestion* is true and the last edit was not made by an
    ingestion. Raises NothingToUndoError if the work has fewer than *count* edits, and HistoryCompactedError if the
    history of an edit was deleted. After an error, no edit is undone.

    Raises InvalidOverrideError if another process edits the work meanwhile. The other edit is not undone instead.

    If a Neo4j server has too little memory for one transaction, the edits are undone in several revisions. Only then,
    some of the edits may be undone before a StoreError, or before an InvalidOverrideError if another process edited the
    work meanwhile.
    """
    return await _restored(session, store, UNDO, None if ingestion else count)


async def redo(session: Session, store: GraphStore, *, count: int = 1, ingestion: bool = False) -> Edited:
    """Redo the last *count* undone edits, or all undone edits of the ingestion that was undone last, in one new
    revision. Raises the same errors as `undo`.
    """
    return await _restored(session, store, REDO, None if ingestion else count)


async def _restored(session: Session, store: GraphStore, what: str, count: int | None) -> Edited:
    if count is not None and count < 1:
        raise InputError(f"The number of edits is {count}.", hint="Give 1 or more.")
    edits: Sequence[Commit] = ()

    async def act() -> Edited:
        # `act` is called again if another process commits first.
        nonlocal edits
        if edits:
            return await _restore_next(session, store, what, edits)
        every = edit_history(await store.commits(session.group_id))
        edits = await _next_edits(store, session.group_id, every, what=what, count=count)
        return await _restore(session, store, what, edits)

    try:
        return await session.exclusively(act)
    except TransactionTooLargeError:
        if len(edits) == 1:
            raise
    return await _restored_in_parts(session, store, what, edits)


async def _restored_in_parts(session: Session, store: GraphStore, what: str, edits: Sequence[Commit]) -> Edited:
    """Undo or redo edits for which one transaction is too large: half of them, and then the others. A half for which
    one transaction is still too large is divided again.
    """
    made: list[Edited] = []
    parts = [edits[len(edits) // 2 :], edits[: len(edits) // 2]]
    while parts:
        part = parts.pop()
        try:
            made.append(await session.exclusively(partial(_restore_next, session, store, what, part)))
        except TransactionTooLargeError:
            if len(part) == 1:
                raise
            parts += [part[len(part) // 2 :], part[: len(part) // 2]]
    diff = reduce(MemoryDiff.then, (one.diff for one in made))
    return replace(made[-1], diff=diff, action="; ".join(one.action for one in edits))


async def _restore_next(session: Session, store: GraphStore, what: str, edits: Sequence[Commit]) -> Edited:
    """Undo or redo *edits*. Raises InvalidOverrideError if they are not the next ones any more."""
    stack = _of(edit_history(await store.commits(session.group_id)), what)
    if tuple(stack[-len(edits) :][::-1]) != tuple(edits):
        raise InvalidOverrideError(
            f"The {what} stopped before {edits[0].action!r}: another process changed the work meanwhile.",
            hint="`episodic history` shows what was done.",
        )
    return await _restore(session, store, what, edits)


async def _restore(session: Session, store: GraphStore, what: str, edits: Sequence[Commit]) -> Edited:
    """Restore the inputs that the work had before or after all *edits*, without the states in between."""
    revision, action = _target_revision(what, edits[-1]), _action(what, edits)
    inputs = await load_before(store, (await session.state()).inputs, revision)
    session.keep_answers(inputs.judgements)
    committed = await session.commit_earlier(inputs, revision, action=action)
    if committed is None:
        # Edits of which one reverses another change nothing together, but the commit records that they are undone.
        edited = await replay_and_commit(session, inputs, action=action, always=True)
    else:
        edited = Edited(committed[0].inputs.revision, committed[1])
    return replace(edited, action="; ".join(one.action for one in edits))


def _of(found: EditHistory, what: str) -> Sequence[Commit]:
    return found.done if what == UNDO else found.undone


async def _next_edits(
    store: GraphStore, group_id: str, every: EditHistory, *, what: str, count: int | None
) -> Sequence[Commit]:
    """Return the next *count* edits to undo or redo, or, if *count* is None, all of them that one ingestion made."""
    work = await store.work(group_id)
    first = 1 if work is None else work.readable_from
    edits, near = _of(every, what)[::-1], _of(every.reaching(first), what)[::-1]
    ingested = every.last_ingestion if what == UNDO else every.undone_ingestion
    if count is None and edits and not ingested:
        last = "last edit" if what == UNDO else "edit that was undone last"
        raise InputError(
            f"The {last} ({edits[0].action}) was not made by an ingestion; nothing was changed.",
            hint=f"`episodic {what}` {what}es the last edit; `episodic history` lists the revisions.",
        )
    wanted = max(1, len(ingested) if count is None else count)
    if len(near) >= wanted:
        return near[:wanted]
    if len(edits) > len(near):
        behind = _target_revision(what, edits[len(near)])
        raise HistoryCompactedError(group_id, behind, readable_from=first, in_reach=len(near))
    raise NothingToUndoError(what, there=len(near))


def _target_revision(what: str, edit: Commit) -> int:
    """Return the revision whose inputs an undo or redo of *edit* restores. An undo restores the inputs of the revision
    before *edit*, and a redo restores those of the revision of *edit*.
    """
    return edit.revision - 1 if what == UNDO else edit.revision
