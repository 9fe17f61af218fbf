"""Recording of model replies as JSON files, and replay of recorded replies without a model."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from episodic.atomic_write import write_atomically
from episodic.errors import ConfigurationError, ModelReplyError, ReplyNotRecordedError
from episodic.llm.chain_prompts import form_of, question_of
from episodic.llm.events import NOTHING_SPENT, Event, EventKind, Listener, unheard
from episodic.llm.metering import report
from episodic.model.episodes import Language
from episodic.ports import LanguageModel, Reply
from episodic.prompts import Prompt, template


class Recording(BaseModel):
    """A recorded reply of a model, with the name and the digests of the prompt. A recording contains neither the API
    key nor the address of the endpoint.

    `template` is a digest of the template file and the reply schema that the prompt had when the reply was recorded. A
    recording is stale if the prompt's current template digest differs from `template`. `digest` is the digest of the
    exact text that was sent.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str
    language: Language
    model: str
    digest: str
    template: str
    reply: dict[str, JsonValue]

    @property
    def filename(self) -> str:
        """The recording's file name: the prompt's stage and name, and the start of `digest`."""
        return f"{self.question.replace('/', '-')}-{self.digest[:16]}.json"


class RecordingModel:
    """A model that writes every reply of the wrapped model into a folder, one file per prompt.

    If a prompt is asked again, its file is overwritten.
    """

    def __init__(self, inner: LanguageModel, folder: Path) -> None:
        self._inner = inner
        self._folder = folder

    @property
    def name(self) -> str:
        """The name of the wrapped model."""
        return self._inner.name

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """Return the wrapped model's reply, and write the reply to a file.

        If the wrapped model raises a ModelError, the error is raised again and nothing is recorded. Raise OSError if
        the file cannot be written.
        """
        reply = await self._inner.ask(prompt)
        recording = Recording(
            question=question_of(prompt),
            language=prompt.language,
            model=self.name,
            digest=prompt.digest,
            template=template_digest(type(prompt), prompt.language),
            reply=reply.model_dump(mode="json"),
        )
        text = json.dumps(recording.model_dump(mode="json"), ensure_ascii=False, indent=1) + "\n"
        write_atomically(self._folder / recording.filename, text.encode("utf-8"))
        return reply


class ReplayModel:
    """A model that answers only from a folder of recorded replies."""

    def __init__(self, folder: Path, *, listener: Listener = unheard) -> None:
        """Read the recordings in *folder*.

        Raise ConfigurationError if the folder contains no recording or an invalid recording.
        """
        found = recordings(folder)
        if not found:
            raise ConfigurationError(f"There are no recorded replies in {folder.name!r}.")
        self._recordings = {one.digest: one for one in found.values()}
        self._files = {one.digest: name for name, one in found.items()}
        self._used: set[str] = set()
        self._listener = listener

    @property
    def name(self) -> str:
        """The names of all recorded models, joined with "+", which a work stores as the model of its readings and
        judgements.
        """
        return "+".join(sorted({one.model for one in self._recordings.values()}))

    @property
    def unused(self) -> tuple[str, ...]:
        """The file names of the recordings that no prompt has asked for so far."""
        return tuple(sorted(name for digest, name in self._files.items() if digest not in self._used))

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """Return the recorded reply to the prompt. Raise ReplyNotRecordedError if no reply was recorded, and
        ModelReplyError if the recording does not match the reply class.
        """
        digest = prompt.digest
        recording = self._recordings.get(digest)
        if recording is None:
            raise ReplyNotRecordedError(question_of(prompt), digest)
        try:
            reply = prompt.reply.model_validate(recording.reply)
        except ValidationError as error:
            reason = f"the recording {recording.filename} has {error.error_count()} faults"
            raise ModelReplyError(question_of(prompt), reason) from error
        self._used.add(digest)
        self._listener(Event(EventKind.CACHED, question_of(prompt)))
        report(NOTHING_SPENT)
        return reply


def recordings(folder: Path) -> dict[str, Recording]:
    """Return the recordings in *folder* by file name. Raise ConfigurationError for a JSON file that is no recording."""
    found: dict[str, Recording] = {}
    for file in sorted(folder.glob("*.json")):
        try:
            found[file.name] = Recording.model_validate_json(file.read_bytes())
        except (OSError, ValidationError) as error:
            raise ConfigurationError(
                f"{file.name} is not a recorded reply.", hint="Record it again with a model."
            ) from error
    return found


def stale(folder: Path, prompts: Iterable[type[Prompt[BaseModel]]]) -> tuple[str, ...]:
    """Return the file names of the recordings whose prompt no longer exists, or has another template or reply schema
    now.

    *prompts* must contain all prompt classes of the package. Several prompt classes may share a template but have
    different reply schemas. Only templates and reply schemas are compared, not the text that the program fills into a
    template. If text that the program fills in has changed, a replay raises ReplyNotRecordedError, and the recording is
    listed as `unused`.
    """
    known: dict[str, list[type[Prompt[BaseModel]]]] = {}
    for one in prompts:
        known.setdefault(f"{one.stage}/{one.name}", []).append(one)
    return tuple(
        name
        for name, recording in recordings(folder).items()
        if all(
            template_digest(one, recording.language) != recording.template for one in known.get(recording.question, ())
        )
    )


def template_digest(prompt: type[Prompt[BaseModel]], language: Language) -> str:
    parts = [*template(prompt.stage, prompt.name, language), form_of(prompt.reply_class)]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode("utf-8")).hexdigest()[:32]
