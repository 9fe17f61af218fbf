"""Pictures written to files: whole or not at all, and never over a file of another kind."""

from __future__ import annotations

from pathlib import Path

from episodic.cli.whole_files import whole_file
from episodic.errors import InputError, StoreFullError

_SUFFIX = ".svg"
_LOOKED_AT = 4096


def picture_file(name: str) -> Path:
    """The path of a picture that may be written: new, or an SVG picture already. Raises InputError for any other."""
    file = Path(name)
    if file.suffix.lower() != _SUFFIX:
        raise InputError(f"{name} is no name of an SVG picture.", hint=f"Give a name that ends with {_SUFFIX}.")
    try:
        if not file.parent.is_dir():
            raise InputError(f"There is no folder {file.parent}.", hint="Nothing was written.")
        if file.is_symlink() or file.exists():
            _require_picture(file)
    except OSError as error:
        raise InputError(f"{name} cannot be looked at ({error.strerror}).", hint="Nothing was written.") from error
    return file


def _require_picture(file: Path) -> None:
    is_picture = False
    if file.is_file() and not file.is_symlink():
        with file.open("rb") as old:
            is_picture = b"<svg" in old.read(_LOOKED_AT)
    if not is_picture:
        raise InputError(f"{file} is there and is no SVG picture.", hint="It was left alone; give another name.")


def write_picture(file: Path, svg: str) -> None:
    """Puts the picture at *file*, whole or not at all. Raises StoreFullError."""
    try:
        with whole_file(file) as new:
            new.write(svg)
    except OSError as error:
        raise StoreFullError(
            f"{file} cannot be written ({error.strerror}).", hint="What was there before is unchanged."
        ) from error
