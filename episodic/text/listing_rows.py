"""Listing rows: what a list or a count of all facts or entities reads of a record, without decoding the record.

A list shows one page of facts, while the story order of the facts depends on all facts of the work. A store keeps a
listing row beside each fact and entity, so that the order of 100,000 facts is found by sorting short texts. Listing
rows follow from the values of the records, and are not part of the records.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic_core import from_json as parsed

from episodic.model.episodes import Layer
from episodic.model.graph import TimelineTurn
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.model.records import Kind, Record

LISTING_ROWS_VERSION = 1
"""The version of listing rows. The version must be increased if the listing row of a record changes, so that stores
compute the rows anew.
"""
LISTED = frozenset({Kind.FACT, Kind.ENTITY})
"""The kinds of records that have listing rows."""

_BETWEEN = "\x1f"
"""The separator of the fields of a row, which comes before all letters and digits."""
_LEAST = 1 << 63
_KEY_LENGTH = 12
_LAYERS = {one.value: str(number) for number, one in enumerate(Layer)}
_LAYER_OF = {number: Layer(name) for name, number in _LAYERS.items()}


class Listed(NamedTuple):
    """What decides whether a list shows a fact: its layer, whether it has ended, and whether it is a setup. All facts
    of a work have few combinations of layer, end and setup flag, so that each combination is decided once.
    """

    layer: Layer
    ended: bool
    setup: bool


class ListedFact(NamedTuple):
    """The fields of a fact's listing row. `day` is the fact's earliest possible start day, or its latest if only that
    is known, or None. `event` and `derived` say whether the fact is an event, and whether it is a state that follows
    from an event. `quotes` are keys of its quotes, and `parties` are keys of the subject and object of an event or of a
    state that follows from one, and of an event's participants.
    """

    uuid: str
    predicate: str
    day: int | None
    event: bool
    derived: bool
    quotes: tuple[str, ...]
    parties: tuple[str, ...]


class ListedEntity(NamedTuple):
    """The fields of an entity's listing row: the number of its mentions, and the chapters in which its names occur
    first.
    """

    mentions: int
    chapters: tuple[str, ...]


def listing_row(kind: Kind, value: str) -> str | None:
    """Return the listing row of a record, given its kind and its JSON value, or None for a record that is not listed.

    Sorted as texts, the rows of facts are in story order by the lines of the story, without regard to days. The result
    is None also for a value that is not the JSON of a record of this kind.
    """
    if kind not in LISTED:
        return None
    try:
        fields = parsed(value)
        return _of_fact(fields) if kind is Kind.FACT else _of_entity(fields)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def listing_rows(records: Iterable[Record]) -> list[str]:
    """Return the listing rows of records, without those of records that are not listed."""
    return [row for one in records if (row := listing_row(one.kind, one.value)) is not None]


def shown_rows(rows: Sequence[str], lists: Callable[[Listed], bool]) -> Sequence[str]:
    """Return the listing rows of the facts for whose layer, end and setup flag *lists* returns true."""
    parts = {row[-3:] for row in rows}
    shown = {one for one in parts if lists(Listed(_LAYER_OF[one[0]], one[1] == "1", one[2] == "1"))}
    return rows if shown == parts else [row for row in rows if row[-3:] in shown]


def listed_fact(row: str) -> ListedFact:
    _, uuid, rest = row.split(_BETWEEN, 2)
    predicate, quotes, parties, day, state = rest.rsplit(_BETWEEN, 4)
    event, derived = state[0] == "1", state[1] == "1"
    return ListedFact(uuid, predicate, int(day) if day else None, event, derived, _keys(quotes), _keys(parties))


def quote_key(episode: str, start: int, end: int, scope: str, holder: str | None) -> str:
    """Return a hash of a quote's place, and of the scope and holder of the fact that it states."""
    return _key(f"{episode} {start} {end} {scope} {holder}")


def parties_of(subject: str, target: str | None, others: Iterable[str], *, event: bool) -> tuple[str, ...]:
    """Return hashes of the ids of a fact's subject, object (*target*) and, for an *event*, of the *others* that take
    part.
    """
    named = (subject, *(() if target is None else (target,)), *(others if event else ()))
    return tuple(_key(one) for one in dict.fromkeys(named))


def id_of_row(row: str) -> str:
    return row.split(_BETWEEN, 2)[1]


def rows_beside_effects(rows: Iterable[str]) -> list[str]:
    """Return the listing rows of states that follow from events, and of the facts that share a quote with one."""
    rows = list(rows)
    quotes = {quote for row in rows if row[-4] == "1" for quote in listed_fact(row).quotes}
    return [row for row in rows if not quotes.isdisjoint(_keys(row.rsplit(_BETWEEN, 4)[1]))] if quotes else []


def _key(text: str) -> str:
    """Two texts of one work practically never get the same hash of 48 bits."""
    return hashlib.blake2b(text.encode(), digest_size=_KEY_LENGTH // 2).hexdigest()


def _keys(text: str) -> tuple[str, ...]:
    if len(text) == _KEY_LENGTH:
        return (text,)
    return tuple(text[at : at + _KEY_LENGTH] for at in range(0, len(text), _KEY_LENGTH))


def have_days(rows: Sequence[str]) -> bool:
    """Return whether the start day of at least one of the facts with these listing rows is known."""
    return not {row[-7] for row in rows} <= {_BETWEEN}


def listed_entity(row: str) -> ListedEntity:
    mentions, *chapters = row.split(_BETWEEN)
    return ListedEntity(int(mentions), tuple(chapters))


def _of_fact(fields: Mapping[str, Any]) -> str:
    told = fields["told_at"]
    begins: Mapping[str, int | None] = fields["valid_at"] or {}
    days = [one for one in (begins.get("earliest"), begins.get("latest")) if one is not None]
    place = _place(told)
    # A fact without a day that looks back from a moment comes before the facts at this moment.
    moments = [_place(one["told"]) for one in fields.get("places", ()) if one.get("turn") == TimelineTurn.BACK]
    first = min(place, *moments) if moments and not days else place
    on_moment = "0" if moments and not days else "1"
    event, derived = fields["kind"] == PredicateKind.EVENT, bool(fields.get("derived"))
    ended = not event and (fields["invalid_at"] is not None or bool(fields["ended_by"]))
    setup = fields["scope"] == StatementScope.SETUP
    order = f"{first}{on_moment}{place}{fields.get('position', 0):08x}"
    state = f"{int(event)}{int(derived)}{_LAYERS[fields['layer']]}{int(ended)}{int(setup)}"
    day = str(days[0]) if days else ""
    return _BETWEEN.join((order, fields["uuid"], fields["predicate"], _quotes(fields), _parties(fields), day, state))


def _quotes(fields: Mapping[str, Any]) -> str:
    told = (fields["scope"], fields["holder"])
    return "".join(quote_key(one["episode"], one["start"], one["end"], *told) for one in fields["evidence"])


def _parties(fields: Mapping[str, Any]) -> str:
    event = fields["kind"] == PredicateKind.EVENT
    if not event and not fields.get("derived"):
        return ""
    others = (one["entity"] for one in fields["participants"])
    return "".join(parties_of(fields["subject"], fields["object"], others, event=event))


def _place(told: Mapping[str, Any]) -> str:
    return f"{told['order'] + _LEAST:016x}{told['offset']:08x}"


def _of_entity(fields: Mapping[str, Any]) -> str:
    chapters = dict.fromkeys(one["first"]["episode"] for one in (fields, *fields["aliases"]))
    return _BETWEEN.join((str(fields["mentions"]), *chapters))
