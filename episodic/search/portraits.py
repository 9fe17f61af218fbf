"""An entity as a reader is shown it: names, what holds of it, and how often each chapter names it."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.graph import Entity, Mentions
from episodic.model.ids import mentions_id
from episodic.model.records import Kind, from_json
from episodic.search.chapters import ChapterRef
from episodic.search.listing import FactQuery, seen_facts
from episodic.search.resolving import known_entity, meant_entity
from episodic.search.shown import Quotation, ShownFact, quotation, shown
from episodic.search.view import View


@dataclass(frozen=True, slots=True)
class ChapterMentions:
    """How often one chapter names somebody, and under which names."""

    chapter: ChapterRef
    count: int
    surfaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Portrait:
    """An entity, the first facts that the view sees of it in story order, and its mentions chapter by chapter.

    `fact_count` says how many facts there are in all; `get_facts` pages through them. `sentence` is where it is first named. `asked` is what the caller said: an id that has become another, a name, an alias.
    """

    entity: Entity
    sentence: Quotation
    facts: tuple[ShownFact, ...]
    fact_count: int
    mentions: tuple[ChapterMentions, ...]
    asked: str

    @property
    def name(self) -> str:
        """Its main name."""
        return self.entity.name

    @property
    def aliases(self) -> tuple[str, ...]:
        """Every name it bears, most used first."""
        return tuple(one.text for one in self.entity.aliases)


async def get_entity(view: View, ref: str, *, limit: int = 100) -> Portrait:
    """The entity with this id, name or alias, and *limit* of its facts. The scope's filters choose facts, not the entity.

    Raises UnknownEntityError with near names, AmbiguousNameError where several bear the name.
    """
    return await _portrait(view, await known_entity(view, ref), asked=ref, limit=limit)


async def find_entity(view: View, ref: str, *, limit: int = 100) -> Portrait | None:
    """As `get_entity`, None where there is none."""
    entity = await meant_entity(view, ref)
    return None if entity is None else await _portrait(view, entity, asked=ref, limit=limit)


async def mentions_of(view: View, entity: str) -> tuple[ChapterMentions, ...]:
    """How often each chapter that the view reads names the entity, in telling order; chapters that do not are left out."""
    ids = {mentions_id(view.group_id, one, entity): one for one in view.chapters if view.reads_chapter(one)}
    records = await view.store.fetch(view.group_id, Kind.MENTION, ids=list(ids)) if ids else ()
    found = [
        ChapterMentions(
            chapter=view.chapters[one.episode],
            count=len(one.places),
            surfaces=tuple(dict.fromkeys(surface for surface, _ in one.places)),
        )
        for one in (from_json(Mentions, record.value) for record in records)
    ]
    return tuple(sorted(found, key=lambda one: (one.chapter.layer, one.chapter.order)))


async def _portrait(view: View, entity: Entity, *, asked: str, limit: int) -> Portrait:
    facts = await seen_facts(view, FactQuery(entity=entity.uuid))
    return Portrait(
        entity=entity,
        sentence=quotation(view, entity.first),
        facts=tuple(shown(view, one.fact, one.holding) for one in facts[:limit]),
        fact_count=len(facts),
        mentions=await mentions_of(view, entity.uuid),
        asked=asked,
    )
