"""The narrative of a work up to a given chapter, from which knowledge is computed. The indexes of the narrative are
filled when they are read.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from episodic.model.episodes import Passage
from episodic.model.lazy_entries import LazyEntries
from episodic.model.predicates import Predicate
from episodic.pipeline.projection.told_statements import is_timed, phase_of
from episodic.temporal.exclusion import StatementContent, content_of
from episodic.temporal.knowledge.narrative import MentionPlace, Narrative, NarrativeSoFar
from episodic.temporal.knowledge.presence import Presence
from episodic.temporal.knowledge.scenes import FoundScenes, ScenePart, Scenes, scene_part, shows_scene
from episodic.temporal.placed import PlacedPassage, PlacedStatement
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.work import ToldWork


class ToldNarrative(Narrative):
    """The narrative of the work *told*. *words* contains, by id, the passages with their text, in which the names of
    persons are looked for.
    """

    def __init__(self, told: ToldWork, words: Mapping[str, Passage]) -> None:
        super().__init__(NarrativeSoFar({}, {}, told.chronology, told.exclusions, words))
        self.told = told
        self.passages, self.statements = told.passages, told.statements

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
        """Yield, for each statement of a passage that shows something of a scene, the offset of its quote, who or what
        is there, and who acts or speaks. Only statements with a time or scope of their own are decoded.
        """
        statements, id_of = self.told.statements, self.told.entities.id_of
        for number in statements.in_passage(self.passages[passage]):
            one = statements.stored(number)
            if is_timed(one.told):
                yield scene_part(statements.at(number))
            elif shows_scene(statements.predicate(number), phase_of(one.told)):
                others = () if one.object is None else (one.object,)
                yield ScenePart(
                    one.start, frozenset(map(id_of, (one.subject, *others, *one.others))), id_of(one.subject)
                )

    def _mentions_in(self, passage: str) -> Sequence[MentionPlace]:
        own = self.passages[passage]
        mentions, (starts, _) = self._in_chapters[own.episode], self._starts[own.episode]
        following = starts[bisect_right(starts, own.start) :][:1]
        last = bisect_left(mentions, (following[0],)) if following else None
        return mentions[bisect_left(mentions, (own.start,)) : last]

    @cached_property
    def _in_chapters(self) -> Mapping[str, Sequence[MentionPlace]]:
        """The mentions of each chapter in the order of the text."""
        return LazyEntries(self.passages_of, lambda episode: sorted(self.told.entities.places_in(episode)))


class FoundPresence(NamedTuple):
    """The passages in which a person is present, of the first *chapters* chapters of a work, with *statements* statements."""

    chapters: int
    statements: int
    passages: frozenset[str]


class ToldPresence(Presence):
    """The passages of a work up to a given chapter in which persons are present. *earlier* contains, by person, what was
    found in earlier versions of the work, which *narrative* continues. `found` also contains what this object finds.
    """

    def __init__(self, narrative: ToldNarrative, earlier: Mapping[str, FoundPresence] | None = None) -> None:
        super().__init__(narrative)
        self._told = narrative
        self.found: dict[str, FoundPresence] = dict(earlier or {})

    def passages_of(self, person: str) -> frozenset[str]:
        told, known = self._told.told, self.found.get(person)
        if known is None:
            passages = super().passages_of(person)
        else:
            statements = told.statements.of_entity(person)
            about = map(told.statements.at, statements[bisect_left(statements, known.statements) :])
            naming = self._told.by_passage(told.entities.places_of(person, after=known.chapters))
            passages = known.passages | self.passages_with(person, about, naming)
        self.found[person] = FoundPresence(len(told.chapters), len(told.statements), passages)
        return passages


class ToldScenes(Scenes):
    """The scenes of the passages of a work up to a given chapter."""

    def __init__(self, narrative: ToldNarrative, found: FoundScenes | None = None) -> None:
        super().__init__(narrative, found)
        self._told = narrative

    def statement_parts(self, passage: str) -> Iterable[ScenePart]:
        return self._told.told_parts(passage)
