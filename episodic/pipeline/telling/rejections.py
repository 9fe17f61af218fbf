"""Quotes of replies that do not stand in the text, as issues: what was said, and the place of the text that is most like it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rapidfuzz import fuzz

from episodic.model.episodes import Episode, Language
from episodic.model.graph import Issue, IssueKind
from episodic.model.ids import identify
from episodic.model.readings import ChapterReading
from episodic.model.spans import Evidence, Span, Told
from episodic.pipeline.asserted import AssertedChapter
from episodic.temporal.issues import Voice, issue
from episodic.text.sentences import sentences

REASON = "quote_rejected"
SAID = {
    Language.ENGLISH: "A reply quoted “{words}”, which does not stand in the text; nothing was taken from it. Nearest: “{near}”.",
    Language.CHINESE: "有一条引文“{words}”在文中找不到，因此没有采用。最接近的原文：“{near}”。",
}


def rejected_in(chapter: AssertedChapter) -> tuple[tuple[str, Evidence], ...]:
    """The quotes that replies gave and the chapter does not have, each with the sentence that is most like it."""
    return tuple(
        (one.words.strip(), _nearest(chapter.episode, _window(chapter.reading, number), one.words))
        for number, window in enumerate(chapter.reading.windows)
        for one in window.rejected
        if one.reason == REASON and one.words.strip()
    )


def rejected_quotes(rejected: Iterable[tuple[str, Evidence]], voice: Voice) -> Iterator[Issue]:
    """An issue for each."""
    for words, near in rejected:
        made = issue(IssueKind.QUOTE_REJECTED, (near,), facts=(), voice=voice)
        uuid = identify("issue", IssueKind.QUOTE_REJECTED.value, near.quote, words)
        yield replace(made, uuid=uuid, text=SAID[voice.language].format(words=words, near=near.quote))


def _window(reading: ChapterReading, number: int) -> Span:
    start = reading.starts[number]
    spans = reading.passages[number]
    return Span(start + spans[0].start, start + spans[-1].end) if spans else Span(start, start)


def _nearest(episode: Episode, window: Span, words: str) -> Evidence:
    """The sentence of the window that is most like these words; among equals the first."""
    text = window.of(episode.text)
    spans = sentences(text, episode.language) or (Span(0, len(text)),)
    span = max(spans, key=lambda one: (fuzz.ratio(words, one.of(text).strip()), -one.start)).shifted(window.start)
    raw = span.of(episode.text)
    begin = span.start + len(raw) - len(raw.lstrip())
    quote = raw.strip()
    return Evidence(episode.uuid, quote, begin, begin + len(quote), Told(episode.order, begin))
