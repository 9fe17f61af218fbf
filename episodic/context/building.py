"""Builds the context pack of a chapter from the views of the chapters before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from episodic.context.cast import (
    MOST_CAST,
    CastMember,
    cast_in,
    given_cast,
    member_of,
)
from episodic.context.cast_facts import CastFacts, cast_facts, in_play
from episodic.context.found_setups import setups_about
from episodic.context.knowledge import chapters_with_news, knowledge_of_cast, narrated_by
from episodic.context.lines import (
    calendar_lines,
    cast_lines,
    issue_lines,
    knowledge_lines,
    relation_lines,
    thread_lines,
)
from episodic.context.narration import narration_lines
from episodic.context.pack import ContextPack, PackHead, context_pack
from episodic.context.recent_cast import recent_cast
from episodic.context.request import ContextRequest
from episodic.context.sections import ContextLines, SectionKind
from episodic.context.settlements import settlements
from episodic.context.target import TargetChapter
from episodic.context.threads import thread_facets, threads_in
from episodic.context.verbatim import episodes_of, plan_lines, scene_lines, voice_lines
from episodic.model.episodes import UNDETERMINED, Episode, Language
from episodic.search.chapter_refs import ChapterRef
from episodic.search.entity_lookup import require_entity
from episodic.search.issue_listing import issues_near
from episodic.search.view import View
from episodic.text.language import language_of

_LAST_CHAPTERS = 3
"""The number of chapters, directly before the target chapter, from which a context pack takes quotes and issues. The
quotes are narration and speech of the cast, and the issues are those that are not about the cast.
"""

_Found = list[tuple[SectionKind, ContextLines]]


@dataclass(frozen=True, slots=True)
class ContextViews:
    """The views from which a context pack is built.

    `whole` is the view of the whole work, from which only plans and notes are read. `told` is the view of the chapters
    before the target chapter, or None if there are none. `known` is the view of what the point-of-view character knows
    of the chapters before the target chapter, or None if there is no point-of-view character.
    """

    whole: View
    told: View | None
    known: View | None = None


async def build_context(views: ContextViews, target: TargetChapter, request: ContextRequest) -> ContextPack:
    """Return the context pack of the target chapter. The pack contains nothing that is narrated in the target chapter
    or later.

    Raises UnknownEntityError and AmbiguousNameError for a name of the cast or of the point of view.
    """
    plans = await episodes_of(views.whole, [one.uuid for one in target.plans])
    plans.sort(key=lambda one: [ref.uuid for ref in target.plans].index(one.uuid))
    language = _language(target, request, plans)
    head = PackHead(
        work=views.whole.group_id,
        chapter=target.shown,
        told_by=0 if target.last is None else target.last.ordinal if target.last.shown is None else target.last.shown,
        language=language,
    )
    found: _Found = [(SectionKind.PLAN, plan_lines(views.whole, plans))]
    if views.told is not None and target.last is not None:
        builder = _Builder(views, views.told, target, request, language)
        cast, more = await builder.sections(plans)
        pov = None if request.pov is None else (await require_entity(views.told, request.pov)).name
        head = replace(head, cast=tuple(one.entity.name for one in cast), pov=pov)
        found += more
    elif request.cast or request.pov is not None:
        # Nobody is known before the first chapter, so that the look-up of a name raises UnknownEntityError.
        empty = replace(views.whole, chapters={})
        await given_cast(empty, [*request.cast, *((request.pov,) if request.pov is not None else ())])
    order = list(SectionKind)
    found.sort(key=lambda one: order.index(one[0]))
    return context_pack(head, found, max_tokens=request.max_tokens)


def _language(target: TargetChapter, request: ContextRequest, plans: Sequence[Episode]) -> Language:
    counted = Counter(one.language for one in target.before)
    if counted:
        return counted.most_common(1)[0][0]
    text = request.brief or request.draft or "".join(one.text for one in plans)
    return language_of(text) if text else UNDETERMINED


@dataclass(frozen=True, slots=True)
class _Builder:
    views: ContextViews
    told: View
    target: TargetChapter
    request: ContextRequest
    language: Language

    async def sections(self, plans: Sequence[Episode]) -> tuple[list[CastMember], _Found]:
        latest = await episodes_of(self.told, [one.uuid for one in self._latest()])
        cast = await self._cast(plans, latest)
        facts = await self._facts(self.told.wider(), cast)
        view, language, every = self.told, self.language, facts.all()
        relations = await in_play(view, facts.relations)
        opening = {one.uuid: one for one in (*every, *await setups_about(view, self._written(plans)))}.values()
        settled = await settlements(view, opening)
        threads = threads_in(view, opening, overdue_after=self.request.overdue_after, settled=settled)
        near = frozenset(one.uuid for one in latest)
        about = frozenset(one.uuid for one in every)
        scene = await scene_lines(view, latest[-1]) if latest else []
        scene_start = min((one.place for one in scene), default=0)
        narration = narration_lines(view, latest, scene_start=scene_start, language=language)
        shown = await issues_near(view, facts=about, chapters=near)
        return cast, [
            (SectionKind.SCENE, scene),
            (SectionKind.CALENDAR, calendar_lines(view, every, language=language)),
            (SectionKind.CAST, cast_lines(view, cast, facts, self.target.before, language=language)),
            (SectionKind.RELATIONS, relation_lines(view, cast, relations, language=language)),
            (SectionKind.KNOWLEDGE, await self._knowledge(cast, facts)),
            (SectionKind.THREADS, thread_lines(view, threads, language=language)),
            (SectionKind.ISSUES, issue_lines(shown, cast_facts=about, chapters=near)),
            (SectionKind.VOICE, voice_lines(view, cast, latest, narration=narration)),
        ]

    def _latest(self) -> Sequence[ChapterRef]:
        return self.target.before[-_LAST_CHAPTERS:]

    async def _cast(self, plans: Sequence[Episode], latest: Sequence[Episode]) -> list[CastMember]:
        """Return the given cast, or else the entities that the brief, the draft and the plan name. If the brief, the
        draft and the plan name no person, the entities of the last chapters are added to the cast (see `recent_cast`).

        The point-of-view character is the first member of the cast.
        """
        request = self.request
        first = [] if request.pov is None else [member_of(self.told, await require_entity(self.told, request.pov))]
        if request.cast:
            found = await given_cast(self.told, request.cast)
        else:
            found = await cast_in(self.told, self._written(plans))
            if not any(one.person for one in found):
                found = [*found, *await recent_cast(self.told, latest)]
        members = {one.uuid: one for one in (*first, *found)}
        return list(members.values())[: max(MOST_CAST, len(request.cast) + len(first))]

    def _written(self, plans: Sequence[Episode]) -> list[str]:
        """Return what says what is to be written: the brief, the draft, and the plan of the chapter."""
        own = [one.text for one in plans if one.number == self.target.number]
        return [self.request.brief, self.request.draft, *own]

    async def _facts(self, view: View, cast: Sequence[CastMember]) -> CastFacts:
        return await cast_facts(view, [one.uuid for one in cast], thread_facets=thread_facets())

    async def _knowledge(self, cast: Sequence[CastMember], facts: CastFacts) -> ContextLines:
        known, pov = self.views.known, self.request.pov
        if known is None or pov is None:
            return ()
        person = await require_entity(self.told, pov)
        story, heard = facts.all(), (await self._facts(known.wider(), cast)).all()
        narrated = await narrated_by(self.told, person.uuid, chapters_with_news(story, heard))
        found = knowledge_of_cast(self.told, person.uuid, story=story, known=heard, narrated=narrated)
        return knowledge_lines(self.told, found, pov=person.name, language=self.language, named=known.named)
