"""How far an ingestion is: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Self

from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from episodic.cli.escaping import escaped
from episodic.cli.terminal import Terminal, padded
from episodic.cli.wording import reading_in as say
from episodic.cli.wording.phrase import Phrase
from episodic.pipeline.report import Progress as Step
from episodic.pipeline.report import Stage

_STEPS = 3
"""Steps of a chapter that tell of themselves: its entities, its facts, saved."""
_STAGE = 14
"""Columns of where it stands."""


class Bar:
    """Listens to an ingestion's steps; use it as a context manager and hand `step` on."""

    def __init__(self, terminal: Terminal, *, chapters: int, known: int, spent: Callable[[], int]) -> None:
        """*known* of the *chapters* are there already; *spent* tells the tokens spent so far."""
        self.done = known
        self._known = known
        self._total = chapters
        self._spent = spent
        self._terminal = terminal
        self._read = 0
        self._said = 0
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
        """One step is done."""
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

    def _stage(self, stage: Phrase) -> str:
        return padded(self._terminal.said(stage), _STAGE)

    def _line(self) -> None:
        tenth = max(1, self._total // 10)
        if self.done // tenth > self._said and self._total > 1:
            self._said = self.done // tenth
            self._terminal.note(say.chapters_read(self.done, self._total))
