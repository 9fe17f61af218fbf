"""The JSON of every command has no words in the work's language outside the key `in_words`, except the story's own text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import cast

import pytest

from episodic.cli.command_table import COMMANDS
from episodic.cli.escaping import Json
from tests.unit.cli.command_line import TALE, CommandLine

HAN = re.compile(r"[\u4e00-\u9fff]+")
SENTENCES = frozenset({"text", "summary"})
"""The keys whose values can be sentences that a reader wrote about the story."""
OF_A_READER = frozenset({"query", "predicate", "qualifier", "condition", "duration", "value"})
"""The keys of the examples whose values are not the author's: words of recorded replies, and queries of the demo."""
MORE = "第四章 夜雨\n\n三日后，裴照杀了沈三更。林晚很高兴。林晚住在望潮城。\n"
CHANGED = "第二章 进城\n\n次日，林晚去了望潮城。\n"
TITLES = "第六章 旧事 潮屋旧事 晚娘 林晚住在哪里"
CALLS: dict[str, tuple[tuple[str, ...], ...]] = {
    "ingest": (("ingest", "other.txt", "--yes", "--work", "other"),),
    "add": (("add", "more.txt"),),
    "retry": (("retry",),),
    "replace": (("replace", "2", "changed.txt", "--yes"),),
    "remove": (("remove", "3", "--yes"),),
    "merge": (("merge", "裴照", "沈三更", "--yes"),),
    "delete": (("delete", "--yes"),),
    "search": (("search", "林晚住在哪里", "--include-ended"),),
    "show": (("show", "林晚", "--include-ended"),),
    "timeline": (("timeline", "林晚"), ("timeline", "--picture", "all.svg")),
    "facts": (("facts", "--entity", "林晚", "--include-ended"), ("facts", "--as-of", "第2章")),
    "issues": (("issues",),),
    "chapters": (("chapters",), ("chapters", "--rejected")),
    "stats": (("stats", "--by", "predicate"), ("stats", "--by", "entity_type")),
    "read": (("read", "FACT"),),
    "graph": (("graph", "林晚"),),
    "works": (("works",), ("works", "rename", "story", "novel")),
    "export": (("export", "whole.jsonl"),),
    "import": (("import", "whole.jsonl", "--as", "copy"),),
    "config": (("config",),),
    "compact": (("compact", "--keep-revisions", "1", "--yes"),),
    "backup": (("backup", "copy.db"),),
    "reindex": (("reindex", "--yes"),),
    "check": (("check", "more.txt"),),
    "promote": (("promote", "第四章 夜雨"),),
    "undo": (("undo",),),
    "redo": (("redo",),),
    "history": (("history",),),
    "reread": (("reread", "--yes"),),
    "insert": (("insert", "more.txt", "--after", "1"),),
    "move": (("move", "3", "--before", "1"),),
    "rename": (("rename", "1", "潮屋旧事"),),
    "split": (),
    "correct": (("correct", "林晚", "--alias", "晚娘"),),
    "predicate": (("predicate", "居住于", "--cardinality", "many"),),
    "lock": (("lock", "FACT"),),
    "retract": (("retract", "FACT"),),
    "add-fact": (),
    "waive": (),
    "acts": (("acts",),),
    "revoke": (),
    "demo": (("demo",),),
    "calendar": (),
    "answer": (("answer", "林晚住在哪里"),),
    "context": (("context",),),
    "threads": (("threads", "--all"),),
    "digests": (("digests",), ("digests", "--storylines"), ("digests", "--factions")),
    "series": (("series",),),
    "jobs": (("jobs",),),
    "keys": (("keys",),),
    "tools": (("tools", "--access", "full"),),
    "library": (("library", "ingest", "books", "--yes"),),
    # Servers print no JSON.
    "serve": (),
    "mcp": (),
}


def test_every_command_is_called() -> None:
    assert CALLS.keys() == COMMANDS.keys()


def strings(value: Json, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the texts of a JSON value with the keys that lead to them, without those under `in_words`."""
    match value:
        case str():
            yield path, value
        case list():
            for one in value:
                yield from strings(one, path)
        case dict():
            for key, one in value.items():
                if key != "in_words":
                    yield from strings(one, (*path, key))
        case _:
            pass


def first_fact(cli: CommandLine) -> str:
    """Return the id of a fact."""
    return cast("list[dict[str, str]]", cli.value("facts")["facts"])[0]["uuid"]


@cache
def story_text() -> str:
    """Return everything that the author of the works wrote."""
    examples = Path(__file__).parents[3] / "examples"
    files = (*(examples / "zh").glob("*.md"), *(examples / "edited" / "zh").glob("*.md"))
    shipped = [one.read_text(encoding="utf-8") for one in sorted(files)]
    return "\n".join((*TALE.values(), MORE, CHANGED, TITLES, *shipped))


PREPARED: dict[str, tuple[tuple[str, ...], ...]] = {
    "import": (("export", "whole.jsonl"),),
    "undo": (("rename", "1", "旧事"),),
    "redo": (("rename", "1", "旧事"), ("undo",)),
    "issues": (("add", "more.txt"), ("add", "after.txt")),
    "promote": (("add", "more.txt", "--in-layer", "draft"),),
    "acts": (("correct", "林晚", "--alias", "晚娘"),),
}
"""The commands that a call needs before it."""


@pytest.mark.parametrize("name", COMMANDS)
def test_words_of_the_program_are_only_under_their_key(story_cli: CommandLine, name: str) -> None:
    story_cli.write("more.txt", MORE)
    story_cli.write("after.txt", CHANGED.replace("第二章", "第六章").replace("林晚去了望潮城", "沈三更去了望潮城"))
    story_cli.write("changed.txt", CHANGED)
    story_cli.write("books/other.txt", "\n".join(TALE.values()))
    story_cli.write("other.txt", "\n".join(TALE.values()))
    for call in PREPARED.get(name, ()):
        assert story_cli.run(*call).exit_code == 0, call
    written = story_text()

    for call in CALLS[name]:
        result = story_cli.run(*(first_fact(story_cli) if one == "FACT" else one for one in call), "--json")
        assert result.exit_code in (0, 1), result.stderr
        value: Json = json.loads(result.stdout)

        for path, text in strings(value):
            of_story = path[-1] in SENTENCES or (path[0] == "stories" and path[-1] in OF_A_READER)
            for han in HAN.findall(text) if not of_story else ():
                assert han in written, (path, text)
