"""Verbatim text for a context pack: the end of the last scene, the plan of a chapter, and speech of the cast."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from episodic.context.cast import CastMember
from episodic.context.sections import ContextLine
from episodic.languages import lexicon
from episodic.model.episodes import Episode, Passage
from episodic.model.ids import passage_id
from episodic.model.records import Kind, from_json
from episodic.model.spans import Span
from episodic.search.fact_views import quotation_at
from episodic.search.view import View
from episodic.text.paragraphs import is_rule, paragraphs
from episodic.text.passages import passages
from episodic.text.speech import speech

_SCENE_PASSAGES = 12
"""The maximum number of passages of the last scene."""
_EQUAL_TEXTS = 3
"""The number of ids that are tried for a passage, because its id depends on how many passages with the same text
precede it.
"""
_SPEECHES = 3
"""The maximum number of quotations of one person in the pack."""
_LEAST_SPEECH, _MOST_SPEECH = 6, 300
_CLAUSE = 80
"""The number of characters before a quotation that are searched for a clause with the speaker's name."""


async def episodes_of(view: View, ids: Sequence[str]) -> list[Episode]:
    if not ids:
        return []
    found = await view.store.fetch(view.group_id, Kind.EPISODE, ids=ids)
    return sorted((from_json(Episode, one.value) for one in found), key=lambda one: (one.order, one.uuid))


async def scene_lines(view: View, chapter: Episode) -> list[ContextLine]:
    """Return lines with the last 12 passages of the chapter's last scene, or fewer if it is shorter, the last passage
    first.
    """
    spans = list(passages(chapter.text, chapter.language))
    first = max((place for place, one in enumerate(spans) if _ends_scene(chapter.text, one, spans)), default=-1) + 1
    last = spans[max(first, len(spans) - _SCENE_PASSAGES) :]
    ids = await _passage_ids(view, chapter, last)
    return [
        ContextLine(
            text=span.of(chapter.text),
            uuid=ids.get(span, ""),
            quote=quotation_at(view, chapter.uuid, text=span.of(chapter.text), start=span.start, end=span.end),
            place=span.start,
            verbatim=True,
        )
        for span in reversed(last)
    ]


def _ends_scene(text: str, passage: Span, spans: Sequence[Span]) -> bool:
    """Return whether the passage ends with a scene break that is not at the end of the chapter."""
    if passage == spans[-1]:
        return False
    last = passage.of(text).rstrip().rpartition("\n")[2].strip()
    return bool(last) and is_rule(last)


async def _passage_ids(view: View, chapter: Episode, spans: Sequence[Span]) -> dict[Span, str]:
    wanted = [
        passage_id(view.group_id, chapter.layer, span.of(chapter.text), number)
        for span in spans
        for number in range(_EQUAL_TEXTS)
    ]
    stored = [from_json(Passage, one.value) for one in await view.store.fetch(view.group_id, Kind.PASSAGE, ids=wanted)]
    return {one.span: one.uuid for one in stored if one.episode == chapter.uuid}


def plan_lines(view: View, plans: Sequence[Episode]) -> list[ContextLine]:
    """Return the paragraphs of planned chapters and notes, in the order of the text. The quotes of a text without a
    chapter number, such as a note or proposed facts, name no chapter: its place among the plans is none in the story.
    """
    lines: list[ContextLine] = []
    for plan in plans:
        for paragraph in paragraphs(plan.text):
            text = paragraph.body.of(plan.text).strip()
            if text and not paragraph.rule:
                quote = quotation_at(view, plan.uuid, text=text, start=paragraph.body.start, end=paragraph.body.end)
                quote = quote if plan.number is not None else replace(quote, ordinal=0)
                lines.append(ContextLine(text, plan.uuid, quote, place=len(lines), verbatim=True))
    return lines


@dataclass(frozen=True, slots=True)
class _Speech:
    speaker: str
    chapter: Episode
    span: Span


def voice_lines(
    view: View, cast: Sequence[CastMember], chapters: Sequence[Episode], *, narration: Sequence[ContextLine] = ()
) -> list[ContextLine]:
    """Return lines with direct speech of persons of the cast in the chapters, at most 3 lines of each person. A
    person's speeches in a later chapter come before the speeches in an earlier chapter. Among speeches in one chapter,
    the longest comes first. The lines contain the first line of *narration* and the first speech of each person, then
    the second line of *narration* and the second speech of each, and so on.

    A quotation belongs to a person if the clause directly before or behind it begins with a name of this person. One
    other word may stand before the person's name in this clause. A clause behind the quotation counts only if the
    quotation ends with a comma or the clause has a verb of speech. Other clauses behind a quotation may be about
    another person, who acts right after the speech.
    """
    names = {one.uuid: tuple(alias.text for alias in one.entity.aliases) for one in cast if one.person}
    spoken: dict[str, list[_Speech]] = {uuid: [] for uuid in names}
    for chapter in sorted(chapters, key=lambda one: one.order, reverse=True):
        for one in sorted(_speeches(chapter, names), key=lambda one: one.span.end - one.span.start, reverse=True):
            if len(spoken[one.speaker]) < _SPEECHES:
                spoken[one.speaker].append(one)
    shown = {one.uuid: one.entity.name for one in cast}
    voices = [
        narration,
        *([_voice_line(view, one, name=shown[one.speaker]) for one in found] for found in spoken.values()),
    ]
    return [lines[turn] for turn in range(_SPEECHES) for lines in voices if turn < len(lines)]


def _voice_line(view: View, one: _Speech, *, name: str) -> ContextLine:
    text = one.span.of(one.chapter.text)
    quote = quotation_at(view, one.chapter.uuid, text=text, start=one.span.start, end=one.span.end)
    return ContextLine(f"{name}: {text}", one.speaker, quote, verbatim=True)


def _speeches(chapter: Episode, names: Mapping[str, Sequence[str]]) -> list[_Speech]:
    """Return the quotations of at least 6 characters with their speakers, in text order. Of several quotations of a
    person in one paragraph, only the longest is returned. Of a quotation of more than 300 characters, only the first
    sentences are returned.
    """
    text, said = chapter.text, speech(chapter.text)
    bearers = {name: uuid for uuid, forms in names.items() for name in forms}
    if not bearers:
        return []
    pattern = _speaker_pattern(bearers)
    found: list[_Speech] = []
    for paragraph in paragraphs(text):
        longest: dict[str, Span] = {}
        inside = [one for one in said if paragraph.body.holds(one)]
        for one, name in zip(inside, _speakers(text, inside, paragraph.body, pattern), strict=True):
            if name is None or one.end - one.start < _LEAST_SPEECH:
                continue
            uuid, shown = bearers[name], _beginning(text, one)
            longest[uuid] = max(longest.get(uuid, shown), shown, key=lambda each: each.end - each.start)
        found += [_Speech(uuid, chapter, span) for uuid, span in longest.items()]
    return sorted(found, key=lambda one: one.span.start)


def _speakers(text: str, said: Sequence[Span], paragraph: Span, pattern: re.Pattern[str]) -> Iterator[str | None]:
    """Yield the name of each quotation's speaker, or None if the text does not name the speaker next to the quotation.
    If a quotation directly follows the clause that names the speaker of the preceding quotation, both have the same
    speaker: “Yes,” said Mei. “I saw it.”
    """
    name, goes_on_at = None, -1
    for one in said:
        before = _CLAUSE_BEFORE.search(text, max(paragraph.start, one.start - _CLAUSE), one.start)
        behind = _attributing_clause_behind(text, one, paragraph.end)
        if before is not None and before["clause"]:
            clause = before
        elif 0 <= goes_on_at <= one.start and not text[goes_on_at : one.start].strip(" \n.。"):
            clause = None
        else:
            clause, name = behind, None
        if clause is not None:
            named = pattern.match(clause["clause"])
            name = None if named is None else named["name"]
        goes_on_at = -1 if behind is None else behind.end()
        yield name


def _beginning(text: str, spoken: Span) -> Span:
    """Return the quotation, or its first sentences of at most 300 characters together, or its first 300 characters if
    the first sentence is longer.
    """
    most = spoken.start + _MOST_SPEECH
    if spoken.end <= most:
        return spoken
    ends = [one.end() for one in _SENTENCE_END.finditer(text, spoken.start, most)]
    return Span(spoken.start, ends[-1] if ends else most)


def _attributing_clause_behind(text: str, spoken: Span, end: int) -> re.Match[str] | None:
    clause = _CLAUSE_BEHIND.match(text, spoken.end, end)
    if clause is None or spoken.of(text).rstrip("”\"’'」』").endswith((",", "，")):
        return clause
    return clause if _speech_verb(lexicon.words("speech_verbs")).search(clause["clause"]) else None


@cache
def _speech_verb(verbs: frozenset[str]) -> re.Pattern[str]:
    forms = sorted(map(re.escape, verbs), key=len, reverse=True)
    return re.compile("|".join(rf"\b{form}\b" if form.isascii() else form for form in forms) or "(?!)")


def _speaker_pattern(names: Iterable[str]) -> re.Pattern[str]:
    forms = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?:[^\W\d]+ )?(?P<name>{forms})(?![A-Za-z])")


_SENTENCE_END = re.compile(r"[。！？]|[.!?](?=\s)")
_CLAUSE_BEFORE = re.compile(r"\s*(?P<clause>[^，,。.！!？?；;…\n“”「」『』\"]*)[：:，,]?\s*$")
_CLAUSE_BEHIND = re.compile(r"\s*(?P<clause>[^，,。.！!？?；;：:…\n“”「」『』\"]*)")
