"""Lists contain the states that follow from an event in the event, in Chinese and in English."""

from __future__ import annotations

import pytest

from episodic.cli.terminal import Terminal
from episodic.cli.timeline_rendering import show_timeline
from episodic.model.readings import StatementScope
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from episodic.serialisers.details import serialised
from episodic.serialisers.lists import Detail
from episodic.svg.timelines import timeline_svg
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

GIFT = Story(
    (
        (
            ("林河把断剑给了吴海。", "Lin gave Wu the sword."),
            ("阿梅和白安到了京城。", "Mei and Ben came to Capital."),
            ("吴海有老宅。", "Wu had a house."),
        ),
    ),
    (
        (("林河把断剑给了吴海", "Lin gave Wu the sword"), [quoted("lin", "gave", "sword", recipients=("wu",))]),
        (
            ("阿梅和白安到了京城", "Mei and Ben came to Capital"),
            [quoted("mei", "arrived_at", "capital"), quoted("ben", "arrived_at", "capital")],
        ),
        (("吴海有老宅", "Wu had a house"), [quoted("wu", "holds", "house")]),
    ),
)


async def test_an_effect_is_listed_in_its_event_and_for_itself_where_its_event_is_not_in_the_list(
    new_graph: NewGraph, language: str
) -> None:
    """A state that is told itself is a fact like any other. Totals, pages and statistics count what is listed."""
    story = await read(new_graph, GIFT, language)
    scope = Scope(include_ended=True)

    page = await story.graph.get_facts(scope=scope)
    holds = await story.graph.get_facts(FactQuery(predicate="holds"), scope=scope)
    stats = await story.graph.stats(group_by=["predicate"], scope=scope)
    timeline = await story.graph.timeline()

    shown = {one.predicate: [effect.predicate for effect in one.effects] for one in page.facts}
    assert shown == {"gave": ["holds"], "arrived_at": ["located_in"], "holds": []}
    assert [(one.predicate, one.effects) for one in holds.facts] == [("holds", ())] * 2
    assert page.total == len(page.facts) == len(timeline.versions) == stats.facts == (await story.graph.stats()).facts
    assert {one.values: one.number for one in stats.groups}[("holds",)] == holds.total == 2
    assert sum(one.facts for one in await story.graph.chapters()) == page.total
    assert [len(one.effects) for one in timeline.versions] == [len(one.effects) for one in page.facts]


async def test_as_of_a_moment_the_states_are_listed(new_graph: NewGraph, language: str) -> None:
    """An event takes place at one moment, so that it does not stand in the list of what holds later."""
    story = await read(new_graph, GIFT, language)

    now = await story.graph.get_facts(scope=Scope(as_of="chapter 1"))

    held = [one for listed in now.facts for one in (listed, *listed.effects) if one.predicate == "holds"]
    assert len(held) == 2
    assert now.total == (await story.graph.stats(scope=Scope(as_of="chapter 1"))).facts


async def test_a_search_finds_an_event_with_its_effects(new_graph: NewGraph, language: str) -> None:
    story = await read(new_graph, GIFT, language)

    found = await story.graph.search(("断剑", "sword")[language == "en"])

    (hit,) = (one for one in found.facts if one.shown.effects)
    assert hit.predicate == "gave"
    assert not {one.uuid for one in found.facts} & {one.uuid for one in hit.shown.effects}
    assert found.to_prompt(100_000).count(hit.shown.effects[0].text) == 1
    assert serialised(hit, Detail.BRIEF)["effects"] == [serialised(hit.shown.effects[0], Detail.BRIEF)]


async def test_an_effect_takes_no_place_among_the_hits(new_graph: NewGraph, language: str) -> None:
    """The limit of a search counts an event with its effects once."""
    story = await read(new_graph, GIFT, language)
    query = ("断剑 林河 吴海 老宅", "sword Lin Wu house")[language == "en"]

    every = await story.graph.search(query, limit=50)

    for limit in range(1, 5):
        found = await story.graph.search(query, limit=limit)
        assert len(found.hits) == limit
        assert not {one.uuid for hit in found.facts for one in hit.shown.effects} & {hit.uuid for hit in found.hits}
    assert any(hit.shown.effects for hit in every.facts)


TOLD_AGAIN = Story(
    (
        (
            ("阿梅和白安来了，两人都很安静。", "Mei and Ben came. The two were quiet."),
            ("吴海道：“林河是白安的兄长。”", "Wu said, 'Lin is the brother of Ben.'"),
            ("阿梅道：“林河是白安的哥哥，林河在海港。”", "Mei said, 'Lin is a brother to Ben. Lin is in Harbor.'"),
            ("林河在海港。", "Lin was in Harbor."),
        ),
    ),
    (
        (
            ("两人都很安静", "The two were quiet"),
            [quoted(one, "character", value=("安静", "quiet"), text="The two were quiet.") for one in ("mei", "ben")],
        ),
        (
            ("林河是白安的兄长", "Lin is the brother of Ben"),
            [quoted("lin", "sibling_of", "ben", scope="claim", holder="wu")],
        ),
        (
            ("林河是白安的哥哥", "Lin is a brother to Ben"),
            [quoted("ben", "sibling_of", "lin", scope="claim", holder="mei")],
        ),
        (("林河在海港", "Lin is in Harbor"), [quoted("lin", "located_in", "harbor", scope="claim", holder="mei")]),
        (("林河在海港。", "Lin was in Harbor."), [quoted("lin", "located_in", "harbor")]),
    ),
)


async def test_what_says_the_same_stands_in_one_entry(new_graph: NewGraph, language: str) -> None:
    """One sentence of two people is one entry, and so is a state that somebody tells again. The fact of the world comes
    before the claims. A list without the other fact has each for itself.
    """
    story = await read(new_graph, TOLD_AGAIN, language)
    scope = Scope(include_ended=True)

    page = await story.graph.get_facts(scope=scope)
    alone = await story.graph.get_facts(FactQuery(entity=story.words["ben"], predicate="character"), scope=scope)
    stats = await story.graph.stats()

    shown = {(one.predicate, one.fact.scope): [each.fact.holder_name for each in one.alike] for one in page.facts}
    assert shown[("sibling_of", StatementScope.CLAIM)] == [story.words["mei"]]
    assert shown[("located_in", StatementScope.WORLD)] == [story.words["mei"]]
    assert page.total == len(page.facts) == stats.facts == sum(one.facts for one in await story.graph.chapters())
    assert (len(page.facts), len(page.one_by_one)) == (3, 6)
    assert [one.subject for one in alone.facts] == [story.words["ben"]]


OPINIONS = Story(
    (
        (
            ("吴海道：“林河疼爱白安。”", "Wu said, 'Lin loves Ben.'"),
            ("阿梅道：“林河最疼爱白安，所以不走。”", "Mei said, 'Lin loves Ben best, and therefore stays.'"),
            ("吴海道：“阿梅也要死的。”", "Wu said, 'Mei will die.'"),
        ),
        (("后来阿梅死了。", "Later Mei died."),),
    ),
    (
        (("林河疼爱白安", "Lin loves Ben"), [quoted("lin", "loves", "ben", scope="claim", holder="wu")]),
        (("林河最疼爱白安", "Lin loves Ben best"), [quoted("lin", "loves", "ben", scope="claim", holder="mei")]),
        (
            ("阿梅也要死的", "Mei will die"),
            [quoted("mei", "dead", scope="claim", holder="wu", placing="ahead")],
        ),
        (("后来阿梅死了", "Later Mei died"), [quoted("mei", "dead", phase="begins")]),
    ),
)


async def test_opinions_and_what_is_foretold_are_entries_of_their_own(new_graph: NewGraph, language: str) -> None:
    """What each person thinks of others is told for itself, and that somebody will die is not that she is dead."""
    story = await read(new_graph, OPINIONS, language)

    page = await story.graph.get_facts(scope=Scope(include_ended=True))

    assert sorted((one.predicate, one.fact.holder_name or "") for one in page.facts) == sorted(
        [("loves", story.words["wu"]), ("loves", story.words["mei"]), ("dead", story.words["wu"]), ("dead", "")]
    )
    assert [one.alike for one in page.facts] == [()] * 4


async def test_a_death_is_not_printed_as_the_end_of_a_stay_that_follows_from_an_arrival(
    new_graph: NewGraph, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lin may have left Harbor long before his death. A home is where he lived until then."""
    story = Story(
        (
            (
                ("林河住在石镇，到了海港。", "Lin lived in Town, and came to Harbor."),
                ("后来林河死了。", "Later Lin died."),
            ),
        ),
        (
            (("林河住在石镇", "Lin lived in Town"), [quoted("lin", "lives_in", "town")]),
            (("到了海港", "came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (("林河死了", "Lin died"), [quoted("lin", "dead", phase="begins")]),
        ),
    )
    told = await read(new_graph, story, language)
    timeline = await told.graph.timeline()

    show_timeline(Terminal(), timeline)

    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    arrival = next(number for number, line in enumerate(lines) if line.startswith("⇒"))
    (end,) = (number for number, line in enumerate(lines) if line.startswith("→"))
    assert end < arrival
    assert lines[end].startswith(("→ 最晚止于", "→ ended at the latest by"))
    picture = timeline_svg(timeline)
    assert picture.count(("最晚止于", "ended at the latest by")[language == "en"]) == 1


async def test_a_sentence_about_two_people_is_printed_once(
    new_graph: NewGraph, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second line says only whom else the sentence is about."""
    story = await read(new_graph, TOLD_AGAIN, language)
    timeline = await story.graph.timeline()

    show_timeline(Terminal(), timeline)

    printed = capsys.readouterr().out
    (quiet,) = (one for one in timeline.versions if one.shown.predicate == "character")
    assert printed.count(f" {quiet.shown.text}\n") == 1
    (same,) = (line for line in printed.splitlines() if line.strip().startswith("= ") and "->" in line)
    assert quiet.alike[0].shown.fact.subject_name in same
