"""Tests of two persons with one name whom the reader takes for one: the author's split lasts."""

from __future__ import annotations

import re
from typing import Final

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.dedup.llm_judge import SamePrompt, SameReply
from episodic.errors import AmbiguousNameError
from episodic.pipeline.edits.chapter_edits import Edited
from episodic.pipeline.edits.entity_merge import merge_entities
from episodic.pipeline.edits.entity_split import Selection, split_entity
from episodic.pipeline.edits.overrides import Attribution
from episodic.prompts import Prompt
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from tests.stories.conftest import NewGraph
from tests.stories.scenario_stories import LANGUAGES, Tale, chapter
from tests.stories.script import Says, Script

_LINE: Final = re.compile(r"^([KN])(\d+) \[\w+\] ([^\s:]+)", re.MULTILINE)


def namesakes(language: str) -> Tale:
    """A mother and a daughter, or two masters, have one name. The later chapters are about the second of the two
    persons.
    """
    if language == "zh":
        texts = (
            "师父住在青山。\n",
            "师父死在青山。\n",
            "师父住在白水。\n",
            "师父收下了林河。\n",
        )
        later, rewritten, people = (
            "师父离开了白水。\n",
            "天下着雨。\n\n师父住在白水。\n",
            {"师父": "Person", "林河": "Person"},
        )
        places = {"青山": "Place", "白水": "Place"}
        sentences = {
            "师父住在青山": [Says("师父", "居住于", "青山")],
            "师父住在白水": [Says("师父", "居住于", "白水")],
            "师父死在青山": [Says("师父", "死亡", value="死")],
            "师父收下了林河": [Says("师父", "师徒", "林河")],
        }
        words = {"who": "师父", "first": "青山", "second": "白水"}
    else:
        texts = (
            "Catherine lived in Heights.\n",
            "Catherine died in Heights.\n",
            "Catherine lived in Grange.\n",
            "Catherine married Linton.\n",
        )
        later, rewritten = "Catherine left Grange.\n", "It rained.\n\nCatherine lived in Grange.\n"
        people, places = {"Catherine": "Person", "Linton": "Person"}, {"Heights": "Place", "Grange": "Place"}
        sentences = {
            "Catherine lived in Heights": [Says("Catherine", "lives_in", "Heights")],
            "Catherine lived in Grange": [Says("Catherine", "lives_in", "Grange")],
            "Catherine died in Heights": [Says("Catherine", "dead", value="died")],
            "Catherine married Linton": [Says("Catherine", "spouse", "Linton")],
        }
        words = {"who": "Catherine", "first": "Heights", "second": "Grange"}
    words |= {"later": later, "rewritten": rewritten}
    chapters = tuple(chapter(number, text) for number, text in enumerate(texts, 1))
    return Tale(chapters, Knowing({**people, **places}, sentences), words)


class Knowing(Script):
    """A judge that accepts the first candidate for a known name, and no candidate for any other name."""

    def answer(self, prompt: Prompt[BaseModel]) -> BaseModel:
        """Return the reply to one prompt."""
        if not isinstance(prompt, SamePrompt):
            return super().answer(prompt)
        known = _LINE.findall(prompt.known)
        first = {name: int(number) for _, number, name in reversed(known)}
        asked = _LINE.findall(prompt.asked)
        return SameReply(answers=[f"{number}|{first[name]}" for _, number, name in asked if name in first])


async def bearers(graph: StoryGraph, name: str) -> list[tuple[str, list[str]]]:
    """Return the entities with the name in narrative order: the id, and the keys of the chapters that mention them."""
    state = await graph.session.state()
    keys = {one.uuid: (one.order, one.key) for one in state.inputs.episodes}
    return [
        (
            uuid,
            [
                key
                for _, key in sorted(keys[one.episode] for one in state.graph.mentions.values() if one.entity == uuid)
            ],
        )
        for uuid, entity in state.graph.entities.items()
        if any(one.text == name for one in entity.aliases)
    ]


async def split_work(graph: StoryGraph, tale: Tale) -> Edited:
    """Return the work with a split from its third chapter on."""
    await graph.add_manuscript(tale.chapters)
    ((one, _),) = await bearers(graph, tale.words["who"])
    third = await graph.find_episode("ch3")
    chosen = Selection(names=(tale.words["who"],), from_chapter=third.uuid)
    return await split_entity(graph.session, one, chosen, Attribution("author", "two people"))


async def homes(graph: StoryGraph, uuid: str) -> set[str | None]:
    """Return the present and former homes of an entity."""
    facts = (await graph.session.state()).graph.facts.values()
    return {one.object_name for one in facts if one.subject == uuid and one.predicate == "lives_in"}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_half_has_its_own_life(new_graph: NewGraph, language: str) -> None:
    """The two entities have separate homes and chapters. The first entity keeps its id."""
    tale = namesakes(language)
    graph = new_graph(tale.script.model(), None)

    edited = await split_work(graph, tale)

    (first, early), (second, late) = await bearers(graph, tale.words["who"])
    assert (early, late) == (["ch1", "ch2"], ["ch3", "ch4"])
    assert await homes(graph, first) == {tale.words["first"]}
    assert await homes(graph, second) == {tale.words["second"]}
    assert [one.uuid for one in edited.diff.entities_new] == [second]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_later_chapter_asks_and_a_new_text_leaves_them_apart(new_graph: NewGraph, language: str) -> None:
    """The split applies to later chapters and to rewritten chapters."""
    tale = namesakes(language)
    graph = new_graph(tale.script.model(), None)
    await split_work(graph, tale)

    await graph.add_episode(tale.words["later"], name="ch5")
    await graph.replace_episode("ch3", tale.words["rewritten"])
    graph.session.forget()

    found = [keys for _, keys in await bearers(graph, tale.words["who"])]
    assert len(found) == 2
    assert found[0][:2] == ["ch1", "ch2"]
    assert found[1][:2] == ["ch3", "ch4"]
    assert sorted(key for keys in found for key in keys) == ["ch1", "ch2", "ch3", "ch4", "ch5"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_without_its_chapters_the_split_is_loose_and_with_them_back_it_holds(
    new_graph: NewGraph, language: str
) -> None:
    """The override stays stored with the work."""
    tale = namesakes(language)
    graph = new_graph(tale.script.model(), None)
    await split_work(graph, tale)

    for key in ("ch3", "ch4"):
        await graph.remove_episode(key)
    loose = (await graph.session.state()).replay.decisions.unmatched()
    alone = [keys for _, keys in await bearers(graph, tale.words["who"])]
    await graph.add_manuscript(tale.chapters)

    assert len(loose) == 1
    assert alone == [["ch1", "ch2"]]
    assert [keys for _, keys in await bearers(graph, tale.words["who"])] == [["ch1", "ch2"], ["ch3", "ch4"]]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_split_and_merged_again_they_are_as_before(new_graph: NewGraph, language: str) -> None:
    """The derived graph equals that of a work without the split and the merge."""
    tale = namesakes(language)
    graph = new_graph(tale.script.model(), None)
    await graph.add_manuscript(tale.chapters)
    before = sorted(map(repr, (await graph.session.state()).graph.values()))

    await split_work(graph, tale)
    (first, _), (second, _) = await bearers(graph, tale.words["who"])
    await merge_entities(
        graph.session, first, second, told_from=None, attribution=Attribution("author", "one after all")
    )

    assert sorted(map(repr, (await graph.session.state()).graph.values())) == before


@pytest.mark.parametrize("language", LANGUAGES)
async def test_two_people_of_one_name_are_shown_by_different_names(new_graph: NewGraph, language: str) -> None:
    """The chapter that mentions each of them first tells them apart, also in facts and in lookups."""
    tale = namesakes(language)
    graph = new_graph(tale.script.model(), None)
    await split_work(graph, tale)
    name = tale.words["who"]

    facts = (await graph.get_facts(FactQuery(predicate="lives_in"), scope=Scope(include_ended=True))).facts

    shown = (
        [f"{name}（第1章）", f"{name}（第3章）"] if language == "zh" else [f"{name} (chapter 1)", f"{name} (chapter 3)"]
    )
    assert sorted(one.subject for one in facts) == shown
    assert (await graph.get_entity(shown[1])).entity.name == shown[1]
    with pytest.raises(AmbiguousNameError):
        await graph.get_entity(name)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_read_up_to_a_chapter_tells_them_apart_only_where_both_are_known(
    new_graph: NewGraph, language: str
) -> None:
    tale = namesakes(language)
    graph = new_graph(tale.script.model(), None)
    await split_work(graph, tale)

    async def names(told_by: int) -> list[str]:
        page = await graph.get_facts(scope=Scope(told_by=told_by, include_ended=True))
        return list(dict.fromkeys(one.subject for one in page.facts))

    name = tale.words["who"]
    both = (
        [f"{name}（第1章）", f"{name}（第3章）"] if language == "zh" else [f"{name} (chapter 1)", f"{name} (chapter 3)"]
    )
    assert await names(2) == [name]
    assert await names(3) == both
