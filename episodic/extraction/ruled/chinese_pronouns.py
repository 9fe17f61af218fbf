"""Whom a Chinese pronoun means, where only one can be meant: 他 in narration, 我 in speech, 我 of a narrator."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from episodic.extraction.ruled.masked import PERSON, Mention
from episodic.model.spans import Span

_SENTENCE = re.compile("[^。！？\n”」]+[。！？\n]?")
_HE = re.compile("[他她](?!们|人|日|乡|俩)")
_I = re.compile("我(?!们|等|家|军|国|主|儿|弟|兄|父|妻|子|辈|的|之|乃|方|朝|侄|母|女|妹)")
_NARRATOR = re.compile("我(?!们|家|国|军|方|等|朝)")


def resolved(text: str, mentions: Sequence[Mention], *, outside: Sequence[Span]) -> Iterator[Mention]:
    """他 and 她 in narration that can only mean the one person of their sentence, or the one who opens the sentence before.

    The spans *outside* of narration are in order and none of them reaches into the next.
    """
    ends = [span.end for span in outside]
    persons = [one for one in mentions if one.mark == PERSON]
    before: int | None = None
    index = 0
    for sentence in _SENTENCE.finditer(text):
        start, end = sentence.span()
        inside: list[Mention] = []
        while index < len(persons) and persons[index].span.start < end:
            if persons[index].span.start >= start:
                inside.append(persons[index])
            index += 1
        number = bisect_right(ends, start)
        spoken = number < len(outside) and outside[number].start < end
        if not spoken:
            for match in _HE.finditer(text, start, end):
                named = [one for one in inside if one.span.start < match.start()]
                if named and len({one.node for one in named}) == 1 and _opens(text, named[0].span.start, start):
                    yield Mention(Span(match.start(), match.end()), named[0].node, PERSON)
                elif not named and before is not None and _opens(text, match.start(), start):
                    yield Mention(Span(match.start(), match.end()), before, PERSON)
        nodes = {one.node for one in inside}
        if spoken or sentence.group().endswith("\n") or not inside:
            before = None if spoken or len(nodes) > 1 or sentence.group().endswith("\n") else before
        else:
            before = inside[0].node if len(nodes) == 1 and _opens(text, inside[0].span.start, start) else None


def _opens(text: str, place: int, start: int) -> bool:
    """Whether what stands at *place* begins its sentence, or a clause right after time words."""
    lead = text[start:place].strip()
    return not lead or (len(lead) <= 12 and lead.endswith("，")) or (len(lead) <= 2)


def speaker_says_i(text: str, inner: Span, speaker: int) -> Iterator[Mention]:
    """我 in somebody's speech, as mentions of the speaker."""
    for match in _I.finditer(text, inner.start, inner.end):
        yield Mention(Span(match.start(), match.end()), speaker, PERSON)


def first_person(text: str) -> list[Span]:
    """Every 我 that means one person, in speech or out of it."""
    return [Span(*match.span()) for match in _NARRATOR.finditer(text)]
