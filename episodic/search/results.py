"""What a search answers: typed hits on one scale, and what was searched and filtered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from episodic.model.episodes import Language, Passage
from episodic.model.graph import Entity
from episodic.search.fields import HitKind
from episodic.search.shown import Quotation, ShownFact, Validity
from episodic.temporal.asof import Holding


@dataclass(frozen=True, slots=True)
class PassageHit:
    """A passage that was found; `sentence` is all of it, with its chapter."""

    passage: Passage
    sentence: Quotation
    score: float
    sources: tuple[str, ...]
    matched: tuple[str, ...]

    @property
    def kind(self) -> HitKind:
        """What it is."""
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
    """A fact that was found; `said_in` is the passage that says it, where that was found, too."""

    shown: ShownFact
    score: float
    sources: tuple[str, ...]
    matched: tuple[str, ...]
    said_in: PassageHit | None = None

    @property
    def kind(self) -> HitKind:
        """What it is."""
        return HitKind.FACT

    @property
    def uuid(self) -> str:
        """The fact's id."""
        return self.shown.uuid

    @property
    def text(self) -> str:
        """One sentence that says it."""
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
        """When it holds."""
        return self.shown.validity

    @property
    def holding(self) -> Holding | None:
        """How it stands at `as_of`."""
        return self.shown.holding

    @property
    def sentence(self) -> Quotation | None:
        """The first quote that says it."""
        return self.shown.sentence


@dataclass(frozen=True, slots=True)
class EntityHit:
    """Somebody or something that was found; `sentence` is where it is first named."""

    entity: Entity
    sentence: Quotation
    score: float
    sources: tuple[str, ...]
    matched: tuple[str, ...]

    @property
    def kind(self) -> HitKind:
        """What it is."""
        return HitKind.ENTITY

    @property
    def uuid(self) -> str:
        """The entity's id."""
        return self.entity.uuid

    @property
    def text(self) -> str:
        """Its name and what is known of it in one line."""
        return f"{self.entity.name}: {self.entity.summary or self.entity.first.quote}"

    @property
    def name(self) -> str:
        """Its main name."""
        return self.entity.name

    @property
    def aliases(self) -> tuple[str, ...]:
        """Every name it bears."""
        return tuple(one.text for one in self.entity.aliases)


Hit = FactHit | EntityHit | PassageHit


@dataclass(frozen=True, slots=True)
class ArmReport:
    """What one arm did for one kind: how many candidates it looked at, and how many the scope let through."""

    arm: str
    kind: HitKind
    considered: int
    kept: int


@dataclass(frozen=True, slots=True)
class Searched:
    """What was searched and filtered. `stored` counts what the work holds, and is only counted where nothing was found."""

    arms: tuple[ArmReport, ...]
    names: tuple[str, ...]
    filters: tuple[str, ...]
    degraded: tuple[str, ...] = ()
    stored: Mapping[HitKind, int] | None = None
    note: str = ""

    def words(self, language: Language = Language.ENGLISH) -> str:
        """One paragraph that says what was searched, for a reader who found nothing or too little."""
        arms = ", ".join(f"{one.arm}/{one.kind} {one.kept}/{one.considered}" for one in self.arms)
        stored = ", ".join(f"{number} {kind}" for kind, number in (self.stored or {}).items())
        labels = _CHINESE if language is Language.CHINESE else _ENGLISH
        parts = (self.note, arms, ", ".join(self.names), "; ".join(self.filters), stored, "; ".join(self.degraded))
        end = "。" if language is Language.CHINESE else ". "
        return end.join(f"{label}{part}" for label, part in zip(labels, parts, strict=True) if part).strip()


_ENGLISH = (
    "",
    "Searched (kept/considered): ",
    "Known names in the query: ",
    "In force: ",
    "The work holds: ",
    "Not as usual: ",
)
_CHINESE = ("", "已检索（保留/查看）：", "查询中的已知名称：", "生效的限制：", "作品中共有：", "未能照常进行：")


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The answer to one query.

    `hits` are the best of all kinds together; `facts`, `entities` and `passages` the best of each kind, each at most as many as
    were asked for. Scores are on one scale from 0 to 1. A passage that says a fact of the answer stands with it, and is not
    counted again.
    """

    query: str
    hits: tuple[FactHit | EntityHit | PassageHit, ...]
    facts: tuple[FactHit, ...]
    entities: tuple[EntityHit, ...]
    passages: tuple[PassageHit, ...]
    searched: Searched

    @property
    def found(self) -> bool:
        """Whether there is any hit."""
        return bool(self.hits)
