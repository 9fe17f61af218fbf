"""Settings and where each came from: flags, then the environment, then the `.env` file of the start folder, then defaults."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from platformdirs import user_cache_path

from episodic.errors import ConfigurationError

_PASSWORD = re.compile(r"://(?P<user>[^/:@]*):.*@", re.DOTALL)
DEFAULT_STORE = "episodic.db"
DEFAULT_WORK = "story"
LANGUAGE = "EPISODIC_LANGUAGE"


class Origin(StrEnum):
    """Where a setting came from."""

    FLAG = "flag"
    ENVIRONMENT = "environment"
    FILE = ".env"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting in force."""

    name: str
    value: str
    origin: Origin
    secret: bool = False

    @property
    def shown(self) -> str:
        """The value as it may be printed: of a secret only whether it is set, of an address no password."""
        if self.secret:
            return "set" if self.value else ""
        return _PASSWORD.sub("://\\g<user>:***@", self.value)


DEFAULTS: Mapping[str, str] = {
    "EPISODIC_STORE": DEFAULT_STORE,
    "EPISODIC_WORK": DEFAULT_WORK,
    LANGUAGE: "auto",
    "EPISODIC_MODEL": "",
    "OPENAI_API_KEY": "",
    "OPENAI_BASE_URL": "",
    "EPISODIC_EMBEDDING_MODEL": "",
    "EPISODIC_EMBEDDING_BASE_URL": "",
    "EPISODIC_EMBEDDING_API_KEY": "",
    "EPISODIC_EMBEDDING_DIMENSION": "",
    "NEO4J_USERNAME": "",
    "NEO4J_PASSWORD": "",
    "NEO4J_DATABASE": "",
    "EPISODIC_CACHE": "",
    "EPISODIC_CONCURRENCY": "8",
    "EPISODIC_REQUESTS_PER_MINUTE": "",
    "EPISODIC_TOKENS_PER_MINUTE": "",
    "EPISODIC_BUDGET": "",
    "EPISODIC_TIMEOUT": "",
    "EPISODIC_PRICE_INPUT": "",
    "EPISODIC_PRICE_OUTPUT": "",
    "EPISODIC_CURRENCY": "USD",
    "EPISODIC_REPLAY": "",
    "EPISODIC_RECORD": "",
}
"""Every setting by the name it has in the environment; the empty text is unset."""

SECRETS = frozenset({"OPENAI_API_KEY", "EPISODIC_EMBEDDING_API_KEY", "NEO4J_PASSWORD"})


@dataclass(frozen=True, slots=True)
class Config:
    """All settings in force, by name."""

    settings: Mapping[str, Setting]

    def text(self, name: str) -> str:
        """The setting's value; empty if it is unset."""
        return self.settings[name].value

    def number(self, name: str) -> int | None:
        """The setting as a whole number, None if it is unset. Raises ConfigurationError."""
        raw = self.text(name)
        if not raw:
            return None
        try:
            value = int(raw.replace("_", "").replace(",", ""))
        except ValueError as error:
            raise ConfigurationError(f"{name} is {raw!r}, which is no whole number.") from error
        if value <= 0:
            raise ConfigurationError(f"{name} is {raw!r}; it must be above zero.")
        return value

    def decimal(self, name: str) -> float | None:
        """The setting as a number, None if it is unset. Raises ConfigurationError."""
        raw = self.text(name)
        if not raw:
            return None
        try:
            value = float(raw)
        except ValueError as error:
            raise ConfigurationError(f"{name} is {raw!r}, which is no number.") from error
        if not 0 <= value < float("inf"):
            raise ConfigurationError(f"{name} is {raw!r}; it must be zero or more.")
        return value

    @property
    def cache_folder(self) -> Path:
        """Where replies of the model are kept."""
        return Path(self.text("EPISODIC_CACHE")) if self.text("EPISODIC_CACHE") else user_cache_path("episodic")


def configured(flags: Mapping[str, str | None], environment: Mapping[str, str], file: Mapping[str, str]) -> Config:
    """The settings in force; a flag that is None was not given."""
    settings: dict[str, Setting] = {}
    for name, default in DEFAULTS.items():
        secret = name in SECRETS
        flag = flags.get(name)
        if flag is not None:
            settings[name] = Setting(name, flag, Origin.FLAG, secret)
        elif environment.get(name):
            settings[name] = Setting(name, environment[name], Origin.ENVIRONMENT, secret)
        elif file.get(name):
            settings[name] = Setting(name, file[name], Origin.FILE, secret)
        else:
            settings[name] = Setting(name, default, Origin.DEFAULT, secret)
    return Config(settings)


def read_env_file(path: Path) -> dict[str, str]:
    """The `NAME=value` lines of a `.env` file; quotes around a value are taken off, `export` and comments are allowed.

    Returns nothing if there is no such file. Raises ConfigurationError for a line of another form.
    """
    if not path.is_file():
        return {}
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path} cannot be read as UTF-8 text.") from error
    found: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        text = line.strip().removeprefix("export ").strip()
        if not text or text.startswith("#"):
            continue
        name, equals, value = text.partition("=")
        if not equals or not name.strip().replace("_", "").isalnum():
            raise ConfigurationError(f"{path}, line {number}: expected NAME=value.")
        value = value.strip()
        if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'":
            value = value[1:-1]
        found[name.strip()] = value
    return found
