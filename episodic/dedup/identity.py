"""Identity resolution, which assigns the nodes of each chapter to clusters by rules or by answers to questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from episodic.dedup.candidates import CANDIDATES, CandidateCluster, CandidatePool, VectorMatrix, candidates
from episodic.dedup.clusters import NARRATOR_KEY, Clusters, PlacedNode
from episodic.dedup.judges import rule_based_answer
from episodic.dedup.merge_suggestions import PERSON
from episodic.dedup.namesakes import NameSet, clearly_different, different_surnames, is_bare, is_forgotten, is_title_of
from episodic.dedup.questions import IdentityAnswer, IdentityQuestion
from episodic.dedup.splits import SplitClusters
from episodic.dedup.western_names import expand_title
from episodic.model.decisions import Question, QuestionKind
from episodic.model.episodes import Language
from episodic.model.ids import identify
from episodic.model.name_keys import name_key
from episodic.model.records import from_json, to_json

MAX_TITLE_BEARERS = 3
"""The maximum number of candidates in a question that are listed because they have one of the node's titles. If more
clusters have one of the node's titles, only the most recently mentioned clusters are candidates.
"""

MIN_TYPE_COUNT = 12
"""The minimum number of windows in which the rule-based reader must give a name an entity type before this type can
replace a rarer type of the name.
"""
MIN_TYPE_RATIO = 8
"""The minimum ratio between the counts of two entity types of a name for the more frequent type to replace the rarer
type.
"""

_Key = tuple[str, str]
"""The type of dictionary keys that consist of a name key and an entity type. The entity type is part of the key because
the name of a node identifies only clusters with the same entity type as the node.
"""


@dataclass(frozen=True, slots=True)
class ChapterNodes:
    """The nodes in the windows of one chapter. `count` is the chapter's index in narrative order, counted from 0.
    `by_rule` is true if the rule-based reader read the chapter. The nodes of a chapter read by rules are identified by
    their names alone, without questions.
    """

    episode: str
    count: int
    language: Language
    windows: tuple[tuple[PlacedNode, ...], ...]
    by_rule: bool = False


@dataclass(frozen=True, slots=True)
class IdentityStep:
    """The result of identity resolution for one chapter. `numbers` contains the cluster number of each node, by window.
    `questions` are the identity questions about the chapter's nodes. `missing` are the questions without a stored
    answer; their rule-based answers are used until an answer is stored.
    """

    numbers: tuple[tuple[int, ...], ...]
    questions: tuple[Question, ...]
    missing: tuple[Question, ...]


@dataclass(slots=True)
class _UnplacedNode:
    """A node that no rule could assign to an existing cluster. `number` is the new cluster that was created for the
    node. `voted` are the existing clusters that have one of the node's names.
    """

    number: int
    node: PlacedNode
    windows: set[int]
    voted: list[int] = field(default_factory=list[int])


class _CandidatePools:
    """The clusters that may be candidates for the unplaced nodes of one chapter, by entity type. `before` is the number
    of clusters that existed before the chapter, and therefore the number of the first new cluster.
    """

    def __init__(self, known: Sequence[CandidateCluster], before: int, matrix: VectorMatrix) -> None:
        self.before = before
        self._matrix = matrix
        self._fresh: list[CandidateCluster] = []
        self._earlier: dict[str, list[CandidateCluster]] = {}
        for one in known:
            (self._earlier.setdefault(one.type, []) if one.number < before else self._fresh).append(one)
        self._pools: dict[str, CandidatePool] = {}

    def of(self, kind: str, askable: Callable[[int], bool], *, some_refused: bool) -> CandidatePool:
        """Return a pool of the clusters of the entity type *kind* for which the function *askable* returns true. If
        *some_refused* is false, all clusters of earlier chapters are known to be askable, and their pool is built only
        once.
        """
        fresh = [one for one in self._fresh if one.type == kind and askable(one.number)]
        if some_refused:
            told = [one for one in self._earlier.get(kind, ()) if askable(one.number)]
            return CandidatePool(told, self._matrix).with_more(fresh)
        pool = self._pools.get(kind)
        if pool is None:
            pool = self._pools[kind] = CandidatePool(self._earlier.get(kind, []), self._matrix)
        return pool.with_more(fresh)


class IdentityFold:
    """The clusters of all chapters so far. The method `step` must be called once for each chapter, in narrative order."""

    def __init__(self, answers: Mapping[str, str]) -> None:
        self._answers = answers
        self.clusters = Clusters()
        self._bearers: dict[_Key, tuple[int, ...]] = {}
        self._any_type: dict[str, tuple[int, ...]] = {}
        self._titled: dict[_Key, tuple[int, ...]] = {}
        self._ambiguous: set[_Key] = set()
        self._matrix = VectorMatrix()
        self._splits = SplitClusters(self.clusters)
        self._last: dict[int, int] = {}
        self._count = 0

    def copy(self) -> IdentityFold:
        """Return an independent copy of the clusters of all chapters so far, which uses the same stored answers as the
        original.
        """
        other = IdentityFold(self._answers)
        other.clusters = self.clusters.copy()
        other._bearers = dict(self._bearers)
        other._any_type = dict(self._any_type)
        other._titled = dict(self._titled)
        other._ambiguous = set(self._ambiguous)
        other._matrix = self._matrix
        other._splits = self._splits.copy(other.clusters)
        other._last = dict(self._last)
        other._count = self._count
        return other

    def bearers(self, key: str) -> tuple[int, ...]:
        """Return the clusters of any entity type that have a name with the given name key."""
        return self._any_type.get(key, ())

    def step(self, chapter: ChapterNodes) -> IdentityStep:
        """Assign each node of one chapter to a cluster of an earlier chapter or to a new cluster."""
        before = len(self.clusters)
        numbers: list[list[int]] = []
        unplaced: list[_UnplacedNode] = []
        windows_of: dict[int, set[int]] = {}
        for index, nodes in enumerate(chapter.windows):
            placed = self._window(nodes, chapter.count, index, unplaced)
            for number in placed:
                windows_of.setdefault(number, set()).add(index)
            numbers.append(placed)
        for one in unplaced:
            one.windows |= windows_of.get(one.number, set())
        questions, missing = self._ask(chapter, before, unplaced, windows_of)
        if chapter.by_rule:
            for key in dict.fromkeys(key for nodes in chapter.windows for node in nodes for key in node.known_keys()):
                self._settle_kind(key)
        return IdentityStep(
            tuple(tuple(self.clusters.root(number) for number in window) for window in numbers),
            tuple(questions),
            tuple(missing),
        )

    def _window(self, nodes: Sequence[PlacedNode], count: int, window: int, unplaced: list[_UnplacedNode]) -> list[int]:
        """Return the cluster number of each node of one window. If no rule assigns a node to a cluster, the method
        creates a new cluster for the node and adds the node to *unplaced*.
        """
        placed = [-1] * len(nodes)
        taken: set[int] = set()
        for position in sorted(range(len(nodes)), key=lambda one: (nodes[one].start, one)):
            node = nodes[position]
            voted = self._votes(node)
            if node.decided.own is not None:
                sure = self._splits.begun(node.decided.own)
            elif any(number in taken for number in voted) or node.reading.namesake:
                self._ambiguous.update((key, node.reading.type) for key in node.known_keys())
                voted = [number for number in voted if number not in taken]
                sure = None
            else:
                sure = self._sure(node, voted, count)
            if sure is not None:
                self.clusters.take(sure, node, count)
                placed[position] = sure
            elif node.decided.own is not None:
                placed[position] = self.clusters.new(node, count)
                self._splits.begin(node.decided.own, placed[position], voted)
            else:
                placed[position] = self.clusters.new(node, count)
                unplaced.append(_UnplacedNode(placed[position], node, {window}, voted))
            taken.add(self.clusters.root(placed[position]))
            self._splits.leave(node, placed[position])
            self._register(node, placed[position])
        return placed

    def _settle_kind(self, key: str) -> None:
        """Merge the two clusters that share the name *key* but have different types, if one of the two types is clearly
        more frequent.
        """
        bearers = self._any_type.get(key, ())
        roots = list(dict.fromkeys(self.clusters.root(number) for number in bearers)) if len(bearers) > 1 else []
        if len(roots) != 2:
            return
        lesser, greater = sorted(roots, key=lambda number: sum(self.clusters[number].types.values()))
        one, other = self.clusters[lesser], self.clusters[greater]
        few, many = sum(one.types.values()), sum(other.types.values())
        if one.type == other.type or many < MIN_TYPE_COUNT or many < MIN_TYPE_RATIO * few:
            return
        named_alike = {name_key(name) for name in one.names} <= {name_key(name) for name in other.names}
        if named_alike and self.clusters.apart(lesser, greater) is None:
            self.clusters.unite(lesser, greater)

    def _votes(self, node: PlacedNode) -> list[int]:
        """Return the clusters of the node's type that share at least one name with the node, ordered by the number of
        shared names. Of clusters with equally many shared names, the most recently mentioned cluster comes first if the
        author split some of the clusters.
        """
        counted: dict[int, int] = {}
        last: dict[int, int] = {}
        refused = self._splits.refused(node)
        for key in node.known_keys():
            bearers = self._bearers.get((key, node.reading.type), ())
            for number in {self.clusters.root(one): None for one in bearers}:
                if number not in refused and key not in self.clusters[number].denied:
                    counted[number] = counted.get(number, 0) + 1
            for one in bearers:
                number = self.clusters.root(one)
                last[number] = max(last.get(number, -1), self._last.get(one, -1))
        if not counted and node.is_first_person:
            counted = dict.fromkeys(self._styled(node) - refused, 1)
        voted = sorted(counted, key=lambda number: (-counted[number], number))
        if any(self.clusters.apart(one, other) is not None for one, other in combinations(voted, 2)):
            voted.sort(key=lambda number: (-counted[number], -last[number]))
        return voted

    def _styled(self, node: PlacedNode) -> set[int]:
        """Return the clusters whose name contains the title of a first-person narrator, or an empty set if several
        clusters match. For example, the narrator called "the Doctor" is Dr. Livesey if no other known person has the
        title "Doctor".
        """
        titles = node.known_keys()
        found = {
            self.clusters.root(number)
            for (key, kind), bearers in self._bearers.items()
            if kind == node.reading.type and any(is_title_of(title, key) for title in titles)
            for number in bearers
            if key not in self.clusters[number].denied
        }
        return found if len(found) == 1 else set()

    def _sure(self, node: PlacedNode, voted: Sequence[int], chapter: int) -> int | None:
        """Return the cluster to which the node certainly belongs, or None if no cluster is certain. A cluster is
        certain only if no other cluster shares a name with the node. The cluster is not certain if one of the node's
        names is ambiguous, if the other names show two different people, if the node is a narrator and the surnames of
        node and cluster differ, or if the cluster was mentioned only rarely and long ago.
        """
        if len(voted) != 1 or any((key, node.reading.type) in self._ambiguous for key in node.known_keys()):
            return None
        names = NameSet((node.reading.name,), node.names())
        known = self.clusters[voted[0]].name_set()
        differ = clearly_different(names, known) or (node.reading.narrator and different_surnames(names, known))
        return None if differ or self._faded(voted[0], node, chapter) else voted[0]

    def _faded(self, number: int, node: PlacedNode, chapter: int) -> bool:
        known = self.clusters[number]
        bare = node.reading.type == PERSON and is_bare(node.names())
        return bare and is_forgotten(known.names, chapter - known.known.last_seen)

    def _register(self, node: PlacedNode, number: int) -> None:
        self._last[number] = self._count
        self._count += 1
        cluster = self.clusters[number]
        types = dict.fromkeys((node.reading.type, cluster.decided_type or node.reading.type))
        added = tuple(expand_title(name_key(name)) for name in node.decided.added)
        for key in dict.fromkeys((*node.known_keys(), *added)):
            if key in cluster.denied:
                continue
            for kind in types:
                bearers = self._bearers.get((key, kind), ())
                if number not in bearers:
                    self._bearers[key, kind] = (*bearers, number)
            anywhere = self._any_type.get(key, ())
            if number not in anywhere:
                self._any_type[key] = (*anywhere, number)
        for key in node.title_keys():
            typed = (key, node.reading.type)
            self._titled[typed] = (*(one for one in self._titled.get(typed, ()) if one != number), number)

    def _titled_alike(self, node: PlacedNode) -> list[int]:
        """Return at most MAX_TITLE_BEARERS clusters that have one of the node's titles, the most recently mentioned
        cluster first.
        """
        found: list[int] = []
        for key in node.title_keys():
            found.extend(self.clusters.root(one) for one in reversed(self._titled.get((key, node.reading.type), ())))
        return list(dict.fromkeys(found))[:MAX_TITLE_BEARERS]

    def _ask(
        self, chapter: ChapterNodes, before: int, unplaced: Sequence[_UnplacedNode], windows_of: Mapping[int, set[int]]
    ) -> tuple[list[Question], list[Question]]:
        """Build one question for each unplaced node that has candidates, and apply the stored or rule-based answers.
        Return all questions, and the questions without a stored answer. All questions are built before the first answer
        is applied, so that no question depends on the answer to another question of the same chapter.
        """
        known = _CandidatePools(
            [] if chapter.by_rule else [one.known for _, one in self.clusters.roots()], before, self._matrix
        )
        asked = [(one, self._candidates(one, known, chapter, windows_of)) for one in unplaced]
        made: list[tuple[_UnplacedNode, tuple[int, ...], IdentityQuestion]] = []
        for one, numbers in asked:
            if numbers:
                shown = tuple(self.clusters[number].description(one.node) for number in numbers)
                made.append((one, numbers, IdentityQuestion(chapter.language, one.node.description(), shown)))
        questions: list[Question] = []
        missing: list[Question] = []
        for one, numbers, content in made:
            if chapter.by_rule:
                self._apply(one, numbers, content, self._ruled(one, numbers, content, chapter.count))
                continue
            question = identity_question(content, chapter.episode)
            questions.append(question)
            kept = self._answers.get(question.uuid)
            if kept is None:
                missing.append(question)
            answer = rule_based_answer(content) if kept is None else from_json(IdentityAnswer, kept)
            clearly_different = self._apply(one, numbers, content, answer)
            self.clusters.differ(one.number, clearly_different, by=question.uuid)
        return questions, missing

    def _candidates(
        self, one: _UnplacedNode, known: _CandidatePools, chapter: ChapterNodes, windows_of: Mapping[int, set[int]]
    ) -> tuple[int, ...]:
        """Return the cluster numbers of the candidates for an unplaced node. Clusters with one of the node's names come
        first, then clusters with one of the node's titles, then clusters with similar names or descriptions and
        recently mentioned clusters.
        """
        refused = self._splits.refused(one.node)

        def askable(number: int) -> bool:
            if self.clusters.root(number) in refused:
                return False
            beside = number >= known.before and windows_of.get(number, set()) & one.windows
            return number < one.number and not beside

        homonyms = self._bearing(one.node.known_keys())
        if chapter.by_rule:
            return tuple(number for number in dict.fromkeys((*one.voted, *homonyms)) if askable(number))
        titled = [*self._titled_alike(one.node), *self._bearing(one.node.title_keys())]
        alike = candidates(
            one.node.names() or (one.node.reading.name,),
            known.of(one.node.reading.type, askable, some_refused=bool(refused)),
            vector=one.node.vector,
            chapter=chapter.count,
        )
        named = [number for number in dict.fromkeys((*one.voted, *homonyms, *titled)) if askable(number)]
        return tuple(dict.fromkeys((*named[:CANDIDATES], *alike)))[: CANDIDATES + len(named[:CANDIDATES])]

    def _bearing(self, keys: Sequence[str]) -> list[int]:
        """Return the clusters of any entity type that have a name with one of the given keys."""
        return [
            self.clusters.root(bearer)
            for key in keys
            for bearer in self._any_type.get(key, ())
            if key not in self.clusters[bearer].denied
        ]

    def _ruled(
        self, one: _UnplacedNode, numbers: Sequence[int], content: IdentityQuestion, chapter: int
    ) -> IdentityAnswer:
        """Return the rule-based answer to a question. All first-person narrators count as one person unless their
        surnames differ.
        """
        named = rule_based_answer(content)
        near = (position for position in named.same if not self._faded(numbers[position], one.node, chapter))
        named = IdentityAnswer(tuple(near), named.reason)
        if not one.node.reading.narrator:
            return named
        bearers = self._bearers.get((NARRATOR_KEY, one.node.reading.type), ())
        narrators = {self.clusters.root(number) for number in bearers}
        names = NameSet((one.node.reading.name,), one.node.names())
        same = {
            position
            for position, number in enumerate(numbers)
            if self.clusters.root(number) in narrators
            and not different_surnames(names, self.clusters[number].name_set())
        }
        return IdentityAnswer(tuple(sorted({*named.same, *same})), named.reason)

    def _apply(
        self, one: _UnplacedNode, numbers: Sequence[int], content: IdentityQuestion, answer: IdentityAnswer
    ) -> tuple[int, ...]:
        """Merge the node's cluster with the candidates that the answer identifies with the node, and return all other
        candidates. If the node shares a name with a different entity of the same type, the names of the node are
        ambiguous in all later chapters.
        """
        same = {position for position in answer.same if 0 <= position < len(numbers)}
        for position in sorted(same):
            if self.clusters.apart(one.number, numbers[position]) is None:
                self.clusters.unite(one.number, numbers[position])
        for position, candidate in enumerate(content.candidates):
            if position not in same and candidate.shared and candidate.type == one.node.reading.type:
                apart = self.clusters.root(numbers[position]) != self.clusters.root(one.number)
                if apart:
                    self._ambiguous.update((key, one.node.reading.type) for key in one.node.known_keys())
        return tuple(number for position, number in enumerate(numbers) if position not in same)


def identity_question(content: IdentityQuestion, episode: str) -> Question:
    """Return the stored form of an identity question, with an id that is computed from the content of the question."""
    payload = to_json(content)
    uuid = identify("question", QuestionKind.IDENTITY, payload)
    return Question(uuid, QuestionKind.IDENTITY, episode, payload, content)
