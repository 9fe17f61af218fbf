"""Fine search: a language model expands the query with further texts, and selects among the results by their numbers.

A fine search asks the model at most twice. If the model fails, the result of the fast search or of the expanded query
is returned, and the search report says so. The query and the model's further texts are embedded in one request, and the
results for each of these texts are then merged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.concurrency import run_all
from episodic.errors import ModelError
from episodic.ports import LanguageModel
from episodic.search.candidates import CandidateKey, Retriever, RetrieverResult, SearchPool
from episodic.search.filter_fields import HitKind
from episodic.search.fine_prompts import (
    ExpandReply,
    chosen_numbers,
    expand_prompt,
    query_language,
    select_prompt,
)
from episodic.search.hybrid_search import Retrieved, retrieve_ranked, search_results
from episodic.search.ranking import RankedCandidate, Ranking
from episodic.search.related_by import strongest
from episodic.search.results import EntityHit, FactHit, Hit, MatchedQuery, PassageHit, SearchResults
from episodic.search.retrievers import RetrievalResult, SearchRequest, embedded_queries
from episodic.search.view import View
from episodic.text.scripts import has_letters

WEIGHTS: Mapping[str, float] = {"query": 1.0, "question": 0.95, "keyword": 0.8, "synonym": 0.5}
"""A fine search looks for several texts: the user's query, and questions, keywords and synonyms from the model. The
scores of the results of each text are multiplied by the weight of the text's role.
"""
_MOST_QUESTIONS = 3
_MOST_WORDS = 4
_LONGEST_TEXT = 200
_MATCHED_SHARE = 0.5
"""The field `matched_queries` of a hit contains the texts of a fine search that the hit matches. A hit matches a text
if the hit's score for the text is at least this share of the best score of any candidate for the text.
"""
_CANDIDATES_PER_HIT = 3
_MOST_CANDIDATES = 30


@dataclass(frozen=True, slots=True)
class ExpandedQuery:
    """A text that a fine search looks for, with its role (query, question, keyword or synonym)."""

    text: str
    role: str

    @property
    def weight(self) -> float:
        """Return the factor by which the scores of the hits for this text are multiplied, for example 0.5 if the text
        is a synonym.
        """
        return WEIGHTS[self.role]


@dataclass(frozen=True, slots=True)
class FineSearch:
    """The model of a fine search and the conversation before it. `model` is None if none is set. `history` contains the
    last messages of the conversation, which explain words of the query such as "he".
    """

    model: LanguageModel | None
    history: tuple[str, ...] = ()


async def fine_search(view: View, request: SearchRequest, fine: FineSearch, *, ranking: Ranking) -> SearchResults:
    """Return the results that a model selects for the query, at most the request's limit, in the model's order.

    If no model is set, or the model fails at the expansion, the fast search's result is returned, with the reason in
    `degraded`. If the model fails at the selection, or selects nothing, the best results of the expanded query are
    returned. Raises EmbedderMismatchError, EmbeddingError, StoreError, InvalidFilterError and UnknownEpisodeError, as
    `search` does.
    """
    query, limit = request.query, request.limit
    pool = SearchPool(view)
    language = query_language(view, query)
    expanded = [ExpandedQuery(query, "query")]
    failed = "fine → fast: no language model is set" if fine.model is None else ""
    if fine.model is not None:
        try:
            expanded = expanded_queries(query, await fine.model.ask(expand_prompt(query, fine.history, language)))
        except ModelError as error:
            failed = f"fine → fast: {error.message}"
    if failed or fine.model is None:
        retrieved = await retrieve_ranked(pool, request, ranking)
        return _degraded(await search_results(pool, request, retrieved, ranking), failed)
    wide = replace(request, limit=min(_MOST_CANDIDATES, max(limit, _CANDIDATES_PER_HIT * limit)))
    every = await _retrieve_each(pool, wide, expanded, ranking)
    found = _with_queries(await search_results(pool, wide, _merged(every, expanded), ranking), every, expanded)
    found = replace(found, query=query)
    if not found.hits:
        return found
    prompt = select_prompt(query, fine.history, found.hits, limit=limit, language=language)
    try:
        chosen = chosen_numbers(await fine.model.ask(prompt), len(found.hits))
    except ModelError as error:
        return _degraded(_cut(found, limit), f"not selected by the model: {error.message}")
    if not chosen:
        return _degraded(_cut(found, limit), "the model found that no result answers the query")
    return _selected(found, [found.hits[number - 1] for number in chosen[:limit]])


def expanded_queries(query: str, reply: ExpandReply) -> list[ExpandedQuery]:
    """Return the query and the first 3 questions, 4 keywords and 4 synonyms of the reply, each text once. A text with
    several roles gets the role with the greatest weight. Texts without a letter or digit are left out, and texts are
    cut to 200 characters.
    """
    texts = {query: "query"}
    for role, rows, most in (
        ("question", reply.questions, _MOST_QUESTIONS),
        ("keyword", reply.keywords, _MOST_WORDS),
        ("synonym", reply.synonyms, _MOST_WORDS),
    ):
        for row in rows[:most]:
            text = " ".join(row.split())[:_LONGEST_TEXT]
            if has_letters(text):
                texts.setdefault(text, role)
    return [ExpandedQuery(text, role) for text, role in texts.items()]


async def _retrieve_each(
    pool: SearchPool, request: SearchRequest, expanded: Sequence[ExpandedQuery], ranking: Ranking
) -> list[Retrieved]:
    """Only the query itself is given to the foreign retrievers, and not the texts with which the model expands it."""
    vectors = await embedded_queries(pool.view, [one.text for one in expanded])
    own = replace(ranking, extra_retrievers=())
    return await run_all(
        retrieve_ranked(
            pool, replace(request, query=one.text), ranking if one.role == "query" else own, embedded=vector
        )
        for one, vector in zip(expanded, vectors, strict=True)
    )


def _merged(every: Sequence[Retrieved], expanded: Sequence[ExpandedQuery]) -> Retrieved:
    """A candidate's score is the greatest of its scores for the query and the model's texts, each multiplied by the
    weight of the text's role. What relates it to the query is the strongest of its relations to any of these texts.

    An entity comes before all other hits only if the user's own query asks for nothing but its name. Texts that the
    model added to the query do not put an entity first.
    """
    best: dict[CandidateKey, RankedCandidate] = {}
    for retrieved, one in zip(every, expanded, strict=True):
        for candidate in retrieved.candidates:
            key = (candidate.kind, candidate.uuid)
            first = candidate.first and one.role == "query"
            known = best.get(key)
            related_by = candidate.related_by if known is None else strongest((known.related_by, candidate.related_by))
            score = round(candidate.score * one.weight, 6)
            weighted = candidate._replace(score=score, first=first, related_by=related_by)
            if known is None or (weighted.first, weighted.score) > (known.first, known.score):
                best[key] = weighted
            else:
                best[key] = known._replace(related_by=related_by)
    candidates = sorted(best.values(), key=lambda one: (not one.first, -one.score))
    found = every[0].found
    for other in every[1:]:
        found = _joined(found, other.found)
    degraded = dict.fromkeys(reason for one in every for reason in one.degraded)
    return Retrieved(candidates, found, every[0].foreign, tuple(degraded))


def _joined(one: RetrievalResult, other: RetrievalResult) -> RetrievalResult:
    names = {name.key: name for name in (*one.names, *other.names)}
    return replace(one, found=_greatest(one.found, other.found), names=tuple(names.values()))


def _greatest(
    one: Mapping[tuple[Retriever, HitKind], RetrieverResult], other: Mapping[tuple[Retriever, HitKind], RetrieverResult]
) -> dict[tuple[Retriever, HitKind], RetrieverResult]:
    joined = dict(one)
    for key, result in other.items():
        known = joined.get(key, RetrieverResult({}, 0))
        scores = dict(known.scores)
        for uuid, score in result.scores.items():
            scores[uuid] = max(score, scores.get(uuid, score))
        joined[key] = RetrieverResult(scores, known.considered + result.considered)
    return joined


def _with_queries(found: SearchResults, every: Sequence[Retrieved], expanded: Sequence[ExpandedQuery]) -> SearchResults:
    by_hit: dict[CandidateKey, list[MatchedQuery]] = {}
    for retrieved, one in zip(every, expanded, strict=True):
        best = max((candidate.score for candidate in retrieved.candidates), default=0.0)
        for candidate in retrieved.candidates:
            if candidate.score > 0 and candidate.score >= _MATCHED_SHARE * best:
                matched = MatchedQuery(one.text, one.role, one.weight, round(candidate.score * one.weight, 6))
                by_hit.setdefault((candidate.kind, candidate.uuid), []).append(matched)

    def marked(hit: Hit) -> Hit:
        queries = sorted(by_hit.get((hit.kind, hit.uuid), ()), key=lambda one: -one.score)
        words = [one.text for one in queries if one.role in {"keyword", "synonym"}]
        return replace(hit, matched_queries=tuple(queries), matched=tuple(dict.fromkeys((*hit.matched, *words))))

    return _selected(found, [marked(hit) for hit in found.hits], left_out=found.left_out)


def _selected(found: SearchResults, hits: Sequence[Hit], *, left_out: int = 0) -> SearchResults:
    return replace(
        found,
        hits=tuple(hits),
        facts=tuple(hit for hit in hits if isinstance(hit, FactHit)),
        entities=tuple(hit for hit in hits if isinstance(hit, EntityHit)),
        passages=tuple(hit for hit in hits if isinstance(hit, PassageHit)),
        left_out=left_out,
    )


def _cut(found: SearchResults, limit: int) -> SearchResults:
    return _selected(found, found.hits[:limit], left_out=found.left_out + max(0, len(found.hits) - limit))


def _degraded(found: SearchResults, reason: str) -> SearchResults:
    report = found.searched
    return replace(found, searched=replace(report, degraded=(*report.degraded, reason)))
