"""The English words for "I", and rules to turn a sentence with "I" into a sentence about a named person."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from episodic.languages.word_lists import words
from episodic.text.first_person import FirstPersonRules, Sex

_ADVERBS: Final = (
    r"(?:\s+(?:never|ever|often|seldom|sometimes|always|still|now|then|only|also|just|no\s+(?:longer|more)"
    r"|(?!(?:re|app|rep|supp|imp|comp)ly\b)[a-z]{2,}ly))*"
)
_WORDS: Final = re.compile(
    r"(?<![\w'’])(?P<subject>I)(?![\w])(?:['’](?P<short>m|ve))?"
    rf"(?P<adverbs>{_ADVERBS})(?P<verb>\s+(?:(?:do|have)n['’]t|[a-z]+))?"
    r"|(?<![\w'’])(?P<object>[Mm]e)(?![\w'’-])|(?<![\w'’])(?P<owner>[Mm]y|(?P<own>[Mm]ine))(?![\w'’-])"
)
_UNCLEAR: Final = re.compile(r"\b[Mm]yself\b|['’](?:ll|d)\b")
_OWNERS: Final = re.compile(r"\b(?:(?P<owner>[Mm]y|[Oo]ur)(?P<rest>\s+[\w’'-]+)|(?P<of>of\s+)(?:mine|ours)\b)")
_PRONOUNS: Final[Mapping[Sex, tuple[str, str, str, str]]] = {
    "woman": ("she", "her", "her", "hers"),
    "man": ("he", "him", "his", "his"),
}
_SHORT: Final = {"m": "is", "ve": "has"}
_INVERTED: Final = re.compile(r"\b(?:do|did|shall|should|will|would|can|could|may|might|must|let)\s+$", re.IGNORECASE)
"""Pattern of an auxiliary verb directly before "I", as in "how shall I get home"."""
_CAPITALISED: Final = re.compile(r"(?:(?:[A-Z][\w’'-]*|the|of|and),?\s+)+and\s+$")
"""Pattern of the beginning of a sentence that has only names before "and I", as in "By Cheapside Ann and I come"."""
_JOINED: Final = re.compile(
    r"(?:^|[,;:.]\s+|\b(?:that|for|when|where|while|because|if|as|but|so)\s+)"
    r"(?:(?:[Tt]he|[Mm]y|[Hh]is|[Hh]er|Mr\.?|Mrs\.?|Miss)\s+)?[\w’'-]+(?:\s+[A-Z][\w’'-]*)*\s+and\s+$"
)
"""Pattern of the other half of a joined subject directly before "I", as in "Ann and I stay", whose verb is plural."""
_NOT: Final = re.compile(r"(do|have)(n['’]t)")
_CLAUSE_END: Final = re.compile(
    r"[.;:!?“”\"]|\b(?:to|can|could|may|might|must|shall|should|will|would|do|does|did|that|who|which|what|when|where|why"
    r"|how|if|because|as|for|than)\b"
)
"""Words after which "and" may join something else than a further verb of the same subject."""
_FURTHER: Final = re.compile(
    r"((?:,\s+|\s+)(?:and|but)\s+(?:then\s+)?)([a-z]+)"
    r"(?=\s+(?:an?|the|it|him|her|his|them|their|this|that|these|those|no|not|one|everything|nothing|[A-Z]))"
)
_THIRD: Final = {first: third for third, first in (one.split("=", 1) for one in words("en", "first_person_verbs"))}
_FIRST: Final = frozenset(_THIRD.values())


def _third_person(match: re.Match[str], name: str) -> str:
    if match["owner"]:
        return f"{name}’s"
    return name if not match["subject"] else _with_verb(match, name)


def _again(match: re.Match[str], sex: Sex | None) -> str | None:
    if sex is None:
        return None
    subject, other, owner, own = _PRONOUNS[sex]
    if match["subject"]:
        return _with_verb(match, subject)
    return other if match["object"] else own if match["own"] else owner


def _with_verb(match: re.Match[str], name: str) -> str:
    """Return *name*, followed by the adverbs and the verb of the match, with the verb in the third person if this form
    is known.
    """
    verb = (match["verb"] or "").strip()
    if match["short"]:
        said = f" {_SHORT[match['short']]}{match['adverbs']}"
    else:
        said, negated = match["adverbs"], _NOT.fullmatch(verb)
        if not _keeps_verb(match):
            verb = f"{_THIRD[negated[1]]}{negated[2]}" if negated else _THIRD.get(verb, verb)
    return f"{name}{said}" + (f" {verb}" if verb else "")


def _keeps_verb(match: re.Match[str]) -> bool:
    """Return whether the verb of the match has the same form with a name instead of "I"."""
    start = match.start("subject")
    found = any(one.search(match.string, 0, start) is not None for one in (_INVERTED, _JOINED))
    return found or _CAPITALISED.fullmatch(match.string, 0, start) is not None


def _agreeing(sentence: str, name: str) -> str:
    """Return a sentence about *name* in which a further verb of the same subject is in the third person. For example,
    "Ann pays the bill and tip the waiter" becomes "Ann pays the bill and tips the waiter".
    """
    first = re.search(rf"\b{re.escape(name)}{_ADVERBS}\s+(?P<verb>[a-z]+)\b", sentence)
    if first is None or first["verb"] not in _FIRST:
        return sentence
    rest = sentence[first.end() :]
    end = _CLAUSE_END.search(rest)
    clause = rest if end is None else rest[: end.start()]
    agreed = _FURTHER.sub(lambda found: f"{found[1]}{_THIRD.get(found[2], found[2])}", clause, count=1)
    return f"{sentence[: first.end()]}{agreed}{rest[len(clause) :]}"


def _owned(match: re.Match[str], name: str) -> str:
    return f"{name}’s{match['rest']}" if match["owner"] else f"{match['of']}{name}’s"


RULES: Final = FirstPersonRules(_WORDS, _UNCLEAR, _third_person, _again, _OWNERS, _owned, _agreeing)
"""The English rules for the words "I", "me", "my" and "mine", and for "our" and "ours"."""
