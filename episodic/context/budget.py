"""Chooses the lines of a context pack that fit into its token budget."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.context.sections import SHARES, ContextLine, ContextLines, Section, SectionKind, heading_of
from episodic.model.episodes import Language
from episodic.text.token_counts import token_bound

_WIDEST_NUMBER = 999
"""A placeholder for the number of a line's quote ("q999"), with which the length of the line is measured. The quotes
get their numbers only after the lines of the pack are chosen.
"""

_CONTINUOUS = frozenset({SectionKind.SCENE, SectionKind.PLAN})
"""The sections whose lines are one continuous text, so that no line is shown if a line before it was left out."""


_MOST_SKIPPED = 20
"""The maximum number of lines of a section that are passed over because they do not fit, in search of shorter ones."""


class _Filling:
    def __init__(self, kind: SectionKind, lines: ContextLines, *, language: Language) -> None:
        self.kind = kind
        self.taken: list[ContextLine] = []
        self._lines, self._language = lines, language
        self._next = self._skipped = 0
        self._heading = _cost(heading_of(kind, language)) + 1

    def take(self, room: int) -> int:
        """Take the next line if it fits into *room* tokens. Return the number of tokens that the line takes, or 0 if it
        does not fit.
        """
        if self._next >= len(self._lines):
            return 0
        line = self._lines[self._next]
        cost = _cost(line.numbered(_WIDEST_NUMBER).to_prompt(self._language)) + (0 if self.taken else self._heading)
        if cost > room:
            return 0
        self.taken.append(line)
        self._next += 1
        return cost

    def skip(self) -> bool:
        """Pass over the next line of the section, or over all its lines if they are a continuous text. Return whether
        the section has another line to try.
        """
        self._skipped += 1
        self._next += 1
        if self.kind in _CONTINUOUS or self._skipped >= _MOST_SKIPPED:
            self._next = len(self._lines)
        return self._next < len(self._lines)

    def section(self) -> Section:
        lines = sorted(self.taken, key=lambda one: one.place)
        return Section(self.kind, tuple(lines), len(self._lines) - len(lines))


def fitting_sections(
    found: Sequence[tuple[SectionKind, ContextLines]], *, room: int, language: Language
) -> tuple[Section, ...]:
    """Return the sections with the lines that fit into *room* tokens, counted by `token_bound`.

    The lines of each section are given with the most useful line first. In a first pass, every section takes lines up
    to its own share of the tokens. In a second pass, the tokens that no section has used go to the remaining lines, one
    line of each section at a time. Sections for which no lines are given are left out.
    """
    filling = [_Filling(kind, lines, language=language) for kind, lines in found if len(lines)]
    left = room
    for section in filling:
        share = min(room * SHARES[section.kind] // 100, left)
        while cost := section.take(share):
            share -= cost
            left -= cost
    waiting = list(filling)
    while waiting:
        still: list[_Filling] = []
        for section in waiting:
            cost = section.take(left)
            left -= cost
            if cost or section.skip():
                still.append(section)
        waiting = still
    return tuple(one.section() for one in filling)


def without_last_line(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Return the sections after removing the last line of the section that has the most lines."""
    longest = max(range(len(sections)), key=lambda place: len(sections[place].lines))
    cut = sections[longest]
    return tuple(
        Section(cut.kind, cut.lines[:-1], cut.left_out + 1) if place == longest else one
        for place, one in enumerate(sections)
    )


def _cost(text: str) -> int:
    return token_bound(text) + 1
