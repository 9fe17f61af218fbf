"""Writes an SVG picture to a file atomically, after a check that the file is new or an SVG picture and can be
overwritten.
"""

from __future__ import annotations

from pathlib import Path

from episodic.cli.atomic_output import whole_file
from episodic.errors import InputError, StoreFullError

_SUFFIX = ".svg"
_CHECKED_BYTES = 4096


def picture_file(name: str) -> Path:
    """Return *name* as the path of a picture to write.

    Raises InputError if *name* does not end with `.svg`, or if its folder does not exist. Raises InputError if a file
    called *name* exists and is unreadable, a symbolic link or no SVG picture.
    """
    file = Path(name)
    if file.suffix.lower() != _SUFFIX:
        raise InputError(f"{name} is not the name of an SVG file.", hint=f"Give a name that ends with {_SUFFIX}.")
    try:
        if not file.parent.is_dir():
            raise InputError(f"There is no folder {file.parent}.", hint="Nothing was written.")
        if file.is_symlink() or file.exists():
            _require_picture(file)
    except OSError as error:
        raise InputError(f"{name} cannot be read ({error.strerror}).", hint="Nothing was written.") from error
    return file


def _require_picture(file: Path) -> None:
    is_picture = False
    if file.is_file() and not file.is_symlink():
        with file.open("rb") as old:
            is_picture = b"<svg" in old.read(_CHECKED_BYTES)
    if not is_picture:
        raise InputError(
            f"{file} exists and is not an SVG picture.", hint="The file was not changed; give another name."
        )


def write_picture(file: Path, svg: str) -> None:
    """Write an SVG picture to a file atomically, whatever the file contained before. Raises StoreFullError if the file
    cannot be written.
    """
    try:
        with whole_file(file) as new:
            new.text.write(svg)
    except OSError as error:
        raise StoreFullError(
            f"{file} cannot be written ({error.strerror}).", hint="What was there before is unchanged."
        ) from error
