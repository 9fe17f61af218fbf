"""The on-disk reply cache."""

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
    """Another form for the same words."""

    people: list[str]


@dataclass(frozen=True)
class OtherPrompt(Prompt[Other]):
    """The same words, asking for another form."""

    stage = "llm"
    name = "form"
    reply_class = Other

    system: str
    question: str
    form: str


def files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file())


async def test_what_was_answered_once_is_not_asked_again(tmp_path: Path) -> None:
    """A second chain over the same folder answers without its endpoint."""
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
async def test_another_question_is_asked(tmp_path: Path, model: str, group: str, prompt: Prompt[BaseModel]) -> None:
    """Other words, another form, another model or another work have replies of their own."""
    await CachingModel(ScriptedModel(lambda _: MARA), tmp_path, "novel").ask(seen_in("Mara stood there."))
    endpoint = ScriptedModel(lambda one: one.reply.model_validate({"people": ["Mara"]}), name=model)

    await CachingModel(endpoint, tmp_path, group).ask(prompt)

    assert len(endpoint.asked) == 1


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b"[]", b'{"question": "llm/form"}'])
async def test_a_damaged_file_counts_as_not_there(tmp_path: Path, content: bytes) -> None:
    """It is asked again, and the file is whole afterwards."""
    endpoint = ScriptedModel(lambda _: MARA)
    model = CachingModel(endpoint, tmp_path, "novel")
    await model.ask(seen_in("Mara stood there."))
    files(tmp_path)[0].write_bytes(content)

    replies = [await model.ask(seen_in("Mara stood there.")) for _ in range(2)]

    assert replies == [MARA, MARA]
    assert len(endpoint.asked) == 2


async def test_a_reply_that_lies_under_the_wrong_question_is_not_believed(tmp_path: Path) -> None:
    """A file that was moved to another question's place is passed over."""
    endpoint = ScriptedModel(lambda _: MARA)
    model = CachingModel(endpoint, tmp_path, "novel")
    await model.ask(seen_in("Mara stood there."))
    moved = files(tmp_path)[0].read_bytes()
    await model.ask(seen_in("Joss stood there."))
    for file in files(tmp_path):
        file.write_bytes(moved)

    await model.ask(seen_in("Joss stood there."))

    assert len(endpoint.asked) == 3


async def test_equal_questions_at_once_are_one_call(tmp_path: Path) -> None:
    """Three askers share the reply that the first one gets."""
    endpoint = ScriptedModel(lambda _: MARA)
    model = CachingModel(endpoint, tmp_path, "novel")

    replies = await asyncio.gather(*[model.ask(seen_in("Mara stood there.")) for _ in range(3)])

    assert replies == [MARA] * 3
    assert len(endpoint.asked) == 1


async def test_the_next_asker_goes_on_when_the_first_is_cancelled(tmp_path: Path) -> None:
    """Cancelling one of two that share a question leaves the other its answer."""
    asked, slow = asyncio.Event(), asyncio.Event()

    class Slow:
        """Answers the second question only."""

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


async def test_errors_are_not_kept(tmp_path: Path) -> None:
    """A failure is not cached; the prompt is asked again."""
    answers: Iterator[BaseModel | Exception] = iter([ModelUnavailableError("form", "status 500"), MARA])
    model = CachingModel(ScriptedModel(lambda _: next(answers)), tmp_path, "novel")
    with pytest.raises(ModelUnavailableError):
        await model.ask(seen_in("Mara stood there."))

    reply = await model.ask(seen_in("Mara stood there."))

    assert reply == MARA


async def test_a_reply_that_cannot_be_kept_is_still_returned(tmp_path: Path) -> None:
    """If the cache folder cannot be created, the reply is still returned, and an event reports the failure."""
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    heard: list[Event] = []

    reply = await CachingModel(ScriptedModel(lambda _: MARA), blocked, "novel", listener=heard.append).ask(
        seen_in("Mara.")
    )

    assert reply == MARA
    assert [event.kind for event in heard] == [EventKind.UNKEPT]
    assert str(tmp_path) not in heard[0].reason


async def test_only_the_owner_can_read_what_is_kept(tmp_path: Path) -> None:
    """Replies quote the manuscript: files are 600, folders 700."""
    folder = tmp_path / "cache"

    await CachingModel(ScriptedModel(lambda _: MARA), folder, "novel").ask(seen_in("Mara stood there."))

    modes = {stat.S_IMODE(one.stat().st_mode) for one in folder.rglob("*") if one.is_file()}
    folders = {stat.S_IMODE(one.stat().st_mode) for one in (folder, *folder.rglob("*")) if one.is_dir()}
    assert modes == {0o600}
    assert folders == {0o700}


async def test_forgetting_a_work_takes_all_its_replies_and_no_others(tmp_path: Path) -> None:
    """Cached replies of all models of the work are deleted; those of other works stay."""
    for name in ("one", "two"):
        await CachingModel(ScriptedModel(lambda _: MARA, name=name), tmp_path, "小说/一 ../..").ask(seen_in("Mara."))
    await CachingModel(ScriptedModel(lambda _: MARA), tmp_path, "other").ask(seen_in("Mara."))

    count = forget_group(tmp_path, "小说/一 ../..", files=CACHED_REPLIES)

    assert count == 2
    assert not group_folder(tmp_path, "小说/一 ../..").exists()
    assert len(files(tmp_path)) == 1


def test_forgetting_a_work_without_replies_is_nothing(tmp_path: Path) -> None:
    """The cache folder may be missing."""

    assert forget_group(tmp_path / "cache", "novel", files=CACHED_REPLIES) == 0


async def test_single_replies_can_be_forgotten(tmp_path: Path) -> None:
    """By the digests of their prompts, and only those."""
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
