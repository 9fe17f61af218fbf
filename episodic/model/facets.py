"""Facets: short tokens for the properties of facts, entities and passages by which searches are filtered.

A store keeps the facets of a record beside its text and vector, so that a filter is applied inside the search index.
Facets are computed from the value of a record, and are not part of the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from hashlib import blake2b
from typing import cast

from pydantic_core import from_json as parsed

from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateKind, predicate_key
from episodic.model.readings import USUAL_SALIENCE
from episodic.model.records import SEARCHED, Kind, Record

FACETS_VERSION = 1
"""The version of the facets that this program computes. A programmer must increase FACETS_VERSION when the facets of
records change, so that stores compute them anew.
"""

_DIGEST_BYTES = 6


class Facet(StrEnum):
    """The properties of records that have facets."""

    CHAPTER = "chapter"
    ENTITY_TYPE = "entity_type"
    PREDICATE = "predicate"
    SCOPE = "scope"
    SALIENCE = "salience"
    HOLDER = "holder"
    LAYER = "layer"
    ENDED = "ended"
    """The property whether a fact has ended by the last chapter: "yes" or "no"."""
    QUOTED = "quoted"
    """The property whether a fact has a quote: "yes", or no facet if it has none."""


@lru_cache(maxsize=1 << 14)
def facet(name: Facet, value: str) -> str:
    """Return the token for the value *value* of a property: a single word of letters and digits in every search index.

    Two values may have the same token by chance. A search by facets must therefore check the found records again.
    """
    return "f" + blake2b(f"{name}:{value}".encode(errors="surrogatepass"), digest_size=_DIGEST_BYTES).hexdigest()


def facets_of(record: Record) -> tuple[str, ...]:
    """Return the facets of a record. Records of kinds that are not searched have no facets."""
    if record.kind not in SEARCHED:
        return ()
    return facets_of_value(record.kind, record.value)


def facets_of_value(kind: Kind, value: str) -> tuple[str, ...]:
    """Return the facets of a record, given its kind (one of SEARCHED) and its JSON value."""
    try:
        fields = _mapping(parsed(value))
    except ValueError:
        return ()
    found = {Kind.FACT: _of_fact, Kind.ENTITY: _of_entity, Kind.PASSAGE: _of_passage}[kind](fields)
    return tuple(dict.fromkeys(facet(name, text) for name, text in found if text))


def facets_column(kind: Kind, value: str) -> str | None:
    """Return the facets of a record as one text, joined with spaces, or None if the record has no facets."""
    return " ".join(facets_of_value(kind, value)) or None if kind in SEARCHED else None


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
    # An event never counts as ended, because it takes place at one moment.
    ends = fields.get("kind") != PredicateKind.EVENT and (fields.get("invalid_at") or fields.get("ended_by"))
    yield Facet.ENDED, "yes" if ends else "no"


def _of_entity(fields: Mapping[str, object]) -> Iterator[tuple[Facet, str]]:
    yield Facet.ENTITY_TYPE, name_key(_text(fields, "type"))
    for named in (fields, *_items(fields, "aliases")):
        yield Facet.CHAPTER, _text(_mapping(named.get("first")), "episode")


def _of_passage(fields: Mapping[str, object]) -> Iterator[tuple[Facet, str]]:
    yield Facet.CHAPTER, _text(fields, "episode")
    yield Facet.LAYER, _text(fields, "layer")


def _items(fields: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
    value = fields.get(name)
    return [_mapping(one) for one in cast("list[object]", value)] if isinstance(value, list) else []


def _mapping(value: object) -> Mapping[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def _text(fields: Mapping[str, object], name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""
