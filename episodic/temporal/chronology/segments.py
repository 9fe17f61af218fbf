"""The segments into which a passage is divided: parts with one current moment each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from episodic.languages import lexicon
from episodic.model.moments import TimeExpression, TimeKind
from episodic.model.readings import Placement
from episodic.temporal.chronology.layout import ChronologyLayout, HolderKey, TimeWords
from episodic.temporal.chronology.undated import UndatedRun
from episodic.temporal.constraints import ConstraintTerms, StrictOrder
from episodic.temporal.placed import PlacedPassage, PlacedStatement, TimeShift


@dataclass(slots=True)
class PassageSegment:
    """A part of a passage with one current moment. It consists of the node of this moment, the time expression that
    sets the moment, and the statements of the segment.
    """

    node: int
    words: str | None = None
    start: int | None = None
    time: TimeExpression | None = None
    own: str | None = None
    """The id of the statement whose time expression sets the current moment of the segment, or None."""
    first: bool = False
    """True if the statement that sets the current moment of the segment is the first statement of the passage about the
    story's world.
    """
    statements: list[PlacedStatement | UndatedRun] = field(default_factory=list["PlacedStatement | UndatedRun"])

    @property
    def soon(self) -> bool:
        """True if words such as "presently" set the current moment of the segment, which is still in the scene told
        just before.
        """
        orders = self.time is not None and self.time.kind is TimeKind.ORDER and not self.time.before
        return orders and lexicon.pattern("soon_words").fullmatch(" ".join((self.words or "").split())) is not None

    @property
    def tells_of_world(self) -> bool:
        """True if the segment has a statement about the story's world, and not only claims, beliefs and the like."""
        return any(isinstance(one, UndatedRun) or one.world for one in self.statements)

    def has_words_of(self, statement: PlacedStatement) -> bool:
        """Return whether the statement's time expression is the one that sets the current moment of the segment."""
        if self.words is None or statement.core.time is None:
            return False
        if statement.time_start is None or self.start is None:
            return (statement.core.time, statement.time) == (self.words, self.time)
        end = statement.time_start + len(statement.core.time)
        return statement.time_start < self.start + len(self.words) and self.start < end


@dataclass(slots=True)
class PassagePlan:
    """The division of a passage into segments (parts with one current moment each), in text order. The first segment
    begins at the beginning of the passage.
    """

    passage: PlacedPassage
    segments: list[PassageSegment]
    opened: bool
    """True if a time expression opens the passage."""
    contents: dict[str, ConstraintTerms] = field(default_factory=dict[str, ConstraintTerms])
    """For each claim, belief, plan or dream of the passage, by statement id, the constraints on the time that its
    content is about.
    """
    judgements: list[int] = field(default_factory=list[int])
    """If the passage belongs to a letter, the nodes (moments) of the statements that say what its writer thinks or does
    while writing.
    """
    follows: dict[str, str] = field(default_factory=dict[str, str])
    """For each statement that continues a sequence of statements, the id of the statement before it in the sequence."""
    clock_orders: list[tuple[str, StrictOrder]] = field(default_factory=list["tuple[str, StrictOrder]"])
    """The orders between the moments (nodes) of pairs of statements, as far as they are known from times of day. Each
    order of two statements in time is stored with the id of the statement that comes later in the text.
    """
    teller: HolderKey | None = None
    """If a writer or teller tells the passage by his claims, the key of these claims."""
    carried: TimeWords | None = None
    """The time words of the moment at which the previous passage ended, if this passage continues from that moment."""
    before_strand: str | None = None
    """If the passage begins a parallel strand without time words, the id of the last statement of the strand before it
    that tells of a moment.
    """
    left: int | None = None
    """The node of the current moment of a letter or tale if its writer or teller has gone on from it to a later time."""

    @property
    def of_years_ago(self) -> bool:
        """True if time words such as "eleven years before" set the current moment at the end of the passage. The
        passage must be in a flashback, dream, letter or tale.
        """
        time = self.segments[-1].time
        return time is not None and not self.passage.main and time.before and time.unit in ("year", "month")

    def strand_before(self, words: str | None) -> str | None:
        """Return the id of the statement from whose moment the time words *words* do not count if they only name the
        day. The statement belongs to the strand before the passage's strand. "That night" may count from it, because
        two strands often tell of one night.
        """
        night = lexicon.pattern("nights").search(words or "") is not None
        return None if night else self.before_strand

    def has_words_of(self, statement: PlacedStatement) -> bool:
        """Return whether the time expression of *statement* has already set a current moment. This current moment is
        that of a segment, or the moment at which the previous passage ended. If the time expression has set the moment
        at which the previous passage ended, the statement repeats time words of that passage. Its own passage does not
        contain these words.
        """
        words = statement.core.time
        if any(one.has_words_of(statement) for one in self.segments):
            return True
        repeated = words is not None and self.carried is not None and words in self.carried.text
        return repeated and statement.time_start is None and len(self.segments) == 1


def sums_up_tale(layout: ChronologyLayout, statement: PlacedStatement, plan: PassagePlan) -> bool:
    """Return whether a claim looks back at the very opening of a letter or tale. The letter or tale must not have told
    anything of its own time before the claim. An example is "in jail and out of jail, down to such times as I got
    shipped off". A claim at the very opening may sum up all that follows. Such a claim is certainly before the scene
    around the letter or tale, but not before what the letter or tale tells next. The result is also true for a claim
    that looks back without time words in a passage that begins with time words. The event of which such a claim tells
    need not lie before the time that the passage's first words name.
    """
    if plan.teller is None or statement.tellers:
        return False
    if statement.core.placing is not Placement.BACK or statement.core.time is not None:
        return False
    if plan.opened and not statement.core.follows:
        return True
    if layout.run_places[plan.passage.uuid][1]:
        return False
    for segment in plan.segments:
        for one in segment.statements:
            if one is statement:
                return True
            if isinstance(one, UndatedRun) or one.core.placing is Placement.NOW:
                return False
    return False


def in_text_order(
    plan: PassagePlan, shifts: Sequence[TimeShift], statements: Sequence[PlacedStatement]
) -> list[TimeShift | PlacedStatement]:
    """Return the time expressions inside a passage and its statements in text order. A time expression inside the
    passage may give the time of a statement about the current moment. Such a statement comes after the time expression
    that gives its time.
    """
    opening = plan.segments[0]
    items: list[tuple[tuple[int, int], TimeShift | PlacedStatement]] = [((one.start, 0), one) for one in shifts]
    for statement in statements:
        place = statement.evidence.start
        if statement.core.placing is Placement.NOW and not opening.has_words_of(statement):
            own = next(
                (one for one in shifts if PassageSegment(0, one.text, one.start, one.time).has_words_of(statement)),
                None,
            )
            place = place if own is None else max(place, own.start)
        items.append(((place, 1), statement))
    return [item for _, item in sorted(items, key=lambda one: one[0])]
