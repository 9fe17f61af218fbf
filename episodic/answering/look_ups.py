"""Runs look-ups over the part of a work that a view shows, and keeps the results as numbered sources within a budget.

Facts, names and passages come from the same functions that users call to read a work. A look-up with wrong arguments,
such as an unknown name, is refused with the reason, and the run goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from episodic.answering.actions import OF_SOURCES, BadRow, LookUpAction, Request
from episodic.answering.answers import LookUp, SourceKind, StartEntity
from episodic.answering.sources import (
    Source,
    SourceBook,
    entity_source,
    fact_source,
    numbered_line,
    passage_source,
)
from episodic.answering.token_room import TokenRoom
from episodic.errors import InputError
from episodic.languages.messages import message_text
from episodic.model.episodes import Language, Passage
from episodic.model.graph import Entity, Fact
from episodic.model.holding import Holding
from episodic.search.entity_lookup import require_entity
from episodic.search.fact_listing import FactQuery, query_facts
from episodic.search.fact_views import fact_view_of, is_told_later
from episodic.search.hybrid_search import search
from episodic.search.passage_reads import read_passages
from episodic.search.results import EntityHit, FactHit, PassageHit, SearchResults
from episodic.search.view import View

HITS = 8
"""The maximum number of search hits that one look-up reads."""
MOST_STARTS = 5
MOST_FACTS = 80
"""The maximum number of facts of an entity that one look-up prepares for a prompt."""


@dataclass(frozen=True, slots=True)
class Material:
    """The results of look-ups as lines of a prompt: one line for each new source, and one with the number of results
    left out.
    """

    lines: tuple[str, ...] = ()

    def __add__(self, other: Material) -> Material:
        return Material(self.lines + other.lines)

    def __bool__(self) -> bool:
        return bool(self.lines)


class LookUps:
    """The look-ups for one question. Each source is shown to the model only once. If a look-up finds a source that an
    earlier look-up has shown, only the number of the source is returned.

    Facts that have ended are shown too, with the time for which they held, because a question can be about the past. If
    the scope's moment `as_of` is given as a chapter, only passages up to the end of this chapter are shown. If `as_of`
    is given in another way, such as a date, no passages are shown.
    """

    def __init__(self, view: View, *, language: Language) -> None:
        self._view = view.wider()
        self._language = language
        self.book = SourceBook()
        self.degraded: list[str] = []

    async def start(self, question: str, room: TokenRoom) -> tuple[LookUp, Material, tuple[StartEntity, ...]]:
        """Search for the words of the question. Return the look-up, the lines of the sources that it found, and the
        best entities of the search.
        """
        found = await search(self._view, question, limit=HITS)
        self.degraded.extend(found.searched.degraded)
        look_up, material = self._taken(LookUpAction.SEARCH, (question,), self._of_hits(found), room=room)
        return look_up, material, starts_of(self._view, found)

    async def run(self, request: Request | BadRow, room: TokenRoom) -> tuple[LookUp, Material]:
        """Run one look-up, and return it with the lines of its new sources. Raises StoreError and EmbeddingError."""
        if isinstance(request, BadRow):
            action, *arguments = request.words
            reason = message_text(f"answering.refused_{request.reason}", self._language, action=action)
            return LookUp(action, tuple(arguments), refused=reason), Material()
        try:
            sources, more = await self._sources(request)
        except InputError as error:
            return LookUp(request.action, request.arguments, refused=error.message), Material()
        return self._taken(request.action, request.arguments, sources, room=room, more=more)

    async def _sources(self, request: Request) -> tuple[list[Source], int]:
        if request.action in OF_SOURCES:
            return await self._passages(request), 0
        first, *rest = request.arguments
        if request.action is LookUpAction.SEARCH:
            return self._of_hits(await search(self._view, first, limit=HITS)), 0
        entity = await require_entity(self._view, first)
        predicate = rest[0] if rest else None
        facts = [
            one
            for one in await query_facts(self._view, FactQuery(entity=entity.uuid, predicate=predicate))
            if shows_fact(self._view, one.fact, one.holding)
        ]
        if request.action is not LookUpAction.TIMELINE:
            # The facts found are in story order. Except for a timeline, the facts are put into reverse story order. A
            # prompt has room for few facts, and the latest facts are needed most often.
            facts.reverse()
        sources = [
            fact_source(fact_view_of(self._view, one.fact, one.holding), language=self._language)
            for one in facts[:MOST_FACTS]
        ]
        if request.action is LookUpAction.ENTITY:
            sources = [*self._entity(entity), *sources]
        return sources, max(0, len(facts) - MOST_FACTS)

    async def _passages(self, request: Request) -> list[Source]:
        source = self.book.get(request.source)
        if source is None:
            raise InputError(message_text("answering.refused_unknown_source", self._language, number=request.source))
        reference = source.quote if source.kind is SourceKind.ENTITY and source.quote is not None else source.uuid
        before, after = int(request.action is LookUpAction.BEFORE), int(request.action is LookUpAction.AFTER)
        found = await read_passages(self._view, [reference], before=before, after=after)
        if request.action is LookUpAction.AFTER:
            last = max((number for number, one in enumerate(found) if one.asked), default=-1)
            found = found[last + 1 :]
        elif request.action is LookUpAction.BEFORE:
            first = next((number for number, one in enumerate(found) if one.asked), 0)
            found = found[:first]
        return [self._passage(one.passage) for one in found if shows_passage(self._view, one.passage)]

    def _of_hits(self, found: SearchResults) -> list[Source]:
        sources: list[Source] = []
        for hit in found.hits:
            match hit:
                case FactHit() if not shows_fact(self._view, hit.shown.fact, hit.holding):
                    pass
                case FactHit():
                    passage = hit.said_in.passage if hit.said_in is not None else None
                    shown = passage if passage is not None and shows_passage(self._view, passage) else None
                    sources.append(fact_source(hit.shown, language=self._language, quoted=shown is None))
                    if shown is not None:
                        sources.append(self._passage(shown))
                case EntityHit():
                    sources.extend(self._entity(hit.entity))
                case PassageHit():
                    if shows_passage(self._view, hit.passage):
                        sources.append(self._passage(hit.passage))
        return sources

    def _passage(self, passage: Passage) -> Source:
        return passage_source(self._view, passage, language=self._language)

    def _entity(self, entity: Entity) -> list[Source]:
        """Return a list with the entity as a source. If the question is asked as of a chapter, the names of the
        entity that first occur in later chapters are left out. If no name is left, the list is empty.
        """
        at = self._view.at
        if at is not None:
            aliases = tuple(one for one in entity.aliases if one.first.told.order <= at)
            if not aliases:
                return []
            name = entity.name if any(one.text == entity.name for one in aliases) else aliases[0].text
            entity = replace(entity, name=name, aliases=aliases)
        return [entity_source(self._view, entity, language=self._language)]

    def _taken(
        self,
        action: LookUpAction,
        arguments: tuple[str, ...],
        sources: Sequence[Source],
        *,
        room: TokenRoom,
        more: int = 0,
    ) -> tuple[LookUp, Material]:
        added: list[int] = []
        again: list[int] = []
        lines: list[str] = []
        left_out = more
        for source in sources:
            known = self.book.number_of(source)
            if known is not None:
                again.append(known)
                continue
            if not room.takes(numbered_line(len(self.book) + 1, source)):
                left_out += 1
                continue
            number = self.book.add(source)
            added.append(number)
            lines.append(self.book.shown(number))
        if left_out:
            lines.append(message_text("answering.left_out", self._language, number=left_out))
        return LookUp(action, arguments, tuple(added), tuple(again), left_out), Material(tuple(lines))


def shows_passage(view: View, passage: Passage) -> bool:
    """Return whether an answer may show a passage. If the scope's moment `as_of` is given as a chapter, only passages
    up to the end of this chapter may be shown. If `as_of` is given in another way, such as a date, no passage may be
    shown.
    """
    return view.scope.as_of is None or (view.at is not None and passage.order <= view.at)


def shows_fact(view: View, fact: Fact, holding: Holding | None) -> bool:
    """Return whether an answer may show a visible fact. The scope's moment `as_of` can be a chapter. Then a fact that
    only a later chapter tells may be shown only if it surely holds at this moment, and not if it possibly holds.
    """
    return holding is not Holding.POSSIBLE or not is_told_later(view, fact)


def starts_of(view: View, found: SearchResults) -> tuple[StartEntity, ...]:
    """Return the best entities of a search, at most five. If the scope's `as_of` is a chapter, entities that are first
    named in a later chapter are left out.
    """
    at = view.at
    named = [one for one in found.entities if at is None or one.entity.first.told.order <= at]
    return tuple(StartEntity(one.uuid, one.name, round(one.score, 4)) for one in named[:MOST_STARTS])
