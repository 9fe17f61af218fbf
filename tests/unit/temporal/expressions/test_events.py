"""Tests of event names: which names are the same event, and which words are not an event."""

from __future__ import annotations

import pytest

from episodic.temporal.expressions import event_key
from episodic.temporal.expressions.events import event_named


@pytest.mark.parametrize(
    "names",
    [
        ("the fire", "The Fire", "that fire", "fire", "a fire"),
        ("那场大火", "大火", "这场大火", "那次火灾", "起火", "火"),
        ("赤壁之战", "那场赤壁之战", "赤壁之戰"),
        ("Bram's death", "the death of Bram", "Bram’s death"),
        ("the battle of the bridge", "The Battle of Bridge"),
        ("婚禮", "婚礼", "那场婚礼"),
    ],
)
def test_names_of_one_event_have_one_key(names: tuple[str, ...]) -> None:
    """The key of an event ignores articles, 那场, and the difference of Chinese scripts."""
    keys = {event_key(name) for name in names}

    assert len(keys) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("the fire", "the flood"), ("赤壁之战", "官渡之战"), ("Bram's death", "Jon's death")]
)
def test_names_of_different_events_have_different_keys(one: str, other: str) -> None:
    """The key of a death includes the person, and the key of a battle includes its name."""
    assert event_key(one) != event_key(other)


def test_words_that_name_nothing_that_happened_are_no_event() -> None:
    """A clause, "his death" and a part of the day are not event names. A moment that is tied to a general word would be
    tied to unrelated moments.
    """
    for words in [
        "在此",
        "在那",
        "he left",
        "her death",
        "dawn",
        "supper",
        "that",
        "three days",
        "",
        "了",
        "他走",
        "此",
        "他的死",
        "吃饭的时候",
    ]:
        assert event_named(words, strict=False) is None, words


def test_running_text_names_an_event_only_by_a_word_for_one() -> None:
    """ "Before the door" is about a place, and "before the siege" is about a time."""
    named = [event_named(words, strict=True) for words in ("the door", "the siege", "门口", "围城")]

    assert named == [None, "siege", None, "围城"]
