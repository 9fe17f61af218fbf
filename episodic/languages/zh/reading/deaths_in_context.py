"""Chinese constructions (sentence patterns) about deaths, most of which take the killer or the victim from an earlier
clause.
"""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.languages.word_lists import alternatives
from episodic.languages.zh.reading.construction_syntax import construction, in_context
from episodic.languages.zh.reading.word_lists import words
from episodic.model.readings import Phase

_BEGINS = Phase.BEGINS
_KILLED = (
    StatementTemplate("killed", "{s}杀死了{o}。", object="o"),
    StatementTemplate("dead", "{o}死了。", subject="o", phase=_BEGINS),
)
_TWO_KILLED = (
    *_KILLED,
    StatementTemplate("killed", "{s}杀死了{q}。", object="q", when=("q",)),
    StatementTemplate("dead", "{q}死了。", subject="q", phase=_BEGINS, when=("q",)),
)
_DEAD = StatementTemplate("dead", "{s}死了。", phase=_BEGINS)
_LETHAL = alternatives(words("killing_verbs"))
_UNSURE = "不未没欲若恐使令遣教被要命差叫谋图可当愿请能肯敢拟待想誓必无莫勿休难"
_SOME = f"[^{{P}}，。！？；：\\n“”{_UNSURE}]"
_STROKE = "(?:[手一][起刀枪戟矛剑斧鞭箭锤槊锏叉棒]{1,2}[落起处]?)"
_DOWN = "于(?:马下|水中|阵前|阵中|军前|军中|城下|城上|门下|门前|地下?|帐前|帐下|帐中|庭下|阶下|楼下|案下|殿下|殿上|市|宫中|[^{P}，。；]{1,5}[下前中内上外])"
_STRUCK = f"(?:(?:斩|刺|砍|劈|搠|射|杀|剁|诛)(?:{_DOWN}|落马下?|坠马下?|下马(?=[，。；！])|下马来|翻落马|为(?:两|数)[段截]|作两[段截])|挥为(?:两|数)[段截])"
_FALLS = rf"(?:{_DOWN}|落马|坠马|下马(?=[，。；！])|下马来|为(?:两|数)[段截])"
_BLOW = "(?:[^{P}，。！？；：\\n“”不未被为欲若恐使令遣教要收众人军兵将把其老百余数十尽皆]{0,9})"
"""Pattern of the words before a blow or thrust with a weapon that say how the person strikes. The words before a blow
or thrust must not name another person whom the blow or thrust could hit.
"""
_ENDS_HERE = "(?=[，。；！、]|$|于|并|及其|全家|一家|满门|父子)"
_KILLS = f"(?:{_LETHAL}|斩了?|杀了?|诛了?|戮|鸩杀|鸩死|灌杀|弑了?|袭杀|立斩|擒斩|捉斩|谋杀|并杀)"
_DONE = f"(?:{_LETHAL}|{_STRUCK}|斩了|杀了|斩首|斩讫|斩之|杀之|诛之|杀却|诛讫|腰斩|凌迟|剖腹|杀死|缢之|绞之|处斩|斩于)"
_NOT_OF = "(?!之|的|等(?!人)|部|军|兵|手下|麾下|寨|营|家|众|人马|老小|老幼|全家|满门|宗族|一门|妻|母|父|兄|弟|子(?!曰)|女|尸|首级|头|使|余|所)"
_DONE_PASSIVE = rf"(?:{_LETHAL}|{_STRUCK}|(?<![冲厮追掩赶攻砍拼])[斩杀](?=[，。；！]|于)|斩了|杀了|所杀|所害|所斩|所诛|斩首|斩讫|斩之|杀之|诛之|刺之落马)"
_BY_ORDER = "(?:[^{P}，。！？；]{0,3}[叱喝唤呼](?:令|教)?(?:武士|左右|军士|刀斧手|众))"
"""Pattern of an order to people without a name, such as 叱武士推出斩之. An order to kill a captive is not always carried out,
because somebody may plead for the captive.
"""
_BY_NOW = "(?:早|却|竟|反|又|已|皆|亦|尽|都|俱|终|遂|果|忽|正|只一合){0,3}"
_BY = "(?:[^{P}，。！？；\n“”所]{0,6})(?:<p:P>(?:之|的)?(?:部将|部下|手下|帐下|大将|副将|牙将|家将|心腹|从人|[长次幼]?子|从?弟|侄)[将人]?)?"
"""Pattern of the words between 被 or 为 and the killer, who can be named after a master, as in 被黄祖部将甘宁."""
_KILLED_BY = "".join(
    sorted({verb[0] for verb in words("killing_verbs") if verb[1:] == "死" and verb not in words("dying_verbs")})
)
"""The verbs that say how somebody is killed, as 勒 in 勒死于宫门之外."""
_DIES = (
    f"(?:(?:{alternatives(words('dying_verbs'))}|(?:{alternatives(words('suicide_verbs'))})死?)(?:于[^{{P}}，。！？；]{{1,8}}|了|矣)?"
    f"|(?<![{_KILLED_BY}])死于(?!非命者)[^{{P}}，。！？；]{{1,8}})"
)
_NAMED = "(?<=[，。；！？：\\s\ue010及将军相守史侯尉督傅徒空弟说时日夜后])"
"""Pattern of the position of a name at the beginning of a clause or after a title."""
_SOON = "(?:[^{P}，。！？；：\\n“”不未没欲若恐要令使教遣救劝知闻见听报军兵众人者皆其妻母父弟子几险]{0,10}?)"

_WITH_OBJECT: tuple[Construction, ...] = (
    in_context(
        construction(
            rf"{{starts}}(?:即|遂|乃|便|竟|又|皆){{0,2}}(?:收|擒|捉|执|拿|获|缚|诱|拘|召)<o:P>(?:[、及并与]<q:P>)?(?:，)?{_SOME}{{0,5}}(?:杀之|斩之|诛之|缢之|戮之)(?=[，。；！])",
            *_TWO_KILLED,
            in_speech=False,
        ),
        subject="s",
    ),
    in_context(
        construction(
            rf"{{starts}}{_SOME}{{0,9}}(?<![冲厮追掩争相来去往攻出喝叱唤]){_KILLS}(?:司徒|太尉|太师|大将|副将|守将|[县郡]令|太守|刺史|牙将|部将|{{office}})?<o:P>{_NOT_OF}(?:[、及并与]<q:P>)?{_ENDS_HERE}",
            *_TWO_KILLED,
            in_speech=False,
        ),
        subject="s",
    ),
    in_context(
        construction(
            rf"{{starts}}{_SOME}{{0,6}}[将把]<o:P>{_NOT_OF}(?:[、及并与]<q:P>)?{_SOME}{{0,8}}?{_DONE}(?=[，。；！]|$|于)",
            *_TWO_KILLED,
            in_speech=False,
        ),
        subject="s",
    ),
    in_context(
        construction(
            rf"{{starts}}{_SOME}{{0,8}}(?:斩|刺|砍|劈|搠|射|剁|诛|杀)了?<o:P>{_FALLS}",
            *_KILLED,
            in_speech=False,
        ),
        subject="s",
    ),
    in_context(
        construction(
            rf"{{starts}}{_SOME}{{0,8}}(?:刺中|正中|射中|砍中|搠中|击中|劈中|打中|直刺|刺)<o:P>{_NOT_OF}[^{{P}}。！？；\n]{{0,8}}，[^{{P}}。！？；\n救]{{0,6}}(?:死于|坠马而死|落马而死|应弦落马|应弦而倒|落马身死|倒地而死|倒撞下马|毙命|死于马下)",
            *_KILLED,
            in_speech=False,
        ),
        subject="s",
    ),
    in_context(
        construction(
            rf"{{starts}}{_SOME}{{0,8}}(?:割|枭|斩|取|砍)(?:下|了)?<o:P>(?:之|的)?(?:首级|首(?=[，。])|头(?=[，。]))",
            *_KILLED,
            in_speech=False,
        ),
        subject="s",
    ),
)

_WITHOUT_OBJECT: tuple[Construction, ...] = (
    in_context(
        construction(
            r"{starts}[^{P}，。！？；\n“”不未欲险几]{0,6}(?:直刺|刺中|正中|刺入|刺透|直透|搠透|射中|砍中)(?:其)?(?:咽喉|心窝|前心|后心|心坎)(?=[，。；！])",
            *_KILLED,
            in_speech=False,
        ),
        subject="s",
        target="o",
    ),
    in_context(
        construction(
            rf"{{starts}}<s:P>{_NOT_OF}{_BLOW}(?:，{_BLOW})?{_STRUCK}",
            *_KILLED,
            in_speech=False,
        ),
        target="o",
    ),
    in_context(
        construction(
            rf"{{starts}}(?:{_BLOW}{_STRUCK}|{_SOME}{{0,3}}(?:一[刀枪戟箭剑矛斧鞭锤]|活活|登时|当场){_SOME}{{0,3}}(?:{_LETHAL}))(?=[，。；！]|$)",
            *_KILLED,
            in_speech=False,
        ),
        subject="s",
        target="o",
    ),
    in_context(
        construction(
            rf"{{starts}}<s:P>{_NOT_OF}(?!{_BY_ORDER}){_SOME}{{0,10}}(?:斩之|杀之|诛之|斩讫|立诛之)(?=[，。；！]|$)",
            *_KILLED,
            in_speech=False,
        ),
        target="o",
    ),
    in_context(
        construction(
            r"{starts}(?:就|即|遂|乃|竟|立|便|尽|飞剑|自|亲|一刀|一剑|一枪|一箭|拔剑|拔刀|掣剑|就地|就席|就帐中|就座上|于座上|当场|登时){1,3}(?:皆|都|自)?(?:斩之|杀之|诛之|斩讫|斩了|杀了|杀死|射杀之|刺杀之)(?=[，。；！]|$)",
            *_KILLED,
            in_speech=False,
        ),
        subject="s",
        target="o",
    ),
    in_context(
        construction(
            rf"{{starts}}<s:P>{_NOT_OF}[^{{P}}，。！？；\n“”不未欲令使教]{{0,10}}(?:射|刺|砍|劈|打|击|搠|斫)之，(?:应[手弦](?:而倒|落马)|[^{{P}}，。！？；\n救]{{0,4}}(?:而死|落马而死|坠马而死|毙命))",
            *_KILLED,
            in_speech=False,
        ),
        target="o",
    ),
)

_PASSIVE: tuple[Construction, ...] = (
    construction(
        rf"{{opens}}<o:P>{_NOT_OF}[^{{P}}，。！？；\n“”不未没险几]{{0,6}}被{_BY}<s:P>(?:{_NOT_OF}(?:{_SOME}{{0,12}}，)?{_SOME}{{0,14}}?{_DONE_PASSIVE}|所(?:杀|害|斩|诛|戮|弑))(?=[，。；！]|$|于)",
        *_KILLED,
        in_speech=False,
        has_agent=False,
    ),
    in_context(
        construction(
            rf"{{starts}}{_BY_NOW}被{_BY}<s:P>(?:{_NOT_OF}(?:{_SOME}{{0,12}}，)?{_SOME}{{0,14}}?{_DONE_PASSIVE}|所(?:杀|害|斩|诛|戮|弑))(?=[，。；！]|$|于)",
            *_KILLED,
            in_speech=False,
            has_agent=False,
        ),
        subject="o",
    ),
    in_context(
        construction(
            rf"{{starts}}(?:早|却|竟|反|又|已|皆|亦|尽|都|俱|终|遂|果){{0,2}}(?:[^{{P}}，。！？；\n“”不未]{{1,4}}[下中前上内里])?为{_BY}<s:P>所(?:杀|害|斩|诛|戮|弑)(?=[，。；！]|$)",
            *_KILLED,
            in_speech=False,
            has_agent=False,
        ),
        subject="o",
    ),
    construction(
        rf"{{opens}}<o:P>{_NOT_OF}(?:[^{{P}}，。！？；\n“”不未没险几]{{0,10}}，)?[^{{P}}，。！？；\n“”不未没险几]{{0,10}}为(?:[^{{P}}，。！？；\n“”所]{{0,6}})<s:P>所(?:杀|害|斩|诛|戮|弑)(?=[，。；！]|$)",
        *_KILLED,
        in_speech=False,
        has_agent=False,
    ),
    in_context(
        construction(
            rf"{{starts}}(?:早|却|竟|反|已|皆|亦)?[被为](?:乱箭|乱军|乱刀|乱枪|流矢|伏兵|众军|众人|军士|贼兵|追兵|其下|手下人?|部下|左右|武士|人|乱石)[^{{P}}，。]{{0,4}}?(?:所杀|所害|所中而死|{_LETHAL}|杀了|斩了|砍为肉泥|{_STRUCK})(?=[，。；！]|$|于)",
            _DEAD,
            in_speech=False,
            has_agent=False,
        ),
        subject="s",
    ),
)

_OF_THEMSELVES: tuple[Construction, ...] = (
    construction(
        rf"{{takes}}<s:P>(?:并|及|等)[^{{P}}，。！？；\n“”不未没欲]{{0,10}}，?(?:一齐|皆|尽|都|俱)(?:{_LETHAL}|斩首|斩于|斩了|杀了)",
        _DEAD,
        in_speech=False,
        has_agent=False,
    ),
    construction(r"{opens}<s:P>(?:死|卒|亡)年{number}岁", _DEAD, in_speech=False, has_agent=False),
    construction(
        rf"(?:<q:P>(?:、|与|及)[^{{P}}，。！？；、]{{0,6}})?<s:P>(?:，)?(?:皆|俱|尽|亦|却|早|竟|已)?[被为](?![^{{P}}，。]{{0,10}}[不未没险几])[^{{P}}，。！？；\n“”]{{1,8}}?(?:所杀|所害|所诛|{_LETHAL}|乱[箭刀枪][^{{P}}，。]{{0,3}}死)(?=[，。；！]|$|于)",
        _DEAD,
        StatementTemplate("dead", "{q}死了。", subject="q", phase=_BEGINS, when=("q",)),
        in_speech=False,
        has_agent=False,
    ),
    in_context(
        construction(
            rf"{{starts}}{_SOON}{_DIES}(?=[。；！]|，(?!.{{0,8}}(?:救|夺|劝|止))|$)",
            _DEAD,
            in_speech=False,
            has_agent=False,
        ),
        subject="s",
    ),
    in_context(
        construction(
            r"{starts}(?:言讫|言毕|言罢|说罢|说完|道罢|语毕|骂毕|祝毕|遂|乃|是夜|当夜|次日|不久|未几|数日|至夜|须臾|少顷)?(?:奄然|忽然|溘然|瞑目|闭目)?(?:[而遂][亡死卒逝终薨绝崩]|气绝|薨|崩|卒|殒(?=于))(?=[，。；！]|$|于)",
            _DEAD,
            in_speech=False,
            has_agent=False,
        ),
        subject="s",
    ),
    construction(
        rf"{{opens}}<s:P>{_NOT_OF}(?:[、及并与]<q:P>)?(?:[^{{P}}，。！？；\n“”不未欲若恐要]{{0,12}}，)?(?:皆|俱|亦|竟|遂|已)?[^{{P}}，。！？；\n“”不未欲若恐要救]{{0,8}}(?:(?<![{_KILLED_BY}])死于(?!非命者)|殁于|薨于|崩于|(?<![小士军步走狱戍兵将])卒于|病卒|病亡|自缢死|自刎死|缢死于|战死)[^{{P}}，。]{{0,8}}(?=[，。；！]|$)",
        _DEAD,
        StatementTemplate("dead", "{q}死了。", subject="q", phase=_BEGINS, when=("q",)),
        in_speech=False,
        has_agent=False,
    ),
    construction(
        rf"{_NAMED}<s:P>{_NOT_OF}(?:[^{{P}}，。！？；：\n“”未没欲若恐要令命使教叫遣差唤]{{0,10}}，){{0,2}}{_SOON}{_DIES}(?=[。；！]|，(?!.{{0,8}}(?:救|夺|劝|止))|$)",
        _DEAD,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        r"{opens}<s:P>(?:却|竟|早|亦|皆|已|母|遂)?被(?:害|杀|诛|斩|戮)(?=[，。；！]|$)",
        _DEAD,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        r"{starts}(?:又|乃|便|并|亦|即|遂)?{takes}<s:P>[^{P}，。！？；\n“”不未欲]{0,8}?(?:缢死|绞死|斩讫|斩首|处斩|杀讫|鸩死|腰斩)",
        _DEAD,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        r"[命令教叫](?:人|武士|军士|左右|刀斧手|牵|推|缚)?(?:将|把)<s:P>[^{P}，。！？；\n“”不未欲]{0,8}?(?:缢死|绞死|斩讫|斩了|斩之|杀了|杀讫|诛之|鸩死|腰斩|凌迟|处死|斩首|斩于|一刀斩头落地)",
        _DEAD,
        in_speech=False,
        has_agent=False,
    ),
)

DEATHS_IN_CONTEXT: tuple[Construction, ...] = (*_WITH_OBJECT, *_WITHOUT_OBJECT, *_PASSIVE, *_OF_THEMSELVES)
"""All constructions (sentence patterns) that this module defines, in the order in which they are tried on a text."""
