"""Tests of who read a text and how many statements were read from it."""

from __future__ import annotations

import pytest

from episodic.model.episodes import Chapter, Episode, Language, Layer
from episodic.pipeline.edits.reading_extent import RULES, model_read_canon
from episodic.pipeline.reports import Outcome
from tests.story import memory_graph
from tests.unit.context.setup_story import TEXTS, chapters, graph_of, model_of

SPOKEN = "“好。”沈三更说。沈三更笑道：“坐。”沈三更住在苇港。沈三更离开了苇港。\n"
HOMES = {
    "zh": (SPOKEN, "沈三更死了。\n"),
    "en": ("Marsh Weller lives in Harrow Ferry. Odile Reed lives in Port Sable.\n", "Odile Reed died that night.\n"),
}


@pytest.mark.parametrize("language", HOMES)
async def test_a_chapter_that_rules_read_has_as_many_statements_as_they_found(language: str) -> None:
    first, second = HOMES[language]
    async with memory_graph() as graph:
        checked = await graph.check(first)
        added = await graph.add_episode(Chapter(first, key="one"))
        inserted = await graph.insert_episode(Chapter(second, key="two"), after="one")

    assert [(one.read_by, one.statements) for one in (checked, added, inserted)] == [(RULES, 2), (RULES, 2), (RULES, 1)]


async def test_details_that_only_a_check_reads_are_not_counted() -> None:
    """A check by rules also reads minor actions, because a dead person may act in one."""
    async with memory_graph() as graph:
        await graph.add_episode(Chapter(HOMES["en"][0], key="one"))
        checked = await graph.check("Odile Reed walked to the window. Marsh Weller laughed.\n")

    assert (checked.read_by, checked.statements) == (RULES, 0)


async def test_a_model_is_named_and_its_statements_are_counted() -> None:
    model = model_of()
    async with graph_of(model) as graph:
        checked = await graph.check(TEXTS[0])
        report = await graph.add_manuscript(chapters(TEXTS[:2]))
        again = await graph.add_episode(chapters(TEXTS[:2])[1])

    assert checked.read_by == model.name
    assert [one.read_by for one in report.chapters] == [model.name] * 2
    assert checked.statements == report.chapters[0].statements > report.chapters[1].statements > 0
    assert (again.outcome, again.read_by, again.statements) == (Outcome.UNCHANGED, "", 0)


def chapter(reader: str, layer: Layer = Layer.CANON, failure: str | None = None) -> Episode:
    return Episode("e", "w", "k", 1, "T", (), "Text.", Language("en"), layer, reader=reader, failure=failure)


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        (chapter("prompted/entities-5+facts-12/some-model"), True),
        (chapter("rules/13"), False),
        (chapter("proposal"), False),
        (chapter(""), False),
        (chapter("prompted/entities-5+facts-12/some-model", Layer.DRAFT), False),
        (chapter("prompted/entities-5+facts-12/some-model", failure="no answer"), False),
    ],
)
def test_a_model_has_read_canon_if_it_has_read_one_chapter_of_canon(there: Episode, *, expected: bool) -> None:
    assert model_read_canon([chapter("rules/13"), there]) is expected
