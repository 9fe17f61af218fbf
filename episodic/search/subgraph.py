"""A part of the graph: entities and the facts between them, as a value, a picture, or text for a prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from episodic.model.episodes import Language
from episodic.model.graph import Entity
from episodic.search.shown import ShownFact
from episodic.text.language import language_of

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]
_PLAIN = frozenset(" -_.,():·，。、：；“”‘’「」『』《》（）…—")
_LONGEST_LABEL = 80
_SUMMARY_LINES = 20


@dataclass(frozen=True, slots=True)
class Seed:
    """Where an exploration began: what the caller said, and who that is."""

    asked: str
    uuid: str
    name: str


@dataclass(frozen=True, slots=True)
class Subgraph:
    """Entities and facts, each once, nearest to the seeds first.

    `left_out` counts facts that were seen and that bounds kept out; `more`: there are others that were not even looked at.
    """

    seeds: tuple[Seed, ...]
    entities: tuple[Entity, ...]
    facts: tuple[ShownFact, ...]
    left_out: int = 0
    more: bool = False

    def merged(self, other: Subgraph) -> Subgraph:
        """Both together; facts of the same ends and predicate stay apart where they are different facts."""
        entities = {one.uuid: one for one in (*self.entities, *other.entities)}
        facts = {one.uuid: one for one in (*self.facts, *other.facts)}
        seeds = {one.uuid: one for one in (*self.seeds, *other.seeds)}
        return Subgraph(
            seeds=tuple(seeds.values()),
            entities=tuple(entities.values()),
            facts=tuple(facts.values()),
            left_out=self.left_out + other.left_out,
            more=self.more or other.more,
        )

    def to_mermaid(self, *, type_named: Callable[[str], str] = str, predicate_named: Callable[[str], str] = str) -> str:
        """A Mermaid flowchart: one node an entity with its values, one arrow a fact between two.

        Types and predicates are called as *type_named* and *predicate_named* say, by default by their own names. Names never end a
        label or start syntax: all but letters, digits and plain punctuation is written as character codes.
        """
        number = {one.uuid: f"n{place}" for place, one in enumerate(self.entities)}
        values: dict[str, list[str]] = {}
        arrows: list[str] = []
        for one in self.facts:
            fact = one.fact
            if fact.object is not None and fact.subject in number and fact.object in number:
                named = predicate_named(fact.predicate)
                label = _label(f"¬ {named}" if fact.denied else named)
                arrows.append(f'    {number[fact.subject]} -->|"{label}"| {number[fact.object]}')
            elif fact.object is None:
                values.setdefault(fact.subject, []).append(
                    _label(f"{predicate_named(fact.predicate)}: {fact.value or fact.text}")
                )
        nodes = [
            f'    {number[one.uuid]}["{"<br/>".join([_label(f"{one.name} ({type_named(one.type)})"), *values.get(one.uuid, ())])}"]'
            for one in self.entities
        ]
        return "\n".join(["flowchart LR", *nodes, *arrows])

    def to_prompt(self, max_chars: int = 4_000) -> str:
        """Plain text for a prompt, without ids: the seeds, what is true and when, nearest first, and who else there is.

        At most *max_chars* characters; what does not fit is counted in the last line. Empty where not even that line fits.
        """
        chinese = bool(self.facts) and language_of(self.facts[0].text) is Language.CHINESE
        begun = {one.uuid for one in self.seeds}
        near = [_entity_line(one, chinese=chinese) for one in self.entities if one.uuid in begun]
        said = [_fact_line(one, chinese=chinese) for one in self.facts]
        far = [_entity_line(one, chinese=chinese) for one in self.entities if one.uuid not in begun]
        lines = [_flat(one) for one in (*near, *said, *far)]
        kept = len(lines)
        while True:
            facts_left_out = self.left_out + len(said) - min(max(kept - len(near), 0), len(said))
            tail = [_left_out(facts_left_out, more=self.more, chinese=chinese)] if facts_left_out or self.more else []
            text = "\n".join([*lines[:kept], *tail])
            if len(text) <= max_chars:
                return text
            if kept == 0:
                return ""
            kept -= 1

    def to_dict(self) -> dict[str, Json]:
        """The same as JSON values, ids and quotes included."""
        return {
            "seeds": [{"asked": one.asked, "uuid": one.uuid, "name": one.name} for one in self.seeds],
            "entities": [_entity_value(one) for one in self.entities],
            "facts": [_fact_value(one) for one in self.facts],
            "left_out": self.left_out,
            "more": self.more,
        }

    def __str__(self) -> str:
        """Counts and the first facts, at most twenty lines of them."""
        head = f"{len(self.entities)} entities, {len(self.facts)} facts, {self.left_out} left out"
        return "\n".join([head, *(_shortened(one.text) for one in self.facts[:_SUMMARY_LINES])])


def _label(text: str) -> str:
    """Text for between the quotation marks of a Mermaid label."""
    return "".join(_safe(character) for character in _shortened(text))


def _safe(character: str) -> str:
    if character.isalnum() or character in _PLAIN:
        return character
    return f"#{ord(character)};"


def _flat(text: str) -> str:
    """The text on one line, control and other invisible characters as escapes: no name begins a line of its own."""
    shown = " ".join(text.split())
    return shown if shown.isprintable() else "".join(one if one.isprintable() else repr(one)[1:-1] for one in shown)


def _shortened(text: str) -> str:
    flat = _flat(text)
    return flat if len(flat) <= _LONGEST_LABEL else f"{flat[: _LONGEST_LABEL - 1]}…"


def _entity_line(entity: Entity, *, chinese: bool) -> str:
    others = [one.text for one in entity.aliases if one.text != entity.name]
    also = ("，又称" if chinese else ", also ") + ("、" if chinese else ", ").join(others) if others else ""
    return f"{entity.name}（{entity.type}）{also}" if chinese else f"{entity.name} ({entity.type}){also}"


def _fact_line(one: ShownFact, *, chinese: bool) -> str:
    said = _holder(one, chinese=chinese)
    return f"- {said}{one.text}（{one.validity.words}）" if chinese else f"- {said}{one.text} ({one.validity.words})"


def _holder(one: ShownFact, *, chinese: bool) -> str:
    fact = one.fact
    if fact.holder_name is None:
        return ""
    return f"{fact.holder_name}（{fact.scope}）：" if chinese else f"{fact.holder_name} ({fact.scope}): "


def _left_out(number: int, *, more: bool, chinese: bool) -> str:
    if chinese:
        return f"（另有{'至少' if more else ''}{number}条事实未列出）"
    return f"({'at least ' if more else ''}{number} facts left out)"


def _entity_value(entity: Entity) -> dict[str, Json]:
    return {
        "uuid": entity.uuid,
        "name": entity.name,
        "type": entity.type,
        "aliases": [one.text for one in entity.aliases],
        "mentions": entity.mentions,
    }


def _fact_value(one: ShownFact) -> dict[str, Json]:
    fact = one.fact
    return {
        "uuid": fact.uuid,
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": fact.object,
        "value": fact.value,
        "participants": [{"entity": role.entity, "name": role.name, "role": role.role} for role in fact.participants],
        "text": fact.text,
        "denied": fact.denied,
        "scope": fact.scope.value,
        "holder": fact.holder,
        "validity": one.validity.words,
        "ended": one.validity.ended,
        "holding": None if one.holding is None else one.holding.value,
        "quotes": [
            {"chapter": quote.ordinal, "title": quote.title, "text": quote.text, "start": quote.start, "end": quote.end}
            for quote in one.quotes
        ],
    }


def entities_in(facts: Iterable[ShownFact], first: Sequence[str]) -> list[str]:
    """Ids of *first* and of everybody who takes part in the facts, in that order, each once."""
    found = dict.fromkeys(first)
    for one in facts:
        fact = one.fact
        for uuid in (fact.subject, fact.object, *(role.entity for role in fact.participants)):
            if uuid is not None:
                found[uuid] = None
    return list(found)
