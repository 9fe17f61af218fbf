"""Finds the characters that each match of a regular expression must contain."""

from __future__ import annotations

import re

from episodic.extraction.rule_based.masked_text import PERSON, SPEECH

TWO_PEOPLE = PERSON * 2
"""An item that a `ConstructionIndex` adds to the set of a text's characters if the text mentions people at least twice.
"""
_REPEATED = re.compile(r"(?:(?P<optional>[?*]|\{0?,\d*\}|\{0\})|\+|\{\d+(?:,\d*)?\})[?+]?")
_GROUP = re.compile(r"\?(?:(?P<look><?[=!])|:|>|P<\w+>|(?P<other>[^:)]*:?))|")

Needed = tuple[frozenset[str], ...]
"""Sets of characters such that each match of a regular expression contains at least one character of each set."""
_Found = list[frozenset[str]]


def needed_characters(pattern: str, *, frequent: str = "") -> Needed:
    """Return sets of characters such that each match of *pattern* contains at least one character of each set. The set
    whose characters are missing in most texts comes first in the result, because it excludes most texts.

    Optional parts of the regular expression are ignored. Character classes such as [a-z] or [^a] are also ignored,
    because they match characters that are not written in the class. The regular expression must not ignore case.
    *frequent* contains characters that occur in most texts, so that sets with these characters exclude few texts.
    """
    reader = _PatternReader(pattern, frozenset(PERSON + SPEECH + frequent))
    needed = reader.alternatives()
    people = needed.count(frozenset(PERSON))
    found = {*needed, *([frozenset({TWO_PEOPLE})] if people > 1 else [])}
    return tuple(sorted(found, key=reader.rank))


class _PatternReader:
    def __init__(self, pattern: str, frequent: frozenset[str]) -> None:
        self._pattern = pattern
        self._frequent = frequent
        self._at = 0

    def rank(self, characters: frozenset[str]) -> tuple[int, int, str]:
        return len(characters & self._frequent), len(characters), "".join(sorted(characters))

    def alternatives(self) -> _Found:
        """Parse the alternatives ("a|b") of one group of the regular expression. Return sets of characters such that
        each match contains at least one character of each set.
        """
        branches = [self._sequence()]
        while self._pattern.startswith("|", self._at):
            self._at += 1
            branches.append(self._sequence())
        if len(branches) == 1:
            return branches[0]
        return [frozenset[str]().union(*(min(one, key=self.rank) for one in branches))] if all(branches) else []

    def _sequence(self) -> _Found:
        found: _Found = []
        while self._at < len(self._pattern) and self._pattern[self._at] not in "|)":
            needed = self._item()
            repeated = _REPEATED.match(self._pattern, self._at)
            if repeated is not None:
                self._at = repeated.end()
            if repeated is None or repeated["optional"] is None:
                found += needed
        return found

    def _item(self) -> _Found:
        character = self._next()
        if character == "(":
            return self._group()
        if character == "[":
            return self._class()
        if character == "\\":
            escaped = self._escaped()
            return [frozenset(escaped)] if escaped else []
        return [] if character in ".^$" else [frozenset(character)]

    def _next(self) -> str:
        self._at += 1
        return self._pattern[self._at - 1]

    def _escaped(self) -> str:
        character = self._next()
        if character == "u":
            self._at += 4
            return chr(int(self._pattern[self._at - 4 : self._at], 16))
        return {"n": "\n", "t": "\t", "r": "\r"}.get(character, "") if character.isalnum() else character

    def _group(self) -> _Found:
        kind = _GROUP.match(self._pattern, self._at)
        self._at = kind.end() if kind else self._at
        needed = [] if self._pattern[self._at] == ")" else self.alternatives()
        self._at += 1
        return [] if kind and (kind["look"] or kind["other"]) else needed

    def _class(self) -> _Found:
        listed: set[str] = set()
        complete = not self._pattern.startswith("^", self._at)
        first = self._at
        while self._pattern[self._at] != "]" or self._at == first:
            character = self._next()
            if character == "-" and self._pattern[self._at] != "]" and self._at > first + 1:
                complete = False
            elif character == "\\":
                escaped = self._escaped()
                complete = complete and bool(escaped)
                listed.update(escaped)
            else:
                listed.add(character)
        self._at += 1
        return [frozenset(listed)] if complete and listed else []
