"""Tests that the first vector search of a process, which keeps no vectors, finds what later searches find."""

from __future__ import annotations

import random

from episodic.model.records import Kind
from episodic.ports import Bounds
from episodic.stores.sqlite import SQLiteStore
from episodic.testing.store_contract.builders import changes, direction, fact, search_vector, towards

BOUNDS = (Bounds(), Bounds(told_by=20), Bounds(at=12), Bounds(told_by=30, at=5), Bounds(told_by=-1))


async def test_the_first_search_within_bounds_finds_what_the_next_one_finds() -> None:
    chance = random.Random(4)
    facts = [
        fact(
            f"f{number:02}",
            "e",
            told=number,
            lo=chance.choice((None, chance.randrange(20))),
            hi=chance.choice((None, 20 + chance.randrange(20))),
            vector=towards(1, chance.random()),
        )
        for number in range(40)
    ]
    for bounds in BOUNDS:
        store = SQLiteStore(":memory:")
        await store.commit(changes("work", *facts))

        first, again = [
            list(await search_vector(store, "work", Kind.FACT, direction(0), limit=5, bounds=bounds)) for _ in range(2)
        ]

        assert first == again
        assert bool(first) == (bounds != Bounds(told_by=-1))
        await store.close()
