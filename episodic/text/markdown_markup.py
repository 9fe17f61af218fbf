"""Removal of the parts of a Markdown file that are no story: YAML front matter and HTML comments."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FRONT_MATTER = re.compile(
    r"\ufeff?---[ \t]*\r?\n(?P<fields>(?:(?!---|\.\.\.)[^\r\n]*\r?\n)*?)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)"
)
_FIELD = re.compile(r"[\w-]+[ \t]*:|[ \t]|#|-[ \t]|$")
_TITLE = re.compile(r"^title[ \t]*:[ \t]*(?P<title>[^\r\n]*)", re.MULTILINE | re.IGNORECASE)
_WHOLE_LINES = re.compile(r"^[ \t]*<!--.*?-->[ \t]*(?:\r?\n|\Z)", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, slots=True)
class MarkdownText:
    """The story text of a Markdown file, and the title in its front matter (empty if the front matter has no title)."""

    text: str
    title: str = ""


def without_markup(text: str) -> MarkdownText:
    """Return *text* without front matter and without HTML comments.

    The lines between two rules (`---`) at the beginning of a file can be front matter. They are front matter only if
    all of them are fields, comments, list items, indented or blank. An HTML comment that is not closed is kept.
    """
    title = ""
    front = _FRONT_MATTER.match(text)
    if front is not None and front["fields"].strip() and all(map(_FIELD.match, front["fields"].splitlines())):
        found = _TITLE.search(front["fields"])
        title = found["title"].strip().strip("\"'").strip() if found is not None else ""
        text = text[front.end() :]
    return MarkdownText(_COMMENT.sub("", _WHOLE_LINES.sub("", text)), title)
