"""Names that stand inside a query: which pieces of it may be names, and which of those are names of this work."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from episodic.model.names import name_key
from episodic.search.view import View
from episodic.text.scripts import HAN_CLASS, KANA_HANGUL_CLASS

_CJK = HAN_CLASS + KANA_HANGUL_CLASS
_ATOM = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+")
_JOINING = re.compile(r"[ .·'&_/-]{0,2}")
_MOST_HAN = 12
_MOST_WORDS = 6
_MOST_ATOMS = 16
_READ_ATOMS = 256
"""Names are looked for in so many characters and words from the start of a query."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a query's key that may be a name: from `start` to `end`."""

    start: int
    end: int
    key: str


@dataclass(frozen=True, slots=True)
class KnownName:
    """A name found in a query and the ids of those who bear it; `whole`: the query is nothing but the name."""

    key: str
    entities: tuple[str, ...]
    whole: bool


def pieces(query: str) -> list[Piece]:
    """Every part of the query that may be a name: runs of 2 to 12 Han characters, of up to 6 words, and the query itself.

    Middle dots, hyphens, apostrophes and single spaces join (克莱恩·莫雷蒂, O'Brien, Miss Bennet); other marks part.
    """
    text = name_key(query)
    found = {Piece(0, len(text), text)} if text else set[Piece]()
    atoms = list(_ATOM.finditer(text))[:_READ_ATOMS]
    for first, atom in enumerate(atoms):
        han = words = 0
        end = atom.start()
        for other in atoms[first : first + _MOST_ATOMS]:
            if other is not atom and not _JOINING.fullmatch(text, end, other.start()):
                break
            is_han = _is_han(other[0])
            han, words, end = han + is_han, words + (not is_han), other.end()
            if han > _MOST_HAN or words > _MOST_WORDS:
                break
            if end - atom.start() >= 2:
                found.add(Piece(atom.start(), end, name_key(text[atom.start() : end])))
    return sorted(found, key=lambda piece: (piece.start - piece.end, piece.start))


async def known_names(view: View, query: str) -> list[KnownName]:
    """The longest names of this work that stand in the query, none inside another, in the order of the query."""
    candidates = pieces(query)
    if not candidates:
        return []
    known = await view.store.named(view.group_id, list(dict.fromkeys(piece.key for piece in candidates)))
    chosen = longest(candidates, known)
    whole = name_key(query)
    return [KnownName(one.key, tuple(known[one.key]), one.key == whole) for one in chosen]


def longest(candidates: Sequence[Piece], known: Mapping[str, Sequence[str]]) -> list[Piece]:
    """Those candidates that are known and overlap no longer one, or equally long one before them; by place."""
    chosen: list[Piece] = []
    for piece in sorted(candidates, key=lambda one: (one.start - one.end, one.start)):
        if piece.key in known and all(piece.end <= one.start or one.end <= piece.start for one in chosen):
            chosen.append(piece)
    return sorted(chosen, key=lambda one: one.start)


def without_names(query: str, names: Collection[str]) -> str:
    """The query's key with these names (as keys) cut out, so that what stood before and behind one is apart."""
    text, start = name_key(query), 0
    rest: list[str] = []
    for piece in longest(pieces(query), dict.fromkeys(names, ())):
        rest.append(text[start : piece.start])
        start = piece.end
    return " | ".join((*rest, text[start:]))


def _is_han(atom: str) -> bool:
    return len(atom) == 1 and _ATOM_HAN.match(atom) is not None


_ATOM_HAN = re.compile(f"[{_CJK}]")
