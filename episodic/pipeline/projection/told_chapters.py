"""Encodes a replayed chapter for the store, so that reads of the chapters up to a given one need no replay.

The stored form of a replayed chapter refers to entities by the numbers of clusters of mentions. Order keys and episode
ids are left out, because the record of the chapter has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NotRequired, TypedDict, cast

from pydantic import TypeAdapter
from pydantic_core import from_json as parsed

from episodic.model.episodes import UNDETERMINED, Language
from episodic.model.moments import TimeExpression
from episodic.model.readings import StatementCore
from episodic.model.records import Kind, Record, to_json
from episodic.model.spans import Evidence, NarrativePosition, Span
from episodic.pipeline.projection.entity_naming import Profile, ProfileName, shared_surfaces, shown_form
from episodic.pipeline.projection.fold_inputs import placed_passages
from episodic.pipeline.projection.told_statements import (
    StatementRow,
    StoredStatements,
    parsed_chapter,
    whole_rows,
    with_statements,
)
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter, ReplayedStatement
from episodic.temporal.expressions import event_key
from episodic.temporal.placed import PlacedPassage
from episodic.temporal.questions import Verdict

VERSION = 4
"""The version of the form in which stores keep replayed chapters. Increase VERSION whenever the stored form of replayed
chapters or its meaning changes. A stored chapter can be read if its version is VERSION or _BY_ROWS (an older version).
If a stored chapter has any other version, a read of the chapters up to a given one replays these chapters instead.
"""
_BY_ROWS = 3
"""An older version of the form in which stores keep replayed chapters, which can still be read. In this version, each
statement is one JSON object; in the present version, the most used fields are columns, i.e. lists of one field of all
statements.
"""


@dataclass(frozen=True, slots=True)
class ToldSurface:
    """A surface form by which a chapter mentions an entity (a cluster of mentions), with the offsets at which the
    surface form occurs. `ends` contains the end offset of each mention, or is empty if each mention is as long as
    `text`.
    """

    text: str
    starts: tuple[int, ...]
    shared: bool = False
    ends: tuple[int, ...] = ()

    @property
    def first(self) -> Span:
        return Span(self.starts[0], self.ends[0] if self.ends else self.starts[0] + len(self.text))

    def spans(self) -> list[Span]:
        ends = self.ends or tuple(start + len(self.text) for start in self.starts)
        return [Span(start, end) for start, end in zip(self.starts, ends, strict=True)]


@dataclass(frozen=True, slots=True)
class ToldCluster:
    """The mentions of one entity (a cluster of mentions) in one chapter, by surface form in the order of first mention.
    `types` says, for each entity type, how many of the chapter's windows (parts read in one call) give this type to the
    entity.
    """

    number: int
    surfaces: tuple[ToldSurface, ...]
    types: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class StatementDetails:
    """The fields of a stored statement that are not stored as columns (see `StatementColumns`)."""

    core: StatementCore
    participants: tuple[tuple[int, str], ...] = ()
    holder: int | None = None
    tellers: tuple[int, ...] = ()
    time: TimeExpression | None = None
    time_start: int | None = None
    lasting: TimeExpression | None = None
    event: str | None = None
    locked: bool = False
    in_thing: bool = False
    sentence: str | None = None
    scene_end: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldStatement(StatementDetails):
    """A statement that refers to entities by the numbers of clusters of mentions. `passage`, `quote` and `predicate`
    are indexes into the passages, quotes and predicates of the chapter.
    """

    uuid: str
    passage: int
    quote: int
    start: int
    end: int
    predicate: int
    subject: int
    object: int | None = None


@dataclass(frozen=True, slots=True)
class ToldChapter:
    """A replayed chapter in the form in which a store contains it.

    `predicates` contains each predicate of the chapter once, as JSON. `moved` are the clusters that this chapter gave
    to another entity, with its cluster number. `corrected` are the author's corrections of mentions, each with the
    mentioned cluster.
    """

    version: int = 0
    language: Language = UNDETERMINED
    passages: tuple[PlacedPassage, ...] = ()
    clusters: tuple[ToldCluster, ...] = ()
    quotes: tuple[str, ...] = ()
    predicates: tuple[str, ...] = ()
    statements: tuple[ToldStatement, ...] = ()
    verdicts: tuple[tuple[str, str, Verdict], ...] = ()
    moved: tuple[tuple[int, int], ...] = ()
    corrected: tuple[tuple[str, int], ...] = ()


class SurfaceRow(TypedDict):
    """The fields `text`, `starts` and `ends` of the JSON object of a `ToldSurface`, as a typed dictionary."""

    text: str
    starts: list[int]
    ends: NotRequired[list[int]]


class ClusterRow(TypedDict):
    """The fields `number` and `surfaces` of the JSON object of a `ToldCluster`, as a typed dictionary."""

    number: int
    surfaces: list[SurfaceRow]


class _ChapterRow(TypedDict, total=False):
    version: int
    language: str
    passages: list[dict[str, object]]
    clusters: list[ClusterRow]
    quotes: list[str]
    predicates: list[str]
    verdicts: list[tuple[str, str, str]]
    moved: list[tuple[int, int]]
    corrected: list[tuple[str, int]]


_STORED = TypeAdapter(ToldChapter)
_DETAILS = TypeAdapter(StatementDetails)
_CLUSTER = TypeAdapter(ToldCluster)
_FIELDS = TypeAdapter(dict[str, object])
_PASSAGES = TypeAdapter(tuple[PlacedPassage, ...])


@dataclass(frozen=True, slots=True)
class StoredChapter:
    """A `ToldChapter` as it is read: the clusters and statements are JSON, and are converted to objects only when a
    read uses them.

    A read of a work with 100,000 statements uses a few hundred of them, and validating all would take most of its time.
    """

    language: Language
    passages: tuple[PlacedPassage, ...]
    clusters: Sequence[ClusterRow]
    quotes: Sequence[str]
    predicates: Sequence[str]
    statements: StoredStatements
    verdicts: tuple[tuple[str, str, Verdict], ...] = ()
    moved: Sequence[tuple[int, int]] = ()
    corrected: Sequence[tuple[str, int]] = ()


def told_chapter_record(chapter: ReplayedChapter) -> Record:
    """Return the record of a replayed chapter."""
    return _record(told_chapter(chapter), chapter.episode.uuid, chapter.episode.order)


def record_of_fields(uuid: str, order: int, fields: object) -> Record:
    """Return the record of the replayed chapter with this id and order key, from the parsed JSON of its stored form.

    Raises ValueError if the stored chapter has another version than VERSION. Raises ValueError, too, if a column of its
    statements has too many or too few values. Raises pydantic.ValidationError if its JSON is not valid.
    """
    stored = _FIELDS.validate_python(fields)
    if stored.get("version") != VERSION:
        raise ValueError(stored.get("version"))
    rows = list(whole_rows(stored.pop("columns", None), stored.get("statements")))
    return _record(_STORED.validate_python({**stored, "statements": rows}), uuid, order)


def _record(chapter: ToldChapter, uuid: str, order: int) -> Record:
    fields = cast("dict[str, object]", _STORED.dump_python(chapter, mode="json", exclude_defaults=True))
    value = with_statements(fields, cast("Sequence[StatementRow]", fields.pop("statements", ())))
    return Record(Kind.REPLAYED, uuid, value, told=order)


def stored_chapter(record: Record) -> StoredChapter | None:
    """Return the stored form of a replayed chapter, or None if its version cannot be read. The versions that can be
    read are VERSION and the older version _BY_ROWS.
    """
    if record.value.startswith(f'{{"version":{VERSION},'):
        fields, statements = parsed_chapter(record.value)
    elif record.value.startswith(f'{{"version":{_BY_ROWS},'):
        fields = cast("dict[str, object]", parsed(record.value, cache_strings="keys"))
        statements = StoredStatements.of(cast("Sequence[StatementRow]", fields.get("statements", ())))
    else:
        return None
    row = cast("_ChapterRow", fields)
    passages = [{**one, "episode": record.uuid, "order": record.told} for one in row.get("passages", ())]
    return StoredChapter(
        cast("Language", row.get("language", UNDETERMINED)),
        _PASSAGES.validate_python(passages),
        row.get("clusters", ()),
        row.get("quotes", ()),
        row.get("predicates", ()),
        statements,
        tuple((new, known, Verdict(verdict)) for new, known, verdict in row.get("verdicts", ())),
        row.get("moved", ()),
        row.get("corrected", ()),
    )


def statement_details(stored: StatementRow | str) -> StatementDetails:
    """Return the details of a stored statement, given as `StoredStatements.stored` returns it."""
    return _DETAILS.validate_json(stored) if isinstance(stored, str) else _DETAILS.validate_python(stored)


def told_cluster(row: ClusterRow) -> ToldCluster:
    return _CLUSTER.validate_python(row)


def told_chapter(chapter: ReplayedChapter) -> ToldChapter:
    passages = placed_passages(chapter)
    places = {one.uuid: number for number, one in enumerate(passages)}
    quotes = _numbered(one.evidence.quote for one in chapter.statements)
    # The statements of a chapter share their predicates, so that each predicate is encoded once.
    shared = {id(one.predicate): one.predicate for one in chapter.statements}
    texts = {key: to_json(one) for key, one in shared.items()}
    predicates = _numbered(texts.values())
    return ToldChapter(
        version=VERSION,
        language=chapter.episode.language,
        passages=tuple(replace(one, episode="", order=0) for one in passages),
        clusters=tuple(_clusters(chapter)),
        quotes=tuple(quotes),
        predicates=tuple(predicates),
        statements=tuple(
            _statement(
                one,
                places=places,
                quote=quotes[one.evidence.quote],
                predicate=predicates[texts[id(one.predicate)]],
            )
            for one in chapter.statements
        ),
        verdicts=chapter.verdicts,
        moved=chapter.moved,
        corrected=chapter.corrected,
    )


def profile_of(cluster: ToldCluster, episode: str, order: int) -> Profile:
    """Return the names, types and mentions of a cluster in the chapter *episode*, as `chapter_profiles` does for a
    replayed chapter.
    """
    names: dict[str, ProfileName] = {}
    for surface in cluster.surfaces:
        span = surface.first
        evidence = Evidence(episode, surface.text, span.start, span.end, NarrativePosition(order, span.start))
        text = shown_form(surface.text)
        name = names.setdefault(text, ProfileName(text, surface.shared, evidence))
        name.count += len(surface.starts)
    first = next(iter(names))
    mentions = sum(name.count for name in names.values())
    return Profile(names[first].first, first, names, dict(cluster.types), mentions)


def _numbered(texts: Iterable[str]) -> dict[str, int]:
    return {text: number for number, text in enumerate(dict.fromkeys(texts))}


def _clusters(chapter: ReplayedChapter) -> Iterator[ToldCluster]:
    spans: dict[int, dict[str, list[Span]]] = {}
    for number, surface, span in chapter.places:
        spans.setdefault(number, {}).setdefault(surface, []).append(span)
    types: dict[int, dict[str, int]] = {}
    for number, node in chapter.nodes:
        counted = types.setdefault(number, {})
        counted[node.reading.type] = counted.get(node.reading.type, 0) + 1
    shared = shared_surfaces(chapter)
    for number, surfaces in spans.items():
        told = tuple(_surface(text, found, shared=(number, text) in shared) for text, found in surfaces.items())
        yield ToldCluster(number, told, tuple(types.get(number, {}).items()))


def _surface(text: str, spans: Sequence[Span], *, shared: bool) -> ToldSurface:
    as_long = all(span.end - span.start == len(text) for span in spans)
    ends = () if as_long else tuple(span.end for span in spans)
    return ToldSurface(text, tuple(span.start for span in spans), shared, ends)


def _statement(one: ReplayedStatement, *, places: Mapping[str, int], quote: int, predicate: int) -> ToldStatement:
    return ToldStatement(
        uuid=one.uuid,
        passage=places[one.passage],
        quote=quote,
        start=one.evidence.start,
        end=one.evidence.end,
        predicate=predicate,
        subject=one.subject,
        core=one.reading.core,
        object=one.object,
        participants=one.participants,
        holder=one.holder,
        tellers=one.tellers,
        time=one.time,
        time_start=one.time_start,
        lasting=one.lasting,
        event=event_key(one.reading.event) if one.reading.event else None,
        locked=one.locked,
        in_thing=one.in_thing,
        sentence=one.sentence,
        scene_end=None if one.scene_end is None else places[one.scene_end],
    )
