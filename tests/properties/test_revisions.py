"""Tests of random revisions: the graph is that of the final text, revisions can be undone, and earlier revisions can be
read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.app import StoryGraph
from episodic.errors import EpisodicError
from episodic.model.decisions import Correction
from episodic.model.episodes import Chapter, Episode, Layer
from episodic.pipeline.edits.chapter_edits import replay_and_commit
from episodic.pipeline.edits.overrides import FactChange, NewFact
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.sample_sizes import examples
from tests.stories.script import Says, Script
from tests.story import canonical, memory_graph

TEXTS = (
    "林远，字子安，青州人。林远住在海门城。沈度见到了林远。\n",
    "次日，林远搬到云州。沈度投奔林远。\n",
    "三日后，赵虎领兵攻云州。林远斩赵虎于马下。\n",
    "半年之后，林远回到海门城。沈度病死于云州。\n",
    "林远住在青州。沈度见到了赵虎。\n",
    "Marsh Weller lives in Harrow Ferry. Odile Reed walked to the quay.\n",
    "The next day Marsh Weller moved to Port Sable. Odile Reed died that night.\n",
    "Marsh Weller lives in Port Sable. Odile Reed hates Marsh Weller.\n",
)
SCRIPT = Script(
    {
        "林远": "Person",
        "沈度": "Person",
        "赵虎": "Person",
        "海门城": "Place",
        "云州": "Place",
        "青州": "Place",
        "Marsh Weller": "Person",
        "Odile Reed": "Person",
        "Harrow Ferry": "Place",
        "Port Sable": "Place",
    },
    {
        "林远住在海门城": [Says("林远", "lives_in", "海门城")],
        "林远搬到云州": [Says("林远", "lives_in", "云州", phase="begins", time="次日")],
        "林远斩赵虎于马下": [Says("赵虎", "dead", value="dead")],
        "林远住在青州": [Says("林远", "lives_in", "青州")],
        "林远回到海门城": [Says("林远", "lives_in", "海门城", phase="begins")],
        "沈度病死于云州": [Says("沈度", "dead", value="dead")],
        "Marsh Weller lives in Harrow Ferry": [Says("Marsh Weller", "lives_in", "Harrow Ferry")],
        "Marsh Weller moved to Port Sable": [Says("Marsh Weller", "lives_in", "Port Sable", phase="begins")],
        "Marsh Weller lives in Port Sable": [Says("Marsh Weller", "lives_in", "Port Sable")],
        "Odile Reed died that night": [Says("Odile Reed", "dead", value="dead")],
    },
)
EDITS = ("add", "replace", "insert", "move", "remove", "rename", "draft", "promote", "undo", "redo", "undo")
OF_PEOPLE = ("merge", "split", "name", "alias", "add_fact")
OF_FACTS = ("lock", "retract", "correct", "waive", "revoke")


def scripted_graph() -> StoryGraph:
    """Return a graph in memory with a scripted model and a constant clock."""
    return StoryGraph(
        SQLiteStore(":memory:"), model=SCRIPT.model(), group_id="story", clock=lambda: "2026-01-01T00:00:00+00:00"
    )


NewGraph = Callable[[], StoryGraph]
EVERY_READER = pytest.mark.parametrize("new_graph", [memory_graph, scripted_graph])


@dataclass(frozen=True, slots=True)
class Step:
    """One revision: its kind, its position, and its text."""

    what: str
    place: int
    other: int


@dataclass(frozen=True, slots=True)
class Desk:
    """The author's current manuscript: canon in narrative order, and drafts by key."""

    canon: tuple[Chapter, ...] = ()
    drafts: Mapping[str, Chapter] = field(default_factory=dict[str, Chapter])


@dataclass(slots=True)
class RevisedWork:
    """A work and its expected states: the current manuscript, the manuscripts for undo and redo, and the graphs of some
    revisions.
    """

    graph: StoryGraph
    desk: Desk = field(default_factory=Desk)
    done: list[Desk] = field(default_factory=list[Desk])
    undone: list[Desk] = field(default_factory=list[Desk])
    seen: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    made: int = 0

    async def revision(self) -> int:
        """The current revision of the work."""
        work = await self.graph.store.work("story")
        return 0 if work is None else work.revision

    async def apply(self, step: Step) -> None:
        """Make one step in the work and in the manuscript."""
        before = await self.revision()
        if step.what in {"undo", "redo"}:
            await self._back(step.what)
        else:
            desk = await self._edited(step)
            if await self.revision() != before:
                self.done.append(self.desk)
                self.undone.clear()
            self.desk = desk
        now = await self.revision()
        if now % 4 == 1:
            self.seen[now] = await scoped(self.graph, Scope())

    async def _back(self, what: str) -> None:
        come, go = (self.done, self.undone) if what == "undo" else (self.undone, self.done)
        if come:
            await (self.graph.undo() if what == "undo" else self.graph.redo())
            go.append(self.desk)
            self.desk = come.pop()

    async def _edited(self, step: Step) -> Desk:
        canon, drafts, graph = list(self.desk.canon), dict(self.desk.drafts), self.graph
        text = TEXTS[step.other % len(TEXTS)]
        self.made += 1
        new = Chapter(text, title=f"t{self.made}", key=f"k{self.made}")
        if step.what == "add" or not canon:
            await graph.add_episode(new)
            return replace(self.desk, canon=(*canon, new))
        at = step.place % len(canon)
        there = canon[at]
        match step.what:
            case "replace":
                await graph.replace_episode(there.key or "", text)
                canon[at] = replace(there, text=text)
            case "insert" if step.other % 2:
                await graph.insert_episode(new, before=there.key)
                canon.insert(at, new)
            case "insert":
                await graph.insert_episode(new, after=there.key)
                canon.insert(at + 1, new)
            case "move" if len(canon) > 1:
                other = canon[(at + 1 + step.other % (len(canon) - 1)) % len(canon)]
                await graph.move_episode(there.key or "", before=other.key)
                canon.remove(there)
                canon.insert(canon.index(other), there)
            case "remove":
                await graph.remove_episode(await canon_id(graph, there.key or ""))
                del canon[at]
            case "rename":
                await graph.rename_episode(await canon_id(graph, there.key or ""), new.title)
                canon[at] = replace(there, title=new.title)
            case "draft":
                made = new if step.other % 3 == 0 else replace(new, key=there.key, title=there.title)
                await graph.add_manuscript([made], layer=Layer.DRAFT)
                drafts[made.key or ""] = made
            case "promote" if drafts:
                key = sorted(drafts)[step.place % len(drafts)]
                await graph.promote(key)
                made = drafts.pop(key)
                known = {one.key: one for one in (*canon, made)} | {key: made}
                canon = [known[one.key] for one in await canon_of(graph)]
            case _:
                pass
        return Desk(tuple(canon), drafts)


async def canon_of(graph: StoryGraph) -> list[Chapter]:
    """Return the canon chapters in narrative order."""
    episodes = (await graph.session.state()).inputs.episodes
    return [Chapter(one.text, title=one.title, key=one.key) for one in episodes if one.layer is Layer.CANON]


async def canon_id(graph: StoryGraph, key: str) -> str:
    """Return the id of the canon chapter with this key."""
    return (await graph.find_episode(key, layer=Layer.CANON)).uuid


async def scoped(graph: StoryGraph, scope: Scope) -> list[str]:
    """Return the canonical export of a part of the work."""
    return [line async for line in graph.export(canonical=True, scope=scope)]


async def fresh(new_graph: NewGraph, desk: Desk, whole: Scope | None = None) -> list[str]:
    """Return the canonical export of the canon chapters read once."""
    async with new_graph() as graph:
        if desk.canon:
            await graph.add_manuscript(desk.canon)
        return await (canonical(graph) if whole is None else scoped(graph, whole))


steps = st.lists(st.builds(Step, st.sampled_from(EDITS), st.integers(0, 7), st.integers(0, 7)), max_size=8)


@EVERY_READER
@settings(max_examples=examples(5), deadline=None)
@given(steps=steps)
def test_any_revisions_give_the_graph_of_a_fresh_reading_of_the_final_text(
    new_graph: NewGraph, steps: list[Step]
) -> None:
    """The earlier revisions can still be read."""

    async def revise_and_compare() -> None:
        async with new_graph() as graph:
            life = RevisedWork(graph)
            await life.apply(Step("add", 0, 0))
            await life.apply(Step("add", 0, 1))
            for step in steps:
                await life.apply(step)
            assert [one.text for one in await canon_of(graph)] == [one.text for one in life.desk.canon]
            assert await scoped(graph, Scope()) == await fresh(new_graph, life.desk, Scope())
            for revision in sorted(life.seen)[:2]:
                assert await scoped(graph, Scope(at_revision=revision)) == life.seen[revision]
            for key in life.desk.drafts:
                await graph.remove_episode((await graph.find_episode(key, layer=Layer.DRAFT)).uuid)
            assert await canonical(graph) == await fresh(new_graph, life.desk)
            await copied(graph, new_graph)

    asyncio.run(revise_and_compare())


@EVERY_READER
@settings(max_examples=5, deadline=None)
@given(steps=steps, count=st.integers(2, 9))
def test_several_edits_undone_in_one_revision_give_the_graph_of_single_undos(
    new_graph: NewGraph, steps: list[Step], count: int
) -> None:
    """So do several edits that are redone in one revision. The same edits can be undone and redone afterwards."""

    async def revise_and_compare() -> None:
        async with new_graph() as graph, new_graph() as other:
            life = RevisedWork(graph)
            await graph.add_manuscript([Chapter(text, title=f"m{at}", key=f"m{at}") for at, text in enumerate(TEXTS)])
            life.desk = Desk(tuple(await canon_of(graph)))
            for step in steps:
                await life.apply(step)
            await other.import_([line async for line in graph.export()])
            many = min(count, len((await graph.steps()).done))
            before = await graph.steps()
            for act in (StoryGraph.undo, StoryGraph.redo, StoryGraph.undo):
                await act(graph, many)
                for _ in range(many):
                    await act(other)
                assert await canonical(graph) == await canonical(other)
                ours, theirs = await graph.steps(), await other.steps()
                assert [one.action for one in ours.done] == [one.action for one in theirs.done]
                assert [one.action for one in ours.undone] == [one.action for one in theirs.undone]
                if act is StoryGraph.redo:
                    assert ours.done == before.done

    asyncio.run(revise_and_compare())


async def copied(graph: StoryGraph, new_graph: NewGraph) -> None:
    """An imported work has the same commits, overrides and history."""
    lines = [line async for line in graph.export()]
    async with new_graph() as copy:
        await copy.import_(lines)
        assert await canonical(copy) == await canonical(graph)
        # A work without vectors has no name of an embedder.
        assert [line async for line in copy.export()][1:-1] == lines[1:-1]
        if (await graph.steps()).done:
            await graph.undo()
            await copy.undo()
            assert await canonical(copy) == await canonical(graph)


async def decide(graph: StoryGraph, step: Step) -> bool:
    """Make one override and return whether it was possible. An impossible override changes nothing."""
    state = await graph.session.state()
    people = sorted(state.graph.entities.values(), key=lambda one: one.first.told)
    facts = (await graph.get_facts(FactQuery(), scope=Scope(include_ended=True))).facts
    if not facts or len(people) < 2:
        return False
    one, other = people[step.place % len(people)], people[(step.place + 1 + step.other) % len(people)]
    fact = facts[step.place % len(facts)].fact
    chapter = state.inputs.episodes[step.other % len(state.inputs.episodes)]
    before = await graph.store.work("story")
    try:
        if step.what in OF_FACTS:
            await _on_facts(graph, step, fact=fact.uuid, other=other.uuid)
        else:
            await _on_people(graph, step, chapter, people=(one.uuid, other.uuid))
    except EpisodicError:
        assert await graph.store.work("story") == before
        return False
    return await graph.store.work("story") != before


async def _on_facts(graph: StoryGraph, step: Step, *, fact: str, other: str) -> None:
    match step.what:
        case "lock":
            await graph.lock(fact)
        case "retract":
            await graph.retract(fact)
        case "correct":
            await graph.correct_fact(fact, FactChange(predicate="fears", object=other))
        case "waive":
            issues = await graph.issues()
            await graph.waive(issues[step.place % len(issues)].issue.uuid if issues else "none", "so be it")
        case _:
            acts = await graph.acts()
            await graph.revoke(acts[step.place % len(acts)].uuid if acts else "none")


async def _on_people(graph: StoryGraph, step: Step, chapter: Episode, *, people: tuple[str, str]) -> None:
    one, other = people
    match step.what:
        case "merge":
            await graph.merge_entities(one, other)
        case "split":
            await graph.split_entity(one, chapters=[chapter.uuid])
        case "name":
            await graph.correct_entity(one, Correction.NAME, "无名氏")
        case "alias":
            await graph.correct_entity(one, Correction.ALIAS, "别号")
        case _:
            quote = chapter.text.split("。")[0].split(".")[0]
            await graph.add_facts([NewFact(one, "fears", quote, object=other, chapter=chapter.uuid)])


decisions = st.lists(
    st.builds(Step, st.sampled_from((*OF_PEOPLE, *OF_FACTS, *EDITS)), st.integers(0, 7), st.integers(0, 7)), max_size=6
)


@EVERY_READER
@settings(max_examples=examples(5), deadline=None)
@given(steps=decisions)
def test_decisions_and_edits_are_those_of_the_final_text_and_can_be_taken_back(
    new_graph: NewGraph, steps: list[Step]
) -> None:
    """An override that is undone leaves no trace, and an override that is made again has the same effect. On a fresh
    reading of the final text, all overrides give the same graph.
    """

    async def revise_and_compare() -> None:
        async with new_graph() as graph:
            life = RevisedWork(graph)
            for other in (0, 2, 5, 6):
                await life.apply(Step("add", 0, other))
            for step in steps:
                if step.what in EDITS:
                    if step.what not in {"undo", "redo"}:
                        await life.apply(step)
                    continue
                before = await canonical(graph)
                if await decide(graph, step):
                    now = await canonical(graph)
                    await graph.undo()
                    assert await canonical(graph) == before
                    await graph.redo()
                    assert await canonical(graph) == now
            for key in life.desk.drafts:
                await graph.remove_episode((await graph.find_episode(key, layer=Layer.DRAFT)).uuid)
            assert await canonical(graph) == await with_acts(graph, new_graph, life.desk.canon)
            await copied(graph, new_graph)

    asyncio.run(revise_and_compare())


async def with_acts(graph: StoryGraph, new_graph: NewGraph, canon: Sequence[Chapter]) -> list[str]:
    """Return the canonical export of *canon* read once, with the overrides of *graph*."""
    acts = await graph.acts()
    async with new_graph() as other:
        if canon:
            await other.add_manuscript(canon)
        inputs = replace((await other.session.state()).inputs, acts=acts)
        await replay_and_commit(other.session, inputs, action="decide")
        return await canonical(other)
