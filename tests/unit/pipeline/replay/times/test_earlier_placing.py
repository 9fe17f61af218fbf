"""Tests of events and plans that are older than the scene in which they are told, and of events planned for later."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.episodes import FrameKind, Language
from episodic.model.graph import TimelineTurn
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.predicates import shipped_table
from episodic.model.readings import FrameReading, Phase, Placement, StatementCore, StatementReading, StatementScope
from episodic.model.spans import Span
from episodic.pipeline.replay.times.earlier_placing import is_told_as_earlier, placed_as_told, placed_before
from episodic.pipeline.text_positions import FramedPassage
from tests.replies import Stated
from tests.unit.pipeline.replay.told_facts import facts_told


def older(
    quote: str,
    predicate: str = "arrived_at",
    *,
    scope: StatementScope = StatementScope.WORLD,
    placing: Placement = Placement.NOW,
    time: str | None = None,
    phase: Phase = Phase.HOLDS,
) -> bool:
    core = StatementCore(quote, predicate, phase=phase, scope=scope, placing=placing, time=time)
    return is_told_as_earlier(StatementReading(Span(0, len(quote)), core, subject=0), quote, shipped_table().find)


@pytest.mark.parametrize(
    "quote", ["时白安方与众人到了城中", "此时白安已到了城中", "By then, Ben had already reached Hull"]
)
def test_an_event_that_had_already_happened_is_older_than_its_scene(quote: str) -> None:
    assert older(quote)
    assert not older(quote, time="May")
    assert not older(quote, predicate="lives_in")
    assert not older(quote, scope=StatementScope.BELIEF)


@pytest.mark.parametrize(
    "quote", ["时白安到了城中", "白安方到城下", "Ben had just sat down when Ann came in", "Ben reached Hull"]
)
def test_other_events_are_of_the_scene(quote: str) -> None:
    assert not older(quote)


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("I had taken a\nresolution to endure for a time", True),
        ("she had already made up her mind to go", True),
        ("林河早已打定主意离开海港", True),
        ("I resolved to endure", False),
        ("if I had resolved to endure", False),
        ("I had resolved to go, but now I intend to stay", False),
        ("林河打定主意离开海港", False),
    ],
)
def test_a_plan_that_somebody_had_made_is_older_than_its_scene(quote: str, expected: bool) -> None:
    assert older(quote, "endure", scope=StatementScope.PLAN) is expected
    assert not older(quote, "endure", scope=StatementScope.PLAN, placing=Placement.AHEAD)
    assert not older(quote, "endure", scope=StatementScope.BELIEF)


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("They greeted him as if\nhe were still their doctor", True),
        ("they behaved as though they still served", True),
        ("他仿佛仍是他们的大夫", True),
        ("He was still their doctor", False),
        ("他像一个大夫那样说话", False),
    ],
)
def test_a_state_that_people_act_by_as_if_it_went_on_had_ended_before(quote: str, expected: bool) -> None:
    assert older(quote, "title", phase=Phase.ENDS) is expected
    assert not older(quote, "title")
    assert not older(quote, "title", phase=Phase.ENDS, scope=StatementScope.CLAIM)


def placed(
    text: str,
    quote: str,
    *,
    scope: StatementScope = StatementScope.CLAIM,
    frame: FrameKind = FrameKind.MAIN,
    time: str | None = None,
) -> Placement:
    """Return the placement of a statement with a quote in a passage with the given text."""
    span = Span(text.index(quote), text.index(quote) + len(quote))
    reading = StatementReading(span, StatementCore(quote, "lives_in", scope=scope, time=time), subject=0)
    return read_placed(reading, span, text, frame)


def read_placed(reading: StatementReading, span: Span, text: str, frame: FrameKind = FrameKind.MAIN) -> Placement:
    passage = FramedPassage(0, Span(0, len(text)), frame, 1, FrameReading(frame), 0)
    language, find = Language("zh" if "\u4e00" <= text[-2] <= "\u9fff" else "en"), shipped_table().find
    return placed_as_told(reading, span, text, language=language, passage=passage, find=find).core.placing


ENVOY = "孙权方颐大口。昔汉使刘琬入吴，语人曰：“吾遍观孙氏兄弟，皆禄祚不终。”众皆服之。"
ENVOY_EN = (
    "Quan had a broad face. Formerly an envoy had come\nto Wu, and had told the people: “All the brothers\nwill die "
    "young.” They believed him."
)


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (ENVOY, "刘琬入吴"),
        (ENVOY, "皆禄祚不终"),
        (ENVOY_EN, "an envoy had come"),
        (ENVOY_EN, "All the brothers"),
        ("策曰：“公等不达理！昔交州刺史张津，听信邪教，鼓瑟焚香。”", "鼓瑟焚香"),
        ("“Why?” he said. “Once, Ann believed in him, and burnt incense.”", "burnt incense"),
        ("初，林河居海港，以渔为业。", "以渔为业"),
        ("Ann had once lived in Harbor.", "lived in Harbor"),
    ],
)
def test_a_sentence_that_opens_with_former_times_is_before_its_scene(text: str, quote: str) -> None:
    assert placed(text, quote) is placed(text, quote, scope=StatementScope.WORLD) is Placement.BACK
    assert placed(text, quote, scope=StatementScope.PLAN) is Placement.NOW
    assert placed(text, quote, time="May") is Placement.NOW
    assert placed(text, quote, frame=FrameKind.FLASHBACK) is Placement.NOW


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (ENVOY, "孙权方颐大口"),
        (ENVOY, "众皆服之"),
        (ENVOY_EN, "They believed him"),
        ("昔日桃园结义，今日林河背之。", "林河背之"),
        ("昔人云：林河善射。", "林河善射"),
        ("林河初到海港。", "林河初到海港"),
        ("曾国藩住在海港。", "住在海港"),
        ("Once Ann had sat down, Ben went out.", "Ben went out"),
        ("He came at\nonce, and Ann went out.", "Ann went out"),
        ("Formerly a clerk, Ann now leads the guild.", "leads the guild"),
        ("Ann had been set on the money.", "set on the money"),
    ],
)
def test_other_sentences_are_of_the_scene(text: str, quote: str) -> None:
    """A pluperfect alone may tell what is still so."""
    assert placed(text, quote) is Placement.NOW


def planned(
    text: str, quote: str, *, holder: int = 0, predicate: str = "arrived_at", tellers: bool = False
) -> Placement:
    """Return the placement of a plan of the entity *holder* for an event in which the entity 0 acts."""
    span = Span(text.index(quote), text.index(quote) + len(quote))
    core = StatementCore(quote, predicate, scope=StatementScope.PLAN)
    reading = StatementReading(span, core, subject=0, holder=holder, tellers=(2,) if tellers else ())
    return read_placed(reading, span, text)


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("陈宫问曰：“孟德此行，将欲何往？”操曰：“吾将归乡里，发矫诏，召诸侯兴兵”", "发矫诏，召诸侯兴兵"),
        ("Ann asked him. “I shall go home, and call the lords together,” said Ben.", "call the lords together"),
    ],
)
def test_what_somebody_says_that_he_will_do_comes_after_his_words(text: str, quote: str) -> None:
    """A plan for another person may be an order, which is given now, and a plan for a state may be a wish of now."""
    assert planned(text, quote) is Placement.AHEAD
    assert planned(text, quote, holder=1) is Placement.NOW
    assert planned(text, quote, tellers=True) is Placement.NOW
    assert planned(text, quote, predicate="lives_in") is Placement.NOW


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("吾将归乡里。伍孚藏短刀，欲伺便杀卓。", "欲伺便杀卓"),
        ("I shall go home. Ben hides a knife to kill him.", "hides a knife to kill him"),
        ("“I shall go home,” he said. Ben plainly meant to lead a charge.", "plainly meant to lead a charge"),
        ("“吾将归乡里。”林河打算率众出城", "林河打算率众出城"),
    ],
)
def test_a_plan_that_is_not_spoken_of_as_future_stays_where_it_is_told(text: str, quote: str) -> None:
    assert planned(text, quote) is Placement.NOW


def test_what_the_words_of_a_later_time_name_is_earlier_than_its_passage() -> None:
    """What happened when somebody died, or before, is not earlier than these moments."""

    def placing(time: TimeExpression | None) -> Placement:
        core = StatementCore("Ann died.", "dead")
        return placed_before(StatementReading(Span(0, 4), core, 0), time).core.placing

    event = TimeExpression(TimeKind.ORDER, anchor=Anchor.EVENT, name="death")
    assert placing(event) is Placement.BACK
    assert placing(TimeExpression(TimeKind.OFFSET, low=3, high=3, anchor=Anchor.EVENT, name="death")) is Placement.BACK
    assert placing(TimeExpression(TimeKind.OFFSET, low=0, high=0, anchor=Anchor.EVENT, name="death")) is Placement.NOW
    assert placing(replace(event, before=True)) is Placement.NOW
    assert placing(TimeExpression(TimeKind.ORDER, anchor=Anchor.PREVIOUS)) is Placement.NOW
    assert placing(None) is Placement.NOW


@pytest.mark.parametrize(
    ("text", "people", "quote", "words", "died", "came"),
    [
        (
            "林河死之后，吴海回到新野。众人大喜。\n",
            ["人物|林河", "人物|吴海", "地点|新野"],
            "林河死之后，吴海回到新野",
            "林河死之后",
            "林河死了。",
            "吴海回到新野。",
        ),
        (
            "After the death of Ann, Bo came to York. All were glad.\n",
            ["Person|Ann", "Person|Bo", "Place|York"],
            "After the death of Ann, Bo came to York",
            "After the death of Ann",
            "Ann met her death.",
            "Bo came to York.",
        ),
    ],
)
async def test_the_event_that_time_words_name_has_not_their_time(
    text: str, people: list[str], quote: str, words: str, died: str, came: str
) -> None:
    rows = [
        Stated(quote=quote, subject=1, predicate="dead", text=died, phase="begins"),
        Stated(quote=quote, subject=2, predicate="arrived_at", object=3, text=came),
    ]

    found = {one.predicate: one for one in await facts_told(text, people, rows, passages=[f"1|main|time:{words}"])}

    dead, arrived = found["dead"], found["arrived_at"]
    assert (dead.turn, dead.valid_at and dead.valid_at.text) == (TimelineTurn.BACK, None)
    assert (arrived.turn, arrived.valid_at and arrived.valid_at.text) == (TimelineTurn.ON, words)
