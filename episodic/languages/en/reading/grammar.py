"""The English implementation of `StatementGrammar`, with the rules that turn matches of constructions into statements."""

from __future__ import annotations

import re
from collections.abc import Iterator

from episodic.extraction.rule_based.construction_index import ConstructionIndex
from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.extraction.rule_based.language_rules import KnownNode, TimeRules
from episodic.extraction.rule_based.leading_time import with_leading_time
from episodic.extraction.rule_based.masked_text import MARKS, PERSON, SPEECH
from episodic.extraction.rule_based.statement_extraction import (
    ConstructionMatch,
    MaskedRegion,
    Wording,
    clause_span,
    filled_slots,
)
from episodic.languages.en.reading.assertion import ends_relative_clause, is_asserted, is_presupposed
from episodic.languages.en.reading.constructions import CONSTRUCTIONS
from episodic.languages.en.reading.everyday_actions import EVERYDAY_ACTIONS
from episodic.languages.en.reading.pronouns import OPENER
from episodic.languages.en.reading.word_lists import any_of
from episodic.model.readings import Placement
from episodic.model.spans import Span

_BEFORE_NO_SUBJECT = re.compile(
    r"\b(?:of|to|with|by|from|at|in|on|about|upon|than|like|or|nor|between|against|towards?|into|over|under|behind|beside|"
    r"near|round|through|the|a|an|my|his|her|their|our|your|this|that of|dear|both|said|cried|asked|replied|returned|let|made|"
    r"saw|seen|see|heard|hear|watched|make|bid|bade|help|have|had|not|only|how|whose|"
    r"(?<![,;.:—] )for)\s$",
    re.IGNORECASE,
)
"""Pattern of words before a name that is not the subject of a clause.

The words before a name that is not a subject are, for example, prepositions, determiners, and verbs with the name as
their object.
"""
_FIRST_PERSON = re.compile(r"\b(?P<own>my)\b|(?<!['’])\b(?:I|me)\b(?!['’])")
_CLAUSE_EDGES = frozenset(f'.,;:!?\n“”"()—{SPEECH}')
_ADVERB = rf"(?!{any_of('nouns_in_ily')}$)[a-z]+ily|[a-z]*(?:calm|quick|slow|sudden|quiet|gent)ly"
_NON_GIFT = re.compile(rf"\b(?:{any_of('non_gifts')}|{_ADVERB})$")
"""Pattern of the end of an object that is no real gift, such as "a look" in "gave him a look". The pattern also matches
an adverb after an object.
"""
_NON_SIGHT = re.compile(rf"\b{any_of('non_sights')}$")
_MORE = re.compile(r"(?:some|a little|another|the) (?:more|following)\b")
"""Pattern of words that refer to more of the same, such as "a little more". The pattern also matches words that refer
to what follows in the text, such as "the following".
"""
_NON_POSSESSION = re.compile(rf"\b{any_of('non_possessions')}$")
_COORDINATED = re.compile(
    rf"(?:(?:^|[.!?;,:\n{SPEECH}—] ?|--|(?i:\b(?:and|but|when|while|as|that|so|then|because|where|after)) )(?i:{OPENER})?)(?i:both |namely )?(?P<others>(?:{PERSON}, )*{PERSON}),? and $"
)
"""Pattern of the text before the last of several coordinated subjects ("Marcus and" in "Marcus and Elena moved"), from
the start of their clause on.
"""
_COORDINATED_REACH = 60
_DISTRIBUTIVE = frozenset(
    "lives_in located_in went_to left visited met member_of feels from_place rescued captured imprisoned_in dead".split()
)
"""Predicates that hold for each of several coordinated subjects alone, as in "Marcus and Elena moved to Port Ellis"."""
_CLAUSE = re.compile(r"\b(?:had|was|were|is|has|have|did|he|she|they|I|it|we|and|but|who|which)\b")
_WHEN = re.compile(r"\b[Ww]hen $")
_STATES = frozenset("lives_in located_in title appearance character member_of serves age leads holds".split())
_EVENTS = frozenset(
    "asked struck went_to left met visited told gave obtained discovered fought helped killed wounded rescued captured took".split()
)
"""Predicates for single events. A sentence about a repeated event yields no statement with a predicate for single
events.
"""
_HABITUALLY = re.compile(r"\b(?:always|usually|often|frequently|occasionally|regularly|rarely|generally|sometimes)\b")
_REPEATEDLY = re.compile(
    r" (?:every|each|most|from time to time|whenever|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b", re.IGNORECASE
)
_WE = frozenset(("we", "We"))
_REPORTS = frozenset({"told"})
"""Predicates such as "told", after which the clause goes on with reported speech.

In a statement about reported speech, only time words before the reported speech apply.
"""
_CONSTRUCTIONS = (*CONSTRUCTIONS, *EVERYDAY_ACTIONS)
_OF_NARRATION = ConstructionIndex.of([one for one in _CONSTRUCTIONS if one.in_narration])
_OF_SPEECH = ConstructionIndex.of([one for one in _CONSTRUCTIONS if one.in_speech])


class EnglishGrammar:
    def parts(self, region: MaskedRegion) -> Iterator[tuple[int, int, ConstructionIndex]]:
        """Yield the whole text of the region as one part. English text is not divided into sentences, because English
        constructions declare no characters by which a sentence could be skipped.
        """
        yield 0, len(region.masked.text), _OF_SPEECH if region.is_claim else _OF_NARRATION

    def is_asserted(self, region: MaskedRegion, construction: Construction, match: re.Match[str]) -> bool:
        """Return whether the sentence of *match* says that the matched event or state is true.

        The result is False for a match that must begin with the subject of its clause but begins with another word.
        """
        if construction.subject_first and not _is_subject(region, match.start()):
            return False
        if construction.is_presupposed and not region.is_claim:
            return is_presupposed(region.masked.text, match)
        return is_asserted(region.masked.text, match)

    def slots(self, region: MaskedRegion, construction: Construction, match: re.Match[str]) -> dict[str, int] | None:
        """Return the index of the node that fills each slot of the construction, such as the slot of the subject.
        Return None if subject and object are the same node, or if the match is about a relative of an unknown speaker
        ("my sister").
        """
        del construction
        slots = filled_slots(region, match)
        if match.groupdict().get("k") is not None and "o" not in slots:
            if region.first_person is None:
                return None
            slots["o"] = region.first_person
        return None if "o" in slots and slots.get("s") == slots["o"] else slots

    def subjects(self, found: ConstructionMatch, template: StatementTemplate) -> Iterator[int]:
        """Yield the subject of the match, and then the subjects that are coordinated with it, if the predicate holds
        for each of them alone. For example, "Marcus and Elena moved to Port Ellis" yields Elena, who stands before the
        verb, and then Marcus.
        """
        yield found.slots[template.subject]
        if not found.construction.subject_first or template.predicate not in _DISTRIBUTIVE:
            return
        masked, start = found.region.masked, found.regex_match.start()
        if found.regex_match.start(template.subject) != start:
            return
        before = _COORDINATED.search(masked.text, max(0, start - _COORDINATED_REACH), start)
        for offset in range(*before.span("others")) if before is not None else ():
            other = masked.nodes.get(offset)
            if other is not None and other not in found.slots.values():
                yield other

    def wording(self, found: ConstructionMatch, template: StatementTemplate, *, subject: int) -> Wording | None:
        """Return the wording of the statement, or None if the match must not yield a statement.

        A match yields no statement if its event is repeated, or if its state has ended ("when I was a blacksmith"). A
        match also yields no statement if its value contains a mention or does not suit the predicate. A match in which
        a narrator tells his or her own death yields no statement. A match about what "we" did yields a statement about
        the narrator only if the predicate holds for each person alone.
        """
        region = found.region
        if template.predicate in _STATES and _is_in_when_clause(found):
            return None
        if template.predicate in _EVENTS and _is_repeated(found):
            return None
        if template.predicate not in _DISTRIBUTIVE and _names_we(found):
            return None
        value = found.value(template)
        if value is not None:
            value = " ".join(value.split())
            if not _is_fitting_value(template.predicate, value):
                return None
        if template.predicate == "dead" and region.attribution.holder is None and subject == region.first_person:
            return None
        slots = {**found.slots, template.subject: subject}
        names = found.groups()
        names |= {
            slot: _display_name(region.nodes[node], first=slot == template.subject) for slot, node in slots.items()
        }
        if value is not None:
            names["v"] = value
            if region.first_person is not None:
                names["v"] = _third_person(value, _display_name(region.nodes[region.first_person], first=False))
        return Wording(value, names)

    def quote(self, found: ConstructionMatch, template: StatementTemplate, *, times: TimeRules) -> tuple[Span, str]:
        """Return the span of the quote of the match, and the text whose time words apply to the statement.

        The quote consists of the clauses that contain the match. A time phrase that opens the sentence ("in May,") is
        added to the quote, unless it contains a clause ("when she came,").
        """
        text, masked = found.region.text, found.region.masked
        edges = clause_span(masked.text, *found.regex_match.span(), edges=_CLAUSE_EDGES, dash="--")
        clauses = masked.span(*edges)
        quote = with_leading_time(text, clauses, times)
        if _CLAUSE.search(text, quote.start, clauses.start):
            quote = clauses
        if template.predicate in _REPORTS:
            return quote, text[quote.start : masked.span(*found.regex_match.span()).end]
        return quote, quote.of(text)

    def placement(self, found: ConstructionMatch, placed: Placement) -> Placement:
        del found
        return placed


def _is_subject(region: MaskedRegion, offset: int) -> bool:
    """Return whether the mention at *offset* of the masked text, in which placeholders stand for mentions, can be the
    subject of a clause.

    The pronouns "I", "he" and "she" always count as subjects, and "me" never does.
    """
    masked = region.masked
    if masked.text[offset] == PERSON:
        surface = region.text[masked.origins[offset] : masked.origins[offset + 1]]
        if surface in ("me", "I", "He", "She", "he", "she", *_WE):
            return surface != "me"
    before = max(0, offset - 24)
    return _BEFORE_NO_SUBJECT.search(masked.text, before, offset) is None and not ends_relative_clause(
        masked.text, offset
    )


def _is_in_when_clause(found: ConstructionMatch) -> bool:
    """Return whether the match stands directly after "when". A state in a when-clause ("when I was a blacksmith") has
    usually ended at the time of the main clause.
    """
    start = found.regex_match.start()
    return _WHEN.search(found.region.masked.text, max(0, start - 6), start) is not None


def _names_we(found: ConstructionMatch) -> bool:
    """Return whether the word "we" fills a slot of the construction, such as the slot of the subject. "We" counts as a
    mention of the narrator only if the predicate holds for each person alone.
    """
    masked, text = found.region.masked, found.region.text
    starts = (found.regex_match.start(slot) for slot in found.slots if slot in found.regex_match.groupdict())
    return any(start >= 0 and masked.span(start, start + 1).of(text) in _WE for start in starts)


def _is_repeated(found: ConstructionMatch) -> bool:
    text = found.region.masked.text
    return bool(_HABITUALLY.search(text, *found.regex_match.span()) or _REPEATEDLY.match(text, found.regex_match.end()))


def _display_name(node: KnownNode, *, first: bool) -> str:
    """Return the name of a node as it is written in a statement's sentence, with single spaces in place of line breaks.

    A narrator without a name is called "the narrator". If *first* is true, the name begins a sentence, and a role such
    as "the captain" gets a capital letter.
    """
    if node.name == "I":
        return "The narrator" if first else "the narrator"
    name = " ".join(node.name.split())
    return f"{name[0].upper()}{name[1:]}" if first and name.startswith(("the ", "my ")) else name


def _third_person(words: str, speaker: str) -> str:
    """Return *words* with the name of the speaker in place of "I", "me" and "my"."""
    return _FIRST_PERSON.sub(lambda match: f"{speaker}'s" if match["own"] else speaker, words)


def _is_fitting_value(predicate: str, value: str) -> bool:
    """Return whether the value contains no mention and can be the value of the predicate.

    If the predicate means giving or having, the value must be a thing that a person can give or have.
    """
    if any(mark in value for mark in MARKS + SPEECH):
        return False
    if predicate in ("gave", "obtained"):
        return not (_NON_GIFT.search(value) or _MORE.match(value))
    if predicate == "discovered":
        return not (_NON_GIFT.search(value) or _NON_SIGHT.search(value))
    return predicate != "holds" or not _NON_POSSESSION.search(value)
