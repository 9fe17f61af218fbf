"""Chinese constructions (sentence patterns) about the life of a person: home, occupation, death and killer, rank,
imprisonment and health.
"""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.languages.zh.reading.construction_syntax import construction, in_context
from episodic.languages.zh.reading.word_lists import any_of
from episodic.model.readings import Phase

_BEGINS, _ENDS = Phase.BEGINS, Phase.ENDS
_KILLED = (
    StatementTemplate("killed", "{s}杀死了{o}。", object="o"),
    StatementTemplate("dead", "{o}死了。", subject="o", phase=_BEGINS),
)
_TITLE = StatementTemplate("title", "{s}是{v}。", value="v")
_OCCUPATION = (
    "(?:(?![一二两三四五六七八九十几多半数]+年)(?:(?![的好坏]){han}){0,3}" + any_of("occupations") + "|{office})"
)
_NOT_NOW = "[^，。！？；]{0,6}(?:未来|以前|从前|昔日|当年|曾经|前任|冒牌|假|所谓|[你我他她谁它某]|自己)"
_YEARS = "[一二两三四五六七八九十几多半数0-9]+(?:多)?(?:年|个月|个?年头|辈子|载)|大半辈子|半辈子"
_IN = "(?:城|镇|村)?(?:里|中|内)?"

_HOMES: tuple[Construction, ...] = (
    construction(
        r"<s:P>~,12从(?:{L}|[^，。！？；、：“”\n不未没]{1,4})(?:搬到|搬进|搬去|搬回|迁居|移居|搬入|迁往|迁到|搬来)(?:了)?<o:LO>",
        StatementTemplate("lives_in", "{s}搬到了{o}。", object="o", phase=_BEGINS),
    ),
    construction(
        r"<s:P>~,8(?:在|离开|回到){L}~,14(?:搬到|搬进|搬去|搬回|迁居|移居|搬入|迁往|迁到)(?:了)?<o:LO>(?=[，。；！]|$)",
        StatementTemplate("lives_in", "{s}搬到了{o}。", object="o", phase=_BEGINS),
        in_speech=False,
    ),
    construction(
        rf"<s:P>~8在<o:LO>{_IN}(?:(?P<long>(?:住了|生活了|待了|隐居了)(?=(?:{_YEARS})))|(?P<new>安了?家|定居下?来?|落户|住了下来|住下(?:了|来)?|长住下?来?))",
        StatementTemplate("lives_in", "{s}住在{o}。", object="o", when=("long",)),
        StatementTemplate("lives_in", "{s}在{o}住下了。", object="o", phase=_BEGINS, when=("new",)),
    ),
    construction(
        r"<s:P>(?:{P}|[^，。！？；、：“”\n不未没要会想]){0,6}?(?:搬离|搬出|迁离|迁出)(?:了)?<o:LO>(?=[，。；！]|$)",
        StatementTemplate("lives_in", "{s}搬离了{o}。", object="o", phase=_ENDS),
    ),
    construction(
        r"<s:P>(?>早已|早就|早|已经|现在|如今|后来|从此|也|就)*+不(?:再)?住在?<o:LO>(?:里)?(?:了)?(?=[，。；！]|$)",
        StatementTemplate("lives_in", "{s}不再住在{o}。", object="o", phase=_ENDS),
        has_agent=False,
    ),
    construction(
        r"<s:P>~6从<o:LO>(?:里)?(?:搬走了?|搬了出[来去]|搬出[来去])(?=[，。；！]|$)",
        StatementTemplate("lives_in", "{s}搬离了{o}。", object="o", phase=_ENDS),
    ),
    construction(
        r"<s:P>~,12(?:抵达|到达|返回|重返|赶往|前往|逃往|去往|奔赴)(?:了)?<o:L>(?=[，。；、！]|$)",
        StatementTemplate("went_to", "{s}去了{o}。", object="o"),
        in_speech=False,
    ),
    construction(
        r"<s:P>~6离开(?:了)?(?:{L}|这里|那里|家乡|故乡|京城|村子)，(?:当天|当夜|当晚|次日|第二天|三天后|连夜|后来|独自|只身|一路|又|就|便|径直|坐[^，。；！？\n]{1,4}的[船车]){0,3}(?:到了|来到了?|去了|前往|回到了?|赶往|奔赴|回了)<o:L>(?=[，。；！]|$)",
        StatementTemplate("went_to", "{s}去了{o}。", object="o"),
        in_speech=False,
    ),
    construction(
        r"<s:P>~,6(?:坐(?:着)?(?:{P}|[^，。；！？\n]{1,4})的[船车马]|(?:跟着|跟随|随|和|与|同|跟){P}(?:一起|一同|一道|一块儿?)?)(?:来到|回到|赶到|逃到|走到|去了|到了|赶回了?|进了|抵达)(?:了)?<o:L>(?=[，。；、！])",
        StatementTemplate("went_to", "{s}去了{o}。", object="o"),
        in_speech=False,
        subject_first=True,
    ),
)

_TRADES: tuple[Construction, ...] = (
    construction(
        r"<s:P>(?:来自<o:L>|(?:是|就是|原是|本是|也是)<p:L>(?:本地)?人)(?=[，。；！]|$)",
        StatementTemplate("from_place", "{s}来自{o}。", object="o", when=("o",)),
        StatementTemplate("from_place", "{s}是{p}人。", object="p", when=("p",)),
        has_agent=False,
    ),
    construction(
        rf"<s:P>(?:就|便|也|还|只|原来|如今|现在|其实)*是(?:一?[个名位])(?P<v>{_OCCUPATION})(?=[，。；！]|$)",
        _TITLE,
        has_agent=False,
    ),
    construction(
        rf"<s:P>(?:就|便|也|还|原来|如今|现在|其实)*是(?:{{L}}|<o:O>)的(?P<v>{_OCCUPATION})(?=[，。；！]|$)",
        _TITLE,
        has_agent=False,
    ),
    construction(
        rf"<s:P>(?>从前|以前|本来|原本|原|本|曾经|曾|早年|当年|一度)++(?:也|还|就)?是(?:一?[个名位]|(?:{{L}}|{{P}}|<o:O>)的)(?P<v>{_OCCUPATION})(?=[，。；！]|$)",
        StatementTemplate("title", "{s}曾是{v}。", value="v", phase=_ENDS),
        has_agent=False,
    ),
    construction(
        rf"<s:P>~8在(?:{{L}}|<o:O>){_IN}(?:当了?|做了?|任|担任)(?:一?[个名位]|起了?)?(?P<v>{_OCCUPATION})(?:了)?(?=[，。；！]|$|[一二两三四五六七八九十几多半])",
        StatementTemplate("title", "{s}当{v}。", value="v"),
    ),
    construction(
        rf"<s:P>(?>从前|以前|曾经|曾|早年|当年|一度)*+在(?:{{L}}|{{han}}{{1,4}}?){_IN}(?:当|做|任|担任)过(?:几年|多年|[一两三四五六七八九十]年)?(?P<v>{_OCCUPATION})(?=[，。；！]|$)",
        StatementTemplate("title", "{s}曾是{v}。", value="v", phase=_ENDS),
        has_agent=False,
        subject_first=True,
    ),
    construction(
        rf"<s:P>(?>如今|现在|就|便|也|还|原来|其实)*+是(?!{_NOT_NOW})(?:{{L}}|{{han}}){{1,7}}的(?P<v>{_OCCUPATION})(?=[，。；！]|$)",
        _TITLE,
        has_agent=False,
        subject_first=True,
    ),
    in_context(
        construction(
            rf"{{starts}}(?:后来|终于|便|就|也|又)*+(?:当上了?|当了|做了|成了|成为了?|升为|升任|接任)(?:一?[个名位]|(?:{{L}}|<o:O>|{{han}}{{2,4}}?)的)?(?P<v>{_OCCUPATION})(?=[，。；！]|$)",
            StatementTemplate("title", "{s}任{v}。", value="v", phase=_BEGINS),
            in_speech=False,
        ),
        subject="s",
    ),
    in_context(
        construction(
            rf"{{starts}}(?:如今|现在|就|便|也|原来|其实)*+是(?!{_NOT_NOW})(?:{{L}}|{{han}}){{1,7}}的(?P<v>{_OCCUPATION})(?=[，。；！]|$)",
            _TITLE,
            has_agent=False,
            in_speech=False,
        ),
        subject="s",
    ),
    construction(
        rf"<s:P>~8在(?:{{L}}|<o:O>){_IN}(?P<v>当差|当兵|教书|行医|打铁|打工|做工|帮工|跑堂|当值|卖艺|说书|学医|学艺)(?:了)?(?=[，。；！]|$)",
        StatementTemplate("title", "{s}{v}。", value="v"),
    ),
    construction(
        rf"<s:P>~8(?:当上了?|做上了?|当了|做了|成了|成为了?|升为|升任|接任)(?:一?[个名位]|{{L}}的?)?(?P<v>{_OCCUPATION})(?=[，。；！]|$)",
        StatementTemplate("title", "{s}任{v}。", value="v", phase=_BEGINS),
    ),
    construction(
        rf"<s:P>~,28(?:不再(?:做|当|担任|是)|辞去了?|辞了|卸任)(?:一?[个名位]|{{L}}的?)?(?P<v>{_OCCUPATION})(?:一职|之职|的职务|的差事)?(?:了)?(?=[，。；！]|$)",
        StatementTemplate("title", "{s}不再任{v}。", value="v", phase=_ENDS),
    ),
)

_ENDS_OF_LIFE: tuple[Construction, ...] = (
    construction(
        r"<o:P>(?!全家|一家|满门|老幼|家|之|的|部|军|兵|妻|子|手下|余众|父子|兄弟)(?!{any}(?:全家|一家|满门|老幼|家眷|家小|妻|族|部将|部下|[令使遣命教]))(?![^。！？；]{0,14}，(?!不久|随即|后来|终于|当场){han}{2,3}已被){any}被<s:P>(?!部|手下|军|兵|的|之|麾)(?:所杀|所害|所斩|所弑|~8(?:杀了|斩了|害了|杀害|害死|毒死|刺死|砍死|打死|勒死|掐死|射死|捅死|推下了?悬崖|斩首|处死|砍了头|杀于|斩于|刺于|砍于|射于))(?:了)?(?=[，。；！、]|$|马下|阵|城|{L})",
        *_KILLED,
        has_agent=False,
        subject_first=True,
    ),
    construction(
        r"<o:P>(?:已|竟|终|后|果|遂|皆|就|已经|终于|竟然)?为<s:P>所(?:杀|害|斩|弑)(?=[，。；！、]|$)",
        *_KILLED,
        has_agent=False,
        subject_first=True,
    ),
    construction(
        r"<o:P>(?:就|便|也|还是|终于|最终|最后|竟|竟然|后来)*(?:是)?死(?:在|于)(?:了)?<s:P>的?(?:手[里中上下]?|[刀剑枪箭掌][下中])(?:了|的)?(?=[，。；！]|$)",
        *_KILLED,
        has_agent=False,
    ),
    construction(
        r"<s:P>~8(?:遇害|遇刺身亡|被害|被处死|被处决|被斩首|殉职|殉国|殉情|自尽|自杀|自刎而死|咽了气|咽气|断了气|断气|停止了呼吸|夭折|早逝|早夭|溺亡|淹死|烧死|饿死|冻死|摔死|吊死|暴毙|毙命|丧命|送命|丧生|病故|病卒|病殁|离世|辞世|谢世|离开了人世|撒手人寰)(?:了)?(?=[，。；！、]|$)",
        StatementTemplate("dead", "{s}死了。", phase=_BEGINS),
        in_speech=False,
    ),
    construction(
        r"<s:P>(?!，){any}被(?:人|仇家|仇人|强盗|乱箭|乱军|乱兵|乱刀|流矢|伏兵|大火|洪水|刺客|歹人|凶手|凶徒|山贼|海盗|敌军|敌兵)(?:所杀|杀害|杀死|杀了|射死|射杀|刺杀|刺死|砍死|毒死|害死|烧死|淹死|打死|勒死|暗杀|打死于)(?:了)?(?=[，。；！、]|$|于|{L})",
        StatementTemplate("dead", "{s}死了。", phase=_BEGINS),
        in_speech=False,
        subject_first=True,
    ),
    construction(
        r"<s:P>(?>早就|早已|早|去年|今年|昨天|昨夜|昨晚|那年|[一二三四五六七八九十百两几数多半0-9]+(?:年|个月|天|日)前|当场|最后|最终|终于|还是|后来|竟然|竟|就|也|都)++死了(?=[，。；！]|$)",
        StatementTemplate("dead", "{s}死了。", phase=_BEGINS),
    ),
    construction(
        r"<s:P>(?:病?死|去世|过世|病逝|亡故|病故|战死|阵亡|遇害|被害|被杀|被斩)(?:之后|以后|后|那年|那天|的那年|的那天|那一年|的那一年|的那一天)(?=[，。])",
        StatementTemplate("dead", "{s}死了。"),
        in_speech=False,
        has_agent=False,
        subject_first=True,
    ),
    construction(
        r"<s:P>(?:居然|竟然|竟|原来|其实|如今|现在|分明|明明|确实|的确)*(?:还|仍|仍然|依然|依旧)活着(?=[，。；！]|$)",
        StatementTemplate("alive", "{s}活着。"),
        has_agent=False,
        subject_first=True,
    ),
    construction(
        r"<s:P>(?:其实|原来|并|还|尚|果然|根本|确实)*(?:没有?|未)(?:曾)?死(?=[，。；！]|$)",
        StatementTemplate("alive", "{s}没有死。"),
        has_agent=False,
        subject_first=True,
    ),
)

_RANK = (
    "(?:(?:炼气|练气|筑基|金丹|结丹|元婴|化神|炼虚|合体|大乘|渡劫|凡境|先天|后天|宗师|大宗师|武者|武师|斗者|斗师|斗王|斗皇|斗宗|斗尊|斗圣|斗帝)(?:期|境)?(?:初期|中期|后期|巅峰|大圆满|圆满|[一二三四五六七八九十]+[层重阶星段品])?"
    "|序列[0-9一二三四五六七八九]|第?[一二三四五六七八九十0-9]+[级阶品重境](?:[武法骑强]?[者师士])?)"
)
_HEALTH = "(?:受了(?:重|轻|内)?伤|受了伤|负了伤|受重伤|受伤|身受重伤|身负重伤|中了[毒箭枪弹]|中毒|昏迷不醒|病倒|病重|病势危笃|病势沉重|染病|染疾|卧病不起|卧病在床|卧病|失明|失忆|失忆了|瞎了(?:[一左右]只眼|[左右]眼)?|断了[一左右]?[条只]?[臂腿手胳膊]{1,2})"

_CONDITIONS: tuple[Construction, ...] = (
    construction(
        rf"<s:P>~,10(?:突破(?:到|至|进入)?|晋升(?:为|到|至)?|晋级(?:为|到|至)?|进阶(?:为|到|至)?|踏入|迈入|升到|升至|修炼到|跌落(?:到|至)|跌回)(?:了)?(?P<v>{_RANK})(?=[，。；！]|$)",
        StatementTemplate("rank", "{s}到了{v}。", value="v", phase=_BEGINS),
    ),
    construction(
        rf"<s:P>(?:如今|现在|已经|已|不过|只|只不过|也|就|才|还|竟|竟然|原来|仍|仍然)*是(?:一?[个名位])?(?P<v>{_RANK})(?:的?(?:修士|修为|高手|强者|武者|非凡者|修真者))?(?=[，。；！]|$)",
        StatementTemplate("rank", "{s}是{v}。", value="v"),
        has_agent=False,
    ),
    construction(
        r"<s:P>~4被(?:[^，。！？；：“”\n]{0,3})(?:关进|关在|关押在|囚禁在|囚于|押入|打入|投入|软禁在|关入)(?:了)?(?:<o:LO>|(?P<v>{han}{0,2}(?:大牢|牢房|死牢|天牢|地牢|监狱|监牢|冷宫|水牢|牢中|狱中|地下室|密室)|{han}{1,3}[牢狱]))(?:里|中)?(?=[，。；！]|$)",
        StatementTemplate("imprisoned_in", "{s}被关在{o}。", object="o", phase=_BEGINS, when=("o",)),
        StatementTemplate("imprisoned_in", "{s}被关在{v}。", value="v", phase=_BEGINS, when=("v",)),
    ),
    construction(
        r"<s:P>(?:已经|已|后来|也|就|终于|竟)?被(?:<o:O>(?:开除|除名|解雇|驱逐|赶了?出[来去]|逐出)|(?:逐出|赶出|踢出)了?<p:O>)(?:了)?(?=[，。；！]|$)",
        StatementTemplate("member_of", "{s}不再是{o}的人。", object="o", phase=_ENDS, when=("o",)),
        StatementTemplate("member_of", "{s}不再是{p}的人。", object="p", phase=_ENDS, when=("p",)),
        has_agent=False,
    ),
    construction(
        rf"<s:P>(?![^，。]{{0,6}}[推托称诈报])~6(?P<v>{_HEALTH})(?:了)?(?=[，。；！]|$)",
        StatementTemplate("health", "{s}{v}。", value="v", phase=_BEGINS),
        in_speech=False,
    ),
)

BIOGRAPHY: tuple[Construction, ...] = (*_HOMES, *_TRADES, *_ENDS_OF_LIFE, *_CONDITIONS)
"""All constructions (sentence patterns) that this module defines, in the order in which they are tried on a text."""
