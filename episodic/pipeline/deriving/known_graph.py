"""The graph as one person has it: what they know and believe, in words that they read, heard or were there for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from episodic.model.episodes import Language, Layer
from episodic.model.graph import Alias, Entity, Fact, Issue, Mentions, Statement
from episodic.model.moments import TimePoint
from episodic.model.names import name_key
from episodic.model.spans import Evidence, Span, Told
from episodic.pipeline.deriving.derived_values import fact_of
from episodic.pipeline.deriving.graph import Graph
from episodic.pipeline.deriving.summaries import summary_of
from episodic.temporal.asof import When
from episodic.temporal.chronology import Chronology
from episodic.temporal.coarse import Coarse
from episodic.temporal.fold import Frame
from episodic.temporal.issues import Voice
from episodic.temporal.knowledge import Knowledge
from episodic.temporal.knowledge_fold import Mind, mind_of
from episodic.temporal.knowledge_telling import Telling, parties
from episodic.temporal.knowledge_telling import Told as ToldSoFar
from episodic.temporal.placed import PlacedStatement


@dataclass(frozen=True, slots=True)
class KnownGraph:
    """A graph of what one person knows, and the mind that it was made from."""

    graph: Graph
    mind: Mind

    @property
    def chapters(self) -> frozenset[str]:
        """The chapters that the person has any words from."""
        quoted = (one.evidence.episode for one in self.mind.statements.values())
        return frozenset((*quoted, *(one.episode for one in self.mind.passages.values())))


def knowledge_of(graph: Graph, chronology: Chronology, layers: frozenset[Layer]) -> Knowledge:
    """Who knows what in a work, read in these layers."""
    mentions = tuple(graph.mentions.values())
    told = ToldSoFar(graph.placed, graph.told, chronology, graph.exclusions, graph.passages, mentions)
    return Knowledge(Telling(told, layers))


def known_graph(
    graph: Graph, person: Entity, knowledge: Knowledge, *, language: Language, when: When | None = None
) -> KnownGraph:
    """What *person* knows and believes at a moment, or at the end of what was told, as a graph of its own.

    Entities keep their ids and have the names that the person was there to hear or read; facts are folded from what they know.
    """
    chronology = knowledge.telling.chronology
    frame = Frame(chronology, knowledge.telling.exclusions, Coarse(chronology), Voice(person.group_id, language))
    mind = mind_of(person.uuid, knowledge, frame, when=when)
    heard = _Heard(mind, graph)
    mentions = {one.uuid: one for one in map(heard.mentions, graph.mentions.values()) if one is not None}
    met = {who: one for who, one in graph.entities.items() if who in heard.everybody}
    rows: dict[str, list[Mentions]] = {}
    for row in mentions.values():
        rows.setdefault(row.entity, []).append(row)
    named = {who: heard.entity(one, rows.get(who, [])) for who, one in met.items()}
    names = {who: (one.name, one.type) for who, one in named.items()}
    facts = {uuid: heard.fact(fact_of(person.group_id, one, names), graph) for uuid, one in mind.facts.items()}
    about = _about(facts.values())
    entities = {who: replace(one, summary=summary_of(about.get(who, ()))) for who, one in named.items()}
    known = Graph(
        passages={uuid: one for uuid, one in graph.passages.items() if uuid in mind.passages},
        entities=entities,
        mentions=mentions,
        statements={one.uuid: one for one in _statements(graph, mind)},
        moments={uuid: one for uuid, one in graph.moments.items() if heard.holds(one.episode, one.start, one.start)},
        facts=facts,
        issues={one.uuid: one for one in _issues(graph, mind, heard)},
        fact_of=mind.fact_of,
        chronology=chronology,
        folded=mind.facts,
        placed=mind.passages,
        told=mind.statements,
        exclusions=graph.exclusions,
    )
    return KnownGraph(known, mind)


class _Heard:
    """The places of the text that a person has been in or read, or that show what they know, and who is named there."""

    def __init__(self, mind: Mind, graph: Graph) -> None:
        self._spans: dict[str, list[tuple[int, int]]] = {}
        for uuid in mind.passages:
            span = graph.passages[uuid].span
            self._spans.setdefault(graph.passages[uuid].episode, []).append((span.start, span.end))
        for one in mind.statements.values():
            said = one.evidence
            self._spans.setdefault(said.episode, []).append((said.start, said.end))
        self._spans = {episode: _united(spans) for episode, spans in self._spans.items()}
        self._mind = mind
        self._said = {who: one.evidence for one in mind.statements.values() for who in parties(one)}
        found = {one.entity for one in graph.mentions.values() if self._places(one)}
        self.everybody = frozenset((*found, *self._said, mind.person))

    def holds(self, episode: str, start: int, end: int) -> bool:
        """Whether a place of a chapter lies in what the person has read or been there for."""
        spans = self._spans.get(episode, [])
        number = bisect_right(spans, (start, 1 << 62)) - 1
        return number >= 0 and spans[number][0] <= start and end <= spans[number][1]

    def mentions(self, one: Mentions) -> Mentions | None:
        """The mentions that the person heard or read; None if there are none."""
        places = self._places(one)
        return replace(one, places=places) if places else None

    def entity(self, one: Entity, heard: Sequence[Mentions]) -> Entity:
        """The entity under the names that the person heard; one never named where they were has its main name."""
        aliases = _aliases(one, heard)
        if not aliases:
            first = self._said.get(one.uuid, one.first)
            return replace(one, aliases=(Alias(one.name, name_key(one.name), 0, first),), mentions=0, first=first)
        name = one.name if any(each.text == one.name for each in aliases) else aliases[0].text
        first = min((each.first for each in aliases), key=lambda each: each.told)
        number = sum(len(each.places) for each in heard)
        return replace(one, name=name, aliases=aliases, mentions=number, first=first)

    def fact(self, one: Fact, graph: Graph) -> Fact:
        """The fact without time words and chapters that the person has not read; the days stay."""
        folded = self._mind.facts[one.uuid]
        placed = (self._mind.statements[uuid] for uuid in (*folded.statements, *folded.closing))
        told = any(each.evidence == graph.statements[each.uuid].evidence for each in placed)
        return replace(one, valid_at=self._point(one.valid_at, told), invalid_at=self._point(one.invalid_at, told))

    def _point(self, one: TimePoint | None, told: bool) -> TimePoint | None:
        if one is None:
            return None
        chapter = one.chapter if one.chapter in self._spans else None
        return replace(one, text=one.text if told else None, chapter=chapter)

    def _places(self, one: Mentions) -> tuple[tuple[str, Span], ...]:
        return tuple((surface, span) for surface, span in one.places if self.holds(one.episode, span.start, span.end))


def _aliases(one: Entity, mentions: Sequence[Mentions]) -> tuple[Alias, ...]:
    """Its names as far as they were heard, most used first; shared titles only if no name was."""
    counted: dict[str, Alias] = {}
    for row in mentions:
        for surface, span in row.places:
            told = Evidence(row.episode, surface, span.start, span.end, Told(row.order, span.start))
            known = counted.get(surface)
            first = told if known is None or told.told < known.first.told else known.first
            counted[surface] = Alias(surface, name_key(surface), 1 + (0 if known is None else known.count), first)
    borne = {each.text for each in one.aliases}
    own = [each for each in counted.values() if each.text in borne] or list(counted.values())
    return tuple(sorted(own, key=lambda each: (-each.count, -len(each.text), each.first.told, each.text)))


def _united(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans in order, those that touch as one."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _about(facts: Iterable[Fact]) -> dict[str, list[Fact]]:
    """The facts of which somebody is subject or object, by who it is."""
    found: dict[str, list[Fact]] = {}
    for one in facts:
        for who in (one.subject, one.object):
            if who is not None:
                found.setdefault(who, []).append(one)
    return found


def _statements(graph: Graph, mind: Mind) -> Iterator[Statement]:
    """The statements as known: with the words and the passage from which the person knows them."""
    for uuid, placed in mind.statements.items():
        kept = graph.statements[uuid]
        yield replace(
            kept,
            passage=placed.passage,
            evidence=placed.evidence,
            text=placed.text,
            value=placed.value,
            time=kept.time if _is_as_told(kept, placed) else None,
            fact=mind.fact_of.get(uuid),
        )


def _is_as_told(kept: Statement, placed: PlacedStatement) -> bool:
    return kept.evidence == placed.evidence


def _issues(graph: Graph, mind: Mind, heard: _Heard) -> Iterator[Issue]:
    """The issues all of whose words the person has read or heard, about facts as they know them."""
    for one in graph.issues.values():
        if one.evidence and all(heard.holds(each.episode, each.start, each.end) for each in one.evidence):
            facts = (mind.fact_of.get(each) for each in one.facts)
            yield replace(one, facts=tuple(dict.fromkeys(each for each in facts if each is not None)))
