"""Tests of the statements from which time expressions such as "the next day" are shown as counted."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

import pytest

from episodic.model.episodes import FrameKind
from episodic.model.moments import UNKNOWN_TIME, Anchor
from episodic.model.readings import Phase, Placement, StatementScope
from tests.unit.temporal.story_builder import FEELS, FOUGHT, LIVES_IN, MET, Tale, chronology_of, day, days, later

NEXT_DAY = later(1, 1)


def counted(tale: Tale) -> str | None:
    """The text of the statement from which the last statement's time expression counts, or None."""
    chronology = chronology_of(tale)
    found = chronology.counted_from(chronology.position_of(tale.statements[-1].uuid))
    texts = {one.evidence.quote: one.core.text for one in tale.statements}
    return None if found is None else texts[found.quote]


def time_text(tale: Tale) -> str | None:
    """The time expression that applies to the last statement."""
    return chronology_of(tale).effective_time_text(tale.statements[-1].uuid)


def test_words_for_the_current_moment_count_from_nothing() -> None:
    """ "Now" and "today" name no distance, unlike "a year ago"."""
    tale = Tale().chapter(1).say("Lin", FOUGHT, "wind")
    now, ago = later(0, 0, anchor=Anchor.HERE), later(1, 1, unit="year", before=True, anchor=Anchor.HERE)

    assert counted(deepcopy(tale).say("Lin", MET, "Mei", time=now)) is None
    assert counted(tale.say("Lin", MET, "Mei", time=ago, placing=Placement.BACK)) == "Lin fought wind"


@pytest.mark.parametrize("scope", [StatementScope.PLAN, StatementScope.WISH, StatementScope.HYPOTHESIS])
def test_the_next_day_counts_from_what_has_happened_not_from_a_plan(scope: StatementScope) -> None:
    """Lin comes home by boat. He will move to the Capital, where he works. The next day he meets Mei."""
    tale = Tale().chapter(1).say("Lin", FOUGHT, "wind").say("Lin", MET, "Capital", scope=scope, holder="Lin")
    tale.say("Lin", LIVES_IN, "Capital", phase=Phase.BEGINS, same_quote=True).say("Lin", MET, "Mei", time=NEXT_DAY)

    assert counted(tale) == "Lin fought wind"


def test_without_anything_that_has_happened_the_next_day_counts_from_no_statement() -> None:
    tale = Tale().chapter(1).say("Lin", MET, "Capital", scope=StatementScope.PLAN, holder="Lin")
    tale.say("Lin", LIVES_IN, "Capital", same_quote=True).say("Lin", MET, "Wu", placing=Placement.AHEAD)
    tale.say("Wu", LIVES_IN, "Town", same_quote=True).say("Lin", MET, "Mei", time=NEXT_DAY)

    assert counted(tale) is None


def test_that_evening_after_a_look_back_counts_from_the_scene() -> None:
    """Lin fights the wind. Wu had met Mei before. That evening, Lin meets Mei."""
    tale = Tale().chapter(1, day(4)).say("Lin", FOUGHT, "wind").say("Wu", MET, "Mei", placing=Placement.BACK)
    tale.say("Lin", MET, "Mei", time=later(0, 0))

    assert (counted(tale), days(tale, 2)) == ("Lin fought wind", (4, 4))


def test_a_habit_is_no_moment_from_which_to_count() -> None:
    """Lin orders his luggage. He walks there every night. The next day he meets Mei."""
    tale = Tale().chapter(1).say("Lin", FOUGHT, "wind").say("Lin", MET, "Wu")
    tale.statements[-1] = replace(tale.statements[-1], core=replace(tale.statements[-1].core, habit=True))
    tale.say("Lin", MET, "Mei", time=NEXT_DAY)

    assert counted(tale) == "Lin fought wind"


def test_a_decision_is_an_event_from_which_to_count() -> None:
    """He decided to leave, which is an event whose quote also reports a plan."""
    tale = Tale().chapter(1).say("Lin", FOUGHT, "doubt").say("Lin", MET, "X", scope=StatementScope.PLAN, holder="Lin")
    tale.say("Lin", FOUGHT, "himself", same_quote=True).say("Lin", MET, "Mei", time=NEXT_DAY)

    assert counted(tale) == "Lin fought himself"


def test_a_state_hides_no_event_of_the_current_moment() -> None:
    """Neither a mood nor a home says what happened at the moment from which the next day counts."""
    tale = Tale().chapter(1).say("Lin", MET, "Wu").say("Wu", LIVES_IN, "Town").say("Lin", MET, "Mei", time=NEXT_DAY)
    mood = Tale().chapter(1).say("Lin", MET, "Wu").say("Lin", FEELS, "cold").say("Lin", MET, "Mei", time=NEXT_DAY)
    home = Tale().chapter(1).say("Wu", LIVES_IN, "Town").say("Lin", MET, "Mei", time=NEXT_DAY)

    assert counted(tale) == "Lin met Wu"
    assert counted(mood) == "Lin met Wu"
    assert counted(home) == "Wu lives_in Town"


@pytest.mark.parametrize("event", [None, "departure"])
def test_a_part_of_the_day_is_shown_with_the_words_of_the_day(event: str | None) -> None:
    """Nine days later Lin met Mei. In the evening he met Wu: on that day, whether or not the event has a name."""
    tale = Tale().chapter(1).say("Lin", MET, "Mei").passage(later(9, 9), words="nine days later")
    tale.say("Lin", MET, "Mei").say("Lin", MET, "Wu", time=UNKNOWN_TIME, event=event)
    evening = tale.statements[-1]
    tale.statements[-1] = replace(evening, core=replace(evening.core, time="in the evening"))

    assert time_text(tale) == "nine days later…in the evening"
    assert counted(tale) == "Lin met Mei"


def test_words_that_are_said_again_are_shown_once() -> None:
    """Nine days later, nothing happened. That night the wind rose. That night Lin met Wu."""
    tale = Tale().chapter(1).say("Lin", MET, "Mei").passage(later(9, 9), words="nine days later")
    for _ in range(2):
        tale.passage(later(0, 0), words="that night")
    tale.say("Lin", MET, "Wu")

    assert time_text(tale) == "nine days later…that night"


def test_the_words_of_a_named_event_are_its_own() -> None:
    """The fire was three days before, although the passage is nine days later."""
    tale = Tale().chapter(1).say("Lin", MET, "Mei").passage(later(9, 9), words="nine days later")
    tale.say("Lin", MET, "Mei").say("fire", MET, "x", time=later(3, 3, before=True), event="fire")

    assert time_text(tale) == "when fire met"


def test_a_letter_counts_from_what_it_tells_not_from_its_reading() -> None:
    """Wu reads the letter aloud. It says that Lin met Mei, and that the next day he met Ben."""
    claim = StatementScope.CLAIM
    tale = Tale().chapter(1).say("Wu", MET, "Lin").passage(frame=FrameKind.LETTER, run="letter")
    tale.say("Wu", FOUGHT, "handwriting").say("Lin", MET, "Mei", scope=claim, holder="Lin")
    tale.passage(NEXT_DAY, frame=FrameKind.LETTER, run="letter").say("Lin", MET, "Ben")

    assert counted(tale) == "Lin met Mei"


def test_speech_in_a_flashback_is_no_moment_of_the_flashback() -> None:
    """Lin met Mei, who told that she had seen the town. The next day he met Ben."""
    run = "youth"
    tale = Tale().chapter(1).say("Wu", MET, "Lin").passage(frame=FrameKind.FLASHBACK, run=run).say("Lin", MET, "Mei")
    tale.say("Mei", MET, "town", scope=StatementScope.CLAIM, holder="Mei")
    tale.passage(NEXT_DAY, frame=FrameKind.FLASHBACK, run=run).say("Lin", MET, "Ben")

    assert counted(tale) == "Lin met Mei"


def told_with(quote: str, *, placing: Placement = Placement.NOW) -> Tale:
    """Return a tale told by Wu in a scene, in which he also says what he or somebody else thinks."""
    claim = StatementScope.CLAIM
    tale = Tale().chapter(1).say("Lin", MET, "Wu").passage(frame=FrameKind.TALE, run="tale")
    tale.say("Bo", MET, "Lin", scope=claim, holder="Wu")
    tale.say("Bo", MET, "Mei", scope=StatementScope.BELIEF, holder="Wu", placing=placing, quote=quote)
    return tale


def is_thought_now(tale: Tale) -> bool:
    """Return whether the last statement is said or thought in the scene in which the tale is told."""
    chronology, last = chronology_of(tale), tale.statements[-1].uuid
    return not chronology.precedes(chronology.said_of(last), chronology.now_of(tale.passages[0].uuid))


@pytest.mark.parametrize(
    "quote", ["I half believe he met her", "I'm sure he met her", "我猜他见过她", "我至今疑心他见过她"]
)
def test_what_a_teller_thinks_now_is_thought_when_he_tells_the_tale(quote: str) -> None:
    """What he thinks is about an event of his tale, which keeps its own place before the telling."""
    tale = told_with(quote)
    chronology = chronology_of(tale)

    assert is_thought_now(tale)
    assert chronology.precedes(
        chronology.position_of(tale.statements[-1].uuid), chronology.now_of(tale.passages[0].uuid)
    )


@pytest.mark.parametrize("quote", ["I believed he had met her", "我疑他见过她", "they say that he met her"])
def test_words_that_may_be_about_the_time_of_the_tale_stay_there(quote: str) -> None:
    assert not is_thought_now(told_with(quote))
    assert not is_thought_now(told_with("I half believe he met her", placing=Placement.BACK))
