"""The tools that read: search, entity, timeline, facts, passages and issues."""

from __future__ import annotations

from dataclasses import dataclass, replace

from episodic.agents.budgets import position_of
from episodic.agents.inputs import (
    EntityInput,
    FactsInput,
    IssuesInput,
    PassagesInput,
    SearchInput,
    TimelineInput,
)
from episodic.agents.toolbox import Toolbox, scope_of
from episodic.model.json_shapes import Object
from episodic.search.fact_views import Quotation
from episodic.search.hybrid_search import EVERY_KIND
from episodic.search.reads import FactQuery, PassageRef
from episodic.search.scope import Scope
from episodic.serialisers.details import serialised
from episodic.serialisers.lists import Detail


@dataclass(frozen=True, slots=True)
class ReadTools:
    """The implementations of the tools that read a work and change nothing. No tool of this class calls a language
    model or changes the work.
    """

    box: Toolbox

    async def search(self, asked: SearchInput) -> Object:
        revision = await self.box.revision()
        kinds = EVERY_KIND if asked.kind is None else frozenset({asked.kind})
        wanted = position_of(asked.cursor, revision, self.box.language) + asked.limit
        found = await self.box.work.search(asked.query, scope=scope_of(asked), kinds=kinds, limit=wanted)
        head: Object = {"related": found.related}
        if not found.hits:
            head["searched"] = found.searched.words(self.box.language)
        if found.searched.degraded:
            head["degraded"] = list(found.searched.degraded)
        total = len(found.hits) + found.left_out
        page = self.box.page(asked)
        if found.hits and not found.related:
            page = replace(page, notes=(*page.notes, self.box.say("only_similar_note")))
        return page.of("hits", found.hits, revision=revision, head=head, total=total)

    async def entity(self, asked: EntityInput) -> Object:
        revision = await self.box.revision()
        scope = scope_of(asked)
        profile = await self.box.work.get_entity(asked.name, scope=scope)
        wanted = position_of(asked.cursor, revision, self.box.language) + asked.limit
        page = await self.box.work.get_facts(FactQuery(entity=profile.entity.uuid), scope=scope, limit=wanted)
        shown = serialised(profile, Detail.BRIEF)
        head: Object = {"entity": {"uuid": profile.entity.uuid} if asked.detail is Detail.IDS else shown}
        return self.box.page(asked).of("facts", page.facts, revision=revision, head=head, total=page.total)

    async def timeline(self, asked: TimelineInput) -> Object:
        revision = await self.box.revision()
        found = await self.box.work.timeline(asked.name, predicate=asked.predicate, scope=scope_of(asked))
        head: Object = {} if found.entity is None else {"entity": found.entity}
        return self.box.page(asked).of("versions", found.versions, revision=revision, head=head)

    async def facts(self, asked: FactsInput) -> Object:
        revision = await self.box.revision()
        query = FactQuery(
            uuid=asked.uuid,
            entity=asked.entity,
            subject=asked.subject,
            object=asked.object,
            predicate=asked.predicate,
        )
        # Who asks for a fact by its id has seen it, and is told that it has ended.
        scope = scope_of(asked, include_ended=asked.include_ended or asked.uuid is not None)
        wanted = position_of(asked.cursor, revision, self.box.language) + asked.limit
        page = await self.box.work.get_facts(query, scope=scope, limit=wanted)
        return self.box.page(asked).of("facts", page.facts, revision=revision, total=page.total)

    async def passages(self, asked: PassagesInput) -> Object:
        revision = await self.box.revision()
        scope = scope_of(asked)
        if asked.ids is None and asked.chapter is None:
            chapters = await self.box.work.chapters(scope=scope)
            return self.box.page(asked).of("passages", chapters, revision=revision)
        references: list[PassageRef] = list(asked.ids or ())
        head: Object = {}
        if asked.chapter is not None:
            references.append(await self._whole_chapter(asked.chapter, scope, head))
        found = await self.box.work.read_passages(references, before=asked.around, after=asked.around, scope=scope)
        return self.box.page(asked).of("passages", found, revision=revision, head=head)

    async def _whole_chapter(self, reference: str | int, scope: Scope, head: Object) -> Quotation:
        entry = await self.box.chapter(reference, scope)
        head["chapter"] = serialised(entry, Detail.BRIEF)
        ref = entry.chapter
        return Quotation("", ref.uuid, ref.ordinal, ref.title, 0, max(1, entry.length), ref.number)

    async def issues(self, asked: IssuesInput) -> Object:
        revision = await self.box.revision()
        found = await self.box.work.issues(waived=asked.waived, scope=scope_of(asked))
        return self.box.page(asked).of("issues", found, revision=revision)
