"""Finds the rows of a list that have given facets."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain, count

import numpy as np
from numpy.typing import NDArray

_MOST_SETS = 64
"""The maximum number of sets of facets whose rows are cached. The cache takes one byte for each row and set of facets."""


class FacetColumn:
    """The facets of each row of a list, as numbers in memory: eight bytes for each facet of a row."""

    def __init__(self, facets: Sequence[str]) -> None:
        """Read the facets of each row, which are joined with single spaces."""
        numbers: defaultdict[str, int] = defaultdict(count().__next__)
        counts = [one.count(" ") + 1 if one else 0 for one in facets]
        tokens = chain.from_iterable(map(str.split, facets))
        self._facets = np.fromiter(map(numbers.__getitem__, tokens), np.int32, count=sum(counts))
        self._rows = np.repeat(np.arange(len(facets), dtype=np.int32), counts)
        self._numbers = dict(numbers)
        self._length = len(facets)
        self._having: dict[frozenset[str], NDArray[np.bool_]] = {}

    def having(self, facets: frozenset[str]) -> NDArray[np.bool_]:
        """Return for each row whether it has one of the given facets."""
        known = self._having.get(facets)
        if known is None:
            if len(self._having) >= _MOST_SETS:
                self._having.clear()
            wanted = np.zeros(len(self._numbers), np.bool_)
            wanted[[self._numbers[one] for one in facets if one in self._numbers]] = True
            known = np.zeros(self._length, np.bool_)
            known[self._rows[wanted[self._facets]]] = True
            self._having[facets] = known
        return known
