"""Tests of ids, which must never change, because stores, exports and recorded replies contain them."""

from __future__ import annotations

import hashlib
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.model.ids import identify

parts = st.lists(st.none() | st.integers() | st.text(max_size=4), max_size=4)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("entity",), "6b2f5eba-1a95-8315-8b91-1aee2d7d5766"),
        (("entity", None), "c7f799eb-cefd-847b-8702-387077c8032d"),
        (("entity", ""), "d4da7c6b-b9c2-8577-bade-ff9c54099fd9"),
        (("entity", "ab", "c"), "3219dc2f-846c-8f0e-a47b-7e9cdf2c719a"),
        (("entity", "a", "bc"), "fec964c8-a0a0-8504-b926-ee30af3d2e72"),
        (("stored", "work", "关羽", 7), "4d63b86d-50cd-8b4c-87fb-6569c9c26196"),
        (("passage", "\ud800"), "a230f812-f734-8c99-a609-01765e02a291"),
    ],
)
def test_an_id_is_the_same_as_in_the_first_release(
    words: tuple[str, *tuple[str | int | None, ...]], expected: str
) -> None:
    """If this test fails, ids in existing stores no longer match."""
    assert identify(*words) == expected


@given(st.text(max_size=4), parts)
def test_an_id_is_a_vendor_specific_uuid_of_the_first_bits_of_the_digest(
    kind: str, rest: list[str | int | None]
) -> None:
    """As in RFC 9562, all bits except those of version and variant come from the digest."""
    whole = b""
    for one in (kind, *rest):
        raw = b"\x00" if one is None else str(one).encode("utf-8", "surrogatepass")
        whole += len(raw).to_bytes(8, "big") + (b"n" if one is None else b"s") + raw
    free = ~((0xF << 76) | (0x3 << 62))

    made = uuid.UUID(identify(kind, *rest))

    assert str(made) == identify(kind, *rest)
    assert (made.version, made.variant) == (8, uuid.RFC_4122)
    assert made.int & free == int.from_bytes(hashlib.sha256(whole).digest()[:16], "big") & free
