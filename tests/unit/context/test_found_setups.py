"""Setups that a writer's brief finds, also those of nobody in the cast."""

from __future__ import annotations

import pytest

from episodic.context.found_setups import setups_about
from episodic.context.pack import ContextPack
from episodic.context.sections import SectionKind
from episodic.search.scope import Scope
from tests.unit.context.setup_story import SWORN, WHO, chapters, graph_of, model_of


@pytest.mark.parametrize(
    ("brief", "expected"),
    [("who made the horn", {WHO}), ("bring it back", {SWORN}), ("the storm", set[str]()), (" \n", set[str]())],
)
async def test_a_brief_finds_setups_by_their_words(brief: str, expected: set[str]) -> None:
    async with graph_of(model_of({})) as graph:
        await graph.add_manuscript(chapters())
        found = await setups_about(await graph.views.view(Scope()), [brief])

    assert {one.text for one in found} >= expected
    assert expected or not found


async def test_a_pack_has_the_setups_of_its_brief_beside_those_of_its_cast() -> None:
    async with graph_of(model_of({})) as graph:
        await graph.add_manuscript(chapters())
        alone = await graph.context(cast=["Cal"])
        briefed = await graph.context(cast=["Cal"], brief="Cal learns who made the horn")
        early = await graph.context(2, cast=["Ann"], brief="who made the horn")

    def threads(pack: ContextPack) -> str:
        return "\n".join(line.text for one in pack.sections if one.kind is SectionKind.THREADS for line in one.lines)

    assert WHO not in threads(alone)
    assert WHO in threads(briefed)
    assert WHO in threads(early)
