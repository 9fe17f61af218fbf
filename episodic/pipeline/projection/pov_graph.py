"""The graph of a character's knowledge and beliefs, derived from what the character read, heard or witnessed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from episodic.dedup.nodes import is_pronoun
from episodic.model.episodes import Language, Layer
from episodic.model.graph import Alias, Entity, Fact, Issue, LinePlace, Mentions, Statement
from episodic.model.moments import TimePoint
from episodic.model.name_keys import name_key
from episodic.model.spans import Evidence, NarrativePosition, Span
from episodic.pipeline.projection.named_facts import fact_of
from episodic.pipeline.projection.projector import Graph
from episodic.pipeline.projection.summaries import summary_of
from episodic.temporal.as_of import When
from episodic.temporal.chapter_bounds import ChapterBounds
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.line_places import MAIN_LINE
from episodic.temporal.fold.fold import FoldContext
from episodic.temporal.issues import IssueContext
from episodic.temporal.knowledge.knowledge import Knowledge
from episodic.temporal.knowledge.narrative import Narrative, NarrativeSoFar, parties
from episodic.temporal.knowledge.pov_fold import PovKnowledge, pov_knowledge


@dataclass(frozen=True, slots=True)
class KnownGraph:
    """The graph of what a character knows, with the knowledge from which the graph was made."""

    graph: Graph
    pov: PovKnowledge
    heard: VisibleText

    def issues(self, found: Iterable[Issue]) -> Iterator[Issue]:
        """Yield those issues whose quotes the character has completely read, heard or witnessed.

        Each issue lists only facts that the character knows.
        """
        for one in found:
            if one.evidence and all(self.heard.holds(each.episode, each.start, each.end) for each in one.evidence):
                facts = (self.pov.fact_of.get(each) for each in one.facts)
                yield replace(one, facts=tuple(dict.fromkeys(each for each in facts if each is not None)))

    @property
    def chapters(self) -> frozenset[str]:
        """Return the ids of the chapters of which the character knows any text."""
        return self.heard.chapters


def knowledge_of(graph: Graph, chronology: Chronology, layers: frozenset[Layer]) -> Knowledge:
    """Return what each character of a work has read, heard or witnessed in the given layers."""
    mentions = tuple(graph.mentions.values())
    told = NarrativeSoFar(
        graph.placed_passages, graph.placed_statements, chronology, graph.exclusions, graph.passages, mentions
    )
    return Knowledge(Narrative(told, layers))


def known_graph(
    graph: Graph, person: Entity, knowledge: Knowledge, *, language: Language, when: When | None = None
) -> KnownGraph:
    """Build the graph of what the character *person* knows and believes at the moment *when*, by default at the end of
    the chapters so far.

    The entities of this graph keep their ids. The entities have only the names that the character has read or heard. If
    the character has read or heard no name of an entity, the entity has its main name. The facts of this graph are
    derived only from the statements that the character knows.
    """
    chronology = knowledge.narrative.chronology
    frame = FoldContext(
        chronology, knowledge.narrative.exclusions, ChapterBounds(chronology), IssueContext(person.group_id, language)
    )
    pov = pov_knowledge(person.uuid, knowledge, frame, when=when)
    said = {who: one.evidence for one in pov.statements.values() for who in parties(one)}
    heard = VisibleText(pov, _spans(pov, graph), said=said.get, stated=lambda uuid: graph.statements[uuid].evidence)
    mentions = {one.uuid: one for one in map(heard.mentions, graph.mentions.values()) if one is not None}
    everybody = frozenset((*(one.entity for one in mentions.values()), *said, pov.person))
    rows: dict[str, list[Mentions]] = {}
    for row in mentions.values():
        rows.setdefault(row.entity, []).append(row)
    met = {who: one for who, one in graph.entities.items() if who in everybody}
    named = {who: heard.entity(one, rows.get(who, [])) for who, one in met.items()}
    names = {who: (one.name, one.type, says_i(rows.get(who, ()))) for who, one in named.items()}
    facts = {uuid: heard.fact(fact_of(one, names)) for uuid, one in pov.facts.items()}
    about = _facts_by_entity(facts.values())
    known = Graph(
        passages={uuid: one for uuid, one in graph.passages.items() if uuid in pov.passages},
        entities={who: replace(one, summary=summary_of(about.get(who, ()))) for who, one in named.items()},
        mentions=mentions,
        statements={uuid: known_statement(graph.statements[uuid], pov) for uuid in pov.statements},
        moments={uuid: one for uuid, one in graph.moments.items() if heard.holds(one.episode, one.start, one.start)},
        facts=facts,
        fact_of=pov.fact_of,
        chronology=chronology,
        folded=pov.facts,
        placed_passages=pov.passages,
        placed_statements=pov.statements,
        exclusions=graph.exclusions,
    )
    found = KnownGraph(known, pov, heard)
    return replace(found, graph=replace(known, issues={one.uuid: one for one in found.issues(graph.issues.values())}))


def says_i(heard: Iterable[Mentions]) -> bool:
    """Return whether one of the mentions is a first-person pronoun, such as "I"."""
    return any(map(is_pronoun, {surface for one in heard for surface, _ in one.places}))


class VisibleText:
    """The parts of the text that a character has read, heard or witnessed. The *spans* of each chapter are in order and
    do not overlap.

    The function *said* returns the last quote of the known statements about an entity. The function *stated* returns
    the quote from which a statement was extracted.
    """

    def __init__(
        self,
        pov: PovKnowledge,
        spans: Mapping[str, Sequence[tuple[int, int]]],
        *,
        said: Callable[[str], Evidence | None],
        stated: Callable[[str], Evidence],
    ) -> None:
        self._pov, self._spans, self._said, self._stated = pov, spans, said, stated

    @property
    def chapters(self) -> frozenset[str]:
        """Return the ids of the chapters of which the character knows any text."""
        return frozenset(self._spans)

    def holds(self, episode: str, start: int, end: int) -> bool:
        """Return whether the character has read, heard or witnessed the text from *start* to *end* in the chapter
        *episode*.
        """
        spans = self._spans.get(episode, ())
        number = bisect_right(spans, (start, 1 << 62)) - 1
        return number >= 0 and spans[number][0] <= start and end <= spans[number][1]

    def mentions(self, one: Mentions) -> Mentions | None:
        """Return those of the given mentions that the character has read or heard, or None if there are none."""
        places = self._places(one)
        return replace(one, places=places) if places else None

    def entity(self, entity: Entity, heard: Sequence[Mentions]) -> Entity:
        """Return the entity with the names that the character has read or heard.

        If the character has read or heard no name, the entity keeps its main name.
        """
        aliases = aliases_in(heard, entity)
        if not aliases:
            first = self._said(entity.uuid) or entity.first
            return replace(
                entity, aliases=(Alias(entity.name, name_key(entity.name), 0, first),), mentions=0, first=first
            )
        name = entity.name if any(each.text == entity.name for each in aliases) else aliases[0].text
        first = min((each.first for each in aliases), key=lambda each: each.told)
        number = sum(len(each.places) for each in heard)
        return replace(entity, name=name, aliases=aliases, mentions=number, first=first)

    def fact(self, fact: Fact) -> Fact:
        """Return *fact* without what the character does not know of the text. The time expressions that the character
        has not read, heard or witnessed are removed. Chapters, flashbacks, letters and the like are removed if the
        character knows no text of them. The dates of the fact are kept even if the character has not read the time
        expressions.
        """
        folded = self._pov.facts[fact.uuid]
        placed = (self._pov.statements[uuid] for uuid in (*folded.statements, *folded.closing))
        told = any(each.evidence == self._stated(each.uuid) for each in placed)
        return replace(
            fact,
            valid_at=self._point(fact.valid_at, told),
            invalid_at=self._point(fact.invalid_at, told),
            runs=tuple(one for one in fact.runs if one in self._pov.passages),
            said=self._point(fact.said, told),
            places=self._known_places(fact.places) if told else (),
            said_places=self._known_places(fact.said_places) if told else (),
        )

    def _known_places(self, places: Iterable[LinePlace]) -> tuple[LinePlace, ...]:
        return tuple(one for one in places if self._is_known(one.line))

    def _is_known(self, line: str) -> bool:
        return line == MAIN_LINE or line in self._pov.passages

    def _point(self, one: TimePoint | None, told: bool) -> TimePoint | None:
        if one is None:
            return None
        chapter = one.chapter if one.chapter in self._spans else None
        since = one.counted_from
        if since is not None and not (told and self.holds(since.episode, since.start, since.end)):
            since = None
        return replace(one, text=one.text if told else None, chapter=chapter, counted_from=since)

    def _places(self, one: Mentions) -> tuple[tuple[str, Span], ...]:
        return tuple((surface, span) for surface, span in one.places if self.holds(one.episode, span.start, span.end))


def aliases_in(mentions: Sequence[Mentions], entity: Entity) -> tuple[Alias, ...]:
    """Return the names in *mentions*, which are mentions of *entity*, as aliases. Shared names, such as titles, are
    included only if *mentions* contain no other name of the entity.
    """
    counted: dict[str, Alias] = {}
    for row in mentions:
        for surface, span in row.places:
            told = Evidence(row.episode, surface, span.start, span.end, NarrativePosition(row.order, span.start))
            known = counted.get(surface)
            first = told if known is None or told.told < known.first.told else known.first
            counted[surface] = Alias(surface, name_key(surface), 1 + (0 if known is None else known.count), first)
    borne = {each.text for each in entity.aliases}
    own = [each for each in counted.values() if each.text in borne] or list(counted.values())
    return tuple(sorted(own, key=lambda each: (-each.count, -len(each.text), each.first.told, each.text)))


def _spans(pov: PovKnowledge, graph: Graph) -> Mapping[str, Sequence[tuple[int, int]]]:
    passages = (graph.passages[uuid] for uuid in pov.passages)
    said = (one.evidence for one in pov.statements.values())
    return merged_spans(
        chain(
            ((one.episode, one.span.start, one.span.end) for one in passages),
            ((one.episode, one.start, one.end) for one in said),
        )
    )


def merged_spans(spans: Iterable[tuple[str, int, int]]) -> Mapping[str, Sequence[tuple[int, int]]]:
    """Return the spans of each chapter in order, with spans that touch or overlap joined. A span is given as the id of
    its chapter, its start and its end.
    """
    found: dict[str, list[tuple[int, int]]] = {}
    for episode, start, end in sorted(spans):
        own = found.setdefault(episode, [])
        if own and start <= own[-1][1]:
            own[-1] = (own[-1][0], max(end, own[-1][1]))
        else:
            own.append((start, end))
    return found


def _facts_by_entity(facts: Iterable[Fact]) -> dict[str, list[Fact]]:
    """Return the facts in which each entity is the subject or the object."""
    found: dict[str, list[Fact]] = {}
    for one in facts:
        for who in (one.subject, one.object):
            if who is not None:
                found.setdefault(who, []).append(one)
    return found


def known_statement(kept: Statement, pov: PovKnowledge) -> Statement:
    """Return a statement that the character knows, with the quote and passage from which the character knows the
    statement. If the character knows the statement from another quote than the one from which it was extracted, the
    statement's time expression is left out.
    """
    placed = pov.statements[kept.uuid]
    same = kept.evidence == placed.evidence
    return replace(
        kept,
        passage=placed.passage,
        evidence=placed.evidence,
        core=placed.core if same else replace(placed.core, time=None),
        fact=pov.fact_of.get(kept.uuid),
    )
