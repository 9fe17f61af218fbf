"""Tests of API keys."""

from __future__ import annotations

import pytest

from episodic.api_keys import ApiKeys
from episodic.errors import InvalidNameError, UnknownKeyError
from episodic.model.access import Access
from episodic.model.records import SERVICE_PREFIX, Kind
from tests.memory_stores import memory_store


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = "2026-01-01T00:00:00+00:00"

    def __call__(self) -> str:
        return self.now


async def test_a_key_is_recognised_by_its_secret() -> None:
    keys = ApiKeys(memory_store(), clock=Clock())

    made = await keys.create("editor", access=Access.APPEND, work="story")

    assert await keys.verified(made.secret) == made.key
    assert await keys.list() == (made.key,)
    assert (made.key.opens("story"), made.key.opens("other")) == (True, False)


async def test_the_store_keeps_only_a_hash_of_the_secret() -> None:
    store = memory_store()
    made = await ApiKeys(store, clock=Clock()).create("editor", access=Access.READ)

    stored = "".join(one.value for one in await store.fetch(f"{SERVICE_PREFIX}keys", Kind.SERVICE))

    assert made.secret not in stored
    assert made.secret.split("_", 2)[2] not in stored


async def test_other_secrets_are_not_recognised() -> None:
    keys = ApiKeys(memory_store(), clock=Clock())
    made, other = [await keys.create(name, access=Access.READ) for name in "ab"]
    mixed = f"episodic_{made.key.uuid}_{other.secret.split('_', 2)[2]}"

    for secret in ("", "x", made.secret[:-1], made.secret + "x", mixed, made.secret.upper(), "episodic__", "林" * 60):
        assert await keys.verified(secret) is None, secret


async def test_a_revoked_key_opens_nothing() -> None:
    keys = ApiKeys(memory_store(), clock=Clock())
    made = await keys.create("editor", access=Access.READ)

    await keys.revoke(made.key.uuid)

    assert await keys.verified(made.secret) is None
    with pytest.raises(UnknownKeyError):
        await keys.revoke(made.key.uuid)


async def test_a_key_expires() -> None:
    clock = Clock()
    keys = ApiKeys(memory_store(), clock=clock)
    made = await keys.create("editor", access=Access.READ, days=2)

    clock.now = "2026-01-02T23:59:59+00:00"
    before = await keys.verified(made.secret)
    clock.now = "2026-01-03T00:00:00+00:00"

    assert before == made.key
    assert await keys.verified(made.secret) is None


async def test_names_that_cannot_be_stored_are_refused() -> None:
    keys = ApiKeys(memory_store(), clock=Clock())

    with pytest.raises(InvalidNameError):
        await keys.create(" ", access=Access.READ)
    with pytest.raises(InvalidNameError):
        await keys.create("a", access=Access.READ, work=f"{SERVICE_PREFIX}jobs")
