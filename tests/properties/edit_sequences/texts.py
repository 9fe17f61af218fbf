"""Random Chinese and English chapters of sentences that the rule-based reader understands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from episodic.model.episodes import Language


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The parts of the sentences of one language: `{a}` and `{b}` are people, `{p}` is a place, `{n}` is a small
    number.
    """

    people: Sequence[str]
    places: Sequence[str]
    sentences: Sequence[str]
    wordless: Sequence[str]
    """Chapters in which the rules find no statement."""
    titles: Sequence[str]
    space: str


CHINESE = Vocabulary(
    people=("林远", "沈度", "赵虎", "裴照", "何三更", "陆行简"),
    places=("海门城", "云州", "青州", "苇港"),
    sentences=(
        "{a}住在{p}。",
        "{a}搬到{p}。",
        "{a}离开{p}。",
        "次日，{a}搬到{p}。",
        "第{n}日，{a}住在{p}。",
        "第{n}日，{a}死了。",
        "{n}年前，{a}住在{p}。",
        "当年{a}曾住在{p}。",
        "半年之后，{a}回到{p}。",
        "五日后，{a}回到{p}。",
        "建安三年春，{a}住在{p}。",
        "{a}病死于{p}。",
        "{a}死在那一夜的潮水里。",
        "{a}复活了。",
        "{a}杀了{b}。",
        "{a}斩{b}于马下。",
        "{a}梦见{b}死了。",
        "{a}说：“我住在{p}。”",
        "“{b}住在{p}。”{a}说。",
        "“{b}死了。”{a}说。",
        "“我不走。”{a}说。",
        "子安笑道：“走吧。”",
        "{a}，字子安，{p}人。",
        "{a}把铜尺交给{b}。",
        "{a}持有铜尺。",
        "{a}任太守。",
        "{a}不再任太守。",
        "{a}的师父是{b}。",
        "{a}是{b}的父亲。",
        "{a}与{b}成婚。",
        "{a}见到了{b}。",
        "{a}投奔{b}。",
        "{a}恨{b}。",
        "{a}生于{p}。",
        "{a}今年二十岁。",
        "{a}领兵攻{p}。",
        "\n\n* * *\n\n与此同时，{a}杀了{b}。",
        "他住在{p}。",
    ),
    wordless=("* * *\n\n（本章一字未存）\n\n* * *", "潮声。潮声。潮声。", "一"),
    titles=("第一章", "第二章", "第二章 潮声", "尾声"),
    space="",
)
ENGLISH = Vocabulary(
    people=("Tom Reed", "Bess Harrow", "Odile Venn", "Silas Orme", "Mara Quill", "Jonas Hale"),
    places=("Caldmere", "Port Sable", "Harrow Ferry", "Long Fen"),
    sentences=(
        "{a} lived in {p}.",
        "{a} moved to {p}.",
        "{a} left {p}.",
        "The next day {a} moved to {p}.",
        "On day {n} {a} lived in {p}.",
        "On day {n}, {a} died.",
        "Years before, {a} had lived in {p}.",
        "Ten years before, {a} lived in {p}.",
        "Before the war {a} lived in {p}.",
        "Three days later {first} went to {p}.",
        "A fortnight later {a} returned to {p}.",
        "{a} died that night.",
        "{a} came back to life.",
        "{a} killed {b}.",
        "{a} dreamed that {b} died.",
        "{a} said that {b} lived in {p}.",
        '"{b} lived in {p}," said {a}.',
        '"{b} is dead," said {a}.',
        '"I am home," said {a}.',
        "Miss {last} smiled.",
        "Captain {last} lived in {p}.",
        "My brother {first} died.",
        "{a}, called Old {first}, laughed.",
        "{a} gave {b} the brass key.",
        "{a} held the brass key.",
        "{a} was captain of the Heron.",
        "{a} was the brother of {b}.",
        "{a} married {b}.",
        "{a} met {b} in {p}.",
        "{a} helped {b}.",
        "{a} hated {b}.",
        "{a} was born in {p}.",
        "{a} was twenty years old.",
        "{a} had green eyes.",
        "{a} had brown eyes.",
        "{first} lived in {p}.",
        "\n\n* * *\n\nMeanwhile {a} killed {b}.",
        "He walked to {p}.",
        "I lived in {p}.",
    ),
    wordless=("* * *\n\n[This chapter is lost.]\n\n* * *", "Rain. Rain. Rain.", "1"),
    titles=("Chapter 1", "Chapter 2", "Chapter 2: The Ferry", "Epilogue"),
    space=" ",
)
VOCABULARIES: Mapping[Language, Vocabulary] = {Language("zh"): CHINESE, Language("en"): ENGLISH}


def sentence(chance: Random, words: Vocabulary) -> str:
    """Return one random sentence."""
    one, other = chance.sample(words.people, 2)
    parts = one.split(" ")
    return chance.choice(words.sentences).format(
        a=one, b=other, p=chance.choice(words.places), n=chance.randint(3, 30), first=parts[0], last=parts[-1]
    )


def chapter(chance: Random, words: Vocabulary) -> str:
    """Return the text of a random chapter with paragraphs of one to eight sentences. Some sentences have no statement."""
    if chance.random() < 0.08:
        return chance.choice(words.wordless)
    return joined([sentence(chance, words) for _ in range(chance.randint(1, 8))], words, breaks=_breaks(chance))


def edited(chance: Random, words: Vocabulary, text: str) -> str:
    """Return the text with some paragraphs rewritten, removed, repeated or moved."""
    paragraphs = text.split("\n\n")
    place = chance.randrange(len(paragraphs))
    match chance.randrange(4):
        case 0:
            paragraphs[place] = sentence(chance, words)
        case 1 if len(paragraphs) > 1:
            del paragraphs[place]
        case 2:
            paragraphs.insert(chance.randrange(len(paragraphs)), paragraphs[place])
        case _:
            paragraphs.append(paragraphs.pop(place))
            paragraphs.append(sentence(chance, words))
    found = "\n\n".join(paragraphs)
    return found if any(one.isalnum() for one in found) else chapter(chance, words)


def joined(sentences: Sequence[str], words: Vocabulary, *, breaks: Callable[[], str | None]) -> str:
    """Return the sentences as a text. *breaks* are the separators between the sentences (None: a space)."""
    text = sentences[0]
    for one in sentences[1:]:
        between = breaks()
        text += (words.space if between is None else between) + one
    return text


def _breaks(chance: Random) -> Callable[[], str | None]:
    return lambda: chance.choices((None, "\n\n", "\n\n* * *\n\n"), (0.7, 0.25, 0.05))[0]
