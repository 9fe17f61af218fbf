"""Builds hits from ranked candidates: attaches passages to the facts that the passages state, and adds quotes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact
from episodic.model.name_keys import name_key
from episodic.search.fact_views import fact_view_of, quotation, quotation_at
from episodic.search.filter_fields import HitKind
from episodic.search.ranking import RankedCandidate
from episodic.search.results import EntityHit, FactHit, Hit, PassageHit
from episodic.search.retrievers import RetrievalResult
from episodic.search.view import View
from episodic.text.scoring_rows import ScoringRow


@dataclass(frozen=True, slots=True)
class CandidateWithPassage:
    """A ranked candidate. If the candidate is a fact, `said_in` is the retrieved passage that states the fact."""

    ranked: RankedCandidate
    said_in: RankedCandidate | None = None

    @property
    def score(self) -> float:
        """Return the greater of the candidate's score and the passage's score."""
        return self.ranked.score if self.said_in is None else max(self.ranked.score, self.said_in.score)


def attach_passages(candidates: Sequence[RankedCandidate], *, limit: int) -> list[CandidateWithPassage]:
    """Return the best *limit* candidates of each kind, best first.

    A passage that states one of the facts is attached to the best of the facts that it states. A fact with an attached
    passage has the better rank of the fact and the passage. If several passages state a fact, only the best passage is
    attached, and the other passages are left out.
    """
    facts = [candidate for candidate in candidates if candidate.kind is HitKind.FACT][:limit]
    quotes = _quotes_by_chapter(facts)
    rank = {(candidate.kind, candidate.uuid): number for number, candidate in enumerate(candidates)}
    said_in: dict[str, RankedCandidate] = {}
    unpaired: dict[HitKind, list[RankedCandidate]] = {HitKind.ENTITY: [], HitKind.PASSAGE: []}
    for candidate in candidates:
        fact = _stated_fact(candidate.candidate.row, quotes) if candidate.kind is HitKind.PASSAGE else None
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


def _quotes_by_chapter(facts: Sequence[RankedCandidate]) -> dict[str, list[tuple[int, RankedCandidate]]]:
    """Return the starts of the quotes of each fact by chapter, in the order of the facts."""
    found: dict[str, list[tuple[int, RankedCandidate]]] = {}
    for fact in facts:
        if isinstance(fact.item, Fact):
            for one in fact.item.evidence:
                found.setdefault(one.episode, []).append((one.start, fact))
    return found


def _stated_fact(
    passage: ScoringRow, quotes: Mapping[str, Sequence[tuple[int, RankedCandidate]]]
) -> RankedCandidate | None:
    """Return the first fact that the passage states. *quotes* is the result of `_quotes_by_chapter`."""
    (chapter,) = passage.chapters
    return next((fact for quote, fact in quotes.get(chapter, ()) if passage.start <= quote < passage.end), None)


def states(passage: Passage, fact: Fact) -> bool:
    """Return whether the passage states the fact, that is, whether a quote of the fact begins in the passage."""
    return any(
        one.episode == passage.episode and passage.span.start <= one.start < passage.span.end for one in fact.evidence
    )


def build_hit(view: View, pair: CandidateWithPassage, found: RetrievalResult) -> Hit:
    """Return the search hit for a candidate."""
    item = pair.ranked.item
    sources = _sources(found, pair.ranked)
    match item:
        case Fact():
            passage = pair.said_in.item if pair.said_in is not None else None
            return FactHit(
                shown=fact_view_of(view, item, pair.ranked.candidate.holding),
                score=pair.score,
                sources=sources,
                matched=_matched(found, {item.subject, item.object, *(role.entity for role in item.participants)}),
                said_in=_passage_hit(view, passage, pair.said_in, found=found)
                if isinstance(passage, Passage) and pair.said_in is not None
                else None,
            )
        case Entity():
            matched = _matched(found, {item.uuid})
            return EntityHit(item, quotation(view, item.first), pair.score, sources, matched)
        case Passage():
            return _passage_hit(view, item, pair.ranked, found=found)


def _passage_hit(view: View, passage: Passage, candidate: RankedCandidate, *, found: RetrievalResult) -> PassageHit:
    span, row = passage.span, candidate.candidate.row
    # The row of a text with Han characters has its name key.
    key = name_key(passage.text) if found.names and not row.folded else ""
    return PassageHit(
        passage=passage,
        sentence=quotation_at(view, passage.episode, text=passage.text, start=span.start, end=span.end),
        score=candidate.score,
        sources=_sources(found, candidate),
        matched=tuple(name.key for name in found.names if (row.has_name(name.key) if row.folded else name.key in key)),
    )


def _sources(found: RetrievalResult, candidate: RankedCandidate) -> tuple[str, ...]:
    return tuple(retriever for retriever, scores in found.scores(candidate.kind).items() if candidate.uuid in scores)


def _matched(found: RetrievalResult, ids: Collection[str | None]) -> tuple[str, ...]:
    """Return the names in the query that refer to at least one of the entities *ids*."""
    return tuple(name.key for name in found.names if any(one in ids for one in name.entities))
