"""What a question asks for: a person, a place, a time, a relation or anything else. The module also finds whether the
question asks for the subject or the object of a fact, and which words the question has.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from episodic.answering.possession_words import without_possession
from episodic.languages import lexicon
from episodic.model.facets import Facet, facet
from episodic.model.predicates import PredicateKind, predicate_key
from episodic.model.readings import StatementScope
from episodic.search.asked_predicates import asked_facets
from episodic.search.asked_slots import AskedSlot
from episodic.search.known_names import without_names
from episodic.search.vocabulary import SHIPPED, WorkVocabulary
from episodic.search.word_overlap import QueryTerms
from episodic.text.inflections import stem
from episodic.text.scripts import is_ideographic
from episodic.text.tokens import tokens


class AskedFor(StrEnum):
    """What a question asks for. The value of each enum member except `ANYTHING` is part of the name of a pattern in the
    word lists. For example, the value "how_related" is part of the name `asks_how_related`.
    """

    RELATION = "how_related"
    WHO = "who"
    WHERE = "where"
    WHEN = "when"
    ANYTHING = "anything"


@dataclass(frozen=True, slots=True)
class Question:
    """What a question asks for, and its words apart from names.

    `terms` are the content words of the question: its words without names, stop words and question words. `required`
    are the indexes of the terms that a text must contain to answer the question. Required terms are capitalised words,
    words such as "says" or "thinks" in the question, and in alphabetic languages the first content word. `owner` is
    true if the question asks whose something is, or who has it. If it asks who has something, `things` are the content
    words that say what, without the words of having and without names; otherwise `things` is None. `past` is true if
    the question asks about an earlier time ("who had the key"), and `now` if it says that it asks about the present
    ("where is Ann now"). `present` is true if `now` is true, or if the question is in the present tense and names no
    other time ("where does Ann live"). `state` is true if `present` is true and the question names states such as
    living somewhere. `occupation` is true if the question asks what somebody does in life. `whether` is true if the
    question asks whether something is so. `reports` is true if the question asks who says, believes, plans or wishes
    something. `identity` is true if the question asks who somebody is.
    """

    asked_for: AskedFor
    slot: AskedSlot
    owner: bool
    terms: QueryTerms
    required: frozenset[int]
    reports: bool
    identity: bool
    things: QueryTerms | None
    past: bool
    now: bool
    present: bool
    state: bool
    occupation: bool
    whether: bool

    @staticmethod
    def of(text: str, names: Collection[str], vocabulary: WorkVocabulary = SHIPPED) -> Question:
        """Return what the question *text* asks for. *names* are the names in the question that the work knows, in the
        form for comparing names.
        """
        asked_for = _asked_for(text)
        rest = lexicon.pattern("question_adverbs").sub(" ", lexicon.pattern("asked_kinds").sub(" ", text))
        if asked_for is not AskedFor.ANYTHING:
            rest = lexicon.pattern(f"asks_{asked_for}").sub(" | ", rest)
        whether = asked_for is AskedFor.ANYTHING and lexicon.pattern("asks_whether").search(text) is not None
        if whether:
            rest = lexicon.pattern("asks_whether").sub(" | ", rest)
        occupation = asked_for is AskedFor.ANYTHING and lexicon.pattern("asks_occupation").search(text) is not None
        if occupation:
            rest = without_names(lexicon.pattern("asks_occupation").sub(" | ", rest), names)
        terms = QueryTerms.of(rest, names)
        reporting = [stem(one.text) in _reporting_stems() for one in terms.tokens]
        capitals = _capitalised(text)
        reports = asked_for is AskedFor.WHO and any(reporting)
        whose = lexicon.pattern("asks_whose").search(text) is not None
        things = _things(without_names(rest, names), vocabulary, whose=whose) if asked_for is AskedFor.WHO else None
        past = lexicon.pattern("asks_past").search(text) is not None
        now = lexicon.pattern("asks_now").search(text) is not None
        present = now or (not past and asked_for is not AskedFor.WHEN and _is_present(without_names(text, names)))
        return Question(
            asked_for=asked_for,
            slot=AskedSlot.of(text, names) if asked_for is AskedFor.WHO and not reports else AskedSlot.ANY,
            owner=whose or (things is not None and not things.tokens),
            terms=terms,
            required=frozenset(
                index
                for index, one in enumerate(terms.tokens)
                if reporting[index] or one.text in capitals or (not index and not is_ideographic(one.text[0]))
            ),
            reports=reports,
            identity=lexicon.pattern("asks_identity").search(text.strip()) is not None,
            things=things,
            past=past,
            now=now,
            present=present,
            state=present and _names_states(terms, vocabulary),
            occupation=occupation,
            whether=whether,
        )

    def share(self, matches: Sequence[bool]) -> float:
        """Return which share of the question's terms was found in a text; *matches* says for each term whether it was
        found. Return 0 if the question has no terms, or if a required term was not found.
        """
        if not matches or not all(matches[index] for index in self.required):
            return 0.0
        return sum(matches) / len(matches)


def _asked_for(text: str) -> AskedFor:
    """A question that contains "how are … related" anywhere asks for a relation. In any other question, the first
    "who", "where" or "when" decides what is asked for.
    """
    if lexicon.pattern("asks_how_related").search(text):
        return AskedFor.RELATION
    places = {
        one: match.start()
        for one in (AskedFor.WHO, AskedFor.WHERE, AskedFor.WHEN)
        if (match := lexicon.pattern(f"asks_{one}").search(text))
    }
    return min(places, key=places.__getitem__, default=AskedFor.ANYTHING)


def _is_present(text: str) -> bool:
    return lexicon.pattern("asks_present").search(" ".join(text.split())) is not None


def _names_states(terms: QueryTerms, vocabulary: WorkVocabulary) -> bool:
    asked = asked_facets(terms, vocabulary)
    kinds = {one.kind for one in vocabulary.table.all() if facet(Facet.PREDICATE, predicate_key(one.name)) in asked}
    return bool(kinds) and PredicateKind.EVENT not in kinds


def _things(rest: str, vocabulary: WorkVocabulary, *, whose: bool) -> QueryTerms | None:
    """Return the content words that say what somebody has, or None if the question does not ask who has something.
    *rest* is the question without its question words and names. A question that asks whose something is (*whose*) asks
    who has it if it has no content word, as "whose is the key".
    """
    left = without_possession(rest, vocabulary)
    terms = QueryTerms.of(lexicon.pattern("asks_past").sub(" | ", rest if left is None else left), ())
    return terms if left is not None or (whose and not terms.tokens) else None


def _reporting_stems() -> frozenset[str]:
    return frozenset(stem(word) for scope in StatementScope for word in lexicon.words(f"asked_{scope}"))


def _capitalised(text: str) -> frozenset[str]:
    _, _, later = text.strip().partition(" ")
    return frozenset(token for word in later.split() if word[:1].isupper() for token in tokens(word))
