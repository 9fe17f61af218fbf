"""Combines the answers of several works of a series into one answer, with a language model.

The model is shown only the sentences of the works' answers and the sources that they cite. Sources outside the part of
each work that the caller may read are never shown to the model. The combined answer can therefore not reveal these
sources.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from episodic.answering.answers import Answer, AnswerCost, AnswerSentence, Citation, Note
from episodic.answering.citing import CheckedSentences, checked_sentences
from episodic.answering.loop import CountedModel, says_found
from episodic.answering.prompts import LONGEST_QUESTION, Asked
from episodic.answering.sources import cited_line
from episodic.answering.token_room import REPLY_RESERVE, TokenRoom, prompt_tokens
from episodic.errors import ModelError
from episodic.languages.messages import message_text
from episodic.languages.registry import is_ideographic
from episodic.model.episodes import Language
from episodic.prompts import cut
from episodic.search.prompt_lines import one_line
from episodic.text.language import language_of

_SOURCE_ROOM = 3_000
"""The maximum number of tokens of the sources in the prompt."""


async def combined_answer(
    answer: Answer, asked: Mapping[str, str], model: CountedModel, *, language: Language
) -> Answer:
    """Ask the model to combine the sentences of *answer*, which come from several works, and return *answer* with the
    combined sentences in their place. Each combined sentence cites sources of *answer*.

    *asked* maps the name of each work, in reading order, to the question that the work was asked. If the model fails or
    writes no sentence that cites only sources of *answer*, the sentences of the works are kept, and `degraded` says so.
    """
    degraded = list(answer.degraded)
    try:
        checked, analysis = await _asked_once(answer, asked, model, language)
    except ModelError as error:
        checked, analysis = CheckedSentences((), ()), ""
        degraded.append(error.message)
    cost = AnswerCost(
        answer.cost.calls + model.calls,
        answer.cost.prompt_tokens + model.prompt_tokens,
        answer.cost.completion_tokens + model.completion_tokens,
    )
    dropped = (*answer.dropped, *checked.faults)
    if not checked.sentences:
        degraded.append(message_text("answering.works_instead", language))
        return replace(answer, cost=cost, dropped=dropped, degraded=tuple(dict.fromkeys(degraded)))
    between = "" if is_ideographic(language_of(checked.sentences[0].text)) else " "
    return replace(
        answer,
        text=between.join(one.text for one in checked.sentences),
        sentences=checked.sentences,
        citations=_cited(answer, checked.sentences),
        by=model.name,
        analysis=analysis or answer.analysis,
        dropped=dropped,
        cost=cost,
    )


async def _asked_once(
    answer: Answer, asked: Mapping[str, str], model: CountedModel, language: Language
) -> tuple[CheckedSentences, str]:
    question = Asked(answer.question, _works(asked, language), language)
    work_of = {source.number: source.work for source in answer.citations}
    notes = [_note(one, work_of, language) for one in answer.sentences]
    left = model.tokens_left - prompt_tokens(question.answer_from(notes, ())) - REPLY_RESERVE
    room = TokenRoom(min(_SOURCE_ROOM, left))
    numbers = {number for one in answer.sentences for number in one.sources}
    lines = [_line(one, language) for one in answer.citations if one.number in numbers]
    reply = await model.ask(question.answer_from(notes, [one for one in lines if room.takes(one)]))
    rows = reply.sentences if says_found(reply) else []
    return checked_sentences(rows, numbers, language), one_line(reply.analysis)


def _works(asked: Mapping[str, str], language: Language) -> str:
    lines = (
        message_text(
            "answering.asked_work", language, work=one_line(work), question=cut(one_line(question), LONGEST_QUESTION)
        )
        for work, question in asked.items()
    )
    return "".join(f"{line}\n" for line in lines)


def _note(sentence: AnswerSentence, work_of: Mapping[int, str], language: Language) -> Note:
    work = work_of.get(sentence.sources[0], "")
    return Note(message_text("answering.of_work", language, work=one_line(work), text=sentence.text), sentence.sources)


def _line(source: Citation, language: Language) -> str:
    words = cited_line(source, language)
    return f"[{source.number}] " + message_text("answering.of_work", language, work=one_line(source.work), text=words)


def _cited(answer: Answer, sentences: Sequence[AnswerSentence]) -> tuple[Citation, ...]:
    known = {one.number: one for one in answer.citations}
    citing: list[AnswerSentence | Note] = [*sentences, *answer.notebook]
    numbers = dict.fromkeys(number for one in citing for number in one.sources)
    return tuple(known[number] for number in numbers if number in known)
