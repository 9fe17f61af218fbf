"""StoryGraph methods for the author's overrides: merge, split, correct, add, lock, retract, waive, revoke."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from episodic.facade.open_work import WritableWork
from episodic.model.decisions import Correction, Override
from episodic.model.name_keys import name_key
from episodic.model.predicates import Predicate
from episodic.pipeline.edits import overrides
from episodic.pipeline.edits.chapter_edits import Edited, merge_entities
from episodic.pipeline.edits.entity_correction import correct_entity
from episodic.pipeline.edits.entity_split import Selection, split_entity
from episodic.pipeline.edits.overrides import Attribution, FactChange, NewFact, unmatched_overrides
from episodic.pipeline.reports import MemoryDiff

AUTHOR = Attribution()


class WorkOverrides(WritableWork):
    """The author's overrides. Each override is anchored to text, survives re-reading, can be undone, and makes a new
    revision.

    Entities are given by name, alias or id; facts and issues are given by id.
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
        """Merge two entities (names or ids) from a chapter on, by default from the first mention of the later entity.

        Entities of incompatible types (a person and a place) are merged only with *across_types*. Raises
        UnknownEntityError, AmbiguousNameError, InvalidOverrideError.
        """
        first_id, second_id = await self.entity_id(first), await self.entity_id(second)
        if first_id == second_id and name_key(first) != name_key(second):
            return Edited((await self.session.state()).inputs.revision, MemoryDiff(), already=True)
        chapter = None if told_from is None else (await self.find_episode(told_from)).uuid
        return await merge_entities(
            self.session, first_id, second_id, told_from=chapter, by=by, reason=reason, across_types=across_types
        )

    async def split_entity(
        self,
        entity: str,
        *,
        names: Sequence[str] = (),
        chapters: Sequence[str | int] = (),
        from_chapter: str | int | None = None,
        signed: Attribution = AUTHOR,
    ) -> Edited:
        """Move some mentions of an entity to a new entity: the mentions with these names, in these chapters, or from a
        chapter on.

        Raises UnknownEntityError, UnknownEpisodeError, and InvalidOverrideError if the selection contains none or all
        of the entity's mentions.
        """
        uuid = await self.entity_id(entity)
        ids = [(await self.find_episode(chapter)).uuid for chapter in chapters]
        begin = None if from_chapter is None else (await self.find_episode(from_chapter)).uuid
        chosen = Selection(tuple(names), tuple(ids), begin)
        return await split_entity(self.session, uuid, chosen, by=signed.by, reason=signed.reason)

    async def correct_entity(
        self, entity: str, correction: Correction, text: str, *, signed: Attribution = AUTHOR
    ) -> Edited:
        """Set an entity's main name, add or remove an alias, or set its type.

        Raises UnknownEntityError, InvalidOverrideError, InvalidNameError.
        """
        uuid = await self.entity_id(entity)
        return await correct_entity(
            self.session, uuid, correction=correction, text=text, by=signed.by, reason=signed.reason
        )

    async def correct_fact(self, fact: str, change: FactChange, *, signed: Attribution = AUTHOR) -> Edited:
        """Correct the statements of a fact; `change.object` is a name, alias or id.

        Raises UnknownFactError, UnknownEntityError, InvalidOverrideError.
        """
        found = await self.find_fact(fact)
        target = None if change.object is None else await self.entity_id(change.object)
        return await overrides.correct_fact(self.session, found.uuid, replace(change, object=target), signed)

    async def predicate(self, name: str) -> Predicate | None:
        """Returns the predicate of this work that has the given name in any language, or None if no predicate has this
        name.
        """
        return (await self.session.state()).replay.predicate(name)

    async def correct_predicate(self, predicate: Predicate, *, signed: Attribution = AUTHOR) -> Edited:
        """Correct the definition of a predicate: the kind, the cardinality, the inverse, or whether the predicate ends
        with its subject's death.
        """
        return await overrides.correct_predicate(self.session, predicate, signed)

    async def add_facts(
        self, facts: Sequence[NewFact], *, dry_run: bool = False, signed: Attribution = AUTHOR
    ) -> Edited:
        """Add facts, each with a sentence of the work as its quote. With *dry_run*, the method only reports what adding
        the facts would change.

        A fact that is already known from the same quote is not added again; the result has `already` set if all given
        facts are already known. Subjects, objects and holders are names, aliases or ids; `chapter` is any reference to
        a chapter. Raises UnknownEntityError, AmbiguousNameError, UnknownEpisodeError, InvalidOverrideError.
        """
        resolved = [await self._resolved(fact) for fact in facts]
        return await overrides.add_facts(self.session, resolved, signed, dry_run=dry_run)

    async def _resolved(self, new: NewFact) -> NewFact:
        return replace(
            new,
            subject=await self.entity_id(new.subject),
            object=None if new.object is None else await self.entity_id(new.object),
            holder=None if new.holder is None else await self.entity_id(new.holder),
            chapter=None if new.chapter is None else (await self.find_episode(new.chapter)).uuid,
        )

    async def lock(self, fact: str, *, signed: Attribution = AUTHOR) -> Edited:
        """Confirm a fact. No other fact can end a locked fact, and a conflicting fact becomes an issue. Raises
        UnknownFactError.
        """
        return await overrides.lock(self.session, (await self.find_fact(fact)).uuid, signed)

    async def retract(self, fact: str, *, signed: Attribution = AUTHOR) -> Edited:
        """Declare a fact misread. The statements of the fact are ignored from now on. Raises UnknownFactError."""
        return await overrides.retract(self.session, (await self.find_fact(fact)).uuid, signed)

    async def waive(self, issue: str, reason: str = "", *, by: str = "author") -> Edited:
        """Accept an issue. The issue stays accepted while its quotes are in the text. Raises UnknownIssueError."""
        return await overrides.waive(self.session, issue, Attribution(by, reason))

    async def acts(self, *, loose: bool = False) -> tuple[Override, ...]:
        """Returns the author's overrides in the order in which the author made them.

        With *loose*, only overrides whose anchor text no longer exists are returned.
        """
        state = await self.session.state()
        return unmatched_overrides(state) if loose else state.inputs.acts

    async def revoke(self, act: str) -> Edited:
        """Revoke an override, even if later overrides exist. Raises InvalidOverrideError."""
        return await overrides.revoke(self.session, act)
