"""Terminal output with wrapping and escaping.

Results are printed to standard output. Notes, questions and errors are printed to standard error.
"""

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
from episodic.cli.messages.message import Phrase
from episodic.errors import EpisodicError
from episodic.languages import lexicon
from episodic.model.episodes import UNDETERMINED, Language

_WIDE = "\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff"
_CLOSING = "，。、；：！？”’」』》）】…—·,.;:!?)\\]}％"
_OPENING = "“‘「『《（【"
_PIECES = re.compile(
    f"[{_OPENING}]*(?:[{_WIDE}][{_CLOSING}]*|[^\\s{_WIDE}{_OPENING}]+[{_CLOSING}]*)\\s*|[{_OPENING}]+\\s*|\\s+"
)
"""Matches a piece of text after which a line may be broken: a Han character or a word, with its punctuation and the
following space.
"""
PIPED_WIDTH = 100
"""The width in columns of an output that is not a terminal, unless the environment variable COLUMNS is set."""
Part = str | Text | Phrase
"""A part of a line: plain text, which is escaped when printed, text that is styled and escaped already, or a phrase."""


class Terminal:
    """Prints results, notes and translated phrases. Control characters in texts of a story are escaped, except in lines
    that `raw` writes to a file or pipe.
    """

    def __init__(self, *, json: bool = False, yes: bool = False, language: Language = UNDETERMINED) -> None:
        self.json = json
        self.yes = yes
        self.language = language
        self._out = _console(sys.stdout.isatty(), stderr=False)
        self.err = _console(sys.stderr.isatty(), stderr=True)

    @property
    def can_ask(self) -> bool:
        """Return whether a question can be answered: standard input and standard error must be terminals."""
        return sys.stdin.isatty() and sys.stderr.isatty()

    def speak(self, language: Language) -> None:
        """Set the language in which phrases are printed from now on."""
        self.language = language

    def said(self, words: str | Phrase) -> str:
        """Return a phrase in the language of the terminal, or plain text as it is."""
        return words.spoken(self.language) if isinstance(words, Phrase) else words

    def styled(self, words: str | Phrase, style: str) -> Text:
        return styled(self.said(words), style)

    def value(self, value: Json) -> None:
        sys.stdout.write(json_text(value) + "\n")
        sys.stdout.flush()

    def raw(self, text: str) -> None:
        """Print a line of a file or of Mermaid text without wrapping. Control characters in the line are escaped only
        if standard output is a terminal.
        """
        sys.stdout.write((escaped_json(text) if sys.stdout.isatty() else text) + "\n")

    def line(self, *parts: Part, indent: int = 0, hang: int = 0) -> None:
        """Print a line of output, wrapped to the width of the terminal. When the line is wrapped, its continuation
        lines are indented by *hang* columns more than its first line.
        """
        self._print(Text.assemble(*map(self._safe, parts)), indent, hang)

    def block(self, text: str, *, indent: int = 0) -> None:
        for line in escaped_lines(text).splitlines():
            self._print(Text(line), indent)

    def _print(self, text: Text, indent: int, hang: int = 0) -> None:
        self._out.print(wrapped(text, indent=indent, hang=hang, width=self._out.width), soft_wrap=True)

    def _safe(self, part: Part) -> Text:
        return safe(self.said(part) if isinstance(part, Phrase) else part)

    def heading(self, text: str | Phrase) -> None:
        self._out.print()
        self._out.print(self.styled(text, "bold"))

    def table(
        self, columns: Sequence[str | Phrase], rows: Iterable[Sequence[Part]], *, right: Sequence[int] = ()
    ) -> None:
        """Print a table. Long cells of the table are folded and never cut."""
        table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
        for place, name in enumerate(columns):
            numbers = place in right
            table.add_column(self.said(name), justify="right" if numbers else "left", overflow="fold", no_wrap=numbers)
        for row in rows:
            table.add_row(*map(self._safe, row))
        self._out.print(table)

    def note(self, text: str | Phrase) -> None:
        self.err.print(self._safe(text), soft_wrap=True)

    def warn(self, text: str) -> None:
        self.err.print(Text.assemble(("warning: ", "yellow"), escaped(text)), soft_wrap=True)

    def error(self, error: EpisodicError) -> None:
        """Print an error message and its hint, each on its own line."""
        self.err.print(Text.assemble(("error: ", "bold red"), escaped(error.message)), soft_wrap=True)
        if error.hint:
            self.err.print(Text.assemble(("hint: ", "cyan"), escaped(error.hint)), soft_wrap=True)

    def confirmed(self, question: Phrase, *, default: bool = True) -> bool:
        """Ask the user a yes/no question and return the answer.

        With --yes, return True without asking the user. For an empty answer, and without a terminal, return *default*.
        """
        if self.yes:
            return True
        if not self.can_ask:
            return default
        self.err.print(Text(f"{escaped(self.said(question))} [{'Y/n' if default else 'y/N'}] "), end="")
        answer = sys.stdin.readline().strip().lower()
        return default if not answer else answer in lexicon.words("yes")


class Screen(Console):
    """A rich console that leaves the handling of broken pipes to its caller."""

    def on_broken_pipe(self) -> None:
        """Raise the BrokenPipeError again, so that the caller handles the error."""
        raise BrokenPipeError


def local_time(at: str) -> str:
    """Return an ISO 8601 timestamp in the user's time zone, to the minute. Text that is not a timestamp is returned
    unchanged.
    """
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return at


def safe(part: str | Text) -> Text:
    """Return plain text with its control characters escaped, and styled text unchanged."""
    return part if isinstance(part, Text) else Text(escaped(part))


def styled(text: str, style: str) -> Text:
    return Text(escaped(text), style=style)


def padded(text: str, columns: int) -> str:
    """Return the text with spaces after it, up to a width of *columns*. A Han character is two columns wide."""
    return text + " " * (columns - cell_len(text))


def wrapped(text: Text, *, indent: int, width: int, hang: int = 0) -> Text:
    """Return the text broken into lines of at most *width* columns, with *indent* spaces before each line. The second
    and later lines are indented by *hang* columns more than the first line. Apart from its indentation, a line has room
    for at least 20 columns, even if *width* is smaller.

    Alphabetic words are not broken unless a word is longer than a line. Between Han characters, a line may break
    anywhere except before a closing and after an opening punctuation mark.
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
    used = 0
    for place, character in enumerate(piece):
        used += cell_len(character)
        if used > room:
            return max(1, place)
    return len(piece)


def _console(terminal: bool, *, stderr: bool) -> Screen:
    # The width is set because the library rich would assume 80 columns for an output that is no terminal.
    console = Screen(stderr=stderr, markup=False, emoji=False, highlight=False, soft_wrap=False)
    if not terminal and "COLUMNS" not in os.environ:
        console.width = PIPED_WIDTH
    return console
