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
    """Returns the configured language; None if the output uses the work's language.

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
    """Returns the language of the first of LC_ALL, LC_MESSAGES and LANG that is set.

    Returns the fallback language if the variable names no supported language.
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((said for name in names if (said := environment.get(name))), "")
    return next((code for code in codes() if locale.lower().startswith(code)), fallback().code)


def main_language(chapters: Iterable[Language]) -> Language | None:
    """Returns the language of most chapters; in a tie, the language that occurs first; None if there are no
    chapters.
    """
    counted = Counter(chapters)
    return max(counted, key=lambda one: counted[one]) if counted else None
