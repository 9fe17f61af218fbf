"""Decides which statement tells of the moment from which a time expression such as "the next day" counts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Mapping, Sequence

from episodic.languages import lexicon
from episodic.model.episodes import FrameKind
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.model.spans import Evidence, NarrativePosition
from episodic.temporal.chronology.layout import ChronologyLayout, HolderKey
from episodic.temporal.chronology.undated import UndatedRun
from episodic.temporal.expressions.now_words import is_same_day
from episodic.temporal.placed import PlacedPassage, PlacedStatement

COUNTED = (Anchor.PREVIOUS, Anchor.HERE, Anchor.RECALLED, Anchor.SCENE)
"""Time words with one of the anchors in `COUNTED`, such as "the next day", count from a moment that the text has told
before. For each node with time words that count from an earlier moment, the statement that tells of the earlier moment
is recorded.
"""
NOT_HAPPENED = (StatementScope.PLAN, StatementScope.WISH, StatementScope.DREAM, StatementScope.HYPOTHESIS)
TOLD_BY_SOMEBODY = (FrameKind.LETTER, FrameKind.TALE)
_THOUGHTS = (StatementScope.BELIEF, StatementScope.PLAN, StatementScope.WISH, StatementScope.HYPOTHESIS)


def note_anchor(
    layout: ChronologyLayout,
    node: int,
    expression: TimeExpression,
    passage: PlacedPassage,
    *,
    looking_back: bool = False,
    opening: bool = False,
) -> None:
    """Record which statement tells what happened at the moment from which a time expression such as "the next day"
    counts. The statement is recorded for the node of the expression. Without such a statement, nothing is recorded.

    *looking_back* is true if the previous statement is about the past, and *opening* if the time expression opens a
    passage.
    """
    if expression.kind is not TimeKind.OFFSET or expression.anchor not in COUNTED or _is_current(expression):
        return
    run = passage.run
    begins = opening and not passage.main and run not in layout.previous
    if begins and not counts_from_scene(expression, passage):
        return
    in_flashback = passage.frame is FrameKind.FLASHBACK and not begins
    if in_flashback and expression.anchor is Anchor.HERE and expression.before:
        # "The other day" may count from the flashback or from the scene around it.
        return
    from_scene = begins or expression.anchor is Anchor.SCENE
    last = layout.main_told.get(passage.layer) if from_scene else layout.last_told.get(run)
    recalled = expression.anchor is Anchor.RECALLED or (looking_back and expression.anchor is Anchor.PREVIOUS)
    found = layout.last_recalled.get(run) if recalled else last
    if found is not None:
        layout.counted_from[node] = found


def counts_on(time: TimeExpression | None) -> bool:
    """Return whether a time expression counts only from a moment told directly before it. Such an expression means
    another day ("the next day") or a part of a day ("that evening"). The result is false for "that day" (是日), which
    can mean a day named several sentences before.
    """
    if time is None or time.kind is not TimeKind.OFFSET or time.anchor is not Anchor.PREVIOUS:
        return False
    return time.clock is not None or not is_same_day(time)


def means_time_spoken_of(layout: ChronologyLayout, expression: TimeExpression | None, passage: PlacedPassage) -> bool:
    """Return whether an expression in speech counts from a time of which the speaker has spoken, and not from the time
    of the speech. Examples of such expressions are "that night", "at that time" and "the day before". In a tale or
    letter that tells its events by claims, "at that time" means the moment that the tale or letter has reached.
    """
    if expression is None or is_same_day(expression):
        return expression is not None
    same = expression.anchor is Anchor.RECALLED and (expression.low, expression.high) == (0, 0)
    before = expression.anchor is Anchor.PREVIOUS and expression.before
    return (same or before) and (passage.run not in layout.told_in_claims or passage.written_in is not None)


def note_same_anchor(layout: ChronologyLayout, node: int, other: int) -> None:
    """Record that *node* counts from the same statement as the node *other*, if *other* counts from any."""
    if other in layout.counted_from:
        layout.counted_from[node] = layout.counted_from[other]
    if other in layout.counted_within:
        layout.counted_within[node] = layout.counted_within[other]


def shown_anchor(layout: ChronologyLayout, node: int, statements: Mapping[str, PlacedStatement]) -> Evidence | None:
    """Return the quote of the statement from whose moment the time expression of *node* counts, or None if no statement
    tells of this moment. Return None as well if the quote is too far away, in neither the sentence of the expression
    nor the previous sentence.
    """
    found, within = statements.get(layout.counted_from.get(node, "")), layout.counted_within.get(node)
    if found is None or (within is not None and NarrativePosition(found.told.order, found.evidence.end) <= within):
        return None
    return found.evidence


def _is_current(expression: TimeExpression) -> bool:
    """Return whether an offset only names the current moment, day or year ("now", "this year"), and so counts from
    nothing.
    """
    return expression.anchor in (Anchor.HERE, Anchor.SCENE) and expression.low == 0 and expression.high == 0


def note_anchor_of_scene(
    layout: ChronologyLayout,
    node: int,
    expression: TimeExpression,
    passage: PlacedPassage,
    *,
    place: int | None = None,
    before_strand: str | None = None,
) -> None:
    """Record, for a time expression that sets a new current moment, which statement tells what happened at the moment
    from which the expression counts. Record also where the sentence before the expression begins. *place* is the offset
    of the expression in the episode; by default, it is the offset of the time words that open the passage. Nothing is
    recorded if the expression only resumes the main line, or if it only names the day ("that day") and would count from
    the statement *before_strand*, which belongs to another strand.
    """
    if resumes_telling(layout, expression, passage):
        return
    note_anchor(layout, node, expression, passage, opening=place is None)
    found = layout.counted_from.get(node)
    if found is not None and found == before_strand and is_same_day(expression) and expression.clock is None:
        layout.counted_from.pop(node, None)
    if node in layout.counted_from and counts_on(expression) and passage.sentences:
        begin = passage.start if passage.time_start is None else passage.time_start
        before = bisect_right(passage.sentences, begin if place is None else place) - 2
        own = NarrativePosition(passage.order, passage.sentences[max(0, before)])
        layout.counted_within[node] = own if before >= 0 else layout.closings.get(passage.run, own)


def resumes_telling(layout: ChronologyLayout, expression: TimeExpression, passage: PlacedPassage) -> bool:
    """Return whether words such as "at that time" mean the moment that the main line has reached. The main line must
    have told an event or a change since its last statement about the past or future. A change is the beginning or end
    of a state. Without such an event or change, "at that time" means the moment to which the main line last looked
    back.
    """
    same = expression.kind is TimeKind.OFFSET and expression.anchor is Anchor.RECALLED and not expression.low
    return same and passage.main and passage.run in layout.returned


def counts_from_scene(expression: TimeExpression, passage: PlacedPassage) -> bool:
    """Return whether a time expression that opens a flashback, dream, letter or tale can count from the scene around
    it. A time expression that opens a flashback or dream always can.

    In a letter or tale, "that night" and "the next day" count from an event of the letter or tale. These words never
    count from the scene around the letter or tale. "Ten years ago" at the opening of a letter or tale counts from the
    scene around it. In a tale, "today" is the day of the scene in which the tale is told. In a letter, "today" is the
    day of the writing.
    """
    if passage.frame not in TOLD_BY_SOMEBODY:
        return True
    if expression.anchor is Anchor.HERE:
        return expression.before or passage.frame is FrameKind.TALE
    return expression.anchor not in (Anchor.PREVIOUS, Anchor.RECALLED)


def counts_back_from_telling(statement: PlacedStatement) -> bool:
    """Return whether the time words of a statement count back from the scene in which a tale is told ("three years
    ago"), by at least a day.
    """
    time = statement.time
    if time is None or time.kind is not TimeKind.OFFSET or time.anchor is not Anchor.SCENE:
        return False
    return time.before and bool(time.low) and time.unit != "hour"


def looks_back_from_scene(expression: TimeExpression, passage: PlacedPassage) -> bool:
    """Return whether the first time expression of a flashback, dream, letter or tale looks back from the scene around
    it. The first sentence must not begin with a time expression ("For years I had not thought of it; ten years ago, we
    lived in York").
    """
    looks_back = expression.before and expression.anchor is Anchor.HERE
    return looks_back and not passage.main and passage.time is None and counts_from_scene(expression, passage)


def not_happened(statement: PlacedStatement) -> bool:
    """Return whether a statement reports what has not happened in the story's world. This is true of a plan, a wish, a
    dream, a hypothesis, or something that lies ahead.
    """
    return statement.core.scope in NOT_HAPPENED or statement.core.placing is Placement.AHEAD


def lies_before_scene(statement: PlacedStatement, told_events: Container[str]) -> bool:
    """Return whether a statement is about a time before its whole scene. *told_events* are the keys of the named events
    that the story has told so far.

    Words such as "that morning" or a time of day may name an earlier moment of the same scene. Four kinds of time words
    name a time before the scene. The first two are dates, and vague words such as "in those years". The third are words
    for an earlier day or its night ("the day before yesterday", "last night"). The fourth are words that count from an
    event of which the story has not told ("in the emperor's time", 顺帝时). What a speaker says that he has "already"
    or "just" done may have happened in the scene. So may a named event, unless words such as "last night" date it.
    """
    time = statement.time if statement.dated else None
    if statement.core.placing is not Placement.BACK:
        return False
    counts_days = time is not None and time.kind is TimeKind.OFFSET and time.anchor is Anchor.HERE
    if statement.event is not None and (statement.world or statement.event in told_events) and not counts_days:
        return False
    if not statement.world and lexicon.pattern("done_by_now").search(statement.evidence.quote):
        return False
    if time is None:
        return statement.time is None or statement.time.clock is None
    if time.kind is TimeKind.CALENDAR:
        return True
    if time.anchor is Anchor.EVENT:
        return time.name is not None and time.name not in told_events
    if time.anchor is not Anchor.HERE or not time.before:
        return False
    if time.kind is TimeKind.ORDER:
        return lexicon.pattern("done_by_now").search(statement.core.time or "") is None
    if time.unit == "hour":
        return False
    return bool(time.low) or lexicon.pattern("last_nights").search(statement.core.time or "") is not None


def shows_moment(
    layout: ChronologyLayout, statement: PlacedStatement, *, run: str, not_yet: Sequence[Evidence]
) -> bool:
    """Return whether the next time expression of the run *run* counts from the moment of *statement*. *statement* is
    about the current moment of this run. A run is the main line, or one flashback, letter or tale.

    Words such as "the next day" count from the last event, or from the last beginning or end of a state. They count
    from a state that neither begins nor ends ("he was sad") only in one case: no other statement from which they could
    count has been told since the current moment of the run was last set. They never count from a state whose quote
    overlaps one of the quotes *not_yet*. The quotes *not_yet* are about plans, wishes, dreams, hypotheses or the
    future. If the events of a letter or tale are told in claims, its time words count only from claims. Its other
    statements are about the reading of the letter or the telling of the tale. Time words never count from a habit ("he
    walked there every night"), a fixed fact or a denial.
    """
    kind, phase = statement.predicate.kind, statement.core.phase
    if kind is PredicateKind.FIXED or phase is Phase.DENIED or statement.core.habit or run in layout.told_in_claims:
        return False
    if kind is PredicateKind.EVENT:
        return True
    if any(one.start < statement.evidence.end and statement.evidence.start < one.end for one in not_yet):
        return False
    return phase in (Phase.BEGINS, Phase.ENDS) or run not in layout.last_told


def note_undated(layout: ChronologyLayout, undated: UndatedRun, run: str) -> None:
    """Record from which statement's moment the next time expression of the run *run* ("the next day") counts. Nothing
    is recorded unless such time words can count from one of the statements *undated*.
    """
    counts = undated.changes or run not in layout.last_told
    if undated.shown is not None and counts and run not in layout.told_in_claims:
        layout.last_told[run] = undated.shown


def _reports_now(statement: PlacedStatement, passage: PlacedPassage) -> bool:
    core = statement.core
    told = passage.frame in TOLD_BY_SOMEBODY and core.scope is StatementScope.CLAIM
    return told and core.placing is Placement.NOW and core.phase is not Phase.DENIED and not core.habit


def tells_in_claims(statement: PlacedStatement, passage: PlacedPassage) -> bool:
    """Return whether a claim reports an event at the current moment of a letter or tale. The events of a letter or tale
    may all be told in claims of its writer or teller. A claim in a flashback does not count as the report of an event.
    Such a claim is what somebody says inside the flashback, and not the words in which the flashback is told.
    """
    return _reports_now(statement, passage) and statement.predicate.kind is PredicateKind.EVENT


def is_passed_on_in_tale(layout: ChronologyLayout, statement: PlacedStatement, passage: PlacedPassage) -> bool:
    """Return whether the writer of a letter or the teller of a tale passes on what somebody else says, thinks or plans.
    The other person must say, think or plan it at the current moment of the letter or tale. If somebody in a tale says,
    thinks or plans something, he does so at the moment that the tale has reached, and not earlier.
    """
    told = passage.frame in TOLD_BY_SOMEBODY and passage.run in layout.told_in_claims
    return told and len(statement.tellers) == 1 and statement.core.placing is Placement.NOW


def continues_tale(statement: PlacedStatement, expression: TimeExpression, passage: PlacedPassage) -> bool:
    """Return whether a claim with the time words *expression* reports what comes next in a letter or tale. A claim does
    not report what comes next if its time words count back ("two days before") or count from the current moment. A
    claim whose time words resume a moment mentioned before does not report what comes next either.
    """
    own = _reports_now(statement, passage) and not statement.tellers
    return own and not expression.before and expression.anchor not in (Anchor.HERE, Anchor.RECALLED)


def is_judgement(statement: PlacedStatement, passage: PlacedPassage, contents: Container[str]) -> bool:
    """Return whether a statement of a letter belongs to the time at which the letter is written. Such a statement is a
    belief about the present, or a person's claim that he writes or makes something ("I have set it down"). *contents*
    contains the ids of the statements that are about another moment than the passage's now.
    """
    core = statement.core
    if passage.frame is not FrameKind.LETTER or statement.tellers:
        return False
    if core.scope is StatementScope.CLAIM:
        writes = bool(statement.predicate.making) and statement.holder == statement.subject
        return writes and core.placing is not Placement.AHEAD and statement.time is None
    thinks = core.scope is StatementScope.BELIEF and core.placing is Placement.NOW
    return thinks and statement.uuid not in contents


def thought_at_telling(
    layout: ChronologyLayout, statement: PlacedStatement, passage: PlacedPassage, *, teller: HolderKey | None
) -> int | None:
    """Return the node of the scene in which a tale is told, for a statement about the teller at this time. Such a
    statement says what the teller himself thinks, feels or wants while he tells the tale ("I half believe that he
    escaped"). Return None for any other statement. The past thoughts of the teller are extracted in the same form as
    his present thoughts. Only words that are certainly about the present therefore count. *teller* is the key (scope,
    holder and tellers) of the claims in which the passage is told, or None.
    """
    core, scene = statement.core, layout.scenes.get(passage.run)
    if passage.frame is not FrameKind.TALE or passage.run not in layout.told_in_claims or statement.tellers:
        return None
    if core.placing is not Placement.NOW or core.time is not None or core.follows or core.phase is Phase.ENDS:
        return None
    own_mind = statement.holder == statement.subject and statement.predicate.mental
    if core.scope not in _THOUGHTS and not (core.scope is StatementScope.CLAIM and own_mind):
        return None
    if teller is None or teller[1] != statement.holder:
        return None
    return scene if lexicon.pattern("present_thoughts").search(statement.evidence.quote) else None


def teller_of(statements: Sequence[PlacedStatement], passage: PlacedPassage) -> HolderKey | None:
    """Return the key (scope, holder and tellers) of the claims in which a passage of a letter or tale is written or
    told. Return None if the passage has claims of several people or none. If the writer or teller has given an event a
    time, "a week before the event" in the letter or tale counts from this time.
    """
    if passage.frame not in TOLD_BY_SOMEBODY:
        return None
    keys = {
        (one.core.scope, one.holder or "", one.tellers)
        for one in statements
        if one.core.scope is StatementScope.CLAIM and not one.tellers
    }
    return keys.pop() if len(keys) == 1 else None


def is_certainly_before(time: TimeExpression) -> bool:
    """Return whether a time expression certainly means a moment before the current one ("five years ago")."""
    return time.before and time.anchor is Anchor.HERE and (bool(time.low) or time.kind is TimeKind.ORDER)


def told_in_claims(statements: Sequence[PlacedStatement], passage: PlacedPassage) -> bool:
    """Return whether a passage of a letter or tale tells its events by claims of its writer or teller. Other passages
    tell their events by statements about the story's world.

    A passage tells its events by claims if it has a claim about an event at the current moment of the letter or tale.
    One such claim is enough. A passage also tells its events by claims if it has more claims than statements about the
    story's world. The reason is that a letter or tale may report only events that happened before it was written or
    told.
    """
    if passage.frame not in TOLD_BY_SOMEBODY:
        return False
    if any(tells_in_claims(one, passage) for one in statements):
        return True
    claims = sum(one.core.scope is StatementScope.CLAIM for one in statements)
    return claims > sum(one.world for one in statements)
