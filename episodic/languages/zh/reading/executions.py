"""Chinese constructions (sentence patterns) for executions of captives, and for deaths mentioned in passing, as with an
age at death.
"""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.languages.word_lists import alternatives
from episodic.languages.zh.reading.construction_syntax import construction, in_context
from episodic.languages.zh.reading.word_lists import words
from episodic.model.readings import Phase

_DEAD = StatementTemplate("dead", "{s}死了。", phase=Phase.BEGINS)
_SECOND = StatementTemplate("dead", "{q}死了。", subject="q", phase=Phase.BEGINS, when=("q",))
_THIRD = StatementTemplate("dead", "{r}死了。", subject="r", phase=Phase.BEGINS, when=("r",))
_KILLED = (
    StatementTemplate("killed", "{s}杀死了{o}。", object="o"),
    StatementTemplate("dead", "{o}死了。", subject="o", phase=Phase.BEGINS),
)
_LETHAL = alternatives(words("killing_verbs"))
_DYING = alternatives(words("dying_verbs"))
_NOT_OF = "(?!之|的|部|军|兵|手下|麾下|寨|营|家|妻|母|父|兄|弟|子|女|使|等)"
_HERE = "(?=[，。；！]|$|[于在])"
_UNSAID = "不未没欲险几"
_SEIZES = "(?:生擒|活捉|拿住|捉住|擒住|捉到|收|擒|捉|执|拿|获|缚|拘)了?"
_KILLS_HIM = "(?:皆|俱|尽|都|并|立|即|就|遂|乃|先|亦)*(?:斩之|杀之|诛之|戮之|缢之|斩首|斩讫|杀了|斩了)"
_PULP = "(?:[砍剁踏踩剉]|砍剁)(?:为|成|作|做)(?:肉泥|肉酱|齑粉|数段|万段)"
_COUNTED = "(?:[二两三四五六七八九十]+[人将员个])?(?:皆|俱|都|尽|竟|早|却|已)?"
_ORDERS = "令使命遣教差叱喝唤呼"
_BY_ORDER = f"[{_ORDERS}](?:心腹|帐下|身边)?(?:武士|左右|军士|刀斧手|狱卒|人|众|士卒|从人|家人|宫人|内侍|力士|甲士|牙将|壮士|刺客|亲信|使者|使)"
"""Pattern of an order to people without names, such as soldiers. A person who orders somebody's death counts as the
killer.
"""
_CARRIED_OUT = (
    "(?:处死|凌迟处死|斩讫|斩了|腰斩|绞死|缢死|鸩死|勒死|乱棒打死|(?:一刀|一齐|皆|尽|俱|并)?斩于[^{P}，。！？；]{1,6}|斩首(?:示众|号令|讫)"
    "|(?:皆|尽|俱|一齐|同|并)斩(?:讫|首|之)?|一刀斩头落地)(?!报)"
)
"""Pattern of an execution that has taken place. An order alone, such as 推出斩之, is not always carried out, because
somebody may plead for the captive.
"""
_REPORT = "(?:报说?|报道|报称|[来飞急]报，说)[，：]?(?:道|称)?(?:[^{P}，。！？；\n“”假诈谎讹]{0,4})"
"""Pattern of a messenger's report that the narration passes on. An execution in a messenger's report that the narration
passes on counts as having happened.
"""
_FALLS = "(?:翻身)?(?:落马|坠马|落于马下|坠于马下|倒撞下马|倒于马下|死于马下|尸横马下|头已?落地?)"


def _death(pattern: str, *more: StatementTemplate) -> Construction:
    """Return a construction, for narrated sentences only, whose statement says that the person in the slot `s` died,
    without naming a killer. *more* contains further templates of the construction.
    """
    return construction(pattern, _DEAD, *more, in_speech=False, has_agent=False)


EXECUTIONS: tuple[Construction, ...] = (
    _death(rf"{_SEIZES}<s:P>(?:[、及并与]<q:P>)?，{_KILLS_HIM}{_HERE}", _SECOND),
    _death(rf"擒<s:P>(?:[、及并与]<q:P>)?先杀之{_HERE}", _SECOND),
    construction(
        rf"{{opens}}<s:P>{_NOT_OF}[^{{P}}，。！？；\n“”{_UNSAID}]{{0,8}}{_BY_ORDER}?[^{{P}}，。！？；\n“”{_UNSAID}欲]{{0,6}}(?:杖杀|鸩杀|鸩死|缢死|缢杀|勒死|绞死|毒死|杀死|药死)<o:P>{_NOT_OF}{_HERE}",
        *_KILLED,
        in_speech=False,
    ),
    _death(
        rf"[使令遣命教差叱喝][^{{P}}，。！？；\n{_UNSAID}]{{0,5}}(?:杖杀|鸩杀|鸩死|缢死|缢杀|勒死|绞死|毒死|杀死|药死)<s:P>{_NOT_OF}{_HERE}"
    ),
    construction(
        rf"{{opens}}<s:P>{_NOT_OF}[^{{P}}，。！？；\n“”{_UNSAID}]{{0,6}}(?:[令使命遣教叱喝]|{_BY_ORDER})[将把]<o:P>{_NOT_OF}[^{{P}}。！？；\n“”{_UNSAID}欲]{{0,20}}?{_CARRIED_OUT}",
        *_KILLED,
        in_speech=False,
    ),
    in_context(
        construction(
            rf"{{starts}}(?:早|即|遂|便|乃|就|又)?(?:[令使命遣教叱喝]|{_BY_ORDER})[将把]<o:P>{_NOT_OF}[^{{P}}。！？；\n“”{_UNSAID}欲]{{0,20}}?{_CARRIED_OUT}",
            *_KILLED,
            in_speech=False,
        ),
        subject="s",
    ),
    in_context(
        construction(
            rf"{{starts}}(?:早|即|遂|便|乃|就)?{_BY_ORDER}(?:推|牵|押|绑|缚|拥|拖)[出下赴至到][^{{P}}，。！？；\n“”{_UNSAID}]{{0,4}}，?{_CARRIED_OUT}",
            *_KILLED,
            in_speech=False,
        ),
        subject="s",
        target="o",
    ),
    in_context(
        construction(
            rf"{{starts}}<s:P>(?:大怒，)?(?:早|即|遂|便|乃|就)?{_BY_ORDER}(?:推|牵|押|绑|缚|拥|拖)[出下赴至到][^{{P}}，。！？；\n“”{_UNSAID}]{{0,4}}，?{_CARRIED_OUT}",
            *_KILLED,
            in_speech=False,
        ),
        target="o",
    ),
    in_context(
        construction(
            rf"{{starts}}{_BY_ORDER}[^{{P}}，。！？；\n“”{_UNSAID}]{{0,4}}(?:乱棒打死|乱刀砍死|杖杀|绞死|缢死|勒死|凌迟处死){_HERE}",
            *_KILLED,
            in_speech=False,
        ),
        subject="s",
        target="o",
    ),
    construction(
        rf"(?:擒|捉|拿|执|缚|获|解)<o:P>(?:兄弟|父子|等)?[至到来]，<s:P>(?:大?怒，)?(?:即|遂|便)?[令命叱教](?:武士|左右)?{_CARRIED_OUT}",
        *_KILLED,
        in_speech=False,
    ),
    _death(
        rf"[将把]<s:P>{_NOT_OF}[^{{P}}，。！？；\n“”{_UNSAID}]{{1,10}}，(?:早|已|却已)被?[^{{P}}，。！？；\n“”{_UNSAID}]{{0,3}}?(?:{_LETHAL}){_HERE}"
    ),
    _death(
        rf"[将把][^{{P}}，。！？；、\n“”]{{2,3}}、<s:P>等?(?:[一二两三四五六七八九十]+人)?(?:尽|皆|俱|一齐|尽行)?(?:杀讫|斩讫|斩了|杀了|诛戮|斩首|处斩){_HERE}"
    ),
    construction(
        rf"(?<=[，。；！？：\s\ue010])(?:<o:P>{_NOT_OF})[^{{P}}，。！？；\n“”{_UNSAID}]{{0,6}}(?:，)?被<s:P>{_NOT_OF}[^{{P}}，。！？；\n“”{_UNSAID}]{{0,6}}[刺射砍搠]中[^{{P}}，。！？；\n“”臂腿肩肋足马]{{1,4}}，[^{{P}}。！？\n“”{_UNSAID}救]{{0,26}}(?:死于|而死|身死|而亡|毙命)",
        *_KILLED,
        in_speech=False,
        has_agent=False,
    ),
    in_context(
        construction(
            rf"{{starts}}(?:早|却|竟)?被<s:P>{_NOT_OF}[^{{P}}，。！？；\n“”{_UNSAID}]{{0,6}}[刺射砍搠]中[^{{P}}，。！？；\n“”臂腿肩肋足马]{{1,4}}，[^{{P}}。！？\n“”{_UNSAID}救]{{0,26}}(?:死于|而死|身死|而亡|毙命)",
            *_KILLED,
            in_speech=False,
            has_agent=False,
        ),
        subject="o",
    ),
    construction(
        rf"[将把]<o:P>{_NOT_OF}[^{{P}}，。！？；\n“”{_UNSAID}]{{1,10}}，(?:早|却|竟|遂|反|已|皆)?[被为]<s:P>{_NOT_OF}[^{{P}}，。！？；\n“”{_UNSAID}]{{0,6}}?(?:所(?:杀|害|斩|诛)|{_LETHAL}|斩了|杀了){_HERE}",
        *_KILLED,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        rf"(?<=[，。；！？：\s\ue010因见自惟])<o:P>{_NOT_OF}(?:已|早|却|竟|皆|又|先)?被<s:P>{_NOT_OF}[^{{P}}，。！？；\n“”{_UNSAID}]{{0,4}}?(?:谋杀|谋害|所杀|所害|所斩|所诛|{_LETHAL})(?=[，。；！]|$|之[后时])",
        *_KILLED,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        r"<s:P>(?:自从?)?(?:斩|杀|诛|害|射死|刺死|杀死|鸩杀)了?<o:P>(?:之后|以后|以来|后)",
        *_KILLED,
        in_speech=False,
        has_agent=False,
    ),
    _death(r"(?:割|割下|割了|斩下|砍下|割取|枭)<s:P>(?:之|的)?(?:首级|头颅|人头|之头|的头|之首)"),
    _death(
        rf"[将把押]<s:P>(?:兄弟|父子|兄妹|夫妻|母子)(?:[一二两三四五六七八九十]+人)?[^{{P}}。！？；\n“”{_UNSAID}]{{0,14}}(?:皆|尽|俱|同|一齐|并|都)(?:斩于|斩首|处斩|斩了|诛)"
    ),
    construction(
        rf"{_REPORT}<s:P>{_NOT_OF}[^{{P}}，。！？；\n{_UNSAID}]{{0,6}}(?:[斩杀诛]了?|{_LETHAL})<o:P>(?=[，。；！])",
        *_KILLED,
        in_speech=False,
    ),
    construction(
        rf"{_REPORT}<o:P>{_NOT_OF}(?:已|早|却|竟)?[被为]<s:P>{_NOT_OF}[^{{P}}，。！？；\n{_UNSAID}]{{0,6}}?(?:所[杀害斩诛]|[斩杀]了|{_LETHAL}){_HERE}",
        *_KILLED,
        in_speech=False,
        has_agent=False,
    ),
    _death(
        rf"{_REPORT}<s:P>{_NOT_OF}(?:已|早|却|竟|皆|俱)?[被为][^{{P}}，。！？；\n{_UNSAID}]{{1,6}}?(?:所[杀害斩诛]|[斩杀]了|{_LETHAL}){_HERE}"
    ),
    _death(rf"<s:P>{_COUNTED}被[^{{P}}，。！？；\n“”{_UNSAID}]{{0,12}}，?{_PULP}{_HERE}"),
    _death(
        rf"<s:P>[二两三四五六七八九十]+[人将员个](?:皆|俱|都|尽)(?:被[^{{P}}，。！？；\n“”{_UNSAID}]{{0,5}}(?:所杀|所害|{_LETHAL})|死于[^{{P}}，。]{{1,6}}|自[刎缢尽]|战死|阵亡|遇害){_HERE}"
    ),
    _death(
        rf"{{opens}}<s:P>{_NOT_OF}(?:[^{{P}}，。！？；：\n“”令命使教]{{0,8}}，)?至死[^{{P}}，。！？；\n“”]{{0,4}}(?:骂|神色|颜色|不绝|不屈|不降|不改|无怨)"
    ),
    _death(
        rf"{{opens}}<s:P>{_NOT_OF}[^{{P}}。！？；\n“”{_UNSAID}]{{0,24}}，(?:人马|连人带马|和马|君臣|父子|夫妻)[^{{P}}，。！？；\n“”]{{0,2}}(?:死于|溺死|淹死|烧死|俱死|皆死)"
    ),
    _death(
        rf"<s:P>{_NOT_OF}(?:遂|乃)?(?:亡|卒|薨|崩|终)[^{{P}}，。！？；\n“”]{{0,8}}，(?:享年|终年|亡年|卒年|死年|时年|寿[年止终]?)[仅止方才]?{{number}}岁"
    ),
    _death(
        rf"{{opens}}<s:P>{_NOT_OF}[^{{P}}。！？；：\n“”{_UNSAID}]{{0,30}}，(?:享年|终年|亡年|卒年|死年|寿[年止终]?)[仅止方才]?{{number}}余?岁"
    ),
    in_context(
        _death(
            rf"{{starts}}(?:早|却|竟|反|又|已|皆|亦|遂|终|后|果){{0,2}}[被为][^{{P}}，。！？；：\n“”{_UNSAID}所]{{1,8}}?(?:所(?:杀|害|斩|诛|戮|弑)|[尽皆](?:杀|斩)之|斩之|斩于(?:马下|城下)|刺于马下|砍于马下){_HERE}"
        ),
        subject="s",
    ),
    in_context(
        _death(
            r"{starts}[^{P}，。！？；\n“”不未欲]{0,4}(?:伸颈|引颈|延颈|含笑)(?:就刑|受刑|就戮|受戮|就死|受死)(?=[，。；！]|$)"
        ),
        subject="s",
    ),
    _death(
        r"{opens}<s:P>[^{P}，。！？；\n“”不未欲]{0,4}(?:伸颈|引颈|延颈|含笑)(?:就刑|受刑|就戮|受戮|就死|受死)(?=[，。；！]|$)"
    ),
    construction(
        r"(?:杀|斩|刺|射)(?:死)?<o:P>者，(?:乃|即|是)[^{P}，。！？；\n“”]{0,8}<s:P>也", *_KILLED, in_speech=False
    ),
    _death(
        rf"(?:报说?|报道|报称)[：，]?<s:P>{_NOT_OF}(?:已|皆|俱)(?:[死亡](?=[，。])|死于(?:乱军|阵|乱箭|战)[^{{P}}，。]{{0,3}}|被(?:[^{{P}}，。！？；\n“”]{{0,4}})(?:所杀|所害|{_LETHAL})){_HERE}"
    ),
    _death(
        rf"{{opens}}<s:P>父子(?:皆|俱|尽|都)?(?:被(?:[^{{P}}，。！？；\n“”不未]{{0,4}})(?:所杀|所害|{_LETHAL})|遇害|被害|战死|死于){_HERE}"
    ),
    _death(
        rf"(?:报说?|报道|报称|人报|来报)[：，]?[^{{P}}，。！？；\n“”]{{0,4}}<s:P>{_NOT_OF}(?:已|因|亦|忽)?(?:{_DYING}){_HERE}"
    ),
    _death(
        rf"(?:牵|推|押|拖|绑|缚)出?<s:P>(?:[、并与及]<q:P>)?{_NOT_OF}[^{{P}}，。！？；\n“”{_UNSAID}]{{0,8}}(?:斩讫|斩了|斩首|处斩|斩于){_HERE}",
        _SECOND,
    ),
    _death(
        rf"{{takes}}<s:P>{_NOT_OF}[^{{P}}。！？；\n“”{_UNSAID}{_ORDERS}]{{0,20}}，[^{{P}}，。！？；\n“”{_UNSAID}]{{0,6}}(?:绞死|缢死|勒死|鸩死){_HERE}"
    ),
    _death(
        r"(?<![冲厮追掩赶攻])(?:杀|斩|诛)了?(?:{office})?<s:P>、[^{P}，。！？；\n“”]{0,6}<q:P>(?:、[^{P}，。！？；\n“”]{0,6}<r:P>)?(?=[，。；！等])",
        _SECOND,
        _THIRD,
    ),
    _death(
        rf"<s:P>{_COUNTED}[^{{P}}，。！？；：\n“”]{{0,10}}，[^{{P}}。！？；：\n“”{_UNSAID}]{{0,10}}皆被[^{{P}}，。！？；\n“”]{{0,4}}所(?:杀|害|诛){_HERE}"
    ),
    _death(r"折了[^{P}，。！？；\n“”]{0,4}<s:P>(?:、<q:P>)?(?=[，。；！])", _SECOND),
    _death(
        rf"[射刺砍搠]中[^{{P}}，。！？；\n“”]{{0,4}}<s:P>，[^{{P}}，。！？；\n“”{_UNSAID}救]{{0,4}}(?:而死|身死|毙命)(?=[，。；！])"
    ),
    _death(r"<s:P>亦(?:被)?(?:斩于市|斩首|伏诛|处斩|被诛)(?=[，。；！])"),
    in_context(
        _death(
            r"{starts}(?:众将|众军|众人|军士|左右)[^{P}，。！？；\n“”不未欲]{0,4}(?:枭|割|斩|砍)(?:下|了)?其(?:首级|首|头)(?=[，。；！])"
        ),
        subject="s",
    ),
    in_context(
        _death(
            r"{starts}[^{P}，。！？；\n“”不未欲]{0,4}手指[^{P}，。！？；\n“”]{0,6}(?:<p:P>)?而(?:死|卒|亡|终)(?=[，。；！])"
        ),
        subject="s",
    ),
    in_context(
        construction(
            r"{starts}<s:P>(?:大?怒，)?(?:即|遂|立|乃)?[命令](?:人|武士|左右)?(?:斩|杀|诛|缢|绞杀)之(?=[，。；！])(?![，。；！][^。]{0,16}[免谏告劝曰救])",
            StatementTemplate("dead", "{o}死了。", subject="o", phase=Phase.BEGINS),
            in_speech=False,
        ),
        target="o",
    ),
    _death(r"赐<s:P>(?:死|自尽)(?=[，。；！]|于)"),
    _death(r"{takes}<s:P>赐死(?=[，。；！]|于)"),
    _death(
        rf"(?:[刀枪戟矛斧鞭锤]起处?|手起[刀枪戟矛斧鞭锤]落)，(?:早)?<s:P>{_NOT_OF}{_FALLS}(?=[，。；！])(?![，。；！][^。；！“]{{0,14}}救)"
    ),
    in_context(
        construction(
            rf"{{starts}}<s:P>{_NOT_OF}[^{{P}}，。！？；\n“”{_UNSAID}令使教命]{{0,8}}(?:枭|割|斩|取|砍)(?:下|了)?其(?:首级|首|头|人头)(?=[，。；！来入而回]|$)",
            *_KILLED,
            in_speech=False,
        ),
        target="o",
    ),
)
"""All constructions (sentence patterns) that this module defines, in the order in which they are tried on a text."""
