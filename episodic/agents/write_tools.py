"""The tools `add_chapter`, `propose_facts` and `decide`, which add to a work and delete nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from episodic.agents.budgets import Answer, fitted
from episodic.agents.chapter_numbers import with_heading
from episodic.agents.check_tool import changes_of
from episodic.agents.inputs import AddChapterInput, DecideInput, Decision, ProposeFactsInput
from episodic.agents.toolbox import Toolbox
from episodic.context.threads import Thread
from episodic.errors import InvalidOverrideError, UnknownIssueError
from episodic.model.decisions import OverrideKind
from episodic.model.episodes import Chapter, Layer
from episodic.model.graph import IssueKind, Mentions
from episodic.model.json_shapes import Object
from episodic.model.spans import Evidence
from episodic.pipeline.edits.chapter_edits import Edited
from episodic.pipeline.edits.overrides import Attribution
from episodic.pipeline.edits.proposals import ProposedFact
from episodic.pipeline.reports import MemoryDiff, Outcome
from episodic.search.reads import IssueView
from episodic.search.scope import Scope
from episodic.serialisers.details import serialised
from episodic.serialisers.lists import Detail

AGENT = "agent"
"""The name that is stored as the author of decisions that an agent makes."""
_LEAST_TEXT = 4
"""The minimum number of characters with which a thread can be named by its text."""


@dataclass(frozen=True, slots=True)
class WriteTools:
    """The implementations of the tools that add to a work. Everything that the tools of this class add to a work can be
    undone.
    """

    box: Toolbox

    async def add_chapter(self, asked: AddChapterInput) -> Object:
        """Read a chapter, add it at the end of the work, and return what the new chapter changed. A chapter that the
        work already has with the same text is not read again. Raises DuplicateEpisodeError if the layer has a chapter
        with the same key and another text.
        """
        chapter = Chapter(asked.text, key=asked.key, title=asked.title, number=asked.number)
        chapter = await with_heading(self.box.work, chapter, asked.layer)
        report = await self.box.work.add_episode(chapter, layer=asked.layer)
        head: Object = {
            "chapter": {"key": report.key, "title": report.title, "number": chapter.number},
            "outcome": report.outcome.value,
            "already": report.outcome is Outcome.UNCHANGED,
            "changes": changes_of(report.diff),
        }
        if report.read_by:
            head |= {"read_by": report.read_by, "statements": report.statements}
        items = [serialised(one, Detail.BRIEF) for one in report.diff.added]
        notes = await self.box.reading_notes(report.read_by)
        answer = Answer("facts", items, await self.box.revision(), head=head, notes=notes)
        return fitted(answer, asked.max_tokens, self.box.language)

    async def propose_facts(self, asked: ProposeFactsInput) -> Object:
        """Store facts as a proposal in the layer of plans or notes, and return what a check of them against canon
        found. With `dry_run`, nothing is stored.
        """
        facts = [ProposedFact(**one.model_dump()) for one in asked.facts]
        found = await self.box.work.propose_facts(
            facts, layer=Layer(asked.layer), dry_run=asked.dry_run, attribution=Attribution(AGENT, "")
        )
        head: Object = {
            "proposal": {"key": found.key, "layer": found.layer.value},
            "already": found.already,
            "stored": not asked.dry_run and not found.already,
            "known": [serialised(one, Detail.BRIEF) for one in found.known],
        }
        items = [] if found.check is None else [serialised(one, Detail.BRIEF) for one in found.check.findings]
        if found.check is not None:
            head["changes"] = changes_of(found.check.diff)
        answer = Answer("findings", items, found.revision, head=head, notes=self.box.notes())
        return fitted(answer, asked.max_tokens, self.box.language)

    async def decide(self, asked: DecideInput) -> Object:
        """Record a decision about an issue, a thread or two entities, and return what the decision changed. For a
        thread, also return the thread as it is after the decision.
        """
        if asked.thread is None:
            edited = await self._decided(asked)
            head: Object = {}
        else:
            edited = await self._settled(await self._thread(asked.thread), asked)
            head = {"thread": serialised(await self._thread(asked.thread), Detail.BRIEF)}
        head |= {"already": edited.already, "changes": changes_of(edited.diff)}
        items = [serialised(one, Detail.BRIEF) for one in edited.diff.issues_settled]
        answer = Answer("settled", items, edited.revision, head=head, notes=self.box.notes())
        return fitted(answer, asked.max_tokens, self.box.language)

    async def _decided(self, asked: DecideInput) -> Edited:
        work = self.box.work
        if asked.decision is Decision.MERGE:
            first, other = await self._entities(asked)
            return await work.merge_entities(first, other, by=AGENT, reason=asked.reason)
        if asked.decision is Decision.PAY or (asked.decision is Decision.REOPEN and asked.issue is None):
            raise InvalidOverrideError(self.box.say("no_thread_named"), hint=self.box.say("hint_thread"))
        issue = await self._issue(asked)
        if asked.decision is Decision.REOPEN:
            return await self._reopened(issue)
        if asked.decision is Decision.KEEP_APART and issue.issue.kind is not IssueKind.IDENTITY_SUSPECTED:
            raise InvalidOverrideError(
                self.box.say("not_of_identity", issue=issue.issue.text), hint=self.box.say("hint_waive")
            )
        if issue.issue.waived is not None:
            return Edited(await self.box.revision(), MemoryDiff(), already=True)
        reason = asked.reason or self.box.say(f"decided_{asked.decision.value}")
        return await work.waive(issue.uuid, reason, by=AGENT)

    async def _reopened(self, issue: IssueView) -> Edited:
        """Revoke the waiver of an issue that an agent made. A waiver of the author stays."""
        quotes = {one.quote for one in issue.issue.evidence}
        for act in await self.box.work.acts():
            waives = act.kind is OverrideKind.WAIVE and act.by == AGENT and act.text == issue.issue.kind.value
            if waives and quotes <= set(act.quotes):
                return await self.box.work.revoke(act.uuid)
        raise InvalidOverrideError(
            self.box.say("not_waived", issue=issue.issue.text), hint=self.box.say("hint_not_waived")
        )

    async def _settled(self, thread: Thread, asked: DecideInput) -> Edited:
        work, attribution = self.box.work, Attribution(AGENT, asked.reason)
        match asked.decision:
            case Decision.PAY if asked.paid_by is None:
                return await work.confirm_thread(thread.uuid, attribution=attribution)
            case Decision.PAY:
                return await work.settle_thread(thread.uuid, paid_by=asked.paid_by, attribution=attribution)
            case Decision.WAIVE:
                return await work.settle_thread(thread.uuid, attribution=attribution)
            case Decision.REOPEN:
                return await work.reopen_thread(thread.uuid, attribution=attribution)
            case _:
                raise InvalidOverrideError(self.box.say("not_of_threads", decision=asked.decision.value))

    async def _thread(self, reference: str) -> Thread:
        """Return the thread with this id, or with this text or a part of it that no other thread has. A line of a
        context pack shows the text.
        """
        threads = await self.box.work.threads(scope=Scope())
        said = reference.strip()
        alike = [one for one in threads if one.setup.text == said]
        alike = alike or [one for one in threads if len(said) >= _LEAST_TEXT and said in one.setup.text]
        if len(alike) == 1:
            return alike[0]
        planted = await self.box.work.find_fact(reference)
        for one in threads:
            if one.uuid == planted.uuid:
                return one
        raise InvalidOverrideError(self.box.say("no_thread", fact=planted.text), hint=self.box.say("hint_thread"))

    async def _issue(self, asked: DecideInput) -> IssueView:
        if asked.issue is None:
            raise InvalidOverrideError(self.box.say("no_issue_named"), hint=self.box.say("hint_unknown_issue"))
        for one in await self.box.work.issues(waived=True, scope=Scope()):
            if one.uuid == asked.issue:
                return one
        raise UnknownIssueError(asked.issue)

    async def _entities(self, asked: DecideInput) -> tuple[str, str]:
        if asked.entity is not None and asked.other is not None:
            return asked.entity, asked.other
        if asked.issue is not None:
            issue = (await self._issue(asked)).issue
            if issue.kind is IssueKind.IDENTITY_SUSPECTED:
                found = _mentioned((await self.box.work.session.state()).graph.mentions.values(), issue.evidence)
                if len(found) == 2:
                    return found[0], found[1]
        raise InvalidOverrideError(self.box.say("no_two_entities"), hint=self.box.say("hint_merge"))


def _mentioned(mentions: Iterable[Mentions], evidence: Sequence[Evidence]) -> list[str]:
    return list(
        dict.fromkeys(
            one.entity
            for one in mentions
            for quote in evidence
            if one.episode == quote.episode
            and any(quote.start <= span.start and span.end <= quote.end for _, span in one.places)
        )
    )
