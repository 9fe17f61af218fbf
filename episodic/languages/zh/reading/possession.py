"""Chinese constructions (sentence patterns) about things that are given, taken, owned, carried or lost."""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.languages.zh.reading.construction_syntax import construction, in_context
from episodic.model.readings import Phase

_BEGINS, _ENDS = Phase.BEGINS, Phase.ENDS
_PIECE = "(?:那|这|此)?(?:[一半几两])?(?:[把口枚柄条件本匹只封块根支张顶串册截幅面方个]|半截)?"
_OWN = "(?:自己的|他的|她的|祖传的|随身的|手中的|手里的|怀里的|身上的)?"
_TO = "(?:亲手|当面|偷偷|悄悄|郑重地?|小心地?|转手|又|就|便|却|才|终于|也|一并|原样|尽|都|全都){0,2}(?:交给|送给|递给|还给|赠给|赐给|献给|献与|送与|赐与|交与|赠与|赠予|交予|传给|传与|留给|塞给|卖给|让给|借给|扔给|抛给|转交给?|付与|给)(?:了)?"
_NOT_TAKEN = r"(?!的|之|，?(?:{P}|他|她)?(?:却|并|都|也|坚决|死活)?(?:没有?|不|拒)(?:接|收|要|肯|受))"
_THEN = "(?:便|就|又|也|还|随后|随即|后来|于是|终于|当场|趁机){0,2}"
_THEIRS = "(?:[手腰怀袖]|那里|那儿|身上|处|家){1}[里中上间下]?"
_TAKEN = "(?:抢走|夺走|夺过|夺下|偷走|拿走|骗走|取走|抢过|偷得|夺得|偷来|抢来|骗来|讨回|要回|夺回|抢回|接过|拿过|取过|取回|拿回|接下)(?:了)?"
_GAVE = StatementTemplate("gave", "{s}把{i}给了{o}。", object="i", roles=(("o", "recipient"),), when=("i",))
_GAVE_WORDS = StatementTemplate("gave", "{s}把{v}给了{o}。", value="v", roles=(("o", "recipient"),), when=("v",))
_TOOK = StatementTemplate("took", "{s}从{o}那里取得{i}。", object="i", roles=(("o", "giver"),))
_NO_THING = (
    "(?![目视话心事命消注手头脸背身孩女男儿自他她我你它全人众大军兵部将位权国城江天地这那此其一切所何甚什女妻首级罪])"
)
_THING = r"(?P<v>(?:{han}{0,4}(?:剑|刀|枪|弓|信|书|图|印|玉佩|玉镯|玉|簪|钥匙|令牌|木牌|银两|银子|金子|铜钱|戒指|镯子|匣子|盒子|酒|药|马|衣裳|袍|帕子|手帕|簿子|账本|请柬|地图|珠子|灯|伞|琴|笛子|玺|符|牌|帖|诏|表|旗|鼎|碗|杯|壶|包袱|荷包|香囊|丹药|秘籍|手机|照片|戒指|项链|卡片|文件|合同|支票)))"

POSSESSION: tuple[Construction, ...] = (
    construction(
        rf"<s:P>~,16(?:把|将){_PIECE}{_OWN}(?:<i:I>|{_NO_THING}{_THING}){_TO}<o:P>{_NOT_TAKEN}",
        _GAVE,
        _GAVE_WORDS,
    ),
    construction(
        rf"<s:P>~4(?:赐给?|赠给?|送给?|递给|还给|交给|给|借给|传给|留给)(?:了)?<o:P>(?:{_PIECE}<i:I>|[一两三几半](?:个{_THING}|[把枚柄本匹只封块根支张顶串册幅面瓶壶盒包袋](?P<w>{{han}}{{1,4}})))(?=[，。；、！]|$)",
        _GAVE,
        _GAVE_WORDS,
        StatementTemplate("gave", "{s}把{w}给了{o}。", value="w", roles=(("o", "recipient"),), when=("w",)),
    ),
    construction(
        rf"<s:P>~,12从<o:P>的?{_THEIRS}{_TAKEN}{_PIECE}<i:I>(?=[，。；、！]|$)",
        _TOOK,
    ),
    construction(
        rf"<s:P>~,12(?:{_TAKEN}|偷了|抢了){_PIECE}?<o:P>(?:{_THEIRS})?(?:递来|递过来|送来|交来|手中|手里)?的<i:I>(?=[，。；、！]|$)",
        _TOOK,
    ),
    in_context(
        construction(
            rf"{{starts}}{_THEN}(?:把|将){_PIECE}{_OWN}<i:I>{_TO}<o:P>{_NOT_TAKEN}",
            _GAVE,
            in_speech=False,
        ),
        subject="s",
    ),
    in_context(
        construction(
            rf"{{starts}}{_THEN}(?:{_TAKEN}|收下了?|带走了?){_PIECE}<i:I>(?=[，。；！]|$)",
            StatementTemplate("took", "{s}取得{i}。", object="i"),
            in_speech=False,
        ),
        subject="s",
    ),
    construction(
        r"<i:I>(?:已经|已|终于|还是|就|便|竟|竟然|却|又|也)*(?:被|让|叫|给)<s:P>(?:[^，。！？；：“”\n不没未]{0,3})(?:抢走|夺走|偷走|拿走|骗走|取走|抢去|夺去|偷去|拿去|骗去|收走|买走|买下|捡到|捡走)(?:了)?(?=[，。；、！]|$)",
        StatementTemplate("took", "{s}取走了{i}。", object="i"),
        has_agent=False,
    ),
    construction(
        rf"<s:P>~,8(?:得到|拿到|得了|捡到|捡起|拾到|买下|买到|收下|继承|获得|弄到|抢到|偷到|接过|带走|取走|收走)(?:了)?{_PIECE}<i:I>(?=[，。；、！]|$)",
        StatementTemplate("took", "{s}取得{i}。", object="i"),
        subject_first=True,
    ),
    construction(
        rf"<s:P>~4(?:丢了|弄丢了|丢失了|遗失了|失去了|卖了|卖掉了|扔了|扔掉了|当掉了|当了){_PIECE}<i:I>(?=[，。；、！]|$)",
        StatementTemplate("holds", "{s}不再持有{i}。", object="i", phase=_ENDS),
    ),
    construction(
        rf"<s:P>~4(?:把|将){_PIECE}<i:I>(?:又|也|给|都|一并)?(?:丢了|弄丢了?|丢失了?|遗失了?|卖了|卖掉了?|扔了|扔掉了?|扔进了?|当掉了?|当了)(?=[，。；、！江河水火海]|$|{{L}})",
        StatementTemplate("holds", "{s}不再持有{i}。", object="i", phase=_ENDS),
    ),
    construction(
        r"(?<=[，。；！\n　 ])<i:I>(?:如今|现在|还|一直|已经|原来|就|正|正好|仍|终于|最后|最终|却|又|都)*(?:(?P<at>在)|(?P<to>落到了?|落入了?|落在了?|到了|回到了?))<s:P>的?(?:手[里中上]|身上|怀里)(?=[，。；！]|$)",
        StatementTemplate("holds", "{s}持有{i}。", object="i", when=("at",)),
        StatementTemplate("holds", "{s}持有{i}。", object="i", phase=_BEGINS, when=("to",)),
        has_agent=False,
    ),
    construction(
        rf"<s:P>~,20(?:手[里中上]|腰[间上]|怀[里中]|背上|身上|肩上)(?:总|还|一直|正|仍|依然|紧紧)*(?:握着|拿着|捧着|攥着|提着|挂着|背着|别着|佩着|藏着|揣着|抱着|带着){_PIECE}<i:I>(?=[，。；、！]|$)",
        StatementTemplate("holds", "{s}持有{i}。", object="i"),
        in_speech=False,
    ),
    construction(
        rf"<s:P>~,16(?:把|将){_PIECE}<i:I>(?:又|也|都|重新|仔细|小心地?|贴身|紧紧)*(?:藏好|藏进|藏在怀[里中]|收好|收起来?|收进|包好|揣进怀[里中]?|揣在怀[里中]|揣好|挂在(?:了)?(?:腰间|腰上|胸前|脖子上)|别在(?:了)?腰间|戴在(?:了)?[手头身脖][指上子]{{0,2}}|系在(?:了)?腰间)(?=[，。；！]|$)",
        StatementTemplate("holds", "{s}持有{i}。", object="i"),
    ),
    construction(
        r"(?<=[，。；！\n　 ])<i:I>(?:本来|原本|原|本|其实|如今|现在|从此|一直)?(?:(?:是|属于|归)<s:P>(?:所有|的(?:东西|遗物|传家宝|宝贝)?)?)(?=[，。；！]|$)",
        StatementTemplate("holds", "{s}持有{i}。", object="i"),
        has_agent=False,
    ),
)
"""All constructions (sentence patterns) that this module defines, in the order in which they are tried on a text."""
