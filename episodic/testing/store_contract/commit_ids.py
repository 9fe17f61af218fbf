"""Store tests: a commit id belongs to one revision and cannot be used for another revision."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.errors import StoreRefusedError
from episodic.ports import GraphStore
from episodic.testing.store_contract.builders import changes, entity, episode, everything
from episodic.testing.store_contract.fixtures import Contract


class CommitIdsContract(Contract):
    @pytest.mark.parametrize("place", [0, 1])
    async def test_a_group_with_a_stored_commit_id_raises_an_error_with_id_and_revision(
        self, store: GraphStore, group: str, place: int
    ) -> None:
        """If a commit of a group of commits has the id of a stored commit, the error names the id and the stored
        commit's revision.
        """
        await store.commit(changes(group, episode("there"), commit_id="taken"))
        before = await everything(store, group)
        row = [changes(group, episode(f"e{number}"), base=1 + number) for number in range(3)]
        row[place] = replace(row[place], commit_id="taken")

        with pytest.raises(StoreRefusedError, match="'taken', which revision 1 has already") as refused:
            await store.commit(*row)

        assert refused.value.hint
        assert await everything(store, group) == before

    async def test_a_group_of_which_only_the_last_commit_is_stored_is_refused(
        self, store: GraphStore, group: str
    ) -> None:
        """If the last commit of a group of commits is already stored but its earlier commits are not, the group is
        refused.
        """
        last = changes(group, episode("two"), base=1, commit_id="last")
        await store.commit(changes(group, episode("one"), commit_id="first"), last)
        before = await everything(store, group)

        with pytest.raises(StoreRefusedError, match=r"'other' to .* is not revision 1"):
            await store.commit(changes(group, episode("three"), commit_id="other"), last)

        assert await everything(store, group) == before

    async def test_a_repeated_group_is_recognised_after_later_commits(self, store: GraphStore, group: str) -> None:
        """A group of commits that is sent again changes nothing and returns its last revision, even if later commits
        exist.
        """
        row = [changes(group, episode(f"e{number}"), entity("lin", f"林{number}"), base=number) for number in range(3)]
        await store.commit(*row)
        await store.commit(changes(group, episode("later"), base=3))
        before = await everything(store, group)

        assert await store.commit(*row) == 3
        assert await everything(store, group) == before
