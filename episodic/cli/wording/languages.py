"""Which language is spoken: the one that is set, else the work's, else that of the user's locale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from episodic.config import LANGUAGE, Config
from episodic.errors import ConfigurationError
from episodic.model.episodes import Language

AUTO = "auto"


def chosen_language(config: Config) -> Language | None:
    """The language of the settings; None where the work's is spoken. Raises ConfigurationError for another."""
    said = config.text(LANGUAGE).strip().lower()
    if said in {"", AUTO}:
        return None
    if said not in {*Language}:
        raise ConfigurationError(f"{LANGUAGE} is {said!r}, which is no language.", hint="Set zh, en or auto.")
    return Language(said)


def locale_language(environment: Mapping[str, str]) -> Language:
    """The language of the user's locale: Chinese where the first of LC_ALL, LC_MESSAGES and LANG that is set begins with zh."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((said for name in names if (said := environment.get(name))), "")
    return Language.CHINESE if locale.lower().startswith("zh") else Language.ENGLISH


def main_language(chapters: Iterable[Language]) -> Language | None:
    """The language that most chapters are written in, of a tie that of the first; None where there are no chapters."""
    counted = Counter(chapters)
    return max(counted, key=lambda one: counted[one]) if counted else None
