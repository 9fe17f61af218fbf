"""Messages in the user's language, from a catalogue for each language that maps message keys to format strings.

If the catalogue of a language lacks a key, the message of the fallback language is used. Format strings use the syntax
of `str.format`, with three additions. The first addition to the syntax of `str.format`: a format string can choose
between singular and plural by a count. For example, "{chapters:chapter|chapters}" gives "1 chapter" or "1,200
chapters". The second addition to the syntax of `str.format`: a number can get an ordinal ending that depends on its
last digit. For example, "{nth:th|st|nd|rd}" gives "20th", "21st", "22nd" and "23rd"; the numbers that end with 11, 12
and 13 get the first ending. The third addition to the syntax of `str.format`: the conversion "!c" changes the first
letter of a value to a capital.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from importlib import resources
from string import Formatter
from typing import Final, Literal, cast

from episodic.languages.registry import Component, fallback
from episodic.model.episodes import Language

MESSAGES: Final[Component[Mapping[str, str]]] = Component("messages")
"""Registry that maps each language to its catalogue of messages, with keys such as "reads.no_issues"."""


class _Formatter(Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        forms = format_spec.split("|")
        if isinstance(value, int) and len(forms) == _PLURAL_FORMS:
            return f"{value:,} {forms[0] if value == 1 else forms[1]}"
        if isinstance(value, int) and len(forms) == _ORDINAL_FORMS:
            last = 0 if value // 10 % 10 == 1 else value % 10
            return f"{value}{forms[last] if last < len(forms) else forms[0]}"
        return str(super().format_field(value, format_spec))

    def convert_field(self, value: object, conversion: str | None) -> object:
        if conversion == "c":
            return f"{str(value)[:1].upper()}{str(value)[1:]}"
        return cast("object", super().convert_field(value, cast("Literal['r', 's', 'a'] | None", conversion)))


_PLURAL_FORMS: Final = 2
_ORDINAL_FORMS: Final = 4


_FORMATTER: Final = _Formatter()


def message_text(key: str, language: Language, /, **values: object) -> str:
    """Return the message of *key* in *language*, with *values* in place of the placeholders.

    Raise KeyError if neither *language* nor the fallback language has the key.
    """
    text = template(key, language)
    parts = _parts(text)
    if parts is None:
        return _FORMATTER.vformat(text, (), values)
    found: list[str] = []
    for literal, name, conversion, spec in parts:
        found.append(literal)
        if name is not None:
            found.append(_FORMATTER.format_field(_FORMATTER.convert_field(values[name], conversion), spec))
    return "".join(found)


@lru_cache(maxsize=1 << 10)
def _parts(text: str) -> tuple[tuple[str, str | None, str | None, str], ...] | None:
    """Return the parts of a format string, each as four values: a literal text, and the name, conversion and format of
    the placeholder after it. Return None for a format string with a placeholder such as "{entity.name}", or with a
    placeholder inside a format, such as "{count:{width}}".

    The parts of format strings are cached, because parsing takes most of the time to format a message.
    """
    parts = tuple((literal, name, conversion, spec or "") for literal, name, spec, conversion in _FORMATTER.parse(text))
    simple = all(name is None or (name.isidentifier() and "{" not in spec) for _, name, _, spec in parts)
    return parts if simple else None


def template(key: str, language: Language) -> str:
    """Return the format string of *key* in *language*, or in the fallback language if *language* lacks the key.

    Raise KeyError if neither *language* nor the fallback language has the key.
    """
    found = find_template(key, language)
    if found is None:
        raise KeyError(key)
    return found


def find_template(key: str, language: Language) -> str | None:
    """Return the format string of *key* in *language*, else the one in the fallback language, or None if neither
    language has the key.
    """
    own = MESSAGES.of(language).get(key)
    return MESSAGES.of(fallback().code).get(key) if own is None else own


def placeholders(text: str) -> frozenset[str]:
    """Return the names of the placeholders in a format string."""
    return frozenset(name for _, name, _, _ in _FORMATTER.parse(text) if name is not None)


def catalogue(package: str) -> Callable[[], Mapping[str, str]]:
    """Return a function that loads the message catalogue from the file messages.json of *package*.

    The JSON file groups the messages by area, as in {"reads": {"no_issues": "No issues."}}.
    """
    return partial(_catalogue, package)


def _catalogue(package: str) -> Mapping[str, str]:
    areas = cast(
        "Mapping[str, Mapping[str, str]]",
        json.loads(resources.files(package).joinpath("messages.json").read_text(encoding="utf-8")),
    )
    return {f"{area}.{name}": text for area, texts in areas.items() for name, text in texts.items()}
