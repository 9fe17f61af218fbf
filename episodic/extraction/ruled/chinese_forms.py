"""Chinese names that show by their form alone: transliterations, nicknames, consorts, emperors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from episodic.extraction.ruled.chinese_lexicon import HAN, NOT_PEOPLE
from episodic.extraction.ruled.chinese_people import Evidence
from episodic.model.surnames import RISKY_SURNAMES, SURNAMES

DOT = re.compile("[·・•‧]")
"""The middle dots that stand between the parts of a transliterated name."""

_NICK = re.compile(
    f"(?:(?<=[，。！？；：、“”‘’\n 　叫唤请问看对和跟给让])|^)"
    f"((?:老|小|阿)[{HAN}]|[{HAN}](?:婆|爷|嫂|婶|叔|伯|姨|妈))"
    f"(?=[，。！？、：]|说|道|问|笑|看|点|摇|坐|站|把|给|走|也|又|的|在|不|没)"
)
_NOT_NICK = frozenset(
    "老人 老子 老头 老师 老板 老爷 老实 老是 老了 老去 小声 小心 小时 小子 小孩 小船 小路 小说 小姐 小的 小人 小了 阿弥 大爷 老婆 公婆 少爷 王爷 大妈 大叔 大伯 "
    "老大 老二 老鼠 老虎 老家 老婆 婆婆 爷爷 叔叔 伯伯 姨妈 姨婆 外婆 阿姨 小卒 小校 小将 小兵 小儿 小车 小门 小事 小贼 老贼 老母 老父 老将 老臣 老幼 老弱 老小 小弟 小妹 小妾 "
    "我妈 你妈 他妈 她妈 我爷 我叔 二叔 三叔 二伯 大婶 大姨 大嫂 二嫂 老天 老夫 老朽 老兵 老屋 小屋 小镇 小城 小村 小巷 小街 小河 小山 小岛 小店 小馆 小刀 小手 小脸 小嘴 小腿".split()
)
_DOTTED = re.compile(f"[{HAN}A-Za-z]{{1,8}}(?:[·・•‧][{HAN}A-Za-z]{{1,8}})+")
_BEFORE_FOREIGN = re.compile("(?:哥哥|弟弟|姐姐|妹妹|父亲|母亲|叔叔|老师|先生|女士|小姐|队长|船长)")
_FOREIGN = frozenset(
    "阿艾爱安奥澳巴白拜班邦宝保鲍北贝本比彼毕边宾滨波博伯勃布查达戴丹当道得德登邓迪蒂第丁东杜顿多俄厄恩尔法凡范菲费芬弗佛夫福富盖甘冈高戈哥歌格根古瓜圭哈海汉汗豪赫黑亨洪"
    "胡怀惠霍基吉济加贾坚简杰金京居喀卡开凯坎康考柯科可克肯孔库夸奎昆拉腊莱兰朗劳勒雷里理利丽莉立连廉列林琳柳龙隆卢鲁路露伦罗洛马玛麦迈曼芒毛梅门蒙米密明摩莫默姆木穆"
    "拿纳娜乃奈南瑙内尼妮年宁牛纽农努诺欧帕派潘庞培佩彭皮匹平坡珀普奇齐恰强乔切钦琴丘曲热仁日荣茹儒瑞若萨塞赛桑瑟森莎沙山尚绍舍申圣施什诗史士斯丝思司松苏索塔太泰坦汤"
    "唐陶特滕提铁廷亭图托瓦万旺威韦维伟魏温文翁沃乌武西锡希喜夏香肖谢辛欣休许雪雅亚延扬耶叶伊宜因英永尤约泽曾扎詹珍芝治智朱祖佐嘉琪琼薇萝蕾娅茜黛婕洁兹"
)
_CONSORT = re.compile(
    f"(?:(?<![{HAN}])|(?<=[与和见请迎令教拜告问对谓将与及、]))([{''.join(sorted(SURNAMES | RISKY_SURNAMES))}](?:夫人|氏|太后|皇后|贵妃|国太|国老|太太|小姐|姑娘|公公|大娘))"
)
_EMPEROR = re.compile(
    "[汉魏晋宋齐梁陈隋唐明]?[献灵桓少章顺冲质武景惠宣哀平光殇炀愍穆康简废]帝|(?<![祖宗])[先后]主|[汉魏晋宋齐梁陈隋唐明][文明元成和安高太][帝祖]|(?:汉|唐|宋|明)?(?:光武帝|高祖|太祖|太宗|高宗)"
)


def by_form(text: str) -> Mapping[str, Evidence]:
    """Every person whose name shows by its form, with its evidence."""
    return {**_foreign(text), **_nicknames(text), **_ranked(text)}


def _foreign(text: str) -> Mapping[str, Evidence]:
    """Transliterated names with a middle dot, and their first part where it stands alone."""
    found: dict[str, Evidence] = {}
    for match in _DOTTED.finditer(text):
        parts = DOT.split(match.group())
        begin = max(_tail(parts[0]), _kin_end(parts[0]))
        last = _head(parts[-1])
        if begin == len(parts[0]) or last == 0:
            continue
        name = match.group()[begin : len(match.group()) - len(parts[-1]) + last]
        found[name] = Evidence(8.0, text.count(name))
        first = parts[0][begin:]
        if len(first) >= 2:
            found[first] = Evidence(8.0, text.count(first))
    return found


def _sounds(character: str) -> bool:
    return character in _FOREIGN or character.isascii()


def _tail(part: str) -> int:
    """Where the transliterated characters at the end of *part* begin."""
    begin = len(part)
    while begin and _sounds(part[begin - 1]):
        begin -= 1
    return begin


def _kin_end(part: str) -> int:
    """Where the last word of kin or rank in *part* ends (哥哥班森)."""
    return max((match.end() for match in _BEFORE_FOREIGN.finditer(part)), default=0)


def _head(part: str) -> int:
    """How many characters at the beginning of *part* are transliteration."""
    end = 0
    while end < len(part) and _sounds(part[end]):
        end += 1
    return end


def _nicknames(text: str) -> Mapping[str, Evidence]:
    """老X, 小X, 阿X, X婆 that stand twice where somebody is named."""
    counted = Counter(match.group(1) for match in _NICK.finditer(text))
    return {
        name: Evidence(2.0 + times, text.count(name))
        for name, times in counted.items()
        if (times >= 2 or (name[0] not in "老小" and text.count(name) >= 2))
        and name not in _NOT_NICK
        and name not in NOT_PEOPLE
    }


def _ranked(text: str) -> Mapping[str, Evidence]:
    """Consorts and dowagers by their family (孙夫人), emperors by their posthumous name (献帝)."""
    counted = Counter(match.group(1) for match in _CONSORT.finditer(text))
    counted.update(match.group() for match in _EMPEROR.finditer(text))
    return {name: Evidence(2.0 + times, text.count(name)) for name, times in counted.items()}
