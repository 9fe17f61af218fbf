"""Finds where words such as "May", "Friday" and "Grace" are names of people, and not months, days or virtues."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from episodic.languages.en.reading.word_lists import CALENDAR_WORDS, SPEECH_VERBS, TITLES, word_set, words
from episodic.languages.word_lists import alternatives

NAMES_THAT_ARE_WORDS: Final = word_set("names_that_are_words")

_WORDS: Final = alternatives(NAMES_THAT_ARE_WORDS)
_CALENDAR: Final = alternatives(CALENDAR_WORDS)
_SAYS: Final = alternatives(SPEECH_VERBS)
_CALENDAR_VERBS: Final = word_set("calendar_verbs")
_SPEAKS: Final = alternatives(verb for verb in SPEECH_VERBS if verb not in _CALENDAR_VERBS)
"""Verbs of speech that never have a month or a season as their subject, unlike "continued" and "returned"."""
_ACTS: Final = rf"(?:{_SPEAKS}|{alternatives(words('acting_verbs'))}|(?!(?:{alternatives(_CALENDAR_VERBS)})\b)\w+ed)\b"
"""Verbs in the past tense that never have a month or a season as their subject."""
_IMPERATIVES: Final = rf"(?:{alternatives(words('imperative_verbs'))})\b"
_ABBREVIATED: Final = r"(?:Mr|Mrs|Ms|Dr|Capt|Col|Lt|Rev|Prof|St)\."
_PLAIN: Final = re.compile(
    rf"\b(?:{alternatives(TITLES)}|{_ABBREVIATED})\s(?P<titled>{_WORDS})\b(?!\s(?:I|he|it|she|they|we|you)\b)"
    rf"|[”\"’]\s+(?:{_SAYS})\s(?P<saying>{_WORDS})\b(?!\s+\d)"
    rf"|(?<!\w)(?P<acting>{_WORDS})\s+(?:{_SPEAKS})\b"
    rf"|[“\"‘,]\s?(?P<called>{_WORDS}),\s+{_IMPERATIVES}"
    rf"|\b(?:dear|named|name is|name was|man|maid|Sister|sister|brother|cousin)\s(?P<familiar>{_WORDS})\b(?!\s+\d)"
)
"""Pattern of the places where a word surely names somebody. A word after a title, or after words such as "dear" and
"named", is a name. A word is also a name as the speaker of a quotation or as the subject of a verb of speech. A word
before a command is a name, too, as in "Grace, come here".
"""
_OTHERWISE_BEFORE: Final = re.compile(
    r"(?:\b(?:a|an|any|by|during|each|early|every|her|his|in|into|is|its|last|late|mid|my|next|no|of|on|one|our|since|that|"
    rf"the|their|this|till|until|was|were|your|(?:a|an|the)\s[a-z]+|(?:{_CALENDAR})\s(?:and|or|to))|\d(?:st|nd|rd|th)?|"
    r"[a-z][’']s|\bGood)[\s-]$",
    re.IGNORECASE,
)
_OTHERWISE_AFTER: Final = re.compile(
    rf"\s+(?:\d|the\s\d|(?:(?:and|or|to)\s)?(?:{_CALENDAR})\b|afternoon|day|days|evening|last|morning|next|night|noon|week|weather)|-\w|s\b"
)
"""Patterns of words before and after "May", "Friday" or "Grace" which show that the word means a month, a day or a
virtue.
"""
_SUBJECT: Final = re.compile(
    rf"(?:\s[A-Z]\w+)?(?:['’]s\b|,?\s+(?:and\s+\w+\s+)?{_ACTS}|,\s+{_IMPERATIVES})|\s[A-Z]\w+\s\w+ed\b"
)
_OPENING: Final = re.compile(r"(?:^|[.!?:;…—“\"‘”’]\s*|\n\n\s*)$")


def named_by_words(text: str, known: Collection[str]) -> dict[int, str]:
    """Return the words that are names of people in *text*, as a mapping from the offset at which each word starts.

    A word counts as a name only if at least one place in *text* plainly shows that the word is a name. A word in
    *known*, the names of people in earlier windows, needs no such place. After words like "in", "last" or "your", and
    before a number or a part of a day, the word never counts as a name. Where every word would be capitalised, as at
    the start of a sentence, the word is a name only in two cases. The word is the subject of a verb ("May smiled") or
    an owner ("May's hat").
    """
    plain = {match.start(name): match[name] for match in _PLAIN.finditer(text) for name in (match.lastgroup or "",)}
    plain = {start: word for start, word in plain.items() if not _is_word(text, start, start + len(word))}
    names = {*plain.values(), *NAMES_THAT_ARE_WORDS.intersection(known)}
    return plain | dict(_others(text, names)) if names else {}


def _others(text: str, names: Collection[str]) -> Iterator[tuple[int, str]]:
    for match in re.finditer(rf"(?<!\w)(?<!\w[’'-])(?:{alternatives(names)})(?!\w)", text):
        start, end = match.span()
        opens = _OPENING.search(text, max(0, start - 6), start) is not None
        if not _is_word(text, start, end) and not (opens and not _SUBJECT.match(text, end)):
            yield start, match[0]


def _is_word(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - 20) : start].replace("\n", " ")
    return bool(_OTHERWISE_BEFORE.search(before) or _OTHERWISE_AFTER.match(text, end))
