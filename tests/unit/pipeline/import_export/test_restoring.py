"""Tests of importing into a store that already has the work or a part of it."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.errors import (
    EmbedderMismatchError,
    ImportFormatError,
    InputError,
    StoreFullError,
    StoreUnavailableError,
)
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.llm.scripted import ScriptedModel
from episodic.model.records import SEARCHED, Changes, Staged
from episodic.pipeline.edits.overrides import NewFact
from episodic.pipeline.import_export.importing import parse_export, parse_exports
from episodic.pipeline.import_export.restoring import CHARACTERS_PER_WEIGHT, Restored, restore
from episodic.prompts import Prompt
from episodic.stores.sqlite import SQLiteStore
from tests.replies import Named, Stated, entities_reply, facts_reply
from tests.stages.bad_input import empty_reply
from tests.story import CHAPTERS, VARIANTS, canonical, memory_graph

QUOTE = "The river is high"
SMALL_WEIGHT = 6
"""The weight of a part in these tests."""


async def exported(edits: int = 1) -> list[str]:
    """Return the export of a small edited story, whose commits are the same in every run."""
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS[:2])
        for text in VARIANTS[:edits]:
            await graph.replace_episode(2, text)
        return [line async for line in graph.export()]


async def test_a_repeated_import_changes_nothing() -> None:
    """The second import reports no change, and the store is unchanged."""
    lines = await exported()
    async with memory_graph() as graph:
        first = await graph.restore(parse_export(lines))
        before = [line async for line in graph.export()]

        again = await graph.restore(parse_export(lines))

        assert (first, again) == (Restored(3, changed=True), Restored(3, changed=False))
        assert [line async for line in graph.export()] == before


async def test_an_import_into_an_older_state_of_the_work_is_refused() -> None:
    """The import is refused, because derived records would belong to different revisions during the import."""
    async with memory_graph() as graph, memory_graph() as other:
        await graph.add_manuscript(CHAPTERS[:2])
        older = [line async for line in graph.export()]
        await graph.replace_episode(2, VARIANTS[0])
        newer = [line async for line in graph.export()]
        await other.import_(older)
        before = await canonical(other)

        with pytest.raises(InputError, match="revision 2"):
            await other.import_(newer)

        assert await canonical(other) == before


async def test_an_import_of_an_older_state_is_refused() -> None:
    """An import never removes commits that the file does not contain."""
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS[:2])
        older = [line async for line in graph.export()]
        await graph.replace_episode(2, VARIANTS[0])
        before = await canonical(graph)

        with pytest.raises(InputError, match="another work"):
            await graph.import_(older)

        assert await canonical(graph) == before


class FullStore(SQLiteStore):
    """A store that has no space left after a given number of parts."""

    def __init__(self, at: int) -> None:
        super().__init__(":memory:")
        self.at: int | None = at
        self.parts: list[int] = []

    async def stage(self, part: Staged, changes: Changes, *more: Changes) -> None:
        """Save the part, or raise an error after the given number of parts."""
        if part.parts == self.at:
            raise StoreFullError("There is no room left.", hint="Make room.")
        self.parts.append(part.parts)
        await super().stage(part, changes, *more)


class LostStore(FullStore):
    """A store that cannot be reached any more after a given number of parts."""

    async def delete(self, group_id: str) -> bool:
        """Delete the work, if the store can be reached."""
        if self.at is not None:
            raise StoreUnavailableError("The server does not answer.")
        return await super().delete(group_id)


async def restored(graph: StoryGraph, lines: list[str]) -> Restored:
    """Import the lines in parts of a few records."""
    found = parse_export(lines)
    vectors_of = graph.session.tools.vectors_of
    return await restore(
        graph.store, found, embedder=graph.embedder, vectors_of=vectors_of, weight_per_part=SMALL_WEIGHT
    )


async def test_a_failed_import_leaves_nothing_and_can_be_repeated() -> None:
    """All records of a failed import are deleted."""
    lines = await exported(3)
    store = FullStore(3)
    graph = StoryGraph(store, group_id="story")

    with pytest.raises(StoreFullError):
        await restored(graph, lines)
    left = (list(await store.works()), await store.staged("story"))
    store.at = None
    await restored(graph, lines)

    assert left == ([], None)
    assert [line async for line in graph.export()] == lines
    await store.close()


class OvertakenStore(SQLiteStore):
    """A store in which another process completes the import before the second part is saved, which then fails."""

    def __init__(self, path: Path, lines: list[str]) -> None:
        super().__init__(path)
        self.lines = lines

    async def stage(self, part: Staged, changes: Changes, *more: Changes) -> None:
        if part.parts:
            async with StoryGraph(SQLiteStore(self.address)) as other:
                await restored(other, self.lines)
            raise StoreUnavailableError("The store is locked.")
        await super().stage(part, changes, *more)


async def test_a_failed_import_keeps_the_work_that_another_process_has_imported(tmp_path: Path) -> None:
    async with StoryGraph(OvertakenStore(tmp_path / "store.db", await exported())) as graph:
        with pytest.raises(StoreUnavailableError):
            await restored(graph, await exported())

        assert [one.group_id for one in await graph.works()] == ["story"]


async def test_an_interrupted_import_is_invisible_and_is_continued() -> None:
    """The parts that were saved before the interruption are not saved again."""
    lines = await exported(3)
    store = LostStore(5)
    graph = StoryGraph(store, group_id="story")
    with pytest.raises(StoreFullError):
        await restored(graph, lines)
    works, found = await store.works(), await graph.search("林远")
    staged = await store.staged("story")
    store.at = None

    again = await restored(graph, lines)

    assert (list(works), list(found.hits)) == ([], [])
    assert staged is not None
    assert staged.parts == 5
    assert again == Restored(5, changed=True)
    assert store.parts == list(range(len(store.parts)))
    assert [line async for line in graph.export()] == lines
    await store.close()


async def test_an_interrupted_import_gives_way_to_another_file() -> None:
    """The parts of another file are deleted."""
    first, second = await exported(1), await exported(3)
    store = LostStore(5)
    graph = StoryGraph(store, group_id="story")
    with pytest.raises(StoreFullError):
        await restored(graph, second)
    store.at = None

    await restored(graph, first)

    assert [line async for line in graph.export()] == first
    await store.close()


async def test_no_part_is_heavier_than_allowed() -> None:
    """Only a part with a single record can be heavier."""
    sizes: list[tuple[int, int]] = []

    class Watching(SQLiteStore):
        """A store that notes the sizes of the parts."""

        async def stage(self, part: Staged, changes: Changes, *more: Changes) -> None:
            records = [record for one in (changes, *more) for record in one.put]
            sizes.append((len(records), sum(1 + len(one.value) // CHARACTERS_PER_WEIGHT for one in records)))
            await super().stage(part, changes, *more)

    async with StoryGraph(Watching(":memory:"), group_id="story") as graph:
        await restored(graph, await exported(3))

    assert len(sizes) > 10
    assert all(count <= 1 or weight <= SMALL_WEIGHT for count, weight in sizes), sizes


async def test_the_derived_records_of_the_file_are_used() -> None:
    """Nothing is derived again, and the work has the same records as the exported work."""
    async with memory_graph() as graph, memory_graph() as other:
        await graph.add_manuscript(CHAPTERS)
        await graph.replace_episode(2, VARIANTS[0])
        await other.restore(parse_export([line async for line in graph.export()]))

        assert await other.store.digests("story") == await graph.store.digests("story")
        for kind in SEARCHED:
            assert await other.store.fetch("story", kind, vectors=True) == await graph.store.fetch(
                "story", kind, vectors=True
            )


async def test_a_file_of_another_version_of_the_program_gives_the_same_work() -> None:
    """Everything derived is derived again."""
    async with memory_graph() as graph, memory_graph() as other:
        await graph.add_manuscript(CHAPTERS)
        lines = [line async for line in graph.export()]
        found = parse_export(_sealed([re.sub(r'"program":"\w+"', '"program":"other"', one) for one in lines]))

        await other.restore(found)

        assert found.fault is not None
        assert await other.store.digests("story") == await graph.store.digests("story")
        assert [line async for line in other.export()] == lines


async def pages_of(path: Path, lines: list[str]) -> int:
    """Return the size of a store with the imported work, in pages."""
    async with StoryGraph(SQLiteStore(path), group_id="story") as graph:
        if lines:
            await restored(graph, lines)
    return pages_in(path)


def pages_in(path: Path) -> int:
    """Return the size of a closed store in pages of 8 KiB."""
    return path.stat().st_size >> 13


async def test_an_import_into_a_full_store_is_invisible_and_can_be_repeated(tmp_path: Path) -> None:
    """The file may not grow any more at some part. A later import with more room gives the work."""
    lines = await exported(3)
    empty, whole = await pages_of(tmp_path / "empty.db", []), await pages_of(tmp_path / "whole.db", lines)
    assert whole > empty + 3

    for pages in (empty + 1, (empty + whole) // 2, whole - 1):
        path = tmp_path / f"{pages}.db"
        small = StoryGraph(SQLiteStore(path, max_pages=pages), group_id="story")
        with pytest.raises(StoreFullError):
            await restored(small, lines)
        works = await small.works()
        await small.store.close()
        async with StoryGraph(SQLiteStore(path), group_id="story") as graph:
            await restored(graph, lines)

            assert list(works) == [], pages
            assert [line async for line in graph.export()] == lines, pages


async def test_another_embedder_is_refused_before_the_store_is_touched() -> None:
    """A store that does not exist yet is not created for a refused import."""
    lines = [one.replace('"embedder":"', '"embedder":"other ', 1) for one in await exported()]
    found = next(parse_exports(_sealed(lines)))

    class Untouched(SQLiteStore):
        """A store whose methods must not be called."""

        async def work(self, group_id: str) -> None:
            """Raise an error."""
            raise AssertionError(group_id)

    store = Untouched(":memory:")
    with pytest.raises(EmbedderMismatchError):
        await StoryGraph(store, group_id="story").restore(found)
    await store.close()


def _sealed(lines: list[str]) -> list[str]:
    digest = hashlib.sha256("".join(f"{one}\n" for one in lines[:-1]).encode("utf-8")).hexdigest()
    return [*lines[:-1], f'{{"kind":"end","sha256":"{digest}"}}']


async def test_a_file_with_several_works_is_imported() -> None:
    """Each work is checked separately. The line number in an error counts through the whole file."""
    first = await exported()
    second = _sealed([one.replace('"story"', '"second"').replace('\\"story\\"', '\\"second\\"') for one in first])

    names = [one.group_id for one in parse_exports([*first, *second])]

    assert names == ["story", "second"]
    with pytest.raises(ImportFormatError) as raised:
        list(parse_exports([*first, *second[:-1]]))
    assert raised.value.line == len(first) + len(second) - 1
    with pytest.raises(ImportFormatError, match="twice"):
        list(parse_exports([*first, *first]))
    with pytest.raises(ImportFormatError, match="cut short"):
        list(parse_exports([]))


@pytest.mark.parametrize("revision", [0, -1, 4, 99])
async def test_a_readable_revision_outside_the_commits_is_refused(revision: int) -> None:
    """The header announces a history that the file does not contain."""
    lines = [one.replace('"readable_from":1', f'"readable_from":{revision}', 1) for one in await exported()]

    with pytest.raises(ImportFormatError, match="begins"):
        parse_export(_sealed(lines))


async def test_a_file_of_an_earlier_version_can_be_read_from_its_first_revision() -> None:
    """The header of an earlier version has no field for compacted history."""
    lines = [one.replace('"readable_from":1,', "", 1) for one in await exported()]

    assert parse_export(_sealed(lines)).readable_from == 1


@pytest.mark.parametrize(
    ("valid", "invalid"), [('"subject":0', '"subject":9'), (f'"quote":"{QUOTE}","number"', '"quote":"","number"')]
)
async def test_an_override_without_its_anchor_or_quote_is_refused(valid: str, invalid: str) -> None:
    """Otherwise the next replay of the work would fail, or look for the empty quote for ever."""
    async with memory_graph() as graph:
        await graph.add_episode(f'Mara lived in Oxford. "{QUOTE}," said Mara. "Yes," said Mara.', name="1")
        await graph.add_facts([NewFact("Mara", "likes", QUOTE, value="rivers")])
        lines = [line async for line in graph.export()]
    changed = [one.replace(_inside(valid), _inside(invalid)) if '"of":"act"' in one else one for one in lines]

    with pytest.raises(ImportFormatError, match="an override"):
        parse_export(_sealed(changed))
    assert changed != lines


def _inside(text: str) -> str:
    """Return a part of JSON as it stands in a string of other JSON."""
    return json.dumps(text)[1:-1]


async def test_a_mention_before_its_window_is_exported_and_imported() -> None:
    """The second window begins with a person whom only the lines before the window name. The person is one entity, and
    no mention is exported twice.
    """
    passages = ["The wind was high. " * 20 + "\n\n" for _ in range(20)]
    text = "".join([*passages[:10], "Heathcliff rode off to Gimmerton.\n\n", *passages[10:]]) + "He was dead.\n"
    said = Stated(quote="He was dead", text="Heathcliff is dead.", subject=1, predicate="dead", phase="begins")

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        match prompt:
            case EntitiesPrompt():
                return entities_reply(
                    [Named(type="Person", names=["Heathcliff"])] if "Heathcliff" in prompt.window else []
                )
            case FactsPrompt():
                return facts_reply([said] if said.quote in prompt.window else [])
            case _:
                return empty_reply(prompt)

    graph = StoryGraph(SQLiteStore(":memory:"), group_id="story", model=ScriptedModel(answer))
    async with graph, memory_graph() as other:
        await graph.add_episode(text, name="One")
        lines = [line async for line in graph.export()]
        facts = [one.fact.text for one in (await graph.get_facts()).facts]
        mentions = (await graph.get_entity("Heathcliff")).entity.mentions
        await other.import_(lines)
        again = [line async for line in other.export()]

    assert facts == ["Heathcliff is dead."]
    assert mentions == 1
    assert again == lines
