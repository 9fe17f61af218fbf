"""Terminal output: results on standard output; notes, questions and errors on standard error; wrapping and escaping."""

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
"""Text that is not broken across lines: a Han character or a word, with its opening and closing marks and the next
space.
"""
PIPED_WIDTH = 100
"""The width in columns if standard output is not a terminal."""
Part = str | Text | Phrase
"""A part of a line: plain text (escaped when printed), styled text (already escaped), or a translated phrase."""


class Terminal:
    """A printer of results, notes and translated phrases, which escapes all text of a story."""

    def __init__(self, *, json: bool = False, yes: bool = False, language: Language = UNDETERMINED) -> None:
        self.json = json
        self.yes = yes
        self.language = language
        self._out = _console(sys.stdout.isatty(), stderr=False)
        self.err = _console(sys.stderr.isatty(), stderr=True)

    @property
    def can_ask(self) -> bool:
        """Whether a user can answer a question: standard input and standard error are terminals."""
        return sys.stdin.isatty() and sys.stderr.isatty()

    def speak(self, language: Language) -> None:
        """Sets the language of phrases; the language of a work is known only after the work is open."""
        self.language = language

    def said(self, words: str | Phrase) -> str:
        """Returns a phrase in the terminal's language; other text is returned unchanged."""
        return words.spoken(self.language) if isinstance(words, Phrase) else words

    def styled(self, words: str | Phrase, style: str) -> Text:
        """Returns *words*, translated and escaped, in a style."""
        return styled(self.said(words), style)

    def value(self, value: Json) -> None:
        """Prints the JSON value of a command."""
        sys.stdout.write(json_text(value) + "\n")
        sys.stdout.flush()

    def raw(self, text: str) -> None:
        """Prints a line of file content unchanged; on a terminal its control characters are escaped."""
        sys.stdout.write((escaped_json(text) if sys.stdout.isatty() else text) + "\n")

    def line(self, *parts: Part, indent: int = 0, hang: int = 0) -> None:
        """Prints a wrapped paragraph; lines after the first are indented by *hang* more columns."""
        self._print(Text.assemble(*map(self._safe, parts)), indent, hang)

    def block(self, text: str, *, indent: int = 0) -> None:
        """Prints several lines of the story's text, wrapped."""
        for line in escaped_lines(text).splitlines():
            self._print(Text(line), indent)

    def _print(self, text: Text, indent: int, hang: int = 0) -> None:
        self._out.print(wrapped(text, indent=indent, hang=hang, width=self._out.width), soft_wrap=True)

    def _safe(self, part: Part) -> Text:
        return safe(self.said(part) if isinstance(part, Phrase) else part)

    def heading(self, text: str | Phrase) -> None:
        """Prints a heading after an empty line."""
        self._out.print()
        self._out.print(self.styled(text, "bold"))

    def table(
        self, columns: Sequence[str | Phrase], rows: Iterable[Sequence[Part]], *, right: Sequence[int] = ()
    ) -> None:
        """Prints a table; long cells are folded, never cut. *right* lists the right-aligned columns of numbers."""
        table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
        for place, name in enumerate(columns):
            numbers = place in right
            table.add_column(self.said(name), justify="right" if numbers else "left", overflow="fold", no_wrap=numbers)
        for row in rows:
            table.add_row(*map(self._safe, row))
        self._out.print(table)

    def note(self, text: str | Phrase) -> None:
        """Prints a note to standard error."""
        self.err.print(self._safe(text), soft_wrap=True)

    def warn(self, text: str) -> None:
        """Prints a warning to standard error."""
        self.err.print(Text.assemble(("warning: ", "yellow"), escaped(text)), soft_wrap=True)

    def error(self, error: EpisodicError) -> None:
        """Prints an error message and its hint, each on a line."""
        self.err.print(Text.assemble(("error: ", "bold red"), escaped(error.message)), soft_wrap=True)
        if error.hint:
            self.err.print(Text.assemble(("hint: ", "cyan"), escaped(error.hint)), soft_wrap=True)

    def confirmed(self, question: Phrase, *, default: bool = True) -> bool:
        """Asks a yes/no question; returns True with --yes, and *default* if no terminal is available for the
        question.
        """
        if self.yes:
            return True
        if not self.can_ask:
            return default
        self.err.print(Text(f"{escaped(self.said(question))} [{'Y/n' if default else 'y/N'}] "), end="")
        answer = sys.stdin.readline().strip().lower()
        return default if not answer else answer in lexicon.words("yes")


class Screen(Console):
    """A rich console that does not handle broken pipes itself."""

    def on_broken_pipe(self) -> None:
        """Re-raises the BrokenPipeError, so that the caller handles it."""
        raise BrokenPipeError


def local_time(at: str) -> str:
    """Returns an ISO 8601 timestamp in the user's time zone, to the minute; other text is returned unchanged."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return at


def safe(part: str | Text) -> Text:
    """Returns a part of a line as styled text; plain text is escaped, styled text has been escaped already."""
    return part if isinstance(part, Text) else Text(escaped(part))


def styled(text: str, style: str) -> Text:
    """Returns *text* escaped and styled."""
    return Text(escaped(text), style=style)


def padded(text: str, columns: int) -> str:
    """Returns *text* padded with spaces to *columns* columns; a Han character takes two columns."""
    return text + " " * (columns - cell_len(text))


def wrapped(text: Text, *, indent: int, width: int, hang: int = 0) -> Text:
    """Returns *text* wrapped to *width* columns and indented; lines after the first are indented by *hang* more
    columns.

    Alphabetic words are not broken unless a word is longer than a line. Between Han characters, a line may break
    anywhere except before a closing mark.
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
    """Returns the number of characters of *piece* that fit into *room* columns, at least one."""
    used = 0
    for place, character in enumerate(piece):
        used += cell_len(character)
        if used > room:
            return max(1, place)
    return len(piece)


def _console(terminal: bool, *, stderr: bool) -> Screen:
    # Without a terminal and COLUMNS, rich would use 80 columns.
    console = Screen(stderr=stderr, markup=False, emoji=False, highlight=False, soft_wrap=False)
    if not terminal and "COLUMNS" not in os.environ:
        console.width = PIPED_WIDTH
    return console
