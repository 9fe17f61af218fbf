"""Who is who, chapter by chapter: sure cases by rule, the rest as questions. A pure fold over chapters in telling order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from episodic.dedup.candidates import CANDIDATES, Known, Pool, Shelf, candidates
from episodic.dedup.clusters import NARRATOR_KEY, Clusters, PlacedNode
from episodic.dedup.halves import Halves
from episodic.dedup.judges import ruled_identity
from episodic.dedup.namesakes import Borne, faded, is_bare, is_title_of, other_surname, told_apart
from episodic.dedup.questions import IdentityAnswer, IdentityQuestion
from episodic.dedup.suspicion import PERSON
from episodic.dedup.western_names import written_out
from episodic.model.asserted import Question, QuestionKind
from episodic.model.episodes import Language
from episodic.model.ids import identify
from episodic.model.names import name_key
from episodic.model.records import from_json, to_json

TITLED = 3
"""How many bearers of a node's titles are asked about at most, the latest told first."""

MOSTLY = 12
"""A name that windows read by rules take for one kind so often, at least..."""
PLAINLY = 8
"""...and so many times as often as for another kind, is of that kind."""

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


class _Pools:
    """What an open node of one chapter may be, by type; `before` is the number of the first cluster begun in the chapter."""

    def __init__(self, known: Sequence[Known], before: int, shelf: Shelf) -> None:
        self.before = before
        self._shelf = shelf
        self._fresh: list[Known] = []
        self._told: dict[str, list[Known]] = {}
        for one in known:
            (self._told.setdefault(one.type, []) if one.number < before else self._fresh).append(one)
        self._pools: dict[str, Pool] = {}

    def of(self, kind: str, askable: Callable[[int], bool], *, some_refused: bool) -> Pool:
        """Those of one type that are askable; of those told before this chapter all are, unless some are refused."""
        fresh = [one for one in self._fresh if one.type == kind and askable(one.number)]
        if some_refused:
            told = [one for one in self._told.get(kind, ()) if askable(one.number)]
            return Pool(told, self._shelf).with_more(fresh)
        pool = self._pools.get(kind)
        if pool is None:
            pool = self._pools[kind] = Pool(self._told.get(kind, []), self._shelf)
        return pool.with_more(fresh)


class IdentityFold:
    """The clusters of everything told so far. Give it the chapters in telling order, each once."""

    def __init__(self, answers: Mapping[str, str]) -> None:
        self._answers = answers
        self.clusters = Clusters()
        self._bearers: dict[_Key, tuple[int, ...]] = {}
        self._any_type: dict[str, tuple[int, ...]] = {}
        self._titled: dict[_Key, tuple[int, ...]] = {}
        self._ambiguous: set[_Key] = set()
        self._shelf = Shelf()
        self._halves = Halves(self.clusters)
        self._last: dict[int, int] = {}
        self._count = 0

    def copy(self) -> IdentityFold:
        """An independent copy; both read the same kept answers."""
        other = IdentityFold(self._answers)
        other.clusters = self.clusters.copy()
        other._bearers = dict(self._bearers)
        other._any_type = dict(self._any_type)
        other._titled = dict(self._titled)
        other._ambiguous = set(self._ambiguous)
        other._shelf = self._shelf
        other._halves = self._halves.copy(other.clusters)
        other._last = dict(self._last)
        other._count = self._count
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
        if chapter.by_rule:
            for key in dict.fromkeys(key for nodes in chapter.windows for node in nodes for key in node.known_keys()):
                self._settle_kind(key)
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
            if node.decided.own is not None:
                sure = self._halves.begun(node.decided.own)
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
                self._halves.begin(node.decided.own, placed[position], voted)
            else:
                placed[position] = self.clusters.new(node, count)
                still_open.append(_Open(placed[position], node, {window}, voted))
            taken.add(self.clusters.root(placed[position]))
            self._halves.leave(node, placed[position])
            self._register(node, placed[position])
        return placed

    def _settle_kind(self, key: str) -> None:
        """Rules take a name for a place here and for a person there: it is what it mostly is, if that is plain."""
        bearers = self._any_type.get(key, ())
        roots = list(dict.fromkeys(self.clusters.root(number) for number in bearers)) if len(bearers) > 1 else []
        if len(roots) != 2:
            return
        lesser, greater = sorted(roots, key=lambda number: sum(self.clusters[number].types.values()))
        one, other = self.clusters[lesser], self.clusters[greater]
        few, many = sum(one.types.values()), sum(other.types.values())
        if one.type == other.type or many < MOSTLY or many < PLAINLY * few:
            return
        named_alike = {name_key(name) for name in one.names} <= {name_key(name) for name in other.names}
        if named_alike and self.clusters.apart(lesser, greater) is None:
            self.clusters.unite(lesser, greater)

    def _votes(self, node: PlacedNode) -> list[int]:
        """Clusters that bear one of the node's names and have its type, each once, most votes first.

        Halves of a split with as many votes: first the one that was told of last.
        """
        counted: dict[int, int] = {}
        last: dict[int, int] = {}
        refused = self._halves.refused(node)
        for key in node.known_keys():
            bearers = self._bearers.get((key, node.reading.type), ())
            for number in {self.clusters.root(one): None for one in bearers}:
                if number not in refused and key not in self.clusters[number].denied:
                    counted[number] = counted.get(number, 0) + 1
            for one in bearers:
                number = self.clusters.root(one)
                last[number] = max(last.get(number, -1), self._last.get(one, -1))
        if not counted and node.tells:
            counted = dict.fromkeys(self._styled(node) - refused, 1)
        voted = sorted(counted, key=lambda number: (-counted[number], number))
        if any(self.clusters.apart(one, other) is not None for one, other in combinations(voted, 2)):
            voted.sort(key=lambda number: (-counted[number], -last[number]))
        return voted

    def _styled(self, node: PlacedNode) -> set[int]:
        """The one cluster whose name has a teller's title in it (the Doctor, of whom only Dr. Livesey is told), if it is one only."""
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
        """The one cluster that all of the node's known names speak for, if no name of it is ambiguous.

        One who has a full name of its own beside the shared one is not sure to be the node, nor is a narrator of another surname
        the narrator known so far, nor somebody who was hardly named, long ago.
        """
        if len(voted) != 1 or any((key, node.reading.type) in self._ambiguous for key in node.known_keys()):
            return None
        borne = Borne((node.reading.name,), node.names())
        known = self.clusters[voted[0]].borne()
        differ = told_apart(borne, known) or (node.reading.narrator and other_surname(borne, known))
        return None if differ or self._faded(voted[0], node, chapter) else voted[0]

    def _faded(self, number: int, node: PlacedNode, chapter: int) -> bool:
        known = self.clusters[number]
        bare = node.reading.type == PERSON and is_bare(node.names())
        return bare and faded(known.names, chapter - known.known.last_seen)

    def _register(self, node: PlacedNode, number: int) -> None:
        self._last[number] = self._count
        self._count += 1
        cluster = self.clusters[number]
        types = dict.fromkeys((node.reading.type, cluster.decided_type or node.reading.type))
        added = tuple(written_out(name_key(name)) for name in node.decided.added)
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
        """Clusters that bore one of the node's shared titles, the latest told first."""
        found: list[int] = []
        for key in node.title_keys():
            found.extend(self.clusters.root(one) for one in reversed(self._titled.get((key, node.reading.type), ())))
        return list(dict.fromkeys(found))[:TITLED]

    def _ask(
        self, chapter: ChapterNodes, before: int, still_open: Sequence[_Open], windows_of: Mapping[int, set[int]]
    ) -> tuple[list[Question], list[Question]]:
        """Make every open node's question from what was told before and this chapter's readings, then apply the answers."""
        known = _Pools([] if chapter.by_rule else [one.known for _, one in self.clusters.roots()], before, self._shelf)
        asked = [(one, self._candidates(one, known, chapter, windows_of)) for one in still_open]
        made: list[tuple[_Open, tuple[int, ...], IdentityQuestion]] = []
        for one, numbers in asked:
            if numbers:
                shown = tuple(self.clusters[number].described(one.node) for number in numbers)
                made.append((one, numbers, IdentityQuestion(chapter.language, one.node.described(), shown)))
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
            answer = ruled_identity(content) if kept is None else from_json(IdentityAnswer, kept)
            told_apart = self._apply(one, numbers, content, answer)
            self.clusters.differ(one.number, told_apart, by=question.uuid)
        return questions, missing

    def _candidates(
        self, one: _Open, known: _Pools, chapter: ChapterNodes, windows_of: Mapping[int, set[int]]
    ) -> tuple[int, ...]:
        """Whom an open node is asked about: bearers of its names first, then of its titles, then those alike or near."""
        refused = self._halves.refused(one.node)

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
        """Clusters of any type that bear one of these names by themselves."""
        return [
            self.clusters.root(bearer)
            for key in keys
            for bearer in self._any_type.get(key, ())
            if key not in self.clusters[bearer].denied
        ]

    def _ruled(self, one: _Open, numbers: Sequence[int], content: IdentityQuestion, chapter: int) -> IdentityAnswer:
        """The rules' answer, to whom all first-person narrators are one, but for those of other surnames."""
        named = ruled_identity(content)
        near = (position for position in named.same if not self._faded(numbers[position], one.node, chapter))
        named = IdentityAnswer(tuple(near), named.reason)
        if not one.node.reading.narrator:
            return named
        bearers = self._bearers.get((NARRATOR_KEY, one.node.reading.type), ())
        narrators = {self.clusters.root(number) for number in bearers}
        borne = Borne((one.node.reading.name,), one.node.names())
        same = {
            position
            for position, number in enumerate(numbers)
            if self.clusters.root(number) in narrators and not other_surname(borne, self.clusters[number].borne())
        }
        return IdentityAnswer(tuple(sorted({*named.same, *same})), named.reason)

    def _apply(
        self, one: _Open, numbers: Sequence[int], content: IdentityQuestion, answer: IdentityAnswer
    ) -> tuple[int, ...]:
        """Unite the node with what it is; a name that it shares with somebody it is not is ambiguous from here on.

        What comes back are those of *numbers* that it is not.
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
    """The question as it is kept: its id follows from its content."""
    payload = to_json(content)
    uuid = identify("question", QuestionKind.IDENTITY, payload)
    return Question(uuid, QuestionKind.IDENTITY, episode, payload, content)
