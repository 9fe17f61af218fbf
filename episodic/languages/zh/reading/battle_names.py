"""Search for Chinese personal names in descriptions of fights and families, where a single occurrence is enough evidence.

For example, only a person can be struck off a horse, and only a person's name follows 副将 before 出战.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from episodic.languages.word_lists import alternatives
from episodic.languages.zh.reading.person_names import NameEvidence
from episodic.languages.zh.reading.word_lists import (
    HAN,
    IMPOSSIBLE_IN_NAMES,
    NON_PERSON_WORDS,
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
    re.compile(f"(?:(?<=[，。！？；：”\n\u3000])|^){_NAME}(?:{_ACTS})"),
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
    re.compile(f"乃[^，。；！？\\n“”]{{0,6}}[将士守史尉]{_NAME}(?=[。也])"),
    re.compile(f"(?:弟|侄|兄){_NAME}(?=、|皆|俱)"),
    re.compile(f"(?:[其之族从][弟兄子侄叔妹]|[长次幼少三嫡]子|[长次幼少三]女|女婿|之[女妻]){_NAME}(?=[，。、；])"),
)
_SURE = NameEvidence(4.0, 1)


def battle_names(text: str) -> Mapping[str, NameEvidence]:
    """Return the full names of people who fight, are struck or are killed in the text, and of their relatives."""
    found: dict[str, NameEvidence] = {}
    for number, pattern in enumerate(_PATTERNS):
        for match in pattern.finditer(text):
            name = match.group(1)
            surname = surname_of(name)
            if number == 0 and not surname and UNLIKELY_IN_NAMES.isdisjoint(name) and _is_name(name, given=name):
                found[name] = _SURE
            if surname and len(name) > len(surname) and _is_name(name, given=name[len(surname) :]):
                found[name] = _SURE
    return found


def _is_name(name: str, *, given: str) -> bool:
    if name in NON_PERSON_WORDS or name[:2] in NON_PERSON_WORDS or name[-2:] in NON_PERSON_WORDS:
        return False
    return not any(character in IMPOSSIBLE_IN_NAMES or character in _NOT_GIVEN for character in given)


_NOT_GIVEN = frozenset("奋怒军兵将人马者等皆亦又急乃遂大便引领自各左右前后中上下二三两一家门曰也之")
