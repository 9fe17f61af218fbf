"""Messages of the command `answer`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from episodic.answering.answers import LookUp, Note, Step
from episodic.cli.messages.message import Phrase, Separator, joined, message, same

BY_RULES = message("answers.by_rules")
CLOSEST = message("answers.closest")


def by_model(name: str) -> Phrase:
    return message("answers.by_model", model=name)


def planned(points: Iterable[str]) -> Phrase:
    return message("answers.planned", points=joined(map(same, points), separator=Separator.SEMICOLON))


def stepped(step: Step) -> Phrase:
    """Return the message that says what one step of the search for an answer has looked up, and why."""
    look_ups = joined(map(_looked, step.look_ups), separator=Separator.SEMICOLON)
    if step.reason:
        look_ups = message("answers.reason", look_ups=look_ups, reason=step.reason)
    return message("answers.stepped", number=step.number, look_ups=look_ups)


def noted(note: Note) -> Phrase:
    """Return the message that the search for an answer noted something, with the numbers of the note's sources."""
    return message("answers.noted", text=note.text, sources=numbered(note.sources))


def dropped(words: str) -> Phrase:
    return message("answers.dropped", words=words)


def numbered(sources: Sequence[int]) -> str:
    """Return the numbers of sources as they are printed after a sentence of an answer, such as "[1][3]"."""
    return "".join(f"[{number}]" for number in sources)


def _looked(one: LookUp) -> Phrase:
    words = " ".join((one.action, *one.arguments))
    if one.refused:
        return message("answers.looked_refused", words=words, reason=one.refused)
    return message("answers.looked", words=words, number=len(one.added))
