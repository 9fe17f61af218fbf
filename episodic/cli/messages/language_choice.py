"""Choice of the output language: the configured language, else the work's language, else the locale's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from episodic.config import LANGUAGE, Config
from episodic.errors import ConfigurationError
from episodic.languages.registry import codes, fallback
from episodic.model.episodes import Language

AUTO = "auto"


def chosen_language(config: Config) -> Language | None:
    """Return the output language that the user has configured, or None if the setting is `auto` or missing.

    Raises ConfigurationError for an unsupported language.
    """
    said = config.text(LANGUAGE).strip().lower()
    if said in {"", AUTO}:
        return None
    if said not in codes():
        raise ConfigurationError(
            f"{LANGUAGE} is {said!r}, which is no language.", hint=f"Set {', '.join(codes())} or {AUTO}."
        )
    return Language(said)


def locale_language(environment: Mapping[str, str]) -> Language:
    """Return the language in the first of the variables LC_ALL, LC_MESSAGES and LANG that is set.

    The fallback language of the package is returned if none of LC_ALL, LC_MESSAGES and LANG is set. The fallback
    language is also returned if the first of these variables that is set names no supported language.
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((said for name in names if (said := environment.get(name))), "")
    return next((code for code in codes() if locale.lower().startswith(code)), fallback().code)


def main_language(chapters: Iterable[Language]) -> Language | None:
    """Return the language of most chapters, or None if there are no chapters.

    If several languages have the same number of chapters, the language of the earliest chapter is returned.
    """
    counted = Counter(chapters)
    return max(counted, key=lambda one: counted[one]) if counted else None
