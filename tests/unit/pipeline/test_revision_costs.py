"""Tests of the cost of edits: a model is asked only about windows and questions whose text changed."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from episodic.app import StoryGraph
from episodic.dedup.llm_judge import SamePrompt
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter, Layer
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

CHAPTERS = 60
PLACES = tuple(f"云{one}城" for one in "东西南北中上下左右前")
LONG = 20
PARAGRAPH = "那天的风很大，院子里的树影在墙上晃来晃去，谁也没有再说话，只听见远处的水声。" * 30 + "\n\n"
SCRIPT = Script(
    {"林远": "Person", "沈度": "Person", **dict.fromkeys(PLACES, "Place")},
    {f"{who}住在{place}": [Says(who, "lives_in", place)] for who in ("林远", "沈度") for place in PLACES},
)


def chapter(number: int, *, ending: str = "天亮了。") -> Chapter:
    """Return a chapter whose last paragraph is *ending*. One chapter has several windows, and every fifth chapter says
    where people live.
    """
    place, other = PLACES[number % len(PLACES)], PLACES[number // len(PLACES)]
    head = (
        f"第{number}日，林远住在{place}。\n\n沈度住在{other}。\n\n" if number % 5 == 0 else f"第{number}日，无事。\n\n"
    )
    middle = PARAGRAPH * (12 if number == LONG else 0)
    return Chapter(f"{head}{middle}{ending}\n", title=f"卷{number}", key=f"k{number}")


@dataclass(frozen=True, slots=True)
class Asked:
    """A work and the model that reads the work."""

    graph: StoryGraph
    model: ScriptedModel

    def since(self) -> tuple[list[str], list[str]]:
        """Return the windows that were read and the kinds of questions that were asked since the last call."""
        prompts = list(self.model.asked)
        self.model.asked.clear()
        read = [one.window for one in prompts if isinstance(one, EntitiesPrompt | FactsPrompt)]
        return read, [one.name for one in prompts if not isinstance(one, EntitiesPrompt | FactsPrompt)]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a work of 60 chapters that are read."""
    file = tmp_path_factory.mktemp("costs") / "work.db"

    async def told() -> None:
        async with StoryGraph(SQLiteStore(str(file)), model=SCRIPT.model(), group_id="costs") as graph:
            await graph.add_manuscript([chapter(number) for number in range(CHAPTERS)])

    asyncio.run(told())
    return file


@pytest.fixture
async def copied_work(store: Path, tmp_path: Path) -> AsyncIterator[Asked]:
    """A copy of that work, with a model that has not been asked yet."""
    model = SCRIPT.model()
    shutil.copy(store, tmp_path / "work.db")
    async with StoryGraph(SQLiteStore(str(tmp_path / "work.db")), model=model, group_id="costs") as graph:
        yield Asked(graph, model)


async def test_an_edited_paragraph_costs_the_windows_that_it_stands_in(copied_work: Asked) -> None:
    report = await copied_work.graph.replace_episode("k20", chapter(20, ending="天黑了，沈度住在云中城。").text)

    read, questions = copied_work.since()
    assert report.windows_kept >= 1
    assert len(read) == 2 * report.windows_read == 2
    assert all("天黑了" in window for window in read)
    assert len(questions) <= CHAPTERS


async def test_an_edit_that_says_nothing_new_asks_nothing_beside(copied_work: Asked) -> None:
    """The questions are the same, so that the stored answers are used."""
    await copied_work.graph.replace_episode("k20", chapter(20, ending="天黑了。").text)

    read, questions = copied_work.since()
    assert read
    assert all("天黑了" in window for window in read)
    assert questions == []


async def test_a_move_reads_nothing(copied_work: Asked) -> None:
    """Moving a chapter back asks no question."""
    await copied_work.graph.move_episode("k40", before="k30")
    moved, _ = copied_work.since()
    await copied_work.graph.move_episode("k40", before="k41")
    back = copied_work.since()

    assert moved == []
    assert back == ([], [])


async def test_undo_and_redo_ask_nothing(copied_work: Asked) -> None:
    """All answers are stored with the revisions."""
    await copied_work.graph.replace_episode("k20", chapter(20, ending="天黑了，沈度住在云中城。").text)
    await copied_work.graph.remove_episode("k10")
    copied_work.since()

    await copied_work.graph.undo(2)
    undone = copied_work.since()
    await copied_work.graph.redo(2)

    assert undone == ([], [])
    assert copied_work.since() == ([], [])


async def test_a_draft_in_a_chapters_place_costs_its_new_windows_and_its_promotion_reads_nothing(
    copied_work: Asked,
) -> None:
    """The draft was read before its promotion."""
    draft = chapter(20, ending="天黑了，沈度住在云中城。")
    await copied_work.graph.add_manuscript([draft], layer=Layer.DRAFT)
    added, _ = copied_work.since()

    await copied_work.graph.promote("k20")

    assert all("天黑了" in window for window in added)
    assert copied_work.since()[0] == []


async def test_a_removal_reads_nothing_and_bringing_the_chapter_back_at_once_asks_nothing(copied_work: Asked) -> None:
    """The chapter is brought back by undo."""
    await copied_work.graph.remove_episode("k50")
    removed, _ = copied_work.since()

    await copied_work.graph.undo()

    assert removed == []
    assert copied_work.since() == ([], [])


async def test_a_decision_reads_nothing(copied_work: Asked) -> None:
    """Neither an override nor its revocation reads a window."""
    people = {one.name: one.uuid for one in (await copied_work.graph.session.state()).graph.entities.values()}

    await copied_work.graph.merge_entities(people["林远"], people["沈度"])
    await copied_work.graph.undo()

    read, questions = copied_work.since()
    assert read == []
    assert SamePrompt.__name__ not in questions
