"""Searches masked text for constructions, and turns the matches into statements that the text says to be true.

In masked text, placeholders stand for mentions. Constructions are sentence patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from episodic.extraction.rule_based.construction_index import ConstructionIndex
from episodic.extraction.rule_based.constructions import Construction, StatementTemplate, is_uttered
from episodic.extraction.rule_based.language_rules import KnownNode, NameKind, TimeRules
from episodic.extraction.rule_based.masked_text import MaskedText
from episodic.model.readings import (
    LEAST_SALIENCE,
    MOST_SALIENCE,
    Participant,
    Phase,
    Placement,
    StatementCore,
    StatementReading,
    StatementScope,
)
from episodic.model.spans import Span

_TURNING_POINTS = frozenset({"dead", "killed", "married_to"})
"""The predicates whose statements get the highest salience, because they change a person's life for good."""
_SENTENCE_EDGES = frozenset(".!?;。！？；\n")


@dataclass(frozen=True, slots=True)
class StatementSource:
    """The source of the statements in a region of text: the narration, or a character (node) who makes claims.

    Statements from the narration have the scope WORLD and no holder.
    """

    scope: StatementScope = StatementScope.WORLD
    holder: int | None = None


NARRATION = StatementSource()


@dataclass(frozen=True, slots=True)
class MaskedRegion:
    """A region of a window (a part of a chapter) that is searched for statements: narration, or the inside of one
    quotation or letter.
    """

    text: str
    """The text of the whole window, to which the offsets of statements refer."""
    masked: MaskedText
    nodes: Sequence[KnownNode]
    attribution: StatementSource = NARRATION
    first_person: int | None = None
    """The index of the node that "I" means in the region, or None if it is not known who says "I"."""
    mentions_own_kin: bool = False
    """Whether it is known who says "I" in the region, and the region contains "my" or "our"."""

    @property
    def is_claim(self) -> bool:
        """Return whether a character says or writes the text of the region, so that its statements are claims."""
        return self.attribution.scope is not StatementScope.WORLD


@dataclass(frozen=True, slots=True)
class ConstructionMatch:
    """A match of a construction (sentence pattern) in a region of the text, with the entity (node) that fills each
    slot.
    """

    region: MaskedRegion
    construction: Construction
    regex_match: re.Match[str]
    slots: Mapping[str, int]

    @property
    def templates(self) -> Iterator[StatementTemplate]:
        """Yield the templates of the construction for which all required groups of the regular expression matched and
        all slots are filled.
        """
        for template in self.construction.templates:
            present = all(self.regex_match[group] is not None for group in template.when)
            filled = template.subject in self.slots and (template.object is None or template.object in self.slots)
            if present and filled:
                yield template

    def groups(self) -> dict[str, str]:
        """Return the matched text of each named group, without groups that matched nothing."""
        return {name: text for name, text in self.regex_match.groupdict().items() if text is not None}

    def value(self, template: StatementTemplate) -> str | None:
        """Return a part of the window's text as the value of the statement that *template* makes. Return None if the
        template makes statements without a value.
        """
        if not template.value:
            return None
        return self.region.masked.span(*self.regex_match.span(template.value)).of(self.region.text)


@dataclass(frozen=True, slots=True)
class Wording:
    """The wording of a statement: the value, and the text that replaces each slot name in the template's sentence."""

    value: str | None
    names: Mapping[str, str]


class StatementGrammar(Protocol):
    """Interface of the grammar of one language: the constructions to search for, and the rules that turn a match of a
    construction into statements.
    """

    def parts(self, region: MaskedRegion) -> Iterable[tuple[int, int, ConstructionIndex]]:
        """Yield each part of the region's masked text: its start, its end, and the constructions to search for in the
        part (a ConstructionIndex).
        """
        ...

    def is_asserted(self, region: MaskedRegion, construction: Construction, match: re.Match[str]) -> bool:
        """Return whether the sentence that contains *match* says that the matched event or state is true.

        A match in a condition, negation, hearsay, plan or question is not asserted.
        """
        ...

    def slots(self, region: MaskedRegion, construction: Construction, match: re.Match[str]) -> dict[str, int] | None:
        """Return a mapping from the name of each slot to the index of the entity (node) that fills the slot. Return
        None if the match must be ignored because of the entities that fill its slots, for example because subject and
        object are the same.
        """
        ...

    def subjects(self, found: ConstructionMatch, template: StatementTemplate) -> Iterable[int]:
        """Yield the nodes that are subjects of the match. The subjects are one node, and further nodes joined to it by
        a word such as "and" ("Marcus and Elena moved").
        """
        ...

    def wording(self, found: ConstructionMatch, template: StatementTemplate, *, subject: int) -> Wording | None:
        """Return the wording of the statement, or None if the match must not yield a statement."""
        ...

    def quote(self, found: ConstructionMatch, template: StatementTemplate, *, times: TimeRules) -> tuple[Span, str]:
        """Return the span of the statement's quote, and the text whose time words apply to the statement."""
        ...

    def placement(self, found: ConstructionMatch, placed: Placement) -> Placement:
        """Return the placement of the statements that are made from the match *found*. The placement says whether the
        statements are about the current time of the passage, an earlier time or a later time.

        *placed* is the placement that the time rules have found. The grammar of a language may return another placement
        than *placed*.
        """
        ...


def extract_statements(
    region: MaskedRegion, grammar: StatementGrammar, *, times: TimeRules
) -> Iterator[StatementReading]:
    """Yield the statements of one region of text. The parts into which *grammar* divides the region are searched one
    after another. In each part, its constructions are tried in the order of their index.
    """
    if not region.masked.nodes:
        return
    text = region.masked.text
    for start, end, index in grammar.parts(region):
        for construction in index.candidates(text[start:end]):
            if construction.needs_speaker and not region.mentions_own_kin:
                continue
            for match in _matches(construction.regex, text, start, end):
                if not grammar.is_asserted(region, construction, match):
                    continue
                slots = grammar.slots(region, construction, match)
                if slots is not None:
                    yield from _statements(ConstructionMatch(region, construction, match, slots), grammar, times=times)


def _matches(regex: re.Pattern[str], text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the matches of *regex* in the part of *text* from *start* to *end*. A match that ends near the end of the
    part is matched again without the limit *end*. The look-aheads of the match may need the text that follows.
    """
    for match in regex.finditer(text, start, end):
        seen = regex.match(text, match.start()) if match.end() + 1 >= end else match
        if seen is not None:
            yield seen


def first_words(
    text: str, quotations: Sequence[Span], speakers: Mapping[int, int], *, nodes: Sequence[KnownNode], spoke: str
) -> Iterator[StatementReading]:
    """Yield, for each person who speaks in the window, a statement which says that the person spoke. The quote of the
    statement is the first sentence of the person's first quotation. *speakers* maps the numbers of quotations to nodes,
    and *spoke* is the statement's sentence with "{}" in place of the person's name.
    """
    first: dict[int, Span] = {}
    for number in sorted(speakers):
        first.setdefault(speakers[number], quotations[number])
    for node, span in first.items():
        core = StatementCore(spoke.format(nodes[node].name), "told", salience=LEAST_SALIENCE)
        if nodes[node].kind is NameKind.PERSON:
            end = next((at for at in range(span.start + 2, span.end) if text[at] in _SENTENCE_EDGES), span.end)
            yield StatementReading(Span(span.start, end), core, node)


def filled_slots(region: MaskedRegion, match: re.Match[str]) -> dict[str, int]:
    """Return a mapping from group names to node indexes. The mapping has each named group of *match* that matched
    exactly one mark, with the index of the mentioned node. A mark is the character that replaces a mention in masked
    text.
    """
    nodes = region.masked.nodes
    return {
        slot: nodes[match.start(slot)]
        for slot, text in match.groupdict().items()
        if text is not None and len(text) == 1 and match.start(slot) in nodes
    }


def unique_in_order(statements: Iterable[StatementReading]) -> tuple[StatementReading, ...]:
    """Return the statements in the order of their quotes, without duplicates.

    Two statements are duplicates if they have equal quotes, subjects, predicates, objects and values.
    """
    kept: dict[tuple[Span, int, str, int | None, str | None], StatementReading] = {}
    for statement in sorted(
        statements,
        key=lambda known: (
            known.quote,
            known.core.predicate,
            known.subject,
            known.object or -1,
            known.core.value or "",
        ),
    ):
        key = (statement.quote, statement.subject, statement.core.predicate, statement.object, statement.core.value)
        kept.setdefault(key, statement)
    return tuple(kept.values())


def clause_span(text: str, start: int, end: int, *, edges: frozenset[str], dash: str = "") -> tuple[int, int]:
    """Return the start and end of the clause or clauses that contain the text from *start* to *end*.

    Clauses are separated by the characters of *edges* and by the text *dash*, and the result has no white space at its
    ends.
    """
    while start > 0 and text[start - 1] not in edges and not (dash and text.endswith(dash, 0, start)):
        start -= 1
    while end < len(text) and text[end] not in edges and text[end - 1] not in edges:
        if dash and text.startswith(dash, end):
            break
        end += 1
    while start < end and (text[start].isspace() or text[start] in edges):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in edges):
        end -= 1
    return start, end


def inside_quotation(text: str, span: Span, *, closing: str) -> Span:
    """Return the span of a quotation without its quotation marks.

    The last character of the quotation is kept if it is not in *closing*, because the quotation then has no closing
    mark.
    """
    closed = span.end - span.start > 1 and text[span.end - 1] in closing
    return Span(span.start + 1, span.end - 1 if closed else span.end)


def _statements(found: ConstructionMatch, grammar: StatementGrammar, *, times: TimeRules) -> Iterator[StatementReading]:
    for template in found.templates:
        for subject in grammar.subjects(found, template):
            statement = _statement(found, template, subject=subject, grammar=grammar, times=times)
            if statement is not None:
                yield statement


def _statement(
    found: ConstructionMatch, template: StatementTemplate, *, subject: int, grammar: StatementGrammar, times: TimeRules
) -> StatementReading | None:
    target = found.slots[template.object] if template.object else None
    wording = None if target == subject else grammar.wording(found, template, subject=subject)
    if wording is None:
        return None
    quote, timed = grammar.quote(found, template, times=times)
    attribution = found.region.attribution
    holder = subject if template.holder is None else found.slots[template.holder]
    words, placing = times.words(timed), grammar.placement(found, times.placing(timed))
    uttered = is_uttered(template.predicate)
    if uttered and words and words in (wording.value or ""):
        # A time in the words of a promise ("tomorrow") says when the promise is to be kept, and not when it is made.
        words, placing = None, Placement.NOW
    begins = uttered and template.phase is Phase.HOLDS and placing is Placement.NOW
    told_by_subject = attribution.holder is None or template.scope is None or attribution.holder == holder
    return StatementReading(
        quote=quote,
        core=StatementCore(
            text=template.text.format_map(wording.names),
            predicate=template.predicate,
            value=wording.value,
            phase=Phase.BEGINS if begins else template.phase,
            scope=template.scope or attribution.scope,
            time=words,
            placing=placing,
            salience=MOST_SALIENCE if template.predicate in _TURNING_POINTS else template.salience,
        ),
        subject=subject,
        object=target,
        participants=tuple(Participant(found.slots[slot], role) for slot, role in template.roles),
        holder=holder if template.scope else attribution.holder,
        tellers=() if told_by_subject or attribution.holder is None else (attribution.holder,),
    )
