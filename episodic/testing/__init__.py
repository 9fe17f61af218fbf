"""Test suites with which other packages can test their implementations of the protocols in `episodic.ports`.

The test suites need pytest and pytest-asyncio, which the extra `testing` installs.
"""

import pytest

pytest.register_assert_rewrite("episodic.testing.store_contract")
