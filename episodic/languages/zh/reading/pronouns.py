"""Finds the people whom unambiguous Chinese pronouns mean: 他 and 她 in narration, 我 in quotations, and 我 of a narrator."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from episodic.extraction.rule_based.masked_text import PERSON, Mention
from episodic.model.spans import Span

_SENTENCE = re.compile("[^。！？\n”」]+[。！？\n]?")
_THIRD_PERSON = re.compile("[他她](?!们|們|人|日|乡|俩)")
_SPEAKERS_I = re.compile("我(?!们|們|等|家|军|軍|国|國|主|儿|弟|兄|父|妻|子|辈|的|之|乃|方|朝|侄|母|女|妹)")
_FIRST_PERSON = re.compile("我(?!们|們|家|国|國|军|軍|方|等|朝)")


def resolve_third_person(text: str, mentions: Sequence[Mention], *, outside: Sequence[Span]) -> Iterator[Mention]:
    """Yield mentions by the pronouns 他 and 她 whose antecedent is unambiguous, from sentences without quotations.

    A pronoun means the only person whom its sentence names before it, if the sentence begins with this person. A
    pronoun at the beginning of a sentence can also mean a person of an earlier sentence in the same paragraph. Only the
    nearest earlier sentence that names a person can contain the person whom the pronoun means. The earlier sentence
    that a pronoun refers to must begin with the person's name and name nobody else. No quotation may stand between the
    person's name and the pronoun. A few introductory characters can precede the person or pronoun at the beginning of a
    sentence. *outside* contains the spans that are not narration, in text order and without overlap.
    """
    ends = [span.end for span in outside]
    persons = [mention for mention in mentions if mention.mark == PERSON]
    topic: int | None = None
    index = 0
    for sentence in _SENTENCE.finditer(text):
        start, end = sentence.span()
        inside: list[Mention] = []
        while index < len(persons) and persons[index].span.start < end:
            if persons[index].span.start >= start:
                inside.append(persons[index])
            index += 1
        number = bisect_right(ends, start)
        is_quoted = number < len(outside) and outside[number].start < end
        if not is_quoted:
            yield from _in_sentence(text, Span(start, end), inside, topic=topic)
        nodes = {mention.node for mention in inside}
        if is_quoted or sentence.group().endswith("\n") or not inside:
            topic = None if is_quoted or len(nodes) > 1 or sentence.group().endswith("\n") else topic
        else:
            topic = inside[0].node if len(nodes) == 1 and _opens(text, inside[0].span.start, start) else None


def _in_sentence(text: str, sentence: Span, persons: Sequence[Mention], *, topic: int | None) -> Iterator[Mention]:
    """Yield the mentions by pronouns of one sentence. *topic* is the person whom a pronoun at the beginning of the
    sentence means, or None if this person is not certain.
    """
    for match in _THIRD_PERSON.finditer(text, sentence.start, sentence.end):
        named = [mention for mention in persons if mention.span.start < match.start()]
        if len({mention.node for mention in named}) == 1 and _opens(text, named[0].span.start, sentence.start):
            yield Mention(Span(match.start(), match.end()), named[0].node, PERSON)
        elif not named and topic is not None and _opens(text, match.start(), sentence.start):
            yield Mention(Span(match.start(), match.end()), topic, PERSON)


def _opens(text: str, offset: int, start: int) -> bool:
    lead = text[start:offset].strip()
    return not lead or (len(lead) <= 12 and lead.endswith("，")) or (len(lead) <= 2)


def speaker_pronouns(text: str, inside: Span, speaker: int) -> Iterator[Mention]:
    """Yield the occurrences of 我 inside a quotation as mentions of the speaker, except in words such as 我们, 我的, 我军 and
    我父.
    """
    for match in _SPEAKERS_I.finditer(text, inside.start, inside.end):
        yield Mention(Span(match.start(), match.end()), speaker, PERSON)


def first_person(text: str) -> list[Span]:
    """Return the spans of 我 inside and outside quotations, except in words such as 我们, 我国 and 我军, which mean "we" and
    "our".
    """
    return [Span(*match.span()) for match in _FIRST_PERSON.finditer(text)]
