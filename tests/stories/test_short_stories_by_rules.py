"""Short modern stories read by rules: what a story tells plainly, even only once, becomes facts without a model."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.model.readings import StatementScope
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from tests.stories.conftest import NewGraph

STORIES = {
    "zh": (
        "入秋以后，温如雪住在苇渡镇。她的哥哥温如松是镇上的木匠。温如松把一块青玉佩交给了温如雪。\n",
        "三日后，许郎中来到苇渡镇。温如松死了。温如雪怀疑许郎中害死了她哥哥。温如雪答应韩捕头，明日去县衙作证。韩捕头收下了青玉佩。\n",
        "韩捕头把青玉佩还给了温如雪。许郎中被关进了县牢。半月后，温如雪嫁给了韩捕头，搬到了省城居住。\n",
    ),
    "en": (
        "Nora Venn lived in Harrow Ferry. Her brother Tobias had worked at the mill as a clerk. Tobias gave Nora a silver ring.\n",
        "Tobias died. Nora suspected that Dr. Cole had killed her brother. Nora promised Sergeant Pike that she would leave the town. Pike took the silver ring.\n",
        "Sergeant Pike gave the silver ring back to Nora. Dr. Cole was put in prison. Nora married Sergeant Pike and moved to Port Ellis.\n",
    ),
}
TOLD = {
    "zh": {
        "温如雪 lives_in 苇渡镇", "温如松 sibling_of 温如雪", "温如松 title 木匠", "温如松 gave 青玉佩", "许郎中 went_to 苇渡镇", "温如松 dead",
        "许郎中 killed 她哥哥 (温如雪)", "温如雪 promised 明日去县衙作证", "韩捕头 took 青玉佩", "韩捕头 gave 青玉佩", "许郎中 imprisoned_in 县牢",
        "温如雪 married_to 韩捕头", "温如雪 lives_in 省城", "韩捕头 holds 青玉佩", "温如雪 holds 青玉佩",
    },
    "en": {
        "Nora lives_in Harrow Ferry", "Nora sibling_of Tobias", "Tobias title clerk", "Tobias gave a silver ring", "Tobias dead",
        "Dr. Cole killed her brother (Nora)", "Nora promised leave the town", "Sergeant Pike took the silver ring", "Sergeant Pike gave the silver ring",
        "Dr. Cole imprisoned_in prison", "Nora married_to Sergeant Pike", "Nora lives_in Port Ellis",
    },
}  # fmt: skip


async def told(graph: StoryGraph) -> set[str]:
    """Return each fact as its subject, predicate and object or value, with the holder of a belief in brackets. Spouses
    and siblings are in the order of their names.
    """
    page = await graph.get_facts(scope=Scope(include_ended=True))
    found: set[str] = set()
    for one in (shown for each in page.facts for shown in (each, *each.effects)):
        ends = (one.subject, one.target)
        first, second = sorted(ends) if one.predicate in ("married_to", "sibling_of") else ends
        belief = f"({one.fact.holder_name})" if one.fact.scope is StatementScope.BELIEF else ""
        found.add(" ".join(filter(None, (first, one.predicate, second, belief))))
    return found


async def read(graph: StoryGraph, texts: tuple[str, ...]) -> None:
    await graph.add_manuscript(
        [Chapter(text, key=f"ch{n}", title=f"ch{n}", number=n) for n, text in enumerate(texts, 1)]
    )


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_what_a_short_story_tells_once_becomes_facts_and_nothing_else_does(
    new_graph: NewGraph, language: str
) -> None:
    graph = new_graph(None, None)

    await read(graph, STORIES[language])

    assert await told(graph) == TOLD[language]


async def test_who_has_a_thing_now_is_who_got_it_last(new_graph: NewGraph) -> None:
    graph = new_graph(None, None)
    await read(graph, STORIES["zh"])

    answer = await graph.answer("青玉佩现在在谁手里？")

    assert [one.text for one in answer.sentences] == ["温如雪持有青玉佩。（第3章）"]


async def test_a_promise_for_tomorrow_is_made_when_it_is_told(new_graph: NewGraph) -> None:
    graph = new_graph(None, None)
    await read(graph, STORIES["zh"])

    (promise,) = (await graph.get_facts(FactQuery(predicate="promised"))).facts

    assert (promise.text, promise.validity.words) == ("温如雪答应韩捕头明日去县衙作证。", "第2章")
