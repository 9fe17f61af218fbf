"""Finds which slot of an event a query asks for, such as the subject in "who killed Ann", and which events cannot be
the answer.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum

from episodic.languages import lexicon
from episodic.model.predicates import Predicate, PredicateKind, predicate_key
from episodic.search.known_names import KnownName, without_names
from episodic.search.searched_text import NO_LABELS, Labels
from episodic.search.vocabulary import WorkVocabulary
from episodic.search.word_overlap import QueryTerms, predicate_words
from episodic.text.inflections import stem
from episodic.text.scoring_rows import ScoringRow
from episodic.text.scripts import is_ideographic


class AskedSlot(StrEnum):
    """The slot of a fact that a question asks for, such as the subject for "who killed Ann". The slot is ANY if the
    form of the question does not show it.
    """

    SUBJECT = "subject"
    OBJECT = "object"
    ANY = "any"

    @staticmethod
    def of(query: str, names: Collection[str]) -> AskedSlot:
        """Return which slot of a fact the query asks for. *names* are the known names in the query, in comparison form
        (name keys).
        """
        masked = " ".join(without_names(query, names).split())
        for slot in (AskedSlot.SUBJECT, AskedSlot.OBJECT):
            if lexicon.pattern(f"asks_for_{slot}").search(masked):
                return slot
        return AskedSlot.ANY


@dataclass(frozen=True, slots=True)
class AskedEvent:
    """What a query such as "who killed Ann" says of the event it asks about. `slot` is the slot asked for (the subject
    in "who killed Ann"). `_named` are the ids of the entities that the query names (Ann). `_words` are the stems of the
    query's content words ("kill").
    """

    slot: AskedSlot
    _named: frozenset[str]
    _words: tuple[tuple[str, bool], ...]
    _vocabulary: WorkVocabulary
    _asked: dict[str, bool] = field(default_factory=dict[str, bool], init=False, repr=False, compare=False)
    """A cache of the method `_asks_about`, which is called for many facts with the same predicate."""

    @staticmethod
    def of(query: str, names: Collection[KnownName], terms: QueryTerms, vocabulary: WorkVocabulary) -> AskedEvent:
        return AskedEvent(
            AskedSlot.of(query, [name.key for name in names]),
            frozenset(uuid for name in names for uuid in name.entities),
            tuple((stem(one.text), is_ideographic(one.text[0])) for one in terms.tokens),
            vocabulary,
        )

    def excludes(self, fact: ScoringRow) -> bool:
        """Return whether the fact is an event of the kind that the query asks about, but cannot be the answer. An event
        cannot be the answer if the asked slot contains an entity that the query itself names.

        For example, "who killed Ann" asks for the subject of a killing, and a fact with the subject Ann is no answer.
        An event such as a meeting, in which subject and object can be exchanged, is never excluded.
        """
        if self.slot is AskedSlot.ANY or not fact.entities:
            return False
        filled = fact.entities[0] in self._named
        if self.slot is AskedSlot.OBJECT:
            has_object = fact.object_type is not None and len(fact.entities) > 1
            filled = has_object and not filled and fact.entities[1] in self._named
        return filled and self._asks_about(fact.predicate)

    def _asks_about(self, predicate: str) -> bool:
        if predicate not in self._asked:
            words = _event_words(self._vocabulary.known_predicate(predicate))
            self._asked[predicate] = any(words.has(word, is_han=is_han) for word, is_han in self._words)
        return self._asked[predicate]


def _event_words(known: Predicate | None) -> Labels:
    """Return the names of a predicate as words, if it is an event whose subject and object cannot be exchanged, such as
    a killing. For any other predicate, return no words.
    """
    mutual = map(predicate_key, lexicon.words("mutual_events"))
    if known is None or known.kind is not PredicateKind.EVENT or known.symmetric or predicate_key(known.name) in mutual:
        return NO_LABELS
    return Labels.of(predicate_words(known.name, known))
