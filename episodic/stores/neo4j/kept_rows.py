"""The scoring rows of recently searched works in memory, so that a search reads only rows that are not there yet."""

from collections import OrderedDict, defaultdict
from collections.abc import Sequence

from episodic.model.records import Kind
from episodic.text.scoring_rows import ScoringRow

_MOST_WORKS = 4
"""The maximum number of works with rows in memory. The least recently searched work is removed first."""

Version = tuple[int, str]
"""The revision of a work, and a value that changes if the work is deleted and created again."""
Rows = defaultdict[Kind, dict[str, ScoringRow]]


class KeptRows:
    """The scoring rows that searches have read, by work, kind and id.

    A commit does not tell other clients which rows it changed. All rows of a work are therefore removed from memory
    when its version has changed.
    """

    def __init__(self) -> None:
        self._works: OrderedDict[str, tuple[Version, Rows]] = OrderedDict()

    def of(self, group_id: str, version: Version | None) -> Rows:
        """Return the rows of a work that are kept for this version, to which the caller may add others with `keep_rows`.
        Without a version, the rows are not kept.
        """
        if version is None:
            return Rows(dict)
        seen, rows = self._works.pop(group_id, (None, Rows(dict)))
        if seen != version:
            rows = Rows(dict)
        self._works[group_id] = (version, rows)
        while len(self._works) > _MOST_WORKS:
            self._works.popitem(last=False)
        return rows


def version_of(state: Sequence[object]) -> Version | None:
    """Return the version of a work from the state of the work in a query's result, or None if there is no work."""
    revision, _, birth, *_ = state
    return (revision, str(birth)) if isinstance(revision, int) else None
