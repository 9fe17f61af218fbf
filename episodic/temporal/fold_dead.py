"""The dead who act: what only the living do, said of somebody at a moment at which they are certainly dead."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from episodic.model.graph import Issue, IssueKind
from episodic.model.predicates import Alive, Predicate, PredicateKind
from episodic.model.readings import Phase, Placing, StatementScope
from episodic.model.spans import Evidence
from episodic.temporal.asof import Holding, holds
from episodic.temporal.chronology import Chronology
from episodic.temporal.fold_facts import FoldedFact
from episodic.temporal.fold_groups import DEAD, GroupFold, Reality
from episodic.temporal.issues import Voice, issue
from episodic.temporal.placed import PlacedStatement

_SUFFERED = re.compile(
    r"^(is|are|was|were|be|been|being|gets?|got|has been|had been)[ _]"
    r"|[ _]by$"
    r"|\b(buried|interred|entombed|cremated|exhumed|laid to rest|lies|lay|mourned|grieved|missed|remembered|commemorated"
    r"|honou?red|avenged|found|carried|brought|left behind|survived by|inherited)\b"
    r"|[被遭葬埋殡殓祭悼谥]|^[受蒙由]|追[封赠思念忆授认]|怀念|纪念|缅怀|火化|安息|遗[体物书骸言留]|找到|发现于|抬[回到走]|运[回到]"
)
"""Predicates that no table knows and that can be said of the dead: what is done to them, and where they rest."""
_ON_THE_BODY = re.compile(
    r"[写刻画绣戴穿挂绑系握攥沾插缠裹躺浮]着|^(手|掌|身|脸|面|头|颈|胸|背|腰|脚|腿|尸)[^\s]{0,3}[有着]|绑在|系在|挂在|躺在"
    r"|^(is|are|was|were|has|had)[ _](written|tied|bound|wrapped|covered|dressed|laid|marked|wearing)\b"
    r"|^(wears?|wore|clutche[sd]|is clad in)\b"
)
"""States that no table knows and that a body is in as well as the living: what is written or tied on it, what it wears."""


@dataclass(frozen=True, slots=True)
class _Death:
    """A death, and the passages that tell it."""

    fact: FoldedFact
    passages: frozenset[str]


def dead_acts(answers: Sequence[GroupFold], chronology: Chronology, voice: Voice) -> Iterator[Issue]:
    """An issue for every fact of the world in which somebody certainly dead acts, each with the first words of it.

    An act is what the subject does; who is only its object, or is buried, mourned, found or carried, does nothing. Words in the
    very passage that tells the death count only where a date puts them after it: a death is often told first and then how it came.
    """
    world = [one for one in answers if one.group.reality.scope is StatementScope.WORLD]
    dead = _deaths(world)
    yield from _said_by_the_dead(answers, dead, chronology, voice=voice)
    for answer in world if dead else ():
        told: Mapping[str, PlacedStatement] = {}
        for fact in answer.facts if not answer.group.of_life else ():
            for death in dead.get((answer.group.reality, fact.subject), ()):
                told = told or {one.uuid: one for one in answer.group.statements}
                words = _first_act(fact, death, told, chronology)
                if words is not None:
                    quotes, facts = (death.fact.evidence[0], words), (death.fact.uuid, fact.uuid)
                    yield issue(IssueKind.DEAD_ACTS, quotes, facts=facts, voice=voice)


def _said_by_the_dead(
    answers: Sequence[GroupFold],
    dead: Mapping[tuple[Reality, str], Sequence[_Death]],
    chronology: Chronology,
    *,
    voice: Voice,
) -> Iterator[Issue]:
    """To claim something is an act of whoever claims it, where it is said (R9), unless somebody else hands it on.

    One issue for each death and chapter, with the first words that are said in it.
    """
    found: dict[tuple[str, str], tuple[_Death, PlacedStatement]] = {}
    for answer in answers if dead else ():
        reality = answer.group.reality
        if reality.scope is not StatementScope.CLAIM or reality.tellers:
            continue
        for death in dead.get((reality._replace(scope=StatementScope.WORLD, holder=""), reality.holder), ()):
            for one in answer.group.statements:
                key = (death.fact.uuid, one.evidence.episode)
                known = found.get(key)
                if (known is None or one.telling < known[1].telling) and _speaks_dead(one, death, chronology):
                    found[key] = (death, one)
    for death, one in sorted(found.values(), key=lambda pair: pair[1].telling):
        quotes = (death.fact.evidence[0], one.evidence)
        yield issue(IssueKind.DEAD_ACTS, quotes, facts=(death.fact.uuid,), voice=voice)


def _speaks_dead(one: PlacedStatement, death: _Death, chronology: Chronology) -> bool:
    if one.placing is not Placing.NOW or one.passage in death.passages:
        return False
    place = chronology.node_of(one.uuid)
    return place not in death.fact.course.stands and holds(death.fact, place, chronology) is Holding.HOLDS


def _deaths(answers: Sequence[GroupFold]) -> Mapping[tuple[Reality, str], Sequence[_Death]]:
    dead: dict[tuple[Reality, str], list[_Death]] = defaultdict(list)
    for answer in answers:
        for fact in answer.facts if answer.group.of_life else ():
            if fact.predicate.name == DEAD and not fact.denied:
                told = frozenset(fact.statements)
                passages = frozenset(one.passage for one in answer.group.statements if one.uuid in told)
                dead[answer.group.reality, fact.subject].append(_Death(fact, passages))
    return dead


def acts(predicate: Predicate, phase: Phase) -> bool:
    """Whether saying this of somebody shows them alive. Of what no table knows, its name tells who does it, or is in it."""
    if predicate.act is not None:
        return predicate.act is Alive.ALWAYS or (predicate.act is Alive.BEGINNING and phase is Phase.BEGINS)
    if predicate.kind is PredicateKind.STATE:
        return predicate.living and _ON_THE_BODY.search(_words(predicate)) is None
    return predicate.kind is PredicateKind.EVENT and _SUFFERED.search(_words(predicate)) is None


def _words(predicate: Predicate) -> str:
    return predicate.name.replace("_", " ").casefold()


def _first_act(
    fact: FoldedFact, death: _Death, told: Mapping[str, PlacedStatement], chronology: Chronology
) -> Evidence | None:
    """The first words by which a fact has somebody act who is dead then."""
    for uuid in () if fact.denied else fact.statements:
        one, place = told[uuid], chronology.node_of(uuid)
        if not acts(one.predicate, one.phase) or place in death.fact.course.stands:
            continue
        if holds(death.fact, place, chronology) is not Holding.HOLDS:
            continue
        if one.passage not in death.passages or _dated_after(uuid, death.fact, chronology):
            return one.evidence
    return None


def _dated_after(uuid: str, death: FoldedFact, chronology: Chronology) -> bool:
    """Whether dates alone put a statement after a death."""
    soonest = chronology.bounds(chronology.node_of(uuid))
    if soonest.earliest is None or soonest.axis is None:
        return False
    days = (chronology.bounds_on(place, soonest.axis).latest for place in death.course.stands)
    return any(day is not None and day < soonest.earliest for day in days)
