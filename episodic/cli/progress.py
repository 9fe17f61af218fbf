"""The progress display of an ingestion: a bar on a terminal, otherwise one line after each tenth of the chapters."""

from __future__ import annotations

import math
from collections.abc import Callable
from time import monotonic
from types import TracebackType
from typing import Self

from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from episodic.cli.escaping import escaped
from episodic.cli.messages import ingestion as say
from episodic.cli.messages.message import Phrase
from episodic.cli.terminal import Terminal, padded
from episodic.pipeline.reports import Progress as Step
from episodic.pipeline.reports import Stage

_STEPS = 3
"""The number of steps that an ingestion reports for each chapter: entities are read, facts are read, and the chapter is
saved.
"""
_STAGE = 14
_PATIENCE = 2.0
"""The time in seconds after which the display says that the work is being rebuilt."""


class ProgressBar:
    """The progress display of an ingestion, used as a context manager.

    An ingestion calls the method `step` after each step of a chapter, such as saving.
    """

    def __init__(self, terminal: Terminal, *, chapters: int, known: int, spent: Callable[[], int]) -> None:
        """Prepare a display for *chapters* chapters, of which *known* need not be read.

        *spent* returns the number of tokens that were spent so far.
        """
        self.done = known
        self._known = known
        self._total = chapters
        self._spent = spent
        self._terminal = terminal
        self._read = 0
        self._said = 0
        self._rebuilding: float | None = None
        self._task: TaskID | None = None
        self._bar = Progress(
            TextColumn("{task.fields[stage]}", markup=False),
            BarColumn(bar_width=24),
            TextColumn("{task.fields[place]}", markup=False),
            TimeElapsedColumn(),
            TextColumn(terminal.said(say.LEFT), markup=False),
            TimeRemainingColumn(),
            TextColumn("{task.fields[tokens]}", markup=False),
            TextColumn("{task.fields[chapter]}", markup=False),
            console=terminal.err,
            transient=True,
            disable=not terminal.err.is_terminal,
        )

    def __enter__(self) -> Self:
        self._bar.start()
        self._task = self._bar.add_task(
            "", total=self._total * _STEPS, stage=self._stage(say.STARTING), place="", tokens="", chapter=""
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def step(self, step: Step) -> None:
        if step.stage is Stage.REBUILDING:
            self._rebuild()
        self.done = max(self.done, step.done)
        self._read += step.stage in {Stage.ENTITIES, Stage.FACTS}
        if self._task is not None and not self._bar.disable:
            tokens = self._spent()
            fresh = self.done - self._known
            self._bar.update(
                self._task,
                completed=_STEPS * self._known + max(self._read, 2 * fresh) + fresh,
                stage=self._stage(say.STAGES[step.stage]),
                place=self._terminal.said(say.chapters_done(self.done, self._total)),
                tokens=f"{tokens:,} tokens" if tokens else "",
                chapter=escaped(step.chapter)[:24],
            )
        elif not self._terminal.err.is_terminal:
            self._line()

    def _rebuild(self) -> None:
        """If rebuilding the work takes longer than _PATIENCE seconds, print a note that says that the work is being
        rebuilt.
        """
        if self._rebuilding is None:
            self._rebuilding = monotonic() + _PATIENCE
        elif monotonic() > self._rebuilding:
            self._rebuilding = math.inf
            self._terminal.note(say.REBUILDING)

    def _stage(self, stage: Phrase) -> str:
        return padded(self._terminal.said(stage), _STAGE)

    def _line(self) -> None:
        tenth = max(1, self._total // 10)
        if self.done // tenth > self._said and self._total > 1:
            self._said = self.done // tenth
            self._terminal.note(say.chapters_read(self.done, self._total))
