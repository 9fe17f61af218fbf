"""Identity resolution: assigns the nodes of each chapter to clusters during a replay.

A node is an entity as one part of a chapter describes it. A cluster is a group of nodes that are one entity. Nodes are
assigned by rules or by answers to questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from episodic.dedup.bearers import Bearers
from episodic.dedup.clusters import Clusters
from episodic.dedup.identity_questions import CandidatePools, Offers, UnplacedNode, identity_question
from episodic.dedup.judges import rule_based_answer
from episodic.dedup.links import ANSWER, BESIDE, MOST_BESIDE, ONE_NODE, SHARED_NAME, UNLIKE
from episodic.dedup.merge_suggestions import PERSON
from episodic.dedup.namesakes import NameSet, clearly_different, different_surnames, is_bare, is_forgotten
from episodic.dedup.nodes import NARRATOR_KEY, ChapterNodes, PlacedNode
from episodic.dedup.plausibility import may_be_namesakes, unlike_people
from episodic.dedup.questions import IdentityAnswer, IdentityQuestion
from episodic.dedup.splits import SplitClusters
from episodic.model.decisions import Question
from episodic.model.name_keys import name_key
from episodic.model.records import from_json

MIN_TYPE_COUNT = 12
"""Two entities of the same name but of different types are merged only if one of them has at least MIN_TYPE_COUNT
nodes. A node is a description of an entity by one part of a chapter.
"""
MIN_TYPE_RATIO = 8
"""Two entities of the same name but of different types are merged only if one has at least MIN_TYPE_RATIO times as many
nodes as the other. A node is a description of an entity by one part of a chapter.
"""


@dataclass(frozen=True, slots=True)
class IdentityStep:
    """The result of identity resolution for one chapter: cluster numbers and questions. `numbers` contains, for each
    window (part of the chapter), the cluster numbers of its nodes. `questions` are the identity questions about the
    chapter's nodes. `missing` are the identity questions without a stored answer. Until the answer to an identity
    question is stored, its rule-based answer is used. `unsettled` contains the clusters that the missing answers may
    link: the clusters of the nodes and candidates of the questions in `missing`.
    """

    numbers: tuple[tuple[int, ...], ...]
    questions: tuple[Question, ...]
    missing: tuple[Question, ...]
    unsettled: frozenset[int] = frozenset()


class IdentityFold:
    """Assigns the nodes of one chapter after the other to clusters, which are groups of nodes that are one entity. An
    IdentityFold contains the clusters of all chapters so far. The method `step` must be called once for each chapter,
    in narrative order.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_asked_again",)
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ("clusters", "_bearers", "_splits")

    def __init__(self, answers: Mapping[str, str]) -> None:
        self._answers = answers
        self.clusters = Clusters()
        self._bearers = Bearers(self.clusters)
        self._splits = SplitClusters(self.clusters)
        self._asked_again: dict[int, int] = {}

    def copy(self) -> IdentityFold:
        other = IdentityFold(self._answers)
        other.clusters = self.clusters.copy()
        other._bearers = self._bearers.copy(other.clusters)
        other._splits = self._splits.copy(other.clusters)
        other._asked_again = dict(self._asked_again)
        return other

    def bearers(self, key: str) -> tuple[int, ...]:
        """Return the clusters of any entity type that bear the name *key*. If no cluster bears *key* as a name, return
        the clusters that have *key* as a title.
        """
        return self._bearers.named(key) or self._bearers.with_title(key)

    def step(self, chapter: ChapterNodes) -> IdentityStep:
        """Assign each node of one chapter to a known cluster or to a new cluster, and return the cluster numbers with
        the questions.
        """
        before = len(self.clusters)
        numbers: list[list[int]] = []
        unplaced: list[UnplacedNode] = []
        windows_of: dict[int, set[int]] = {}
        for index, nodes in enumerate(chapter.windows):
            placed = self._window(nodes, chapter, index, unplaced)
            for number in placed:
                windows_of.setdefault(self.clusters.root(number), set()).add(index)
            numbers.append(placed)
        for one in unplaced:
            one.windows |= windows_of.get(self.clusters.root(one.number), set())
        questions, missing, unsettled = self._ask(chapter, before, unplaced, windows_of)
        if chapter.by_rule:
            for key in dict.fromkeys(key for nodes in chapter.windows for node in nodes for key in node.known_keys()):
                self._settle_kind(key)
        return IdentityStep(tuple(map(tuple, numbers)), tuple(questions), tuple(missing), frozenset(unsettled))

    def _window(
        self, nodes: Sequence[PlacedNode], chapter: ChapterNodes, window: int, unplaced: list[UnplacedNode]
    ) -> list[int]:
        """Return the cluster number of each node of one window, and add the nodes about which a question may be asked
        to *unplaced*.
        """
        placed = [-1] * len(nodes)
        taken: set[int] = set()
        if not chapter.by_rule:
            self._cut_beside(nodes, chapter.count)
        for position in sorted(range(len(nodes)), key=lambda one: (nodes[one].start, one)):
            node = nodes[position]
            voted = self._bearers.votes(node, self._splits, by_rule=chapter.by_rule)
            sure = self._place(node, voted, taken, chapter)
            if sure is not None:
                self.clusters.take(sure, node, chapter.count, window)
                self._confirm(node, sure)
                placed[position] = sure
                if not chapter.by_rule and node.decided.own is None and self._newly_cut(sure):
                    unplaced.append(UnplacedNode(sure, node, {window}, voted))
            elif node.decided.own is not None:
                placed[position] = self.clusters.new(node, chapter.count, window)
                self._splits.begin(node.decided.own, placed[position], voted)
            else:
                placed[position] = self.clusters.new(node, chapter.count, window)
                unplaced.append(UnplacedNode(placed[position], node, {window}, voted))
            taken.add(placed[position])
            self._splits.leave(node, placed[position])
            self._bearers.register(node, placed[position])
        return placed

    def _place(self, node: PlacedNode, voted: list[int], taken: set[int], chapter: ChapterNodes) -> int | None:
        """Return the cluster to which the node certainly belongs, or None if no cluster is certain. *voted* contains
        the entities that share a name with the node (see `Bearers.votes`). *taken* contains the clusters to which the
        window's earlier nodes belong. Entities to which other nodes of the window already belong are removed from
        *voted*.
        """
        if node.decided.own is not None:
            return self._splits.begun(node.decided.own)
        roots = {self.clusters.root(one) for one in taken}
        occupied = [
            number
            for number in voted
            if number in roots and (chapter.by_rule or self._bearers.cluster_in(node, number) in taken)
        ]
        if node.reading.namesake:
            self._bearers.make_all_ambiguous(node)
        self._bearers.make_ambiguous(node, occupied)
        voted[:] = [number for number in voted if number not in occupied]
        if occupied or node.reading.namesake:
            return None
        sure = self._sure(node, voted, chapter.count)
        if sure is None or chapter.by_rule:
            return None if sure is None else self._bearers.cluster_in(node, sure)
        shared = self._bearers.clusters_in(node, sure)
        clear = [one for one in shared if not self._may_be_namesake(node, one)]
        if shared and not clear:
            return None
        return min(clear, key=lambda one: (-shared[one], one), default=sure)

    def _may_be_namesake(self, node: PlacedNode, number: int) -> bool:
        return node.reading.type == PERSON and may_be_namesakes(node.names(), self.clusters.own(number).names)

    def _cut_beside(self, nodes: Sequence[PlacedNode], count: int) -> None:
        found: dict[int, list[int]] = {}
        for node in nodes:
            sure = self._sure(node, self._bearers.votes(node, self._splits), count)
            if sure is not None and len(self.clusters.members(sure)) > 1 and node.decided.own is None:
                mine = self._bearers.clusters_in(node, sure)
                if len(mine) == 1:
                    found.setdefault(sure, []).extend(mine)
        for beside in found.values():
            different = sorted({*beside})
            for place, one in enumerate(different):
                for other in different[place + 1 :]:
                    self.clusters.conflict(one, other, BESIDE, most=MOST_BESIDE)

    def _newly_cut(self, number: int) -> bool:
        """Return whether a link between the cluster *number* and an earlier cluster was cut since the method last
        returned true for the cluster.
        """
        cut = self.clusters.times_cut(number)
        newly = cut > self._asked_again.get(number, 0)
        if newly:
            self._asked_again[number] = cut
        return newly

    def _confirm(self, node: PlacedNode, number: int) -> None:
        for other in self._bearers.clusters_in(node, self.clusters.root(number)):
            if other != number:
                self.clusters.confirm(number, other, names=ONE_NODE)

    def _settle_kind(self, key: str) -> None:
        """Merge two entities of different types if they are the only two that bear the name *key*. One of the two
        entities must have all names of the other, and far more nodes than the other. Entities that the author keeps
        apart are not merged.
        """
        roots = self._bearers.kinds_of(key)
        if len(roots) != 2:
            return
        lesser, greater = sorted(roots, key=lambda number: sum(self.clusters[number].types.values()))
        one, other = self.clusters[lesser], self.clusters[greater]
        few, many = sum(one.types.values()), sum(other.types.values())
        if one.type == other.type or many < MIN_TYPE_COUNT or many < MIN_TYPE_RATIO * few:
            return
        named_alike = {name_key(name) for name in one.names} <= {name_key(name) for name in other.names}
        if named_alike and self.clusters.apart(lesser, greater) is None:
            self.clusters.settle(lesser, greater)

    def _sure(self, node: PlacedNode, voted: Sequence[int], chapter: int) -> int | None:
        """Return the number of the entity to which the node certainly belongs, or None if no entity is certain. An
        entity is certain only if it is the only one that shares an unambiguous name with the node. An entity is not
        certain if its other names and those of the node show two different people. A person is not certain if the
        person was named only a few times, last long ago, and only by single words. The doubt about such a person
        concerns only nodes that are named only by single words, too, such as "Tom". If the node is the main narrator,
        the node does not certainly belong to an entity with another surname.
        """
        clear = self._bearers.clear_votes(node, voted)
        if len(clear) != 1:
            return None
        names = NameSet((node.reading.name,), node.names())
        known = self.clusters[clear[0]].name_set()
        differ = clearly_different(names, known) or (node.reading.narrator and different_surnames(names, known))
        return None if differ or self._faded(clear[0], node, chapter) else clear[0]

    def _faded(self, number: int, node: PlacedNode, chapter: int) -> bool:
        known = self.clusters[number]
        bare = node.reading.type == PERSON and is_bare(node.names())
        return bare and is_forgotten(known.names, chapter - known.known.last_seen)

    def _ask(
        self, chapter: ChapterNodes, before: int, unplaced: Sequence[UnplacedNode], windows_of: Mapping[int, set[int]]
    ) -> tuple[list[Question], list[Question], set[int]]:
        """Build one question for each node in *unplaced* that has candidates, and apply the stored or rule-based
        answers. Return all questions, the questions without a stored answer, and the clusters that the questions
        without a stored answer are about. For a chapter that was read by rules, the answers follow from rules, no
        question is stored, and nothing is returned. All questions are built before the first answer is applied, so that
        no question depends on the answer to another one.
        """
        pools = (
            CandidatePools({}, [], before)
            if chapter.by_rule
            else CandidatePools(*self.clusters.candidate_pools(before), before)
        )
        offers = Offers(self.clusters, self._bearers, self._splits, chapter, pools, windows_of)
        made: list[tuple[UnplacedNode, tuple[int, ...], IdentityQuestion]] = []
        for one in unplaced:
            numbers = offers.of(one)
            if numbers:
                shown = tuple(self.clusters[number].description(one.node) for number in numbers)
                made.append((one, numbers, IdentityQuestion(chapter.language, one.node.description(), shown)))
        questions: list[Question] = []
        missing: list[Question] = []
        unsettled: set[int] = set()
        for one, numbers, content in made:
            if chapter.by_rule:
                self._apply(one, numbers, content, self._ruled(one, numbers, content, chapter.count))
                continue
            question = identity_question(content, chapter.episode)
            questions.append(question)
            kept = self._answers.get(question.uuid)
            if kept is None:
                missing.append(question)
                unsettled.update((one.number, *numbers))
            answer = rule_based_answer(content) if kept is None else from_json(IdentityAnswer, kept)
            clearly_different = self._apply(one, numbers, content, answer)
            self.clusters.differ(one.number, clearly_different, by=question.uuid)
        return questions, missing, unsettled

    def _ruled(
        self, one: UnplacedNode, numbers: Sequence[int], content: IdentityQuestion, chapter: int
    ) -> IdentityAnswer:
        """Return the rule-based answer to an identity question about a node of a chapter that was read by rules. The
        main narrators of all chapters count as one person unless their surnames differ.
        """
        named = rule_based_answer(content)
        near = (position for position in named.same if not self._faded(numbers[position], one.node, chapter))
        named = IdentityAnswer(tuple(near), named.reason)
        if not one.node.reading.narrator:
            return named
        bearers = self._bearers.of(NARRATOR_KEY, one.node.reading.type)
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
        self, one: UnplacedNode, numbers: Sequence[int], content: IdentityQuestion, answer: IdentityAnswer
    ) -> tuple[int, ...]:
        """Link the node's cluster with the candidates that the answer identifies with the node, except those that the
        author keeps apart. Return the numbers of the candidates that the answer rejects. A name that the node shares
        with a rejected candidate of the node's type is marked as ambiguous. The name is not marked if other links join
        the candidate with the node's cluster.
        """
        same = {position for position in answer.same if 0 <= position < len(numbers)}
        chosen = {position: self._principal(numbers[position]) for position in range(len(numbers))}
        for position in sorted(same):
            other = chosen[position]
            if self.clusters.apart(one.number, other) is not None:
                continue
            if unlike_people(_names_of(self.clusters, one.number), _names_of(self.clusters, other)):
                self.clusters.conflict(one.number, other, UNLIKE, most=UNLIKE)
            shares = bool(content.candidates[position].shared)
            self.clusters.unite(one.number, other, agreed=ANSWER, names=SHARED_NAME if shares else 0)
        for position, candidate in enumerate(content.candidates):
            if position in same:
                continue
            self.clusters.deny(one.number, chosen[position])
            apart = self.clusters.root(numbers[position]) != self.clusters.root(one.number)
            if apart and candidate.shared and candidate.type == one.node.reading.type:
                self._bearers.make_ambiguous(one.node, [numbers[position]])
        return tuple(number for position, number in enumerate(numbers) if position not in same)

    def _principal(self, number: int) -> int:
        members = self.clusters.members(number)
        return min(members, key=lambda one: (-self.clusters.own(one).names.total(), one))


def _names_of(clusters: Clusters, number: int) -> list[str]:
    known = clusters[number]
    return [*known.names, *known.titles]
