"""A chapter that an edit replaces by one with the same entities and statements gives the graph of the edited text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

import pytest

from episodic.app import StoryGraph
from episodic.model.deferred import Deferred
from episodic.model.episodes import Chapter
from episodic.model.records import Kind
from episodic.pipeline.checkpoint.changes import WrittenChange
from episodic.pipeline.checkpoint.codec import ValueCodec
from episodic.pipeline.checkpoint.objects import KeptObjects
from episodic.pipeline.checkpoint.tables import TableChange, kept_values
from episodic.pipeline.projection import projector
from episodic.pipeline.projection.fold_inputs import placed_passages
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter
from episodic.pipeline.session.state import Workbench
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.placed import PlacedPassage
from tests.memory_stores import filled_store
from tests.story import CHAPTERS, session_on

STORY = (
    *CHAPTERS,
    Chapter("次日，林远住在海门城。王铁说：“沈度曾任云州的军师。”\n\n林远回到青州。\n", title="第五章 后来"),
    Chapter("王铁搬到云州。三年前，林远见到了王铁。\n\n王铁持铁剑。\n", title="第六章 旧剑"),
    Chapter("林远死了。\n", title="第七章 终"),
)
LISTED = ("._judged", "._rejected", "._statements", "._profiles", "._mentions")
MAPPED = (
    "._passages",
    "._profiles",
    "._words",
    "._mentions",
    "._mentioned",
    "._ids",
    "._names",
    "._made",
    "._shown",
    "._issues",
)
SAID = "夜里很静，谁也没有说话。"


async def ingested(store: SQLiteStore) -> None:
    """Ingest the story as one manuscript."""
    await session_on(store).add_manuscript(STORY)


async def assert_graph_of_full_replay(graph: StoryGraph) -> None:
    """Assert that the session has the records and the order of a full replay."""
    session = graph.session
    state = await session.state()
    bench = Workbench(graph.group_id, vectors_of=session.tools.vectors_of)
    whole = bench.state(state.inputs, bench.replayed(state.inputs, session.answers), session.answers, redirects={})
    kept = {key: one.digest for key, one in state.records.items() if key[0] is not Kind.REDIRECT}
    assert kept == {key: one.digest for key, one in whole.records.items()}
    one, other = state.graph, whole.graph
    assert [each.uuid for each in one.values()] == [each.uuid for each in other.values()]
    assert one.placed_passages == other.placed_passages
    assert list(one.placed_statements.items()) == list(other.placed_statements.items())
    assert dict(one.fact_of) == dict(other.fact_of)
    first, second = kept_values(session.bench.projector), kept_values(bench.projector)
    for path in LISTED:
        assert list(cast("Iterable[object]", first[path])) == list(cast("Iterable[object]", second[path]))
    for path in MAPPED:
        assert first[path] == second[path]


def edits_of(text: str) -> Sequence[str]:
    """Return the text with narration at its beginning, in the middle, at the end, and at several places, with other
    words around a name, and unchanged.
    """
    first, *rest = text.split("。")
    middle = f"{first}。{SAID}" + "。".join(rest)
    return (
        f"{SAID}\n\n{text}",
        middle,
        f"{text}\n{SAID}\n",
        f"{SAID}{middle}\n\n{SAID}\n",
        text.replace("。", "！"),
        text,
    )


@pytest.mark.parametrize("number", range(len(STORY)))
@pytest.mark.parametrize("restarting", [True, False])
async def test_each_edit_of_a_chapter_gives_the_graph_of_a_full_replay(number: int, *, restarting: bool) -> None:
    """The edits follow each other in one process, or each is made by a process of its own."""
    store = await filled_store("replaced chapters", ingested) if restarting else SQLiteStore(":memory:")
    graph = session_on(store)
    if not restarting:
        await graph.add_manuscript(STORY)

    for text in edits_of(STORY[number].text):
        graph = session_on(store) if restarting else graph
        await graph.replace_episode(STORY[number].title, text)

        await assert_graph_of_full_replay(graph)
    await graph.add_episode(Chapter("王铁住在青州。林远搬到云州。\n", title="尾声"))
    await assert_graph_of_full_replay(graph)
    await assert_graph_of_full_replay(session_on(store))
    await store.close()


async def test_narration_derives_no_values_from_the_other_chapters(monkeypatch: pytest.MonkeyPatch) -> None:
    store = SQLiteStore(":memory:")
    await session_on(store).add_manuscript(STORY)
    graph, placed = session_on(store), list[str]()

    def noted(chapter: ReplayedChapter) -> list[PlacedPassage]:
        placed.append(chapter.episode.uuid)
        return placed_passages(chapter)

    monkeypatch.setattr(projector, "placed_passages", noted)
    for number in (2, 4, 2):
        for count in (1, 2):
            await graph.replace_episode(STORY[number].title, f"{STORY[number].text}\n{SAID * count}\n")
            await graph.replace_episode(STORY[number].title, f"{SAID * count}{STORY[number].text}")

    assert not placed
    await store.close()


async def test_narration_loads_no_other_chapter_from_the_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    """The narration moves the first uses of names, and the chapter has time words."""
    store = SQLiteStore(":memory:")
    chapters = [*STORY, *(Chapter(f"林远住在海门城。{SAID}\n", title=f"夜{number}") for number in range(20))]
    await session_on(store).add_manuscript(chapters)
    graph, loaded, load = session_on(store), list[str](), KeptObjects.load

    def noted(objects: KeptObjects, number: int) -> Deferred:
        found = load(objects, number)
        if isinstance(found, ReplayedChapter):
            loaded.append(found.episode.title)
        return found

    monkeypatch.setattr(KeptObjects, "load", noted)
    await graph.replace_episode(STORY[4].title, f"{SAID}{STORY[4].text}")

    assert {*loaded} <= {STORY[4].title}
    await store.close()


async def test_an_edit_stores_no_passages_of_other_chapters(monkeypatch: pytest.MonkeyPatch) -> None:
    store = SQLiteStore(":memory:")
    await session_on(store).add_manuscript(STORY)
    graph, stored, written = session_on(store), dict[str, int](), TableChange.written_entries

    def noted(change: TableChange, name: str, size: int, codec: ValueCodec) -> WrittenChange:
        stored[name] = len(change.keys) + len(change.gone)
        return written(change, name, size, codec)

    monkeypatch.setattr(TableChange, "written_entries", noted)
    await graph.replace_episode(STORY[4].title, f"{SAID}{STORY[4].text}")

    changed = len((await graph.session.state()).replay.chapters[4].passages) + 1
    assert 0 < stored["projector._words"] <= changed
    assert 0 < stored["projector._passages"] <= changed
    await store.close()


async def test_a_chapter_in_another_language_gives_the_graph_of_a_full_replay() -> None:
    """The language of most chapters is the language of names and issues that the program writes."""
    store = SQLiteStore(":memory:")
    graph = session_on(store)
    await graph.add_manuscript([Chapter("天色未明。夜里很静。\n", title="一"), *(CHAPTERS[0], CHAPTERS[2])])

    for text in ("It was a dark and quiet night, and nobody said a word to anybody.\n", "夜里很静。\n"):
        await graph.replace_episode("一", text)

        await assert_graph_of_full_replay(graph)
    await store.close()
