"""Works with jobs, and models whose replies a test holds back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from episodic.app import StoryGraph
from episodic.jobs.runner import JobServices, Lease
from episodic.jobs.work_jobs import WorkJobs
from episodic.model.episodes import Chapter
from episodic.ports import GraphStore, Reply
from episodic.prompts import Prompt

CHAPTERS: Sequence[Chapter] = (
    Chapter("林晚住在苇港。林晚的师父是沈三更。沈三更住在苇港。", title="第一章 潮屋"),
    Chapter("林晚离开了苇港。林晚去了望潮城。", title="第二章 进城"),
    Chapter("沈三更死了。林晚回到了苇港。", title="第三章 归来"),
)
QUICK = Lease(seconds=30.0, poll=0.01)


class Now:
    """A clock whose time changes only when a test changes it."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class WaitingModel:
    """A model that never replies, and says when it was asked."""

    name = "waiting"

    def __init__(self) -> None:
        self.asked = asyncio.Event()

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        self.asked.set()
        await asyncio.Event().wait()
        raise AssertionError(f"nobody waits for {prompt.name}")


def jobs_of(graph: StoryGraph, *, now: Callable[[], float] | None = None, lease: Lease = QUICK) -> WorkJobs:
    """Return the jobs of a work with a short interval between two checks of a job."""
    return WorkJobs(graph.group_id, JobServices(graph.store, graph.session.tools, lease, now or Now()))


async def canonical(store: GraphStore, group_id: str = "story") -> list[str]:
    """Return the canonical export of a work."""
    return [line async for line in StoryGraph(store, group_id=group_id).export(canonical=True)]
