"""Compiler of the short form of Chinese constructions (sentence patterns) into regular expressions over masked text, in
which placeholders stand for mentions.
"""

from __future__ import annotations

import re
from dataclasses import replace

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate, expand_phrases, expand_slots
from episodic.extraction.rule_based.masked_text import MARKS, PERSON, PLACE, SPEECH
from episodic.extraction.rule_based.needed_characters import needed_characters
from episodic.languages.word_lists import alternatives
from episodic.languages.zh.reading.word_lists import HAN, OFFICE_TITLES

_GAP = re.compile(r"~(,?)(\d+)")
_LOOKBEHIND = re.compile(r"^\(\?<([=!])(\[[^\]]*\])\)(<\w+:[A-Z]>)")
"""Pattern of a construction's short form that begins with a look-behind before its first slot.

In the compiled regular expression, the look-behind comes after the slot, which makes the search faster. The compiled
expression begins with the characters that the slot matches (the marks that stand for mentions in masked text).
"""
_FREQUENT = "，。；！的之了不一人大下上中来出到于为其"
"""Characters that most Chinese texts contain, so that they exclude few texts from a search."""
_BLOCKING = "不未无莫勿没别休欲若倘恐怕肯愿拟令使遣教差命叫让待望想请劝被见闻知听说疑他她要会托差"
"""Characters of denial, intention or report, which must not stand in a gap between two parts of a construction."""
_NOT_POSSESSIVE = "(?!之|的|部|军|兵|手下|麾下|寨|营|妻|子|弟|兄|父|母|女|家|所|帐|辈|一行|人马|大军|尸|首|头|曾|先已)"
"""Look-ahead after a subject X that excludes phrases such as "X's soldiers" and "X's wife", which name other agents."""
_RANK_PREFIX = f"[^{MARKS}{SPEECH}，。！？；：、“”‘’\\s谓问令使遣命报见与同留召唤教请拜为是有其此那这乃遂即便时又只忽且却说将率引领统随从到至被把以因和并及汝吾我你他的之了在等闻知呼想活捉杀斩擒长特差弟兄侄叔故适恰]"
"""Pattern of one character in the name of a general's rank, such as 讨 in 讨逆将军."""
_OFFICE = (
    f"(?:(?:大|副|正|左|右|前|后|中|上|都|总|原|旧|新任|前任|现任)?(?:{alternatives(OFFICE_TITLES)})"
    f"|{_RANK_PREFIX}{{1,3}}(?:将军|中郎将|校尉|都尉|侍郎|尚书))"
)
_LOCAL_OFFICE = "(?:太守|刺史|州牧|牧|郡守|县令|令|相|尉|都督|刺史|知府|知县|知州|巡抚|总督|别驾|治中|从事|功曹|长史|都尉|城主|市长|镇长|村长|县长|省长)"
_NUMBER = "[一二三四五六七八九十百两0-9]+"
_PHRASES = (
    ("office", _OFFICE),
    ("local", _LOCAL_OFFICE),
    ("number", _NUMBER),
    ("han", f"[{HAN}]"),
    ("L", PLACE),
    ("opens", f"(?<=[，。；！？：\\s{SPEECH}与和同、及说见])"),
    ("starts", f"(?<=[，。；！？：\\s{SPEECH}])"),
    ("takes", "(?<![部大副牙偏裨小上健骁猛番守贼主名战降诸众一二三四五六七八九十])[将把]"),
    ("any", f"(?:(?![没未险差会]|不(?![及备防敌意住]))[^。！？；：\\n{MARKS}{SPEECH}]){{0,12}}?"),
    ("P", PERSON),
)


def construction(
    form: str,
    *templates: StatementTemplate,
    same_node: tuple[str, str] | None = None,
    kin_by_surname: bool = False,
    in_speech: bool = True,
    has_agent: bool = True,
    subject_first: bool = False,
) -> Construction:
    """Return a construction that is compiled from the short form *form*.

    `<s:P>` is a slot named s for a person, as explained in `expand_slots`. `~8` matches a gap of up to 8 characters
    without a mention, a comma, a sentence end or a character of denial or intention. `~,20` matches a gap of up to 20
    characters that may contain commas. `{opens}` matches at the beginning of a clause, and also after 、 and after
    words such as 与 or 见. `{any}` matches a gap of up to 12 characters without a mention or a sentence end. The gap
    must not contain a character such as 没 or 会, which says that something did not happen or will only happen later.
    The placeholder `{office}` matches an office, and the placeholder `{local}` matches an office of a place. `{starts}`
    matches only at the beginning of a clause. `{takes}` matches the particle before a person to whom something is done,
    but not the end of a word such as 部将. The placeholder `{number}` matches a number, and the placeholder `{han}`
    matches a Han character. `{P}` and `{L}` match a person and a place that get no slot, because the statement does not
    use them.
    """
    ready = expand_phrases(form, _PHRASES)
    ready = ready.replace("<s:P>~", f"<s:P>{_NOT_POSSESSIVE}~")
    ready = _LOOKBEHIND.sub(r"\3(?<\1\2[" + MARKS + "])", ready)
    ready = _GAP.sub(_gap, expand_slots(ready))
    return Construction(
        ready,
        templates,
        same_node=same_node,
        kin_by_surname=kin_by_surname,
        in_speech=in_speech,
        has_agent=has_agent,
        subject_first=subject_first,
        needed=needed_characters(ready, frequent=_FREQUENT),
    )


def in_context(known: Construction, *, subject: str | None = None, target: str | None = None) -> Construction:
    """Return a copy of the construction *known* in which people named before the match fill the slots *subject* and
    *target*. The slot *subject* gets the subject of an earlier clause, and the slot *target* gets the person named last
    before the match. If *subject* is None, no slot gets the subject of an earlier clause; if *target* is None, no slot
    gets the person named last.
    """
    return replace(known, subject_from_context=subject, object_from_context=target)


def _gap(gap: re.Match[str]) -> str:
    excluded = "" if gap[1] else "，、："
    return f"[^{excluded}。！？；\\n“”{MARKS}{SPEECH}{_BLOCKING}]{{0,{gap[2]}}}?"
