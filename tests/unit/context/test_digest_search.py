"""Searches of digests and communities."""

from __future__ import annotations

import pytest

from episodic.errors import InvalidFilterError
from episodic.search.digest_hits import DigestKind
from episodic.search.scope import Scope
from tests.story import CHAPTERS, memory_graph


async def test_a_search_returns_digests_only_if_asked() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)

        without = await graph.search("赵虎攻云州")
        found = await graph.search("赵虎攻云州", digests=2)

    assert without.digests == ()
    assert len(found.digests) == 2
    assert found.hits == without.hits


async def test_a_chapter_is_found_by_its_facts_and_a_community_by_its_members() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)

        found = (await graph.search("赵虎", digests=9)).digests
        entities = (await graph.session.state()).graph.entities

    chapters = [one for one in found if one.kind is DigestKind.CHAPTER]
    (group,) = [one for one in found if one.kind is DigestKind.COMMUNITY and "赵虎" in one.names]
    assert chapters[0].first == chapters[0].last == 3
    assert any("赵虎" in one.text for one in chapters[0].facts)
    assert [entities[one].name for one in group.members] == list(group.names)
    assert any("赵虎" in one.text for one in group.facts)


async def test_the_same_digests_are_found_before_and_after_they_are_stored() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        before = (await graph.search("沈度", digests=5)).digests
        await graph.build_digests()

        assert (await graph.search("沈度", digests=5)).digests == before


async def test_a_search_up_to_a_chapter_finds_nothing_of_later_chapters() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        await graph.build_digests()

        found = (await graph.search("赵虎攻云州 沈度 病死", digests=9, scope=Scope(told_by=2))).digests

    assert found
    assert all(one.last is None or one.last <= 2 for one in found)
    assert not any("赵虎" in one.text for one in found)


async def test_a_negative_number_of_digests_is_refused() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)

        with pytest.raises(InvalidFilterError):
            await graph.search("赵虎", digests=-1)
