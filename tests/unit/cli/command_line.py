"""Runs commands in this process, in a separate folder, with only the given settings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from typer.testing import CliRunner, Result

from episodic.cli import app
from episodic.cli.escaping import Json
from episodic.config import DEFAULTS

TALE = {
    "一": "第一章 潮屋\n\n林晚住在苇港。林晚的师父是沈三更。沈三更住在苇港。\n“潮水来了。”沈三更说。林晚说：“我去看看。”\n",
    "二": "第二章 进城\n\n林晚离开了苇港。林晚去了望潮城。\n裴照生在柳浦。“你来了。”裴照说。裴照笑道：“坐。”\n",
    "三": "第三章 归来\n\n沈三更死了。林晚回到了苇港。裴照说：“走吧。”\n",
}
"""A story of three short chapters."""


class CommandLine:
    """A folder to run commands in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings: dict[str, str] = {"EPISODIC_CACHE": str(folder / "cache"), "COLUMNS": "100"}

    def run(self, *arguments: str, said: str | bytes = "", settings: Mapping[str, str] | None = None) -> Result:
        """Run a command and return its exit code and output. An exception other than an EpisodicError is raised."""
        cleared: dict[str, str | None] = dict.fromkeys((*DEFAULTS, "LC_ALL", "LC_MESSAGES", "LANG"))
        environment = {**cleared, **self.settings, **(settings or {})}
        result = CliRunner().invoke(app, list(arguments), input=said, env=environment)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    def value(self, *arguments: str) -> dict[str, Json]:
        """Run a command with --json and return the value that it printed."""
        result = self.run(*arguments, "--json")
        assert result.exit_code == 0, result.stderr
        found: dict[str, Json] = json.loads(result.stdout)
        return found

    def write(self, name: str, text: str) -> Path:
        """Write a file to the folder and return its path."""
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def tale(self, **changed: str) -> Path:
        """Return the story as the text of one file, with some chapters replaced by number."""
        return self.write("tale.txt", "\n".join((TALE | changed).values()))
