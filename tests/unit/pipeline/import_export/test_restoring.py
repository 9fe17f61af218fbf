"""Tests of importing into a store that already has the work or a part of it."""

from __future__ import annotations

import hashlib

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.errors import EmbedderMismatchError, ImportFormatError, InputError, StoreFullError
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.llm.scripted import ScriptedModel
from episodic.model.records import Changes
from episodic.pipeline.import_export.importing import parse_export, parse_exports
from episodic.pipeline.import_export.restoring import Restored
from episodic.prompts import Prompt
from episodic.stores.sqlite import SQLiteStore
from tests.replies import Named, Stated, entities_reply, facts_reply
from tests.stages.bad_input import empty_reply
from tests.story import CHAPTERS, VARIANTS, canonical, memory_graph


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
    """A store that has no space left after a given number of commits."""

    def __init__(self, at: int) -> None:
        super().__init__(":memory:")
        self.at: int | None = at

    async def commit(self, changes: Changes, *more: Changes) -> int:
        """Commit, or raise an error after the given number of commits."""
        if self.at in {one.base_revision + 1 for one in (changes, *more)}:
            raise StoreFullError("There is no room left.", hint="Make room.")
        return await super().commit(changes, *more)


async def test_a_failed_import_leaves_nothing_and_can_be_repeated() -> None:
    """All records of a failed import are deleted."""
    lines = await exported(3)
    store = FullStore(3)
    graph = StoryGraph(store, group_id="story")

    with pytest.raises(StoreFullError):
        await graph.import_(lines)
    left = await store.works()
    store.at = None
    await graph.import_(lines)

    assert list(left) == []
    assert [line async for line in graph.export()] == lines
    await store.close()


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
