"""The fold: statements, a chronology and judgements in; facts with their ends, and issues, out. A pure function."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from episodic.model.episodes import Layer
from episodic.model.graph import Issue, IssueKind
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.model.spans import Evidence
from episodic.temporal.asof import Holding, holds
from episodic.temporal.chronology import Chronology
from episodic.temporal.coarse import Coarse
from episodic.temporal.exclusion import LIFE, Content, Exclusions, ExclusiveKey, content_of, exclusive_keys
from episodic.temporal.fold_composing import Composing
from episodic.temporal.fold_ending import Ending, Ends
from episodic.temporal.fold_facts import Folded, FoldedFact
from episodic.temporal.fold_joining import Death, Joining
from episodic.temporal.fold_ranks import Ranks
from episodic.temporal.issues import Voice, issue, judgement_issue, ranked, timeline_issue
from episodic.temporal.placed import PlacedStatement

DEAD = "dead"


class Reality(NamedTuple):
    """Whose world a statement is true in: only statements of one of these exclude or join each other (R1)."""

    scope: StatementScope
    holder: str
    tellers: tuple[str, ...]
    layer: str


@dataclass(frozen=True, slots=True)
class Group:
    """Statements that can join, exclude or end each other; no other statement but a death touches their facts."""

    reality: Reality
    statements: tuple[PlacedStatement, ...]

    @property
    def of_life(self) -> bool:
        """Whether it says who is dead or alive, and is folded before the others."""
        return any(one.predicate.family == LIFE or one.predicate.name == DEAD for one in self.statements)

    @property
    def mortal(self) -> bool:
        """Whether a death can part or end its facts."""
        return any(one.predicate.living for one in self.statements)


Deaths = Mapping[tuple[Reality, str], tuple[Death, ...]]
"""Who is dead in which reality."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What every group is folded in."""

    chronology: Chronology
    exclusions: Exclusions
    coarse: Coarse
    voice: Voice


def reality_of(statement: PlacedStatement) -> Reality:
    """The reality of a statement; canon and the drafts that stand in for it are one, plans and notes are apart."""
    apart = statement.layer.value if statement.layer in {Layer.PLAN, Layer.NOTE} else ""
    return Reality(statement.scope, statement.holder or "", statement.tellers, apart)


class Sorted(NamedTuple):
    """A statement with what it is grouped by."""

    statement: PlacedStatement
    reality: Reality
    content: Content
    keys: tuple[ExclusiveKey, ...]


def sorted_of(statement: PlacedStatement) -> Sorted:
    """A statement with its reality, content and exclusive keys."""
    content = content_of(statement)
    return Sorted(statement, reality_of(statement), content, exclusive_keys(content, statement.predicate))


def groups(
    statements: Iterable[PlacedStatement], exclusions: Exclusions, known: dict[str, Sorted] | None = None
) -> tuple[Group, ...]:
    """The statements by what can touch what, each group in telling order, whatever order they are handed in.

    A caller that groups a growing work again and again hands in a dict of its own as *known*, which saves sorting what was
    there before.
    """
    known = {} if known is None else known
    told: list[Sorted] = []
    for statement in sorted(statements, key=lambda one: one.telling):
        one = known.get(statement.uuid)
        if one is None or one.statement is not statement:
            one = known[statement.uuid] = sorted_of(statement)
        told.append(one)
    links = _Links()
    roots: list[tuple[Reality, Content]] = []
    for one in told:
        content = exclusions.class_of(one.content)
        roots.append((one.reality, content))
        linked: list[Content | ExclusiveKey] = [*one.keys, *exclusions.judged_apart(content)]
        for other in linked:
            links.join((one.reality, content), (one.reality, other))
    members: dict[_Linked, list[PlacedStatement]] = defaultdict(list)
    for one, root in zip(told, roots, strict=True):
        members[links.top(root)].append(one.statement)
    return tuple(Group(reality_of(one[0]), tuple(one)) for one in members.values())


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


def fold_group(group: Group, frame: Frame, deaths: Deaths) -> Folded:
    """The facts of one group, and the issues between them. Groups of life are folded first, with no deaths but their own."""
    if group.of_life and group.mortal and not deaths:
        deaths = deaths_in([(group, _folded(group, frame, {}))])
    return _folded(group, frame, deaths)


def _folded(group: Group, frame: Frame, deaths: Deaths) -> Folded:
    statements = group.statements
    dead = deaths_for(group, deaths)
    places = [frame.chronology.node_of(one.uuid) for one in (*statements, *(death.statement for death in dead))]
    joining = Joining(statements, dead, ranks=Ranks(places, frame.chronology), exclusions=frame.exclusions)
    ends = Ending(joining, frame.chronology).decided()
    composing = Composing(
        joining, ends, chronology=frame.chronology, coarse=frame.coarse, language=frame.voice.language
    )
    facts = composing.facts()
    fact_of = {one: fact.uuid for fact in facts for one in (*fact.statements, *fact.closing)}
    return Folded(facts, tuple(_issues(joining, ends, facts, frame.voice)), fact_of)


def renewed(answer: Folded, coarse: Coarse) -> Folded:
    """A group's answer for a line that was told on: the same, but for coarse bounds that only the new chapters close."""
    facts = tuple(_renewed(fact, coarse) for fact in answer.facts)
    if all(one is other for one, other in zip(facts, answer.facts, strict=True)):
        return answer
    return replace(answer, facts=facts)


def _renewed(fact: FoldedFact, coarse: Coarse) -> FoldedFact:
    if not coarse.may_narrow(fact.course, fact.lo, fact.hi):
        return fact
    lo, hi = coarse.of(fact.course)
    return fact if (lo, hi) == (fact.lo, fact.hi) else replace(fact, lo=lo, hi=hi)


def deaths_in(folded: Iterable[tuple[Group, Folded]]) -> Deaths:
    """The deaths that folded groups tell."""
    deaths: dict[tuple[Reality, str], list[Death]] = defaultdict(list)
    for group, answer in folded:
        told = {one.uuid: one for one in group.statements}
        for fact in answer.facts:
            for one in () if fact.denied else fact.statements:
                if told[one].predicate.name == DEAD:
                    deaths[group.reality, told[one].subject].append(Death(fact.uuid, told[one]))
    return {key: tuple(told) for key, told in deaths.items()}


def fold(statements: Iterable[PlacedStatement], frame: Frame) -> Folded:
    """All facts and issues of a work: the union of its groups', deaths first.

    Statements that the chronology does not know are left out.
    """
    every = groups((one for one in statements if frame.chronology.knows(one.uuid)), frame.exclusions)
    life = [(group, fold_group(group, frame, {})) for group in every if group.of_life]
    deaths = deaths_in(life)
    others = [(group, fold_group(group, frame, deaths)) for group in every if not group.of_life]
    return united([*life, *others], frame)


def united(answers: Sequence[tuple[Group, Folded]], frame: Frame) -> Folded:
    """The answer for a work from those for all its groups."""
    facts = sorted((fact for _, one in answers for fact in one.facts), key=lambda one: (one.told_at, one.uuid))
    issues = [one for _, answer in answers for one in answer.issues]
    issues += work_issues(answers, frame)
    fact_of = {statement: fact for _, answer in answers for statement, fact in answer.fact_of.items()}
    return Folded(tuple(facts), ranked(issues), fact_of)


def work_issues(answers: Iterable[tuple[Group, Folded]], frame: Frame) -> list[Issue]:
    """The issues that no single group has: times that do not fit, judgements that clash, dead people who act."""
    folded = list(answers)
    found = [
        timeline_issue(one, frame.chronology.time_words(one.owner), frame.voice)
        for one in frame.chronology.conflicts
        if one.loop
    ]
    found += [judgement_issue(one, frame.voice) for one in frame.exclusions.conflicts]
    found += dead_acts(folded, frame)
    return found


def dead_acts(answers: Iterable[tuple[Group, Folded]], frame: Frame) -> list[Issue]:
    """An issue for every fact of the world in which somebody certainly dead acts, or is said to live on."""
    folded = [(group, one) for group, one in answers if group.reality.scope is StatementScope.WORLD]
    dead: dict[tuple[Reality, str], list[FoldedFact]] = defaultdict(list)
    for group, answer in folded:
        for fact in answer.facts if group.of_life else ():
            if fact.predicate.name == DEAD and not fact.denied:
                dead[group.reality, fact.subject].append(fact)
    found: list[Issue] = []
    for group, answer in folded if dead else ():
        for fact in answer.facts if not group.of_life else ():
            for death in dead.get((group.reality, fact.subject), ()):
                acted = _first_act(fact, death, frame.chronology)
                if acted is not None:
                    quotes = (death.evidence[0], acted)
                    facts = (death.uuid, fact.uuid)
                    found.append(issue(IssueKind.DEAD_ACTS, quotes, facts=facts, voice=frame.voice))
    return found


def _first_act(fact: FoldedFact, death: FoldedFact, chronology: Chronology) -> Evidence | None:
    """The first words by which a fact has somebody act who is dead then."""
    if fact.denied or not (fact.predicate.kind is PredicateKind.EVENT or fact.predicate.living):
        return None
    for uuid, evidence in zip(fact.statements, fact.evidence, strict=False):
        place = chronology.node_of(uuid)
        if place not in death.course.stands and holds(death, place, chronology) is Holding.HOLDS:
            return evidence
    return None


def deaths_for(group: Group, deaths: Deaths) -> tuple[Death, ...]:
    """The deaths that can end or part facts of a group."""
    if not deaths or not group.mortal:
        return ()
    people = {who for one in group.statements for who in (one.subject, one.object) if who is not None}
    found = [death for who in sorted(people) for death in deaths.get((group.reality, who), ())]
    return tuple(sorted(found, key=lambda one: one.statement.telling))


def _issues(joining: Joining, ends: Ends, facts: Sequence[FoldedFact], voice: Voice) -> Iterable[Issue]:
    for clash in ends.clashes:
        quotes = [joining.statement(one).evidence for one in clash.statements]
        involved = [facts[one].uuid for one in clash.drafts]
        yield issue(IssueKind.CONTRADICTION, quotes, facts=involved, voice=voice)
    for drafts in ends.open.values():
        told = sorted((facts[one] for one in drafts), key=lambda one: (one.told_at, one.uuid))
        quotes = [one.evidence[0] for one in told]
        yield issue(IssueKind.ORDER_UNKNOWN, quotes, facts=[one.uuid for one in told], voice=voice)
