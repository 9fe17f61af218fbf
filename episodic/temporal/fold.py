"""The fold: statements, a chronology and judgements in; facts with their ends, and issues, out. A pure function."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.temporal.chronology import Chronology
from episodic.temporal.coarse import Coarse
from episodic.temporal.exclusion import Content, Exclusions, ExclusiveKey, content_of, exclusive_keys
from episodic.temporal.fold_composing import Composing
from episodic.temporal.fold_dead import dead_acts
from episodic.temporal.fold_ending import Ending
from episodic.temporal.fold_facts import Folded, FoldedFact
from episodic.temporal.fold_groups import DEAD, Group, GroupFold, Member, Reality, reality_of
from episodic.temporal.fold_issues import clash_issues, open_issues, work_issues
from episodic.temporal.fold_joining import Death, Joining
from episodic.temporal.fold_ranks import Ranks
from episodic.temporal.issues import Voice, ranked
from episodic.temporal.nesting import nested_pairs
from episodic.temporal.placed import PlacedStatement

Deaths = Mapping[tuple[Reality, str], tuple[Death, ...]]
"""Who is dead in which reality."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What every group is folded in."""

    chronology: Chronology
    exclusions: Exclusions
    coarse: Coarse
    voice: Voice


def groups(statements: Iterable[PlacedStatement], exclusions: Exclusions) -> tuple[Group, ...]:
    """The statements by what can touch what, each group in telling order, whatever order they are handed in."""
    told = sorted(statements, key=lambda one: one.telling)
    links = _Links()
    every: list[Member] = []
    roots: list[_Linked] = []
    for one in told:
        reality, content = reality_of(one), content_of(one)
        keys = exclusive_keys(content, one.predicate)
        every.append(Member(one, reality, content, keys))
        own = exclusions.class_of(content)
        roots.append((reality, own))
        linked: list[Content | ExclusiveKey] = [*keys, *exclusions.judged_apart(own)]
        for other in linked:
            links.join((reality, own), (reality, other))
    members: dict[_Linked, list[Member]] = defaultdict(list)
    for member, root in zip(every, roots, strict=True):
        members[links.top(root)].append(member)
    return tuple(Group.of(one) for one in members.values())


_Linked = tuple[Reality, Content | ExclusiveKey]


class _Links:
    """Things that hang together, each set under one of them."""

    def __init__(self) -> None:
        self._up: dict[_Linked, _Linked] = {}

    def top(self, one: _Linked) -> _Linked:
        """The thing that stands for all it hangs together with."""
        up = self._up
        while (above := up.get(one)) is not None:
            further = up.get(above)
            if further is not None:
                up[one] = further
            one = above
        return one

    def join(self, one: _Linked, other: _Linked) -> None:
        """Let two things hang together."""
        one, other = self.top(one), self.top(other)
        if one != other:
            self._up[other] = one


def fold(statements: Iterable[PlacedStatement], frame: Frame) -> Folded:
    """All facts and issues of a work: the union of its groups', deaths first.

    Statements that the chronology does not know are left out.
    """
    told = [one for one in statements if frame.chronology.knows(one.uuid)]
    pairs = ((content_of(one), content_of(other)) for one, other in nested_pairs(told))
    frame = replace(frame, exclusions=frame.exclusions.nesting(pairs))
    every = groups(told, frame.exclusions)
    life = {number: _folded(group, frame, {}) for number, group in enumerate(every) if group.of_life}
    deaths = deaths_in(life.values())
    answers = [
        life[number] if number in life and not group.mortal else _folded(group, frame, deaths)
        for number, group in enumerate(every)
    ]
    return _united(answers, frame)


def _folded(group: Group, frame: Frame, deaths: Deaths) -> GroupFold:
    statements = group.statements
    dead = deaths_for(group, deaths)
    places = [frame.chronology.node_of(one.uuid) for one in (*statements, *(death.statement for death in dead))]
    joining = Joining(group, dead, ranks=Ranks(places, frame.chronology), exclusions=frame.exclusions)
    ends = Ending(joining, frame.chronology).decided()
    composing = Composing(
        joining, ends, chronology=frame.chronology, coarse=frame.coarse, language=frame.voice.language
    )
    facts = composing.facts()
    fact_of = {one: fact.uuid for fact in facts for one in (*fact.statements, *fact.closing)}
    for draft, fact in zip(joining.drafts, facts, strict=True):
        fact_of.update((statements[one].uuid, fact.uuid) for one in draft.refused)
    opened = {key: tuple(facts[one] for one in sorted(drafts)) for key, drafts in ends.open.items()}
    return GroupFold(group, facts, tuple(clash_issues(joining, ends, facts, frame.voice)), opened, fact_of)


def deaths_in(answers: Iterable[GroupFold]) -> Deaths:
    """The deaths that folded groups tell. One that a locked fact excludes (locked: alive) is none."""
    deaths: dict[tuple[Reality, str], list[Death]] = defaultdict(list)
    for answer in answers:
        told = {one.uuid: one for one in answer.group.statements}
        locked = {fact.course for fact in answer.facts if fact.locked}
        for fact in answer.facts:
            overruled = not fact.locked and not locked.isdisjoint(fact.rivals)
            for one in () if fact.denied or overruled else fact.statements:
                if told[one].predicate.name == DEAD:
                    deaths[answer.group.reality, told[one].subject].append(Death(fact.uuid, told[one]))
    return {key: tuple(told) for key, told in deaths.items()}


def deaths_for(group: Group, deaths: Deaths) -> tuple[Death, ...]:
    """The deaths that can end or part facts of a group."""
    if not deaths or not group.mortal:
        return ()
    people = {who for one in group.statements for who in (one.subject, one.object) if who is not None}
    found = [death for who in sorted(people) for death in deaths.get((group.reality, who), ())]
    return tuple(sorted(found, key=lambda one: one.statement.telling))


def _united(answers: Sequence[GroupFold], frame: Frame) -> Folded:
    """The answer for a work from those for all its groups."""
    facts = sorted((fact for one in answers for fact in one.facts), key=_telling)
    issues = [one for answer in answers for one in answer.issues]
    issues += open_issues(answers, frame.voice)
    issues += work_issues(frame.chronology, frame.exclusions, frame.voice)
    issues += dead_acts(answers, frame.chronology, frame.voice)
    fact_of = {statement: fact for answer in answers for statement, fact in answer.fact_of.items()}
    return Folded(tuple(facts), ranked(issues), fact_of)


def _telling(fact: FoldedFact) -> tuple[int, int, str]:
    return (fact.told_at.order, fact.told_at.offset, fact.uuid)


__all__ = ["Frame", "Reality", "fold", "groups", "reality_of"]
