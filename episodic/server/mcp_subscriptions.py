"""Subscriptions to MCP resources: clients are notified when the contents of a resource have changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any, cast

import anyio
from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourcesListChanged, ResourceUpdated
from mcp.shared.exceptions import MCPError
from mcp_types import SubscriptionsListenRequestParams, SubscriptionsListenResult, TextResourceContents

from episodic.errors import StoreError
from episodic.server.mcp_resources import JSON_TYPE, McpResources

MOST = 1_000
"""The maximum number of resources that one stream watches, and of resources whose digests (hashes of their contents)
are stored when clients subscribe.
"""
_OF_EVERY_COMMIT = ("revision", "cursor")
"""The keys of a resource's JSON that a commit changes even if the resource itself has not changed."""


class Subscriptions:
    """The subscriptions of all clients of an MCP server to resources of a work.

    The revision of the work is checked after each call that writes, and also at intervals, because other processes
    write too. If the revision has changed, the watched resources are read again, and clients are notified of the
    resources with new contents.
    """

    def __init__(self, resources: McpResources, *, poll: float) -> None:
        self._resources, self._poll = resources, poll
        self._bus = InMemorySubscriptionBus()
        self._handler = ListenHandler(self._bus)
        self._listening: list[tuple[str, ...]] = []
        self._sessions: dict[str, list[ServerSession]] = {}
        self._digests: dict[str, str] = {}
        self._revision: int | None = None
        self._lock = anyio.Lock()

    async def watch(self) -> None:
        """Check at intervals whether watched resources have changed, until the task is cancelled. The store is not read
        as long as no resource is watched.
        """
        while True:
            await anyio.sleep(self._poll)
            if self._listening or self._sessions:
                try:
                    await self.check()
                except StoreError:
                    # Watching goes on after an error, because the store may be unreachable only for a short time. If
                    # the store stays unreachable, calls of tools report the error.
                    continue

    async def add(self, session: ServerSession, uri: str) -> None:
        """Subscribe the client of a session to a resource; a second subscription of the same client changes nothing.
        The resource may be a chapter or entity that does not exist yet; the client is notified when it is added. Raises
        MCPError for a URI that no resource of the server can have.
        """
        self._resources.parts(uri)
        await self._remember([uri])
        sessions = self._sessions.setdefault(uri, [])
        if not any(_same_client(one, session) for one in sessions):
            sessions.append(session)

    def remove(self, session: ServerSession, uri: str) -> None:
        """End the subscription of a session's client to a resource. Nothing happens if the client has no subscription
        to the resource.
        """
        sessions = [one for one in self._sessions.get(uri, ()) if not _same_client(one, session)]
        if sessions:
            self._sessions[uri] = sessions
        else:
            self._sessions.pop(uri, None)
        self._forget_unwatched()

    async def listen(
        self, context: ServerRequestContext[Any, Any], params: SubscriptionsListenRequestParams
    ) -> SubscriptionsListenResult:
        """Serve the stream of notifications to one client of the specification 2026-07-28, until the client ends the
        stream.
        """
        uris = tuple(params.notifications.resource_subscriptions or ())[:MOST]
        self._listening.append(uris)
        try:
            await self._remember(uris)
            return await self._handler(context, params)
        finally:
            self._listening.remove(uris)
            self._forget_unwatched()

    async def check(self) -> None:
        """If the work has a new revision, notify clients. Clients are told which watched resources have changed, and
        that the list of resources may have changed. Raises StoreError.
        """
        async with self._lock:
            revision = await self._resources.revision()
            if revision == self._revision:
                return
            known, self._revision = self._revision is not None, revision
            for uri in self._watched():
                digest = await self._digest(uri)
                if self._digests.get(uri) not in (None, digest):
                    await self._tell(uri)
                self._digests[uri] = digest
            self._forget_unwatched()
            if known:
                await self._bus.publish(ResourcesListChanged())

    async def _tell(self, uri: str) -> None:
        await self._bus.publish(ResourceUpdated(uri))
        for session in self._sessions.get(uri, []):
            try:
                await session.send_resource_updated(uri)
            except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                self.remove(session, uri)

    async def _remember(self, uris: Iterable[str]) -> None:
        if self._revision is None:
            self._revision = await self._resources.revision()
        for uri in uris:
            if uri not in self._digests and len(self._digests) < MOST:
                self._digests[uri] = await self._digest(uri)

    def _forget_unwatched(self) -> None:
        """Forget the contents of resources that nobody watches, so that a client that subscribes later is not notified
        of changes from before its subscription.
        """
        watched = set(self._watched())
        self._digests = {uri: digest for uri, digest in self._digests.items() if uri in watched}

    def _watched(self) -> list[str]:
        return list(dict.fromkeys((*self._sessions, *(uri for uris in self._listening for uri in uris))))

    async def _digest(self, uri: str) -> str:
        try:
            found = await self._resources.read(uri)
        except MCPError:
            return "missing"
        texts = [_lasting(cast("TextResourceContents", one)) for one in found.contents]
        return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


def _lasting(contents: TextResourceContents) -> str:
    if contents.mime_type != JSON_TYPE:
        return contents.text
    answer: dict[str, Any] = json.loads(contents.text)
    return json.dumps({key: one for key, one in answer.items() if key not in _OF_EVERY_COMMIT})


def _same_client(one: ServerSession, other: ServerSession) -> bool:
    """Return whether two sessions belong to the same client; each request of a client has its own session."""
    return one is other or (one.client_params is not None and one.client_params is other.client_params)
