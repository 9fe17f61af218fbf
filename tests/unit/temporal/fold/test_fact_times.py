"""Tests of the time words that are shown for facts."""

from __future__ import annotations

import pytest

from episodic.model.episodes import FrameKind
from episodic.model.moments import ClockTime, TimeBasis, TimeExpression, TimeKind
from episodic.model.readings import Phase, StatementScope
from tests.unit.temporal.story_builder import DEAD, IS_IN, LIVES_IN, MET, Tale, after, day, later

DAYS = "in the days of the war"


def test_a_state_of_long_standing_shows_the_words_of_its_passage_only_if_it_quotes_them() -> None:
    """Lin may have lived in Harbor long before the days of the war."""
    shown: list[str | None] = []
    for quote in (f"[1] {DAYS}, Lin lived in Harbor", "[1] Lin lived in Harbor"):
        tale = Tale().chapter(1).passage(after("war", 0, 0), frame=FrameKind.TALE, run="tale", words=DAYS)
        (fact,) = tale.say("Lin", LIVES_IN, "Harbor", quote=quote).read().folded.facts
        shown.append(None if fact.core.valid_at is None else fact.core.valid_at.text)

    assert shown == [DAYS, None]


def test_a_part_of_the_day_is_shown_with_the_day_also_for_a_state_of_long_standing() -> None:
    morning = TimeExpression(TimeKind.UNKNOWN, clock=ClockTime(240, 600))
    tale = Tale().chapter(1).say("Lin", MET, "Mei").passage(later(9, 9), words="nine days later")
    (fact,) = tale.say("Lin", LIVES_IN, "Harbor", time=morning).read().facts("Lin lives_in Harbor")

    assert fact.core.valid_at is not None
    assert fact.core.valid_at.text == "nine days later…when Lin lives_in"


@pytest.mark.parametrize("words", ["the next day", "次日"])
def test_what_is_reported_has_happened_by_the_day_of_the_report(words: str) -> None:
    """On day 10, Wu says that Bo came. His coming is not dated, and the time words of the day are not shown for it."""
    tale = Tale().chapter(1).passage(day(10), words=words).say("Wu", MET, "Mei")
    shown = tale.say("Bo", MET, "Mei", scope=StatementScope.CLAIM, holder="Wu").read()
    told, reported = (shown.fact(f"{name} met Mei").core.valid_at for name in ("Wu", "Bo"))

    assert told is not None
    assert (told.text, told.earliest, told.latest) == (words, 10, 10)
    assert reported is not None
    assert (reported.text, reported.earliest, reported.latest) == (None, None, 10)


def test_a_report_with_a_time_of_its_own_shows_it() -> None:
    tale = Tale().chapter(1).passage(day(10), words="the next day")
    tale = tale.say("Bo", MET, "Mei", scope=StatementScope.CLAIM, holder="Wu", time=day(8))
    reported = tale.read().fact("Bo met Mei").core.valid_at

    assert reported is not None
    assert (reported.earliest, reported.latest) == (8, 8)


def test_who_was_seen_in_a_place_has_left_it_at_the_latest_when_he_dies() -> None:
    """A home, which lasts, ends with the death."""
    tale = Tale().chapter(1).say("Lin", IS_IN, "Harbor").say("Lin", LIVES_IN, "Mill")
    shown = tale.chapter(2).passage(day(10)).say("Lin", DEAD, phase=Phase.BEGINS).read()
    seen, home = (shown.fact(one).core.invalid_at for one in ("Lin located_in Harbor", "Lin lives_in Mill"))

    assert seen is not None
    assert home is not None
    assert (seen.basis, seen.earliest, seen.latest) == (TimeBasis.BY, 10, 10)
    assert home.basis is not TimeBasis.BY
