"""Finds statements which show that two linked clusters of mentions are two people.

Such statements tell a relation between the two people ("Ann is the sister of Bo"), or two deaths.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from episodic.dedup.clusters import Clusters
from episodic.dedup.links import MOST_RELATED, RELATED, TWO_DEATHS
from episodic.dedup.merge_suggestions import PERSON
from episodic.model.episodes import FrameKind
from episodic.model.predicates import LifeState, PredicateTable
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.pipeline.replay.replayed_chapter import ReplayedPassage, ReplayedStatement


def apply_conflicts(
    statements: Iterable[ReplayedStatement],
    passages: Sequence[ReplayedPassage],
    *,
    clusters: Clusters,
    deaths: dict[int, str],
    table: PredicateTable,
) -> None:
    """Report to *clusters* the pairs of clusters of mentions that are two people according to the statements of a
    chapter. The two clusters of such a pair count as one entity so far.

    *deaths* contains, by cluster, the first chapter that narrates the death of the cluster. Only deaths are included
    that the main line narrates as happening now and without a time expression. The function adds the deaths of this
    chapter to *deaths*. Two clusters that were taken for one entity are two people if their deaths are narrated in
    different chapters.
    """
    frames = {one.value.uuid: one.framed.frame for one in passages}
    for one in statements:
        core = one.reading.core
        if not _asserted(one):
            continue
        if one.object is not None and _relates_people(one, clusters, table):
            clusters.conflict(one.subject, one.object, RELATED, most=MOST_RELATED)
        now = core.placing is Placement.NOW and frames[one.passage] is FrameKind.MAIN and not core.time
        if one.predicate.life is LifeState.DEAD and core.phase is Phase.BEGINS and now:
            _add_death(one, clusters, deaths)


def _asserted(one: ReplayedStatement) -> bool:
    core = one.reading.core
    asserted = core.phase in (Phase.HOLDS, Phase.BEGINS) and core.condition is None
    return asserted and core.scope is StatementScope.WORLD


def _relates_people(one: ReplayedStatement, clusters: Clusters, table: PredicateTable) -> bool:
    """Return whether a statement, such as "Ann is the sister of Bo", shows that its subject and object are two people.
    The result is true only if the clusters of mentions of the two count as one entity so far. A predicate that gives a
    name ("alias of") does not count, because it may say that subject and object are one person. For the same reason, a
    predicate outside the predicate table does not count.
    """
    if one.object is None or one.subject == one.object or clusters.root(one.subject) != clusters.root(one.object):
        return False
    known = table.find(one.predicate.name)
    if known is None or known.naming:
        return False
    return all(clusters.own(number).type == PERSON for number in (one.subject, one.object))


def _add_death(one: ReplayedStatement, clusters: Clusters, deaths: dict[int, str]) -> None:
    root = clusters.root(one.subject)
    for other, episode in deaths.items():
        if other != one.subject and episode != one.evidence.episode and clusters.root(other) == root:
            clusters.conflict(other, one.subject, TWO_DEATHS, most=TWO_DEATHS)
    deaths.setdefault(one.subject, one.evidence.episode)
