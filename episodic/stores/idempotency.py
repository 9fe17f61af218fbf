"""Idempotent commits: a store finds out by the commit ids whether it has saved a group of commits before."""

from collections.abc import Mapping, Sequence

from episodic.errors import StaleRevisionError, StoreRefusedError
from episodic.model.records import Changes


def made_before(row: Sequence[Changes], made: Mapping[str, int], *, revision: int) -> int | None:
    """Return the revision of the last commit of *row* if all commits of *row* were saved before, or None if none of
    them was. *row* contains successive commits of one work that are saved together.

    *made* contains, by commit id, the revisions of those commits of *row* that the store already has. *revision* is the
    work's current revision. Raise StaleRevisionError if the work's current revision is not the base revision of the
    first commit of *row*. If the store has the last commit of *row*, StaleRevisionError is not raised. If
    StaleRevisionError is not raised, StoreRefusedError is raised if the store has only some of the commits of *row*.
    StoreRefusedError is also raised if the store has the commits of *row* at revisions that are not consecutive.
    """
    first, last = row[0], row[-1]
    if last.commit_id in made:
        _check_whole(row, made)
        return made[last.commit_id]
    if revision != first.base_revision:
        raise StaleRevisionError(first.group_id, base=first.base_revision, current=revision)
    for commit_id, taken in made.items():
        raise _refused(f"A commit to {first.group_id!r} has the id {commit_id!r}, which revision {taken} has already.")
    return None


def _check_whole(row: Sequence[Changes], made: Mapping[str, int]) -> None:
    end = made[row[-1].commit_id]
    for revision, changes in enumerate(row, start=end - len(row) + 1):
        if made.get(changes.commit_id) != revision:
            raise _refused(
                f"Commit {changes.commit_id!r} to {changes.group_id!r} is not revision {revision}, although the last "
                f"commit of its group is revision {end}."
            )


def _refused(reason: str) -> StoreRefusedError:
    return StoreRefusedError(reason, hint="Nothing was saved; every commit needs a unique id.")
