"""Indexes the passages, statements and mentions from which knowledge is computed, by passage, entity and run (main
line, flashback, letter, tale).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from episodic.model.episodes import Layer, Passage
from episodic.model.graph import Mentions
from episodic.model.lazy_entries import LazyEntries
from episodic.model.predicates import Predicate
from episodic.model.spans import Span
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.exclusion import Exclusions, StatementContent, content_of
from episodic.temporal.placed import PlacedPassage, PlacedStatement
from episodic.text.speech import speech


class MentionPlace(NamedTuple):
    """A mention of an entity: its offsets in the chapter, the entity's id, and the text as written."""

    start: int
    end: int
    entity: str
    surface: str


@dataclass(frozen=True, slots=True)
class NarrativeSoFar:
    """A version of a work up to a narrative position. The keys of `passages` and `statements` are ids.

    `words` maps the ids of passages to the passages with their text. If a passage is missing in `words`, names in it do
    not show that a person is present.
    """

    passages: Mapping[str, PlacedPassage]
    statements: Mapping[str, PlacedStatement]
    chronology: Chronology
    exclusions: Exclusions
    words: Mapping[str, Passage]
    mentions: Iterable[Mentions] = ()


class Narrative:
    """A version of a work, with the indexes that queries about knowledge need. The lists in the indexes of a narrative
    are in narrative order.
    """

    def __init__(self, so_far: NarrativeSoFar, layers: frozenset[Layer] = frozenset({Layer.CANON})) -> None:
        self.chronology, self.exclusions, self.words = so_far.chronology, so_far.exclusions, so_far.words
        ordered = sorted(so_far.passages.values(), key=lambda one: (one.narrative_key, one.uuid))
        self.passages: Mapping[str, PlacedPassage] = {one.uuid: one for one in ordered if one.layer in layers}
        known = (one for one in so_far.statements.values() if one.passage in self.passages)
        placed = (one for one in known if so_far.chronology.knows(one.uuid))
        self.statements: Mapping[str, PlacedStatement] = {
            one.uuid: one for one in sorted(placed, key=lambda one: one.narrative_key)
        }
        self._mentions = tuple(so_far.mentions)

    @cached_property
    def speech_in(self) -> Mapping[str, Sequence[Span]]:
        """The spans of quoted speech in the text of each passage of `words`."""
        return LazyEntries(self.words, lambda uuid: speech(self.words[uuid].text))

    @cached_property
    def statements_in(self) -> Mapping[str, Sequence[PlacedStatement]]:
        found: dict[str, list[PlacedStatement]] = defaultdict(list)
        for statement in self.statements.values():
            found[statement.passage].append(statement)
        return found

    @cached_property
    def statements_about(self) -> Mapping[str, Sequence[PlacedStatement]]:
        """For each entity, the statements in which the entity takes part."""
        found: dict[str, list[PlacedStatement]] = defaultdict(list)
        for statement in self.statements.values():
            for who in parties(statement):
                found[who].append(statement)
        return found

    def statements_of_kind(self, person: str, is_kind: Callable[[Predicate], bool]) -> Sequence[PlacedStatement]:
        """Return the statements in which the entity *person* takes part and whose predicate *is_kind* accepts."""
        return [one for one in self.statements_about.get(person, ()) if is_kind(one.predicate)]

    def statements_by_passage(self, person: str) -> Mapping[str, Sequence[PlacedStatement]]:
        """Return the statements in which the entity *person* takes part, by the ids of their passages."""
        found: dict[str, list[PlacedStatement]] = {}
        for one in self.statements_about.get(person, ()):
            found.setdefault(one.passage, []).append(one)
        return found

    @cached_property
    def mentions_in(self) -> Mapping[str, Sequence[MentionPlace]]:
        return self.by_passage(
            (one.episode, MentionPlace(span.start, span.end, one.entity, surface))
            for one in self._mentions
            for surface, span in one.places
        )

    def by_passage(self, mentions: Iterable[tuple[str, MentionPlace]]) -> dict[str, list[MentionPlace]]:
        """Return the given mentions (pairs of a chapter id and a mention) as lists, by the id of the passage that
        contains the mentions.
        """
        found: dict[str, list[MentionPlace]] = {}
        for episode, one in mentions:
            starts, ids = self._starts.get(episode, ((), ()))
            number = bisect_right(starts, one.start) - 1
            if number >= 0:
                found.setdefault(ids[number], []).append(one)
        return found

    @cached_property
    def _starts(self) -> Mapping[str, tuple[Sequence[int], Sequence[str]]]:
        """The offsets at which the passages of each chapter start, and their ids."""
        passages_of = self.passages_of
        return LazyEntries(
            passages_of,
            lambda episode: (
                [one.start for one in passages_of[episode]],
                [one.uuid for one in passages_of[episode]],
            ),
        )

    @cached_property
    def mentions_of(self) -> Mapping[str, Mapping[str, Sequence[MentionPlace]]]:
        """For each entity, its mentions by the ids of the passages that mention it."""
        found: dict[str, dict[str, list[MentionPlace]]] = defaultdict(dict)
        for uuid in self.passages:
            for mention in self.mentions_in.get(uuid, ()):
                found[mention.entity].setdefault(uuid, []).append(mention)
        return found

    @cached_property
    def _by_content(self) -> Mapping[StatementContent, Sequence[PlacedStatement]]:
        found: dict[StatementContent, list[PlacedStatement]] = defaultdict(list)
        for one in self.statements.values():
            found[self.exclusions.class_of(content_of(one))].append(one)
        return found

    def statements_with(self, content: StatementContent) -> Sequence[PlacedStatement]:
        """Return the statements that have the content *content*, or a content that a judgement makes equal to it.
        *content* must be the result of `Exclusions.class_of`.
        """
        return self._by_content.get(content, ())

    @cached_property
    def runs(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for passage in self.passages.values():
            found[passage.run].append(passage.uuid)
        return found

    @cached_property
    def passages_of(self) -> Mapping[str, list[PlacedPassage]]:
        """The passages of each chapter."""
        found: dict[str, list[PlacedPassage]] = defaultdict(list)
        for passage in self.passages.values():
            found[passage.episode].append(passage)
        return found

    @cached_property
    def end(self) -> TimePosition | None:
        """The end of the last chapter of canon with main-line passages, or None if canon has no such chapter."""
        chapters = self.chronology.chapters()
        return chapters[-1][2] if chapters else None

    def named_within(self, statement: PlacedStatement) -> set[str]:
        """Return the ids of the entities that the quote of a statement mentions or that take part in the statement."""
        start, end = statement.evidence.start, statement.evidence.end
        inside = (one for one in self.mentions_in.get(statement.passage, ()) if start <= one.start and one.end <= end)
        return {*parties(statement), *(one.entity for one in inside)}


def parties(statement: PlacedStatement) -> tuple[str, ...]:
    """Return the ids of all entities that take part in a statement: subject, object, holder, tellers, and participants
    (entities with another role, such as the recipient).
    """
    others = (statement.object, statement.holder, *(one.entity for one in statement.participants), *statement.tellers)
    return tuple(dict.fromkeys((statement.subject, *(who for who in others if who is not None))))
