"""On-disk cache of model replies, keyed by prompt digest and model name."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from episodic.atomic_write import write_atomically
from episodic.cache_folders import group_folder
from episodic.llm.chain_prompts import question_of
from episodic.llm.events import NOTHING_SPENT, Event, EventKind, Listener, unheard
from episodic.llm.metering import report
from episodic.ports import LanguageModel, Reply
from episodic.prompts import Prompt

CACHED_REPLIES = "*/*.json"
"""The glob pattern of the cached replies in the cache folder of a work."""


class CacheEntry(BaseModel):
    """The content of one cache file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str
    model: str
    digest: str
    reply: dict[str, JsonValue]


class CachingModel:
    """A model that returns cached replies from a folder, and asks the wrapped model if no reply is cached.

    If several calls send the same prompt at the same time, only the first call asks the wrapped model. The other calls
    wait for the cached reply. The key of a cached reply is the model's name with a digest of the prompt's name, text
    and reply schema. Each work has its own cache folder. An unreadable or invalid cache file counts as missing. A reply
    that cannot be written to the cache is still returned. The listener for model call events then gets an UNKEPT event.
    """

    def __init__(self, inner: LanguageModel, folder: Path, group_id: str, *, listener: Listener = unheard) -> None:
        self._inner = inner
        self._folder = group_folder(folder, group_id)
        self._listener = listener
        self._asking: dict[str, _Shared] = {}

    @property
    def name(self) -> str:
        """The name of the wrapped model."""
        return self._inner.name

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """Return the reply from the cache or from the wrapped model.

        If the wrapped model raises a ModelError, the error is raised again and nothing is cached.
        """
        digest = prompt.digest
        file = self._file(digest)
        async with self._alone(digest):
            kept = await asyncio.to_thread(_kept, file, digest, self.name)
            if kept is not None:
                known = _read(kept, prompt)
                if known is not None:
                    self._listener(Event(EventKind.CACHED, question_of(prompt)))
                    report(NOTHING_SPENT)
                    return known
            reply = await self._inner.ask(prompt)
            entry = CacheEntry(
                question=question_of(prompt), model=self.name, digest=digest, reply=reply.model_dump(mode="json")
            )
            try:
                # The file is written in a thread that goes on if the task is cancelled, so that a paid reply is never
                # lost.
                await asyncio.to_thread(write_atomically, file, entry.model_dump_json().encode("utf-8"))
            except OSError as error:
                reason = error.strerror or type(error).__name__
                self._listener(Event(EventKind.UNKEPT, question_of(prompt), reason=reason))
            return reply

    def forget(self, digests: Iterable[str]) -> int:
        """Delete this model's cached replies to the prompts with the given digests, and return the number of deleted
        replies.
        """
        count = 0
        for digest in digests:
            file = self._file(digest)
            if file.exists():
                file.unlink(missing_ok=True)
                count += 1
        return count

    def _file(self, digest: str) -> Path:
        key = hashlib.sha256(f"{digest}\n{self.name}".encode()).hexdigest()
        return self._folder / key[:2] / f"{key}.json"

    @asynccontextmanager
    async def _alone(self, digest: str) -> AsyncGenerator[None]:
        """Inside the `with` block, only one caller at a time asks for a prompt with this digest. A caller that has
        waited finds the reply to the first caller in the cache, unless the first call failed.
        """
        shared = self._asking.setdefault(digest, _Shared())
        shared.askers += 1
        try:
            async with shared.lock:
                yield
        finally:
            shared.askers -= 1
            if not shared.askers:
                self._asking.pop(digest, None)


class _Shared:
    __slots__ = ("askers", "lock")

    def __init__(self) -> None:
        self.askers = 0
        self.lock = asyncio.Lock()


def _kept(file: Path, digest: str, model: str) -> CacheEntry | None:
    try:
        entry = CacheEntry.model_validate_json(file.read_bytes())
    except (OSError, ValidationError):
        return None
    return entry if (entry.digest, entry.model) == (digest, model) else None


def _read(entry: CacheEntry, prompt: Prompt[Reply]) -> Reply | None:
    try:
        return prompt.reply.model_validate(entry.reply)
    except ValidationError:
        return None
