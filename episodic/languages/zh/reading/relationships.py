"""Chinese constructions (sentence patterns) about feelings, bonds between two people, debts, promises, letters and
intentions.
"""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.languages.zh.reading.construction_syntax import construction
from episodic.model.readings import Phase, StatementScope

_BEGINS, _ENDS, _DENIED = Phase.BEGINS, Phase.ENDS, Phase.DENIED

_ALWAYS = (
    "(?>从来|一直|始终|一向|向来|素来|素|从小就?|自小|自幼|打小就?|至今|也|都|还|仍然|仍旧|仍|依然|依旧|却|更|最|很|非常|十分|极其|极为|极|深深地?|深|甚|颇|暗暗|暗自|暗中"
    "|心里|心中|打心[底眼]里?|默默|偷偷|悄悄|真心|真的|的确|确实|其实|本|久|早已|早就|已经|渐渐|慢慢|越来越|有些|有点儿?|就|便|才|终于|开始|不由得|不禁|同样|反而|尤其|格外|对)*+"
)
"""Pattern of the adverbs that may stand between two names.

The regular expression's group of adverbs is atomic, because the search in a long series of adverbs would otherwise take
exponential time.
"""
_END = "(?=[，。；！…—]|$|了[，。；！]|入骨|至极|极了|已久|很久|多年|[^，。]{0,2}[一二三四五六七八九十几多半][年辈生])"
_FEELING = (
    "(?:(?P<hates>恨透了?|恨死了?|恨上了?|恨着|恨|痛恨|憎恨|憎恶|厌恶|讨厌|仇恨|怨恨|记恨|深恨|嫌恶|仇视)"
    "|(?P<loves>爱上了?|爱着|爱|深爱着?|喜欢上了?|喜欢着?|爱慕着?|倾慕|暗恋着?|恋慕|心仪|钟情于|倾心于|迷恋)"
    "|(?P<fears>害怕|怕|惧怕|畏惧|惧|忌惮)"
    "|(?P<trusts>信任|信赖|信得过)"
    "|(?P<knows>认识|认得)"
    "|(?P<envies>嫉妒|妒忌|忌妒|妒|羡慕)"
    "|(?P<respects>敬重|尊敬|尊重|敬佩|佩服|钦佩|敬仰|仰慕|崇拜)"
    "|(?P<misses>思念|想念|挂念|惦记|惦念|怀念)"
    "|(?P<thanks>感激))(?:着|了)?"
)
_REGARD = (
    ("hates", "hates", "恨"),
    ("loves", "loves", "爱"),
    ("fears", "feels", "害怕"),
    ("trusts", "trusts", "信任"),
    ("knows", "acquainted_with", "认识"),
    ("envies", "envies", "嫉妒"),
    ("respects", "respects", "敬重"),
    ("misses", "misses", "思念"),
    ("thanks", "grateful_to", "感激"),
)
"""For each feeling: a named group of the regular expression, a predicate, and the verb in the sentence of the
statement.
"""


def _regard(sentence: str, phase: Phase, *, also: tuple[str, ...] = ()) -> list[StatementTemplate]:
    """Return a template for each feeling in `_REGARD`.

    *also* contains further named groups that must have matched for a template to yield a statement.
    """
    return [
        StatementTemplate(predicate, sentence.format(verb), object="o", phase=phase, when=(group, *also))
        for group, predicate, verb in _REGARD
    ]


_FEELINGS: tuple[Construction, ...] = (
    construction(rf"<s:P>{_ALWAYS}{_FEELING}<o:P>{_END}", *_regard("{{s}}{}{{o}}。", Phase.HOLDS), subject_first=True),
    construction(
        rf"<s:P>{_ALWAYS}(?:再也|从此|从未|从没|根本|并|一点也|一点都|丝毫)*(?:(?P<ends>不再)|(?P<never>没有?|不|从未|未曾)|(?P<once>曾经|曾))(?>真正|真的|那么|很|深深地?|深|一度|也)*+{_FEELING}过?<o:P>{_END}",
        *_regard("{{s}}不再{}{{o}}。", _ENDS, also=("ends",)),
        *_regard("{{s}}不{}{{o}}。", _DENIED, also=("never",)),
        *_regard("{{s}}曾{}{{o}}。", _ENDS, also=("once",)),
        subject_first=True,
    ),
    construction(
        r"<s:P>(?:从此|一直|早已|早就|也|却|就)?对<o:P>(?:早已|早就|一直|也|更|却|从此|可谓|简直|就)?(?:(?P<hates>恨之入骨|怀恨在心|深恶痛绝|恨极了?|充满仇恨)|(?P<loves>一见钟情|一往情深|情根深种|动了[心情]|倾心已久|爱慕已久)|(?P<trusts>深信不疑|信任有加|十分信任|非常信任)|(?P<respects>敬重有加|十分敬重|非常敬重|佩服得五体投地))(?:了)?(?=[，。；！]|$)",
        *(
            StatementTemplate(predicate, f"{{s}}{verb}{{o}}。", object="o", when=(group,))
            for group, predicate, verb in _REGARD
            if group in ("hates", "loves", "trusts", "respects")
        ),
        subject_first=True,
    ),
    construction(
        r"<s:P>(?:和|与|跟|同)<o:P>(?:一直|始终|深深|早已|早就|从小|彼此|互相|真心|暗暗|就|曾经|曾)*(?:(?P<love>相爱|相恋)|(?P<hate>互相憎恨|互相仇视|彼此憎恨|彼此仇视|势同水火|不共戴天|势不两立|有仇|有世仇|有血仇))(?:了|着|过|多年)?(?=[，。；！]|$)",
        StatementTemplate("loves", "{s}爱{o}。", object="o", when=("love",)),
        StatementTemplate("loves", "{o}爱{s}。", subject="o", object="s", when=("love",)),
        StatementTemplate("enemy_of", "{s}与{o}为敌。", object="o", when=("hate",)),
        subject_first=True,
    ),
)

_BOTH = "(?:后来|终于|最终|最后|从此|当年|当夜|当晚|当日|次年|次日|那年|曾经|曾|早已|早就|已经|已|就|便|也|又|正式|秘密|暗中|私下|偷偷|在{L}){0,3}"
_FAMILY = (
    "(?:多年的|最好的|一对|亲生的?|亲|孪生|双胞胎|同胞|要好的|青梅竹马的|从小的|老|好|生死|死|世代的|不共戴天的){0,2}"
)
_WITH = r"<s:P>(?:和|与|跟|同)<o:P>"

_AT_LAST = "(?:终于|总算|如数|早已|已经|已|后来|这才|才|便|就){0,2}"
_DEBT = "(?:债|旧债|欠债|债务|欠款|银子|[一二三两四五六七八九十百千几]+(?:两|文|块|元|贯)[银钱铜]{0,2}子?|钱|人情|恩情)"

_TIES: tuple[Construction, ...] = (
    construction(
        rf"{_WITH}{_BOTH}(?P<wed>成亲|成婚|结婚|完婚|拜堂成亲|拜了堂|成了亲|成了婚|结了婚|结为夫妻|结为夫妇|结成夫妻|结为连理|喜结连理)(?:了)?(?=[，。；！]|$|[一两三四五六七八九十几多][年十])",
        StatementTemplate("married_to", "{s}与{o}成婚。", object="o", phase=_BEGINS),
    ),
    construction(
        rf"{_WITH}{_BOTH}(?:(?P<part>离婚|离了婚|和离)|(?P<engaged>订婚|订了婚|定亲|定了亲|订亲|订了亲)|(?P<foes>反目成仇|反目|结仇|结怨|结下了?[仇怨]|交恶|决裂)|(?P<allies>结盟|结成同盟|结为同盟|缔结盟约|歃血为盟))(?:了)?(?=[，。；！]|$|[一两三四五六七八九十几多][年十])",
        StatementTemplate("married_to", "{s}与{o}不再是夫妻。", object="o", phase=_ENDS, when=("part",)),
        StatementTemplate("engaged_to", "{s}与{o}订婚。", object="o", phase=_BEGINS, when=("engaged",)),
        StatementTemplate("enemy_of", "{s}与{o}成了仇人。", object="o", phase=_BEGINS, when=("foes",)),
        StatementTemplate("ally_of", "{s}与{o}结盟。", object="o", phase=_BEGINS, when=("allies",)),
        subject_first=True,
    ),
    construction(
        r"<s:P>(?:素来|素|一向|向来|从小|自幼|自小)?(?:和|与|跟|同)<o:P>(?:素来|素|一向|向来|从小|自幼)?(?:交厚|甚厚|至厚|交好|相善|友善|交情甚厚|交情很深|交情匪浅|有旧|为友|情同手足)(?=[，。；！]|$)",
        StatementTemplate("friend_of", "{s}与{o}交好。", object="o"),
        subject_first=True,
    ),
    *(
        construction(
            rf"{_WITH}(?:本|一直|从小|向来|其实|都|早就|已经|后来|终于|也|就){{0,2}}{verb}{_FAMILY}(?:(?P<wed>夫妻|夫妇)|(?P<kin>亲?兄弟|亲?姐妹|亲?姊妹|亲?兄妹|亲?姐弟)|(?P<friends>好友|朋友|知己|挚友|至交|莫逆之交|忘年之交)|(?P<foes>仇人|敌人|仇敌|死敌|死对头|对头|冤家|宿敌)|(?P<allies>盟友|同盟))(?:了)?(?=[，。；！]|$)",
            StatementTemplate("married_to", "{s}与{o}是夫妻。", object="o", phase=phase, when=("wed",)),
            *(
                [StatementTemplate("sibling_of", "{s}与{o}是{kin}。", object="o", when=("kin",))]
                if phase is Phase.HOLDS
                else []
            ),
            StatementTemplate("friend_of", "{s}与{o}是朋友。", object="o", phase=phase, when=("friends",)),
            StatementTemplate("enemy_of", "{s}与{o}是仇人。", object="o", phase=phase, when=("foes",)),
            StatementTemplate("ally_of", "{s}与{o}是盟友。", object="o", phase=phase, when=("allies",)),
            has_agent=False,
            subject_first=True,
        )
        for verb, phase in (("(?:是|乃|系)", Phase.HOLDS), ("(?:成了|成为了?|做了|结为|结成|变成了?)", _BEGINS))
    ),
    construction(
        r"<o:P>[^，。！？；：“”\n不未没欲要想]{0,4}(?:把|将)<s:P>许配给了?<x:P>(?=[，。；！]|$|为妻)",
        StatementTemplate("engaged_to", "{s}许配给{x}。", object="x", phase=_BEGINS),
    ),
    construction(
        r"<s:P>(?<=[，。；][把将]{P})许配给了?<x:P>(?=[，。；！]|$|为妻)",
        StatementTemplate("engaged_to", "{s}许配给{x}。", object="x", phase=_BEGINS),
    ),
    construction(
        rf"<s:P>{_BOTH}(?:拜了?<o:P>(?:为师|为师父|做师父|作师父)|拜在了?<p:P>门下|师从<q:P>)(?=[，。；！学]|$)",
        *(
            StatementTemplate("student_of", f"{{s}}拜{{{part}}}为师。", object=part, phase=_BEGINS, when=(part,))
            for part in ("o", "p", "q")
        ),
    ),
    construction(
        rf"<o:P>{_BOTH}(?:收了?<s:P>(?:为徒|做徒弟|为弟子|做弟子|作徒弟|为关门弟子|做了徒弟))(?=[，。；！]|$)",
        StatementTemplate("student_of", "{s}拜{o}为师。", object="o", phase=_BEGINS),
    ),
    construction(
        r"<s:P>(?:还)?欠(?:着|了|下)?<o:P>(?P<v>(?:一条命|两条命|一个人情|一份人情|一份情|[一二三两四五六七八九十百千几]+(?:两|文|块|元|贯)[银钱铜]{0,2}子?))(?=[，。；！]|$)",
        StatementTemplate("owes", "{s}欠{o}{v}。", object="o", value="v"),
        subject_first=True,
    ),
    construction(
        rf"<s:P>{_AT_LAST}(?:(?:还清|偿清|偿还|结清|清偿)了?(?:所?欠)?<o:P>的?|把(?:所?欠)?<p:P>的?)(?P<v>{_DEBT})(?(p)(?:全|都|一并)?(?:还清|偿清|还上|结清|还)了?)(?=[，。；！]|$)",
        StatementTemplate("owes", "{s}还清了{o}的{v}。", object="o", phase=_ENDS, when=("o",)),
        StatementTemplate("owes", "{s}还清了{p}的{v}。", object="p", phase=_ENDS, when=("p",)),
        subject_first=True,
    ),
)

_PROMISED = "(?P<v>[^，。！？；：、“”．…\\n之其此他她它这那你我您咱自所怎哪谁何什么吗呢不没着一]{2,14}?)(?=[，。；！])"
_SURELY = "(?:一定|必定|定|必|要|会|将)"
_PROMISES: tuple[Construction, ...] = (
    construction(
        # The verb 答应 ("say yes") is matched as a promise only if a person or a word for "will" follows the verb.
        rf"<s:P>{_ALWAYS}(?:曾|当即|当下|当场|一口|满口){{0,2}}(?:(?P<k>许诺|承诺|发誓|立誓|起誓|保证)过?了?{_SURELY}?|(?P<yes>答应|应允)过?{_SURELY}){_PROMISED}",
        StatementTemplate("promised", "{s}{k}{v}。", value="v", when=("k",)),
        StatementTemplate("promised", "{s}{yes}{v}。", value="v", when=("yes",)),
        subject_first=True,
    ),
    construction(
        rf"<s:P>{_ALWAYS}(?:曾|当即|当下|当场|一口|满口){{0,2}}(?:向<o:P>(?:许诺|承诺|发誓|立誓|起誓|保证)|(?:答应|应允|许诺|承诺)过?了?<p:P>){_SURELY}?{_PROMISED}",
        StatementTemplate("promised", "{s}答应{o}{v}。", value="v", roles=(("o", "recipient"),), when=("o",)),
        StatementTemplate("promised", "{s}答应{p}{v}。", value="v", roles=(("p", "recipient"),), when=("p",)),
        subject_first=True,
    ),
    construction(
        rf"<s:P>{_ALWAYS}(?:答应|应允|许诺|承诺|向)<p:P>(?:保证|发誓|承诺|许诺)?，(?P<v>(?:明日|明天|明早|后天|次日|下个?月|来年|明年|日后|将来|以后|今后|一定|必定|必|定要|定会|会|永远|绝?不会?再?)[^，。！？；：、“”\n]{{2,14}})(?=[，。；！])",
        StatementTemplate("promised", "{s}答应{p}{v}。", value="v", roles=(("p", "recipient"),)),
        subject_first=True,
    ),
)

_MURDERED = "(?:杀了|杀死了?|害死了?|杀害了?|毒死了?|谋害了?|谋杀了?)"
_SUSPICIONS: tuple[Construction, ...] = (
    *(
        construction(
            rf"<s:P>{_ALWAYS}{verb}(?:就?是)?<x:P>{_MURDERED}(?:<o:P>|(?P<v>[^，。！？；：“”\n]{{1,6}}))(?=[，。；！])",
            StatementTemplate("killed", "{x}杀死了{o}。", "x", object="o", scope=scope, holder="s", when=("o",)),
            StatementTemplate("killed", "{x}杀死了{v}。", "x", value="v", scope=scope, holder="s", when=("v",)),
            subject_first=True,
        )
        for verb, scope in (
            ("(?:怀疑|猜想|相信|认定|以为|断定|认为)", StatementScope.BELIEF),
            ("(?:承认|供认|声称|宣称|揭发|指认|告诉(?:{P}|[他她众大][们人家]?))，?", StatementScope.CLAIM),
        )
    ),
)

_LETTERS: tuple[Construction, ...] = (
    construction(
        r"<s:P>~6(?:给<o:P>写了?(?:一?封|几封)?信|写信给<p:P>|(?:修书|写信|写了?一?封信)?寄给<q:P>一?封信|修书(?:一封)?(?:给|与|寄)<r:P>)(?=[，。；！]|$)",
        *(
            StatementTemplate("told", f"{{s}}写信给{{{part}}}。", object=part, when=(part,))
            for part in ("o", "p", "q", "r")
        ),
        in_speech=False,
    ),
)

_DEEDS: tuple[Construction, ...] = (
    construction(
        r"<s:P>(?:在{L}[里中]?)?~6(?:(?P<betrayed>背叛|出卖)|(?P<wounded>打伤|刺伤|砍伤|射伤|弄伤|击伤|咬伤|抓伤|烧伤)|(?P<caught>逮捕|抓获|抓住|抓了|捉拿)|(?P<met>遇见|遇到|碰见|碰上|遇上|见到|结识|找到))(?:了)?<o:P>(?=[，。；！]|$)",
        StatementTemplate("betrayed", "{s}背叛了{o}。", object="o", when=("betrayed",)),
        StatementTemplate("wounded", "{s}打伤了{o}。", object="o", when=("wounded",)),
        StatementTemplate("captured", "{s}擒获了{o}。", object="o", when=("caught",)),
        StatementTemplate("met", "{s}见到了{o}。", object="o", when=("met",)),
        subject_first=True,
    ),
    construction(
        r"<o:P>~4被<s:P>(?!部|手下|军|兵|的|之)~4(?:(?P<betrayed>背叛|出卖)|(?P<wounded>打伤|刺伤|砍伤|射伤|弄伤|击伤|咬伤|抓伤|烧伤)|(?P<caught>逮捕|抓获|抓住|抓了|捉拿归案))(?:了)?(?=[，。；！]|$)",
        StatementTemplate("betrayed", "{s}背叛了{o}。", object="o", when=("betrayed",)),
        StatementTemplate("wounded", "{s}打伤了{o}。", object="o", when=("wounded",)),
        StatementTemplate("captured", "{s}擒获了{o}。", object="o", when=("caught",)),
        has_agent=False,
        subject_first=True,
    ),
)

_MEANS: tuple[Construction, ...] = (
    construction(
        rf"<s:P>{_ALWAYS}(?:(?P<plan>打算|决定|决心要?|下定决心要?|计划|立志要?|盘算着)|(?P<wish>想要|渴望|希望|盼望))(?P<v>[^，。！？；：、“”\n之其此他她它这那你我您咱自所怎哪谁何什么吗呢]{{2,14}}?)(?=[，。；！])",
        StatementTemplate("wants", "{s}打算{v}。", value="v", scope=StatementScope.PLAN, when=("plan",)),
        StatementTemplate("wants", "{s}想要{v}。", value="v", scope=StatementScope.WISH, when=("wish",)),
        subject_first=True,
    ),
)

RELATIONSHIPS: tuple[Construction, ...] = (*_FEELINGS, *_TIES, *_PROMISES, *_SUSPICIONS, *_LETTERS, *_DEEDS, *_MEANS)
"""The constructions (sentence patterns) of this module, in the order in which they are tried on a text."""
