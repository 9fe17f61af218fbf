"""Settings of the command line, from flags, environment variables, the `.env` file and defaults, in this order of
priority.
"""

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
    """The source of a setting's value."""

    FLAG = "flag"
    ENVIRONMENT = "environment"
    FILE = ".env"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Setting:
    """The value of one setting and its source."""

    name: str
    value: str
    origin: Origin
    secret: bool = False

    @property
    def shown(self) -> str:
        """Return the value in a form that is safe to print.

        A secret that is set is shown as "set", and passwords in addresses are replaced by asterisks.
        """
        if self.secret:
            return "set" if self.value else ""
        return _PASSWORD.sub("://\\g<user>:***@", self.value)


DEFAULTS: Mapping[str, str] = {
    "EPISODIC_STORE": DEFAULT_STORE,
    "EPISODIC_WORK": DEFAULT_WORK,
    LANGUAGE: "auto",
    "EPISODIC_MODEL": "",
    "EPISODIC_SMALL_MODEL": "",
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
    "EPISODIC_LOG": "",
    "EPISODIC_OVERDUE_AFTER": "10",
}
"""The default value of every setting, by the name of its environment variable. An empty string means that the setting
is unset.
"""

SECRETS = frozenset({"OPENAI_API_KEY", "EPISODIC_EMBEDDING_API_KEY", "NEO4J_PASSWORD"})


@dataclass(frozen=True, slots=True)
class Config:
    """All settings of one run of the command line, by the name of the setting."""

    settings: Mapping[str, Setting]

    def text(self, name: str) -> str:
        """Return the value of a setting, or an empty string if the setting is unset."""
        return self.settings[name].value

    def number(self, name: str) -> int | None:
        """Return the setting as a positive integer, or None if the setting is unset.

        Raises ConfigurationError if the value is not a positive integer.
        """
        raw = self.text(name)
        if not raw:
            return None
        try:
            value = int(raw.replace("_", "").replace(",", ""))
        except ValueError as error:
            raise ConfigurationError(f"{name} is {raw!r}, which is not a whole number.") from error
        if value <= 0:
            raise ConfigurationError(f"{name} is {raw!r}; it must be greater than zero.")
        return value

    def decimal(self, name: str) -> float | None:
        """Return the setting as a number of at least zero, or None if the setting is unset.

        Raises ConfigurationError if the value is not a number of at least zero.
        """
        raw = self.text(name)
        if not raw:
            return None
        try:
            value = float(raw)
        except ValueError as error:
            raise ConfigurationError(f"{name} is {raw!r}, which is not a number.") from error
        if not 0 <= value < float("inf"):
            raise ConfigurationError(f"{name} is {raw!r}; it must be zero or more.")
        return value

    def with_default(self, name: str, value: str) -> Config:
        """Return a copy of these settings in which the setting *name* has the value *value* and counts as a default
        value.
        """
        return Config({**self.settings, name: Setting(name, value, Origin.DEFAULT, name in SECRETS)})

    @property
    def cache_folder(self) -> Path:
        """Return the folder in which model replies and vectors are cached."""
        return Path(self.text("EPISODIC_CACHE")) if self.text("EPISODIC_CACHE") else user_cache_path("episodic")


def configured(flags: Mapping[str, str | None], environment: Mapping[str, str], file: Mapping[str, str]) -> Config:
    """Combine flags, environment variables and the `.env` file into a Config. A flag that is None is ignored, and so is
    an empty environment variable or an empty value in the `.env` file.
    """
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
    """Parse the `NAME=value` lines of a `.env` file, and return the values by name, or an empty dict if *path* is no
    file.

    Quotes around values and the word `export` at the beginning of a line are removed, and lines that begin with "#" are
    skipped. Raises ConfigurationError if the file has a line of any other form (apart from empty lines), or cannot be
    read as UTF-8 text.
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
