"""A program as a user writes it: all names come from `episodic`, and all values have the documented types."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel

from episodic import (
    DEFAULT_ENTITY_TYPES,
    Attribute,
    Attribution,
    CalendarDefinition,
    Cardinality,
    Chapter,
    ChapterRef,
    ChapterReport,
    Correction,
    DraftReport,
    Edited,
    Embedder,
    EntityProfile,
    EntityType,
    EpisodicError,
    FactChange,
    FactPage,
    FactQuery,
    FactView,
    GraphStore,
    HashedEmbedder,
    Hit,
    HitKind,
    Issue,
    LanguageModel,
    Layer,
    ManuscriptReport,
    MemoryDiff,
    Neo4jStore,
    NewFact,
    Outcome,
    Predicate,
    Progress,
    Prompt,
    Scope,
    ScriptedModel,
    SearchFilters,
    SQLiteStore,
    StatementScope,
    StoryGraph,
    Timeline,
    Traversal,
    UnknownEntityError,
    Work,
    WorkSettings,
    load_calendar,
)


def calendars(file: Path) -> tuple[CalendarDefinition, ...]:
    """Return the calendars of a file."""
    return (load_calendar(file.read_text(encoding="utf-8"), file=file.name),)


def settings() -> WorkSettings:
    """Return settings with types and predicates of the work."""
    ship = EntityType("Ship", "a vessel with a name", names=("船",), attributes=(Attribute("home_port"),))
    captain = Predicate("captain_of", cardinality=Cardinality.ONE_SUBJECT, living=True)
    return WorkSettings(entity_types=(*DEFAULT_ENTITY_TYPES, ship), predicates=(captain,))


def store(*, server: bool) -> GraphStore:
    """Return a store of either kind."""
    return Neo4jStore("bolt://localhost:7687", user="neo4j") if server else SQLiteStore(":memory:")


def model() -> LanguageModel:
    """Return a model that finds nothing."""

    def answer(prompt: Prompt[BaseModel]) -> str:
        return "{}" if prompt.name else ""

    return ScriptedModel(answer)


def embedder() -> Embedder:
    """Return the offline embedder."""
    return HashedEmbedder()


async def read(graph: StoryGraph) -> list[str]:
    """Return a text about the result of an ingestion."""

    def shown(progress: Progress) -> None:
        print(progress.stage)  # noqa: T201 - what a user does

    report: ManuscriptReport = await graph.add_manuscript([Chapter("潮水来了。", title="第一章")], on_progress=shown)
    one: ChapterReport = report.chapters[0]
    diff: MemoryDiff = one.diff
    failed: EpisodicError | None = one.error
    assert failed is None
    assert one.outcome is Outcome.ADDED
    return [fact.text for fact in diff.added]


async def look(graph: StoryGraph) -> Sequence[str]:
    """Return a text about the facts of a work."""
    scope = Scope(told_by=1, layers=frozenset({Layer.CANON}), filters=SearchFilters())
    hits: tuple[Hit, ...] = (await graph.search("潮水", scope=scope, kinds={HitKind.FACT})).hits
    page: FactPage = await graph.get_facts(FactQuery(entity="林晚"), scope=scope)
    facts: tuple[FactView, ...] = page.facts
    timeline: Timeline = await graph.timeline("林晚")
    told: tuple[ChapterRef, ...] = tuple(one.chapter for one in await graph.chapters())
    issues: list[Issue] = [one.issue for one in await graph.issues()]
    around = await graph.explore(["林晚"], traversal=Traversal(depth=1))
    works: Sequence[Work] = await graph.works()
    said = [hit.text for hit in hits] + [fact.text for fact in facts] + [one.shown.text for one in timeline.versions]
    named = [one.title for one in told] + [one.text for one in issues] + [one.group_id for one in works]
    return [*said, *named, around.to_mermaid()]


async def decide(graph: StoryGraph, fact: str) -> Edited:
    """Make overrides of the author."""
    attribution = Attribution("editor", "chapter 9 says so")
    await graph.correct_entity("林晚", Correction.ALIAS, "晚娘", attribution=attribution)
    await graph.correct_fact(fact, FactChange(text="林晚从小住在苇港。"))
    new = NewFact("林晚", "怕", "潮水来了", value="水", scope=StatementScope.BELIEF, holder="林晚")
    return await graph.add_facts([new], dry_run=True)


async def main() -> None:
    """Run the whole program."""
    async with StoryGraph(store(server=False), settings=settings(), model=model(), embedder=embedder()) as graph:
        await read(graph)
        await look(graph)
        draft: DraftReport = await graph.check("潮水来了。")
        try:
            portrait: EntityProfile = await graph.get_entity("林晚")
        except UnknownEntityError as error:
            raise SystemExit(error.exit_code) from error
        await decide(graph, portrait.facts[0].fact.uuid if draft.findings else "")


if __name__ == "__main__":
    asyncio.run(main())
