"""Builds hits from ranked candidates: attaches passages to the facts that they state, and adds quotes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from episodic.model.deferred import deferred
from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact
from episodic.model.name_keys import name_key
from episodic.search.candidates import SearchPool
from episodic.search.fact_views import fact_view_of, quotation, quotation_at
from episodic.search.filter_fields import Filterable, HitKind
from episodic.search.ranking import RankedCandidate
from episodic.search.related_by import RelatedBy, strongest
from episodic.search.results import EntityHit, FactHit, Hit, PassageHit
from episodic.search.retrievers import RetrievalResult
from episodic.text.scoring_rows import MOST_QUOTES, ScoringRow


@dataclass(frozen=True, slots=True)
class CandidateWithPassage:
    """A ranked candidate; for a fact, `said_in` is the found passage that states it, or None."""

    ranked: RankedCandidate
    said_in: RankedCandidate | None = None

    @property
    def score(self) -> float:
        return self.ranked.score if self.said_in is None else max(self.ranked.score, self.said_in.score)

    @property
    def related_by(self) -> RelatedBy:
        return strongest(one.related_by for one in (self.ranked, self.said_in) if one is not None)


def attach_passages(
    pool: SearchPool, candidates: Sequence[RankedCandidate], *, limit: int
) -> list[CandidateWithPassage]:
    """Return the best *limit* candidates of each kind (facts, entities and passages), in one list, best first.

    A found passage in which quotes of found facts begin is attached to the best of these facts, and is no separate
    result. Of several passages attached to one fact, only the best is kept. A fact that does not answer the query
    (`RankedCandidate.answering`) gets no passage.
    """
    facts = [candidate for candidate in candidates if candidate.kind is HitKind.FACT][:limit]
    passages = pool.rows[HitKind.PASSAGE]
    chapters = frozenset(
        chapter for one in candidates if one.kind is HitKind.PASSAGE for chapter in passages[one.uuid].chapters
    )
    quotes = _quotes_by_chapter(pool, [one for one in facts if one.answering], chapters)
    rank = {(candidate.kind, candidate.uuid): number for number, candidate in enumerate(candidates)}
    said_in: dict[str, RankedCandidate] = {}
    unpaired: dict[HitKind, list[RankedCandidate]] = {HitKind.ENTITY: [], HitKind.PASSAGE: []}
    for candidate in candidates:
        fact = _stated_fact(passages[candidate.uuid], quotes) if candidate.kind is HitKind.PASSAGE else None
        if fact is not None:
            said_in.setdefault(fact.uuid, candidate)
        elif candidate.kind is not HitKind.FACT:
            unpaired[candidate.kind].append(candidate)
    pairs = [CandidateWithPassage(fact, said_in.get(fact.uuid)) for fact in facts]
    pairs.extend(CandidateWithPassage(candidate) for others in unpaired.values() for candidate in others[:limit])

    def best_rank(pair: CandidateWithPassage) -> int:
        own = rank[pair.ranked.kind, pair.ranked.uuid]
        return own if pair.said_in is None else min(own, rank[HitKind.PASSAGE, pair.said_in.uuid])

    return sorted(pairs, key=best_rank)


def _quotes_by_chapter(
    pool: SearchPool, facts: Sequence[RankedCandidate], chapters: frozenset[str]
) -> dict[str, list[tuple[int, RankedCandidate]]]:
    found: dict[str, list[tuple[int, RankedCandidate]]] = {}
    for fact in facts:
        row = pool.rows[HitKind.FACT][fact.uuid]
        if row.occurrences <= MOST_QUOTES and chapters.isdisjoint(row.chapters):
            continue
        item = pool.item(HitKind.FACT, fact.uuid)
        if isinstance(item, Fact):
            for one in item.evidence:
                found.setdefault(one.episode, []).append((one.start, fact))
    return found


def _stated_fact(
    passage: ScoringRow, quotes: Mapping[str, Sequence[tuple[int, RankedCandidate]]]
) -> RankedCandidate | None:
    (chapter,) = passage.chapters
    return next((fact for quote, fact in quotes.get(chapter, ()) if passage.start <= quote < passage.end), None)


def states(passage: Passage, fact: Fact) -> bool:
    """Return whether a quote of the fact begins in the passage."""
    return any(
        one.episode == passage.episode and passage.span.start <= one.start < passage.span.end for one in fact.evidence
    )


def hits_of(pool: SearchPool, pairs: Sequence[CandidateWithPassage], found: RetrievalResult) -> list[Hit]:
    """Return search hits for candidates whose JSON the pool has read. A hit is decoded when one of its fields is first
    read.
    """
    source = _HitSource(pool, pairs, found)
    return [deferred(_HITS[pair.ranked.kind], source, number) for number, pair in enumerate(pairs)]


_HITS: Mapping[HitKind, type[Hit]] = {
    HitKind.FACT: FactHit,
    HitKind.ENTITY: EntityHit,
    HitKind.PASSAGE: PassageHit,
}


@dataclass(frozen=True, slots=True)
class _HitSource:
    pool: SearchPool
    pairs: Sequence[CandidateWithPassage]
    found: RetrievalResult

    def load(self, number: int) -> Hit:
        pair = self.pairs[number]
        view, item, sources = self.pool.view, self._item(pair.ranked), _sources(self.found, pair.ranked)
        match item:
            case Fact():
                return FactHit(
                    shown=fact_view_of(view, item, self.pool.holdings.get(item.uuid)),
                    score=pair.score,
                    sources=sources,
                    matched=self._matched({item.subject, item.object, *(role.entity for role in item.participants)}),
                    said_in=None if pair.said_in is None else self._said_in(pair.said_in),
                    related_by=pair.related_by,
                )
            case Entity():
                matched = self._matched({item.uuid})
                sentence = quotation(view, item.first)
                return EntityHit(item, sentence, pair.score, sources, matched, related_by=pair.related_by)
            case Passage():
                return self._passage_hit(item, pair.ranked)

    def _item(self, candidate: RankedCandidate) -> Filterable:
        return self.pool.item(candidate.kind, candidate.uuid)

    def _said_in(self, candidate: RankedCandidate) -> PassageHit | None:
        passage = self._item(candidate)
        return self._passage_hit(passage, candidate) if isinstance(passage, Passage) else None

    def _passage_hit(self, passage: Passage, candidate: RankedCandidate) -> PassageHit:
        span, row = passage.span, self.pool.rows[HitKind.PASSAGE][passage.uuid]
        # The stored scoring row of a passage with Han characters already contains the text in the form in which names
        # are compared.
        text = row.text_with_names if row.folded or not self.found.names else name_key(passage.text)
        return PassageHit(
            passage=passage,
            sentence=quotation_at(self.pool.view, passage.episode, text=passage.text, start=span.start, end=span.end),
            score=candidate.score,
            sources=_sources(self.found, candidate),
            matched=tuple(name.key for name in self.found.names if name.key in text),
            related_by=candidate.related_by,
        )

    def _matched(self, ids: Collection[str | None]) -> tuple[str, ...]:
        return tuple(name.key for name in self.found.names if any(one in ids for one in name.entities))


def _sources(found: RetrievalResult, candidate: RankedCandidate) -> tuple[str, ...]:
    return tuple(retriever for retriever, scores in found.scores(candidate.kind).items() if candidate.uuid in scores)
