"""Chooses the lines of a context pack that fit into its token budget."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.context.sections import SHARES, ContextLine, Section, SectionKind, heading_of
from episodic.model.episodes import Language
from episodic.text.token_counts import token_bound

_WIDEST_NUMBER = 999
"""The number with which a line's length is measured, because the line gets its real number later."""


class _Filling:
    def __init__(self, kind: SectionKind, lines: Sequence[ContextLine], *, language: Language) -> None:
        self.kind = kind
        self.taken: list[ContextLine] = []
        self._waiting = list(lines)
        self._costs = [_cost(one.numbered(_WIDEST_NUMBER).to_prompt(language)) for one in lines]
        self._heading = _cost(heading_of(kind, language)) + 1
        self._left_out = 0

    def take(self, room: int) -> int:
        if not self._waiting:
            return 0
        cost = self._costs[0] + (0 if self.taken else self._heading)
        if cost > room:
            return 0
        self.taken.append(self._waiting.pop(0))
        self._costs.pop(0)
        return cost

    def skip(self) -> bool:
        """Skip the next waiting line, or all waiting lines if it is verbatim, because verbatim lines continue each
        other. Return whether lines are still waiting.
        """
        if self._waiting and self._waiting[0].verbatim:
            self._left_out += len(self._waiting)
            self._waiting.clear()
        elif self._waiting:
            self._left_out += 1
            del self._waiting[0], self._costs[0]
        return bool(self._waiting)

    def section(self) -> Section:
        lines = sorted(self.taken, key=lambda one: one.place)
        return Section(self.kind, tuple(lines), self._left_out + len(self._waiting))


def fitting_sections(
    found: Sequence[tuple[SectionKind, Sequence[ContextLine]]], *, room: int, language: Language
) -> tuple[Section, ...]:
    """Return the sections with the lines that fit into *room* tokens, counted by `token_bound`.

    The lines of each section are given with the most useful line first. Every section first takes lines up to its own
    share. Tokens that a section does not use then go to the remaining lines, one line of each section at a time.
    Sections for which no lines are given are left out.
    """
    filling = [_Filling(kind, lines, language=language) for kind, lines in found if lines]
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
