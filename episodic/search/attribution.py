"""Puts the holder of a claim, belief, plan or wish before the sentence of a fact, unless the sentence itself names the
holder.
"""

from __future__ import annotations

import re
from functools import cache

from episodic.languages import lexicon
from episodic.model.graph import Fact
from episodic.model.name_keys import name_key

_LONGEST_NAME = 24
_NAME = r"[^，。；：:,.;!?！？“”\"「」]"


def attributed(fact: Fact, said: str) -> str:
    """Return *said* (words that name who makes a claim or has a plan, such as 林如海说：) followed by the sentence of
    the fact.

    *said* is left out if the sentence itself begins with the holder and a verb of the same kind as in *said*. The two
    kinds of verbs are verbs of speech and verbs of intention. For example, 林如海说： is left out before a sentence
    that begins with a shorter form of the name (如海说…). 林如海说： is also left out before another verb of speech
    (林如海告诉…). The words *said* are left out, too, if the sentence tells that the holder of a plan gives an order
    (林如海叫…).
    """
    return fact.text if fact.asked_for or _names_holder(fact, said) else f"{said}{fact.text}"


def _names_holder(fact: Fact, said: str) -> bool:
    holder = fact.holder_name or ""
    verb = said.removeprefix(holder).rstrip("：: ")
    if not holder or not verb or not said.startswith(holder):
        return False
    alike = (words for words in map(lexicon.words, ("speech_verbs", "intention_verbs")) if verb in words)
    found = _opening(next(alike, frozenset({verb}))).match(fact.text)
    # In the sentence 阿满说谎 ("阿满 lies"), the character 说 is part of another verb.
    if found is None or fact.text[found.end() :][:1] in lexicon.words("claim_compounds"):
        return False
    who, known = name_key(found["who"]), name_key(holder)
    return bool(who) and (who in known or who.endswith(known))


@cache
def _opening(verbs: frozenset[str]) -> re.Pattern[str]:
    verb = "|".join(sorted(map(re.escape, verbs), key=len, reverse=True))
    name, to = f"{_NAME}{{1,{_LONGEST_NAME}}}?", lexicon.pattern("before_listeners").pattern
    return re.compile(rf"(?P<who>{name})(?:(?:{to}){name})?(?:{verb})")
