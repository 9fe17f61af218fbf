"""Excerpts of passages for lists: text around the words of the query, shortened to the width of a column."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.cells import cell_len, set_cell_size

from episodic.text.headings import heading_words
from episodic.text.lines import visible
from episodic.text.outline import one_line

LONGEST_QUOTE = 240
"""The default for the maximum length of an excerpt in columns."""
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
_WORD = re.compile(r"[^\W\d_\u3400-\u9fff]{3,}|\d+")
_ENDS = re.compile(r"[。！？!?…]+[”’」』]*|\.[\"”’]?\s")
_LONGEST_RUN = 24
"""The maximum number of successive Han characters of a query that are looked for in a text; further ones are ignored.
"""


def shortened(text: str, length: int = LONGEST_QUOTE) -> str:
    """Return *text* on one line, cut to *length* columns. A Han character takes two columns."""
    flat = " ".join(text.split())
    return flat if cell_len(flat) <= length else f"{set_cell_size(flat, length - 1).rstrip()}…"


def prose(text: str, title: str) -> str:
    """Return a passage without its first line if this line is the chapter's title, because lists of passages print the
    chapter's title above each passage. A passage that consists only of the chapter's title is returned whole.
    """
    first, _, rest = text.lstrip().partition("\n")
    return rest if rest.strip() and one_line(heading_words(visible(first))) == title else text


def excerpt(text: str, query: str, length: int = LONGEST_QUOTE) -> str:
    """Return at most *length* columns of *text* on one line, around the longest part of *query* that occurs in *text*.

    The excerpt begins at the beginning of *text* if *text* fits into *length*, or if nothing matches. The excerpt also
    begins at the beginning of *text* if the match is within the first half of *length*. If the match is beyond the
    first half of *length*, the excerpt begins with the sentence that contains the match. If this sentence begins more
    than half of *length* before the match, the excerpt begins with the match itself.
    """
    flat = " ".join(text.split())
    at = _found(flat, query)
    if cell_len(flat) <= length or at is None or cell_len(flat[:at]) <= length // 2:
        return shortened(flat, length)
    ends = [one.end() for one in _ENDS.finditer(flat, 0, at)]
    begin = ends[-1] if ends and cell_len(flat[ends[-1] : at]) <= length // 2 else at
    return shortened(f"…{flat[begin:].lstrip()}", length)


def _found(text: str, query: str) -> int | None:
    for piece in _pieces(query):
        match = re.search(re.escape(piece), text, re.IGNORECASE)
        if match is not None:
            return match.start()
    return None


def _pieces(query: str) -> Iterator[str]:
    runs = [one[:_LONGEST_RUN] for one in _HAN.findall(query)]
    pieces = {run[i:j] for run in runs for i in range(len(run)) for j in range(i + 2, len(run) + 1)} | {
        run for run in runs if len(run) == 1
    }
    yield from sorted({*pieces, *_WORD.findall(query)}, key=lambda one: (-cell_len(one), query.find(one)))
