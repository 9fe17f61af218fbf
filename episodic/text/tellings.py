"""Decides whether two facts of a list say the same, such as a state that the text tells and somebody claims as well."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from typing import NamedTuple

from episodic.model.predicates import Predicate, PredicateKind, shipped_table
from episodic.model.readings import StatementScope
from episodic.text.descriptive_names import adds_only_relation, says_only, says_whose
from episodic.text.scripts import is_ideographic

KEY_LENGTH = 12
"""The length of a `short_hash` in hexadecimal digits."""
WORLD_TELLER = "world"
"""The `teller_key` of every fact of the scope "world", which has no holder."""
_BETWEEN = "\x1f"
_SPACE = re.compile(r"\s+")


class Telling(NamedTuple):
    """What decides whether two facts of a list say the same.

    `quote` is the episode, start and end of the first quote, or None. `content` is the subject, predicate, object and
    value of the fact, and whether it is denied. `names` are the names of the subject and the object. `narrowed`
    contains what restricts the content: qualifier, words of time, condition and whether the fact is a habit. `standing`
    is the layer, and whether the fact has ended. `ahead` says whether the text tells of the fact before it is true
    ("she will die").
    """

    text: str
    quote: tuple[str, int, int] | None
    kind: str
    scope: str
    holder: str | None
    content: tuple[str, str, str | None, str | None, bool]
    names: tuple[str, str | None]
    narrowed: tuple[str | None, str | None, str | None, bool]
    standing: tuple[str, bool]
    derived: bool
    ahead: bool

    @property
    def keys(self) -> tuple[str, str, str, str, str]:
        """The values of `sentence_key`, `roll_key`, `content_key`, `teller_key` and `explained_key`, in this order."""
        return self.sentence_key, self.roll_key, self.content_key, self.teller_key, self.explained_key

    @property
    def sentence_key(self) -> str:
        """The key that is equal for facts with the same sentence, predicate, first quote, teller and `standing`.
        `sentence_key` is "" for a derived state and for a fact without a quote.
        """
        return self._key_of_sentence(self.text)

    @property
    def roll_key(self) -> str:
        """The key that is equal for facts from one quote whose sentences differ only in the names of subject and
        object. For example, "Ann is of the crew" and "Bo is of the crew" give the same key. `roll_key` is "" for a
        derived state, for a fact without a quote, and if the fact's sentence names neither the subject nor the object.
        """
        text = self.text
        for name in filter(None, self.names):
            text = _without_name(text, name)
        return "" if text == self.text else self._key_of_sentence(text)

    def _key_of_sentence(self, text: str) -> str:
        if self.derived or self.quote is None:
            return ""
        told = (" ".join(text.split()), self.content[1], *self.quote, self.scope, self.holder, *self.standing)
        return short_hash(_BETWEEN.join(map(str, told)))

    @property
    def content_key(self) -> str:
        """The key that is equal for the same state, whether the narration states it or somebody claims it.
        `content_key` is "" for an event, for a derived state, and for a state that the text tells before it is true.
        `content_key` is also "" for a fact of another scope than world or claim. `content_key` is "" for an ended state
        that is not `lasting`, because such a state may have begun again.
        """
        told = self.scope in (StatementScope.WORLD, StatementScope.CLAIM) and self.kind != PredicateKind.EVENT
        if self.derived or self.ahead or not told or (self.standing[1] and not self.lasting):
            return ""
        subject, predicate, _, _, denied = self.content
        known = _shipped(predicate)
        if known is not None and known.life is not None:
            said: tuple[object, ...] = (subject, predicate, denied)
        else:
            # A fixed fact such as a kinship has one degree, whatever word names it, and does not change with time, so
            # `narrowed` is ignored.
            said = self.content if self.kind == PredicateKind.FIXED else (*self.content, *self.narrowed)
        return short_hash(_BETWEEN.join(map(str, (*said, *self.standing))))

    @property
    def explained_key(self) -> str:
        """The key of the subject or object if its name says only what the fact says; otherwise "". For example, the
        name "my aunt" says only what the fact "Ann's aunt is my aunt" says.
        """
        subject, predicate, target, _, denied = self.content
        relation = self.narrowed[0]
        known = _shipped(predicate) if relation and target is not None and not denied else None
        if known is None or relation is None or known.inverse is None:
            return ""
        name, other = self.names
        if not adds_only_relation(self.text, (name, other or "", relation)):
            return ""
        if says_only(name, relation) or says_whose(name, other or "", relation):
            return short_hash(subject)
        # In a relation with equal sides, such as cousins, the word of the relation can mean either side.
        equal = known.symmetric and other is not None and says_only(other, relation)
        return short_hash(target) if equal and target is not None else ""

    @property
    def lasting(self) -> bool:
        """Whether the fact never changes, or is a relation, an office or a death, which seldom begins anew with the same
        people.
        """
        known = _shipped(self.content[1])
        bond = known is not None and known.mutual and not known.mental
        seldom = known is not None and bool(bond or known.naming or known.inverse or known.life)
        return self.kind == PredicateKind.FIXED or (self.kind == PredicateKind.STATE and seldom)

    @property
    def teller_key(self) -> str:
        """The key that identifies who states the fact: its scope and holder, or WORLD_TELLER for a fact of the scope
        "world".
        """
        return WORLD_TELLER if self.scope == StatementScope.WORLD else short_hash(f"{self.scope} {self.holder}")


def _without_name(text: str, name: str) -> str:
    """Return a sentence without a name. If the sentence contains only an end of the name, return the sentence without
    the longest such end. For example, such an end is "Reed" for "Tom Reed", and 曹彰 for 鄢陵侯曹彰.
    """
    starts = range(len(name) - 1) if is_ideographic(name[0]) else [0, *(one.end() for one in _SPACE.finditer(name))]
    end = next((name[start:] for start in starts if name[start:] in text), None)
    return text if end is None else text.replace(end, "", 1)


@lru_cache(maxsize=1 << 12)
def _shipped(predicate: str) -> Predicate | None:
    return shipped_table().find(predicate)


def short_hash(text: str) -> str:
    """Return a hash of 48 bits. Two texts of one work practically never get the same hash."""
    return hashlib.blake2b(text.encode(), digest_size=KEY_LENGTH // 2).hexdigest()
