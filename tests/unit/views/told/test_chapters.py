"""Tests of the replayed chapters that reads have in common."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence

from episodic.app import StoryGraph
from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import Chapter, Layer
from episodic.model.records import Kind, Record
from episodic.pipeline.projection.told_chapters import StoredChapter
from episodic.pipeline.projection.told_statements import StatementColumns, StoredStatements
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from episodic.views.told.chapters import PlacedChapter, ToldChapters, entities_agree
from tests.story import CHAPTERS


async def canon(graph: StoryGraph) -> list[str]:
    chapters = (await graph.views.view(Scope())).chapters.values()
    return [one.uuid for one in sorted(chapters, key=lambda one: one.order) if one.layer is Layer.CANON]


async def test_a_chapter_that_only_moved_has_its_passages_at_the_new_place() -> None:
    """A chapter that names nobody is stored in the same form wherever it stands."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as graph:
        await graph.add_manuscript(CHAPTERS)
        await graph.add_episode(Chapter("雨下了一夜。", key="rain"))
        told, ids = ToldChapters(graph.store, "story"), await canon(graph)
        before = await told.of(ids)

        await graph.move_episode(ids[-1], before=ids[0])
        after = await told.of(await canon(graph))

        assert before is not None
        assert after is not None
        assert after[0].episode == before[-1].episode
        assert after[0].order < after[1].order
        assert {one.order for one in after[0].told.passages} == {after[0].order}


class WatchedStore(SQLiteStore):
    """A store that notes which replayed chapters are fetched, and awaits `before_fetch` before it fetches them."""

    def __init__(self) -> None:
        super().__init__(":memory:")
        self.fetched: list[Sequence[str] | None] = []
        self.before_fetch: Awaitable[object] | None = None

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        if kind is Kind.REPLAYED:
            self.fetched.append(ids)
            waiting, self.before_fetch = self.before_fetch, None
            if waiting is not None:
                await waiting
        return await super().fetch(group_id, kind, ids=ids, vectors=vectors)


async def test_only_changed_chapters_are_read_again() -> None:
    store = WatchedStore()
    async with StoryGraph(store, group_id="story") as graph:
        await graph.add_manuscript(CHAPTERS)
        told, ids = ToldChapters(store, "story"), await canon(graph)
        before = await told.of(ids)
        await graph.replace_episode(ids[-1], "Anna Reed lived in Caldmere.")
        await graph.add_episode(Chapter("雨下了一夜。", key="rain"))
        store.fetched.clear()

        after = await told.of(await canon(graph))
        again = await told.of(await canon(graph))

        assert before is not None
        assert after is not None
        assert [sorted(one or ()) for one in store.fetched] == [sorted([ids[-1], after[-1].episode])]
        assert [one.episode for one in after] == [*ids, after[-1].episode]
        assert [one is other for one, other in zip(before, after, strict=False)] == [True] * (len(ids) - 1) + [False]
        assert again == after


async def test_a_commit_while_chapters_are_read_is_seen() -> None:
    store = WatchedStore()
    async with StoryGraph(store, group_id="story") as graph:
        await graph.add_manuscript(CHAPTERS)
        told, ids = ToldChapters(store, "story"), await canon(graph)
        store.before_fetch = graph.replace_episode(ids[0], "Anna Reed lived in Caldmere.")

        read = await told.of(ids)

        assert read is not None
        assert [one.told.language for one in read][:2] == [ENGLISH, CHINESE]
        assert await told.of(ids) == read


def chapter(number: int, *, moved: bool = False) -> PlacedChapter:
    statements = StoredStatements(StatementColumns([], [], [], [], [], [], [], [], [], []), [])
    told = StoredChapter(ENGLISH, (), [], [], [], statements, moved=[(2, 1)] if moved else [])
    return PlacedChapter(f"chapter {number}", number, told)


def test_entities_agree_if_further_chapters_merge_none() -> None:
    first, second, merging = chapter(1), chapter(2, moved=True), chapter(3, moved=True)

    assert entities_agree([first, second], [first, second])
    assert entities_agree([first, second], [first, second, chapter(3)])
    assert entities_agree([first, second, chapter(3)], [first, second])
    assert entities_agree([], [first])
    assert not entities_agree([first, second, merging], [first, second])
    assert not entities_agree([first, second], [first, second, merging])
    assert not entities_agree([first, second], [first, chapter(2, moved=True)])
