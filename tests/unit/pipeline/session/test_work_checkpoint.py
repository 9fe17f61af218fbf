"""Tests of the checkpoint of a work: what it restores, and when it is not used."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import fields, replace

import pytest

from episodic.app import StoryGraph
from episodic.errors import StoreUnavailableError
from episodic.model.records import Changes, Kind, Record
from episodic.model.settings import EntityType, WorkSettings
from episodic.pipeline.checkpoint import segments
from episodic.pipeline.checkpoint.segments import INDEX, listed_blocks
from episodic.pipeline.projection.projector import Projector
from episodic.pipeline.reports import Progress, Stage
from episodic.pipeline.session import checkpoint_records, work_checkpoint
from episodic.pipeline.session.services import CHECKPOINT_FROM
from episodic.pipeline.session.state import State
from episodic.ports import GraphStore
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.chronology.layout import ChronologyLayout
from tests.story import CHAPTERS, canonical
from tests.unit.context import setup_story


def session_on(store: GraphStore, *, settings: WorkSettings | None = None, least: int = 0) -> StoryGraph:
    """Return a new session, as a new process has it, which keeps a checkpoint of small works too."""
    graph = StoryGraph(store, group_id="story", settings=settings)
    graph.session.tools = replace(graph.session.tools, checkpoint_from=least)
    return graph


async def restored(graph: StoryGraph) -> tuple[bool, State]:
    """Return whether a new session used the checkpoint, and its state."""
    state = await graph.session.state()
    return graph.session.from_checkpoint, state


async def test_a_new_process_continues_from_the_checkpoint_with_an_equal_graph() -> None:
    store, calm = SQLiteStore(":memory:"), SQLiteStore(":memory:")
    for one in CHAPTERS:
        graph = session_on(store)
        await graph.add_episode(one)
        assert (await restored(session_on(store)))[0], one.title
    whole = session_on(calm)
    await whole.add_manuscript(CHAPTERS)

    assert await canonical(session_on(store)) == await canonical(whole)
    await store.close()
    await calm.close()


async def test_the_restored_state_has_the_records_of_a_full_replay() -> None:
    store = SQLiteStore(":memory:")
    await session_on(store).add_manuscript(CHAPTERS)

    _, state = await restored(session_on(store))

    digests = dict(await store.digests("story"))
    stored = {key: one for key, one in digests.items() if key[0] is not Kind.CHECKPOINT}
    assert {key: one.digest for key, one in state.records.items()} == stored
    await store.close()


async def test_entities_of_one_name_keep_the_names_that_tell_them_apart() -> None:
    """New processes split an entity, and add chapters that give its halves more names."""
    store = SQLiteStore(":memory:")
    await session_on(store).add_manuscript(CHAPTERS[:2])
    await session_on(store).split_entity("林远", from_chapter=CHAPTERS[1].title)
    first = await shown_names(store)

    for one in CHAPTERS[2:]:
        await session_on(store).add_episode(one)
        graph = session_on(store)
        used, state = await restored(graph)
        assert used
        replay = graph.session.bench.replayed(state.inputs, graph.session.answers)
        whole = Projector("story").derive(replay)
        assert (state.graph.entities, state.graph.facts) == (whole.entities, whole.facts), one.title

    assert first == {"林远（子安）", "林远（第2章）"}
    assert await shown_names(store) == {"林远（子安）", "林远（海门先生）"}
    await store.close()


async def shown_names(store: GraphStore) -> set[str]:
    """Return the names of the entities of one name, as a new process has them."""
    entities = (await session_on(store).session.state()).graph.entities.values()
    return {one.name for one in entities if one.name.startswith("林远（")}


def test_every_attribute_of_a_chronology_is_kept() -> None:
    """The passages of the runs follow from the run of each passage."""
    names = {one.name for one in fields(ChronologyLayout)}

    assert names == {*ChronologyLayout.KEPT, *ChronologyLayout.KEPT_PARTS, "runs"}


async def test_a_small_work_has_no_checkpoint() -> None:
    store = SQLiteStore(":memory:")
    await session_on(store, least=CHECKPOINT_FROM).add_manuscript(CHAPTERS)

    assert Kind.CHECKPOINT not in await store.counts("story")
    await store.close()


async def test_a_commit_of_another_writer_makes_the_checkpoint_unusable() -> None:
    """The next commit removes the outdated checkpoint and writes another one."""
    store = SQLiteStore(":memory:")
    await session_on(store).add_manuscript(CHAPTERS[:2])
    work = await store.work("story")
    assert work is not None
    (setting,) = await store.fetch("story", Kind.SETTING)
    await store.commit(Changes("story", work.revision, "other", "2026-01-01", "edit", put=(replace(setting, told=1),)))
    graph = session_on(store)
    used, _ = await restored(graph)

    await graph.add_episode(CHAPTERS[2])

    assert not used
    assert (await restored(session_on(store)))[0]
    await store.close()


async def test_another_program_and_other_settings_do_not_use_the_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    store = SQLiteStore(":memory:")
    await session_on(store).add_manuscript(CHAPTERS[:2])
    settings = WorkSettings(entity_types=(EntityType("Ship", "a vessel"),))

    other_settings, _ = await restored(session_on(store, settings=settings))
    monkeypatch.setattr(work_checkpoint, "program_digest", lambda: "another program")
    other_program, _ = await restored(session_on(store))

    assert (other_settings, other_program) == (False, False)
    await store.close()


async def test_a_work_without_a_usable_checkpoint_reports_that_it_is_rebuilt(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ingestion reports each stored chapter before it reads the new one."""
    store = SQLiteStore(":memory:")
    await session_on(store).add_manuscript(CHAPTERS[:2])
    monkeypatch.setattr(work_checkpoint, "program_digest", lambda: "another program")
    steps: list[Progress] = []
    later: list[Progress] = []

    await session_on(store).add_episode(CHAPTERS[2], on_progress=steps.append)
    await session_on(store).add_episode(CHAPTERS[3], on_progress=later.append)

    rebuilt = [one.chapter for one in steps if one.stage is Stage.REBUILDING]
    assert rebuilt == [one.title for one in CHAPTERS[:2]]
    assert steps[0].stage is Stage.REBUILDING
    assert Stage.REBUILDING not in {one.stage for one in later}
    await store.close()


async def test_an_export_has_no_checkpoint() -> None:
    store = SQLiteStore(":memory:")
    graph = session_on(store)
    await graph.add_manuscript(CHAPTERS[:2])

    lines = [line async for line in graph.export()]

    assert Kind.CHECKPOINT in await store.counts("story")
    assert not any('"checkpoint"' in one for one in lines)
    await store.close()


async def test_a_checkpoint_is_written_anew_when_most_of_its_values_are_outdated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(work_checkpoint, "_LEAST_REWRITTEN", 0)
    store = SQLiteStore(":memory:")
    graph = session_on(store)
    await graph.add_manuscript(CHAPTERS)
    sizes: list[int] = []
    for number in range(16):
        await graph.move_episode(CHAPTERS[0].title, after=CHAPTERS[1 + number % 2].title)
        sizes.append(sum(len(one.value) for one in await store.fetch("story", Kind.CHECKPOINT)))

    used, state = await restored(session_on(store))

    assert used
    assert min(sizes[3:]) < max(sizes)
    assert state.graph.facts.keys() == (await graph.session.state()).graph.facts.keys()
    await store.close()


class Stopping(SQLiteStore):
    """A store that cannot be reached any more from a commit or from the removal of outdated records on."""

    def __init__(self) -> None:
        super().__init__(":memory:")
        self.before_commit = self.after_commit = False
        self.most = 0

    async def commit(self, changes: Changes, *more: Changes) -> int:
        """Save the changes, if the store can be reached."""
        if self.before_commit:
            raise StoreUnavailableError("The process ended before the commit.")
        kept = [one for each in (changes, *more) for one in each.put if one.kind is Kind.CHECKPOINT]
        self.most = max(self.most, len(kept))
        return await super().commit(changes, *more)

    async def keep(self, group_id: str, *, put: Sequence[Record] = (), remove: Sequence[str] = ()) -> None:
        """Save the records, if the store can be reached."""
        if remove and self.after_commit:
            raise StoreUnavailableError("The process ended after the commit.")
        self.most = max(self.most, len(put))
        await super().keep(group_id, put=put, remove=remove)

    async def unlisted(self) -> set[str]:
        """Return the ids of the records of checkpoints that do not belong to the checkpoint of the work."""
        (index,) = await self.fetch("story", Kind.CHECKPOINT, ids=[INDEX])
        every = {one.uuid for one in await self.fetch("story", Kind.CHECKPOINT)}
        listed = {name for one in listed_blocks(index) for name in one.names()}
        assert every >= listed
        return every - {INDEX, *listed}


async def test_a_long_checkpoint_is_saved_in_several_transactions(monkeypatch: pytest.MonkeyPatch) -> None:
    """No transaction saves more records than allowed, except the index, and no outdated record is left. A new work has a
    long checkpoint after its second commit.
    """
    monkeypatch.setattr(checkpoint_records, "PARTS_PER_TRANSACTION", 1)
    monkeypatch.setattr(segments, "_PART_BYTES", 3000)
    store = Stopping()
    graph = session_on(store)
    await graph.add_episode(CHAPTERS[0])
    assert Kind.CHECKPOINT not in await store.counts("story")

    for one in CHAPTERS[1:]:
        await graph.add_episode(one)
        assert await store.unlisted() == set(), one.title
        graph = session_on(store) if one is CHAPTERS[1] else graph
    used, state = await restored(session_on(store))

    assert used
    assert store.most == 1
    assert state.graph.facts.keys() == (await graph.session.state()).graph.facts.keys()
    await store.close()


async def test_a_process_that_ends_before_the_commit_leaves_the_checkpoint_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The next commit removes what the process left behind."""
    monkeypatch.setattr(checkpoint_records, "PARTS_PER_TRANSACTION", 1)
    monkeypatch.setattr(segments, "_PART_BYTES", 3000)
    store = Stopping()
    await session_on(store).add_manuscript(CHAPTERS[:1])
    await session_on(store).add_episode(CHAPTERS[1])
    store.before_commit = True
    with pytest.raises(StoreUnavailableError):
        await session_on(store).add_episode(CHAPTERS[2])
    store.before_commit = False

    left = await store.unlisted()
    graph = session_on(store)
    used, _ = await restored(graph)
    await graph.add_episode(CHAPTERS[2])

    assert left
    assert used
    assert await store.unlisted() == set()
    assert (await restored(session_on(store)))[0]
    await store.close()


async def test_a_process_that_ends_after_the_commit_leaves_the_checkpoint_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The next commit removes the outdated records."""
    monkeypatch.setattr(checkpoint_records, "PARTS_PER_TRANSACTION", 1)
    monkeypatch.setattr(segments, "_PART_BYTES", 3000)
    store = Stopping()
    await session_on(store).add_manuscript(CHAPTERS[:1])
    await session_on(store).add_episode(CHAPTERS[1])
    store.after_commit = True
    await session_on(store).add_episode(CHAPTERS[2])
    store.after_commit = False

    left = await store.unlisted()
    graph = session_on(store)
    used, _ = await restored(graph)
    await graph.add_episode(CHAPTERS[3])

    assert left
    assert used
    assert await store.unlisted() == set()
    await store.close()


async def test_setups_are_paid_by_a_chapter_that_another_process_adds() -> None:
    """The checkpoint has the setups of earlier chapters, and which of them are paid."""
    store = SQLiteStore(":memory:")
    for one in setup_story.chapters():
        graph = StoryGraph(store, group_id="story", model=setup_story.model_of())
        graph.session.tools = replace(graph.session.tools, checkpoint_from=0)
        await graph.add_manuscript([one])
    used, state = await restored(session_on(store))

    paid = [fact.value for fact in state.graph.facts.values() if fact.predicate == "pays_off"]
    assert used
    assert paid == [setup_story.WHO]
    await store.close()


class Noting(SQLiteStore):
    """A store in memory that notes the kinds of which all records are read."""

    def __init__(self) -> None:
        super().__init__(":memory:")
        self.read: list[Kind] = []

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        self.read += [kind] if ids is None else []
        return await super().fetch(group_id, kind, ids=ids, vectors=vectors)


async def test_a_further_chapter_reads_no_answers_from_the_store() -> None:
    """The checkpoint has the answers. After another process added the last chapter, the store has all of them."""
    store, calm = Noting(), SQLiteStore(":memory:")
    *first, last = setup_story.chapters()
    for one, known in ((store, [first, [last]]), (calm, [[*first, last]])):
        for chapters in known:
            store.read.clear()
            graph = StoryGraph(one, group_id="story", model=setup_story.model_of())
            graph.session.tools = replace(graph.session.tools, checkpoint_from=0)
            await graph.add_manuscript(chapters)
    kept = {one.uuid: one.value for one in await calm.fetch("story", Kind.JUDGEMENT)}
    used, state = await restored(session_on(store))

    assert used
    assert Kind.JUDGEMENT not in store.read
    assert {one.uuid: one.value for one in await store.fetch("story", Kind.JUDGEMENT)} == kept != {}
    assert state.inputs.judgements.keys() == kept.keys()
    await store.close()
    await calm.close()


async def test_a_checkpoint_with_a_missing_record_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segments, "_PART_BYTES", 3000)
    store = SQLiteStore(":memory:")
    await session_on(store).add_manuscript(CHAPTERS)
    records = sorted(one.uuid for one in await store.fetch("story", Kind.CHECKPOINT))
    await store.keep("story", remove=records[1:2])

    used, state = await restored(session_on(store))

    assert len(records) > 3
    assert not used
    assert len(state.inputs.episodes) == len(CHAPTERS)
    await store.close()


class Overtaken(SQLiteStore):
    """A store in memory in which another process commits while the parts of a checkpoint are read."""

    overtake: Callable[[], Awaitable[object]] | None = None

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        """Return the records, after a commit of the other process if a part of a checkpoint is asked for."""
        if kind is Kind.CHECKPOINT and ids is not None and list(ids) != [INDEX] and self.overtake is not None:
            commit, self.overtake = self.overtake, None
            await commit()
        return await super().fetch(group_id, kind, ids=ids, vectors=vectors)


async def test_a_checkpoint_that_changes_while_it_is_read_is_read_again() -> None:
    store = Overtaken(":memory:")
    for one in CHAPTERS[:2]:
        await session_on(store).add_episode(one)
    writer = session_on(store)
    await writer.session.state()
    store.overtake = lambda: writer.add_episode(CHAPTERS[2])

    used, state = await restored(session_on(store))

    assert used
    assert len(state.inputs.episodes) == 3
    await store.close()
