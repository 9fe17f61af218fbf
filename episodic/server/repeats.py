"""Stores the outcome of each HTTP request that has an Idempotency-Key. When a client sends a request again with the
same Idempotency-Key, the request is not carried out again. A repeated request is answered from the stored outcome of
the first request.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from uuid import uuid4

from episodic.model.ids import digest_of, identify
from episodic.ports import GraphStore
from episodic.server.refusals import Refusal
from episodic.service_table import ServiceTable

KEPT_SECONDS = 24 * 3600.0
RUNNING_SECONDS = 600.0
"""The number of seconds after which a request that has not ended counts as interrupted."""
LONGEST_KEY = 255


@dataclass(frozen=True, slots=True)
class KeptRequest:
    """A request that was sent with an Idempotency-Key.

    `call` is a random id that distinguishes two calls with the same Idempotency-Key. `status` and `revision` are 0 as
    long as the request runs; afterwards they are the HTTP status and the work's revision in the response. The text of
    the response is not stored, because the manuscript text in it may be deleted later. `result` is the id of what the
    request created, such as a job, or "".
    """

    uuid: str
    work: str
    digest: str
    at: float
    call: str
    status: int = 0
    revision: int = 0
    result: str = ""


class KeptRequests:
    """The requests of the last 24 hours that had an Idempotency-Key."""

    def __init__(self, store: GraphStore, *, clock: Callable[[], str], now: Callable[[], float] = time.time) -> None:
        self._table = ServiceTable(store, "requests", KeptRequest, clock=clock)
        self._now = now

    async def begin(self, caller: str, work: str, key: str, said: bytes, *, repeatable: bool = False) -> KeptRequest:
        """Store that a request with an Idempotency-Key begins, and return it with the status 0. If the same request has
        ended before, return that request with its status and revision.

        *said* contains the method, path, query and body of the request; a repeated request must have the same *said*.
        Raises Refusal if the key is empty or too long, or was used for another request. Raises Refusal if the same
        request is still running or was interrupted. With *repeatable*, an interrupted request raises no error but
        begins again.
        """
        if not 0 < len(key) <= LONGEST_KEY:
            raise Refusal(400, "InvalidIdempotencyKey", "invalid_repeat_key")
        await self._forget_old()
        uuid, digest, now = identify("request", caller, work, key), digest_of(said), self._now()
        fresh = KeptRequest(uuid, work, digest, now, uuid4().hex)

        def begun(known: KeptRequest | None) -> KeptRequest:
            if known is None:
                return fresh
            interrupted = not known.status and now - known.at >= RUNNING_SECONDS
            return fresh if interrupted and repeatable and known.digest == digest else known

        found = await self._table.change(uuid, begun)
        if found is None or found.call == fresh.call:
            return fresh
        if found.digest != digest:
            raise Refusal(422, "IdempotencyKeyReused", "reused_repeat_key")
        if not found.status:
            if now - found.at < RUNNING_SECONDS:
                raise Refusal(409, "RequestRunning", "running", headers={"Retry-After": "5"})
            raise Refusal(409, "RequestInterrupted", "interrupted")
        return found

    async def end(self, request: KeptRequest, *, status: int, revision: int = 0, result: str = "") -> None:
        """Store the status, the revision and the created id of a request that has ended. Raises StoreError."""
        done = replace(request, status=status, revision=revision, result=result)
        await self._table.change(request.uuid, lambda _: done)

    async def forget(self, request: KeptRequest) -> None:
        """Delete the stored request after it has failed, so that it can be sent again with the same key. Raises
        StoreError.
        """
        await self._table.change(request.uuid, lambda _: None)

    async def forget_work(self, work: str) -> None:
        """Delete the stored requests to a work that was deleted. Raises StoreError."""
        for one in await self._table.all():
            if one.work == work:
                await self.forget(one)

    async def _forget_old(self) -> None:
        for one in await self._table.all():
            if self._now() - one.at > KEPT_SECONDS:
                await self.forget(one)
