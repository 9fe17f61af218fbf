"""The statements of a work's first chapters, kept as rows in narrative order. A row is decoded when a read asks for its
statement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from pydantic import TypeAdapter

from episodic.model.episodes import Layer
from episodic.model.graph import Role
from episodic.model.name_keys import name_key
from episodic.model.predicates import Predicate
from episodic.model.spans import Evidence, NarrativePosition
from episodic.pipeline.projection.told_chapters import StatementRow, told_statement
from episodic.temporal.placed import PlacedStatement
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.entities import ToldEntities

_PREDICATE = TypeAdapter(Predicate)


class Predicates:
    """The predicates of replayed chapters, each with a number. Predicates with the same JSON have the same number and
    are one object.
    """

    def __init__(self) -> None:
        self.known: list[Predicate] = []
        self._numbers: dict[str, int] = {}

    def numbers(self, texts: Sequence[str]) -> list[int]:
        for text in texts:
            if text not in self._numbers:
                self._numbers[text] = len(self.known)
                self.known.append(_PREDICATE.validate_json(text))
        return [self._numbers[text] for text in texts]


class PlacedRow(NamedTuple):
    """The stored row of a statement, with its chapter and with the numbers of its entities and its predicate.
    `position` is the statement's number among the replayed statements of its chapter.

    `subject` and `object` are numbers of entities' first clusters, and `predicate` is a number of `Predicates`.
    """

    row: StatementRow
    chapter: PlacedChapter
    position: int
    subject: int
    object: int | None
    predicate: int


class ToldStatements(Mapping[str, PlacedStatement]):
    """The statements of a work's first chapters by id, in narrative order. Statements whose subject and object are the
    same entity are left out.
    """

    def __init__(self, chapters: Sequence[PlacedChapter], entities: ToldEntities) -> None:
        self.entities = entities
        self.predicates = Predicates()
        self.rows: list[PlacedRow] = []
        self._in: dict[str, range] = {}
        for chapter in chapters:
            first = len(self.rows)
            self._read(chapter)
            self._in[chapter.episode] = range(first, len(self.rows))
        self._numbers = {one.row["uuid"]: number for number, one in enumerate(self.rows)}
        self._placed: dict[int, PlacedStatement] = {}

    def _read(self, chapter: PlacedChapter) -> None:
        root, ids = self.entities.root_of, self.entities.id_of
        numbers = self.predicates.numbers(chapter.told.predicates)
        rows = chapter.told.statements
        quotes = [(one["start"], one["end"]) for one in rows]
        for position in sorted(range(len(rows)), key=quotes.__getitem__):
            row = rows[position]
            subject, named, predicate = root(row["subject"]), row.get("object"), numbers[row["predicate"]]
            object_ = None if named is None else root(named)
            if subject == object_:
                continue
            # The subject of a symmetric predicate is the entity with the smaller id.
            if object_ is not None and self.predicates.known[predicate].symmetric and ids(object_) < ids(subject):
                subject, object_ = object_, subject
            self.rows.append(PlacedRow(row, chapter, position, subject, object_, predicate))

    def __getitem__(self, uuid: str) -> PlacedStatement:
        return self.at(self._numbers[uuid])

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self.rows)

    def __contains__(self, uuid: object) -> bool:
        return uuid in self._numbers

    def number_of(self, uuid: str) -> int | None:
        """Return the number of the statement with the id *uuid*, or None if there is no such statement."""
        return self._numbers.get(uuid)

    def in_chapter(self, episode: str) -> range:
        """Return the numbers of the statements of the chapter *episode*, which are consecutive; the range is empty for
        an unknown chapter.
        """
        return self._in.get(episode, range(0))

    def of_entity(self, uuid: str) -> Sequence[int]:
        """Return the numbers of the statements in which an entity takes part, in narrative order."""
        root = self.entities.root(uuid)
        return () if root is None else self.of_root(root)

    def of_root(self, root: int) -> Sequence[int]:
        """Return the numbers of the statements in which the entity with this first cluster takes part, in narrative
        order.
        """
        return self._of_entity.get(root, ())

    def predicate(self, number: int) -> Predicate:
        return self.predicates.known[self.rows[number].predicate]

    def at(self, number: int) -> PlacedStatement:
        """Return the statement with the number *number*, equal to the one that `placed_statement` makes in a replay."""
        known = self._placed.get(number)
        if known is None:
            known = self._placed[number] = self._made(self.rows[number])
        return known

    def _made(self, placed: PlacedRow) -> PlacedStatement:
        one, chapter, ids = told_statement(placed.row), placed.chapter, self.entities.id_of
        core, told = one.core, chapter.told
        place = NarrativePosition(chapter.order, one.start)
        return PlacedStatement(
            uuid=one.uuid,
            passage=told.passages[one.passage].uuid,
            evidence=Evidence(chapter.episode, told.quotes[one.quote], one.start, one.end, place),
            core=core,
            subject=ids(placed.subject),
            predicate=self.predicates.known[placed.predicate],
            object=None if placed.object is None else ids(placed.object),
            value_key=name_key(core.value) if core.value else None,
            layer=Layer.CANON,
            participants=tuple(Role(ids(number), "", role) for number, role in one.participants),
            holder=None if one.holder is None else ids(one.holder),
            tellers=tuple(ids(number) for number in one.tellers),
            time=one.time,
            event=one.event,
            locked=one.locked,
            time_start=one.time_start,
            position=placed.position,
            in_thing=one.in_thing,
            lasting=one.lasting,
            sentence=one.sentence,
        )

    @cached_property
    def _of_entity(self) -> Mapping[int, Sequence[int]]:
        root = self.entities.root_of
        found: dict[int, list[int]] = defaultdict(list)
        for number, one in enumerate(self.rows):
            row = one.row
            parties = [one.subject]
            if one.object is not None:
                parties.append(one.object)
            if row.keys() & _OTHER_PARTIES:
                holder = row.get("holder")
                others = [] if holder is None else [holder]
                others += [*row.get("tellers", ()), *(each for each, _ in row.get("participants", ()))]
                parties += (each for each in map(root, others) if each not in parties)
                parties = list(dict.fromkeys(parties))
            for each in parties:
                found[each].append(number)
        return found


_OTHER_PARTIES = frozenset({"holder", "tellers", "participants"})
