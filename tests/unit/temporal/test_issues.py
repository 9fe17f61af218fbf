"""Issues: their words, their quotes, their rank, and the id that outlives every edit around them."""

from __future__ import annotations

import pytest

from episodic.model.episodes import FrameKind, Language
from episodic.model.graph import IssueKind
from episodic.model.readings import Phase, Placing
from episodic.model.spans import Evidence, Told
from episodic.temporal.exclusion import Answer, Verdict, content_of
from episodic.temporal.issues import SHOWN, WORDS, Voice, issue, ranked
from tests.unit.temporal.telling import DEAD, EYES, HOLDS, LIVES_IN, MEMBER, MET, Tale, after, day


def two_colours(chapter: int) -> Tale:
    tale = Tale().chapter(chapter).say("Lin", EYES, "green", quote="her green eyes")
    return tale.chapter(chapter + 6).say("Lin", EYES, "brown", quote="eyes brown as peat {last}")


def quote(words: str, place: int = 1) -> Evidence:
    return Evidence("ch", words, place, place + len(words), Told(1, place))


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("kind", list(WORDS))
def test_every_kind_speaks_both_languages(kind: IssueKind, language: Language) -> None:
    """A plain sentence with the quotes in it."""
    found = issue(kind, [quote("他住在海港")], facts=["f"], voice=Voice("work", language))

    assert "他住在海港" in found.text
    assert found.group_id == "work"


def test_an_issue_keeps_its_id_when_chapters_move() -> None:
    """It is made of the quotes, not of where they stand."""
    first, moved = two_colours(1).read(), two_colours(30).read()

    assert first.folded.issues[0].uuid == moved.folded.issues[0].uuid
    assert first.folded.issues[0].evidence != moved.folded.issues[0].evidence


def test_quotes_with_braces_are_words_like_any() -> None:
    """The author's text is never read as a form to be filled in."""
    (found,) = two_colours(1).read().folded.issues

    assert "brown as peat {last}" in found.text


def test_a_quote_over_two_lines_stands_in_the_sentence_as_one_line() -> None:
    """The sentence is read in one line; the quote itself is kept as the author wrote it."""
    found = issue(IssueKind.IDENTITY_SUSPECTED, [quote("Captain\nTom")], facts=(), voice=Voice("work"))

    assert "“Captain Tom”" in found.text
    assert found.evidence[0].quote == "Captain\nTom"


def test_one_open_order_is_one_issue_however_many_there_are() -> None:
    """R3: a sword in five undated tales is one question, ranked after everything else, with a quote of each."""
    tale = Tale().chapter(1)
    for holder in ("Lin", "Wu", "Mei", "Chen", "Jon"):
        tale.passage(frame=FrameKind.TALE).say(holder, HOLDS, "sword")
    tale.say("Lin", EYES, "green").say("Lin", EYES, "brown")

    contradiction, unknown = tale.read().folded.issues

    assert [contradiction.kind, unknown.kind] == [IssueKind.CONTRADICTION, IssueKind.ORDER_UNKNOWN]
    assert contradiction.rank < unknown.rank
    assert len(unknown.evidence) == len(unknown.facts) == 5


def test_an_issue_shows_no_endless_list() -> None:
    """Of many quotes the first told are shown."""
    many = [quote(f"words {number}", number) for number in range(20, 0, -1)]

    found = issue(IssueKind.ORDER_UNKNOWN, many, facts=[], voice=Voice())

    assert [one.start for one in found.evidence] == list(range(1, SHOWN + 1))


def test_an_issue_raised_twice_is_one_with_all_its_facts() -> None:
    """The same quotes under two keys are one issue."""
    first = issue(IssueKind.CONTRADICTION, [quote("a")], facts=["x", "y"], voice=Voice())
    again = issue(IssueKind.CONTRADICTION, [quote("a")], facts=["y", "z"], voice=Voice())

    (found,) = ranked([first, again])

    assert found.facts == ("x", "y", "z")


def test_a_judgement_that_does_not_stand_is_an_issue_with_the_quotes_behind_it() -> None:
    """R3: of judgements that clash the earlier told stands, and the author learns it."""
    tale = Tale().chapter(1).say("Lin", MEMBER, "Guild").say("Lin", MEMBER, "Order").say("Lin", MEMBER, "Watch")
    guild, order, watch = (content_of(one) for one in tale.statements)
    quotes = [(one.evidence,) for one in tale.statements]
    tale.verdicts += [
        Verdict(guild, order, Answer.SAME, Told(1, 0), quotes[0]),
        Verdict(order, watch, Answer.SAME, Told(2, 0), quotes[1]),
        Verdict(guild, watch, Answer.EXCLUDES, Told(3, 0), quotes[2]),
    ]

    (found,) = tale.read().folded.issues

    assert found.kind is IssueKind.JUDGEMENT_CONFLICT
    assert len(found.evidence) == 3


def test_time_words_that_were_set_aside_are_named() -> None:
    """The author sees which of the words do not count."""
    tale = Tale().chapter(1).say("a", MET, "x", event="flood", time=after("fire"), placing=Placing.BACK)
    tale.say("b", MET, "x", event="fire", time=after("flood"), placing=Placing.BACK)

    (found,) = tale.read(language=Language.CHINESE).folded.issues

    assert "“when b met”暂不采用" in found.text


def test_one_event_of_two_dates_is_said_to_be_one() -> None:
    """Where a named event is dated anew, nothing is set aside, and the issue says what is wrong."""
    tale = Tale().chapter(1, day(1)).say("a", MET, "x", event="fire", time=day(5), placing=Placing.BACK)
    tale.say("b", MET, "x", event="fire", time=day(6), placing=Placing.BACK)

    (found,) = tale.read().folded.issues

    assert found.text.startswith("One event")


def test_who_is_believed_dead_may_act() -> None:
    """R10: only who is certainly dead in the world cannot act; what is told of the time before is fine."""
    tale = Tale().chapter(1, day(10)).say("Jon", LIVES_IN, "Harbor").chapter(2, day(30))
    tale.say("Jon", DEAD, phase=Phase.BEGINS).say("Jon", MET, "Wu", time=day(20), placing=Placing.BACK)
    tale.say("Jon", MET, "Mei", placing=Placing.BACK)

    assert tale.read().folded.issues == ()
