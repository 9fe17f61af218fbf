"""What is said of edits, decisions and revisions, and of what they change in memory."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from episodic.cli.wording.names import ISSUES, predicate_named, type_named
from episodic.cli.wording.phrase import SILENT, Phrase, same
from episodic.model.asserted import Act, ActKind, Correction
from episodic.model.graph import Entity, IssueKind

ALREADY = Phrase("It is so already; nothing was done.", "已经如此，什么也没有做。")
NOTHING_CHANGED = Phrase("Nothing changed in memory.", "记忆没有变化。")
NOTHING_REMOVED = Phrase("Nothing was removed.", "什么也没有移除。")
NO_DECISIONS = Phrase("No decisions.", "还没有作者的决定。")
WORDS_GONE = Phrase("  its words are gone", "  原文已不在")
REDO_MARK = Phrase("redo", "可重做")

REMOVED = Phrase("removed", "移除")
MERGED = Phrase("merged", "合并")
SPLIT = Phrase("split", "拆分")
CORRECTED = Phrase("corrected", "更正")
LOCKED = Phrase("locked", "锁定")
RETRACTED = Phrase("retracted", "收回")
ADDED = Phrase("added", "补充")
WOULD_BE_ADDED = Phrase("would be added", "将补充")
WAIVED = Phrase("waived", "放行")
REVOKED = Phrase("revoked", "取消")
MOVED = Phrase("moved", "移动")
RENAMED = Phrase("renamed", "改名")
PROMOTED = Phrase("promoted", "转为正文")
TOOK_BACK = Phrase("took back", "撤销")
MADE_AGAIN = Phrase("made again", "重做")

DIFF_ADDED = Phrase("added", "新增")
DIFF_RETIRED = Phrase("retired", "撤下")
DIFF_ENDED = Phrase("ended", "终结")
DIFF_REOPENED = Phrase("open again", "重新成立")
DIFF_UNITED = Phrase("united", "合为一个")
DIFF_SPLIT = Phrase("split", "一分为二")
DIFF_NEW = Phrase("new", "新出现")
DIFF_GONE = Phrase("gone", "不再出现")
DIFF_ISSUE = Phrase("new issue", "新疑点")
DIFF_SETTLED = Phrase("issue settled", "疑点消除")
DIFF_WORDS = (
    *(DIFF_ADDED, DIFF_RETIRED, DIFF_ENDED, DIFF_REOPENED, DIFF_UNITED),
    *(DIFF_SPLIT, DIFF_NEW, DIFF_GONE, DIFF_ISSUE, DIFF_SETTLED),
)

FURTHER_NAMES = 2
"""So many further names tell which of two entities of one name is meant."""

ACTS: Mapping[ActKind, Phrase] = {
    ActKind.MERGE: Phrase("merge", "合并"),
    ActKind.SPLIT: Phrase("split", "拆分"),
    ActKind.LOCK: Phrase("lock", "锁定"),
    ActKind.CORRECT: Phrase("correct", "更正"),
    ActKind.WAIVE: Phrase("waive", "放行"),
    ActKind.RETRACT: Phrase("retract", "收回"),
    ActKind.ADD: Phrase("add", "补充"),
}
CORRECTIONS: Mapping[Correction, Phrase] = {
    Correction.NAME: Phrase("name", "名字"),
    Correction.ALIAS: Phrase("alias", "别名"),
    Correction.NOT_ALIAS: Phrase("not alias", "非别名"),
    Correction.TYPE: Phrase("type", "类型"),
    Correction.PREDICATE: Phrase("predicate", "关系"),
    Correction.FACT: Phrase("fact", "事实"),
}


def remove_question(title: str) -> Phrase:
    """Whether a chapter is to be taken back."""
    return Phrase(f"Remove chapter {title!r}?", f"移除「{title}」这一章？")


def moved_to(title: str, ordinal: int) -> Phrase:
    """A chapter that is told elsewhere."""
    return Phrase(f"{title}, now [{ordinal}]", f"{title}，现为 [{ordinal}]")


def corrected(what: str, kind: Correction, said: str) -> Phrase:
    """What was set right of somebody."""
    words = type_named(said) if kind is Correction.TYPE else same(said)
    named = CORRECTIONS[kind]
    return Phrase(f"{what}: {named.english} {words.english}", f"{what}，{named.chinese} {words.chinese}")


def unchanged_at(revision: int) -> Phrase:
    """An edit that changes nothing that is remembered."""
    return Phrase(f"Revision {revision}. {NOTHING_CHANGED.english}", f"版本 {revision}。{NOTHING_CHANGED.chinese}")


def typed(one: Entity) -> Phrase:
    """Somebody or something, with its type."""
    kind = type_named(one.type)
    return Phrase(f"{one.name} ({kind.english})", f"{one.name}（{kind.chinese}）")


def became(one: Entity, arrow: str, other: Entity, *, kind: str) -> Phrase:
    """One who became another, or part of another, with a type; of two who go by one name, the other's further names tell which."""
    named = type_named(kind)
    borne = {alias.text for alias in one.aliases} | {other.name}
    further = [alias.text for alias in other.aliases if alias.text not in borne] if one.name == other.name else []
    both = f"{one.name} {arrow} {' = '.join([other.name, *further[:FURTHER_NAMES]])}"
    return Phrase(f"{both} ({named.english})", f"{both}（{named.chinese}）")


def more(number: int, what: Phrase) -> Phrase:
    """Changes that a summary leaves out."""
    return Phrase(f"  … and {number} more {what.english}", f"  …… 另有 {number} 条{what.chinese}")


def act_named(one: Act) -> Phrase:
    """What kind of decision it is."""
    kind = ACTS[one.kind]
    more_of_it = SILENT if one.correction is None else CORRECTIONS[one.correction]
    return Phrase(f"{kind.english} {more_of_it.english}".rstrip(), f"{kind.chinese}{more_of_it.chinese}")


def act_text(one: Act) -> Phrase:
    """What a decision says, in its own words; of an issue that may stand, its kind."""
    if one.kind is ActKind.WAIVE and one.text in {*IssueKind}:
        return Phrase(one.text, ISSUES[IssueKind(one.text)].chinese)
    return type_named(one.text) if one.correction is Correction.TYPE else same(one.text)


def reasoned(reason: str) -> Phrase:
    """Why."""
    return Phrase(f"({reason})", f"（{reason}）") if reason else SILENT


def _of_predicate(name: str) -> str:
    return f"更正关系 {predicate_named(name).chinese}"


def _of_somebody(what: str, kind: str, said: str) -> str:
    return f"更正 {corrected(what, Correction(kind), said).chinese}"


_DONE: Mapping[str, Callable[..., str]] = {
    r"add (\d+) facts": "补充 {} 条事实".format,
    r"add (.*)": "加入 {}".format,
    r"replace (.*)": "替换 {}".format,
    r"reread (.*)": "重读 {}".format,
    r"failed (.*)": "未读成 {}".format,
    r"insert (.*)": "插入 {}".format,
    r"move (.*)": "移动 {}".format,
    r"rename (.*)": "改名 {}".format,
    r"remove (.*)": "移除 {}".format,
    r"promote (.*)": "转为正文 {}".format,
    r"undo (\d+)": "撤销版本 {}".format,
    r"redo (\d+)": "重做版本 {}".format,
    r"merge (.*) and (.*)": "合并 {} 和 {}".format,
    r"split (.*)": "拆分 {}".format,
    r"lock": "锁定一条事实".format,
    r"retract": "收回一条事实".format,
    r"correct a fact": "更正一条事实".format,
    r"correct the predicate (.*)": _of_predicate,
    r"correct (.*): (name|alias|not_alias|type) (.*)": _of_somebody,
    r"waive an issue": "放行一处疑点".format,
    r"revoke a decision": "取消一项决定".format,
    r"arrange ?(.*)": "整理书稿 {}".format,
    r"describe chapters": "更新章节说明".format,
    r"change the settings": "更改设置".format,
    r"spread order keys": "重排章序".format,
    r"questions of other layers": "其他层的疑问".format,
}
"""What commits are called in Chinese, by what they are called where they are kept, which is in English."""


def done(action: str) -> Phrase:
    """What a commit did, or several, as `undo` names them."""
    return Phrase(action, "；".join(map(_done, action.split("; "))))


def _done(action: str) -> str:
    for pattern, said in _DONE.items():
        found = re.fullmatch(pattern, action, re.DOTALL)
        if found is not None:
            return said(*found.groups()).rstrip()
    return action
