"""Registry of language packs, in which other code looks up the components of a language.

The registry reads `PACK` from every package in `episodic/languages`, so no list of languages is needed. Another package
adds a language with the function `register`. A component is an object that a language supplies, such as its reading
rules or its messages. The package that uses a component declares it as a `Component` with its name and type. The
registry loads a component when the component is first used.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Final, Generic, TypeVar, cast

from episodic import languages
from episodic.errors import InputError
from episodic.model.episodes import Language

T = TypeVar("T")

IDEOGRAPHIC_SCRIPTS: Final = frozenset({"Hani", "Hans", "Hant", "Jpan"})
"""ISO 15924 codes of the scripts that use Han characters."""

Source = str | Callable[[], object]
"""The type of a source, from which the registry gets a component (an object that a language supplies, such as its
messages). A source is a reference such as "package.module:ATTRIBUTE", or a function that returns the component.
"""


@dataclass(frozen=True, slots=True)
class LanguagePack:
    """A supported language with its components.

    `code` is the BCP 47 code of the language, which is stored with each chapter. `script` is the ISO 15924 code of the
    language's script. `names` contains the name of the pack's language in several languages, by language code. For
    example, the pack of English maps "zh" to 英文. `common_words` are frequent function words in lower case, which
    distinguish languages that have the same script. `default_for_script` is true if a text in the script that is too
    short for language detection counts as a text in this language. `fallback` is true for the one language whose
    components replace components that another language lacks. `components` maps the names of components to their
    sources, each a function or a reference such as "package.module:ATTRIBUTE".
    """

    code: Language
    script: str
    names: Mapping[Language, str] = field(default_factory=dict[Language, str])
    common_words: frozenset[str] = frozenset()
    default_for_script: bool = False
    fallback: bool = False
    components: Mapping[str, Source] = field(default_factory=dict[str, Source])


@dataclass(frozen=True, slots=True)
class Component(Generic[T]):
    """A component that languages can supply, such as reading rules: its name in the language packs, and its Python
    type.
    """

    name: str

    def find(self, language: Language) -> T | None:
        """Return the component of *language*, or None if the language is not registered or lacks the component."""
        known = _packs().get(language)
        return None if known is None or self.name not in known.components else self._load(known)

    def supplied_by(self, language: Language) -> bool:
        """Return whether *language* is registered and supplies the component, without loading the component."""
        known = _packs().get(language)
        return known is not None and self.name in known.components

    def of(self, language: Language) -> T:
        """Return the component of *language*, or the component of the fallback language if *language* is not registered
        or lacks the component. Raise KeyError if the fallback language lacks the component as well.
        """
        found = self.find(language)
        return self._load(fallback()) if found is None else found

    def all(self) -> Sequence[tuple[Language, T]]:
        """Return a pair of language and component for each language that supplies the component, in the order of
        `codes`.
        """
        return cast("Sequence[tuple[Language, T]]", _all_of(self.name))

    def _load(self, known: LanguagePack) -> T:
        return cast("T", _loaded(known, self.name))


_LOADED: dict[tuple[Language, str], object] = {}
_REGISTERED: dict[Language, LanguagePack] = {}


def register(added: LanguagePack) -> None:
    """Add a language to the registry. Raise InputError if the language code is already registered."""
    if added.code in _packs():
        raise InputError(f"The language {added.code!r} is already registered.", hint="Use another code.")
    _REGISTERED[added.code] = added
    _clear()


def unregister(code: Language) -> None:
    """Remove a language from the registry, if a language with the code *code* is registered."""
    _REGISTERED.pop(code, None)
    for key in [key for key in _LOADED if key[0] == code]:
        del _LOADED[key]
    _clear()


def pack(code: Language) -> LanguagePack | None:
    """Return the pack of the language with the given code, or None if the language is not supported."""
    return _packs().get(code)


@cache
def codes() -> tuple[Language, ...]:
    """Return the codes of all supported languages, sorted, with the fallback language last."""
    return tuple(known.code for known in packs())


@cache
def packs() -> tuple[LanguagePack, ...]:
    """Return all language packs, sorted by code, with the fallback language last."""
    return tuple(sorted(_packs().values(), key=lambda known: (known.fallback, known.code)))


@cache
def fallback() -> LanguagePack:
    """Return the pack of the fallback language, from which `Component.of` takes components that a language lacks."""
    return next(known for known in _packs().values() if known.fallback)


def fits(text: str, language: Language) -> bool:
    """Return whether the script of *text* fits *language*.

    A text with Han characters fits languages such as Chinese, and a text without Han characters fits languages with
    alphabets. A language without a pack is treated like the fallback language.
    """
    known = pack(language) or fallback()
    return any("\u3400" <= sign <= "\u9fff" for sign in text) is (known.script in IDEOGRAPHIC_SCRIPTS)


def is_ideographic(language: Language) -> bool:
    """Return whether a language is written in Han characters.

    The script of a language without a pack is read from its code, such as "Jpan" from "und-Jpan".
    """
    known = pack(language)
    script = language.partition("-")[2] if known is None else known.script
    return script in IDEOGRAPHIC_SCRIPTS


def default_for(*, ideographic: bool) -> Language | None:
    """Return the code of the default language for text in Han characters (*ideographic* is true) or in an alphabet.
    Return None if no language is the default.
    """
    defaults = (known for known in packs() if known.default_for_script)
    return next((known.code for known in defaults if (known.script in IDEOGRAPHIC_SCRIPTS) is ideographic), None)


@cache
def _all_of(name: str) -> Sequence[tuple[Language, object]]:
    return tuple((known.code, _loaded(known, name)) for known in packs() if name in known.components)


def _loaded(known: LanguagePack, name: str) -> object:
    key = (known.code, name)
    if key not in _LOADED:
        _LOADED[key] = _resolved(known.components[name])
    return _LOADED[key]


def _clear() -> None:
    _all_of.cache_clear()
    codes.cache_clear()
    packs.cache_clear()
    fallback.cache_clear()


def _packs() -> Mapping[Language, LanguagePack]:
    if not _REGISTERED:
        folders = pkgutil.iter_modules(languages.__path__, f"{languages.__name__}.")
        shipped = [cast("LanguagePack", import_module(found.name).PACK) for found in folders if found.ispkg]
        _REGISTERED.update({known.code: known for known in shipped})
    return _REGISTERED


def _resolved(source: Source) -> object:
    if not isinstance(source, str):
        return source()
    module, _, attribute = source.partition(":")
    return cast("object", getattr(import_module(module), attribute))
