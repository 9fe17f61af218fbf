"""Collects the lasting states of a work during a replay, and asks a judge which later statements show that a state has
ended.

A statement can show that a state has ended, although no sentence says so. For example, "the boy is friendly" shows that
the boy is no longer sullen.

The judge is asked when a chapter is replayed, and not when it is read. A model that reads only one window does not know
the states that earlier chapters tell. The states and statements in a question to the judge are chosen without answers
about predicates. The questions about predicates are asked in the same step. For the choice of states, a predicate that
is not in the predicate table is therefore taken as the reader wrote it. An answer of a judge about the predicate is not
used.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from episodic.model.deferred import Deferred
from episodic.model.episodes import FrameKind
from episodic.model.name_keys import name_key
from episodic.model.predicates import Learner, Predicate, PredicateKind
from episodic.model.readings import LEAST_SALIENCE, Phase, Placement, StatementScope
from episodic.model.shared_dict import SharedDict
from episodic.pipeline.replay.questions.payoffs import common_words
from episodic.pipeline.replay.statement_sources import SourcedStatement
from episodic.pipeline.text_positions import FramedPassage
from episodic.temporal.exclusion import has_one_value

STATES_PER_CHAPTER: Final = 16
"""The maximum number of states about which questions are asked when one chapter is replayed."""
ASKED_PER_SUBJECT: Final = 5
"""The maximum number of states of one subject about which questions are asked when one chapter is replayed."""
CANDIDATES_PER_STATE: Final = 2
"""The number of a chapter's statements that are chosen for one state as its most probable ends. The question about a
state offers the statements that are chosen for any state of its subject.
"""
CANDIDATES_PER_CHAPTER: Final = 24
"""The maximum number of different sentences that all questions of a chapter about states together offer."""
KEPT_PER_SUBJECT: Final = 60
"""The maximum number of states of one subject that are kept; when there are more, the earliest states are dropped."""
_ALIKE: Final = 0.5
"""A sentence concerns a state if it contains at least this share of the words of the state's value or object."""

_Likeness = tuple[bool, float, bool, int]
"""How probable it is that a statement ends a state, as four values. The first two say whether the statement concerns
the state, and which share of the state's words the statement has. The last two say whether the statement tells a state,
and how salient the statement is.
"""


@dataclass(frozen=True, slots=True)
class LastingState(Deferred):
    """A state that a chapter tells: the id and the sentence of its statement, and its content with cluster numbers.
    `name` is the name of the object, or "" if there is none. `volatile` is true for a state that often ends without a
    sentence that says so. A state whose beginning the text tells, a state that follows from an event, and a state whose
    predicate is not in the predicate table count as volatile, too. `can_end` is false if a stored answer about the
    predicate of the statement says that the predicate means an event.
    """

    statement: str
    text: str
    subject: int
    predicate: str
    object: int | None
    name: str
    value: str | None
    qualifier: str | None
    volatile: bool
    can_end: bool


class _Place(NamedTuple):
    """Where a chapter tells a state: the id of the passage, and the offset of the quote in the chapter."""

    passage: str
    start: int


class LastingStates:
    """The states of the chapters so far that last until something ends them. The class also knows which of these states
    a later statement has ended according to a judge.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_by_subject", "_ended")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._by_subject = SharedDict[int, tuple[LastingState, ...]]()
        """The states of each subject in narrative order. The key is the number of the cluster to which the subject
        belonged when the states were added.
        """
        self._ended = SharedDict[str, str]()
        """The id of the statement that ends a state, by the id of the state's statement."""
        self._places: dict[str, _Place] = {}
        """The places of the states that the last added chapter tells, by the id of the state's statement. A checkpoint
        does not keep the places, because only statements of the same chapter are compared with them. Otherwise an edit
        that only moves the statements of a chapter would change the data on which later chapters depend.
        """

    def copy(self) -> LastingStates:
        copied = LastingStates()
        copied._by_subject = self._by_subject.copy()
        copied._ended = self._ended.copy()
        return copied

    def add(
        self,
        statements: Sequence[SourcedStatement],
        framed: Sequence[FramedPassage],
        *,
        root: Callable[[int], int],
        find: Callable[[str], Predicate | None],
    ) -> None:
        """Add, in text order, the states that main-line statements of a chapter report for the current moment of the
        story. Earlier states that a statement of the chapter itself ends, repeats or replaces are removed, because no
        question about these states is necessary. *find* returns the predicate of the predicate table with a given name.
        """
        numbers = self._numbers(root)
        self._places = {}
        for said in statements:
            subject, predicate = _subject(said), _predicate(said, find)
            if framed[said.spanned.passage].frame is not FrameKind.MAIN or not _is_told_of_now(said):
                continue
            for number in numbers.get(root(subject), ()):
                known = self._by_subject[number]
                kept = tuple(one for one in known if not _speaks_of(said, predicate, one, root))
                if len(kept) < len(known):
                    self._by_subject[number] = kept
            if _lasts(said, predicate):
                if subject not in self._by_subject:
                    numbers.setdefault(root(subject), []).append(subject)
                volatile = find(predicate.name) is None or bool(predicate.volatile)
                states = (*self._by_subject.get(subject, ()), _state(said, predicate, volatile=volatile))
                self._places[said.made.uuid] = _Place(said.made.passage, said.made.evidence.start)
                self._by_subject[subject] = states[-KEPT_PER_SUBJECT:]

    def _numbers(self, root: Callable[[int], int]) -> dict[int, list[int]]:
        """Return, for each entity, the numbers of its clusters under which states are stored. An entity is given by the
        number that *root* returns for all of its clusters.
        """
        found: dict[int, list[int]] = {}
        for number in self._by_subject:
            found.setdefault(root(number), []).append(number)
        return found

    def end(self, state: LastingState, statement: str) -> None:
        self._ended[state.statement] = statement

    def has_ended(self, state: LastingState) -> bool:
        return state.statement in self._ended

    def objects_of(self, state: LastingState, root: Callable[[int], int]) -> frozenset[int]:
        """Return the objects of the kept states that have the sentence, subject and predicate of the state. An entity
        is given by the number that *root* returns for all of its clusters. A state without object adds nothing.
        """
        alike = (one for number in self._numbers(root).get(root(state.subject), ()) for one in self._by_subject[number])
        return frozenset(
            root(one.object)
            for one in alike
            if one.object is not None and (one.text, one.predicate) == (state.text, state.predicate)
        )

    def is_before(self, state: LastingState, said: SourcedStatement) -> bool:
        """Return whether a statement of the last added chapter belongs to a later passage than the passage that tells
        the state. States of earlier chapters are before all statements of the chapter.
        """
        place = self._places.get(state.statement)
        return place is None or (said.made.evidence.start > place.start and said.made.passage != place.passage)

    def facing(
        self, chapter: EndCandidates, root: Callable[[int], int]
    ) -> list[tuple[LastingState, Mapping[str, SourcedStatement]]]:
        """Return the states that the chapter's statements are most likely to end, each with the statements that may end
        it, by sentence in text order.

        States that have ended are included, although no question is asked about them. So no answer changes which states
        the questions of later chapters contain.
        """
        found: list[tuple[list[_StateMatches], Mapping[str, SourcedStatement]]] = []
        for subject, numbers in self._numbers(root).items():
            if subject in chapter.subjects:
                states = (one for number in numbers for one in self._by_subject[number])
                matches = [one for one in (chapter.of(state, subject) for state in states) if one is not None]
                latest = sorted(enumerate(matches), key=lambda one: (one[1].concerns, one[1].state.volatile, one[0]))
                chosen = [one for _, one in reversed(latest[-ASKED_PER_SUBJECT:])]
                found.append((chosen, chapter.sentences(chosen)))
        found.sort(key=lambda one: [match.concerns for match in one[0]], reverse=True)
        asked: list[tuple[LastingState, Mapping[str, SourcedStatement]]] = []
        listed: set[str] = set()
        for chosen, candidates in found:
            room = STATES_PER_CHAPTER - len(asked)
            if room and len(listed.union(candidates)) <= CANDIDATES_PER_CHAPTER:
                listed.update(candidates)
                asked.extend((one.state, candidates) for one in chosen[:room])
        return asked


class _StateMatches(NamedTuple):
    """A state, and the indexes of the chapter's statements that most probably end it. `concerns` is true if one of
    these statements has the same predicate or object, or the words of the state's value.
    """

    state: LastingState
    concerns: bool
    numbers: Sequence[int]


class EndCandidates:
    """The statements of one chapter that can end states, by their subject."""

    def __init__(
        self,
        statements: Sequence[SourcedStatement],
        framed: Sequence[FramedPassage],
        *,
        is_before: Callable[[LastingState, SourcedStatement], bool],
        root: Callable[[int], int],
        find: Callable[[str], Predicate | None],
    ) -> None:
        self._is_before, self._root, self._find = is_before, root, find
        self._statements = statements
        self._by_subject: dict[int, dict[int, SourcedStatement]] = {}
        for number, one in enumerate(statements):
            if _can_end(one, framed):
                self._by_subject.setdefault(root(_subject(one)), {})[number] = one

    @property
    def subjects(self) -> Container[int]:
        """The clusters about which statements of the chapter can end states."""
        return self._by_subject

    def of(self, state: LastingState, subject: int) -> _StateMatches | None:
        """Return the statements about the cluster *subject* that most probably end its state *state*. In the chapter
        that tells the state, only statements of passages after the passage with the state are chosen. Return None if
        the chapter has no such statements, or if none of them concerns the state and the state is not volatile.
        """
        near = sorted(
            (self._likeness(state, one), -number)
            for number, one in self._by_subject[subject].items()
            if self._is_before(state, one)
        )
        if not near or not (state.volatile or near[-1][0][0]):
            return None
        return _StateMatches(state, near[-1][0][0], [-number for _, number in near[-CANDIDATES_PER_STATE:]])

    def sentences(self, matches: Sequence[_StateMatches]) -> Mapping[str, SourcedStatement]:
        """Return the statements that may end any of the given states, by sentence in text order. If several statements
        have the same sentence, only the first of these statements is returned.
        """
        found: dict[str, SourcedStatement] = {}
        for number in sorted({number for one in matches for number in one.numbers}):
            found.setdefault(self._statements[number].made.shown_sentence, self._statements[number])
        return found

    def _likeness(self, state: LastingState, said: SourcedStatement) -> _Likeness:
        predicate, root, sentence = _predicate(said, self._find), self._root, said.made.shown_sentence
        objects = [None if one is None else root(one) for one in (_object(said), state.object)]
        same = predicate.name == state.predicate and state.object is None
        shared = objects[0] is not None and objects[0] == objects[1]
        named = any(one and common_words(one, sentence) >= _ALIKE for one in (state.value, state.name))
        is_state, salience = predicate.kind is PredicateKind.STATE, said.made.reading.core.salience
        return same or shared or named, common_words(state.text, sentence), is_state, salience


def _state(said: SourcedStatement, predicate: Predicate, *, volatile: bool) -> LastingState:
    made, core, target = said.made, said.made.reading.core, said.spanned.reading.object
    return LastingState(
        made.uuid,
        made.shown_sentence,
        _subject(said),
        predicate.name,
        _object(said),
        "" if target is None else said.names[target],
        core.value,
        core.qualifier,
        volatile or core.derived or core.phase is Phase.BEGINS,
        made.predicate.kind is PredicateKind.STATE,
    )


def _subject(said: SourcedStatement) -> int:
    return said.numbers[said.spanned.reading.subject]


def _object(said: SourcedStatement) -> int | None:
    target = said.spanned.reading.object
    return None if target is None else said.numbers[target]


def _predicate(said: SourcedStatement, find: Callable[[str], Predicate | None]) -> Predicate:
    """Return the predicate of a statement before any answer about its predicate. A predicate outside the predicate
    table is taken as written. Its kind is the kind that the reading states, or else STATE.
    """
    reading = said.spanned.reading
    if find(reading.core.predicate) is not None:
        return said.made.predicate
    return Predicate(reading.core.predicate, kind=reading.coined_kind or PredicateKind.STATE)


def _is_told_of_now(said: SourcedStatement) -> bool:
    core = said.made.reading.core
    return core.scope is StatementScope.WORLD and core.placing is Placement.NOW


def _lasts(said: SourcedStatement, predicate: Predicate) -> bool:
    """Return whether a statement tells a state that lasts until something ends it, although the text may not say that
    it has ended. The result is false for moods, ages, names, knowledge, life and death. For the place where somebody
    is, the result is true only if the statement follows from an event such as an arrival.
    """
    core = said.made.reading.core
    if predicate.kind is not PredicateKind.STATE or predicate.passing or predicate.growing:
        return False
    if predicate.presence and not core.derived:
        return False
    known = predicate.learner is Learner.SUBJECT
    name_only = predicate.naming and not predicate.living
    if known or name_only or predicate.life is not None or core.salience == LEAST_SALIENCE:
        return False
    return core.phase in (Phase.HOLDS, Phase.BEGINS) and not core.condition


def _speaks_of(said: SourcedStatement, predicate: Predicate, state: LastingState, root: Callable[[int], int]) -> bool:
    """Return whether a statement itself says what becomes of a state. Such a statement says that the state ends, tells
    the state again, or replaces the state because the predicate allows only one value at a time.
    """
    core = said.made.reading.core
    if predicate.name != state.predicate:
        return False
    if has_one_value(predicate):
        return True
    objects = [None if one is None else root(one) for one in (_object(said), state.object)]
    same = objects[0] == objects[1] and name_key(core.value or "") == name_key(state.value or "")
    ends_any = core.phase is Phase.ENDS and objects[0] is None and not core.value
    return same or ends_any


def _can_end(said: SourcedStatement, framed: Sequence[FramedPassage]) -> bool:
    core, main = said.made.reading.core, framed[said.spanned.passage].frame is FrameKind.MAIN
    told = main and _is_told_of_now(said) and core.salience > LEAST_SALIENCE
    return told and not core.habit and not core.condition
