"""Tests of the reply cache on disk."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pydantic import BaseModel

from episodic.cache_folders import forget_group, group_folder
from episodic.errors import ModelUnavailableError
from episodic.languages.zh import CHINESE
from episodic.llm.caching import CACHED_REPLIES, CachingModel
from episodic.llm.events import Event, EventKind
from episodic.llm.scripted import ScriptedModel
from episodic.ports import Reply
from episodic.prompts import Prompt
from tests.unit.llm.questions import MARA, seen_in


class Other(BaseModel):
    """A second reply class with the same fields as the first."""

    people: list[str]


@dataclass(frozen=True)
class OtherPrompt(Prompt[Other]):
    """A prompt with the same text and another reply class."""

    stage = "llm"
    name = "form"
    reply_class = Other

    system: str
    question: str
    form: str


def files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file())


async def test_a_cached_reply_is_not_requested_again(tmp_path: Path) -> None:
    """A second chain with the same cache folder answers without a call to its endpoint."""
    first, second = ScriptedModel(lambda _: MARA), ScriptedModel(lambda _: MARA)
    heard: list[Event] = []
    await CachingModel(first, tmp_path, "novel").ask(seen_in("玛拉站在码头。"))

    reply = await CachingModel(second, tmp_path, "novel", listener=heard.append).ask(seen_in("玛拉站在码头。"))

    assert reply == MARA
    assert second.asked == []
    assert [(event.kind, event.question) for event in heard] == [(EventKind.CACHED, "llm/form")]


@pytest.mark.parametrize(
    ("model", "group", "prompt"),
    [
        ("scripted", "novel", seen_in("Joss stood there.")),
        ("scripted", "novel", seen_in("Mara stood there.", CHINESE)),
        ("scripted", "novel", OtherPrompt(**vars(seen_in("Mara stood there.")))),
        ("another", "novel", seen_in("Mara stood there.")),
        ("scripted", "another", seen_in("Mara stood there.")),
    ],
    ids=["words", "language", "form", "model", "work"],
)
async def test_a_different_question_is_not_answered_from_the_cache(
    tmp_path: Path, model: str, group: str, prompt: Prompt[BaseModel]
) -> None:
    """Another prompt text, reply class, model or work has other cached replies."""
    await CachingModel(ScriptedModel(lambda _: MARA), tmp_path, "novel").ask(seen_in("Mara stood there."))
    endpoint = ScriptedModel(lambda one: one.reply.model_validate({"people": ["Mara"]}), name=model)

    await CachingModel(endpoint, tmp_path, group).ask(prompt)

    assert len(endpoint.asked) == 1


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b"[]", b'{"question": "llm/form"}'])
async def test_a_damaged_file_is_ignored(tmp_path: Path, content: bytes) -> None:
    """The question is sent again, and the file is replaced."""
    endpoint = ScriptedModel(lambda _: MARA)
    model = CachingModel(endpoint, tmp_path, "novel")
    await model.ask(seen_in("Mara stood there."))
    files(tmp_path)[0].write_bytes(content)

    replies = [await model.ask(seen_in("Mara stood there.")) for _ in range(2)]

    assert replies == [MARA, MARA]
    assert len(endpoint.asked) == 2


async def test_a_reply_file_of_another_question_is_ignored(tmp_path: Path) -> None:
    """A file that was moved to the path of another question is ignored."""
    endpoint = ScriptedModel(lambda _: MARA)
    model = CachingModel(endpoint, tmp_path, "novel")
    await model.ask(seen_in("Mara stood there."))
    moved = files(tmp_path)[0].read_bytes()
    await model.ask(seen_in("Joss stood there."))
    for file in files(tmp_path):
        file.write_bytes(moved)

    await model.ask(seen_in("Joss stood there."))

    assert len(endpoint.asked) == 3


async def test_concurrent_equal_questions_are_one_call(tmp_path: Path) -> None:
    """Three concurrent callers share the reply to one call."""
    endpoint = ScriptedModel(lambda _: MARA)
    model = CachingModel(endpoint, tmp_path, "novel")

    replies = await asyncio.gather(*[model.ask(seen_in("Mara stood there.")) for _ in range(3)])

    assert replies == [MARA] * 3
    assert len(endpoint.asked) == 1


async def test_a_shared_call_continues_if_one_caller_is_cancelled(tmp_path: Path) -> None:
    """If one of two callers that share a call is cancelled, the other caller still gets the reply."""
    asked, slow = asyncio.Event(), asyncio.Event()

    class Slow:
        """A model that answers only the second call."""

        name = "slow"

        async def ask(self, prompt: Prompt[Reply]) -> Reply:
            if not asked.is_set():
                asked.set()
                await slow.wait()
            return await ScriptedModel(lambda _: MARA).ask(prompt)

    model = CachingModel(Slow(), tmp_path, "novel")
    first = asyncio.create_task(model.ask(seen_in("Mara stood there.")))
    second = asyncio.create_task(model.ask(seen_in("Mara stood there.")))
    await asked.wait()

    first.cancel()
    reply = await second

    assert reply == MARA
    assert first.cancelled()


async def test_errors_are_not_cached(tmp_path: Path) -> None:
    answers: Iterator[BaseModel | Exception] = iter([ModelUnavailableError("form", "status 500"), MARA])
    model = CachingModel(ScriptedModel(lambda _: next(answers)), tmp_path, "novel")
    with pytest.raises(ModelUnavailableError):
        await model.ask(seen_in("Mara stood there."))

    reply = await model.ask(seen_in("Mara stood there."))

    assert reply == MARA


async def test_a_reply_that_cannot_be_cached_is_still_returned(tmp_path: Path) -> None:
    """The reply is returned, and an event reports that the cache folder could not be created."""
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    heard: list[Event] = []

    reply = await CachingModel(ScriptedModel(lambda _: MARA), blocked, "novel", listener=heard.append).ask(
        seen_in("Mara.")
    )

    assert reply == MARA
    assert [event.kind for event in heard] == [EventKind.UNKEPT]
    assert str(tmp_path) not in heard[0].reason


async def test_only_the_owner_can_read_cached_replies(tmp_path: Path) -> None:
    """Replies quote the manuscript, so files have mode 600 and folders 700."""
    folder = tmp_path / "cache"

    await CachingModel(ScriptedModel(lambda _: MARA), folder, "novel").ask(seen_in("Mara stood there."))

    modes = {stat.S_IMODE(one.stat().st_mode) for one in folder.rglob("*") if one.is_file()}
    folders = {stat.S_IMODE(one.stat().st_mode) for one in (folder, *folder.rglob("*")) if one.is_dir()}
    assert modes == {0o600}
    assert folders == {0o700}


async def test_forgetting_a_work_deletes_only_its_replies(tmp_path: Path) -> None:
    """Cached replies of all models about the work are deleted, and replies of other works are kept."""
    for name in ("one", "two"):
        await CachingModel(ScriptedModel(lambda _: MARA, name=name), tmp_path, "小说/一 ../..").ask(seen_in("Mara."))
    await CachingModel(ScriptedModel(lambda _: MARA), tmp_path, "other").ask(seen_in("Mara."))

    count = forget_group(tmp_path, "小说/一 ../..", files=CACHED_REPLIES)

    assert count == 2
    assert not group_folder(tmp_path, "小说/一 ../..").exists()
    assert len(files(tmp_path)) == 1


def test_forgetting_a_work_without_replies_changes_nothing(tmp_path: Path) -> None:
    """The cache folder may not exist."""

    assert forget_group(tmp_path / "cache", "novel", files=CACHED_REPLIES) == 0


async def test_single_replies_can_be_forgotten(tmp_path: Path) -> None:
    """Replies are deleted by the digests of their prompts."""
    endpoint = ScriptedModel(lambda _: MARA)
    model = CachingModel(endpoint, tmp_path, "novel")
    mara, joss = seen_in("Mara stood there."), seen_in("Joss stood there.")
    await model.ask(mara)
    await model.ask(joss)

    count = model.forget([mara.digest, "0" * 64])

    assert count == 1
    await model.ask(joss)
    assert len(endpoint.asked) == 2
    await model.ask(mara)
    assert len(endpoint.asked) == 3
