"""Checks whether an English sentence asserts the event or state that a construction matched, and does not only deny,
suppose or report it.
"""

from __future__ import annotations

import re

from episodic.extraction.rule_based.masked_text import MARKS, PERSON, SPEECH

_SENTENCE_ENDS = frozenset(f'.!?;\n“”"{SPEECH}')
_MAX_DISTANCE = 240
_UNREAL = re.compile(
    r"\b(?:if|unless|whether|lest|wish|wished|wishes|hope|hoped|hopes|suppose|supposed|supposing|perhaps|maybe|would|should|"
    r"(?<!before you )(?<!before he )(?<!before she )(?<!before they )(?<!before we )(?<!before I )(?<!before one )"
    rf"(?<!before {PERSON} )(?<!before anyone )(?<!before anybody )could|might|must|pretend|pretends|pretended|imagine|imagines|imagined|imagining|fancied|fancy|dreamed|dreamt|dreaming|"
    r"until|till|as though|seemed|seems|believed|"
    r"believe|believes|thought|thinks|expected|feared|afraid|doubt|doubted|rumou?rs?|rumou?red|reported|probably|nearly|almost|intended|"
    r"ought|wonder|wondered|conceived|asked|likely|says? that|said that|told me that|heard that|promised|according to|"
    r"apparently|supposedly|allegedly|reportedly|possibly|presumably|whenever|every time|each time|"
    r"provided|assuming|appeared (?:to [^ ]+ )?that|accustomed|given to understand|gossip|legend|"
    r"talk of|on the cards|(?:im)?possible that|(?-i:Had |Were )(?:it|he|she|they|I|we|you|"
    + PERSON
    + r")|(?:to|for) (?:everyone|everybody|all|most people|the world)|"
    r"it (?:was|is|has been|had been) (?:said|told|claimed|whispered|thought|untrue|false|not true|a lie|impossible))\b"
    r"|\b(?:claim|claims|claimed|insist|insists|insisted|announced|confessed|admitted|argued|maintained|guess|guessed|assumed|"
    r"concluded|agreed|prayed|suspect|suspected|swore|alleged|boasted|hinted|implied|suggested|wrote|denied|theory|story|lie|"
    r"idea|possibility|chance|risk|fear|belief|suspicion|impression|notion|danger|question|talk|word|whispers?|assumption|"
    r"suggestion|myth|joke|verdict|conviction)(?: [^ ,.;]+){0,3} that\b"
    r"|(?<!"
    + PERSON
    + r" am )(?<!"
    + PERSON
    + r" am very )(?<!"
    + PERSON
    + r" am quite )\b(?:sure|certain|convinced|positive|confident|persuaded) (?:that\b|"
    + PERSON
    + r")"
    r"|\bin (?:the|a|an|his|her|my|their|one|that|this|"
    + PERSON
    + r"['’]s?) (?:[a-z]+ )?(?:film|movie|play|story|stories|tale|novel|dream|dreams|nightmare|"
    r"legend|version|painting|game|vision|fantasy|song|poem|show|series|opera|charade)s?\b",
    re.IGNORECASE,
)
"""Pattern of words before a match that show a condition, wish, doubt, pretence or report."""
_MAKE_BELIEVE = re.compile(
    r"\b(?:pretend(?:s|ed|ing)?|imagin(?:e|es|ed|ing)|suppos(?:e|es|ed|ing|edly)|claim(?:s|ed|ing)?|called|calling|like|as if|as though|"
    r"rumou?rs?|rumou?red|reported|said to be|dream(?:s|ed|t|ing)?|novel|play|film|story|tale|legend|disguised|"
    r"alleged(?:ly)?|instead of|not|no longer|perhaps|maybe|probably|possibly)\b(?: [^ ,.;]+){0,6} ?$",
    re.IGNORECASE,
)
"""Pattern of words shortly before an identification such as "the gamekeeper" that make the identification untrue or
doubtful.
"""
_REPORTED = re.compile(
    r"\b(?:told|informed|assured|convinced|persuaded|hinted|reported?|heard|says?|said|mentioned|declared|swore|sworn|supposing|"
    r"supposition|notion|pretence|question|nightmare|vision|called|claim(?:s|ed|ing)?|insist(?:s|ed)|announced|confessed|"
    r"admitted|argued|guess(?:ed)?|assum(?:ed|ing)|concluded|prayed|suspect(?:s|ed|ing)?|alleged|boasted|implied|suggest(?:s|ed|ing)|"
    r"joked|lied|written|wrote|reckon(?:s|ed)?|figured|pretend(?:s|ed|ing)?)\b"
)
_NOT = re.compile(
    r"\b(?:not|never|no|nor|neither|hardly|scarcely|barely|nobody|none|without|instead of|rather than)\b|n['’]t\b|"
    r"(?-i:\bbefore\b)|\bbefore(?! (?:the|that|this|\d))\b",
    re.IGNORECASE,
)
_WHEN = re.compile(r"\b(?:once|when|as soon as|the day|the moment|after|by the time)\b[^,;]*$", re.IGNORECASE)
_FUTURE = re.compile(
    r"[^,]*,?(?:(?! (?:that|how|what|if|who|which) )[^,])*(?:\b(?:would|will|shall|could|might)\b|['’](?:ll|d)\b)"
)
_CLAUSE_BREAK = re.compile(r"[;:—]|--")
_REPORTER = rf"(?:people|they|everyone|everybody|some|others|many|he|she|we|you|I|{PERSON}|[Tt]he [a-z]+|it (?:was|is)|rumou?r|gossip)"
_RETRACTION = re.compile(
    rf"[,(—] ?(?:or |so |as |at least )*{_REPORTER} (?:had |have |has )?(?:[a-z]+ly )?(?:said|say|says|thought|think|believed?|claimed|supposed?|told|"
    r"imagined|hoped|feared|assumed|guess(?:ed)?|insisted|suspected|pretended|heard|gathered|reckoned|fancied|swore|explained|"
    r"announced|lied|joked|was told|were told|been told|dreamed|dreamt|had it)\b(?=[,.;:—\n]|$| to (?:him|her|me|them)\b)"
    r"|\b(?:or so|or (?:said|claimed|pretended)|supposedly|allegedly|reportedly|apparently|it seemed|it appeared|it seems|no longer|no more|not at all|in all but name|at (?:chess|cards|poker|draughts|tennis|golf|dice)|"
    r"if only|in theory|in name only|at least that was|according to|only in (?:his|her|my|their)|unless|"
    r"in (?:the|a|his|her|my|that|this) (?:film|movie|play|story|tale|novel|dream|dreams|game|legend|version|mind|memory|thoughts|imagination|head))\b"
)
"""Pattern of words after a match that retract the match or attribute it to somebody ("people said"). The pattern also
contains words that place the match in a tale, a dream or a game ("in a dream").
"""
_RELATIVE = re.compile(
    rf"\b(?:who|whom|that|which|whose|[Ww]hoever|[Ww]hatever|[Aa]nyone|[Ee]veryone)\s(?:[^,.;:{MARKS}{SPEECH}]*\s)?"
    r"(?!(?:and|but|or|that|which|whom|when|where|while|as|because|since|though|although|so|for|then|than|once|if|"
    r"poor|old|young|little|dear|good|great|honest|faithful|the|years?|days?|weeks?|months?|later|time|ago|now|here|"
    r"night|day|morning|evening|how|why|what|day|place|house|room|moment|instant|[a-z]+ly)\s)[a-z]+\s$"
)
"""Pattern of the words before the object of a relative clause, as before Nora in "the aunt who had raised Nora lived
there".
"""


def is_asserted(text: str, match: re.Match[str]) -> bool:
    """Return whether the sentence of *match* says that the matched event or state is true.

    Return False if the match stands in a condition, doubt, hearsay, denial, question, tale or dream.
    """
    start, clause, end = _borders(text, match)
    if _UNREAL.search(text, start, match.start()) or _NOT.search(text, clause, match.start()):
        return False
    if _REPORTED.search(text, clause, match.start()):
        return False
    behind = _CLAUSE_BREAK.search(text, match.end(), end)
    near = end if behind is None else behind.start()
    if _WHEN.search(text, start, match.start()) and _FUTURE.match(text, match.end(), near):
        return False
    if _RETRACTION.search(text, match.end(), near):
        return False
    return text[end : end + 1] != "?"


def is_presupposed(text: str, match: re.Match[str]) -> bool:
    """Return whether the text presents an identification in *match*, such as "the gamekeeper" after a name, as true.

    A denial or doubt before an identification does not make it untrue: in "She never saw Redruth, the gamekeeper",
    Redruth is the gamekeeper. Return False if words before the match mark a pretence, supposition or comparison, or if
    words after the match retract the identification.
    """
    start, _, end = _borders(text, match)
    if _MAKE_BELIEVE.search(text, start, match.start()):
        return False
    behind = _CLAUSE_BREAK.search(text, match.end(), end)
    return _RETRACTION.search(text, match.end(), end if behind is None else behind.start()) is None


def ends_relative_clause(text: str, offset: int) -> bool:
    """Return whether the name at *offset* can be the object that ends a relative clause, as in "the aunt who had raised
    Nora".
    """
    return _RELATIVE.search(text, max(0, offset - 60), offset) is not None


def _borders(text: str, match: re.Match[str]) -> tuple[int, int, int]:
    start, end = match.start(), match.end()
    while start > 0 and text[start - 1] not in _SENTENCE_ENDS and match.start() - start < _MAX_DISTANCE:
        start -= 1
    clause = match.start()
    while clause > start and text[clause - 1] not in ",:—":
        clause -= 1
    while end < len(text) and text[end] not in _SENTENCE_ENDS and end - match.end() < _MAX_DISTANCE:
        end += 1
    return start, clause, end
