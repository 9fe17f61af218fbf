"""Tests of keys and passwords, which occur in no address, error, log, cache file, recording, store or export."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from episodic.app import StoryGraph
from episodic.config import configured, read_env_file
from episodic.errors import ConfigurationError, EpisodicError
from episodic.factory import opened, store_address
from episodic.llm.chain import ChainSettings, build_chain
from episodic.llm.openai import OpenAIModel
from episodic.model.episodes import Chapter
from episodic.stores.neo4j import Neo4jStore
from episodic.stores.sqlite import SQLiteStore
from tests.stages.bad_input import file_graph
from tests.unit.llm.local_server import Request, Response, completed, refused, serving

KEY = "sk-key-that-nobody-may-see-0123456789"
PASSWORD = "pass-word-that-nobody-may-see"
MANUSCRIPT = "林远住在海门城。此句不可外传。"


def one_man_model(request: Request) -> Response:
    """Return a model that finds one man and no statement."""
    if "EntitiesReply" in str(request.body):
        return completed('{"entities": ["Person|林远"], "passages": []}')
    if "FactsReply" in str(request.body):
        return completed('{"facts": []}')
    return completed('{"answers": []}')


async def ingested(folder: Path, url: str) -> None:
    """Ingest a work with cache and recordings, read through an endpoint that requires a key."""
    async with OpenAIModel("tiny", api_key=KEY, base_url=url) as endpoint:
        settings = ChainSettings("story", cache=folder / "cache", recordings=folder / "recordings")
        async with file_graph(folder / "story.db", build_chain(endpoint, settings)) as graph:
            await graph.add_manuscript([Chapter(MANUSCRIPT, title="第一章")])
            lines = [line async for line in graph.export()]
            (folder / "export.jsonl").write_text("\n".join(lines), encoding="utf-8")


def files_in(folder: Path) -> list[Path]:
    """Return every file in the folder and its subfolders."""
    return [one for one in folder.rglob("*") if one.is_file()]


async def test_a_key_is_in_no_file_and_no_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Store, cache, recordings and export are searched byte by byte, and so is the log at debug level."""
    caplog.set_level(logging.DEBUG)

    with serving(one_man_model) as server:
        await ingested(tmp_path, server.url)

    files = files_in(tmp_path)
    assert {one.suffix for one in files} >= {".db", ".json", ".jsonl"}
    assert [one for one in files if KEY.encode() in one.read_bytes()] == []
    assert KEY not in caplog.text


async def test_the_manuscript_is_not_logged_above_debug(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Libraries do not log the manuscript, either."""
    caplog.set_level(logging.INFO)

    with serving(one_man_model) as server:
        await ingested(tmp_path, server.url)
    with serving(lambda _: refused(400, MANUSCRIPT)) as server:
        assert_refused = tmp_path / "refusing"
        assert_refused.mkdir()
        await ingested(assert_refused, server.url)
    async with file_graph(tmp_path / "rules.db") as graph:
        await graph.add_manuscript([Chapter(MANUSCRIPT, title="第一章")])
        await graph.search("海门城")

    assert "不可外传" not in caplog.text
    assert "海门城" not in caplog.text


@pytest.mark.parametrize("level", [logging.DEBUG])
async def test_an_error_of_an_endpoint_that_repeats_the_key_does_not(
    tmp_path: Path, level: int, caplog: pytest.LogCaptureFixture
) -> None:
    """The key is not in the report, the stored failure of the chapter, or the log."""
    caplog.set_level(level)

    with serving(lambda _: refused(401, f"Incorrect API key provided: {KEY}.")) as server:
        await ingested(tmp_path, server.url)

    async with file_graph(tmp_path / "story.db") as graph:
        (entry,) = await graph.chapters()
    assert entry.failure is not None
    assert "401" in entry.failure
    assert KEY not in entry.failure
    assert KEY not in caplog.text
    assert not any(KEY.encode() in one.read_bytes() for one in files_in(tmp_path))


@pytest.mark.parametrize("url", [f"https://user:{PASSWORD}@example.org/v1", f"https://example.org/v1?key={PASSWORD}"])
def test_a_base_url_with_a_secret_is_refused_without_repeating_it(url: str) -> None:
    """A key belongs into the setting for keys."""
    with pytest.raises(ConfigurationError) as raised:
        OpenAIModel("tiny", api_key=KEY, base_url=url)

    assert PASSWORD not in str(raised.value)
    assert raised.value.hint


@pytest.mark.parametrize(
    "address",
    [
        f"bolt://neo4j:{PASSWORD}@localhost:7687",
        f"neo4j+s://neo4j:{PASSWORD}@example.org",
        f"postgres://neo4j:{PASSWORD}@localhost",
        f"bolt://neo4j:{PASSWORD}@localhost:port",
        f"bolt://neo4j:{PASSWORD}@",
    ],
)
def test_a_store_address_with_a_password_is_refused_without_repeating_it(address: str) -> None:
    """The address may be invalid in other ways, too."""
    with pytest.raises(ConfigurationError) as raised:
        store_address(address)

    assert PASSWORD not in str(raised.value)
    assert raised.value.exit_code == 2


def test_the_settings_in_force_show_no_secret() -> None:
    """The output says only whether a key is set, and shows addresses without passwords."""
    environment = {
        "OPENAI_API_KEY": KEY,
        "EPISODIC_EMBEDDING_API_KEY": KEY,
        "NEO4J_PASSWORD": PASSWORD,
        "EPISODIC_STORE": f"bolt://neo4j:{PASSWORD}@localhost:7687",
        "OPENAI_BASE_URL": f"https://me:{PASSWORD}@example.org/v1",
    }

    config = configured({}, environment, {})

    shown = json.dumps({name: one.shown for name, one in config.settings.items()})
    assert KEY not in shown
    assert PASSWORD not in shown
    assert config.settings["OPENAI_API_KEY"].shown == "set"


def test_objects_that_hold_secrets_do_not_show_them() -> None:
    """Neither the repr nor the displayed address contains a secret."""
    store = Neo4jStore("bolt://127.0.0.1:9", user="neo4j", password=PASSWORD)
    model = OpenAIModel("tiny", api_key=KEY, base_url="http://127.0.0.1:9/v1")

    for one in (store, model):
        assert PASSWORD not in f"{one!r} {one} {one.address}"
        assert KEY not in f"{one!r} {one} {one.address}"


def test_the_env_file_is_read_only_where_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file `.env` in the folder of a manuscript or above the working directory is not read."""
    start = tmp_path / "start"
    start.mkdir()
    (tmp_path / ".env").write_text(f"OPENAI_API_KEY={KEY}\n", encoding="utf-8")
    monkeypatch.chdir(start)

    assert read_env_file(start / ".env") == {}
    assert read_env_file(Path(".env")) == {}
    assert read_env_file(tmp_path / ".env") == {"OPENAI_API_KEY": KEY}


async def test_nothing_beside_a_manuscript_is_taken_for_settings(tmp_path: Path) -> None:
    """The file `.env` in a folder of chapters is neither a chapter nor a settings file."""
    book = tmp_path / "book"
    book.mkdir()
    (book / "01.txt").write_text("林远住在海门城。", encoding="utf-8")
    (book / ".env").write_text(f"EPISODIC_STORE=/elsewhere\nOPENAI_API_KEY={KEY}\n", encoding="utf-8")

    async with file_graph(tmp_path / "story.db") as graph:
        await graph.add_manuscript(book)
        exported = "\n".join([line async for line in graph.export()])

    assert KEY not in exported
    assert {one.name.split("-")[0] for one in files_in(tmp_path)} == {"01.txt", ".env", "story.db"}


def test_a_broken_env_file_is_refused_without_repeating_its_lines(tmp_path: Path) -> None:
    """The line may contain a key, so the error has only its number."""
    file = tmp_path / ".env"
    file.write_text(f"OPENAI_API_KEY {KEY}\n", encoding="utf-8")

    with pytest.raises(ConfigurationError) as raised:
        read_env_file(file)

    assert "line 1" in str(raised.value)
    assert KEY not in str(raised.value)


async def test_a_redirect_to_another_host_takes_no_key_there(tmp_path: Path) -> None:
    """No request is sent to the other host."""
    with serving(one_man_model) as other:
        location = other.url.replace("127.0.0.1", "localhost") + "/chat/completions"
        with serving(lambda _: Response(307, b"", {"Location": location})) as server:
            await ingested(tmp_path, server.url)
        async with file_graph(tmp_path / "story.db") as graph:
            (entry,) = await graph.chapters()

    assert other.requests == []
    assert entry.failure is not None
    assert "redirect" in entry.failure


async def test_one_hosts_key_is_not_sent_to_another(tmp_path: Path) -> None:
    """An embedding endpoint on another host gets only a key of its own."""
    asked: list[Request] = []

    def embedding(request: Request) -> Response:
        asked.append(request)
        return refused(401, "who are you?")

    with serving(embedding) as server:
        environment = {
            "OPENAI_API_KEY": KEY,
            "EPISODIC_STORE": str(tmp_path / "story.db"),
            "EPISODIC_EMBEDDING_MODEL": "e",
            "EPISODIC_EMBEDDING_DIMENSION": "8",
            "EPISODIC_EMBEDDING_BASE_URL": server.url,
            "EPISODIC_CACHE": str(tmp_path / "cache"),
        }
        async with opened(configured({}, environment, {})) as there:
            with pytest.raises(EpisodicError):
                await there.graph.add_manuscript([Chapter(MANUSCRIPT, title="第一章")])

    assert asked
    assert not any(KEY in str(one.headers) for one in asked)


def test_a_graph_says_where_it_is_without_a_secret() -> None:
    """The displayed address of the store contains no secret, so that it can be printed."""
    graph = StoryGraph(SQLiteStore(":memory:"))

    assert "memory" in graph.store.address
