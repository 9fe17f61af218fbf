"""Chinese constructions (sentence patterns) about kinship and other lasting ties: parents, siblings, spouses, teachers,
retainers.
"""

from __future__ import annotations

from collections.abc import Sequence

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.languages.zh.reading.construction_syntax import construction, in_context
from episodic.model.readings import Phase

_BEGINS = Phase.BEGINS
_BY_BLOOD = frozenset({"child_of", "parent_of", "sibling_of", "relative_of"})


def _kin(words: str, predicate: str, noun: str) -> Sequence[Construction]:
    """Return the constructions for one kind of kinship or bond.

    For example, constructions for sons are X乃Y之子, X是Y的儿子, Y之子X, Y的儿子X and Y……，其子X.
    """
    template = StatementTemplate(predicate, f"{{s}}是{{o}}的{noun}。", object="o")
    which = rf"(?P<k>(?:最小的|最大的|最好的|唯一的|亲生的?|独生|失散多年的|最得意的|同父异母的|孪生|双胞胎|结发|关门|大|小|二|三)?(?:{words}))"
    his = construction(
        rf"(?:其|(?<=[与同唤令命使遣教带留引呼差]))(?P<k>{words})<s:P>(?!之|的)",
        template,
        kin_by_surname=True,
        has_agent=False,
        in_speech=False,
    )
    taken_along = construction(
        rf"{{opens}}<o:P>(?!之|的|军|兵|部|、)[^{{P}}，。！？；：\n“”]{{0,6}}?(?:与|同|和|及|使|令|遣|命|差|带)其?(?P<k>{words})<s:P>(?!之|的|、)",
        template,
        has_agent=False,
        in_speech=False,
    )
    of_subject = construction(
        rf"{{starts}}(?:时|却|只)?其(?P<k>{words})<s:P>(?!之|的)", template, has_agent=False, in_speech=False
    )
    whose = rf"(?<!{{P}}[与和、及])<o:P>(?:之|的)(?P<k>{words})(?:就|便|也|正|原来)?(?:是|乃|叫|名叫)<s:P>(?=[，。；、！也]|$)"
    return (
        construction(whose, template, has_agent=False),
        construction(
            rf"<s:P>(?:，字(?:{{P}}|{{han}}{{1,3}}))?(?:，)?(?:乃|即|是|就是|也是|系)<o:P>(?:之|的|(?=最|唯一|亲生)){which}(?=[，。；、！也]|$)",
            template,
            has_agent=False,
        ),
        construction(rf"(?<=[。！？；\n　 ])<s:P>，<o:P>(?:之|的){which}，(?!{{P}})", template, has_agent=False),
        construction(rf"(?<![与和、及])<o:P>(?:之|的)?(?P<k>{words})<s:P>(?!之|的)", template, has_agent=False),
        *([his] if predicate in _BY_BLOOD else []),
        *([taken_along] if predicate in _BY_BLOOD or predicate == "married_to" else []),
        *([in_context(of_subject, subject="o")] if predicate in ("married_to", "parent_of") else []),
    )


KINSHIP: tuple[Construction, ...] = (
    *_kin("长子|次子|幼子|少子|三子|嫡子|第[二三四五六七八九]子|儿子|子", "child_of", "儿子"),
    *_kin("长女|次女|幼女|女儿|女", "child_of", "女儿"),
    *_kin("父亲|父", "parent_of", "父亲"),
    *_kin("母亲|母", "parent_of", "母亲"),
    *_kin("弟弟|弟|胞弟|亲弟", "sibling_of", "弟弟"),
    *_kin("哥哥|兄长|兄|胞兄", "sibling_of", "哥哥"),
    *_kin("妹妹|妹", "sibling_of", "妹妹"),
    *_kin("姐姐|姐|姊", "sibling_of", "姐姐"),
    *_kin("妻子|妻|丈夫|夫", "married_to", "配偶"),
    *_kin(
        "叔父|叔叔|叔|伯父|侄子|侄儿|侄|兄子|外甥|甥|孙子|孙女|孙|祖父|祖母|从弟|从兄|族弟|族兄|族叔|族侄|宗叔|宗弟|宗兄|宗侄|从叔|从侄|堂叔|堂侄|叔祖|从子|舅父|舅舅|舅|姨母|姑母|表弟|表兄|表妹|表姐|表哥|堂弟|堂兄|堂妹|堂姐|堂哥|姑姑|姨妈|姨母|舅妈|婶婶|外公|外婆|爷爷|奶奶|外祖父|外祖母|伯伯|义子|养子|养女|义女|女婿|岳父|丈人|岳母|儿媳|嫂嫂|嫂子|义父|义母|妻弟|内弟|姐夫|妹夫",
        "relative_of",
        "{k}",
    ),
    *_kin("徒弟|弟子|学生|门生", "student_of", "弟子"),
    *_kin("师父|师傅|老师|导师", "teacher_of", "老师"),
    *_kin("部将|副将|麾下|手下|部下|谋士|家将|偏将|牙将|健将|心腹|从事|主簿|大将", "serves", "{k}"),
    *_kin("朋友|好友|故友|挚友", "friend_of", "朋友"),
    *_kin("仇人|仇敌|死敌|宿敌|死对头", "enemy_of", "仇人"),
    *_kin("未婚妻|未婚夫", "engaged_to", "{k}"),
    *(
        construction(
            rf"<o:P>~,30有(?:一?个)?(?P<k>{words})，(?:名叫|叫|名字叫|名唤)<s:P>",
            StatementTemplate(predicate, "{s}是{o}的{k}。", object="o"),
            has_agent=False,
        )
        for words, predicate in (("女儿|儿子", "child_of"), ("哥哥|弟弟|姐姐|妹妹", "sibling_of"))
    ),
    construction(
        r"<s:P>、<o:P>(?:兄弟|弟兄)(?=[二两]人|[，。；！、皆俱各引领]|$)",
        StatementTemplate("sibling_of", "{s}与{o}是兄弟。", object="o"),
        has_agent=False,
    ),
    construction(
        r"<s:P>~,6(?:和|跟|与|同)(?:父亲|爸爸)<o:P>",
        StatementTemplate("child_of", "{s}是{o}的孩子。", object="o"),
        has_agent=False,
    ),
    construction(
        r"<s:P>~,6(?:和|跟|与|同)(?:母亲|妈妈)<o:P>",
        StatementTemplate("child_of", "{s}是{o}的孩子。", object="o"),
        has_agent=False,
    ),
    construction(
        r"<s:P>(?:和|跟|与|同)(?:妻子|丈夫)<o:P>",
        StatementTemplate("married_to", "{s}与{o}是夫妻。", object="o"),
        has_agent=False,
    ),
    construction(
        r"<s:P>(?![^，。]{0,5}[把将以])~4(?:娶了?|嫁给了?|迎娶了?|娶得)<o:P>(?=[，。；、！]|为|了[，。！])",
        StatementTemplate("married_to", "{s}与{o}成婚。", object="o", phase=_BEGINS),
    ),
    construction(
        r"<s:P>~2(?:和|与|跟|、)<o:P>~4(?:结为|拜为|结义为|结拜为|义结)(?:异姓)?(?:兄弟|金兰)",
        StatementTemplate("sworn_sibling_of", "{s}与{o}结为兄弟。", object="o", phase=_BEGINS),
    ),
)
"""All constructions (sentence patterns) that this module defines, in the order in which they are tried on a text."""
