"""A test suite with which other packages can test their implementations of the protocol `GraphStore` in
`episodic.ports`.

The test suite needs pytest and pytest-asyncio, which the extra `testing` installs.
"""

import pytest

pytest.register_assert_rewrite("episodic.testing.store_contract")
