"""What is said where a work is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from episodic.cli.wording.names import KINDS, LAYERS, field_named
from episodic.cli.wording.phrase import SILENT, Phrase, joined, listed, plural, same
from episodic.model.episodes import Layer
from episodic.search.fields import HitKind
from episodic.search.results import SearchResults

_PLURALS = {"entity": "entities"}
_UNITS = {"fact": "条事实", "entity": "个实体", "passage": "段原文", "issue": "处疑点"}
_ENDED = Phrase("ended facts left out", "不含已终结的事实")

NO_ISSUES = Phrase("No open issues.", "没有待解决的疑点。")
RETRY_READS_THEM = Phrase("`episodic retry` reads them.", "用 `episodic retry` 再读。")
NAMES = Phrase("names: ", "名字：")
FIRST = Phrase("first: ", "初见：")
LOCKED = Phrase("locked", "已锁定")
NOT_READ = Phrase("not read", "未读成")
WAIVED = Phrase("waived", "已放行")
CHAPTER_COLUMNS = (
    same("#"),
    Phrase("chapter", "章"),
    Phrase("characters", "字数"),
    Phrase("facts", "事实"),
    Phrase("text", "稿次"),
    Phrase("read by", "读法"),
)
LAYER_COLUMN = Phrase("layer", "层")
WORK_COLUMNS = (
    Phrase("work", "作品"),
    Phrase("chapters", "章"),
    Phrase("entities", "实体"),
    Phrase("facts", "事实"),
    Phrase("changed", "最近改动"),
    Phrase("embedder", "向量"),
)


def counted(number: int, kind: str) -> Phrase:
    """So many facts, entities, passages or issues."""
    return Phrase(plural(number, kind, _PLURALS.get(kind, "")), f"{number:,} {_UNITS[kind]}")


def asked_for_as(name: str) -> Phrase:
    """By which of the names somebody was found."""
    return Phrase(f"asked for as {name}", f"按「{name}」查到")


def mentioned(number: int, chapters: Iterable[tuple[int, int]]) -> Phrase:
    """How often somebody is named, and how often in which chapters (by ordinal)."""
    by_chapter = listed(f"{ordinal} ×{count}" for ordinal, count in chapters)
    return Phrase(
        f"mentions: {number} in chapters {by_chapter.english}", f"提及：{number} 次，各章次数：{by_chapter.chinese}"
    )


def drew(versions: int, file: str) -> Phrase:
    """A picture was made."""
    return Phrase(f"Drew {plural(versions, 'version')} in {file}.", f"已把 {versions:,} 条画进 {file}。")


def no_facts(restrictions: Iterable[str]) -> Phrase:
    """An empty list."""
    where = in_force(restrictions)
    return Phrase(f"No facts. Looked at: {where.english}.", f"没有这样的事实。范围：{where.chinese}。")


def page(shown: int, total: int, cursor: str) -> Phrase:
    """More facts than one list shows."""
    return Phrase(
        f"{shown} of {total}; the next: --cursor {cursor}", f"共 {total} 条，以上 {shown} 条；接着看：--cursor {cursor}"
    )


def looked_at(restrictions: Iterable[str]) -> Phrase:
    """What was counted."""
    where = in_force(restrictions)
    return Phrase(f"Looked at: {where.english}.", f"范围：{where.chinese}。")


def left_out(facts: int) -> Phrase:
    """A drawing has not everything."""
    return Phrase(f"{facts} facts left out; --limit shows more.", f"另有 {facts} 条事实未画出；--limit 可以多画。")


def failed(chapter: str, reason: str) -> tuple[Phrase, Phrase]:
    """A chapter that could not be read, and why: errors are told in English only, and stand by themselves in Chinese."""
    return Phrase(f"{chapter}: {reason}", chapter), Phrase("", reason)


def counts(*, chapters: int, passages: int, entities: int, facts: int, mentions: int) -> tuple[tuple[Phrase, str], ...]:
    """The rows of a work's numbers."""
    return (
        (Phrase("chapters", "章"), f"{chapters:,}"),
        (Phrase("passages", "段落"), f"{passages:,}"),
        (Phrase("entities", "实体"), f"{entities:,}"),
        (Phrase("facts", "事实"), f"{facts:,}"),
        (Phrase("mentions", "提及"), f"{mentions:,}"),
    )


def count_columns(fields: Sequence[str], kind: HitKind) -> tuple[Phrase, ...]:
    """The heads of grouped counts."""
    return (*map(field_named, fields), Phrase(f"{KINDS[kind].english} count", f"{KINDS[kind].chinese}数"))


def in_force(restrictions: Iterable[str]) -> Phrase:
    """What a scope leaves out, as a person says it."""
    return joined(map(_restriction, restrictions), english="; ", chinese="；")


def _restriction(one: str) -> Phrase:
    word, _, rest = one.partition(" ")
    if word == "ended":
        return _ENDED
    if word == "layers":
        named = [LAYERS[Layer(layer)] for layer in rest.split(", ")]
        return joined(named, chinese="、")
    if word == "told_by":
        return Phrase(f"told by {rest}", f"只讲到第 {rest} 章" if rest.isdigit() else f"只讲到「{rest}」")
    if word == "as_of":
        return Phrase(f"as of {rest}", f"故事时间「{rest}」")
    if word == "pov":
        return Phrase(f"known to {rest}", f"只含 {rest} 所知")
    return Phrase(f"at revision {rest}", f"版本 {rest}") if word == "at_revision" else same(one)


def nothing_found(found: SearchResults) -> tuple[Phrase, ...]:
    """An empty answer, line by line: how much was looked at, what the scope left out, and what was not as usual.

    What was not as usual is told in English only, and stands by itself in Chinese.
    """
    one = found.searched
    where = in_force(one.filters)
    said = (
        Phrase(f"Nothing found for “{found.query}”", f"没有找到「{found.query}」"),
        _held(one.stored or {}, {arm.kind for arm in one.arms}),
        Phrase(f"Looked at: {where.english}", f"范围：{where.chinese}"),
        Phrase(one.note, "要找的词里没有字母、汉字或数字，只查了名字") if one.note else SILENT,
        *(Phrase(words, "") for words in one.degraded),
    )
    english = ". ".join(part.english.rstrip(".") for part in said if part)
    chinese = "。".join(part.chinese for part in said if part.chinese)
    beside = Phrase("", "检索未能照常进行：") if one.degraded else SILENT
    return Phrase(f"{english}.", f"{chinese}。"), beside, *(Phrase("", words) for words in one.degraded)


def _held(stored: Mapping[HitKind, int], kinds: set[HitKind]) -> Phrase:
    numbers = [counted(number, kind.value) for kind, number in stored.items() if kind in kinds]
    held = joined(numbers, chinese="、")
    return Phrase(f"The work holds {held.english}", f"作品中共有 {held.chinese}") if numbers else SILENT
