"""The sentences of generated novels in both languages, and the rows that a reader writes of them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from benchmarks.told_world import Key


@dataclass(frozen=True, slots=True)
class Form:
    """A sentence about a change or a state, in Chinese and in English, and its row. `past` is the sentence of a look back.
    The parts of the row are slots, and `marks` have slots in braces. `object` is "" if the row has neither object nor value.
    """

    zh: str
    zh_past: str
    en: str
    en_past: str
    subject: str
    predicate: str
    object: str = ""
    marks: tuple[str, ...] = ()

    def text(self, language: str, *, past: bool = False) -> str:
        """Return the sentence with its slots, without the full stop."""
        if language == "zh":
            return self.zh_past if past else self.zh
        return self.en_past if past else self.en


CHANGES: Final[Mapping[str, Form]] = {
    "move": Form(
        "{s}搬到{o}", "{s}已搬到{o}", "{s} moved to {o}", "{s} had moved to {o}", "s", "lives_in", "o", ("begins",)
    ),
    "arrive": Form("{s}来到{o}", "{s}已来到{o}", "{s} came to {o}", "{s} had come to {o}", "s", "arrived_at", "o"),
    "leave": Form("{s}离开{o}", "{s}已离开{o}", "{s} left {o}", "{s} had left {o}", "s", "left", "o"),
    "find": Form("{s}捡到{o}", "{s}已捡到{o}", "{s} found {o}", "{s} had found {o}", "s", "took", "o"),
    "give": Form(
        "{s}把{o}送给{r}",
        "{s}已把{o}送给{r}",
        "{s} gave {o} to {r}",
        "{s} had given {o} to {r}",
        "s",
        "gave",
        "o",
        ("to:{r}",),
    ),
    "steal": Form(
        "{s}从{r}那里偷走{o}",
        "{s}已从{r}那里偷走{o}",
        "{s} stole {o} from {r}",
        "{s} had stolen {o} from {r}",
        "s",
        "took",
        "o",
        ("from:{r}",),
    ),
    "lose": Form("{s}弄丢了{o}", "{s}已弄丢了{o}", "{s} lost {o}", "{s} had lost {o}", "s", "lost", "o"),
    "marry": Form(
        "{s}与{o}成亲", "{s}已与{o}成亲", "{s} married {o}", "{s} had married {o}", "s", "married_to", "o", ("begins",)
    ),
    "part": Form(
        "{s}与{o}和离",
        "{s}已与{o}和离",
        "{s} was divorced from {o}",
        "{s} had been divorced from {o}",
        "s",
        "married_to",
        "o",
        ("ends",),
    ),
    "die": Form("{s}死了", "{s}已经死了", "{s} died", "{s} had died", "s", "dead", "", ("begins",)),
    "kill": Form("{s}杀死{o}", "{s}已杀死{o}", "{s} killed {o}", "{s} had killed {o}", "s", "killed", "o"),
    "rise": Form(
        "{s}升为{v}", "{s}已升为{v}", "{s} was made {v}", "{s} had been made {v}", "s", "rank", "v", ("begins",)
    ),
    "appoint": Form(
        "{s}任命{o}为{v}",
        "{s}已任命{o}为{v}",
        "{s} appointed {o} {v}",
        "{s} had appointed {o} {v}",
        "s",
        "appointed",
        "o",
        ("q:{v}",),
    ),
    "dismiss": Form(
        "{s}不再担任{v}",
        "{s}已不再担任{v}",
        "{s} was dismissed as {v}",
        "{s} had been dismissed as {v}",
        "s",
        "title",
        "v",
        ("ends",),
    ),
    "lead": Form(
        "{s}当上{o}的首领",
        "{s}已当上{o}的首领",
        "{s} became the head of {o}",
        "{s} had become the head of {o}",
        "s",
        "leads",
        "o",
        ("begins",),
    ),
    "join": Form(
        "{s}加入{o}", "{s}已加入{o}", "{s} joined {o}", "{s} had joined {o}", "s", "member_of", "o", ("begins",)
    ),
    "quit": Form("{s}退出{o}", "{s}已退出{o}", "{s} left {o}", "{s} had left {o}", "s", "left", "o"),
    "ally": Form(
        "{s}与{o}结盟",
        "{s}已与{o}结盟",
        "{s} became an ally of {o}",
        "{s} had become an ally of {o}",
        "s",
        "ally_of",
        "o",
        ("begins",),
    ),
    "foe": Form(
        "{s}与{o}反目为敌",
        "{s}已与{o}反目为敌",
        "{s} became an enemy of {o}",
        "{s} had become an enemy of {o}",
        "s",
        "enemy_of",
        "o",
        ("begins",),
    ),
    "learn": Form(
        "{s}得知{v}",
        "{s}已得知{v}",
        "{s} learned that {v}",
        "{s} had learned that {v}",
        "s",
        "knows_that",
        "v",
        ("begins",),
    ),
    "jail": Form(
        "{s}被关进{o}的牢房",
        "{s}已被关进{o}的牢房",
        "{s} was locked up in {o}",
        "{s} had been locked up in {o}",
        "s",
        "imprisoned_in",
        "o",
        ("begins",),
    ),
    "free": Form("{s}把{o}救出牢房", "{s}已把{o}救出牢房", "{s} freed {o}", "{s} had freed {o}", "s", "rescued", "o"),
}
"""The sentences of changes by their verb."""
STATES: Final[Mapping[str, Form]] = {
    "home": Form("{s}住在{o}", "{s}从前住在{o}", "{s} lived in {o}", "{s} had lived in {o}", "s", "lives_in", "o"),
    "where": Form("{s}在{o}", "{s}曾在{o}", "{s} was in {o}", "{s} had been in {o}", "s", "located_in", "o"),
    "holder": Form("{o}在{s}手里", "{o}从前在{s}手里", "{s} kept {o}", "{s} had kept {o}", "s", "holds", "o"),
    "spouse": Form(
        "{o}是{s}的配偶",
        "{o}从前是{s}的配偶",
        "{o} was the spouse of {s}",
        "{o} had been the spouse of {s}",
        "s",
        "married_to",
        "o",
    ),
    "rank": Form(
        "{s}的军衔是{v}", "{s}从前的军衔是{v}", "{s} ranked as {v}", "{s} had ranked as {v}", "s", "rank", "v"
    ),
    "office": Form("{s}担任{v}", "{s}从前担任{v}", "{s} served as {v}", "{s} had served as {v}", "s", "title", "v"),
    "leader": Form(
        "{s}率领{o}", "{s}从前率领{o}", "{s} was the head of {o}", "{s} had been the head of {o}", "s", "leads", "o"
    ),
    "member": Form(
        "{s}是{o}的人", "{s}从前是{o}的人", "{s} belonged to {o}", "{s} had belonged to {o}", "s", "member_of", "o"
    ),
}
"""The sentences of states by the kind of their key."""
IMAGINED: Final[Mapping[str, Form]] = {
    "claim": Form("{h}撒谎说{s}住在{o}", "", "{h} lied that {s} lived in {o}", "", "s", "lives_in", "o"),
    "dream": Form("{h}梦见{s}住在{o}", "", "{h} dreamt that {s} lived in {o}", "", "s", "lives_in", "o"),
    "wish": Form(
        "{h}盼望{s}搬到{o}", "", "{h} wished that {s} would move to {o}", "", "s", "lives_in", "o", ("begins",)
    ),
}
"""The sentences of what is not so, by the scope of their statement."""
PLANNED: Final[Mapping[str, Form]] = {
    "plan": Form("{s}打算搬到{o}", "", "{s} meant to move to {o}", "", "s", "lives_in", "o", ("begins",)),
    "denied": Form("{s}没有搬到{o}", "", "{s} did not move to {o}", "", "s", "lives_in", "o", ("denied",)),
}
"""The sentences of plans and of plans that come to nothing."""
INTRODUCED: Final[Mapping[str, Mapping[str, str]]] = {
    "tale": {"zh": "{s}讲起旧事", "en": "{s} told a tale of old times"},
    "letter": {"zh": "{s}的信是这样写的", "en": "{s} had written a letter"},
}
"""The sentences before a tale or a letter."""
TAILS: Final[Mapping[str, tuple[str, ...]]] = {
    "zh": (
        "",
        "，谁也不觉得奇怪",
        "，大家都看见了",
        "，没有多说一句话",
        "，事情就这样定了",
        "，街坊都知道",
        "，雨下个不停",
        "，狗叫个不停",
    ),
    "en": (
        "",
        ", and nobody wondered",
        ", and that was that",
        ", as everybody saw",
        ", to nobody's surprise",
        ", in spite of the rain",
        ", and the dogs barked",
        ", without a word",
    ),
}
"""Ends of sentences, by which sentences of equal content differ."""
MONTH_DAYS: Final = (28, 31)
FILLERS: Final[Mapping[str, tuple[str, ...]]] = {
    "zh": (
        "外面的风很大，院子里的树影在墙上晃来晃去。",
        "谁也没有再说话，只听见远处的水声。",
        "炉火慢慢暗下去，屋里越来越冷。",
    ),
    "en": (
        "The wind was high outside and the shadows of the trees went to and fro upon the wall.",
        "Nobody spoke a word, and one heard nothing but the distant water.",
        "The fire burned low and the room grew colder.",
    ),
}
MONTHS: Final = "January February March April May June July August September October November December".split()
_DIGITS: Final = "零一二三四五六七八九十"


def slots_of(key: Key, value: str) -> dict[str, str]:
    """Return the names of the sentence about a state."""
    match key.kind:
        case "holder" | "leader":
            return {"s": value, "o": key.of}
        case "rank" | "office" | "knows":
            return {"s": key.of.split("|")[0], "v": value}
        case _:
            return {"s": key.of.split("|")[0], "o": value}


def counted(number: int, language: str) -> str:
    """Return a small number in words."""
    if language == "en":
        return "zero one two three four five six seven eight nine ten eleven twelve".split()[number]
    if number == 2:
        return "两"
    return _DIGITS[number] if number <= 10 else f"十{_DIGITS[number - 10]}"


def full_date(day: int, language: str) -> str:
    """Return the words of a day, at the opening of a sentence."""
    of = date.fromordinal(day)
    return f"{of.year}年{of.month}月{of.day}日" if language == "zh" else f"On {of.day} {MONTHS[of.month - 1]} {of.year}"


def month_words(day: int, language: str) -> str:
    """Return the words of a month without its year, at the opening of a sentence."""
    of = date.fromordinal(day)
    return (
        f"{_DIGITS[of.month] if of.month <= 10 else '十' + _DIGITS[of.month - 10]}月"
        if language == "zh"
        else f"In {MONTHS[of.month - 1]}"
    )


def days_later(days: int, language: str) -> str:
    """Return the words that count from the moment told before, at the opening of a sentence."""
    if language == "zh":
        return "次日" if days == 1 else f"{counted(days, language)}天后"
    return "The next day" if days == 1 else f"{counted(days, language).capitalize()} days later"


def days_before(days: int, language: str) -> str:
    """Return the words of a look back by some days, at the opening of a sentence."""
    if language == "zh":
        return "前一天" if days == 1 else f"{counted(days, language)}天前"
    return "The day before" if days == 1 else f"{counted(days, language).capitalize()} days before"


def months_later(months: int, language: str) -> str:
    """Return the words that count months from the moment told before, at the opening of a sentence."""
    if language == "zh":
        return f"{counted(months, language)}个月后" if months > 1 else "一个月后"
    return "A month later" if months == 1 else f"{counted(months, language).capitalize()} months later"


def since_words(day: int, language: str) -> str:
    """Return the words that say since when a state holds."""
    if language == "zh":
        return f"自{full_date(day, language)}起"
    return f"since {full_date(day, language).removeprefix('On ')}"


def sentence(
    form: Form, names: Mapping[str, str], language: str, *, opening: str = "", since: str = "", past: bool = False
) -> str:
    """Return the sentence of a form, with time words at its opening, or with the day since when a state holds."""
    body = form.text(language, past=past or (bool(since) and language == "en")).format(**names)
    if since and language == "zh":
        body = f"{since}，{body}"
    elif since:
        body = f"{body} {since}"
    if opening:
        return joined(opening, f"{body}{stop(language)}", language)
    return f"{body[:1].upper()}{body[1:]}{stop(language)}"


def joined(opening: str, body: str, language: str) -> str:
    """Return a sentence with time words at its opening."""
    return f"{opening}{'，' if language == 'zh' else ', '}{body}"


def stop(language: str) -> str:
    """Return the full stop of a language."""
    return "。" if language == "zh" else "."


def filler(chance: random.Random, language: str) -> str:
    """Return a sentence that tells of nothing."""
    return chance.choice(FILLERS[language])
