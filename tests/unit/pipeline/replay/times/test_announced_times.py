"""Tests of time words that say when something announced, ordered or planned is to happen."""

from __future__ import annotations

import pytest

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import FrameKind
from episodic.model.readings import Placement, StatementCore, StatementScope
from episodic.model.spans import Span
from episodic.pipeline.replay.times.announced_times import without_announced_time
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.expressions import read_time


def kept(
    text: str,
    words: str,
    *,
    quote: str = "",
    sentence: str = "",
    scope: StatementScope = StatementScope.WORLD,
    placing: Placement = Placement.NOW,
    frame: FrameKind = FrameKind.MAIN,
) -> bool:
    """Return whether a statement of *text* keeps its time words. By default its sentence and its quote are *text*."""
    begin = text.index(quote) if quote else 0
    span = Span(begin, begin + len(quote or text))
    core = StatementCore(sentence or text, "ordered", scope=scope, placing=placing, time=words)
    time = read_time(words, language=ENGLISH if words.isascii() else CHINESE, calendars=Calendars(()))
    made = without_announced_time(core, time, span, text=text, frame=frame, start=text.index(words))
    return made.time == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("林河令吴海三更劫寨。", "三更"),
        ("林河吩咐吴海次日出城。", "次日"),
        ("林河与吴海约于三日后相会。", "三日后"),
        ("书中约于八月二十日，从小路运粮。", "八月二十日"),
        ("Lin ordered Wu to attack at midnight.", "at midnight"),
        ("Lin and Wu had agreed to meet the next morning.", "the next morning"),
        ("Lin agreed that they should meet in three days.", "in three days"),
        ("The wedding was fixed for 20 August.", "20 August"),
    ],
)
def test_time_words_after_a_verb_of_planning_are_those_of_what_is_planned(text: str, words: str) -> None:
    assert not kept(text, words)
    assert not kept(text, words, placing=Placement.BACK, frame=FrameKind.TALE)
    assert kept(text, words, scope=StatementScope.PLAN)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("三更林河令吴海劫寨。", "三更"),
        ("林河令吴海守城，三更吴海劫寨。", "三更"),
        ("县令林河次日出城。", "次日"),
        ("林河走了约三日后到海港。", "三日后"),
        ("At midnight Lin ordered Wu to attack.", "At midnight"),
        ("Lin ordered Wu to halt, and at midnight they attacked.", "at midnight"),
        ("Lin told it to the men the next morning.", "the next morning"),
        ("Lin told Wu to go three days ago.", "three days ago"),
    ],
)
def test_other_time_words_are_those_of_what_is_told(text: str, words: str) -> None:
    assert kept(text, words)


def test_a_plan_that_is_carried_out_has_the_time_that_was_planned_for_it() -> None:
    assert kept("I resolved to go next day, and I went.", "next day", sentence="I went the next day.")
    assert kept("林河决定次日出城，便去了。", "次日", sentence="林河次日出城。")


@pytest.mark.parametrize(
    ("text", "quote", "words"),
    [
        ("林河曰：“待三更时分，一齐放火。”", "待三更时分，一齐放火", "三更时分"),
        ("林河曰：“明日来降。”", "明日来降", "明日"),
        ("Lin said: “Come to-morrow.”", "Come to-morrow", "to-morrow"),
        ("Lin said: “We start at midnight.”", "We start at midnight", "at midnight"),
    ],
)
def test_a_later_time_in_speech_is_that_of_what_is_announced(text: str, quote: str, words: str) -> None:
    assert not kept(text, words, quote=quote, sentence="x")
    assert kept(text, words, quote=quote, sentence="x", frame=FrameKind.TALE)
    assert kept(text, words, quote=quote, sentence="x", placing=Placement.AHEAD)


def test_a_time_of_day_outside_the_speech_is_that_of_the_speech() -> None:
    assert kept("三更时分，人报曰：“吴海杀入寨中。”", "三更时分", quote="吴海杀入寨中", sentence="x")
    assert kept("At midnight, word came: “Wu has broken in.”", "At midnight", quote="Wu has broken in", sentence="x")
