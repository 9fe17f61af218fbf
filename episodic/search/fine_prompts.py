"""The two prompts of a fine search: one asks for further texts to search for, and one asks which results answer the
query.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from episodic.languages.messages import message_text
from episodic.languages.registry import codes, fallback
from episodic.model.episodes import Language
from episodic.prompts import Prompt, ReplyForm, cut, fenced, fitting
from episodic.reply_rows import Rows
from episodic.search.fact_views import Quotation
from episodic.search.prompt_lines import entity_line, fact_line, one_line
from episodic.search.results import EntityHit, FactHit, Hit, PassageHit
from episodic.search.view import View
from episodic.text.language import language_of

MOST_TURNS = 6
"""The maximum number of turns (messages) of the conversation in a prompt of a fine search; the last turns are taken."""
_LONGEST_TURN = 400
_LONGEST_QUERY = 1_000
_SHOWN_LIMIT = 12_000
"""The total length in characters above which the texts of the results in a prompt are shortened, to at least 60
characters each.
"""
_TEXT_LENGTHS = (400, 250, 160, 100, 60)
_NUMBER = re.compile(r"\[?\s*(\d{1,4})\s*\]?\.?")


class ExpandReply(ReplyForm):
    """Questions, keywords and synonyms to search for."""

    questions: Rows
    keywords: Rows
    synonyms: Rows


class SelectReply(ReplyForm):
    """The numbers of the chosen results, the most helpful first."""

    chosen: Rows


@dataclass(frozen=True)
class ExpandPrompt(Prompt[ExpandReply]):
    """The prompt that asks which questions and words may find what the query asks for."""

    stage: ClassVar[str] = "search"
    name: ClassVar[str] = "expand"
    reply_class: ClassVar[type[ExpandReply]] = ExpandReply

    query: str
    history: str


@dataclass(frozen=True)
class SelectPrompt(Prompt[SelectReply]):
    """The prompt that asks which of the shown results answer the query."""

    stage: ClassVar[str] = "search"
    name: ClassVar[str] = "select"
    reply_class: ClassVar[type[SelectReply]] = SelectReply

    query: str
    history: str
    results: str
    limit: str


def query_language(view: View, text: str) -> Language:
    """Return the language of the query if it is supported, else the supported language of most chapters of the view,
    else the fallback language.
    """
    language = language_of(text)
    if language in codes():
        return language
    chapters = [one.language for one in view.chapters.values() if one.language in codes()]
    return max(sorted(set(chapters)), key=chapters.count) if chapters else fallback().code


def expand_prompt(query: str, history: Sequence[str], language: Language) -> ExpandPrompt:
    """Return the prompt that asks for questions and words to search for beside the query."""
    return ExpandPrompt(language, query=cut(query, _LONGEST_QUERY), history=_history(history, language))


def select_prompt(
    query: str, history: Sequence[str], hits: Sequence[Hit], *, limit: int, language: Language
) -> SelectPrompt:
    """Return the prompt that asks which of *hits*, numbered from 1, answer the query. The texts of the hits are
    shortened, to at least 60 characters each, if all hits together are too long.
    """

    def lines(longest: int) -> str:
        return "\n".join(f"[{number}] {_line(hit, longest, language)}" for number, hit in enumerate(hits, 1))

    (shown,) = fitting(lines, lengths=_TEXT_LENGTHS, limit=_SHOWN_LIMIT)
    return SelectPrompt(
        language,
        query=cut(query, _LONGEST_QUERY),
        history=_history(history, language),
        results=fenced(shown, message_text("fine_search.label_results", language)),
        limit=str(limit),
    )


def chosen_numbers(reply: SelectReply, most: int) -> list[int]:
    """Return the chosen numbers in the order of the reply, each once; numbers outside 1 to *most* are ignored."""
    found = (_NUMBER.fullmatch(row.strip()) for row in reply.chosen)
    numbers = dict.fromkeys(int(one[1]) for one in found if one is not None)
    return [number for number in numbers if 1 <= number <= most]


def _history(history: Sequence[str], language: Language) -> str:
    turns = [cut(one_line(turn), _LONGEST_TURN) for turn in history if turn.strip()][-MOST_TURNS:]
    if not turns:
        return ""
    said = fenced("\n".join(turns), message_text("fine_search.label_history", language))
    return f"{message_text('fine_search.history', language)}\n{said}\n"


def _line(hit: Hit, longest: int, language: Language) -> str:
    match hit:
        case FactHit():
            words = one_line(fact_line(hit.shown, language=language)).removeprefix("- ")
            return f"{_place(hit.sentence, language)}{cut(words, longest)}"
        case EntityHit():
            words = one_line(entity_line(hit.entity, language=language)).removeprefix("- ")
            return cut(f"{words} {one_line(hit.entity.summary)}", longest)
        case PassageHit():
            return f"{_place(hit.sentence, language)}{cut(one_line(hit.text), longest)}"


def _place(quote: Quotation | None, language: Language) -> str:
    return "" if quote is None else f"({message_text('chapters.ordinal', language, ordinal=quote.chapter)}) "
