"""Search results: hits for facts, entities and passages with scores from 0 to 1, and a report of what was searched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from episodic.languages.messages import message_text
from episodic.model.episodes import UNDETERMINED, Language, Passage
from episodic.model.graph import Entity
from episodic.search.fact_views import FactView, Quotation, Validity
from episodic.search.filter_fields import HitKind
from episodic.temporal.as_of import Holding


@dataclass(frozen=True, slots=True)
class PassageHit:
    """A passage as a hit; `sentence` is the whole passage as a quotation with its chapter."""

    passage: Passage
    sentence: Quotation
    score: float
    sources: tuple[str, ...]
    matched: tuple[str, ...]

    @property
    def kind(self) -> HitKind:
        """The kind of the hit: a passage."""
        return HitKind.PASSAGE

    @property
    def uuid(self) -> str:
        """The passage's id."""
        return self.passage.uuid

    @property
    def text(self) -> str:
        """The passage as the author wrote it."""
        return self.passage.text


@dataclass(frozen=True, slots=True)
class FactHit:
    """A fact as a hit; `said_in` is the passage that states the fact, if the search found that passage too."""

    shown: FactView
    score: float
    sources: tuple[str, ...]
    matched: tuple[str, ...]
    said_in: PassageHit | None = None

    @property
    def kind(self) -> HitKind:
        """The kind of the hit: a fact."""
        return HitKind.FACT

    @property
    def uuid(self) -> str:
        """The fact's id."""
        return self.shown.uuid

    @property
    def text(self) -> str:
        """The fact as one sentence."""
        return self.shown.text

    @property
    def subject(self) -> str:
        """The subject's name."""
        return self.shown.subject

    @property
    def predicate(self) -> str:
        """The predicate's name."""
        return self.shown.predicate

    @property
    def target(self) -> str:
        """The object's name, or the value."""
        return self.shown.target

    @property
    def validity(self) -> Validity:
        """The interval of story time in which the fact holds."""
        return self.shown.validity

    @property
    def holding(self) -> Holding | None:
        """Whether the fact holds at `as_of`; None without `as_of`."""
        return self.shown.holding

    @property
    def sentence(self) -> Quotation | None:
        """The first quote that states the fact."""
        return self.shown.sentence


@dataclass(frozen=True, slots=True)
class EntityHit:
    """An entity as a hit; `sentence` is the quote of its first mention."""

    entity: Entity
    sentence: Quotation
    score: float
    sources: tuple[str, ...]
    matched: tuple[str, ...]

    @property
    def kind(self) -> HitKind:
        """The kind of the hit: an entity."""
        return HitKind.ENTITY

    @property
    def uuid(self) -> str:
        """The entity's id."""
        return self.entity.uuid

    @property
    def text(self) -> str:
        """The entity's name and its summary, or the quote of its first mention, in one line."""
        return f"{self.entity.name}: {self.entity.summary or self.entity.first.quote}"

    @property
    def name(self) -> str:
        """The entity's main name."""
        return self.entity.name

    @property
    def aliases(self) -> tuple[str, ...]:
        """All names of the entity."""
        return tuple(one.text for one in self.entity.aliases)


Hit = FactHit | EntityHit | PassageHit


@dataclass(frozen=True, slots=True)
class RetrieverReport:
    """The numbers of records that one retriever returned for one kind: all records, and records visible in the
    scope.
    """

    arm: str
    kind: HitKind
    considered: int
    kept: int


@dataclass(frozen=True, slots=True)
class SearchReport:
    """A report of what a search did.

    `arms` reports on each retriever, `names` lists the known names in the query, `filters` the restrictions of the
    scope, and `degraded` the retrievers that failed or were left out, with the reasons. `stored` counts the work's
    records by kind; `stored` is None if the search found hits.
    """

    arms: tuple[RetrieverReport, ...]
    names: tuple[str, ...]
    filters: tuple[str, ...]
    degraded: tuple[str, ...] = ()
    stored: Mapping[HitKind, int] | None = None
    note: str = ""

    def words(self, language: Language = UNDETERMINED) -> str:
        """Describes the search in one paragraph, for a user who found nothing or too little."""
        arms = ", ".join(f"{one.arm}/{one.kind} {one.kept}/{one.considered}" for one in self.arms)
        stored = ", ".join(f"{number} {kind}" for kind, number in (self.stored or {}).items())
        parts = {
            "note": self.note,
            "retrievers": arms,
            "names": ", ".join(self.names),
            "filters": "; ".join(self.filters),
            "stored": stored,
            "degraded": "; ".join(self.degraded),
        }
        said = [message_text(f"searched.{name}", language, text=text) for name, text in parts.items() if text]
        return message_text("marks.sentence", language).join(said).strip()


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The result of one query.

    `hits` are the best hits of all kinds; `facts`, `entities` and `passages` are the best hits of each kind. The limit
    applies to each list. All scores are on one scale from 0 to 1. A passage that states a fact of the result is
    attached to that fact and is not listed again.
    """

    query: str
    hits: tuple[FactHit | EntityHit | PassageHit, ...]
    facts: tuple[FactHit, ...]
    entities: tuple[EntityHit, ...]
    passages: tuple[PassageHit, ...]
    searched: SearchReport

    @property
    def found(self) -> bool:
        """Whether the search found any hit."""
        return bool(self.hits)
