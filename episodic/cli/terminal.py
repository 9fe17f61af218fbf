"""What goes to the reader's screen: answers on standard output, notes, questions and errors on standard error."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from datetime import datetime

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from episodic.cli.escaping import Json, escaped, escaped_json, escaped_lines, json_text
from episodic.cli.wording.phrase import Phrase
from episodic.errors import EpisodicError
from episodic.model.episodes import Language

_WIDE = "\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff"
_CLOSING = "，。、；：！？”’」』》）】…—·,.;:!?)\\]}％"
_OPENING = "“‘「『《（【"
_PIECES = re.compile(
    f"[{_OPENING}]*(?:[{_WIDE}][{_CLOSING}]*|[^\\s{_WIDE}{_OPENING}]+[{_CLOSING}]*)\\s*|[{_OPENING}]+\\s*|\\s+"
)
"""What may not be broken: a Han character or a word, with the marks that open and close it and the space after it."""
PIPED_WIDTH = 100
"""Columns where there is no terminal to ask."""
Part = str | Text | Phrase
"""Of a line: words of the author, which are escaped, words in a style, which were, or what is said in the reader's language."""


class Terminal:
    """Prints answers and notes, phrases in its language; every text of a story goes through `escaped` on its way."""

    def __init__(self, *, json: bool = False, yes: bool = False, language: Language = Language.ENGLISH) -> None:
        self.json = json
        self.yes = yes
        self.language = language
        self._out = _console(sys.stdout.isatty(), stderr=False)
        self.err = _console(sys.stderr.isatty(), stderr=True)

    @property
    def can_ask(self) -> bool:
        """Whether somebody is there to answer a question."""
        return sys.stdin.isatty() and sys.stderr.isatty()

    def speak(self, language: Language) -> None:
        """Phrases are in this language from now on: whose work is shown is known only once it is open."""
        self.language = language

    def said(self, words: str | Phrase) -> str:
        """A phrase in the language that is spoken; anything else as it is."""
        return words.spoken(self.language) if isinstance(words, Phrase) else words

    def styled(self, words: str | Phrase, style: str) -> Text:
        """*words*, said and escaped, in a style."""
        return styled(self.said(words), style)

    def value(self, value: Json) -> None:
        """The one JSON value of a command."""
        sys.stdout.write(json_text(value) + "\n")
        sys.stdout.flush()

    def raw(self, text: str) -> None:
        """A line that is part of a file, as it is."""
        sys.stdout.write((escaped_json(text) if sys.stdout.isatty() else text) + "\n")

    def line(self, *parts: Part, indent: int = 0, hang: int = 0) -> None:
        """One paragraph of an answer, wrapped; its further lines are indented like its first, and by *hang* more."""
        self._print(Text.assemble(*map(self._safe, parts)), indent, hang)

    def block(self, text: str, *, indent: int = 0) -> None:
        """Several lines of the author's own, wrapped."""
        for one in escaped_lines(text).splitlines():
            self._print(Text(one), indent)

    def _print(self, text: Text, indent: int, hang: int = 0) -> None:
        self._out.print(wrapped(text, indent=indent, hang=hang, width=self._out.width), soft_wrap=True)

    def _safe(self, part: Part) -> Text:
        return safe(self.said(part) if isinstance(part, Phrase) else part)

    def heading(self, text: str | Phrase) -> None:
        """A line above others, with an empty one before it."""
        self._out.print()
        self._out.print(self.styled(text, "bold"))

    def table(
        self, columns: Sequence[str | Phrase], rows: Iterable[Sequence[Part]], *, right: Sequence[int] = ()
    ) -> None:
        """Rows under headings; nothing is cut off, long cells are folded. `right` are columns of numbers."""
        table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
        for place, name in enumerate(columns):
            numbers = place in right
            table.add_column(self.said(name), justify="right" if numbers else "left", overflow="fold", no_wrap=numbers)
        for row in rows:
            table.add_row(*map(self._safe, row))
        self._out.print(table)

    def note(self, text: str | Phrase) -> None:
        """Something to know beside the answer."""
        self.err.print(self._safe(text), soft_wrap=True)

    def warn(self, text: str) -> None:
        """Something to look at."""
        self.err.print(Text.assemble(("warning: ", "yellow"), escaped(text)), soft_wrap=True)

    def error(self, error: EpisodicError) -> None:
        """What went wrong, in one line, and what to do, in another."""
        self.err.print(Text.assemble(("error: ", "bold red"), escaped(error.message)), soft_wrap=True)
        if error.hint:
            self.err.print(Text.assemble(("hint: ", "cyan"), escaped(error.hint)), soft_wrap=True)

    def confirmed(self, question: Phrase, *, default: bool = True) -> bool:
        """Whether the user agrees: --yes does; asked on a terminal only, elsewhere *default* is the answer."""
        if self.yes:
            return True
        if not self.can_ask:
            return default
        self.err.print(Text(f"{escaped(self.said(question))} [{'Y/n' if default else 'y/N'}] "), end="")
        answer = sys.stdin.readline().strip().lower()
        return default if not answer else answer in {"y", "yes", "是", "好"}


class Screen(Console):
    """A console that leaves it to its caller what becomes of a reader who has seen enough."""

    def on_broken_pipe(self) -> None:
        """Raises the BrokenPipeError again."""
        raise BrokenPipeError


def local_time(at: str) -> str:
    """A moment of the wall clock (ISO 8601) as the user's clock shows it, to the minute; anything else as it is."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return at


def safe(part: str | Text) -> Text:
    """A part of a line: plain text is escaped, a styled one was."""
    return part if isinstance(part, Text) else Text(escaped(part))


def styled(text: str, style: str) -> Text:
    """*text*, escaped, in a style."""
    return Text(escaped(text), style=style)


def padded(text: str, columns: int) -> str:
    """*text* with spaces after it, at least so many columns wide: a Han character takes two."""
    return text + " " * (columns - cell_len(text))


def wrapped(text: Text, *, indent: int, width: int, hang: int = 0) -> Text:
    """*text* in lines of at most *width* columns, all of them indented, all but the first by *hang* more.

    Words of an alphabet stay whole where they fit; between Han characters a line may end anywhere but before a closing mark.
    """
    first = max(20, width - indent)
    further = max(20, first - hang)
    breaks: list[int] = []
    used = place = 0
    for piece in _PIECES.findall(text.plain):
        if used and used + cell_len(piece.rstrip()) > (further if breaks else first):
            breaks.append(place)
            used = 0
        rest = piece
        while cell_len(rest.rstrip()) > (further if breaks else first):
            head = _fitting(rest, further if breaks else first)
            place, rest = place + head, rest[head:]
            breaks.append(place)
        used += cell_len(rest)
        place += len(rest)
    lines = text.divide(breaks)
    for line in lines:
        line.rstrip()
    margins = [" " * indent] + [" " * (indent + hang)] * (len(lines) - 1)
    return Text("\n").join(Text.assemble(margin, line) for margin, line in zip(margins, lines, strict=True))


def _fitting(piece: str, room: int) -> int:
    """How many of its first characters fit."""
    used = 0
    for place, character in enumerate(piece):
        used += cell_len(character)
        if used > room:
            return max(1, place)
    return len(piece)


def _console(terminal: bool, *, stderr: bool) -> Screen:
    # Where nothing says how wide it is, rich would take 80.
    console = Screen(stderr=stderr, markup=False, emoji=False, highlight=False, soft_wrap=False)
    if not terminal and "COLUMNS" not in os.environ:
        console.width = PIPED_WIDTH
    return console
