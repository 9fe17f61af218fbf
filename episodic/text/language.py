"""Detection of the language of a text."""

from __future__ import annotations

from collections import Counter

from episodic.languages.registry import IDEOGRAPHIC_SCRIPTS, packs
from episodic.model.episodes import UNDETERMINED, Language
from episodic.text.scripts import WORD, han_count, script_of, word_count

_HAN_PER_WORD = 100 / 60
"""The number of Han characters that say as much as one English word: 100 Han characters correspond to 60 words."""
_LEAST_KANA = 0.2
"""A text in Han characters and kana counts as Japanese only if more than this share of these characters are kana."""
_LEAST_WORDS = 40
"""A text counts as a text in an unsupported language only if it has at least this many different words in small
letters. This is a rule for scripts for which frequent words are known, such as Latin.

A text with too few different words, and without frequent words of a language, counts as a text in the default language
of its script.
"""
_LEAST_COMMON = 0.04
"""A text counts as a text in a language only if at least this share of its words are frequent words of the language."""
_NOT_HAN = frozenset({"Hang", "Jpan"})
"""The scripts other than Han whose characters `han_count` also counts."""
_SAMPLE = 20_000
"""The number of characters at the start of a text in which letters and frequent words are counted."""


def language_of(text: str) -> Language:
    """Of the supported languages with the script of the text, return the one whose frequent words occur most often in
    it.

    The script of a text is the script in which most of it is written, so that single words of another script do not
    change the result. A text without letters or digits counts as a text in Han characters. A short text without
    frequent words counts as a text in the default language of its script. A text in an unsupported language gets the
    code "und" with its script, such as "und-Cyrl".
    """
    script = _script(text)
    known = [one for one in packs() if one.script == script]
    default = next((one for one in known if one.default_for_script), None)
    with_words = [one for one in known if one.common_words]
    if not with_words:
        return default.code if default is not None else Language(f"{UNDETERMINED}-{script}")
    words = WORD.findall(text, 0, _SAMPLE)
    counts = Counter(map(str.casefold, words))
    found = {one.code: sum(counts[word] for word in one.common_words) for one in with_words}
    best = max(found, key=lambda code: (found[code], default is not None and code == default.code))
    if found[best] >= len(words) * _LEAST_COMMON and found[best]:
        return best
    if len({word for word in words if word.islower()}) >= _LEAST_WORDS:
        return Language(f"{UNDETERMINED}-{script}")
    return best if default is None else default.code


def _script(text: str) -> str:
    if text.isascii():
        return "Latn" if word_count(text) else "Hani"
    ideographs = han_count(text)
    if ideographs / _HAN_PER_WORD < word_count(text):
        scripts: Counter[str] = Counter()
        for letter, count in Counter(text[:_SAMPLE]).items():
            if letter.isalpha():
                scripts[script_of(letter)] += count
        for script in IDEOGRAPHIC_SCRIPTS:
            del scripts[script]
        return scripts.most_common(1)[0][0] if scripts else "Latn"
    letters = Counter(text[:_SAMPLE])
    if _NOT_HAN.isdisjoint(map(script_of, letters)):
        return "Hani"
    scripts = Counter()
    for letter, count in letters.items():
        scripts[script_of(letter)] += count
    if scripts["Hang"] > ideographs / 2:
        return "Hang"
    return "Jpan" if scripts["Jpan"] > min(ideographs, _SAMPLE) * _LEAST_KANA else "Hani"
