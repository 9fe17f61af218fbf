"""Builds single issues, and merges and ranks them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from episodic.languages.messages import message_text
from episodic.model.episodes import UNDETERMINED, Language
from episodic.model.graph import Issue, IssueKind
from episodic.model.ids import identify
from episodic.model.spans import Evidence
from episodic.temporal.chronology.layout import TimelineConflict
from episodic.temporal.exclusion import JudgementConflict

MAX_QUOTES = 8
"""The maximum number of quotes that an issue shows."""
MANY_CHAPTERS = 3
"""The maximum number of chapters with an issue of their own about the acts of one dead person."""

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
"""The rank of each kind of issue; 0 is the most urgent."""


@dataclass(frozen=True, slots=True)
class IssueContext:
    """The id of the work to which issues belong (`group_id`), and the language of the issues' messages."""

    group_id: str = ""
    language: Language = UNDETERMINED


def issue(kind: IssueKind, evidence: Iterable[Evidence], *, facts: Sequence[str], issue_context: IssueContext) -> Issue:
    """Return an issue whose id is a hash of its kind and the quotes that it shows. The id stays the same when chapters
    move without changing the order of these quotes.
    """
    return _issue(kind, evidence, f"issues.{kind.value}", facts=facts, issue_context=issue_context)


def timeline_issue(conflict: TimelineConflict, words: str | None, issue_context: IssueContext) -> Issue:
    """Return the issue for a time expression that contradicts others. The message names *words*, the text of the
    ignored time expression. If *words* is None, the message names the last quote of the conflict. If the text gives
    several dates for one named event, the message only shows the quotes and does not say which date was ignored.
    """
    kind = IssueKind.TIMELINE_CONFLICT
    key = "issues.event_times" if conflict.repeats_event else f"issues.{kind.value}"
    return _issue(
        kind, conflict.loop, key, facts=(), issue_context=issue_context, last=words or conflict.loop[-1].quote
    )


def _issue(
    kind: IssueKind,
    evidence: Iterable[Evidence],
    key: str,
    *,
    facts: Sequence[str],
    issue_context: IssueContext,
    last: str = "",
) -> Issue:
    quotes = sorted(dict.fromkeys(evidence), key=lambda one: (one.told, one.end, one.quote))
    shown = tuple(quotes[:MAX_QUOTES])
    uuid = identify("issue", kind.value, *(one.quote for one in shown))
    language = issue_context.language
    message = message_text(key, language, quotes=_listed(shown, language), last=last)
    return Issue(uuid, issue_context.group_id, kind, message, RANKS[kind], shown, tuple(facts))


def judgement_issue(conflict: JudgementConflict, issue_context: IssueContext) -> Issue:
    """Return the issue for a judgement that was ignored because it contradicts earlier judgements."""
    verdicts = (conflict.refused, *conflict.against)
    return issue(
        IssueKind.JUDGEMENT_CONFLICT,
        (one for verdict in verdicts for one in verdict.evidence),
        facts=(),
        issue_context=issue_context,
    )


def ranked(issues: Iterable[Issue]) -> tuple[Issue, ...]:
    """Return the issues sorted by the rank of their kind (the most urgent first), then in narrative order. Issues with
    the same id become one issue with the facts of all of them. Issues about several acts of a dead person in one
    chapter become one issue with the quotes of the first act. If a dead person acts in more than MANY_CHAPTERS
    chapters, all issues about his acts become one issue. A narrator has then probably told the death before the rest of
    the person's life.
    """
    by_id: dict[str, Issue] = {}
    for raised in issues:
        known = by_id.get(raised.uuid)
        by_id[raised.uuid] = raised if known is None else _merged(known, raised)
    first: dict[tuple[str, str], Issue] = {}
    for raised in sorted(by_id.values(), key=_place):
        key = _death_and_chapter(raised)
        first[key] = _merged(first[key], raised) if key in first else raised
    chapters = Counter(death for death, chapter in first if chapter)
    found: dict[tuple[str, str], Issue] = {}
    for (death, chapter), raised in first.items():
        key = (death, chapter if chapters[death] <= MANY_CHAPTERS else "")
        found[key] = _with_quotes_of(found[key], raised) if key in found else raised
    return tuple(found.values())


def _death_and_chapter(raised: Issue) -> tuple[str, str]:
    if raised.kind is not IssueKind.DEAD_ACTS or not raised.facts:
        return raised.uuid, ""
    return raised.facts[0], raised.evidence[-1].episode


def _with_quotes_of(first: Issue, second: Issue) -> Issue:
    quotes = tuple(dict.fromkeys((*first.evidence, *second.evidence)))[:MAX_QUOTES]
    return replace(_merged(first, second), evidence=quotes)


def _place(raised: Issue) -> tuple[int, tuple[tuple[int, int], ...], str]:
    return (raised.rank, tuple((quote.told.order, quote.told.offset) for quote in raised.evidence), raised.uuid)


def _merged(first: Issue, second: Issue) -> Issue:
    facts = tuple(dict.fromkeys((*first.facts, *second.facts)))
    return Issue(first.uuid, first.group_id, first.kind, first.text, first.rank, first.evidence, facts, first.waived)


def _listed(quotes: Sequence[Evidence], language: Language) -> str:
    shown = [message_text("issues.quote", language, quote=" ".join(quote.quote.split())) for quote in quotes]
    return message_text("marks.semicolon", language).join(shown)
