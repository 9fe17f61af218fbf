"""A part of the graph: entities with facts about them.

A subgraph can be written as a Mermaid diagram, as text for a prompt or as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from episodic.languages.messages import message_text
from episodic.model.episodes import UNDETERMINED
from episodic.model.graph import Entity, Fact
from episodic.model.json_shapes import Json, Serialiser, Shape, in_words
from episodic.model.moments import TimePoint
from episodic.search.co_mention import CoMention
from episodic.search.fact_views import VALIDITY_KEYS, FactView, Quotation
from episodic.search.prompt_lines import entity_line, fact_line, facts_left_out, first_fitting, one_line
from episodic.search.validity import narration_words
from episodic.text.language import language_of

_PLAIN = frozenset(" -_.,():·，。、：；“”‘’「」『』《》（）…—")
_LONGEST_LABEL = 80
_SUMMARY_LINES = 20


@dataclass(frozen=True, slots=True)
class Seed:
    """An entity from which an exploration of the graph starts. `asked` is the id, name, alias or query by which the
    caller asked for the entity, and `score` is the search score if a query found the entity.
    """

    asked: str
    uuid: str
    name: str
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Subgraph:
    """Entities and facts of the graph, each once, those nearest to the start entities first.

    `seeds` are the start entities. `left_out` is the number of visible facts (or co-mentioned entities) that were read
    and exceed the bounds of the traversal. `more` is true if some entity may have facts that were not read.
    `co_mentions` are entities that share passages with the start entities, the most frequent first, if the caller asked
    for them.
    """

    seeds: tuple[Seed, ...]
    entities: tuple[Entity, ...]
    facts: tuple[FactView, ...]
    left_out: int = 0
    more: bool = False
    co_mentions: tuple[CoMention, ...] = ()

    def merged(self, other: Subgraph) -> Subgraph:
        """Return one subgraph with the entities and facts of both subgraphs, each once by id.

        Several facts with the same subject, object and predicate stay several facts.
        """
        entities = {entity.uuid: entity for entity in (*self.entities, *other.entities)}
        facts = {fact.uuid: fact for fact in (*self.facts, *other.facts)}
        seeds = {seed.uuid: seed for seed in (*self.seeds, *other.seeds)}
        return Subgraph(
            seeds=tuple(seeds.values()),
            entities=tuple(entities.values()),
            facts=tuple(facts.values()),
            left_out=self.left_out + other.left_out,
            more=self.more or other.more,
            co_mentions=self.co_mentions or other.co_mentions,
        )

    def to_mermaid(self, *, type_named: Callable[[str], str] = str, predicate_named: Callable[[str], str] = str) -> str:
        """Return the subgraph as a Mermaid flowchart. The functions *type_named* and *predicate_named* return the
        labels of types and predicates, which by default are their names. A node of the flowchart is an entity. The node
        also shows the values of those facts of the entity that have no object. An arrow is a fact about two entities.

        In labels, all characters but letters, digits and plain punctuation are written as character codes, so that no
        label can break the syntax. Long texts in labels are cut to 80 characters.
        """
        number = {one.uuid: f"n{place}" for place, one in enumerate(self.entities)}
        values: dict[str, list[str]] = {}
        arrows: list[str] = []
        for view in self.facts:
            fact = view.fact
            if fact.object is not None and fact.subject in number and fact.object in number:
                named = predicate_named(fact.predicate)
                label = _label(_narrated(f"¬ {named}" if fact.denied else named, fact))
                arrows.append(f'    {number[fact.subject]} -->|"{label}"| {number[fact.object]}')
            elif fact.object is None:
                value = f"{predicate_named(fact.predicate)}: {fact.value or fact.text}"
                values.setdefault(fact.subject, []).append(_label(_narrated(value, fact)))
        nodes = [
            f'    {number[one.uuid]}["{"<br/>".join([_label(f"{one.name} ({type_named(one.type)})"), *values.get(one.uuid, ())])}"]'
            for one in self.entities
        ]
        return "\n".join(["flowchart LR", *nodes, *arrows])

    def to_prompt(self, max_tokens: int = 2_000) -> str:
        """Return the subgraph as text for a prompt, without ids: the start entities, the facts with their validity, and
        then all other entities.

        The text has at most *max_tokens* tokens, by a bound that holds for the usual tokenizers. If facts were left
        out, by the traversal or because they do not fit, the last line says how many. If the line about left-out facts
        alone has more than *max_tokens* tokens, the text is empty.
        """
        language = language_of(self.facts[0].text) if self.facts else UNDETERMINED
        seeds = {seed.uuid for seed in self.seeds}
        near = [entity_line(entity, language=language) for entity in self.entities if entity.uuid in seeds]
        facts = [fact_line(fact, language=language) for fact in self.facts]
        far = [entity_line(entity, language=language) for entity in self.entities if entity.uuid not in seeds]
        lines = [one_line(line) for line in (*near, *facts, *far)]

        def left_out(shown: int) -> str:
            number = self.left_out + len(facts) - min(max(shown - len(near), 0), len(facts))
            if self.more:
                return message_text("subgraph.more_left_out", language, number=number)
            return facts_left_out(number, language=language)

        return first_fitting(lines, max_tokens, left_out)

    def to_dict(self) -> dict[str, Json]:
        """Return the subgraph as JSON values, with ids and quotes."""
        return _JSON.object_of(self)

    def __str__(self) -> str:
        """Return the numbers of entities, facts and left-out facts, and the first 20 facts, one per line."""
        head = f"{len(self.entities)} entities, {len(self.facts)} facts, {self.left_out} left out"
        return "\n".join([head, *(_shortened(one.text) for one in self.facts[:_SUMMARY_LINES])])


def _narrated(label: str, fact: Fact) -> str:
    language = language_of(fact.text)
    return message_text("marks.beside", language).join(one for one in (label, narration_words(fact, language)) if one)


def _label(text: str) -> str:
    return "".join(_safe(character) for character in _shortened(text))


def _safe(character: str) -> str:
    if character.isalnum() or character in _PLAIN:
        return character
    return f"#{ord(character)};"


def _shortened(text: str) -> str:
    flat = one_line(text)
    return flat if len(flat) <= _LONGEST_LABEL else f"{flat[: _LONGEST_LABEL - 1]}…"


_OF_READS = {
    "layer",
    "kind",
    "tellers",
    "ended_by",
    "told_at",
    "evidence",
    "ends",
    "lo",
    "hi",
    "holdings",
    "asked_for",
}
_NAMES = {"subject_name", "subject_type", "object_name", "object_type", "holder_name", "teller_names"}
_JSON = Serialiser(
    {
        Entity: Shape(
            without=frozenset({"group_id", "summary", "first"}),
            computed={"aliases": lambda one: [alias.text for alias in one.aliases]},
        ),
        FactView: Shape(
            without=frozenset({"endings", "validity", "effects", "alike"}),
            flat={"fact": Shape(without=frozenset({"group_id", "locked"} | _OF_READS | _NAMES))},
            computed=VALIDITY_KEYS,
        ),
        Quotation: Shape(names={"ordinal": "chapter"}, without=frozenset({"episode", "number"})),
        TimePoint: in_words("label"),
    }
)
"""The JSON of a fact has the ids of its subject, object and holder, but not their names. The names are in the list of
the subgraph's entities beside the facts.
"""


def entities_in(facts: Iterable[FactView], first: Sequence[str]) -> list[str]:
    """Return the ids *first*, followed by the ids of all other subjects, objects and participants of the facts."""
    found = dict.fromkeys(first)
    for view in facts:
        fact = view.fact
        for uuid in (fact.subject, fact.object, *(role.entity for role in fact.participants)):
            if uuid is not None:
                found[uuid] = None
    return list(found)
