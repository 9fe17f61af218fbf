"""Reading a story into a new graph, with questions by the keys of the story's names."""

from __future__ import annotations

from episodic.app import StoryGraph
from episodic.model.graph import Fact, IssueKind
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story


class Read:
    """A story that was read, with questions by the keys of its names."""

    def __init__(self, graph: StoryGraph, words: dict[str, str]) -> None:
        self.graph, self.words = graph, words

    async def facts(self, predicate: str, *, subject: str = "", scope: Scope | None = None) -> list[Fact]:
        """Return the facts of a predicate in narrative order, including ended facts."""
        query = FactQuery(predicate=predicate, subject=self.words[subject] if subject else None)
        page = await self.graph.get_facts(query, scope=scope or Scope(include_ended=True))
        return sorted((one.fact for one in page.facts), key=lambda one: one.told_at)

    async def at(self, moment: str | int, predicate: str, *, pov: str = "") -> dict[str, str]:
        """Return which facts of a predicate hold on a day or at a chapter. The keys are subject and object (or value),
        and the values are "holds" or "possible".
        """
        as_of = self.words["day"].format(moment) if isinstance(moment, int) else moment
        scope = Scope(as_of=as_of, pov=self.words[pov] if pov else None)
        page = await self.graph.get_facts(FactQuery(predicate=predicate), scope=scope)
        keys = {name: key for key, name in self.words.items()}
        return {
            f"{keys[one.fact.subject_name]} {keys.get(one.fact.object_name or '', one.fact.value or '')}".strip(): (
                one.holding or ""
            )
            for one in page.facts
        }

    async def kinds(self) -> list[IssueKind]:
        return [one.issue.kind for one in await self.graph.issues()]


async def read(new_graph: NewGraph, story: Story, language: str) -> Read:
    tale = story.tale(language)
    graph = new_graph(tale.script.model(), tale.settings)
    report = await graph.add_manuscript(tale.chapters)
    assert [one.error for one in report.failed] == []
    return Read(graph, tale.words)


def days(fact: Fact) -> tuple[int | None, int | None]:
    """The first and the last day on which a fact may have begun."""
    return (None, None) if fact.valid_at is None else (fact.valid_at.earliest, fact.valid_at.latest)
