"""Tests of malicious import files: a file that is truncated, changed or foreign is refused, and no part of it is
stored.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import cast

import pytest

from episodic.app import StoryGraph
from episodic.errors import EmbedderMismatchError, EpisodicError, ImportFormatError, InputError
from episodic.stores.sqlite import SQLiteStore
from tests.story import CHAPTERS, canonical, memory_graph

Line = dict[str, object]
Change = Callable[[list[Line]], None]


_exported: list[str] = []
"""The export file of the small story, once a test has asked for it."""


async def exported() -> list[str]:
    """Return the export file of the small story."""
    if not _exported:
        async with memory_graph() as graph:
            await graph.add_manuscript(CHAPTERS)
            await graph.replace_episode(2, CHAPTERS[1].text + "王铁走了。\n")
            _exported.extend([line async for line in graph.export()])
    return list(_exported)


def with_checksum(lines: list[Line]) -> list[str]:
    """Return a file of these lines with a correct checksum, as an attacker would write it."""
    body = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in lines if one.get("kind") != "end"]
    digest = hashlib.sha256("".join(f"{one}\n" for one in body).encode("utf-8", "surrogatepass")).hexdigest()
    return [*body, json.dumps({"kind": "end", "sha256": digest})]


def with_first_line(lines: list[Line], **wanted: object) -> Line:
    """Return the lines with these fields in the first line."""
    return next(one for one in lines if all(one.get(name) == value for name, value in wanted.items()))


async def import_errors(files: Mapping[str, list[str]]) -> list[ImportFormatError]:
    """Return the error of the import of each file, and check after each that the store is unchanged."""
    errors: list[EpisodicError] = []
    async with memory_graph() as graph:
        neighbour = StoryGraph(graph.store, group_id="neighbour")
        await neighbour.add_manuscript(CHAPTERS[:1])
        before = await canonical(neighbour)

        for name, lines in files.items():
            try:
                await graph.import_(lines)
            except EpisodicError as error:
                errors.append(error)
            else:
                pytest.fail(f"{name}: the file was imported")
            assert [one.group_id for one in await graph.works()] == ["neighbour"], name
            assert await canonical(neighbour) == before, name
    found = [error for error in errors if isinstance(error, ImportFormatError)]
    assert found == errors
    assert {error.exit_code for error in found} == {2}
    assert [error for error in found if "Nothing was imported" not in error.hint] == []
    return found


async def test_a_whole_file_is_imported() -> None:
    """The other tests change this valid file."""
    lines = await exported()

    async with memory_graph() as graph:
        await graph.import_(with_checksum([cast("Line", json.loads(one)) for one in lines]))
        again = [line async for line in graph.export()]

    assert again == lines


SHARES = (0.0, 0.1, 0.5, 0.9, 0.999)


async def test_a_file_cut_at_a_line_is_refused() -> None:
    """A file without the end line is refused, wherever it is cut."""
    lines = await exported()
    files = {f"cut after {int(len(lines) * share)}": lines[: int(len(lines) * share)] for share in SHARES}

    errors = await import_errors(files)

    assert [error.line for error in errors] == [len(one) for one in files.values()]


async def test_a_file_cut_inside_a_line_is_refused() -> None:
    """The last line is invalid JSON or is not the end line."""
    text = "\n".join(await exported())

    await import_errors(
        {f"cut at {share}": text[: int(len(text) * share)].split("\n") for share in (0.01, 0.3, 0.5, 0.99)}
    )


async def test_a_file_whose_lines_were_changed_is_refused() -> None:
    """The checksum covers every line before the last line."""
    lines = await exported()
    place = len(lines) // 2
    one, following = lines[place : place + 2]
    changed = one.replace("林远", "赵虎").replace('"told"', '"tolt"') + " "
    edits = {
        "change": [changed, following],
        "drop": [following],
        "swap": [following, one],
        "repeat": [one, one, following],
    }

    files = {name: [*lines[:place], *edit, *lines[place + 2 :]] for name, edit in edits.items()}
    await import_errors({**files, "append": [*lines, one]})


def _set(kind: str, field: str, value: object, **wanted: object) -> Change:
    def change(lines: list[Line]) -> None:
        with_first_line(lines, kind=kind, **wanted)[field] = value

    return change


def _within(of: str, field: str, value: object) -> Change:
    """Change a field inside the stored value of an input record."""

    def change(lines: list[Line]) -> None:
        line = with_first_line(lines, kind="history", of=of)
        inner = cast("Line", json.loads(str(line["value"])))
        inner[field] = value
        line["value"] = json.dumps(inner, ensure_ascii=False)

    return change


def _in_windows(words: str, instead: str) -> Change:
    """Replace words in every stored reading."""

    def change(lines: list[Line]) -> None:
        for line in lines:
            if line["kind"] == "history" and line["of"] == "reading":
                line["value"] = str(line["value"]).replace(words, instead)

    return change


def _shorten(lines: list[Line]) -> None:
    """Remove the last character from a chapter's text, without a change of its reading."""
    line = with_first_line(lines, kind="history", of="episode", retired=None)
    inner = cast("Line", json.loads(str(line["value"])))
    inner["text"] = str(inner["text"])[:-1]
    line["value"] = json.dumps(inner, ensure_ascii=False)


def _twice(lines: list[Line]) -> None:
    """Add a second copy of a chapter."""
    line = with_first_line(lines, kind="history", of="episode", put=1, retired=None)
    lines.insert(lines.index(line), {**line, "put": 2})


def _drop_chapter(lines: list[Line]) -> None:
    """Remove a chapter but not its reading."""
    lines.remove(with_first_line(lines, kind="history", of="episode", retired=None))


def _remove(**wanted: object) -> Change:
    def change(lines: list[Line]) -> None:
        lines.remove(with_first_line(lines, **wanted))

    return change


def _add(line: Line, *, at: int = 5) -> Change:
    def change(lines: list[Line]) -> None:
        lines.insert(at, line)

    return change


FORGED: dict[str, Change] = {
    "another version": _set("header", "version", 2),
    "version as text": _set("header", "version", "1"),
    "another format": _set("header", "format", "graphml"),
    "no group": _set("header", "group_id", None),
    "group too long": _set("header", "group_id", "x" * 501),
    "group with half a pair": _set("header", "group_id", "a\ud800"),
    "another work": _set("header", "group_id", "somebody else's"),
    "no header": _remove(kind="header"),
    "two headers": _add({"kind": "header", "format": "episodic-graph", "version": 1, "group_id": "story"}),
    "unknown kind": _add({"kind": "macro", "uuid": "x"}),
    "kind that is no text": _add({"kind": ["episode"]}),
    "no kind": _add({"uuid": "x"}),
    "chapter of another work": _within("episode", "group_id", "neighbour"),
    "chapter without text": _within("episode", "text", None),
    "chapter whose language is no language code": _within("episode", "language", "no language!"),
    "chapter with a foreign field": _within("episode", "order", "first"),
    "reading with foreign windows": _within("reading", "windows", [{"nodes": 7}]),
    "setting of no form": _add(
        {
            "kind": "history",
            "of": "setting",
            "uuid": "settings",
            "told": 0,
            "put": 1,
            "retired": None,
            "value": '{"predicates": 5}',
        },
        at=9,
    ),
    "judgement of no form": _add(
        {
            "kind": "history",
            "of": "judgement",
            "uuid": "j",
            "told": 0,
            "put": 1,
            "retired": None,
            "value": '{"uuid": "j", "group_id": "story", "kind": "when", "episode": "e", "payload": "{}", "answer": "7", "reader": "x"}',
        },
        at=9,
    ),
    "chapter under another id": _set("history", "uuid", "somebody", of="episode"),
    "reading with a person who is not in it": _in_windows('"subject":', '"subject":99, "_":'),
    "reading with quotes outside the text": _in_windows('"quote":{"start":', '"quote":{"start":-'),
    "reading with places outside the text": _in_windows('"spans":[{"start":0', '"spans":[{"start":99999'),
    "reading with fewer passages": _within("reading", "passages", []),
    "reading of another text": _shorten,
    "two chapters of one id": _twice,
    "history of a derived kind": _set("history", "of", "fact"),
    "history of an unknown kind": _set("history", "of", "macro"),
    "history without a value": _set("history", "value", None),
    "value that is no JSON": _set("history", "value", "{"),
    "history before the first commit": _set("history", "put", 0),
    "history after the last commit": _set("history", "put", 10**9),
    "retired before it was put": _set("history", "retired", 1, put=1),
    "history put as text": _set("history", "put", "1"),
    "commit left out": _remove(kind="commit", revision=2),
    "commit repeated": _set("commit", "revision", 1, revision=2),
    "commit without action": _set("commit", "action", None),
    "reading without its chapter": _drop_chapter,
    "vector of another length": _set("vector", "float32", "AAAAAA=="),
    "vector that is no base64": _set("vector", "float32", "!!!"),
    "vector of a kind without vectors": _set("vector", "of", "episode"),
}


async def test_a_forged_file_with_a_right_checksum_is_refused() -> None:
    """Version, sizes, kinds, works, values and revisions are checked before any record is written."""
    forged: dict[str, list[str]] = {}
    for name, change in FORGED.items():
        lines = [cast("Line", json.loads(one)) for one in await exported()]
        change(lines)
        forged[name] = with_checksum(lines)

    await import_errors(forged)


async def test_lines_of_no_form_are_refused() -> None:
    """An import file may contain any text."""
    lines = await exported()

    texts = ("", "\0", "null", "[]", "7", '"kind"', '{"kind":', "[" * 100_000, "not json")

    await import_errors({f"{text[:9]!r} inside": [lines[0], text, *lines[1:]] for text in texts})
    await import_errors({f"{text[:9]!r} alone": [text] for text in texts})


async def test_a_work_that_is_there_with_another_history_is_not_overwritten() -> None:
    """An import never mixes two works with one name."""
    lines = await exported()

    async with memory_graph() as graph:
        await graph.add_episode("赵虎住在徐州。", name="别的")
        before = await canonical(graph)

        with pytest.raises(InputError) as raised:
            await graph.import_(lines)

        assert "Delete" in raised.value.hint
        assert await canonical(graph) == before


async def test_a_file_of_another_embedder_is_refused() -> None:
    """The vectors of the file cannot be compared with vectors of another embedder."""
    lines = [cast("Line", json.loads(one)) for one in await exported()]
    with_first_line(lines, kind="header")["embedder"] = "another/1024"

    async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as graph:
        with pytest.raises(EmbedderMismatchError) as raised:
            await graph.import_(with_checksum(lines))

        assert await graph.works() == []
    assert raised.value.exit_code == 2
