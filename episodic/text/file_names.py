"""Names of files and manuscripts as valid Unicode text, even if the names contain undecodable bytes."""

from __future__ import annotations

from pathlib import Path

from episodic.errors import UnreadableFileError
from episodic.text.encoding import decode


def name_of(path: Path) -> str:
    """Return the file name of *path* with its suffix, as text without lone surrogates."""
    return _readable(path.name)


def stem_of(path: Path) -> str:
    """Return the file name of *path* without its suffix, as text without lone surrogates."""
    return _readable(path.stem)


def manuscript_name(path: Path) -> str:
    """Return the name of the manuscript at *path*, which is the file name without its suffix, or the name of the
    folder.
    """
    return name_of(path.resolve()) if path.is_dir() else stem_of(path)


def _readable(name: str) -> str:
    """Return *name* with text in place of lone surrogates, with which Python represents undecodable bytes in file
    names.
    """
    try:
        raw = name.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return name.encode("utf-8", "replace").decode("utf-8")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        return decode(raw, source="a file name").text
    except UnreadableFileError:
        return raw.decode("utf-8", "replace")
