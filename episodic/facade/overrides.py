"""StoryGraph methods for the author's overrides: merge, split, correct, add, propose, lock, retract, waive, settle,
revoke.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from episodic.context.threads import threads
from episodic.errors import InvalidOverrideError
from episodic.facade.open_work import WritableWork
from episodic.model.decisions import Correction, Override
from episodic.model.episodes import Layer
from episodic.model.name_keys import name_key
from episodic.model.predicates import Predicate
from episodic.pipeline.edits import overrides, proposals
from episodic.pipeline.edits.chapter_edits import Edited
from episodic.pipeline.edits.entity_correction import correct_entity
from episodic.pipeline.edits.entity_merge import merge_entities
from episodic.pipeline.edits.entity_split import Selection, split_entity
from episodic.pipeline.edits.overrides import Attribution, FactChange, NewFact, unmatched_overrides
from episodic.pipeline.edits.proposals import Proposal, ProposedFact
from episodic.pipeline.edits.thread_settlement import reopen_thread, settle_thread
from episodic.pipeline.reports import MemoryDiff
from episodic.search.scope import Scope

AUTHOR = Attribution()


class WorkOverrides(WritableWork):
    """The StoryGraph methods for the author's overrides.

    An override of an entity, fact, issue or thread is anchored to text of the work. The override therefore still
    applies after a chapter is read again. Each new override creates a revision and can be undone. An override may raise
    a question, such as whether two facts contradict each other. If a model fails to answer the question, ModelError is
    raised and nothing is changed. Entities are given by name, alias or id. Facts and issues are given by id.
    """

    async def merge_entities(
        self,
        first: str,
        second: str,
        *,
        told_from: str | int | None = None,
        by: str = "author",
        reason: str = "",
        across_types: bool = False,
    ) -> Edited:
        """Merge two entities, given by name, alias or id.

        The merge applies from the chapter *told_from* on. By default, the merge applies from the first mention of
        whichever of the two entities appears later in the text. Entities of incompatible types, for example a person
        and a place, are merged only if *across_types* is true. Raises UnknownEntityError, AmbiguousNameError,
        UnknownEpisodeError, InvalidOverrideError.
        """
        first_id, second_id = await self.entity_id(first), await self.entity_id(second)
        if first_id == second_id and name_key(first) != name_key(second):
            return Edited((await self.session.state()).inputs.revision, MemoryDiff(), already=True)
        chapter = None if told_from is None else (await self.find_episode(told_from)).uuid
        attribution = Attribution(by, reason)
        return await merge_entities(
            self.session, first_id, second_id, told_from=chapter, attribution=attribution, across_types=across_types
        )

    async def split_entity(
        self,
        entity: str,
        *,
        names: Sequence[str] = (),
        chapters: Sequence[str | int] = (),
        from_chapter: str | int | None = None,
        attribution: Attribution = AUTHOR,
    ) -> Edited:
        """Move selected mentions of an entity to a new entity.

        The mentions are selected by name (*names*), by chapter (*chapters*), or from the chapter *from_chapter* on. If
        names and chapters are given, a mention is selected only if it has one of the names and is in one of the
        chapters. Raises UnknownEntityError, AmbiguousNameError, UnknownEpisodeError, and InvalidOverrideError if the
        selection contains none or all of the entity's mentions.
        """
        uuid = await self.entity_id(entity)
        ids = [(await self.find_episode(chapter)).uuid for chapter in chapters]
        begin = None if from_chapter is None else (await self.find_episode(from_chapter)).uuid
        chosen = Selection(tuple(names), tuple(ids), begin)
        return await split_entity(self.session, uuid, chosen, attribution)

    async def correct_entity(
        self, entity: str, correction: Correction, text: str, *, attribution: Attribution = AUTHOR
    ) -> Edited:
        """Set an entity's main name, add or remove an alias, or set its type.

        Raises UnknownEntityError, AmbiguousNameError, InvalidOverrideError, InvalidNameError.
        """
        uuid = await self.entity_id(entity)
        return await correct_entity(self.session, uuid, correction=correction, text=text, attribution=attribution)

    async def correct_fact(self, fact: str, change: FactChange, *, attribution: Attribution = AUTHOR) -> Edited:
        """Correct the content of a fact. The fact's new object, `change.object`, is given by name, alias or id.

        Raises UnknownFactError, UnknownEntityError, AmbiguousNameError, InvalidOverrideError.
        """
        found = await self.find_fact(fact)
        target = None if change.object is None else await self.entity_id(change.object)
        return await overrides.correct_fact(self.session, found.uuid, replace(change, object=target), attribution)

    async def predicate(self, name: str) -> Predicate | None:
        """Return the predicate of this work that has the given name in any language, or None if no predicate has this
        name.
        """
        return (await self.session.state()).replay.predicate(name)

    async def correct_predicate(self, predicate: Predicate, *, attribution: Attribution = AUTHOR) -> Edited:
        """Correct the definition of a predicate, for example its kind, its cardinality or its inverse. Raises
        InvalidOverrideError if the predicate's name is blank.
        """
        return await overrides.correct_predicate(self.session, predicate, attribution)

    async def add_facts(
        self, facts: Sequence[NewFact], *, dry_run: bool = False, attribution: Attribution = AUTHOR
    ) -> Edited:
        """Add facts, each with a quote from the work.

        If *dry_run* is true, nothing is stored, and the result contains the changes that the facts would make. A fact
        that the same quote already states is not added again. If all given facts are already known, `already` is true
        in the result. Subjects, objects and holders are given by name, alias or id. `NewFact.chapter` accepts the same
        references as `find_episode`. Raises UnknownEntityError, AmbiguousNameError, UnknownEpisodeError,
        InvalidOverrideError.
        """
        resolved = [await self._resolved(fact) for fact in facts]
        return await overrides.add_facts(self.session, resolved, attribution, dry_run=dry_run)

    async def _resolved(self, new: NewFact) -> NewFact:
        return replace(
            new,
            subject=await self.entity_id(new.subject),
            object=None if new.object is None else await self.entity_id(new.object),
            holder=None if new.holder is None else await self.entity_id(new.holder),
            chapter=None if new.chapter is None else (await self.find_episode(new.chapter)).uuid,
        )

    async def propose_facts(
        self,
        facts: Sequence[ProposedFact],
        *,
        layer: Layer = Layer.NOTE,
        dry_run: bool = False,
        attribution: Attribution = AUTHOR,
    ) -> Proposal:
        """Propose facts, each with or without a quote from the work, as a plan or note outside canon.

        `promote` turns a proposal into canon. The result says what the facts would change in canon, and what they
        contradict. If *dry_run* is true, nothing is stored. If canon or an equal proposal contains the facts, `already`
        is true in the result. Raises UnknownEntityError for an unknown name without a type, AmbiguousNameError,
        InvalidOverrideError.
        """
        return await proposals.propose(self.session, facts, attribution, layer=layer, dry_run=dry_run)

    async def lock(self, fact: str, *, attribution: Attribution = AUTHOR) -> Edited:
        """Lock a fact that the author has confirmed. Only another locked fact can end a locked fact, and a
        conflicting fact becomes an issue.

        Raises UnknownFactError.
        """
        return await overrides.lock(self.session, (await self.find_fact(fact)).uuid, attribution)

    async def retract(self, fact: str, *, attribution: Attribution = AUTHOR) -> Edited:
        """Retract a fact because the text was misread. The fact's statements are ignored from now on. Raises
        UnknownFactError.
        """
        return await overrides.retract(self.session, (await self.find_fact(fact)).uuid, attribution)

    async def waive(self, issue: str, reason: str = "", *, by: str = "author") -> Edited:
        """Waive an issue that the author accepts. The issue stays waived as long as it gets no further quotes.

        Raises UnknownIssueError.
        """
        return await overrides.waive(self.session, issue, Attribution(by, reason))

    async def settle_thread(
        self, thread: str, *, paid_by: str | None = None, attribution: Attribution = AUTHOR
    ) -> Edited:
        """Settle a thread, given by the id of the fact that plants it. With *paid_by*, the later fact with this id pays
        the thread. Without *paid_by*, the thread is settled without a payoff.

        Raises UnknownFactError and InvalidOverrideError.
        """
        setup = await self.find_fact(thread)
        payoff = None if paid_by is None else (await self.find_fact(paid_by)).uuid
        return await settle_thread(self.session, setup.uuid, payoff=payoff, attribution=attribution)

    async def confirm_thread(self, thread: str, *, attribution: Attribution = AUTHOR) -> Edited:
        """Confirm a thread's payoff that `threads` shows. *thread* is the id of the fact that plants the thread.

        Raises UnknownFactError, and InvalidOverrideError if the thread is not paid or the text itself ends it.
        """
        setup = await self.find_fact(thread)
        found = next((one for one in await threads(await self.views.view(Scope())) if one.uuid == setup.uuid), None)
        if found is None or found.payoff is None:
            raise InvalidOverrideError(
                "Nothing pays {setup!r}.",
                hint="Name the fact that pays the thread.",
                key="nothing_pays",
                setup=setup.text,
            )
        if found.payoff.uuid == setup.uuid:
            raise InvalidOverrideError(
                "The text itself ends {setup!r}.",
                hint="There is nothing to confirm.",
                key="ended_by_text",
                setup=setup.text,
            )
        return await settle_thread(self.session, setup.uuid, payoff=found.payoff.uuid, attribution=attribution)

    async def reopen_thread(self, thread: str, *, attribution: Attribution = AUTHOR) -> Edited:
        """Reject the payoff of a thread, or take back the author's decision about the thread, so that the thread is
        open again. The thread is given by the id of the fact that plants it.

        If a model found the rejected payoff, the model is asked again whether the events of later chapters resolve the
        thread. Raises UnknownFactError, InvalidOverrideError and ModelError.
        """
        setup = await self.find_fact(thread)
        return await reopen_thread(self.session, setup.uuid, attribution=attribution)

    async def acts(self, *, loose: bool = False) -> tuple[Override, ...]:
        """Return the author's overrides in the order in which the author made them.

        If *loose* is true, only overrides whose anchor text, issue or settled thread no longer exists are returned.
        """
        state = await self.session.state()
        return unmatched_overrides(state) if loose else state.inputs.acts

    async def revoke(self, act: str) -> Edited:
        """Revoke an override, together with the overrides that were made as a part of it. Overrides that were made
        later are not revoked. Raises InvalidOverrideError if no override has this id.
        """
        return await overrides.revoke(self.session, act)
