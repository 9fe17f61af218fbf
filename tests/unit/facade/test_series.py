"""Tests of series: search over several works, names linked by decision, scopes per work, and no leak to other works."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
from pydantic import BaseModel

from episodic.answering.prompts import StepPrompt, StepReply
from episodic.app import StoryGraph
from episodic.errors import InputError, InvalidNameError, NothingToUndoError, UnknownEntityError
from episodic.facade.series import Series, series_names
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.model.series import SERIES_GROUP
from episodic.prompts import Prompt
from episodic.search.scope import Scope
from episodic.search.series_search import SeriesResults
from episodic.stores.sqlite import SQLiteStore
from tests.answer_scripts import yes
from tests.memory_stores import filled_store

FIRST = (
    Chapter("Mara Quill lived in Caldmere. Mara Quill met Tom.\n", title="One", key="one"),
    Chapter("Mara Quill moved to Stell. Mara Quill gave the lamp to Tom.\n", title="Two", key="two"),
)
SECOND = (
    Chapter("Edda Vale lived in Farrow. Edda Vale met Bede.\n", title="One", key="one"),
    Chapter("Edda Vale moved to Dunmore. Bede gave the sword to Edda Vale.\n", title="Two", key="two"),
)
OUTSIDE = (Chapter("Mara Quill lived in Elsing. Mara Quill met Edda Vale.\n", title="One", key="one"),)


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    store = await filled_store((FIRST, SECOND, OUTSIDE), three_works)
    async with StoryGraph(store, group_id="first", clock=lambda: "2026-01-01T00:00:00+00:00") as graph:
        yield graph


async def three_works(store: SQLiteStore) -> None:
    """Ingest the works of the series, and a work outside it."""
    for name, chapters in (("first", FIRST), ("second", SECOND), ("outside", OUTSIDE)):
        work = StoryGraph(store, group_id=name, clock=lambda: "2026-01-01T00:00:00+00:00")
        await work.add_manuscript(chapters)
        await work.views.close()


@pytest.fixture
async def saga(graph: StoryGraph) -> AsyncIterator[Series]:
    async with graph.series("saga") as series:
        await series.add("first", "second")
        yield series


def texts(found: SeriesResults) -> list[tuple[str, str]]:
    return [(one.work, one.hit.text) for one in found.hits]


async def test_each_hit_names_its_work(saga: Series) -> None:
    found = await saga.search("who lived in Caldmere or Farrow", limit=20)

    works = {one.work for one in found.hits}
    assert works == {"first", "second"}
    assert all(("Farrow" in text) <= (work == "second") for work, text in texts(found))


async def test_a_linked_name_finds_the_entity_of_the_other_work(saga: Series) -> None:
    before = await saga.search("where does Mara Quill live", limit=20)
    await saga.link(("first", "Mara Quill"), ("second", "Edda Vale"))

    after = await saga.search("where does Mara Quill live", limit=20)

    def scores(found: SeriesResults) -> list[float]:
        return [one.score for one in found.hits if one.work == "second"]

    assert max(scores(before)) < 0.5 < max(scores(after))
    assert {one.query for one in after.hits if one.work == "second"} == {"where does Edda Vale live"}
    assert {one.query for one in after.hits if one.work == "first"} == {"where does Mara Quill live"}


async def test_works_outside_the_series_are_not_read(saga: Series) -> None:
    await saga.link(("first", "Mara Quill"), ("second", "Edda Vale"))

    found = await saga.search("Mara Quill Edda Vale Elsing", limit=50)

    assert "Elsing" not in repr([one.hit for one in found.hits])
    with pytest.raises(InputError, match="not in this series"):
        await saga.link(("first", "Mara Quill"), ("outside", "Mara Quill"))
    with pytest.raises(InputError, match="not in this series"):
        await saga.search("Mara", scopes={"outside": Scope()})


async def test_every_work_has_a_scope_of_its_own(saga: Series) -> None:
    await saga.link(("first", "Mara Quill"), ("second", "Edda Vale"))

    found = await saga.search("Mara Quill", scopes={"second": Scope(told_by=1)}, limit=50)

    shown = repr([one.hit for one in found.hits])
    assert "Dunmore" not in shown
    assert "Farrow" in shown
    assert "Stell" in shown


async def test_a_link_holds_only_for_readers_of_the_chapter_that_reveals_it(saga: Series) -> None:
    await saga.link(("first", "Mara Quill"), ("second", "Edda Vale"), revealed=("second", 2))

    early = await saga.search("Mara Quill", scopes={"second": Scope(told_by=1)}, limit=50)
    late = await saga.search("Mara Quill", limit=50)

    assert "second" not in {one.work for one in early.hits if "Edda Vale" in one.query}
    assert [one for one in late.hits if one.work == "second" and "Edda Vale" in one.query]


async def test_edits_are_stored_and_can_be_undone(graph: StoryGraph, saga: Series) -> None:
    await saga.link(("first", "Mara Quill"), ("second", "Edda Vale"))
    assert len((await graph.series("saga").record()).links) == 1

    undone = await saga.undo()
    again = await saga.undo()

    assert (undone.works, undone.links) == (("first", "second"), ())
    assert again.works == ()
    assert await series_names(graph.store) == ()
    with pytest.raises(NothingToUndoError):
        await saga.undo()


async def test_an_edit_after_an_undo_can_be_undone(saga: Series) -> None:
    await saga.add("outside")
    await saga.undo()
    await saga.remove("second")

    assert (await saga.undo()).works == ("first", "second")


async def test_the_same_edit_twice_is_one_revision(graph: StoryGraph, saga: Series) -> None:
    await saga.link(("first", "Mara Quill"), ("second", "Edda Vale"))
    revision = (await graph.store.commits(SERIES_GROUP))[-1].revision

    await saga.link(("second", "Edda Vale"), ("first", "Mara Quill"))
    await saga.add("first")

    assert (await graph.store.commits(SERIES_GROUP))[-1].revision == revision


async def test_a_link_is_revoked_by_its_number(saga: Series) -> None:
    (link,) = (await saga.link(("first", "Mara Quill"), ("second", "Edda Vale"))).links

    assert (await saga.unlink(link.number)).links == ()
    with pytest.raises(InputError, match="no link"):
        await saga.unlink(link.number)


async def test_a_series_is_no_work(graph: StoryGraph, saga: Series) -> None:
    assert [one.group_id for one in await graph.works()] == ["first", "outside", "second"]
    assert await series_names(graph.store) == ("saga",)
    with pytest.raises(InvalidNameError):
        StoryGraph(graph.store, group_id=SERIES_GROUP)


async def test_works_can_be_searched_without_a_stored_series(graph: StoryGraph) -> None:
    async with graph.series(["first", "outside"]) as both:
        found = await both.search("Mara Quill", limit=50)

        assert {one.work for one in found.hits} == {"first", "outside"}
        with pytest.raises(InputError, match="no name"):
            await both.add("second")


async def test_what_does_not_exist_is_named(graph: StoryGraph, saga: Series) -> None:
    with pytest.raises(InputError, match="no series 'other'"):
        await graph.series("other").search("Mara")
    with pytest.raises(InputError, match="no work 'fourth'"):
        await saga.add("fourth")
    with pytest.raises(UnknownEntityError):
        await saga.link(("first", "Nobody"), ("second", "Edda Vale"))


async def test_a_link_to_an_entity_that_is_gone_is_reported(graph: StoryGraph, saga: Series) -> None:
    await saga.link(("first", "Mara Quill"), ("second", "Bede"))
    second = StoryGraph(graph.store, group_id="second")
    await second.replace_episode("one", "Edda Vale lived in Farrow.\n")
    await second.replace_episode("two", "Edda Vale moved to Dunmore.\n")

    found = await saga.search("Mara Quill")

    assert [one for one in found.degraded if one.startswith("link 1 is not used")]


async def test_a_deleted_series_leaves_its_works(graph: StoryGraph, saga: Series) -> None:
    assert await saga.delete()

    assert await series_names(graph.store) == ()
    assert len(await graph.works()) == 3
    assert not await saga.delete()
    assert (await saga.undo()).works == ("first", "second")


async def test_series_of_a_store_have_histories_of_their_own(graph: StoryGraph, saga: Series) -> None:
    other = graph.series("other")
    await other.add("outside")
    await saga.remove("second")
    await other.undo()

    assert (await saga.undo()).works == ("first", "second")
    assert await series_names(graph.store) == ("saga",)


async def test_linking_again_changes_only_where_the_reader_learns_it(saga: Series) -> None:
    await saga.link(("first", "Mara Quill"), ("second", "Edda Vale"))

    (link,) = (await saga.link(("first", "Mara Quill"), ("second", "Edda Vale"), revealed=("second", "two"))).links

    assert (link.number, link.revealed_in) == (1, "second")
    assert link.revealed_at


async def test_a_series_follows_a_renamed_work(graph: StoryGraph, saga: Series) -> None:
    """The works, the links and the chapter that reveals a link are those of the new name, also after an undo."""
    await saga.link(("first", "Mara Quill"), ("second", "Edda Vale"), revealed=("first", "Two"))
    before = await saga.search("where does Edda Vale live", limit=20)
    hidden = await saga.search("where does Edda Vale live", scopes={"first": Scope(told_by=1)}, limit=20)
    await saga.close()

    await graph.rename_work("primus")
    record = await saga.record()
    after = await saga.search("where does Edda Vale live", limit=20)
    still_hidden = await saga.search("where does Edda Vale live", scopes={"primus": Scope(told_by=1)}, limit=20)
    again = await saga.link(("primus", "Mara Quill"), ("second", "Edda Vale"))
    await saga.undo()
    undone = await saga.undo()

    assert record.works == ("primus", "second")
    assert [(one.first.work, one.revealed_in) for one in record.links] == [("primus", "primus")]
    assert [text for _, text in texts(after)] == [text for _, text in texts(before)]
    assert [text for _, text in texts(still_hidden)] == [text for _, text in texts(hidden)]
    assert after.degraded == still_hidden.degraded == ()
    assert len(again.links) == 1
    assert (undone.works, undone.links) == (("primus", "second"), ())


async def test_a_work_outside_the_series_is_renamed_without_an_edit_of_the_series(
    graph: StoryGraph, saga: Series
) -> None:
    before = await graph.store.work(SERIES_GROUP)

    await StoryGraph(graph.store, group_id="outside").rename_work("elsewhere")

    assert await graph.store.work(SERIES_GROUP) == before
    assert (await saga.record()).works == ("first", "second")


async def test_an_answer_names_the_work_of_each_source(graph: StoryGraph, saga: Series) -> None:
    del graph
    await saga.link(("first", "Mara Quill"), ("second", "Edda Vale"))

    answer = await saga.answer("Where does Mara Quill live?")

    cited = {source.work for sentence in answer.sentences for source in answer.cited(sentence)}
    quotes = {(source.work, source.quote.text) for source in answer.citations if source.quote is not None}
    assert answer.found
    assert cited == {"first", "second"}
    assert any("Edda Vale" in text for work, text in quotes if work == "second")
    assert not any("Edda Vale" in text for work, text in quotes if work == "first")
    assert len({source.number for source in answer.citations}) == len(answer.citations)
    assert all(answer.cited(sentence) for sentence in answer.sentences)


async def test_an_answer_reads_no_work_that_does_not_know_the_question(saga: Series) -> None:
    answer = await saga.answer("Who gave the sword to Edda Vale?")
    missing = await saga.answer("Where is the zeppelin?")

    assert {one.work for one in answer.citations} == {"second"}
    assert (missing.found, missing.citations) == (False, ())


async def test_an_answer_about_a_part_of_each_work_shows_nothing_later(saga: Series) -> None:
    await saga.link(("first", "Mara Quill"), ("second", "Edda Vale"), revealed=("second", "Two"))

    answer = await saga.answer("Where does Mara Quill live?", scopes={"second": Scope(told_by=1)})

    assert {one.work for one in answer.citations} == {"first"}


def combining_model(prompts: list[str]) -> ScriptedModel:
    """Return a model that answers with the first source that it is shown, and from several works with one sentence. Each
    prompt is added to *prompts*.
    """

    def reply(prompt: Prompt[BaseModel]) -> BaseModel:
        said = prompt.messages().user
        prompts.append(said)
        if isinstance(prompt, StepPrompt):
            return StepReply(next=[])
        works = dict(re.findall(r"^\[(\d+)\] \((first|second)\)", said, re.MULTILINE))
        if not works:
            number, text = re.findall(r"^\[(\d+)\] (.+)$", said, re.MULTILINE)[0]
            return yes(f"{number}|{text}")
        return yes(f"{','.join(works)}|She lived in both towns.")

    return ScriptedModel(reply)


async def test_a_model_combines_the_answers_of_the_works(graph: StoryGraph, saga: Series) -> None:
    prompts: list[str] = []
    graph.model = combining_model(prompts)
    await saga.link(("first", "Mara Quill"), ("second", "Edda Vale"))

    answer = await saga.answer("Where does Mara Quill live?")

    assert answer.text == "She lived in both towns."
    assert {one.work for one in answer.cited(answer.sentences[0])} == {"first", "second"}
    assert re.search("In the work “second” the question is: .*Edda Vale", prompts[-1])
    assert answer.cost.calls == len(prompts)
    assert not [one for one in prompts if "Elsing" in one], "the work outside the series"


async def test_a_combined_answer_shows_the_model_nothing_outside_the_scopes(graph: StoryGraph, saga: Series) -> None:
    prompts: list[str] = []
    graph.model = combining_model(prompts)
    await saga.link(("first", "Mara Quill"), ("second", "Edda Vale"))

    answer = await saga.answer("Where does Mara Quill live?", scope=Scope(told_by=1))

    assert answer.text == "She lived in both towns."
    assert not [(word, one) for one in prompts for word in ("Stell", "Dunmore", "Elsing", "lamp") if word in one]


async def test_an_answer_of_a_series_keeps_to_its_tokens(graph: StoryGraph, saga: Series) -> None:
    prompts: list[str] = []
    graph.model = combining_model(prompts)
    await saga.link(("first", "Mara Quill"), ("second", "Edda Vale"))

    for limit in (4_000, 6_000, 20_000):
        answer = await saga.answer("Where does Mara Quill live?", max_tokens=limit)

        assert answer.found
        assert answer.cost.tokens <= limit


async def test_an_answer_refuses_invalid_limits(saga: Series) -> None:
    with pytest.raises(InputError, match="token limit"):
        await saga.answer("Where does Mara Quill live?", max_tokens=10)
