"""Constructions (sentence patterns) of classical Chinese prose about gifts, booty, offices and allegiance."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.languages.zh.reading.construction_syntax import construction, in_context
from episodic.languages.zh.reading.word_lists import any_of
from episodic.model.readings import Phase

_BEGINS = Phase.BEGINS
_SUBJECT = "(?!与|和|、|之|的|等|部|军|兵|寨|营|妻|子|弟|兄|父|母|女|家|所|手下|麾下)"
_REAL = "[^{P}，。！？；：\\n“”不未没欲若恐使令遣教被要命差叫谋图可当愿请能肯敢拟待想誓必无莫勿休难议奏表劝]"
_THEN = "(?:遂|乃|即|便|就|又|因|亦|复|随|先|后|再|亲|自|急|忙|并|皆|各|重|厚){0,3}"
_AMOUNT = "(?:(?:一|二|两|三|四|五|六|七|八|九|十|百|千|万|数)+(?:匹|口|领|枚|张|面|把|条|封|斤|两|斛|石|担|车|乘|副|顶|件|道|卷|疋|箱|盒|对|双|瓶|杯|余)*)"
_THING = (
    "(?P<v>(?![其此之彼])(?:[^{P}，。！？；：、\\n“”之其此与给以将把为者]{0,5}?)"
    + any_of("valuable_things")
    + _AMOUNT
    + "?)"
)
_GIVES = "(?:赐|赠|送|献|付|授|交付|递|奉|赏赐|赏|赠送|进献|呈|馈|遗|与)"
_TO = "(?:与|给|于|还|还与|上|了|呈与)?"
_CLOSED = "(?=[，。；！]|$)"
_GAVE = (
    StatementTemplate("gave", "{s}把{v}给了{o}。", value="v", roles=(("o", "recipient"),)),
    StatementTemplate("holds", "{o}得到{v}。", subject="o", value="v", phase=_BEGINS),
)
_TOOK = (
    StatementTemplate("took", "{s}夺取了{o}的{v}。", value="v", roles=(("o", "giver"),)),
    StatementTemplate("holds", "{s}得到{v}。", value="v", phase=_BEGINS),
)
_GOT = (
    StatementTemplate("took", "{s}夺得{v}。", value="v"),
    StatementTemplate("holds", "{s}得到{v}。", value="v", phase=_BEGINS),
)
_APPOINTED = StatementTemplate("appointed", "{o}任命{s}为{v}。", subject="o", object="s", value="v")


def _named_or_omitted(
    form: str, *templates: StatementTemplate, slot: str = "s", has_agent: bool = True
) -> Sequence[Construction]:
    """Return two constructions for *form*: one for clauses that name their subject, and one for clauses that omit it.

    *slot* is the name of the slot for the subject of the clause.
    """
    named = construction(
        rf"{{opens}}<{slot}:P>{_SUBJECT}{_REAL}{{0,12}}?{form}", *templates, in_speech=False, has_agent=has_agent
    )
    omitted = construction(rf"{{starts}}{_THEN}{form}", *templates, in_speech=False, has_agent=has_agent)
    return named, in_context(omitted, subject=slot)


_GIFTS: tuple[Construction, ...] = (
    *_named_or_omitted(
        rf"(?:以|取|将|把|出|解|脱){_THING}，?(?:亲自|亲手|尽|悉|都|皆|并)?{_GIVES}{_TO}<o:P>{_CLOSED}", *_GAVE
    ),
    *_named_or_omitted(
        rf"(?:写|作|修|取|取出|脱下?|解下?|出|封|刻)(?:了|就)?{_THING}，(?:亲自|亲手|暗|密|亦)?(?:授与|付与|递与|赠与|送与|献与|赐与|交与|呈与|授|付)<o:P>{_CLOSED}",
        *_GAVE,
    ),
    *_named_or_omitted(
        rf"(?:赐|赠|送|馈|遗|赏赐|厚赐|赏|付|授|献){_TO}<o:P>(?:以)?(?!之|的|部|军|兵|众|家){_THING}{_CLOSED}", *_GAVE
    ),
)

_GIFTS_TO_THE_LAST: tuple[Construction, ...] = tuple(
    in_context(one, subject=one.subject_from_context, target="o")
    for one in _named_or_omitted(
        rf"(?:以|具|取|解|将|把|出){_THING}，?(?:及[^{{P}}，。！？；]{{0,6}})?(?:亲自|亲手|尽|悉|都|皆|并)?(?:赐|赠|馈|遗|送|与|付)之{_CLOSED}",
        *_GAVE,
    )
)
"""Constructions for gifts whose recipient is named only in an earlier clause, as in 具金帛赠之."""

_BOOTY: tuple[Construction, ...] = (
    *_named_or_omitted(
        rf"(?:夺|夺得|夺了|夺下|夺取|劫|劫了|盗|盗得|窃|取了|得了|缴了)<o:P>(?:之|的|所[^{{P}}，。]{{1,2}}之?)?(?!军|兵|部|寨|营|门|城){_THING}{_CLOSED}",
        *_TOOK,
    ),
    *_named_or_omitted(
        rf"(?:掣得|夺得|抢得|取得|缴得|获得?)<o:P>(?:之|的)?(?!军|兵|部|寨|营|门|城){_THING}(?:而去|而走|而回|去了|回来|归寨)?{_CLOSED}",
        *_TOOK,
    ),
    *_named_or_omitted(
        rf"(?:夺得|夺了|夺下|抢得|劫得|缴得|拾得|搜得|盗得|获得)(?:那|了)?[口柄条匹把面枝支领]?{_THING}{_CLOSED}", *_GOT
    ),
)

_OFFICES: tuple[Construction, ...] = (
    in_context(
        construction(
            rf"{{starts}}{_THEN}(?:拜|封|加|加封|授|擢|除|迁|升)<s:P>为(?P<v>[^{{P}}，。！？；、：\n“”]{{0,4}}(?:{{office}}|{{local}}|侯|王|公))(?=[，。；、！])",
            _APPOINTED,
            in_speech=False,
        ),
        subject="o",
    ),
    in_context(
        construction(
            rf"{{starts}}{_THEN}(?:以|用|令|命|使|留|遣)<s:P>为(?P<v>{{L}}?(?:{{office}}|{{local}}))(?=[，。；、！])",
            _APPOINTED,
            in_speech=False,
            has_agent=False,
        ),
        subject="o",
    ),
    in_context(
        construction(
            r"{starts}(?:后|初|官|遂|乃|累|历|因此|因功){0,2}(?:(?:迁|官至|仕至|升|补|出为|迁为|升为)(?P<v>{L}?(?:{office}|{local}))"
            r"|(?:诏封为|诏拜为?|官拜|官封|荐为|举为|表为|除授|累迁)(?P<w>{L}?[^{P}，。！？；、：\n“”]{0,4}?(?:{office}|{local}|侯)))(?=[，。；！、])",
            StatementTemplate("title", "{s}任{v}。", value="v", phase=_BEGINS, when=("v",)),
            StatementTemplate("title", "{s}任{w}。", value="w", phase=_BEGINS, when=("w",)),
            in_speech=False,
            has_agent=False,
        ),
        subject="s",
    ),
)

_ALLEGIANCE: tuple[Construction, ...] = (
    *_named_or_omitted(
        rf"(?:投奔|往投|来投|径投|归附|依附|投|归顺)<o:P>(?:去了|而去|去讫)?{_CLOSED}",
        StatementTemplate("serves", "{s}投奔了{o}。", object="o", phase=_BEGINS),
    ),
)

CLASSICAL_DEEDS: tuple[Construction, ...] = (*_GIFTS, *_GIFTS_TO_THE_LAST, *_BOOTY, *_OFFICES, *_ALLEGIANCE)
"""All constructions (sentence patterns) that this module defines, in the order in which they are tried on a text."""
