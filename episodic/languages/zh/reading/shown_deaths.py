"""Chinese constructions (sentence patterns) about deaths of several people, deadly blows, and signs of a death such as
a coffin or a head.
"""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.languages.zh.reading.construction_syntax import construction, in_context
from episodic.model.readings import Phase

_DEAD = StatementTemplate("dead", "{s}死了。", phase=Phase.BEGINS)
_IS_DEAD = StatementTemplate("dead", "{s}已死。")
_SECOND = StatementTemplate("dead", "{q}死了。", subject="q", phase=Phase.BEGINS, when=("q",))
_THIRD = StatementTemplate("dead", "{r}死了。", subject="r", phase=Phase.BEGINS, when=("r",))
_KILLED = (
    StatementTemplate("killed", "{s}杀死了{o}。", object="o"),
    StatementTemplate("dead", "{o}死了。", subject="o", phase=Phase.BEGINS),
)
_UNSURE = "不未没欲若恐要谋图可当愿请能肯敢待想誓必莫勿休"
_SOME = f"[^{{P}}，。！？；：\\n“”{_UNSURE}]"
_AND = "(?:、|与|及|和|并|同)(?:其?[子弟侄父兄妻孙])?"
_NOT_OF = "(?!之|的|部|军|兵|手下|麾下|使|来|寨|营|妻|母|父|兄|弟|女|侄|子(?!弟)|家(?![小属眷]))"
_LISTED = f"<s:P>(?:{_AND}<q:P>)?(?:{_AND}<r:P>)?"
_PEOPLE = (
    "(?:等(?!到|候|待)(?:众|数|[一二三四五六七八九十百]+)?(?:[人将员]|余人|(?:宗族|家属|老小|全家)[^{P}，。]{0,5}口)?)"
)
_THEIR_HOUSE = "(?:(?:，)?(?:[与和并及连](?:其|{P})?|[、])(?:[^{P}，。！？；\n“”]{0,4})(?:家小|老小|全家|一家|满门|宗族|三族|家属|家眷|妻小)(?:[^{P}，。！？；\n“”]{0,3}))?"
_EXECUTED = "(?:处斩|斩首|问斩|处死|诛戮|诛之|斩之|斩了|杀了|杀讫|皆斩|尽诛|腰斩|弃市|斩讫|杀之|(?:并|皆|尽|俱|一齐|同)?斩于|(?:并|皆|尽|俱|一齐)(?:斩|杀|诛)了?)"
_TOGETHER = "(?:一同|一齐|一并|皆|俱|尽|同日|同时|都)(?:遇害|被害|被杀|被诛|就戮|伏诛|受戮|战死|阵亡|死于|殁于|自尽|自刎|自缢|身死|身亡)"
_HEAD = "(?:(?:之|的)?(?:首级|头颅|人头)|(?:之|的)?头(?=[，。；！来入献见]))"
_RAISED = "(?:(?<![欲要能谁来敢可讨])(?:提|献|携|悬|挑|枭|托|呈|送|解|传送|赍)了?|将着?|把|以|捧|持)"
_REMAINS = "(?:灵前|灵柩|灵位|灵堂|之柩|尸首|尸身|尸骸|遗体|坟前|墓前)"
_MEETING = "{starts}(?:不想|不料|正|忽|却)?(?:撞着|正遇|遇着|迎着|逢着)<s:P>，(?:只一合，)?"
_KILLED_BY_HIM = (
    "[^{P}，。！？；\\n“”不未险]{0,6}(?:刺死|砍死|射死|杀死|斩于马下|刺于马下|砍于马下|斩了|杀了)(?=[，。；！])"
)
"""Pattern of the end of a passive clause whose agent, a name or 他, is the person whom the victim has just met."""
_VITAL = "(?:面门|咽喉|心窝|前心|后心|太阳穴?|顶门|脑袋|胸膛)"
_FALLS_DEAD = "(?:坠于?马下?|落马|翻身落马|倒撞下马|应弦落马|应弦而倒|应声而倒|死于马下|而死|毙命)(?=[，。；！])(?![，。；！][^。；！“]{0,14}救)"
_PAST = "(?:既|已|又|自|早)?"

SHOWN_DEATHS: tuple[Construction, ...] = (
    construction(
        rf"{{takes}}{_LISTED}(?:[、与及]{{han}}{{2,3}})?{_NOT_OF}{_PEOPLE}?{_THEIR_HOUSE}(?:，)?{_SOME}{{0,8}}?{_EXECUTED}(?!报)",
        _DEAD,
        _SECOND,
        _THIRD,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        rf"{{opens}}<s:P>(?!之|的|部|军|兵)(?:[^{{P}}，。！？；：\n“”]{{1,10}}，|，)?{_AND}<q:P>(?:{_AND}<r:P>)?(?:，)?{_TOGETHER}(?=[，。；！]|于|[^{{P}}，。]{{1,6}}[，。])",
        _DEAD,
        _SECOND,
        _THIRD,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        rf"{{opens}}<s:P>{_AND}<q:P>(?:{_AND}<r:P>)?[^{{P}}，。！？；\n“”{_UNSURE}]{{0,4}}{_TOGETHER}(?=[，。；！]|于|[^{{P}}，。]{{1,6}}[，。])",
        _DEAD,
        _SECOND,
        _THIRD,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        rf"{{opens}}<s:P>{_PAST}(?:杀|斩|诛|害)了<o:P>{_PEOPLE}(?=[，。；！])",
        *_KILLED,
        in_speech=False,
    ),
    in_context(
        construction(
            r"{starts}(?:即|遂|乃|便|竟|又|皆|都|尽|立){0,2}(?:斩|杀|诛|戮|枭)之(?:于[^{P}，。！？；\n“”]{1,6})(?=[，。；！]|$)",
            *_KILLED,
            in_speech=False,
        ),
        subject="s",
        target="o",
    ),
    construction(
        r"(?<=[，。；！？：\s\ue010与和同、及弟侄兄子叔妹妻将军相守史侯尉督傅徒空郎令仆卿])<s:P>(?:亦)?(?:皆|俱|尽|都|悉)(?:已)?(?:被)?"
        r"(?:斩首|处斩|斩|诛|杀|害|弃市|死|亡|卒|丧|遇害|被害|死于[^{P}，。！？；\n“”]{1,6}|自缢|自刎|自尽|战死|阵亡|病死|病亡|忧死|饿死)(?=[，。；！]|号令|于)",
        _DEAD,
        in_speech=False,
        has_agent=False,
    ),
    in_context(
        construction(rf"{_MEETING}被(?:他|其){_KILLED_BY_HIM}", *_KILLED, in_speech=False, has_agent=False),
        subject="o",
    ),
    in_context(
        construction(
            rf"{_MEETING}被<p:P>{_KILLED_BY_HIM}", *_KILLED, same_node=("p", "s"), in_speech=False, has_agent=False
        ),
        subject="o",
    ),
    construction(
        rf"(?:箭|弩|刀|枪|矛|石)(?:正|早)?[射正打刺砍]中<s:P>(?:的)?{_VITAL}，[^{{P}}，。！？；\n“”不未险救]{{0,4}}{_FALLS_DEAD}",
        _DEAD,
        in_speech=False,
        has_agent=False,
    ),
    in_context(
        construction(
            rf"{{starts}}[^{{P}}，。！？；：\n“”不未欲要使令教]{{0,6}}(?:望|向|对|朝)<o:P>(?:的)?{_VITAL}(?:里|上)?(?:便|只|就|上)?(?:一[箭枪刀戟矛剑斧鞭锤锏简]|射|刺)[^{{P}}，。！？；\n“”]{{0,2}}，"
            rf"(?:[^{{P}}，。！？；\n“”不未险救]{{0,8}}，)?[^{{P}}，。！？；\n“”不未险救]{{0,4}}{_FALLS_DEAD}",
            *_KILLED,
            in_speech=False,
        ),
        subject="s",
    ),
    construction(
        r"<s:P>(?:都|皆|俱|尽|悉)被(?:生擒|活捉|擒|捉|拿|获|缚)[^{P}，。！？；\n“”不未]{0,4}，(?:{P})?[^{P}，。！？；\n“”不未欲]{0,4}(?:皆|尽|都|俱|一齐|并)斩(?:于|首|讫|了)",
        _DEAD,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        rf"{{opens}}<o:P>(?:竟|早|却|已|亦|遂)?被<s:P>{_SOME}{{0,4}}杀(?:死)?于[^{{P}}，。！？；\n“”]{{1,5}}(?=[，。；！])",
        *_KILLED,
        in_speech=False,
        has_agent=False,
    ),
    construction(rf"{_RAISED}<s:P>(?:{_AND}<q:P>)?{_HEAD}", _IS_DEAD, _SECOND, in_speech=False, has_agent=False),
    construction(
        rf"报[^{{P}}，。！？；\n“”{_UNSURE}]{{0,6}}(?:{{P}})?[^{{P}}，。！？；\n“”{_UNSURE}]{{0,2}}人?(?:送|献|解)<s:P>(?:{_AND}<q:P>)?{_HEAD}",
        _IS_DEAD,
        _SECOND,
        in_speech=False,
        has_agent=False,
    ),
    construction(rf"<s:P>{_REMAINS}", _IS_DEAD, in_speech=False, has_agent=False),
    construction(r"{opens}<s:P>停丧(?=[，。；于])", _IS_DEAD, in_speech=False, has_agent=False),
)
"""All constructions (sentence patterns) that this module defines, in the order in which they are tried on a text."""
