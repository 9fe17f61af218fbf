"""Finds the subjects and objects that a Chinese clause omits because an earlier clause names them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from episodic.extraction.rule_based.masked_text import PERSON, SPEECH, MaskedText
from episodic.languages.word_lists import alternatives
from episodic.languages.zh.reading.word_lists import OFFICE_TITLES, words

_EDGES = frozenset("，。！？；：\n" + SPEECH)
_SENTENCE_ENDS = "。！？；：\n"
_MAX_CLAUSES = 7
_MAX_DISTANCE = 80
_REACH = 45
_LEAD = re.compile(
    "[\\s　]*(?:[时忽早又]?有[^，。！？；：\ue000-\uf8ff]{0,4}王(?=[\ue000-\uf8ff])|却说|且说|话说|只见|忽见|早见|原来|于是|当下|当时|此时|时|是时|是日|是夜|次日|当日|当夜|忽然|忽|早有|后|随后|谁想|不想|不料|不期|正值|因此|故|遂|乃|却)?"
    f"(?:[^{PERSON}{SPEECH}，。！？；：二三四五六七八九十两数众诸]{{0,5}}(?:将|从事|主簿|长子|次子|幼子|其子|其弟|弟|侄|{alternatives(OFFICE_TITLES)}))?"
)
_FOLLOWS_SUBJECT = re.compile(
    f"(?!之|的|、|及{PERSON}|和{PERSON}|并{PERSON}|与{PERSON}(?:二人|两人|二将|各|皆|俱|共|引|领)|等|部|军(?![至到])|兵|全家|老小|老幼|一家|一门|满门|宗族|家属|寨|营|妻|子|弟|兄|父|母|女|家|所|帐|尸|首|头|手下|麾下|左右|将士|人马|一军|引的|二人|三人|者|曰?{SPEECH}{PERSON})"
)
_OWNED = re.compile(
    f"{PERSON}[之的]?(?:[长次幼从族]?[父母妻子女弟兄妹侄叔]|夫人|部将|副将|大将|牙将|家将|从事|谋士|军师){PERSON}"
)
_ORDER = re.compile(
    f"(?:[令使命遣教差]|[唤叫](?=人|左右|{PERSON}(?![入来至到出前])))(?:(?:[^{PERSON}{SPEECH}，。！？；：]{{0,3}}[将士官弟侄子兄尉])?(?P<agent>{PERSON}))?"
)
"""Pattern of an order such as 遣部将昌奇, with a group for the person who shall act, if the clause names one."""
_NO_ORDER = re.compile("传令|下令|得令|奉命|领命|听令|受命|天使|军令|将令|使[得枪刀戟]")
_OWN_ORDER = re.compile("[令使命教叱喝唤](?:人|左右|武士|军士|刀斧手)?(?=捉|推|牵|押|缚|拿|绑|将|把)")
"""Pattern of an order to seize somebody that does not say who shall do it. What is done after an order to seize
somebody counts as done by the person who gives the order.
"""
_PLAN = re.compile("[令使命遣教差欲要谋]|商议|计议|定计|设计")
_REFUSES = re.compile(f"[^{PERSON}{SPEECH}，。！？；：又再但犹只都皆并]{{1,2}}(?:不[从肯听服降跪屈答]|大骂|骂)")
"""Pattern of a clause in which somebody whose name is not known refuses to obey or abuses somebody, such as 尚不从."""
_UNKNOWN_OFFICER = re.compile(
    "[^，]{0,4}[诸众][将官军人]|(?:守|门|关)[将吏兵士卒]|来[使将人]|使者|小[校军卒]|一[将人军卒]|[^，]{0,2}近侍"
)
_AFTER_ALL = re.compile("竟|果然|终于|终")
_STRIKES = re.compile(
    f"(?<!被)(?:刺|射|砍|劈|搠|斩|杀|打|追|赶)[^，。]{{0,4}}{PERSON}|(?<![被为]){PERSON}[^，。]{{0,4}}(?:刺|射|砍|斩)|[正射刺砍搠打击劈]中[^，。]{{0,2}}{PERSON}"
)
_TENDED = re.compile(
    f"{PERSON}?(?:急|忙)?[令命教](?:人|左右)?[扶抬救]"
    "|(?:众|军士|左右|从人|手下|急)[^，。！？；：\ue000-\uf8ff]{0,4}[救扶抬劝]|[^，。！？；：\ue000-\uf8ff]{0,3}令医|医"
)
"""Pattern of a clause in which others help the person to whom something was done. The search for the subject of a
passive clause skips such clauses.
"""
_SEIZED = "拿捉擒缚押执绑获"
"""Characters of verbs of seizing, such as "擒", which stand before the name of a captive. After a captive has been
named, the next clause is about the captive and not about the person who seized him.
"""
_CONTINUES = re.compile(alternatives(words("subjectless_clause_openers")))
_CHANGES = re.compile(alternatives(words("other_subject_openers")))


def omitted_subject(masked: MaskedText, offset: int, *, suffers: bool = False) -> tuple[int, int] | None:
    """Return the offset and the node of the person who is the omitted subject of the clause at *offset*. Return None if
    the person is not certain.

    An omitted subject is the person at the beginning of the nearest earlier clause that names its subject. The clauses
    between the clause that names the subject and *offset* must begin with words that do not change the subject.
    *suffers* is true if the clause at *offset* tells what is done to its subject. If *suffers* is true, passive clauses
    before *offset* are ignored: they neither name the subject nor end the search. If *suffers* is true, clauses in the sentence of *offset* may also begin with other
    words that introduce no new subject.
    """
    text = masked.text
    for start, end in _clauses_before(text, offset):
        lead = _LEAD.match(text, start, end)
        first = _behind_owner(text, lead.end() if lead else start, end)
        if suffers and _TENDED.match(text, first, end):
            continue
        if first < end and text[first] == PERSON:
            return _subject_at(masked, first, end, suffers=suffers)
        if first < end and _CHANGES.match(text, first, end):
            return None
        known = first == end or _CONTINUES.match(text, first, end) is not None
        if not known and not (suffers and _is_in_sentence(text, start, offset)):
            return None
        if _has_other_agent(text, first, end, suffers=suffers):
            return None
    return None


def _behind_owner(text: str, first: int, end: int) -> int:
    """Return the offset of the relative or officer whom a clause names after another person, as in 权母吴太夫人. Return
    *first* if the clause names no such relative or officer.
    """
    owned = _OWNED.match(text, first, end)
    return first if owned is None else owned.end() - 1


def _is_in_sentence(text: str, start: int, offset: int) -> bool:
    """Return whether the text from *start* to *offset* names nobody, contains no speech, and lies inside one sentence
    after its first clause.

    The text must begin after a comma, because the first clause of a sentence has its own subject, perhaps an unknown
    one.
    """
    return text[start - 1 : start] == "，" and not any(
        mark in text[start:offset] for mark in (*_SENTENCE_ENDS, PERSON, SPEECH)
    )


def omitted_object(masked: MaskedText, offset: int, *, subject: int) -> tuple[int, int] | None:
    """Return the offset and the node of the person to whom 之 or an omitted object before *offset* refers. Return None
    if the person is not certain.

    The person is certain if nobody else except *subject* is named in the _REACH characters of the paragraph before
    *offset*. If a person is named between the last quotation and *offset*, people named before this quotation do not
    count. If several people other than *subject* are named in the _REACH characters before *offset*, the person named
    last may be meant. The person named last is returned if the text calls this person a captive. The person named last
    is also returned if a new sentence begins between the last two people. The person is not certain if the clause
    before *offset* is about somebody whose name is not known.
    """
    text = masked.text
    first = max(text.rfind("\n", 0, offset), offset - _REACH, 0)
    if any(_names_unknown(text, start, end) for start, end in islice(_clauses_before(text, offset), 1)):
        return None
    found: tuple[int, int] | None = None
    for before in range(offset - 1, first, -1):
        if text[before] == SPEECH and found is not None:
            break
        if text[before] == PERSON and masked.nodes[before] != subject:
            if found is not None and masked.nodes[before] != found[1]:
                certain = text[found[0] - 1] in _SEIZED or re.search("[。；]", text[before : found[0]]) is not None
                return found if certain else None
            found = (before, masked.nodes[before])
    return found


def _names_unknown(text: str, start: int, end: int) -> bool:
    """Return whether the clause from *start* to *end* is about somebody whose name is not known, as in 尚不从, 守将拦阻 and
    唤诸将上堂.
    """
    return _REFUSES.match(text, start, end) is not None or _UNKNOWN_OFFICER.match(text, start, end) is not None


def is_planned(text: str, offset: int) -> bool:
    """Return whether the clause before the clause at *offset* tells an order or a plan that may not have been carried
    out.

    Return False if the clause at *offset* begins with a word such as 竟, which says that the event has happened.
    """
    return _AFTER_ALL.match(text, offset) is None and any(
        _PLAN.search(text, start, end) for start, end in islice(_clauses_before(text, offset), 1)
    )


def _clauses_before(text: str, offset: int) -> Iterator[tuple[int, int]]:
    end = offset
    for _ in range(_MAX_CLAUSES):
        while end > 0 and text[end - 1] in _EDGES:
            if text[end - 1] == "\n":
                return
            end -= 1
        start = end
        while start > 0 and text[start - 1] not in _EDGES:
            start -= 1
        if start == end or offset - start > _MAX_DISTANCE:
            return
        yield start, end
        end = start


def _subject_at(masked: MaskedText, first: int, end: int, *, suffers: bool) -> tuple[int, int] | None:
    """Return the offset and the node of the subject of the clause that follows a clause which begins with the person at
    *first*. Return None if the subject is not certain.

    If the person at *first* orders another person to act, the result depends on *suffers*. Return the person who gets
    the order if *suffers* is true, and None if *suffers* is false.
    """
    text = masked.text
    while suffers and text[first + 1 : first + 2] == "、" and text[first + 2 : first + 3] == PERSON:
        first += 2
    if not _FOLLOWS_SUBJECT.match(text, first + 1):
        return None
    if _has_other_agent(text, first + 1, end, suffers=suffers):
        order = _ORDER.search(text, first + 1, end) if suffers else None
        if order is None or order["agent"] is None:
            return None
        agent = order.start("agent")
        return (agent, masked.nodes[agent]) if _FOLLOWS_SUBJECT.match(text, agent + 1) else None
    return first, masked.nodes[first]


def _has_other_agent(text: str, start: int, end: int, *, suffers: bool) -> bool:
    """Return whether the clause from *start* to *end* contains an order or a passive. In such a clause, somebody other
    than the subject of the clause may act.

    If *suffers* is true, the clause is not searched for a passive (被). If *suffers* is true, the clause is searched
    for words which say that somebody strikes a person (such as 射).
    """
    part = text[start:end]
    if _STRIKES.search(part) if suffers else "被" in part:
        return True
    return _ORDER.search(_OWN_ORDER.sub("", _NO_ORDER.sub("", part))) is not None
