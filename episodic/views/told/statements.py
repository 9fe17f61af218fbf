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
from episodic.model.readings import StatementScope
from episodic.model.spans import Evidence, NarrativePosition
from episodic.pipeline.projection.told_chapters import told_statement
from episodic.pipeline.projection.told_statements import StatementRow, is_timed
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
    """A stored statement: its chapter, and the numbers of its entities and its predicate. `position` is the statement's
    number among the replayed statements of its chapter.

    `subject` and `object` are numbers of entities' first clusters, and `predicate` is a number of `Predicates`.
    """

    chapter: PlacedChapter
    position: int
    subject: int
    object: int | None
    predicate: int

    @property
    def row(self) -> StatementRow:
        """The stored row of the statement, which is parsed when it is first read."""
        return self.chapter.told.statements[self.position]

    @property
    def uuid(self) -> str:
        return self.chapter.told.statements.columns.uuid[self.position]

    @property
    def start(self) -> int:
        """The offset in the episode at which the statement's quote begins."""
        return self.chapter.told.statements.columns.start[self.position]

    @property
    def told(self) -> int:
        """How the statement is told, as the bits that `told_bits` returns."""
        return self.chapter.told.statements.columns.told[self.position]

    @property
    def scope(self) -> str:
        return self.row["core"].get("scope", StatementScope.WORLD) if is_timed(self.told) else StatementScope.WORLD


class ToldStatements(Mapping[str, PlacedStatement]):
    """The statements of a work's first chapters by id, in narrative order. Statements whose subject and object are the
    same entity are left out.
    """

    def __init__(self, chapters: Sequence[PlacedChapter], entities: ToldEntities) -> None:
        self.entities = entities
        self.predicates = Predicates()
        self.rows: list[PlacedRow] = []
        self._in: dict[str, range] = {}
        self._numbers: dict[str, int] = {}
        for chapter in chapters:
            first = len(self.rows)
            self._read(chapter)
            self._in[chapter.episode] = range(first, len(self.rows))
        self._placed: dict[int, PlacedStatement] = {}

    def _read(self, chapter: PlacedChapter) -> None:
        root, ids, known = self.entities.root_of, self.entities.id_of, self.predicates.known
        numbers = self.predicates.numbers(chapter.told.predicates)
        columns, rows = chapter.told.statements.columns, self.rows
        subjects = list(map(root, columns.subject))
        objects = [None if one is None else root(one) for one in columns.object]
        quotes = list(zip(columns.start, columns.end, strict=True))
        for position in sorted(range(len(quotes)), key=quotes.__getitem__):
            subject, object_, predicate = subjects[position], objects[position], numbers[columns.predicate[position]]
            if subject == object_:
                continue
            # The subject of a symmetric predicate is the entity with the smaller id.
            if object_ is not None and known[predicate].symmetric and ids(object_) < ids(subject):
                subject, object_ = object_, subject
            self._numbers[columns.uuid[position]] = len(rows)
            rows.append(PlacedRow(chapter, position, subject, object_, predicate))

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
        others: dict[str, dict[int, list[int]]] = {}
        for number, one in enumerate(self.rows):
            chapter = one.chapter
            if chapter.episode not in others:
                others[chapter.episode] = dict(chapter.told.statements.columns.others)
            found[one.subject].append(number)
            if one.object is not None:
                found[one.object].append(number)
            more = others[chapter.episode].get(one.position)
            for each in dict.fromkeys(map(root, more)) if more is not None else ():
                if each not in (one.subject, one.object):
                    found[each].append(number)
        return found
