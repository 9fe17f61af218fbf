"""Puts the holder of a claim, belief, plan, wish or dream before the fact's sentence, unless the sentence names the
holder itself.
"""

from __future__ import annotations

import re
from functools import cache

from episodic.languages import lexicon
from episodic.languages.registry import codes
from episodic.model.episodes import Language
from episodic.model.graph import Fact
from episodic.model.name_keys import name_key

_LONGEST_NAME = 24


def attributed(fact: Fact, holder: str) -> str:
    """Return the sentence of a fact after the text *holder*, such as "Wu (claim): ".

    If the sentence already begins with the holder and a verb of saying or thinking (阿满说……), the text is not added. The
    sentence may use another form of the holder's name, such as 如海 for 林如海.
    """
    return fact.text if not holder or names_holder(fact) else f"{holder}{fact.text}"


def names_holder(fact: Fact) -> bool:
    """Return whether a sentence begins with the holder of the fact and a verb of saying or thinking."""
    if not fact.holder_name:
        return False
    found = _opening(codes()).match(fact.text)
    # In the sentence 阿满说谎 ("阿满 lies"), the character 说 is a part of another verb.
    if found is None or fact.text[found.end() :][:1] in lexicon.words("claim_compounds"):
        return False
    who, holder = name_key(found["who"]), name_key(fact.holder_name)
    return bool(who) and (who in holder or holder in who)


@cache
def _opening(_: tuple[Language, ...]) -> re.Pattern[str]:
    verbs = "|".join(sorted(map(re.escape, lexicon.words("attribution_verbs")), key=len, reverse=True))
    return re.compile(
        rf"(?P<who>[^，。；：:,.;!?！？“”\"「」]{{1,{_LONGEST_NAME}}}?)\s?(?:{verbs})(?![a-z])", re.IGNORECASE
    )
