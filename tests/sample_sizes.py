"""How many examples the tests of laws try: few by default, and any multiple of that on request."""

from __future__ import annotations

import os

FACTOR = int(os.environ.get("TEST_EXAMPLES", "1"))
"""TEST_EXAMPLES=10 in the environment gives each test that uses `examples` ten times as many examples."""


def examples(count: int) -> int:
    """Return the number of examples for a test that tries `count` by default."""
    return count * FACTOR
