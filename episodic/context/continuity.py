"""Asks a language model where a draft contradicts what the chapters before it tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import ClassVar, TypeVar

from pydantic import Field

from episodic.concurrency import run_all
from episodic.context.cast import cast_in
from episodic.context.cast_facts import cast_facts, facts_that_describe
from episodic.context.lines import fact_text
from episodic.languages.messages import message_text
from episodic.model.episodes import Language, Passage
from episodic.model.graph import Fact
from episodic.model.spans import Evidence, NarrativePosition, Span
from episodic.ports import LanguageModel
from episodic.prompts import Prompt, ReplyForm, cut, fenced
from episodic.reply_rows import Rows
from episodic.search.filter_fields import HitKind
from episodic.search.fine_prompts import query_language
from episodic.search.hybrid_search import search
from episodic.search.prompt_lines import one_line
from episodic.search.view import View
from episodic.text.paragraphs import paragraphs
from episodic.text.quotes import quoted_spans
from episodic.text.scripts import has_letters
from episodic.text.sentences import sentences
from episodic.text.tokens import tokens

_WINDOW = 5_000
"""The maximum number of characters of the draft in one prompt. A longer paragraph is divided."""
_QUERY = 300
"""The number of characters of the draft up to which paragraphs are joined to one search query."""
_HITS = 10
"""The maximum number of results that are taken of one search."""
_MOST_KNOWN = 9_000
"""The maximum number of characters of the numbered lines in one prompt."""
_LONGEST_LINE, _LONGEST_TEXT, _MOST_QUOTES = 300, 400, 3
_NUMBER = re.compile(r"\d{1,4}")
_Found = TypeVar("_Found")


class ContinuityReply(ReplyForm):
    """Rows such as "7|he raised his left hand|Bram lost his left hand in the fire.": the numbers of the known lines,
    words of the draft, and what is wrong.
    """

    contradictions: Rows = Field(default_factory=list[str])


@dataclass(frozen=True)
class ContinuityPrompt(Prompt[ContinuityReply]):
    """The prompt that asks which words of a draft contradict what is told so far."""

    stage: ClassVar[str] = "context"
    name: ClassVar[str] = "continuity"
    reply_class: ClassVar[type[ContinuityReply]] = ContinuityReply

    known: str
    draft: str


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A contradiction between a draft and the chapters before it: the span of the draft, what is wrong in the model's
    words, and the quotes of the chapters.
    """

    span: Span
    text: str
    canon: tuple[Evidence, ...]


@dataclass(slots=True)
class _Known:
    """The lines that a prompt shows of what is told so far, up to _MOST_KNOWN characters, each with the fact or passage
    from which it comes.
    """

    lines: dict[str, Fact | Passage] = field(default_factory=dict[str, Fact | Passage])
    length: int = 0

    def add(self, line: str, source: Fact | Passage) -> None:
        """Add a line with its source, unless it is there already or there is no room left."""
        shown = cut(one_line(line), _LONGEST_LINE)
        if shown not in self.lines and self.length + len(shown) <= _MOST_KNOWN:
            self.lines[shown] = source
            self.length += len(shown)


async def contradictions(view: View, text: str, model: LanguageModel) -> list[Contradiction]:
    """Return what the model finds in the draft *text* to contradict the facts and passages of the view, in the order of
    the text. The model sees the facts about those whom the draft names, and what a search with its paragraphs finds.

    A draft of more than 5,000 characters is checked in windows, with one call each. Rows of a reply that name no shown
    line, or whose words are not in the draft, are ignored. Raises ModelError and the errors of `search`.
    """
    language = query_language(view, text)
    windows = [(span, await _known(view, span.of(text), language)) for span in _windows(text)]
    asked = [(span, known) for span, known in windows if known]
    replies = await run_all(model.ask(_prompt(known, span.of(text), language)) for span, known in asked)
    found = [
        one
        for (span, known), reply in zip(asked, replies, strict=True)
        for one in _contradictions_in(reply, text, span, list(known.values()), language)
    ]
    return sorted(dict.fromkeys(found), key=lambda one: (one.span.start, one.span.end))


def _windows(text: str) -> Iterator[Span]:
    """Yield the spans of the draft that are asked about together."""
    start = end = 0
    for paragraph in paragraphs(text):
        if paragraph.span.end - start > _WINDOW and end > start:
            yield Span(start, end)
            start = paragraph.span.start
        end = paragraph.span.end
        while end - start > _WINDOW:
            yield Span(start, start + _WINDOW)
            start += _WINDOW
    if end > start:
        yield Span(start, end)


async def _known(view: View, part: str, language: Language) -> Mapping[str, Fact | Passage]:
    """Return the lines with which a part of the draft is compared, each with its source: first facts that a search
    finds, then what those are like whom the part names, then where they are, what they have, and who they are to each
    other, and last the passages that the search finds.
    """
    results = await run_all(
        search(view, query, kinds=(HitKind.FACT, HitKind.PASSAGE), limit=_HITS) for query in _queries(part)
    )
    facts = [hit.shown.fact for hit in _by_rank(one.facts for one in results)]
    cast = [one.uuid for one in await cast_in(view, [part])]
    of_cast = await cast_facts(view, cast, thread_facets=frozenset())
    told = (*await facts_that_describe(view, cast), *of_cast.current, *of_cast.relations)
    facts += map(view.named, told)
    known = _Known()
    for fact in facts:
        known.add(fact_text(view, fact, language=language), fact)
    for hit in _by_rank(one.passages for one in results):
        known.add(hit.passage.text, hit.passage)
    return known.lines


def _by_rank(lists: Iterable[Sequence[_Found]]) -> Iterator[_Found]:
    """Yield the first result of each list, then the second of each, and so on."""
    for rank in zip_longest(*lists):
        yield from (one for one in rank if one is not None)


def _queries(part: str) -> Iterator[str]:
    """Yield the paragraphs of a part of the draft, short ones joined, as queries of at most _QUERY characters."""
    joined = ""
    for paragraph in paragraphs(part):
        words = cut(paragraph.span.of(part), _QUERY)
        if joined and len(joined) + len(words) > _QUERY:
            yield joined
            joined = ""
        joined = f"{joined}\n{words}" if joined else words
    if joined:
        yield joined


def _prompt(known: Iterable[str], part: str, language: Language) -> ContinuityPrompt:
    lines = "\n".join(f"{number}. {line}" for number, line in enumerate(known, 1))
    return ContinuityPrompt(
        language,
        known=fenced(lines, message_text("continuity.label_known", language)),
        draft=fenced(part, message_text("continuity.label_draft", language)),
    )


def _contradictions_in(
    reply: ContinuityReply, text: str, part: Span, sources: Sequence[Fact | Passage], language: Language
) -> Iterator[Contradiction]:
    for row in reply.contradictions:
        numbers, _, rest = row.partition("|")
        words, _, wrong = rest.partition("|")
        known = [sources[int(one) - 1] for one in _NUMBER.findall(numbers) if 1 <= int(one) <= len(sources)]
        span = next(iter(quoted_spans(words, part.of(text))), None) if has_letters(words) else None
        if known and span is not None and has_letters(wrong):
            place = Span(part.start + span.start, part.start + span.end)
            quotes = _quotes(known, f"{words} {wrong}", language)
            yield Contradiction(place, cut(one_line(wrong), _LONGEST_TEXT), quotes)


def _quotes(sources: Iterable[Fact | Passage], words: str, language: Language) -> tuple[Evidence, ...]:
    """Return the last quote of each fact, or if there is none, the sentence of each passage that has most of *words*. At
    most _MOST_QUOTES quotes are returned.
    """
    facts = [one.evidence[-1] for one in sources if isinstance(one, Fact)]
    found = facts or [_nearest_sentence(one, words, language) for one in sources if isinstance(one, Passage)]
    return tuple(dict.fromkeys(found))[:_MOST_QUOTES]


def _nearest_sentence(passage: Passage, words: str, language: Language) -> Evidence:
    wanted, told = frozenset(tokens(words)), sentences(passage.text, language)
    whole = Span(0, len(passage.text))
    best = max(told, key=lambda one: len(wanted.intersection(tokens(one.of(passage.text)))), default=whole)
    start, end = passage.span.start + best.start, passage.span.start + best.end
    return Evidence(passage.episode, best.of(passage.text), start, end, NarrativePosition(passage.order, start))
