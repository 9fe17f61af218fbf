"""Extracts the statements of an English window (a part of a chapter) from its narration, its letters, and quotations
whose speaker is known.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from episodic.extraction.rule_based.language_rules import KnownNode, NameKind, TimeRules
from episodic.extraction.rule_based.masked_text import Mention, mask, mentions_of, without_private_characters
from episodic.extraction.rule_based.non_narration import regions_by_narrator
from episodic.extraction.rule_based.statement_extraction import (
    NARRATION,
    MaskedRegion,
    StatementSource,
    extract_statements,
    first_words,
    inside_quotation,
    unique_in_order,
)
from episodic.languages.en.reading.grammar import EnglishGrammar
from episodic.languages.en.reading.pronouns import first_person_mentions, genders, resolve_third_person
from episodic.languages.en.reading.speakers import speakers
from episodic.model.readings import StatementReading, StatementScope, Window
from episodic.model.spans import Span

_LINE_BREAK = re.compile(r"(?<!\n)\n(?!\n)")
_MY_OR_OUR = re.compile(r"\b(?:[Mm]y|[Oo]ur)\b")
_CLOSING_MARKS = "”\"’'"
_GRAMMAR = EnglishGrammar()


@dataclass(frozen=True, slots=True)
class _WindowText:
    """The text of a window with its nodes and their mentions. In the text, a space replaces each single line break."""

    text: str
    nodes: Sequence[KnownNode]
    mentions: Sequence[Mention]

    def region(
        self,
        span: Span,
        *,
        mentions: Sequence[Mention],
        quotations: Sequence[Span] = (),
        attribution: StatementSource,
        first_person: int | None,
    ) -> MaskedRegion:
        masked = mask(self.text, span, mentions=mentions, speech=quotations)
        own_kin = first_person is not None and _MY_OR_OUR.search(masked.text) is not None
        return MaskedRegion(self.text, masked, self.nodes, attribution, first_person, own_kin)


def read_statements(
    window: Window, speech: Sequence[Span], *, nodes: Sequence[KnownNode], times: TimeRules
) -> tuple[StatementReading, ...]:
    """Return the statements of the window, in the order of their quotes."""
    text = without_private_characters(_LINE_BREAK.sub(" ", window.text))
    window_text = _WindowText(text, nodes, mentions_of(nodes))
    letters = {voice.span for voice in window.voices if voice.letter}
    found: list[StatementReading] = []
    for span, _ in regions_by_narrator(window):
        quotations = [Span(max(quote.start, span.start), min(quote.end, span.end)) for quote in speech]
        quotations = [quote for quote in quotations if quote.start < quote.end]
        narration = _narration(window_text, span, quotations, letters=letters)
        known_speakers = speakers(narration.masked)
        found += extract_statements(narration, _GRAMMAR, times=times)
        found += first_words(text, quotations, known_speakers, nodes=nodes, spoke="{} spoke.")
        for region in _quoted(window_text, quotations, known_speakers, letters=letters):
            found += extract_statements(region, _GRAMMAR, times=times)
    return unique_in_order(found)


def _narration(
    window: _WindowText, span: Span, quotations: Sequence[Span], *, letters: Collection[Span]
) -> MaskedRegion:
    narrator = _first_person_node(window.nodes, span, without=letters)
    masked = mask(window.text, span, mentions=window.mentions, speech=quotations)
    own = [] if narrator is None else list(first_person_mentions(window.text, span, narrator, plural=True))
    pronouns = resolve_third_person(masked, genders(window.nodes), narrator=narrator)
    mentions = _in_order([*window.mentions, *own, *pronouns])
    return window.region(span, mentions=mentions, quotations=quotations, attribution=NARRATION, first_person=narrator)


def _quoted(
    window: _WindowText, quotations: Sequence[Span], known_speakers: Mapping[int, int], *, letters: Collection[Span]
) -> Iterator[MaskedRegion]:
    for number, quotation in enumerate(quotations):
        is_letter = quotation in letters
        holder = _first_person_node(window.nodes, quotation) if is_letter else known_speakers.get(number)
        if holder is not None and window.nodes[holder].kind is NameKind.PERSON:
            inside = quotation if is_letter else inside_quotation(window.text, quotation, closing=_CLOSING_MARKS)
            yield _claim(window, inside, holder)


def _claim(window: _WindowText, inside: Span, holder: int) -> MaskedRegion:
    first = bisect_left(window.mentions, inside.start, key=lambda mention: mention.span.start)
    last = bisect_left(window.mentions, inside.end, key=lambda mention: mention.span.start)
    named = [mention for mention in window.mentions[first:last] if mention.span.of(window.text) != "I"]
    mentions = _in_order([*named, *first_person_mentions(window.text, inside, holder)])
    attribution = StatementSource(StatementScope.CLAIM, holder)
    return window.region(inside, mentions=mentions, attribution=attribution, first_person=holder)


def _first_person_node(nodes: Sequence[KnownNode], span: Span, *, without: Collection[Span] = ()) -> int | None:
    for node in nodes:
        for surface in node.surfaces:
            if surface.text == "I" and surface.shared:
                outside = [place for place in surface.spans if not any(letter.holds(place) for letter in without)]
                if any(span.holds(place) for place in outside):
                    return node.index
    return None


def _in_order(mentions: Sequence[Mention]) -> list[Mention]:
    return sorted(mentions, key=lambda mention: mention.span.start)
