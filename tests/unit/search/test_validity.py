"""Validity in words of the work's language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from episodic.model.episodes import FrameKind
from episodic.model.graph import Fact, TimelineTurn
from episodic.model.moments import TimeBasis, TimePoint
from episodic.model.predicates import PredicateKind
from episodic.search.chapter_refs import chapter_refs
from episodic.search.validity import validity_of
from episodic.search.view import View
from episodic.stores.sqlite import SQLiteStore
from episodic.text.language import language_of
from tests.unit.search.story_builder import Tale, day, harbor, lotm

CHINESE, ENGLISH = lotm(), harbor()


def view_of(tale: Tale) -> View:
    """A view whose store is not used."""
    return View(tale.group_id, SQLiteStore(":memory:"), None, chapter_refs(tale.episodes))


def state(fact: Fact, start: TimePoint | None = None, end: TimePoint | None = None, *, ended: bool = False) -> Fact:
    """Returns the fact as a state with another validity."""
    by = ("x",) if ended or end is not None else ()
    return replace(fact, valid_at=start, invalid_at=end, ended_by=by, kind=PredicateKind.STATE)


def event(fact: Fact, start: TimePoint | None) -> Fact:
    return replace(fact, valid_at=start, invalid_at=None, ended_by=(), kind=PredicateKind.EVENT)


def chapter(tale: Tale, number: int, basis: TimeBasis) -> TimePoint:
    return TimePoint(chapter=tale.episodes[number - 1].uuid, basis=basis)


def words(tale: Tale, fact: Fact) -> str:
    return validity_of(view_of(tale), fact).words


def both(change: Callable[[Tale, Fact], Fact]) -> tuple[str, str]:
    """The words of a changed state in Chinese and in English."""
    chinese, english = change(CHINESE, CHINESE.facts[1]), change(ENGLISH, ENGLISH.facts[0])
    return words(CHINESE, chinese), words(ENGLISH, english)


def test_nothing_is_said_where_nothing_is_known() -> None:
    """The cases are a state and an event without any time, and a chapter that the work does not have."""
    assert both(lambda _, fact: state(fact)) == ("", "")
    assert both(lambda _, fact: event(fact, None)) == ("", "")
    assert words(ENGLISH, state(ENGLISH.facts[0], TimePoint(chapter="of another work"))) == ""


def test_a_validity_has_the_times_of_its_fact() -> None:
    fact = state(ENGLISH.facts[0], TimePoint(chapter="c1"), TimePoint(chapter="c2"))

    validity = validity_of(view_of(ENGLISH), fact)

    assert (validity.valid_at, validity.invalid_at, validity.ended) == (fact.valid_at, fact.invalid_at, True)
    assert validity == validity_of(view_of(ENGLISH), fact) != validity_of(view_of(ENGLISH), ENGLISH.facts[0])


@pytest.mark.parametrize("basis", [TimeBasis.STATED, TimeBasis.EVENT])
def test_only_a_stated_start_or_an_event_is_a_beginning(basis: TimeBasis) -> None:
    """The text says that the state begins in chapter 3."""
    said = both(lambda tale, fact: state(fact, chapter(tale, 3, basis)))

    assert said == ("自第3章起", "from chapter 3")


def test_what_somebody_is_handed_is_his_then() -> None:
    """The text tells no end, so a cup may have been his for a moment; with an end, or with a date, it was his from then."""

    def handed(tale: Tale, fact: Fact, start: TimePoint | None = None, end: TimePoint | None = None) -> Fact:
        start = start or chapter(tale, 3, TimeBasis.EVENT)
        return replace(state(fact, start, end), predicate="holds", derived=True, begins=True)

    assert both(handed) == ("第3章", "at chapter 3")
    ended = both(lambda tale, fact: handed(tale, fact, end=chapter(tale, 4, TimeBasis.EVENT)))
    assert ended == ("自第3章起，至第4章止", "from chapter 3, until chapter 4")
    dated = handed(ENGLISH, ENGLISH.facts[0], start=replace(day(10), basis=TimeBasis.EVENT))
    assert words(ENGLISH, dated).startswith("from ")


def test_a_state_that_is_only_told_had_begun_by_then() -> None:
    """The text says in chapter 3 that the state holds. A store of an older version contains only the chapter."""
    said = both(lambda tale, fact: state(fact, chapter(tale, 3, TimeBasis.BY)))
    old = both(lambda tale, fact: state(fact, TimePoint(chapter=tale.episodes[2].uuid)))

    assert said == old == ("第3章时如此", "by chapter 3")


def test_a_state_to_which_a_chapter_looks_back_is_before_the_chapter() -> None:
    """A state that is only told of the past may be over; one that began in the past goes on."""
    told = both(lambda tale, fact: replace(state(fact, chapter(tale, 3, TimeBasis.BEFORE)), may_have_ended=True))
    begun = both(lambda tale, fact: replace(state(fact, chapter(tale, 3, TimeBasis.BEFORE)), begins=True))

    assert told == ("第3章之前", "before chapter 3")
    assert begun == ("第3章之前已开始", "since before chapter 3")


@pytest.mark.parametrize(
    ("basis", "chinese", "english"),
    [
        (TimeBasis.EVENT, "第3章", "at chapter 3"),
        (TimeBasis.BEFORE, "第3章之前", "before chapter 3"),
        (TimeBasis.AFTER, "第3章此处之后", "after this point in chapter 3"),
    ],
)
def test_an_event_is_at_before_or_after_a_chapter(basis: TimeBasis, chinese: str, english: str) -> None:
    """The text may look back or ahead to the event."""
    assert both(lambda tale, fact: event(fact, chapter(tale, 3, basis))) == (chinese, english)


@pytest.mark.parametrize(
    ("basis", "chinese", "english"),
    [
        (TimeBasis.STATED, "至第3章止", "until chapter 3"),
        (TimeBasis.BY, "最晚至第3章止", "until chapter 3 at the latest"),
        (TimeBasis.BEFORE, "第3章之前已结束", "ended before chapter 3"),
    ],
)
def test_an_end_says_whether_it_was_there_by_then_or_before(basis: TimeBasis, chinese: str, english: str) -> None:
    """The start of the state is unknown."""
    assert both(lambda tale, fact: state(fact, None, chapter(tale, 3, basis))) == (chinese, english)


def test_an_end_without_an_exact_day_is_told_by_the_chapter_in_which_the_fact_has_ended() -> None:
    """The days of the end are certain only within years, and the fact no longer holds at the end of chapter 3."""
    years = TimePoint(earliest=0, latest=3_000, label="day 0 to day 3,000", basis=TimeBasis.BY)

    def over(tale: Tale, fact: Fact, end: TimePoint | None) -> Fact:
        return replace(state(fact, None, end, ended=True), hi=tale.episodes[2].order)

    assert both(lambda tale, fact: over(tale, fact, years)) == ("最晚至第3章止", "until chapter 3 at the latest")
    assert both(lambda tale, fact: over(tale, fact, None)) == ("最晚至第3章止", "until chapter 3 at the latest")
    assert both(lambda tale, fact: replace(over(tale, fact, years), hi=None)) == (
        "已结束，何时未说明",
        "ended at a time not stated",
    )
    assert both(lambda tale, fact: over(tale, fact, day(20))) == ("至day 20止", "until day 20")


def test_where_somebody_was_seen_has_no_end_if_it_is_only_known_by_when_he_had_left() -> None:
    def seen(tale: Tale, fact: Fact, basis: TimeBasis) -> Fact:
        end = TimePoint(earliest=20, latest=20, label="day 20", basis=basis)
        return replace(state(fact, chapter(tale, 2, TimeBasis.BY), end), predicate="located_in")

    assert both(lambda tale, fact: seen(tale, fact, TimeBasis.BY)) == ("第2章", "at chapter 2")
    ended = both(lambda tale, fact: seen(tale, fact, TimeBasis.EVENT))
    assert ended == ("第2章，至day 20止", "at chapter 2, until day 20")


def test_a_promise_is_shown_when_it_is_made_and_not_as_lasting_from_then_on() -> None:
    """Nothing tells that the promise is kept or broken, unless the text tells its end."""

    def promise(tale: Tale, fact: Fact, end: TimePoint | None = None) -> Fact:
        begun = chapter(tale, 2, TimeBasis.STATED)
        return replace(state(fact, begun, end), predicate="promised", begins=True)

    assert both(promise) == ("第2章", "at chapter 2")
    kept = both(lambda tale, fact: promise(tale, fact, chapter(tale, 4, TimeBasis.STATED)))
    assert kept == ("自第2章起，至第4章止", "from chapter 2, until chapter 4")
    assert both(lambda tale, fact: replace(promise(tale, fact), predicate="owes")) == ("自第2章起", "from chapter 2")


def test_a_start_and_an_end_are_told_together() -> None:
    """The cases are dates of the text, and an end at an unknown time."""
    later = TimePoint(label="第103日", text="大火后第三日", basis=TimeBasis.STATED)
    start = TimePoint(label="建安五年春", text="建安五年春", basis=TimeBasis.STATED)
    fact = CHINESE.facts[1]

    assert words(CHINESE, state(fact, start, later)) == "自建安五年春起，至第103日（「大火后第三日」）止"
    assert words(CHINESE, state(fact, start, ended=True)) == "自建安五年春起，已结束，何时未说明"
    assert words(ENGLISH, state(ENGLISH.facts[0], day(10), day(20))) == "from day 10, until day 20"


def test_a_date_without_an_end_is_not_shown() -> None:
    """No text says "day 30 or later", so that the chapter is shown."""
    point = replace(chapter(ENGLISH, 2, TimeBasis.BY), earliest=30, label="day 30 or later")

    assert words(ENGLISH, state(ENGLISH.facts[0], point)) == "by chapter 2"


def test_words_of_the_text_stand_for_a_date() -> None:
    """The time words of the text are shown if no day is known."""
    said = state(CHINESE.facts[1], TimePoint(text="“穿越”后", basis=TimeBasis.STATED))

    assert words(CHINESE, said) == "自「“穿越”后」起"


def test_words_that_only_say_now_are_shown_as_the_chapter() -> None:
    """No reader knows when "now" is, unless it has a chapter or a date."""
    now = {"zh": "如今", "en": "now"}

    def told(tale: Tale, fact: Fact) -> Fact:
        return state(fact, replace(chapter(tale, 3, TimeBasis.BY), text=now[language_of(fact.text)]))

    assert both(told) == ("第3章时如此", "by chapter 3")
    assert words(ENGLISH, event(ENGLISH.facts[0], TimePoint(text="now", label="day 10"))) == "at day 10"
    assert words(ENGLISH, event(ENGLISH.facts[0], TimePoint(text="now"))) == "at “now”"


@pytest.mark.parametrize(
    ("frame", "turn", "chinese", "english"),
    [
        (FrameKind.FLASHBACK, TimelineTurn.ON, "第3章时如此（倒叙）", "by chapter 3 (flashback)"),
        (FrameKind.MAIN, TimelineTurn.BACK, "第3章时如此（回溯）", "by chapter 3 (looking back)"),
        (FrameKind.TALE, TimelineTurn.BACK, "第3章时如此（故事 · 回溯）", "by chapter 3 (tale · looking back)"),
    ],
)
def test_the_words_say_how_a_fact_is_narrated(frame: FrameKind, turn: TimelineTurn, chinese: str, english: str) -> None:
    """The fact is narrated in a flashback or tale, or by a look back."""
    said = both(
        lambda tale, fact: replace(state(fact, chapter(tale, 3, TimeBasis.BY)), frame=frame, turn=turn),
    )

    assert said == (chinese, english)


@pytest.mark.parametrize(
    ("basis", "chinese", "english"),
    [
        (TimeBasis.STATED, "第3章", "at chapter 3"),
        (TimeBasis.BY, "第3章时如此", "by chapter 3"),
        (TimeBasis.BEFORE, "第3章之前", "before chapter 3"),
    ],
)
def test_a_sentence_about_an_end_has_the_moment_of_the_end(basis: TimeBasis, chinese: str, english: str) -> None:
    """ "Lin no longer serves the king, until chapter 3" would say the opposite."""

    def end(tale: Tale, fact: Fact) -> Fact:
        return replace(state(fact, None, chapter(tale, 3, basis)), ends=fact.evidence)

    assert both(end) == (chinese, english)
    shown = validity_of(view_of(ENGLISH), end(ENGLISH, ENGLISH.facts[0]))
    assert (shown.ended, shown.tells_end, shown.over) == (True, True, False)


def test_a_state_that_the_text_also_tells_is_over_after_its_end() -> None:
    fact = state(ENGLISH.facts[0], chapter(ENGLISH, 1, TimeBasis.BY), chapter(ENGLISH, 3, TimeBasis.STATED))
    shown = validity_of(view_of(ENGLISH), replace(fact, ends=(replace(fact.evidence[0], quote="the end", start=999),)))

    assert (shown.words, shown.over) == ("by chapter 1, until chapter 3", True)


@pytest.mark.parametrize("predicate", ["appearance", "character", "ability"])
def test_what_a_look_back_says_of_a_trait_is_not_shown_as_over(predicate: str) -> None:
    def before(tale: Tale, fact: Fact, name: str) -> Fact:
        return replace(state(fact, chapter(tale, 3, TimeBasis.EARLIER)), predicate=name, frame=FrameKind.FLASHBACK)

    assert both(lambda tale, fact: before(tale, fact, predicate)) == ("倒叙", "flashback")
    home = both(lambda tale, fact: before(tale, fact, "lives_in"))
    assert home == ("第3章此处之前（倒叙）", "before this point in chapter 3 (flashback)")
