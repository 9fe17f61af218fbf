"""Finds sequences of statements that all look back, or all look ahead, and that the text tells in story order.

Two statements follow each other in a sequence if the rules or the model that extracted them from the text say so. In a
tale, letter or dream, the past events that one person reports also form a sequence. An account tells events in the
order in which they happened. A person can tell a tale inside a dream, a letter or another tale. The teller of a tale
inside a dream, letter or other tale may later report a past event outside the passages of his tale. Such an event
continues his tale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from episodic.model.episodes import FrameKind
from episodic.model.graph import TimelineTurn
from episodic.model.moments import TimeKind
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.model.spans import NarrativePosition
from episodic.temporal.chronology.counted_from import TOLD_BY_SOMEBODY, tells_in_claims
from episodic.temporal.chronology.layout import ChronologyLayout
from episodic.temporal.chronology.line_places import content_turn
from episodic.temporal.chronology.undated import UndatedRun
from episodic.temporal.placed import PlacedPassage, PlacedStatement, of_one_row


class _Tale(NamedTuple):
    episode: str
    teller: str
    line: str


@dataclass(slots=True)
class SequenceFinder:
    """Finds sequences of statements that all tell of an earlier time, or all of a later time. Each sequence is recorded
    in the layout (the data of the chronology). Statements are read in narrative order.

    A sequence ends with its chapter, so that chapters can be added one by one.
    """

    layout: ChronologyLayout
    _last: dict[str, tuple[str, PlacedStatement]] = field(default_factory=dict[str, tuple[str, PlacedStatement]])
    _before: dict[str, PlacedStatement] = field(default_factory=dict[str, PlacedStatement])
    _of_speaker: dict[tuple[str, str | None, Placement], tuple[str, PlacedStatement]] = field(
        default_factory=dict[tuple[str, "str | None", Placement], "tuple[str, PlacedStatement]"]
    )
    """For each run and speaker (None: the narration), the last statement that looks back, and the last one that looks
    ahead, with the statement's episode.
    """
    _account: dict[str, tuple[str, PlacedStatement]] = field(default_factory=dict[str, tuple[str, PlacedStatement]])
    """For each tale, letter or dream, the last past event that a person reported in it, with the event's episode."""
    _telling_now: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """The tales and letters that tell an event at their own current moment, and do not only look back. A tale or letter
    is given as the id of its run and the id of the chapter.
    """
    _tales: dict[str, _Tale] = field(default_factory=dict[str, _Tale])
    """For each dream, letter or tale, the last tale or letter that somebody tells inside it."""

    def begin(self, passage: PlacedPassage, statements: Sequence[PlacedStatement]) -> None:
        told = passage.frame in TOLD_BY_SOMEBODY
        if told and any(_tells_change(one) and content_turn(one) is TimelineTurn.ON for one in statements):
            self._telling_now.add((passage.run, passage.episode))
        host = self.layout.hosts.get(passage.run)
        teller = next((one.holder for one in statements if tells_in_claims(one, passage) and not one.tellers), None)
        if host is not None and teller is not None:
            self._tales[host] = _Tale(passage.episode, teller, self.layout.runs[passage.run][0])

    def read(self, passage: PlacedPassage, statement: PlacedStatement) -> str | None:
        """Record whether *statement*, the next one of its passage, continues a sequence. Return the id of the previous
        statement of this sequence, or None if *statement* continues no sequence.
        """
        if statement.core.derived:
            return None
        episode, last = self._last.get(passage.run, (None, None))
        if last is not None and of_one_row(last, statement):
            before = self._before.get(last.uuid)
        else:
            self._last[passage.run] = (passage.episode, statement)
            before = last if episode == passage.episode and statement.core.follows else None
            if before is None or not _one_account(before, statement):
                before = self._interrupted_account(passage, statement)
        self._note_account(passage, statement)
        if before is None or not _one_account(before, statement):
            before = self._reported_before(passage, statement)
        tale = self._continued_tale(passage, statement)
        if tale is None and before is not None:
            tale = self.layout.continued_tales.get(before.uuid)
        if tale is not None:
            self.layout.continued_tales[statement.uuid] = tale
        if before is None:
            return None
        self._before[statement.uuid] = before
        self._place(before, statement)
        return before.uuid

    def _note_account(self, passage: PlacedPassage, statement: PlacedStatement) -> None:
        way = _way_of(statement)
        if way is not Placement.NOW:
            self._of_speaker[passage.run, _speaker_of(statement), way] = (passage.episode, statement)

    def _interrupted_account(self, passage: PlacedPassage, statement: PlacedStatement) -> PlacedStatement | None:
        """Return the last statement of the account that *statement* continues behind something else: words of another
        person, or what happens while the account is told. Return None if *statement* continues no account. What
        happened before the scene continues no account of what happened in the scene.
        """
        if not statement.core.follows:
            return None
        episode, last = self._of_speaker.get((passage.run, _speaker_of(statement), _way_of(statement)), (None, None))
        if last is None or episode != passage.episode:
            return None
        within = last.core.placing is Placement.EARLIER and statement.core.placing is Placement.BACK
        return None if within else last

    def _continued_tale(self, passage: PlacedPassage, statement: PlacedStatement) -> str | None:
        """Return the name of the line (sequence of moments) of the tale that the past event *statement* continues, or
        None if it continues no tale. The event continues a tale inside the run of *passage* if the teller of the tale
        reports the event after the tale has begun.
        """
        tale = self._tales.get(passage.run)
        if tale is None or tale.episode != passage.episode or statement.world:
            return None
        if statement.holder != tale.teller or statement.tellers or _counts_back(statement):
            del self._tales[passage.run]
            return None
        return tale.line if _reports_past(statement, passage) else None

    def _reported_before(self, passage: PlacedPassage, statement: PlacedStatement) -> PlacedStatement | None:
        """Return the event of the past that the same person reported just before the event *statement*, or None. Time
        words begin a new account, unless they count forward ("the next day").
        """
        if not _reports_past(statement, passage) or (passage.run, passage.episode) in self._telling_now:
            return None
        episode, last = self._account.get(passage.run, (None, None))
        self._account[passage.run] = (passage.episode, statement)
        if last is not None and of_one_row(last, statement):
            return self._before.get(last.uuid)
        if last is None or _counts_back(statement) or episode != passage.episode or not _one_speaker(last, statement):
            return None
        return last

    def read_undated(self, passage: PlacedPassage, undated: UndatedRun) -> None:
        """Read the undated statements *undated* of a passage. Undated statements end the current sequence of statements
        in the passage's run (main line, tale, ...). The sequence goes on only if all undated statements are derived
        from other statements, and none was extracted from the text.
        """
        if undated.extracted:
            self._last.pop(passage.run, None)

    def _place(self, before: PlacedStatement, statement: PlacedStatement) -> None:
        layout = self.layout
        line = layout.sequences.setdefault(before.uuid, before.uuid)
        reached = layout.sequence_positions.setdefault(before.uuid, before.told)
        layout.sequences[statement.uuid] = line
        # Statements of one quote have the same offset in the text, but need different positions in the sequence, which
        # orders them.
        offset = max(statement.told.offset, reached.offset + 1)
        layout.sequence_positions[statement.uuid] = NarrativePosition(statement.told.order, offset)


def drop_sequence(layout: ChronologyLayout, statement: str) -> None:
    """Remove the whole sequence of a statement from the layout (the data of the chronology), because the text dates its
    statements in another order.
    """
    line = layout.sequences.get(statement)
    for one in [uuid for uuid, of in layout.sequences.items() if of == line]:
        del layout.sequences[one], layout.sequence_positions[one]


def _one_account(one: PlacedStatement, other: PlacedStatement) -> bool:
    return _one_speaker(one, other) and _way_of(one) is _way_of(other) is not Placement.NOW


def _way_of(statement: PlacedStatement) -> Placement:
    """Return BACK if a statement looks back, AHEAD if it looks ahead, and otherwise NOW."""
    return Placement.BACK if statement.core.placing.past else statement.core.placing


def _one_speaker(one: PlacedStatement, other: PlacedStatement) -> bool:
    return _speaker_of(one) == _speaker_of(other)


def _speaker_of(statement: PlacedStatement) -> str | None:
    """Return the key of the person whose words a statement passes on, or None for a statement of the narration."""
    if statement.world:
        return None
    return statement.tellers[0] if statement.tellers else statement.holder or ""


def _reports_past(statement: PlacedStatement, passage: PlacedPassage) -> bool:
    """Return whether a statement of a tale, letter or dream is somebody's claim that something happened in the past. An
    event of which somebody speaks in a dream is earlier than his words. This holds even if the extraction from the text
    did not mark the event as past.
    """
    core, dream = statement.core, passage.frame is FrameKind.DREAM
    if core.scope is not StatementScope.CLAIM or core.condition is not None or not _tells_change(statement):
        return False
    event = statement.predicate.kind is PredicateKind.EVENT
    past = content_turn(statement) is TimelineTurn.BACK or (dream and event and core.placing is Placement.NOW)
    return past and (dream or passage.frame in TOLD_BY_SOMEBODY)


def _counts_back(statement: PlacedStatement) -> bool:
    """Return whether a statement has time words that begin a new account. All time words that date or order the
    statement begin a new account, except those that count forward ("the next day").
    """
    time = statement.time if statement.dated else None
    return time is not None and (time.before or time.kind is not TimeKind.OFFSET)


def _tells_change(statement: PlacedStatement) -> bool:
    """Return whether a statement of the narration or of a claim is about an event, or a state that begins or ends. The
    result is false for habits, derived statements and denials.
    """
    core = statement.core
    if core.scope not in (StatementScope.WORLD, StatementScope.CLAIM) or core.habit or core.derived:
        return False
    if statement.predicate.kind is PredicateKind.EVENT:
        return core.phase is not Phase.DENIED
    return statement.predicate.kind is PredicateKind.STATE and core.phase in (Phase.BEGINS, Phase.ENDS)
