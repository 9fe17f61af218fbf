"""Converts replayed passages and statements to `PlacedPassage` and `PlacedStatement`, from which the chronology derives
dates and the fold derives facts.

The numbers of clusters of mentions, by which a replay refers to entities, are replaced by entity ids.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from episodic.languages import lexicon
from episodic.model.episodes import FrameKind, Layer, Passage
from episodic.model.graph import Role
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.name_keys import name_key
from episodic.pipeline.projection.open_days import with_open_days
from episodic.pipeline.projection.passage_sentences import with_sentences
from episodic.pipeline.projection.strands import PassageStrand, strands_of
from episodic.pipeline.projection.written_letters import with_written_letters
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter, ReplayedPassage, ReplayedStatement
from episodic.temporal.expressions import event_key
from episodic.temporal.expressions.sentences import sentence_end
from episodic.temporal.placed import PlacedPassage, PlacedStatement, TimeShift

_NO_STRAND: Final = PassageStrand(begins=False)
_PARAGRAPHS: Final = re.compile(r"\n\s*")
_HOUR: Final = 120
"""The number of minutes of the longest hour: a double hour (时辰) or a watch of the night (更)."""


@dataclass(frozen=True, slots=True)
class EntityIndex:
    """Finds the entity id of a cluster of mentions.

    *root* maps the number of a cluster to the number of the merged cluster that contains it.
    """

    root: Callable[[int], int]
    ids: Mapping[int, str]

    def id_of(self, number: int) -> str:
        return self.ids[self.root(number)]


def placed_passages(chapter: ReplayedChapter) -> list[PlacedPassage]:
    """Convert the passages of a chapter to inputs of the chronology."""
    strands = strands_of(chapter)
    placed = [_placed_passage(chapter, one, strands.get(one.value.uuid, _NO_STRAND)) for one in chapter.passages]
    return with_sentences(with_open_days(with_written_letters(placed, chapter)), chapter)


def _placed_passage(chapter: ReplayedChapter, passage: ReplayedPassage, strand: PassageStrand) -> PlacedPassage:
    """Convert one passage to an input of the chronology.

    All main-line passages of a layer get the same run id, by which the chronology finds passages that continue each
    other. Main-line passages of drafts get the same run id as the main line of canon, because drafts and canon share
    one narrative order. A time expression such as "once" or 近日 may only say that an event happened earlier. Such an
    expression does not set the time of its main-line passage. If "once" set the time of its passage, the whole passage
    would count as earlier than the current moment. The story could then not go on from this passage.
    """
    value = passage.value
    layer = Layer.CANON if value.layer is Layer.DRAFT else value.layer
    main = value.frame is FrameKind.MAIN
    time, words = (None, None) if main and _only_looks_back(passage.time) else (passage.time, passage.time_text)
    start = None if words is None else passage.time_start
    brief = main or _is_of_days(time) or (time is not None and time.anchor is Anchor.EVENT)
    return PlacedPassage(
        uuid=value.uuid,
        episode=value.episode,
        order=value.order,
        index=value.index,
        start=value.span.start,
        frame=value.frame,
        run=f"main:{layer}" if main else passage.run,
        time=time,
        time_text=words,
        time_start=start,
        sentence_end=None if start is None or not brief else _sentence_end(value, start, time, words),
        aside=strand.begins,
        layer=layer,
        reference=chapter.reference if value.index == 0 else None,
        shifts=tuple(_with_sentence_end(one, value, main=main) for one in passage.shifts),
        breaks=passage.breaks,
        follows=strand.follows,
    )


def _with_sentence_end(shift: TimeShift, passage: Passage, *, main: bool) -> TimeShift:
    """Return the time expression *shift* with the end of the text that is told at its time, usually the end of the
    sentence. The end stays unknown for an expression such as "eleven years before" in a flashback, dream, letter or
    tale. In these frames, the rest of the passage tells of the time that the expression gives.
    """
    if not main and shift.time.before and not _is_of_days(shift.time):
        return shift
    return replace(shift, sentence_end=_sentence_end(passage, shift.start, shift.time, shift.text))


def _sentence_end(passage: Passage, place: int, time: TimeExpression | None, words: str | None) -> int:
    """Return the end offset of the text whose statements happen at the moment *time*. By default, the returned offset
    is the end of the sentence with the time expression at the offset *place*. If *time* counts in days ("the next
    day"), the returned offset is the end of the following sentence. That sentence often still tells of the same day. If
    *time* names an hour ("at ten that night"), the returned offset is the end of the sentence with the expression. The
    following sentence mostly tells of a later hour. The same is true if the sentence tells that the night goes on to
    its end ("until daybreak"). The end of the sentence with the expression is also returned for the moment of an event
    ("when he died") and for a time before an event ("the day before the wedding"). The next sentence may tell of a
    later moment, or of the event. If *words*, the words of *time*, name the moment of an act ("while he was gone",
    正追之际), the returned offset is at most that of the end of the first speech that ends with a full stop. What others
    answer may be told of a later moment. If *time* is a date, the returned offset is the end of the passage. However,
    if a later paragraph of the passage turns to another strand of the story (却说…), the returned offset is the beginning
    of this paragraph. The text does not tell the day of that strand.
    """
    if time is not None and time.kind is TimeKind.CALENDAR:
        starts = (one.end() for one in _PARAGRAPHS.finditer(passage.text, place - passage.span.start))
        opens = lexicon.pattern("strand_openings").match
        return passage.span.start + next((one for one in starts if opens(passage.text, one)), len(passage.text))
    begin = place - passage.span.start
    if words is not None and lexicon.pattern("moments_of_acts").search(" ".join(words.split())):
        return passage.span.start + sentence_end(passage.text, begin, or_speech=True)
    end = sentence_end(passage.text, begin)
    dawns = lexicon.pattern("daybreaks").search(passage.text, begin, end) is not None
    if time is not None and _is_of_days(time) and not (dawns or _is_of_moment(time)):
        end = sentence_end(passage.text, end)
    return passage.span.start + end


def _is_of_moment(time: TimeExpression) -> bool:
    """Return whether an expression means the moment of an event, a day before an event, or an hour of a day."""
    hour = time.clock is not None and time.clock.last - time.clock.first <= _HOUR
    return hour or (time.anchor is Anchor.EVENT and (time.before or time.high == 0))


def _is_of_days(time: TimeExpression | None) -> bool:
    """Return whether an expression gives a moment as a number of days after or before another moment ("the next day").
    The moment of an event ("when he died") counts as 0 days from the event, so the result is true for it, too. A tale
    that begins with "the next day" may go on to a later day. A tale that begins with "in those years" stays in those
    years.
    """
    return time is not None and time.kind is TimeKind.OFFSET and time.unit == "day"


def _only_looks_back(time: TimeExpression | None) -> bool:
    return time is not None and time.kind is TimeKind.ORDER and time.before and time.anchor is Anchor.HERE


def placed_statement(
    chapter: ReplayedChapter, statement: ReplayedStatement, people: EntityIndex, *, position: int = 0
) -> PlacedStatement | None:
    """Return a replayed statement as a statement with entity ids, or None if the subject and object are the same
    entity.

    *position* is the index of the statement among the replayed statements of its chapter, which are in the order of
    their quotes. In a statement with a symmetric predicate, the entity with the smaller id becomes the subject.
    """
    subject = people.id_of(statement.subject)
    object_ = None if statement.object is None else people.id_of(statement.object)
    if subject == object_:
        return None
    if statement.predicate.symmetric and object_ is not None and object_ < subject:
        subject, object_ = object_, subject
    core = statement.reading.core
    return PlacedStatement(
        uuid=statement.uuid,
        passage=statement.passage,
        evidence=statement.evidence,
        core=core,
        subject=subject,
        predicate=statement.predicate,
        object=object_,
        value_key=name_key(core.value) if core.value else None,
        layer=chapter.episode.layer,
        participants=tuple(Role(people.id_of(number), "", role) for number, role in statement.participants),
        holder=None if statement.holder is None else people.id_of(statement.holder),
        tellers=tuple(people.id_of(number) for number in statement.tellers),
        time=statement.time,
        event=event_key(statement.reading.event) if statement.reading.event else None,
        locked=statement.locked,
        time_start=statement.time_start,
        position=position,
        in_thing=statement.in_thing,
        lasting=statement.lasting,
        sentence=statement.sentence,
        scene_end=statement.scene_end,
    )
