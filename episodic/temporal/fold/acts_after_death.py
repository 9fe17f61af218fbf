"""Reports issues for persons who act or make a claim at a moment at which the person is certainly dead."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from episodic.model.graph import Issue, IssueKind
from episodic.model.holding import Holding
from episodic.model.predicates import Alive, Cardinality, LifeState, Predicate, PredicateKind
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.model.spans import Evidence
from episodic.temporal.as_of import holds
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.fold.partitions import GroupFold, PartitionKey
from episodic.temporal.issues import IssueContext, issue
from episodic.temporal.placed import PlacedStatement

_PASSIVE_PREDICATE = re.compile(
    r"^(is|are|was|were|be|been|being|gets?|got|has been|had been)[ _]"
    r"|[ _]by$"
    r"|\b(buried|interred|entombed|cremated|exhumed|laid to rest|lies|lay|mourned|grieved|missed|remembered|commemorated"
    r"|honou?red|avenged|found|carried|brought|left behind|survived by|inherited)\b"
    r"|[被遭葬埋殡殓祭悼谥]|^[受蒙由]|追[封赠思念忆授认]|怀念|纪念|缅怀|火化|安息|遗[体物书骸言留]|找到|发现于|抬[回到走]|运[回到]"
)
"""A pattern for names of events that can happen to the dead, such as burials and passive verbs. The pattern is used
only for predicates whose `act` is None.
"""
_BODY_STATE = re.compile(
    r"[写刻画绣戴穿挂绑系握攥沾插缠裹躺浮]着|^(手|掌|身|脸|面|头|颈|胸|背|腰|脚|腿|尸)[^\s]{0,3}[有着]|绑在|系在|挂在|躺在"
    r"|^(is|are|was|were|has|had)[ _](written|tied|bound|wrapped|covered|dressed|laid|marked|wearing)\b"
    r"|^(wears?|wore|clutche[sd]|is clad in)\b"
)
"""A pattern for the names of states that a dead body can be in, such as "wears" (clothes) or "is tied to". The pattern
is used only for predicates whose `act` is None.
"""


@dataclass(frozen=True, slots=True)
class ReportedDeath:
    """A fact that a person is dead, with the ids of the passages that report it."""

    fact: FoldedFact
    passages: frozenset[str]


@dataclass(frozen=True, slots=True)
class ClaimAfterDeath:
    """A claim that a person makes at a moment at which the person is certainly dead."""

    death: ReportedDeath
    statement: PlacedStatement


Dead = Mapping[tuple[PartitionKey, str], Sequence[ReportedDeath]]
"""Maps the partition key of facts and the id of a person to the deaths of this person that facts of the story's world
report. A partition key consists of the scope, holder, tellers and layer of facts.
"""


def acts_after_death(
    answers: Sequence[GroupFold], chronology: Chronology, issue_context: IssueContext
) -> Iterator[Issue]:
    """Yield an issue for each death and each fact in which the dead person certainly acts later. Yield also an issue
    for each death and each chapter in which the dead person makes a claim later.

    Only the subject of a fact acts, not its object. A person who is buried, mourned, found or carried does not act. A
    person to whom something is given, such as a wreath, does not act either. The derived fact that the person has the
    thing is no act. An act in a passage that reports the death counts only if dates prove that the act is later. A text
    often tells the circumstances of a death after the death itself. A claim in a passage that reports the death never
    counts, and neither does a claim about the past or the future.
    """
    dead = reported_deaths(answers)
    claims = (claim for answer in answers for claim in claims_after_death(answer, dead, chronology))
    yield from claim_issues(claims, issue_context)
    for answer in answers:
        yield from acts_of_the_dead(answer, dead, chronology, issue_context=issue_context)


def reported_deaths(answers: Iterable[GroupFold]) -> Dead:
    """Return the deaths in the story's world that facts of the given groups of statements report. Denied deaths ("he
    did not die") are left out.
    """
    dead: dict[tuple[PartitionKey, str], list[ReportedDeath]] = defaultdict(list)
    for answer in answers:
        group = answer.group
        for fact in answer.facts if group.about_life and group.partition.scope is StatementScope.WORLD else ():
            if fact.predicate.life is LifeState.DEAD and not fact.core.denied:
                reporting = frozenset(fact.statements)
                passages = frozenset(one.passage for one in group.statements if one.uuid in reporting)
                dead[group.partition, fact.core.subject].append(ReportedDeath(fact, passages))
    return dead


def acts_of_the_dead(
    answer: GroupFold, dead: Dead, chronology: Chronology, *, issue_context: IssueContext
) -> Iterator[Issue]:
    """Yield one issue for each pair of a reported death and a fact of the given group that is a later act. In such a
    fact, the dead person certainly acts after this death. A group of statements that is not about the story's world, or
    that is about being dead or alive, gives no issue.
    """
    if not dead or answer.group.partition.scope is not StatementScope.WORLD or answer.group.about_life:
        return
    # Facts of people without a reported death are not read.
    if not any((answer.group.partition, who) in dead for who in answer.group.people()):
        return
    by_id: Mapping[str, PlacedStatement] = {}
    for fact in answer.facts:
        for death in dead.get((answer.group.partition, fact.core.subject), ()):
            by_id = by_id or {one.uuid: one for one in answer.group.statements}
            act = _first_act_after_death(fact, death, by_id, chronology)
            if act is not None:
                quotes, facts = (death.fact.core.evidence[0], act), (death.fact.uuid, fact.uuid)
                yield issue(IssueKind.DEAD_ACTS, quotes, facts=facts, issue_context=issue_context)


def claims_after_death(answer: GroupFold, dead: Dead, chronology: Chronology) -> Iterator[ClaimAfterDeath]:
    """Yield each claim in a group of statements that a person makes at a moment at which this person is certainly dead.
    A claim that another person passes on is left out, because its holder may have made it while alive. Claims about the
    past or the future, and claims in a passage that reports the death, are left out, too.
    """
    partition = answer.group.partition
    if partition.scope is not StatementScope.CLAIM or partition.tellers:
        return
    for death in dead.get((partition._replace(scope=StatementScope.WORLD, holder=""), partition.holder), ()):
        for statement in answer.group.statements:
            if _claimed_after_death(statement, death, chronology):
                yield ClaimAfterDeath(death, statement)


def claim_issues(claims: Iterable[ClaimAfterDeath], issue_context: IssueContext) -> Iterator[Issue]:
    """Yield one issue for each death and each chapter in which the dead person makes a claim later. The issue has the
    quote of the death and of the person's first claim in the chapter.
    """
    first: dict[tuple[str, str], ClaimAfterDeath] = {}
    for claim in claims:
        key = (claim.death.fact.uuid, claim.statement.evidence.episode)
        known = first.get(key)
        if known is None or claim.statement.narrative_key < known.statement.narrative_key:
            first[key] = claim
    for claim in sorted(first.values(), key=lambda one: one.statement.narrative_key):
        quotes = (claim.death.fact.core.evidence[0], claim.statement.evidence)
        yield issue(IssueKind.DEAD_ACTS, quotes, facts=(claim.death.fact.uuid,), issue_context=issue_context)


def _claimed_after_death(statement: PlacedStatement, death: ReportedDeath, chronology: Chronology) -> bool:
    if statement.core.placing is not Placement.NOW or statement.passage in death.passages:
        return False
    place = chronology.said_of(statement.uuid)
    return place not in death.fact.validity.evidenced_at and holds(death.fact, place, chronology) is Holding.HOLDS


def shows_alive(predicate: Predicate, phase: Phase) -> bool:
    """Return whether a statement with this predicate and phase shows that its subject is alive. A predicate whose `act`
    is None is judged by its kind, its name and, if it is a state, its field `living`.
    """
    if predicate.act is not None:
        return predicate.act is Alive.ALWAYS or (predicate.act is Alive.BEGINNING and phase is Phase.BEGINS)
    if predicate.kind is PredicateKind.STATE:
        return predicate.living and _BODY_STATE.search(_words(predicate)) is None
    return predicate.kind is PredicateKind.EVENT and _PASSIVE_PREDICATE.search(_words(predicate)) is None


def _words(predicate: Predicate) -> str:
    return predicate.name.replace("_", " ").casefold()


def _first_act_after_death(
    fact: FoldedFact, death: ReportedDeath, by_id: Mapping[str, PlacedStatement], chronology: Chronology
) -> Evidence | None:
    for uuid in () if fact.core.denied else fact.statements:
        statement, place = by_id[uuid], chronology.position_of(uuid)
        if not shows_alive(statement.predicate, statement.core.phase) or place in death.fact.validity.evidenced_at:
            continue
        if statement.core.derived and statement.predicate.cardinality is Cardinality.ONE_SUBJECT:
            continue
        if holds(death.fact, place, chronology) is not Holding.HOLDS:
            continue
        if statement.passage not in death.passages or _dated_after(uuid, death.fact, chronology):
            return statement.evidence
    return None


def _dated_after(uuid: str, death: FoldedFact, chronology: Chronology) -> bool:
    soonest = chronology.bounds(chronology.position_of(uuid))
    if soonest.earliest is None or soonest.axis is None:
        return False
    days = (chronology.bounds_on(place, soonest.axis).latest for place in death.validity.evidenced_at)
    return any(day is not None and day < soonest.earliest for day in days)
