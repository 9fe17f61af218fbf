"""Tests of overrides in a work with a checkpoint: only the chapters on which an override has an effect are replayed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from episodic.app import StoryGraph
from episodic.model.decisions import Correction
from episodic.model.episodes import Chapter
from episodic.model.graph import Fact
from episodic.model.predicates import Cardinality, Predicate, PredicateKind
from episodic.model.records import Kind, RecordKey
from episodic.pipeline.checkpoint.tables import kept_values
from episodic.pipeline.edits.overrides import FactChange, NewFact
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.projection import projector
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.session.state import Workbench
from episodic.ports import GraphStore
from episodic.stores.sqlite import SQLiteStore
from tests import story
from tests.memory_stores import filled_store
from tests.story import session_on

STORY = (
    *story.CHAPTERS,
    Chapter("王铁搬到云州。沈度住在青州。赵虎住在青州。\n", title="第五章 旧剑"),
    Chapter("赵虎住在青州。王铁住在青州。\n", title="尾声"),
)
Act = Callable[[StoryGraph], Awaitable[object]]


async def fact(graph: StoryGraph, text: str) -> str:
    """Return the id of the fact with this text."""
    facts: list[Fact] = list((await graph.session.state()).graph.facts.values())
    return next(one.uuid for one in facts if one.text == text)


async def waive(graph: StoryGraph) -> None:
    issue = next(iter((await graph.session.state()).graph.issues))
    await graph.waive(issue, "he returns")


async def settle(graph: StoryGraph) -> None:
    await graph.settle_thread(await fact(graph, "沈度投奔了林远。"))


async def lock(graph: StoryGraph) -> None:
    await graph.lock(await fact(graph, "林远离开了云州。"))


async def retract(graph: StoryGraph) -> None:
    await graph.retract(await fact(graph, "王铁搬到了云州。"))


async def correct_text(graph: StoryGraph) -> None:
    await graph.correct_fact(await fact(graph, "沈度死了。"), FactChange(text="沈度病死了。"))


async def correct_object(graph: StoryGraph) -> None:
    await graph.correct_fact(await fact(graph, "沈度住在青州。"), FactChange(predicate="fears", object="赵虎"))


async def add(graph: StoryGraph) -> None:
    await graph.add_facts([NewFact("林远", "fears", "沈度病死于云州", object="赵虎")])


ACTS: dict[str, tuple[Act, tuple[int, ...]]] = {
    "waiver": (waive, ()),
    "settlement": (settle, ()),
    "lock": (lock, (3,)),
    "retraction": (retract, (4,)),
    "corrected text": (correct_text, (3,)),
    "corrected object": (correct_object, (4, 5)),
    "addition": (add, (3, 4, 5)),
    "new name": (lambda graph: graph.correct_entity("赵虎", Correction.NAME, "赵伯威"), (2, 3, 4, 5)),
    "known name": (lambda graph: graph.correct_entity("林远", Correction.NAME, "子安"), (0,)),
    "alias": (lambda graph: graph.correct_entity("青州", Correction.ALIAS, "东州"), (4, 5)),
    "type": (lambda graph: graph.correct_entity("王铁", Correction.TYPE, "Creature"), (4, 5)),
    "merge": (lambda graph: graph.merge_entities("青州", "赵虎", across_types=True), (4, 5)),
    "late merge": (lambda graph: graph.merge_entities("林远", "沈度", told_from=STORY[4].title), (4, 5)),
    "split": (lambda graph: graph.split_entity("赵虎", chapters=[STORY[5].title]), (2, 3, 4, 5)),
    "predicate": (
        lambda graph: graph.correct_predicate(Predicate("lives_in", PredicateKind.STATE, Cardinality.MANY)),
        (0, 1, 2, 3, 4, 5),
    ),
}
"""The overrides, with the indexes of the chapters that are replayed."""


async def ingested(store: GraphStore) -> None:
    """Ingest each chapter of the story by a process of its own."""
    for one in STORY:
        await session_on(store).add_episode(one)


async def story_store() -> SQLiteStore:
    """Return a store with the story and its checkpoint."""
    return await filled_store((STORY, "overrides"), ingested)


async def digests(store: GraphStore) -> dict[RecordKey, str]:
    """Return the digests of all records except those of the checkpoint, and redirects, which an undo adds and keeps."""
    others = {Kind.CHECKPOINT, Kind.REDIRECT}
    return {key: one for key, one in (await store.digests("story")).items() if key[0] not in others}


async def assert_equals_full_replay(graph: StoryGraph) -> None:
    """Assert that a session has the state, the records and the graph of a replay of all chapters, and that the stored
    replays of its first chapters are those of a replay from the beginning.
    """
    session = graph.session
    state, stored = await session.state(), session.stored_replays
    bench = Workbench("story", vectors_of=session.tools.vectors_of)
    replay = bench.empty_replay(state.inputs, state.inputs.settings, session.answers)
    for count, one in enumerate(state.inputs.in_narrative_order(), 1):
        replay.add(one)
        if count in stored:
            assert_same_decisions(stored[count].restore(), replay)
    whole = bench.state(state.inputs, replay, session.answers, redirects={}, other_answers=state.other_answers)
    records = {key: one.digest for key, one in state.records.items() if key[0] is not Kind.REDIRECT}
    assert records == {key: one.digest for key, one in whole.records.items()}
    assert_same_decisions(state.replay, replay)


def assert_same_decisions(one: Replay, other: Replay) -> None:
    """Assert that two replays have the same chapters, and that their overrides have the same state."""
    assert all(first.equals(second) for first, second in zip(one.chapters, other.chapters, strict=True))
    known, fresh = kept_values(one.decisions), kept_values(other.decisions)
    assert known == fresh
    assert one.decisions.unmatched() == other.decisions.unmatched()


def noted_replays(patched: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which the titles of the chapters that are replayed are added."""
    found: list[str] = []
    add_chapter = Replay.add

    def noting(self: Replay, chapter: ChapterInput, identified: Replay | None = None) -> object:
        found.append(chapter.episode.title)
        return add_chapter(self, chapter, identified)

    patched.setattr(Replay, "add", noting)
    return found


@pytest.mark.parametrize("what", ACTS)
async def test_an_override_replays_only_chapters_from_the_first_in_which_it_takes_effect(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chapters after the last one in which it takes effect are not replayed if the state there is the same."""
    store = await story_store()
    act, chapters = ACTS[what]
    graph = session_on(store)

    with monkeypatch.context() as patched:
        replayed = noted_replays(patched)
        await act(graph)

    expected = [STORY[number].title for number in chapters]
    # A chapter may be replayed twice: with the override, and without it for comparison.
    assert list(dict.fromkeys(replayed)) == expected
    await assert_equals_full_replay(graph)
    await assert_equals_full_replay(session_on(store))


def forbidden(*_: object) -> None:
    """Fail, because the values of a chapter are derived."""
    raise AssertionError("a chapter was derived")


@pytest.mark.parametrize("what", ["waiver", "settlement"])
async def test_a_waiver_derives_no_chapter_again(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither is a chapter derived again when the waiver is undone."""
    store = await story_store()
    before = await digests(store)

    with monkeypatch.context() as patched:
        replayed = noted_replays(patched)
        patched.setattr(projector, "placed_passages", forbidden)
        await ACTS[what][0](session_on(store))
        after = await digests(store)
        await session_on(store).undo()

    assert replayed == []
    assert await digests(store) == before != after


@pytest.mark.parametrize("restart", [True, False], ids=["new process", "same process"])
async def test_overrides_that_follow_each_other_are_undone_one_by_one(restart: bool) -> None:
    """A new override gets the id of one that was undone."""
    store = await story_store()
    graph = session_on(store)
    found = [await digests(store)]
    acts = ["late merge", "lock", "corrected object", "waiver"]
    for what in acts:
        graph = session_on(store) if restart else graph
        await ACTS[what][0](graph)
        await assert_equals_full_replay(graph)
        found.append(await digests(store))

    for was in reversed(found[:-1]):
        graph = session_on(store) if restart else graph
        await graph.undo()
        assert await digests(store) == was
    for what in ("corrected object", "late merge"):
        graph = session_on(store) if restart else graph
        await ACTS[what][0](graph)
        await assert_equals_full_replay(graph)
    await assert_equals_full_replay(session_on(store))


async def test_a_revoked_override_replays_only_the_chapters_from_its_quote_on(monkeypatch: pytest.MonkeyPatch) -> None:
    store = await story_store()
    await ACTS["late merge"][0](session_on(store))
    await ACTS["retraction"][0](session_on(store))
    graph = session_on(store)
    first = (await graph.acts())[0]

    with monkeypatch.context() as patched:
        replayed = noted_replays(patched)
        await graph.revoke(first.uuid)

    assert list(dict.fromkeys(replayed)) == [one.title for one in STORY[4:]]
    await assert_equals_full_replay(graph)
    await assert_equals_full_replay(session_on(store))


async def test_a_merge_from_a_removed_chapter_on_takes_effect_earlier() -> None:
    """Without its chapter it applies from the mentions of its entities on, and from its chapter on after an undo."""
    store = await story_store()
    graph = session_on(store)
    await ACTS["late merge"][0](graph)

    await graph.remove_episode(STORY[4].title)
    await assert_equals_full_replay(graph)
    await assert_equals_full_replay(session_on(store))
    await session_on(store).undo()

    await assert_equals_full_replay(session_on(store))


async def test_a_preview_of_facts_keeps_the_replays_of_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    store = await story_store()
    graph = session_on(store)
    await graph.add_facts([NewFact("林远", "fears", "林远住在海门城", object="沈度")], dry_run=True)

    with monkeypatch.context() as patched:
        replayed = noted_replays(patched)
        await retract(graph)

    assert replayed[0] == STORY[4].title
    await assert_equals_full_replay(graph)
