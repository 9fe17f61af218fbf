"""Tests of the classes whose values a checkpoint can contain."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from episodic.model.deferred import Deferred
from episodic.pipeline.session.checkpoint_classes import CLASSES, OMITTED


def test_no_class_is_listed_twice() -> None:
    assert len(set(CLASSES)) == len(CLASSES)


def test_omitted_fields_exist() -> None:
    for kind, names in OMITTED.items():
        assert is_dataclass(kind)
        assert names <= {one.name for one in fields(kind)}, kind


def test_deferred_classes_have_slots_only() -> None:
    """The fields of a value without slots could not be left out until they are used."""
    for kind in CLASSES:
        if issubclass(kind, Deferred):
            assert "__dict__" not in dir(kind), kind
