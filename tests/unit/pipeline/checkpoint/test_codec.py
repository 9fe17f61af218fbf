"""Tests of the JSON of a checkpoint: values of every class come back equal."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from episodic.model.episodes import Episode, Layer
from episodic.model.spans import Evidence, NarrativePosition, Span
from episodic.pipeline.checkpoint.codec import ValueCodec, compact_json
from episodic.pipeline.checkpoint.objects import KeptObjects
from episodic.temporal.chronology.narrative_line import TimePosition

CLASSES = (Layer, Evidence, NarrativePosition, Span, TimePosition)
QUOTE = Evidence("e1", '他说："走。"\n{"#":1}', 4, 13, NarrativePosition(1, 4))
OTHER = Evidence("e2", "She left.", 0, 9, NarrativePosition(2, 0))


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


def columns_of(chance: random.Random) -> list[list[object]]:
    """Return columns of values of each kind, alone, with None, and inside each other."""
    size = chance.randrange(30)
    texts: list[object] = [chance.choice(("a", "b", "line\nbreak \ud800", '{"#":1}', '{"R":[1]}')) for _ in range(size)]
    numbers: list[object] = [chance.randrange(9) for _ in range(size)]
    quotes: list[object] = [chance.choice((QUOTE, OTHER)) for _ in range(size)]
    layers: list[object] = [chance.choice(list(Layer)) for _ in range(size)]
    spots: list[object] = [
        TimePosition(chance.randrange(9), chance.randrange(9), chance.choice((0, 2))) for _ in range(size)
    ]
    places: list[object] = [NarrativePosition(chance.randrange(9), 1) for _ in range(size)]
    plain: list[list[object]] = [texts, numbers, quotes, layers, spots, [Span(1, 2)] * size, [None] * size, places]
    paired: list[list[object]] = [[*zip(chance.choice(plain), spots, strict=True)] for _ in range(4)]
    lengths = [chance.randrange(4) for _ in range(size)]
    divided: list[list[object]] = [
        [tuple(column[:length]) for length in lengths] for column in (texts, quotes, spots) if size
    ]
    listed: list[list[object]] = [[list(column[:length]) for length in lengths] for column in (texts, spots)]
    empty: list[list[object]] = [[()] * size, [{1: QUOTE}] * size]
    every = [*plain, *paired, *divided, *listed, *empty]
    gaps: list[list[object]] = [[one if chance.random() < 0.6 else None for one in column] for column in every]
    flags: list[object] = [chance.choice((True, False, 0.0, 1.0)) for _ in range(size)]
    mixed = [chance.choice((texts, numbers, flags, quotes, spots))[place] for place in range(size)]
    scalars = [chance.choice((texts, numbers, flags))[place] for place in range(size)]
    return [*every, *gaps, mixed, scalars]


def test_a_column_comes_back_equal() -> None:
    for seed in range(40):
        known = codec()
        for column in columns_of(random.Random(seed)):
            text = compact_json([known.column(column)])

            (found,) = known.read(text)

            assert found == column, (seed, column)
            assert list(map(type, found)) == list(map(type, column)), (seed, column)
            assert b"\n" not in text


def test_equal_texts_of_several_columns_are_one_text() -> None:
    known = codec()
    texts = [f"id {number}" for number in range(9)]

    first, second = known.read(compact_json([known.column(texts), known.column([(one, 1) for one in texts])]))

    assert all(one is other for one, (other, _) in zip(first, second, strict=True))


def test_references_in_columns_are_found() -> None:
    """A checkpoint that is written anew keeps the values that its lines refer to."""
    objects = KeptObjects(CLASSES, omitted={}, external={})
    rows = [(number, replace(QUOTE, start=number), ('{"#":77}', '{"R":[78]}')) for number in range(20)]

    reached = objects.reached_from([compact_json([objects.codec.column(rows)])])

    assert [one.number for one in reached] == list(range(20))


def test_a_value_of_an_unknown_class_is_refused() -> None:
    with pytest.raises(KeyError):
        codec().written(Episode)


def test_json_is_compact_and_has_every_text() -> None:
    """A surrogate without its pair is text that UTF-8 does not have."""
    assert compact_json(["é", "\t", 1, 1.5, None, {"#": 2}]) == '["é","\\t",1,1.5,null,{"#":2}]'.encode()
    assert codec().value(compact_json(["a", "\ud800"])) == ["a", "\ud800"]
