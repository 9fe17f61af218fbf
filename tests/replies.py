"""Builds replies to the two extraction prompts from named fields, in the form that a model writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydantic import BaseModel, Field

from episodic.extraction.llm_based.replies import QUOTE_MARK, EntitiesReply, FactsReply

_ROLE_MARKS = {"recipient": "to", "接受者": "to", "giver": "from", "给予者": "from", "companion": "with", "place": "at"}


class Other(BaseModel):
    """A further participant of a statement, with its role or the name of the role's mark."""

    entity: int
    role: str = "with"


class Stated(BaseModel):
    """One statement and its quote, with full field names."""

    quote: str
    text: str
    subject: int | list[int]
    predicate: str
    object: int | list[int] = 0
    value: str = ""
    others: list[Other] = Field(default_factory=list[Other])
    phase: str = "holds"
    scope: str = "world"
    holder: int = 0
    tellers: list[int] = Field(default_factory=list[int])
    time: str = ""
    placing: str = "now"
    event: str = ""
    salience: int = 2
    marks: list[str] = Field(default_factory=list[str])

    def all_marks(self) -> list[str]:
        """Return the marks of the statement."""
        found = [] if self.phase == "holds" else [self.phase]
        if self.scope != "world":
            found.append(f"{self.scope}:{self.holder}" if self.holder else self.scope)
        found.extend(f"via:{teller}" for teller in self.tellers)
        found.extend(f"{_ROLE_MARKS.get(one.role, one.role)}:{one.entity}" for one in self.others)
        found += [f"when:{self.time}"] if self.time else []
        found += [] if self.placing == "now" else [self.placing]
        found += [f"event:{self.event}"] if self.event else []
        found += [f"q:{self.value}"] if self.object and self.value else []
        return [*found, *self.marks]

    def lines(self) -> list[str]:
        """The statement as a model writes it: its quote and its row."""
        target = _numbers(self.object) if self.object else self.value
        weight = [] if self.salience == 2 else [str(self.salience)]
        parts = [_numbers(self.subject), self.predicate, target or "0", self.text, *weight, *self.all_marks()]
        return [f"{QUOTE_MARK}{self.quote}", "|".join(one.replace("|", "\\|") for one in parts)]


class Named(BaseModel):
    """One entity, with full field names. `passages` limits the passages of each form."""

    type: str
    names: list[str] = Field(default_factory=list[str])
    titles: list[str] = Field(default_factory=list[str])
    narrator: bool = False
    namesake: bool = False
    passages: list[int] = Field(default_factory=list[int])

    def row(self) -> str:
        """The entity as a model writes it."""
        limit = f"@{','.join(map(str, self.passages))}" if self.passages else ""
        forms = [f"{text}{limit}" for text in (*self.names, *(f"~{title}" for title in self.titles))]
        marks = [f"#{mark}" for mark, given in (("narrator", self.narrator), ("namesake", self.namesake)) if given]
        return "|".join(one.replace("|", "\\|") for one in (self.type, *forms, *marks))


class Framed(BaseModel):
    """One passage, with full field names."""

    passage: int
    frame: str = "main"
    starts: bool = False
    time: str = ""
    aside: bool = False

    def row(self) -> str:
        """The passage as a model writes it."""
        marks = [mark for mark, given in (("starts", self.starts), ("aside", self.aside)) if given]
        marks += [f"time:{self.time}"] if self.time else []
        return "|".join([str(self.passage), self.frame, *marks])


def _numbers(given: int | list[int]) -> str:
    """Entity numbers as a row has them."""
    return ",".join(map(str, given)) if isinstance(given, list) else str(given)


def facts_reply(statements: Iterable[Stated], setups: Iterable[str] = ()) -> FactsReply:
    """Return the reply with these statements, each with its own quote, and these rows of setups."""
    return FactsReply(facts=[line for one in statements for line in one.lines()], setups=list(setups))


def entities_reply(
    entities: Iterable[Named | str],
    passages: Iterable[Framed | str] = (),
    *,
    events: Sequence[str] = (),
) -> EntitiesReply:
    """Return the reply with these entities, events and passages."""
    return EntitiesReply(
        entities=[one.row() if isinstance(one, Named) else one for one in entities],
        events=list(events),
        passages=[one.row() if isinstance(one, Framed) else one for one in passages],
    )
