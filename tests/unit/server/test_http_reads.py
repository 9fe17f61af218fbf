"""Tests of the routes that read."""

from __future__ import annotations

from typing import cast

import httpx

from episodic.app import StoryGraph
from episodic.model.json_shapes import Object
from episodic.serialisers.views import VIEWS
from tests.unit.server.http_stories import STORY, Api, api, told_works

WORK = f"/v1/works/{STORY}"


async def got(one: Api, path: str, **query: str | list[str]) -> Object:
    response = await one.client.get(f"{WORK}{path}", params=query)
    assert response.status_code == 200, response.text
    return cast("Object", response.json())


async def every_page(one: Api, path: str, key: str, **query: str) -> list[object]:
    """Return the items of all pages of a list."""
    items: list[object] = []
    more = dict(query)
    while True:
        found = await got(one, path, **more)
        items += cast("list[object]", found[key])
        if found["cursor"] is None:
            return items
        more["cursor"] = str(found["cursor"])


def problem(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, str(response.json()["title"])


async def test_a_search_gives_the_hits_of_python() -> None:
    works = await told_works()
    async with api(works) as one:
        found = await got(one, "/search", query="林晚住在哪里", limit="3", max_tokens="8000")

    expected = await works.graph(STORY).search("林晚住在哪里", limit=3)
    assert found["hits"] == [VIEWS.object_of(hit) for hit in expected.hits]
    assert found["searched"]
    assert found["revision"] == 6


async def test_all_pages_together_are_the_whole_list() -> None:
    works = await told_works()
    graph: StoryGraph = works.graph(STORY)
    async with api(works) as one:
        facts = await every_page(one, "/facts", "facts", limit="1")
        chapters = await every_page(one, "/chapters", "chapters", max_tokens="1")
        versions = await every_page(one, "/timeline", "versions", limit="1")

    assert facts == [VIEWS.object_of(fact) for fact in (await graph.get_facts()).facts]
    assert chapters == [VIEWS.object_of(entry) for entry in await graph.chapters()]
    assert versions == [VIEWS.object_of(version) for version in (await graph.timeline()).versions]


async def test_an_entity_is_shown_with_its_facts() -> None:
    async with api(await told_works()) as one:
        found = await got(one, "/entities", name="林晚")

    assert cast("Object", found["entity"])["name"] == "林晚"
    assert found["mentions"]
    assert all("林晚" in str(fact) for fact in cast("list[Object]", found["facts"]))


async def test_a_chapter_is_found_by_key_number_and_title() -> None:
    async with api(await told_works()) as one:
        found = [await got(one, f"/chapters/{name}") for name in ("三", "3", "第三章 归来")]
        missing = await one.client.get(f"{WORK}/chapters/9")

    assert found[0] == found[1] == found[2]
    assert cast("Object", found[0]["chapter"])["key"] == "三"
    assert "沈三更死了" in str(found[0]["passages"])
    assert problem(missing) == (404, "UnknownEpisodeError")


async def test_passages_of_facts_are_read() -> None:
    works = await told_works()
    facts = [one.fact.uuid for one in (await works.graph(STORY).get_facts(limit=2)).facts]
    async with api(works) as one:
        found = await got(one, "/passages", ids=facts, around="1")

    assert found["passages"]


async def test_a_read_ends_with_the_chapter_that_it_names() -> None:
    async with api(await told_works()) as one:
        early = cast("list[Object]", (await got(one, "/chapters", told_by="二"))["chapters"])
        draft = cast("list[Object]", (await got(one, "/chapters", layer="draft"))["chapters"])

    assert [chapter["key"] for chapter in early] == ["一", "二"]
    assert [chapter["key"] for chapter in draft] == ["四"]


async def test_mistakes_are_named() -> None:
    async with api(await told_works()) as one:
        near = await one.client.get(f"{WORK}/entities", params={"name": "林碗"})
        typo = await one.client.get(f"{WORK}/facts", params={"predicat": "lives_in"})
        limit = await one.client.get(f"{WORK}/facts", params={"limit": "0"})
        empty = await one.client.get(f"{WORK}/search")
        work = await one.client.get("/v1/works/missing/facts")
        moment = await one.client.get(f"{WORK}/facts", params={"as_of": "nonsense"})

    assert problem(near) == (404, "UnknownEntityError")
    assert "near" in near.json()
    for response, where in ((typo, "predicat"), (limit, "limit"), (empty, "query")):
        assert response.status_code == 422
        assert response.json()["errors"][0]["where"] == where
    assert problem(work) == (404, "UnknownWork")
    assert problem(moment) == (400, "UnknownMomentError")


async def test_a_cursor_of_an_earlier_revision_is_refused() -> None:
    works = await told_works()
    async with api(works) as one:
        cursor = str((await got(one, "/facts", limit="1"))["cursor"])
        await works.graph(STORY).rename_episode("一", "潮")

        response = await one.client.get(f"{WORK}/facts", params={"cursor": cursor})

    assert problem(response) == (400, "InvalidFilterError")


async def test_a_moment_of_story_time_says_that_later_chapters_are_read() -> None:
    async with api(await told_works()) as one:
        moment = await got(one, "/facts", as_of="第一章")
        ended = await got(one, "/facts", as_of="第一章", told_by="1")
        chinese = await one.client.get(f"{WORK}/facts", params={"as_of": "第一章"}, headers={"Accept-Language": "zh"})

    assert "later chapters are read" in str(moment["notes"])
    assert "notes" not in ended
    assert chinese.json()["notes"] != moment["notes"]


async def test_items_have_as_much_detail_as_asked() -> None:
    async with api(await told_works()) as one:
        ids, brief, full = [
            cast("list[Object]", (await got(one, "/facts", detail=detail, limit="1"))["facts"])[0]
            for detail in ("ids", "brief", "full")
        ]

    assert len(ids) < len(brief) < len(full)
