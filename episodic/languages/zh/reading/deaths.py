"""Chinese constructions (sentence patterns) about deaths: who killed whom, and who died."""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate
from episodic.languages.word_lists import alternatives
from episodic.languages.zh.reading.construction_syntax import construction
from episodic.languages.zh.reading.word_lists import words
from episodic.model.readings import Phase

_BEGINS, _ENDS = Phase.BEGINS, Phase.ENDS
_KILLED = (
    StatementTemplate("killed", "{s}杀死了{o}。", object="o"),
    StatementTemplate("dead", "{o}死了。", subject="o", phase=_BEGINS),
)
_DEAD = StatementTemplate("dead", "{s}死了。", phase=_BEGINS)
_STRIKES = "(?:斩|刺死?|砍死?|劈死?|搠死?|射死?|剁)"
_LETHAL = f"(?:{alternatives(words('killing_verbs'))})"
_FALLEN = "(?:于(?:马下|马前|水中|阵前|阵中|军前|军中|城下|门下|门前|地下?|帐前|帐下)|下马来|下马(?=[，。；])|落马下?|坠马|为(?:两|数)(?:段|截))"
_STROKE = "(?:一[刀枪戟矛剑斧鞭箭锤叉棒]|手起[刀枪戟矛剑斧]落|手起一[刀枪戟矛剑斧鞭]|拦腰一刀|[刀枪戟矛剑斧鞭]起处?)"
_ENDED = "(?:死于马下|坠马而死|落马而死|翻身落马|应弦落马|应弦而倒|落马身死|倒地而死|毙命|一命呜呼|当场(?:死|毙命))(?![，。；！][^。；！“]{0,14}救)"
_OTHER = "“”不未欲若恐使令遣教被要"
_IN_FIGHT = "不(?=[数三两到十一几上及打迭备])"
_NEAR = f"(?:[^{{P}}。！？\\n{_OTHER}]|{_IN_FIGHT})"
"""Pattern of one character between the two people of an action, other than a character of denial, intention or order.
"""
_FAR = f"(?:[^{{P}}！？\\n{_OTHER}]|{_IN_FIGHT})"
"""Pattern of one character between the two people of an action, which, unlike `_NEAR`, also matches a full stop."""
_FIGHTER = "(?:{opens}|(?<=撞着|正遇|敌得|怎敌|当得|怎当|只见|忽见|乃是|忽然|但见|早有|却被)|(?<=[部大副骁健猛牙偏裨魏蜀吴汉蛮从]将))"
"""Pattern of the position where the winner or the loser of a fight is named, such as the beginning of a clause."""
_TO_PASSIVE = f"(?:(?:[^{{P}}。！？；，\\n“”不未没险差几若恐令使遣教]|{_IN_FIGHT}){{0,12}}?|(?:[^{{P}}。！？\\n“”不未没险差几若恐令使遣教]|{_IN_FIGHT}){{0,24}}?[，；])(?:早|却|竟|又|反|都|皆|终|已|亦|遂|尽|俱)*"
"""Pattern of the text between the subject of a passive clause and the word 被 of this clause. The text must not contain
another person who could be the subject.
"""
_SOMEBODY_ELSE = "(?![^{P}]{0,40}(?:一将|一人|一军|军士|士卒|小卒|一骑))"
_OWN = "(?!与|和|、|之|的|全家|一家|满门|家|族|部|军|兵|手下|麾下)"
_SUICIDE = f"(?:{alternatives(words('suicide_verbs'))})"

_DYING = alternatives(words("dying_verbs"))

_BY_KILLER: tuple[Construction, ...] = (
    construction(
        rf"{_FIGHTER}<s:P>(?!与|和|、){_SOMEBODY_ELSE}{_NEAR}{{0,44}}?{_STRIKES}了?<o:P>{_FALLEN}",
        *_KILLED,
        in_speech=False,
    ),
    construction(
        rf"{{opens}}<s:P>(?!与|和|、){_NEAR}{{0,30}}(?:刺中|正中|射中|砍中|搠中|击中|劈中|打中)<o:P>(?![^，]{{0,3}}[臂腿肩肋足盔马膊颊缨耳])[^{{P}}。！？；\n]{{0,8}}，[^{{P}}。！？；\n]{{0,6}}{_ENDED}",
        *_KILLED,
        in_speech=False,
    ),
    construction(
        rf"{{opens}}<s:P>(?!与|和|、){_NEAR}{{0,30}}(?:赶上|追上|直取|迎住|望|向|喝|指)?(?:<p:P>)?{_NEAR}{{0,16}}[将把]<o:P>(?:{_STROKE}|一把|当场|活活|，)?(?:{_LETHAL}|{_STRIKES}{_FALLEN}|斩首)",
        *_KILLED,
        in_speech=False,
    ),
    construction(
        rf"{{opens}}<s:P>(?!与|和|、){_NEAR}{{0,24}}(?:{_LETHAL}|立斩|立诛)了?<o:P>(?=[，。；！、于]|$)",
        *_KILLED,
        in_speech=False,
    ),
    construction(
        rf"{{opens}}<s:P>(?!与|和|、){_NEAR}{{0,24}}(?:砍下|斩下|割下|割了|割|枭了?|取了?)<o:P>(?:的)?(?:首级|头颅|人头|之头|的头)",
        *_KILLED,
        in_speech=False,
    ),
    construction(
        rf"{{opens}}<s:P>{_STROKE}，<o:P>(?:头|首级|人头)(?:已)?(?:落|落地)(?=[，。；！])", *_KILLED, in_speech=False
    ),
)

_WITHOUT_KILLER: tuple[Construction, ...] = (
    construction(
        rf"{{takes}}<s:P>(?:{_STROKE}|活活|当场|一齐)?(?:{_LETHAL}|[砍劈剁]为(?:两|数)段|斩首)(?=[，。；！])",
        _DEAD,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        r"(?<![敢能可要欲不未来去谋])(?:射死|杀死|刺死|砍死|毒死|勒死|缢死|刺杀|乱箭射死)了?<s:P>(?=[，。；！]|于)",
        _DEAD,
        in_speech=False,
        has_agent=False,
    ),
)

_BY_VICTIM: tuple[Construction, ...] = (
    construction(
        rf"被[^{{P}}，。！？；\n“”]{{0,5}}<s:P>(?!军|兵|部|手下|之|的){_NEAR}{{0,12}}{_STRIKES}了?<o:P>{_FALLEN}",
        *_KILLED,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        rf"{_FIGHTER}<o:P>{_OWN}{_TO_PASSIVE}被<s:P>(?!军|兵|部|手下|之|的)[^{{P}}。！？；\n“”不未险]{{0,14}}?(?:{_LETHAL}|{_STRIKES}{_FALLEN}|{_STRIKES}(?=[，。；！]|了[，。；！])|斩了|杀了(?!一阵|一场|[数十]|半)|所杀|所害|所斩|[砍劈挥刺]为(?:两|数)段)",
        *_KILLED,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        rf"{{opens}}<o:P>{_OWN}[^{{P}}。！？\n“”使令遣命教]{{0,12}}(?:直取|径取|来取|径奔|直奔|与|来迎|来战|迎战|敌住)<p:P>[^{{P}}。！？\n“”]{{0,20}}被<s:P>(?!军|兵|部|手下|之|的)[^{{P}}。！？；\n“”不未险]{{0,14}}?(?:{_LETHAL}|{_STRIKES}{_FALLEN}|斩了|杀了(?!一阵|一场|[数十]|半)|[砍劈挥刺]为(?:两|数)段)",
        *_KILLED,
        same_node=("p", "s"),
        in_speech=False,
        has_agent=False,
    ),
    construction(
        rf"{_FIGHTER}<o:P>{_OWN}{_TO_PASSIVE}被<s:P>(?!军|兵|部|手下|之|的)[^{{P}}。！？；\n“”不未险]{{0,14}}?，{_NEAR}{{0,6}}(?:{_STRIKES}{_FALLEN}|[砍劈挥刺]为(?:两|数)段|{_ENDED})",
        *_KILLED,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        rf"{{opens}}<o:P>{_OWN}[^{{P}}。！？\n“”使令遣命教]{{0,12}}(?:直取|径取|来取|径奔|直奔|与|来迎|来战|迎战|敌住)<p:P>[^{{P}}。！？\n“”]{{0,20}}被<s:P>(?!军|兵|部|手下|之|的)[^{{P}}。！？；\n“”不未险]{{0,14}}?，{_NEAR}{{0,6}}(?:{_STRIKES}{_FALLEN}|[砍劈挥刺]为(?:两|数)段|{_ENDED})",
        *_KILLED,
        same_node=("p", "s"),
        in_speech=False,
        has_agent=False,
    ),
    construction(
        r"{opens}<o:P>(?!与|和|、|之|的|全家|一家|满门|家|族|部|军|兵|手下|麾下)[^{P}。！？\n“”不未]{0,10}为<s:P>所(?:杀|害|斩|诛|戮)",
        *_KILLED,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        r"{opens}<s:P>(?:[、及并与]{P})?(?:遂|皆|俱|竟|已|亦|终|即)*(?:遇害|被害|遭害|伏诛|受诛|就戮|受戮|被戮|被诛|被杀|授首|伏法|弃市)(?=[，。；！])",
        _DEAD,
        in_speech=False,
        has_agent=False,
    ),
    construction(
        rf"{{opens}}<s:P>(?:却|竟|早|亦|皆|已)?被[^{{P}}。，！？；\n“”不未险所]{{1,8}}?{_LETHAL}(?=[，。；！了]|于)",
        _DEAD,
        in_speech=False,
        has_agent=False,
    ),
)

_PLAIN: tuple[Construction, ...] = (
    construction(r"<s:P>~10(?:斩|刺|砍|射|杀)<o:P>于", *_KILLED),
    construction(
        r"<s:P>(?!，|若|与|和)~,18(?<![可能敢要谋图来去往当会追自争相])(?:斩|刺|砍|射|诛|杀)<o:P>(?:于(?:马下|阵前|阵中|军前|军中|城下|门下|地)|落马|坠马|为两段)",
        *_KILLED,
        in_speech=False,
        subject_first=True,
    ),
    construction(
        r"<s:P>~6(?<!要|谋|图|来|去|往|可|当|会|能|追|自|争|相|劫|冲|厮)(?:斩|杀|诛)<o:P>(?=[，。；！])",
        *_KILLED,
        in_speech=False,
    ),
    construction(r"<s:P>~4(?:把|将)<o:P>~4(?:斩了|杀了|斩首|处死|杀死|刺死|射死|毒死|勒死)", *_KILLED),
    construction(
        r"<s:P>~10(?:斩了|杀了|杀死|刺死|射死|砍死|射杀|刺杀|斩杀|诛杀|害死|毒死|勒死)(?:了)?<o:P>(?=[，。；！、])",
        *_KILLED,
    ),
    construction(
        r"(?<=[，。；！\n　 ])<o:P>{any}被<s:P>~10(?:斩|杀|刺|砍|射)(?:于马下|死|落马而死|杀)",
        *_KILLED,
        has_agent=False,
    ),
    construction(
        rf"{{opens}}<s:P>(?!与|和|、|之|的|部|军|兵|手下){_NEAR}{{0,24}}?(?:{_DYING})(?=[，。；！、了]|于)",
        _DEAD,
        in_speech=False,
    ),
    construction(
        r"<s:P>(?:(?:卒|崩|死|亡|死了)(?=[，。；！])|(?:卒|亡|崩|薨|殁)于)",
        _DEAD,
        in_speech=False,
    ),
    construction(
        r"<s:P>(?:皆|竟|已|亦|早|却|遂|等皆|等亦|就|便|也|最后|最终|终于|后来)*(?:死在|死于)",
        _DEAD,
    ),
    construction(
        r"<s:P>~4(?:复活|死而复生|死而复活|起死回生|活了过来|又活了)(?:了)?(?=[，。；！])",
        StatementTemplate("dead", "{s}复活了。", phase=_ENDS),
        in_speech=False,
    ),
    construction(
        r"<s:P>(?:已|既|早已|已经|新|方)(?:死|亡|卒|薨|丧|崩)(?=[，。；！了]|(?:{number}|[数多])[日月年])",
        StatementTemplate("dead", "{s}已死。"),
        has_agent=False,
    ),
    construction(
        rf"{{opens}}<s:P>(?!与|和|、|之|的|部|军|兵|手下|[^，。]{{0,2}}[知闻听见])(?:{_NEAR}{{0,16}}?)(?:拔剑|掣剑|遂|乃|即|亦|便)?{_SUICIDE}(?:而死|而亡|身死|身亡|于[^{{P}}，。]{{1,6}}|(?=[。；]|，(?!.{{0,8}}(?:救|夺|劝|止))))",
        _DEAD,
        in_speech=False,
        subject_first=True,
    ),
    construction(
        r"{opens}<s:P>[^{P}。！？\n]{0,20}(?:曰|道|叫|说)[：，]?\ue010(?:(?:言讫|言毕|言罢|说罢|说完|道罢|语毕|拜毕|骂毕|连叫|大叫|遂|乃)[^{P}。！？\n不未]{0,8}(?:而亡|而死|而卒|而逝|气绝|而薨))(?=[，。；！])",
        _DEAD,
        in_speech=False,
    ),
    construction(
        r"(?:可怜|可惜|不幸|是夜|是日|时|只见)<s:P>[^{P}。！？\n不未若]{0,6}(?:死于|死在|薨于|卒于|亡于)",
        _DEAD,
        in_speech=False,
    ),
)

ACROSS_SENTENCES: tuple[Construction, ...] = (
    construction(
        rf"{_FIGHTER}<s:P>(?!与|和|、){_SOMEBODY_ELSE}{_NEAR}{{0,24}}(?:直取|径取|来取|径奔|直奔|赶上|追上|来战|敌住|迎住|喝|骂|撞着|正遇)<p:P>{_FAR}{{0,30}}?{_STRIKES}了?<o:P>{_FALLEN}",
        *_KILLED,
        same_node=("p", "o"),
        in_speech=False,
    ),
    construction(
        rf"{{opens}}<o:P>{_NEAR}{{0,14}}[，。；]<s:P>(?:{_STROKE}|，|带头连肩|飞马|赶[来上到]|大喝一声|从后){{1,4}}，?(?:{_STRIKES}{_FALLEN}|[砍劈挥]为(?:两|数)段)",
        *_KILLED,
        in_speech=False,
    ),
)
"""The constructions whose matches can contain the end of a sentence."""

DEATHS: tuple[Construction, ...] = (*_BY_KILLER, *_BY_VICTIM, *_WITHOUT_KILLER, *_PLAIN)
"""All constructions (sentence patterns) of this module whose matches lie inside one sentence, in the order in which
they are tried on a text.
"""
