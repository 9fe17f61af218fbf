"""Which pairs of contents have to be asked about: what is alike, or unknown, about the same subject or the same pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.temporal.questions import Said

ASKED_PER_STATEMENT = 3
"""Rivals of one statement that are asked about at most, latest told first."""
ASKED_PER_CHAPTER = 20
"""Rival questions of one chapter at most; what is left out is counted."""
ALIKE = 50.0
"""Two values at least this alike (rapidfuzz ratio, 0 to 100) may say the same."""


@dataclass(frozen=True, slots=True)
class ContentKey:
    """What a statement says, its time left aside; clusters by number.

    `predicate` is the table's name where the table has it, else as written: never what an answer made of it, so that no question
    depends on another answer of its own step.
    """

    subject: int
    predicate: str
    object: int | None
    value: str
    scope: StatementScope
    holder: int | None


@dataclass(frozen=True, slots=True)
class Content:
    """One content with how it was said first and last; `statement` is the first that said it."""

    key: ContentKey
    statement: str
    text: str
    value: str | None
    kind: PredicateKind
    known: bool
    first_quote: str
    latest_quote: str

    def said(self) -> Said:
        """This content as a question shows it."""
        quotes = tuple(dict.fromkeys(quote for quote in (self.first_quote, self.latest_quote) if quote))
        return Said(self.text, self.key.predicate, quotes)


class Contents:
    """Every content told so far, found by subject and predicate or by pair. Numbers are kept as told; *root* resolves them."""

    def __init__(self, root: Callable[[int], int]) -> None:
        self._root = root
        self._by_key: dict[ContentKey, Content] = {}
        self._by_subject: dict[tuple[int, str], tuple[ContentKey, ...]] = {}
        self._by_pair: dict[tuple[int, int], tuple[ContentKey, ...]] = {}

    def copy(self, root: Callable[[int], int]) -> Contents:
        """An independent copy that resolves numbers by *root*."""
        other = Contents(root)
        other._by_key = dict(self._by_key)
        other._by_subject = dict(self._by_subject)
        other._by_pair = dict(self._by_pair)
        return other

    def follow(self, root: Callable[[int], int]) -> None:
        """Resolve numbers by *root* from here on."""
        self._root = root

    def resolved(self) -> Contents:
        """The same contents under the numbers that clusters go by now; equal ones become one."""
        other = Contents(self._root)
        for one in self._by_key.values():
            other.tell(one)
        return other

    def key_of(self, key: ContentKey) -> ContentKey:
        """*key* under the numbers that clusters go by now."""
        return ContentKey(
            self._root(key.subject),
            key.predicate,
            None if key.object is None else self._root(key.object),
            key.value,
            key.scope,
            None if key.holder is None else self._root(key.holder),
        )

    def tell(self, said: Content) -> None:
        """Add what was said; a content that is there already gets a new latest quote."""
        key = self.key_of(said.key)
        known = self._by_key.get(key)
        if known is not None:
            if said.latest_quote and said.latest_quote != known.latest_quote:
                self._by_key[key] = replace(known, latest_quote=said.latest_quote)
            return
        self._index(replace(said, key=key))

    def _index(self, one: Content) -> None:
        self._by_key[one.key] = one
        subject = (one.key.subject, one.key.predicate)
        self._by_subject[subject] = (*self._by_subject.get(subject, ()), one.key)
        if one.key.object is not None:
            pair = (min(one.key.subject, one.key.object), max(one.key.subject, one.key.object))
            self._by_pair[pair] = (*self._by_pair.get(pair, ()), one.key)

    def rivals(self, said: Content) -> tuple[Sequence[Content], int]:
        """Contents that *said* has to be compared with, latest told first, and how many more were left out."""
        key = self.key_of(said.key)
        if key in self._by_key or said.kind is PredicateKind.EVENT:
            return (), 0
        found: list[Content] = []
        if key.object is None and said.value:
            same_subject = [self._by_key[one] for one in self._by_subject.get((key.subject, key.predicate), ())]
            found.extend(one for one in same_subject if one.value and alike(one.value, said.value))
        if key.object is not None:
            pair = (min(key.subject, key.object), max(key.subject, key.object))
            told = [self._by_key[one] for one in self._by_pair.get(pair, ())]
            found.extend(one for one in told if self._unclear(one, said, key))
        fitting = [one for one in found if (one.key.scope, one.key.holder) == (key.scope, key.holder)]
        fitting.reverse()
        return fitting[:ASKED_PER_STATEMENT], max(0, len(fitting) - ASKED_PER_STATEMENT)

    @staticmethod
    def _unclear(one: Content, said: Content, key: ContentKey) -> bool:
        """Whether the table leaves open how two relations of one pair stand to each other."""
        return (
            one.key.predicate != key.predicate
            and one.kind is not PredicateKind.EVENT
            and not (one.known and said.known)
        )


def alike(first: str, second: str) -> bool:
    """Whether two different values may say the same: similar, or one inside the other."""
    return fuzz.ratio(first, second) >= ALIKE or first in second or second in first
