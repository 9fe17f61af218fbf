"""Statements of an English window: constructions found in its narration and in speech whose speaker is plain."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.extraction.ruled.english_asserted import asserted, in_relative
from episodic.extraction.ruled.english_constructions import CONSTRUCTIONS
from episodic.extraction.ruled.english_everyday import EVERYDAY
from episodic.extraction.ruled.english_patterns import Says
from episodic.extraction.ruled.english_pronouns import OPENER, genders, resolved, says_i
from episodic.extraction.ruled.english_speech import speakers
from episodic.extraction.ruled.leading_time import with_leading_time
from episodic.extraction.ruled.masked import MARKS, PERSON, SPEECH, Masked, Mention, masked, mentions_of
from episodic.extraction.ruled.others_words import stretches
from episodic.extraction.ruled.rules import KnownNode, NameKind, TimeRules
from episodic.model.readings import Participant, Placing, StatementReading, StatementScope, Window
from episodic.model.spans import Span

_PRIVATE = re.compile("[\ue000-\uf8ff]")
_WRAP = re.compile(r"(?<!\n)\n(?!\n)")
_NO_SUBJECT = re.compile(
    r"\b(?:of|to|with|by|from|at|in|on|about|upon|than|like|or|nor|between|against|towards?|into|over|under|behind|beside|"
    r"near|round|through|the|a|an|my|his|her|their|our|your|this|that of|dear|both|said|cried|asked|replied|returned|let|made|"
    r"saw|seen|see|heard|hear|watched|make|bid|bade|help|have|had|not|only|how|whose|"
    r"(?<![,;.:—] )for)\s$",
    re.IGNORECASE,
)
_MY = re.compile(r"\bmy\b")
_MINE = re.compile(r"\b(?:[Mm]y|[Oo]ur)\b")
_EDGE = frozenset(f'.,;:!?\n“”"()—{SPEECH}')
_NO_GIFT = re.compile(
    r"\b(?:look|nod|start|cry|kick|glance|smile|leave|idea|chance|notice|account|turn|opportunity|trouble|time|way|word|"
    r"thought|answer|blow|shake|push|pull|sign|hint|kiss|laugh|groan|feeling|impression|pain|pleasure|attention|hearing|"
    r"lesson|lift|wink|stare|hug|advice|information|thanks|love|rest|lead|lie|example|reason|slip|moment|reading|chase|"
    r"wave|signal|command|order|orders|head|hand|hands|eyes|face|heart|message|news|sense|air|appearance|shock|turns|"
    r"it|that|more|much|rise|way|hope|hopes|promise|history|warning|tap|poke|wide berth|ear|compliments|piece|pause|jump|jerk|gaze|"
    r"notion|habit|scent|information|ovation|regards|apologies|headache|son|daughter|child|baby|boy|girl|days?|week|month|year|minutes?|hours?|seat|seat across|show|cold|fright|scare|grin|smirk|sigh|"
    r"beating|thrashing|scolding|(?!lily)[a-z]+ily|[a-z]*(?:calm|quick|slow|sudden|quiet|gent)ly|kisses|blame|name|cue|strength|courage|comfort|offer|lie|look|best|life|job|permission|"
    r"blessing|blessings|support|trust|consent|call|ring of truth)$"
)
_NO_BURDEN = re.compile(
    r"\b(?:look|air|expression|face|smile|aspect|appearance|point|matter|conversation|weight|message|head|arms|faculty|power|"
    r"way|day|influence|advantage|feelings?|knowledge|secret|idea|it|same|other|others|heart|mind|manner|look|means|"
    r"house|ship|man|men|woman|child|lady|him|her|boy|girl|fact|place)$"
)


_BESIDE = re.compile(
    rf"(?:(?:^|[.!?;,:\n{SPEECH}—] ?|--|(?i:\b(?:and|but|when|while|as|that|so|then|because|where|after)) )(?i:{OPENER})?)(?P<other>{PERSON}) and $"
)
"""Who stands beside a subject, at the start of the clause."""
_SHARED = frozenset(
    "lives_in located_in went_to left visited met member_of feels from_place rescued captured imprisoned_in".split()
)
"""What two of one sentence do or are each for himself."""
_CLAUSE = re.compile(r"\b(?:had|was|were|is|has|have|did|he|she|they|I|it|we|and|but|who|which)\b")
_WHEN = re.compile(r"\b[Ww]hen $")
_LASTING = frozenset("lives_in title appearance character member_of serves age leads holds".split())
_ONCE = frozenset(
    "went_to left met visited told gave obtained discovered fought helped killed wounded rescued captured took".split()
)
"""What happens at a time; what somebody does time and again happened at none."""
_AGAIN = re.compile(r"\b(?:always|usually|often|frequently|occasionally|regularly|rarely|generally|sometimes)\b")
_EVERY = re.compile(
    r" (?:every|each|most|from time to time|whenever|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b", re.IGNORECASE
)
_AT_ONCE = frozenset({"told"})
"""The words that are said may have times of their own: only those before them count."""


@dataclass(frozen=True, slots=True)
class Teller:
    """In whose words a stretch of text speaks."""

    scope: StatementScope
    holder: int | None = None


def statements(
    window: Window, speech: Sequence[Span], *, nodes: Sequence[KnownNode], times: TimeRules
) -> tuple[StatementReading, ...]:
    """What the window says, in the order of the quotes."""
    flat = _PRIVATE.sub("\ufffd", _WRAP.sub(" ", window.text))
    named = mentions_of(nodes)
    letters = {one.span for one in window.voices if one.letter}
    found: list[StatementReading] = []
    for stretch, _ in stretches(window):
        spoken = [Span(max(one.start, stretch.start), min(one.end, stretch.end)) for one in speech]
        spoken = [one for one in spoken if one.start < one.end]
        narrator = _who_says_i(nodes, stretch, without=letters)
        narration = masked(flat, stretch, mentions=named, speech=spoken)
        own = [] if narrator is None else list(says_i(flat, stretch, narrator))
        known = _merged(named, own, [*resolved(narration, genders(nodes), narrator=narrator)])
        narration = masked(flat, stretch, mentions=known, speech=spoken)
        found += _in(flat, narration, Teller(StatementScope.WORLD), speaker=narrator, nodes=nodes, times=times)
        holders = speakers(narration)
        for number, span in enumerate(spoken):
            letter = span in letters
            holder = _who_says_i(nodes, span) if letter else holders.get(number)
            if holder is not None and nodes[holder].kind is NameKind.PERSON:
                inner = span if letter else _inner(flat, span)
                found += _said(flat, inner, holder, named=named, nodes=nodes, times=times)
    kept: dict[tuple[Span, int, str, int | None, str | None], StatementReading] = {}
    for one in sorted(
        found, key=lambda one: (one.quote, one.predicate, one.subject, one.object or -1, one.value or "")
    ):
        kept.setdefault((one.quote, one.subject, one.predicate, one.object, one.value), one)
    return tuple(kept.values())


def _said(
    flat: str, inner: Span, holder: int, *, named: Sequence[Mention], nodes: Sequence[KnownNode], times: TimeRules
) -> Iterator[StatementReading]:
    """What somebody claims in his own words, spoken or written."""
    first = bisect_left(named, inner.start, key=lambda one: one.span.start)
    last = bisect_left(named, inner.end, key=lambda one: one.span.start)
    inside = [one for one in named[first:last] if not _is_i(flat, one.span)]
    words = masked(flat, inner, mentions=_merged(inside, list(says_i(flat, inner, holder)), []))
    return _in(flat, words, Teller(StatementScope.CLAIM, holder), speaker=holder, nodes=nodes, times=times)


def _who_says_i(nodes: Sequence[KnownNode], where: Span, *, without: Collection[Span] = ()) -> int | None:
    """The node whose "I" stands in this stretch, and not in one of those left out."""
    for node in nodes:
        for surface in node.surfaces:
            if surface.text == "I" and surface.shared:
                places = [one for one in surface.spans if not any(span.holds(one) for span in without)]
                if any(where.holds(one) for one in places):
                    return node.index
    return None


def _is_i(text: str, span: Span) -> bool:
    return span.of(text) == "I"


def _merged(named: Sequence[Mention], own: Sequence[Mention], others: Sequence[Mention]) -> list[Mention]:
    return sorted([*named, *own, *others], key=lambda one: one.span.start)


def _in(
    text: str, where: Masked, teller: Teller, *, speaker: int | None, nodes: Sequence[KnownNode], times: TimeRules
) -> Iterator[StatementReading]:
    if not where.nodes:
        return
    spoken = teller.scope is not StatementScope.WORLD
    people = where.text.count(PERSON)
    own = speaker is not None and _MINE.search(where.text) is not None
    for pattern in (*CONSTRUCTIONS, *EVERYDAY):
        if pattern.people > people or (pattern.own and not own) or not (pattern.spoken if spoken else pattern.narrated):
            continue
        for match in pattern.form.finditer(where.text):
            if pattern.opens and not _is_subject(text, where, match.start()):
                continue
            if not asserted(where.text, match):
                continue
            parts = _parts(where, match, speaker)
            if parts is None:
                continue
            found = Found(text, where, match, parts, nodes, speaker)
            for says in pattern.says:
                for one in _each(found, says) if pattern.opens else (found,):
                    reading = _reading(one, says, teller=teller, times=times)
                    if reading is not None:
                        yield reading


def _is_subject(text: str, where: Masked, place: int) -> bool:
    """Whether the person at *place* of the masked text can be the subject of what follows: of a pronoun the form says it."""
    if where.text[place] == PERSON:
        word = text[where.origins[place] : where.origins[place + 1]]
        if word in ("me", "I", "He", "She", "he", "she"):
            return word != "me"
    before = max(0, place - 24)
    return _NO_SUBJECT.search(where.text, before, place) is None and not in_relative(where.text, place)


@dataclass(frozen=True, slots=True)
class Found:
    """A construction found in the text: its match, who plays which part, and the nodes of the window."""

    text: str
    where: Masked
    match: re.Match[str]
    parts: Mapping[str, int]
    nodes: Sequence[KnownNode]
    speaker: int | None
    """Who says I where it was found."""

    @property
    def repeated(self) -> bool:
        """Whether it says that this was so time and again."""
        text = self.where.text
        return bool(_AGAIN.search(text, *self.match.span()) or _EVERY.match(text, self.match.end()))

    @property
    def quote(self) -> Span:
        """The clauses that say it."""
        return _clauses(self.where, *self.match.span())


def _each(found: Found, says: Says) -> Iterator[Found]:
    """The construction for its subject, and for whoever does the same beside him: Marcus and Elena moved to Port Ellis."""
    yield found
    if says.predicate not in _SHARED or says.subject != "s":
        return
    beside = _BESIDE.search(found.where.text, max(0, found.match.start() - 60), found.match.start())
    if beside is not None:
        other = found.where.nodes[beside.start("other")]
        if other not in found.parts.values():
            yield replace(found, parts={**found.parts, "s": other})


def _parts(where: Masked, match: re.Match[str], speaker: int | None) -> dict[str, int] | None:
    """Who plays which part; None where the parts do not fit together. Somebody's own kin is the speaker's."""
    parts = {
        part: where.nodes[match.start(part)]
        for part, words in match.groupdict().items()
        if words is not None and len(words) == 1 and match.start(part) in where.nodes
    }
    if "k" in match.groupdict() and match["k"] is not None and "o" not in parts:
        if speaker is None:
            return None
        parts["o"] = speaker
    return None if "o" in parts and parts.get("s") == parts["o"] else parts


def _reading(found: Found, says: Says, *, teller: Teller, times: TimeRules) -> StatementReading | None:
    subject = found.parts.get(says.subject)
    target = found.parts.get(says.object) if says.object else None
    if subject is None or (says.object and target is None) or target == subject:
        return None
    if says.predicate in _ONCE and found.repeated:
        return None
    value = " ".join(found.where.span(*found.match.span(says.value)).of(found.text).split()) if says.value else None
    if value is not None and not _fits(says.predicate, value):
        return None
    names = {part: words for part, words in found.match.groupdict().items() if words is not None}
    names.update({part: _called(found.nodes[node], first=part == says.subject) for part, node in found.parts.items()})
    if value is not None:
        names["v"] = (
            _MY.sub(f"{_called(found.nodes[found.speaker], first=False)}'s", value)
            if found.speaker is not None
            else value
        )
    if says.predicate == "dead" and teller.holder is None and subject == found.speaker:
        return None
    quote, words = _quote(found, times)
    if says.predicate in _AT_ONCE:
        words = found.text[quote.start : found.where.span(*found.match.span()).end]
    return StatementReading(
        quote=quote,
        text=says.text.format_map(names),
        subject=subject,
        predicate=says.predicate,
        object=target,
        value=value,
        participants=tuple(Participant(found.parts[part], role) for part, role in says.roles),
        phase=says.phase,
        scope=says.scope or teller.scope,
        holder=subject if says.scope else teller.holder,
        tellers=() if teller.holder is None or says.scope is None or teller.holder == subject else (teller.holder,),
        time=times.words(words),
        placing=_placing(found, says, times.placing(words)),
    )


def _quote(found: Found, times: TimeRules) -> tuple[Span, str]:
    """The clauses that say it, with words before them that say when, and nothing of their own; and their text."""
    own = found.quote
    quote = with_leading_time(found.text, own, times)
    if _CLAUSE.search(found.text, quote.start, own.start):
        quote = own
    return quote, quote.of(found.text)


def _placing(found: Found, says: Says, placed: Placing) -> Placing:
    """Where it stands; what was so "when I was a blacksmith" is over by then."""
    if (
        placed is Placing.NOW
        and says.predicate in _LASTING
        and _WHEN.search(found.where.text, max(0, found.match.start() - 6), found.match.start())
    ):
        return Placing.BACK
    return placed


def _called(node: KnownNode, *, first: bool) -> str:
    """The node's name on one line; a narrator without a name is called the narrator."""
    if node.name == "I":
        return "The narrator" if first else "the narrator"
    return " ".join(node.name.split())


def _fits(predicate: str, value: str) -> bool:
    """Whether a value is a thing that can be given or held."""
    if any(mark in value for mark in MARKS + SPEECH):
        return False
    if predicate in ("gave", "obtained"):
        return not _NO_GIFT.search(value)
    return predicate != "holds" or not _NO_BURDEN.search(value)


def _clauses(where: Masked, start: int, end: int) -> Span:
    """The match widened to the edges of its clauses, in the window."""
    text = where.text
    while start > 0 and text[start - 1] not in _EDGE and text[start - 2 : start] != "--":
        start -= 1
    while end < len(text) and text[end] not in _EDGE and text[end : end + 2] != "--" and text[end - 1] not in _EDGE:
        end += 1
    while start < end and (text[start].isspace() or text[start] in _EDGE):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in _EDGE):
        end -= 1
    return where.span(start, end)


def _inner(text: str, span: Span) -> Span:
    """Speech without its marks."""
    closed = span.end - span.start > 1 and text[span.end - 1] in "”\"’'"
    return Span(span.start + 1, span.end - 1 if closed else span.end)
