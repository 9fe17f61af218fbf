"""Whether commits have been made before: their ids say so, for every store alike."""

from collections.abc import Mapping, Sequence

from episodic.errors import StaleRevisionError, StoreRefusedError
from episodic.model.records import Changes


def made_before(row: Sequence[Changes], made: Mapping[str, int], *, revision: int) -> int | None:
    """The revision that the last of *row* has made, None if they are to be made now, on top of the work's *revision*.

    *made* are the revisions that commits of these ids have made, by id. Raises StaleRevisionError where the work is at another
    revision than the first of *row* follows, StoreRefusedError where one has the id of a revision that it did not make.
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
    """Raises StoreRefusedError unless all of *row* were made, one after the other up to the last, which was."""
    end = made[row[-1].commit_id]
    for revision, one in enumerate(row, start=end - len(row) + 1):
        if made.get(one.commit_id) != revision:
            raise _refused(
                f"Commit {one.commit_id!r} to {one.group_id!r} is not revision {revision}, though the last of its group is "
                f"revision {end}."
            )


def _refused(reason: str) -> StoreRefusedError:
    return StoreRefusedError(reason, hint="Nothing was saved; every commit needs an id of its own.")
