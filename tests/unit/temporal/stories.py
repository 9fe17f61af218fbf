"""Random stories for property tests: few persons and places, many kinds of passages and statements.

Every passage and every statement is drawn as one number, and its content is read from the digits of that number. Drawing
each choice separately took ten times as long as all property checks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from hypothesis import strategies as st

from episodic.model.episodes import FrameKind
from episodic.model.moments import TimeExpression
from episodic.model.predicates import Predicate, PredicateKind
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.model.spans import NarrativePosition
from episodic.temporal.exclusion import JudgedPair, content_of
from episodic.temporal.questions import Verdict
from tests.unit.temporal.story_builder import (
    ALIVE,
    DEAD,
    EYES,
    FEELS,
    HOLDS,
    IN_ROOM,
    IS_IN,
    KILLED,
    LIVES_IN,
    MARRIED,
    MEMBER,
    MET,
    PART_OF,
    YEARS_BEFORE,
    Tale,
    after,
    before,
    day,
    later,
)

T = TypeVar("T")

PEOPLE = ("Lin", "Wu")

TIMES: tuple[TimeExpression | None, ...] = (
    None,
    None,
    None,
    day(10),
    day(20),
    day(30),
    later(1, 1),
    later(2, None),
    later(0, 0),
    later(3, 5, before=True),
    YEARS_BEFORE,
    after("fire", 3, 3),
    after("fire"),
    before("fire"),
)

SAYINGS: tuple[tuple[tuple[str, ...], Predicate, tuple[str | None, ...]], ...] = (
    (PEOPLE, LIVES_IN, ("Harbor", "Capital", "Village")),
    (PEOPLE, LIVES_IN, ("Harbor", "Capital", "Village", None)),
    (PEOPLE, HOLDS, ("sword",)),
    (PEOPLE, MEMBER, ("Order", "Guild")),
    (PEOPLE, MARRIED, ("Mei", "Wu")),
    (PEOPLE, EYES, ("green", "brown")),
    (PEOPLE, DEAD, (None,)),
    (PEOPLE, ALIVE, (None,)),
    (PEOPLE, MET, ("Mei",)),
    (PEOPLE, MET, ("Mei",)),
    (PEOPLE, KILLED, ("Mei",)),
    (PEOPLE, IN_ROOM, ("kitchen", "hall")),
    (PEOPLE, FEELS, ("glad",)),
    (PEOPLE, IS_IN, ("Harbor", "Village", None)),
    (("Village",), PART_OF, ("Harbor",)),
)

FRAMES = (*[FrameKind.MAIN] * 4, FrameKind.FLASHBACK, FrameKind.TALE, FrameKind.LETTER, FrameKind.DREAM)
PHASES = (*[Phase.HOLDS] * 4, Phase.BEGINS, Phase.ENDS, Phase.ENDS, Phase.DENIED)
PLACINGS = (*[Placement.NOW] * 5, Placement.BACK, Placement.AHEAD)
OWN_TIMES = (*[None] * 10, *TIMES)
ONE_IN_FIVE = (False, False, False, False, True)
CODES = st.integers(0, 2**40 - 1)


class Digits:
    """Reads choices from the digits of a number; 0 selects the first of every choice."""

    def __init__(self, number: int) -> None:
        self._left = number

    def one_of(self, choices: Sequence[T]) -> T:
        self._left, digit = divmod(self._left, len(choices))
        return choices[digit]


@dataclass(frozen=True)
class Part:
    """A passage and its statements, as numbers."""

    opening: int
    said: list[int]


def tell(parts: Sequence[Part], *, locking: bool = False) -> Tale:
    """Build the story of these passages. With *locking*, one statement in five is locked."""
    tale, chapter, last_run = Tale(), 0, "none"
    for number, part in enumerate(parts):
        digits = Digits(part.opening)
        frame, time = digits.one_of(FRAMES), digits.one_of(TIMES)
        new_chapter, aside, same_run = (digits.one_of(one) for one in ((True, False), ONE_IN_FIVE, (True, False)))
        if new_chapter or number == 0:
            chapter += 1
            tale.chapter(chapter, time, aside=aside)
        elif frame is FrameKind.MAIN:
            earlier = [one.uuid for one in tale.passages if one.main and one.episode == tale.passages[-1].episode]
            followed = digits.one_of((None, None, *earlier))
            tale.passage(time, aside=aside, follows=() if followed is None else (followed,))
        else:
            last_run = last_run if same_run and last_run.startswith(frame) else f"{frame}{number}"
            tale.passage(time, frame=frame, run=last_run)
        for said in part.said:
            _say(tale, Digits(said), locking=locking)
    return tale


def _say(tale: Tale, digits: Digits, *, locking: bool) -> None:
    subjects, predicate, targets = digits.one_of(SAYINGS)
    believed = digits.one_of(ONE_IN_FIVE)
    subject, target = digits.one_of(subjects), digits.one_of(targets)
    phase, placing = digits.one_of(PHASES), digits.one_of(PLACINGS)
    may_pass = predicate.kind is PredicateKind.STATE and predicate.life is None
    begun = phase in (Phase.HOLDS, Phase.BEGINS) and placing is Placement.NOW
    tale.say(
        subject,
        predicate,
        target,
        phase=phase,
        placing=placing,
        time=digits.one_of(OWN_TIMES),
        event=digits.one_of((None, None, None, None, "fire")),
        scope=StatementScope.BELIEF if believed else StatementScope.WORLD,
        holder="Mei" if believed else None,
        same_quote=digits.one_of((False, False, False, True)),
        locked=locking and digits.one_of(ONE_IN_FIVE),
        scene=may_pass and begun and digits.one_of(ONE_IN_FIVE),
        qualifier=digits.one_of((None, None, "by day", "by night")),
    )


def _judge(tale: Tale, codes: Sequence[int]) -> Tale:
    """Add judgements about contents, which may contradict each other."""
    contents = sorted({content_of(one) for one in tale.statements if one.predicate is not DEAD})
    for digits in map(Digits, codes if contents else ()):
        first, second = digits.one_of(contents), digits.one_of(contents)
        answer = digits.one_of(tuple(Verdict))
        alike = first[:2] == second[:2] and first.predicate != MARRIED.name
        if first != second and (answer is not Verdict.SAME or alike):
            tale.verdicts.append(
                JudgedPair(first, second, answer, NarrativePosition(digits.one_of((1, 2, 3, 4, 5)), 0))
            )
    return tale


def tales(*, most: int = 8, judged: bool = False, locking: bool = False) -> st.SearchStrategy[Tale]:
    """Draw stories of up to *most* passages, with up to four statements each."""
    parts = st.lists(st.builds(Part, CODES, st.lists(CODES, max_size=4)), min_size=1, max_size=most)
    verdicts = st.lists(CODES, max_size=4) if judged else st.just(list[int]())

    def told(parts: list[Part], codes: list[int]) -> Tale:
        return _judge(tell(parts, locking=locking), codes)

    return st.builds(told, parts, verdicts)


def without_chapter(tale: Tale, episode: str) -> Tale:
    """Return the story without one chapter."""
    return replace(
        tale,
        passages=[one for one in tale.passages if one.episode != episode],
        statements=[one for one in tale.statements if one.evidence.episode != episode],
    )
