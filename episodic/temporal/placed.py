"""Passages and statements as the chronology and the fold take them: with narrative positions, and with entities instead
of names.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from episodic.model.deferred import Deferred
from episodic.model.episodes import FrameKind, Layer
from episodic.model.graph import Role
from episodic.model.moments import TimeExpression
from episodic.model.predicates import Predicate
from episodic.model.readings import StatementCore, StatementScope
from episodic.model.spans import Evidence, NarrativePosition


@dataclass(frozen=True, slots=True)
class TimeShift:
    """A time expression that moves the story to a new current moment inside a passage. `start` is the offset of the
    expression in the episode, and `sentence_end` is where its sentence ends (None: not known).
    """

    start: int
    text: str
    time: TimeExpression
    sentence_end: int | None = None

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class StrandLink:
    """A link from a passage to an earlier passage of its chapter. The earlier passage belongs to a parallel strand of
    events. The link is made because a person takes part in both passages. `passage` is the id of the earlier passage.
    Its text up to the offset `end` in the episode happens before the later passage in story time. If `whole` is false,
    the text of the earlier passage after the offset `end` may happen later than the later passage. If `start` is None,
    the whole later passage happens after the linked text of the earlier passage. If `start` is an offset in the
    episode, the link is about a part of the later passage. Only the text from this offset on happens after the linked
    text of the earlier passage.
    """

    passage: str
    end: int
    whole: bool = True
    start: int | None = None


@dataclass(frozen=True, slots=True)
class PlacedPassage(Deferred):
    """A passage with its place in narrative order, its frame and the time expressions in it.

    `order` is the order key of the episode, and `start` is the offset of the passage in the episode. `run` identifies
    the run (the main line, a letter, a tale) within the whole work. The main-line passages of one layer all belong to
    one run. `time` is the parsed time expression that opens the passage and sets its current moment. `time_start` is
    the offset of `time` in the episode (None: the same as `start`). `sentence_end` is the offset at which the sentence
    that contains `time` ends (None: not known). `reference` is the story time that the caller gave for the chapter.
    Only the chapter's first passage has a `reference`. `shifts` are the time expressions inside the passage that set
    new current moments, in text order. `breaks` is true if a scene break separates the passage from the previous
    passage. `aside` is true if the passage begins a new strand of events, parallel to the strands told before in its
    chapter. `follows` are links to passages of other strands that happen before the passage in story time. The passage
    may belong to a letter that the text quotes as it is written. Then `written_in` is the id of the main-line passage
    that tells of the writing. A main-line passage may tell that the letter of this passage is written, and go on to the
    reading of the letter. Then `sent_in` is the id of that main-line passage. If the passage has time words that count
    from what was told before ("the next day"), `sentences` contains offsets in the episode. At these offsets, the
    sentences of the passage begin. If the run has a previous passage in the chapter, the first offset in `sentences` is
    that of the last sentence of this previous passage. If the passage is the last one of its run in the chapter,
    `closing` is the offset of its last sentence. For any other passage, `closing` is None.
    """

    uuid: str
    episode: str
    order: int
    index: int
    start: int
    frame: FrameKind
    run: str
    time: TimeExpression | None = None
    time_text: str | None = None
    time_start: int | None = None
    aside: bool = False
    layer: Layer = Layer.CANON
    reference: TimeExpression | None = None
    shifts: tuple[TimeShift, ...] = ()
    breaks: bool = False
    sentence_end: int | None = None
    follows: tuple[StrandLink, ...] = ()
    written_in: str | None = None
    sent_in: str | None = None
    sentences: tuple[int, ...] = ()
    closing: int | None = None

    @property
    def main(self) -> bool:
        return self.frame is FrameKind.MAIN

    @property
    def narrative_key(self) -> tuple[int, int]:
        return (self.order, self.index)

    @property
    def evidence(self) -> Evidence | None:
        """A quote of the time expression that opens the passage, or None if no time expression opens it."""
        if not self.time_text:
            return None
        start = self.start if self.time_start is None else self.time_start
        end = start + len(self.time_text)
        return Evidence(self.episode, self.time_text, start, end, NarrativePosition(self.order, start))


@dataclass(frozen=True, slots=True)
class PlacedStatement(Deferred):
    """A statement with entity ids in place of names, and the id of its passage.

    `value_key` is the normalised value by which values are compared. `time` is the statement's own parsed time
    expression, and `time_start` its offset in the episode, if known. `event` is the comparison key of the named event
    ("the fire") that the statement reports, or None. `position` is the statement's number among the replayed statements
    of its chapter. Statements of one quote are numbered in the order in which they were extracted.
    """

    uuid: str
    passage: str
    evidence: Evidence
    core: StatementCore
    subject: str
    predicate: Predicate
    object: str | None = None
    value_key: str | None = None
    layer: Layer = Layer.CANON
    participants: tuple[Role, ...] = ()
    holder: str | None = None
    tellers: tuple[str, ...] = ()
    time: TimeExpression | None = None
    event: str | None = None
    locked: bool = False
    """True if the author has locked the statement. The fact of a locked statement ends only where the author says so.
    """
    time_start: int | None = None
    position: int = 0
    in_thing: bool = False
    """True if the extraction gave the statement's object an entity type that cannot be a place, such as Item or Person.

    Somebody who is in a thing (a chair, a carriage) can be in a place at the same time.
    """
    lasting: TimeExpression | None = None
    """The stated duration of the statement's state, as the offset from its start to its end, or None."""
    sentence: str | None = None
    """The sentence that belongs to this statement alone, if the extraction gave one common sentence to several
    statements; otherwise None.
    """
    scene_end: str | None = None
    """The id of the last passage of the statement's scene, if the statement says that a state holds in this scene only,
    or None.
    """

    @property
    def told(self) -> NarrativePosition:
        return self.evidence.told

    @property
    def narrative_key(self) -> tuple[int, int, int, int, str]:
        return (self.evidence.told.order, self.evidence.told.offset, self.evidence.end, self.position, self.uuid)

    @property
    def world(self) -> bool:
        """True if the statement is about the story's world, and not a claim, belief, plan, wish, dream, hypothesis or
        setup.
        """
        return self.core.scope is StatementScope.WORLD

    @property
    def dated(self) -> bool:
        """True if the statement has a time expression that dates or orders what it says."""
        return self.time is not None and self.time.stated


def of_one_row(one: PlacedStatement, other: PlacedStatement) -> bool:
    """Return whether two statements come from one extracted row that names several subjects, objects or recipients.

    Two derived states come from one row if only their subjects differ, as in "Ann gave the map to Wu and Lin".
    """
    if one.evidence != other.evidence:
        return False
    if one.core.derived and other.core.derived and one.object == other.object:
        return replace(one.core, text="") == replace(other.core, text="")
    return replace(one.core, value=None) == replace(other.core, value=None)
