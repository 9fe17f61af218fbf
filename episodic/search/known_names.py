"""Finds names of known entities in a query: lists all parts of the query that may be names, and looks them up."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from episodic.model.name_keys import name_key
from episodic.search.view import View
from episodic.text.scripts import HAN_CLASS, KANA_HANGUL_CLASS

_CJK = HAN_CLASS + KANA_HANGUL_CLASS
_ATOM = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+")
_JOINING = re.compile(r"[ .·'&_/-]{0,2}")
_MOST_HAN = 12
_MOST_WORDS = 6
_MOST_ATOMS = 16
_MAX_QUERY_ATOMS = 256
"""The maximum number of words and Han characters, counted together from the start of a query, that are searched for
names.
"""


class NameSpan(NamedTuple):
    """A part of the normalised query that may be a name, with its name key. `start` and `end` are character offsets in
    the normalised query.
    """

    start: int
    end: int
    key: str


@dataclass(frozen=True, slots=True)
class KnownName:
    """A known name that occurs in a query, with the ids of the entities that have it.

    `whole` is true if the query is nothing but this name.
    """

    key: str
    entities: tuple[str, ...]
    whole: bool


@lru_cache(maxsize=1 << 10)
def name_spans(query: str) -> tuple[NameSpan, ...]:
    """Return the parts of a query that may be names: the whole query, and parts of two or more characters. A part of
    the query that may be a name consists of whole words and of Han, kana or hangul characters. A part that may be a
    name has at most 12 Han, kana or hangul characters, and at most 6 words. Characters and words together are at most
    16.

    Between two words of a name there may be at most two spaces or marks of the set `.·'&_/-` (克莱恩·莫雷蒂, O'Brien). A
    punctuation mark outside the set `.·'&_/-`, such as a comma, ends a name.
    """
    text = name_key(query)
    found = {NameSpan(0, len(text), text)} if text else set[NameSpan]()
    atoms = list(_ATOM.finditer(text))[:_MAX_QUERY_ATOMS]
    kinds = [_is_han(atom[0]) for atom in atoms]
    for first, atom in enumerate(atoms):
        han = words = 0
        end = atom.start()
        for next_atom, is_han in zip(
            atoms[first : first + _MOST_ATOMS], kinds[first : first + _MOST_ATOMS], strict=True
        ):
            start = next_atom.start()
            if start > end and not _JOINING.fullmatch(text, end, start):
                break
            han, words, end = han + is_han, words + (not is_han), next_atom.end()
            if han > _MOST_HAN or words > _MOST_WORDS:
                break
            if end - atom.start() >= 2:
                piece = text[atom.start() : end]
                # A part of the normalised query that has only Han, kana or hangul characters is equal to its name key.
                found.add(NameSpan(atom.start(), end, piece if han == len(piece) else name_key(piece)))
    return tuple(sorted(found, key=lambda piece: (piece.start - piece.end, piece.start)))


async def known_names(view: View, query: str) -> list[KnownName]:
    """Return the longest names of entities of the work that occur in the query, without overlaps, in the order of the
    query.
    """
    candidates = name_spans(query)
    if not candidates:
        return []
    known = await view.store.named(view.group_id, list(dict.fromkeys(piece.key for piece in candidates)))
    return names_in(query, candidates, known)


def names_in(query: str, candidates: Sequence[NameSpan], known: Mapping[str, Sequence[str]]) -> list[KnownName]:
    """Return the longest of the *candidates* that are known names, without overlaps, in the order of the query. *known*
    maps the key of each known name to the ids of the entities with this name.
    """
    chosen = longest_known_names(candidates, known)
    whole = name_key(query)
    return [KnownName(one.key, tuple(known[one.key]), one.key == whole) for one in chosen]


def longest_known_names(candidates: Sequence[NameSpan], known: Mapping[str, Sequence[str]]) -> list[NameSpan]:
    """Return the known names among *candidates* without overlaps: the longest names, and of equally long names the
    first in the query.
    """
    chosen: list[NameSpan] = []
    for piece in sorted(candidates, key=lambda one: (one.start - one.end, one.start)):
        if piece.key in known and all(piece.end <= one.start or one.end <= piece.start for one in chosen):
            chosen.append(piece)
    return sorted(chosen, key=lambda one: one.start)


def without_names(query: str, names: Collection[str]) -> str:
    """Return the query in normal form, with " | " in place of each of *names*, which are name keys.

    Without the separator, the characters before and after a removed name could form a new word.
    """
    text, start = name_key(query), 0
    if not names:
        return text
    rest: list[str] = []
    for piece in longest_known_names(name_spans(query), dict.fromkeys(names, ())):
        rest.append(text[start : piece.start])
        start = piece.end
    return " | ".join((*rest, text[start:]))


def _is_han(atom: str) -> bool:
    return len(atom) == 1 and _ATOM_HAN.match(atom) is not None


_ATOM_HAN = re.compile(f"[{_CJK}]")
