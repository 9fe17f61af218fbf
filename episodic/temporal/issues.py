"""What the author should look at: contradictions, open orders, time that cannot be, judgements that clash, dead people who act."""

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
    IssueKind.DEAD_ACTS: 1,
    IssueKind.JUDGEMENT_CONFLICT: 3,
    IssueKind.ORDER_UNKNOWN: 9,
}

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
}


@dataclass(frozen=True, slots=True)
class Voice:
    """In whose name and language issues are written."""

    group_id: str = ""
    language: Language = Language.ENGLISH


def issue(
    kind: IssueKind, evidence: Iterable[Evidence], *, facts: Sequence[str], voice: Voice, last: str = ""
) -> Issue:
    """An issue; its id is made of its kind and quotes, so that it stays the same wherever its chapters move."""
    quotes = sorted(dict.fromkeys(evidence), key=lambda one: (one.told, one.end, one.quote))
    shown = tuple(quotes[:SHOWN])
    uuid = identify("issue", kind.value, last, *(one.quote for one in shown))
    text = WORDS[kind][voice.language].format(quotes=_listed(shown, voice.language), last=last)
    return Issue(uuid, voice.group_id, kind, text, RANKS[kind], shown, tuple(facts))


def timeline_issue(conflict: TimelineConflict, quote: str, voice: Voice) -> Issue:
    """The issue of time words that were set aside."""
    return issue(IssueKind.TIMELINE_CONFLICT, conflict.loop, facts=(), voice=voice, last=quote)


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
    return comma.join(marks.format(quote.quote.strip()) for quote in quotes)
