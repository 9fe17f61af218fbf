"""Messages about stores and settings: compaction, reindexing, backups, exports, imports and deletion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from episodic.cli.messages.message import SILENT, Phrase, Separator, joined, message

if TYPE_CHECKING:
    # `ReindexPlan` is imported only for type checking, because its module loads the code that edits works.
    from episodic.pipeline.edits.reindexing import ReindexPlan

STOPPED = message("storage.stopped")
NOTHING_WAS_CHANGED = message("storage.nothing_was_changed")
NOTHING_WAS_DELETED = message("storage.nothing_was_deleted")
SETTING_COLUMNS = (
    message("storage.setting_columns_setting"),
    message("storage.setting_columns_value"),
    message("storage.setting_columns_from"),
)
STORE = message("storage.store")
CACHE = message("storage.cache")


def delete_question(work: str, store: str) -> Phrase:
    return message("storage.delete_question", work=work, store=store)


def deleted(work: str, cached: int) -> Phrase:
    kept = _cached(cached)
    return message("storage.deleted", work=work, kept=kept)


def compact_question(work: str, *, purge: bool) -> Phrase:
    what = message("storage.compact_question_texts") if purge else message("storage.compact_question_history")
    return message("storage.compact_question", what=what, work=work)


def compacted(work: str, *, dropped: int, first: int, last: int, cached: int) -> Phrase:
    readable = (
        message("storage.compacted_readable", first=first, last=last)
        if first < last
        else message("storage.compacted_readable_one", last=last)
    )
    kept = _cached(cached)
    return message("storage.compacted", dropped=dropped, work=work, kept=kept, readable=readable)


def reindex_preview(work: str, plan: ReindexPlan) -> Phrase:
    return message(
        "storage.reindex_preview",
        work=work,
        texts=plan.texts,
        characters=plan.characters,
        configured=plan.configured,
        stored=plan.stored or "-",
    )


def reindex_question(texts: int) -> Phrase:
    return message("storage.reindex_question", texts=texts)


def reindexed(texts: int, embedder: str, revision: int) -> Phrase:
    return message("storage.reindexed", texts=texts, embedder=embedder, revision=revision)


def _cached(number: int) -> Phrase:
    return message("storage.cached", number=number) if number else SILENT


def backed_up(works: Sequence[str], file: str, *, as_lines: bool) -> Phrase:
    which = joined([message("storage.work", work=one) for one in works], separator=Separator.LIST)
    if not works:
        which = message("storage.empty_store")
    used = (
        message("storage.backed_up_used", file=file) if as_lines else message("storage.backed_up_used_file", file=file)
    )
    return message("storage.backed_up", which=which, file=file, used=used)


def wrote(lines: int, file: str) -> Phrase:
    return message("storage.wrote", lines=lines, file=file)


def leftovers(names: Sequence[str]) -> Phrase:
    """Return the message that temporary files of killed processes were removed."""
    return message("storage.leftovers", names=", ".join(names))


def imported(work: str, store: str, *, changed: bool) -> Phrase:
    if changed:
        return message("storage.imported_new", work=work, store=store)
    return message("storage.imported_same", work=work, store=store)


def renamed(old: str, new: str) -> Phrase:
    return message("storage.renamed", old=old, new=new)


def restored_series(names: Sequence[str]) -> Phrase:
    return message("storage.restored_series", names=", ".join(names))
