"""Tests of issues: messages, quotes, ranks, and ids that stay stable when other chapters change."""

from __future__ import annotations

import pytest

from episodic.languages.registry import codes
from episodic.languages.zh import CHINESE
from episodic.model.episodes import FrameKind, Language
from episodic.model.graph import IssueKind
from episodic.model.readings import Phase, Placement
from episodic.model.spans import Evidence, NarrativePosition
from episodic.temporal.exclusion import JudgedPair, content_of
from episodic.temporal.issues import MAX_QUOTES, RANKS, IssueContext, issue, ranked
from episodic.temporal.questions import Verdict
from tests.unit.temporal.story_builder import DEAD, EYES, HOLDS, LIVES_IN, MEMBER, MET, Tale, after, day


def two_colours(chapter: int) -> Tale:
    tale = Tale().chapter(chapter).say("Lin", EYES, "green", quote="her green eyes")
    return tale.chapter(chapter + 6).say("Lin", EYES, "brown", quote="eyes brown as peat {last}")


def quote(words: str, place: int = 1) -> Evidence:
    return Evidence("ch", words, place, place + len(words), NarrativePosition(1, place))


@pytest.mark.parametrize("language", codes())
@pytest.mark.parametrize("kind", list(RANKS))
def test_every_kind_speaks_both_languages(kind: IssueKind, language: Language) -> None:
    """The message is a plain sentence with the quotes."""
    found = issue(kind, [quote("他住在海港")], facts=["f"], issue_context=IssueContext("work", language))

    assert "他住在海港" in found.text
    assert found.group_id == "work"


def test_an_issue_keeps_its_id_when_chapters_move() -> None:
    """The id of an issue depends on the quotes, not on their positions."""
    first, moved = two_colours(1).read(), two_colours(30).read()

    assert first.folded.issues[0].uuid == moved.folded.issues[0].uuid
    assert first.folded.issues[0].evidence != moved.folded.issues[0].evidence


def test_quotes_may_contain_braces() -> None:
    (found,) = two_colours(1).read().folded.issues

    assert "brown as peat {last}" in found.text


def test_a_quote_of_two_lines_is_shown_as_one_line() -> None:
    """The message has one line, but the stored quote has the author's line breaks."""
    found = issue(IssueKind.IDENTITY_SUSPECTED, [quote("Captain\nTom")], facts=(), issue_context=IssueContext("work"))

    assert "“Captain Tom”" in found.text
    assert found.evidence[0].quote == "Captain\nTom"


@pytest.mark.parametrize(("chapters", "issues"), [(2, 2), (3, 3), (4, 1), (12, 1)])
def test_a_death_that_a_narrator_tells_before_the_life_is_one_issue(chapters: int, issues: int) -> None:
    """Its id is that of the first act, so that it stays the same when further chapters follow."""
    tale = Tale().chapter(1, day(30)).say("Jon", DEAD, phase=Phase.BEGINS, quote="the late Jon")
    for number in range(chapters):
        tale = tale.chapter(2 + number, day(31 + number)).say("Jon", MET, "Wu", quote=f"Jon met Wu {number}")

    found = tale.read().folded.issues

    assert [one.kind for one in found] == [IssueKind.DEAD_ACTS] * issues
    assert [one.quote for one in found[0].evidence][:2] == ["the late Jon", "Jon met Wu 0"]
    assert len(found[0].evidence) == (2 if issues > 1 else min(MAX_QUOTES, chapters + 1))
    assert (
        found[0].uuid == issue(IssueKind.DEAD_ACTS, found[0].evidence[:2], facts=(), issue_context=IssueContext()).uuid
    )


def test_facts_of_unknown_order_under_one_key_give_one_issue() -> None:
    """A sword in five undated tales gives one issue with five quotes, after all other issues."""
    tale = Tale().chapter(1)
    for holder in ("Lin", "Wu", "Mei", "Chen", "Jon"):
        tale.passage(frame=FrameKind.TALE).say(holder, HOLDS, "sword")
    tale.say("Lin", EYES, "green").say("Lin", EYES, "brown")

    contradiction, unknown = tale.read().folded.issues

    assert [contradiction.kind, unknown.kind] == [IssueKind.CONTRADICTION, IssueKind.ORDER_UNKNOWN]
    assert contradiction.rank < unknown.rank
    assert len(unknown.evidence) == len(unknown.facts) == 5


def test_an_issue_shows_a_limited_number_of_quotes() -> None:
    """The first quotes in narrative order are shown."""
    many = [quote(f"words {number}", number) for number in range(20, 0, -1)]

    found = issue(IssueKind.ORDER_UNKNOWN, many, facts=[], issue_context=IssueContext())

    assert [one.start for one in found.evidence] == list(range(1, MAX_QUOTES + 1))


def test_an_issue_raised_twice_is_one_with_all_its_facts() -> None:
    """The same quotes under two keys are one issue."""
    first = issue(IssueKind.CONTRADICTION, [quote("a")], facts=["x", "y"], issue_context=IssueContext())
    again = issue(IssueKind.CONTRADICTION, [quote("a")], facts=["y", "z"], issue_context=IssueContext())

    (found,) = ranked([first, again])

    assert found.facts == ("x", "y", "z")


def test_a_refused_judgement_is_an_issue_with_its_quotes() -> None:
    """Of two contradictory judgements, the earlier one in narrative order stays, and an issue shows the other."""
    tale = Tale().chapter(1).say("Lin", MEMBER, "Guild").say("Lin", MEMBER, "Order").say("Lin", MEMBER, "Watch")
    guild, order, watch = (content_of(one) for one in tale.statements)
    quotes = [(one.evidence,) for one in tale.statements]
    tale.verdicts += [
        JudgedPair(guild, order, Verdict.SAME, NarrativePosition(1, 0), quotes[0]),
        JudgedPair(order, watch, Verdict.SAME, NarrativePosition(2, 0), quotes[1]),
        JudgedPair(guild, watch, Verdict.EXCLUDES, NarrativePosition(3, 0), quotes[2]),
    ]

    (found,) = tale.read().folded.issues

    assert found.kind is IssueKind.JUDGEMENT_CONFLICT
    assert len(found.evidence) == 3


def test_a_time_expression_that_was_set_aside_is_named() -> None:
    """The issue shows which words of the text do not count."""
    tale = Tale().chapter(1).say("a", MET, "x", event="flood", time=after("fire"), placing=Placement.BACK)
    tale.say("b", MET, "x", event="fire", time=after("flood"), placing=Placement.BACK)

    (found,) = tale.read(language=CHINESE).folded.issues

    assert "“when b met”暂不采用" in found.text


def test_the_issue_of_an_event_with_two_dates_says_so() -> None:
    """If a named event gets a second date, nothing is set aside, and the issue explains the contradiction."""
    tale = Tale().chapter(1, day(1)).say("a", MET, "x", event="fire", time=day(5), placing=Placement.BACK)
    tale.say("b", MET, "x", event="fire", time=day(6), placing=Placement.BACK)

    (found,) = tale.read().folded.issues

    assert found.text.startswith("One event")


def test_a_person_believed_dead_may_act() -> None:
    """Only a person who is certainly dead in the world cannot act."""
    tale = Tale().chapter(1, day(10)).say("Jon", LIVES_IN, "Harbor").chapter(2, day(30))
    tale.say("Jon", DEAD, phase=Phase.BEGINS).say("Jon", MET, "Wu", time=day(20), placing=Placement.BACK)
    tale.say("Jon", MET, "Mei", placing=Placement.BACK)

    assert tale.read().folded.issues == ()
