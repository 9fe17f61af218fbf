"""Idempotent commits: every store detects by commit id whether a group of commits was made before."""

from collections.abc import Mapping, Sequence

from episodic.errors import StaleRevisionError, StoreRefusedError
from episodic.model.records import Changes


def made_before(row: Sequence[Changes], made: Mapping[str, int], *, revision: int) -> int | None:
    """Returns the revision that the last commit of *row* made before; None if the commits are new.

    *made* maps commit ids to the revisions that the commits made; *revision* is the work's current revision. Raises
    StaleRevisionError if new commits do not follow the current revision. Raises StoreRefusedError if a commit has the
    id of another commit.
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
    """Raises StoreRefusedError unless all commits of *row* were made as consecutive revisions.

    The caller has checked that the last commit of *row* was made.
    """
    end = made[row[-1].commit_id]
    for revision, changes in enumerate(row, start=end - len(row) + 1):
        if made.get(changes.commit_id) != revision:
            raise _refused(
                f"Commit {changes.commit_id!r} to {changes.group_id!r} is not revision {revision}, although the last "
                f"commit of its group is revision {end}."
            )


def _refused(reason: str) -> StoreRefusedError:
    return StoreRefusedError(reason, hint="Nothing was saved; every commit needs a unique id.")
