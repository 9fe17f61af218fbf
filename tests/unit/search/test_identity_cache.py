"""The cache by identity: it derives a value once for each object, and keeps a bounded number of values."""

from __future__ import annotations

from episodic.search.identity_cache import IdentityCache


def test_a_value_is_derived_once_for_each_object() -> None:
    """Objects that are equal but not identical are different keys."""
    derived: list[list[int]] = []

    def derive(key: list[int]) -> int:
        derived.append(key)
        return len(key)

    cache = IdentityCache(derive, most=9)
    first, equal = [1], [1]

    assert [cache.of(one) for one in (first, equal, first, equal)] == [1, 1, 1, 1]
    assert [id(one) for one in derived] == [id(first), id(equal)]


def test_the_number_of_values_is_bounded() -> None:
    """The last values are kept, and an old value is derived again."""
    derived: list[int] = []
    keys = [[number] for number in range(100)]

    def derive(key: list[int]) -> int:
        derived.append(key[0])
        return key[0]

    cache = IdentityCache(derive, most=10)

    for number, key in enumerate(keys):
        assert cache.of(key) == number
        assert len(cache) <= 10
        assert cache.of(key) == number

    assert derived == list(range(100))
    assert cache.of(keys[0]) == 0
    assert derived[-1] == 0
