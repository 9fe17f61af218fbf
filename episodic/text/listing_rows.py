"""Listing rows: what a list or a count of all facts or entities reads of a record, without decoding the record.

A list shows one page of facts, but the story order of the facts depends on all facts of the work. A store keeps a
listing row (a short text) beside each fact and entity. The order of 100,000 facts is found by sorting these texts. A
listing row is computed from the value of its record, and is not part of the record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from pydantic_core import from_json as parsed

from episodic.model.episodes import Layer
from episodic.model.graph import TimelineTurn
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.model.records import Kind, Record
from episodic.text.tellings import KEY_LENGTH, Telling, short_hash

LISTING_ROWS_VERSION = 4
"""The version of listing rows, the short texts that lists read in place of whole records. The version must be increased
if the listing row of a record changes, so that stores compute the rows anew.
"""
LISTED = frozenset({Kind.FACT, Kind.ENTITY})
"""The kinds of records that have listing rows (short texts that lists read in place of whole records)."""

_TO = ","
"""The separator of the first and the last possible day in a listing row."""
_BETWEEN = "\x1f"
"""The separator of the fields of a row, which comes before all letters and digits."""
_LEAST = 1 << 63
_ORDER = 16
_PLACE = _ORDER + 8 + 1
"""The offset in the listing row of a fact at which the narrative position of the fact's first quote begins."""
_STANDING = 3
"""The number of characters at the end of a fact's listing row that describe three properties. The properties are the
layer of the fact, whether it has ended, and whether it is a setup.
"""
_ROLL = slice(KEY_LENGTH, 2 * KEY_LENGTH)
_CONTENT = slice(2 * KEY_LENGTH, 3 * KEY_LENGTH)
_TELLER = slice(3 * KEY_LENGTH, 4 * KEY_LENGTH)
_EXPLAINS = slice(4 * KEY_LENGTH, 5 * KEY_LENGTH)
"""`_ROLL`, `_CONTENT`, `_TELLER` and `_EXPLAINS` are the positions of the second to the fifth key of a `Telling` in the
text that joins its keys.
"""
LEAST_ROLL = 4
"""If one quote, such as a roll call, says the same of at least this many people, the facts become one entry of a list.
"""
_NO_KEY = " " * KEY_LENGTH
_PASSING, _EVENT, _LASTING = "0", "1", "2"
"""The characters in a listing row that stand for a passing state, an event and a lasting state (see `Telling`)."""
_LAYERS = {one.value: str(number) for number, one in enumerate(Layer)}
_LAYER_OF = {number: Layer(name) for name, number in _LAYERS.items()}


class Listed(NamedTuple):
    """What decides whether a list without filters shows a fact: its layer, whether it has ended, and whether it is a
    setup. The facts of a work have only few combinations of `layer`, `ended` and `setup`. A list decides once for each
    combination whether it shows the facts with this combination.
    """

    layer: Layer
    ended: bool
    setup: bool


class ListedFact(NamedTuple):
    """The fields of a fact's listing row. `days` are the earliest and the latest possible day on which the fact starts,
    each None if unknown. `event` says whether the fact is an event. `lasting` says whether `Telling.lasting` is true
    for the fact. `derived` says whether the fact is a state that follows from an event. `quotes` are the keys of the
    fact's quotes. `parties` are the keys of the fact's subject and object and, if the fact is an event, of its
    participants. The fields `sentence`, `roll`, `content` and `teller` contain the keys `sentence_key`, `roll_key`,
    `content_key` and `teller_key` of the fact's `Telling`. By these keys, a list finds facts that may share an entry.
    `explains` is the key of the entity whose name the fact only explains ("Ann's aunt is my aunt"), or "". Facts with
    the same `standing` are visible in the same lists without filters.
    """

    uuid: str
    predicate: str
    days: tuple[int | None, int | None]
    event: bool
    derived: bool
    quotes: tuple[str, ...]
    parties: tuple[str, ...]
    sentence: str = ""
    roll: str = ""
    content: str = ""
    teller: str = ""
    explains: str = ""
    standing: str = ""
    lasting: bool = False


class ListedEntity(NamedTuple):
    """The fields of an entity's listing row: the number of its mentions, and the chapters in which its names occur
    first.
    """

    mentions: int
    chapters: tuple[str, ...]


def listing_row(kind: Kind, fields: object) -> str | None:
    """Return the listing row of a record, given its kind and its parsed JSON value. A listing row is a short text that
    lists read in place of the record. Return None for a kind without listing rows.

    Sorting the rows of facts as texts puts the facts in narrative order; the days of the facts in story time do not
    count. A fact may have no day, and the text may only say that the fact is earlier than some moment. The row of such
    a fact comes before the rows of the facts at this moment, whatever the narrative order is. Return None for a value
    that is not the JSON of a record of the kind *kind*.
    """
    if kind not in LISTED:
        return None
    try:
        row = _of_fact if kind is Kind.FACT else _of_entity
        return row(cast("Mapping[str, Any]", fields))
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def listing_rows(records: Iterable[Record]) -> list[str]:
    """Return the listing rows of *records*, short texts that lists read in place of the records. Records that have no
    listing row, because they are neither facts nor entities or have an invalid value, are skipped.
    """
    listed = (one for one in records if one.kind in LISTED)
    return [row for one in listed if (row := listing_row(one.kind, parsed(one.value))) is not None]


def standings(rows: Iterable[str]) -> frozenset[str]:
    """Return the distinct combinations of three properties of the facts with these listing rows. The properties are the
    layer, whether the fact has ended, and whether the fact is a setup.
    """
    return frozenset(row[-_STANDING:] for row in rows)


def shown_of(found: frozenset[str], lists: Callable[[Listed], bool]) -> frozenset[str]:
    """Return those combinations in *found* for which *lists* returns true. A combination, as `standings` returns it,
    says in which layer facts are, whether they have ended, and whether they are setups.
    """
    return frozenset(one for one in found if lists(Listed(_LAYER_OF[one[0]], one[1] == "1", one[2] == "1")))


def shown_rows(rows: Sequence[str], lists: Callable[[Listed], bool]) -> Sequence[str]:
    """Return those of the given listing rows (short texts, one for each fact) for which *lists* returns true. *lists*
    is called with the fact's layer, whether the fact has ended, and whether the fact is a setup.
    """
    found = standings(rows)
    shown = shown_of(found, lists)
    return rows if shown == found else [row for row in rows if row[-_STANDING:] in shown]


def listed_fact(row: str) -> ListedFact:
    _, uuid, rest = row.split(_BETWEEN, 2)
    predicate, quotes, parties, telling, days, state = rest.rsplit(_BETWEEN, 5)
    event, derived = state[0] == _EVENT, state[1] == "1"
    earliest, _, latest = days.partition(_TO)
    start = (int(earliest) if earliest else None, int(latest) if latest else None)
    return ListedFact(
        *(uuid, predicate, start, event, derived, _keys(quotes), _keys(parties)),
        sentence=telling[:KEY_LENGTH].rstrip(),
        roll=telling[_ROLL].rstrip(),
        content=telling[_CONTENT].rstrip(),
        teller=telling[_TELLER].rstrip(),
        explains=telling[_EXPLAINS].rstrip(),
        standing=row[-_STANDING:],
        lasting=state[0] == _LASTING,
    )


def quote_key(episode: str, start: int, end: int, scope: str, holder: str | None) -> str:
    """Return a hash of a quote's place, and of the scope and holder of the fact that it states."""
    return short_hash(f"{episode} {start} {end} {scope} {holder}")


def parties_of(subject: str, target: str | None, others: Iterable[str], *, event: bool) -> tuple[str, ...]:
    """Return hashes of the ids of a fact's subject, object (*target*) and, for an *event*, of the *others* that take
    part.
    """
    named = (subject, *(() if target is None else (target,)), *(others if event else ()))
    return tuple(short_hash(one) for one in dict.fromkeys(named))


def standing_of(layer: str, *, ended: bool, setup: bool) -> str:
    """Return the last part of the listing row of a fact. This part decides in which lists without filters the fact is
    visible.
    """
    return f"{_LAYERS[layer]}{int(ended)}{int(setup)}"


def id_of_row(row: str) -> str:
    return row.split(_BETWEEN, 2)[1]


def rows_of_entries(rows: Sequence[str]) -> list[str]:
    """Return those listing rows of facts that may share an entry of a list with another fact (see `containers_of`), in
    the same order.
    """
    if not rows:
        return []
    fields = [row.rsplit(_BETWEEN, 5) for row in rows]
    _, quotes, parties, tellings, _, states = zip(*fields, strict=True)
    effects = {key for quoted, state in zip(quotes, states, strict=True) if state[1] == "1" for key in _keys(quoted)}
    explains = (named for named, telling in zip(parties, tellings, strict=True) if telling[-1] != " ")
    explained = {key for named in explains for key in _keys(named)}
    sentences = [telling[:KEY_LENGTH] for telling in tellings]
    rolls = [telling[_ROLL] for telling in tellings]
    contents = [telling[_CONTENT] for telling in tellings]
    shared, called, told = _frequent(sentences, 2), _frequent(rolls, LEAST_ROLL), _frequent(contents, 2)
    return [
        row
        for row, sentence, roll, content, quoted, named in zip(
            rows, sentences, rolls, contents, quotes, parties, strict=True
        )
        if sentence in shared
        or content in told
        or roll in called
        or quoted in effects
        or (len(quoted) > KEY_LENGTH and not effects.isdisjoint(_keys(quoted)))
        or (explained and not explained.isdisjoint(_keys(named)))
    ]


def _frequent(keys: Iterable[str], least: int) -> set[str]:
    """Return the keys that occur at least *least* times. The empty key, which facts without a key have, is never
    returned.
    """
    return {key for key, number in Counter(keys).items() if number >= least and key != _NO_KEY}


def counts_by_chapter(rows: Iterable[str]) -> dict[int, int]:
    """Return, by the order key of each chapter, how many of the facts with these listing rows have their first quote in
    the chapter. Facts without a quote are not counted.
    """
    orders = [row[_PLACE : _PLACE + _ORDER] for row in rows if row.rsplit(_BETWEEN, 5)[1]]
    return {int(order, 16) - _LEAST: number for order, number in Counter(orders).items()}


def _keys(text: str) -> tuple[str, ...]:
    if len(text) == KEY_LENGTH:
        return (text,)
    return tuple(text[at : at + KEY_LENGTH] for at in range(0, len(text), KEY_LENGTH))


def have_days(rows: Sequence[str]) -> bool:
    """Return whether the start day of at least one of the facts with these listing rows is known."""
    return not {row[-7] for row in rows} <= {_BETWEEN}


def listed_entity(row: str) -> ListedEntity:
    mentions, *chapters = row.split(_BETWEEN)
    return ListedEntity(int(mentions), tuple(chapters))


def _of_fact(fields: Mapping[str, Any]) -> str:
    told = fields["told_at"]
    begins: Mapping[str, int | None] = fields["valid_at"] or {}
    days = [begins.get("earliest"), begins.get("latest")]
    dated = days != [None, None]
    place = _place(told)
    # A fact may have no day, and the text may only say that it is earlier than some moment. Such a fact comes before
    # the facts at this moment.
    moments = [_place(one["told"]) for one in fields.get("places", ()) if one.get("turn") == TimelineTurn.BACK]
    first = min(place, *moments) if moments and not dated else place
    on_moment = "0" if moments and not dated else "1"
    event, derived = fields["kind"] == PredicateKind.EVENT, bool(fields.get("derived"))
    ended = not event and (fields["invalid_at"] is not None or bool(fields["ended_by"]))
    setup = fields["scope"] == StatementScope.SETUP
    order = f"{first}{on_moment}{place}{fields.get('position', 0):08x}"
    telling = _telling(fields, ended=ended)
    kind = _EVENT if event else _LASTING if telling.lasting else _PASSING
    state = f"{kind}{int(derived)}{standing_of(fields['layer'], ended=ended, setup=setup)}"
    bounds = _TO.join("" if one is None else str(one) for one in days) if dated else ""
    keys = "".join(f"{key:{KEY_LENGTH}}" for key in telling.keys)
    parts = (fields["predicate"], _quotes(fields), _parties(fields), keys, bounds, state)
    return _BETWEEN.join((order, fields["uuid"], *parts))


def _telling(fields: Mapping[str, Any], *, ended: bool) -> Telling:
    quotes = fields["evidence"]
    begins: Mapping[str, Any] = fields["valid_at"] or {}
    return Telling(
        fields.get("text", ""),
        next(((one["episode"], one["start"], one["end"]) for one in quotes), None),
        kind=fields["kind"],
        scope=fields["scope"],
        holder=fields["holder"],
        content=(fields["subject"], fields["predicate"], fields["object"], fields.get("value"), bool(fields.get("denied"))),
        names=(fields.get("subject_name", ""), fields.get("object_name")),
        narrowed=(
            fields.get("qualifier"), begins.get("text"), fields.get("condition"), bool(fields.get("habit"))
        ),
        standing=(fields["layer"], ended),
        derived=bool(fields.get("derived")),
        ahead=fields.get("turn") == TimelineTurn.AHEAD,
    )  # fmt: skip


def _quotes(fields: Mapping[str, Any]) -> str:
    told = (fields["scope"], fields["holder"])
    return "".join(quote_key(one["episode"], one["start"], one["end"], *told) for one in fields["evidence"])


def _parties(fields: Mapping[str, Any]) -> str:
    event = fields["kind"] == PredicateKind.EVENT
    others = (one["entity"] for one in fields["participants"])
    return "".join(parties_of(fields["subject"], fields["object"], others, event=event))


def _place(told: Mapping[str, Any]) -> str:
    return f"{told['order'] + _LEAST:016x}{told['offset']:08x}"


def _of_entity(fields: Mapping[str, Any]) -> str:
    chapters = dict.fromkeys(one["first"]["episode"] for one in (fields, *fields["aliases"]))
    return _BETWEEN.join((str(fields["mentions"]), *chapters))
