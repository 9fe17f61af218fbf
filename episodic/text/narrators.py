"""Search for text that is not told by the main narrator: sections under the name of a narrator, diaries and letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from episodic.languages import lexicon
from episodic.model.episodes import Language
from episodic.model.readings import Voice
from episodic.model.spans import Span
from episodic.text.lines import Line, lines
from episodic.text.narration_rules import NARRATION, NarrationRules

_LONGEST = 120
"""The maximum length of a line that names a narrator, in characters."""
_SIGNED_WITHIN = 200
"""The maximum number of lines of a letter from its salutation to its signature."""
_DATED_WITHIN = 60
"""The number of characters below the heading of a diary within which the date of its first entry must stand."""


def voices(text: str, language: Language) -> tuple[Voice, ...]:
    """Return the spans of the chapter that somebody else than the main narrator tells, such as letters, in text order.

    The returned spans do not overlap. A heading such as "Narrative Continued by the Doctor" or 阿萝自述 names a
    narrator. This narrator tells the text up to the next such heading, or to the chapter's end. A letter without
    quotation marks extends from its salutation to its signature, or to its last indented line. A letter within the part
    of another narrator is told by its writer alone. If a letter has no signature, the name of its writer is "".
    """
    rules = NARRATION.find(language)
    if rules is None:
        return ()
    all_lines = lines(text)
    letters = list(_letters(text, all_lines, rules))
    found = [*letters]
    for voice in _headed(text, all_lines, rules):
        found += _without(voice, [one.span for one in letters])
    return tuple(sorted(found, key=lambda one: one.span))


def _headed(text: str, all_lines: Sequence[Line], rules: NarrationRules) -> Iterator[Voice]:
    named: list[tuple[int, str]] = []
    for number, line in enumerate(all_lines):
        if _alone(all_lines, number, rules) and (who := _named(text, line, rules)):
            named.append((line.after, who))
    for (start, who), (end, _) in pairwise([*named, (len(text), "")]):
        if start < end:
            yield Voice(Span(start, end), who)


def _alone(all_lines: Sequence[Line], number: int, rules: NarrationRules) -> bool:
    """A heading that names a narrator is a short line. In a language that uses blank lines, a heading that names a
    narrator stands between blank lines. In any other language, such a heading does not end like a sentence.
    """
    line = all_lines[number]
    if not line.words or len(line.words) > _LONGEST:
        return False
    if not rules.set_off:
        return line.words[-1] not in rules.sentence_ends
    beside = (*all_lines[max(0, number - 1) : number], *all_lines[number + 1 : number + 2])
    return all(one.blank for one in beside)


def _named(text: str, line: Line, rules: NarrationRules) -> str:
    for pattern in rules.tellers:
        match = pattern.search(line.words) if rules.anywhere else _leading(pattern, line.words)
        if match is None:
            continue
        if match.groupdict().get("kind", "narrative").casefold() != "narrative" and not _dated(text, line, rules):
            continue
        if match["who"][0] not in rules.nobody:
            return match["who"]
    return ""


def _leading(pattern: re.Pattern[str], words: str) -> re.Match[str] | None:
    """A number or Markdown marks may stand before the words of a heading that names a narrator."""
    number = r"(?-i:[\dIVXLC]+[.:—-]?\s)"
    lead = lexicon.pattern("heading_units", before=r"(?:[#*_\s]*(?:", after=rf"\s)?{number}?)?[*_]*").match(words)
    return pattern.match(words, lead.end() if lead else 0)


def _dated(text: str, line: Line, rules: NarrationRules) -> bool:
    """The heading "X's diary" begins a diary only if a date follows soon."""
    below = text[line.after : line.after + 2 * _DATED_WITHIN].strip()[:_DATED_WITHIN]
    return rules.date.search(below) is not None


def _letters(text: str, all_lines: Sequence[Line], rules: NarrationRules) -> Iterator[Voice]:
    beyond = 0
    for number, line in enumerate(all_lines):
        if number < beyond or not line.words or (number and not _begins(all_lines, number, rules)):
            continue
        match = rules.salutation.match(text, line.start, line.end)
        if match is None:
            continue
        indent = _indent(text, line)
        if rules.set_off and indent >= 2 and _set_in(text, all_lines, number):
            spans, who = _block(text, all_lines, number, signature=rules.signature)
        else:
            spans, who = _to_signature(all_lines, number, rules)
        for span in spans:
            beyond = max(beyond, _line_at(all_lines, span.end))
            yield Voice(span, who, letter=True)


def _begins(all_lines: Sequence[Line], number: int, rules: NarrationRules) -> bool:
    """In a language that separates paragraphs by blank lines, a paragraph begins after a blank line. In a language that
    does not separate paragraphs by blank lines, a paragraph can begin on any line.
    """
    return not rules.set_off or all_lines[number - 1].blank


def _indent(text: str, line: Line) -> int:
    return len(text[line.start : line.end]) - len(text[line.start : line.end].lstrip())


def _set_in(text: str, all_lines: Sequence[Line], number: int) -> bool:
    """Return whether one of the 12 lines before a letter is not indented, so that the letter's indentation marks it."""
    before = [one for one in all_lines[max(0, number - 12) : number] if one.words]
    return any(_indent(text, one) == 0 for one in before)


def _block(text: str, all_lines: Sequence[Line], number: int, *, signature: re.Pattern[str]) -> tuple[list[Span], str]:
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
        signed = signature.fullmatch(line.words)
        if signed and not who and len(runs[0]) > 1:
            who = signed["who"]
    kept = [run for run in runs if run] if who else runs[:1]
    return [Span(run[0].start, run[-1].end) for run in kept], who


def _to_signature(all_lines: Sequence[Line], number: int, rules: NarrationRules) -> tuple[list[Span], str]:
    within = all_lines[number + 1 : number + _SIGNED_WITHIN]
    for place, line in enumerate(within):
        if not line.words:
            continue
        signed = rules.signature.fullmatch(line.words)
        if signed is None:
            continue
        if rules.closing is not None and not _closed(within[:place], line, rules.closing):
            continue
        end = line.end
        for after in within[place + 1 :]:
            if after.words and not rules.postscript.match(after.words):
                break
            end = after.end if after.words else end
        return [Span(all_lines[number].start, end)], signed["who"]
    return [], ""


def _closed(before: Sequence[Line], line: Line, closing: re.Pattern[str]) -> bool:
    above = next((one for one in reversed(before) if one.words), None)
    return closing.match(line.words) is not None or (above is not None and closing.search(above.words) is not None)


def _line_at(all_lines: Sequence[Line], place: int) -> int:
    return next((number for number, line in enumerate(all_lines) if line.start >= place), len(all_lines))


def _without(voice: Voice, holes: Sequence[Span]) -> Iterator[Voice]:
    start = voice.span.start
    for hole in sorted(holes):
        if start < hole.start < voice.span.end:
            yield Voice(Span(start, hole.start), voice.teller)
        if hole.start < voice.span.end:
            start = max(start, hole.end)
    if start < voice.span.end:
        yield Voice(Span(start, voice.span.end), voice.teller)
