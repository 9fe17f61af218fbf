"""Checks whether a Chinese sentence asserts the event or state that a construction matched, and does not only deny,
suppose or plan it.
"""

from __future__ import annotations

import re

from episodic.extraction.rule_based.constructions import Construction
from episodic.extraction.rule_based.masked_text import MARKS, PERSON, SPEECH
from episodic.languages.word_lists import alternatives
from episodic.languages.zh.reading.word_lists import HAN, OFFICE_TITLES

_SENTENCE_ENDS = frozenset("。！？；\n" + SPEECH)
_MAX_DISTANCE = 60
_UNREAL = re.compile(
    "若|倘|如果|假如|假使|要是|万一|恐|(?<![正方])欲|(?<=[正方])欲(?![^，。]{0,12}，)|恨不[得能]|巴不得|愿|莫非|难道|岂|何不|不如|一旦|仿佛|好像|似乎|准备|打算|想要|誓|必|当须|可令|可使"
    "|传说|据说|听说|讹言|诈|假|伪|谎|佯|即使|哪怕|就算|纵然|除非|只要|差一?点|险些|几乎|也许|或许|可能|大概|兴许|说不定|应该|应当|本该"
    f"|怕(?!了?{PERSON}(?:[，。！；]|$))"
    "|幻想|想象|梦[见到里中]|据传|相传|谣传|盼|希望|发誓|看来，|眼[里中]，|名义上|表面上|宁[可愿]|(?:戏文?|故事|小说|话本|电影|剧本|传奇|歌谣|唱词)[里中]|书[里中上]?[写说]|(?:以为|相信|认为|觉得|声称|宣称|猜测|怀疑|坚信|确信|断定|承认|供认|表示|坦白|解释|辩称|保证|(?<![其之此斯])说|消息|传闻|听闻|告诉[^，。！？]{1,6})[，：]"
)
"""Pattern of words before a match that show a condition, wish, doubt, pretence or report."""
_CONDITION = re.compile(
    "若|倘|如果|假如|假使|要是|万一|恨不|莫非|难道|岂|何不|不如|传说|据说|听说|讹言|即使|就算|除非|只要|梦"
)
"""Pattern of words such as "if". The clause that contains a word such as "if", and the later clauses of its sentence,
are not asserted.
"""
_UNREAL_IN_CLAUSE = re.compile(
    "(?<![重主必需首险须])要(?!塞|害|求|紧|道|犯|员|路|冲|津)|(?<![相聚大宴机幸])会(?!合|集|见|同|师|议|盟|稽|谈|面|员|长|馆|战|于|众|诸|齐|兵)"
    "|能够|可以|将来|明天|明日(?=[^，。]{0,4}(?:要|会|将))|答应|承诺|同意|拒绝|假装|装作|试图|企图|为了|以便|承认|否认|扬言|威胁|允许|禁止|设法|请求|要求|何尝|未必|哪里是|决定|决心|计划|立志|渴望|企望|盘算"
)
"""Pattern of words in the clause of a match that show a future event, permission, promise, attempt or decision."""
_HEARSAY = re.compile(
    "闻|讹|传|谣|听说|听得|听知|报|言|料|以为|谓|疑|恐|(?<![却且话])说|防|相信|认为|觉得|梦|猜|希望|盼|告诉|答应|承诺|发誓|声称|宣称|断定|推测|想(?!起|通|了)|骗"
)
"""Pattern of words before a match, in the same clause, that report the speech or the thoughts of a person."""
_UNREAL_IN_SPEECH = re.compile("可|宜|愿|请|须|须当|令|使|教|命|遣|休|莫|汝|如何|怎")
"""Pattern of words that show advice, an order or a question in a clause of quoted speech."""
_ORDERED = re.compile("[令使遣教差命请召唤让派劝解押缚拿托求逼帮替催]|(?<![父母亲傅子女儿弟妹哥姐名字徒])叫")
"""Pattern of words before a match that show an order or a request to the agent.

Somebody who is ordered or asked to act has not necessarily acted.
"""
_QUESTION = re.compile("[乎耶否吗呢][”」]?[。！]?$|^[^，]{0,6}(?<![也都])没有[”」]?[。？]?$|？")
_RETRACTION = re.compile(
    f"[^，。！？；：\n{MARKS}{SPEECH}]{{0,4}}(?:的话|之前|以前|似的|一样|一般(?=[，。])|的谣言|的传言|的流言|的传闻|的梦|的念头|的打算|的样子|是假的|是谣言|不是真的)"
    f"|[^。！？；\n]{{0,16}}，(?:至少)?(?:{PERSON}|[^，。{MARKS}]){{0,6}}?(?:都这么说|是?这么说的?|这样说|这么传|据说|听说|谣传|是假的|都是谎话|那是谎话|不是真的|传闻|谣言|这么想|这样想|心想|暗想|想道|猜测|推测|这么以为|这样以为)"
)
"""Pattern of words right after a match that retract it or attribute it to somebody, such as 的谣言 or ，他心想."""
_WHENEVER = re.compile(r"\s*(?:等(?!人|众|皆|辈)[到着]?|待|直到|直至|每次|每当|每逢|但凡|凡是|只待|一等)")
"""Pattern of words at the beginning of a clause that show that the event is awaited or repeated."""
_BEFORE_SUBJECT = re.compile(
    "(?>但是|但|可是|可|不过|然而|而且|而|并且|于是|所以|因此|因为|因|虽然|虽|尽管|其实|原来|却说|且说|从前|那时候|那时|那年|那天|那一年|那一天|当时|当年|后来|后"
    "|从此|如今|现在|这时候|这时|此时|自此|自那以后|就这样|最后|最终|终于|结果|果然|没想到|谁知道?|谁料|不料|毕竟|事实上|实际上|说到底|小时候|多年来|这些年来?"
    "|只有|就连|连|独|惟|唯有|只见|时|初|是年|是日|次日|当夜|当日|当晚|不久|很快|渐渐|慢慢|今天|昨天|去年|今年|本来|原本|原"
    f"|[一二三四五六七八九十百两几数多半0-9]+个?(?:年|月|天|日|夜|岁|代|春|秋|冬|夏)(?:之?[前后间里]|以[前后]|来)?"
    f"|(?:{PERSON}[的之]?)?[{HAN}]{{0,2}}(?:{alternatives([*OFFICE_TITLES, '哥哥', '弟弟', '姐姐', '妹妹', '父亲', '母亲', '师父', '师兄', '师姐', '师弟', '师妹', '徒弟', '妻子', '丈夫', '儿子', '女儿', '姑娘', '小姐', '少年', '少女', '朋友'])})"
    f"|{PERSON}[、和与跟同及]|(?:{PERSON}|谁|人人|大家|所有人|全城人?|人们)(?:也|都|早就|早|已经|终于|这才|自然|当然)*(?:知道|明白|清楚|看出|看得出|发现|记得))*+"
)
"""Pattern of the words that may stand before the subject of a clause.

The regular expression's group of the words before a subject is atomic, which means that the search does not backtrack
into it. The search in a long series of conjunctions and adverbs therefore takes linear time.
"""


def is_asserted(text: str, match: re.Match[str], *, construction: Construction, in_speech: bool) -> bool:
    """Return whether the sentence of *match* says that the matched event or state is true.

    Return False if the match stands in a condition, intention, doubt, hearsay, order or question, or if later words
    retract it. The result is False for a match that must begin with the subject of its clause but begins with another
    word.
    """
    start, end = match.start(), match.end()
    while start > 0 and text[start - 1] not in _SENTENCE_ENDS and match.start() - start < _MAX_DISTANCE:
        start -= 1
    clause = _clause(text, match.start(), first=start)
    while end < len(text) and text[end] not in _SENTENCE_ENDS and end - match.end() < _MAX_DISTANCE:
        end += 1
    until = match.start() if construction.is_intention else match.end()
    from_context = construction.subject_from_context or construction.object_from_context
    further = from_context or construction.kin_by_surname
    doubted = clause if further and not _CONDITION.search(text, start, clause) else start
    if _UNREAL.search(text, doubted, until) or _HEARSAY.search(text, clause, match.start()):
        return False
    if _UNREAL_IN_CLAUSE.search(text, clause, until) or _RETRACTION.match(text, match.end()):
        return False
    if _WHENEVER.match(text, clause, until):
        return False
    if in_speech and construction.has_agent and _UNREAL_IN_SPEECH.search(text, clause, until):
        return False
    if construction.has_agent and _ORDERED.search(text, clause, match.start()):
        return False
    if construction.subject_first and not _BEFORE_SUBJECT.fullmatch(
        text, _behind_colon(text, clause, match.start()), match.start()
    ):
        return False
    tail = text[match.end() : end + 1]
    return not _QUESTION.search(tail if not in_speech else tail[-3:])


def _clause(text: str, offset: int, *, first: int) -> int:
    clause = offset
    while clause > first and text[clause - 1] != "，":
        clause -= 1
    return clause


def _behind_colon(text: str, start: int, end: int) -> int:
    start = max(start, text.rfind("：", start, end) + 1)
    while start < end and text[start].isspace():
        start += 1
    return start
