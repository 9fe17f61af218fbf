"""Reads what one chapter brings into the graph: the entities that it mentions and the facts that it states."""

from __future__ import annotations

from dataclasses import dataclass, replace

from episodic.errors import UnknownEpisodeError
from episodic.model.graph import Entity
from episodic.model.ids import mentions_id
from episodic.model.records import Kind
from episodic.search.chapter_lookup import matching_chapters
from episodic.search.chapter_refs import ChapterRef
from episodic.search.fact_listing import EVERY_FACT, listed_facts
from episodic.search.fact_views import FactView
from episodic.search.filters import SearchFilters
from episodic.search.view import View


@dataclass(frozen=True, slots=True)
class ChapterContents:
    """A chapter with the visible entities that it mentions, and the visible facts with a quote in it, in story order."""

    chapter: ChapterRef
    entities: tuple[Entity, ...]
    facts: tuple[FactView, ...]


async def chapter_contents(view: View, reference: str | int) -> ChapterContents:
    """Return the entities and facts of the first chapter of the view that *reference* names (see `matching_chapters`).

    Raises UnknownEpisodeError if the view has no such chapter.
    """
    uuid = next((one for one in matching_chapters(reference, view.chapters) if view.reads_chapter(one)), None)
    if uuid is None:
        raise UnknownEpisodeError(str(reference))
    of_chapter = SearchFilters(all=(view.scope.filters, SearchFilters(chapters=(uuid,))))
    narrow = replace(view, scope=replace(view.scope, filters=of_chapter))
    facts = await listed_facts(narrow, EVERY_FACT)
    seen = [view.entity_as_seen(one) for one in await view.entities() if view.sees_entity(one)]
    ids = {mentions_id(view.group_id, uuid, one.uuid): one for one in seen}
    mentioned = await view.store.fetch(view.group_id, Kind.MENTION, ids=list(ids)) if ids else ()
    return ChapterContents(
        chapter=view.chapters[uuid],
        entities=tuple(ids[record.uuid] for record in mentioned),
        facts=tuple(one.shown(view) for one in facts),
    )
