"""The lines of a context pack: the cast, threads and dates, and what is left out because it is probably out of date."""

from __future__ import annotations

import re

from episodic.app import StoryGraph
from episodic.context.sections import SectionKind
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script
from tests.unit.context.pack_story import PEOPLE, SENTENCES, chapters, scripted, texts_of


async def test_a_death_stands_directly_below_the_name() -> None:
    """In a small pack, the places and things of other entities would come before it."""
    sentences = SENTENCES | {"Lin was dead": [Says("Lin", "dead", phase="begins")]}
    async with StoryGraph(SQLiteStore(":memory:"), group_id="pack", model=Script(PEOPLE, sentences).model()) as graph:
        await graph.add_manuscript(chapters("Lin held the Sword. Wu met Mei. Lin was dead.\n", "Wu met Mei.\n"))

        pack = await graph.context(cast=["Lin", "Mei"], max_tokens=4_000)

    first, second, third = texts_of(pack, SectionKind.CAST).split("\n")[:3]
    assert first.startswith("Lin (")
    assert second.startswith("Lin dead")
    assert third.startswith("Mei (")


async def test_a_minor_plan_of_which_the_text_says_no_more_is_soon_left_out() -> None:
    """Plans on which the story turns, promises, and the list of all threads keep it."""
    sentences = {
        "Lin meant to buy a pearl": [Says("Lin", "plans", value="buy a pearl", scope="plan", holder="Lin", salience=2)],
        "Lin meant to kill Wu": [Says("Lin", "plans", value="kill Wu", scope="plan", holder="Lin", salience=3)],
        "Lin promised Wu a ring": [Says("Lin", "promised", "Wu")],
    }
    text = ". ".join(sentences) + ".\n"
    async with StoryGraph(SQLiteStore(":memory:"), group_id="pack", model=Script(PEOPLE, sentences).model()) as graph:
        found: list[list[bool]] = []
        for number in range(4):
            await graph.add_manuscript(chapters(text, *["Lin slept.\n"] * number))
            pack = await graph.context(cast=["Lin"], max_tokens=4_000)
            shown = texts_of(pack, SectionKind.THREADS)
            found.append([words in shown for words in ("a pearl", "kill Wu", "promised")])
        listed = await graph.threads()

    assert found == [[True, True, True]] * 3 + [[False, True, True]]
    assert len(listed) == 3


async def test_the_threads_of_a_pack_are_the_weightiest_late_ones_and_the_weightiest_overdue_ones_in_turn() -> None:
    """A work of many chapters has more open threads than fit into a pack, and most of them are old."""
    friends = ("Ann", "Bea", "Cyn", "Dee", "Eve", "Fay")
    weighty = {"Bea", "Eve"}
    sentences = {
        f"Lin promised {one} a pearl": [Says("Lin", "promised", one, salience=3 if one in weighty else 2)]
        for one in friends
    }
    model = Script(PEOPLE | dict.fromkeys(friends, "Person"), sentences).model()
    async with StoryGraph(SQLiteStore(":memory:"), group_id="pack", model=model) as graph:
        await graph.add_manuscript(chapters(*(f"{one}.\n" for one in sentences)))
        graph.overdue_after = 3

        pack = await graph.context(cast=["Lin"], max_tokens=4_000)

    shown = texts_of(pack, SectionKind.THREADS)
    assert re.findall(r"promise(?:, (overdue))?(?:, open for (\d) chapters?)?: Lin promised (\w+)", shown) == [
        ("", "1", "Eve"),
        ("overdue", "4", "Bea"),
        ("", "", "Fay"),
        ("overdue", "3", "Cyn"),
        ("", "2", "Dee"),
        ("overdue", "5", "Ann"),
    ]


async def test_old_offices_and_old_places_are_left_out() -> None:
    """An office that the text never ends stays in the graph. Where somebody was six chapters ago is not where he is."""
    texts = (
        "Lin was the clerk. Wu was in Harbor.\n",
        "Lin became the warden. Lin lived in Harbor.\n",
        "Lin became the envoy.\n",
        *["Wu met Mei.\n"] * 3,
    )
    sentences = {
        "Lin was the clerk": [Says("Lin", "title", value="clerk", text="Lin is the clerk.")],
        "Lin became the warden": [Says("Lin", "title", value="warden", phase="begins", text="Lin is the warden.")],
        "Lin became the envoy": [Says("Lin", "title", value="envoy", phase="begins", text="Lin is the envoy.")],
        "Wu was in Harbor": [Says("Wu", "located_in", "Harbor", text="Wu is in Harbor.")],
    }
    model = Script(PEOPLE, SENTENCES | sentences).model()
    async with StoryGraph(SQLiteStore(":memory:"), group_id="pack", model=model) as graph:
        await graph.add_manuscript(chapters(*texts))

        late = texts_of(await graph.context(7, cast=["Lin", "Wu"]), SectionKind.CAST)
        early = texts_of(await graph.context(3, cast=["Lin", "Wu"]), SectionKind.CAST)

    assert re.findall("is the ([a-z]+)", late) == ["envoy", "warden"]
    assert re.findall("is the ([a-z]+)", early) == ["warden", "clerk"]
    assert "Lin lived in Harbor" in late
    assert "Wu is in Harbor" not in late
    assert "Wu is in Harbor" in early


async def test_a_title_that_is_part_of_another_is_left_out() -> None:
    sentences = {
        "吴是荆州刺史": [Says("吴", "title", value="荆州刺史", text="吴是荆州刺史。")],
        "吴是刺史": [Says("吴", "title", value="刺史", text="吴是刺史。")],
        "吴是将军": [Says("吴", "title", value="将军", text="吴是将军。")],
    }
    async with StoryGraph(SQLiteStore(":memory:"), model=Script({"吴": "Person"}, sentences).model()) as graph:
        await graph.add_manuscript(chapters(*(f"{one}。\n" for one in sentences)))

        lines = texts_of(await graph.context(4, cast=["吴"]), SectionKind.CAST)

    assert re.findall("吴是(.+?)。", lines) == ["将军", "荆州刺史"]


async def test_who_went_away_is_not_where_he_was() -> None:
    sentences = {
        "Lin was in Harbor": [Says("Lin", "located_in", "Harbor", text="Lin is in Harbor.")],
        "Lin set out for Capital": [Says("Lin", "went_to", "Capital", text="Lin set out for Capital.")],
        "Lin stayed in Capital": [Says("Lin", "located_in", "Capital", text="Lin is in Capital.")],
    }
    model = Script(PEOPLE, SENTENCES | sentences).model()
    async with StoryGraph(SQLiteStore(":memory:"), group_id="pack", model=model) as graph:
        await graph.add_manuscript(chapters(*(f"{one}.\n" for one in sentences)))

        places = [texts_of(await graph.context(n, cast=["Lin"]), SectionKind.CAST).split("\n")[1] for n in (2, 3, 4)]
    async with StoryGraph(SQLiteStore(":memory:"), group_id="pack", model=model) as graph:
        await graph.add_manuscript(chapters("Lin set out for Capital.\n", *["Wu met Mei.\n"] * 5))
        late = texts_of(await graph.context(cast=["Lin"]), SectionKind.CAST)

    assert [re.sub(r" \(.*", "", one) for one in places] == [
        "Lin is in Harbor.",
        "Lin set out for Capital.",
        "Lin is in Capital.",
    ]
    assert "Capital" not in late


async def test_a_date_that_is_only_a_last_possible_day_is_not_where_the_story_stands() -> None:
    async with scripted() as graph:
        await graph.add_manuscript(chapters("Lin lived in Harbor.\n", "On day 12, Wu met Mei.\n"))

        of_lin = await graph.context(cast=["Lin"], max_tokens=2_000)
        of_wu = await graph.context(cast=["Wu"], max_tokens=2_000)

    assert "by chapter 1" in texts_of(of_lin, SectionKind.CAST)
    assert "day 12" not in texts_of(of_lin, SectionKind.CAST)
    assert not texts_of(of_lin, SectionKind.CALENDAR)
    assert "day 12" in texts_of(of_wu, SectionKind.CALENDAR)
