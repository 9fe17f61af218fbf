"""Parser for the marks of a statement in a model's reply, such as "begins", "claim:3", "to:4" and "when:ten years ago".

Invalid marks are rejected with a reason, and the statement is kept without them. A mark is a short word after the
statement in the reply. A whole statement is rejected only if an invalid mark leaves open whether the statement is true.
For example, a statement is rejected if it is marked as a claim by an unknown entity, or with an unknown word such as
"perhaps".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from episodic.model.readings import Participant, Phase, Placement, Rejection, StatementScope

ROLES: Final = {
    "to": "recipient",
    "from": "source",
    "with": "companion",
    "tool": "tool",
    "at": "place",
    "witness": "witness",
    "heard": "listener",
    "about": "topic",
}
"""For each mark that lists participants (entities of a statement besides its subject and object), such as "to", their
role.
"""
_PHASES: Final = {one.value: one for one in Phase if one is not Phase.HOLDS}
_SCOPES: Final = {one.value: one for one in StatementScope if one not in (StatementScope.WORLD, StatementScope.SETUP)}
_PLACEMENTS: Final = {one.value: one for one in Placement if one is not Placement.NOW}
_DEFAULTS: Final = frozenset({Phase.HOLDS.value, StatementScope.WORLD.value, Placement.NOW.value})
_TEXTS: Final = frozenset({"when", "q", "if", "for", "event", "on"})
_NUMBERS: Final = re.compile(r"\s*-?\d+(?:\s*[,，、]\s*-?\d+)*\s*")
_COLON: Final = re.compile("[:：]")
_LONGEST: Final = 200


class RejectedMarkError(Exception):
    """The error for an invalid mark because of which a whole statement of a model's reply must be rejected. An example
    is the mark "claim:99" with the number of an unknown entity. The attribute `reason` is the name of the broken rule,
    such as "unknown_id".
    """

    def __init__(self, reason: str, mark: str) -> None:
        super().__init__(reason)
        self.reason, self.mark = reason, mark


@dataclass(frozen=True, slots=True)
class Marks:
    """The parsed marks of one statement, which are short words after it in a model's reply, such as "begins" or "to:4".
    In the fields of Marks, an entity is given by its index, from 0, in the list of entities that the prompt shows. The
    fields `event` and `time_event` contain names of events.
    """

    phase: Phase = Phase.HOLDS
    scope: StatementScope = StatementScope.WORLD
    holders: tuple[int, ...] = ()
    tellers: tuple[int, ...] = ()
    participants: tuple[Participant, ...] = ()
    placing: Placement = Placement.NOW
    time: str = ""
    time_event: str | None = None
    event: str | None = None
    qualifier: str | None = None
    condition: str | None = None
    duration: str | None = None
    habit: bool = False
    passing: bool = False
    follows: bool = False


@dataclass(slots=True)
class MarkParser:
    """A parser of the marks of statements, such as "begins" or "to:4". `entities` is the number of entities in the
    reply, and `events` contains the events that the reply lists by name.

    The method `parse` records an invalid mark, such as "to:99" with the number of an unknown entity, in the list
    `rejected`. If an invalid mark makes the whole statement invalid, `parse` raises RejectedMarkError instead.
    """

    entities: int
    events: Sequence[str] = ()
    rejected: list[Rejection] = field(default_factory=list[Rejection])

    def parse(self, marks: Iterable[str], text: str) -> Marks:
        """Return the parsed *marks* of one statement, that is, the short words that follow the statement in a model's
        reply, such as "begins" or "to:4". Every rejection quotes *text*, the sentence of the statement. Raise
        RejectedMarkError if the whole statement must be rejected.
        """
        found = Marks()
        for mark in marks:
            name, argument = _split(mark)
            if name not in _DEFAULTS:
                found = self._with(found, name, argument, shown=f"{mark}: {text}"[:_LONGEST])
        return found

    def _with(self, found: Marks, name: str, argument: str, *, shown: str) -> Marks:
        if name in _SCOPES:
            return self._scoped(found, _SCOPES[name], argument, shown)
        if not argument:
            return self._bare(found, name, shown)
        if name in ROLES or name == "via":
            return self._with_entities(found, name, argument, shown)
        if name in _TEXTS:
            return self._with_text(found, name, argument, shown)
        self.rejected.append(Rejection("unknown_mark", shown))
        return found

    def _bare(self, found: Marks, name: str, shown: str) -> Marks:
        if name == "habit":
            return replace(found, habit=True)
        if name == "then":
            return replace(found, follows=True)
        if name == "scene":
            return replace(found, passing=True)
        if name in _PHASES and found.phase in (Phase.HOLDS, _PHASES[name]):
            return replace(found, phase=_PHASES[name])
        if name in _PLACEMENTS and found.placing in (Placement.NOW, _PLACEMENTS[name]):
            return replace(found, placing=_PLACEMENTS[name])
        if name in _PHASES or name in _PLACEMENTS:
            self.rejected.append(Rejection("second_choice", shown))
            return found
        if name not in ROLES and name not in _TEXTS and name != "via":
            # A statement with an unknown word as mark is rejected, because the word may say that the statement is
            # denied or only claimed.
            raise RejectedMarkError("unknown_choice", shown)
        self.rejected.append(Rejection("empty_mark", shown))
        return found

    def _scoped(self, found: Marks, scope: StatementScope, argument: str, shown: str) -> Marks:
        numbers = _numbers(argument)
        if argument and (numbers is None or not all(self._offered(one) for one in numbers)):
            raise RejectedMarkError("unknown_id", shown)
        if found.scope is not StatementScope.WORLD:
            self.rejected.append(Rejection("second_choice", shown))
            return found
        return replace(found, scope=scope, holders=tuple(one - 1 for one in dict.fromkeys(numbers or ())))

    def _with_entities(self, found: Marks, name: str, argument: str, shown: str) -> Marks:
        numbers = _numbers(argument) or (0,)
        known = [one - 1 for one in numbers if self._offered(one)]
        self.rejected.extend(Rejection("unknown_id", shown) for one in numbers if not self._offered(one))
        if name == "via":
            return replace(found, tellers=(*found.tellers, *known))
        return replace(found, participants=(*found.participants, *(Participant(one, ROLES[name]) for one in known)))

    def _with_text(self, found: Marks, name: str, argument: str, shown: str) -> Marks:
        match name:
            case "when":
                return replace(found, time=found.time or argument)
            case "q":
                return replace(found, qualifier=found.qualifier or argument)
            case "if":
                return replace(found, condition=found.condition or argument)
            case "for":
                return replace(found, duration=found.duration or argument)
            case _:
                event = self._event(argument)
        if event is None:
            self.rejected.append(Rejection("unknown_id", shown))
            return found
        if name == "on":
            return replace(found, time_event=found.time_event or event)
        return replace(found, event=found.event or event)

    def _event(self, argument: str) -> str | None:
        """Return the name of the event that *argument*, an event's number or name, stands for. Return None if
        *argument* is a number that no event has.
        """
        if not argument.isdecimal():
            return argument
        number = int(argument)
        return self.events[number - 1] if 1 <= number <= len(self.events) else None

    def _offered(self, number: int) -> bool:
        return 1 <= number <= self.entities


def _split(mark: str) -> tuple[str, str]:
    name, argument = (*_COLON.split(mark, maxsplit=1), "")[:2]
    return name.strip().lower(), " ".join(argument.split())[:_LONGEST]


def _numbers(argument: str) -> tuple[int, ...] | None:
    if not _NUMBERS.fullmatch(argument) or len(argument) > _LONGEST:
        return None
    return tuple(int(one) for one in re.findall(r"-?\d+", argument))
