"""Finds statements that a model's reply forgot to mark as denied. The module also adds words such as "Not so:" to the
sentence of a denied statement if the sentence contains no negation.
"""

from __future__ import annotations

import re
from typing import Final

from episodic.languages import lexicon
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.readings import Phase
from episodic.text.scripts import is_ideographic

_INFLECTION: Final = re.compile(r"(?:ed|ing|es|s|d)$")
_CLAUSE: Final = re.compile(r"[^,;:，；：。]+")
_FIRST_WORD: Final = re.compile(r"[\s_]+")
"""Pattern of what separates the words of a predicate ("lives in", "lives_in")."""
_SHORTEST_STEM: Final = 4
"""The minimum number of letters in the stem of a verb of an alphabetic script. If the stem of a verb has fewer letters
than this minimum, `phase_in_words` finds no denial of the verb.
"""


def phase_in_words(phase: Phase, predicate: str, *, sentence: str, quote: str) -> Phase:
    """Return DENIED if *phase* is HOLDS and both the sentence and the quote negate the verb of the predicate. For
    example, "John might not discover it" negates the verb of the predicate "discovered". Return *phase* unchanged if it
    is another phase than HOLDS, or if the sentence or the quote does not negate the verb of the predicate. A negation
    with a limit, such as "not until", does not make a statement denied. A negation counts only in the first clause of
    the sentence, but in any clause of the quote.
    """
    stem = _stem(predicate)
    if phase is not Phase.HOLDS or not (is_ideographic(stem[:1]) or len(stem) >= _SHORTEST_STEM):
        return phase
    clause = _CLAUSE.match(sentence)
    told = sentence if clause is None else clause[0]
    return Phase.DENIED if _negates(told, stem) and _negates(quote, stem) else phase


def denying_sentence(sentence: str, predicate: str, language: Language) -> str:
    """Return the sentence of a denied statement. If the sentence contains the verb of *predicate* and no negation ("Ann
    fears Bo"), words such as "Not so:" are put before it. The added words are in the given language. Return *sentence*
    unchanged if it already contains a negation, or if it does not contain the verb of *predicate*. A sentence of a
    denied statement that lacks the verb of *predicate* says in other words what is true. An example is "Ann knew little
    of York".
    """
    stem = _stem(predicate)
    start = "" if is_ideographic(stem[:1]) else r"\b"
    asserts = len(stem) > 1 and re.search(f"{start}{re.escape(stem)}", sentence, re.IGNORECASE) is not None
    if not asserts or lexicon.pattern("negations").search(sentence):
        return sentence
    return message_text("derived.denied", language, text=sentence)


def _stem(predicate: str) -> str:
    if is_ideographic(predicate[:1]):
        return predicate
    return _INFLECTION.sub("", _FIRST_WORD.split(predicate, maxsplit=1)[0].casefold())


def _negates(words: str, stem: str) -> bool:
    found = lexicon.pattern("verb_negations").finditer(words)
    negated = any(words[one.end() :].casefold().startswith(stem) for one in found)
    return negated and lexicon.pattern("limits_of_negation").search(words) is None
