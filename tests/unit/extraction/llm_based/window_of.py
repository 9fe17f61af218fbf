"""Builds windows and replies for tests of the LLM-based reader."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from episodic.extraction.readers import EntitiesReading
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import FrameKind, Language
from episodic.model.readings import FrameReading, NodeReading, Surface, Window
from episodic.model.spans import Span
from episodic.prompts import Prompt
from episodic.text.language import language_of
from tests.replies import Framed, Named, Stated, entities_reply, facts_reply


def window_of(*passages: str, context: str = "", start: int = 0, language: Language | None = None) -> Window:
    """Return a window with these passages."""
    text = "".join(passages)
    spans: list[Span] = []
    for passage in passages:
        begin = spans[-1].end if spans else 0
        spans.append(Span(begin, begin + len(passage)))
    return Window(start, text, context, tuple(spans), language or language_of(text))


def entities_of(window: Window, *names: str | tuple[str, ...], narrator: str = "") -> EntitiesReading:
    """Return people of the window, each with one or several forms. The person *narrator* says "I"."""
    nodes: list[NodeReading] = []
    for one in names:
        forms = (one,) if isinstance(one, str) else one
        surfaces = tuple(Surface(form, (Span(0, len(form)),)) for form in forms)
        nodes.append(NodeReading(forms[0], "Person", surfaces, narrator=forms[0] == narrator))
    return EntitiesReading(tuple(nodes), tuple(FrameReading(FrameKind.MAIN) for _ in window.passages))


def all_main(window: Window) -> list[Framed]:
    """Return a reply in which every passage is on the main line."""
    return [Framed(passage=number) for number in range(1, len(window.passages) + 1)]


def facts_entry(
    quote: str, text: str = "", *, subject: int | list[int] = 1, predicate: str = "lives_in", **others: object
) -> Stated:
    """Return one entry of a facts reply."""
    return Stated.model_validate(
        {"quote": quote, "text": text or quote, "subject": subject, "predicate": predicate, **others}
    )


def answering_model(entities: Sequence[Named], passages: Sequence[Framed], facts: Sequence[Stated]) -> ScriptedModel:
    """Return a model that gives these answers to the two prompts for a window."""

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        if prompt.name == "entities":
            return entities_reply(list(entities), list(passages))
        return facts_reply(list(facts))

    return ScriptedModel(answer)
