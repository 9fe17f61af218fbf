"""The context pack: the sections that a writer needs before a chapter, as a value, as text for a prompt and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from episodic.context.budget import fitting_sections, without_last_line
from episodic.context.sections import ContextLine, ContextLines, Section, SectionKind
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.json_shapes import Json, Serialiser, Shape
from episodic.search.fact_views import Quotation
from episodic.text.token_counts import token_bound


@dataclass(frozen=True, slots=True)
class PackHead:
    """What a context pack is about: the work, the chapter, the cast and the point of view. The chapter to write and the
    last chapter that the pack knows are given as numbers. The cast is given by its names.

    `told_by` is the number of the last chapter before the chapter to write (see `ChapterRef.shown`), or 0 if the
    chapter to write is the first.
    """

    work: str
    chapter: int
    told_by: int
    language: Language
    cast: tuple[str, ...] = ()
    pov: str | None = None


@dataclass(frozen=True, slots=True)
class ContextPack:
    """What a writer needs to know before writing a chapter, in sections. The pack contains nothing that is narrated in
    the chapter to write or later.

    `tokens` is an upper bound of the number of tokens of `to_prompt()`, and is at most `max_tokens`. `left_out` is the
    number of lines that did not fit into the token budget.
    """

    head: PackHead
    sections: tuple[Section, ...]
    max_tokens: int
    tokens: int

    @property
    def left_out(self) -> int:
        return sum(one.left_out for one in self.sections)

    @property
    def quotes(self) -> dict[str, Quotation]:
        """Return the quotes of the pack's lines by their names in the text of the pack, for example "q7"."""
        lines = (line for section in self.sections for line in section.lines)
        return {line.quote_id: line.quote for line in lines if line.quote is not None}

    def to_prompt(self) -> str:
        """Return the pack as text for a prompt. Text of the author stands between marks (fences) that no text inside
        them can imitate.
        """
        return _prompt(self.head, self.sections)

    def to_dict(self) -> dict[str, Json]:
        """Return the context pack as a JSON object. Each line in the JSON has the id of its record, its quote and its
        chapter.
        """
        return _JSON.object_of(self)


def context_pack(head: PackHead, found: Sequence[tuple[SectionKind, ContextLines]], *, max_tokens: int) -> ContextPack:
    """Return the pack with the lines that fit into *max_tokens*. In *found*, the lines of each section are given with
    the most useful line first.
    """
    room = max_tokens - token_bound(_prompt(head, ())) - 1
    sections = _numbered(fitting_sections(found, room=max(room, 0), language=head.language))
    while token_bound(_prompt(head, sections)) > max_tokens and any(one.lines for one in sections):
        sections = _numbered(without_last_line(sections))
    return ContextPack(head, sections, max_tokens, token_bound(_prompt(head, sections)))


def _numbered(sections: Sequence[Section]) -> tuple[Section, ...]:
    number = 0
    numbered: list[Section] = []
    for section in sections:
        lines: list[ContextLine] = []
        for line in section.lines:
            number += 1
            lines.append(line.numbered(number))
        numbered.append(Section(section.kind, tuple(lines), section.left_out))
    return tuple(numbered)


def _prompt(head: PackHead, sections: Sequence[Section]) -> str:
    language = head.language
    key = "context.head" if head.told_by else "context.head_first"
    parts = [message_text(key, language, chapter=head.chapter, told_by=head.told_by)]
    for section in sections:
        if section.lines:
            lines = (line.to_prompt(language) for line in section.lines)
            parts.append("\n".join([section.heading(language), *lines]))
    return "\n\n".join(parts)


_JSON = Serialiser(
    {
        ContextPack: Shape(
            flat={"head": None},
            computed={"left_out": lambda one: one.left_out, "in_words": lambda one: {"prompt": one.to_prompt()}},
        ),
        ContextLine: Shape(
            without=frozenset({"place", "number"}),
            computed={"quote_id": lambda one: one.quote_id, "chapter": lambda one: one.chapter},
        ),
        Quotation: Shape(names={"ordinal": "chapter"}),
    }
)
