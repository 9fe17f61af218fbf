"""Answers a question about a series: joins the answers of its works, one after the other, with all their sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from episodic.answering.answers import Answer, AnswerCost, AnswerSentence, Citation, LookUp, Note, Step
from episodic.languages.registry import is_ideographic
from episodic.text.language import language_of


def answer_of_works(question: str, answers: Sequence[tuple[str, Answer]]) -> Answer:
    """Return one answer that joins the answers of all works. *answers* must contain at least one answer. Each item of
    *answers* has the name of a work and the answer of this work.

    The sentences of the joined answer are in the order of the works. Works in which no answer was found contribute no
    sentence. The sources get numbers that are unique among all works, and each citation names its work. Each line of
    `dropped`, `degraded` and `scope` begins with the name of its work. `revision` of the joined answer is 0, because
    each work has a revision of its own.
    """
    numbered = [
        (work, _numbered_from(offset, one)) for offset, (work, one) in zip(_offsets(answers), answers, strict=True)
    ]
    found = [(work, one) for work, one in numbered if one.found]
    first = (found or numbered)[0][1]
    sentences = tuple(sentence for _, one in found for sentence in one.sentences)
    every = [one for _, one in numbered]
    return replace(
        first,
        question=question,
        found=bool(found),
        text=_text(sentences) if found else _not_found([one for _, one in numbered]),
        sentences=sentences,
        citations=tuple(replace(source, work=work) for work, one in found for source in one.citations),
        closest=() if found else tuple(replace(source, work=work) for work, one in numbered for source in one.closest),
        plan=tuple(line for one in every for line in one.plan),
        notebook=tuple(note for one in every for note in one.notebook),
        steps=_counted([step for one in every for step in one.steps]),
        starts=tuple(start for one in every for start in one.starts),
        analysis="\n".join(one.analysis for one in every if one.analysis),
        dropped=_of_works(numbered, "dropped"),
        degraded=_of_works(numbered, "degraded"),
        cost=AnswerCost(
            sum(one.cost.calls for one in every),
            sum(one.cost.prompt_tokens for one in every),
            sum(one.cost.completion_tokens for one in every),
        ),
        revision=0,
        scope=_of_works(numbered, "scope"),
    )


def _not_found(answers: Sequence[Answer]) -> str:
    return next((one.text for one in answers if one.closest), answers[0].text)


def _offsets(answers: Sequence[tuple[str, Answer]]) -> list[int]:
    found, offset = list[int](), 0
    for _, one in answers:
        found.append(offset)
        offset += max(_numbers(one), default=0)
    return found


def _numbers(one: Answer) -> list[int]:
    cited = [source.number for source in one.citations]
    noted = [number for note in one.notebook for number in note.sources]
    return [
        *cited,
        *noted,
        *(number for step in one.steps for each in step.look_ups for number in (*each.added, *each.again)),
    ]


def _numbered_from(offset: int, one: Answer) -> Answer:
    def raised(numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(number + offset for number in numbers)

    def look_up(each: LookUp) -> LookUp:
        return replace(each, added=raised(each.added), again=raised(each.again))

    def sentence(each: AnswerSentence) -> AnswerSentence:
        return replace(each, sources=raised(each.sources))

    def note(each: Note) -> Note:
        return replace(each, sources=raised(each.sources))

    def source(each: Citation) -> Citation:
        return replace(each, number=each.number + offset)

    return replace(
        one,
        sentences=tuple(map(sentence, one.sentences)),
        citations=tuple(map(source, one.citations)),
        closest=tuple(map(source, one.closest)),
        notebook=tuple(map(note, one.notebook)),
        steps=tuple(replace(step, look_ups=tuple(map(look_up, step.look_ups))) for step in one.steps),
    )


def _counted(steps: Sequence[Step]) -> tuple[Step, ...]:
    return tuple(replace(step, number=number) for number, step in enumerate(steps))


def _of_works(answers: Sequence[tuple[str, Answer]], name: str) -> tuple[str, ...]:
    return tuple(f"{work}: {line}" for work, one in answers for line in getattr(one, name))


def _text(sentences: Sequence[AnswerSentence]) -> str:
    between = "" if is_ideographic(language_of(sentences[0].text)) else " "
    return between.join(one.text for one in sentences)
