"""Tests of the progress display of an ingestion."""

from __future__ import annotations

import pytest

from episodic.cli import progress
from episodic.cli.progress import ProgressBar
from episodic.cli.terminal import Terminal
from episodic.pipeline.reports import Progress, Stage


@pytest.mark.parametrize(("seconds", "said"), [(0.1, 0), (3.0, 1)])
def test_a_long_rebuilding_is_explained_once(
    seconds: float, said: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A small work is rebuilt at once and says nothing of it."""
    now = 0.0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    with ProgressBar(Terminal(), chapters=2, known=0, spent=lambda: 0) as bar:
        for _ in range(4):
            bar.step(Progress(Stage.REBUILDING, "One", 0, 2))
            now += seconds

    assert capsys.readouterr().err.count("derived again from what is stored") == said
