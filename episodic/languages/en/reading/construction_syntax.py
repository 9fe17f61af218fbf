"""Compiler of the short form of English constructions (sentence patterns) into regular expressions over masked text, in
which placeholders stand for mentions.
"""

from __future__ import annotations

from episodic.extraction.rule_based.constructions import Construction, StatementTemplate, expand_phrases, expand_slots
from episodic.extraction.rule_based.masked_text import MARKS, SPEECH

_ADVERB = (
    r"(?:then|now|soon|once|also|again|at last|at once|at length|afterwards|that (?:day|night|evening|morning)|both|all|just|"
    r"still|always|already|first|suddenly|indeed|"
    r"(?!(?:near|hard|scarce|bare|alleged|supposed|reported|possib|probab|presumab|apparent|seeming|on)ly\b)[a-z]+ly)"
)
_ADJECTIVES = (
    r"(?:(?:own|only|eldest|elder|oldest|younger|youngest|little|dear|late|old|poor|dead|married|young|good|beloved|first|"
    r"second|third|faithful|great|best|former|trusty|worthy|twin|unfortunate|older|big|baby|adopted|estranged|middle) )*"
)
_BOND_ADJECTIVES = (
    r"(?:(?:own|only|little|dear|old|poor|young|good|beloved|second|third|faithful|great|best|trusty|worthy|unfortunate|new|"
    r"close|closest|childhood) )*"
)
"""Pattern of adjectives before a word for a relationship that can end.

The pattern does not contain "former" and "late", because they say that the relationship has ended.
"""
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
    r"before|after|while|because|if|but|or|upon|out|off|up|down|through|whom|whose|across|then|again|back (?:to|from))\b)"
)
_ENDS = (
    rf"(?=[.,;:!?\n—)]|--|$| {SPEECH}| (?:and|when|while|who|that|where|with|for|in|on|at|by|to|before|after|as|until|but|about|"
    r"early|late|last|again|alone|together|once|from|near|during|without|because|though|although|since|so|soon|later|"
    r"afterwards|this|one (?:day|night|morning|evening|afternoon)|"
    r"(?:the|two|three|four|five|six|seven|eight|nine|ten|a|a few|some|several|many) "
    r"(?:next|following|same|previous|days?|nights?|weeks?|months?|years?|hours?|summer|winter|spring|autumn|fall))\b)"
)


_CHAIN_WORD = (
    r"(?: (?!(?:and|but|or|he|she|it|they|who|which|that|there|when|as|while|if|not|never|we|you|to|what|how|than|would|"
    rf"could|should|might|may|will|shall|must|can|cannot|to|said|told|whose|where|was|were)\b)[^ .,!?;:—\n{MARKS}{SPEECH}]+)"
)
_EMBEDDING = "saw|seen|heard|knew|known|thought|believed|felt|wished|hoped|feared|watched|let|made|found|noticed|supposed|between"
_CHAIN = rf"(?:{_CHAIN_WORD}{{1,8}},? and|(?!(?: [a-z]+){{0,3}} (?:{_EMBEDDING})\b){_CHAIN_WORD}{{1,4}} (?:the )?[{MARKS}]{_CHAIN_WORD}{{0,4}},? and)"
"""Pattern of an earlier action of the same subject, such as "took his hat and" in "Joe took his hat and went to the
forge". Another example is "married Joe and" in "Biddy married Joe and went to the forge".
"""
_PHRASES = (
    ("adj", _ADJECTIVES),
    ("bond", _BOND_ADJECTIVES),
    ("number", _NUMBER),
    ("colour", _COLOUR),
    ("noun", rf"(?P<v>{_NOUN}){_NOUN_ENDS}"),
    ("noun_ends", _NOUN_ENDS),
    ("ends", _ENDS),
    ("stop", rf"(?=[.,;:!?\n—)]|--|$| {SPEECH})"),
    ("s", r"['’]s? "),
    ("own", r"(?:['’]s?)? "),
    ("any", f"[^.!?;:,{MARKS}{SPEECH}\n]"),
    ("had", rf"(?:{_CHAIN})?~(?: had| has)?~"),
)
_SUBJECT_FIRST = "{opens}"


def construction(
    form: str,
    *templates: StatementTemplate,
    in_speech: bool = True,
    in_narration: bool = True,
    is_presupposed: bool = False,
) -> Construction:
    """Return a construction that is compiled from the short form *form*.

    `<s:P>` is a slot named s for a person. `<s:P*>` is a slot for a person that may also match an owner ("Joe's").
    Slots are explained in `expand_slots`. `~` matches up to two adverbs. `{opens}`, which may stand only at the start
    of a form, means that the form begins with the subject of a clause. `{ends}` and `{stop}` match positions where a
    noun phrase or a clause can end. `{noun_ends}` matches where a noun phrase can end, also before a preposition such
    as "in" or "with". `{had}` matches the words that may stand between a subject and its verb. The words before the
    verb are an earlier action of the subject ("took his hat and"), adverbs, and "had" or "has". `{own}` matches a
    possessive ending ("'s"). After "his" or "her" for a known person, `{own}` matches the empty string. `{s}` matches a
    possessive ending. `{any}` matches one character, except a comma, a colon, a semicolon, a sentence end, a line break
    and a placeholder of a mention. `{adj}` matches adjectives before any noun. `{bond}` matches adjectives except
    "late" and "former" before a word for a relationship that can end. `{number}` matches a number, and `{colour}`
    matches a colour. `{noun}` matches a noun phrase with its determiner. The noun phrase that `{noun}` matches becomes
    the value of the statement (the regular expression's group `v`).
    """
    ready = expand_phrases(form.removeprefix(_SUBJECT_FIRST), _PHRASES).replace("~", rf"(?: {_ADVERB}){{0,2}}")
    ready = expand_slots(ready, not_owner=r"(?!['’])")
    return Construction(
        ready,
        templates,
        in_speech=in_speech,
        in_narration=in_narration,
        is_presupposed=is_presupposed,
        subject_first=form.startswith(_SUBJECT_FIRST),
        needs_speaker="(?P<k>" in ready and "(?P<o>" not in ready,
    )
