"""Tests of the upgrade of stores: which migrations are missing, and which stores are refused."""

import pytest

from episodic.errors import StoreVersionError
from episodic.stores.migrations import Migration, missing

STEPS = (Migration("0001 tables", ("CREATE",)), Migration("0002 marker"), Migration("0003 column", ("ALTER",)))


def test_missing_migrations_are_returned_in_order() -> None:
    assert missing(STEPS, (), place="a.db") == list(STEPS)
    assert missing(STEPS, {"0002 marker", "0001 tables"}, place="a.db") == [STEPS[2]]
    assert missing(STEPS, [one.name for one in STEPS], place="a.db") == []


def test_a_store_with_unknown_migrations_is_refused() -> None:
    """The error names the store and what is newer."""
    with pytest.raises(StoreVersionError, match=r"a\.db was written by a newer version \(0004 later\)"):
        missing(STEPS, ["0001 tables", "0004 later"], place="a.db")
