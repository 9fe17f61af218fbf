"""Embeddings from any server that speaks OpenAI's protocol."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import numpy as np
import openai
from pydantic import BaseModel, SecretStr, ValidationError
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception_type,
    stop_after_attempt,
    stop_before_delay,
    wait_exponential,
    wait_random,
)

from episodic.endpoints import (
    OPENAI_BASE_URL,
    EndpointAddress,
    endpoint_address,
    endpoint_key,
    retry_after,
    without_secret,
)
from episodic.errors import ConfigurationError, EmbeddingDimensionError, EmbeddingError, EmbeddingUnavailableError
from episodic.ports import Vector

_HINT = "Check EPISODIC_EMBEDDING_MODEL, its base URL and its key."


@dataclass(frozen=True, slots=True)
class EmbedderOptions:
    """How the endpoint is asked; times in seconds.

    A request takes at most `batch` texts, each cut to `longest` characters (models read a few hundred to a few thousand
    tokens and most servers refuse longer texts); `concurrency` requests of one call are under way at once; a request that finds no
    answer is made `attempts` times, at most `total` seconds after the first. Without `allow_calls` nothing is ever sent.
    """

    batch: int = 64
    longest: int = 6_000
    concurrency: int = 4
    timeout: float = 120.0
    attempts: int = 6
    total: float = 600.0
    allow_calls: bool = True


class OpenAIEmbedder:
    """Embeds with one model of one endpoint, in batches; every vector is checked for its length and brought to length 1.

    Where the model's own vectors are longer than `dimension`, the endpoint is asked for shortened ones from then on. Redirects
    are not followed. The key stands in the request's header and nowhere else. Close it, or use it as an async context manager.
    """

    def __init__(
        self,
        model: str,
        *,
        dimension: int,
        api_key: str,
        base_url: str = OPENAI_BASE_URL,
        options: EmbedderOptions = EmbedderOptions(),
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Sends nothing yet. Raises ConfigurationError for a name, dimension, key or address that cannot be used."""
        if not model.strip() or dimension < 1:
            raise ConfigurationError("An embedding model has a name and at least one dimension.", hint=_HINT)
        self._model = model
        self._dimension = dimension
        self._key = endpoint_key(api_key, setting="The key of the embedding endpoint")
        self._address = endpoint_address(base_url)
        self._options = options
        self._sleep = sleep
        self._shortened = False
        self._spent = 0
        self._client: openai.AsyncOpenAI | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def __repr__(self) -> str:
        return f"OpenAIEmbedder({self.name!r}, base_url={self._address.url!r})"

    @property
    def name(self) -> str:
        """Model and dimension."""
        return f"{self._model}/{self._dimension}"

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return self._dimension

    @property
    def address(self) -> EndpointAddress:
        """Where it asks; its `warning` is for the user to see."""
        return self._address

    @property
    def spent(self) -> int:
        """Tokens embedded so far."""
        return self._spent

    async def embed(self, texts: Sequence[str]) -> Vector:
        """One row a text, in order; zeros for a text of spaces only, which is not sent.

        Raises EmbeddingUnavailableError when the attempts are used up, EmbeddingDimensionError, or EmbeddingError for a refusal
        or an answer that is none; the batches under way are then cancelled.
        """
        rows = np.zeros((len(texts), self._dimension), dtype=np.float32)
        told = [position for position, text in enumerate(texts) if text.strip()]
        places = asyncio.Semaphore(self._options.concurrency)

        async def fill(positions: list[int]) -> None:
            async with places:
                rows[positions] = await self._batch(
                    [texts[position][: self._options.longest] for position in positions]
                )

        batches = [told[start : start + self._options.batch] for start in range(0, len(told), self._options.batch)]
        try:
            async with asyncio.TaskGroup() as group:
                for positions in batches:
                    group.create_task(fill(positions))
        except ExceptionGroup as errors:
            raise errors.exceptions[0] from errors
        return rows

    async def aclose(self) -> None:
        """Lets go of the connections; the next call opens new ones."""
        client, self._client = self._client, None
        if client is not None and self._loop is asyncio.get_running_loop():
            await client.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _batch(self, texts: list[str]) -> Vector:
        rows = await self._asked(texts, shortened=self._shortened)
        if rows.shape[1] > self._dimension and not self._shortened:
            rows = await self._asked(texts, shortened=True)
            self._shortened = rows.shape[1] == self._dimension
        if rows.shape[1] != self._dimension:
            raise EmbeddingDimensionError(self._dimension, int(rows.shape[1]))
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        np.divide(rows, lengths, out=rows, where=lengths > 0)
        return rows

    async def _asked(self, texts: list[str], *, shortened: bool) -> Vector:
        attempts = AsyncRetrying(
            retry=retry_if_exception_type(EmbeddingUnavailableError),
            stop=stop_after_attempt(self._options.attempts) | stop_before_delay(self._options.total),
            wait=_wait,
            sleep=self._sleep,
            reraise=True,
        )
        rows: Vector = await attempts(self._send, texts, shortened=shortened)
        return rows

    async def _send(self, texts: list[str], *, shortened: bool) -> Vector:
        if not self._options.allow_calls:
            raise EmbeddingError(
                "Calls to embedding endpoints are switched off here.", hint="Use the offline embedder."
            )
        with translated(address=self._address, key=self._key):
            response = await self._connected().embeddings.with_raw_response.create(
                model=self._model,
                input=texts,
                # The library's own default, base64, is not understood by every server.
                encoding_format="float",
                dimensions=self._dimension if shortened else openai.omit,
            )
        made = read_embeddings(response.text, count=len(texts))
        # Where the endpoint does not say: a quarter of the UTF-8 bytes.
        guess = sum(len(text.encode("utf-8", "surrogatepass")) for text in texts) // 4
        self._spent += guess if made.tokens is None else made.tokens
        return made.rows

    def _connected(self) -> openai.AsyncOpenAI:
        """The client of this event loop: connections that another loop opened cannot be used in this one."""
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            timeout = openai.Timeout(self._options.timeout, connect=min(15.0, self._options.timeout), pool=None)
            self._client = openai.AsyncOpenAI(
                api_key=self._key.get_secret_value(),
                base_url=self._address.url,
                max_retries=0,
                timeout=timeout,
                http_client=openai.DefaultAsyncHttpxClient(follow_redirects=False, timeout=timeout),
            )
            # The library fills these from the environment; they belong to another account than the key that was given here.
            self._client.organization = self._client.project = None
            self._loop = loop
        return self._client


class _Row(BaseModel):
    index: int
    embedding: list[float]


class _Usage(BaseModel):
    prompt_tokens: int | None = None


class _Body(BaseModel):
    data: list[_Row]
    usage: _Usage | None = None


@dataclass(frozen=True, slots=True)
class Embedded:
    """What one request brought: a row a text, and the tokens it took where the endpoint says."""

    rows: Vector
    tokens: int | None


def read_embeddings(body: str, *, count: int) -> Embedded:
    """The rows of an answer, in the order of the texts asked about, and its tokens.

    Raises EmbeddingUnavailableError for a body that is cut short, EmbeddingError for one that does not hold *count* rows of one
    length and of finite numbers.
    """
    try:
        answer = _Body.model_validate_json(body)
    except ValidationError as error:
        if error.errors()[0]["type"] == "json_invalid" and not body.lstrip().startswith("<"):
            raise EmbeddingUnavailableError("the answer was cut short or is garbage") from error
        raise EmbeddingError("What answers there is no OpenAI-compatible embedding endpoint.", hint=_HINT) from error
    rows = sorted(answer.data, key=lambda row: row.index)
    if [row.index for row in rows] != list(range(count)) or len({len(row.embedding) for row in rows}) > 1:
        raise EmbeddingError(f"The embedder was asked about {count} texts and answered about {len(rows)}.", hint=_HINT)
    with np.errstate(over="ignore"):
        vectors = np.array([row.embedding for row in rows], dtype=np.float32)
    if not np.isfinite(vectors).all():
        raise EmbeddingError("The embedder answered with numbers that are none.", hint=_HINT)
    return Embedded(vectors, answer.usage.prompt_tokens if answer.usage else None)


@contextmanager
def translated(*, address: EndpointAddress, key: SecretStr) -> Generator[None]:
    """Whatever the client library raises inside the block comes out as an EmbeddingError that does not hold the key."""
    try:
        yield
    except openai.OpenAIError as error:
        # A server may repeat the key in its answer, and the library keeps the answer in its error.
        cause = None if key.get_secret_value() in str(error) else error
        raise _as_embedding_error(error, address=address, key=key) from cause
    except openai.InvalidWebhookSignatureError as error:
        raise EmbeddingError("The embedding endpoint sent what nobody asked for.") from error


def _as_embedding_error(error: openai.OpenAIError, *, address: EndpointAddress, key: SecretStr) -> EmbeddingError:
    match error:
        case openai.APITimeoutError():
            return EmbeddingUnavailableError(f"{address.host} took too long")
        case openai.APIConnectionError():
            why = without_secret(str(error.__cause__ or ""), key)
            return EmbeddingUnavailableError(f"no connection to {address.host}" + (f" ({why})" if why else ""))
        case openai.APIStatusError():
            return _of_status(error, said=without_secret(error.message, key))
        case openai.APIResponseValidationError():
            return EmbeddingUnavailableError("the answer was cut short or is garbage")
        case _:
            return EmbeddingError(f"The embedding endpoint refused: {without_secret(str(error), key)}.", hint=_HINT)


def _of_status(error: openai.APIStatusError, *, said: str) -> EmbeddingError:
    status = error.status_code
    if 300 <= status < 400:
        target: str = error.response.headers.get("location", "")
        place = urlsplit(target).netloc.rpartition("@")[2] or "another path"
        return EmbeddingError(f"The embedding endpoint redirects to {place[:100]!r}; that is not followed.", hint=_HINT)
    passing = status in {408, 409, 425, 429} or status >= 500
    if passing and error.code != "insufficient_quota":
        return EmbeddingUnavailableError(f"status {status}: {said}", retry_after=retry_after(error.response.headers))
    return EmbeddingError(f"The embedding endpoint refused: status {status}: {said}.", hint=_HINT)


_BACKOFF = wait_exponential(multiplier=1, max=60)
_JITTER = wait_random(0, 1)


def _wait(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome is not None else None
    asked = error.retry_after if isinstance(error, EmbeddingUnavailableError) else None
    return (_BACKOFF(state) if asked is None else asked) + _JITTER(state)
