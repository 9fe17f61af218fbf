"""The manuscripts in a folder, each with the name of its work."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from episodic.errors import EmptyTextError, InputError, UnreadableFileError
from episodic.model.name_keys import check_name
from episodic.text.file_names import manuscript_name, name_of
from episodic.text.manuscript_files import is_manuscript_file
from episodic.text.natural_order import natural_key


@dataclass(frozen=True, slots=True)
class WorkManuscript:
    """A manuscript, which is a file or a folder of chapters, and the name of the work into which it is ingested."""

    work: str
    path: Path


def manuscripts_in(folder: Path) -> tuple[WorkManuscript, ...]:
    """Return the manuscripts of a folder, in natural order of their names (2 before 10).

    Every text file, EPUB file and Word document in the folder is a manuscript, and so is every subfolder that contains
    such files. The work has the name of the file without its suffix, or the name of the subfolder. Files of other types
    than text, EPUB and Word are left out. Hidden files, lock files of Word (`~$...`) and symbolic links to folders are
    left out, too. Raises UnreadableFileError if the folder cannot be read, and EmptyTextError if the folder contains no
    manuscript. Raises InputError if two manuscripts would have the same work, and InvalidNameError if a file name
    cannot be the name of a work.
    """
    if not folder.is_dir():
        raise UnreadableFileError(
            str(folder), "it is not a folder", hint="For one manuscript, use `episodic ingest FILE`."
        )
    try:
        inside = sorted(folder.iterdir(), key=lambda one: natural_key(manuscript_name(one)))
        found = [WorkManuscript(manuscript_name(path), path) for path in inside if _is_manuscript(path)]
    except OSError as error:
        raise UnreadableFileError(name_of(folder), f"it cannot be read ({error.strerror or error})") from error
    if not found:
        raise EmptyTextError(name_of(folder))
    paths: dict[str, Path] = {}
    for one in found:
        check_name(one.work, "group name")
        if one.work in paths:
            raise InputError(
                f"{name_of(paths[one.work])!r} and {name_of(one.path)!r} would both be the work {one.work!r}.",
                hint="Rename or move one of the files.",
            )
        paths[one.work] = one.path
    return tuple(found)


def _is_manuscript(path: Path) -> bool:
    if path.name.startswith((".", "~$")):
        return False
    if path.is_dir():
        return not path.is_symlink() and any(_is_manuscript(one) for one in path.iterdir())
    return is_manuscript_file(path)
