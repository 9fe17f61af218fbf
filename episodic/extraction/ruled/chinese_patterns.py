"""How a construction of Chinese prose is written down: a short form over masked text, and what it says."""

from __future__ import annotations

import re
from dataclasses import dataclass

from episodic.extraction.ruled.chinese_lexicon import HAN, OFFICE_TITLES
from episodic.extraction.ruled.chinese_people import alternatives
from episodic.extraction.ruled.masked import GROUP, MARKS, PERSON, PLACE, SPEECH, THING
from episodic.model.readings import Phase, StatementScope

_CLASSES = {"P": PERSON, "L": PLACE, "O": GROUP, "I": THING, "A": MARKS}
_HOLE = re.compile(r"<(\w+):([A-Z]+)>")
_GAP = re.compile(r"~(,?)(\d+)")
_EDGE = re.compile(r"^\(\?<([=!])(\[[^\]]*\])\)(<\w+:[A-Z]>)")
"""A form that begins by looking at the character before its first mark: it is found faster where it begins with the mark."""
_NOT_SO = "不未无莫勿没别休欲若倘恐怕肯愿拟令使遣教差命叫让待望想请劝被见闻知听说疑他她要会托差"
_NOT_OWN = "(?!之|的|部|军|兵|手下|麾下|寨|营|妻|子|弟|兄|父|母|女|家|所|帐|辈|一行|人马|大军|尸|首|头|曾|先已)"
_BEFORE_RANK = f"[^{MARKS}{SPEECH}，。！？；：、“”‘’\\s谓问令使遣命报见与同留召唤教请拜为是有其此那这乃遂即便时又只忽且却说将率引领统随从到至被把以因和并及汝吾我你他的之了在等闻知呼想活捉杀斩擒长特差]"
_OFFICE = (
    f"(?:(?:大|副|正|左|右|前|后|中|上|都|总|原|旧|新任|前任|现任)?(?:{alternatives(OFFICE_TITLES)})"
    f"|{_BEFORE_RANK}{{1,3}}(?:将军|中郎将|校尉|都尉|侍郎|尚书))"
)
_LOCAL = "(?:太守|刺史|州牧|牧|郡守|县令|令|相|尉|都督|刺史|知府|知县|知州|巡抚|总督|别驾|治中|从事|功曹|长史|都尉|城主|市长|镇长|村长|县长|省长)"
_NUMBER = "[一二三四五六七八九十百两0-9]+"


@dataclass(frozen=True, slots=True)
class Says:
    """One statement that a construction makes: which of its parts play which part, and the sentence that says it."""

    predicate: str
    text: str
    subject: str = "s"
    object: str | None = None
    value: str | None = None
    phase: Phase = Phase.HOLDS
    roles: tuple[tuple[str, str], ...] = ()
    when: tuple[str, ...] = ()
    """Parts of the form that must be there for it to be said, each a group with that name."""
    scope: StatementScope | None = None
    """A scope of its own, held by its subject (a plan, a wish); None: that of the words it stands in."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A construction over masked text, and what it says."""

    form: re.Pattern[str]
    says: tuple[Says, ...]
    same: tuple[str, str] | None = None
    """Two parts that must be one node."""
    kin: bool = False
    """Whether the object is not written here (其子X) but is the person before who has the subject's surname."""
    spoken: bool = True
    """Whether it is believed inside quotation marks too."""
    acts: bool = True
    """Whether somebody acts: then nobody may have sent or told him to in the same clause."""
    opens: bool = False
    """Whether the subject must be the first that its clause names, time words and the like apart."""

    @property
    def intends(self) -> bool:
        """Whether it says what somebody means to do: then words of intention are its own."""
        return any(one.scope is not None for one in self.says)


def pattern(
    form: str,
    *says: Says,
    same: tuple[str, str] | None = None,
    kin: bool = False,
    spoken: bool = True,
    acts: bool = True,
    opens: bool = False,
) -> Pattern:
    """A pattern from its short form.

    `<s:P>` is a person named s (P person, L place, O group, I thing, A any); `~8` up to 8 characters without a name, a comma, a
    stop or a word of denial or intention; `~,20` the same across commas. `{opens}` is the
    beginning of a clause; `{office}`, `{local}`, `{number}`, `{han}` and `{L}`
    stand for a title, a title of a place, a number, a Han character, and a place without a name of its own.
    """
    ready = form
    for hole, meaning in (
        ("office", _OFFICE),
        ("local", _LOCAL),
        ("number", _NUMBER),
        ("han", f"[{HAN}]"),
        ("L", PLACE),
        ("opens", f"(?<=[，。；！？：\\s{SPEECH}与和同、及说见])"),
        ("any", f"(?:(?![没未险差会]|不(?![及备防敌意住]))[^。！？；：\\n{MARKS}{SPEECH}]){{0,12}}?"),
        ("P", PERSON),
    ):
        ready = ready.replace("{" + hole + "}", meaning)
    ready = ready.replace("<s:P>~", f"<s:P>{_NOT_OWN}~")
    ready = _EDGE.sub(r"\3(?<\1\2[" + MARKS + "])", ready)
    ready = _HOLE.sub(lambda hole: f"(?P<{hole.group(1)}>[{''.join(_CLASSES[one] for one in hole.group(2))}])", ready)
    ready = _GAP.sub(
        lambda gap: f"[^{'' if gap.group(1) else '，、：'}。！？；\\n“”{MARKS}{SPEECH}{_NOT_SO}]{{0,{gap.group(2)}}}?",
        ready,
    )
    return Pattern(re.compile(ready), says, same, kin, spoken, acts, opens)
