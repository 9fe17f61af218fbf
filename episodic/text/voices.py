"""Stretches of a chapter that somebody else than its narrator tells: by a heading that names the teller, or by a letter's form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from episodic.model.episodes import Language
from episodic.model.readings import Voice
from episodic.model.spans import Span
from episodic.text.lines import Line, lines
from episodic.text.scripts import HAN_CLASS

_LONGEST = 120
"""A line that names a teller has at most so many characters."""
_SIGNED_WITHIN = 200
"""A letter is signed within so many lines."""
_DATED_WITHIN = 60
"""A diary's first entry begins with a date within so many characters."""

_WHO = r"(?P<who>(?i:the\s)?[A-Z][\w.'’-]*(?:\s(?:(?:of|de|von|van)\s)?[A-Z][\w.'’-]*){0,3}?)"
_TELLS = r"(?i:(?:(?:the|a)\s)?(?:narrative|story|tale|relation|account|journal|diary|log|testimony|deposition))"
_ENGLISH = (
    re.compile(
        rf"(?:{_TELLS}\s(?i:continued|resumed|taken\sup|concluded|begun|told|related|narrated|kept)\s(?i:by)|"
        rf"(?i:as\s)?(?i:told|narrated|related)\s(?i:by)|(?i:in\sthe\swords\sof))\s{_WHO}(?=\s*(?:[:.,;(\[—–-]|$))"
    ),
    re.compile(rf"(?:{_TELLS})\s(?i:of|from)\s{_WHO}(?=\s*(?:[:.,;(\[—–-]|$))"),
    re.compile(rf"{_WHO}['’](?i:s)?\s(?P<kind>(?i:narrative|journal|diary|deposition|log))(?=\s*(?:[:.,;(\[—–-]|$))"),
)
_HAN_WHO = rf"(?P<who>[{HAN_CLASS}·]{{2,6}}?)"
_CHINESE = (
    re.compile(
        rf"(?:^|[\s:：（(【《—·])(?:由|以下为|以下是)?{_HAN_WHO}(?:的)?(?:自述|口述|自叙|讲述|所述)(?=$|[\s）)】》:：。])"
    ),
    re.compile(rf"(?:^|[\s:：（(【《—·]){_HAN_WHO}(?:的)?视角(?=$|[\s）)】》:：。])"),
    re.compile(rf"(?:^|[\s:：（(【《—·]){_HAN_WHO}(?:的)?(?P<kind>日记|手记|日志)(?=$|[\s）)】》:：。])"),
)
_NOBODY = frozenset("他她它我你您其某谁这那此")
"""A word that begins so names nobody (他的口述)."""
_DATE = {
    Language.ENGLISH: re.compile(
        r"\d|\b(?:Jan|Feb|Mar|Apr|May|June|July|Aug|Sept|Oct|Nov|Dec|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)"
    ),
    Language.CHINESE: re.compile("[0-9〇零一二三四五六七八九十廿]+(?:年|月|日|号)|初[一二三四五六七八九十]|星期|礼拜"),
}
_DEAR = re.compile(
    r"(?P<indent>[ \t]*)[*_]?(?:(?:My|MY)\s)?(?i:dear|dearest|honou?red)\s[A-Z][\w. '’]{0,40}?(?:,|:|-|—|–|$)"
)
_DEAR_HAN = re.compile(
    rf"[ \t　]*(?:(?:亲爱的|敬爱的|尊敬的)[{HAN_CLASS}·]{{1,8}}|[{HAN_CLASS}·]{{1,6}}(?:吾[兄弟师友儿]|[仁贤]兄|大人|先生|师父|台鉴|见字如[面晤]|如[晤面]|亲启))[，,]?[：:]?$"
)
_SIGNED = re.compile(
    r"[*_]?(?:(?:Yours|Your|Ever|I\sam|I\sremain|Believe\sme)\b.{0,60}?,\s*)?(?P<who>[A-Z][\w'’-]*\.?(?:\s[A-Z][\w'’-]*\.?){0,3}?)[.,]?[*_]?"
)
_CLOSED = re.compile(r"(?:Yours|Your|Ever|I\sam|I\sremain|Believe\sme|With\slove|With\skind)\b.{0,60},")
_SIGNED_HAN = re.compile(
    rf"(?:(?:弟|兄|徒|徒儿|儿|女|女儿|友|学生|妹|姐|愚弟|愚兄|弟子)[ 　]*)?(?P<who>[{HAN_CLASS}·]{{2,4}}?)[ 　]*(?:敬上|谨上|拜上|顿首|手书|亲笔|谨启|敬启|叩上|叩首|泣书|绝笔|手字|拜启)(?:[ 　].{{0,16}})?"
)
_AFTER = re.compile(r"(?:Postscript|P\.\s?(?:P\.\s?)?S\b|又及|又：)")


def voices(text: str, language: Language) -> tuple[Voice, ...]:
    """Who tells which stretch of the chapter, in order and apart from each other; what the narrator tells is in none.

    A line of its own that names a teller ("Narrative Continued by the Doctor", 阿萝自述) rules until the next such line or the
    chapter's end. A letter that stands in the text without quotation marks runs from its salutation to its signature, or as far
    as it is set in from the margin; inside another's stretch it is the letter writer's. Words are never guessed: a letter without
    a signature has a nameless teller.
    """
    all_lines = lines(text)
    letters = list(_letters(text, all_lines, language))
    found = [*letters]
    for voice in _headed(text, all_lines, language):
        found += _without(voice, [one.span for one in letters])
    return tuple(sorted(found, key=lambda one: one.span))


def _headed(text: str, all_lines: Sequence[Line], language: Language) -> Iterator[Voice]:
    named: list[tuple[int, str]] = []
    for number, line in enumerate(all_lines):
        if _alone(all_lines, number, language) and (who := _named(text, line, language)):
            named.append((line.after, who))
    for (start, who), (end, _) in pairwise([*named, (len(text), "")]):
        if start < end:
            yield Voice(Span(start, end), who)


def _alone(all_lines: Sequence[Line], number: int, language: Language) -> bool:
    """Whether a line may be a heading: short, and in an English text with nothing right above or below it."""
    line = all_lines[number]
    if not line.words or len(line.words) > _LONGEST:
        return False
    if language is Language.CHINESE:
        return line.words[-1] not in "。！？，；”」…"
    beside = (*all_lines[max(0, number - 1) : number], *all_lines[number + 1 : number + 2])
    return all(one.blank for one in beside)


def _named(text: str, line: Line, language: Language) -> str:
    for pattern in _ENGLISH if language is Language.ENGLISH else _CHINESE:
        match = pattern.search(line.words) if language is Language.CHINESE else _leading(pattern, line.words)
        if match is None:
            continue
        if match.groupdict().get("kind", "narrative").casefold() != "narrative" and not _dated(text, line, language):
            continue
        if match["who"][0] not in _NOBODY:
            return match["who"]
    return ""


def _leading(pattern: re.Pattern[str], words: str) -> re.Match[str] | None:
    """The pattern at the head of a line, its number and mark-up left aside."""
    lead = re.match(r"(?:[#*_\s]*(?:(?i:chapter|part)\s)?(?:[\dIVXLC]+[.:—-]?\s)?)?[*_]*", words)
    return pattern.match(words, lead.end() if lead else 0)


def _dated(text: str, line: Line, language: Language) -> bool:
    """Whether an entry begins with a date, on the line or below it: a diary that is written, not one that is found."""
    below = text[line.after : line.after + 2 * _DATED_WITHIN].strip()[:_DATED_WITHIN]
    return _DATE[language].search(below) is not None


def _letters(text: str, all_lines: Sequence[Line], language: Language) -> Iterator[Voice]:
    opens = _DEAR if language is Language.ENGLISH else _DEAR_HAN
    beyond = 0
    for number, line in enumerate(all_lines):
        if number < beyond or not line.words or (number and not _begins(all_lines, number, language)):
            continue
        match = opens.match(text, line.start, line.end)
        if match is None:
            continue
        indent = _indent(text, line)
        if language is Language.ENGLISH and indent >= 2 and _set_in(text, all_lines, number):
            spans, who = _block(text, all_lines, number)
        else:
            spans, who = _to_signature(all_lines, number, language)
        for span in spans:
            beyond = max(beyond, _line_at(all_lines, span.end))
            yield Voice(span, who, letter=True)


def _begins(all_lines: Sequence[Line], number: int, language: Language) -> bool:
    """Whether a paragraph begins here: after a blank line, or on any line of a Chinese text."""
    return language is Language.CHINESE or all_lines[number - 1].blank


def _indent(text: str, line: Line) -> int:
    return len(text[line.start : line.end]) - len(text[line.start : line.end].lstrip())


def _set_in(text: str, all_lines: Sequence[Line], number: int) -> bool:
    """Whether the prose before the letter stands at the margin."""
    before = [one for one in all_lines[max(0, number - 12) : number] if one.words]
    return any(_indent(text, one) == 0 for one in before)


def _block(text: str, all_lines: Sequence[Line], number: int) -> tuple[list[Span], str]:
    """The runs of lines set in from the margin, up to the one that is signed and what is added below it."""
    who = ""
    runs: list[list[Line]] = [[]]
    for line in all_lines[number : number + _SIGNED_WITHIN]:
        if line.words and _indent(text, line) < 2:
            if who:
                break
            if runs[-1]:
                runs.append([])
            continue
        if not line.words:
            continue
        if not runs[-1] and who:
            break
        runs[-1].append(line)
        signed = _SIGNED.fullmatch(line.words)
        if signed and not who and len(runs[0]) > 1:
            who = signed["who"]
    kept = [run for run in runs if run] if who else runs[:1]
    return [Span(run[0].start, run[-1].end) for run in kept], who


def _to_signature(all_lines: Sequence[Line], number: int, language: Language) -> tuple[list[Span], str]:
    """The lines from the salutation to the signature, with a postscript below it; nothing where nobody signed."""
    within = all_lines[number + 1 : number + _SIGNED_WITHIN]
    signs = _SIGNED if language is Language.ENGLISH else _SIGNED_HAN
    for place, line in enumerate(within):
        if not line.words:
            continue
        signed = signs.fullmatch(line.words)
        if signed is None:
            continue
        if language is Language.ENGLISH and not _closed(within[:place], line):
            continue
        end = line.end
        for after in within[place + 1 :]:
            if after.words and not _AFTER.match(after.words):
                break
            end = after.end if after.words else end
        return [Span(all_lines[number].start, end)], signed["who"]
    return [], ""


def _closed(before: Sequence[Line], line: Line) -> bool:
    """Whether words such as "Yours truly," stand on the line or right above it."""
    above = next((one for one in reversed(before) if one.words), None)
    return _CLOSED.match(line.words) is not None or (above is not None and _CLOSED.search(above.words) is not None)


def _line_at(all_lines: Sequence[Line], place: int) -> int:
    return next((number for number, line in enumerate(all_lines) if line.start >= place), len(all_lines))


def _without(voice: Voice, holes: Sequence[Span]) -> Iterator[Voice]:
    """What is left of a voice where others speak inside it."""
    start = voice.span.start
    for hole in sorted(holes):
        if start < hole.start < voice.span.end:
            yield Voice(Span(start, hole.start), voice.teller)
        if hole.start < voice.span.end:
            start = max(start, hole.end)
    if start < voice.span.end:
        yield Voice(Span(start, voice.span.end), voice.teller)
