"""The narrative of a work up to a given chapter, from which knowledge is computed. The indexes of the narrative are
filled when they are read.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from episodic.model.episodes import Passage
from episodic.model.lazy_entries import LazyEntries
from episodic.model.predicates import Predicate
from episodic.pipeline.projection.told_statements import is_timed, phase_of
from episodic.temporal.exclusion import StatementContent, content_of
from episodic.temporal.knowledge.narrative import MentionPlace, Narrative, NarrativeSoFar
from episodic.temporal.knowledge.presence import ONE_PERSON, Presence, shows_scene
from episodic.temporal.knowledge.scenes import ScenePart, scene_part
from episodic.temporal.placed import PlacedPassage, PlacedStatement
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.statement_rows import NO_OBJECT
from episodic.views.told.work import ToldWork


class ToldNarrative(Narrative):
    """The narrative of the work *told*. *words* contains, by id, the passages with their text, in which the names of
    persons are looked for.
    """

    def __init__(self, told: ToldWork, words: Mapping[str, Passage]) -> None:
        super().__init__(NarrativeSoFar({}, {}, told.chronology, told.exclusions, words))
        self.told = told
        self.passages, self.statements = told.passages, told.statements
        self._showing: dict[tuple[int, int], bool] = {}

    @cached_property
    def statements_in(self) -> Mapping[str, Sequence[PlacedStatement]]:
        statements, passages = self.told.statements, self.passages
        return LazyEntries(passages, lambda uuid: list(map(statements.at, statements.in_passage(passages[uuid]))))

    @cached_property
    def statements_about(self) -> Mapping[str, Sequence[PlacedStatement]]:
        statements = self.told.statements
        return LazyEntries(self.told.entities, lambda who: list(map(statements.at, statements.of_entity(who))))

    def statements_of_kind(self, person: str, is_kind: Callable[[Predicate], bool]) -> Sequence[PlacedStatement]:
        statements = self.told.statements
        kinds = np.array(list(map(is_kind, statements.predicates.known)), dtype=np.bool_)
        numbers = np.array(statements.of_entity(person), dtype=np.int64)
        found: list[int] = numbers[kinds[statements.columns.predicate[numbers]]].tolist()
        return list(map(statements.at, found))

    def statements_by_passage(self, person: str) -> Mapping[str, Sequence[PlacedStatement]]:
        statements, found = self.told.statements, dict[int, list[int]]()
        numbers = np.array(statements.of_entity(person), dtype=np.int64)
        for number, passage in zip(numbers.tolist(), statements.columns.passage[numbers].tolist(), strict=True):
            found.setdefault(passage, []).append(number)
        ids = {self.told.passage_ids[passage]: rows for passage, rows in found.items()}
        return LazyEntries(ids, lambda uuid: list(map(statements.at, ids[uuid])))

    @cached_property
    def passages_of(self) -> Mapping[str, list[PlacedPassage]]:
        return LazyEntries(self._chapters, lambda episode: list(self._chapters[episode].told.passages))

    @cached_property
    def _chapters(self) -> Mapping[str, PlacedChapter]:
        return {one.episode: one for one in self.told.chapters if one.told.passages}

    @cached_property
    def mentions_in(self) -> Mapping[str, Sequence[MentionPlace]]:
        return LazyEntries(self.passages, self._mentions_in)

    @cached_property
    def mentions_of(self) -> Mapping[str, Mapping[str, Sequence[MentionPlace]]]:
        entities = self.told.entities
        return LazyEntries(entities, lambda who: self.by_passage(entities.places_of(who)))

    def statements_with(self, content: StatementContent) -> Sequence[PlacedStatement]:
        equal = (one for pair in self.exclusions.verdicts for one in (pair.first, pair.second))
        contents = {content, *(one for one in equal if self.exclusions.class_of(one) == content)}
        rows = {number for one in contents for number in self._rows_about(one)}
        placed = map(self.told.statements.at, sorted(rows))
        return [one for one in placed if content_of(one) in contents]

    def _rows_about(self, content: StatementContent) -> list[int]:
        """Return the numbers of the statements that may have the content *content*, judged by subject and object."""
        statements, root = self.told.statements, self.told.entities.root
        subject, object_ = root(content.subject), root(content.object) if content.object else None
        if subject is None or (content.object and object_ is None):
            return []
        about = statements.of_root(subject)
        return [number for number, one, other, _ in about if not content.object or object_ in (one, other)]

    def told_parts(self, passage: str) -> Iterator[ScenePart]:
        """Yield a part for each statement of a passage that shows something of a scene. A part contains the offset of
        the statement's quote, who or what is in the scene, and who acts or speaks. Only statements with a time,
        placement or scope other than the default are decoded.
        """
        statements, id_of = self.told.statements, self.told.entities.id_of
        placed = self.passages[passage]
        stored = self._chapters[placed.episode].told.statements
        starts, bits, others_of = stored.columns.start, stored.columns.told, stored.others_of
        for number in statements.in_passage(placed):
            position, subject, target, predicate = statements.fields(number)
            told = bits[position]
            if is_timed(told):
                yield scene_part(statements.at(number))
            elif self._shows_scene(predicate, told):
                acting, others = id_of(subject), others_of(position)
                present = [acting] if target == NO_OBJECT else [acting, id_of(target)]
                yield ScenePart(
                    starts[position], frozenset((*present, *map(id_of, others)) if others else present), acting
                )

    def _shows_scene(self, predicate: int, told: int) -> bool:
        known = self._showing.get((predicate, told))
        if known is None:
            known = shows_scene(self.told.statements.predicates.known[predicate], phase_of(told))
            self._showing[predicate, told] = known
        return known

    def passage_of(self, number: int) -> str:
        """Return the id of the passage of the statement with the number *number*."""
        return self.told.passage_ids[int(self.told.statements.columns.passage[number])]

    def shown_in(self, person: str, numbers: Sequence[int]) -> frozenset[str]:
        """Return the ids of the passages in which one of the statements *numbers* shows that the person is present.
        Only statements whose time, placement and scope are the default are considered, and no statement is decoded for
        this.
        """
        columns = self.told.statements.columns.of(np.array(numbers, dtype=np.int64))
        own = columns.subject == self.told.entities.root(person)
        rows: list[tuple[int, int, int]] = np.stack((columns.passage, columns.predicate, columns.told), 1)[own].tolist()
        known = self.told.statements.predicates.known
        shown = {
            self.told.passage_ids[passage]
            for passage, predicate, told in rows
            if not is_timed(told) and shows_scene(known[predicate], phase_of(told))
        }
        return frozenset(one for one in shown if self.passages[one].frame not in ONE_PERSON)

    def names_in(self, passage: str) -> Sequence[tuple[int, str]]:
        """Return the entities that a passage names, with the offsets of these names, in the order of the text."""
        names = self._names[self.passages[passage].episode]
        return names[slice(*self._part_of(passage, names))]

    @cached_property
    def _names(self) -> Mapping[str, Sequence[tuple[int, str]]]:
        """The names of each chapter in the order of the text: their offsets and the ids of the entities."""
        return LazyEntries(
            self.passages_of, lambda episode: sorted(self.told.entities.names_in(episode), key=itemgetter(0))
        )

    def _part_of(self, passage: str, names: Sequence[tuple[int, str] | MentionPlace]) -> tuple[int, int | None]:
        """Return two indexes in *names*, the names of a chapter in the order of the text. The first is the index of the
        first name of the passage. The second is the index of the first name after the passage (None: no name follows).
        """
        own = self.passages[passage]
        starts, _ = self._starts[own.episode]
        following = starts[bisect_right(starts, own.start) :][:1]
        return bisect_left(names, (own.start,)), bisect_left(names, (following[0],)) if following else None

    def _mentions_in(self, passage: str) -> Sequence[MentionPlace]:
        mentions = self._in_chapters[self.passages[passage].episode]
        return mentions[slice(*self._part_of(passage, mentions))]

    @cached_property
    def _in_chapters(self) -> Mapping[str, Sequence[MentionPlace]]:
        """The mentions of each chapter in the order of the text."""
        return LazyEntries(self.passages_of, lambda episode: sorted(self.told.entities.places_in(episode)))


class FoundPresence(NamedTuple):
    """The passages in which a person is present, as found in the first *chapters* chapters and *statements* statements
    of a work.
    """

    chapters: int
    statements: int
    passages: frozenset[str]


_NOTHING = FoundPresence(0, 0, frozenset())


class ToldPresence(Presence):
    """The passages of a work up to a given chapter in which persons are present. *earlier* contains, by person, what
    was found in earlier versions of the work, which *narrative* continues. `found` contains what *earlier* contains,
    and what this object finds.
    """

    def __init__(self, narrative: ToldNarrative, earlier: Mapping[str, FoundPresence] | None = None) -> None:
        super().__init__(narrative)
        self._told = narrative
        self.found: dict[str, FoundPresence] = dict(earlier or {})

    def passages_of(self, person: str) -> frozenset[str]:
        told, known = self._told.told, self.found.get(person, _NOTHING)
        numbers = told.statements.of_entity(person)
        numbers = numbers[bisect_left(numbers, known.statements) :]
        passages = known.passages | self._told.shown_in(person, numbers)
        about = (told.statements.at(one) for one in numbers if self._told.passage_of(one) not in passages)
        mentions = told.entities.places_of(person, after=known.chapters) if person in told.entities else ()
        naming = self._told.by_passage(mentions)
        naming = {uuid: places for uuid, places in naming.items() if uuid not in passages}
        passages |= self.passages_with(person, about, naming)
        self.found[person] = FoundPresence(len(told.chapters), len(told.statements), passages)
        return passages
