"""Entity profiles: an entity's names, its visible facts in story order, and its mentions by chapter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from episodic.model.graph import Entity, Mentions
from episodic.model.ids import mentions_id
from episodic.model.records import Kind, from_json
from episodic.search.chapter_refs import ChapterRef
from episodic.search.entity_lookup import require_entity
from episodic.search.fact_listing import FactQuery, cursor_after, listed_facts
from episodic.search.fact_views import FactView, Quotation, quotation
from episodic.search.prompt_lines import entity_block, fact_block, facts_left_out, first_fitting
from episodic.search.view import View
from episodic.text.language import language_of


@dataclass(frozen=True, slots=True)
class ChapterMentions:
    """The mentions of an entity in one chapter: their number, and their different surface forms (texts as written)."""

    chapter: ChapterRef
    count: int
    surfaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntityProfile:
    """An entity with its first visible facts in story order, and with its mentions by chapter.

    `fact_count` is the number of visible facts of the entity that `get_facts` returns page by page. Facts that are
    listed inside the entry of another fact are not counted. `sentence` is the quote of the entity's first mention.
    `asked` is the id, former id, name, alias or title by which the caller asked for the entity.
    """

    entity: Entity
    sentence: Quotation
    facts: tuple[FactView, ...]
    fact_count: int
    mentions: tuple[ChapterMentions, ...]
    asked: str

    @property
    def name(self) -> str:
        """Return the entity's main name."""
        return self.entity.name

    @property
    def aliases(self) -> tuple[str, ...]:
        """Return all names of the entity: whole names, then names of one Chinese character, then descriptions ("the old
        man"). Names of one kind (for example, whole names) are in the order of their number of uses, the most used
        first.
        """
        return self.entity.names

    @property
    def left_out(self) -> int:
        """Return the number of the entity's visible facts that are not in the profile. A fact that lists show inside
        the entry of another fact, such as a consequence of an event, is not counted.
        """
        return self.fact_count - len(self.facts)

    @property
    def cursor(self) -> str | None:
        """Return the cursor with which `get_facts` lists the facts that are not in the profile. Return None if the
        profile has all facts, or has no fact.
        """
        return cursor_after(self.facts[-1].uuid, len(self.facts)) if self.left_out and self.facts else None

    def to_prompt(self, max_tokens: int = 2_000) -> str:
        """Return the entity with the quote of its first mention, and then its facts, as plain text for a prompt. The
        facts are written and the text is limited as by `FactPage.to_prompt`.
        """
        language = language_of(self.sentence.text)
        facts = [fact_block((one, *one.effects, *one.alike), language=language) for one in self.facts]
        blocks = [entity_block(self.entity, self.sentence, language=language), *facts]
        return first_fitting(
            blocks,
            max_tokens,
            lambda shown: facts_left_out(self.fact_count - max(0, shown - 1), language=language),
        )


async def get_entity(view: View, ref: str, *, limit: int = 100) -> EntityProfile:
    """Return the profile of the entity with this id, former id, name, alias or title, with at most *limit* facts.

    The filters of the scope restrict the facts, not the entity. Raises UnknownEntityError with similar names if the
    view has no such entity, and AmbiguousNameError if several entities have the name or title.
    """
    entity = await require_entity(view, ref)
    facts = await listed_facts(view, FactQuery(entity=entity.uuid))
    return EntityProfile(
        entity=entity,
        sentence=quotation(view, entity.first),
        facts=tuple(one.shown(view) for one in facts[:limit]),
        fact_count=len(facts),
        mentions=await mentions_of(view, entity.uuid),
        asked=ref,
    )


async def mentions_of(view: View, entity: str, chapters: Iterable[str] | None = None) -> tuple[ChapterMentions, ...]:
    """Return the mentions of an entity for each chapter of the view that mentions it, layer by layer, in narrative
    order. If *chapters* is given, return the mentions in these chapters only.
    """
    asked = view.chapters if chapters is None else chapters
    ids = [mentions_id(view.group_id, one, entity) for one in asked if view.reads_chapter(one)]
    records = await view.store.fetch(view.group_id, Kind.MENTION, ids=ids) if ids else ()
    found = [
        ChapterMentions(
            chapter=view.chapters[mentions.episode],
            count=len(mentions.places),
            surfaces=tuple(dict.fromkeys(surface for surface, _ in mentions.places)),
        )
        for mentions in (from_json(Mentions, record.value) for record in records)
    ]
    return tuple(sorted(found, key=lambda one: (one.chapter.layer, one.chapter.order)))
