"""Tests of two characters who prove to be one: they are one from the chapter in which the reader learns it."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.dedup.llm_judge import SamePrompt, SameReply
from episodic.extraction.llm_based.prompts import EntitiesPrompt
from episodic.prompts import Prompt
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from tests.replies import Named, entities_reply
from tests.stories.conftest import NewGraph
from tests.stories.scenario_stories import LANGUAGES, Tale, chapter
from tests.stories.script import Says, Script

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

_LINE = re.compile(r"^(?P<mark>[KN])(?P<number>\d+) \[[^\]]*\] (?P<names>[^:\n]+)", re.MULTILINE)


@dataclass(frozen=True)
class Reveal(Script):
    """A script whose reader finds one person with both names where both names occur, and whose judge confirms it."""

    one: tuple[str, str] = ("", "")

    def answer(self, prompt: Prompt[BaseModel]) -> BaseModel:
        match prompt:
            case EntitiesPrompt() if all(name in prompt.window for name in self.one):
                found = self._entities(prompt)
                others = [row for row in found.entities if row.split("|")[1] not in self.one]
                both = Named(type="Person", names=list(self.one))
                return entities_reply([*others, both], found.passages)
            case SamePrompt():
                return self._same(prompt)
            case _:
                return super().answer(prompt)

    def _same(self, prompt: SamePrompt) -> SameReply:
        known = [int(one["number"]) for one in _LINE.finditer(prompt.known) if one["names"] in self.one]
        asked = [
            int(one["number"]) for one in _LINE.finditer(prompt.asked) if all(name in one["names"] for name in self.one)
        ]
        return SameReply(answers=[f"{number}|{','.join(map(str, known))}" for number in asked])


def masked_stranger_story(language: str, *, revealed: bool) -> Tale:
    """A masked stranger and Lin are separate for two chapters. The third chapter says that they are one, or leaves the
    merge to the author.
    """
    if language == "zh":
        texts = ["第十日，林河住在海港。\n", "第十五日，灰鹭见到阿梅。\n"]
        texts.append("第二十日，面具落下，灰鹭就是林河。\n" if revealed else "第二十日，阿梅住在京城。\n")
        people = {"林河": "Person", "灰鹭": "Person", "阿梅": "Person", "海港": "Place", "京城": "Place"}
        sentences = {
            "林河住在海港": [Says("林河", "居住于", "海港")],
            "灰鹭见到阿梅": [Says("灰鹭", "相遇", "阿梅")],
            "阿梅住在京城": [Says("阿梅", "居住于", "京城")],
        }
        words = {"true": "林河", "mask": "灰鹭", "other": "阿梅"}
    else:
        texts = ["On day 10, Lin lived in Harbor.\n", "On day 15, Grey Heron met Mei.\n"]
        fell = "On day 20 the mask fell: Grey Heron was none but Lin.\n"
        texts.append(fell if revealed else "On day 20, Mei lived in Capital.\n")
        people = {"Lin": "Person", "Grey Heron": "Person", "Mei": "Person", "Harbor": "Place", "Capital": "Place"}
        sentences = {
            "Lin lived in Harbor": [Says("Lin", "lives_in", "Harbor")],
            "Grey Heron met Mei": [Says("Grey Heron", "met", "Mei")],
            "Mei lived in Capital": [Says("Mei", "lives_in", "Capital")],
        }
        words = {"true": "Lin", "mask": "Grey Heron", "other": "Mei"}
    script = Reveal(people, sentences, one=(words["true"], words["mask"]))
    return Tale(tuple(chapter(number, text) for number, text in enumerate(texts, 1)), script, words)


async def names_of(graph: StoryGraph, who: str, scope: Scope) -> set[str]:
    return set((await graph.get_entity(who, scope=scope)).aliases)


async def names_found(graph: StoryGraph, who: str, scope: Scope) -> set[str]:
    """Return the names of all entities that a search for a name returns first, with their aliases."""
    hits = (await graph.search(who, scope=scope)).entities
    return {alias.text for alias in hits[0].entity.aliases}


async def deeds(graph: StoryGraph, who: str, scope: Scope) -> set[str]:
    return {one.fact.predicate for one in (await graph.get_facts(FactQuery(subject=who), scope=scope)).facts}


async def check(graph: StoryGraph, tale: Tale, *, both: int, apart: int) -> None:
    """Check that one entity exists at the end and two by the second chapter, in search, entities, facts and statistics."""
    true, mask = tale.words["true"], tale.words["mask"]
    now, before = Scope(), Scope(told_by=2)
    for who in (true, mask):
        assert await names_of(graph, who, now) == {true, mask}
        assert await names_of(graph, who, before) == {who}
        assert await names_found(graph, who, now) == {true, mask}
        assert await names_found(graph, who, before) == {who}
        assert await deeds(graph, who, now) == {"lives_in", "met"}
    assert await deeds(graph, true, before) == {"lives_in"}
    assert await deeds(graph, mask, before) == {"met"}
    assert (await graph.stats(scope=now)).entities == both
    assert (await graph.stats(scope=before)).entities == apart
    assert (await graph.get_entity(true, scope=before)).entity.uuid != (
        await graph.get_entity(mask, scope=before)
    ).entity.uuid


async def test_a_reveal_that_is_read_holds_from_its_chapter_on(new_graph: NewGraph, language: str) -> None:
    """The reading of the third chapter has one person with both names."""
    tale = masked_stranger_story(language, revealed=True)
    graph = new_graph(tale.script.model(), None)

    await graph.add_manuscript(tale.chapters)

    await check(graph, tale, both=3, apart=4)


async def test_a_reveal_that_the_author_declares_holds_from_the_chapter_they_name(
    new_graph: NewGraph, language: str
) -> None:
    """The author merges the two from the third chapter on, without a statement in the text."""
    tale = masked_stranger_story(language, revealed=False)
    graph = new_graph(tale.script.model(), None)
    await graph.add_manuscript(tale.chapters)

    await graph.merge_entities(tale.words["true"], tale.words["mask"], told_from="ch3")

    await check(graph, tale, both=4, apart=4)


async def test_taking_the_reveal_back_makes_them_two_again(new_graph: NewGraph, language: str) -> None:
    """Without the third chapter, the work has the two entities again."""
    tale = masked_stranger_story(language, revealed=True)
    graph = new_graph(tale.script.model(), None)
    await graph.add_manuscript(tale.chapters)

    await graph.remove_episode("ch3")

    true, mask = tale.words["true"], tale.words["mask"]
    assert await names_of(graph, true, Scope()) == {true}
    assert await names_of(graph, mask, Scope()) == {mask}


async def test_who_was_not_there_does_not_know_the_reveal(new_graph: NewGraph, language: str) -> None:
    """Mei met only the masked stranger, so the stranger has no other name from her point of view."""
    tale = masked_stranger_story(language, revealed=True)
    graph = new_graph(tale.script.model(), None)

    await graph.add_manuscript(tale.chapters)

    scope = Scope(pov=tale.words["other"])
    assert await names_of(graph, tale.words["mask"], scope) == {tale.words["mask"]}
    assert await deeds(graph, tale.words["mask"], scope) == {"met"}
