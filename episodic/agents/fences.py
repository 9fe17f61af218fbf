"""Puts text of the story between marks in answers to agents, so that an agent does not take the text for instructions."""

from __future__ import annotations

import re
from typing import Final

from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.json_shapes import Json, Object
from episodic.prompts import fenced
from episodic.search.prompt_lines import one_line
from episodic.text.scripts import is_ideographic

STORY_KEYS: Final = frozenset(
    {"text", "quote", "summary", "draft", "canon", "value", "qualifier", "condition", "passage", "context", "answer"}
)
"""The keys of an answer's JSON that hold texts of the story; these texts are always put between marks."""
TIME_KEYS: Final = frozenset({"validity"})
"""The keys of an answer's JSON that hold texts about times. The program writes these texts, but they may quote time
expressions of the story. A text under a key of TIME_KEYS is put between marks only if it is long or suspicious. A text
is long if it has more than 14 words or more than 90 characters. A text is suspicious if it contains "<<" or unprintable
characters.
"""
OWN_KEYS: Final = frozenset({"notes", "hint", "message", "kind", "cursor", "action", "confirm", "error"})
"""The keys of an answer's JSON that hold only texts of the program; these texts are not put between the marks of
quotations.
"""
_NAME_WORDS, _NAME_LETTERS, _NAME_CHARACTERS = 4, 40, 12
"""A text under a key that is not in STORY_KEYS, TIME_KEYS or OWN_KEYS is put between marks, unless it looks like a
name. The marks show that the text may be a quotation of the story. A text looks like a name if it has at most 4 words
and 40 characters, or with ideographs at most 12 characters. A text that contains "<<" or unprintable characters never
counts as a name.
"""
_TIME_WORDS, _TIME_LETTERS = 14, 90
_TITLE_LETTERS = 80
_FENCED: Final = re.compile(r"\s*<<(?P<label>[^<>\n]+)>>\n(?P<text>.*)\n<</(?P=label)>>\s*", re.DOTALL)


def with_fences(value: Object, language: Language) -> Object:
    """Return a copy of an answer in which the strings that come from the story are between marks. Short names and short
    texts about times are not put between marks, although they may come from the story.
    """
    label = message_text("agents.fence", language)
    return {key: _fenced(each, key, label) for key, each in value.items()}


def fenced_title(title: str, language: Language) -> str:
    """Return the title of a chapter on one line of at most 80 characters and the marks. As in answers, a short title
    that looks like a name is not put between marks.
    """
    shown = one_line(title)[:_TITLE_LETTERS]
    if _is_harmless(title, "title"):
        return shown
    return one_line(fenced(shown, message_text("agents.fence", language)))


def without_fences(value: Json) -> Json:
    """Return the arguments of a call without the marks around texts that an agent copied from an earlier answer."""
    match value:
        case str():
            found = _FENCED.fullmatch(value)
            return value if found is None else found["text"]
        case list():
            return [without_fences(one) for one in value]
        case dict():
            return {key: without_fences(one) for key, one in value.items()}
        case _:
            return value


def _fenced(value: Json, key: str, label: str) -> Json:
    match value:
        case str():
            return value if not value or _is_harmless(value, key) else fenced(value.strip(), label)
        case list():
            return [_fenced(one, key, label) for one in value]
        case dict():
            return {_plain_key(name): _fenced(one, name, label) for name, one in value.items()}
        case _:
            return value


def _plain_key(name: str) -> str:
    return one_line(name)[:_NAME_LETTERS]


def _is_harmless(text: str, key: str) -> bool:
    if key in OWN_KEYS:
        return True
    if key in STORY_KEYS or "<<" in text or not text.isprintable():
        return False
    if key in TIME_KEYS:
        return len(text.split()) <= _TIME_WORDS and len(text) <= _TIME_LETTERS
    if any(is_ideographic(one) for one in text):
        return len(text) <= _NAME_CHARACTERS
    return len(text.split()) <= _NAME_WORDS and len(text) <= _NAME_LETTERS
