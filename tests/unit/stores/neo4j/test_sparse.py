"""A stored vector is the vector, bit for bit, and never longer than it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.embeddings.hashed import HashedEmbedder
from episodic.stores.neo4j.sparse import packed, unpacked

bits = st.sampled_from((0, 0, 0, 0, 0, 1 << 31, 0x7FC00001)) | st.integers(0, (1 << 32) - 1)
"""Numbers as bits: mostly zero, among the others a negative zero and one that is none."""
vectors = st.lists(bits, max_size=70).map(lambda found: np.array(found, "<u4").tobytes())


@given(st.lists(st.none() | vectors, max_size=6))
def test_what_is_stored_is_read_again(given_: list[bytes | None]) -> None:
    """Vectors of any lengths, together or alone; none stays none."""
    stored = packed(given_)

    assert [unpacked(one) for one in stored] == given_
    assert stored == [one for vector in given_ for one in packed([vector])]
    assert all(len(one or b"") <= len(vector or b"") for one, vector in zip(stored, given_, strict=True))


@pytest.mark.parametrize("dimension", [1, 8, 31, 32, 33, 384])
def test_a_vector_that_has_no_zero_is_stored_as_it_is(dimension: int) -> None:
    """As real embedders make them, and as they were stored before there was another form."""
    vector = np.linspace(0.5, 1, dimension, dtype="<f4").tobytes()

    assert packed([vector]) == [vector]
    assert unpacked(vector) == vector
    assert unpacked(bytearray(vector)) == vector


@pytest.mark.parametrize(
    "text", ["The ferryman's daughter took the ninth tide book to Harrow Ferry.", "青禾把潮簿交给了老尺"]
)
async def test_a_sentence_takes_a_fraction_of_its_numbers(text: str) -> None:
    """The offline embedder leaves most places empty."""
    (numbers,) = await HashedEmbedder().embed([text])
    row = numbers.astype("<f4").tobytes()

    (stored,) = packed([row])

    assert stored is not None
    assert len(stored) < len(row) / 2
    assert unpacked(stored) == row
