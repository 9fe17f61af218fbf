"""Who is who, chapter by chapter: sure cases by rule, the rest as questions. A pure fold over chapters in telling order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from episodic.dedup.candidates import CANDIDATES, Known, candidates
from episodic.dedup.clusters import Clusters, PlacedNode
from episodic.dedup.judges import ruled_identity
from episodic.dedup.questions import IdentityAnswer, IdentityQuestion
from episodic.model.asserted import Question, QuestionKind
from episodic.model.episodes import Language
from episodic.model.ids import identify
from episodic.model.records import from_json, to_json

TITLED = 3
"""How many bearers of a node's titles are asked about at most, the latest told first."""

_Key = tuple[str, str]
"""A name key and the type of the node that bears it: votes count within one type only."""


@dataclass(frozen=True, slots=True)
class ChapterNodes:
    """The nodes of one chapter's windows; `count` is the chapter's place in the telling, from 0.

    `by_rule`: the chapter is read by rules, which decide on names alone and ask nobody.
    """

    episode: str
    count: int
    language: Language
    windows: tuple[tuple[PlacedNode, ...], ...]
    by_rule: bool = False


@dataclass(frozen=True, slots=True)
class IdentityStep:
    """What a chapter's nodes came to: for each window the cluster number of each node, and the questions it raised.

    `missing` are those of `questions` without a kept answer; until they are answered they count as answered by rule.
    """

    numbers: tuple[tuple[int, ...], ...]
    questions: tuple[Question, ...]
    missing: tuple[Question, ...]


@dataclass(slots=True)
class _Open:
    """A cluster begun in this chapter that no rule could place."""

    number: int
    node: PlacedNode
    windows: set[int]
    voted: list[int] = field(default_factory=list[int])


class IdentityFold:
    """The clusters of everything told so far. Give it the chapters in telling order, each once."""

    def __init__(self, answers: Mapping[str, str]) -> None:
        self._answers = answers
        self.clusters = Clusters()
        self._bearers: dict[_Key, list[int]] = {}
        self._any_type: dict[str, list[int]] = {}
        self._titled: dict[_Key, list[int]] = {}
        self._ambiguous: set[_Key] = set()

    def copy(self) -> IdentityFold:
        """An independent copy; both read the same kept answers."""
        other = IdentityFold(self._answers)
        other.clusters = self.clusters.copy()
        other._bearers = {key: list(numbers) for key, numbers in self._bearers.items()}
        other._any_type = {key: list(numbers) for key, numbers in self._any_type.items()}
        other._titled = {key: list(numbers) for key, numbers in self._titled.items()}
        other._ambiguous = set(self._ambiguous)
        return other

    def step(self, chapter: ChapterNodes) -> IdentityStep:
        """Place one chapter's nodes among everything told before it."""
        before = len(self.clusters)
        numbers: list[list[int]] = []
        still_open: list[_Open] = []
        windows_of: dict[int, set[int]] = {}
        for index, nodes in enumerate(chapter.windows):
            placed = self._window(nodes, chapter.count, index, still_open)
            for number in placed:
                windows_of.setdefault(number, set()).add(index)
            numbers.append(placed)
        for one in still_open:
            one.windows |= windows_of.get(one.number, set())
        questions, missing = self._ask(chapter, before, still_open, windows_of)
        return IdentityStep(
            tuple(tuple(self.clusters.root(number) for number in window) for window in numbers),
            tuple(questions),
            tuple(missing),
        )

    def _window(self, nodes: Sequence[PlacedNode], count: int, window: int, still_open: list[_Open]) -> list[int]:
        """The number of each node of one window; nodes that no rule places begin a cluster and are added to *still_open*."""
        placed = [-1] * len(nodes)
        taken: set[int] = set()
        for position in sorted(range(len(nodes)), key=lambda one: (nodes[one].start, one)):
            node = nodes[position]
            voted = self._votes(node)
            if any(number in taken for number in voted) or node.reading.namesake:
                self._ambiguous.update((key, node.reading.type) for key in node.name_keys())
                voted = [number for number in voted if number not in taken]
                sure = None
            else:
                sure = self._sure(node, voted)
            if sure is not None:
                self.clusters[sure].take(node, count)
                placed[position] = sure
            else:
                placed[position] = self.clusters.new(node, count)
                still_open.append(_Open(placed[position], node, {window}, voted))
            taken.add(self.clusters.root(placed[position]))
            self._register(node, placed[position])
        return placed

    def _votes(self, node: PlacedNode) -> list[int]:
        """Clusters that bear one of the node's names and have its type, each once, most votes first."""
        counted: dict[int, int] = {}
        for key in node.name_keys():
            for number in {self.clusters.root(one): None for one in self._bearers.get((key, node.reading.type), ())}:
                counted[number] = counted.get(number, 0) + 1
        return sorted(counted, key=lambda number: (-counted[number], number))

    def _sure(self, node: PlacedNode, voted: Sequence[int]) -> int | None:
        """The one cluster that all of the node's known names speak for, if no name of it is ambiguous."""
        if len(voted) != 1 or any((key, node.reading.type) in self._ambiguous for key in node.name_keys()):
            return None
        return voted[0]

    def _register(self, node: PlacedNode, number: int) -> None:
        for key in node.name_keys():
            bearers = self._bearers.setdefault((key, node.reading.type), [])
            if number not in bearers:
                bearers.append(number)
            anywhere = self._any_type.setdefault(key, [])
            if number not in anywhere:
                anywhere.append(number)

        for key in node.title_keys():
            titled = self._titled.setdefault((key, node.reading.type), [])
            if number in titled:
                titled.remove(number)
            titled.append(number)

    def _titled_alike(self, node: PlacedNode) -> list[int]:
        """Clusters that bore one of the node's shared titles, the latest told first."""
        found: list[int] = []
        for key in node.title_keys():
            found.extend(self.clusters.root(one) for one in reversed(self._titled.get((key, node.reading.type), ())))
        return list(dict.fromkeys(found))[:TITLED]

    def _ask(
        self, chapter: ChapterNodes, before: int, still_open: Sequence[_Open], windows_of: Mapping[int, set[int]]
    ) -> tuple[list[Question], list[Question]]:
        """Make every open node's question from what was told before and this chapter's readings, then apply the answers."""
        known = [] if chapter.by_rule else [cluster.known for _, cluster in self.clusters.roots()]
        asked = [(one, self._candidates(one, known, chapter, before, windows_of)) for one in still_open]
        made: list[tuple[_Open, tuple[int, ...], IdentityQuestion]] = []
        for one, numbers in asked:
            if numbers:
                shown = tuple(self.clusters[number].described(one.node) for number in numbers)
                made.append((one, numbers, IdentityQuestion(chapter.language, one.node.described(), shown)))
        questions: list[Question] = []
        missing: list[Question] = []
        for one, numbers, content in made:
            if chapter.by_rule:
                self._apply(one, numbers, content, ruled_identity(content))
                continue
            question = identity_question(content, chapter.episode)
            questions.append(question)
            kept = self._answers.get(question.uuid)
            if kept is None:
                missing.append(question)
            answer = ruled_identity(content) if kept is None else from_json(IdentityAnswer, kept)
            self._apply(one, numbers, content, answer)
        return questions, missing

    def _candidates(
        self, one: _Open, known: Sequence[Known], chapter: ChapterNodes, before: int, windows_of: Mapping[int, set[int]]
    ) -> tuple[int, ...]:
        """Whom an open node is asked about: bearers of its names first, then of its titles, then those alike or near."""

        def askable(number: int) -> bool:
            return number < one.number and (number < before or not (windows_of.get(number, set()) & one.windows))

        def allowed(other: Known) -> bool:
            return other.type == one.node.reading.type and askable(other.number)

        homonyms = self._bearing(one.node.name_keys())
        if chapter.by_rule:
            return tuple(number for number in dict.fromkeys((*one.voted, *homonyms)) if askable(number))
        titled = [*self._titled_alike(one.node), *self._bearing(one.node.title_keys())]
        alike = candidates(
            one.node.names() or (one.node.reading.name,),
            known,
            vector=one.node.vector,
            chapter=chapter.count,
            allowed=allowed,
        )
        named = [number for number in dict.fromkeys((*one.voted, *homonyms, *titled)) if askable(number)]
        return tuple(dict.fromkeys((*named[:CANDIDATES], *alike)))[: CANDIDATES + len(named[:CANDIDATES])]

    def _bearing(self, keys: Sequence[str]) -> list[int]:
        """Clusters of any type that bear one of these names by themselves."""
        return [self.clusters.root(bearer) for key in keys for bearer in self._any_type.get(key, ())]

    def _apply(self, one: _Open, numbers: Sequence[int], content: IdentityQuestion, answer: IdentityAnswer) -> None:
        """Unite the node with what it is; a name that it shares with somebody it is not is ambiguous from here on."""
        same = {position for position in answer.same if 0 <= position < len(numbers)}
        for position in sorted(same):
            self.clusters.unite(one.number, numbers[position])
        for position, candidate in enumerate(content.candidates):
            if position not in same and candidate.shared and candidate.type == one.node.reading.type:
                apart = self.clusters.root(numbers[position]) != self.clusters.root(one.number)
                if apart:
                    self._ambiguous.update((key, one.node.reading.type) for key in one.node.name_keys())


def identity_question(content: IdentityQuestion, episode: str) -> Question:
    """The question as it is kept: its id follows from its content."""
    payload = to_json(content)
    return Question(identify("question", QuestionKind.IDENTITY, payload), QuestionKind.IDENTITY, episode, payload)
