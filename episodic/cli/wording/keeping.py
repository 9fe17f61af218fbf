"""What is said of stores and settings: history let go of, copies, exports, deletion, what is in force."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.cli.wording.phrase import SILENT, Phrase, plural

STOPPED = Phrase("Stopped.", "已停止。")
NOTHING_WAS_CHANGED = Phrase("Nothing was changed.", "什么也没有改。")
NOTHING_WAS_DELETED = Phrase("Nothing was deleted.", "什么也没有删除。")
SETTING_COLUMNS = (Phrase("setting", "设置"), Phrase("value", "值"), Phrase("from", "来源"))
STORE = Phrase("store: ", "存储：")
CACHE = Phrase("cache: ", "缓存：")


def delete_question(work: str, store: str) -> Phrase:
    """Whether a work is to be deleted."""
    return Phrase(
        f"Delete the work {work!r} from {store}, with its history?", f"从 {store} 删除作品「{work}」及其历史？"
    )


def deleted(work: str, cached: int) -> Phrase:
    """A work is gone."""
    kept = _cached(cached)
    return Phrase(f"Deleted {work}{kept.english}.", f"已删除「{work}」{kept.chinese}。")


def compact_question(work: str, *, purge: bool) -> Phrase:
    """Whether history is to be let go of."""
    what = (
        Phrase("every text that was deleted or replaced", "所有删掉或换掉的文字")
        if purge
        else Phrase("its old history", "旧的历史")
    )
    return Phrase(
        f"Take {what.english} out of the work {work!r} for good?", f"从作品「{work}」中永久清除{what.chinese}？"
    )


def compacted(work: str, *, dropped: int, first: int, last: int, cached: int) -> Phrase:
    """History was let go of; what can still be read."""
    readable = (
        Phrase(f"revisions {first} to {last} can be read", f"版本 {first} 到 {last} 仍可读")
        if first < last
        else Phrase(f"of its revisions only the present one, {last}, can be read", f"只有当前的版本 {last} 仍可读")
    )
    kept = _cached(cached)
    return Phrase(
        f"Took {plural(dropped, 'old record')} out of {work}{kept.english}; {readable.english}.",
        f"已从「{work}」清除 {dropped:,} 条旧记录{kept.chinese}；{readable.chinese}。",
    )


def _cached(number: int) -> Phrase:
    return (
        Phrase(f", and {number:,} kept replies and vectors", f"，以及 {number:,} 份回复和向量缓存")
        if number
        else SILENT
    )


def backed_up(works: Sequence[str], file: str, *, as_lines: bool) -> Phrase:
    """A copy of a store."""
    used = (
        Phrase(f"`episodic import {file}` brings them back", f"用 `episodic import {file}` 取回")
        if as_lines
        else Phrase(f"--store {file} opens it", f"用 --store {file} 打开")
    )
    return Phrase(
        f"Backed up {', '.join(works) or 'an empty store'} to {file}: {used.english}.",
        f"已把{'、'.join(f'「{one}」' for one in works) or '空的存储'}备份到 {file}，{used.chinese}。",
    )


def wrote(lines: int, file: str) -> Phrase:
    """An export."""
    return Phrase(f"Wrote {plural(lines, 'line')} to {file}.", f"已写入 {file}，共 {lines:,} 行。")


def imported(work: str, store: str, *, changed: bool) -> Phrase:
    """A work was brought in, or was there."""
    if changed:
        return Phrase(f"Imported {work} into {store}.", f"已把「{work}」导入 {store}。")
    return Phrase(f"Nothing changed: {work} is in {store} already.", f"没有变化：{store} 里已经有「{work}」。")
