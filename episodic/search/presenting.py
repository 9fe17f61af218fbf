"""Ranked candidates as hits: each passage that says a fact of the answer put to it, names and quotes filled in."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact
from episodic.model.names import name_key
from episodic.search.arms import Answers
from episodic.search.fields import HitKind
from episodic.search.ranking import Ranked
from episodic.search.results import EntityHit, FactHit, Hit, PassageHit
from episodic.search.shown import placed, quotation, shown
from episodic.search.view import View


@dataclass(frozen=True, slots=True)
class Joined:
    """A candidate, and the passage that says it (facts only, where it was found too)."""

    ranked: Ranked
    said_in: Ranked | None = None

    @property
    def score(self) -> float:
        """The better score of the two."""
        return self.ranked.score if self.said_in is None else max(self.ranked.score, self.said_in.score)


def joined(every: Sequence[Ranked], *, limit: int) -> list[Joined]:
    """The best *limit* of each kind; a passage that says one of these facts stands with the best such fact.

    The two stand where the better placed of them stood. A further passage that says the same fact is left out.
    """
    facts = [one for one in every if one.kind is HitKind.FACT][:limit]
    place = {(one.kind, one.uuid): number for number, one in enumerate(every)}
    said_in: dict[str, Ranked] = {}
    alone: dict[HitKind, list[Ranked]] = {HitKind.ENTITY: [], HitKind.PASSAGE: []}
    for one in every:
        fact = _said_by(one.thing, facts) if isinstance(one.thing, Passage) else None
        if fact is not None:
            said_in.setdefault(fact.uuid, one)
        elif one.kind is not HitKind.FACT:
            alone[one.kind].append(one)
    together = [Joined(one, said_in.get(one.uuid)) for one in facts]
    together.extend(Joined(one) for others in alone.values() for one in others[:limit])

    def best_place(one: Joined) -> int:
        own = place[one.ranked.kind, one.ranked.uuid]
        return own if one.said_in is None else min(own, place[HitKind.PASSAGE, one.said_in.uuid])

    return sorted(together, key=best_place)


def _said_by(passage: Passage, facts: Sequence[Ranked]) -> Ranked | None:
    return next((one for one in facts if isinstance(one.thing, Fact) and says(passage, one.thing)), None)


def says(passage: Passage, fact: Fact) -> bool:
    """Whether a quote of the fact begins in the passage."""
    return any(
        one.episode == passage.episode and passage.span.start <= one.start < passage.span.end for one in fact.evidence
    )


def presented(view: View, one: Joined, found: Answers) -> Hit:
    """The candidate as a hit."""
    thing = one.ranked.thing
    sources = _sources(found, one.ranked)
    match thing:
        case Fact():
            passage = one.said_in.thing if one.said_in is not None else None
            return FactHit(
                shown=shown(view, thing, one.ranked.candidate.holding),
                score=one.score,
                sources=sources,
                matched=_matched(found, {thing.subject, thing.object, *(role.entity for role in thing.participants)}),
                said_in=_passage_hit(view, passage, one.said_in, found=found)
                if isinstance(passage, Passage) and one.said_in is not None
                else None,
            )
        case Entity():
            matched = _matched(found, {thing.uuid})
            return EntityHit(thing, quotation(view, thing.first), one.score, sources, matched)
        case Passage():
            return _passage_hit(view, thing, one.ranked, found=found)


def _passage_hit(view: View, passage: Passage, one: Ranked, *, found: Answers) -> PassageHit:
    span, key = passage.span, name_key(passage.text)
    return PassageHit(
        passage=passage,
        sentence=placed(view, passage.episode, text=passage.text, start=span.start, end=span.end),
        score=one.score,
        sources=_sources(found, one),
        matched=tuple(name.key for name in found.names if name.key in key),
    )


def _sources(found: Answers, one: Ranked) -> tuple[str, ...]:
    return tuple(arm for arm, scores in found.scores(one.kind).items() if one.uuid in scores)


def _matched(found: Answers, ids: Collection[str | None]) -> tuple[str, ...]:
    """The names of the query that mean one of *ids*."""
    return tuple(name.key for name in found.names if any(one in ids for one in name.entities))
