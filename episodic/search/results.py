"""Search results: facts, entities and passages as hits with scores from 0 to 1, and a report of how they were found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.languages.messages import message_text
from episodic.model.deferred import Deferred
from episodic.model.episodes import UNDETERMINED, Language, Passage
from episodic.model.graph import Entity
from episodic.model.holding import Holding
from episodic.search.digest_hits import DigestHit
from episodic.search.fact_views import FactView, Quotation
from episodic.search.filter_fields import HitKind
from episodic.search.foreign_retrieval import ForeignResult
from episodic.search.nested_facts import containers_of, entry_of
from episodic.search.prompt_lines import entity_block, fact_block, quote_block
from episodic.search.related_by import RelatedBy, strongest
from episodic.search.story_order import in_story_order
from episodic.search.validity import Validity
from episodic.text.language import language_of
from episodic.text.token_counts import token_bound


@dataclass(frozen=True, slots=True)
class MatchedQuery:
    """A text that found a hit in a fine search (`mode="fine"`).

    `role` is what the text is: the query itself ("query"), a question of the model ("question"), a keyword or a
    synonym. `weight` depends on the role alone, and `score` is the hit's score for this text times `weight`.
    """

    text: str
    role: str
    weight: float
    score: float


@dataclass(frozen=True, slots=True)
class PassageHit(Deferred):
    """A passage as a search hit. `sentence` is the text of the whole passage, with the title and the numbers of its
    chapter. `related_by` says what the hit has in common with the query.
    """

    passage: Passage
    sentence: Quotation
    score: float
    sources: tuple[str, ...]
    matched: tuple[str, ...]
    matched_queries: tuple[MatchedQuery, ...] = ()
    related_by: RelatedBy = RelatedBy.SIMILARITY

    @property
    def kind(self) -> HitKind:
        """Return the kind of the hit, which is always a passage."""
        return HitKind.PASSAGE

    @property
    def uuid(self) -> str:
        """Return the passage's id."""
        return self.passage.uuid

    @property
    def text(self) -> str:
        """Return the text of the passage as the author wrote it."""
        return self.passage.text


@dataclass(frozen=True, slots=True)
class FactHit(Deferred):
    """A fact as a search hit. `said_in` is the passage that states the fact, or None if the search attached no passage
    to the fact. `related_by` says what the fact or this passage has in common with the query.
    """

    shown: FactView
    score: float
    sources: tuple[str, ...]
    matched: tuple[str, ...]
    said_in: PassageHit | None = None
    matched_queries: tuple[MatchedQuery, ...] = ()
    related_by: RelatedBy = RelatedBy.SIMILARITY

    @property
    def kind(self) -> HitKind:
        """Return the kind of the hit, which is always a fact."""
        return HitKind.FACT

    @property
    def uuid(self) -> str:
        """Return the fact's id."""
        return self.shown.uuid

    @property
    def text(self) -> str:
        """Return the fact as one sentence."""
        return self.shown.text

    @property
    def subject(self) -> str:
        """Return the subject's name."""
        return self.shown.subject

    @property
    def predicate(self) -> str:
        """Return the predicate's name."""
        return self.shown.predicate

    @property
    def target(self) -> str:
        """Return the object's name, or the value of a fact without object, or "" if it has neither."""
        return self.shown.target

    @property
    def validity(self) -> Validity:
        """Return when the fact is true in story time, with a description in words."""
        return self.shown.validity

    @property
    def holding(self) -> Holding | None:
        """Return whether the fact holds, possibly holds or does not hold at the scope's `as_of`, or None if the scope
        has no `as_of`.
        """
        return self.shown.holding

    @property
    def sentence(self) -> Quotation | None:
        """Return the first quote that states the fact, or None if the view has none of its quotes."""
        return self.shown.sentence


@dataclass(frozen=True, slots=True)
class EntityHit(Deferred):
    """An entity as a search hit. `sentence` is the quote of the entity's first mention. `related_by` says what the entity
    has in common with the query.
    """

    entity: Entity
    sentence: Quotation
    score: float
    sources: tuple[str, ...]
    matched: tuple[str, ...]
    matched_queries: tuple[MatchedQuery, ...] = ()
    related_by: RelatedBy = RelatedBy.SIMILARITY

    @property
    def kind(self) -> HitKind:
        """Return the kind of the hit, which is always an entity."""
        return HitKind.ENTITY

    @property
    def uuid(self) -> str:
        """Return the entity's id."""
        return self.entity.uuid

    @property
    def text(self) -> str:
        """Return the entity's name with its summary, or with the quote of its first mention if it has no summary."""
        return f"{self.entity.name}: {self.entity.summary or self.entity.first.quote}"

    @property
    def name(self) -> str:
        """Return the entity's main name."""
        return self.entity.name

    @property
    def aliases(self) -> tuple[str, ...]:
        """Return all names of the entity in chapters of the view."""
        return self.entity.names


Hit = FactHit | EntityHit | PassageHit


@dataclass(frozen=True, slots=True)
class RetrieverReport:
    """How many records one retriever found for one kind of hit.

    `considered` is the number of records of this kind that the retriever found, visible or not. For the name retriever,
    `considered` counts only entities that have the name in the view. `kept` is the number of found records that the
    scope shows and that were ranked.
    """

    retriever: str
    kind: HitKind
    considered: int
    kept: int


@dataclass(frozen=True, slots=True)
class SearchReport:
    """A report of how a search was done.

    `retrievers` says how many records each retriever found of each kind. `names` are the names of known entities in the
    query, as name keys. `filters` describes each restriction of the scope, such as "told_by 5". `degraded` contains the
    problems, for example that a retriever was left out or that the reranker failed. `stored` is the number of stored
    records of each searched kind if there are no hits, and otherwise None. `note` says that the query has no letter or
    digit, and is "" for other queries.
    """

    retrievers: tuple[RetrieverReport, ...]
    names: tuple[str, ...]
    filters: tuple[str, ...]
    degraded: tuple[str, ...] = ()
    stored: Mapping[HitKind, int] | None = None
    note: str = ""

    def words(self, language: Language = UNDETERMINED) -> str:
        """Return a description of how the search was done, in one paragraph, for a user who found nothing or too
        little.
        """
        retrievers = ", ".join(f"{one.retriever}/{one.kind} {one.kept}/{one.considered}" for one in self.retrievers)
        stored = ", ".join(f"{number} {kind}" for kind, number in (self.stored or {}).items())
        parts = {
            "note": self.note,
            "retrievers": retrievers,
            "names": ", ".join(self.names),
            "filters": "; ".join(self.filters),
            "stored": stored,
            "degraded": "; ".join(self.degraded),
        }
        said = [message_text(f"searched.{name}", language, text=text) for name, text in parts.items() if text]
        return message_text("marks.sentence", language).join(said).strip()


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The result of one search.

    `hits` are the best hits of all kinds together. `facts`, `entities` and `passages` are the best hits of one kind
    each. The limit of the search applies to each list of hits by itself. The scores of all hits are on one scale from 0
    to 1. A found passage that states a found fact is attached to the fact, and is no hit of its own. If the fact only
    tells a doubt or does not fit the question, the passage is a hit of its own. `foreign` are the results of foreign
    retrievers that match no record of the work. `digests` are the digests that match the query, if the caller asked for
    them. `left_out` is the number of further ranked hits that the limit keeps out of `hits`; with a greater limit,
    there can be more than these.
    """

    query: str
    hits: tuple[FactHit | EntityHit | PassageHit, ...]
    facts: tuple[FactHit, ...]
    entities: tuple[EntityHit, ...]
    passages: tuple[PassageHit, ...]
    searched: SearchReport
    foreign: tuple[ForeignResult, ...] = ()
    digests: tuple[DigestHit, ...] = ()
    left_out: int = 0

    @property
    def found(self) -> bool:
        """Return whether the search has any hit."""
        return bool(self.hits)

    @property
    def related(self) -> bool:
        """Return whether any hit has a name or a content word of the query. If this is false for a search with hits,
        they are only similar to the query, and may have nothing to do with it.
        """
        return any(one.related_by is not RelatedBy.SIMILARITY for one in self.hits)

    def to_prompt(self, max_tokens: int = 2_000) -> str:
        """Return the hits as plain text for a prompt, without ids, the best first.

        A fact and an entity are one line each, followed by a quote. The lines of consequences of a fact, and of facts
        of the same meaning, stand between the fact and its quote. Consequences and facts of the same meaning are no
        hits of their own. Quotes and passages stand between fences that the quoted text cannot close. The text has at
        most *max_tokens* tokens, counted by an upper bound that holds for the usual tokenizers. A hit is left out as a
        whole if too few of the *max_tokens* tokens remain for it. The last line says how many hits are left out. If the
        last line alone exceeds *max_tokens*, an empty string is returned.
        """
        language = language_of("\n".join(one.text for one in self.hits)) if self.hits else UNDETERMINED
        blocks = [_block(one, language=language) for one in self.hits]
        costs = [token_bound(block) + 1 for block in blocks]
        if sum(costs) <= max_tokens + 1:
            return "\n".join(blocks)
        room = max_tokens - token_bound(_left_out(len(blocks), language=language))
        if room < 0:
            return ""
        kept: list[str] = []
        for block, cost in zip(blocks, costs, strict=True):
            if cost <= room:
                kept.append(block)
                room -= cost
        return "\n".join([*kept, _left_out(len(blocks) - len(kept), language=language)])


def with_nested_facts(hits: Sequence[Hit]) -> list[Hit]:
    """Return the hits except facts that follow from the fact of another hit, or say the same as that fact. A fact that
    is left out is shown below the fact from which it follows, or which says the same. The fact that stays gets the best
    rank and the highest score of the facts shown below it, if these are better than its own.
    """
    facts = {hit.uuid: hit for hit in hits if isinstance(hit, FactHit)}
    listed = in_story_order(hit.shown.fact for hit in facts.values())
    containers = containers_of(listed, complete=False)
    if not containers:
        return list(hits)
    within: dict[str, list[FactHit]] = {}
    for one in listed:
        if one.uuid in containers:
            within.setdefault(containers[one.uuid], []).append(facts[one.uuid])
    found: list[Hit] = []
    placed: set[str] = set()
    for hit in hits:
        if not isinstance(hit, FactHit):
            # The id of a hit that is no fact is not read here, because reading the id would decode the hit.
            found.append(hit)
            continue
        main = containers.get(hit.uuid, hit.uuid)
        if main not in placed:
            placed.add(main)
            found.append(_with_entry(facts[main], within[main]) if main in within else hit)
    return found


def _with_entry(main: FactHit, within: Sequence[FactHit]) -> FactHit:
    entry = entry_of(main.shown, [one.shown for one in within], fact_of=lambda one: one.fact)
    shown = replace(main.shown, effects=entry.effects, alike=entry.alike)
    every = (main, *within)
    related_by = strongest(one.related_by for one in every)
    return replace(main, shown=shown, score=max(one.score for one in every), related_by=related_by)


def _block(hit: Hit, *, language: Language) -> str:
    """Return a hit as text for a prompt. An entity gets one line. A fact gets one line for itself, and one for each
    fact that is shown with it (its effects and facts of the same meaning). If the hit has a quote, the last lines are
    the quote between two marks (fences) that do not occur in the quoted text.
    """
    match hit:
        case FactHit():
            return fact_block((hit.shown, *hit.shown.effects, *hit.shown.alike), language=language)
        case EntityHit():
            return entity_block(hit.entity, hit.sentence, language=language)
        case PassageHit():
            return quote_block(hit.sentence, language=language)


def _left_out(number: int, *, language: Language) -> str:
    return message_text("search_prompt.left_out", language, number=number)
