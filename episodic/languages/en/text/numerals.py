"""Parser for English number words in headings."""

from __future__ import annotations

import re

_ONES = dict(
    zip(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
        "nineteen".split(),
        range(20),
        strict=True,
    )
)
_ORDINALS = {
    **dict(
        zip(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
            "sixteenth seventeenth eighteenth nineteenth".split(),
            range(1, 20),
            strict=True,
        )
    ),
    "last": -1,
}
_TY = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
_TIETH = {word[:-1] + "ieth": value for word, value in _TY.items()}
_ORDINAL_DIGITS = re.compile(r"(\d{1,4})(?:st|nd|rd|th)")


def english_number(words: str) -> int | None:
    """Return the value of an English cardinal or ordinal up to 999 in words, or of an ordinal in digits such as "21st".
    Return None for any other text.
    """
    digits = _ORDINAL_DIGITS.fullmatch(words.casefold())
    if digits is not None:
        return int(digits[1])
    parts = [part for part in re.split(r"[\s-]+", words.casefold()) if part not in {"the", "and"}]
    if not parts:
        return None
    total = 0
    for index, part in enumerate(parts):
        last = index == len(parts) - 1
        if part in _ONES:
            total += _ONES[part]
        elif part in _TY:
            total += _TY[part]
        elif part in {"hundred", "hundredth"}:
            total = max(total, 1) * 100
        elif last and part in _TIETH:
            total += _TIETH[part]
        elif last and _ORDINALS.get(part, -1) > 0:
            total += _ORDINALS[part]
        else:
            return None
    return total
