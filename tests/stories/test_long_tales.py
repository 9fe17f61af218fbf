"""A tale that is longer than a window, in Chinese and in English: every window shows its "I" as the teller."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter, FrameKind
from episodic.model.readings import StatementScope
from episodic.prompts import Prompt
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.replies import Framed, Named, entities_reply
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.script import Says, Script
from tests.story import canonical

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

OPENING = {"zh": "吴海坐着。\n\n阿梅讲起往事：", "en": "Wu sat down.\n\nMei began her tale. "}
SENTENCES = {"zh": "我那时住在海港。", "en": "I lived in Harbor then. "}
REST = {"zh": "{}我恨林河，林河也不理我。", "en": "{}I hated Lin, and Lin avoided me. "}
HATED = {"zh": "我恨林河", "en": "I hated Lin"}
NAMES = {"zh": ("阿梅", "吴海", "林河", "我"), "en": ("Mei", "Wu", "Lin", "I")}


def text_of(language: str, *, told: bool) -> str:
    """Return a chapter of two windows. If *told* is false, nobody begins a tale."""
    opening = OPENING[language] if told else OPENING[language].split("\n\n")[0] + "\n\n"
    filler = SENTENCES[language] * (3900 // len(SENTENCES[language]))
    return f"{opening}{filler}\n\n" + REST[language].format("") + filler + "\n"


@dataclass
class Reader:
    """A model that sees a tale only in the window in which it begins, and counts the windows that it reads."""

    language: str
    read: list[str] = field(default_factory=list[str])

    def answer(self, prompt: Prompt[BaseModel]) -> BaseModel:
        mei, wu, lin, me = NAMES[self.language]
        if isinstance(prompt, EntitiesPrompt):
            self.read.append(prompt.window)
            return self._entities(prompt)
        if isinstance(prompt, FactsPrompt) and HATED[self.language] in prompt.window:
            who = mei if mei in prompt.entities else me
            says = Says(who, "hates", lin, scope="claim", holder=who, text=f"{who} / {lin}")
            return Script({}, {HATED[self.language]: [says]}).answer(prompt)
        return Script({wu: "Person"}, {}).answer(prompt)

    def _entities(self, prompt: EntitiesPrompt) -> BaseModel:
        mei, wu, lin, _ = NAMES[self.language]
        tells = OPENING[self.language].split("\n\n")[1].strip() in prompt.window
        named = [Named(type="Person", names=[one]) for one in (wu, lin) if one in prompt.window]
        if not tells:
            return entities_reply([*named, Named(type="Person", narrator=True)], [])
        passages = [one for one in range(2, 40) if f"{prompt.mark}{one} " in prompt.window]
        limit = ",".join(map(str, passages))
        me = NAMES[self.language][3]
        frames = [Framed(passage=one, frame="tale", starts=one == 2) for one in passages]
        return entities_reply([*named, f"Person|{mei}|~{me}@{limit}"], frames)


def graph_of(reader: Reader) -> StoryGraph:
    model = ScriptedModel(reader.answer)
    return StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model, clock=lambda: "2026-01-01T00:00:00+00:00")


async def test_the_next_window_is_told_by_the_teller(language: str) -> None:
    async with graph_of(Reader(language)) as graph:
        await graph.add_episode(text_of(language, told=True), name="One")
        (fact,) = [one.fact for one in (await graph.get_facts(scope=Scope(include_ended=True))).facts]

    mei = NAMES[language][0]
    assert (fact.subject_name, fact.frame, fact.scope, fact.holder_name) == (
        mei, FrameKind.TALE, StatementScope.CLAIM, mei,
    )  # fmt: skip


async def test_an_edit_of_the_window_before_gives_the_graph_of_a_fresh_reading(language: str) -> None:
    """A window that no longer continues a tale is read again, and one that continues it as before is not."""
    reader = Reader(language)
    async with graph_of(reader) as graph, graph_of(Reader(language)) as fresh:
        chapter = (await graph.add_episode(text_of(language, told=True), name="One")).key
        edited = text_of(language, told=False)
        await graph.replace_episode(chapter, Chapter(edited, title="One"))
        await fresh.add_episode(edited, name="One")
        assert await canonical(graph) == await canonical(fresh)

        await graph.replace_episode(chapter, Chapter(text_of(language, told=True), title="One"))
        before = len(reader.read)
        await graph.replace_episode(chapter, Chapter(text_of(language, told=True) + " ", title="One"))
        assert len(reader.read) == before
