"""API keys: what each key may do, in which work, and a hash by which a key is recognised. The keys themselves are not
stored.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from episodic.errors import UnknownKeyError
from episodic.model.access import Access
from episodic.model.name_keys import check_name, check_work_name
from episodic.ports import GraphStore
from episodic.service_table import ServiceTable

_SECRET_BYTES = 32
"""The number of random bytes of an API key. A key with 32 random bytes cannot be guessed, so that its hash need not be
slow to compute.
"""
_KEY = re.compile(r"episodic_([0-9a-f]{16})_([A-Za-z0-9_-]{40,60})")


@dataclass(frozen=True, slots=True)
class ApiKey:
    """The record of an API key. `work` is the only work that the key opens, or "" for all works of the store.

    `digest` is the SHA-256 hash of the key. `expires_at` is None if the key does not expire.
    """

    uuid: str
    digest: str
    name: str
    access: Access
    work: str
    created_at: str
    expires_at: str | None = None

    def opens(self, work: str) -> bool:
        """Return whether the key gives access to the work with this name."""
        return not self.work or self.work == work


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key that was just created. `secret` is the key itself, which is shown once and is not stored."""

    key: ApiKey
    secret: str


class ApiKeys:
    """The API keys of a store."""

    def __init__(self, store: GraphStore, *, clock: Callable[[], str]) -> None:
        self._table = ServiceTable(store, "keys", ApiKey, clock=clock)
        self._clock = clock

    async def create(self, name: str, *, access: Access, work: str = "", days: int | None = None) -> NewKey:
        """Create a key and return it with its secret. Raises InvalidNameError, StoreError."""
        check_name(name, "name of the key")
        if work:
            check_work_name(work)
        uuid, now = secrets.token_hex(8), self._clock()
        secret = f"episodic_{uuid}_{secrets.token_urlsafe(_SECRET_BYTES)}"
        until = None if days is None else (datetime.fromisoformat(now) + timedelta(days=days)).isoformat()
        key = ApiKey(uuid, _digest(secret), name, access, work, now, until)
        await self._table.change(uuid, lambda _: key)
        return NewKey(key, secret)

    async def list(self) -> tuple[ApiKey, ...]:
        """Return all keys, the oldest first. Raises StoreError."""
        return tuple(sorted(await self._table.all(), key=lambda key: (key.created_at, key.uuid)))

    async def revoke(self, uuid: str) -> ApiKey:
        """Delete the record of a key, so that the key no longer opens anything, and return the record. Raises
        UnknownKeyError, StoreError.
        """
        found = await self._table.get(uuid)
        if found is None:
            raise UnknownKeyError(uuid)
        await self._table.change(uuid, lambda _: None)
        return found

    async def rename_work(self, old: str, new: str) -> None:
        """Change the keys that open only the work *old* so that they open only the work *new*. Raises StoreError."""

        def renamed(key: ApiKey | None) -> ApiKey | None:
            return key if key is None or key.work != old else replace(key, work=new)

        for key in await self._table.all():
            await self._table.change(key.uuid, renamed)

    async def verified(self, secret: str) -> ApiKey | None:
        """Return the key with this secret, or None if there is no such key or the key has expired.

        Raises StoreError.
        """
        parts = _KEY.fullmatch(secret)
        found = None if parts is None else await self._table.get(parts[1])
        if found is None or not hmac.compare_digest(found.digest, _digest(secret)):
            return None
        expired = found.expires_at is not None and found.expires_at <= self._clock()
        return None if expired else found


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8")).hexdigest()
