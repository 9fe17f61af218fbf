"""Tests of the routes for works as a whole."""

from __future__ import annotations

import asyncio
import json

from episodic.app import StoryGraph
from episodic.model.access import Access
from tests.memory_stores import memory_store
from tests.unit.server.http_stories import CHAPTERS, DELETED, DRAFT, STORY, api, told_works

WORK = f"/v1/works/{STORY}"


async def test_works_are_listed_and_described() -> None:
    async with api(await told_works()) as one:
        listed = (await one.client.get("/v1/works")).json()["works"]

        assert [work["work"] for work in listed] == ["other", "story"]
        assert (await one.client.get(WORK)).json() == listed[1]
        assert (await one.client.get("/v1/works/missing")).json()["title"] == "UnknownWork"


async def test_an_export_has_the_canon_as_it_is_now() -> None:
    async with api(await told_works()) as one:
        response = await one.client.get(f"{WORK}/export")

        lines = [json.loads(line) for line in response.text.splitlines()]
        assert response.headers["content-type"].startswith("application/x-ndjson")
        assert (lines[0]["kind"], lines[-1]["kind"]) == ("header", "end")
        for hidden in (DRAFT, DELETED):
            assert hidden.title not in response.text
            assert hidden.text[:3] not in response.text


async def test_an_export_can_be_imported() -> None:
    works = await told_works()
    async with api(works) as one:
        text = (await one.client.get(f"{WORK}/export", params={"history": "true"})).text
    graph = StoryGraph(memory_store(), group_id=STORY)

    await graph.import_(text.splitlines())

    assert [entry.chapter.title for entry in await graph.chapters()] == [one.title for one in CHAPTERS]


async def test_an_export_can_end_with_a_chapter_and_have_another_layer() -> None:
    async with api(await told_works()) as one:
        early = (await one.client.get(f"{WORK}/export", params={"told_by": "2", "canonical": "true"})).text
        draft = (await one.client.get(f"{WORK}/export", params={"layer": "draft"})).text
        unknown = await one.client.get(f"{WORK}/export", params={"told_by": "99"})

        assert "归来" not in early
        assert "进城" in early
        assert DRAFT.title in draft
        assert (unknown.status_code, unknown.json()["title"]) == (404, "UnknownEpisodeError")


async def test_earlier_texts_need_the_highest_tier() -> None:
    async with api(await told_works()) as one:
        address = f"{WORK}/export?history=true"

        assert (await one.client.get(address, headers=await one.key(Access.APPEND))).status_code == 403
        assert DELETED.title in (await one.client.get(address, headers=await one.key(Access.FULL))).text
        assert (await one.client.get(f"{address}&layer=draft")).status_code == 400


async def test_a_work_is_deleted_only_at_a_known_revision() -> None:
    async with api(await told_works()) as one:
        tag = (await one.client.get(WORK)).headers["etag"]
        await one.server.works.graph(STORY).jobs.submit_reread(job_id="a")

        assert (await one.client.delete(WORK)).status_code == 428
        assert (await one.client.delete(WORK, headers={"If-Match": '"1.x.en"'})).status_code == 412
        assert (await one.client.delete(WORK, headers={"If-Match": tag})).status_code == 204
        assert (await one.client.get(WORK)).status_code == 404
        assert (await one.client.get(f"{WORK}/jobs")).json()["jobs"] == []


async def test_a_work_is_not_deleted_after_an_edit_that_was_running_when_the_request_came() -> None:
    async with api(await told_works()) as one:
        tag = (await one.client.get(WORK)).headers["etag"]
        async with one.server.locks[STORY]:
            deletion = asyncio.create_task(one.client.delete(WORK, headers={"If-Match": tag}))
            await asyncio.sleep(0.1)
            await one.server.works.graph(STORY).rename_episode("一", "潮")

        assert (await deletion).status_code == 412
        assert (await one.client.get(WORK)).status_code == 200
