"""StoryGraph methods for authors: what one needs to know to write a chapter (its context pack), and what the story has
left open (its threads).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from episodic.context.building import ContextViews, build_context
from episodic.context.pack import ContextPack
from episodic.context.request import ContextRequest
from episodic.context.target import TargetChapter, target_chapter
from episodic.context.threads import OVERDUE_AFTER, Thread, threads
from episodic.facade.stored_work import DEFAULT_SCOPE, StoredWork
from episodic.search.scope import Scope
from episodic.search.view import View


class WorkContext(StoredWork):
    """The StoryGraph methods that prepare the writing of a chapter. No method of this class calls a language model."""

    overdue_after: int = OVERDUE_AFTER
    """The number of chapters after which `threads` and `context` call an open thread overdue."""

    async def context(
        self,
        chapter: str | int | None = None,
        *,
        brief: str = "",
        draft: str = "",
        cast: Sequence[str] = (),
        pov: str | None = None,
        max_tokens: int = 4_000,
    ) -> ContextPack:
        """Return what a writer needs to know before writing a chapter, in sections, within *max_tokens* tokens.

        *chapter* is a heading number, ordinal, title, key or id. The number that follows the last chapter's number, or
        None, stands for the next chapter, which is not written yet. The pack contains nothing that is narrated in
        *chapter* or later. *cast* are the entities that appear in the chapter. Without *cast*, the cast consists of the
        entities named by *brief*, *draft* or the plan of the chapter. If brief, draft and plan name no person, the
        entities at the end of the last chapter are added. Each person who shares a fact of the last chapter with an
        entity at the end of that chapter is added, too, and so are the parties of their open threads, if the last
        three chapters tell of them. Without *cast*, the cast has at most eight members. The character *pov* is always
        part of the cast. With *pov*, a section says what this character knows, believes, believes wrongly and does not
        know. The open threads are those of the cast, and the open questions with names or words of *brief*, *draft* or
        the plan. Raises UnknownEpisodeError, UnknownEntityError, AmbiguousNameError, InvalidFilterError, StoreError.
        """
        request = ContextRequest(
            brief=brief,
            draft=draft,
            cast=tuple(cast),
            pov=pov,
            max_tokens=max_tokens,
            overdue_after=self.overdue_after,
        )
        whole = await self.views.view(Scope())
        target = target_chapter(whole.chapters, chapter)
        return await build_context(await self._context_views(whole, target, pov), target, request)

    async def threads(self, *, overdue_after: int | None = None, scope: Scope = DEFAULT_SCOPE) -> tuple[Thread, ...]:
        """Return the setups, plans, promises, orders, debts, prophecies and secrets of the story, each with the place
        in the text where it begins (is planted) and with its outcome. Open threads come first, and among them the
        overdue ones. Within each of the three groups (overdue, other open and settled threads), the threads that are
        planted earlier in the text come first.

        An open thread is overdue if *overdue_after* chapters follow the chapter that plants it. The default of
        *overdue_after* is the attribute `overdue_after` of the work. An open plan is also overdue if its text says by
        when, and a chapter after the one that plants it passes this day. A thread is paid if the text says so or a
        later fact fulfils it. The author's decisions about a thread take precedence over the text. `settle_thread`
        names the paying fact or waives the thread, `confirm_thread` confirms the payoff, and `reopen_thread` opens the
        thread again.
        """
        after = self.overdue_after if overdue_after is None else overdue_after
        return await threads(await self.views.view(scope), overdue_after=after)

    async def _context_views(self, whole: View, target: TargetChapter, pov: str | None) -> ContextViews:
        if target.last is None:
            return ContextViews(whole, None)
        told_by = None if target.ref is None else target.last.uuid
        told = whole if told_by is None else await self.views.view(Scope(told_by=told_by))
        if pov is None:
            return ContextViews(whole, told)
        return ContextViews(whole, told, await self.views.view(replace(told.scope, told_by=told_by, pov=pov)))
