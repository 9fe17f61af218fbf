"""Finds entity numbers that a model's reply confuses with the number before or after them in the list of entities."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from episodic.extraction.llm_based.surface_forms import form_pattern
from episodic.model.readings import NodeReading, Window
from episodic.model.spans import Span

_HIDDEN: Final = "\0"


def meant_node(number: int, used: Collection[int], nodes: Sequence[NodeReading], *, sentence: str, around: str) -> int:
    """Return the index of the node that a statement means by *number*, the index that the reply gives for the
    statement's object or topic. The result is almost always *number* itself.

    Models sometimes write the number that precedes or follows the right number in the list of entities. The index of
    the node before or after *number* is returned if the sentence names this node, and names no further node except
    those in *used*, the other entities of the statement. If the sentence or *around*, the text around the quote, names
    the node with the index *number*, *number* is returned in any case.
    """
    own = [form_pattern(one.text) for one in nodes[number].surfaces]
    if any(one.search(words) for one in own for words in (sentence, around)):
        return number
    named = _named_nodes(sentence, nodes).difference(used)
    return next(iter(named)) if len(named) == 1 and abs(next(iter(named)) - number) == 1 else number


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
