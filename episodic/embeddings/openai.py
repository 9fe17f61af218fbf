"""Embedder for any server with an OpenAI-compatible embeddings API."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self

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

from episodic.concurrency import LoopClient, run_all
from episodic.endpoints import (
    OPENAI_BASE_URL,
    EndpointAddress,
    endpoint_address,
    endpoint_key,
)
from episodic.errors import ConfigurationError, EmbeddingDimensionError, EmbeddingError, EmbeddingUnavailableError
from episodic.openai_endpoint import EndpointFailure, failure_of, opened_client
from episodic.ports import Vector

_HINT = "Check EPISODIC_EMBEDDING_MODEL, its base URL and its key."


@dataclass(frozen=True, slots=True)
class EmbedderOptions:
    """Options for the requests to an embedding endpoint.

    A request contains at most `batch` texts. Each text is cut to `longest` characters, because models read a few
    hundred to a few thousand tokens, and most servers refuse longer texts. One call of `embed` runs up to `concurrency`
    requests at the same time. `timeout` is the time limit of one request in seconds. A request that fails for a
    temporary reason, such as no answer or an overloaded server, is tried up to `attempts` times within `total` seconds.
    If `allow_calls` is false, no request is ever sent, and embedding a text raises EmbeddingError.
    """

    batch: int = 64
    longest: int = 6_000
    concurrency: int = 4
    timeout: float = 120.0
    attempts: int = 6
    total: float = 600.0
    allow_calls: bool = True


class OpenAIEmbedder:
    """An embedder that sends texts in batches to one model of one endpoint, and checks and normalises every vector.

    If the model's vectors have more components than `dimension`, the request is sent again and asks for shortened
    vectors. If the request for shortened vectors returns vectors with `dimension` components, all later requests of
    this embedder ask for shortened vectors from the start. The embedder does not follow redirects. The key is sent in
    the request header and appears nowhere else. The embedder must be closed, or used as an async context manager.
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
        """Raise ConfigurationError for an invalid name, dimension, key or address."""
        if not model.strip() or dimension < 1:
            raise ConfigurationError("An embedding model needs a name and a dimension of at least 1.", hint=_HINT)
        self._model = model
        self._dimension = dimension
        self._key = endpoint_key(api_key, setting="The key of the embedding endpoint")
        self._address = endpoint_address(base_url)
        self._options = options
        self._sleep = sleep
        self._shortened = False
        self._spent = 0
        self._client = LoopClient(self._opened)

    def __repr__(self) -> str:
        return f"OpenAIEmbedder({self.name!r}, base_url={self._address.url!r})"

    @property
    def name(self) -> str:
        """The model's name and the dimension of its vectors."""
        return f"{self._model}/{self._dimension}"

    @property
    def dimension(self) -> int:
        """The number of components of a vector."""
        return self._dimension

    @property
    def address(self) -> EndpointAddress:
        """The endpoint's address; its `warning`, if it has one, should be shown to the user."""
        return self._address

    @property
    def spent(self) -> int:
        """The number of tokens of all answered requests so far, which is estimated for responses without a token count."""
        return self._spent

    async def embed(self, texts: Sequence[str]) -> Vector:
        """Return one vector per text, as the rows of a matrix. Blank texts are not sent and give rows of zeros.

        Raise EmbeddingUnavailableError if all attempts fail, EmbeddingDimensionError for vectors of another dimension,
        and EmbeddingError for a refused request or an invalid response. An error cancels the other requests of the
        call.
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
        await run_all(fill(positions) for positions in batches)
        return rows

    async def aclose(self) -> None:
        """Close the connections to the endpoint. A call of `embed` after `aclose` opens new connections."""
        await self._client.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _batch(self, texts: list[str]) -> Vector:
        rows = await self._send_with_retries(texts, shortened=self._shortened)
        if rows.shape[1] > self._dimension and not self._shortened:
            rows = await self._send_with_retries(texts, shortened=True)
            self._shortened = rows.shape[1] == self._dimension
        if rows.shape[1] != self._dimension:
            raise EmbeddingDimensionError(self._dimension, int(rows.shape[1]))
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        np.divide(rows, lengths, out=rows, where=lengths > 0)
        return rows

    async def _send_with_retries(self, texts: list[str], *, shortened: bool) -> Vector:
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
                "Calls to embedding endpoints are switched off by `allow_calls`.", hint="Use the offline embedder."
            )
        with translated(address=self._address, key=self._key):
            async with asyncio.timeout(self._options.timeout):
                response = await self._client.get().embeddings.with_raw_response.create(
                    model=self._model,
                    input=texts,
                    # The format is set to numbers, because the client library asks by default for base64, which not
                    # every server supports.
                    encoding_format="float",
                    dimensions=self._dimension if shortened else openai.omit,
                )
        answer = read_embeddings(response.text, count=len(texts))
        # If the endpoint reports no token count, the estimate is one token for four UTF-8 bytes.
        estimate = sum(len(text.encode("utf-8", "surrogatepass")) for text in texts) // 4
        self._spent += estimate if answer.tokens is None else answer.tokens
        return answer.rows

    def _opened(self) -> openai.AsyncOpenAI:
        return opened_client(self._address, self._key, timeout=self._options.timeout)


class _EmbeddingRow(BaseModel):
    index: int
    embedding: list[float]


class _EmbeddingUsage(BaseModel):
    prompt_tokens: int | None = None


class _EmbeddingBody(BaseModel):
    data: list[_EmbeddingRow]
    usage: _EmbeddingUsage | None = None


@dataclass(frozen=True, slots=True)
class EmbeddingResponse:
    """The parsed response to one request: one row per text, and the token count if the endpoint reports a count."""

    rows: Vector
    tokens: int | None


def read_embeddings(body: str, *, count: int) -> EmbeddingResponse:
    """Return the vectors of a response in the order of the texts, and the token count.

    Raise EmbeddingUnavailableError for a body that is not valid JSON, for example because it is truncated, unless the
    body begins with "<". Raise EmbeddingError for a body that begins with "<", such as HTML. Raise EmbeddingError, too,
    for JSON that does not contain exactly *count* vectors of equal dimension with finite components.
    """
    try:
        answer = _EmbeddingBody.model_validate_json(body)
    except ValidationError as error:
        if error.errors()[0]["type"] == "json_invalid" and not body.lstrip().startswith("<"):
            raise EmbeddingUnavailableError("the response was truncated or is not valid JSON") from error
        raise EmbeddingError("The server is not an OpenAI-compatible embedding endpoint.", hint=_HINT) from error
    rows = sorted(answer.data, key=lambda row: row.index)
    if [row.index for row in rows] != list(range(count)) or len({len(row.embedding) for row in rows}) > 1:
        raise EmbeddingError(
            f"The embedding endpoint returned {len(rows)} vectors for {count} texts, or their dimensions differ.",
            hint=_HINT,
        )
    with np.errstate(over="ignore"):
        vectors = np.array([row.embedding for row in rows], dtype=np.float32)
    if not np.isfinite(vectors).all():
        raise EmbeddingError("An embedding contains NaN or infinity.", hint=_HINT)
    return EmbeddingResponse(vectors, answer.usage.prompt_tokens if answer.usage else None)


@contextmanager
def translated(*, address: EndpointAddress, key: SecretStr) -> Generator[None]:
    """If the client library raises an error or a time limit passes inside the `with` block, raise an EmbeddingError
    that does not contain the key.
    """
    try:
        yield
    except (openai.OpenAIError, TimeoutError) as error:
        # The library's error contains the server's response, in which the server may have repeated the key.
        cause = None if key.get_secret_value() in str(error) else error
        raise _as_embedding_error(failure_of(error, address=address, key=key)) from cause
    except openai.InvalidWebhookSignatureError as error:
        raise EmbeddingError("The client library reported an invalid webhook signature.") from error


def _as_embedding_error(failure: EndpointFailure) -> EmbeddingError:
    if failure.temporary:
        return EmbeddingUnavailableError(failure.reason, retry_after=failure.retry_after)
    said = failure.reason if failure.redirects else f"refused: {failure.reason}"
    return EmbeddingError(f"The embedding endpoint {said}.", hint=_HINT)


_BACKOFF = wait_exponential(multiplier=1, max=60)
_JITTER = wait_random(0, 1)


def _wait(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome is not None else None
    asked = error.retry_after if isinstance(error, EmbeddingUnavailableError) else None
    return (_BACKOFF(state) if asked is None else asked) + _JITTER(state)
