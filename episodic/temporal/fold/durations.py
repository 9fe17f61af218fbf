"""Computes how long a state holds that has no stated end: past states, moods, and states with a stated duration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from episodic.model.episodes import FrameKind
from episodic.model.predicates import LifeState, PredicateKind
from episodic.model.readings import Phase, Placement
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.fold.fact_drafts import FactDraft
from episodic.temporal.placed import PlacedStatement

_PAST_FRAMES = frozenset({FrameKind.FLASHBACK, FrameKind.TALE, FrameKind.LETTER})


class Duration(NamedTuple):
    """The duration of a state without a stated end. After all positions in `fades`, it is uncertain whether the state
    still holds. `over` is a position at which the state has certainly ended, or None.

    If `exact` is false, the state ended at an unknown time at or before `over`. `told` is true if the story has
    certainly reached the position `over`. `stated` is false if `over` follows only from the kind of state (a mood), and
    not from a duration in the text.
    """

    fades: tuple[TimePosition, ...] = ()
    over: TimePosition | None = None
    exact: bool = True
    told: bool = True
    stated: bool = True


def duration_of(
    draft: FactDraft, statements: Sequence[PlacedStatement], chronology: Chronology, *, ended: bool
) -> Duration:
    """Return the duration of a state; *ended* says whether a statement, another fact or a death ends the state. An
    empty `Duration` means that the state holds until something ends it. A fact that is no state, that is locked or that
    has only stated ends gets an empty `Duration`.
    """
    if draft.kind is not PredicateKind.STATE or not statements or draft.locked:
        return Duration()
    if all(one.predicate.passing for one in statements) and not draft.denied:
        return _passing(statements, chronology)
    if ended or (statements[0].predicate.life is LifeState.DEAD and not draft.denied):
        return Duration()
    # A past event, such as a gift, implies that a state began, but not that the state still holds.
    begins = any(one.core.phase is Phase.BEGINS and not one.core.derived for one in statements)
    past = not begins and all(_of_the_past(one, chronology) for one in statements)
    fades = tuple(dict.fromkeys(_last_moment(one, chronology) for one in statements)) if past else ()
    over = _stated_end(statements, chronology, begins=begins) if begins or past else None
    if over is None:
        return Duration(fades)
    end = chronology.last_moment(statements[0].layer)
    return Duration(fades, over, exact=begins, told=end is not None and chronology.precedes(over, end))


def _stated_end(statements: Sequence[PlacedStatement], chronology: Chronology, *, begins: bool) -> TimePosition | None:
    """Return the position at which a state is over because one of its statements says how long it lasts ("for three
    days"). If several statements give a duration, the first one counts. Return None if the statements give no duration,
    or if the state is stated again later. If *begins* is true, only the durations of statements which say that the
    state begins are used.
    """
    counted = [one for one in statements if not begins or one.core.phase is Phase.BEGINS]
    over = next((end for one in counted if (end := chronology.lasting_end_of(one.uuid)) is not None), None)
    if over is None or any(chronology.precedes(over, chronology.position_of(one.uuid)) for one in statements):
        return None
    return over


def _of_the_past(statement: PlacedStatement, chronology: Chronology) -> bool:
    if statement.core.placing is Placement.BACK or chronology.passage_of(statement.passage).frame in _PAST_FRAMES:
        return True
    place = chronology.position_of(statement.uuid)
    return place.own and chronology.precedes(place, chronology.now_of(statement.passage))


def _last_moment(statement: PlacedStatement, chronology: Chronology) -> TimePosition:
    """Return the last moment up to which the past state that *statement* reports certainly lasts. For a statement about
    the current time of a flashback, tale or letter, the returned moment is the end of the flashback, tale or letter.
    For a statement about another time, or outside flashbacks, tales and letters, the returned moment is the statement's
    own moment.
    """
    place = chronology.position_of(statement.uuid)
    framed = chronology.passage_of(statement.passage).frame in _PAST_FRAMES
    on_line = framed and statement.core.placing is Placement.NOW and chronology.chain_position(place) is not None
    return chronology.line_end_of(statement.passage) if on_line else place


def _passing(statements: Sequence[PlacedStatement], chronology: Chronology) -> Duration:
    """Return the duration of a passing state such as a mood. The state certainly holds until the end of the last
    passage which says that the state holds at the passage's current moment. If the extraction from the text says that
    the state holds in one scene only, it certainly holds until the end of this scene. A passing state is over at the
    beginning of the second passage of the same run after the last passage that states it. The beginning of this second
    passage must be certainly later. A run is, for example, the main line or a letter. A state that holds in one scene
    only is already over at the beginning of the first passage after the scene. If all statements of a passing state are
    about the past or the future, it is uncertain whether the state holds after them.
    """
    here = [one for one in statements if one.core.placing is Placement.NOW]
    if not here:
        return Duration(tuple(dict.fromkeys(chronology.position_of(one.uuid) for one in statements)))
    ends = [(chronology.passage_of(one.scene_end or one.passage), one.scene_end is None) for one in here]
    last, is_mood = max(ends, key=lambda one: (one[0].narrative_key, one[0].uuid, one[1]))
    fade = chronology.end_of(last.uuid)
    following = chronology.neighbours(last.uuid)[1]
    if is_mood and following is not None:
        following = chronology.neighbours(following)[1]
    over = None if following is None else chronology.now_of(following)
    if over is None or not chronology.precedes(fade, over):
        return Duration((fade,))
    return Duration((fade,), over, stated=False)
