"""Table of the Chinese constructions (sentence patterns), with the definitions of the constructions about identity,
offices, war, places and things.
"""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.languages.zh.reading.biography import BIOGRAPHY
from episodic.languages.zh.reading.classical_deeds import CLASSICAL_DEEDS
from episodic.languages.zh.reading.classical_lives import CLASSICAL_LIVES
from episodic.languages.zh.reading.construction_syntax import construction, in_context
from episodic.languages.zh.reading.deaths import DEATHS
from episodic.languages.zh.reading.deaths_in_context import DEATHS_IN_CONTEXT
from episodic.languages.zh.reading.executions import EXECUTIONS
from episodic.languages.zh.reading.kinship import KINSHIP
from episodic.languages.zh.reading.possession import POSSESSION
from episodic.languages.zh.reading.relationships import RELATIONSHIPS
from episodic.languages.zh.reading.shown_deaths import SHOWN_DEATHS
from episodic.languages.zh.reading.word_lists import any_of
from episodic.model.readings import Phase

_BEGINS, _ENDS = Phase.BEGINS, Phase.ENDS
_CAPTURED = StatementTemplate("captured", "{s}擒获了{o}。", object="o")
_FOUGHT = StatementTemplate("fought", "{s}与{o}交战。", object="o")
_TITLE = StatementTemplate("title", "{s}是{v}。", value="v")
_APPOINTED = StatementTemplate("title", "{s}任{v}。", value="v", phase=_BEGINS)
_FROM = StatementTemplate("from_place", "{s}是{o}人。", object="o")
_ESTABLISHMENT = any_of("establishments")
_WENT = "来到|回到|赶到|逃到|走到|去到|去了|到了|回了|进了|走进|躲进|逃进|闯进|闯入|赶往|前往|逃往"
_THEN = "(?:便|就|又|也|还|随后|随即|后来|于是|一起|一同|独自|只身|连夜|终于){0,2}"

_IDENTITY: tuple[Construction, ...] = (
    construction(
        r"<s:P>(?:者)?，?(?:表)?字<v:P>(?=[，。；：、！])",
        StatementTemplate("courtesy_name", "{s}字{v}。", value="v"),
        same_node=("s", "v"),
        has_agent=False,
    ),
    construction(
        r"姓{han}{1,2}，?(?:单)?名{han}{1,2}，?(?:表)?字<s:P>(?=[，。；：、！])",
        StatementTemplate("courtesy_name", "{s}字{v}。", value="s"),
        has_agent=False,
    ),
    construction(r"<s:P>(?:，字{P})?(?:，|者，|乃|本|原是|系)*<o:L>人(?:也|氏|(?=[，。]))", _FROM, has_agent=False),
    construction(
        r"<o:L>人(?:也|氏)?，(?:覆|复)?姓{han}{1,2}，?(?:单)?名{han}{1,2}，?(?:表)?字<s:P>(?=[，。；：、！])",
        _FROM,
        has_agent=False,
    ),
    construction(
        r"<s:P>(?:，字{P}，|(?:，)?(?:乃|本))(?P<v>(?:{L}(?!人))[^，。！？；：、“”\n]{1,5}|[^，。！？；：、“”\n一二两三四五六七八九十何此其等是]{1,4}[郡县州国城阳陵][^，。！？；：、“”\n]{0,3})人(?:也|氏)",
        StatementTemplate("from_place", "{s}是{v}人。", value="v"),
        has_agent=False,
    ),
    construction(
        r"<s:P>(?!视|见|看|望|[^。]{0,24}(?:其人|那人|来人|一人|一将|有人))~,24身(?:长|高)(?P<v>{number}尺(?:{number}寸)?)",
        StatementTemplate("height", "{s}身高{v}。", value="v"),
        has_agent=False,
    ),
    construction(
        r"<s:P>~,16(?:今年|年方|时年)(?P<v>{number}岁)",
        StatementTemplate("age", "{s}{v}。", value="v"),
        has_agent=False,
    ),
    construction(
        r"(?<![长大小比])<s:P>(?:(?:年|年方|年已|时年|今年|才|刚|刚满|已经)(?P<v>{number}岁)|(?P<w>{number}岁)(?=[，。；！、了的]))(?!那年|那一年|时|的时候|以前|之前|的时候|的那年|生日|上|前)",
        StatementTemplate("age", "{s}{v}。", value="v", when=("v",)),
        StatementTemplate("age", "{s}{w}。", value="w", when=("w",)),
        has_agent=False,
    ),
    construction(
        r"<s:P>(?!视|见|看|望|[^。]{0,16}(?:其人|那人|来人|一人|一将|有人))~,16生得(?P<v>[^。！？；\n]{2,24})(?=[。！？；\n])",
        StatementTemplate("appearance", "{s}生得{v}。", value="v"),
        has_agent=False,
    ),
    construction(
        r"<s:P>(?:出生在|出生于|生在|生于)<o:L>",
        StatementTemplate("born_in", "{s}生在{o}。", object="o"),
        has_agent=False,
    ),
)

_OFFICES: tuple[Construction, ...] = (
    construction(
        r"<s:P>是(?:一?[个名位])(?P<v>{han}{0,4}?(?:匠|渔夫|车夫|马夫|店员|职员|教师|律师|厨师|画师|商人|猎人|医生|警察|司机|老板|老师|学生|军人|士兵|作家|画家|歌手|演员|法官|农民|工人|渔民|侦探|记者|护士|教授|牧师))(?=[，。；！])",
        _TITLE,
        has_agent=False,
    ),
    construction(r"(?<![{P}与和])(?P<v>{L}{local})<s:P>(?!之|的)", _TITLE, has_agent=False),
    construction(
        r"(?<=[，。；：！、\n　 与及\ue010召乃使令遣命教拜见有同适])(?P<v>(?!部将){office})<s:P>",
        _TITLE,
        has_agent=False,
    ),
    construction(
        r"<o:O>的?(?P<v>{office})<s:P>",
        StatementTemplate("title", "{s}是{o}的{v}。", value="v"),
        StatementTemplate("member_of", "{s}是{o}的人。", object="o"),
        has_agent=False,
    ),
    construction(
        r"<o:P>~4(?:拜|封|除|加封|加|任命|擢|升)<s:P>为(?P<v>[^，。！？；、：\n]{2,9})(?=[，。；、！])",
        StatementTemplate("appointed", "{o}任命{s}为{v}。", subject="o", object="s", value="v"),
        _APPOINTED,
    ),
    construction(
        r"(?:拜|封|加封|任命|擢|升|加|除|授|诏以|表|荐)<s:P>(?:[、与及和]<q:P>)?(?:等|二人|二将)?(?:[^{P}，。！？；“”]{1,2}人)?为(?P<v>[^，。！？；、：\n]{2,9})(?=[，。；、！])",
        _APPOINTED,
        StatementTemplate("title", "{q}任{v}。", subject="q", value="v", phase=_BEGINS, when=("q",)),
        in_speech=False,
        has_agent=False,
    ),
    construction(
        r"<o:P>[^，、。！？；：\n“”{P}不未欲若]{0,4}(?:令|命|使|遣|留|用|以)<s:P>为(?P<v>{L}?(?:{office}|{local}))(?=[，。；、！])",
        StatementTemplate("appointed", "{o}任命{s}为{v}。", subject="o", object="s", value="v"),
        in_speech=False,
    ),
    in_context(
        construction(
            r"{starts}<s:P>(?:大喜，|喜，)?(?:遂|即|乃|便)?(?:封|拜|加封|授)(?:之|他)?为(?P<v>{L}?(?:{office}|{local})|{han}{1,2}亭?侯)(?=[，。；、！])",
            StatementTemplate("appointed", "{s}任命{o}为{v}。", object="o", value="v"),
            StatementTemplate("title", "{o}任{v}。", subject="o", value="v", phase=_BEGINS),
            in_speech=False,
        ),
        target="o",
    ),
    construction(
        r"<o:L>守将<s:P>(?!之|的)", StatementTemplate("located_in", "{s}是{o}守将。", object="o"), has_agent=False
    ),
    construction(
        r"<s:P>为(?P<v>{L}?(?:{office}|{local})|{han}{1,3}侯)(?=[，。；、！])",
        _APPOINTED,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        r"<s:P>(?=(?:、{P})+(?:二人|二将|三人|等)?为(?P<v>{office}|{local})(?=[，。；、！]))",
        _APPOINTED,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        r"(?<![议欲可当宜废请])(?:册立|拥立|立)<s:P>为(?P<v>[^，。！？；、：\n]{0,4}(?:皇帝|帝|王|皇后|后|太子|世子|公|侯|太后|将军|司马))(?=[，。；、！])",
        _APPOINTED,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        r"<s:P>(?:自|官)?(?:拜|除|迁|领|自领|任|升任|出任|当上|担任|接任|做了|成为)(?:了)?(?P<v>{L}?(?:{office}|(?![令相牧尉]){local})|{L}{local})(?=[，。；！])",
        _APPOINTED,
        has_agent=False,
    ),
    construction(
        r"<s:P>~,24(?:辞去|辞了|卸任|再做|再担任|再当)(?:了)?(?P<v>{L}?{office})",
        StatementTemplate("title", "{s}不再任{v}。", value="v", phase=_ENDS),
    ),
    construction(
        r"<s:P>(?:是|为|乃)<o:O>(?:的)?(?P<v>{han}{1,5})(?=[，。；、！])",
        StatementTemplate("member_of", "{s}是{o}的{v}。", object="o", value="v"),
        has_agent=False,
    ),
    construction(
        r"<s:P>~4(?:加入|参加|进入|投身|考入)(?:了)?<o:O>",
        StatementTemplate("member_of", "{s}加入了{o}。", object="o", phase=_BEGINS),
    ),
    construction(
        r"<s:P>~,16(?:离开|退出)(?:了)?<o:O>", StatementTemplate("member_of", "{s}离开了{o}。", object="o", phase=_ENDS)
    ),
    construction(
        r"<s:P>~,6(?:成了|成为|当了|做了)<o:O>的(?P<v>{han}{1,6})(?=[，。；、！])",
        StatementTemplate("member_of", "{s}成了{o}的{v}。", object="o", value="v", phase=_BEGINS),
    ),
    construction(
        r"<s:P>(?:已经|早已|早就|现在|如今|从此)?不(?:再)?是<o:O>的(?P<v>{han}{1,5}?)(?:了)?(?=[，。；、！])",
        StatementTemplate("member_of", "{s}不再是{o}的{v}。", object="o", value="v", phase=_ENDS),
        has_agent=False,
    ),
    construction(
        r"<s:P>~4(?:投奔|投靠|归顺|来投|往投)(?:了)?<o:P>(?=[，。；、！]|去|来)",
        StatementTemplate("serves", "{s}投奔了{o}。", object="o", phase=_BEGINS),
    ),
    construction(r"<s:P>~4(?:统领|执掌|掌管)(?:了)?<o:O>", StatementTemplate("leads", "{s}统领{o}。", object="o")),
)

_WAR: tuple[Construction, ...] = (
    construction(r"<s:P>~8(?:生擒|活捉|擒住|擒获|捉住|擒了|捉了|俘虏)(?:了)?<o:P>(?=[，。；！、]|回|归|过)", _CAPTURED),
    construction(
        r"(?<=[，。；！\n　 ])<o:P>{any}被<s:P>~8(?:生擒|活捉|擒住|擒获|捉住|捉去|擒去|所擒)",
        _CAPTURED,
        has_agent=False,
    ),
    construction(
        r"<s:P>~6(?:得了|夺了|夺了|袭了|取了|占了|攻取了?|夺取了?|攻占了?|占领了?|攻破了?|攻下了?|占据了?)<o:L>(?=[，。；！、])",
        StatementTemplate("captured", "{s}夺取了{o}。", object="o"),
    ),
    construction(
        r"<s:P>~4(?:大败|击败|杀败|打败|大破|击破|战败)(?:了)?<o:P>(?=[，。；！、]|于)",
        StatementTemplate("defeated", "{s}击败了{o}。", object="o"),
    ),
    construction(r"<s:P>~6(?:杀得|打得|杀的)<o:P>大败", StatementTemplate("defeated", "{s}击败了{o}。", object="o")),
    construction(
        r"<s:P>~6与<o:P>(?:交马|交战|交锋|大战|厮杀|相斗|相持|战(?!书|场|将|具|策))", _FOUGHT, in_speech=False
    ),
    construction(
        r"{opens}<s:P>~,12(?:直取|径取|来取)<o:P>(?=[，。；！、])",
        StatementTemplate("fought", "{s}攻击{o}。", object="o"),
        in_speech=False,
    ),
    construction(
        r"{opens}<s:P>~,12(?:大战|迎战|来战|出战|力战|敌住|抵住|截住|迎住|接住)<o:P>(?=[，。；！、])",
        _FOUGHT,
        in_speech=False,
    ),
    construction(r"<s:P>~8(?:接住|敌住|迎住|截住)<o:P>~4(?:厮杀|大战|交战|交锋)", _FOUGHT, in_speech=False),
    construction(
        r"<s:P>~8(?:攻打|围攻|进攻|围住|围了)<o:L>(?=[，。；！、])",
        StatementTemplate("fought", "{s}攻打{o}。", object="o"),
        in_speech=False,
    ),
    construction(
        r"<s:P>~4(?:投降|归降|降了|降于|降)(?:了)?<o:P>(?=[，。；、！])",
        StatementTemplate("surrendered_to", "{s}投降了{o}。", object="o"),
        in_speech=False,
    ),
    construction(
        r"<s:P>~4(?:救了|救过|救出|救得|救起|救下)(?:了)?<o:P>(?=[，。；、！]|出|回|上|的命|一命|性命|的性命)",
        StatementTemplate("rescued", "{s}救了{o}。", object="o"),
    ),
)

_PLACES: tuple[Construction, ...] = (
    construction(
        r"{opens}<s:P>~,10(?:屯|驻|扎|屯兵|屯军|驻军|驻扎|屯驻|下寨|镇守|坐守|守|据守)(?:于|在)?<o:L>(?=[，。；、])",
        StatementTemplate("located_in", "{s}驻守{o}。", object="o"),
    ),
    construction(
        r"(?<=[，。；！\n　 ])<s:L>(?:位于|坐落在|坐落于|在)<o:L>(?:城|境)?[里内中]?(?=[，。；])",
        StatementTemplate("located_in", "{s}在{o}。", object="o"),
        has_agent=False,
    ),
    construction(
        r"(?<=[，。；！\n　 ])<s:L>(?:位于|坐落在|坐落于|在)(?P<v>{L}城?[外东西南北边旁][边面]?)(?=[，。；])",
        StatementTemplate("located_in", "{s}在{v}。", value="v"),
        has_agent=False,
    ),
    construction(
        r"<s:P>(?:正|尚|现|却|仍|已|还|昨夜|昨晚|昨天|昨日|今早|那天|那晚|那时|当时|当晚|一直)?(?:在|居)<o:L>(?=[，。；、])",
        StatementTemplate("located_in", "{s}在{o}。", object="o"),
    ),
    construction(
        r"{opens}<s:P>~,20(?:来到|回到|赶到|奔到|逃到|径到|直到|前到|赶回|奔回|逃回|杀奔|直奔|前至|奔至|逃至|行至|来至|回至|径至|直至|赶至|追至)(?:了)?<o:L>(?=[，。；：、！]|[来去下中界][，。])",
        StatementTemplate("went_to", "{s}去了{o}。", object="o"),
        in_speech=False,
    ),
    construction(
        r"<s:P>~10(?<![搬迁])(?:来到|回到|赶到|奔到|逃到|走到|去了|到了|赶回了?|奔至|逃至|行至|来至|回至|径至|直至|追至|走入|逃入|奔入|退入|遁入|走回|走至|退回|奔往|逃往|(?<![送解押载运传拥引])(?:至|到|入)|进了|奔|赴|回)(?:了)?<o:L>(?=[，。；、！]|来[，。]|去[，。]|城(?:中|下|内)?[，。])",
        StatementTemplate("went_to", "{s}去了{o}。", object="o"),
        in_speech=False,
    ),
    construction(
        rf"<s:P>~10(?<![搬迁])(?:{_WENT})(?P<v>{_ESTABLISHMENT})(?=[，。；！])",
        StatementTemplate("went_to", "{s}去了{v}。", value="v"),
        in_speech=False,
        subject_first=True,
    ),
    construction(
        rf"<s:P>~,12(?:住在|住进了?|居住在|搬到了?|搬进了?|搬去了?|搬回了?|迁居|移居)(?P<v>{_ESTABLISHMENT})(?=[，。；！]|居住|生活|安家)",
        StatementTemplate("lives_in", "{s}住在{v}。", value="v", phase=_BEGINS),
        in_speech=False,
        subject_first=True,
    ),
    in_context(
        construction(
            rf"{{starts}}{_THEN}(?:来到|回到|赶到|逃到|去了|到了|前往|赶往|逃往)(?:了)?<o:L>(?=[，。；！])",
            StatementTemplate("went_to", "{s}去了{o}。", object="o"),
            in_speech=False,
        ),
        subject="s",
    ),
    in_context(
        construction(
            rf"{{starts}}{_THEN}(?:搬到|搬进|搬去|搬回|迁居|移居|迁往)了?(?:<o:LO>|(?P<v>{_ESTABLISHMENT}))(?=[，。；！]|居住|生活|安家)",
            StatementTemplate("lives_in", "{s}搬到了{o}。", object="o", phase=_BEGINS, when=("o",)),
            StatementTemplate("lives_in", "{s}搬到了{v}。", value="v", phase=_BEGINS, when=("v",)),
            in_speech=False,
        ),
        subject="s",
    ),
    construction(
        r"<s:P>~8(?:，?(?:和|与|跟|同)(?:(?:师父|师傅|父亲|母亲|妻子|丈夫|儿子|女儿|家人)?{P}?))?~,20(?:住在|居住在|定居在|定居于|隐居于|隐居在|家住|居于|世居)(?:了)?<o:L>",
        StatementTemplate("lives_in", "{s}住在{o}。", object="o"),
    ),
    construction(
        r"(?<={P}[，和与跟同])(?:[和与跟同])?(?:师父|师傅|父亲|母亲|妻子|丈夫|儿子|女儿)?<s:P>~6(?:住在|居住在|定居在)(?:了)?<o:L>",
        StatementTemplate("lives_in", "{s}住在{o}。", object="o"),
    ),
    construction(
        r"<s:P>~,12(?:住在)(?P<v>自己的{han}{1,4}|{han}{2,6})(?=[，。；])",
        StatementTemplate("lives_in", "{s}住在{v}。", value="v"),
        in_speech=False,
    ),
    construction(
        r"<s:P>~,12(?:搬到|搬进|搬去|搬回|迁居|移居|搬入|迁往)(?:了)?<o:LO>",
        StatementTemplate("lives_in", "{s}搬到了{o}。", object="o", phase=_BEGINS),
        subject_first=True,
    ),
    construction(
        r"<s:P>~4(?:离开|离|弃)(?:了)?<o:L>(?=[，。；、])",
        StatementTemplate("left", "{s}离开了{o}。", object="o"),
        in_speech=False,
    ),
    construction(
        r"<s:P>(?:来|入|往|去|径来|求|遂|乃|往)?(?:见|拜见|参见|会见|遇见|见到|遇到|见了|来见|往见|入见|回见)(?:了)?<o:P>(?=[，。；：！])",
        StatementTemplate("met", "{s}见到了{o}。", object="o"),
        in_speech=False,
    ),
)

_THINGS: tuple[Construction, ...] = (
    construction(
        r"<s:P>~6(?:手持|手执|挺着?|绰|提着?|舞动?|使|持|佩着?|挂着|带着|握着|拿着|骑)(?:一?[把口枚柄条件本匹根]|半截)?<o:I>(?=[，。；、！]|[^，。]{1,6}[，。])",
        StatementTemplate("holds", "{s}持有{o}。", object="o"),
    ),
    construction(
        r"<s:P>(?:造|打造|铸造|写下|写了|作|著)<o:I>(?=[，。；、！])",
        StatementTemplate("created", "{s}造了{o}。", object="o"),
    ),
)

CONSTRUCTIONS: tuple[Construction, ...] = (
    *KINSHIP,
    *_IDENTITY,
    *_OFFICES,
    *DEATHS,
    *DEATHS_IN_CONTEXT,
    *SHOWN_DEATHS,
    *EXECUTIONS,
    *_WAR,
    *_PLACES,
    *_THINGS,
    *RELATIONSHIPS,
    *POSSESSION,
    *BIOGRAPHY,
    *CLASSICAL_DEEDS,
    *CLASSICAL_LIVES,
)
"""All Chinese constructions (sentence patterns) whose matches lie inside one sentence, in the order in which they are
tried on a text.
"""
