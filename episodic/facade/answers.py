"""The StoryGraph method that answers questions, with a language model or by rules."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace

from episodic.answering.answer_run import DEFAULT_STEPS, DEFAULT_TOKENS, AnswerLimits, AnswerRun
from episodic.answering.answers import AnswerEvent, AnswerFinished, Citation, SentenceWritten
from episodic.facade.stored_work import DEFAULT_SCOPE, StoredWork
from episodic.search.scope import Scope
from episodic.telemetry import traced_items


class WorkAnswers(StoredWork):
    """The StoryGraph method that answers questions about a work."""

    def answer(
        self,
        question: str,
        *,
        scope: Scope = DEFAULT_SCOPE,
        max_steps: int = DEFAULT_STEPS,
        max_tokens: int = DEFAULT_TOKENS,
    ) -> AnswerRun:
        """Answer a question about the work, with a citation for every sentence.

        `await graph.answer(...)` returns the answer. `async for event in graph.answer(...)` yields the plan, each step,
        note and sentence, and at last the answer. The model looks things up in at most *max_steps* steps, and spends at
        most *max_tokens* tokens on prompts and replies together. Without a model, rules select the sentences of the
        answer. With `told_by`, nothing that is narrated later is read or sent to the model. An error of the model does
        not fail the answer but is listed in `degraded`. Raises InputError for a question without letters or digits and
        for invalid limits, and the errors of `search`.
        """
        limits = AnswerLimits(max_steps, max_tokens)
        return AnswerRun(
            lambda: traced_items("answer", self._answer_events(question, scope, limits), work=self.group_id)
        )

    async def _answer_events(self, question: str, scope: Scope, limits: AnswerLimits) -> AsyncGenerator[AnswerEvent]:
        from episodic.answering.answer_events import answer_events  # noqa: PLC0415 - other reads do not load this code
        from episodic.llm.limited import LimitedModel  # noqa: PLC0415 - answers by rules call no model

        model = None if self.model is None else LimitedModel(self.model, tokens=limits.tokens)
        view = await self.views.view(scope)
        revision = scope.at_revision
        if revision is None:
            work = await self.store.work(self.group_id)
            revision = 0 if work is None else work.revision
        async for event in answer_events(view, question, model=model, limits=limits, revision=revision):
            yield self._with_work(event)

    def _with_work(self, event: AnswerEvent) -> AnswerEvent:

        def named(citations: tuple[Citation, ...]) -> tuple[Citation, ...]:
            return tuple(replace(one, work=self.group_id) for one in citations)

        match event:
            case SentenceWritten():
                return replace(event, citations=named(event.citations))
            case AnswerFinished():
                answer = event.answer
                of_work = replace(answer, citations=named(answer.citations), closest=named(answer.closest))
                return replace(event, answer=of_work)
            case _:
                return event
