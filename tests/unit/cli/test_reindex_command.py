"""The command `reindex`, with an embedding endpoint on this machine."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from pydantic import JsonValue

from tests.unit.cli.command_line import CommandLine
from tests.unit.llm.local_server import Request, Response, Server, sent, serving


def vectors(request: Request) -> Response:
    """Return a vector of 16 numbers for each text."""
    texts = request.body["input"]
    assert isinstance(texts, list)
    rows: list[JsonValue] = [
        {"index": number, "embedding": [float(len(str(text))), *[3.0] * 15]} for number, text in enumerate(texts)
    ]
    return sent({"data": rows})


@pytest.fixture
def server() -> Generator[Server]:
    """Run an embedding endpoint."""
    with serving(vectors) as running:
        yield running


@pytest.fixture
def with_other_embedder(story_cli: CommandLine, server: Server) -> CommandLine:
    """Return the story, which the offline embedder has embedded, with the settings of another embedder."""
    story_cli.settings |= {
        "EPISODIC_EMBEDDING_MODEL": "small",
        "EPISODIC_EMBEDDING_DIMENSION": "16",
        "EPISODIC_EMBEDDING_BASE_URL": server.url,
        "EPISODIC_EMBEDDING_API_KEY": "key",
    }
    return story_cli


def test_search_after_a_change_of_the_embedder_names_the_command_that_helps(with_other_embedder: CommandLine) -> None:
    refused = with_other_embedder.run("search", "苇港")
    made = with_other_embedder.run("reindex", "--yes")
    found = with_other_embedder.run("search", "苇港")

    assert refused.exit_code == 2
    assert "`episodic reindex`" in refused.stderr
    assert made.exit_code == 0
    assert found.exit_code == 0
    assert "苇港" in found.stdout


def test_the_preview_of_a_reindexing_sends_nothing(with_other_embedder: CommandLine, server: Server) -> None:
    """The preview is printed in Chinese and in English."""
    chinese = with_other_embedder.run("reindex", "--dry-run")
    english = with_other_embedder.run("reindex", "--dry-run", settings={"EPISODIC_LANGUAGE": "en"})
    value = with_other_embedder.value("reindex", "--dry-run")

    assert f"重新计算 {value['texts']} 段文字" in chinese.stdout
    assert f"{value['texts']} texts" in english.stdout
    assert server.requests == []


def test_a_reindexing_reports_the_embedded_texts(with_other_embedder: CommandLine) -> None:
    """A second run embeds nothing."""
    preview = with_other_embedder.value("reindex", "--dry-run")
    first = with_other_embedder.value("reindex", "--yes")
    second = with_other_embedder.value("reindex", "--yes")

    assert first["texts"] == preview["texts"]
    assert second["texts"] == 0
    assert second["revision"] == first["revision"]
