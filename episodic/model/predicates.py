"""What is known of a predicate: its kind, how many values it takes, its inverse, and the names it goes by."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib import resources

from pydantic import TypeAdapter

from episodic.model.names import name_key


class PredicateKind(StrEnum):
    """Fixed things never change, states begin and end, events happen at a moment."""

    FIXED = "fixed"
    STATE = "state"
    EVENT = "event"


class Cardinality(StrEnum):
    """How many can hold at once."""

    ONE_VALUE = "one_value"
    """One value a subject (lives in): a second one excludes the first."""
    ONE_SUBJECT = "one_subject"
    """One subject an object (holds the sword): a second holder excludes the first."""
    ONE_EACH = "one_each"
    """Both: one value a subject and one subject an object (is married to)."""
    ONE_PER_PAIR = "one_per_pair"
    """One of this family of predicates between two (friend or enemy)."""
    MANY = "many"


class Alive(StrEnum):
    """When saying a thing of somebody shows that they are alive."""

    ALWAYS = "always"
    BEGINNING = "beginning"
    """Only where it begins: a widow is still called somebody's wife, but nobody marries the dead."""
    NEVER = "never"
    """It may be said of the dead: a title given after death, a body that lies somewhere."""


@dataclass(frozen=True, slots=True)
class Predicate:
    """A relation or attribute; `family` groups predicates that exclude each other within a pair or a subject.

    `living` facts end with their subject's death. `names` are other words for it, in any language. `place`: what it takes is a
    place, so that values may lie inside each other; `presence`: it says where its subject is at that very moment; `within`:
    between two places it says that one lies inside the other. `act`: when it shows its subject alive (None: always, if it is an
    event or living).
    """

    name: str
    kind: PredicateKind = PredicateKind.STATE
    cardinality: Cardinality = Cardinality.MANY
    inverse: str | None = None
    symmetric: bool = False
    living: bool = False
    family: str | None = None
    zh: str = ""
    names: tuple[str, ...] = field(default=())
    place: bool = False
    presence: bool = False
    within: bool = False
    act: Alive | None = None


class PredicateTable:
    """Predicates by any of their names."""

    def __init__(self, predicates: Iterable[Predicate]) -> None:
        self._by_name: dict[str, Predicate] = {}
        self._by_key: dict[str, Predicate] = {}
        self._add(predicates)

    def _add(self, predicates: Iterable[Predicate]) -> None:
        for predicate in predicates:
            self._by_name[predicate.name] = predicate
            for name in (predicate.name, predicate.zh, *predicate.names):
                if name:
                    self._by_key[predicate_key(name)] = predicate

    def find(self, name: str) -> Predicate | None:
        """The predicate that goes by this name in any language, or None."""
        return self._by_key.get(predicate_key(name))

    def all(self) -> tuple[Predicate, ...]:
        """Every predicate, in the order given."""
        return tuple(self._by_name.values())

    def extended(self, more: Iterable[Predicate]) -> PredicateTable:
        """This table with the caller's predicates added; a name given again takes the caller's meaning."""
        other = PredicateTable(())
        other._by_name, other._by_key = dict(self._by_name), dict(self._by_key)
        other._add(more)
        return other


def predicate_key(name: str) -> str:
    """The form under which predicate names are compared: case, width, spaces, hyphens and underscores do not count."""
    return name_key(name).replace("_", "").replace("-", "").replace(" ", "")


@cache
def shipped_predicates() -> tuple[Predicate, ...]:
    """The common predicates of fiction."""
    raw = resources.files("episodic.model").joinpath("predicates.json").read_text(encoding="utf-8")
    rows: list[Mapping[str, object]] = json.loads(raw)
    return tuple(TypeAdapter(list[Predicate]).validate_python(rows))


@cache
def shipped_table() -> PredicateTable:
    """The common predicates of fiction by their names."""
    return PredicateTable(shipped_predicates())
