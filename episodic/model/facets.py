"""Facets: short tokens for the properties of facts, entities and passages by which searches are filtered.

A store keeps the facets of a record beside its text and vector, so that a filter is applied inside the search index.
Facets are computed from the value of a record, and are not part of the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from hashlib import blake2b
from typing import cast

from pydantic_core import from_json as parsed

from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateKind, predicate_key
from episodic.model.readings import USUAL_SALIENCE
from episodic.model.records import SEARCHED, Kind, Record

FACETS_VERSION = 3
"""The version of the rules by which facets (short tokens for properties by which searches filter) are computed. The
version must be increased if the facets of a record change, so that stores compute the facets anew.
"""

MOST_DIGITS = 31
"""All numbers with this many binary digits or more have the same facet."""
_DIGEST_BYTES = 6
FACET_LENGTH = 1 + 2 * _DIGEST_BYTES
"""The number of characters of a facet: the letter f and the digits of a digest."""
_FLAGS = ("denied", "locked", "habit", "qualifier", "condition", "duration")


class Facet(StrEnum):
    """The properties of records for which facets (short tokens by which searches filter) are computed."""

    CHAPTER = "chapter"
    ENTITY_TYPE = "entity_type"
    PREDICATE = "predicate"
    SCOPE = "scope"
    SALIENCE = "salience"
    HOLDER = "holder"
    LAYER = "layer"
    ENDED = "ended"
    """Whether a fact has ended by the last chapter of the work: "yes" or "no"."""
    QUOTED = "quoted"
    """Whether a fact has a quote: "yes" or no facet."""
    SUBJECT = "subject"
    OBJECT = "object"
    PARTICIPANT = "participant"
    ROLE = "role"
    VALUE = "value"
    PREDICATE_KIND = "predicate_kind"
    FRAME = "frame"
    NAME = "name"
    HAS = "has"
    """The names of the fields of a fact that are true or have a value, among denied, locked, habit, qualifier,
    condition and duration.
    """
    LENGTH = "length"
    EVIDENCE = "evidence"
    MENTIONS = "mentions"
    INDEX = "index"
    STARTS = "starts"
    ENDS = "ends"


@lru_cache(maxsize=1 << 14)
def facet(name: Facet, value: str) -> str:
    """Return the token for the value *value* of a property. The token consists of letters and digits, so that every
    search index treats the token as a single word.

    Two different values may have the same token by chance, because the token is a short hash. A search that filters by
    tokens must afterwards check the values of the records found, because other values may have the same tokens.
    """
    return "f" + blake2b(f"{name}:{value}".encode(errors="surrogatepass"), digest_size=_DIGEST_BYTES).hexdigest()


def magnitude(number: int) -> str:
    """Return the magnitude of a number as text: how many binary digits the number has, with its sign.

    The numbers of a range have only a few different magnitudes, such as 3 to 5 binary digits for the range from 5 to
    20. A search for the numbers of a range therefore looks up only a few facets.
    """
    digits = min(abs(number).bit_length(), MOST_DIGITS)
    return str(digits if number >= 0 else -digits)


def facets_of(record: Record) -> tuple[str, ...]:
    """Return the facets of a record: one token for each property value by which searches can filter. Records of kinds
    that are not searched have no facets.
    """
    if record.kind not in SEARCHED:
        return ()
    try:
        return facets_of_fields(record.kind, parsed(record.value))
    except ValueError:
        return ()


def facets_of_fields(kind: Kind, fields: object) -> tuple[str, ...]:
    """Return the facets (tokens by which searches filter) of a fact, an entity or a passage. *kind* is the kind of its
    record, and *fields* is the parsed JSON value of the record.
    """
    found = _FACETS[kind](_mapping(fields))
    return tuple(dict.fromkeys(facet(name, text) for name, text in found if text))


def predicate_facet(kind: Kind, fields: object) -> str | None:
    """Return the facet of a fact's predicate, given the kind of its record and its parsed JSON value. Return None for
    records of other kinds, and for a fact without a predicate.
    """
    predicate = predicate_key(_text(_mapping(fields), "predicate")) if kind is Kind.FACT else ""
    return facet(Facet.PREDICATE, predicate) if predicate else None


def _of_fact(fields: Mapping[str, object]) -> Iterator[tuple[Facet, str]]:
    for quote in _items(fields, "evidence"):
        yield Facet.CHAPTER, _text(quote, "episode")
        yield Facet.QUOTED, "yes"
    for name in ("subject_type", "object_type"):
        yield Facet.ENTITY_TYPE, name_key(_text(fields, name))
    yield Facet.PREDICATE, predicate_key(_text(fields, "predicate"))
    yield Facet.SCOPE, _text(fields, "scope")
    yield Facet.SALIENCE, str(fields.get("salience", USUAL_SALIENCE))
    yield Facet.HOLDER, _text(fields, "holder")
    yield Facet.HOLDER, name_key(_text(fields, "holder_name"))
    yield Facet.LAYER, _text(fields, "layer")
    # An event takes place at one moment and therefore never ends.
    ends = fields.get("kind") != PredicateKind.EVENT and (fields.get("invalid_at") or fields.get("ended_by"))
    yield Facet.ENDED, "yes" if ends else "no"
    yield from _of_properties(fields)


def _of_properties(fields: Mapping[str, object]) -> Iterator[tuple[Facet, str]]:
    yield Facet.SUBJECT, _text(fields, "subject_name")
    yield Facet.OBJECT, _text(fields, "object_name")
    yield Facet.VALUE, _text(fields, "value")
    yield Facet.PREDICATE_KIND, _text(fields, "kind")
    for role in _items(fields, "participants"):
        yield Facet.PARTICIPANT, _text(role, "name")
        yield Facet.ROLE, _text(role, "role")
    yield from ((Facet.HAS, name) for name in _FLAGS if fields.get(name) not in (None, False))
    yield from _length(fields)
    yield Facet.EVIDENCE, magnitude(len(_items(fields, "evidence")))
    for facet_name, field, bound in ((Facet.STARTS, "valid_at", "earliest"), (Facet.ENDS, "invalid_at", "latest")):
        yield from _number(facet_name, _mapping(fields.get(field)).get(bound))


def _of_entity(fields: Mapping[str, object]) -> Iterator[tuple[Facet, str]]:
    yield Facet.ENTITY_TYPE, name_key(_text(fields, "type"))
    yield Facet.NAME, _text(fields, "name")
    yield from ((Facet.NAME, _text(one, "text")) for one in _items(fields, "aliases"))
    yield from _number(Facet.MENTIONS, fields.get("mentions"))
    for named in (fields, *_items(fields, "aliases")):
        yield Facet.CHAPTER, _text(_mapping(named.get("first")), "episode")


def _of_passage(fields: Mapping[str, object]) -> Iterator[tuple[Facet, str]]:
    yield Facet.CHAPTER, _text(fields, "episode")
    yield Facet.LAYER, _text(fields, "layer")
    yield Facet.FRAME, _text(fields, "frame")
    yield from _length(fields)
    yield from _number(Facet.INDEX, fields.get("index"))


_FACETS: Mapping[Kind, Callable[[Mapping[str, object]], Iterator[tuple[Facet, str]]]] = {
    Kind.FACT: _of_fact,
    Kind.ENTITY: _of_entity,
    Kind.PASSAGE: _of_passage,
}


def _length(fields: Mapping[str, object]) -> Iterator[tuple[Facet, str]]:
    text = fields.get("text")
    if isinstance(text, str):
        yield Facet.LENGTH, magnitude(len(text))


def _number(name: Facet, value: object) -> Iterator[tuple[Facet, str]]:
    if isinstance(value, int):
        yield name, magnitude(value)


def _items(fields: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
    value = fields.get(name)
    return [_mapping(one) for one in cast("list[object]", value)] if isinstance(value, list) else []


def _mapping(value: object) -> Mapping[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def _text(fields: Mapping[str, object], name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""
