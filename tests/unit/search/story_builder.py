"""Test builder for small works: chapters with text, entities, facts, issues and redirects, saved in a store.

The module also builds three sample works.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from episodic.embeddings.hashed import HashedEmbedder
from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import ORDER_GAP, Episode, FrameKind, Language, Layer, Passage
from episodic.model.graph import Alias, Entity, Fact, Issue, Mentions, Role
from episodic.model.ids import identify
from episodic.model.moments import TimeBasis, TimePoint
from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.model.records import Changes, Kind, Record, to_json
from episodic.model.spans import Evidence, NarrativePosition, Span
from episodic.pipeline.projection.record_cache import embedded
from episodic.pipeline.projection.record_encoding import Derived, Redirect, record_of
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
        who, whom = self.entities[subject], self.entities[target] if target else None
        layer = next(one.layer for one in self.episodes if one.uuid == quotes[0].episode)
        passage = next(
            one
            for one in self.passages
            if one.episode == quotes[0].episode and one.span.start <= quotes[0].start < one.span.end
        )
        fact = Fact(
            uuid=uuid or identify("fact", self.group_id, subject, predicate, target, value, len(self.facts)),
            group_id=self.group_id,
            layer=layer,
            subject=who.uuid,
            subject_name=who.name,
            subject_type=who.type,
            predicate=predicate,
            kind=kind,
            object=whom.uuid if whom else None,
            object_name=whom.name if whom else None,
            object_type=whom.type if whom else None,
            value=value,
            participants=tuple(Role(self.entities[name].uuid, name, role) for role, name in (others or {}).items()),
            text=text or quotes[0].quote,
            denied=denied,
            scope=scope,
            holder=self.entities[holder].uuid if holder else None,
            holder_name=holder,
            tellers=(),
            valid_at=since,
            invalid_at=until,
            ended_by=tuple(ended_by),
            told_at=quotes[0].told,
            evidence=quotes,
            ends=(self.quote(end_quote),) if end_quote else (),
            lo=None,
            hi=None,
            frame=passage.frame,
            runs=() if passage.frame is FrameKind.MAIN else (passage.uuid,),
        )
        self.facts.append(fact)
        return fact

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


KLEIN = "克莱恩·莫雷蒂"


def lotm() -> Tale:
    """A Chinese work of five chapters: a man with two names joins a group, is promoted and leaves."""
    tale = Tale("lotm", CHINESE)
    tale.chapter("绯红", "周明瑞在剧痛中醒来，发现自己成了克莱恩·莫雷蒂。")
    tale.chapter(
        "值夜者", "邓恩·史密斯领导着值夜者。", "通过考验后，克莱恩正式加入值夜者。", "值夜者的驻地在圣赛琳娜教堂。"
    )
    tale.chapter("笔记", "克莱恩在查尼斯门后得到了安提哥努斯家族笔记。", "他喝下魔药，成为序列9的占卜家。")
    tale.chapter("小丑", "克莱恩晋升了，现在他是序列8的小丑。")
    tale.chapter("丧钟", "克莱恩离开了值夜者，独自上路。", "他腰间的“丧钟”手枪是一件用于攻击的神奇物品。")
    tale.who(KLEIN, "人物", "周明瑞", "克莱恩")
    tale.who("邓恩·史密斯", "人物")
    tale.who("值夜者", "组织")
    tale.who("圣赛琳娜教堂", "地点")
    tale.who("安提哥努斯家族笔记", "物品")
    tale.who("“丧钟”手枪", "物品", "丧钟")
    _joins_and_leaves(tale)
    _rises(tale)
    return tale


def _joins_and_leaves(tale: Tale) -> None:
    two, five = _at(tale, 1), _at(tale, 4)
    member = tale.fact(
        KLEIN,
        "成员",
        "值夜者",
        quote="通过考验后，克莱恩正式加入值夜者。",
        text="克莱恩·莫雷蒂是值夜者的成员。",
        since=two,
        end_quote="克莱恩离开了值夜者",
    )
    tale.facts[0] = replace(member, invalid_at=five, ended_by=(member.uuid,))
    tale.fact("邓恩·史密斯", "领导", "值夜者", quote="邓恩·史密斯领导着值夜者。", since=two)
    tale.fact("值夜者", "位于", "圣赛琳娜教堂", quote="值夜者的驻地在圣赛琳娜教堂。", since=two)
    tale.fact(
        KLEIN,
        "获得",
        "安提哥努斯家族笔记",
        quote="克莱恩在查尼斯门后得到了安提哥努斯家族笔记。",
        since=_at(tale, 2),
        kind=PredicateKind.EVENT,
    )


def _rises(tale: Tale) -> None:
    diviner = tale.fact(
        KLEIN,
        "序列",
        quote="他喝下魔药，成为序列9的占卜家。",
        text="克莱恩·莫雷蒂的序列是序列9：占卜家。",
        value="序列9:占卜家",
        since=_at(tale, 2),
    )
    clown = tale.fact(
        KLEIN,
        "序列",
        quote="克莱恩晋升了，现在他是序列8的小丑。",
        text="克莱恩·莫雷蒂的序列是序列8：小丑。",
        value="序列8:小丑",
        since=_at(tale, 3),
    )
    tale.ends(diviner, clown)
    tale.fact(
        KLEIN,
        "拥有",
        "“丧钟”手枪",
        quote="他腰间的“丧钟”手枪是一件用于攻击的神奇物品。",
        text="克莱恩·莫雷蒂拥有“丧钟”手枪。",
        since=_at(tale, 4),
    )


def _at(tale: Tale, number: int) -> TimePoint:
    """Returns the chapter with this index (from 0) as a point in story time."""
    return TimePoint(chapter=tale.episodes[number].uuid, basis=TimeBasis.STATED)


def harbor() -> Tale:
    """An English work of four chapters with a move, a belief, a gift and a death."""
    tale = Tale("harbor", ENGLISH)
    tale.chapter("The Quay", "On the tenth day Miss Lin Marsh lived in Harbor.", "Wu O'Brien mended nets beside her.")
    tale.chapter("A Gift", "Lin gave Wu the Sword of Tides at noon.", "Mei believed that Chen was alive.")
    tale.chapter("The Road", "On the twentieth day Lin moved to the Capital.", "Rain fell on the empty quay.")
    tale.chapter("A Letter", "Mei learned that Chen had died on the thirtieth day.")
    tale.who("Lin Marsh", "Person", "Lin", "Miss Lin Marsh")
    tale.who("Wu O'Brien", "Person", "Wu")
    tale.who("Mei")
    tale.who("Chen")
    tale.who("Harbor", "Place")
    tale.who("Capital", "Place", "the Capital")
    tale.who("Sword of Tides", "Item")
    home = tale.fact(
        "Lin Marsh",
        "lives_in",
        "Harbor",
        quote="Miss Lin Marsh lived in Harbor",
        text="Lin Marsh lives in Harbor.",
        since=day(10),
    )
    city = tale.fact(
        "Lin Marsh",
        "lives_in",
        "Capital",
        quote="On the twentieth day Lin moved to the Capital.",
        text="Lin Marsh lives in the Capital.",
        since=day(20),
    )
    tale.ends(home, city)
    tale.fact(
        "Lin Marsh",
        "gave",
        "Sword of Tides",
        quote="Lin gave Wu the Sword of Tides at noon.",
        since=day(12),
        kind=PredicateKind.EVENT,
        others={"recipient": "Wu O'Brien"},
    )
    tale.fact(
        "Chen",
        "state",
        quote="Mei believed that Chen was alive.",
        value="alive",
        scope=StatementScope.BELIEF,
        holder="Mei",
    )
    tale.fact("Chen", "state", quote="Chen had died on the thirtieth day", value="dead", since=day(30))
    return tale


def planned() -> Tale:
    """A work with a canon chapter and a plan chapter; the plan has names that canon does not have."""
    tale = Tale("planned")
    tale.chapter("One", "Lin lived in Harbor.")
    tale.chapter("Outline", "Lin, the Silent Queen, will die in Winter Keep.", layer=Layer.PLAN)
    tale.who("Lin", "Person", "the Silent Queen")
    tale.who("Harbor", "Place")
    tale.who("Winter Keep", "Place")
    tale.fact("Lin", "lives_in", "Harbor", quote="Lin lived in Harbor.")
    tale.fact("Lin", "dies_in", "Winter Keep", quote="Lin, the Silent Queen, will die in Winter Keep.")
    return tale
