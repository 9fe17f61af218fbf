"""What the model client and the embedder both need of the library `openai`: a client of an endpoint, and an
interpretation of its errors.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

import openai
from pydantic import SecretStr

from episodic.endpoints import EndpointAddress, retry_after, without_secret

_CONNECT_TIMEOUT = 15.0


@dataclass(frozen=True, slots=True)
class EndpointFailure:
    """Why a request failed. The fields of a failure never contain the API key.

    If `temporary` is true, the same request may succeed later. `retry_after` is the number of seconds that the client
    should wait before the next request, as the endpoint demands, or None. `status` is the status of the response, or
    None if there was no response. `no_credit` says that the account has no credit left.
    """

    reason: str
    temporary: bool = False
    retry_after: float | None = None
    status: int | None = None
    no_credit: bool = False

    @property
    def redirects(self) -> bool:
        return self.status is not None and 300 <= self.status < 400


def opened_client(address: EndpointAddress, key: SecretStr, *, timeout: float) -> openai.AsyncOpenAI:
    """Return a client of the endpoint that neither repeats requests nor follows redirects. *timeout* is in seconds for a
    connection and for each read; callers limit the time of a whole response.

    Waiting for a free connection has no timeout (pool timeout): the callers limit concurrency, and this wait must not
    count as a slow answer.
    """
    limits = openai.Timeout(timeout, connect=min(_CONNECT_TIMEOUT, timeout), pool=None)
    client = openai.AsyncOpenAI(
        api_key=key.get_secret_value(),
        base_url=address.url,
        max_retries=0,
        timeout=limits,
        http_client=openai.DefaultAsyncHttpxClient(follow_redirects=False, timeout=limits),
    )
    # Organization and project are set to None, because the library `openai` would read them from the environment. The
    # organization and project in the environment may belong to another account than the given key.
    client.organization = client.project = None
    return client


def failure_of(
    error: openai.OpenAIError | TimeoutError, *, address: EndpointAddress, key: SecretStr
) -> EndpointFailure:
    """Return why a request failed: *error* was raised by the library `openai`, or is a TimeoutError because the whole
    response took too long.
    """
    match error:
        case openai.APITimeoutError() | TimeoutError():
            return EndpointFailure(f"{address.host} took too long to answer", temporary=True)
        case openai.APIConnectionError():
            why = without_secret(str(error.__cause__ or ""), key)
            return EndpointFailure(f"no connection to {address.host}" + (f" ({why})" if why else ""), temporary=True)
        case openai.APIStatusError():
            return _of_status(error, said=without_secret(error.message, key))
        case openai.APIResponseValidationError():
            return EndpointFailure("the response was truncated or is not valid JSON", temporary=True)
        case _:
            return EndpointFailure(without_secret(str(error), key) or type(error).__name__)


def _of_status(error: openai.APIStatusError, *, said: str) -> EndpointFailure:
    status = error.status_code
    if 300 <= status < 400:
        target: str = error.response.headers.get("location", "")
        place = urlsplit(target).netloc.rpartition("@")[2] or "another path"
        return EndpointFailure(f"redirects to {place[:100]!r}, and redirects are not followed", status=status)
    reason = f"status {status}: {said}"
    if status == 429 and error.code == "insufficient_quota":
        return EndpointFailure(reason, status=status, no_credit=True)
    temporary = status in {408, 409, 425, 429} or status >= 500
    after = retry_after(error.response.headers) if temporary else None
    return EndpointFailure(reason, temporary, after, status)
