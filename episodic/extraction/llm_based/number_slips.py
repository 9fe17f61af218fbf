"""Corrects the entity numbers of a model's reply. An entity number that is one too low or one too high is replaced by
the right number. An entity number inside a value ("near 15") is replaced by the entity's name ("near the hall").
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from episodic.extraction.llm_based.rows import ReplyStatementRow
from episodic.extraction.llm_based.surface_forms import form_pattern
from episodic.model.readings import NodeReading, Window
from episodic.model.spans import Span
from episodic.text.heading_numerals import number_of

_HIDDEN: Final = "\0"
_IN_WORDS: Final = re.compile(r"(?<!\d)(?<!\d[.,:/-])\d{1,3}(?![\d%]|[.,:/-]\d)")
_WORD: Final = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_QUALIFIER: Final = re.compile(r"q\s*[:：]", re.IGNORECASE)


def meant_node(number: int, used: Collection[int], nodes: Sequence[NodeReading], *, sentence: str, around: str) -> int:
    """Return the index of the node that is the object of a statement, or its topic (what is talked about). The result
    is almost always *number*, the index that the model's reply gives for this object or topic.

    Models sometimes write the number that precedes or follows the right number in the list of entities. The index of
    the node before or after *number* is returned if the sentence names only this node. The nodes *used*, the other
    entities of the statement, do not count as named. If the sentence or *around*, the text around the quote, names the
    node with the index *number*, *number* is returned in any case.
    """
    own = [form_pattern(one.text) for one in nodes[number].surfaces]
    if any(one.search(words) for one in own for words in (sentence, around)):
        return number
    named = _named_nodes(sentence, nodes).difference(used)
    return next(iter(named)) if len(named) == 1 and abs(next(iter(named)) - number) == 1 else number


def names_for_numbers(
    row: ReplyStatementRow, nodes: Sequence[NodeReading], window: Window, quote: Span
) -> ReplyStatementRow:
    """Return a row with names in place of the entity numbers in its value and its qualifier, such as "near the hall"
    for "near 15". A number in a value is replaced only if an entity has this number. The row's sentence or the text
    around the quote must name this entity. A number that the sentence or the quote itself contains, in figures or in
    words, is not replaced.
    """
    said = f"{row.text}\n{words_around(window, quote)}"
    counted = _numbers_in(f"{row.text}\n{quote.of(window.text)}")

    def name(found: re.Match[str]) -> str:
        number = int(found.group())
        if not 0 < number <= len(nodes) or number in counted:
            return found.group()
        node = nodes[number - 1]
        return node.name if any(form_pattern(one.text).search(said) for one in node.surfaces) else found.group()

    value = None if row.value is None else _IN_WORDS.sub(name, row.value)
    marks = tuple(_IN_WORDS.sub(name, one) if _QUALIFIER.match(one) else one for one in row.marks)
    return replace(row, value=value, marks=marks)


def _numbers_in(text: str) -> set[int]:
    """Return the numbers in a text, in figures or in words. A capital "I" is a pronoun and no number."""
    words = (one for one in _WORD.findall(text) if not one.isupper())
    runs = ("".join(run) for figure, run in groupby(text, _is_figure) if figure)
    found = {number_of(part) for one in words for part in (one, *one.split("-"))} | {number_of(one) for one in runs}
    return {one for one in found if one is not None}


def _is_figure(character: str) -> bool:
    return not character.isascii() and number_of(character) is not None


def words_around(window: Window, quote: Span) -> str:
    """Return the text of the passages of a quote, and of the passages before and after them."""
    passages = window.passages
    own = [number for number, span in enumerate(passages) if span.start < quote.end and quote.start < span.end]
    first, last = max(own[0] - 1, 0), min(own[-1] + 1, len(passages) - 1)
    return window.text[passages[first].start : passages[last].end]


def _named_nodes(sentence: str, nodes: Sequence[NodeReading]) -> set[int]:
    """Return the nodes that the sentence names by one of their surface forms (names as the text writes them). An
    occurrence of a surface form inside a longer surface form is ignored.
    """
    bearers: dict[str, set[int]] = {}
    for number, node in enumerate(nodes):
        for surface in node.surfaces:
            bearers.setdefault(surface.text, set()).add(number)
    named: set[int] = set()
    for form in sorted(bearers, key=lambda one: (-len(one), one)):
        sentence, found = form_pattern(form).subn(_hidden, sentence)
        named |= bearers[form] if found else set()
    return named


def _hidden(found: re.Match[str]) -> str:
    return _HIDDEN * len(found.group())
