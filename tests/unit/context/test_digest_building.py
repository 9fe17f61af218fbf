"""Stored digests after edits: only changed digests are made again, and all equal newly derived digests."""

from __future__ import annotations

import asyncio
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.app import StoryGraph
from episodic.context.communities import storylines
from episodic.context.digest_building import DigestReport
from episodic.context.digest_table import DigestTable, StoredDigests
from episodic.context.digests import digests
from episodic.errors import EpisodicError
from episodic.model.episodes import Chapter
from episodic.search.digest_hits import DigestKind
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.sample_sizes import examples
from tests.stories.random_judges import SCRIPT, Endpoint, judged_at_will
from tests.stories.script import Says, Script
from tests.story import CHAPTERS, memory_graph

SENTENCES = sorted(SCRIPT.sentences)
VOLUMES = ("I", "I", "II", "II", "I")


def chapter(random: Random, place: int) -> Chapter:
    text = " ".join(random.sample(SENTENCES, random.randint(1, 4)))
    return Chapter(f"{text}\n", title=f"T{place}", key=f"k{place}", path=(VOLUMES[place], f"T{place}"))


async def edit(graph: StoryGraph, random: Random) -> None:
    """Change the work in a random way. An edit that the work refuses changes nothing."""
    chapters = await graph.chapters()
    try:
        match random.randrange(6):
            case 0:
                await graph.undo()
            case 1:
                await graph.remove_episode(random.choice(chapters).chapter.uuid)
            case 2:
                entities = [one.uuid for one in await (await graph.views.view(Scope())).entities()]
                await graph.merge_entities(*random.sample(entities, 2))
            case 3:
                await graph.rename_episode(random.choice(chapters).chapter.uuid, f"Title {random.randrange(9)}")
            case 4:
                await graph.move_episode(chapters[0].chapter.uuid, after=chapters[-1].chapter.uuid)
            case _:
                await graph.add_manuscript([chapter(random, random.randrange(len(VOLUMES)))])
    except (EpisodicError, IndexError, ValueError):
        # There may be no chapter to remove, no two entities to merge, or nothing to undo.
        return


async def table_of(graph: StoryGraph) -> DigestTable:
    return await StoredDigests(graph.store, graph.group_id).load()


@settings(max_examples=examples(25), deadline=None)
@given(seed=st.integers(0, 9_999))
def test_after_any_edits_stored_digests_equal_derived_digests(seed: int) -> None:
    async def run() -> None:
        random = Random(seed)
        async with judged_at_will(seed, Endpoint()) as graph:
            await graph.add_manuscript([chapter(random, place) for place in range(3)])
            for _ in range(5):
                await edit(graph, random)
                view = await graph.views.view(Scope())
                derived = await digests(view), await storylines(view)
                assert (await graph.digests(), await graph.communities()) == derived

                if random.random() < 0.7:
                    await graph.build_digests()
                    kept = await table_of(graph)
                    assert (await graph.digests(), await graph.communities()) == derived
                    await graph.build_digests(changed_only=False)
                    assert (await table_of(graph)).digests == kept.digests

    asyncio.run(run())


async def test_only_digests_of_changed_chapters_are_made() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        first = await graph.build_digests()
        again = await graph.build_digests()
        groups = len((await table_of(graph)).of_kind(DigestKind.COMMUNITY))
        await graph.replace_episode(4, Chapter("苏氏生于徐州。\n", title="第四章 归来"))
        changed = await graph.build_digests()
        whole = await graph.build_digests(changed_only=False)

    assert first == DigestReport(made=len(CHAPTERS) + groups, kept=0, removed=0)
    assert again == DigestReport(made=0, kept=len(CHAPTERS) + groups, removed=0)
    assert changed.made >= 1
    assert changed.kept >= 1
    assert whole.kept == 0


async def test_a_community_in_which_nothing_has_changed_is_kept_although_other_facts_have_changed() -> None:
    pairs = {f"{one} met {other}": [Says(one, "met", other)] for one, other in (("Ann", "Bo"), ("Cal", "Dee"))}
    said = {**pairs, "Ann helped Bo": [Says("Ann", "helped", "Bo")]}
    model = Script(dict.fromkeys(("Ann", "Bo", "Cal", "Dee"), "Person"), said).model()
    async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
        await graph.add_episode(Chapter("Ann met Bo. Cal met Dee.", title="One", key="1"))
        first = await graph.build_digests()
        await graph.add_episode(Chapter("Ann helped Bo.", title="Two", key="2"))
        second = await graph.build_digests()

    assert first == DigestReport(made=3, kept=0, removed=0), "a chapter and two communities"
    assert second == DigestReport(made=2, kept=2, removed=0), "the new chapter, and the community of Ann and Bo"


async def test_digests_of_removed_chapters_are_removed() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        await graph.build_digests()
        await graph.remove_episode(4)
        built = await graph.build_digests()

        assert built.removed >= 1
        assert len((await table_of(graph)).of_kind(DigestKind.CHAPTER)) == len(CHAPTERS) - 1


async def test_a_work_that_does_not_exist_gets_no_table() -> None:
    async with memory_graph() as graph:
        assert await graph.build_digests() == DigestReport(0, 0, 0)
        assert (await table_of(graph)).header is None
