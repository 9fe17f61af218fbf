"""Tests of the routes that read."""

from __future__ import annotations

import re
from typing import cast

import httpx

from episodic.app import StoryGraph
from episodic.model.json_shapes import Object
from episodic.search.scope import Scope
from episodic.serialisers.threads import DIGESTS
from episodic.serialisers.views import VIEWS
from episodic.text.scripts import is_ideographic
from tests.unit.context.guild_story import ENGLISH as GUILD
from tests.unit.context.setup_story import SWORN, WHO, model_of
from tests.unit.context.setup_story import chapters as setup_chapters
from tests.unit.server.http_stories import CHAPTERS, STORY, Api, MemoryWorks, api, told_works

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
    assert found["related"] is True
    assert found["revision"] == 6


async def test_a_search_whose_hits_are_only_similar_has_a_note() -> None:
    works = await told_works()
    await works.graph(STORY).add_episode("In the morning the river was high.", name="river")
    async with api(works) as one:
        found = await got(one, "/search", query="how is the weather in Spain")

    assert found["hits"]
    assert found["related"] is False
    assert "only similar" in str(found["notes"])


async def test_all_pages_together_are_the_whole_list() -> None:
    works = await told_works()
    graph: StoryGraph = works.graph(STORY)
    async with api(works) as one:
        facts = await every_page(one, "/facts", "facts", limit="1")
        chapters = await every_page(one, "/chapters", "chapters", max_tokens="1")
        versions = await every_page(one, "/timeline", "versions", limit="1")
        hits = await every_page(one, "/search", "hits", query="林晚", limit="1", detail="ids")

    assert len(hits) == len((await graph.search("林晚", limit=100)).hits) > 1
    assert facts == [VIEWS.object_of(fact) for fact in (await graph.get_facts()).facts]
    assert chapters == [VIEWS.object_of(entry) for entry in await graph.chapters()]
    assert versions == [VIEWS.object_of(version) for version in (await graph.timeline()).versions]


async def test_facts_and_hits_are_filtered_by_what_they_say() -> None:
    async with api(await told_works()) as one:
        whole = await got(one, "/facts", limit="200", max_tokens="8000", include_ended="true")
        facts = await got(
            one, "/facts", limit="200", max_tokens="8000", include_ended="true", chapters="2", types="Person"
        )
        hits = await got(one, "/search", query="林晚", predicates="lives_in", chapters="1")
        dreams = await got(one, "/facts", scopes="dream")
        grave = await got(one, "/facts", salience="3", limit="200", max_tokens="8000")
        unknown = await one.client.get(f"{WORK}/search", params={"query": "林晚", "predicates": "飞往"})

    assert 0 < len(cast("list[Object]", facts["facts"])) < len(cast("list[Object]", whole["facts"]))
    for fact in cast("list[Object]", facts["facts"]):
        assert "第二章 进城" in {quote["title"] for quote in quotes_of(fact)}
    found = cast("list[Object]", hits["hits"])
    assert found
    assert {cast("Object", hit["fact"])["predicate"] for hit in found} == {"lives_in"}
    assert dreams["facts"] == []
    assert {fact["salience"] for fact in cast("list[Object]", grave["facts"])} == {3}
    assert problem(unknown) == (404, "UnknownPredicateError")


async def test_facts_and_hits_are_filtered_by_the_time_at_which_they_were_stored() -> None:
    """The third chapter, which is stored a day later, tells the death that ends where 沈三更 lives."""
    works, day = MemoryWorks(), "2031-01-01T00:00:00+00:00"
    works.graphs[STORY] = story = StoryGraph(works.store, group_id=STORY, clock=lambda: day)
    await story.add_episode(CHAPTERS[0])
    day = "2031-01-02T00:00:00+00:00"
    await story.add_episode(CHAPTERS[2])
    second = "2031-01-02T00:00:00Z"
    async with api(works) as one:

        async def titles(path: str, key: str, **query: str) -> set[str]:
            items = cast("list[Object]", (await got(one, path, limit="200", max_tokens="8000", **query))[key])
            return {str(quote["title"]) for item in items for quote in quotes_of(item)}

        new = await titles("/facts", "facts", created_after=second)
        old = await titles("/facts", "facts", created_before=second, include_ended="true")
        ended = await got(one, "/facts", expired_after=second, include_ended="true")
        later = await got(one, "/facts", expired_after="2031-01-03T00:00:00Z", include_ended="true")
        hits = await titles("/search", "hits", query="林晚", kind="fact", created_after=second)
        refused = await one.client.get(f"{WORK}/facts", params={"created_after": "2031-01-01"})

    assert new == hits == {"第三章 归来"}
    assert old == {"第一章 潮屋"}
    assert "沈三更住在苇港" in str(ended["facts"])
    assert later["facts"] == []
    assert problem(refused) == (400, "InvalidFilterError")


async def test_threads_say_where_they_are_planted_and_paid() -> None:
    works = MemoryWorks(model=model_of())
    await works.graph(STORY).add_manuscript(setup_chapters())
    async with api(works) as one:
        whole = cast("list[Object]", (await got(one, "/threads", all="true", overdue_after="3"))["threads"])
        brief = cast("list[Object]", (await got(one, "/threads", all="true", detail="brief"))["threads"])
        found = cast("list[Object]", (await got(one, "/threads"))["threads"])
        early = cast("list[Object]", (await got(one, "/threads", told_by="2"))["threads"])

    assert {setup_of(thread): (thread["status"], thread["overdue"]) for thread in whole} == {
        SWORN: ("open", True),
        WHO: ("paid", False),
    }
    paid = next(thread for thread in brief if setup_of(thread) == WHO)
    assert (paid["planted"], paid["paid"], cast("Object", paid["payoff"])["text"]) == (1, 3, "Bo made the horn.")
    assert [setup_of(thread) for thread in found] == [SWORN]
    assert {setup_of(thread) for thread in early} == {SWORN, WHO}


def setup_of(thread: Object) -> object:
    """Return the sentence of the fact that plants a thread."""
    return cast("Object", thread["setup"])["text"]


async def test_digests_and_storylines_are_those_of_python() -> None:
    works = await told_works()
    graph = works.graph(STORY)
    async with api(works) as one:
        for detail in ("ids", "brief", "full"):
            digests = await every_page(one, "/digests", "digests", max_tokens="8000", detail=detail)
            storylines = await every_page(one, "/storylines", "storylines", max_tokens="8000", detail=detail)

            assert [cast("Object", digest)["first"] for digest in digests] == [1, 2, 3], detail
            assert [len(cast("list[object]", cast("Object", each)["members"])) for each in storylines] == [
                len(each.members) for each in await graph.communities()
            ], detail
            if detail == "full":
                assert digests == [DIGESTS.object_of(digest) for digest in await graph.digests()]


async def test_factions_are_the_storylines_of_their_kind() -> None:
    works = MemoryWorks(model=GUILD.model())
    await works.graph(STORY).add_manuscript(GUILD.chapters())
    async with api(works) as one:
        (brief,) = cast("list[Object]", (await got(one, "/storylines", kind="faction", detail="brief"))["storylines"])
        full = (await got(one, "/storylines", kind="faction", told_by="1"))["storylines"]
        wrong = await one.client.get(f"{WORK}/storylines", params={"kind": "clan"})

    names = [each["name"] for each in cast("list[Object]", brief["members"])]
    assert (brief["kind"], brief["name"], names[0], len(names)) == ("faction", GUILD.guild, GUILD.leader, 3)
    early = await works.graph(STORY).communities(kind="faction", scope=Scope(told_by=1))
    assert full == [DIGESTS.object_of(each) for each in early]
    assert wrong.status_code == 422


def quotes_of(item: Object) -> list[Object]:
    """Return the quotes of a fact, or of the fact of a hit."""
    fact = cast("Object", item.get("fact", item))
    return cast("list[Object]", fact["quotes"])


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


async def test_mistakes_are_explained_in_the_language_of_the_caller() -> None:
    async with api(await told_works()) as one:
        for path, query in (
            ("/facts", {"created_after": "昨天"}),
            ("/passages", {"ids": "none"}),
        ):
            chinese, english = [
                (await one.client.get(f"{WORK}{path}", params=query, headers={"Accept-Language": language})).json()
                for language in ("zh", "en")
            ]

            for key in ("detail", "hint"):
                assert any(is_ideographic(letter) for letter in chinese[key]), path
                assert not re.search("[A-Z][a-z]+ [a-z]+ ", chinese[key]), path
                assert not any(is_ideographic(letter) for letter in english[key].replace("昨天", "")), path


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
