"""The order of facts of parallel strands of one chapter ("meanwhile"), in Chinese and in English."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.graph import Fact
from episodic.search.story_order import StoryOrder, order_of
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import Read
from tests.stories.test_told_orders import by_target

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

MEANWHILE = {"zh": "与此同时", "en": "Meanwhile"}
STRANDS = Story(
    (
        (
            ("林河去了海港。", "Lin went to Harbor."),
            ("白安去了越州。", "Ben went to York."),
            ("与此同时，吴海去了石镇。", "Meanwhile Wu went to Town."),
            ("林河见到吴海。林河去了京城。", "Lin met Wu. Lin went to Capital."),
        ),
        (("白安去了里城。", "Ben went to Leeds."),),
    ),
    (
        (("林河去了海港", "Lin went to Harbor"), [quoted("lin", "went_to", "harbor")]),
        (("白安去了越州", "Ben went to York"), [quoted("ben", "went_to", "york")]),
        (("吴海去了石镇", "Wu went to Town"), [quoted("wu", "went_to", "town")]),
        (("林河见到吴海", "Lin met Wu"), [quoted("lin", "met", "wu")]),
        (("林河去了京城", "Lin went to Capital"), [quoted("lin", "went_to", "capital")]),
        (("白安去了里城", "Ben went to Leeds"), [quoted("ben", "went_to", "leeds")]),
    ),
)


async def with_asides(new_graph: NewGraph, story: Story, language: str, zh: str = MEANWHILE["zh"]) -> dict[str, Fact]:
    """Read a story whose passages that begin with "meanwhile", or in Chinese with the words *zh*, are marked as asides,
    and return its facts by target.
    """
    tale = story.tale(language)
    script = replace(tale.script, asides=[zh if language == "zh" else MEANWHILE[language]])
    graph = new_graph(script.model(), tale.settings)
    await graph.add_manuscript(tale.chapters)
    return await by_target(Read(graph, tale.words))


async def test_parallel_strands_have_no_order(new_graph: NewGraph, language: str) -> None:
    story = Story(
        (
            (
                ("林河去了海港。", "Lin went to Harbor."),
                ("林河去了京城。", "Lin went to Capital."),
                ("与此同时，吴海去了石镇。", "Meanwhile Wu went to Town."),
            ),
        ),
        (
            (("林河去了海港", "Lin went to Harbor"), [quoted("lin", "went_to", "harbor")]),
            (("林河去了京城", "Lin went to Capital"), [quoted("lin", "went_to", "capital")]),
            (("吴海去了石镇", "Wu went to Town"), [quoted("wu", "went_to", "town")]),
        ),
    )
    facts = await with_asides(new_graph, story, language)

    assert order_of(facts["harbor"], facts["capital"]) is StoryOrder.BEFORE
    assert order_of(facts["town"], facts["capital"]) is StoryOrder.UNKNOWN


async def test_what_one_person_does_is_told_in_order_in_all_strands(new_graph: NewGraph, language: str) -> None:
    """Wu's strand has no order to what Lin and Ben did before it, until Lin comes into it. What Ben did meanwhile keeps
    no order to it.
    """
    facts = await with_asides(new_graph, STRANDS, language)

    assert [order_of(facts[one], facts["town"]) for one in ("harbor", "york")] == [StoryOrder.UNKNOWN] * 2
    assert [order_of(facts["harbor"], facts[one]) for one in ("wu", "capital")] == [StoryOrder.BEFORE] * 2
    assert order_of(facts["york"], facts["wu"]) is StoryOrder.UNKNOWN


async def test_where_somebody_lived_ends_in_another_strand(new_graph: NewGraph, language: str) -> None:
    """Lin no longer lives in Harbor once he has gone to live in the Capital, of which the strand of Wu tells."""
    moves = {"harbor", "capital"}
    says = [
        (
            quote,
            [
                replace(one, predicate="lives_in", more={"phase": "begins"}) if one.object in moves else one
                for one in what
            ],
        )
        for quote, what in STRANDS.says
    ]
    facts = await with_asides(new_graph, replace(STRANDS, says=says), language)

    assert facts["harbor"].ended_by == (facts["capital"].uuid,)


async def test_the_next_chapter_comes_after_all_strands(new_graph: NewGraph, language: str) -> None:
    """The next chapter goes on with the line of the first strand, and the other strands end before it."""
    facts = await with_asides(new_graph, STRANDS, language)

    earlier = ("harbor", "york", "town", "wu", "capital")
    assert [order_of(facts[one], facts["leeds"]) for one in earlier] == [StoryOrder.BEFORE] * 5
    assert {one.line for one in facts["leeds"].places} == {"main"}


async def test_as_of_a_chapter_what_its_strands_and_those_beside_it_told_has_happened(
    new_graph: NewGraph, language: str
) -> None:
    """Chapter 2 has two strands, and chapter 3 as a whole is told beside it."""
    homes = [
        ("林河住在海港", "Lin lived in Harbor", "lin", "harbor"),
        ("吴海住在石镇", "Wu lived in Town", "wu", "town"),
        ("白安住在越州", "Ben lived in York", "ben", "york"),
    ]
    lin, wu, ben = ((f"{chinese}。", f"{english}.") for chinese, english, _, _ in homes)
    story = Story(
        (
            (("阿梅笑了。", "Mei laughed."),),
            (lin, (f"与此同时，{wu[0]}", f"Meanwhile {wu[1]}")),
            ((f"与此同时，{ben[0]}", f"Meanwhile {ben[1]}"),),
            (("阿梅又笑了。", "Mei laughed again."),),
        ),
        [((chinese, english), [quoted(who, "lives_in", where)]) for chinese, english, who, where in homes],
    )
    tale = story.tale(language)
    graph = new_graph(replace(tale.script, asides=[MEANWHILE[language]]).model(), tale.settings)
    await graph.add_manuscript(tale.chapters)

    told = [await Read(graph, tale.words).at(f"chapter {number}", "lives_in") for number in (2, 3, 4)]

    both = {"lin harbor": "holds", "wu town": "holds"}
    assert {key: told[0][key] for key in both} == both
    assert told[1:] == [both | {"ben york": "holds"}] * 2


async def test_an_aside_about_the_persons_just_told_of_goes_on(new_graph: NewGraph, language: str) -> None:
    """A storyteller also says "meanwhile" (却说) of the person of whom he has just told; this begins no strand."""
    says = [*STRANDS.says, (("林河去了山村", "Lin went to Village"), [quoted("lin", "went_to", "village")])]
    passages = (
        ("白安去了越州。", "Ben went to York."),
        ("林河去了海港。", "Lin went to Harbor."),
        ("与此同时，林河去了山村。", "Meanwhile Lin went to Village."),
    )
    facts = await with_asides(new_graph, replace(STRANDS, chapters=(passages,), says=says), language)

    assert [order_of(facts[one], facts["village"]) for one in ("york", "harbor")] == [StoryOrder.BEFORE] * 2
    assert {one.line for one in facts["village"].places} == {"main"}


async def test_whom_somebody_met_goes_on_after_that(new_graph: NewGraph, language: str) -> None:
    """Wu does not act before his strand, but Lin meets him in the passage before it. What Ben does in that passage after
    they met may happen beside Wu's strand.
    """
    passages = (
        ("林河去了海港。", "Lin went to Harbor."),
        ("林河见到吴海。白安去了越州。", "Lin met Wu. Ben went to York."),
        ("与此同时，吴海去了石镇。", "Meanwhile Wu went to Town."),
    )
    facts = await with_asides(new_graph, replace(STRANDS, chapters=(passages,)), language)

    assert [order_of(facts[one], facts["town"]) for one in ("harbor", "wu")] == [StoryOrder.BEFORE] * 2
    assert order_of(facts["york"], facts["town"]) is StoryOrder.UNKNOWN


async def test_who_comes_late_into_a_strand_brings_his_past_from_there_on(new_graph: NewGraph, language: str) -> None:
    """Wu opens the strand in the paragraph in which Lin comes into it. Only what Lin does has an order to Harbor."""
    story = Story(
        (
            (
                ("林河去了海港。", "Lin went to Harbor."),
                ("白安去了越州。", "Ben went to York."),
                ("与此同时，吴海去了石镇。林河去了京城。", "Meanwhile Wu went to Town. Lin went to Capital."),
            ),
        ),
        (
            (("林河去了海港", "Lin went to Harbor"), [quoted("lin", "went_to", "harbor")]),
            (("白安去了越州", "Ben went to York"), [quoted("ben", "went_to", "york")]),
            (("吴海去了石镇", "Wu went to Town"), [quoted("wu", "went_to", "town")]),
            (("林河去了京城", "Lin went to Capital"), [quoted("lin", "went_to", "capital")]),
        ),
    )
    facts = await with_asides(new_graph, story, language)

    assert order_of(facts["harbor"], facts["town"]) is StoryOrder.UNKNOWN
    assert order_of(facts["harbor"], facts["capital"]) is StoryOrder.BEFORE
    assert order_of(facts["york"], facts["capital"]) is StoryOrder.UNKNOWN


async def test_a_group_to_which_the_narrator_turns_goes_on_after_what_was_done_to_it(
    new_graph: NewGraph, language: str
) -> None:
    """The strand of the rovers comes after their defeat, but has no order to what Ben does after that."""
    story = Story(
        (
            (
                ("林河打败了流寇。", "Lin defeated Rovers."),
                ("白安去了越州。", "Ben went to York."),
                ("却说流寇去了石镇。", "Meanwhile Rovers went to Town."),
            ),
        ),
        (
            (("林河打败了流寇", "Lin defeated Rovers"), [quoted("lin", "defeated", "rovers")]),
            (("白安去了越州", "Ben went to York"), [quoted("ben", "went_to", "york")]),
            (("流寇去了石镇", "Rovers went to Town"), [quoted("rovers", "went_to", "town")]),
        ),
    )
    facts = await with_asides(new_graph, story, language, zh="却说")

    assert order_of(facts["rovers"], facts["town"]) is StoryOrder.BEFORE
    assert order_of(facts["york"], facts["town"]) is StoryOrder.UNKNOWN
