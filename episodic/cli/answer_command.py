"""The command `answer`, which shows the steps of the run and the sentences while it answers, and then their sources."""

from __future__ import annotations

from typing import Annotated

import typer

from episodic.answering.answer_run import DEFAULT_STEPS, DEFAULT_TOKENS, LEAST_TOKENS, MOST_STEPS
from episodic.answering.answers import (
    Answer,
    AnswerEvent,
    AnswerFinished,
    AnswerPlanned,
    Citation,
    NoteTaken,
    SentenceWritten,
    SourceKind,
    StepTaken,
)
from episodic.cli.context import CommandContext, command
from episodic.cli.excerpts import excerpt, prose
from episodic.cli.messages import answers as say
from episodic.cli.rendering import place, quoted
from episodic.cli.result_output import show_spent
from episodic.cli.terminal import Terminal, styled
from episodic.facade.answers import WorkAnswers
from episodic.factory import model_name
from episodic.serialisers.reports import usage
from episodic.serialisers.views import VIEWS

Question = Annotated[str, typer.Argument(metavar="QUESTION", help="A question about the story.")]
Steps = Annotated[int, typer.Option("--steps", min=1, max=MOST_STEPS, help="At most so many rounds of look-ups.")]
Tokens = Annotated[
    int, typer.Option("--max-tokens", min=LEAST_TOKENS, help="At most so many tokens, prompts and replies together.")
]


def register(app: typer.Typer) -> None:
    command(app, "answer", scoped=True, writes=True)(answer)


async def answer(
    call: CommandContext, question: Question, *, steps: Steps = DEFAULT_STEPS, max_tokens: Tokens = DEFAULT_TOKENS
) -> None:
    """Answer a question about the story, with sources for every sentence. Without a model, rules select sentences."""
    if model_name(call.config) is None:
        async with call.read_only() as work:
            found = await _answered(call, work, question, steps=steps, max_tokens=max_tokens)
        if call.terminal.json:
            call.terminal.value(VIEWS.of(found))
        return
    async with call.editing() as opened:
        found = await _answered(call, opened.graph, question, steps=steps, max_tokens=max_tokens)
        if call.terminal.json:
            spent = usage(opened.ledger.usage, opened.prices)
            call.terminal.value({**VIEWS.object_of(found), "usage": spent})
        else:
            show_spent(call, opened)


async def _answered(call: CommandContext, work: WorkAnswers, question: str, *, steps: int, max_tokens: int) -> Answer:
    run = work.answer(question, scope=call.scope, max_steps=steps, max_tokens=max_tokens)
    found: Answer | None = None
    async for event in run:
        if isinstance(event, AnswerFinished):
            found = event.answer
        if not call.terminal.json:
            _show(call.terminal, event)
    if found is None:
        raise typer.Exit(1)
    return found


def _show(terminal: Terminal, event: AnswerEvent) -> None:
    match event:
        case AnswerPlanned():
            terminal.note(say.planned(event.plan))
        case StepTaken():
            terminal.note(say.stepped(event.step))
        case NoteTaken():
            terminal.note(say.noted(event.note))
        case SentenceWritten():
            numbers = styled(f" {say.numbered(event.sentence.sources)}", "dim")
            terminal.line(styled(event.sentence.text, "bold"), numbers)
        case AnswerFinished():
            _show_finished(terminal, event.answer)


def show_answer(terminal: Terminal, found: Answer) -> None:
    """Print the sentences of an answer and its sources. If the question is about a series, each source is printed with
    the name of the work that contains it.
    """
    for sentence in found.sentences:
        terminal.line(styled(sentence.text, "bold"), styled(f" {say.numbered(sentence.sources)}", "dim"))
    _show_finished(terminal, found, works=True)


def _show_finished(terminal: Terminal, found: Answer, *, works: bool = False) -> None:
    if not found.found:
        terminal.line(styled(found.text, "bold"))
    if found.closest:
        terminal.line(say.CLOSEST)
    for source in found.closest:
        terminal.line(source.text, indent=2)
        _show_source(terminal, source, "", work=source.work if works else "")
    for source in found.citations:
        citing = [one.text for one in found.sentences if source.number in one.sources]
        if citing:
            _show_source(terminal, source, citing[0], work=source.work if works else "")
    for words in found.dropped:
        terminal.note(say.dropped(words))
    for words in found.degraded:
        terminal.note(f"! {words}")
    terminal.note(say.BY_RULES if found.by_rules else say.by_model(found.by))


def _show_source(terminal: Terminal, source: Citation, sentence: str, *, work: str) -> None:
    lead = styled(f"[{source.number}] {f'[{work}] ' if work else ''}", "dim")
    if source.quote is None:
        terminal.line(lead, source.text, indent=2)
    elif source.kind is SourceKind.PASSAGE:
        title = source.quote.title
        terminal.line(lead, styled(place(source.quote), "bold"), indent=2)
        terminal.line(excerpt(prose(source.quote.text, title), sentence), indent=6)
    else:
        terminal.line(lead, quoted(source.quote), styled(f"  {place(source.quote)}", "dim"), indent=2)
    terminal.line(styled(source.uuid, "dim"), indent=6)
