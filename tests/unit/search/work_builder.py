"""Test builder for small works: chapters with text, entities, facts, issues and redirects, saved in a store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from episodic.embeddings.hashed import HashedEmbedder
from episodic.languages.en import ENGLISH
from episodic.model.episodes import ORDER_GAP, Episode, FrameKind, Language, Layer, Passage
from episodic.model.graph import Alias, Entity, Fact, Issue, Mentions, Role
from episodic.model.ids import identify
from episodic.model.moments import TimeBasis, TimePoint
from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.model.records import Changes, Kind, Record, Redirect, to_json
from episodic.model.spans import Evidence, NarrativePosition, Span
from episodic.pipeline.projection.record_cache import embedded
from episodic.pipeline.projection.record_encoding import Derived, record_of
from episodic.ports import GraphStore
from episodic.search.chapter_refs import chapter_refs
from episodic.search.scope import Scope
from episodic.search.view import View
from tests.memory_stores import memory_store

EMBEDDER = HashedEmbedder(256)
NOON = "2031-05-04T12:00:00Z"
WHOLE = Scope()


def day(number: int) -> TimePoint:
    """An exactly known day of story time."""
    return TimePoint(earliest=number, latest=number, label=f"day {number}", basis=TimeBasis.STATED)


def plain_fact(who: Entity, predicate: str, whom: Entity | None, quotes: tuple[Evidence, ...]) -> Fact:
    """Return a canon fact of the world about a state, without an id, times and participants."""
    return Fact(
        uuid="",
        group_id=who.group_id,
        layer=Layer.CANON,
        subject=who.uuid,
        subject_name=who.name,
        subject_type=who.type,
        predicate=predicate,
        kind=PredicateKind.STATE,
        object=whom.uuid if whom else None,
        object_name=whom.name if whom else None,
        object_type=whom.type if whom else None,
        value=None,
        participants=(),
        text=quotes[0].quote,
        denied=False,
        scope=StatementScope.WORLD,
        holder=None,
        holder_name=None,
        tellers=(),
        valid_at=None,
        invalid_at=None,
        ended_by=(),
        told_at=quotes[0].told,
        evidence=quotes,
        ends=(),
        lo=None,
        hi=None,
    )


@dataclass
class Tale:
    """A work that a test builds step by step. The methods accept names of entities in place of ids."""

    group_id: str = "tale"
    language: Language = ENGLISH
    episodes: list[Episode] = field(default_factory=list[Episode])
    passages: list[Passage] = field(default_factory=list[Passage])
    entities: dict[str, Entity] = field(default_factory=dict[str, Entity])
    facts: list[Fact] = field(default_factory=list[Fact])
    mentions: list[Mentions] = field(default_factory=list[Mentions])
    issues: list[Issue] = field(default_factory=list[Issue])
    redirects: list[Redirect] = field(default_factory=list[Redirect])

    def chapter(self, title: str, *passages: str, layer: Layer = Layer.CANON) -> Episode:
        """Add a chapter of these passages. Each passage ends with a line break."""
        text = "".join(f"{one}\n" for one in passages)
        number = sum(one.layer is layer for one in self.episodes) + 1
        uuid = identify("episode", self.group_id, title, layer)
        episode = Episode(
            uuid=uuid,
            group_id=self.group_id,
            key=f"{layer}-{number}",
            order=number * ORDER_GAP,
            title=title,
            path=(title,),
            text=text,
            language=self.language,
            layer=layer,
            number=number,
        )
        self.episodes.append(episode)
        start = 0
        for index, one in enumerate(passages):
            span = Span(start, start + len(one) + 1)
            self.passages.append(self._passage(episode, index, span))
            start = span.end
        return episode

    def _passage(self, episode: Episode, index: int, span: Span) -> Passage:
        return Passage(
            uuid=identify("passage", episode.uuid, index),
            group_id=self.group_id,
            episode=episode.uuid,
            index=index,
            span=span,
            text=span.of(episode.text),
            frame=FrameKind.MAIN,
            run=0,
            order=episode.order,
            layer=episode.layer,
        )

    def quote(self, words: str, *, number: int = 0) -> Evidence:
        """Return the evidence for this quote at its occurrence *number* (counted from 0) in the work."""
        for episode in self.episodes:
            start = episode.text.find(words)
            while start >= 0:
                if number == 0:
                    return Evidence(
                        episode.uuid, words, start, start + len(words), NarrativePosition(episode.order, start)
                    )
                number -= 1
                start = episode.text.find(words, start + 1)
        raise AssertionError(f"{words!r} does not stand in the tale")

    def who(self, name: str, of_type: str = "Person", *others: str, uuid: str | None = None) -> Entity:
        """Add an entity, with a mention at every occurrence of one of its names."""
        names = (name, *others)
        quotes = [self._sentence(one) for one in names]
        entity = Entity(
            uuid=uuid or identify("entity", self.group_id, name, len(self.entities)),
            group_id=self.group_id,
            name=name,
            type=of_type,
            aliases=tuple(
                Alias(one, name_key(one), 1, quote) for one, quote in zip(names, quotes, strict=True) if quote
            ),
            summary=f"{name} is a {of_type}.",
            mentions=sum(episode.text.count(one) for episode in self.episodes for one in names),
            first=min((one for one in quotes if one), key=lambda one: one.told),
        )
        self.entities[entity.uuid] = entity
        self.entities.setdefault(name, entity)
        for episode in self.episodes:
            places = tuple(
                (one, Span(at, at + len(one)))
                for one in names
                for at in range(len(episode.text))
                if episode.text.startswith(one, at)
            )
            if places:
                uuid_of = identify("mentions", self.group_id, episode.uuid, entity.uuid)
                self.mentions.append(Mentions(uuid_of, self.group_id, episode.uuid, entity.uuid, places, episode.order))
        return entity

    def _sentence(self, name: str) -> Evidence | None:
        for episode in self.episodes:
            for line in episode.text.splitlines():
                if name in line:
                    return self.quote(line)
        return None

    def fact(
        self,
        subject: str,
        predicate: str,
        target: str | None = None,
        *,
        quote: str | Sequence[str],
        text: str | None = None,
        value: str | None = None,
        since: TimePoint | None = None,
        until: TimePoint | None = None,
        ended_by: Sequence[str] = (),
        end_quote: str | None = None,
        kind: PredicateKind = PredicateKind.STATE,
        scope: StatementScope = StatementScope.WORLD,
        holder: str | None = None,
        others: Mapping[str, str] | None = None,
        denied: bool = False,
        uuid: str | None = None,
    ) -> Fact:
        """Add a fact. The quotes of the fact must occur in the work."""
        quotes = tuple(self.quote(one) for one in ((quote,) if isinstance(quote, str) else quote))
        passage = self._passage_with(quotes[0])
        fact = replace(
            plain_fact(self.entities[subject], predicate, self.entities[target] if target else None, quotes),
            layer=passage.layer,
            frame=passage.frame,
            runs=() if passage.frame is FrameKind.MAIN else (passage.uuid,),
            uuid=uuid or identify("fact", self.group_id, subject, predicate, target, value, len(self.facts)),
            kind=kind,
            value=value,
            participants=tuple(Role(self.entities[name].uuid, name, role) for role, name in (others or {}).items()),
            text=text or quotes[0].quote,
            denied=denied,
            scope=scope,
            holder=self.entities[holder].uuid if holder else None,
            holder_name=holder,
            valid_at=since,
            invalid_at=until,
            ended_by=tuple(ended_by),
            ends=(self.quote(end_quote),) if end_quote else (),
        )
        self.facts.append(fact)
        return fact

    def _passage_with(self, quote: Evidence) -> Passage:
        """Return the passage in which a quote begins."""
        return next(
            one
            for one in self.passages
            if one.episode == quote.episode and one.span.start <= quote.start < one.span.end
        )

    def ends(self, fact: Fact, by: Fact, *, at: TimePoint | None = None) -> Fact:
        """End the first fact by the second, and return the ended fact."""
        ended = replace(fact, ended_by=(by.uuid,), invalid_at=at or by.valid_at or TimePoint())
        self.facts[self.facts.index(fact)] = ended
        return ended

    def records(self) -> list[Record]:
        """Return all records of the work."""
        episodes = [Record(Kind.EPISODE, one.uuid, to_json(one), told=one.order) for one in self.episodes]
        entities = {entity.uuid: entity for entity in self.entities.values()}.values()
        values: tuple[Derived, ...] = (
            *self.passages,
            *entities,
            *self.facts,
            *self.mentions,
            *self.issues,
            *self.redirects,
        )
        return [*episodes, *(record_of(one) for one in values)]

    async def saved(self, store: GraphStore | None = None) -> GraphStore:
        """Save the work in the given store, or in a new in-memory store, and return the store."""
        store = store or memory_store()
        records = await embedded(self.records(), lambda _: None, EMBEDDER)
        await store.commit(
            Changes(
                group_id=self.group_id,
                base_revision=0,
                commit_id=f"first of {self.group_id}",
                at=NOON,
                action="test",
                put=tuple(records),
                embedder=EMBEDDER.name,
                dimension=EMBEDDER.dimension,
            )
        )
        return store

    async def view(self, scope: Scope = WHOLE, *, store: GraphStore | None = None) -> View:
        """Return a view of the work in a new store, or in a store that contains it already."""
        return View(self.group_id, store or await self.saved(), EMBEDDER, chapter_refs(self.episodes), scope)
