"""Tests of recording replies and replaying them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from pydantic import BaseModel

from episodic.errors import ConfigurationError, ModelReplyError, ReplyNotRecordedError
from episodic.languages.zh import CHINESE
from episodic.llm.events import Event, EventKind
from episodic.llm.openai import OpenAIModel
from episodic.llm.recording import Recording, RecordingModel, ReplayModel, recordings, stale
from episodic.llm.scripted import ScriptedModel
from episodic.prompts import Prompt
from tests.unit.llm.local_server import completed, serving
from tests.unit.llm.questions import MARA, MARA_SAID, SeenPrompt, seen_in


class Changed(BaseModel):
    """The reply class after a field was added."""

    people: list[str]
    mood: str


@dataclass(frozen=True)
class ChangedPrompt(Prompt[Changed]):
    """The same prompt with the changed reply class."""

    stage = "llm"
    name = "form"
    reply_class = Changed


@dataclass(frozen=True)
class UnrelatedPrompt(Prompt[Changed]):
    stage = "llm"
    name = "repair"
    reply_class = Changed


def files(folder: Path) -> list[Path]:
    """Return the recorded files."""
    return sorted(folder.iterdir())


async def recorded(folder: Path, *sentences: str, model: str = "by-hand") -> None:
    """Record a reply for each sentence."""
    recording = RecordingModel(ScriptedModel(lambda _: MARA, name=model), folder)
    for sentence in sentences:
        await recording.ask(seen_in(sentence, CHINESE))


async def test_a_recorded_reply_is_replayed(tmp_path: Path) -> None:
    """The same question gets the recorded reply without a model, under the recorded model's name."""
    await recorded(tmp_path, "玛拉站在码头。")
    heard: list[Event] = []
    replay = ReplayModel(tmp_path, listener=heard.append)

    reply = await replay.ask(seen_in("玛拉站在码头。", CHINESE))

    assert reply == MARA
    assert replay.name == "by-hand"
    assert [event.kind for event in heard] == [EventKind.CACHED]


async def test_a_recording_is_readable(tmp_path: Path) -> None:
    """A recording is indented JSON with unescaped Chinese, and has the prompt, its language and the model."""
    await recorded(tmp_path, "玛拉站在码头。")

    (file,) = files(tmp_path)
    text = file.read_text(encoding="utf-8")

    told = Recording.model_validate_json(text)
    assert file.name == f"llm-form-{told.digest[:16]}.json"
    assert (told.question, told.language, told.model) == ("llm/form", CHINESE, "by-hand")
    assert told.reply == MARA.model_dump()
    assert len(text.splitlines()) > 8


async def test_a_question_that_was_not_recorded_is_an_error_that_names_it(tmp_path: Path) -> None:
    """A missing recording is an error, because an empty reply would look like a chapter without content."""
    await recorded(tmp_path, "玛拉站在码头。")
    prompt = seen_in("乔斯站在码头。", CHINESE)

    with pytest.raises(ReplyNotRecordedError) as caught:
        await ReplayModel(tmp_path).ask(prompt)

    assert caught.value.prompt == "llm/form"
    assert caught.value.digest == prompt.digest


async def test_unused_recordings_are_listed(tmp_path: Path) -> None:
    """A recording that no question of a run used belongs to an earlier text or prompt."""
    await recorded(tmp_path, "玛拉站在码头。", "乔斯站在码头。")
    replay = ReplayModel(tmp_path)
    unused = replay.unused

    await replay.ask(seen_in("玛拉站在码头。", CHINESE))

    assert len(unused) == 2
    (left,) = replay.unused
    assert recordings(tmp_path)[left].digest == seen_in("乔斯站在码头。", CHINESE).digest


async def test_recordings_of_an_unchanged_prompt_are_not_stale(tmp_path: Path) -> None:
    """A recording is valid as long as the prompt text and the reply class are unchanged."""
    await recorded(tmp_path, "玛拉站在码头。", "乔斯站在码头。")

    old = stale(tmp_path, [UnrelatedPrompt, SeenPrompt])

    assert old == ()


async def test_prompts_may_share_a_template_and_differ_in_their_reply(tmp_path: Path) -> None:
    """A recording is stale only if it belongs to none of the prompts with its name."""
    await recorded(tmp_path, "玛拉站在码头。")

    assert stale(tmp_path, [SeenPrompt, ChangedPrompt]) == ()
    assert stale(tmp_path, [ChangedPrompt, SeenPrompt]) == ()


@pytest.mark.parametrize("prompts", [[ChangedPrompt], [UnrelatedPrompt], []], ids=["changed form", "renamed", "gone"])
async def test_recordings_of_a_changed_prompt_are_listed_as_stale(
    tmp_path: Path, prompts: list[type[Prompt[BaseModel]]]
) -> None:
    """The check reads the files and asks no model."""
    await recorded(tmp_path, "玛拉站在码头。", "乔斯站在码头。")

    old = stale(tmp_path, prompts)

    assert old == tuple(file.name for file in files(tmp_path))


async def test_recording_a_question_again_replaces_its_file(tmp_path: Path) -> None:
    await recorded(tmp_path, "玛拉站在码头。")
    await recorded(tmp_path, "玛拉站在码头。", model="better")

    assert [one.model for one in recordings(tmp_path).values()] == ["better"]


async def test_an_invalid_recording_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    """A reply that was edited by hand is validated."""
    await recorded(tmp_path, "玛拉站在码头。")
    (file,) = files(tmp_path)
    edited = json.loads(file.read_text(encoding="utf-8"))
    edited["reply"] = {"people": "Mara"}
    file.write_text(json.dumps(edited), encoding="utf-8")

    with pytest.raises(ModelReplyError) as caught:
        await ReplayModel(tmp_path).ask(seen_in("玛拉站在码头。", CHINESE))

    assert file.name in caught.value.reason


@pytest.mark.parametrize("content", [None, "{}", "not json"], ids=["none", "no recording", "garbage"])
def test_a_folder_without_recordings_is_a_settings_error(tmp_path: Path, content: str | None) -> None:
    """An empty folder or a folder with other files is an error at creation."""
    if content is not None:
        (tmp_path / "one.json").write_text(content)

    with pytest.raises(ConfigurationError):
        ReplayModel(tmp_path)


async def test_a_recording_contains_neither_key_nor_address(tmp_path: Path) -> None:
    """Recordings can be published, because they contain neither the key nor the address of the endpoint."""
    with serving(lambda _: completed(MARA_SAID)) as server:
        async with OpenAIModel("tiny", api_key="sk-very-secret-key", base_url=server.url) as endpoint:
            await RecordingModel(endpoint, tmp_path).ask(seen_in("Mara stood there."))

    (file,) = files(tmp_path)
    text = file.read_text(encoding="utf-8")
    assert "secret" not in text
    assert "127.0.0.1" not in text
