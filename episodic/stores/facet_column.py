"""Finds, in a list of records, the rows with given facets (short tokens for properties by which searches filter)."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from episodic.model.facets import FACET_LENGTH

_MOST_SETS = 64
"""The maximum number of results of `having` in the cache, one for each set of facets (tokens by which searches filter).
The cache takes one byte for each row and set of facets.
"""

_FILL = "0" * (16 - FACET_LENGTH)
"""Zeros that are put before a facet to get the sixteen hexadecimal digits of a 64-bit number."""


class FacetColumn:
    """The facets of each row of a list, as numbers in memory: twelve bytes for each facet of a row."""

    def __init__(self, facets: Sequence[str]) -> None:
        """*facets* contains one text for each row: the row's facets (tokens by which searches filter), joined with
        single spaces.
        """
        counts = [(len(one) + 1) // (FACET_LENGTH + 1) for one in facets]
        self._facets = _numbers(filter(None, facets))
        self._rows = np.repeat(np.arange(len(facets), dtype=np.int32), counts)
        self._length = len(facets)
        self._having: dict[frozenset[str], NDArray[np.bool_]] = {}

    def having(self, facets: frozenset[str]) -> NDArray[np.bool_]:
        """Return for each row whether it has one of the given facets."""
        known = self._having.get(facets)
        if known is None:
            if len(self._having) >= _MOST_SETS:
                self._having.clear()
            wanted = _numbers(one for one in facets if len(one) == FACET_LENGTH)
            known = np.zeros(self._length, np.bool_)
            known[self._rows[np.isin(self._facets, wanted)]] = True
            self._having[facets] = known
        return known


def _numbers(rows: Iterable[str]) -> NDArray[np.uint64]:
    """Return the facets of all rows as numbers: a facet consists of hexadecimal digits."""
    written = " ".join(rows)
    digits = f"{_FILL}{written.replace(' ', _FILL)}" if written else ""
    numbers: NDArray[np.uint64] = np.frombuffer(bytes.fromhex(digits), ">u8").astype(np.uint64)
    return numbers
