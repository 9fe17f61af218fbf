"""Provides a temporary text file for a command's output, which replaces the target file only if the command succeeds."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from episodic.pipeline.import_export.unfinished import temporary_target


@dataclass(frozen=True, slots=True)
class WholeFile:
    """An output file that a command is writing.

    `removed` are the names of deleted temporary files, which earlier processes had left when they were killed.
    """

    text: TextIO
    removed: Sequence[str]


@contextmanager
def whole_file(target: Path) -> Generator[WholeFile]:
    """Yield a file that replaces *target* when the `with` block ends without an error. If the `with` block raises an
    error, *target* keeps its content.

    Raises OSError.
    """
    with temporary_target(target) as place:
        with place.draft.open("w", encoding="utf-8", newline="\n") as new:
            yield WholeFile(new, place.removed)
            new.flush()
            os.fsync(new.fileno())
        place.draft.replace(target)
