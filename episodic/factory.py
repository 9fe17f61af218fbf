"""Opens the work that the settings name: creates its store, model and embedder, and closes all three afterwards."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from episodic.cache_folders import forget_group, rename_group
from episodic.config import Config
from episodic.embeddings.caching import CACHED_VECTORS, CachingEmbedder
from episodic.embeddings.hashed import HashedEmbedder
from episodic.endpoints import OPENAI_BASE_URL, endpoint_address
from episodic.errors import ConfigurationError, StoreUnavailableError
from episodic.model.settings import WorkSettings
from episodic.ports import Embedder, GraphStore, LanguageModel
from episodic.stores.sqlite import SQLiteStore

if TYPE_CHECKING:
    # The code that ingests chapters and calls models is imported inside functions, because importing it would slow down
    # the start of read-only commands.
    from episodic.app import StoryGraph
    from episodic.llm.usage import Ledger, Prices
    from episodic.read_only import ReadOnlyWork

BY_RULES = "rules"
"""The model name with which a user chooses that rules read the chapters instead of a language model."""
NEO4J_SCHEMES = frozenset({"bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"})
_MEMORY = ":memory:"

Close = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class StoreAddress:
    """The address of a store, without passwords and other secrets. A store on a server has a `url`, and a `user` if the
    address names one. A store in a file or in memory has a `path`, such as ":memory:".
    """

    url: str = ""
    user: str = ""
    path: Path | None = None

    @property
    def shown(self) -> str:
        """Return the address in a form that is safe to print."""
        return self.url if self.path is None else str(self.path)

    @property
    def is_new(self) -> bool:
        """Return whether the address is a file that does not exist yet. A store on a server or in memory never counts
        as new.
        """
        return self.path is not None and str(self.path) != _MEMORY and not self.path.exists()


@dataclass(frozen=True, slots=True)
class OpenedGraph:
    """An open work, with the address of its store, the name of the model, and the costs of model calls.

    `model` is None if rules read the chapters. `ledger` counts the model calls and tokens. `prices` is None if the user
    did not configure both prices (of input tokens and of output tokens). `warnings` are messages that the caller should
    show to the user.
    """

    graph: StoryGraph
    address: StoreAddress
    model: str | None
    ledger: Ledger
    prices: Prices | None
    warnings: tuple[str, ...] = ()


def store_address(address: str) -> StoreAddress:
    """Parse a store address: a path of a SQLite file, ":memory:", or a URL of a Neo4j server.

    The URL schemes of a Neo4j server are bolt and neo4j, each also with +s or +ssc. Raises ConfigurationError for an
    empty or malformed address, an unknown URL scheme, a password in the address, and a missing host. The error message
    contains no secret.
    """
    if address == _MEMORY:
        return StoreAddress(path=Path(_MEMORY))
    if "://" not in address:
        if not address.strip() or "\0" in address:
            raise ConfigurationError(
                "The store address is empty or invalid.", hint="Give a file or bolt://user@host:7687."
            )
        return StoreAddress(path=Path(address).expanduser().absolute())
    scheme = address.partition("://")[0].lower()
    if scheme not in NEO4J_SCHEMES:
        raise ConfigurationError(
            "The scheme of the store address is not supported.",
            hint="Give the path of a SQLite file, or a bolt:// or neo4j:// address of a Neo4j server.",
        )
    try:
        parts = urlsplit(address)
        port = "" if parts.port is None else f":{parts.port}"
    except ValueError:
        raise ConfigurationError(
            "The store address cannot be parsed.", hint="An example of an address: bolt://neo4j@localhost:7687"
        ) from None
    if parts.password is not None:
        raise ConfigurationError(
            "The store address contains a password.", hint="Remove the password and set NEO4J_PASSWORD."
        )
    if not parts.hostname:
        raise ConfigurationError(
            "The store address has no host.", hint="An example of an address: bolt://neo4j@localhost:7687"
        )
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return StoreAddress(url=f"{scheme}://{host}{port}{parts.path.rstrip('/')}", user=unquote(parts.username or ""))


def open_store(config: Config) -> GraphStore:
    """Return the configured store, which is not connected yet.

    Raises ConfigurationError for an invalid address.
    """
    address = store_address(config.text("EPISODIC_STORE"))
    if address.path is not None:
        return SQLiteStore(_MEMORY if str(address.path) == _MEMORY else address.path)
    from episodic.stores.neo4j import Neo4jStore

    return Neo4jStore(
        address.url,
        user=address.user or config.text("NEO4J_USERNAME") or None,
        password=config.text("NEO4J_PASSWORD") or None,
        database=config.text("NEO4J_DATABASE") or None,
    )


def require_store(config: Config) -> StoreAddress:
    """Return the address of the configured store.

    Raises StoreUnavailableError if the store is a file that does not exist, and ConfigurationError for an invalid
    address.
    """
    address = store_address(config.text("EPISODIC_STORE"))
    if address.is_new:
        raise StoreUnavailableError(
            f"There is no store at {address.shown}.",
            hint="Create it with `episodic ingest FILE`, or give another store with --store or EPISODIC_STORE.",
        )
    return address


async def work_names(config: Config) -> tuple[str, ...]:
    """Return the names of all works in the store. Raises StoreError and ConfigurationError."""
    store = open_store(config)
    try:
        return tuple(work.group_id for work in await store.works())
    finally:
        await store.close()


def model_name(config: Config) -> str | None:
    """Return the name of the configured model, or None if rules read the chapters.

    The model's name is "recorded replies" if recorded replies are used instead of a model.
    """
    if config.text("EPISODIC_REPLAY"):
        return "recorded replies"
    name = config.text("EPISODIC_MODEL").strip()
    return None if not name or name.lower() == BY_RULES else name


def prices(config: Config) -> Prices | None:
    """Return the configured prices per million tokens, or None if one of the two prices (of input and of output) is not
    set.

    Raises ConfigurationError for an invalid price.
    """
    from episodic.llm.usage import Prices

    input_price, output_price = config.decimal("EPISODIC_PRICE_INPUT"), config.decimal("EPISODIC_PRICE_OUTPUT")
    if input_price is None or output_price is None:
        return None
    return Prices(input_price, output_price, currency=config.text("EPISODIC_CURRENCY"))


def forget_caches(config: Config) -> int:
    """Delete the work's cached model replies and vectors from this machine. Return the number of deleted cache entries.

    Raises ConfigurationError if the files cannot be deleted.
    """
    from episodic.llm.caching import CACHED_REPLIES

    group = config.text("EPISODIC_WORK")
    try:
        replies = forget_group(_replies(config), group, files=CACHED_REPLIES)
        return replies + forget_group(_vectors(config), group, files=CACHED_VECTORS)
    except OSError as error:
        raise ConfigurationError(
            f"The cache in {config.cache_folder} cannot be removed ({error.strerror}).", hint="Remove it by hand."
        ) from error


def rename_caches(config: Config, name: str) -> None:
    """Move the work's cached model replies and vectors on this machine to the cache folder of the work's new name.

    Raises ConfigurationError if the files cannot be moved.
    """
    group = config.text("EPISODIC_WORK")
    try:
        for folder in (_replies(config), _vectors(config)):
            rename_group(folder, group, name)
    except OSError as error:
        raise ConfigurationError(
            f"The work is renamed, but its cache in {config.cache_folder} cannot be moved ({error.strerror}).",
            hint="Nothing is lost: a model is asked again where a reply is missing.",
        ) from error


@asynccontextmanager
async def opened(
    config: Config, *, settings: WorkSettings | None = None, reads: bool = False, set_up: bool = True
) -> AsyncGenerator[OpenedGraph]:
    """Open the configured work for reading and writing, and close the work afterwards.

    With *reads*, chapters can be read by the configured models; without *reads*, no language model can be called.
    Without *set_up*, the store is opened or created only when it is used for the first time. Raises ConfigurationError,
    StoreError, and InvalidNameError if the configured name is not allowed for a work.
    """
    from episodic.app import StoryGraph
    from episodic.llm.usage import Ledger

    address = store_address(config.text("EPISODIC_STORE"))
    ledger = Ledger()
    closers: list[Close] = []
    warnings: list[str] = []
    try:
        model, small = configured_models(config, ledger, closers, warnings) if reads else (None, None)
        embedder = configured_embedder(config, closers, warnings)
        store = open_store(config)
        closers.append(store.close)
        graph = StoryGraph(
            store,
            group_id=config.text("EPISODIC_WORK"),
            model=model,
            small_model=small,
            embedder=embedder,
            settings=settings,
        )
        graph.overdue_after = config.number("EPISODIC_OVERDUE_AFTER") or graph.overdue_after
        closers[-1] = graph.close
        if set_up:
            await graph.setup()
        yield OpenedGraph(graph, address, model_name(config), ledger, prices(config), tuple(dict.fromkeys(warnings)))
    finally:
        for close in reversed(closers):
            await close()


@asynccontextmanager
async def open_read_only(config: Config) -> AsyncGenerator[ReadOnlyWork]:
    """Open the configured work read-only, and close the work afterwards. Raises ConfigurationError, StoreError, and
    InvalidNameError if the configured name is not allowed for a work.
    """
    from episodic.read_only import ReadOnlyWork

    closers: list[Close] = []
    try:
        embedder = configured_embedder(config, closers, [])
        store = open_store(config)
        closers.append(store.close)
        work = ReadOnlyWork(store, group_id=config.text("EPISODIC_WORK"), embedder=embedder)
        work.overdue_after = config.number("EPISODIC_OVERDUE_AFTER") or work.overdue_after
        closers[-1] = work.close
        await work.setup()
        yield work
    finally:
        for close in reversed(closers):
            await close()


def configured_models(
    config: Config, ledger: Ledger, closers: list[Close], warnings: list[str]
) -> tuple[LanguageModel | None, LanguageModel | None]:
    """Return the model that reads chapters, and the smaller model that answers short questions. A model that is not
    configured is returned as None. If recorded replies are configured, they replace the model that reads chapters, and
    the smaller model is None. Raises ConfigurationError for an invalid setting, or if OpenAI's own endpoint has no API
    key.
    """
    from episodic.llm.chain import ChainSettings, build_chain, build_replay
    from episodic.llm.gate import Gate, Limits

    replay = config.text("EPISODIC_REPLAY")
    if replay:
        return build_replay(Path(replay).expanduser(), ledger=ledger), None
    name, small = model_name(config), config.text("EPISODIC_SMALL_MODEL").strip()
    if name is None:
        return None, None
    base_url = config.text("OPENAI_BASE_URL") or OPENAI_BASE_URL
    if not config.text("OPENAI_API_KEY") and base_url == OPENAI_BASE_URL:
        raise ConfigurationError(
            f"There is no API key for the model {name!r}.",
            hint="Set OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own, or read with --model rules.",
        )
    limits = Limits(
        concurrency=config.number("EPISODIC_CONCURRENCY") or 8,
        requests_per_minute=config.number("EPISODIC_REQUESTS_PER_MINUTE"),
        tokens_per_minute=config.number("EPISODIC_TOKENS_PER_MINUTE"),
        budget=config.number("EPISODIC_BUDGET"),
    )
    recordings = config.text("EPISODIC_RECORD")
    chain = ChainSettings(
        group_id=config.text("EPISODIC_WORK"),
        cache=_replies(config),
        recordings=Path(recordings).expanduser() if recordings else None,
    )
    # The large and the small model share one gate, so that the limits of concurrency and tokens hold for both together.
    gate = Gate(limits)
    endpoints = [_endpoint(config, one, base_url, closers, warnings) for one in (name, small) if one]
    models = [build_chain(one, chain, gate=gate, ledger=ledger) for one in endpoints]
    return models[0], models[1] if small else None


def _endpoint(config: Config, name: str, base_url: str, closers: list[Close], warnings: list[str]) -> LanguageModel:
    from episodic.llm.openai import EndpointOptions, OpenAIModel

    endpoint = OpenAIModel(
        name,
        api_key=config.text("OPENAI_API_KEY"),
        base_url=base_url,
        options=EndpointOptions(timeout=config.decimal("EPISODIC_TIMEOUT")),
    )
    closers.append(endpoint.aclose)
    if endpoint.address.warning:
        warnings.append(endpoint.address.warning)
    return endpoint


def configured_embedder(config: Config, closers: list[Close], warnings: list[str]) -> Embedder:
    name = config.text("EPISODIC_EMBEDDING_MODEL")
    if not name:
        return HashedEmbedder()
    dimension = config.number("EPISODIC_EMBEDDING_DIMENSION")
    if dimension is None:
        raise ConfigurationError(
            f"The vector dimension of the embedding model {name!r} is not configured.",
            hint="Set EPISODIC_EMBEDDING_DIMENSION.",
        )
    chat = config.text("OPENAI_BASE_URL") or OPENAI_BASE_URL
    base_url = config.text("EPISODIC_EMBEDDING_BASE_URL") or chat
    key = config.text("EPISODIC_EMBEDDING_API_KEY")
    if not key and endpoint_address(base_url).host == endpoint_address(chat).host:
        # The API key of the chat endpoint is used for embeddings only if both endpoints have the same host and port. An
        # API key must never be sent to another host.
        key = config.text("OPENAI_API_KEY")
    from episodic.embeddings.openai import OpenAIEmbedder

    inner = OpenAIEmbedder(name, dimension=dimension, api_key=key, base_url=base_url)
    closers.append(inner.aclose)
    if inner.address.warning:
        warnings.append(inner.address.warning)
    return CachingEmbedder(inner, folder=_vectors(config), group_id=config.text("EPISODIC_WORK"))


def _replies(config: Config) -> Path:
    return config.cache_folder / "replies"


def _vectors(config: Config) -> Path:
    return config.cache_folder / "vectors"
