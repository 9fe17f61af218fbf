"""Statements of a Chinese window: constructions found in its narration and in speech whose speaker is plain."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from episodic.extraction.ruled.chinese_asserted import asserted
from episodic.extraction.ruled.chinese_constructions import CONSTRUCTIONS
from episodic.extraction.ruled.chinese_lexicon import HAN
from episodic.extraction.ruled.chinese_patterns import Pattern, Says
from episodic.extraction.ruled.chinese_pronouns import resolved, speaker_says_i
from episodic.extraction.ruled.chinese_speech import speakers
from episodic.extraction.ruled.leading_time import with_leading_time
from episodic.extraction.ruled.masked import PERSON, Masked, masked, mentions_of
from episodic.extraction.ruled.rules import KnownNode, NameKind, TimeRules
from episodic.model.readings import Participant, StatementReading, StatementScope
from episodic.model.spans import Span
from episodic.model.surnames import surname_of

_MY_NAME = re.compile(
    f"[^。！？：]{{0,6}}(?:某|吾|我|小将|小人|在下)姓[{HAN}]{{1,2}}，?(?:单)?名[{HAN}]{{1,2}}，?(?:表)?字(?P<s>{PERSON})"
)


@dataclass(frozen=True, slots=True)
class Teller:
    """In whose words a stretch of text speaks."""

    scope: StatementScope
    holder: int | None = None


def statements(
    text: str, *, speech: Sequence[Span], nodes: Sequence[KnownNode], times: TimeRules
) -> tuple[StatementReading, ...]:
    """What the window says, in the order of the quotes."""
    mentions = mentions_of(nodes)
    known = sorted([*mentions, *resolved(text, mentions, outside=speech)], key=lambda one: one.span.start)
    narration = masked(text, Span(0, len(text)), mentions=known, speech=speech)
    found = list(_in(text, narration, Teller(StatementScope.WORLD), nodes=nodes, times=times))
    known_speakers = speakers(narration)
    starts = [one.span.start for one in mentions]
    for number, span in enumerate(speech):
        inner = _inner(text, span)
        inside = mentions[bisect_left(starts, inner.start) : bisect_left(starts, inner.end)]
        words = masked(text, inner, mentions=inside)
        holder = known_speakers.get(number, _introducing_himself(words))
        if holder is None:
            continue
        if nodes[holder].kind is NameKind.PERSON:
            said = sorted([*inside, *speaker_says_i(text, inner, holder)], key=lambda one: one.span.start)
            words = masked(text, inner, mentions=said) if len(said) > len(inside) else words
        if words.nodes:
            found += _in(text, words, Teller(StatementScope.CLAIM, holder), nodes=nodes, times=times)
    kept: dict[tuple[Span, int, str, int | None, str | None], StatementReading] = {}
    for one in sorted(
        found, key=lambda one: (one.quote, one.predicate, one.subject, one.object or -1, one.value or "")
    ):
        kept.setdefault((one.quote, one.subject, one.predicate, one.object, one.value), one)
    return tuple(kept.values())


def _introducing_himself(words: Masked) -> int | None:
    """Who speaks by his own words, where he begins with his name (某姓贺，名翎，字伯衡)."""
    match = _MY_NAME.match(words.text)
    return words.nodes[match.start("s")] if match else None


def _in(
    text: str, where: Masked, teller: Teller, *, nodes: Sequence[KnownNode], times: TimeRules
) -> Iterator[StatementReading]:
    spoken = teller.scope is not StatementScope.WORLD
    for pattern in CONSTRUCTIONS:
        if spoken and not pattern.spoken:
            continue
        for match in pattern.form.finditer(where.text):
            if not asserted(where.text, match, pattern=pattern, spoken=spoken):
                continue
            parts = _parts(text, where, match, pattern=pattern, nodes=nodes)
            if parts is None:
                continue
            found = Found(text, where, match, parts, nodes)
            for says in found.said(pattern.says):
                for subject in found.subjects(says, acts=pattern.acts):
                    reading = _reading(found, says, subject=subject, teller=teller, times=times)
                    if reading is not None:
                        yield reading


@dataclass(frozen=True, slots=True)
class Found:
    """A construction found in the text: its match, who plays which part, and the nodes of the window."""

    text: str
    where: Masked
    match: re.Match[str]
    parts: Mapping[str, int]
    nodes: Sequence[KnownNode]

    @property
    def quote(self) -> Span:
        """The clauses that say it."""
        return _clauses(self.text, self.where.span(*self.match.span()))

    def said(self, says: Sequence[Says]) -> Iterator[Says]:
        """What of *says* this match says: that whose parts are there."""
        return (one for one in says if all(self.match[part] is not None for part in one.when))

    def subjects(self, says: Says, *, acts: bool) -> list[int]:
        """The subject, and those who are listed before him and do the same (王平、张嶷守住)."""
        found = [self.parts[says.subject]]
        place = self.match.start()
        if acts and says.subject == "s" and place == self.match.start("s"):
            text = self.where.text
            while place >= 2 and text[place - 1] in "、和与跟同及" and text[place - 2] == PERSON:
                place -= 2
                found.append(self.where.nodes[place])
        return found


def _parts(
    text: str, where: Masked, match: re.Match[str], *, pattern: Pattern, nodes: Sequence[KnownNode]
) -> dict[str, int] | None:
    """Who plays which part; None where the parts do not fit together."""
    parts = {
        part: where.nodes[match.start(part)]
        for part, words in match.groupdict().items()
        if words is not None and len(words) == 1 and match.start(part) in where.nodes
    }
    if pattern.same and parts[pattern.same[0]] != parts[pattern.same[1]]:
        return None
    if pattern.kin:
        relative = _of_one_surname(text, where, match.start(), surname=surname_of(nodes[parts["s"]].name))
        if relative is None:
            return None
        parts["o"] = relative
    return None if "o" in parts and parts.get("s") == parts["o"] else parts


def _of_one_surname(text: str, where: Masked, place: int, *, surname: str) -> int | None:
    """The person named last before *place* by a name that begins with *surname*: in the sentence, or just before it.

    Where the sentence names persons already and none of them fits, nobody does.
    """
    start = max(where.text.rfind("\n", 0, place) + 1, place - 60)
    sentence = max(where.text.rfind(stop, 0, place) for stop in "。！？")
    others = False
    for before in range(place - 1, start - 1, -1):
        if others and before < sentence:
            return None
        if surname and where.text[before] == PERSON:
            if text.startswith(surname, where.origins[before]):
                return where.nodes[before]
            others = True
    return None


def _reading(found: Found, says: Says, *, subject: int, teller: Teller, times: TimeRules) -> StatementReading | None:
    target = found.parts[says.object] if says.object else None
    if target == subject:
        return None
    value = found.where.span(*found.match.span(says.value)).of(found.text) if says.value else None
    names = {part: words for part, words in found.match.groupdict().items() if words is not None}
    names.update({part: found.nodes[node].name for part, node in found.parts.items()})
    names[says.subject] = found.nodes[subject].name
    if value is not None:
        if value == names[says.subject]:
            return None
        names["v"] = value
    quote = with_leading_time(found.text, found.quote, times)
    words = quote.of(found.text)
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
        placing=times.placing(words),
    )


_EDGE = frozenset("，。！？；：\n“”「」『』‘’")


def _clauses(text: str, span: Span) -> Span:
    """*span* widened to the edges of its clauses."""
    start, end = span.start, span.end
    while start > 0 and text[start - 1] not in _EDGE:
        start -= 1
    while end < len(text) and text[end] not in _EDGE and text[end - 1] not in _EDGE:
        end += 1
    while start < end and (text[start].isspace() or text[start] in _EDGE):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in _EDGE):
        end -= 1
    return Span(start, end)


def _inner(text: str, span: Span) -> Span:
    """Speech without its marks."""
    closed = span.end - span.start > 1 and text[span.end - 1] in "”」』’"
    return Span(span.start + 1, span.end - 1 if closed else span.end)
