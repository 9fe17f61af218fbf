"""Reads the derived records of an export (entities, facts, issues and so on) and checks whether they can be used.

The derived records are used if the same version of the program wrote the export and the records pass all checks. The
main checks: every value is valid, and every quote is at its place in the text. The export must also contain the chapter
of every quote, the passage of every statement, and the subject and object of every fact. If a record cannot be used,
the import derives all derived records again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from pydantic import ValidationError

from episodic.model.episodes import Layer, Passage
from episodic.model.graph import Entity, Fact, Issue, Mentions, Statement
from episodic.model.ids import digest_of, mentions_id
from episodic.model.moments import Moment
from episodic.model.records import Kind, Record, from_fields
from episodic.model.spans import Evidence
from episodic.pipeline.import_export.line_format import INNER_KIND, Value
from episodic.pipeline.projection.record_encoding import record_of
from episodic.pipeline.projection.told_chapters import record_of_fields

_Derived = Passage | Entity | Mentions | Statement | Moment | Fact | Issue
_CLASSES: Mapping[Kind, type[_Derived]] = {
    Kind.PASSAGE: Passage,
    Kind.ENTITY: Entity,
    Kind.MENTION: Mentions,
    Kind.STATEMENT: Statement,
    Kind.MOMENT: Moment,
    Kind.FACT: Fact,
    Kind.ISSUE: Issue,
}


class DerivedLines:
    """Converts the derived lines of one work back to records, and checks them.

    `fault` is the reason why the derived records cannot be used, or None if no fault was found. After a fault, further
    lines are ignored.
    """

    def __init__(self, group_id: str) -> None:
        self._group_id = group_id
        self._texts: dict[str, str] = {}
        self._orders: dict[str, int] = {}
        self._expected: set[str] = set()
        self._passages: set[str] = set()
        self._entities: set[str] = set()
        self._mentions: dict[str, object] | None = None
        self.fault: str | None = None

    def take(self, line: Value) -> Iterator[Record]:
        """Read one line, and yield the records that are complete after this line. The lines of an entity's mentions in
        one chapter give one record.
        """
        if self.fault is not None:
            return
        try:
            yield from self._records(line)
        except (ValidationError, KeyError, TypeError, ValueError, AttributeError) as error:
            self.fault = f"an invalid {line.get('kind')} ({type(error).__name__})"

    def end(self, chapters: Mapping[str, str], readings: Iterable[str]) -> Iterator[Record]:
        """After all lines were read, yield the record of the last mention lines if it has not been yielded yet. Set
        `fault` if the chapters in the lines are not those of *chapters*, or if a canon chapter in *readings* lacks its
        replayed chapter.

        *chapters* maps the id of each chapter among the inputs of the file to the digest of its current text.
        *readings* are the ids of the chapters that have a reading among the inputs of the file.
        """
        if self.fault is None:
            yield from self._ended_mentions({})
        if self.fault is None and {uuid: digest_of(text) for uuid, text in self._texts.items()} != chapters:
            self.fault = "other chapters than the inputs have"
        if self.fault is None and not self._expected.isdisjoint(readings):
            self.fault = "a chapter without its replayed form"

    def _records(self, line: Value) -> Iterator[Record]:
        yield from self._ended_mentions(line)
        fields = dict(line)
        match fields.pop("kind"):
            case "episode":
                self._chapter(fields)
            case "mention":
                self._mention(fields)
            case "replayed":
                uuid = cast("str", fields.pop("episode"))
                self._expected.remove(uuid)
                yield record_of_fields(uuid, self._orders[uuid], fields)
            case "setting" | "reading" | "judgement" | "act" | "redirect":
                pass
            case kind:
                of = Kind(cast("str", kind))
                if of in INNER_KIND:
                    fields["kind"] = fields.pop(INNER_KIND[of])
                if of is Kind.ENTITY:
                    fields["aliases"] = fields.pop("names")
                yield self._checked(of, fields)

    def _chapter(self, fields: dict[str, object]) -> None:
        uuid = cast("str", fields["uuid"])
        self._texts[uuid] = cast("str", fields["text"])
        self._orders[uuid] = cast("int", fields["order"])
        if fields["layer"] == Layer.CANON:
            self._expected.add(uuid)

    def _mention(self, fields: dict[str, object]) -> None:
        entity, episode = cast("str", fields["entity"]), cast("str", fields["episode"])
        if self._mentions is None:
            uuid, order = mentions_id(self._group_id, episode, entity), self._orders[episode]
            named: dict[str, object] = {"uuid": uuid, "group_id": self._group_id, "episode": episode, "entity": entity}
            self._mentions = {**named, "places": [], "order": order}
        place = (fields["surface"], {"start": fields["start"], "end": fields["end"]})
        cast("list[object]", self._mentions["places"]).append(place)

    def _ended_mentions(self, line: Value) -> Iterator[Record]:
        mentions = self._mentions
        if mentions is None:
            return
        if line.get("kind") != "mention" or any(line.get(one) != mentions[one] for one in ("entity", "episode")):
            self._mentions = None
            yield self._checked(Kind.MENTION, mentions)

    def _checked(self, kind: Kind, fields: dict[str, object]) -> Record:
        value = from_fields(_CLASSES[kind], fields)
        if value.group_id != self._group_id:
            raise ValueError(value.group_id)
        self._check(value)
        return record_of(value)

    def _check(self, value: _Derived) -> None:
        """Raise ValueError or KeyError if a quote of *value* is not at its place in the text. Raise ValueError or
        KeyError also if *value* refers to a passage or an entity that is missing in the file.
        """
        match value:
            case Passage():
                if value.span.of(self._texts[value.episode]) != value.text:
                    raise ValueError(value.uuid)
                self._passages.add(value.uuid)
            case Entity():
                self._quoted(value.first)
                self._entities.add(value.uuid)
            case Mentions():
                length = len(self._texts[value.episode])
                if value.entity not in self._entities or any(one.end > length for _, one in value.places):
                    raise ValueError(value.uuid)
            case Statement():
                self._quoted(value.evidence)
                if value.passage not in self._passages:
                    raise ValueError(value.uuid)
            case Fact():
                self._quoted(*value.evidence, *value.ends)
                if not {value.subject, value.object} - {None} <= self._entities:
                    raise ValueError(value.uuid)
            case Issue():
                self._quoted(*value.evidence)
            case _:
                pass

    def _quoted(self, *evidence: Evidence) -> None:
        for one in evidence:
            if self._texts[one.episode][one.start : one.end] != one.quote:
                raise ValueError(one.quote)
