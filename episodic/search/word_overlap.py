"""Finds the content words of a query, and scores facts by these words and by the entities from which a search starts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from episodic.languages import lexicon
from episodic.model.graph import Fact
from episodic.model.predicates import Predicate, shipped_table
from episodic.model.settings import DEFAULT_ENTITY_TYPES
from episodic.search.known_names import without_names
from episodic.search.searched_text import Labels, SearchedText, SearchedTexts, searched_text
from episodic.search.vocabulary import SHIPPED
from episodic.text.inflections import stem
from episodic.text.scoring_rows import ScoringRow
from episodic.text.scripts import is_ideographic
from episodic.text.tokens import QueryToken, query_tokens, tokens

_SECOND_SEED_WEIGHT = 0.5
_FIRST_SEED_WEIGHT = 0.1
_SHORT = 2


@dataclass(frozen=True, slots=True)
class QueryTerms:
    """The content words of a query: its tokens without names, stop words and question words."""

    tokens: tuple[QueryToken, ...]
    _lookups: tuple[tuple[str, bool], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "_lookups", tuple((stem(one.text), is_ideographic(one.text[0])) for one in self.tokens)
        )

    @staticmethod
    def of(query: str, names: Collection[str]) -> QueryTerms:
        """Return the content words of the query outside of *names*, which are name keys.

        Two neighbouring Han characters are no content word if only one of them belongs to a name.
        """
        of_names = {token for name in names for token in query_tokens(name)}
        rest = query_tokens(lexicon.pattern("question_phrases").sub(" | ", without_names(query, names)))
        kept = _without_light(token for token in rest if token not in of_names)
        return QueryTerms(tuple(token for token in kept if _is_content_word(token)))

    def matches(self, text: SearchedText) -> list[bool]:
        """Return, for each content word of the query, whether *text* contains a word with the same stem.

        Han characters match anywhere in *text*, without regard to words.
        """
        return [text.contains(word, is_han=is_han) for word, is_han in self._lookups]

    def matches_by_token(self, texts: SearchedTexts) -> list[list[bool]]:
        """Return, for each content word of the query, a list that says which of *texts* contain it."""
        return [texts.containing(word, is_han=is_han) for word, is_han in self._lookups]

    def matched_share(self, text: SearchedText) -> float:
        """Return the share (0 to 1) of the query's content words that *text* contains."""
        return sum(self.matches(text)) / len(self.tokens) if self.tokens else 0.0


def _without_light(found_tokens: Iterable[QueryToken]) -> Iterable[QueryToken]:
    """A pair of Han characters of which one is a function character such as 的 is replaced by its other character. The
    pair is left out entirely if another pair of the query contains its other character and has no function character.
    The pair without a function character is searched for anyway.
    """
    found, light = list(found_tokens), lexicon.words("light_characters")
    in_full_pairs = {character for token in found if not light.intersection(token.text) for character in token.text}
    kept: dict[QueryToken, None] = {}
    for token in found:
        content = [character for character in token.text if character not in light]
        if token.text.isascii() or len(content) == len(token.text):
            kept.setdefault(token)
        elif content and content[0] not in in_full_pairs:
            kept.setdefault(QueryToken(content[0], prefix=True))
    return kept


def _is_content_word(token: QueryToken) -> bool:
    """Return whether a token is a content word: not a question word, and not an alphabetic word of one or two letters."""
    if token.text in lexicon.words("question_words"):
        return False
    return token.prefix or len(token.text) > _SHORT or not token.text.isascii() or token.text.isdigit()


def graph_scores(facts: Sequence[ScoringRow], query_terms: QueryTerms, seeds: Mapping[str, float]) -> list[float]:
    """Return the scores that the graph retriever gives to facts. *facts* are the scoring rows of the facts (the stored
    words and entities by which a search scores a fact). *seeds* maps start entities of the search to weights from 0 to
    1. A score is the share of the query's words that the fact contains, plus an addition for start entities. The
    addition is 0.1 times the greatest and 0.5 times the second-greatest weight of the start entities in the fact.

    The words of a fact include the names of its predicate and entity types in all languages.
    """
    by_seeds = [_nearness(fact, seeds) for fact in facts]
    if not query_terms.tokens:
        return by_seeds
    texts = SearchedTexts(
        [one.sentence for one in facts], [one.sentence_stems for one in facts], [row_labels(one) for one in facts]
    )
    matches = query_terms.matches_by_token(texts)
    number = len(query_terms.tokens)
    return [near + sum(row) / number for near, row in zip(by_seeds, zip(*matches, strict=True), strict=True)]


def _nearness(fact: ScoringRow, seeds: Mapping[str, float]) -> float:
    near = [seeds[one] for one in fact.entities if one in seeds]
    if not near:
        return 0.0
    if len(near) > 1:
        near.sort(reverse=True)
        return _FIRST_SEED_WEIGHT * near[0] + _SECOND_SEED_WEIGHT * near[1]
    return _FIRST_SEED_WEIGHT * near[0]


def fact_terms(fact: Fact) -> SearchedText:
    """Return the words by which a search finds a fact. A search finds a fact by the words of its sentence and value,
    and by the names of its predicate and entity types. Words that ask for the fact's scope ("believe" for a belief) are
    included.
    """
    labels = _labels(fact.predicate, fact.subject_type, fact.object_type, fact.scope.value)
    return searched_text(fact.text, fact.value).labelled(labels)


def row_labels(fact: ScoringRow) -> Labels:
    """Return words about a fact that are not in its text. The returned words are the names of the fact's predicate and
    entity types, and words that ask for its scope ("believe" for a belief).
    """
    return _labels(fact.predicate, fact.subject_type, fact.object_type, fact.scope)


@lru_cache(maxsize=1 << 12)
def _labels(predicate: str, subject_type: str, object_type: str | None, scope: str) -> Labels:
    found = {
        *predicate_words(predicate, shipped_table().find(predicate)),
        *_type_terms(subject_type),
        *lexicon.words(f"asked_{scope}"),
    }
    if object_type is not None:
        found |= _type_terms(object_type)
    return Labels.of(found)


def predicate_words(name: str, known: Predicate | None) -> set[str]:
    """Return the words of the predicate's name *name* and, if the predicate is *known*, of all its other names."""
    names = (name,) if known is None else (name, known.name, known.zh, *known.names)
    return {word for one in names for word in tokens(one.replace("_", " "))}


def _type_terms(name: str) -> set[str]:
    key = SHIPPED.type(name)
    names = [word for one in DEFAULT_ENTITY_TYPES if SHIPPED.type(one.name) == key for word in (one.name, *one.names)]
    return {token for word in (name, *names) for token in tokens(word)}
