"""Chooses sentences of the narration for a context pack, which show in which voice the story is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from episodic.context.sections import ContextLine
from episodic.languages.messages import message_text
from episodic.model.episodes import Episode, Language
from episodic.model.spans import Span
from episodic.search.fact_views import quotation_at
from episodic.search.view import View
from episodic.text.paragraphs import ends_sentence, paragraphs
from episodic.text.sentences import sentences_in
from episodic.text.speech import quoted
from episodic.text.token_counts import token_bound

_EXCERPTS = 3
"""The maximum number of excerpts of the narration in the pack."""
_EXCERPT_TOKENS = 80
"""The maximum length of an excerpt in tokens, unless its first sentence is longer."""
_MOST_CHARACTERS = 300
"""The maximum length in characters of the first sentence of an excerpt. A paragraph that begins with a longer sentence
is left out.
"""


def narration_lines(
    view: View, chapters: Sequence[Episode], *, scene_start: int, language: Language
) -> list[ContextLine]:
    """Return lines with excerpts of the narration in the chapters, at most 3. The lines contain the first excerpt of
    each chapter, of the last chapter first, then the second excerpt of each, and so on.

    An excerpt is the beginning of a paragraph without speech, and longer paragraphs come before shorter ones. The last
    chapter is used only up to the offset *scene_start*, because the pack shows the text behind it as the last scene.
    """
    ordered = sorted(chapters, key=lambda one: one.order, reverse=True)
    ends = (scene_start, *(len(one.text) for one in ordered[1:]))
    turns = zip_longest(*(_excerpts(one, end) for one, end in zip(ordered, ends, strict=True)))
    found = [(one, span) for turn in turns for one, span in zip(ordered, turn, strict=True) if span is not None]
    return [_line(view, one, span, language) for one, span in found[:_EXCERPTS]]


def _line(view: View, chapter: Episode, span: Span, language: Language) -> ContextLine:
    text = span.of(chapter.text)
    quote = quotation_at(view, chapter.uuid, text=text, start=span.start, end=span.end)
    return ContextLine(message_text("context.narration", language, text=text), chapter.uuid, quote, verbatim=True)


def _excerpts(chapter: Episode, end: int) -> list[Span]:
    text = chapter.text
    spoken = [one.span for one in quoted(text) if one.speech]
    bodies = [one.body for one in paragraphs(text) if one.body.end <= end and ends_sentence(one.body.of(text))]
    told = [body for body in bodies if not any(body.start < one.end and one.start < body.end for one in spoken)]
    told.sort(key=lambda one: (one.start - one.end, one.start))
    return list(_beginnings(chapter, told[:_EXCERPTS]))


def _beginnings(chapter: Episode, told: Sequence[Span]) -> Iterator[Span]:
    for body in told:
        first, *more = sentences_in(chapter.text, body, chapter.language)
        if first.end - first.start > _MOST_CHARACTERS:
            continue
        ends = [first.end, *(one.end for one in more)]
        fitting = [end for end in ends if token_bound(chapter.text[first.start : end]) <= _EXCERPT_TOKENS]
        yield Span(first.start, max(fitting, default=first.end))
