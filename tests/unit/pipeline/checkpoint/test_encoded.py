"""Tests of bytes that are kept as Base64."""

from __future__ import annotations

import random
import tempfile
from base64 import b64encode
from pathlib import Path

import pytest

from episodic.errors import StoreFullError
from episodic.pipeline.checkpoint import encoded
from episodic.pipeline.checkpoint.encoded import EncodedBytes, Excerpt, TextFile


@pytest.mark.parametrize("length", [0, 1, 2, 3, 29, 30, 31, 89, 90])
@pytest.mark.parametrize("in_memory", [1 << 20, 1])
def test_every_part_is_decoded_as_it_was(length: int, in_memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoded, "_IN_MEMORY", in_memory)
    whole, size = random.Random(length).randbytes(length), 30
    file = TextFile()
    file.add(b64encode(b"before"))
    begin = len(file)
    for at in range(0, length, size):
        file.add(b64encode(whole[at : at + size]))
    end = len(file)
    file.add(b64encode(b"after"))

    found = EncodedBytes(file, begin, end)

    assert len(found) == length
    assert found[:] == whole
    assert [found[at] for at in range(length)] == list(whole)
    for first in range(length + 1):
        for last in range(length + 2):
            assert found[first:last] == Excerpt(found, first, last).read() == whole[first:last]


def test_a_temporary_file_that_cannot_be_made_is_an_error_that_names_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    monkeypatch.setattr(encoded, "_IN_MEMORY", 1)

    with pytest.raises(StoreFullError) as raised:
        TextFile().add(b"AAAA")

    assert "TMPDIR" in (raised.value.hint or "")
