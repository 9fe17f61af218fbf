"""Runs the store contract on the current Neo4j version."""

from __future__ import annotations

import pytest

from episodic.stores.neo4j import Neo4jStore
from episodic.testing.store_contract import OpenStore, SharedStoreContract, StoreContract
from tests.neo4j_servers import CURRENT, ServerError, addresses


@pytest.mark.neo4j
class TestServer(StoreContract, SharedStoreContract):
    """The tests use the shared server."""

    @pytest.fixture
    def open_store(self) -> OpenStore:
        """Open the store as a user does."""
        try:
            address = addresses()[CURRENT]
        except ServerError as error:
            pytest.fail(str(error))
        return lambda: Neo4jStore(address)
