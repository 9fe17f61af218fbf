"""Replies recorded as readable files, and a model that answers from such files only."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from episodic.errors import ConfigurationError, ModelReplyError, ReplyNotRecordedError
from episodic.llm.events import Event, EventKind, Listener, unheard
from episodic.llm.followups import form_of, question_of
from episodic.llm.replies import reply_class
from episodic.model.episodes import Language
from episodic.ports import LanguageModel, Reply
from episodic.private_files import write_whole
from episodic.prompts import Prompt, template


class Recording(BaseModel):
    """One recorded reply, and what it was recorded for; it holds no key and no address.

    `template` stands for the words of the prompt's file and the form of its reply at the time: it tells a recording that a
    changed prompt made stale without asking anything. `digest` stands for the exact words sent.
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
        """The question and the start of the digest."""
        return f"{self.question.replace('/', '-')}-{self.digest[:16]}.json"


class RecordingModel:
    """Writes every reply of the inner model into a folder, one file a question; the same question again replaces it."""

    def __init__(self, inner: LanguageModel, folder: Path) -> None:
        self._inner = inner
        self._folder = folder

    @property
    def name(self) -> str:
        """The inner model's."""
        return self._inner.name

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """The inner model's reply; its ModelErrors pass and are not recorded. Raises OSError if the folder cannot be written."""
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
        write_whole(self._folder / recording.filename, text.encode("utf-8"))
        return reply


class ReplayModel:
    """Answers from a folder of recordings and from nowhere else."""

    def __init__(self, folder: Path, *, listener: Listener = unheard) -> None:
        """Reads the folder. Raises ConfigurationError if it has no recordings, or one that is none."""
        found = recordings(folder)
        if not found:
            raise ConfigurationError(f"There are no recorded replies in {folder.name!r}.")
        self._recordings = {one.digest: one for one in found.values()}
        self._files = {one.digest: name for name, one in found.items()}
        self._used: set[str] = set()
        self._listener = listener

    @property
    def name(self) -> str:
        """The recorded model's; of several: all of them, so that a reading never claims the wrong one."""
        return "+".join(sorted({one.model for one in self._recordings.values()}))

    @property
    def unused(self) -> tuple[str, ...]:
        """The files that answered nothing so far, by name."""
        return tuple(sorted(name for digest, name in self._files.items() if digest not in self._used))

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """The recorded reply. Raises ReplyNotRecordedError, and ModelReplyError if the recording was edited out of form."""
        digest = prompt.digest
        recording = self._recordings.get(digest)
        if recording is None:
            raise ReplyNotRecordedError(question_of(prompt), digest)
        try:
            reply = reply_class(prompt).model_validate(recording.reply)
        except ValidationError as error:
            reason = f"the recording {recording.filename} has {error.error_count()} faults"
            raise ModelReplyError(question_of(prompt), reason) from error
        self._used.add(digest)
        self._listener(Event(EventKind.CACHED, question_of(prompt)))
        return reply


def recordings(folder: Path) -> dict[str, Recording]:
    """The recordings in *folder* by file name. Raises ConfigurationError for a file that is no recording."""
    found: dict[str, Recording] = {}
    for file in sorted(folder.glob("*.json")):
        try:
            found[file.name] = Recording.model_validate_json(file.read_bytes())
        except (OSError, ValidationError) as error:
            raise ConfigurationError(
                f"{file.name} is no recorded reply.", hint="Record it again with a model."
            ) from error
    return found


def stale(folder: Path, prompts: Iterable[type[Prompt[BaseModel]]]) -> tuple[str, ...]:
    """The files in *folder* whose prompt has other words or another form of reply by now, or is gone; by name.

    *prompts* are the prompt classes there are. Words that code fills into a prompt are not compared: a replayed run shows those,
    as ReplyNotRecordedError and as `unused`.
    """
    known = {f"{one.stage}/{one.name}": one for one in prompts}
    old: list[str] = []
    for name, recording in recordings(folder).items():
        asked = known.get(recording.question)
        if asked is None or template_digest(asked, recording.language) != recording.template:
            old.append(name)
    return tuple(old)


def template_digest(prompt: type[Prompt[BaseModel]], language: Language) -> str:
    """Stands for the words of a prompt's file and the form of its reply."""
    parts = [*template(prompt.stage, prompt.name, language), form_of(prompt.reply)]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode("utf-8")).hexdigest()[:32]
