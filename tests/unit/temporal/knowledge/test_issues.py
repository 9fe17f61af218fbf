"""Tests of issues for knowledge before learning: raised only if no other explanation is possible."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.graph import IssueKind
from episodic.model.readings import Phase, StatementScope
from tests.unit.temporal.known_facts import KNOWS, TOLD, issues
from tests.unit.temporal.story_builder import DEAD, MET, Tale, day

CLAIM, BELIEF = StatementScope.CLAIM, StatementScope.BELIEF
EARLY, LATE = "“Chen is dead,” said Mei", "Mei learned that Chen was dead"


def too_soon(scope: StatementScope = CLAIM, words: str = EARLY) -> Tale:
    """A story in which Chen dies on day 10, Mei mentions the death on day 20, and Mei learns of it on day 30."""
    tale = Tale().chapter(1, day(10)).say("Chen", DEAD, phase=Phase.BEGINS)
    tale.chapter(2, day(20)).say("Chen", DEAD, scope=scope, holder="Mei", quote=words)
    return tale.chapter(3, day(30)).say("Mei", KNOWS, "Chen", quote=LATE)


@pytest.mark.parametrize("scope", [CLAIM, BELIEF])
def test_saying_or_thinking_what_is_learned_later_is_an_issue(scope: StatementScope) -> None:
    """One issue has both quotes and the facts of both."""
    (found,) = issues(too_soon(scope))

    assert found.kind is IssueKind.KNOWLEDGE_BEFORE_LEARNING
    assert [one.quote for one in found.evidence] == [EARLY, LATE]
    assert len(found.facts) == 2


def test_knowing_what_is_learned_later_is_an_issue() -> None:
    """The narration says that she knows the fact, and later that she learns the fact."""
    tale = Tale().chapter(1, day(10)).say("Chen", DEAD, phase=Phase.BEGINS)
    tale.chapter(2, day(20)).say("Mei", KNOWS, "Chen", quote="Mei knew that Chen was dead")
    tale.chapter(3, day(30)).say("Mei", KNOWS, "Chen", quote=LATE)

    (found,) = issues(tale)

    assert [one.quote for one in found.evidence] == ["Mei knew that Chen was dead", LATE]


def test_knowing_it_twice_is_none() -> None:
    """The text does not say that she learned the fact only later."""
    tale = Tale().chapter(1, day(10)).say("Chen", DEAD, phase=Phase.BEGINS)
    tale.chapter(2, day(20)).say("Mei", KNOWS, "Chen", quote="Mei knew that Chen was dead")
    tale.chapter(3, day(30)).say("Mei", KNOWS, "Chen", quote="Mei knows that Chen is dead")

    assert issues(tale) == ()


@pytest.mark.parametrize(
    "words",
    [
        "Mei feared that Chen was dead",
        "“Is Chen dead?” asked Mei",
        "Chen might be dead, said Mei",
        "阿梅猜陈平已经死了",
    ],
)
def test_a_guess_a_fear_or_a_question_is_none(words: str) -> None:
    """A person may guess a fact without knowledge of it."""
    assert issues(too_soon(words=words)) == ()


def test_what_was_not_yet_so_is_none() -> None:
    """Mei mentions the death before it happens, so her words are a lie or an error."""
    tale = Tale().chapter(1, day(5)).say("Chen", DEAD, scope=CLAIM, holder="Mei", quote=EARLY)
    tale.chapter(2, day(10)).say("Chen", DEAD, phase=Phase.BEGINS)
    tale.chapter(3, day(30)).say("Mei", KNOWS, "Chen", quote=LATE)

    assert issues(tale) == ()


def test_whoever_was_there_may_speak_of_it() -> None:
    """Mei was present at the death. A later message to her raises no issue."""
    tale = Tale().chapter(1, day(10)).say("Mei", MET, "Wu").say("Chen", DEAD, phase=Phase.BEGINS)
    tale.chapter(2, day(20)).say("Chen", DEAD, scope=CLAIM, holder="Mei", quote=EARLY)
    tale.chapter(3, day(30)).say("Wu", TOLD, "Mei", quote="Wu told Mei that Chen was dead")

    assert issues(tale) == ()


def test_whoever_heard_others_say_it_may_say_it() -> None:
    """Mei heard a rumour before."""
    tale = Tale().chapter(1, day(10)).say("Chen", DEAD, phase=Phase.BEGINS)
    tale.chapter(2, day(15)).say("Mei", MET, "Wu").say("Chen", DEAD, scope=CLAIM, holder="Wu")
    tale.chapter(3, day(20)).say("Chen", DEAD, scope=CLAIM, holder="Mei", quote=EARLY)
    tale.chapter(4, day(30)).say("Mei", KNOWS, "Chen", quote=LATE)

    assert issues(tale) == ()


def test_unknown_order_is_none() -> None:
    """In two undated strands, Mei may have learned the fact first."""
    tale = Tale().chapter(1, day(10)).say("Chen", DEAD, phase=Phase.BEGINS)
    tale.chapter(2).say("Chen", DEAD, scope=CLAIM, holder="Mei", quote=EARLY)
    tale.passage(aside=True).say("Mei", KNOWS, "Chen", quote=LATE)

    assert issues(tale) == ()


def test_the_other_order_is_none() -> None:
    """Mei learned the fact first and mentioned it later."""
    tale = too_soon()
    tale.passages[1] = replace(tale.passages[1], time=day(40))
    tale.passages[2] = replace(tale.passages[2], time=day(30))

    assert issues(tale) == ()


def test_what_nobody_ever_learns_is_none() -> None:
    """A true claim without a source raises no issue by itself."""
    tale = Tale().chapter(1, day(10)).say("Chen", DEAD, phase=Phase.BEGINS)
    tale.chapter(2, day(20)).say("Chen", DEAD, scope=CLAIM, holder="Mei", quote=EARLY)

    assert issues(tale) == ()
