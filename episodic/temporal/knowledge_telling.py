"""What knowledge is read from: passages with their words, statements in their place, and where everybody is named."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from episodic.model.episodes import Layer, Passage
from episodic.model.graph import Mentions
from episodic.temporal.chronology import Chronology
from episodic.temporal.chronology_line import Place
from episodic.temporal.exclusion import Exclusions
from episodic.temporal.placed import PlacedPassage, PlacedStatement


class Mention(NamedTuple):
    """One place of a chapter that means somebody: offsets in the chapter, and the words."""

    start: int
    end: int
    entity: str
    surface: str


@dataclass(frozen=True, slots=True)
class Told:
    """One reading of a work, as far as it was told: everything by id.

    `words` are the passages as written; one that is missing there has no words that could put anybody in it.
    """

    passages: Mapping[str, PlacedPassage]
    statements: Mapping[str, PlacedStatement]
    chronology: Chronology
    exclusions: Exclusions
    words: Mapping[str, Passage]
    mentions: Iterable[Mentions] = ()


class Telling:
    """A reading of a work with what is asked of it again and again at hand. Lists are in telling order."""

    def __init__(self, told: Told, layers: frozenset[Layer] = frozenset({Layer.CANON})) -> None:
        self.chronology, self.exclusions, self.words = told.chronology, told.exclusions, told.words
        ordered = sorted(told.passages.values(), key=lambda one: (one.telling, one.uuid))
        self.passages = {one.uuid: one for one in ordered if one.layer in layers}
        known = (one for one in told.statements.values() if one.passage in self.passages)
        placed = (one for one in known if told.chronology.knows(one.uuid))
        self.statements = {one.uuid: one for one in sorted(placed, key=lambda one: one.telling)}
        self._mentions = tuple(told.mentions)

    @cached_property
    def said_in(self) -> Mapping[str, list[PlacedStatement]]:
        """The statements of each passage."""
        found: dict[str, list[PlacedStatement]] = defaultdict(list)
        for one in self.statements.values():
            found[one.passage].append(one)
        return found

    @cached_property
    def about(self) -> Mapping[str, list[PlacedStatement]]:
        """The statements in which somebody has any part, by who it is."""
        found: dict[str, list[PlacedStatement]] = defaultdict(list)
        for one in self.statements.values():
            for who in parties(one):
                found[who].append(one)
        return found

    @cached_property
    def named_in(self) -> Mapping[str, list[Mention]]:
        """The mentions of each passage; those of one person in the order of the text."""
        starts: dict[str, tuple[list[int], list[str]]] = {}
        for one in self.passages.values():
            places, ids = starts.setdefault(one.episode, ([], []))
            places.append(one.start)
            ids.append(one.uuid)
        found: dict[str, list[Mention]] = defaultdict(list)
        for mentions in self._mentions:
            places, ids = starts.get(mentions.episode, ([], []))
            for surface, span in mentions.places:
                number = bisect_right(places, span.start) - 1
                if number >= 0:
                    found[ids[number]].append(Mention(span.start, span.end, mentions.entity, surface))
        return found

    @cached_property
    def naming(self) -> Mapping[str, list[str]]:
        """The passages that name somebody, by who it is."""
        found: dict[str, dict[str, None]] = defaultdict(dict)
        for uuid in self.passages:
            for one in self.named_in.get(uuid, ()):
                found[one.entity][uuid] = None
        return {who: list(ids) for who, ids in found.items()}

    @cached_property
    def runs(self) -> Mapping[str, list[str]]:
        """The passages of each frame run (this letter, this tale)."""
        found: dict[str, list[str]] = defaultdict(list)
        for one in self.passages.values():
            found[one.run].append(one.uuid)
        return found

    @cached_property
    def end(self) -> Place | None:
        """Where the main line of canon ends."""
        chapters = self.chronology.chapters()
        return chapters[-1][2] if chapters else None

    def named_within(self, statement: PlacedStatement) -> set[str]:
        """Who is named in the very words of a statement, or has a part in it."""
        start, end = statement.evidence.start, statement.evidence.end
        inside = (one for one in self.named_in.get(statement.passage, ()) if start <= one.start and one.end <= end)
        return {*parties(statement), *(one.entity for one in inside)}


def parties(statement: PlacedStatement) -> tuple[str, ...]:
    """Everybody who has a part in a statement: subject, object, participants, holder and tellers."""
    others = (statement.object, statement.holder, *(one.entity for one in statement.participants), *statement.tellers)
    return tuple(dict.fromkeys((statement.subject, *(who for who in others if who is not None))))
