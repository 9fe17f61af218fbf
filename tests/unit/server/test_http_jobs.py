"""Tests of the routes for jobs."""

from __future__ import annotations

import json
from typing import cast

import pytest

from episodic.app import StoryGraph
from episodic.jobs.records import JobOptions
from episodic.model.access import Access
from episodic.model.json_shapes import Json, Object
from tests.memory_stores import memory_store
from tests.unit.jobs.job_stories import WaitingModel
from tests.unit.server.http_stories import CHAPTERS, OTHER, STORY, Api, MemoryWorks, api, told_works

JOBS = f"/v1/works/{STORY}/jobs"
ADDED: Object = {"kind": "ingest", "chapters": [{"text": "林晚睡了。", "title": "第五章", "key": "五"}]}


async def events(one: Api, address: str) -> list[tuple[str, Object]]:
    """Return the events of a job until its end."""
    text = (await one.client.get(f"{address}/events")).text
    found = [block.split("\n") for block in text.split("\n\n") if block.startswith("event:")]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in found]


async def ended(one: Api, body: Object) -> Object:
    """Submit a job and return it when it has ended."""
    response = await one.client.post(JOBS, json=body)
    assert response.status_code == 202, response.text
    return (await events(one, response.headers["location"]))[-1][1]


async def test_a_submitted_job_is_run_and_its_progress_can_be_followed() -> None:
    async with api(await told_works()) as one:
        response = await one.client.post(JOBS, json=ADDED)
        seen = await events(one, response.headers["location"])

        assert response.status_code == 202
        assert [name for name, _ in seen][-1] == "ended"
        assert seen[-1][1]["state"] == "succeeded"
        assert cast("Object", seen[-1][1]["result"])["outcomes"] == {"added": 1}
        assert (await one.client.get(response.headers["location"])).json() == seen[-1][1]
        assert [job["id"] for job in (await one.client.get(JOBS)).json()["jobs"]] == [seen[-1][1]["id"]]


async def test_the_text_of_a_single_new_chapter_is_stored_before_the_response_is_sent() -> None:
    """The same request again gives the same job. Several chapters give a job that ingests them."""
    works = await told_works()
    works.model = WaitingModel()
    async with api(works) as one:
        queued = (await one.client.post(JOBS, json=ADDED)).json()
        entry = (await works.graph(STORY).chapters())[-1]
        found = (await works.graph(STORY).search("林晚睡了")).passages
        several: Object = {
            "kind": "ingest",
            "chapters": [{"text": f"林晚{one}。", "title": one} for one in ("笑", "哭")],
        }
        again, ingestion = [(await one.client.post(JOBS, json=body)).json() for body in (ADDED, several)]

    assert queued["kind"] == "read"
    assert (entry.chapter.key, entry.unread) == ("五", True)
    assert any(one.text == "林晚睡了。" for one in found)
    assert again["id"] == queued["id"]
    assert ingestion["kind"] == "ingest"


async def test_chapters_can_be_read_again_and_works_imported() -> None:
    told = StoryGraph(memory_store(), group_id=STORY)
    await told.add_manuscript(CHAPTERS)
    lines: list[Json] = [line async for line in told.export()]
    async with api(MemoryWorks()) as one:
        imported = await ended(one, {"kind": "import", "lines": lines})
        reread = await ended(one, {"kind": "reread", "chapters": ["一", 2], "every": True})

        assert imported["state"] == "succeeded"
        assert cast("Object", reread["result"])["outcomes"] == {"reread": 2}


async def test_a_job_of_another_work_is_not_found() -> None:
    works = await told_works()
    job = await works.graph(OTHER).jobs.submit_reread()
    async with api(works) as one:
        for path in (f"{JOBS}/{job.uuid}", f"{JOBS}/{job.uuid}/events"):
            assert (await one.client.get(path)).status_code == 404, path
        assert (await one.client.delete(f"{JOBS}/{job.uuid}")).status_code == 404


async def test_a_key_that_may_only_add_submits_no_job_that_replaces_or_removes() -> None:
    async with api(await told_works()) as one:
        key = await one.key(Access.APPEND)
        replaced: Object = {"kind": "ingest", "chapters": [{"text": "林晚死了。", "title": "第一章", "key": "一"}]}

        for body in ({**ADDED, "manuscript": "潮"}, {**ADDED, "removing": True}, {"kind": "reread"}):
            assert (await one.client.post(JOBS, json=body, headers=key)).status_code == 403, body
        response = await one.client.post(JOBS, json=replaced, headers=key)
        job = (await events(one, response.headers["location"]))[-1][1]

        assert job["state"] == "failed"
        assert cast("Object", job["error"])["type"] == "DuplicateEpisodeError"


async def test_a_key_that_may_only_add_resumes_no_job_that_may_remove_chapters() -> None:
    works = await told_works()
    async with api(works) as one:
        key = await one.key(Access.APPEND)
        failed = await ended(one, {"kind": "import", "lines": ["{}"]})
        job = await works.graph(STORY).jobs.submit_ingestion(CHAPTERS[:1], options=JobOptions(removing=True))

        for resumed in (failed["id"], job.uuid):
            assert (await one.client.post(f"{JOBS}/{resumed}/resume", headers=key)).status_code == 403


async def test_a_job_can_be_cancelled_and_a_failed_job_resumed() -> None:
    async with api(await told_works()) as one:
        failed = await ended(one, {"kind": "import", "lines": ["{}"]})
        resumed = await one.client.post(f"{JOBS}/{failed['id']}/resume")
        again = (await events(one, f"{JOBS}/{failed['id']}"))[-1][1]
        cancelled = await one.client.delete(f"{JOBS}/{failed['id']}")

        assert (failed["state"], again["state"]) == ("failed", "failed")
        assert (resumed.status_code, again["attempts"]) == (202, 2)
        assert cancelled.json()["state"] == "failed"


async def test_a_job_can_require_a_revision() -> None:
    async with api(await told_works()) as one:
        tag = (await one.client.get(f"/v1/works/{STORY}")).headers["etag"]

        assert (await one.client.post(JOBS, json=ADDED, headers={"If-Match": '"1.x.en"'})).status_code == 412
        assert (await one.client.post(JOBS, json=ADDED, headers={"If-Match": tag})).status_code == 202


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"kind": "delete"},
        {"kind": "ingest", "chapters": []},
        {"kind": "ingest", "chapters": [{"title": "a"}]},
        {"kind": "ingest", "chapters": [{"text": "林晚。", "extra": 1}]},
        {"kind": "ingest", "chapters": [{"text": "……"}]},
        {"kind": "reread", "chapters": ["no such chapter"]},
        {"kind": "import", "lines": []},
    ],
)
async def test_jobs_that_cannot_run_are_refused_at_once(body: Object) -> None:
    async with api(await told_works()) as one:
        response = await one.client.post(JOBS, json=body)

        assert response.status_code in {400, 404, 422}
        assert response.json()["hint"]
        assert (await one.client.get(JOBS)).json()["jobs"] == []
