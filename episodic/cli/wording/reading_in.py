"""What is said before, while and after chapters are read in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from episodic.cli.wording.phrase import SILENT, Phrase, joined, plural, same
from episodic.pipeline.report import Outcome, Stage
from episodic.text.findings import Finding, FindingKind

OUTCOMES: Mapping[Outcome, Phrase] = {
    Outcome.ADDED: Phrase("added", "加入"),
    Outcome.REPLACED: Phrase("replaced", "替换"),
    Outcome.UNCHANGED: Phrase("unchanged", "未变"),
    Outcome.REMOVED: Phrase("removed", "移除"),
    Outcome.MOVED: Phrase("moved", "移动"),
    Outcome.RENAMED: Phrase("renamed", "改名"),
    Outcome.REREAD: Phrase("reread", "重读"),
    Outcome.FAILED: Phrase("failed", "未读成"),
}
STAGES: Mapping[Stage, Phrase] = {
    Stage.ENTITIES: Phrase("who is there", "有谁有什么"),
    Stage.FACTS: Phrase("what is said", "说了什么"),
    Stage.QUESTIONS: Phrase("open questions", "核对疑问"),
    Stage.SAVING: Phrase("saving", "保存"),
}
STARTING = Phrase("starting", "准备")
LEFT = Phrase("left", "剩余")
_ABOUT: Mapping[FindingKind, str] = {
    FindingKind.NUMBERS_MISSING: "缺少的章号：{}。",
    FindingKind.NUMBER_REPEATED: "这些章的编号重复：{}。",
    FindingKind.NUMBERS_OUT_OF_ORDER: "这些章的编号次序不对：{}。",
    FindingKind.CONTENTS_SKIPPED: "跳过了目录页。",
    FindingKind.TITLE_REPEATED: "正文里重复的章名（页眉）当作文字处理：{}。",
    FindingKind.FRONT_MATTER_LEFT_OUT: "不是正文，没有读入：{}",
    FindingKind.CHAPTER_WITHOUT_TEXT: "这些章只有标题，没有正文：{}。",
    FindingKind.SPLIT_BY_SIZE: "没有找到章节标题，已按长短在段落之间切分。",
    FindingKind.CONTROL_CHARACTERS: "{} 里有控制字符，照原样保留。",
    FindingKind.DAMAGED_CHARACTERS: "{} 里有损坏的字符，显示为 U+FFFD（�）。",
    FindingKind.FILE_SKIPPED: "没有可读的文字，已略过：{}。",
    FindingKind.NOTES_LEFT_OUT: "脚注和尾注没有读入，共 {} 条。",
}
"""What was noticed in a manuscript, in Chinese: it tells of what the finding is about."""
_FORMATS = {"plain text": "纯文本", "Word document": "Word 文档"}
_FOLDER = re.compile(r"folder of (\d+) files?")
_REPLAYED = "recorded replies"
_SHOWN = 20

NO_MODEL = Phrase(
    "No model is set: chapters are read by rules, which find less than a model does. "
    "Set OPENAI_API_KEY and EPISODIC_MODEL (and OPENAI_BASE_URL for another server) to use one.",
    "没有设置模型：章节按规则来读，读出的内容比模型少。"
    "要用模型，请设 OPENAI_API_KEY 和 EPISODIC_MODEL（其他服务再设 OPENAI_BASE_URL）。",
)
NOTHING_READ = Phrase("Nothing was read.", "什么也没有读入。")
NOTHING_TO_READ = Phrase("Nothing to read.", "没有要读的章。")
CALENDARS = Phrase("Calendars of the work: ", "作品的历法：")
REREAD_FOR_CALENDARS = Phrase(
    "Unchanged chapters were not read anew; `episodic reread --every` finds dates of new calendars.",
    "未变的章没有重读；用 `episodic reread --every` 可按新历法找出日期。",
)
JOINED = Phrase("joined with others", "并入他章")
REMOVED = Phrase("removed", "移除")
JOINED_FROM = Phrase("joined:  ", "合并：")
TAKEN_OUT = Phrase("removed: ", "移除：")
KEPT = Phrase("kept:    ", "保留：")
CHAPTER_COLUMNS = (same("#"), Phrase("chapter", "章"), Phrase("characters", "字数"), SILENT)


def new_store(address: str) -> Phrase:
    """A store is made."""
    return Phrase(f"New store: {address}", f"新建存储：{address}")


def manuscript(form: str, encoding: str, *, chapters: int, characters: int) -> Phrase:
    """What a manuscript is: its form, its encoding, its size."""
    folder = _FOLDER.fullmatch(form)
    chinese = f"文件夹（{folder[1]} 个文件）" if folder else _FORMATS.get(form, form)
    return joined(
        (
            Phrase(form, chinese),
            same(encoding),
            Phrase(plural(chapters, "chapter"), f"{chapters:,} 章"),
            Phrase(plural(characters, "character"), f"{characters:,} 字"),
        )
    )


def more_rows(number: int) -> Phrase:
    """Rows that a long preview leaves out."""
    return Phrase(f"({number} more)", f"（另有 {number} 章）")


def noticed(one: Finding) -> Phrase:
    """What was noticed in a manuscript."""
    about = one.about[:_SHOWN]
    return Phrase(one.text, _ABOUT[one.kind].format("、".join(about) + ("……" if len(one.about) > _SHOWN else "")))


def windows(reading: int, whole: int) -> Phrase:
    """A chapter of which only a part is read."""
    return Phrase(f" ({reading} of {whole} windows)", f"（{whole} 段中读 {reading} 段）")


def was(title: str) -> Phrase:
    """A renamed chapter."""
    return Phrase(f"renamed (was {title})", f"改名（原名「{title}」）")


def were(first: str, last: str) -> Phrase:
    """Renamed chapters, from the first to the last; where only one is known, that one."""
    both = " … ".join(one for one in (first, last) if one)
    return Phrase(f"renamed (were {both})", f"改名（原名「{both}」）")


def split_from(title: str) -> Phrase:
    """A chapter that had been a part of another."""
    return Phrase(f"split from {title}", f"从「{title}」分出")


def joined_with(title: str) -> Phrase:
    """A chapter that took another in."""
    return Phrase(f"joined with {title}", f"与「{title}」合并")


def into(title: str, other: str) -> Phrase:
    """A chapter that became part of another."""
    return Phrase(f"{title}, into {other}", f"「{title}」并入「{other}」")


def kept_there(title: str) -> Phrase:
    """A chapter that stays though the manuscript has it no more."""
    return Phrase(f"{title}, which the manuscript has no more", f"{title}，书稿里已经没有")


def resembles(name: str) -> Phrase:
    """Another manuscript of the work is the same, word for word."""
    return Phrase(
        f"Most of these chapters are those of {name!r}, word for word, and would be there twice. "
        f"If this is that manuscript, say so: --manuscript {name!r}",
        f"这些章大多与书稿「{name}」逐字相同，读入后会有两份。如果就是那部书稿，请加上：--manuscript {name!r}",
    )


def tally(counts: Sequence[tuple[int, Phrase]]) -> Phrase:
    """How many chapters become, or became, what."""
    return joined(
        Phrase(f"{count:,} {what.english}", f"{what.chinese} {count:,} 章") for count, what in counts if count
    )


def estimated(model: str, *, calls: int, chapters: int, prompts: int, replies: int) -> Phrase:
    """What a model would be asked at most; tokens."""
    named = "录好的回复" if model == _REPLAYED else model
    return Phrase(
        f"{model} would be asked at most about {plural(calls, 'time')} for {plural(chapters, 'chapter')}: "
        f"{prompts:,} tokens of prompts, {replies:,} of replies ",
        f"读 {chapters:,} 章最多约问「{named}」{calls:,} 次：提示约 {prompts:,} token，回复约 {replies:,} token",
    )


def estimated_so(times: int, characters: int, *, again: bool) -> Phrase:
    """By what rule it is estimated; *again*: the work is there, and other chapters may be asked about."""
    besides = Phrase(
        " Questions of other chapters that this changes are asked besides.", "其他章受到影响的疑问另外计算。"
    )
    return Phrase(
        f"(a token is 4 bytes of text; prompts hold {times} times the text and {characters:,} "
        f"characters a chapter; what is in the cache costs nothing).{besides.english if again else ''}",
        f"（1 token 按 4 字节文字算；提示为正文的 {times} 倍，每章另加 {characters:,} 个字符；缓存里有的不花费）。"
        f"{besides.chinese if again else ''}",
    )


def priced(cost: float, currency: str) -> Phrase:
    """Money, by the user's prices."""
    return Phrase(
        f"At your prices: at most about {cost:,.2f} {currency}.", f"按你设的价格，最多约 {cost:,.2f} {currency}。"
    )


def read_question(chapters: int, work: str, tokens: int) -> Phrase:
    """Whether chapters are to be read; tokens where a model is asked."""
    spending = Phrase(f", for up to {tokens:,} tokens", f"（最多 {tokens:,} token）") if tokens else SILENT
    return Phrase(
        f"read {plural(chapters, 'chapter')} into the work {work!r}{spending.english}",
        f"把 {chapters:,} 章读入作品「{work}」{spending.chinese}",
    )


def move_question(chapters: int) -> Phrase:
    """Whether chapters are to be told elsewhere."""
    return Phrase(f"move {chapters:,}", f"移动 {chapters:,} 章")


def rename_question(chapters: int) -> Phrase:
    """Whether chapters are to be called otherwise."""
    return Phrase(f"rename {chapters:,}", f"改名 {chapters:,} 章")


def take_out_question(titles: Sequence[str]) -> Phrase:
    """Whether chapters are to be taken out."""
    return Phrase(f"take out {', '.join(map(repr, titles))}", f"移除{''.join(f'「{one}」' for one in titles)}")


def asked(parts: Sequence[Phrase]) -> Phrase:
    """All of them as one question; nothing where there is nothing to do."""
    said = joined(parts, english="; ", chinese="；")
    return Phrase(f"{said.english[0].upper()}{said.english[1:]}?", f"{said.chinese}？") if said else SILENT


def stopping(done: int, chapters: int) -> Phrase:
    """Ctrl-C."""
    return Phrase(
        f"Stopping. {done} of {chapters} chapters are saved; the same command goes on from there.",
        f"正在停止。{chapters} 章中已保存 {done} 章；再运行一次同样的命令，就从那里接着读。",
    )


def chapters_read(done: int, chapters: int) -> Phrase:
    """How far it is."""
    return Phrase(f"{done}/{chapters} chapters read", f"已读 {done}/{chapters} 章")


def chapters_done(done: int, chapters: int) -> Phrase:
    """How far it is, in a bar."""
    return Phrase(f"{done}/{chapters} chapters", f"{done}/{chapters} 章")


def held(work: str, counts: Sequence[Phrase], revision: int) -> Phrase:
    """What the work holds now."""
    all_of_it = joined(counts)
    return Phrase(
        f"{work}: {all_of_it.english} (revision {revision})", f"{work}：{all_of_it.chinese}（版本 {revision}）"
    )


def not_believed(number: int) -> Phrase:
    """Things in the replies that were refused."""
    return Phrase(
        f"{plural(number, 'thing')} in the replies {'was' if number == 1 else 'were'} not believed "
        "(a quote that does not stand there, an unknown id).",
        f"回复中有 {number:,} 处不可信，没有采用（引文不在原文里，或编号不存在）。",
    )


def spent(calls: int, *, cached: int, repaired: int, retried: int, tokens: int, money: str) -> Phrase:
    """What the model took."""
    english, chinese = (f", {money}", f"，{money}") if money else ("", "")
    return Phrase(
        f"{plural(calls, 'call')}, {cached:,} from the cache, {repaired:,} repaired, {retried:,} retried: "
        f"{tokens:,} tokens{english}",
        f"调用模型 {calls:,} 次，取自缓存 {cached:,} 次，修正 {repaired:,} 次，重试 {retried:,} 次：{tokens:,} token{chinese}",
    )
