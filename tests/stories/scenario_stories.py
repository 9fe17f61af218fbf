"""Stories of the scenarios S1 to S10, each in Chinese and in English, with scripted readings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from episodic.model.episodes import Chapter
from episodic.model.settings import CalendarDefinition, Era, Month, WorkSettings
from tests.stories.script import Says, Script

LANGUAGES: Final = ("zh", "en")


@dataclass(frozen=True)
class Tale:
    """Chapters, their statements, and the words that a test uses in questions."""

    chapters: tuple[Chapter, ...]
    script: Script
    words: dict[str, str]
    settings: WorkSettings | None = None


def chapter(number: int, text: str) -> Chapter:
    return Chapter(text, key=f"ch{number}", title=f"ch{number}", number=number)


def moving(language: str) -> Tale:
    """Scenarios S1 to S3 and S8: a move with dates, and an older home that is narrated late."""
    if language == "zh":
        texts = (
            "第十日，林河住在海港。\n",
            "第二十日，林河住在京城。\n",
            "第三十日，老人们坐在井边说话。\n\n许多年前，林河住在山村。\n",
        )
        people = {"林河": "Person", "海港": "Place", "京城": "Place", "山村": "Place"}
        home, years = "居住于", "许多年前"
        sentences = {
            "林河住在海港": [Says("林河", home, "海港")],
            "林河住在京城": [Says("林河", home, "京城")],
            "许多年前，林河住在山村": [Says("林河", home, "山村", time=years)],
        }
        rewritten = "第二十日，林河在海港看船。\n"
        words = {"who": "林河", "harbor": "海港", "capital": "京城", "village": "山村", "rewritten": rewritten}
        words |= {"day": "第{}日", "before": "公元前"}
    else:
        texts = (
            "On day 10, Lin lived in Harbor.\n",
            "On day 20, Lin lived in Capital.\n",
            "On day 30, the old men sat by the well and talked.\n\nYears before, Lin lived in Village.\n",
        )
        people = {"Lin": "Person", "Harbor": "Place", "Capital": "Place", "Village": "Place"}
        home, years = "lives_in", "Years before"
        sentences = {
            "Lin lived in Harbor": [Says("Lin", home, "Harbor")],
            "Lin lived in Capital": [Says("Lin", home, "Capital")],
            "Years before, Lin lived in Village": [Says("Lin", home, "Village", time=years)],
        }
        rewritten = "On day 20, Lin watched the ships in Harbor.\n"
        words = {"who": "Lin", "harbor": "Harbor", "capital": "Capital", "village": "Village", "rewritten": rewritten}
        words |= {"day": "day {}"}
    script = Script(people, sentences, frames={years: "flashback"})
    return Tale(tuple(chapter(number, text) for number, text in enumerate(texts, 1)), script, words)


def fire(language: str) -> Tale:
    """Scenario S4: a day that is counted from an event whose date a later chapter gives."""
    if language == "zh":
        texts = ("大火后第三日，林河见到了阿梅。\n", "那场大火发生在第100日，大火烧毁了磨坊。\n")
        people = {"林河": "Person", "阿梅": "Person", "磨坊": "Place", "大火": "Concept"}
        sentences = {
            "大火后第三日，林河见到了阿梅": [Says("林河", "相遇", "阿梅", time="大火后第三日")],
            "那场大火发生在第100日": [Says("大火", "发生", value="发生了", time="第100日", event="大火")],
        }
        words = {"who": "林河", "other": "阿梅"}
    else:
        texts = (
            "On the third day after the fire, Lin met Mei.\n",
            "The fire broke out on day 100 and took the mill.\n",
        )
        people = {"Lin": "Person", "Mei": "Person", "mill": "Place", "fire": "Concept"}
        sentences = {
            "On the third day after the fire, Lin met Mei": [
                Says("Lin", "met", "Mei", time="On the third day after the fire")
            ],
            "The fire broke out on day 100": [
                Says("fire", "happened", value="broke out", time="on day 100", event="the fire")
            ],
        }
        words = {"who": "Lin", "other": "Mei"}
    return Tale(tuple(chapter(n, t) for n, t in enumerate(texts, 1)), Script(people, sentences), words)


def eyes(language: str) -> Tale:
    """Scenario S7: two values of an unchanging predicate, both without a time."""
    if language == "zh":
        texts = ("林河的眼睛是绿色的。\n", "人人都知道，林河的眼睛是褐色的。\n")
        people = {"林河": "Person"}
        sentences = {
            "林河的眼睛是绿色的": [Says("林河", "眼睛颜色", value="绿色")],
            "林河的眼睛是褐色的": [Says("林河", "眼睛颜色", value="褐色")],
        }
        words = {"who": "林河", "first": "林河的眼睛是绿色的", "second": "林河的眼睛是褐色的"}
    else:
        texts = ("Lin had green eyes.\n", "As everybody knew, Lin had brown eyes.\n")
        people = {"Lin": "Person"}
        sentences = {
            "Lin had green eyes": [Says("Lin", "eye_colour", value="green")],
            "Lin had brown eyes": [Says("Lin", "eye_colour", value="brown")],
        }
        words = {"who": "Lin", "first": "Lin had green eyes", "second": "Lin had brown eyes"}
    return Tale(tuple(chapter(n, t) for n, t in enumerate(texts, 1)), Script(people, sentences), words)


def sword(language: str) -> Tale:
    """Scenario S9: two holders in undated tales, whose order a later chapter states."""
    if language == "zh":
        texts = (
            "老人讲了一个故事：断剑在林河手里。\n",
            "另一个老人讲了一个故事：断剑在吴海手里。\n",
            "林河得剑之后一年，吴海夺走了断剑。\n",
        )
        people = {"林河": "Person", "吴海": "Person", "断剑": "Item"}
        sentences = {
            "断剑在林河手里": [Says("林河", "持有", "断剑", event="林河得剑")],
            "断剑在吴海手里": [Says("吴海", "持有", "断剑")],
            "林河得剑之后一年，吴海夺走了断剑": [Says("吴海", "持有", "断剑", phase="begins", time="林河得剑之后一年")],
        }
        frames = {"老人讲了一个故事：断剑在林河": "tale!", "另一个老人": "tale!"}
        words = {"item": "断剑", "first": "林河", "second": "吴海"}
    else:
        texts = (
            "An old man told a tale: the sword was Lin's.\n",
            "Another old man told a tale: the sword was Wu's.\n",
            "Wu took the sword a year after the finding.\n",
        )
        people = {"Lin": "Person", "Wu": "Person", "sword": "Item"}
        sentences = {
            "the sword was Lin's": [Says("Lin", "holds", "sword", event="the finding")],
            "the sword was Wu's": [Says("Wu", "holds", "sword")],
            "Wu took the sword a year after the finding": [
                Says("Wu", "holds", "sword", phase="begins", time="a year after the finding")
            ],
        }
        frames = {"An old man": "tale!", "Another old man": "tale!"}
        words = {"item": "sword", "first": "Lin", "second": "Wu"}
    return Tale(tuple(chapter(n, t) for n, t in enumerate(texts, 1)), Script(people, sentences, frames), words)


def invented(language: str) -> Tale:
    """Scenario S5: years of an invented calendar of 13 months of 28 days."""
    if language == "zh":
        calendar = CalendarDefinition("纪历", (Era("第五纪"),), tuple(Month(f"{n}月", 28) for n in range(1, 14)))
        texts = ("第五纪1349年，林河住在海港。\n", "第五纪12345年，海港沉入海底。\n")
        sentences = {
            "第五纪1349年，林河住在海港": [Says("林河", "居住于", "海港", time="第五纪1349年")],
            "海港沉入海底": [Says("海港", "毁坏", phase="begins", value="沉入海底")],
        }
        people = {"林河": "Person", "海港": "Place"}
        words = {"who": "林河", "place": "海港", "early": "第五纪1349年", "late": "第五纪12345年"}
    else:
        months = tuple(Month(f"Month {n}", 28) for n in range(1, 14))
        calendar = CalendarDefinition("Epochs", (Era("Fifth Epoch"),), months)
        texts = (
            "In Year 1349 of the Fifth Epoch, Lin lived in Harbor.\n",
            "In Year 12345 of the Fifth Epoch, Harbor sank into the sea.\n",
        )
        sentences = {
            "In Year 1349 of the Fifth Epoch, Lin lived in Harbor": [
                Says("Lin", "lives_in", "Harbor", time="In Year 1349 of the Fifth Epoch")
            ],
            "Harbor sank into the sea": [Says("Harbor", "destroyed", phase="begins", value="sunk")],
        }
        people = {"Lin": "Person", "Harbor": "Place"}
        words = {
            "who": "Lin",
            "place": "Harbor",
            "early": "Year 1349 of the Fifth Epoch",
            "late": "Year 12345 of the Fifth Epoch",
        }
    settings = WorkSettings(calendars=(calendar,))
    return Tale(tuple(chapter(n, t) for n, t in enumerate(texts, 1)), Script(people, sentences), words, settings)


def revived(language: str) -> Tale:
    """Scenario S10: a peace that cannot be on its date after the war, and a man who dies, is revived, and acts before
    and after the revival.
    """
    return _revived_zh() if language == "zh" else _revived_en()


def _revived_zh() -> Tale:
    texts = (
        "第十日，阿梅的婚礼在河边举行。婚礼之后五日，大战开始。\n",
        "第十二日，双方议和。大战之后，双方议和。\n",
        "第三十日，江恩死了。\n",
        "第四十日，江恩复活了。\n",
        "第三十五日，江恩见到了阿梅。\n",
        "第四十五日，江恩见到了吴海。\n",
    )
    people = {
        "江恩": "Person",
        "阿梅": "Person",
        "吴海": "Person",
        "婚礼": "Concept",
        "大战": "Concept",
        "双方": "Organization",
    }
    sentences = {
        "第十日，阿梅的婚礼在河边举行": [Says("婚礼", "发生", value="举行", time="第十日", event="婚礼")],
        "婚礼之后五日，大战开始": [Says("大战", "发生", value="开始", time="婚礼之后五日", event="大战")],
        "第十二日，双方议和": [Says("双方", "发生", value="议和", time="第十二日", event="议和")],
        "大战之后，双方议和": [Says("双方", "发生", value="议和", time="大战之后", event="议和")],
        "第三十日，江恩死了": [Says("江恩", "dead", phase="begins", time="第三十日")],
        "第四十日，江恩复活了": [Says("江恩", "dead", phase="ends", time="第四十日")],
        "第三十五日，江恩见到了阿梅": [Says("江恩", "相遇", "阿梅", time="第三十五日")],
        "第四十五日，江恩见到了吴海": [Says("江恩", "相遇", "吴海", time="第四十五日")],
    }
    words = {"loop": "婚礼之后五日|第十日|第十二日|大战之后", "acts": "第三十五日，江恩见到了阿梅"}
    return Tale(tuple(chapter(n, t) for n, t in enumerate(texts, 1)), Script(people, sentences), words)


def _revived_en() -> Tale:
    texts = (
        "On day 10, the wedding was held by the river. Five days after the wedding, the war began.\n",
        "On day 12, both sides made peace. After the war, both sides made peace.\n",
        "On day 30, Jon died.\n",
        "On day 40, Jon was revived.\n",
        "On day 35, Jon met Mei.\n",
        "On day 45, Jon met Wu.\n",
    )
    people = {
        "Jon": "Person",
        "Mei": "Person",
        "Wu": "Person",
        "wedding": "Concept",
        "war": "Concept",
        "sides": "Organization",
    }
    sentences = {
        "On day 10, the wedding was held": [
            Says("wedding", "happened", value="held", time="On day 10", event="the wedding")
        ],
        "Five days after the wedding, the war began": [
            Says("war", "happened", value="began", time="Five days after the wedding", event="the war")
        ],
        "On day 12, both sides made peace": [
            Says("sides", "happened", value="made peace", time="On day 12", event="the peace")
        ],
        "After the war, both sides made peace": [
            Says("sides", "happened", value="made peace", time="After the war", event="the peace")
        ],
        "On day 30, Jon died": [Says("Jon", "dead", phase="begins", time="On day 30")],
        "On day 40, Jon was revived": [Says("Jon", "dead", phase="ends", time="On day 40")],
        "On day 35, Jon met Mei": [Says("Jon", "met", "Mei", time="On day 35")],
        "On day 45, Jon met Wu": [Says("Jon", "met", "Wu", time="On day 45")],
    }
    words = {
        "loop": "On day 10|Five days after the wedding|On day 12|After the war",
        "acts": "On day 35, Jon met Mei",
    }
    return Tale(tuple(chapter(n, t) for n, t in enumerate(texts, 1)), Script(people, sentences), words)
