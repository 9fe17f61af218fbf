"""The statements of a work up to a given chapter, kept as columns (arrays with one element for each statement) in
narrative order. A statement is decoded when a read asks for it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

import numpy as np

from episodic.model.episodes import Layer
from episodic.model.graph import Role
from episodic.model.name_keys import name_key
from episodic.model.predicates import Predicate
from episodic.model.spans import Evidence, NarrativePosition
from episodic.pipeline.projection.told_chapters import statement_details
from episodic.pipeline.projection.told_statements import is_timed
from episodic.temporal.placed import PlacedPassage, PlacedStatement
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.entities import ToldEntities
from episodic.views.told.statement_rows import (
    NO_OBJECT,
    NO_ROWS,
    Columns,
    NumberedParties,
    Numbers,
    PlacedRow,
    Predicates,
    Row,
)


@dataclass(slots=True)
class KnownChapters:
    """What an earlier `ToldStatements` object has derived from the first chapters of a work."""

    predicates: Predicates = field(default_factory=Predicates)
    columns: Columns = NO_ROWS
    first_passages: dict[str, int] = field(default_factory=dict[str, int])
    firsts: list[int] = field(default_factory=list[int])
    inside: dict[str, range] = field(default_factory=dict[str, range])
    numbers: dict[str, int] = field(default_factory=dict[str, int])
    by_root: tuple[Numbers, Numbers] = (NO_ROWS.subject, NO_ROWS.subject)
    lists: Sequence[list[int]] = ()
    placed: dict[int, PlacedStatement] = field(default_factory=dict[int, PlacedStatement])
    rows: dict[int, PlacedRow] = field(default_factory=dict[int, PlacedRow])


class ToldStatements(Mapping[str, PlacedStatement]):
    """The statements of a work up to a given chapter by id, in narrative order. Statements whose subject and object are
    the same entity are left out.

    Versions of a work that continue one another share their indexes by id and by number, because a statement keeps its
    number in later versions. Each version ignores the index entries for statements of later versions.
    """

    def __init__(
        self, chapters: Sequence[PlacedChapter], entities: ToldEntities, known: KnownChapters | None = None
    ) -> None:
        """*known* contains what an earlier object has derived from the first of *chapters*."""
        known = KnownChapters() if known is None else known
        self.entities, self.predicates, self.first_passages = entities, known.predicates, known.first_passages
        self._chapters, self._firsts, self._in, self._numbers = chapters, known.firsts, known.inside, known.numbers
        self._placed, self._rows = known.placed, known.rows
        self._known_lists: Sequence[list[int]] = known.lists
        self._of_root: dict[int, Sequence[int]] = {}
        read, first, end = [known.columns], len(known.firsts), len(known.columns.position)
        self._known_by_root, self._first_new = known.by_root, first
        passages = sum(len(one.told.passages) for one in chapters[:first])
        for chapter in chapters[first:]:
            own, uuids = self._read(chapter, passages), chapter.told.statements.columns.uuid
            read.append(own)
            numbers = range(end, end + len(own.position))
            self.first_passages[chapter.episode], self._in[chapter.episode] = passages, numbers
            self._firsts.append(end)
            positions: list[int] = own.position.tolist()
            self._numbers.update(zip([uuids[one] for one in positions], numbers, strict=True))
            passages, end = passages + len(chapter.told.passages), numbers.stop
        self.columns = Columns(*map(np.concatenate, zip(*read, strict=True)))

    def continued(self, chapters: Sequence[PlacedChapter], entities: ToldEntities) -> ToldStatements:
        """Return the statements of *chapters*, which begin with the chapters of this object. In *entities*, the
        entities of the chapters of this object must have the same ids as in this object.
        """
        known = KnownChapters(
            self.predicates,
            self.columns,
            dict(self.first_passages),
            list(self._firsts),
            dict(self._in),
            numbers=self._numbers,
            by_root=self.by_root,
            lists=self._lists,
            placed=self._placed,
            rows=self._rows,
        )
        if len(self._numbers) > len(self):
            # Another version with other further chapters has continued this one.
            known.numbers, known.placed, known.rows = {one: self._numbers[one] for one in self}, {}, {}
        return ToldStatements(chapters, entities, known)

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
        number = self.number_of(uuid)
        if number is None:
            raise KeyError(uuid)
        return self.at(number)

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids_in_order)

    def __len__(self) -> int:
        return len(self.columns.position)

    def __contains__(self, uuid: object) -> bool:
        return isinstance(uuid, str) and self.number_of(uuid) is not None

    def uuid_of(self, number: int) -> str:
        """Return the id of the statement with the number *number*."""
        return self._ids_in_order[number]

    def number_of(self, uuid: str) -> int | None:
        """Return the number of the statement with the id *uuid*, or None if there is no such statement."""
        number = self._numbers.get(uuid)
        return None if number is None or number >= len(self) else number

    def changed_since(self, earlier: ToldStatements) -> set[str]:
        """Return the ids of the statements that may differ between two versions of the work. They are the statements
        that only one of the versions has, and the statements that a person knows only from other words than their own
        quotes. *earlier* contains the statements of the earlier version of the work, which this object's version
        continues.
        """
        only_one: list[int] = np.setxor1d(self.in_work, earlier.in_work, assume_unique=True).tolist()
        return {*map(self.id_in_work, only_one), *self.partly_known, *earlier.partly_known}

    @property
    def in_work(self) -> Numbers:
        """Return the numbers that the statements of this object have among all statements of the work."""
        return np.arange(len(self), dtype=np.int64)

    def id_in_work(self, number: int) -> str:
        """Return the id of the statement that has the number *number* among all statements of the work."""
        return self.uuid_of(number)

    @property
    def partly_known(self) -> frozenset[str]:
        """Return the ids of the statements that a person knows only from other words than their own quotes. None here,
        where all statements are known.
        """
        return frozenset()

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

    def with_own_time(self, numbers: Sequence[int]) -> list[int]:
        """Return those of the statements *numbers* that have a time, placement or scope other than the default. All
        other statements of *numbers* have the scope WORLD.
        """
        told = self.columns.told[list(numbers)].tolist()
        return [number for number, bits in zip(numbers, told, strict=True) if is_timed(bits)]

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
            position, subject, target, predicate = self.fields(number)
            object_ = None if target == NO_OBJECT else target
            known = self._rows[number] = PlacedRow(chapter, position, subject, object_, predicate)
        return known

    def predicate(self, number: int) -> Predicate:
        return self.predicates.known[self.fields(number)[-1]]

    def at(self, number: int) -> PlacedStatement:
        """Return the statement with the number *number*, equal to the one that `placed_statement` makes in a replay."""
        known = self._placed.get(number)
        if known is None:
            known = self._placed[number] = self._made(self.stored(number))
        return known

    def _made(self, placed: PlacedRow) -> PlacedStatement:
        position, chapter, ids = placed.position, placed.chapter, self.entities.id_of
        told, columns = chapter.told, chapter.told.statements.columns
        one, start = statement_details(told.statements.stored(position)), columns.start[position]
        place, quote = NarrativePosition(chapter.order, start), told.quotes[columns.quote[position]]
        core = one.core
        return PlacedStatement(
            uuid=columns.uuid[position],
            passage=told.passages[columns.passage[position]].uuid,
            evidence=Evidence(chapter.episode, quote, start, columns.end[position], place),
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
            position=position,
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
    def _ids_in_order(self) -> Sequence[str]:
        return list(islice(self._numbers, len(self)))

    @cached_property
    def _lists(self) -> Sequence[list[int]]:
        """The columns `position`, `subject`, `object` and `predicate` of at least the first chapters as lists. Single
        entries of a list are read faster than those of an array.
        """
        return self._known_lists or [column.tolist() for column in self.columns[:4]]

    def fields(self, number: int) -> Sequence[int]:
        """Return the fields `position`, `subject`, `object` and `predicate` of `Columns` of a statement."""
        positions, subjects, objects, predicates = self._lists
        if number < len(positions):
            return positions[number], subjects[number], objects[number], predicates[number]
        return [int(column[number]) for column in self.columns[:4]]

    @cached_property
    def by_root(self) -> tuple[Numbers, Numbers]:
        """Two arrays with one element for each pair of a statement and an entity that takes part in it. The first array
        contains the number of the entity's first cluster of mentions. The second array contains the number of the
        statement. Both arrays are sorted by the number of the cluster and then by the number of the statement.
        """
        known_roots, known_numbers = self._known_by_root
        new = self._firsts[self._first_new] if self._first_new < len(self._firsts) else len(self)
        subject, object_ = self.columns.subject[new:], self.columns.object[new:]
        every, with_object = np.arange(new, len(self), dtype=np.int64), object_ != NO_OBJECT
        others, of_others = self._others()
        roots = np.concatenate((subject, object_[with_object], self.entities.roots_of(others)))
        numbers = np.concatenate((every, every[with_object], of_others))
        # A pair is sorted as one number, because sorting by two arrays takes longer.
        pairs = np.sort(roots * len(self) + numbers)
        first = np.ones(len(pairs), dtype=np.bool_)
        first[1:] = pairs[1:] != pairs[:-1]
        roots, numbers = np.divmod(pairs[first], max(len(self), 1))
        # The statements of new chapters have greater numbers than all others.
        places = np.searchsorted(known_roots, roots, side="right")
        return np.insert(known_roots, places, roots), np.insert(known_numbers, places, numbers)

    def _others(self) -> tuple[Numbers, Numbers]:
        """Return two arrays for the holders, tellers and participants (entities with another role) of the statements in
        the chapters that are new in this version. The first array contains their clusters of mentions. The second array
        contains, for each of them, the number of its statement.
        """
        clusters: list[int] = []
        numbers: list[int] = []
        for chapter in self._chapters[self._first_new :]:
            own = self.in_chapter(chapter.episode)
            number_of = dict(zip(self.columns.position[own.start : own.stop].tolist(), own, strict=True))
            for position, others in chapter.told.statements.columns.others:
                if position in number_of:
                    clusters += others
                    numbers += [number_of[position]] * len(others)
        return np.array(clusters, dtype=np.int64), np.array(numbers, dtype=np.int64)
