"""Tests of the names of works, and of renamed works."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.api_keys import ApiKeys
from episodic.app import StoryGraph
from episodic.errors import InvalidNameError, JobStateError
from episodic.jobs.records import JobOptions, JobState
from episodic.jobs.runner import job_table
from episodic.model.access import Access
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore


async def test_jobs_and_keys_follow_a_renamed_work() -> None:
    async with StoryGraph(SQLiteStore(":memory:"), clock=lambda: "2026-01-01T00:00:00+00:00") as graph:
        keys = ApiKeys(graph.store, clock=lambda: "2026-01-01T00:00:00+00:00")
        own = await keys.create("own", access=Access.READ, work="story")
        other = await keys.create("other", access=Access.READ, work="other")
        every = await keys.create("every", access=Access.READ)
        ended = await graph.jobs.submit_ingestion([Chapter("Ann lived in York.", title="One")])
        await graph.jobs.run(ended.uuid)
        chapter = (await graph.chapters())[0].chapter.uuid
        queued = await graph.jobs.submit_reread(options=JobOptions(chapters=(chapter,), every=True))

        await graph.rename_work("novel")
        chapter = (await graph.chapters())[0].chapter.uuid
        found = await graph.jobs.get(ended.uuid)
        done = await graph.jobs.run(queued.uuid)
        left = await StoryGraph(graph.store).jobs.list()
        works = [one.work if (one := await keys.verified(key.secret)) else None for key in (own, other, every)]

    assert works == ["novel", "other", ""]
    assert found.result is not None
    assert found.result.chapter == chapter
    assert done.result is not None
    assert (done.group_id, done.result.outcomes) == ("novel", {"reread": 1})
    assert left == ()


async def test_a_work_with_a_running_job_is_not_renamed() -> None:
    async with StoryGraph(SQLiteStore(":memory:")) as graph:
        await graph.add_episode("Ann lived in York.")
        job = await graph.jobs.submit_reread()
        table = job_table(graph.store, clock=lambda: "2026-01-01T00:00:00+00:00")
        held = replace(job, state=JobState.RUNNING, owner="another process", lease_until=1e12)
        await table.change(job.uuid, lambda _: held)

        with pytest.raises(JobStateError, match="is running"):
            await graph.rename_work("novel")

        assert [one.group_id for one in await graph.works()] == ["story"]


@pytest.mark.parametrize("name", ["episodic:keys", " ", "x" * 501])
async def test_a_work_cannot_be_given_a_name_that_no_new_work_can_have(name: str) -> None:
    async with StoryGraph(SQLiteStore(":memory:")) as graph:
        await graph.add_episode("Ann lived in York.")

        with pytest.raises(InvalidNameError):
            await graph.rename_work(name)

        assert [one.group_id for one in await graph.works()] == ["story"]
