"""Named events in time expressions ("after the war"): recognition of event names, and keys for their comparison."""

from __future__ import annotations

from episodic.model.name_keys import name_key
from episodic.temporal.expressions.language_rules import rules_for_script_of
from episodic.temporal.expressions.normalisation import folded

_LONGEST = 60


def event_key(name: str) -> str:
    """Return the comparison key of an event name, which ignores determiners; two names with equal keys mean the same
    event.
    """
    key = name_key(folded(name))
    return rules_for_script_of(key).event_key(key)


def event_named(words: str, *, strict: bool) -> str | None:
    """Return the comparison key of the event that *words* name, or None if they do not name an event. For example, "the
    war" names an event, but "he left", "dawn" and "her death" do not.

    If *strict* is true, only nouns for happenings ("war", "wedding") count as event names. The caller must set *strict*
    for text found in running prose.
    """
    words = folded(words).strip(" ,.;:\"'")
    if not words or len(words) > _LONGEST or not rules_for_script_of(words).names_event(words, strict=strict):
        return None
    return event_key(words)
