"""Runs the answer to one question, with a model or by rules, and yields the events of the run.

Without a model, or if the model has given no answer and taken no notes, rules select the sentences of the answer.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Sequence
from dataclasses import dataclass

from episodic.answering.answer_run import AnswerLimits
from episodic.answering.answers import (
    BY_RULES,
    Answer,
    AnswerCost,
    AnswerEvent,
    AnswerFinished,
    AnswerSentence,
    Note,
    SentenceWritten,
    Step,
    StepTaken,
    Stopped,
)
from episodic.answering.look_ups import LookUps
from episodic.answering.loop import AnswerLoop, CountedModel, Run
from episodic.answering.prompts import Asked
from episodic.answering.rule_based import extract
from episodic.answering.sources import SourceBook
from episodic.errors import InputError
from episodic.languages.messages import message_text
from episodic.languages.registry import is_ideographic
from episodic.model.episodes import Language, Layer
from episodic.search.fine_prompts import query_language
from episodic.search.view import View
from episodic.text.language import language_of
from episodic.text.scripts import has_letters


@dataclass(frozen=True, slots=True)
class _Question:
    view: View
    text: str
    language: Language
    model: CountedModel | None
    revision: int


async def answer_events(
    view: View, question: str, *, model: CountedModel | None, limits: AnswerLimits, revision: int = 0
) -> AsyncGenerator[AnswerEvent]:
    """Answer a question about the part of a work that *view* shows, and yield the events of the run. *revision* is the
    revision of the work that *view* shows.

    Raises InputError if the question has no letter or digit, StoreError if the store fails, and EmbeddingError if the
    embedder fails.
    """
    if not has_letters(question):
        raise InputError("The question has no letter or digit.", hint="Ask in words.", key="empty_question")
    text = " ".join(question.split())
    language = query_language(view, text)
    asked = _Question(view, text, language, model, revision)
    if model is None:
        async for event in _by_rules(asked, Run(stopped=Stopped.RULES)):
            yield event
        return
    look_ups = LookUps(view, language=language)
    loop = AnswerLoop(Asked(text, _scope_words(view, language), language), look_ups, model, max_steps=limits.steps)
    async for event in loop.events():
        yield event
    run = loop.run
    _say_stopped(run, limits, language)
    if not run.answered and not run.notebook:
        run.degraded.append(message_text("answering.rules_instead", language))
        async for event in _by_rules(asked, run):
            yield event
        return
    if not run.answered:
        # If the model has written no answer, its notes are the sentences of the answer, because notes cite their
        # sources too.
        run.sentences, run.found = tuple(AnswerSentence(one.text, one.sources) for one in run.notebook), True
        run.degraded.append(message_text("answering.notes_instead", language))
    async for event in _finished(asked, run, book=look_ups.book, by=model.name):
        yield event


async def _by_rules(asked: _Question, run: Run) -> AsyncGenerator[AnswerEvent]:
    found = await extract(asked.view, asked.text, language=asked.language)
    step = Step(len(run.steps), "", (found.look_up,))
    run.steps.append(step)
    yield StepTaken(step)
    run.sentences, run.found, run.starts = found.sentences, bool(found.sentences), found.starts
    run.closest = found.closest
    run.degraded.extend(found.degraded)
    async for event in _finished(asked, run, book=found.book, by=BY_RULES):
        yield event


async def _finished(asked: _Question, run: Run, *, book: SourceBook, by: str) -> AsyncGenerator[AnswerEvent]:
    model = asked.model
    for sentence in run.sentences:
        yield SentenceWritten(sentence, tuple(book.citation(number) for number in sentence.sources))
    numbers = dict.fromkeys(number for one in _citing(run.sentences, run.notebook) for number in one.sources)
    answer = Answer(
        question=asked.text,
        found=run.found,
        text=_text(run, by, asked.language),
        sentences=run.sentences,
        citations=tuple(book.citation(number) for number in numbers) if run.found else (),
        by=by,
        stopped=run.stopped,
        plan=run.plan,
        notebook=tuple(run.notebook),
        steps=tuple(run.steps),
        starts=run.starts,
        analysis=run.analysis,
        dropped=tuple(run.dropped),
        degraded=tuple(dict.fromkeys(run.degraded)),
        cost=AnswerCost() if model is None else AnswerCost(model.calls, model.prompt_tokens, model.completion_tokens),
        revision=asked.revision,
        scope=asked.view.wider().scope.words(),
        closest=run.closest,
    )
    yield AnswerFinished(answer)


def _citing(sentences: Sequence[AnswerSentence], notes: Sequence[Note]) -> Iterable[AnswerSentence | Note]:
    """Return the answer's sentences, followed by its notes, so that the sources of the sentences become the first
    citations.
    """
    return [*sentences, *notes]


def _text(run: Run, by: str, language: Language) -> str:
    if run.found:
        between = "" if is_ideographic(language_of(run.sentences[0].text)) else " "
        return between.join(one.text for one in run.sentences)
    return message_text("answering.not_found_by_rules" if by == BY_RULES else "answering.not_found", language)


def _say_stopped(run: Run, limits: AnswerLimits, language: Language) -> None:
    if run.stopped is Stopped.BUDGET:
        run.degraded.append(message_text("answering.stopped_budget", language, tokens=f"{limits.tokens:,}"))
    elif run.stopped is Stopped.STEPS:
        run.degraded.append(message_text("answering.stopped_steps", language))


def _scope_words(view: View, language: Language) -> str:
    scope, lines = view.scope, list[str]()
    if scope.told_by is not None:
        canon = [one for one in view.chapters.values() if one.layer is Layer.CANON]
        last = max(canon, key=lambda one: one.order, default=None)
        chapter = "" if last is None else last.words(language)
        lines.append(message_text("answering.told_by", language, chapter=chapter))
    if scope.as_of is not None:
        lines.append(message_text("answering.as_of", language, moment=scope.as_of))
    if scope.pov is not None:
        lines.append(message_text("answering.pov", language, name=scope.pov))
    return "".join(f"{line}\n" for line in lines)
