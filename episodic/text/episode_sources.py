"""Converts chat messages and JSON values to plain text, so that conversations and data can be ingested as chapters."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from episodic.errors import InputError
from episodic.languages.messages import message_text
from episodic.model.episodes import EpisodeSource
from episodic.model.json_shapes import Json
from episodic.text.language import language_of

_MESSAGE = re.compile(r"^(?P<name>[^\s:：][^:：\n]{0,60}?)\s*[:：]\s*(?P<words>\S.*)?$")
_INNER_QUOTES = str.maketrans("“”「」", "‘’『』")
_DEEPEST = 40


def text_of(body: str, source: EpisodeSource) -> str:
    """Return the plain text of a chapter. *source* says whether its *body* is text, messages or JSON. Raise InputError
    if *body* does not have the form that *source* says.
    """
    if source is EpisodeSource.MESSAGE:
        return _spoken(body)
    if source is EpisodeSource.JSON:
        return _listed(body)
    return body


def _spoken(body: str) -> str:
    """Lines without a speaker's name belong to the message before them."""
    messages: list[tuple[str, list[str]]] = []
    for line in body.splitlines():
        found = _MESSAGE.match(line.strip())
        if found is not None:
            messages.append((found["name"], [found["words"] or ""]))
        elif line.strip() and messages:
            messages[-1][1].append(line.strip())
        elif line.strip():
            raise InputError(
                "The first message names no speaker.",
                hint="Write each message as NAME: WORDS.",
                key="message_without_speaker",
            )
    language = language_of(body)
    said = (
        message_text("episodes.said", language, name=name, words=" ".join(filter(None, words)).translate(_INNER_QUOTES))
        for name, words in messages
    )
    return "\n\n".join(said) + "\n"


def _listed(body: str) -> str:
    """Convert a JSON text to plain text. Each value becomes a line that begins with the keys which lead to it: {"hero":
    {"name": "Ann"}} becomes the line "hero name: Ann". Each object or list becomes a paragraph, and null gives no line.
    """
    try:
        value: Json = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise InputError(
            "The episode is not JSON.", hint="Give it as text, or correct the JSON.", key="not_json"
        ) from error
    paragraphs = ["\n".join(lines) for lines in _paragraphs(value, "", 0) if lines]
    return "\n\n".join(paragraphs) + "\n"


def _paragraphs(value: Json, name: str, depth: int) -> Iterator[list[str]]:
    if depth > _DEEPEST:
        raise InputError(
            "The JSON is nested more than {most} times.",
            hint="Give the inner objects alone.",
            key="deep_json",
            most=_DEEPEST,
        )
    if isinstance(value, dict):
        parts = [(f"{name} {key}".strip(), one) for key, one in value.items()]
    elif isinstance(value, list):
        parts = [(name, one) for one in value]
    else:
        parts = [(name, value)]
    yield [f"{path}: {_word(one)}" if path else _word(one) for path, one in parts if _is_leaf(one)]
    for path, one in parts:
        if isinstance(one, dict | list):
            yield from _paragraphs(one, path, depth + 1)


def _is_leaf(value: Json) -> bool:
    return value is not None and not isinstance(value, dict | list)


def _word(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
