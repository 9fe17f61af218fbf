# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false, reportUnknownVariableType=false
"""Random stories for the laws: few people and places, many ways of telling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hypothesis import strategies as st

from episodic.model.episodes import FrameKind
from episodic.model.moments import TimeExpression
from episodic.model.predicates import Predicate
from episodic.model.readings import Phase, Placing, StatementScope
from episodic.model.spans import Told
from episodic.temporal.exclusion import Answer, Verdict, content_of
from tests.unit.temporal.telling import (
    ALIVE,
    DEAD,
    EYES,
    HOLDS,
    LIVES_IN,
    MARRIED,
    MEMBER,
    MET,
    YEARS_BEFORE,
    Tale,
    after,
    before,
    day,
    later,
)

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

SAYINGS: tuple[tuple[Predicate, tuple[str | None, ...]], ...] = (
    (LIVES_IN, ("Harbor", "Capital", "Village")),
    (HOLDS, ("sword",)),
    (MEMBER, ("Order", "Guild")),
    (MARRIED, ("Mei", "Wu")),
    (EYES, ("green", "brown")),
    (DEAD, (None,)),
    (ALIVE, (None,)),
    (MET, ("Mei",)),
)


@dataclass(frozen=True)
class Opening:
    """How a passage begins."""

    new_chapter: bool
    frame: FrameKind
    time: TimeExpression | None
    aside: bool
    same_run: bool


@dataclass(frozen=True)
class Saying:
    """What a statement says, and how."""

    subject: str
    predicate: Predicate
    target: str | None
    phase: Phase
    placing: Placing
    time: TimeExpression | None
    event: str | None
    believed: bool
    same_quote: bool


openings = st.builds(
    Opening,
    new_chapter=st.booleans(),
    frame=st.sampled_from([FrameKind.MAIN] * 4 + [FrameKind.FLASHBACK, FrameKind.TALE, FrameKind.DREAM]),
    time=st.sampled_from(TIMES),
    aside=st.sampled_from([False, False, False, True]),
    same_run=st.booleans(),
)


def sayings(about: tuple[tuple[Predicate, tuple[str | None, ...]], ...]) -> st.SearchStrategy[Saying]:
    """Statements with these predicates."""
    return st.sampled_from(about).flatmap(
        lambda pair: st.builds(
            Saying,
            subject=st.sampled_from(PEOPLE),
            predicate=st.just(pair[0]),
            target=st.sampled_from(pair[1]),
            phase=st.sampled_from([Phase.HOLDS] * 4 + [Phase.BEGINS, Phase.ENDS, Phase.ENDS, Phase.DENIED]),
            placing=st.sampled_from([Placing.NOW] * 5 + [Placing.BACK, Placing.AHEAD]),
            time=st.sampled_from((*[None] * 10, *TIMES)),
            event=st.sampled_from([None, None, None, None, "fire"]),
            believed=st.sampled_from([False, False, False, False, True]),
            same_quote=st.sampled_from([False, False, False, True]),
        )
    )


def tell(parts: list[tuple[Opening, list[Saying]]]) -> Tale:
    """The tale of these passages."""
    tale, chapter, last_run = Tale(), 0, "none"
    for number, (opening, said) in enumerate(parts):
        if opening.new_chapter or number == 0:
            chapter += 1
            tale.chapter(chapter, opening.time, aside=opening.aside)
        elif opening.frame is FrameKind.MAIN:
            tale.passage(opening.time, aside=opening.aside)
        else:
            run = last_run if opening.same_run and last_run.startswith(opening.frame) else f"{opening.frame}{number}"
            tale.passage(opening.time, frame=opening.frame, run=run)
            last_run = run
        for one in said:
            _say(tale, one)
    return tale


def _say(tale: Tale, one: Saying) -> None:
    tale.say(
        one.subject,
        one.predicate,
        one.target,
        phase=one.phase,
        placing=one.placing,
        time=one.time,
        event=one.event,
        scope=StatementScope.BELIEF if one.believed else StatementScope.WORLD,
        holder="Mei" if one.believed else None,
        same_quote=one.same_quote,
    )


def tales(
    about: tuple[tuple[Predicate, tuple[str | None, ...]], ...] = SAYINGS, *, most: int = 8
) -> st.SearchStrategy[Tale]:
    """Tales of up to *most* passages."""
    part = st.tuples(openings, st.lists(sayings(about), max_size=4))
    return st.lists(part, min_size=1, max_size=most).map(tell)


@st.composite
def judged_tales(draw: Callable[[st.SearchStrategy[object]], object]) -> Tale:
    """Tales whose contents were judged, not always consistently."""
    tale = draw(tales())
    assert isinstance(tale, Tale)
    contents = sorted({content_of(one) for one in tale.statements if one.predicate is not DEAD})
    if len(contents) > 1:
        pairs = st.lists(
            st.tuples(st.sampled_from(contents), st.sampled_from(contents), st.sampled_from(Answer), st.integers(1, 5)),
            max_size=4,
        )
        for first, second, answer, place in draw(pairs):  # type: ignore[attr-defined]
            if first != second and (answer is not Answer.SAME or first.predicate == second.predicate):
                tale.verdicts.append(Verdict(first, second, answer, Told(place, 0)))
    return tale


def without_chapter(tale: Tale, episode: str) -> Tale:
    """The tale as if a chapter had never been."""
    return replace(
        tale,
        passages=[one for one in tale.passages if one.episode != episode],
        statements=[one for one in tale.statements if one.evidence.episode != episode],
    )
