"""Tests of names that consist of a surname and a courtesy name or an honorific."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.model.graph import Entity
from episodic.model.records import Kind, from_json
from episodic.stores.sqlite import SQLiteStore
from tests.unit.languages.zh.chinese_reading import read


async def names_of(*chapters: str) -> dict[str, set[str]]:
    """Return the names of each person of a work that is read by rules, by the person's main name."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as graph:
        await graph.add_manuscript([Chapter(text, key=f"ch{number}") for number, text in enumerate(chapters, 1)])
        found = [from_json(Entity, one.value) for one in await graph.store.fetch("story", Kind.ENTITY)]
    return {one.name: {alias.text for alias in one.aliases} for one in found}


def test_an_honorific_with_the_surname_of_one_person_is_his_name() -> None:
    found = read("贺翎字伯衡，青州人也。伯衡拍马便走。贺公大怒曰：“汝等且退！”贺公提刀上马。崔毅曰：“善。”")

    assert set(found.surfaces("贺翎")) == {"贺翎", "伯衡", "贺公"}


@pytest.mark.parametrize(
    "text",
    [
        "贺翎字伯衡，青州人也。贺超字子云，伯衡之弟也。贺翎曰：“善。”贺超曰：“善。”贺公大怒曰：“退！”",
        "贺翎字伯衡，青州人也。贺翎曰：“昔贺公曰善，今贺公何在？贺公大怒。”贺翎曰：“善。”",
    ],
)
def test_an_honorific_that_may_mean_somebody_else_joins_nobody(text: str) -> None:
    """Two people may have the surname, and a speaker may mean a person of the past."""
    found = read(text)

    assert "贺公" not in found.surfaces("贺翎")


def test_a_surname_and_a_known_courtesy_name_are_one_name() -> None:
    found = read("贺翎字伯衡，青州人也。伯衡曰：“善。”众视之，乃贺伯衡也。贺伯衡拍马便走。")

    assert set(found.surfaces("贺翎")) == {"贺翎", "伯衡", "贺伯衡"}


async def test_a_courtesy_name_is_known_in_later_chapters() -> None:
    """A courtesy name that is given once names the same person afterwards, also together with the surname."""
    first = "且说贺翎，字伯衡，青州人也。贺翎曰：“吾去也。”伯衡上马。伯衡曰：“善。”\n"
    later = "次日，伯衡引兵到城下。贺伯衡大呼曰：“开门！”贺公大怒。贺公曰：“开门！”\n"

    found = await names_of(first, later)

    assert [names for names in found.values() if "贺翎" in names] == [{"贺翎", "伯衡", "贺伯衡", "贺公"}]


async def test_an_honorific_of_an_earlier_person_stays_his() -> None:
    """If the only person with a surname is called 贺公, a later person with this surname is somebody else."""
    first = "贺公引兵到城下。贺公大呼曰：“开门！”贺公大怒。贺公曰：“射！”\n"
    later = "且说贺翎，字伯衡，青州人也。贺翎曰：“贺公何在？”贺公曰：“吾在此。”\n"

    found = await names_of(first, later)

    assert not any({"贺翎", "贺公"} <= names for names in found.values())
