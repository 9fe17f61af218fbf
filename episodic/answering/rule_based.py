"""Answers by rules, without a language model: the facts and sentences of the text that match the question best.

A fact or sentence is selected only if it contains the names of the question and most of its other words, so that a
question about something that the work does not mention gets no answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from episodic.answering.answers import AnswerSentence, LookUp, StartEntity
from episodic.answering.look_ups import HITS, shows_fact, shows_passage, starts_of
from episodic.answering.sources import SourceBook, fact_source, fact_words, passage_source
from episodic.model.episodes import Language
from episodic.model.name_keys import name_key
from episodic.search.hybrid_search import search
from episodic.search.prompt_lines import one_line
from episodic.search.results import FactHit, PassageHit, SearchResults
from episodic.search.searched_text import searched_text
from episodic.search.view import View
from episodic.search.word_overlap import QueryTerms, fact_terms
from episodic.text.sentences import sentences

MOST_SENTENCES = 4
_LEAST_SHARE = 0.3
"""The minimum share of the question's words outside of names in a selected sentence that contains a name of the
question.
"""
_LEAST_SHARE_ALONE = 0.6
"""The minimum share of the question's words in a selected sentence if the question contains no known name."""
_SHARE_OF_BEST = 0.6
"""The minimum share of the question's words in a selected fact, as a part of the greatest share of all facts."""
_LONGEST_SENTENCE = 400


@dataclass(frozen=True, slots=True)
class Extract:
    """The sentences that rules selected, with their sources, and the search that found them."""

    sentences: tuple[AnswerSentence, ...]
    book: SourceBook
    look_up: LookUp
    starts: tuple[StartEntity, ...]
    degraded: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _QuestionTerms:
    """The names and the content words of a question."""

    names: tuple[str, ...]
    terms: QueryTerms

    @staticmethod
    def of(found: SearchResults) -> _QuestionTerms:
        names = found.searched.names
        return _QuestionTerms(names, QueryTerms.of(found.query, names))

    def fits(self, share: float, matched: Iterable[str]) -> bool:
        """Return whether a text with this share of the words and these names answers the question."""
        named = set(matched)
        if not self.terms.tokens:
            return bool(self.names) and named.issuperset(self.names)
        if self.names:
            return bool(named) and share >= _LEAST_SHARE
        return share >= _LEAST_SHARE_ALONE


async def extract(view: View, question: str, *, language: Language) -> Extract:
    """Return the facts that match the question, or the sentences of the text if no fact matches.

    Raises the errors of a search.
    """
    view = view.wider()
    found = await search(view, question, limit=2 * HITS)
    asked, book = _QuestionTerms.of(found), SourceBook()
    selected = _facts(view, found, asked, book=book, language=language)
    if not selected:
        selected = _of_passages(view, found, asked, book=book, language=language)
    return Extract(
        sentences=tuple(selected[:MOST_SENTENCES]),
        book=book,
        look_up=LookUp("search", (question,), tuple(range(1, len(book) + 1))),
        starts=starts_of(view, found),
        degraded=found.searched.degraded,
    )


def _facts(
    view: View, found: SearchResults, asked: _QuestionTerms, *, book: SourceBook, language: Language
) -> list[AnswerSentence]:
    """Return the facts that match, facts that still hold first. Facts with far fewer words of the question than the best
    fact are left out.
    """
    shares = {hit.uuid: asked.terms.matched_share(fact_terms(hit.shown.fact)) for hit in found.facts}
    fitting = [
        hit
        for hit in found.facts
        if shows_fact(view, hit.shown.fact, hit.holding) and asked.fits(shares[hit.uuid], hit.matched)
    ]
    best = max((shares[hit.uuid] for hit in fitting), default=0.0)
    fitting = [hit for hit in fitting if shares[hit.uuid] >= _SHARE_OF_BEST * best]
    fitting.sort(key=lambda hit: hit.validity.ended)
    return [
        AnswerSentence(fact_words(hit.shown, language=language), (book.add(fact_source(hit.shown, language=language)),))
        for hit in fitting[:MOST_SENTENCES]
    ]


def _of_passages(
    view: View, found: SearchResults, asked: _QuestionTerms, *, book: SourceBook, language: Language
) -> list[AnswerSentence]:
    """Return the best sentence of each passage that matches."""
    selected: list[AnswerSentence] = []
    for hit in _passages(found):
        if not shows_passage(view, hit.passage):
            continue
        best = _best_sentence(hit.text, asked, language)
        if best and len(selected) < MOST_SENTENCES:
            number = book.add(passage_source(view, hit.passage, language=language))
            selected.append(AnswerSentence(best, (number,)))
    return selected


def _passages(found: SearchResults) -> Sequence[PassageHit]:
    attached = [hit.said_in for hit in found.hits if isinstance(hit, FactHit) and hit.said_in is not None]
    return list({one.uuid: one for one in (*found.passages, *attached)}.values())


def _best_sentence(text: str, asked: _QuestionTerms, language: Language) -> str:
    """Return the sentence of a passage that contains most of the question's words, or an empty text if none fits."""
    best, best_share = "", -1.0
    for span in sentences(text, language):
        words = one_line(span.of(text))[:_LONGEST_SENTENCE]
        key = name_key(words)
        share = asked.terms.matched_share(searched_text(words, None))
        if asked.fits(share, [name for name in asked.names if name in key]) and share > best_share:
            best, best_share = words, share
    return best
