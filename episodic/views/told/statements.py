"""The statements of a work up to a given chapter, kept as columns (arrays with one entry for each statement) in
narrative order. A statement is decoded when a read asks for it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter

from episodic.model.episodes import Layer
from episodic.model.graph import Role
from episodic.model.name_keys import name_key
from episodic.model.predicates import Predicate
from episodic.model.readings import StatementScope
from episodic.model.spans import Evidence, NarrativePosition
from episodic.pipeline.projection.told_chapters import told_statement
from episodic.pipeline.projection.told_statements import StatementRow, is_timed
from episodic.temporal.placed import PlacedPassage, PlacedStatement
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.entities import ToldEntities

Numbers = NDArray[np.int64]
NumberedParties = tuple[int, int, int | None, int]
"""The number of a statement, and its subject, object and predicate as in `PlacedRow`."""
NO_OBJECT = -1
_EMPTY = [np.array([], dtype=np.int64)] * 8
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

    `subject` and `object` are numbers of entities' first clusters of mentions, and `predicate` is a number of
    `Predicates`.
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
    def order(self) -> int:
        """The order key of the chapter."""
        return self.chapter.order

    @property
    def value(self) -> str:
        return self.row["core"].get("value") or ""

    @property
    def others(self) -> Sequence[int]:
        """The clusters of mentions of the holder (who says or thinks the statement), of tellers and of participants."""
        return self.chapter.told.statements.others_of(self.position)

    @property
    def scope(self) -> str:
        return self.row["core"].get("scope", StatementScope.WORLD) if is_timed(self.told) else StatementScope.WORLD


class LearnedRow(NamedTuple):
    """A statement that a person only learned: it is placed where the person learned it, and has the value that the
    person learned. All other fields are those of the row *stored*.
    """

    stored: PlacedRow
    learned: PlacedStatement

    @property
    def uuid(self) -> str:
        return self.stored.uuid

    @property
    def subject(self) -> int:
        return self.stored.subject

    @property
    def object(self) -> int | None:
        return self.stored.object

    @property
    def predicate(self) -> int:
        return self.stored.predicate

    @property
    def told(self) -> int:
        return self.stored.told

    @property
    def scope(self) -> str:
        return self.stored.scope

    @property
    def order(self) -> int:
        return self.learned.evidence.told.order

    @property
    def start(self) -> int:
        return self.learned.evidence.start

    @property
    def value(self) -> str:
        return self.learned.core.value or ""


Row = PlacedRow | LearnedRow


class Columns(NamedTuple):
    """One array for each field that every read asks for, with one entry for each statement. `object` is NO_OBJECT for a
    statement without an object. `passage` is the number of the statement's passage among those of all chapters, and
    `end` is the offset at which the statement's quote ends. `start` and `told` are as in `PlacedRow`.
    """

    position: Numbers
    subject: Numbers
    object: Numbers
    predicate: Numbers
    passage: Numbers
    start: Numbers
    end: Numbers
    told: Numbers

    def of(self, numbers: Numbers) -> Columns:
        """Return the columns of the statements with the given numbers."""
        return Columns(*(column[numbers] for column in self))


class ToldStatements(Mapping[str, PlacedStatement]):
    """The statements of a work up to a given chapter by id, in narrative order. Statements whose subject and object are
    the same entity are left out.
    """

    def __init__(self, chapters: Sequence[PlacedChapter], entities: ToldEntities) -> None:
        self.entities = entities
        self.predicates = Predicates()
        self._chapters = chapters
        self.first_passages: dict[str, int] = {}
        read: list[Columns] = []
        passages = 0
        for chapter in chapters:
            self.first_passages[chapter.episode] = passages
            read.append(self._read(chapter, passages))
            passages += len(chapter.told.passages)
        self.columns = Columns(*map(np.concatenate, zip(_EMPTY, *read, strict=True)))
        ends = list(accumulate((len(one.position) for one in read), initial=0))
        self._in = {one.episode: range(*ends[number : number + 2]) for number, one in enumerate(chapters)}
        self._firsts = ends[:-1]
        self._numbers: dict[str, int] = {
            chapter.told.statements.columns.uuid[position]: number
            for chapter, own, first in zip(chapters, read, self._firsts, strict=True)
            for number, position in enumerate(own.position.tolist(), first)
        }
        self._rows: dict[int, PlacedRow] = {}
        self._placed: dict[int, PlacedStatement] = {}
        self._of_root: dict[int, Sequence[int]] = {}

    def _read(self, chapter: PlacedChapter, first_passage: int) -> Columns:
        columns, ids = chapter.told.statements.columns, self.entities.id_of
        own = self.predicates.numbers(chapter.told.predicates)
        subject = self.entities.roots_of(np.array(columns.subject, dtype=np.int64))
        written = [NO_OBJECT if one is None else one for one in columns.object]
        target = self.entities.roots_of(np.array(written, dtype=np.int64))
        written_as = np.array(columns.predicate, dtype=np.int64)
        predicate = np.array(own, dtype=np.int64)[written_as]
        # The subject of a symmetric predicate is the entity with the smaller id.
        symmetric = np.array([self.predicates.known[one].symmetric for one in own], dtype=np.bool_)[written_as]
        for number in np.flatnonzero(symmetric & (target != NO_OBJECT) & (target != subject)).tolist():
            if ids(int(target[number])) < ids(int(subject[number])):
                subject[number], target[number] = target[number], subject[number]
        start, end = np.array(columns.start, dtype=np.int64), np.array(columns.end, dtype=np.int64)
        order: Numbers = np.lexsort((end, start))
        order = order[subject[order] != target[order]]
        passage = np.array(columns.passage, dtype=np.int64) + first_passage
        told = np.array(columns.told, dtype=np.int64)
        others = (one[order] for one in (subject, target, predicate, passage, start, end, told))
        return Columns(order, *others)

    def __getitem__(self, uuid: str) -> PlacedStatement:
        return self.at(self._numbers[uuid])

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self.columns.position)

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

    def in_passage(self, passage: PlacedPassage) -> Sequence[int]:
        """Return the numbers of the statements of a passage, in narrative order."""
        own, number = self.in_chapter(passage.episode), self.first_passages[passage.episode] + passage.index
        found: list[int] = np.flatnonzero(self.columns.passage[own.start : own.stop] == number).tolist()
        return [own.start + one for one in found]

    def of_entity(self, uuid: str) -> Sequence[int]:
        """Return the numbers of the statements in which an entity takes part, in narrative order."""
        root = self.entities.root(uuid)
        if root is None:
            return ()
        known = self._of_root.get(root)
        if known is None:
            known = self._of_root[root] = self._with_root(root).tolist()
        return known

    def of_root(self, root: int) -> Iterator[NumberedParties]:
        """Yield, in narrative order, the statements in which an entity takes part. *root* is the number of the entity's
        first cluster of mentions.
        """
        numbers, columns = self._with_root(root), self.columns
        objects = [None if one == NO_OBJECT else one for one in columns.object[numbers].tolist()]
        subjects, predicates = columns.subject[numbers].tolist(), columns.predicate[numbers].tolist()
        return zip(numbers.tolist(), subjects, objects, predicates, strict=True)

    def parties(self) -> tuple[Numbers, Numbers, Numbers]:
        """Return the subjects, objects and predicates of all statements as in `PlacedRow`, with NO_OBJECT for no
        object.
        """
        return self.columns.subject, self.columns.object, self.columns.predicate

    def with_predicates(self, wanted: Sequence[bool]) -> list[int]:
        """Return the numbers of the statements whose predicates are *wanted*, in narrative order. *wanted* has one flag
        for each of the numbered predicates (see `Predicates`): whether the statements with this predicate are returned.
        """
        found: list[int] = np.flatnonzero(np.array(wanted, dtype=np.bool_)[self.columns.predicate]).tolist()
        return found

    def places_in(self, episode: str) -> tuple[list[int], list[int]]:
        """Return the numbers `position` and `predicate` (see `PlacedRow`) of the statements of a chapter, in narrative
        order.
        """
        numbers = self.in_chapter(episode)
        own = slice(numbers.start, numbers.stop)
        return self.columns.position[own].tolist(), self.columns.predicate[own].tolist()

    def row(self, number: int) -> Row:
        """Return the row of the statement with the number *number*, without decoding the statement."""
        return self.stored(number)

    def stored(self, number: int) -> PlacedRow:
        """Return the statement with the number *number* as it is stored."""
        known = self._rows.get(number)
        if known is None:
            chapter = self._chapters[bisect_right(self._firsts, number) - 1]
            position, subject, target, predicate = [column[number] for column in self._lists]
            object_ = None if target == NO_OBJECT else target
            known = self._rows[number] = PlacedRow(chapter, position, subject, object_, predicate)
        return known

    def predicate(self, number: int) -> Predicate:
        return self.predicates.known[self._lists[-1][number]]

    def at(self, number: int) -> PlacedStatement:
        """Return the statement with the number *number*, equal to the one that `placed_statement` makes in a replay."""
        known = self._placed.get(number)
        if known is None:
            known = self._placed[number] = self._made(self.stored(number))
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
            scene_end=None if one.scene_end is None else told.passages[one.scene_end].uuid,
        )

    def _with_root(self, root: int) -> Numbers:
        roots, numbers = self.by_root
        begin, end = np.searchsorted(roots, (root, root + 1))
        return numbers[begin:end]

    @cached_property
    def _lists(self) -> Sequence[list[int]]:
        """The columns `position`, `subject`, `object` and `predicate` as lists, because single entries of a list are
        read faster than those of an array.
        """
        return [column.tolist() for column in self.columns[:4]]

    @cached_property
    def by_root(self) -> tuple[Numbers, Numbers]:
        """Two arrays with one entry for each statement and each entity that takes part in it: the number of the
        entity's first cluster of mentions, and the number of the statement. Both arrays are sorted by the number of the
        cluster and then by the number of the statement.
        """
        columns, every = self.columns, np.arange(len(self), dtype=np.int64)
        with_object = columns.object != NO_OBJECT
        others, of_others = self._others()
        roots = np.concatenate((columns.subject, columns.object[with_object], self.entities.roots_of(others)))
        numbers = np.concatenate((every, every[with_object], of_others))
        order = np.lexsort((numbers, roots))
        roots, numbers = roots[order], numbers[order]
        first = np.ones(len(roots), dtype=np.bool_)
        first[1:] = (roots[1:] != roots[:-1]) | (numbers[1:] != numbers[:-1])
        return roots[first], numbers[first]

    def _others(self) -> tuple[Numbers, Numbers]:
        """Return the clusters of mentions of all holders, tellers and participants, and for each the number of its
        statement.
        """
        clusters: list[int] = []
        numbers: list[int] = []
        for chapter in self._chapters:
            own = self.in_chapter(chapter.episode)
            number_of = dict(zip(self.columns.position[own.start : own.stop].tolist(), own, strict=True))
            for position, others in chapter.told.statements.columns.others:
                if position in number_of:
                    clusters += others
                    numbers += [number_of[position]] * len(others)
        return np.array(clusters, dtype=np.int64), np.array(numbers, dtype=np.int64)
