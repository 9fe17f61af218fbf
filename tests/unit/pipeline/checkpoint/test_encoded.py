"""Tests of bytes that are kept as Base64."""

from __future__ import annotations

import random
from base64 import b64encode

import pytest

from episodic.pipeline.checkpoint.encoded import EncodedBytes, Excerpt


@pytest.mark.parametrize("length", [0, 1, 2, 3, 29, 30, 31, 89, 90])
@pytest.mark.parametrize("margins", [(0, 0), (3, 2)])
def test_every_part_is_decoded_as_it_was(length: int, margins: tuple[int, int]) -> None:
    whole, size = random.Random(length).randbytes(length), 30
    before, after = margins
    texts = [
        "=" * before + b64encode(whole[at : at + size]).decode() + "=" * after for at in range(0, max(1, length), size)
    ]

    found = EncodedBytes(texts, size, margins)

    assert len(found) == length
    assert found[:] == whole
    assert [found[at] for at in range(length)] == list(whole)
    for begin in range(length + 1):
        for end in range(length + 2):
            assert found[begin:end] == Excerpt(found, begin, end).read() == whole[begin:end]
