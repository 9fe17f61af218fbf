"""What the author should look at: every kind of issue with its rank, its plain sentence in both languages and a stable id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from episodic.model.episodes import Language
from episodic.model.graph import Issue, IssueKind
from episodic.model.ids import identify
from episodic.model.spans import Evidence
from episodic.temporal.chronology_layout import TimelineConflict
from episodic.temporal.exclusion import JudgementConflict

SHOWN = 8
"""An issue shows at most this many quotes."""

RANKS = {
    IssueKind.TIMELINE_CONFLICT: 0,
    IssueKind.CONTRADICTION: 0,
    IssueKind.TWO_PLACES_AT_ONCE: 1,
    IssueKind.DEAD_ACTS: 1,
    IssueKind.KNOWLEDGE_BEFORE_LEARNING: 2,
    IssueKind.JUDGEMENT_CONFLICT: 3,
    IssueKind.IDENTITY_SUSPECTED: 5,
    IssueKind.QUOTE_REJECTED: 8,
    IssueKind.ORDER_UNKNOWN: 9,
}
"""How pressing each kind is, 0 the most: what cannot be true, then what was judged or read in doubt, then what stays open."""

WORDS: dict[IssueKind, dict[Language, str]] = {
    IssueKind.CONTRADICTION: {
        Language.ENGLISH: "These cannot all be true at once: {quotes}.",
        Language.CHINESE: "以下说法不能同时成立：{quotes}。",
    },
    IssueKind.ORDER_UNKNOWN: {
        Language.ENGLISH: "The text does not say which of these came first, so both stay open: {quotes}.",
        Language.CHINESE: "文中没有说明以下各项孰先孰后，因此都未作了结：{quotes}。",
    },
    IssueKind.TIMELINE_CONFLICT: {
        Language.ENGLISH: "These times do not fit together; “{last}” was set aside: {quotes}.",
        Language.CHINESE: "以下时间互相矛盾，“{last}”暂不采用：{quotes}。",
    },
    IssueKind.JUDGEMENT_CONFLICT: {
        Language.ENGLISH: "What was judged of these does not fit together; the earlier judgement stands: {quotes}.",
        Language.CHINESE: "对以下各处的判断互相冲突，以先前的判断为准：{quotes}。",
    },
    IssueKind.DEAD_ACTS: {
        Language.ENGLISH: "Somebody acts who is dead at that time: {quotes}.",
        Language.CHINESE: "此时已死之人仍有行动：{quotes}。",
    },
    IssueKind.TWO_PLACES_AT_ONCE: {
        Language.ENGLISH: "Somebody is in two places at the same moment: {quotes}.",
        Language.CHINESE: "同一个人在同一时刻身处两地：{quotes}。",
    },
    IssueKind.KNOWLEDGE_BEFORE_LEARNING: {
        Language.ENGLISH: "Somebody knows something before the story lets them learn it: {quotes}.",
        Language.CHINESE: "有人在得知之前便已知情：{quotes}。",
    },
    IssueKind.IDENTITY_SUSPECTED: {
        Language.ENGLISH: "These may be one and the same, which the text does not settle: {quotes}.",
        Language.CHINESE: "以下各处所指可能是同一个，文中未能断定：{quotes}。",
    },
    IssueKind.QUOTE_REJECTED: {
        Language.ENGLISH: "What was read here was not taken in, since its quote does not stand in the text: {quotes}.",
        Language.CHINESE: "此处读出的内容未被采用，因为所引原文在文中找不到：{quotes}。",
    },
}


AGAIN = {
    Language.ENGLISH: "One event cannot have all these times: {quotes}.",
    Language.CHINESE: "同一件事不可能有以下各个时间：{quotes}。",
}


@dataclass(frozen=True, slots=True)
class Voice:
    """In whose name and language issues are written."""

    group_id: str = ""
    language: Language = Language.ENGLISH


def issue(kind: IssueKind, evidence: Iterable[Evidence], *, facts: Sequence[str], voice: Voice) -> Issue:
    """An issue; its id is made of its kind and quotes, so that it stays the same wherever its chapters move."""
    return _issue(kind, evidence, WORDS[kind][voice.language], facts=facts, voice=voice)


def timeline_issue(conflict: TimelineConflict, words: str | None, voice: Voice) -> Issue:
    """The issue of time words that do not fit; *words* are those that were set aside."""
    kind = IssueKind.TIMELINE_CONFLICT
    text = AGAIN[voice.language] if conflict.again else WORDS[kind][voice.language]
    return _issue(kind, conflict.loop, text, facts=(), voice=voice, last=words or conflict.loop[-1].quote)


def _issue(
    kind: IssueKind, evidence: Iterable[Evidence], text: str, *, facts: Sequence[str], voice: Voice, last: str = ""
) -> Issue:
    quotes = sorted(dict.fromkeys(evidence), key=lambda one: (one.told, one.end, one.quote))
    shown = tuple(quotes[:SHOWN])
    uuid = identify("issue", kind.value, *(one.quote for one in shown))
    said = text.format(quotes=_listed(shown, voice.language), last=last)
    return Issue(uuid, voice.group_id, kind, said, RANKS[kind], shown, tuple(facts))


def judgement_issue(conflict: JudgementConflict, voice: Voice) -> Issue:
    """The issue of a judgement that does not stand."""
    verdicts = (conflict.refused, *conflict.against)
    return issue(
        IssueKind.JUDGEMENT_CONFLICT, (one for verdict in verdicts for one in verdict.evidence), facts=(), voice=voice
    )


def ranked(issues: Iterable[Issue]) -> tuple[Issue, ...]:
    """Issues, the most pressing first, then as they are told; one that is raised twice is there once, with all its facts."""
    by_id: dict[str, Issue] = {}
    for one in issues:
        known = by_id.get(one.uuid)
        by_id[one.uuid] = one if known is None else _merged(known, one)
    return tuple(sorted(by_id.values(), key=_place))


def _place(one: Issue) -> tuple[int, tuple[tuple[int, int], ...], str]:
    return (one.rank, tuple((quote.told.order, quote.told.offset) for quote in one.evidence), one.uuid)


def _merged(one: Issue, other: Issue) -> Issue:
    facts = tuple(dict.fromkeys((*one.facts, *other.facts)))
    return Issue(one.uuid, one.group_id, one.kind, one.text, one.rank, one.evidence, facts, one.waived)


def _listed(quotes: Sequence[Evidence], language: Language) -> str:
    marks, comma = ("“{}”", "；") if language is Language.CHINESE else ("“{}”", "; ")
    return comma.join(marks.format(" ".join(quote.quote.split())) for quote in quotes)
