"""Tests of the routes that check, answer and edit."""

from __future__ import annotations

import asyncio
import json
from typing import cast

import httpx

from episodic.model.episodes import Chapter
from episodic.model.json_shapes import Object
from tests.unit.server.http_stories import STORY, MemoryWorks, api, told_works

WORK = f"/v1/works/{STORY}"
ADDED: Object = {"text": "林晚睡了。", "title": "第四章", "key": "五"}


def events(response: httpx.Response) -> list[tuple[str, Object]]:
    found = [block.split("\n") for block in response.text.split("\n\n") if block]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in found]


async def test_a_chapter_is_added_replaced_and_removed() -> None:
    works = await told_works()
    async with api(works) as one:
        added = await one.client.post(f"{WORK}/chapters", json=ADDED)
        replaced = await one.client.put(f"{WORK}/chapters/五", json={"text": "林晚醒了。"})
        removed = await one.client.delete(f"{WORK}/chapters/五")
        again = await one.client.delete(f"{WORK}/chapters/五")

    assert [added.json()["outcome"], replaced.json()["outcome"]] == ["added", "replaced"]
    assert [one.json()["revision"] for one in (added, replaced, removed)] == [7, 8, 9]
    assert "diff" in removed.json()
    assert again.status_code == 404
    assert [one.chapter.key for one in await works.graph(STORY).chapters()] == ["一", "二", "三"]


async def test_a_first_chapter_makes_the_work() -> None:
    async with api(MemoryWorks()) as one:
        added = await one.client.post("/v1/works/new/chapters", json=ADDED)

        assert added.json()["revision"] == 1
        assert (await one.client.get("/v1/works/new")).headers["etag"] == added.headers["etag"]


async def test_a_work_cannot_have_the_name_of_a_group_of_the_program() -> None:
    async with api(MemoryWorks()) as one:
        response = await one.client.post("/v1/works/episodic:keys/chapters", json=ADDED)
        read = await one.client.get("/v1/works/episodic:keys")

    assert (response.status_code, response.json()["title"]) == (400, "InvalidNameError")
    assert read.status_code == 404


async def test_adding_replaces_no_chapter() -> None:
    async with api(await told_works()) as one:
        response = await one.client.post(f"{WORK}/chapters", json={"text": "别的。", "key": "一"})

    assert (response.status_code, response.json()["title"]) == (409, "DuplicateEpisodeError")


async def test_a_chapter_that_is_removed_is_the_one_that_a_read_of_the_same_url_shows() -> None:
    works = MemoryWorks()
    chapters = (
        Chapter("很久以前。", title="楔子"),
        Chapter("林晚住在苇港。", title="第一章", path=("卷一", "第一章"), number=1),
        Chapter("裴照住在柳浦。", title="第一章", path=("卷二", "第一章"), number=1),
    )
    await works.graph(STORY).add_manuscript(chapters)
    async with api(works) as one:
        read = await one.client.get(f"{WORK}/chapters/1")
        await one.client.delete(f"{WORK}/chapters/1")

    gone = read.json()["chapter"]["key"]
    assert gone not in {one.chapter.key for one in await works.graph(STORY).chapters()}


async def test_an_edit_is_made_only_at_the_revision_that_it_requires() -> None:
    works = await told_works()
    async with api(works) as one:
        tag = (await one.client.get(WORK)).headers["etag"]
        first = await one.client.post(f"{WORK}/chapters", json=ADDED, headers={"If-Match": tag})
        second = await one.client.put(f"{WORK}/chapters/五", json={"text": "林晚醒了。"}, headers={"If-Match": tag})
        third = await one.client.put(
            f"{WORK}/chapters/五", json={"text": "林晚醒了。"}, headers={"If-Match": first.headers["etag"]}
        )

    assert (first.status_code, second.status_code, third.status_code) == (200, 412, 200)
    assert second.json()["hint"]


async def test_of_two_edits_that_require_the_same_revision_one_is_made() -> None:
    async with api(await told_works()) as one:
        tag = (await one.client.get(WORK)).headers["etag"]

        found = await asyncio.gather(
            *(
                one.client.post(f"{WORK}/chapters", json={**ADDED, "key": f"{number}"}, headers={"If-Match": tag})
                for number in range(3)
            )
        )

    assert sorted(one.status_code for one in found) == [200, 412, 412]


async def test_a_repeated_edit_is_made_once_and_its_text_is_not_kept() -> None:
    works = await told_works()
    async with api(works) as one:
        first, again = [
            await one.client.post(f"{WORK}/chapters", json=ADDED, headers={"Idempotency-Key": "k"}) for _ in range(2)
        ]

    assert first.json()["outcome"] == "added"
    assert again.json() == {"already": True, "revision": 7}
    assert again.headers["idempotency-replayed"] == "true"


async def test_a_draft_is_checked_and_not_stored() -> None:
    works = await told_works()
    async with api(works) as one:
        response = await one.client.post(f"{WORK}/check", json={"text": "沈三更说：“我回来了。”沈三更去了望潮城。"})

    assert response.status_code == 200, response.text
    assert {finding["kind"] for finding in response.json()["findings"]} == {"dead_acts"}
    work = await works.store.work(STORY)
    assert work is not None
    assert work.revision == 6


async def test_an_answer_is_sent_as_events() -> None:
    async with api(await told_works()) as one:
        response = await one.client.post(f"{WORK}/answer", json={"question": "林晚住在哪里？"})
        refused = await one.client.post(f"{WORK}/answer", json={"question": "？", "told_by": "99"})

    found = events(response)
    assert response.headers["content-type"].startswith("text/event-stream")
    assert found[-1][0] == "done"
    assert cast("Object", found[-1][1]["answer"])["question"] == "林晚住在哪里？"
    assert refused.status_code == 404


async def test_an_answer_ends_with_the_chapter_that_it_names() -> None:
    async with api(await told_works()) as one:
        response = await one.client.post(f"{WORK}/answer", json={"question": "林晚去了哪里？", "told_by": "1"})

    assert "望潮城" not in response.text
