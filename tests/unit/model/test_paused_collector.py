"""Tests of the pause of the garbage collector."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from episodic.model.paused_collector import paused_collector

ROOT = Path(__file__).parents[3]
PAUSE = """
import gc
from episodic.model.paused_collector import paused_collector

class Node:
    pass

with paused_collector():
    made = [Node() for _ in range(10)]

old = {id(one) for one in gc.get_objects(generation=2)}
assert all(id(one) in old for one in made)
"""


def test_the_collector_is_paused_and_goes_on_afterwards() -> None:
    with paused_collector():
        assert not gc.isenabled()

    assert gc.isenabled()


def test_objects_count_as_old_after_a_pause() -> None:
    """The collector examines old objects seldom, and new ones soon. The fixture `frozen_tests` keeps objects as they are
    in a test process, so the pause is in another one.
    """
    subprocess.run([sys.executable, "-c", PAUSE], cwd=ROOT, check=True)


def test_an_error_does_not_stop_the_collector() -> None:
    with pytest.raises(ValueError, match="inside"), paused_collector():
        raise ValueError("inside")

    assert gc.isenabled()


def test_a_collector_that_the_caller_has_stopped_stays_stopped() -> None:
    gc.disable()
    try:
        with paused_collector():
            pass

        assert not gc.isenabled()
    finally:
        gc.enable()
