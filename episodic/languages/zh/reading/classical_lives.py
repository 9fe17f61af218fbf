"""Constructions (sentence patterns) of classical Chinese prose about families, homes and passing moods."""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.languages.zh.reading.construction_syntax import construction, in_context
from episodic.languages.zh.reading.word_lists import any_of
from episodic.model.readings import LEAST_SALIENCE, Phase

_BEGINS = Phase.BEGINS
_SUBJECT = "(?!与|和|、|之|的|等|部|军|兵|寨|营|妻|子|弟|兄|父|母|女|家|所|手下|麾下)"
_REAL = "[^{P}，。！？；：\\n“”不未没欲若恐使令遣教被要命差叫谋图可当愿请能肯敢拟待想誓必无莫勿休难议奏表劝]"
_THEN = "(?:遂|乃|即|便|就|又|因|亦|复|先|后|再){0,2}"
_CLOSED = "(?=[，。；！]|$)"
_MARRIED = StatementTemplate("married_to", "{s}与{o}成婚。", object="o", phase=_BEGINS)
_ADOPTED = StatementTemplate("relative_of", "{s}是{o}的义子。", object="o")
_CHILD = StatementTemplate("child_of", "{s}是{o}的孩子。", object="o")
_HOME = StatementTemplate("lives_in", "{s}住在{o}。", object="o")

_FAMILIES: tuple[Construction, ...] = (
    in_context(
        construction(
            rf"{{starts}}{_THEN}(?:娶|纳|续娶)<o:P>(?:为[^，。]{{0,2}}[妻妾]|为夫人)?{_CLOSED}",
            _MARRIED,
            in_speech=False,
        ),
        subject="s",
    ),
    construction(
        rf"{{opens}}<s:P>{_SUBJECT}{_REAL}{{0,6}}?(?:娶|纳|续娶)<o:P>(?:为[^，。]{{0,2}}[妻妾]|为夫人){_CLOSED}",
        _MARRIED,
    ),
    construction(
        rf"{{opens}}<s:P>{_SUBJECT}{_REAL}{{0,8}}?拜<o:P>为(?:义父|父|干爹){_CLOSED}", _ADOPTED, in_speech=False
    ),
    in_context(
        construction(rf"{{starts}}{_THEN}拜<o:P>为(?:义父|父|干爹){_CLOSED}", _ADOPTED, in_speech=False), subject="s"
    ),
    in_context(
        construction(
            rf"{{opens}}<s:P>{_SUBJECT}{_REAL}{{0,8}}?拜为(?:义父|父|干爹){_CLOSED}", _ADOPTED, in_speech=False
        ),
        target="o",
    ),
    construction(
        rf"{{opens}}<o:P>{_SUBJECT}{_REAL}{{0,6}}?(?:收|认|养|以|乞)<s:P>为(?:义子|养子|嗣子|子|嗣|螟蛉之子){_CLOSED}",
        _ADOPTED,
        in_speech=False,
    ),
    in_context(
        construction(
            rf"{{starts}}{_THEN}(?:收|认|养|乞)<s:P>为(?:义子|养子|嗣子|子|嗣|螟蛉之子){_CLOSED}",
            _ADOPTED,
            in_speech=False,
        ),
        subject="o",
    ),
    construction(
        rf"{{opens}}<o:P>(?:妻{{P}}?)?(?:生|所生)(?:一子|一男|一女|二子|三子|子|女)?(?:，)?(?:名曰|名|曰|乃|即)?<s:P>(?!之|的){_CLOSED}",
        _CHILD,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        r"<s:P>(?:者)?，(?:字[^{P}，。！？；：“”]{1,3}，|字{P}，)?(?:[本乃][^{P}，。！？；：“”]{2,8}，)?(?:[乃即系本])?[^{P}，。！？；：“”子女]{0,8}<o:P>(?:之)?(?:长|次|三|幼|少|嫡)?子也",
        _CHILD,
        in_speech=False,
        has_agent=False,
    ),
)

_SONS: tuple[Construction, ...] = tuple(
    construction(
        rf"(?<=[，。；、：])(?:{rank})<s:P>(?!之|的)", template, kin_by_surname=True, has_agent=False, in_speech=False
    )
    for rank, template in (
        ("[长次三四幼少季嫡]子", StatementTemplate("child_of", "{s}是{o}的儿子。", object="o")),
        ("[长次三四幼少季]女", StatementTemplate("child_of", "{s}是{o}的女儿。", object="o")),
    )
)
"""Constructions that list children, such as 长子X, whose parent is the last named person with the same surname."""

_HOMES: tuple[Construction, ...] = (
    construction(
        rf"{{opens}}<s:P>{_SUBJECT}{_REAL}{{0,10}}?(?:世居|家居|家住|隐居|寓居|寄居|侨居|徙居|避居|居住|家于|退居|独居)(?:于|在)?<o:L>",
        _HOME,
        in_speech=False,
    ),
    in_context(
        construction(
            rf"{{starts}}{_THEN}(?:世居|家居|家住|隐居|寓居|寄居|侨居|徙居|避居|居住|家于|退居|独居)(?:于|在)?<o:L>(?=[，。；！中内])",
            _HOME,
            in_speech=False,
        ),
        subject="s",
    ),
)

_MOODS: tuple[Construction, ...] = (
    construction(
        rf"{{opens}}<s:P>(?:(?:闻|听|见|看|览|得)[^{{P}}，。！？；：\n“”不]{{0,6}}，?)?(?:心中|心下|不觉|不禁|乃|遂|亦|又|皆)?(?P<v>{any_of('moods')})(?=[，。；！：曰骂叱]|道[：，]|$)",
        StatementTemplate("feels", "{s}{v}。", value="v", salience=LEAST_SALIENCE),
        in_speech=False,
        has_agent=False,
    ),
)

CLASSICAL_LIVES: tuple[Construction, ...] = (*_FAMILIES, *_SONS, *_HOMES, *_MOODS)
"""All constructions (sentence patterns) that this module defines, in the order in which they are tried on a text."""
