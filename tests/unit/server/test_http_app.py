"""Tests of what all routes share: addresses, limits, errors, languages, ETags and repeated requests."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from typing import cast

import pytest

from episodic.server.http_calls import HttpLimits, HttpServer
from episodic.server.http_server import HttpOptions
from tests.unit.server.http_stories import QUICK, STORY, MemoryWorks, api, told_works

WORK = f"/v1/works/{STORY}"
JOB = {"kind": "ingest", "chapters": [{"text": "林晚睡了。", "title": "第四章", "key": "四"}]}


async def test_requests_under_a_foreign_host_name_are_refused() -> None:
    """A web page can make its own host name resolve to 127.0.0.1 (DNS rebinding), but cannot change the Host header."""
    async with api(await told_works()) as one:
        response = await one.client.get(WORK, headers={"Host": "evil.example:8765"})

        assert response.status_code == 403
        assert response.json()["title"] == "AddressRefused"


async def test_web_pages_of_other_origins_are_refused() -> None:
    options = HttpOptions(limits=QUICK, origins=frozenset({"https://app.example"}))
    async with api(await told_works(), options=options) as one:
        statuses = {
            origin: (await one.client.get(WORK, headers={"Origin": origin})).status_code
            for origin in ("https://evil.example", "null", "https://app.example", "http://127.0.0.1:8765")
        }

        assert statuses == {
            "https://evil.example": 403,
            "null": 403,
            "https://app.example": 200,
            "http://127.0.0.1:8765": 200,
        }


async def test_a_body_that_is_too_large_is_refused() -> None:
    async with api(MemoryWorks(), options=HttpOptions(limits=HttpLimits(body_bytes=1000))) as one:
        body = json.dumps({"kind": "import", "lines": ["x" * 2000]}).encode()

        async def parts() -> AsyncGenerator[bytes]:
            yield body

        for content in (body, parts()):
            response = await one.client.post(
                f"{WORK}/jobs", content=content, headers={"Content-Type": "application/json"}
            )

            assert response.status_code == 413
            assert response.json()["title"] == "BodyTooLarge"


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b"\xff", "application/json", 400),
        (b"[]", "application/json", 422),
        (b"{}", "application/json", 422),
        (b"{}", "text/plain", 415),
        (b"a=1", "application/x-www-form-urlencoded", 415),
    ],
)
async def test_a_body_must_be_a_json_object(body: bytes, kind: str, status: int) -> None:
    async with api(MemoryWorks()) as one:
        response = await one.client.post(f"{WORK}/jobs", content=body, headers={"Content-Type": kind})

        assert response.status_code == status
        assert response.json()["hint"]


async def test_unknown_routes_and_methods_are_problems() -> None:
    async with api(MemoryWorks()) as one:
        assert (await one.client.get("/v1/nothing")).json()["title"] == "UnknownRoute"
        assert (await one.client.put("/v1/works")).json()["title"] == "MethodNotAllowed"
        assert (await one.client.options("/v1/works/story/chapters/1")).headers["Allow"] == "DELETE, GET, PUT"


async def test_an_unexpected_error_says_nothing_about_itself() -> None:
    works = await told_works()

    def broken(_: str) -> None:
        raise ZeroDivisionError("secret")

    works.graph = broken  # type: ignore[assignment, method-assign]  # a defect of the program
    async with api(works) as one:
        response = await one.client.get(f"{WORK}/jobs")

        assert response.status_code == 500
        assert response.json()["title"] == "InternalError"
        assert "secret" not in response.text


async def test_an_unchanged_work_is_not_sent_again() -> None:
    async with api(await told_works()) as one:
        first = await one.client.get(WORK)
        tag = first.headers["etag"]
        same = await one.client.get(WORK, headers={"If-None-Match": tag})
        await one.server.works.graph(STORY).rename_episode("一", "潮")
        changed = await one.client.get(WORK, headers={"If-None-Match": tag})

        assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", tag)
        assert (changed.status_code, changed.headers["etag"] != tag) == (200, True)
        assert first.headers["vary"] == "Accept-Language, Authorization"


async def test_the_language_of_the_caller_is_part_of_the_etag() -> None:
    async with api(await told_works()) as one:
        tags = [
            (await one.client.get(WORK, headers={"Accept-Language": wanted})).headers["etag"].rpartition(".")[2]
            for wanted in ("zh-CN,en;q=0.5", "fr, en;q=0.8, zh;q=0.9", "fr", "", "en;q=x,zh")
        ]

        assert tags == ['zh"', 'zh"', 'en"', 'en"', 'zh"']


async def test_a_request_that_is_sent_again_is_made_once() -> None:
    async with api(await told_works()) as one:
        first, again = [
            await one.client.post(f"{WORK}/jobs", json=JOB, headers={"Idempotency-Key": "k"}) for _ in range(2)
        ]
        other = await one.client.post(f"{WORK}/jobs", json=JOB, headers={"Idempotency-Key": "other"})
        reused = await one.client.post(f"{WORK}/jobs", json={"kind": "reread"}, headers={"Idempotency-Key": "k"})

        assert first.json()["id"] == again.json()["id"] != other.json()["id"]
        assert again.headers["idempotency-replayed"] == "true"
        assert "idempotency-replayed" not in first.headers
        assert (reused.status_code, reused.json()["title"]) == (422, "IdempotencyKeyReused")


async def test_a_refused_request_can_be_corrected_under_the_same_key() -> None:
    async with api(await told_works()) as one:
        key = {"Idempotency-Key": "k"}

        assert (await one.client.post(f"{WORK}/jobs", json={"kind": "x"}, headers=key)).status_code == 422
        assert (await one.client.post(f"{WORK}/jobs", json=JOB, headers=key)).status_code == 202


async def test_the_description_is_openapi_3_1_and_names_every_route() -> None:
    async with api(MemoryWorks()) as one:
        found = (await one.client.get("/openapi.json")).json()

    assert found["openapi"] == "3.1.0"
    assert found["components"]["securitySchemes"]["key"]["scheme"] == "bearer"
    operations = [
        operation
        for path in found["paths"].values()
        for operation in cast("dict[str, dict[str, object]]", path).values()
    ]
    names = [operation["operationId"] for operation in operations]
    assert len(set(cast("list[str]", names))) == len(names)
    assert all(operation["summary"] for operation in operations)
    assert "$ref" not in json.dumps(found["paths"])


async def test_streams_end_when_the_server_stops() -> None:
    stopping = [False]

    def change(server: HttpServer) -> None:
        server.stopping = lambda: stopping[0]

    works = MemoryWorks()
    job = await works.graph(STORY).jobs.submit_reread(job_id="a")
    async with api(works, change=change) as one:
        stopping[0] = True

        response = await one.client.get(f"{WORK}/jobs/{job.uuid}/events")

        assert (response.status_code, response.text) == (200, "")
