"""A small prompt for tests of the model chain, with a template of the package."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, Field

from episodic.languages.en import ENGLISH
from episodic.model.episodes import Language
from episodic.prompts import Prompt


class Seen(BaseModel):
    """The names that a sentence mentions, and the offsets of the names."""

    people: list[str]
    place: str | None = Field(default=None, description="where it happens")


@dataclass(frozen=True)
class SeenPrompt(Prompt[Seen]):
    """A prompt that asks which people a sentence mentions."""

    stage = "llm"
    name = "form"
    reply_class = Seen

    system: str
    question: str
    form: str


def seen_in(sentence: str, language: Language = ENGLISH) -> SeenPrompt:
    """Return the prompt for this sentence."""
    return SeenPrompt(language, system="You read closely.", question=f"Who is seen? {sentence}", form="people, place")


MARA = Seen(people=["Mara"], place="the pier")
MARA_SAID = '{"people": ["Mara"], "place": "the pier"}'
