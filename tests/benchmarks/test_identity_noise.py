"""Test of the identity noise benchmark, in which one identity answer of twenty is wrong."""

from __future__ import annotations

import pytest

from benchmarks.identity_noise import Cast, NoisyReader, read


@pytest.mark.parametrize(("language", "seed"), [("en", 0), ("zh", 1)])
async def test_wrong_answers_stay_where_they_were_given(language: str, seed: int) -> None:
    """A wrong identity answer affects almost no other entity, and nearly all facts of the end are right."""
    cast = Cast(language, seed)
    reader = NoisyReader(cast, 0.05, seed)

    noise = await read(cast, cast.chapters(25), reader)

    assert noise.wrong > 0
    assert noise.over_merges <= 2
    assert noise.true_now >= 0.85
