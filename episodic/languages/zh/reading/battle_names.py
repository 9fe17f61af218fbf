"""Finds Chinese personal names in accounts of fights and families, where one occurrence is enough evidence.

One occurrence of a name in an account of a fight is enough evidence. For example, only a person can be struck off a
horse, and only a person's name follows 副将 before 出战.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from episodic.languages.word_lists import alternatives
from episodic.languages.zh.reading.person_names import NameEvidence
from episodic.languages.zh.reading.word_lists import (
    AFTER_NAME,
    COMPOUND_SURNAMES,
    HAN,
    IMPOSSIBLE_IN_NAMES,
    NON_PERSON_WORDS,
    OFFICE_TITLES,
    RISKY_SURNAMES,
    SURNAMES,
    UNLIKELY_IN_NAMES,
    words,
)
from episodic.text.personal_names import surname_of

_NAME = f"([{HAN}]{{2,3}}?)"
_ACTS = alternatives(words("fighting_actions"))
_PATTERNS = (
    re.compile(f"(?:斩|刺|砍|劈|搠|射|刺死|射死|杀死|砍死){_NAME}(?:于马下|于阵前|于军前|落马|下马来|为两段)"),
    re.compile(f"(?:刺中|射中|砍中|正中|打中){_NAME}(?:心窝|咽喉|面门|前心|后心|[左右][臂目腿肩肋]|肩窝|背心)"),
    re.compile(f"(?:[副部大骁牙偏裨上健猛末]将|先锋|校尉|都尉){_NAME}(?:{_ACTS})"),
    re.compile(f"(?<![^，。！？；：”\n\u3000])(?:却说|且说|只见|忽见|原来|早有)?{_NAME}(?:{_ACTS})"),
    re.compile(
        f"(?:刺杀|射死|杀死|砍死|刺死|鸩杀|毒死|勒死|缢死|斩杀|诛杀|(?<![喊厮冲掩追攻砍])[斩杀诛])了?(?![于关马]){_NAME}(?=[，。；！]|于|及其|并其)"
    ),
    re.compile(f"(?:[贼叛部副裨牙偏家番逆降]将|太守|刺史|校尉){_NAME}(?:刺杀|射死|杀死|砍死|刺死|斩了?)"),
    re.compile(
        f"(?<=[，。；！]){_NAME}(?:已|早|却|亦|竟|皆|又)?被[^，。；！？\n“”]{{1,12}}?(?:所杀|所害|所斩|杀死|刺死|射死|砍死|斩)"
    ),
    re.compile(
        f"(?<=[，。；！]){_NAME}(?:[^，。！？\n“”不]{{0,6}}，)?[^，。！？\n“”不]{{0,3}}(?:自缢|自刎|自尽|病亡|病故|病卒|而死|而亡|阵亡)"
    ),
    re.compile(f"(?:[部名上健骁猛副偏裨牙大]将|太守|刺史|校尉|从事){_NAME}，(?:{_ACTS})"),
    re.compile(f"乃[^，。；！？\\n“”]{{0,10}}[将士守史尉王子弟侄孙女令卿相书侍中]{_NAME}(?=[。也])"),
    re.compile(f"(?:擒|捉|执|拿|获|缚|收|缉)了?{_NAME}，[^，。；！？\\n“”]{{0,3}}[斩杀诛]之"),
    re.compile(f"(?:弟|侄|兄){_NAME}(?=、|皆|俱)"),
    re.compile(
        f"(?:提|托|献|悬|取|捧|斩下|割下|砍下|割了|枭了?){_NAME}(?:之头|的头|首级|之首|人头|头(?=[入来见，。]))"
    ),
    re.compile(f"(?:(?<=[，。；])|^|之)(?:弟|侄|兄|子|从弟|族弟|从子){_NAME}(?:[将引领率自奔被]|见{{0,1}}[父兄叔])"),
    re.compile(f"(?:[其之族从][弟兄子侄叔妹]|[长次幼少三嫡]子|[长次幼少三]女|女婿|之[女妻]){_NAME}(?=[，。、；])"),
)
_LIST_ITEM = f"(?:{alternatives(COMPOUND_SURNAMES)}|[{''.join(sorted(SURNAMES | RISKY_SURNAMES))}])[{HAN}]{{1,2}}?"
_LISTED = re.compile(
    f"(?<![^，。！？；：“\n\u3000命令使遣教差与将及]){_LIST_ITEM}(?:、{_LIST_ITEM}){{2,}}(?=[，。；：]|[一二三四五六七八九十]+[人将员个]|[皆俱尽都等将引领率各])"
)
"""Pattern of a list of at least three words that all have the form of a full name."""
_WITH_ROLE = re.compile(
    f"(?:{alternatives([*OFFICE_TITLES, *words('retainer_words')])}){_NAME}(?=、|[将引领率赍](?!军)|为(?!首)|被|自[刎缢杀]|杀|暗|入|出|来|所|商议|[曰道问答])"
)
"""Pattern of a name that follows an office or a word for a retainer, before a verb, 被 or 、. For example, the pattern
finds the name 金尚 in 兖州刺史金尚为太尉.
"""
_LEADS = re.compile(
    f"(?<![^，。！？；：”\n\u3000])(?:却说|且说|只见|忽见|原来|早有)?{_NAME}(?=(?:引兵|引军|领兵|领军|率兵|率军|赶上))"
)
"""Pattern of a name at the beginning of a clause, before words that say that its bearer leads soldiers."""
_GIVEN_IN_LISTS = "让就听"
"""Characters that are accepted as given names only in lists of names, because they are frequent words elsewhere."""
_SURE = NameEvidence(4.0, 1)


def battle_names(text: str) -> Mapping[str, NameEvidence]:
    """Return the names of four sorts of people, each with its evidence. The first two sorts are people who fight, are
    struck or are killed in the text, and relatives of such people. The other two sorts are people in lists of at least
    three full names, and office holders who act.
    """
    found: dict[str, NameEvidence] = {}
    for number, pattern in enumerate(_PATTERNS):
        for match in pattern.finditer(text):
            name = match.group(1)
            surname = surname_of(name)
            if number == 0 and not surname and UNLIKELY_IN_NAMES.isdisjoint(name) and _is_name(name, given=name):
                found[name] = _SURE
            if surname and len(name) > len(surname) and _is_name(name, given=name[len(surname) :]):
                found[name] = _SURE
    return found | _listed(text) | _with_role(text)


def _listed(text: str) -> dict[str, NameEvidence]:
    """Return the names in lists of at least three full names, such as 赵忠、程旷、夏恽, each with its evidence."""
    found: dict[str, NameEvidence] = {}
    for match in _LISTED.finditer(text):
        names = [name[1:] if _is_word_before_name(name) else name for name in match.group().split("、")]
        if all(_is_name(name, given=name[len(surname_of(name)) :].strip(_GIVEN_IN_LISTS)) for name in names):
            found.update(dict.fromkeys(names, _SURE))
    return found


def _is_name(name: str, *, given: str) -> bool:
    if name in NON_PERSON_WORDS or name[:2] in NON_PERSON_WORDS or name[-2:] in NON_PERSON_WORDS:
        return False
    return not any(character in IMPOSSIBLE_IN_NAMES or character in _NOT_GIVEN for character in given)


def _is_word_before_name(name: str) -> bool:
    """Return whether the first character of *name* is not part of the name, but a word such as 后 ("then") before it."""
    return len(name) == 3 and name[0] in RISKY_SURNAMES and name[1] in SURNAMES


def _with_role(text: str) -> dict[str, NameEvidence]:
    names = {match.group(1) for match in _WITH_ROLE.finditer(text)}
    leaders = {match.group(1) for match in _LEADS.finditer(text)}
    names |= {name for name in leaders if len(name) == len(surname_of(name)) + 1}
    return {
        name: _SURE
        for name in sorted(names)
        if (surname := surname_of(name))
        and surname not in RISKY_SURNAMES
        and UNLIKELY_IN_NAMES.isdisjoint(name[len(surname) :])
        and len(name) > len(surname)
        and (len(name) == len(surname) + 1 or name[-1] not in AFTER_NAME | {"行"})
        and _is_name(name, given=name[len(surname) :])
    }


_NOT_GIVEN = frozenset(
    "奋怒军兵将人马者等皆亦又急乃遂大便引领自各左右前后中上下二三两一家门曰也之部并於四五六七八九十数众诸"
)
