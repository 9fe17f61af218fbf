"""What a list shows of a passage: its prose, from near the words that were searched for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.cells import cell_len, set_cell_size

from episodic.text.headings import heading_words
from episodic.text.lines import visible
from episodic.text.outline import one_line

LONGEST_QUOTE = 240
"""Columns of a passage that a list shows; `episodic read` shows all."""
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
_WORD = re.compile(r"[^\W\d_\u3400-\u9fff]{3,}|\d+")
_ENDS = re.compile(r"[。！？!?…]+[”’」』]*|\.[\"”’]?\s")
_LONGEST_RUN = 24
"""Han characters of a query that are looked at together."""


def shortened(text: str, length: int = LONGEST_QUOTE) -> str:
    """*text* in one line of at most so many columns (a Han character takes two)."""
    flat = " ".join(text.split())
    return flat if cell_len(flat) <= length else f"{set_cell_size(flat, length - 1).rstrip()}…"


def prose(text: str, title: str) -> str:
    """The text of a passage without the heading of its chapter, which stands above it in any list."""
    first, _, rest = text.lstrip().partition("\n")
    return rest if rest.strip() and one_line(heading_words(visible(first))) == title else text


def excerpt(text: str, query: str, length: int = LONGEST_QUOTE) -> str:
    """At most so many columns of *text* in one line, with the longest words of *query* that stand there among them.

    It begins where the text does, or with the sentence of those words, or, where that is long, shortly before them.
    """
    flat = " ".join(text.split())
    at = _found(flat, query)
    if cell_len(flat) <= length or at is None or cell_len(flat[:at]) <= length // 2:
        return shortened(flat, length)
    ends = [one.end() for one in _ENDS.finditer(flat, 0, at)]
    begin = ends[-1] if ends and cell_len(flat[ends[-1] : at]) <= length // 2 else at
    return shortened(f"…{flat[begin:].lstrip()}", length)


def _found(text: str, query: str) -> int | None:
    """Where the longest piece of the query that stands in the text begins."""
    for piece in _pieces(query):
        one = re.search(re.escape(piece), text, re.IGNORECASE)
        if one is not None:
            return one.start()
    return None


def _pieces(query: str) -> Iterator[str]:
    """Words of an alphabet, the longest first; of Han text every run of two characters and more."""
    runs = [one[:_LONGEST_RUN] for one in _HAN.findall(query)]
    pieces = {run[i:j] for run in runs for i in range(len(run)) for j in range(i + 2, len(run) + 1)} | {
        run for run in runs if len(run) == 1
    }
    yield from sorted({*pieces, *_WORD.findall(query)}, key=lambda one: (-cell_len(one), query.find(one)))
