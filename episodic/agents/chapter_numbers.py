"""The title and number of a chapter that an agent adds, from the heading of its text."""

from __future__ import annotations

from dataclasses import replace

from episodic.facade.stored_work import StoredWork
from episodic.model.episodes import Chapter, Episode, Layer
from episodic.model.records import Kind, from_json
from episodic.text.manuscript_files import heading_title, title_number


async def with_heading(work: StoredWork, chapter: Chapter, layer: Layer) -> Chapter:
    """Return the chapter with a title and a number. A missing title is replaced by the heading of the chapter's text,
    if the text has a heading. A missing number is replaced by the number in the title ("Chapter 5"), unless another
    chapter of the layer has this number. Raises StoreError.
    """
    if not chapter.title:
        chapter = replace(chapter, title=heading_title(chapter.text))
    number = title_number(chapter.title) if chapter.number is None else None
    if number is None:
        return chapter
    rows = await work.store.fetch(work.group_id, Kind.EPISODE)
    others = (from_json(Episode, row.value) for row in rows)
    own = chapter.key or chapter.title
    taken = any(one.number == number and one.layer is layer and one.key != own for one in others)
    return chapter if taken else replace(chapter, number=number)
