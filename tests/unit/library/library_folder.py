"""A folder of manuscripts and the tasks that ingest them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from episodic.config import Config, configured
from episodic.library.manuscripts import manuscripts_in
from episodic.library.work_ingestion import WorkTask, task_of

CHAPTER = "第{number}章\n\n林晚住在苇港。林晚的师父是沈三更。“潮水来了。”沈三更说。\n{more}\n"


def manuscript(chapters: int, *, more: str = "") -> str:
    """Return a manuscript with the given number of chapters."""
    return "\n".join(CHAPTER.format(number=number, more=more) for number in range(1, chapters + 1))


def settings_of(folder: Path, **more: str) -> Config:
    """Return the settings of a library whose store and caches are in *folder*."""
    given = {"EPISODIC_STORE": str(folder / "library.db"), "EPISODIC_CACHE": str(folder / "cache")}
    return configured({**given, **more}, {}, {})


def tasks_for(folder: Path, texts: Mapping[str, str]) -> list[WorkTask]:
    """Write the manuscripts to a subfolder and return the tasks that ingest them."""
    (folder / "books").mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / "books" / name).write_text(text, encoding="utf-8")
    return [task_of(one, settings_of(folder), removing=True) for one in manuscripts_in(folder / "books")]
