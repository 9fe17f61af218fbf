"""Tests that every read respects every part of a scope. Reads are found on the facade, and a read without a case here
fails the test.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Final, cast, get_args

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.context.communities import CommunityKind
from episodic.errors import InvalidFilterError
from episodic.extraction.llm_based.prompts import FactsPrompt
from episodic.llm.scripted import ScriptedModel
from episodic.model.decisions import Correction
from episodic.model.episodes import Chapter, Layer
from episodic.model.graph import Fact
from episodic.prompts import Prompt
from episodic.read_only import ReadOnlyWork
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.memory_stores import filled_store
from tests.replies import Stated, facts_reply
from tests.stages.bad_input import scripted_answers
from tests.stages.scope_tales import TALES, StoryText

Read = Callable[[StoryGraph, Scope], Awaitable[object]]

ECHOES: Final = frozenset(
    {
        "query",
        "question",
        "look_ups",
        "revision",
        "filters",
        "searched",
        "scope",
        "uuid",
        "group_id",
        "episode",
        "created_at",
    }
)
"""Fields that repeat the question, or that contain ids and reveal nothing of the story."""


async def _search(graph: StoryGraph, scope: Scope, tale: StoryText) -> object:
    words = (tale.who, tale.whom, *tale.late, *tale.unknown, tale.planned, tale.new)
    return [(await graph.search(one, scope=scope, limit=50)).hits for one in words]


async def _answers(graph: StoryGraph, scope: Scope, tale: StoryText) -> object:
    """Return answers by rules, because the script of the story answers no questions."""
    words = (tale.whom, *tale.late, *tale.unknown, tale.planned, tale.new)
    work = ReadOnlyWork(graph.store, group_id=graph.group_id, embedder=graph.embedder)
    return [await work.answer(f"{tale.who} {word}", scope=scope) for word in words]


async def _passages(graph: StoryGraph, scope: Scope) -> object:
    facts = (await graph.get_facts(scope=scope)).facts
    return await graph.read_passages([one.fact.uuid for one in facts], before=5, after=5, scope=scope)


async def _contents(graph: StoryGraph, scope: Scope) -> object:
    return [await graph.chapter_contents(one.chapter.uuid, scope=scope) for one in await graph.chapters(scope=scope)]


async def _communities(graph: StoryGraph, scope: Scope) -> object:
    return [await graph.communities(kind=kind, scope=scope) for kind in get_args(CommunityKind)]


async def _exported(graph: StoryGraph, scope: Scope) -> object:
    return [line async for line in graph.export(canonical=True, scope=scope)]


def reads(tale: StoryText) -> Mapping[str, Read]:
    """Return a call of every read, by the name of the read. A new read must be added here, and must not return anything
    outside the scope.
    """
    return {
        "search": lambda graph, scope: _search(graph, scope, tale),
        "answer": lambda graph, scope: _answers(graph, scope, tale),
        "get_entity": lambda graph, scope: graph.get_entity(tale.who, scope=scope),
        "get_facts": lambda graph, scope: graph.get_facts(scope=scope),
        "timeline": lambda graph, scope: graph.timeline(scope=scope),
        "timeline_picture": lambda graph, scope: graph.timeline_picture(scope=scope),
        "issues": lambda graph, scope: graph.issues(scope=scope, waived=True),
        "chapter_contents": _contents,
        "chapters": lambda graph, scope: graph.chapters(scope=scope),
        "rejections": lambda graph, scope: graph.rejections(scope=scope),
        "stats": lambda graph, scope: graph.stats(scope=scope, group_by=("predicate",)),
        "explore": lambda graph, scope: graph.explore([tale.who], scope=scope),
        "read_passages": _passages,
        "export": _exported,
        "communities": _communities,
        "digests": lambda graph, scope: graph.digests(scope=scope),
        "threads": lambda graph, scope: graph.threads(scope=scope),
    }


NAMES: Final = sorted(reads(TALES["en"]))
CAPTIONED: Final = frozenset({"timeline_picture"})
"""Reads whose results contain the scope itself, so that the results for two scopes always differ."""
OF_REPLIES: Final = frozenset({"rejections"})
"""Reads of what was rejected in a model's replies. No model reads these stories, so the reads are empty."""
OF_FACTS: Final = ("get_facts", "timeline", "get_entity", "explore", "search")


@pytest.fixture(params=sorted(TALES))
async def tale(request: pytest.FixtureRequest) -> StoryText:
    return TALES[request.param]


@pytest.fixture
async def whole_story(tale: StoryText) -> AsyncIterator[StoryGraph]:
    """Return the whole story with its plan. The two persons are merged from the last chapter on."""

    async def ingest(store: SQLiteStore) -> None:
        graph = tale.graph(store)
        await graph.add_manuscript(tale.chapters)
        await graph.merge_entities(*tale.merged, told_from="ch3")
        await graph.add_manuscript([tale.plan], layer=Layer.PLAN)

    async with tale.graph(await filled_store((tale.chapters, tale.merged), ingest)) as graph:
        yield graph


def as_tuples(value: object) -> object:
    """Return the value as nested tuples, without the parts that repeat the question."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        named = [one for one in dataclasses.fields(value) if one.name not in ECHOES]
        return tuple((one.name, as_tuples(getattr(value, one.name))) for one in named)
    if isinstance(value, str | bytes):
        return value
    if isinstance(value, Mapping):
        return tuple((as_tuples(key), as_tuples(each)) for key, each in cast("Mapping[object, object]", value).items())
    if isinstance(value, list | tuple | set | frozenset):
        return tuple(as_tuples(one) for one in cast("Iterable[object]", value))
    return value


def unranked(hits: object) -> list[object]:
    """Return the hits of several searches without their scores and their order."""

    def is_score(value: object) -> bool:
        return isinstance(value, tuple) and cast("tuple[object, ...]", value)[:1] == ("score",)

    def unscored(value: object) -> object:
        if not isinstance(value, tuple):
            return value
        fields = cast("tuple[object, ...]", value)
        return tuple(unscored(one) for one in fields if not is_score(one))

    return [sorted(map(repr, cast("Iterable[object]", unscored(found)))) for found in cast("Iterable[object]", hits)]


def unordered(value: object) -> object:
    """Return nested tuples without numbers that are scores, each tuple sorted."""
    if isinstance(value, tuple):
        parts = [unordered(one) for one in cast("tuple[object, ...]", value) if not isinstance(one, float)]
        return tuple(sorted(parts, key=repr))
    return value


def facts_in(value: object) -> Iterator[Fact]:
    """Yield every fact anywhere in a value."""
    if isinstance(value, Fact):
        yield value
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for each in dataclasses.fields(value):
            yield from facts_in(getattr(value, each.name))
    elif isinstance(value, list | tuple):
        for one in cast("Iterable[object]", value):
            yield from facts_in(one)


def shown(value: object) -> str:
    return repr(as_tuples(value))


def test_every_read_that_takes_a_scope_has_a_case() -> None:
    """Reads are recognised by the names of their parameters, so that no new read is forgotten."""
    methods = inspect.getmembers(StoryGraph, inspect.isfunction)
    found = [
        name for name, method in methods if not name.startswith("_") and "scope" in inspect.signature(method).parameters
    ]

    assert sorted(found) == NAMES


async def test_told_by_an_early_chapter_nothing_later_can_be_read(whole_story: StoryGraph, tale: StoryText) -> None:
    """The person, the alias, the home, the end and the date of the last chapter are not visible."""
    early = {
        name: shown(await read(whole_story, Scope(told_by=2, include_ended=True))) for name, read in reads(tale).items()
    }
    late = {name: shown(await read(whole_story, Scope(include_ended=True))) for name, read in reads(tale).items()}

    assert not [(name, word) for name, said in early.items() for word in tale.late if word in said]
    assert {name for name in NAMES if early[name] == late[name]} <= OF_REPLIES


async def test_told_by_a_chapter_reads_as_the_work_that_ends_there(whole_story: StoryGraph, tale: StoryText) -> None:
    """Every text, number, name and end equals that of a work of two chapters."""
    async with tale.graph() as ended:
        await ended.add_manuscript(tale.chapters[:2])

        expected = {name: as_tuples(await read(ended, Scope(include_ended=True))) for name, read in reads(tale).items()}

    scope = Scope(told_by=2, include_ended=True)
    seen = {name: as_tuples(await read(whole_story, scope)) for name, read in reads(tale).items()}
    # Scores depend on how rare words are in the indexes of the store, which contain all chapters.
    expected["search"], seen["search"] = unranked(expected["search"]), unranked(seen["search"])
    expected["answer"], seen["answer"] = unordered(expected["answer"]), unordered(seen["answer"])
    assert not [name for name in NAMES if name not in CAPTIONED and seen[name] != expected[name]]


async def test_canon_shows_nothing_of_a_plan(whole_story: StoryGraph, tale: StoryText) -> None:
    """A read of canon equals that of the work without its plan. A read together with the plan differs."""
    async with tale.graph() as canon:
        await canon.add_manuscript(tale.chapters)
        await canon.merge_entities(*tale.merged, told_from="ch3")

        expected = {name: as_tuples(await read(canon, Scope())) for name, read in reads(tale).items()}

    seen = {name: as_tuples(await read(whole_story, Scope())) for name, read in reads(tale).items()}
    planned = Scope(layers=frozenset({Layer.CANON, Layer.PLAN}))
    both = {name: as_tuples(await read(whole_story, planned)) for name, read in reads(tale).items()}
    assert seen == expected
    assert not [name for name in NAMES if tale.planned in repr(seen[name])]
    around_others = {"get_entity", "explore", "issues"}
    assert {name for name in NAMES if both[name] == seen[name]} <= around_others | OF_REPLIES


async def test_an_earlier_revision_reads_as_it_was(whole_story: StoryGraph, tale: StoryText) -> None:
    """Records that a later edit removed are visible, and records that it added are not."""
    before = {name: as_tuples(await read(whole_story, Scope())) for name, read in reads(tale).items()}
    revision = (await whole_story.session.state()).inputs.revision
    await whole_story.replace_episode("ch1", tale.rewritten)

    after = {name: as_tuples(await read(whole_story, Scope())) for name, read in reads(tale).items()}
    then = {name: as_tuples(await read(whole_story, Scope(at_revision=revision))) for name, read in reads(tale).items()}

    assert not [name for name in NAMES if name not in CAPTIONED and then[name] != before[name]]
    assert not [name for name in NAMES if tale.new in repr(then[name])]
    assert {name for name in NAMES if after[name] == before[name]} <= OF_REPLIES


async def test_nothing_is_shown_of_what_a_person_does_not_know(whole_story: StoryGraph, tale: StoryText) -> None:
    """The second chapter is about other persons."""
    scope = Scope(pov=tale.who, include_ended=True)
    known = {name: shown(await read(whole_story, scope)) for name, read in reads(tale).items() if name != "export"}

    assert not [(name, word) for name, said in known.items() for word in (*tale.unknown, "ch2") if word in said]


async def test_at_a_moment_only_what_holds_then_is_shown(whole_story: StoryGraph, tale: StoryText) -> None:
    """No fact is visible that begins after day 12 or ended before it."""
    scope = Scope(as_of=tale.early_day)
    held = {one.fact.uuid for one in (await whole_story.get_facts(scope=scope)).facts}

    found = {name: list(facts_in(await reads(tale)[name](whole_story, scope))) for name in OF_FACTS}

    assert all(found.values())
    assert {one.uuid for facts in found.values() for one in facts} == held
    assert not [one for facts in found.values() for one in facts if one.object_name in tale.late]


async def test_what_counts_facts_counts_those_of_the_moment(whole_story: StoryGraph, tale: StoryText) -> None:
    """Statistics and chapter lists have the same number of facts as the fact listing."""
    scope = Scope(as_of=tale.early_day)
    listed = await whole_story.get_facts(scope=scope)

    counted = await whole_story.stats(scope=scope)
    entries = await whole_story.chapters(scope=scope)

    assert counted.facts == listed.total
    assert sum(one.facts for one in entries) == listed.total


async def test_a_moment_and_a_person_together_show_what_is_known_then(whole_story: StoryGraph, tale: StoryText) -> None:
    """Before day 10 the person knows no fact, and on day 12 the person knows the first home."""
    then = await whole_story.get_facts(scope=Scope(pov=tale.whom, as_of=tale.early_day))

    assert {one.fact.subject_name for one in then.facts} == {tale.who}
    assert not [one for one in facts_in(then) if one.object_name in tale.late]


async def test_what_the_author_decided_of_later_chapters_is_not_seen_before(
    whole_story: StoryGraph, tale: StoryText
) -> None:
    """A main name that only the last chapter uses is not visible, and neither is the reason for waiving its
    contradiction.
    """
    reason = "an oversight of the painter"
    await whole_story.correct_entity(tale.who, Correction.NAME, tale.merged[1])
    (issue,) = await whole_story.issues()
    await whole_story.waive(issue.uuid, reason=reason)
    scope = Scope(told_by=2, include_ended=True)

    early = {name: shown(await read(whole_story, scope)) for name, read in reads(tale).items()}

    assert not [(name, word) for name, said in early.items() for word in (*tale.late, reason) if word in said]
    assert (await whole_story.get_entity(tale.who)).name == tale.merged[1]
    assert (await whole_story.get_entity(tale.who, scope=scope)).name == tale.who


async def test_a_name_of_the_authors_own_is_seen_everywhere(whole_story: StoryGraph, tale: StoryText) -> None:
    """A name that no chapter uses reveals nothing of later chapters."""
    await whole_story.correct_entity(tale.who, Correction.NAME, "Q-1")

    early = await whole_story.get_entity(tale.who, scope=Scope(told_by=1))

    assert early.name == "Q-1"


@pytest.mark.parametrize("restriction", ["as_of", "pov", "filters"])
async def test_an_export_is_of_a_whole_telling(whole_story: StoryGraph, tale: StoryText, restriction: str) -> None:
    """A part of the scope that an export cannot respect is refused by name."""
    filters = dataclasses.replace(Scope().filters, predicates=("met",))
    scopes = {"as_of": Scope(as_of=tale.early_day), "pov": Scope(pov=tale.who), "filters": Scope(filters=filters)}

    with pytest.raises(InvalidFilterError, match=f"{restriction}.*cannot restrict an export"):
        await _exported(whole_story, scopes[restriction])


async def test_an_export_of_an_earlier_telling_can_be_imported(whole_story: StoryGraph, tale: StoryText) -> None:
    """The imported work equals the work that was exported."""
    scope = Scope(told_by=2)
    lines = [line async for line in whole_story.export(scope=scope)]
    async with tale.graph() as other:
        await other.import_(lines)

        assert await _exported(other, Scope()) == await _exported(whole_story, scope)
    assert not [word for word in tale.late if any(word in line for line in lines)]


async def test_rejections_of_later_chapters_are_not_shown() -> None:
    """A quote that a model invents about the second chapter is not shown to a reader of the first chapter."""
    invented = Stated(quote="Ann never said so", text="Ann said so.", subject=1, predicate="said")

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        if isinstance(prompt, FactsPrompt) and "second" in prompt.window:
            return facts_reply([invented])
        return scripted_answers({"Ann": "Person"}, [])(prompt)

    async with StoryGraph(SQLiteStore(":memory:"), model=ScriptedModel(answer)) as graph:
        await graph.add_episode(Chapter("Ann opened the first door.", title="One", key="one"))
        await graph.add_episode(Chapter("Ann opened the second door.", title="Two", key="two"))

        early = await graph.rejections(scope=Scope(told_by="one"))
        late = await graph.rejections()

    assert early == ()
    assert [(one.chapter.title, [part.reason for part in one.rejected]) for one in late] == [
        ("Two", ["quote_rejected"])
    ]
