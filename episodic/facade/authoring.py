"""What the author decides beside writing: each decision holds on to words, outlives re-reading, and can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from episodic.facade.work import OpenWork
from episodic.model.asserted import Act, Correction
from episodic.model.names import name_key
from episodic.model.predicates import Predicate
from episodic.pipeline.edits import authoring
from episodic.pipeline.edits.authoring import FactChange, NewFact, Signed, loose_acts
from episodic.pipeline.edits.corrections import correct_entity
from episodic.pipeline.edits.editing import Edited, merge_entities
from episodic.pipeline.edits.splitting import Selection, split_entity
from episodic.pipeline.report import MemoryDiff

AUTHOR = Signed()


class Authoring(OpenWork):
    """The author's hand. People are given by name, alias or id; facts and issues by id. Every decision is a new revision."""

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
        """Declare two entities (names or ids) one, from a chapter on: by default from the later one's first mention.

        Somebody and something (a person and a place) are made one only with *across_types*. Raises UnknownEntityError,
        AmbiguousNameError, InvalidActError.
        """
        one, other = await self.entity_id(first), await self.entity_id(second)
        if one == other and name_key(first) != name_key(second):
            return Edited((await self.session.state()).asserted.revision, MemoryDiff(), already=True)
        chapter = None if told_from is None else (await self.find_episode(told_from)).uuid
        return await merge_entities(
            self.session, one, other, told_from=chapter, by=by, reason=reason, across_types=across_types
        )

    async def split_entity(
        self,
        entity: str,
        *,
        names: Sequence[str] = (),
        chapters: Sequence[str | int] = (),
        from_chapter: str | int | None = None,
        signed: Signed = AUTHOR,
    ) -> Edited:
        """Make mentions of an entity somebody else: those by these names, in these chapters, or from a chapter on.

        Raises UnknownEntityError, UnknownEpisodeError, InvalidActError if that is none or all of them.
        """
        uuid = await self.entity_id(entity)
        ids = [(await self.find_episode(one)).uuid for one in chapters]
        begin = None if from_chapter is None else (await self.find_episode(from_chapter)).uuid
        chosen = Selection(tuple(names), tuple(ids), begin)
        return await split_entity(self.session, uuid, chosen, by=signed.by, reason=signed.reason)

    async def correct_entity(
        self, entity: str, correction: Correction, text: str, *, signed: Signed = AUTHOR
    ) -> Edited:
        """Set an entity's main name, one name more or less, or its type.

        Raises UnknownEntityError, InvalidActError, InvalidNameError.
        """
        uuid = await self.entity_id(entity)
        return await correct_entity(
            self.session, uuid, correction=correction, text=text, by=signed.by, reason=signed.reason
        )

    async def correct_fact(self, fact: str, change: FactChange, *, signed: Signed = AUTHOR) -> Edited:
        """Set right what the quotes of a fact say; `change.object` is a name, alias or id.

        Raises UnknownFactError, UnknownEntityError, InvalidActError.
        """
        found = await self.find_fact(fact)
        target = None if change.object is None else await self.entity_id(change.object)
        return await authoring.correct_fact(self.session, found.uuid, replace(change, object=target), signed)

    async def predicate(self, name: str) -> Predicate | None:
        """What a predicate means in this work now, by any of its names; None where no table has it."""
        return (await self.session.state()).replay.predicate(name)

    async def correct_predicate(self, predicate: Predicate, *, signed: Signed = AUTHOR) -> Edited:
        """Set right what a predicate means: its kind, cardinality, inverse, or whether it ends with a life."""
        return await authoring.correct_predicate(self.session, predicate, signed)

    async def add_facts(self, facts: Sequence[NewFact], *, dry_run: bool = False, signed: Signed = AUTHOR) -> Edited:
        """Add facts, each about a sentence of the work; with *dry_run* only say what that would change.

        Subjects, objects and holders are names, aliases or ids, `chapter` any reference to one. Raises UnknownEntityError,
        AmbiguousNameError, UnknownEpisodeError, InvalidActError.
        """
        resolved = [await self._resolved(one) for one in facts]
        return await authoring.add_facts(self.session, resolved, signed, dry_run=dry_run)

    async def _resolved(self, new: NewFact) -> NewFact:
        return replace(
            new,
            subject=await self.entity_id(new.subject),
            object=None if new.object is None else await self.entity_id(new.object),
            holder=None if new.holder is None else await self.entity_id(new.holder),
            chapter=None if new.chapter is None else (await self.find_episode(new.chapter)).uuid,
        )

    async def lock(self, fact: str, *, signed: Signed = AUTHOR) -> Edited:
        """Confirm a fact: it never ends by itself, and what conflicts with it is an issue. Raises UnknownFactError."""
        return await authoring.lock(self.session, (await self.find_fact(fact)).uuid, signed)

    async def retract(self, fact: str, *, signed: Signed = AUTHOR) -> Edited:
        """Take back what the text was read to say: the fact's statements count no longer. Raises UnknownFactError."""
        return await authoring.retract(self.session, (await self.find_fact(fact)).uuid, signed)

    async def waive(self, issue: str, reason: str = "", *, by: str = "author") -> Edited:
        """Let an issue stand as long as its quotes do. Raises UnknownIssueError."""
        return await authoring.waive(self.session, issue, Signed(by, reason))

    async def acts(self, *, loose: bool = False) -> tuple[Act, ...]:
        """The author's decisions in the order they were made; *loose*: only those whose words are gone from the text."""
        state = await self.session.state()
        return loose_acts(state) if loose else state.asserted.acts

    async def revoke(self, act: str) -> Edited:
        """Take a decision back, whenever it was made. Raises InvalidActError."""
        return await authoring.revoke(self.session, act)
