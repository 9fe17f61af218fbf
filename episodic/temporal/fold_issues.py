"""From clashes, open orders and refused words to issues."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from episodic.model.graph import Issue, IssueKind
from episodic.model.readings import StatementScope
from episodic.temporal.chronology import Chronology
from episodic.temporal.exclusion import Exclusions, ExclusiveKey
from episodic.temporal.fold_ending import Clash, Ends
from episodic.temporal.fold_facts import FoldedFact
from episodic.temporal.fold_groups import GroupFold, Reality
from episodic.temporal.fold_joining import Joining
from episodic.temporal.issues import Voice, issue, judgement_issue, timeline_issue

MAY_DIFFER = frozenset({StatementScope.CLAIM, StatementScope.DREAM, StatementScope.WISH, StatementScope.HYPOTHESIS})
"""What somebody claims, dreams, wishes or supposes may be otherwise the next time: a lie is no contradiction of the story."""


def clash_issues(joining: Joining, ends: Ends, facts: Sequence[FoldedFact], voice: Voice) -> Iterator[Issue]:
    """What cannot all be true of the story's world, or of one belief, with the quotes of every statement in it."""
    own = len(joining.statements)
    for clash in ends.clashes:
        quotes = [joining.statement(one).evidence for one in clash.statements]
        if any(facts[one].scope in MAY_DIFFER for one in clash.drafts):
            continue
        involved = [facts[one].uuid for one in clash.drafts]
        involved += [joining.death(one).fact for one in clash.statements if one >= own]
        yield issue(_kind(clash, facts), quotes, facts=involved, voice=voice)


def _kind(clash: Clash, facts: Sequence[FoldedFact]) -> IssueKind:
    """Where somebody is at one moment has a kind of its own; where somebody lives has not."""
    told = [facts[one] for one in clash.drafts]
    places = all(one.predicate.presence and not one.denied for one in told)
    alike = len({one.subject for one in told}) == 1
    return IssueKind.TWO_PLACES_AT_ONCE if clash.at_once and places and alike else IssueKind.CONTRADICTION


def open_issues(answers: Iterable[GroupFold], voice: Voice) -> Iterator[Issue]:
    """One issue for everything of unknown order of which only one can hold: this person's home, this sword's holder."""
    opened: dict[tuple[Reality, ExclusiveKey], dict[str, FoldedFact]] = defaultdict(dict)
    for answer in answers:
        for key, facts in answer.opened.items() if answer.group.reality.scope not in MAY_DIFFER else ():
            opened[answer.group.reality, key].update((one.uuid, one) for one in facts)
    for found in opened.values():
        told = sorted(found.values(), key=lambda one: (one.told_at, one.uuid))
        quotes = [one.evidence[0] for one in told]
        yield issue(IssueKind.ORDER_UNKNOWN, quotes, facts=[one.uuid for one in told], voice=voice)


def work_issues(chronology: Chronology, exclusions: Exclusions, voice: Voice) -> Iterator[Issue]:
    """The issues that no single group has: times that do not fit, judgements that clash."""
    for conflict in chronology.conflicts:
        if conflict.loop:
            yield timeline_issue(conflict, chronology.time_words(conflict.owner), voice)
    for one in exclusions.conflicts:
        yield judgement_issue(one, voice)
