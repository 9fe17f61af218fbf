"""How a construction of English prose is written down: a short form over masked text, and what it says."""

from __future__ import annotations

import re
from dataclasses import dataclass

from episodic.extraction.ruled.masked import GROUP, MARKS, PERSON, PLACE, SPEECH, THING
from episodic.model.readings import Phase, StatementScope

_CLASSES = {"P": PERSON, "L": PLACE, "O": GROUP, "I": THING}
_HOLE = re.compile(r"<(\w+):([A-Z]+)(\*?)>")
_PEOPLE = re.compile(r"<[so]:P\*?>")
_ADVERB = (
    r"(?:then|now|soon|once|also|again|at last|at once|at length|afterwards|that (?:day|night|evening|morning)|both|all|just|"
    r"still|always|already|first|suddenly|"
    r"(?!(?:near|hard|scarce|bare|alleged|supposed|reported|possib|probab|presumab|apparent|seeming|on)ly\b)[a-z]+ly)"
)
_ADJECTIVES = (
    r"(?:(?:own|only|eldest|elder|oldest|younger|youngest|little|dear|late|old|poor|dead|married|young|good|beloved|first|"
    r"second|third|faithful|great|best|former|trusty|worthy|twin|unfortunate|older|big|baby|adopted|estranged|middle) )*"
)
_BOND = (
    r"(?:(?:own|only|little|dear|old|poor|young|good|beloved|second|third|faithful|great|best|trusty|worthy|unfortunate|new|"
    r"close|closest|childhood) )*"
)
"""Before a bond that may end: not the former or the late husband."""
_NUMBER = (
    r"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?|"
    r"(?:one|two|three|four|five|six|seven|eight|nine) and (?:twenty|thirty|forty)|"
    r"three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|"
    r"nineteen|a hundred|\d{1,3})"
)
_COLOUR = (
    r"(?:(?:light|dark|deep|pale|bright|very|clear|large|small|big|great|beautiful|curly|long|short|straight|keen|sharp|"
    r"thick|thin|fine|cold|warm|soft|little|bluish|greenish|reddish|closely-cropped),? ?){0,3}(?:black|brown|blue|green|grey|gray|"
    r"hazel|golden|gold|red|white|fair|flaxen|auburn|silver|sandy|violet|amber|yellow|grizzled|chestnut|blond|blonde|"
    r"dark|light)(?:[- ](?:brown|blue|green|grey|gray|black))?"
)
_NOUN = r"(?:a|an|the|his|her|my|their|some|two|three|one) (?!(?:in|on|at|for|from|with|to|by|was|is)\b)(?:[a-z]+(?:['’\-][a-z]+)* ){0,3}?[a-z]+(?:-[a-z]+)*"
_NOUN_ENDS = (
    rf"(?<! down)(?<! up)(?<! off)(?<! out)(?<! back)(?<! away)(?<! in)(?=[.,;:!?\n—)]|--|$| {SPEECH}| (?:and|to|in|on|at|with|for|from|that|which|who|as|when|by|into|round|over|under|about|"
    r"before|after|while|because|if|but|or|upon|out|off|up|down|through|whom|whose|across|then|again)\b)"
)
_ENDS = (
    rf"(?=[.,;:!?\n—)]|--|$| {SPEECH}| (?:and|when|while|who|that|where|with|for|in|on|at|by|to|before|after|as|until|but|about|"
    r"early|late|last|again|alone|together|once|from|near|during|without|because|though|although|since|so|soon|later|"
    r"afterwards|this|one (?:day|night|morning|evening|afternoon)|"
    r"(?:the|two|three|four|five|six|seven|eight|nine|ten|a|a few|some|several|many) "
    r"(?:next|following|same|previous|days?|nights?|weeks?|months?|years?|hours?|summer|winter|spring|autumn|fall))\b)"
)


_CHAIN = (
    r"(?: (?!(?:and|but|or|he|she|it|they|who|which|that|there|when|as|while|if|not|never|we|you|to|what|how|than|would|"
    rf"could|should|might|may|said|told|whose|where|was|were)\b)[^ .,!?;:—\n{MARKS}{SPEECH}]+){{1,8}},? and"
)
"""What somebody did before, in the same sentence: Joe took his hat and went to the forge."""


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
    scope: StatementScope | None = None
    """A scope of its own, held by its subject (a plan, a wish); None: that of the words it stands in."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A construction over masked text, and what it says."""

    form: re.Pattern[str]
    says: tuple[Says, ...]
    opens: bool = False
    """Whether its first part is a subject, so that no word may stand before it that makes it something else."""
    spoken: bool = True
    """Whether it is believed inside quotation marks too."""
    narrated: bool = True
    """Whether it is believed outside of quotation marks."""
    people: int = 0
    """So many people it names at least: it is not looked for where there are fewer."""
    own: bool = False
    """Whether it speaks of the speaker's own kin, which needs a speaker and the word my or our."""


def pattern(form: str, *says: Says, spoken: bool = True, narrated: bool = True) -> Pattern:
    """A pattern from its short form.

    `<s:P>` is a person named s (P person, L place, O body of people, I thing) that nothing is said to belong to, `<s:P*>` one
    that may own what follows; `~` are adverbs between two words; `{opens}`, at the very start, says that a subject comes first, `{ends}` and `{stop}`
    places where one may end; `{had}` is room for adverbs, "had", and what somebody did before in the same breath; `{own}` the end of an
    owner's name, or of his and her that were found to mean one; `{adj}`, `{bond}`, `{number}`, `{colour}` and `{noun}` stand for words of that kind.
    """
    ready = form.removeprefix("{opens}")
    for hole, meaning in (
        ("adj", _ADJECTIVES),
        ("bond", _BOND),
        ("number", _NUMBER),
        ("colour", _COLOUR),
        ("noun", rf"(?P<v>{_NOUN}){_NOUN_ENDS}"),
        ("ends", _ENDS),
        ("stop", rf"(?=[.,;:!?\n—)]|--|$| {SPEECH})"),
        ("s", r"['’]s? "),
        ("own", r"(?:['’]s?)? "),
        ("any", f"[^.!?;:,{MARKS}{SPEECH}\n]"),
    ):
        ready = ready.replace("{" + hole + "}", meaning)
    ready = ready.replace("{had}", rf"(?:{_CHAIN})?~(?: had| has)?~")
    ready = ready.replace("~", rf"(?: {_ADVERB}){{0,2}}")
    ready = _HOLE.sub(_hole, ready)
    people = len(_PEOPLE.findall(form))
    own = "(?P<k>" in ready and "(?P<o>" not in ready
    return Pattern(re.compile(ready), says, form.startswith("{opens}"), spoken, narrated, people, own)


def _hole(hole: re.Match[str]) -> str:
    marks = "".join(_CLASSES[one] for one in hole.group(2))
    own = "" if hole.group(3) else r"(?!['’])"
    return rf"(?P<{hole.group(1)}>[{marks}]){own}"
