"""Tests of keys, tiers, addresses and rates of requests."""

from __future__ import annotations

import httpx

from episodic.model.access import Access
from episodic.server.http_calls import HttpLimits
from episodic.server.http_server import HttpOptions
from tests.unit.server.http_stories import OTHER, QUICK, STORY, MemoryWorks, api, told_works

WORK = f"/v1/works/{STORY}"


def found(response: httpx.Response) -> tuple[int, str]:
    """Return the status of a response and the title of its problem."""
    problem = response.headers["content-type"].startswith("application/problem+json")
    return response.status_code, str(response.json()["title"]) if problem else ""


async def test_programs_on_the_same_machine_need_no_key() -> None:
    async with api(await told_works()) as one:
        assert found(await one.client.get(WORK)) == (200, "")


async def test_other_machines_need_a_key() -> None:
    async with api(await told_works(), client="192.168.1.2") as one:
        response = await one.client.get(WORK)

        assert found(response) == (401, "KeyNeeded")
        assert response.headers["www-authenticate"] == "Bearer"
        assert "keys create" in response.json()["hint"]
        assert found(await one.client.get(WORK, headers=await one.key(Access.READ))) == (200, "")


async def test_a_request_that_a_proxy_passed_on_needs_a_key() -> None:
    async with api(await told_works()) as one:
        assert found(await one.client.get(WORK, headers={"X-Forwarded-For": "203.0.113.9"})) == (401, "KeyNeeded")


async def test_a_server_can_ask_every_program_for_a_key() -> None:
    async with api(await told_works(), options=HttpOptions(needs_key=True, limits=QUICK)) as one:
        assert found(await one.client.get(WORK)) == (401, "KeyNeeded")
        assert (await one.client.get("/v1/health")).json() == {"status": "ok"}


async def test_a_wrong_key_is_refused_also_on_the_same_machine() -> None:
    async with api(await told_works()) as one:
        for value in ("Bearer wrong", "Basic YTpi", "Bearer"):
            assert found(await one.client.get(WORK, headers={"Authorization": value}))[0] == 401, value


async def test_a_key_of_one_work_opens_no_other_work_and_does_not_say_which_exist() -> None:
    async with api(await told_works()) as one:
        key = await one.key(Access.FULL, work=STORY)

        existing = await one.client.get(f"/v1/works/{OTHER}", headers=key)
        missing = await one.client.get("/v1/works/missing", headers=key)

        assert found(existing) == (403, "WorkNotOpened")
        assert existing.json() == missing.json()
        assert [work["work"] for work in (await one.client.get("/v1/works", headers=key)).json()["works"]] == [STORY]


async def test_a_tier_gives_no_access_to_the_routes_of_higher_tiers() -> None:
    async with api(await told_works()) as one:
        assert found(await one.client.get(f"{WORK}/jobs", headers=await one.key(Access.READ))) == (403, "TierTooLow")
        assert found(await one.client.get(f"{WORK}/jobs", headers=await one.key(Access.APPEND))) == (200, "")
        assert found(await one.client.delete(WORK, headers=await one.key(Access.APPEND))) == (403, "TierTooLow")


async def test_too_many_requests_of_one_caller_must_wait() -> None:
    limited = HttpOptions(limits=HttpLimits(requests_per_minute=2))
    async with api(MemoryWorks(), options=limited) as one:
        key = await one.key(Access.READ)

        statuses = [(await one.client.get("/v1/works")).status_code for _ in range(3)]
        response = await one.client.get("/v1/works")

        assert statuses == [200, 200, 429]
        assert int(response.headers["retry-after"]) > 0
        assert (await one.client.get("/v1/works", headers=key)).status_code == 200


async def test_guesses_of_keys_are_limited_too() -> None:
    limited = HttpOptions(limits=HttpLimits(requests_per_minute=2))
    async with api(MemoryWorks(), options=limited, client="192.168.1.2") as one:
        guess = {"Authorization": "Bearer guess"}

        assert [(await one.client.get("/v1/works", headers=guess)).status_code for _ in range(3)] == [401, 401, 429]
