"""Names of files as text, also where the system could not decode them."""

from __future__ import annotations

from pathlib import Path

from episodic.errors import UnreadableFileError
from episodic.text.encoding import decode


def name_of(path: Path) -> str:
    """The last part of a path, with its ending; never with a lone surrogate in it."""
    return _readable(path.name)


def stem_of(path: Path) -> str:
    """The last part of a path, without its ending; never with a lone surrogate in it."""
    return _readable(path.stem)


def manuscript_name(path: Path) -> str:
    """What a manuscript goes by, wherever its file or folder lies: a file's name without its ending, a folder's as it is."""
    return name_of(path.resolve()) if path.is_dir() else stem_of(path)


def _readable(name: str) -> str:
    """Bytes that are no UTF-8 came into the name as surrogates: they are read as a text file would be (names out of old archives)."""
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
