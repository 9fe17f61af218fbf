"""Tests of values as JSON: fields, flattened embedded values, and shapes that change the fields."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from episodic.model.episodes import Layer
from episodic.model.flat_json import OMITTED_AT_DEFAULT, FlatJson, embedded
from episodic.model.json_shapes import Serialiser, Shape
from episodic.model.records import from_json, to_json


@dataclass(frozen=True, slots=True)
class Inner:
    words: str
    rank: int = field(default=2, metadata=OMITTED_AT_DEFAULT)
    hidden: str = ""


@dataclass(frozen=True, slots=True)
class Outer(FlatJson):
    uuid: str
    inner: Inner = field(metadata=embedded(names={"words": "text"}, without={"hidden"}))
    layer: Layer = Layer.CANON


def test_embedded_fields_are_flattened_and_restored() -> None:
    """Embedded fields have the names that the embedding gives them. A rank of 2 is left out because 2 is the default."""
    plain, ranked = Outer("1", Inner("he went")), Outer("2", Inner("he stayed", 3), Layer.PLAN)

    assert to_json(plain) == '{"uuid":"1","text":"he went","layer":"canon"}'
    assert to_json(ranked) == '{"uuid":"2","text":"he stayed","rank":3,"layer":"plan"}'
    assert [from_json(Outer, to_json(one)) for one in (plain, ranked)] == [plain, ranked]


@pytest.mark.parametrize("raw", ["[]", '"x"', '{"uuid":"1"}', '{"uuid":"1","inner":7}', '{"uuid":"1","text":5}'])
def test_an_invalid_value_is_refused(raw: str) -> None:
    """The error is a ValueError, as for pydantic."""
    with pytest.raises(ValueError, match="validation error"):
        from_json(Outer, raw)


def test_a_value_without_a_shape_is_its_fields() -> None:
    shown = Serialiser({}).of((Outer("1", Inner("he went")), {Layer.NOTE: 0.5}, None))

    assert shown == [{"uuid": "1", "text": "he went", "rank": 2, "layer": "canon"}, {"note": 0.5}, None]


def test_a_shape_can_rename_omit_compute_and_flatten_fields() -> None:
    """A shape at a flat field takes precedence over the shape of its class, and computed fields precede flat fields."""

    @dataclass(frozen=True)
    class View:
        outer: Outer
        score: float

    shapes = {
        Outer: Shape(names={"text": "words"}),
        View: Shape(
            flat={"outer": Shape(without=frozenset({"layer"}))},
            names={"score": "points"},
            computed={"rank": lambda one: one.score * 2, "text": lambda one: one.outer.inner.words.upper()},
        ),
    }
    view = View(Outer("1", Inner("he went")), 2.0)

    assert Serialiser(shapes).of(view) == {"uuid": "1", "text": "HE WENT", "rank": 4.0, "points": 2.0}
    assert Serialiser(shapes).of(view.outer) == {"uuid": "1", "words": "he went", "rank": 2, "layer": "canon"}


def test_a_value_without_a_json_form_is_an_error() -> None:
    with pytest.raises(TypeError, match="set cannot be converted to JSON"):
        Serialiser({}).of({1})
