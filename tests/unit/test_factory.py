"""Tests of the creation of a graph from settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from episodic.config import Config, configured
from episodic.embeddings.hashed import HashedEmbedder
from episodic.errors import ConfigurationError, StoreUnavailableError
from episodic.factory import model_name, opened, prices, require_store, store_address, work_names


def config(**settings: str) -> Config:
    """Return a configuration with only these settings."""
    return configured({}, settings, {})


def is_empty(folder: Path) -> bool:
    """Return whether no file was created in the folder."""
    return not list(folder.iterdir())


def test_a_path_is_a_file() -> None:
    """The full path is displayed, so that the user sees the folder."""
    found = store_address("novel.db")

    assert found.path == Path("novel.db").absolute()
    assert found.shown == str(Path("novel.db").absolute())


@pytest.mark.parametrize("scheme", ["bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"])
def test_a_bolt_address_is_a_server_and_its_user_is_not_shown(scheme: str) -> None:
    """The user name is passed separately from the address."""
    found = store_address(f"{scheme}://some%40one@host:7687/novels")

    assert found.shown == f"{scheme}://host:7687/novels"
    assert found.user == "some@one"
    assert not found.is_new


@pytest.mark.parametrize(
    "address", ["bolt://neo4j:secret@host", "http://host", "bolt://", "bolt://host:port", "", " ", "a\0b"]
)
def test_an_address_that_cannot_be_used_is_refused_and_not_repeated(address: str) -> None:
    """An unusable address may contain a secret."""
    with pytest.raises(ConfigurationError) as caught:
        store_address(address)

    assert "secret" not in str(caught.value)


def test_the_password_of_an_address_is_masked_where_settings_are_shown() -> None:
    """The password of an address that is refused later is masked, too."""
    settings = config(EPISODIC_STORE="bolt://neo4j:a:se@cret@host")

    assert settings.settings["EPISODIC_STORE"].shown == "bolt://neo4j:***@host"


@pytest.mark.parametrize(("named", "reads"), [("", None), ("rules", None), ("Rules", None), ("m", "m")])
def test_no_model_and_rules_are_the_same(named: str, reads: str | None) -> None:
    """The option `--model rules` reads by rules even if a model is configured."""
    found = model_name(config(EPISODIC_MODEL=named))

    assert found == reads


def test_there_is_no_price_until_the_user_sets_both() -> None:
    """An input price without an output price is ignored."""
    half = prices(config(EPISODIC_PRICE_INPUT="1"))
    both = prices(config(EPISODIC_PRICE_INPUT="1", EPISODIC_PRICE_OUTPUT="2"))

    assert half is None
    assert both is not None


async def test_a_graph_opens_with_the_offline_embedder_by_default(tmp_path: Path) -> None:
    """The offline embedder needs no download and no key."""
    settings = config(EPISODIC_STORE=str(tmp_path / "a.db"))

    async with opened(settings, reads=True) as it:
        embedder = it.graph.embedder

    assert embedder.name == HashedEmbedder().name
    assert it.model is None
    assert await work_names(settings) == ()


@pytest.mark.parametrize(
    "settings",
    [
        {"EPISODIC_EMBEDDING_MODEL": "e"},
        {"EPISODIC_EMBEDDING_MODEL": "e", "EPISODIC_EMBEDDING_DIMENSION": "many"},
        {"EPISODIC_MODEL": "m"},
        {"EPISODIC_MODEL": "m", "OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "ftp://host"},
        {"EPISODIC_MODEL": "m", "OPENAI_API_KEY": "k", "EPISODIC_BUDGET": "0"},
        {"EPISODIC_REPLAY": "no-such-folder"},
    ],
    ids=str,
)
async def test_settings_that_contradict_or_lack_something_are_named(settings: dict[str, str], tmp_path: Path) -> None:
    """The settings are checked before any request is sent or any file is written."""
    with pytest.raises(ConfigurationError):
        async with opened(config(EPISODIC_STORE=str(tmp_path / "a.db"), **settings), reads=True):
            pass

    assert is_empty(tmp_path)


async def test_plain_http_to_another_machine_warns(tmp_path: Path) -> None:
    """The text and the key would be sent unencrypted."""
    settings = config(EPISODIC_STORE=str(tmp_path / "a.db"), EPISODIC_MODEL="m", OPENAI_BASE_URL="http://192.0.2.1/v1")

    async with opened(settings, reads=True) as it:
        warnings = it.warnings

    assert any("unencrypted" in one for one in warnings)


def test_a_store_that_is_not_there_is_not_made_by_asking(tmp_path: Path) -> None:
    """The error contains the path of the missing store."""
    with pytest.raises(StoreUnavailableError) as caught:
        require_store(config(EPISODIC_STORE=str(tmp_path / "none.db")))

    assert str(tmp_path / "none.db") in caught.value.message
