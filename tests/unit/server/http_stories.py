"""HTTP servers with two works in memory, and clients that call them in this process."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from uuid import uuid4

import httpx
from fastapi import FastAPI

from episodic.api_keys import ApiKeys
from episodic.app import StoryGraph
from episodic.model.access import Access
from episodic.model.episodes import Chapter, Layer
from episodic.ports import LanguageModel
from episodic.server.http_app import http_app
from episodic.server.http_calls import HttpLimits, HttpServer
from episodic.server.http_server import HttpOptions, checked_server
from episodic.stores.sqlite import SQLiteStore
from tests.memory_stores import file_store, memory_store

STORY, OTHER = "story", "other"
CHAPTERS = (
    Chapter(
        "林晚住在苇港。林晚的师父是沈三更。沈三更住在苇港。\n“潮水来了。”沈三更说。林晚说：“我去看看。”",
        title="第一章 潮屋",
        key="一",
        number=1,
    ),
    Chapter(
        "林晚离开了苇港。林晚去了望潮城。\n裴照在柳浦。“你来了。”裴照说。裴照笑道：“坐。”",
        title="第二章 进城",
        key="二",
        number=2,
    ),
    Chapter("沈三更死了。林晚回到了苇港。裴照说：“走吧。”", title="第三章 归来", key="三", number=3),
)
ELSEWHERE = (
    Chapter("顾青崖住在雁回关。顾青崖说：“林晚住在苇港。”阮小满说：“我知道。”", title="第一章 关外", key="一"),
)
DRAFT = Chapter("秦无咎住在龙门渡。秦无咎说：“林晚住在这里。”秦无咎笑道：“坐。”", title="草稿 龙门渡", key="四")
DELETED = Chapter("慕容雪住在白鹿原。慕容雪说：“林晚住在这里。”慕容雪笑道：“坐。”", title="第九章 白鹿原", key="九")
QUICK = HttpLimits(poll=0.01, requests_per_minute=0)


def clock() -> str:
    """Return a constant time."""
    return "2026-01-01T00:00:00+00:00"


@dataclass
class MemoryWorks:
    """Works of a store in memory, read by rules or by a model."""

    store: SQLiteStore = field(default_factory=memory_store)
    model: LanguageModel | None = None
    graphs: dict[str, StoryGraph] = field(default_factory=dict[str, StoryGraph])

    def graph(self, name: str) -> StoryGraph:
        """Return the work with this name."""
        if name not in self.graphs:
            self.graphs[name] = StoryGraph(self.store, group_id=name, model=self.model)
        return self.graphs[name]

    async def delete(self, name: str) -> bool:
        """Delete a work."""
        return await self.graph(name).delete()


@cache
def _folder() -> Path:
    """Create a folder for stores, which is deleted when this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="episodic-works-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


async def told_works() -> MemoryWorks:
    """Return two works, of which the first has a draft, and a chapter that was deleted. They are read once, and the
    store is a copy.
    """
    original = _folder() / "told.db"
    if not original.exists():
        await _read_works(original)
    copy = _folder() / f"{uuid4()}.db"
    shutil.copyfile(original, copy)
    return MemoryWorks(file_store(copy))


async def _read_works(file: Path) -> None:
    works = MemoryWorks(SQLiteStore(file))
    story = works.graph(STORY)
    await story.add_manuscript(CHAPTERS)
    await story.add_episode(DELETED)
    await story.remove_episode("九")
    await story.add_episode(DRAFT, layer=Layer.DRAFT)
    await works.graph(OTHER).add_manuscript(ELSEWHERE)
    await works.store.close()


@dataclass
class Api:
    """A server in this process, and a client without a key on the same machine."""

    server: HttpServer
    app: FastAPI
    client: httpx.AsyncClient

    async def key(self, access: Access, *, work: str = "") -> dict[str, str]:
        """Create a key and return the header that sends it."""
        made = await self.server.keys.create("a key", access=access, work=work)
        return {"Authorization": f"Bearer {made.secret}"}


@asynccontextmanager
async def api(
    works: MemoryWorks,
    *,
    options: HttpOptions = HttpOptions(limits=QUICK),  # noqa: B008 - a constant
    client: str = "127.0.0.1",
    change: Callable[[HttpServer], None] = lambda _: None,
) -> AsyncGenerator[Api]:
    """Start a server for *works* and yield it with a client whose address is *client*."""
    if options.needs_key or not options.is_local:
        await ApiKeys(works.store, clock=clock).create("first", access=Access.READ)
    server = await checked_server(works, options, clock=clock)
    change(server)
    app = http_app(server)
    transport = httpx.ASGITransport(app, client=(client, 50000), raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8765") as caller,
    ):
        yield Api(server, app, caller)
