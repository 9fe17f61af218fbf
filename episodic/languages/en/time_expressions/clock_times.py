"""Parser for the time of day in English time expressions: hours ("at half past nine", "10.15 p.m.") and parts of the day
("at dusk").
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from episodic.languages.en.time_expressions.numerals import english_number
from episodic.model.moments import ClockTime
from episodic.temporal.expressions.rule_syntax import ClockReading, alternatives

_HALF: Final = 720
_DAY: Final = 1440
_PARTS: Final = {
    "small hours": (0, 300), "cock-crow": (120, 420), "cockcrow": (120, 420), "first light": (150, 510),
    "dawn": (150, 540), "daybreak": (150, 540), "sunrise": (180, 540), "morning": (240, 735), "forenoon": (480, 735),
    "noon": (690, 750), "noontide": (690, 750), "noonday": (690, 750), "midday": (690, 750),
    "afternoon": (715, 1050), "sunset": (915, 1350), "sundown": (915, 1350), "twilight": (930, 1350),
    "dusk": (930, 1350), "nightfall": (930, 1350), "evening": (1050, 1380), "midnight": (-15, 15),
}  # fmt: skip
"""The first and the last minute of parts of the day, counted from midnight. The bounds of parts of the day that depend
on the light, such as dusk, are wide enough for every season.
"""
_HOUR: Final = r"(?P<hour>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_MINUTES: Final = (
    r"(?:(?:twenty|thirty|forty|fifty)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|ten|eleven|twelve|"
    r"thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)"
)
_FEW: Final = r"(?:one|two|three|four|five|six|seven|eight|nine)"
_AFTER_HOUR: Final = (
    r"(?=$|[,.;:!?]| (?:in the|at (?:night|noon)|that|this|on|last|to-?night|yesterday|of the|or so|or thereabouts|"
    r"the (?:next|same|following))\b)"
)
_AFTER_PREPOSITION: Final = (
    r"(?:(?<=\bat )|(?<=\bby )|(?<=\babout )|(?<=\btowards )|(?<=\btoward )|(?<=\bbefore )|(?<=\bafter )|"
    r"(?<=\bpast )|(?<=\bnearly )|(?<=\baround )|(?<=\bstroke of ))"
)
_FORMS: Final = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\bbetween (?P<since>{_HOUR.replace('?P<hour>', '?:')})(?: o'clock)? and {_HOUR}(?: o'clock)?\b(?! \w+s\b)",
        rf"\b(?:a )?(?P<part>half|quarter)[ -](?P<side>past|after|to|before) {_HOUR}\b(?: o'clock)?",
        rf"\b(?P<minutes>{_MINUTES}|{_FEW}|\d{{1,2}})(?: minutes?)? (?P<side>past|to) {_HOUR}\b(?: o'clock)?",
        rf"\b(?P<minutes>{_MINUTES}|{_FEW}|\d{{1,2}}) minutes? (?P<side>after|before) {_HOUR}\b(?: o'clock)?",
        r"(?<![\d.:])(?P<hour>[0-2]?\d)[:.](?P<figures>[0-5]\d)(?![\d.:]*\d)(?: o'clock| hours)?",
        rf"\b{_HOUR} o'clock",
        rf"\b{_HOUR}[ -](?P<minutes>{_MINUTES})\b(?![ -]\w+s\b)",
        rf"\b{_HOUR}(?= ?[ap]\.? ?m\b)",
        rf"{_AFTER_PREPOSITION}{_HOUR}{_AFTER_HOUR}",
        rf"^{_HOUR}(?= (?:in the (?:early )?(?:morning|afternoon|evening)|at night)\b)",
        rf"\b(?:{alternatives(' '.join(part.replace(' ', '~') for part in _PARTS))})\b",
    )
)
_NO_MOMENT: Final = re.compile(
    r"\b(?:every|each|all|till|until|since|for|from|during|through|throughout|always|usually|often|daily|nightly|whole|"
    r"long|one|some|any|most|of (?:his|her|my|their|our|its|life)|mornings|evenings|afternoons|nights)\b(?! o'clock)",
    re.IGNORECASE,
)
"""Pattern of words such as "every", "till", "since" or "some", with which a time of day names no single moment."""
_QUALIFIERS: Final = (
    (r"(?:shortly|soon|just|directly|immediately|right|a (?:little|few minutes)) (?:after|past)", (0, 30)),
    (r"(?:shortly|just|right|a (?:little|few minutes)) before", (-30, 0)),
    (r"(?:some time|long|not long) (?:after|before)|(?:not )?(?:later|earlier) than", None),
    (r"towards?", (-45, 5)),
    (r"(?:very )?(?:nearly|almost|close (?:up)?on|hard (?:up)?on)(?: at)?", (-20, 0)),
    (r"(?:at |by )?(?:about|around|round about|near|some)(?: at)?", (-30, 30)),
    (r"(?:past|gone)", (0, 60)),
    (r"(?:before|by)", (-_HALF, 0)),
    (r"after", (0, _HALF)),
)
_QUALIFIER: Final = re.compile(
    "(?:" + "|".join(f"(?P<q{place}>{words})" for place, (words, _) in enumerate(_QUALIFIERS)) + r")(?: the)? *$",
    re.IGNORECASE,
)
_PREPOSITION: Final = re.compile(r"(?:at|on|in|upon)(?: the(?: stroke of)?)? *$", re.IGNORECASE)
_OR_SO: Final = re.compile(r" or (?:so|thereabouts)\b", re.IGNORECASE)
_NOON_MARK: Final = re.compile(r",? ?(?:(?P<am>a\.? ?m\b\.?)|(?P<pm>p\.? ?m\b\.?))", re.IGNORECASE)
_SMALL_HOURS: Final = 330
"""A time of the night up to this minute (5:30) is after midnight."""
_NIGHT: Final = re.compile(r"(?:\b|to-?)night\b", re.IGNORECASE)
_HALF_WORDS: Final = (
    ("morning", re.compile(r"\b(?:morning|forenoon)\b", re.IGNORECASE)),
    ("noon", re.compile(r"\b(?:afternoon|noon|midday)\b", re.IGNORECASE)),
    ("evening", re.compile(r"\bevening\b", re.IGNORECASE)),
    ("night", re.compile(r"(?:\b|to-?)(?:night|midnight)\b", re.IGNORECASE)),
)


class _Found(NamedTuple):
    first: int
    last: int
    hour: bool
    """True if the words name an hour, and false for a part of the day."""
    sure: bool = False
    """True for an hour on the 24-hour clock, such as 22:15, so that the half of the day is known."""


def english_clock(words: str) -> ClockReading | None:
    """Return the time of day that the normalised text *words* names, and the rest of the text without the hour. For
    example, the rest of "that day at ten" is "that day". Return None if *words* name no time of day, or if they name no
    single moment ("every morning", "till noon").
    """
    match = next((one for form in _FORMS if (one := form.search(words)) is not None), None)
    if match is None:
        return None
    found, start, end = _read(match), match.start(), match.end()
    qualifier = _QUALIFIER.search(words, 0, start)
    lead = qualifier or _PREPOSITION.search(words, 0, start)
    around = words[: lead.start() if lead else start] + " " + words[end:]
    if found is None or _NO_MOMENT.search(around):
        return None
    clock = _in_half(found, words, start=start, end=end)
    if clock.last <= _SMALL_HOURS and not clock.either_half and _NIGHT.search(around):
        clock = ClockTime(clock.first + _DAY, clock.last + _DAY)
    if qualifier is not None and qualifier.lastgroup is not None:
        slack = _QUALIFIERS[int(qualifier.lastgroup[1:])][1]
        if slack is None:
            return None
        clock = ClockTime(clock.first + slack[0], clock.last + slack[1], clock.either_half)
    if _OR_SO.match(words, end):
        clock = ClockTime(clock.first - 30, clock.last + 30, clock.either_half)
    return clock, _left(words, start if lead is None else lead.start(), end, hour=found.hour)


def _read(match: re.Match[str]) -> _Found | None:
    named = match.groupdict()
    if "hour" not in named:
        return _Found(*_PARTS[match.group().casefold()], hour=False)
    hour = english_number(named["hour"])
    if hour is None or hour > (24 if "figures" in named else 12):
        return None
    minute = hour % 12 * 60
    if "since" in named:
        since = (english_number(named["since"]) or 0) % 12 * 60
        return _Found(since, minute if minute > since else minute + _HALF, hour=True)
    if "figures" in named:
        sure = hour > 12 or hour == 0 or named["hour"].startswith("0")
        exact = (hour * 60 if sure else minute) + int(named["figures"])
        return _Found(exact, exact, hour=True, sure=sure)
    if "part" in named or "minutes" in named:
        part = {"half": 30, "quarter": 15}.get((named.get("part") or "").casefold())
        away = english_number(named["minutes"]) if part is None else part
        if away is None or away > 59:
            return None
        minute += -away if (named.get("side") or "").casefold() in ("to", "before") else away
        minute %= _HALF
        slack = 1 if part is None else 5
        return _Found(minute - slack, minute + slack, hour=True)
    return _Found(minute - 5, minute + 5, hour=True)


def _in_half(found: _Found, words: str, *, start: int, end: int) -> ClockTime:
    """Return the time of day *found*, moved to the half of the day (before or after noon) that the words around it
    name. If the words name no half of the day, the returned time of a twelve-hour clock can be before or after noon.
    """
    if not found.hour or found.sure:
        return ClockTime(found.first, found.last)
    mark, middle = _NOON_MARK.match(words, end), (found.first + found.last) // 2
    if mark is not None:
        half = "morning" if mark["am"] else "noon"
    else:
        around = words[:start] + "|" + words[end:]
        half = next((name for name, pattern in _HALF_WORDS if pattern.search(around)), "")
    if half == "evening" and middle < 180:
        half = ""
    late = {"morning": 0, "noon": _HALF, "evening": _HALF, "night": _DAY if middle < 300 else _HALF}.get(half)
    if late is None:
        return ClockTime(found.first, found.last, either_half=True)
    return ClockTime(found.first + late, found.last + late)


def _left(words: str, start: int, end: int, *, hour: bool) -> str:
    if not hour:
        return "" if not (words[:start] + words[end:]).strip(" ,") else words
    mark = _NOON_MARK.match(words, end)
    end = end if mark is None else mark.end()
    more = _OR_SO.match(words, end)
    rest = words[:start].rstrip(" ,") + " " + words[end if more is None else more.end() :].lstrip(" ,")
    return rest.strip()
