"""A commit's id is that of one revision: a group that gives it to another is refused by name, and nothing of it is saved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.errors import StoreRefusedError
from episodic.ports import GraphStore
from tests.store_contract.builders import changes, entity, episode, everything


@pytest.mark.parametrize("place", [0, 1])
async def test_a_group_with_an_id_that_a_revision_has_names_the_id_and_the_revision(
    store: GraphStore, group: str, place: int
) -> None:
    """So that whoever made it knows what to look for."""
    await store.commit(changes(group, episode("there"), commit_id="taken"))
    before = await everything(store, group)
    row = [changes(group, episode(f"e{number}"), base=1 + number) for number in range(3)]
    row[place] = replace(row[place], commit_id="taken")

    with pytest.raises(StoreRefusedError, match="'taken', which revision 1 has already") as refused:
        await store.commit(*row)

    assert refused.value.hint
    assert await everything(store, group) == before


async def test_a_group_that_only_ends_with_what_is_there_is_not_taken_for_it(store: GraphStore, group: str) -> None:
    """What comes before the last would be lost without a word."""
    last = changes(group, episode("two"), base=1, commit_id="last")
    await store.commit(changes(group, episode("one"), commit_id="first"), last)
    before = await everything(store, group)

    with pytest.raises(StoreRefusedError, match=r"'other' to .* is not revision 1"):
        await store.commit(changes(group, episode("three"), commit_id="other"), last)

    assert await everything(store, group) == before


async def test_a_group_is_recognised_when_the_work_has_moved_on(store: GraphStore, group: str) -> None:
    """By the revisions of all of it, be they written together or, as two put one record, in parts."""
    row = [changes(group, episode(f"e{number}"), entity("lin", f"林{number}"), base=number) for number in range(3)]
    await store.commit(*row)
    await store.commit(changes(group, episode("later"), base=3))
    before = await everything(store, group)

    assert await store.commit(*row) == 3
    assert await everything(store, group) == before
