"""Finds the words of a question that ask who has something: the names of the predicates of possession, and further
expressions of each language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from episodic.languages import lexicon
from episodic.search.vocabulary import WorkVocabulary
from episodic.text.inflections import stem
from episodic.text.scripts import is_ideographic

_WORD = re.compile(r"[^\W\d_]+")
_GAP = " | "


def without_possession(text: str, vocabulary: WorkVocabulary) -> str | None:
    """Return *text* without its words of having, such as "owns" or 持有, or None if it has none. Words of having are
    the names of those predicates of the work that say who has a thing, in any inflection, and the expressions of the
    pattern `possession_words`.
    """
    left = lexicon.pattern("possession_words").sub(_GAP, text)
    for name in sorted(_names(vocabulary), key=len, reverse=True):
        left = left.replace(name, _GAP) if is_ideographic(name[0]) else _without_word(left, name)
    return None if left == text else left


def _names(vocabulary: WorkVocabulary) -> Iterator[str]:
    for one in vocabulary.table.all():
        if one.is_possession:
            yield from (name for name in (one.name, *one.translations.values(), *one.names) if name)


def _without_word(text: str, name: str) -> str:
    wanted = [stem(word) for word in _WORD.findall(name.replace("_", " ").casefold())]
    found = list(_WORD.finditer(text))
    for first in reversed(range(len(found) - len(wanted) + 1)):
        words = found[first : first + len(wanted)]
        if [stem(one[0].casefold()) for one in words] == wanted:
            text = text[: words[0].start()] + _GAP + text[words[-1].end() :]
    return text
