"""Test classes for graph stores: the behaviour that every GraphStore implementation must have.

    class TestMyStore(StoreContract):
        @pytest.fixture
        def open_store(self) -> OpenStore:
            return MyStore

A store that several clients may open at the same time must pass the tests of SharedStoreContract as well.
"""

from episodic.testing.store_contract.bounds import BoundsContract
from episodic.testing.store_contract.commit import CommitContract
from episodic.testing.store_contract.commit_groups import CommitGroupsContract
from episodic.testing.store_contract.commit_ids import CommitIdsContract
from episodic.testing.store_contract.compacting import CompactingContract, SharedCompactingContract
from episodic.testing.store_contract.fixtures import OpenStore
from episodic.testing.store_contract.groups import GroupsContract
from episodic.testing.store_contract.history import HistoryContract
from episodic.testing.store_contract.hostile_text import HostileTextContract
from episodic.testing.store_contract.neighbourhood import NeighbourhoodContract
from episodic.testing.store_contract.records import RecordsContract
from episodic.testing.store_contract.sharing import SharingContract
from episodic.testing.store_contract.staging import StagingContract
from episodic.testing.store_contract.text_search import TextSearchContract
from episodic.testing.store_contract.vector_replacement import VectorReplacementContract
from episodic.testing.store_contract.vector_search import VectorSearchContract

__all__ = ["OpenStore", "SharedStoreContract", "StoreContract"]


class StoreContract(
    BoundsContract,
    CommitContract,
    CommitGroupsContract,
    CommitIdsContract,
    CompactingContract,
    GroupsContract,
    HistoryContract,
    HostileTextContract,
    NeighbourhoodContract,
    RecordsContract,
    StagingContract,
    TextSearchContract,
    VectorReplacementContract,
    VectorSearchContract,
):
    """The tests that every store must pass. A subclass of StoreContract overrides the fixture `open_store`."""


class SharedStoreContract(SharingContract, SharedCompactingContract):
    """Tests for a store that several clients may open at the same time.

    A subclass of SharedStoreContract overrides the fixture `open_store`.
    """
