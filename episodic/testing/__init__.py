"""Test suites for third-party implementations of the ports.

The test suites need pytest and pytest-asyncio (the extra `testing`).
"""

import pytest

pytest.register_assert_rewrite("episodic.testing.store_contract")
