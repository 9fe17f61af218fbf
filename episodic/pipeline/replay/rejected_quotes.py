"""Issues for quotes that a reader rejected because the model's reply gave words that do not occur in the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rapidfuzz import fuzz

from episodic.languages.messages import message_text
from episodic.model.episodes import Episode
from episodic.model.graph import Issue, IssueKind
from episodic.model.ids import identify
from episodic.model.readings import ChapterReading
from episodic.model.spans import Evidence, NarrativePosition, Span
from episodic.pipeline.inputs import ChapterInput
from episodic.temporal.issues import IssueContext, issue
from episodic.text.sentences import sentences

REASON = "quote_rejected"


def rejected_in(chapter: ChapterInput) -> tuple[tuple[str, Evidence], ...]:
    """Return the rejected quotes of a chapter's reading, each with the most similar sentence of the part of the chapter
    (window) that the model read.
    """
    return tuple(
        (one.words.strip(), _nearest(chapter.episode, _window(chapter.reading, number), one.words))
        for number, window in enumerate(chapter.reading.windows)
        for one in window.rejected
        if one.reason == REASON and one.words.strip()
    )


def rejected_quotes(rejected: Iterable[tuple[str, Evidence]], issue_context: IssueContext) -> Iterator[Issue]:
    for words, near in rejected:
        made = issue(IssueKind.QUOTE_REJECTED, (near,), facts=(), issue_context=issue_context)
        uuid = identify("issue", IssueKind.QUOTE_REJECTED.value, near.quote, words)
        text = message_text("issues.reply_quote_rejected", issue_context.language, words=words, near=near.quote)
        yield replace(made, uuid=uuid, text=text)


def _window(reading: ChapterReading, number: int) -> Span:
    start = reading.starts[number]
    spans = reading.passages[number]
    return Span(start + spans[0].start, start + spans[-1].end) if spans else Span(start, start)


def _nearest(episode: Episode, window: Span, words: str) -> Evidence:
    text = window.of(episode.text)
    spans = sentences(text, episode.language) or (Span(0, len(text)),)
    span = max(spans, key=lambda one: (fuzz.ratio(words, one.of(text).strip()), -one.start)).shifted(window.start)
    raw = span.of(episode.text)
    begin = span.start + len(raw) - len(raw.lstrip())
    quote = raw.strip()
    return Evidence(episode.uuid, quote, begin, begin + len(quote), NarrativePosition(episode.order, begin))
