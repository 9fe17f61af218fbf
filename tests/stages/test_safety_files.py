"""Tests of stored files and output: only the owner can read files, deleted text is removed, and output contains no
control characters.
"""

from __future__ import annotations

import asyncio
import os
import re
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from episodic.app import StoryGraph
from episodic.cache_folders import forget_group, group_folder
from episodic.config import configured
from episodic.factory import forget_caches
from episodic.llm.caching import CACHED_REPLIES
from episodic.llm.chain import ChainSettings, build_chain
from episodic.model.episodes import Chapter
from episodic.model.records import Kind
from episodic.stores.sqlite import SQLiteStore
from episodic.testing.store_contract.builders import search_text
from tests.forked import commands
from tests.replies import Stated
from tests.stages.bad_input import file_graph, reading
from tests.story import CHAPTERS, canonical

SECRET = "魑魅魍魉qzxjkvw"
EVIL = {
    "mermaid": '林"]-->|x|n9[远',
    "markup": "[red]林[/red]远[/]",
    "escape": "\x1b]0;owned\x07\x1b[31m林远",
    "newline-like": "林\u2028远\x85沈",
    "right to left": "林\u202e远\u2066沈",
    "html": "<img src=x onerror=alert(1)>林",
    "comment": "%%{init: {}}%% 林",
    "NUL": "林\0远",
}
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


@pytest.fixture
def open_mask() -> Iterator[None]:
    """Set a umask that lets everybody read new files."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_mask")
async def test_everything_that_is_written_is_for_its_owner_only(tmp_path: Path) -> None:
    """Store, log, lock, cache and recordings are files with mode 0600 in folders with mode 0700, with any umask."""
    model = reading({"林远": "Person"}, [])
    chain = ChainSettings("story", cache=tmp_path / "cache", recordings=tmp_path / "recordings")

    async with file_graph(tmp_path / "story.db", build_chain(model, chain)) as graph:
        await graph.add_manuscript(CHAPTERS)
        made = list(tmp_path.rglob("*"))  # noqa: ASYNC240 - a handful of files
        modes = {one: stat.S_IMODE(one.stat().st_mode) for one in made}

    assert any(one.suffix == ".json" for one in made)
    assert [one for one in made if one.is_file() and modes[one] != 0o600] == []
    assert [one for one in made if one.is_dir() and modes[one] != 0o700] == []


def files_with_secrets(folder: Path) -> list[str]:
    """Return the names of files that contain the secret words."""
    return [one.name for one in folder.rglob("*") if one.is_file() and SECRET.encode() in one.read_bytes()]


async def test_a_deleted_work_is_gone_from_rows_history_full_text_and_bytes(tmp_path: Path) -> None:
    """Text that an edit had replaced earlier is removed, too. Another work is unchanged."""
    async with file_graph(tmp_path / "story.db") as graph:
        neighbour = StoryGraph(graph.store, group_id="neighbour")
        await neighbour.add_manuscript(CHAPTERS)
        kept = await canonical(neighbour)
        await graph.add_manuscript(CHAPTERS)
        await graph.add_episode(f"林远持{SECRET}。{SECRET}住在海门城。", name="秘")
        await graph.replace_episode("秘", "林远走了。")
        await graph.add_episode(f"沈度道：“{SECRET}！”", name="再")
        before = files_with_secrets(tmp_path)

        deleted = await graph.delete()

        assert before
        assert deleted
        assert await graph.store.work("story") is None
        assert await graph.store.commits("story") == []
        for kind in Kind:
            assert list(await graph.store.history("story", kind)) == []
            assert list(await graph.store.fetch("story", kind)) == []
        for kind in (Kind.PASSAGE, Kind.ENTITY, Kind.FACT):
            assert list(await search_text(graph.store, "story", kind, SECRET, limit=10)) == []
        assert files_with_secrets(tmp_path) == []
        assert await canonical(neighbour) == kept
        assert await graph.chapters() == ()
    assert files_with_secrets(tmp_path) == []


async def test_deleting_reaches_the_cache_of_that_work_only(tmp_path: Path) -> None:
    """Replies that quote the manuscript are deleted, and replies of another work are not."""
    model = reading({"林远": "Person"}, [Stated(quote=SECRET, text=SECRET, subject=1, predicate="said", value=SECRET)])
    for group in ("story", "neighbour"):
        chain = build_chain(model, ChainSettings(group, cache=tmp_path / "cache" / "replies"))
        async with file_graph(tmp_path / "story.db", chain, group_id=group) as graph:
            await graph.add_manuscript([Chapter(f"林远道：{SECRET}。", title="秘")])
            if group == "story":
                await graph.delete()
    replies = tmp_path / "cache" / "replies"
    there = list(group_folder(replies, "story").rglob("*.json"))

    gone = forget_caches(configured({}, {"EPISODIC_CACHE": str(tmp_path / "cache"), "EPISODIC_WORK": "story"}, {}))

    assert there
    assert gone == len(there)
    assert list(group_folder(replies, "story").rglob("*.json")) == []
    assert list(group_folder(replies, "neighbour").rglob("*.json"))
    assert forget_group(replies, "story", files=CACHED_REPLIES) == 0


@pytest.mark.parametrize("name", EVIL.values(), ids=EVIL)
async def test_a_diagram_holds_no_character_that_does_anything(name: str) -> None:
    """Names stay inside their labels: the diagram has the same lines, arrows and brackets as with a harmless name."""

    async def drawn(called: str) -> str:
        said = [
            Stated(quote="住在海门城", text=f"{called}住在海门城", subject=1, predicate="lives_in", object=2),
            Stated(quote="住在海门城", text=f"{called}说{called}", subject=1, predicate='a"]-->b', value=called),
        ]
        model = reading({called: "Person", "海门城": "Place"}, said)
        async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
            await graph.add_episode(f"那天，{called}住在海门城。", name="第一章")
            return (await graph.explore([called])).to_mermaid()

    tame, found = await drawn("林远"), await drawn(name)

    assert CONTROL.search(found) is None
    assert "<" not in found.replace("<br/>", "")
    for mark in ("\n", "-->", '["', '"]', '|"'):
        assert found.count(mark) == tame.count(mark)


async def test_control_characters_are_shown_escaped_by_the_command_line(tmp_path: Path) -> None:
    """Names, quotes, values and issue texts cannot control a terminal and are not interpreted as markup."""
    told = [f"远方{name}双眼是{colour}。" for name, colour in zip(EVIL.values(), "蓝黑灰绿棕金红白", strict=True)]
    said = [
        Stated(quote=one[:-1], text=one, subject=1, predicate="eye_colour", value=one[-4:-1] + one[:-4]) for one in told
    ]
    async with file_graph(tmp_path / "story.db", reading({"远方": "Person"}, said)) as graph:
        await graph.add_manuscript(
            [Chapter(one, title=f"第{n}章 {one[2:-5]}", key=str(n)) for n, one in enumerate(told)]
        )
        assert await graph.issues()

    for command in (["issues"], ["show", "远方"], ["search", "远方"]):
        for form in ([], ["--json"]):
            shown = await asyncio.to_thread(
                subprocess.run,
                [str(commands() / "episodic"), *command, *form, "--store", str(tmp_path / "story.db")],
                capture_output=True,
                check=False,
                cwd=tmp_path,
                env={**os.environ, "FORCE_COLOR": "1", "COLUMNS": "200", "PYTHONUTF8": "1"},
            )

            assert shown.returncode == 0, shown.stderr.decode("utf-8")
            # The colours of the command line itself are allowed.
            output = re.sub(r"\x1b\[[0-9;]*m", "", shown.stdout.decode("utf-8"))
            assert output.strip(), command
            assert CONTROL.search(output) is None, command
            assert "owned" not in output or "\\x1b" in output or "\\u001b" in output, command
