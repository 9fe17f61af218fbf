"""The folder in which a cache keeps the files of one work. The folder is deleted or moved with the work."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path


def group_folder(folder: Path, group_id: str) -> Path:
    """Return the cache folder of a work under *folder*. The folder's name is a hash that does not reveal the work's
    name.
    """
    return folder / hashlib.sha256(group_id.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def forget_group(folder: Path, group_id: str, *, files: str) -> int:
    """Delete the cache folder of a work, and return how many of the deleted files match the glob pattern *files*.

    Raise OSError if a file cannot be deleted.
    """
    kept = group_folder(folder, group_id)
    if not kept.is_dir():
        return 0
    count = sum(1 for _ in kept.glob(files))
    shutil.rmtree(kept)
    return count


def rename_group(folder: Path, old: str, new: str) -> None:
    """Move the cached files of a renamed work to the folder of its new name. If the folder of the new name exists
    already, its files are kept, and the files under the old name are deleted.

    Raise OSError if a file cannot be moved or deleted.
    """
    kept, target = group_folder(folder, old), group_folder(folder, new)
    if not kept.is_dir():
        return
    if target.exists():
        shutil.rmtree(kept)
    else:
        kept.rename(target)
