"""Folding again and again is folding once: on works that grow, are judged anew, and are cut back."""

from __future__ import annotations

from typing import cast

from hypothesis import given, settings

from episodic.pipeline.folding import Folding, ties
from episodic.temporal.calendars import Calendars
from episodic.temporal.chronology import Chronology
from episodic.temporal.coarse import Coarse
from episodic.temporal.exclusion import Exclusions
from episodic.temporal.fold import Frame, fold
from episodic.temporal.fold_facts import Folded
from episodic.temporal.issues import Voice
from tests.unit.temporal.stories import judged_tales, tales
from tests.unit.temporal.telling import LIVES_IN, DayCount, Tale, day

CALENDARS = cast("Calendars", DayCount())
"""Days that are counted, in place of the calendars of a work."""


def grown(tale: Tale) -> list[tuple[Folded, Folded]]:
    """After every chapter: what a folding that goes on says, and what folding everything says."""
    orders = sorted({one.order for one in tale.passages})
    folding = Folding()
    chronology: Chronology | None = None
    seen: list[tuple[Folded, Folded]] = []
    for order in orders:
        passages = [one for one in tale.passages if one.order <= order]
        statements = [one for one in tale.statements if one.evidence.told.order <= order]
        verdicts = [one for one in tale.verdicts if one.told.order <= order]
        fresh = [one for one in passages if one.order == order]
        said = [one for one in statements if one.evidence.told.order == order]
        if ties(fresh, said) or any(one.told.order == order for one in verdicts):
            folding.forget()
        if chronology is None:
            chronology = Chronology.of(passages, statements, CALENDARS)
        else:
            chronology = chronology.extended(fresh, said)
        frame = Frame(chronology, Exclusions(verdicts), Coarse(chronology), Voice("work"))
        seen.append((folding.fold(statements, frame), fold(statements, frame)))
    return seen


@settings(max_examples=400, deadline=None)
@given(tales())
def test_a_work_that_grows_is_folded_as_if_it_were_told_at_once(tale: Tale) -> None:
    """After each of its chapters, on a chronology that is extended as the product does it."""
    for going_on, anew in grown(tale):
        assert going_on == anew


@settings(max_examples=400, deadline=None)
@given(judged_tales())
def test_a_work_that_is_judged_while_it_grows_is_folded_as_if_it_were_told_at_once(tale: Tale) -> None:
    """Verdicts come with the chapters."""
    for going_on, anew in grown(tale):
        assert going_on == anew


def test_the_same_work_folded_twice_gives_the_very_same_facts() -> None:
    """Groups that did not change are not folded again."""
    tale = Tale().chapter(1, day(3)).say("Lin", LIVES_IN, "Port").chapter(2, day(9)).say("Shen", LIVES_IN, "Hill")
    chronology = Chronology.of(tale.passages, tale.statements, CALENDARS)
    frame = Frame(chronology, Exclusions(()), Coarse(chronology), Voice("work"))
    folding = Folding()

    first, second = folding.fold(tale.statements, frame), folding.fold(tale.statements, frame)

    assert all(one is other for one, other in zip(first.facts, second.facts, strict=True))


def test_a_statement_taken_back_takes_its_fact_with_it() -> None:
    """What is known of a group that is gone is not used again."""
    tale = Tale().chapter(1, day(3)).say("Lin", LIVES_IN, "Port").say("Lin", LIVES_IN, "Hill")
    chronology = Chronology.of(tale.passages, tale.statements, CALENDARS)
    frame = Frame(chronology, Exclusions(()), Coarse(chronology), Voice("work"))
    folding = Folding()
    folding.fold(tale.statements, frame)

    left = folding.fold(tale.statements[:1], frame)

    assert left == fold(tale.statements[:1], frame)
    assert [one.text for one in left.facts] == ["Lin lives_in Port"]


def test_a_date_ties_and_words_about_the_moment_before_do_not() -> None:
    """Only what can date earlier chapters makes everything be folded anew."""
    dated = Tale().chapter(1, day(3)).passages
    undated = Tale().chapter(1).passages

    assert ties(dated, [])
    assert not ties(undated, [])
