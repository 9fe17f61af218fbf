"""Words and sentence patterns of generated works in Chinese and English."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto


class Frame(Enum):
    """What the subject of a pattern is combined with."""

    PERSON = auto()
    HOME = auto()
    PLACE = auto()
    GIFT = auto()
    VALUE = auto()
    CLAIM = auto()


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence pattern, the predicate that its sentences state, and its frequency."""

    text: str
    predicate: str
    frame: Frame
    weight: int
    marks: tuple[str, ...] = ()
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language. `person`, `place` and `thing` return the name with the given number."""

    person: Callable[[int], str]
    place: Callable[[int], str]
    thing: Callable[[int], str]
    phrases: tuple[Phrase, ...]
    filler: tuple[str, ...]
    weather: tuple[str, ...]
    doing: tuple[str, ...]
    looking_back: str
    scene_break: str
    heading: str
    sentence: re.Pattern[str]
    queries: tuple[str, ...]


_SURNAMES = "林沈赵王苏程陆何裴霍阮吴谢韩唐秦许邓曹田顾方石孟薛雷贺倪汤殷罗毕郝邬安常乐于时傅"
_GIVEN = "远度虎铁海青禾照行简言满龄舟渡平川岳澜云鹤松柏霜梅竹兰菊琴棋书画剑锋玉瑾瑜珂琪瑶"
_PLACE_FIRST = "云雾苇望潮海石风霜月柳桃杏枫桐银铜铁锦绣清浊沧泠寒炎朔北南西龙凤鹿鹤鸦雁沙溪松竹梅兰"
_PLACE_LAST = "城镇村港渡桥岭谷洲湾"
_THING_FIRST = "青赤玄素紫碧墨银铜玉寒旧断残古黄白黑金铁瓷木骨角纹沉暖幽冷"
_THING_LAST = "剑镜笛钟灯印书琴壶扇刀环佩匣鼎"
_ONSETS = "Al Bra Co Dai Ed Fen Gre Hal Il Jos Ker Lu Ma Nel Od Pel Quin Rhe Sim To Ver Wyn Yar Zel".split()
_CODAS = "da m ra n na ric ta len sa s r ne".split()
_FAMILY_FIRST = "Var Hol Mar Ree Sto Tho Va Wi Ash Bro Car Dun Em Fro Ga Har Iv Ke Lor Mo".split()
_FAMILY_LAST = "ga low sh d ne rn le ck by ok row n ber st".split()
_ENGLISH_PLACE = "North Cald Low High East Ferry Stone Red Grey Salt West Wood Oak Elm Mill Fox".split()
_ENGLISH_PLACE_END = "gate mere marsh ford moor hill wick water hall bury".split()


def _chinese_person(number: int) -> str:
    surname, rest = number % len(_SURNAMES), number // len(_SURNAMES)
    given = _GIVEN[rest % len(_GIVEN)] + _GIVEN[(rest // len(_GIVEN) + 3 * surname + rest) % len(_GIVEN)]
    return _SURNAMES[surname] + given


def _chinese_place(number: int) -> str:
    first, rest = number % len(_PLACE_FIRST), number // len(_PLACE_FIRST)
    second = _PLACE_FIRST[(rest // len(_PLACE_LAST) + 7 * first + 1) % len(_PLACE_FIRST)]
    return _PLACE_FIRST[first] + second + _PLACE_LAST[rest % len(_PLACE_LAST)]


def _chinese_thing(number: int) -> str:
    first, rest = number % len(_THING_FIRST), number // len(_THING_FIRST)
    last, more = rest % len(_THING_LAST), rest // len(_THING_LAST)
    return f"{_THING_FIRST[first]}{_PLACE_FIRST[more % len(_PLACE_FIRST)]}{_THING_LAST[last]}"


def _english_person(number: int) -> str:
    first, rest = number % len(_ONSETS), number // len(_ONSETS)
    coda, rest = _CODAS[(rest + first) % len(_CODAS)], rest // len(_CODAS)
    family = _FAMILY_FIRST[(rest + 3 * first) % len(_FAMILY_FIRST)], rest // len(_FAMILY_FIRST)
    return f"{_ONSETS[first]}{coda} {family[0]}{_FAMILY_LAST[family[1] % len(_FAMILY_LAST)]}"


def _english_place(number: int) -> str:
    first, rest = number % len(_ENGLISH_PLACE), number // len(_ENGLISH_PLACE)
    end, more = _ENGLISH_PLACE_END[rest % len(_ENGLISH_PLACE_END)], rest // len(_ENGLISH_PLACE_END)
    return (
        f"{_ENGLISH_PLACE[first]}{end}"
        if not more
        else f"{_FAMILY_FIRST[more % 20]}{more // 20 or ''} {_ENGLISH_PLACE[first]}{end}"
    )


def _english_thing(number: int) -> str:
    first, rest = number % len(_ONSETS), number // len(_ONSETS)
    kinds = "Sword Mirror Bell Lamp Seal Book Harp Ring Knife Cup".split()
    kind, more = kinds[rest % len(kinds)], rest // len(kinds)
    return (
        f"{kind} of {_ONSETS[first]}{_CODAS[more % len(_CODAS)]}{_FAMILY_LAST[more // len(_CODAS) % len(_FAMILY_LAST)]}"
    )


_CHINESE = Words(
    person=_chinese_person,
    place=_chinese_place,
    thing=_chinese_thing,
    phrases=(
        Phrase("{subject}搬到了{object}居住。", "lives_in", Frame.HOME, 14, ("begins",)),
        Phrase("{subject}敬重{object}。", "敬重", Frame.PERSON, 12),
        Phrase("{subject}去了{object}。", "went_to", Frame.PLACE, 18),
        Phrase("{subject}把{object}交给了{recipient}。", "gave", Frame.GIFT, 14, ("to:{recipient}",)),
        Phrase("{subject}拜访了{object}。", "visited", Frame.PERSON, 16),
        Phrase("{subject}救下了{object}。", "rescued", Frame.PERSON, 6),
        Phrase("{subject}与{object}交手。", "fought", Frame.PERSON, 6),
        Phrase(
            "{subject}做了{object}。", "title", Frame.VALUE, 6, ("begins",), ("县令", "都尉", "参军", "主簿", "太守")
        ),
        Phrase("{subject}心里{object}。", "feels", Frame.VALUE, 5, (), ("不安", "欢喜", "愤怒", "悲伤")),
        Phrase("{recipient}说{subject}在{object}。", "located_in", Frame.CLAIM, 3, ("claim:{recipient}",)),
    ),
    filler=(
        "{weather}，{person}{doing}。",
        "{place}外{weather}，谁也没有说话。",
        "{person}{doing}，只听见远处的水声。",
        "{weather}，街上的人渐渐散了。",
    ),
    weather=("风很大", "雨下了一夜", "天色暗下来", "月亮升起来了", "雪停了", "雾还没有散"),
    doing=("望着窗外", "把茶喝完了", "低头不语", "笑了一笑", "点起了灯", "在门口站了很久", "翻开账册"),
    looking_back="那还是许多年以前的事。",
    scene_break="\n\n* * *\n\n",
    heading="第{number}章",
    sentence=re.compile(r"[^。\n]+。"),
    queries=(
        "{sentence}",
        "{subject}住在哪里",
        "{subject} {object}",
        "{subject}",
        "谁把{object}交给了{recipient}？",
        "{weather}的那天谁{doing}",
    ),
)
_ENGLISH = Words(
    person=_english_person,
    place=_english_place,
    thing=_english_thing,
    phrases=(
        Phrase("{subject} moved to {object}. ", "lives_in", Frame.HOME, 14, ("begins",)),
        Phrase("{subject} revered {object}. ", "revered", Frame.PERSON, 12),
        Phrase("{subject} went to {object}. ", "went_to", Frame.PLACE, 18),
        Phrase("{subject} gave {object} to {recipient}. ", "gave", Frame.GIFT, 14, ("to:{recipient}",)),
        Phrase("{subject} visited {object}. ", "visited", Frame.PERSON, 16),
        Phrase("{subject} rescued {object}. ", "rescued", Frame.PERSON, 6),
        Phrase("{subject} fought {object}. ", "fought", Frame.PERSON, 6),
        Phrase(
            "{subject} became {object}. ",
            "title",
            Frame.VALUE,
            6,
            ("begins",),
            ("warden", "captain", "clerk", "steward"),
        ),
        Phrase("{subject} was {object}. ", "feels", Frame.VALUE, 5, (), ("uneasy", "glad", "angry", "sad")),
        Phrase(
            "{recipient} said that {subject} was in {object}. ", "located_in", Frame.CLAIM, 3, ("claim:{recipient}",)
        ),
    ),
    filler=(
        "{weather}, and {person} {doing}. ",
        "Outside {place} {weather}, and nobody spoke a word. ",
        "{person} {doing}, while water ran in the distance. ",
        "{weather}, and the people in the street went home. ",
    ),
    weather=(
        "the wind was high",
        "it had rained all night",
        "the sky grew dark",
        "the moon had risen",
        "the snow had stopped",
    ),
    doing=(
        "looked out of the window",
        "finished the tea",
        "kept silent",
        "smiled a little",
        "lit the lamp",
        "opened the ledger",
    ),
    looking_back="All that had happened many years before. ",
    scene_break="\n\n* * *\n\n",
    heading="Chapter {number}",
    sentence=re.compile(r"[^.\n]+\."),
    queries=(
        "{sentence}",
        "where does {subject} live?",
        "{subject} {object}",
        "{subject}",
        "who gave {object} to {recipient}?",
        "who {doing} when {weather}?",
    ),
)
WORDS: Mapping[str, Words] = {"zh": _CHINESE, "en": _ENGLISH}
