"""Tests of the pause of the cyclic garbage collector."""

from __future__ import annotations

import gc

from episodic.pipeline.session.paused_collector import paused_collector


def test_the_collector_runs_again_after_a_pause() -> None:
    with paused_collector():
        with paused_collector():
            inside = gc.isenabled()
        after_inner = gc.isenabled()

    assert (inside, after_inner, gc.isenabled()) == (False, False, True)
