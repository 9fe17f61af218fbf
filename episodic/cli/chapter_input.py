"""Loading of one chapter from a file or, for the file name `-`, from standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from episodic.model.episodes import Chapter
from episodic.text.manuscript_files import LARGEST_TEXT, decode_chapter, load_chapter

STANDARD_INPUT = Path("-")
"""The file name that stands for standard input."""


def given_chapter(file: Path) -> Chapter:
    """Return the chapter in *file*, or the chapter on standard input if *file* is `-`. The title of a text from
    standard input is empty if the text has no heading.

    Raises UnreadableFileError, ArchiveLimitError, EmptyTextError.
    """
    if file != STANDARD_INPUT:
        return load_chapter(file)
    return decode_chapter(sys.stdin.buffer.read(LARGEST_TEXT + 1), source="standard input")
