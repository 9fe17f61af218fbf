"""Extracts the statements of a Chinese window (a part of a chapter) from its narration, and from quotations whose
speaker is known.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from episodic.extraction.rule_based.construction_index import ConstructionIndex
from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.extraction.rule_based.language_rules import KnownNode, NameKind, TimeRules
from episodic.extraction.rule_based.leading_time import with_leading_time
from episodic.extraction.rule_based.masked_text import (
    PERSON,
    MaskedText,
    Mention,
    mask,
    mentions_of,
    without_private_characters,
)
from episodic.extraction.rule_based.statement_extraction import (
    ConstructionMatch,
    MaskedRegion,
    StatementSource,
    Wording,
    clause_span,
    extract_statements,
    filled_slots,
    first_words,
    inside_quotation,
    unique_in_order,
)
from episodic.languages.zh.reading.assertion import is_asserted
from episodic.languages.zh.reading.constructions import CONSTRUCTIONS
from episodic.languages.zh.reading.deaths import ACROSS_SENTENCES
from episodic.languages.zh.reading.omitted_subjects import is_planned, omitted_object, omitted_subject
from episodic.languages.zh.reading.pronouns import resolve_third_person, speaker_pronouns
from episodic.languages.zh.reading.speakers import speakers
from episodic.languages.zh.reading.word_lists import HAN
from episodic.model.readings import Placement, StatementReading, StatementScope
from episodic.model.spans import Span
from episodic.text.personal_names import surname_of

_SELF_INTRODUCTION = re.compile(
    f"[^。！？：]{{0,6}}(?:某|吾|我|小将|小人|在下)姓[{HAN}]{{1,2}}，?(?:单)?名[{HAN}]{{1,2}}，?(?:表)?字(?P<s>{PERSON})"
)
_SENTENCE = re.compile(r"[^。！？\n]+[。！？\n]*")
_LISTED = re.compile(f"{PERSON}[、和与跟同及]$")
_SIDE_BY_SIDE = re.compile(f"{PERSON}、$")
_LISTED_WITH_TITLE = re.compile(f"{PERSON}[、和与跟同及][^{PERSON}，。！？；：、\\n“”]{{0,6}}$")
"""Pattern of the text before the last person of a list: the person before, a comma or "and", and a title of the last
person.
"""
_ALL = re.compile("[皆俱尽都悉]|[二两三四五六七八九十]+[人将员个]|(?:已|既)(?:死|亡|卒|故|丧|薨)")
_LIST_REACH = 12
_CLAUSE_EDGES = frozenset("，。！？；：\n“”「」『』‘’")
_CLOSING_MARKS = "”」』’"
_DONE_TO_ANOTHER = re.compile(
    "[令命教叱喝唤呼](?:人|武士|左右|军士|刀斧手|狱卒|众|士卒|从人|家人|宫人|内侍|力士|甲士)|(?<!自)[勒缢绞鸩毒射刺砍劈杀斩打击搠]死[于在]"
)
"""Pattern of words which show that the subject of a clause kills somebody else or orders it. In a clause with words
such as 命武士 or 勒死于, somebody other than the subject dies.
"""
_REASON = re.compile(r"(?:^|[，。；！？：\n])(?:[只皆盖原]?因|自从?)$")
"""Pattern of 因, 自 or a similar word before an event that is the reason or the date of another event."""
_YOUTH_REACH = 60
_AFTER_YOUTH = re.compile(f"(?:自幼|自小|幼时|少时|{PERSON}(?:少|幼)|字{PERSON})[^\n]{{0,{_YOUTH_REACH}}}[。；]后$")
"""Pattern of text such as 自幼好学。后, which tells of somebody's youth and ends with 后 ("later") before the next event."""
_CHILD_WORDS = frozenset("子女弟妹")
"""Characters before the name of a child, such as 子 in 长子X. A child in a list of children is not taken for the parent of
the next child.
"""
_KIN_REACH = 60
"""The maximum number of characters between the phrase 其子X ("his son X") and the name of the parent before it."""
_OF_NARRATION = ConstructionIndex.of([one for one in CONSTRUCTIONS if one.in_narration])
_OF_SPEECH = ConstructionIndex.of([one for one in CONSTRUCTIONS if one.in_speech])
_ACROSS_SENTENCES = ConstructionIndex.of(ACROSS_SENTENCES)


class ChineseGrammar:
    def parts(self, region: MaskedRegion) -> Iterator[tuple[int, int, ConstructionIndex]]:
        """Yield the sentences of the text with the constructions that match inside a sentence, and the whole narration
        with the constructions that match across sentences.
        """
        index = _OF_SPEECH if region.is_claim else _OF_NARRATION
        for sentence in _SENTENCE.finditer(region.masked.text):
            yield *sentence.span(), index
        if not region.is_claim:
            yield 0, len(region.masked.text), _ACROSS_SENTENCES

    def is_asserted(self, region: MaskedRegion, construction: Construction, match: re.Match[str]) -> bool:
        return is_asserted(region.masked.text, match, construction=construction, in_speech=region.is_claim)

    def slots(self, region: MaskedRegion, construction: Construction, match: re.Match[str]) -> dict[str, int] | None:
        """Return the index of the node that fills each slot, or None if the match must be ignored.

        A match is ignored if other nodes fill its slots than the construction allows, for example if subject and object
        are the same. A match that omits a person is ignored if the earlier text does not show clearly who is meant.
        """
        slots = filled_slots(region, match)
        if construction.same_node and slots[construction.same_node[0]] != slots[construction.same_node[1]]:
            return None
        if construction.kin_by_surname:
            relative = _kin_by_surname(region, match.start(), surname=surname_of(region.nodes[slots["s"]].name))
            if relative is None:
                return None
            slots["o"] = relative
        named = _from_context(region.masked, construction, match)
        if construction.subject_from_context and not named and is_planned(region.masked.text, match.start()):
            return None
        slots.update({slot: node for slot, (_, node) in named.items()})
        if _kills_another(region.masked.text, construction, match, named):
            return None
        if construction.object_from_context and construction.object_from_context not in slots:
            return None
        return None if "o" in slots and slots.get("s") == slots["o"] else slots

    def subjects(self, found: ConstructionMatch, template: StatementTemplate) -> Iterator[int]:
        """Yield the subject of the match, and the people listed before a subject who acts or dies. The subject acts in
        王平、张嶷守汉中, and dies in 太守贺翎、校尉崔毅皆死于国难.
        """
        yield found.slots[template.subject]
        if template.subject != "s":
            return
        masked, dead = found.region.masked, template.predicate == "dead"
        offset = _named_subject(found)
        if offset is None or not (found.construction.has_agent or dead):
            return
        listed = _LISTED if found.construction.has_agent else _SIDE_BY_SIDE
        if dead and _ALL.match(masked.text, offset + 1):
            listed = _LISTED_WITH_TITLE
        while (other := listed.search(masked.text, max(0, offset - _LIST_REACH), offset)) is not None:
            offset = other.start()
            yield masked.nodes[offset]

    def wording(self, found: ConstructionMatch, template: StatementTemplate, *, subject: int) -> Wording | None:
        """Return the wording of the statement, or None if the value of the statement is the subject's own name."""
        nodes = found.region.nodes
        names = found.groups() | {slot: nodes[node].name for slot, node in found.slots.items()}
        names[template.subject] = nodes[subject].name
        value = found.value(template)
        if value is None:
            return Wording(None, names)
        return None if value == nodes[subject].name else Wording(value, names | {"v": value})

    def quote(self, found: ConstructionMatch, template: StatementTemplate, *, times: TimeRules) -> tuple[Span, str]:
        """Return the span and the text of the statement's quote. The time words in the text of the quote apply to the
        statement.

        The quote consists of the clauses that contain the match. An earlier clause that names an omitted subject or
        object, and the time phrase that opens the sentence, also belong to the quote.
        """
        del template
        text = found.region.text
        start, end = found.regex_match.span()
        named = _from_context(found.region.masked, found.construction, found.regex_match)
        matched = found.region.masked.span(min([start, *(offset for offset, _ in named.values())]), end)
        clauses = Span(*clause_span(text, matched.start, matched.end, edges=_CLAUSE_EDGES))
        quote = with_leading_time(text, clauses, times)
        return quote, quote.of(text)

    def placement(self, found: ConstructionMatch, placed: Placement) -> Placement:
        """Return the placement (NOW, BACK or AHEAD) of a statement. The parameter *placed* is the placement that the
        rules for time words have found. In narration, the placement AHEAD (at a later time) is corrected to NOW, unless
        the statement is an intention. The placement NOW is corrected to BACK (at an earlier time) if the statement is
        the reason of another event. NOW is also corrected to BACK for an event of somebody's youth.

        The placement BACK (at an earlier time) is returned for an event that is the reason of a present event, as in
        因爽被司马懿谋杀. The placement BACK is also returned for an event after 后 ("later") in an account of
        somebody's youth. A construction that asserts something in narration tells what has happened, unless it tells an
        intention. A 将 or 欲 before a match in narration does not mean the future. Such a 将 or 欲 marks an object
        (将赵月斩之), or tells what somebody else was about to do.
        """
        text, start = found.region.masked.text, found.regex_match.start()
        if placed is Placement.AHEAD:
            happened = not (found.region.is_claim or found.construction.is_intention)
            return Placement.NOW if happened else placed
        before = text[max(0, start - _YOUTH_REACH) : start]
        if placed is Placement.NOW and (_REASON.search(before) or _AFTER_YOUTH.search(before)):
            return Placement.BACK
        return placed


_GRAMMAR = ChineseGrammar()


def read_statements(
    text: str, *, speech: Sequence[Span], nodes: Sequence[KnownNode], times: TimeRules
) -> tuple[StatementReading, ...]:
    """Return the statements of the window, in the order of their quotes."""
    text = without_private_characters(text)
    mentions = mentions_of(nodes)
    pronouns = resolve_third_person(text, mentions, outside=speech)
    resolved = sorted([*mentions, *pronouns], key=lambda mention: mention.span.start)
    narration = mask(text, Span(0, len(text)), mentions=resolved, speech=speech)
    found = list(extract_statements(MaskedRegion(text, narration, nodes), _GRAMMAR, times=times))
    named_speakers = speakers(narration)
    found += first_words(text, speech, named_speakers, nodes=nodes, spoke="{}说话了。")
    starts = [mention.span.start for mention in mentions]
    for number, span in enumerate(speech):
        inside = inside_quotation(text, span, closing=_CLOSING_MARKS)
        spoken_mentions = mentions[bisect_left(starts, inside.start) : bisect_left(starts, inside.end)]
        region = _quotation(text, inside, mentions=spoken_mentions, nodes=nodes, speaker=named_speakers.get(number))
        if region is not None:
            found += extract_statements(region, _GRAMMAR, times=times)
    return unique_in_order(found)


def _named_subject(found: ConstructionMatch) -> int | None:
    """Return the offset of the subject with which the match begins, or None if the match begins with no subject. If the
    match omits the subject and is about what is done to somebody, return the offset at which earlier text names the
    subject.
    """
    match = found.regex_match
    if "s" in match.re.groupindex:
        return match.start("s") if match.start("s") == match.start() else None
    if found.construction.has_agent:
        return None
    named = _from_context(found.region.masked, found.construction, match).get("s")
    return named[0] if named else None


def _from_context(masked: MaskedText, construction: Construction, match: re.Match[str]) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    if construction.subject_from_context:
        subject = omitted_subject(masked, match.start(), suffers=not construction.has_agent)
        if subject is not None:
            found[construction.subject_from_context] = subject
    if construction.object_from_context:
        agent = masked.nodes[match.start("s")] if "s" in match.re.groupindex else found.get("s", (0, None))[1]
        target = None if agent is None else omitted_object(masked, match.start(), subject=agent)
        if target is not None:
            found[construction.object_from_context] = target
    return found


def _kills_another(
    text: str, construction: Construction, match: re.Match[str], named: Mapping[str, tuple[int, int]]
) -> bool:
    """Return whether a match about a death tells that its subject kills another person, or orders another's death."""
    if not any(template.predicate == "dead" and template.subject == "s" for template in construction.templates):
        return False
    if "s" not in named and "s" not in match.re.groupindex:
        return False
    offset = named["s"][0] if "s" in named else match.start("s")
    told = text[offset + 1 : match.end()]
    return text[offset - 1] not in "将把" and "被" not in told and _DONE_TO_ANOTHER.search(told) is not None


def _quotation(
    text: str, inside: Span, *, mentions: Sequence[Mention], nodes: Sequence[KnownNode], speaker: int | None
) -> MaskedRegion | None:
    masked = mask(text, inside, mentions=mentions)
    holder = _introduced_speaker(masked) if speaker is None else speaker
    if holder is None:
        return None
    if nodes[holder].kind is NameKind.PERSON:
        own = list(speaker_pronouns(text, inside, holder))
        if own:
            masked = mask(text, inside, mentions=sorted([*mentions, *own], key=lambda mention: mention.span.start))
    return MaskedRegion(text, masked, nodes, StatementSource(StatementScope.CLAIM, holder))


def _introduced_speaker(masked: MaskedText) -> int | None:
    """Return the speaker of a quotation that begins with the speaker's own name, as in 某姓贺，名翎，字伯衡, or None for other
    quotations.
    """
    match = _SELF_INTRODUCTION.match(masked.text)
    return masked.nodes[match.start("s")] if match else None


def _kin_by_surname(region: MaskedRegion, offset: int, *, surname: str) -> int | None:
    """Return the last person named before *offset* whose name begins with *surname*.

    The returned person must be named in the same paragraph and at most _KIN_REACH characters before *offset*. Names of
    children in a list, such as 长子X, are skipped. Return None if nobody with this surname is found, or if the sentence
    of *offset* names only people with other surnames.
    """
    masked = region.masked
    start = max(masked.text.rfind("\n", 0, offset) + 1, offset - _KIN_REACH)
    sentence = max(masked.text.rfind(stop, 0, offset) for stop in "。！？")
    passed_other = False
    for before in range(offset - 1, start - 1, -1):
        if passed_other and before < sentence:
            return None
        if surname and masked.text[before] == PERSON and masked.text[before - 1] not in _CHILD_WORDS:
            if region.text.startswith(surname, masked.origins[before]):
                return masked.nodes[before]
            passed_other = True
    return None
