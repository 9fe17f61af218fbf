"""What chapters ask about their words alone, whoever is meant in them: it can be asked before that is known."""

from __future__ import annotations

from collections.abc import Iterable

from episodic.model.asserted import Question
from episodic.pipeline.asserted import AssertedChapter
from episodic.pipeline.telling.open_questions import Asked
from episodic.pipeline.telling.predicates import Predicates
from episodic.pipeline.telling.preparing import RULED, Preparing
from episodic.pipeline.telling.timing import TimeWords


def asked_ahead(
    chapters: Iterable[AssertedChapter], *, preparing: Preparing, predicates: Predicates, times: TimeWords
) -> list[Question]:
    """The open questions about predicates and time words of *chapters*, told in this order; *predicates* learns their sentences."""
    found: list[Question] = []
    for chapter in chapters:
        episode, prepared = chapter.episode, preparing.of(chapter)
        asked = Asked(silent=episode.reader.startswith(RULED))
        times.of_chapter(episode, asked)
        for passage, words in zip(prepared.framed, prepared.words, strict=True):
            times.of_passage(words, passage.span.of(episode.text), episode, asked)
        for one in prepared.spanned:
            reading = one.reading
            predicates.use(reading.predicate, episode.text, one.span)
            _, question, missing = predicates.canonical(reading.predicate, episode.uuid)
            asked.add(question, missing)
            times.of_statement(reading.time, one.span.of(episode.text), episode, asked)
        found.extend(asked.missing)
    return found
