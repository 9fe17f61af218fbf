"""Tests of recognising that an event is only intended."""

from __future__ import annotations

from episodic.model.predicates import shipped_table
from episodic.model.readings import Phase, Placement, StatementCore, StatementReading, StatementScope
from episodic.model.spans import Span
from episodic.pipeline.replay.statements.intentions import as_intention, is_only_intended

NAMES = ("林河", "吴海", "私宅")


def scope(sentence: str, quote: str) -> StatementScope:
    """Return the scope of a statement that 吴海 went to the house."""
    reading = StatementReading(Span(0, len(quote)), StatementCore(sentence, "went_to"), 1, object=2)
    return as_intention(reading, quote, names=NAMES, can_intend={0, 1}.__contains__, find=shipped_table().find)[
        0
    ].core.scope


def test_an_invitation_that_the_quote_says_was_followed_is_no_plan() -> None:
    """A short sentence of the reader may leave out the particle that says so."""
    assert scope("林河请吴海到私宅坐。", "林河便请吴海到私宅坐了") is StatementScope.WORLD
    assert scope("林河请吴海到私宅坐。", "林河便请吴海到私宅坐，次日去了") is StatementScope.PLAN
    assert scope("林河请吴海到私宅坐。", "林河请吴海到私宅坐") is StatementScope.PLAN


def test_who_is_asked_by_somebody_unnamed_intends_nothing() -> None:
    def holder(sentence: str, names: tuple[str, ...]) -> int | None:
        reading = StatementReading(Span(0, len(sentence)), StatementCore(sentence, "went_to"), 1, object=2)
        found = as_intention(reading, sentence, names=names, can_intend={0, 1}.__contains__, find=shipped_table().find)[
            0
        ]
        assert found.core.scope is StatementScope.PLAN
        return found.holder

    assert holder("众人请吴海到私宅", NAMES) is None
    assert holder("林河请吴海到私宅", NAMES) == 0
    assert holder("吴海打算到私宅", NAMES) == 1
    assert holder("The courtiers asked Bo to go to York", ("Ann", "Bo", "York")) is None
    assert holder("Ann asked Bo to go to York", ("Ann", "Bo", "York")) == 0
    assert holder("Bo asked to go to York", ("Ann", "Bo", "York")) == 1


def test_what_happens_suddenly_after_an_intention_is_no_plan() -> None:
    """In unpunctuated text, the intention and the event are in one clause."""
    assert scope("吴海到私宅。", "吴海正欲起身去睡忽到私宅") is StatementScope.WORLD
    assert scope("吴海到私宅。", "吴海正欲起身到私宅") is StatementScope.PLAN


def test_what_is_only_expected_is_a_plan_and_what_seems_impossible_is_so_now() -> None:
    """Words for a later time show that the narrator foretells something."""

    def told(quote: str, phase: Phase = Phase.HOLDS) -> tuple[StatementScope, Placement]:
        core = StatementCore(quote, "went_to", placing=Placement.AHEAD, phase=phase)
        reading = StatementReading(Span(0, len(quote)), core, 1, object=2)
        core = as_intention(
            reading, quote, names=("Ann", "Bo", "York"), can_intend={0, 1}.__contains__, find=shipped_table().find
        )[0].core
        return core.scope, core.placing

    assert told("Bo would be going to York") == (StatementScope.PLAN, Placement.AHEAD)
    assert told("Bo could not go to York", Phase.DENIED) == (StatementScope.WORLD, Placement.NOW)
    assert told("Years later Bo would go to York") == (StatementScope.WORLD, Placement.AHEAD)
    assert told("Bo goes to York") == (StatementScope.WORLD, Placement.AHEAD)


def test_what_a_speaker_says_after_an_intention_does_not_carry_it_out() -> None:
    def intended(text: str, scope: StatementScope) -> bool:
        core = StatementCore(text, "killed", scope=scope)
        return is_only_intended(StatementReading(Span(0, len(text)), core, 0, object=1), NAMES)

    assert intended("林河要杀吴海，再娶别人。", StatementScope.CLAIM)
    assert not intended("林河要杀吴海，便杀了吴海。", StatementScope.WORLD)
    assert not intended("林河杀了吴海，再娶别人。", StatementScope.CLAIM)


def test_what_happens_against_an_intention_is_no_plan() -> None:
    assert scope("私宅下雨了。", "吴海欲抽身而出不期下雨私宅") is StatementScope.WORLD
    assert scope("吴海到私宅。", "吴海欲往京城谁知到私宅") is StatementScope.WORLD


def test_what_nobody_expected_has_happened() -> None:
    """At the beginning of a clause, 不想 means "unexpectedly", and elsewhere "does not want"."""

    def told(sentence: str) -> StatementScope:
        reading = StatementReading(Span(0, len(sentence)), StatementCore(sentence, "went_to"), 1, object=2)
        names = ("Ann", "Bo", "York")
        found = as_intention(reading, sentence, names=names, can_intend={0, 1}.__contains__, find=shipped_table().find)
        return found[0].core.scope

    assert scope("林河只道吴海回家，不想吴海反到私宅。", "林河只道吴海回家，不想反到私宅") is StatementScope.WORLD
    assert scope("不想吴海到私宅。", "不想吴海到私宅") is StatementScope.WORLD
    assert scope("吴海想到外面去私宅。", "吴海想去私宅") is StatementScope.PLAN
    assert told("Ann never expected Bo to go to York") is StatementScope.WORLD
    assert told("Ann had not expected Bo to go to York") is StatementScope.WORLD
    assert told("Ann expected Bo to go to York") is StatementScope.PLAN


def test_a_place_intends_nothing_that_its_name_does_not_stand_beside() -> None:
    """The intention is that of somebody whom the words do not name."""

    def planned(quote: str, sentence: str) -> StatementReading:
        reading = StatementReading(Span(0, len(quote)), StatementCore(sentence, "went_to", value="石镇"), 2)
        return as_intention(reading, quote, names=NAMES, can_intend={0, 1}.__contains__, find=shipped_table().find)[0]

    assert planned("欲从私宅到石镇", "私宅到石镇。").core.scope is StatementScope.WORLD
    assert planned("私宅欲到石镇", "私宅到石镇。").holder == 2
    assert planned("吴海从私宅来欲到石镇", "私宅到石镇。").holder == 1


def test_who_is_asked_does_nothing_for_another_whom_the_words_name_later() -> None:
    assert scope("吴海是私宅的。", "请林河到私宅里请吴海") is StatementScope.WORLD
    assert scope("吴海到私宅。", "请林河与吴海到私宅") is StatementScope.PLAN


def test_a_run_on_clause_is_not_returned() -> None:
    def clause(quote: str) -> str | None:
        reading = StatementReading(Span(0, len(quote)), StatementCore("吴海到私宅。", "went_to"), 1, object=2)
        return as_intention(reading, quote, names=NAMES, can_intend={0, 1}.__contains__, find=shipped_table().find)[1]

    assert clause("吴海正欲起身到私宅") == "吴海正欲起身到私宅"
    assert clause("天色将晚风雨大作灯火无光吴海正欲起身到私宅") is None
