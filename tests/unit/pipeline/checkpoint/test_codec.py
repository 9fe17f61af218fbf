"""Tests of the JSON of a checkpoint: values of every class come back equal."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from episodic.model.episodes import Episode, Layer
from episodic.model.spans import Evidence, NarrativePosition, Span
from episodic.pipeline.checkpoint.codec import ValueCodec, compact_json
from episodic.pipeline.checkpoint.objects import KeptObjects
from episodic.temporal.chronology.narrative_line import TimePosition

CLASSES = (Layer, Evidence, NarrativePosition, Span, TimePosition)
QUOTE = Evidence("e1", '他说："走。"\n{"#":1}', 4, 13, NarrativePosition(1, 4))


def codec() -> ValueCodec:
    """Return a codec of a few classes."""
    return KeptObjects(CLASSES, omitted={}, external={}).codec


def test_built_in_values_come_back_equal() -> None:
    every: list[object] = [
        *(None, True, 3, 2.5, "line\nbreak \x1e 𠮷 \ud800", (1, ("a",)), [1, [2]], {1: "a", ("b", 2): None}),
        *({1, 2}, frozenset({"a"}), Counter({"a": 2}), Layer.DRAFT, TimePosition(1, 2, 3), Span(1, 2)),
    ]
    known = codec()

    text = compact_json(known.rows(every))

    assert known.read(text) == every
    assert b"\n" not in text
    assert b"\x1e" not in text


def test_a_kept_value_is_written_as_a_reference() -> None:
    known = codec()

    written = known.written((QUOTE, QUOTE))

    assert written == {"": [{"#": 0}, {"#": 0}]}


def test_a_column_of_one_class_comes_back_equal() -> None:
    known = codec()
    for column in (
        [TimePosition(one, one) for one in range(20)],
        [(one, "a") for one in range(20)],
        list("abcdefghij"),
    ):
        text = compact_json([known.column(column)])

        assert known.read(text) == [column], column


def test_a_vector_comes_back_equal() -> None:
    known, vector = codec(), np.array([0, 0.25, 0, -1.5], dtype=np.float32)

    (found,) = known.read(compact_json([known.written(vector)]))

    assert found.dtype == np.float32
    assert np.array_equal(found, vector)


def test_a_value_of_an_unknown_class_is_refused() -> None:
    with pytest.raises(KeyError):
        codec().written(Episode)
