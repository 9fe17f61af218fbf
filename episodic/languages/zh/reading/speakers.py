"""Finds the speakers of Chinese quotations whose speaker is named in the text right before or after the quotation."""

from __future__ import annotations

import re

from episodic.extraction.rule_based.masked_text import MARKS, PERSON, SPEECH, MaskedText
from episodic.languages.word_lists import alternatives
from episodic.languages.zh.reading.word_lists import MANNER_ADVERBS

_SPEECH_VERB = "(?:曰|道|说|问|答|喊|叫|骂|喝|叹|笑|嚷|吼|回答|奏|云|念|读)"
_BEFORE = re.compile(f"[^。！？；\n{SPEECH}]{{1,60}}$")
_LEAD_IN = re.compile(f"{_SPEECH_VERB}[^，。！？；、\n{MARKS}{SPEECH}]{{0,4}}[：:，,]?$")
_BEHIND = re.compile(
    f"(?P<s>{PERSON})[^，。！？；：\n没不未曰{MARKS}{SPEECH}]{{0,8}}?(?:道|说|问|答|喊|叫|骂|叹|笑|嚷|吼|念)(?:了一句|着)?(?=[，。！；\n]|$)"
)
_TO = f"(?:谓|问|对|向|与|告|劝|语|呼|顾|骂|叱|指)[^，。！？；\n{SPEECH}]{{1,8}}?"
_SUBJECTLESS = re.compile(
    f"(?:乃|因|遂|便|又|复|急|却|就|{alternatives(MANNER_ADVERBS)}|{_TO})*{_SPEECH_VERB}[^，。！？；、\n]{{0,4}}[：:，,]?{SPEECH}"
)
"""Pattern of a speech clause without a subject, such as 骂曰 in 操大怒，骂曰, whose subject is in a preceding clause."""
_BEFORE_OBJECT = frozenset(
    "谓问对向与告劝语呼顾骂叱请给叫令教被把将往到至入赴投奔见祭访拜迎送随从杀斩擒围攻破遣召唤接扶救闻望知恐"
)
"""Verbs and prepositions after which a person is an object or destination and not the speaker, such as 往 in 亲往袁绍墓下."""


def speakers(masked: MaskedText) -> dict[int, int]:
    """Return the index of the speaker's node for each quotation whose speaker is certain. The keys are the numbers of
    the quotations.
    """
    found: dict[int, int] = {}
    text = masked.text
    for offset, number in masked.speech.items():
        node = _introduced(masked, offset)
        if node is None:
            behind = _BEHIND.match(text, offset + 1)
            if behind:
                node = masked.nodes[behind.start("s")]
        if node is None and text[offset - 1 : offset] in ("，", "：") and text.rfind(SPEECH, 0, offset) >= 0:
            earlier = text.rfind(SPEECH, 0, offset)
            behind = _BEHIND.match(text, earlier + 1)
            if behind and offset - behind.end() <= 6 and "。" not in text[earlier:offset]:
                node = masked.nodes[behind.start("s")]
        if node is not None:
            found[number] = node
    return found


def _introduced(masked: MaskedText, offset: int) -> int | None:
    """Return the speaker whom the text names before the quotation at *offset*, or None if the speaker is not certain.

    The speaker is the subject of the clause with the verb of speech. If the clause with the verb of speech has no
    subject, the speaker is the only subject of the clauses before it in the sentence.
    """
    text = masked.text
    lead = _BEFORE.search(text, max(0, offset - 60), offset)
    if lead is None or not _LEAD_IN.search(text, lead.start(), offset):
        return None
    first = lead.start()
    clause = max(text.rfind("，", first, offset - 1), text.rfind("、", first, offset - 1)) + 1 or first
    clause = max(clause, first)
    inside = _subject(masked, clause, offset)
    if inside is not None:
        return inside
    if not _SUBJECTLESS.match(text, clause, offset + 1):
        return None
    subjects = [
        node
        for node in (_subject(masked, begin, offset) for begin in _clauses(text, first, clause))
        if node is not None
    ]
    return subjects[-1] if len(set(subjects)) == 1 else None


def _clauses(text: str, start: int, end: int) -> list[int]:
    return [start, *(offset + 1 for offset in range(start, end - 1) if text[offset] in "，、")]


def _subject(masked: MaskedText, start: int, end: int) -> int | None:
    """Return the person at the beginning of the clause at *start*, or None if no person is there.

    A person after a verb or preposition is an object, for which None is returned.
    """
    text = masked.text
    for offset in range(start, min(start + 4, end)):
        if text[offset] in "，。：":
            return None
        if text[offset] == PERSON:
            if any(character in _BEFORE_OBJECT for character in text[start:offset]):
                return None
            return masked.nodes[offset]
    return None
