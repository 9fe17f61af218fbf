"""Tests of the example in a question about an unknown predicate: the first sentence in narrative order that uses the
predicate.
"""

from __future__ import annotations

from episodic.app import StoryGraph
from episodic.llm.scripted import ScriptedModel
from episodic.model.decisions import QuestionKind
from episodic.model.episodes import Chapter
from episodic.model.predicates import PredicateKind
from episodic.model.records import from_json
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.questions import PredicateQuestion
from tests.stories.script import Says, Script

PEOPLE = {"方源": "Person", "族长": "Person", "白凝冰": "Person"}
FIRST = Chapter("方源拜了族长。\n", key="ch1", title="ch1")
LATER = Chapter("白凝冰拜了方源。\n", key="ch2", title="ch2")
SCRIPT = Script(
    PEOPLE,
    {"方源拜了族长": [Says("方源", "拜", "族长")], "白凝冰拜了方源": [Says("白凝冰", "拜", "方源")]},
)


def graph_of(model: ScriptedModel | None = None) -> StoryGraph:
    return StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model or SCRIPT.model())


async def asked(graph: StoryGraph) -> set[PredicateQuestion]:
    """Return the questions about predicates whose answers are stored with the work."""
    kept = (await graph.session.state()).inputs.judgements.values()
    return {from_json(PredicateQuestion, one.payload) for one in kept if one.kind is QuestionKind.PREDICATE}


async def test_a_predicate_is_asked_about_once_with_the_first_sentence_told() -> None:
    """The question is the same for ingestion chapter by chapter and all together."""
    async with graph_of() as together, graph_of() as apart:
        await together.add_manuscript([FIRST, LATER])
        for chapter in (FIRST, LATER):
            await apart.add_episode(chapter)

        assert (
            await asked(together)
            == await asked(apart)
            == {PredicateQuestion("拜", "方源 拜 族长 (方源拜了族长)", PredicateKind.STATE)}
        )


async def test_a_chapter_put_before_is_the_first_to_use_it() -> None:
    """Narrative order counts, not the order of ingestion."""
    async with graph_of() as graph:
        await graph.add_episode(LATER)
        await graph.insert_episode(FIRST, before=LATER.key or "")

        assert await asked(graph) == {PredicateQuestion("拜", "方源 拜 族长 (方源拜了族长)", PredicateKind.STATE)}


async def test_to_retract_the_first_statement_asks_nothing_anew() -> None:
    """A retraction does not change the text or the meaning of the predicate."""
    model = SCRIPT.model()
    async with graph_of(model) as graph:
        await graph.add_manuscript([FIRST, LATER])
        before, known = len(model.asked), await asked(graph)
        facts = (await graph.get_facts()).facts

        await graph.retract(next(one.fact.uuid for one in facts if one.fact.evidence[0].quote == "方源拜了族长"))

        assert len(model.asked) == before
        assert await asked(graph) == known
