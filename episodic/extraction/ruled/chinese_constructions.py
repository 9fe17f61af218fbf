"""The constructions that the Chinese statement rules know, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.extraction.ruled.chinese_everyday import EVERYDAY
from episodic.extraction.ruled.chinese_handing import HANDING
from episodic.extraction.ruled.chinese_lives import LIVES
from episodic.extraction.ruled.chinese_patterns import Pattern, Says, pattern
from episodic.model.readings import Phase

_BEGINS, _ENDS = Phase.BEGINS, Phase.ENDS
_KILLED = (Says("killed", "{s}杀死了{o}。", object="o"), Says("dead", "{o}死了。", subject="o", phase=_BEGINS))
_CAPTURED = Says("captured", "{s}擒获了{o}。", object="o")
_FOUGHT = Says("fought", "{s}与{o}交战。", object="o")
_TITLE = Says("title", "{s}是{v}。", value="v")
_APPOINTED = Says("title", "{s}任{v}。", value="v", phase=_BEGINS)
_FROM = Says("from_place", "{s}是{o}人。", object="o")
_BY_BLOOD = frozenset({"child_of", "parent_of", "sibling_of", "relative_of"})


def _kin(words: str, predicate: str, said: str) -> Sequence[Pattern]:
    """「X乃Y之子」, 「X是Y的儿子」, 「Y之子X」, 「Y的儿子X」, 「Y……，其子X」 for one kind of kin."""
    one = Says(predicate, f"{{s}}是{{o}}的{said}。", object="o")
    which = rf"(?P<k>(?:最小的|最大的|最好的|唯一的|亲生的?|独生|失散多年的|最得意的|同父异母的|孪生|双胞胎|结发|关门|大|小|二|三)?(?:{words}))"
    his = pattern(rf"其(?P<k>{words})<s:P>(?!之|的)", one, kin=True, acts=False, spoken=False)
    whose = rf"(?<!{{P}}[与和、及])<o:P>(?:之|的)(?P<k>{words})(?:就|便|也|正|原来)?(?:是|乃|叫|名叫)<s:P>(?=[，。；、！也]|$)"
    return (
        pattern(whose, one, acts=False),
        pattern(
            rf"<s:P>(?:，)?(?:乃|即|是|就是|也是|系)<o:P>(?:之|的|(?=最|唯一|亲生)){which}(?=[，。；、！也]|$)",
            one,
            acts=False,
        ),
        pattern(rf"(?<=[。！？；\n　 ])<s:P>，<o:P>(?:之|的){which}，(?!{{P}})", one, acts=False),
        pattern(rf"(?<![与和、及])<o:P>(?:之|的)?(?P<k>{words})<s:P>(?!之|的)", one, acts=False),
        *([his] if predicate in _BY_BLOOD else []),
    )


_KIN: tuple[Pattern, ...] = (
    *_kin("长子|次子|幼子|少子|三子|嫡子|儿子|子", "child_of", "儿子"),
    *_kin("长女|次女|幼女|女儿|女", "child_of", "女儿"),
    *_kin("父亲|父", "parent_of", "父亲"),
    *_kin("母亲|母", "parent_of", "母亲"),
    *_kin("弟弟|弟|胞弟|亲弟", "sibling_of", "弟弟"),
    *_kin("哥哥|兄长|兄|胞兄", "sibling_of", "哥哥"),
    *_kin("妹妹|妹", "sibling_of", "妹妹"),
    *_kin("姐姐|姐|姊", "sibling_of", "姐姐"),
    *_kin("妻子|妻|丈夫|夫", "married_to", "配偶"),
    *_kin(
        "叔父|叔叔|叔|伯父|侄子|侄儿|侄|外甥|甥|孙子|孙女|孙|祖父|祖母|从弟|从兄|族弟|族兄|从子|舅父|舅舅|舅|姨母|姑母|表弟|表兄|表妹|表姐|表哥|堂弟|堂兄|堂妹|堂姐|堂哥|姑姑|姨妈|姨母|舅妈|婶婶|外公|外婆|爷爷|奶奶|外祖父|外祖母|伯伯|义子|养子|养女|义女|女婿|岳父|丈人|岳母|儿媳|嫂嫂|嫂子|义父|义母|妻弟|内弟|姐夫|妹夫",
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
        pattern(
            rf"<o:P>~,30有(?:一?个)?(?P<k>{words})，(?:名叫|叫|名字叫|名唤)<s:P>",
            Says(predicate, "{s}是{o}的{k}。", object="o"),
            acts=False,
        )
        for words, predicate in (("女儿|儿子", "child_of"), ("哥哥|弟弟|姐姐|妹妹", "sibling_of"))
    ),
    pattern(r"<s:P>~,6(?:和|跟|与|同)(?:父亲|爸爸)<o:P>", Says("child_of", "{s}是{o}的孩子。", object="o"), acts=False),
    pattern(r"<s:P>~,6(?:和|跟|与|同)(?:母亲|妈妈)<o:P>", Says("child_of", "{s}是{o}的孩子。", object="o"), acts=False),
    pattern(r"<s:P>(?:和|跟|与|同)(?:妻子|丈夫)<o:P>", Says("married_to", "{s}与{o}是夫妻。", object="o"), acts=False),
    pattern(
        r"<s:P>(?![^，。]{0,5}[把将以])~4(?:娶了?|嫁给了?|迎娶了?|娶得)<o:P>(?=[，。；、！]|为|了[，。！])",
        Says("married_to", "{s}与{o}成婚。", object="o", phase=_BEGINS),
    ),
    pattern(
        r"<s:P>~2(?:和|与|跟|、)<o:P>~4(?:结为|拜为|结义为|结拜为|义结)(?:异姓)?(?:兄弟|金兰)",
        Says("sworn_sibling_of", "{s}与{o}结为兄弟。", object="o", phase=_BEGINS),
    ),
)

_IDENTITY: tuple[Pattern, ...] = (
    pattern(
        r"<s:P>(?:者)?，?(?:表)?字<v:P>(?=[，。；、！])",
        Says("courtesy_name", "{s}字{v}。", value="v"),
        same=("s", "v"),
        acts=False,
    ),
    pattern(
        r"姓{han}{1,2}，?(?:单)?名{han}{1,2}，?(?:表)?字<s:P>(?=[，。；、！])",
        Says("courtesy_name", "{s}字{v}。", value="s"),
        acts=False,
    ),
    pattern(r"<s:P>(?:，字{P})?(?:，|者，|乃|本|原是|系)*<o:L>人(?:也|氏|(?=[，。]))", _FROM, acts=False),
    pattern(
        r"<o:L>人(?:也|氏)?，(?:覆|复)?姓{han}{1,2}，?(?:单)?名{han}{1,2}，?(?:表)?字<s:P>(?=[，。；、！])",
        _FROM,
        acts=False,
    ),
    pattern(
        r"<s:P>(?:，字{P}，|(?:，)?(?:乃|本))(?P<v>(?:{L}(?!人))[^，。！？；：、“”\n]{1,5}|[^，。！？；：、“”\n一二两三四五六七八九十何此其等是]{1,4}[郡县州国城阳陵][^，。！？；：、“”\n]{0,3})人(?:也|氏)",
        Says("from_place", "{s}是{v}人。", value="v"),
        acts=False,
    ),
    pattern(
        r"<s:P>(?!视|见|看|望|[^。]{0,24}(?:其人|那人|来人|一人|一将|有人))~,24身(?:长|高)(?P<v>{number}尺(?:{number}寸)?)",
        Says("height", "{s}身高{v}。", value="v"),
        acts=False,
    ),
    pattern(r"<s:P>~,16(?:今年|年方|时年)(?P<v>{number}岁)", Says("age", "{s}{v}。", value="v"), acts=False),
    pattern(
        r"(?<![长大小比])<s:P>(?:(?:年|年方|年已|时年|今年|才|刚|刚满|已经)(?P<v>{number}岁)|(?P<w>{number}岁)(?=[，。；！、了的]))(?!那年|那一年|时|的时候|以前|之前|的时候|的那年|生日|上|前)",
        Says("age", "{s}{v}。", value="v", when=("v",)),
        Says("age", "{s}{w}。", value="w", when=("w",)),
        acts=False,
    ),
    pattern(
        r"<s:P>(?!视|见|看|望|[^。]{0,16}(?:其人|那人|来人|一人|一将|有人))~,16生得(?P<v>[^。！？；\n]{2,24})(?=[。！？；\n])",
        Says("appearance", "{s}生得{v}。", value="v"),
        acts=False,
    ),
    pattern(r"<s:P>(?:出生在|出生于|生在|生于)<o:L>", Says("born_in", "{s}生在{o}。", object="o"), acts=False),
)

_OFFICES: tuple[Pattern, ...] = (
    pattern(
        r"<s:P>是(?:一?[个名位])(?P<v>{han}{0,4}?(?:匠|渔夫|车夫|马夫|店员|职员|教师|律师|厨师|画师|商人|猎人|医生|警察|司机|老板|老师|学生|军人|士兵|作家|画家|歌手|演员|法官|农民|工人|渔民|侦探|记者|护士|教授|牧师))(?=[，。；！])",
        _TITLE,
        acts=False,
    ),
    pattern(r"(?<![{P}与和])(?P<v>{L}{local})<s:P>(?!之|的)", _TITLE, acts=False),
    pattern(r"(?<=[，。；：！、\n　 与及])(?P<v>{office})<s:P>", _TITLE, acts=False),
    pattern(
        r"<o:O>的?(?P<v>{office})<s:P>",
        Says("title", "{s}是{o}的{v}。", value="v"),
        Says("member_of", "{s}是{o}的人。", object="o"),
        acts=False,
    ),
    pattern(
        r"<o:P>~4(?:拜|封|除|加封|任命|擢|升)<s:P>为(?P<v>[^，。！？；、：\n]{2,9})(?=[，。；、！])",
        Says("appointed", "{o}任命{s}为{v}。", subject="o", object="s", value="v"),
        _APPOINTED,
    ),
    pattern(
        r"(?:拜|封|加封|任命|擢|升)<s:P>为(?P<v>[^，。！？；、：\n]{2,9})(?=[，。；、！])",
        _APPOINTED,
        spoken=False,
        acts=False,
    ),
    pattern(
        r"<o:P>[^，、。！？；：\n“”{P}不未欲若]{0,4}(?:令|命|使|遣|留|用|以)<s:P>为(?P<v>{L}?(?:{office}|{local}))(?=[，。；、！])",
        Says("appointed", "{o}任命{s}为{v}。", subject="o", object="s", value="v"),
        spoken=False,
    ),
    pattern(r"<o:L>守将<s:P>(?!之|的)", Says("located_in", "{s}是{o}守将。", object="o"), acts=False),
    pattern(r"<s:P>为(?P<v>{L}?(?:{office}|{local}))(?=[，。；、！])", _APPOINTED, spoken=False, acts=False),
    pattern(
        r"<s:P>(?=(?:、{P})+(?:二人|二将|三人|等)?为(?P<v>{office}|{local})(?=[，。；、！]))",
        _APPOINTED,
        spoken=False,
        acts=False,
    ),
    pattern(
        r"(?<![议欲可当宜废请])(?:册立|拥立|立)<s:P>为(?P<v>[^，。！？；、：\n]{0,4}(?:皇帝|帝|王|皇后|后|太子|世子|公|侯|太后|将军|司马))(?=[，。；、！])",
        _APPOINTED,
        spoken=False,
        acts=False,
    ),
    pattern(
        r"<s:P>(?:自|官)?(?:拜|除|迁|领|自领|任|升任|出任|当上|担任|接任|做了|成为)(?:了)?(?P<v>{L}?(?:{office}|{local}))(?=[，。；！])",
        _APPOINTED,
        acts=False,
    ),
    pattern(
        r"<s:P>~,24(?:辞去|辞了|卸任|再做|再担任|再当)(?:了)?(?P<v>{L}?{office})",
        Says("title", "{s}不再任{v}。", value="v", phase=_ENDS),
    ),
    pattern(
        r"<s:P>(?:是|为|乃)<o:O>(?:的)?(?P<v>{han}{1,5})(?=[，。；、！])",
        Says("member_of", "{s}是{o}的{v}。", object="o", value="v"),
        acts=False,
    ),
    pattern(
        r"<s:P>~4(?:加入|参加|进入|投身|考入)(?:了)?<o:O>",
        Says("member_of", "{s}加入了{o}。", object="o", phase=_BEGINS),
    ),
    pattern(r"<s:P>~,16(?:离开|退出)(?:了)?<o:O>", Says("member_of", "{s}离开了{o}。", object="o", phase=_ENDS)),
    pattern(
        r"<s:P>~,6(?:成了|成为|当了|做了)<o:O>的(?P<v>{han}{1,6})(?=[，。；、！])",
        Says("member_of", "{s}成了{o}的{v}。", object="o", value="v", phase=_BEGINS),
    ),
    pattern(
        r"<s:P>(?:已经|早已|早就|现在|如今|从此)?不(?:再)?是<o:O>的(?P<v>{han}{1,5}?)(?:了)?(?=[，。；、！])",
        Says("member_of", "{s}不再是{o}的{v}。", object="o", value="v", phase=_ENDS),
        acts=False,
    ),
    pattern(
        r"<s:P>~4(?:投奔|投靠|归顺|来投|往投)(?:了)?<o:P>(?=[，。；、！]|去|来)",
        Says("serves", "{s}投奔了{o}。", object="o", phase=_BEGINS),
    ),
    pattern(r"<s:P>~4(?:统领|执掌|掌管)(?:了)?<o:O>", Says("leads", "{s}统领{o}。", object="o")),
)

_DEATHS: tuple[Pattern, ...] = (
    pattern(r"<s:P>~10(?:斩|刺|砍|射|杀)<o:P>于", *_KILLED),
    pattern(
        r"<s:P>(?!，|若|与|和)~,18(?<![可能敢要谋图来去往当会追自争相])(?:斩|刺|砍|射|诛|杀)<o:P>(?:于(?:马下|阵前|阵中|军前|军中|城下|门下|地)|落马|坠马|为两段)",
        *_KILLED,
        spoken=False,
        opens=True,
    ),
    pattern(
        r"<s:P>~6(?<!要|谋|图|来|去|往|可|当|会|能|追|自|争|相|劫|冲|厮)(?:斩|杀|诛)<o:P>(?=[，。；！])",
        *_KILLED,
        spoken=False,
    ),
    pattern(r"<s:P>~4(?:把|将)<o:P>~4(?:斩了|杀了|斩首|处死|杀死|刺死|射死|毒死|勒死)", *_KILLED),
    pattern(
        r"<s:P>~10(?:斩了|杀了|杀死|刺死|射死|砍死|射杀|刺杀|斩杀|诛杀|害死|毒死|勒死)(?:了)?<o:P>(?=[，。；！、])",
        *_KILLED,
    ),
    pattern(
        r"(?<=[，。；！\n　 ])<o:P>{any}被<s:P>~10(?:斩|杀|刺|砍|射)(?:于马下|死|落马而死|杀)", *_KILLED, acts=False
    ),
    pattern(
        r"<s:P>~8(?:病亡|身亡|身死|而死|而亡|病死|病逝|战死|阵亡|去世|逝世|过世|自刎|自缢而死|气绝|薨|驾崩|殒命|牺牲)(?=[，。；！、了]|于)",
        Says("dead", "{s}死了。", phase=_BEGINS),
        spoken=False,
    ),
    pattern(
        r"<s:P>(?:(?:卒|崩|死|亡|死了)(?=[，。；！])|卒于)", Says("dead", "{s}死了。", phase=_BEGINS), spoken=False
    ),
    pattern(
        r"<s:P>(?:皆|竟|已|亦|早|却|遂|等皆|等亦|就|便|也|最后|最终|终于|后来)*(?:死在|死于)",
        Says("dead", "{s}死了。", phase=_BEGINS),
    ),
    pattern(
        r"<s:P>~4(?:复活|死而复生|死而复活|起死回生|活了过来|又活了)(?:了)?(?=[，。；！])",
        Says("dead", "{s}复活了。", phase=_ENDS),
        spoken=False,
    ),
    pattern(r"<s:P>(?:已|既|早已|已经)(?:死|亡|卒|薨|丧|崩)(?=[，。；！了])", Says("dead", "{s}已死。"), acts=False),
)

_WAR: tuple[Pattern, ...] = (
    pattern(r"<s:P>~8(?:生擒|活捉|擒住|擒获|捉住|擒了|捉了|俘虏)(?:了)?<o:P>(?=[，。；！、]|回|归|过)", _CAPTURED),
    pattern(
        r"(?<=[，。；！\n　 ])<o:P>{any}被<s:P>~8(?:生擒|活捉|擒住|擒获|捉住|捉去|擒去|所擒)", _CAPTURED, acts=False
    ),
    pattern(
        r"<s:P>~6(?:得了|夺了|夺了|袭了|取了|占了|攻取了?|夺取了?|攻占了?|占领了?|攻破了?|攻下了?|占据了?)<o:L>(?=[，。；！、])",
        Says("captured", "{s}夺取了{o}。", object="o"),
    ),
    pattern(
        r"<s:P>~4(?:大败|击败|杀败|打败|大破|击破|战败)(?:了)?<o:P>(?=[，。；！、]|于)",
        Says("defeated", "{s}击败了{o}。", object="o"),
    ),
    pattern(r"<s:P>~6(?:杀得|打得|杀的)<o:P>大败", Says("defeated", "{s}击败了{o}。", object="o")),
    pattern(r"<s:P>~6与<o:P>(?:交马|交战|交锋|大战|厮杀|相斗|相持|战(?!书|场|将|具|策))", _FOUGHT, spoken=False),
    pattern(
        r"{opens}<s:P>~,12(?:直取|径取|来取)<o:P>(?=[，。；！、])",
        Says("fought", "{s}攻击{o}。", object="o"),
        spoken=False,
    ),
    pattern(
        r"{opens}<s:P>~,12(?:大战|迎战|来战|出战|力战|敌住|抵住|截住|迎住|接住)<o:P>(?=[，。；！、])",
        _FOUGHT,
        spoken=False,
    ),
    pattern(r"<s:P>~8(?:接住|敌住|迎住|截住)<o:P>~4(?:厮杀|大战|交战|交锋)", _FOUGHT, spoken=False),
    pattern(
        r"<s:P>~8(?:攻打|围攻|进攻|围住|围了)<o:L>(?=[，。；！、])",
        Says("fought", "{s}攻打{o}。", object="o"),
        spoken=False,
    ),
    pattern(
        r"<s:P>~4(?:投降|归降|降了|降于|降)(?:了)?<o:P>(?=[，。；、！])",
        Says("surrendered_to", "{s}投降了{o}。", object="o"),
        spoken=False,
    ),
    pattern(
        r"<s:P>~4(?:救了|救过|救出|救得|救起|救下)(?:了)?<o:P>(?=[，。；、！]|出|回|上|的命|一命|性命|的性命)",
        Says("rescued", "{s}救了{o}。", object="o"),
    ),
)

_PLACES: tuple[Pattern, ...] = (
    pattern(
        r"{opens}<s:P>~,10(?:屯|驻|扎|屯兵|屯军|驻军|驻扎|屯驻|下寨|镇守|坐守|守|据守)(?:于|在)?<o:L>(?=[，。；、])",
        Says("located_in", "{s}驻守{o}。", object="o"),
    ),
    pattern(
        r"(?<=[，。；！\n　 ])<s:L>(?:位于|坐落在|坐落于|在)<o:L>(?:城|境)?[里内中]?(?=[，。；])",
        Says("located_in", "{s}在{o}。", object="o"),
        acts=False,
    ),
    pattern(
        r"(?<=[，。；！\n　 ])<s:L>(?:位于|坐落在|坐落于|在)(?P<v>{L}城?[外东西南北边旁][边面]?)(?=[，。；])",
        Says("located_in", "{s}在{v}。", value="v"),
        acts=False,
    ),
    pattern(
        r"<s:P>(?:正|尚|现|却|仍|已|还)?(?:在|居)<o:L>(?=[，。；、])", Says("located_in", "{s}在{o}。", object="o")
    ),
    pattern(
        r"{opens}<s:P>~,20(?:来到|回到|赶到|奔到|逃到|径到|直到|前到|赶回|奔回|逃回|杀奔|直奔|前至|奔至|逃至|行至|来至|回至|径至|直至|赶至|追至)(?:了)?<o:L>(?=[，。；：、！]|[来去下中界][，。])",
        Says("went_to", "{s}去了{o}。", object="o"),
        spoken=False,
    ),
    pattern(
        r"<s:P>~10(?:来到|回到|赶到|奔到|逃到|走到|去了|到了|赶回了?|奔至|逃至|行至|来至|回至|径至|直至|追至|走入|逃入|奔入|退入|遁入|走回|走至|退回|奔往|逃往|(?<![送解押载运传拥引])(?:至|到|入)|进了|奔|赴|回)(?:了)?<o:L>(?=[，。；、！]|来[，。]|去[，。]|城(?:中|下|内)?[，。])",
        Says("went_to", "{s}去了{o}。", object="o"),
        spoken=False,
    ),
    pattern(
        r"<s:P>~8(?:，?(?:和|与|跟|同)(?:(?:师父|师傅|父亲|母亲|妻子|丈夫|儿子|女儿|家人)?{P}?))?~,20(?:住在|居住在|定居在|定居于|隐居于|隐居在|家住|居于|世居)(?:了)?<o:L>",
        Says("lives_in", "{s}住在{o}。", object="o"),
    ),
    pattern(
        r"(?<={P}[，和与跟同])(?:[和与跟同])?(?:师父|师傅|父亲|母亲|妻子|丈夫|儿子|女儿)?<s:P>~6(?:住在|居住在|定居在)(?:了)?<o:L>",
        Says("lives_in", "{s}住在{o}。", object="o"),
    ),
    pattern(
        r"<s:P>~,12(?:住在)(?P<v>自己的{han}{1,4}|{han}{2,6})(?=[，。；])",
        Says("lives_in", "{s}住在{v}。", value="v"),
        spoken=False,
    ),
    pattern(
        r"<s:P>~,12(?:搬到|搬进|搬去|搬回|迁居|移居|搬入|迁往)(?:了)?<o:LO>",
        Says("lives_in", "{s}搬到了{o}。", object="o", phase=_BEGINS),
    ),
    pattern(
        r"<s:P>~4(?:离开|离|弃)(?:了)?<o:L>(?=[，。；、])", Says("left", "{s}离开了{o}。", object="o"), spoken=False
    ),
    pattern(
        r"<s:P>(?:来|入|往|去|径来|求|遂|乃|往)?(?:见|拜见|参见|会见|遇见|见到|遇到|见了|来见|往见|入见|回见)(?:了)?<o:P>(?=[，。；：！])",
        Says("met", "{s}见到了{o}。", object="o"),
        spoken=False,
    ),
)

_THINGS: tuple[Pattern, ...] = (
    pattern(
        r"<s:P>~6(?:手持|手执|挺着?|绰|提着?|舞动?|使|持|佩着?|挂着|带着|握着|拿着|骑)(?:一?[把口枚柄条件本匹根]|半截)?<o:I>(?=[，。；、！]|[^，。]{1,6}[，。])",
        Says("holds", "{s}持有{o}。", object="o"),
    ),
    pattern(r"<s:P>(?:造|打造|铸造|写下|写了|作|著)<o:I>(?=[，。；、！])", Says("created", "{s}造了{o}。", object="o")),
)

CONSTRUCTIONS: tuple[Pattern, ...] = (
    *_KIN,
    *_IDENTITY,
    *_OFFICES,
    *_DEATHS,
    *_WAR,
    *_PLACES,
    *_THINGS,
    *EVERYDAY,
    *HANDING,
    *LIVES,
)
"""Every construction, in the order in which its statements are made."""
