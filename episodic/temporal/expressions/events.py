"""Named events in time expressions ("after the war"): recognises event names and makes their comparison keys."""

from __future__ import annotations

from episodic.model.name_keys import name_key
from episodic.temporal.expressions.language_rules import rules_for_script_of
from episodic.temporal.expressions.normalisation import folded

_LONGEST = 60


def event_key(name: str) -> str:
    """Returns the comparison key of an event name. Names with equal keys mean the same event; determiners are
    ignored.
    """
    key = name_key(folded(name))
    return rules_for_script_of(key).event_key(key)


def event_named(words: str, *, strict: bool) -> str | None:
    """Returns the key of the event that *words* name; None if the text is not an event name ("he left", "dawn", "her
    death").

    With *strict*, only nouns for happenings count as event names; text found in running prose needs this strictness.
    """
    words = folded(words).strip(" ,.;:\"'")
    if not words or len(words) > _LONGEST or not rules_for_script_of(words).names_event(words, strict=strict):
        return None
    return event_key(words)
