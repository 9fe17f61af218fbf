"""Keeps replies on disk by what was asked, so that nothing is paid for twice."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from episodic.llm.events import Event, EventKind, Listener, unheard
from episodic.llm.followups import question_of
from episodic.llm.replies import reply_class
from episodic.ports import LanguageModel, Reply
from episodic.private_files import write_whole
from episodic.prompts import Prompt


class CacheEntry(BaseModel):
    """What one cache file holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str
    model: str
    digest: str
    reply: dict[str, JsonValue]


class CachingModel:
    """Answers from a folder what was answered before; asks the inner model for the rest, equal questions at once only once.

    A reply is kept under the prompt's digest (its words and the form of its reply) and the model's name, in the folder of its
    work. A file that cannot be read, or does not hold what it should, counts as not there. Where a reply cannot be written it is
    still returned, and the listener hears of it.
    """

    def __init__(self, inner: LanguageModel, folder: Path, group_id: str, *, listener: Listener = unheard) -> None:
        self._inner = inner
        self._folder = group_folder(folder, group_id)
        self._listener = listener
        self._asking: dict[str, _Shared] = {}

    @property
    def name(self) -> str:
        """The inner model's."""
        return self._inner.name

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """The reply, from the folder or the inner model, whose ModelErrors pass and are not kept."""
        digest = prompt.digest
        file = self._file(digest)
        async with self._alone(digest):
            kept = await asyncio.to_thread(_kept, file, digest, self.name)
            if kept is not None:
                known = _read(kept, prompt)
                if known is not None:
                    self._listener(Event(EventKind.CACHED, question_of(prompt)))
                    return known
            reply = await self._inner.ask(prompt)
            entry = CacheEntry(
                question=question_of(prompt), model=self.name, digest=digest, reply=reply.model_dump(mode="json")
            )
            try:
                # A cancelled question still keeps the reply that was paid for: the thread goes on.
                await asyncio.to_thread(write_whole, file, entry.model_dump_json().encode("utf-8"))
            except OSError as error:
                reason = error.strerror or type(error).__name__
                self._listener(Event(EventKind.UNKEPT, question_of(prompt), reason=reason))
            return reply

    def forget(self, digests: Iterable[str]) -> int:
        """Takes the replies of these prompts away, as this model gave them in this work; how many there were."""
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
        """One asker a digest at a time: the others wait, and then find the reply in the folder."""
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
    """A question that is being asked, and how many ask it."""

    __slots__ = ("askers", "lock")

    def __init__(self) -> None:
        self.askers = 0
        self.lock = asyncio.Lock()


def group_folder(folder: Path, group_id: str) -> Path:
    """Where the replies of a work are kept under *folder*; the work's name is not readable from it."""
    return folder / hashlib.sha256(group_id.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def forget_group(folder: Path, group_id: str) -> int:
    """Takes every kept reply of a work away, of all models; how many there were. Raises OSError if one cannot be removed."""
    kept = group_folder(folder, group_id)
    if not kept.is_dir():
        return 0
    count = sum(1 for _ in kept.glob("*/*.json"))
    shutil.rmtree(kept)
    return count


def _kept(file: Path, digest: str, model: str) -> CacheEntry | None:
    try:
        entry = CacheEntry.model_validate_json(file.read_bytes())
    except (OSError, ValidationError):
        return None
    return entry if (entry.digest, entry.model) == (digest, model) else None


def _read(entry: CacheEntry, prompt: Prompt[Reply]) -> Reply | None:
    try:
        return reply_class(prompt).model_validate(entry.reply)
    except ValidationError:
        return None
