"""Selects the candidates for the identity questions of a chapter, and converts identity questions to their stored form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from episodic.dedup.bearers import Bearers
from episodic.dedup.candidates import CANDIDATES, CandidateCluster, CandidatePool, candidates, ranked_candidates
from episodic.dedup.cluster import Cluster
from episodic.dedup.clusters import Clusters
from episodic.dedup.designations import may_be_anybody
from episodic.dedup.nodes import ChapterNodes, PlacedNode, is_pronoun
from episodic.dedup.plausibility import is_near, is_similar
from episodic.dedup.questions import IdentityQuestion
from episodic.dedup.splits import SplitClusters
from episodic.model.decisions import Question, QuestionKind
from episodic.model.ids import identify
from episodic.model.records import to_json


@dataclass(slots=True)
class UnplacedNode:
    """A node about which an identity question may be asked. Either no rule assigns the node to an entity, or a link of
    the node's cluster was cut. `number` is the number of the cluster that contains the node. This cluster is a new
    cluster of the node alone, or an earlier cluster that was separated from its entity. `windows` are the indexes of
    the windows (parts of the chapter) that mention the cluster's entity. `voted` are the entities that share a name
    with the node (see `Bearers.votes`), without entities to which other nodes of its window belong.
    """

    number: int
    node: PlacedNode
    windows: set[int]
    voted: list[int] = field(default_factory=list[int])


class CandidatePools:
    """The clusters that may be candidates in the identity questions about the nodes of one chapter, grouped by entity
    type. `before` is the number of clusters that existed before the chapter, and therefore the number of the first new
    cluster. *earlier* contains the pools of the clusters with lower numbers by entity type, and *fresh* the other
    clusters.
    """

    def __init__(self, earlier: Mapping[str, CandidatePool], fresh: Sequence[CandidateCluster], before: int) -> None:
        self.before = before
        self._earlier = earlier
        self._fresh = fresh

    def of(self, kind: str, askable: Callable[[int], bool]) -> CandidatePool:
        """Return a pool of the clusters of the entity type *kind*. A cluster that is new in the chapter is in the pool
        only if *askable* returns true for its number.
        """
        pool = self._earlier.get(kind) or CandidatePool([])
        return pool.with_more([one for one in self._fresh if one.type == kind and askable(one.number)])


@dataclass(frozen=True, slots=True)
class Offers:
    """The candidates for each identity question of one chapter."""

    clusters: Clusters
    bearers: Bearers
    splits: SplitClusters
    chapter: ChapterNodes
    pools: CandidatePools
    windows_of: Mapping[int, set[int]]

    def of(self, one: UnplacedNode) -> tuple[int, ...]:
        """Return the numbers of the candidates for the question about a node, or an empty tuple if no known entity can
        be the node.

        Entities with one of the node's names come first, and then entities with one of its titles, together at most
        CANDIDATES. After the entities with a name or title of the node come at most CANDIDATES other entities with
        similar names (see `is_similar`). If no entity has a name or title of the node or a similar name, at most
        CANDIDATES recently mentioned entities (see `is_near`) are offered. A node may have no name or title of an
        entity, and only a description that fits anybody, such as "this young girl". For such a node, at most CANDIDATES
        entities that have similar names or were mentioned recently are offered. In a chapter that was read by rules,
        only the entities in `one.voted`, and other entities with one of the node's names, are candidates.
        """
        refused = self.splits.refused(one.node)
        own = self.clusters.root(one.number)
        named = bool(one.node.names())

        def beside(number: int) -> bool:
            windows = self.windows_of.get(self.clusters.root(number), set())
            only_there = number >= self.pools.before and windows <= one.windows
            return bool(windows & one.windows) and (named or only_there)

        def askable(number: int) -> bool:
            root = self.clusters.root(number)
            if root in refused or root == own:
                return False
            if number >= self.pools.before and beside(number):
                return False
            return number < max(one.number, self.pools.before)

        homonyms = self.bearers.of_any_type(one.node.known_keys())
        if self.chapter.by_rule:
            return tuple(number for number in dict.fromkeys((*one.voted, *homonyms)) if askable(number))
        first = [number for number in dict.fromkeys((*one.voted, *homonyms)) if askable(number)]
        titled = [*self.bearers.titled(one.node), *self.bearers.of_any_type(one.node.title_keys())]
        first += [number for number in dict.fromkeys(titled) if askable(number) and not beside(number)]

        def found(fits: Callable[[PlacedNode, Cluster, int], bool]) -> tuple[int, ...]:
            def plausible(number: int) -> bool:
                return askable(number) and not beside(number) and fits(one.node, self.clusters[number], count)

            return candidates(ranked, plausible=plausible)

        count, pool = self.chapter.count, self.pools.of(one.node.reading.type, askable)
        names = [surface.text for surface in one.node.reading.surfaces if not is_pronoun(surface.text)]
        ranked = ranked_candidates(names, pool, vector=one.node.vector)
        if first:
            alike = found(is_similar)
        elif names and all(map(may_be_anybody, names)):
            alike = found(_is_similar_or_near)
        else:
            alike = found(is_similar) or found(is_near)
        first = list(dict.fromkeys(first))[:CANDIDATES]
        return tuple(dict.fromkeys((*first, *alike)))[: CANDIDATES + len(first)]


def _is_similar_or_near(node: PlacedNode, known: Cluster, chapter: int) -> bool:
    return is_similar(node, known, chapter) or is_near(node, known, chapter)


def identity_question(content: IdentityQuestion, episode: str) -> Question:
    """Return the stored form of an identity question, with an id that is computed from the content of the question."""
    payload = to_json(content)
    uuid = identify("question", QuestionKind.IDENTITY, payload)
    return Question(uuid, QuestionKind.IDENTITY, episode, payload, content)
