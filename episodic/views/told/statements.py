"""The statements and passages of a work's first chapters, with entity ids and narrative positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import TypeAdapter

from episodic.model.episodes import Layer
from episodic.model.graph import Role
from episodic.model.name_keys import name_key
from episodic.model.predicates import Predicate
from episodic.model.spans import Evidence, NarrativePosition
from episodic.pipeline.projection.told_chapters import ToldStatement
from episodic.temporal.placed import PlacedPassage, PlacedStatement
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.entities import ToldEntities

_PREDICATE = TypeAdapter(Predicate)


class Predicates:
    """The predicates of replayed chapters. Predicates with the same JSON are the same object."""

    def __init__(self) -> None:
        self._decoded: dict[str, Predicate] = {}

    def of(self, texts: Sequence[str]) -> list[Predicate]:
        """Return the predicates with this JSON."""
        for text in texts:
            if text not in self._decoded:
                self._decoded[text] = _PREDICATE.validate_json(text)
        return [self._decoded[text] for text in texts]


def passages_of(chapter: PlacedChapter) -> list[PlacedPassage]:
    """Return the passages of a chapter with its episode id and order key."""
    return [replace(one, episode=chapter.episode, order=chapter.order) for one in chapter.told.passages]


def statements_of(chapter: PlacedChapter, entities: ToldEntities, predicates: Predicates) -> list[PlacedStatement]:
    """Return the statements of a chapter. Statements whose subject and object are the same entity are left out."""
    known = predicates.of(chapter.told.predicates)
    made = (
        _placed(one, chapter, entities, predicate=known[one.predicate], position=position)
        for position, one in enumerate(chapter.told.statements)
    )
    return [one for one in made if one is not None]


def _placed(
    one: ToldStatement, chapter: PlacedChapter, entities: ToldEntities, *, predicate: Predicate, position: int
) -> PlacedStatement | None:
    """Return a statement with entity ids, as `placed_statement` does for a replayed statement."""
    subject = entities.id_of(one.subject)
    object_ = None if one.object is None else entities.id_of(one.object)
    if subject == object_:
        return None
    if predicate.symmetric and object_ is not None and object_ < subject:
        subject, object_ = object_, subject
    told, core = chapter.told, one.core
    place = NarrativePosition(chapter.order, one.start)
    return PlacedStatement(
        uuid=one.uuid,
        passage=told.passages[one.passage].uuid,
        evidence=Evidence(chapter.episode, told.quotes[one.quote], one.start, one.end, place),
        core=core,
        subject=subject,
        predicate=predicate,
        object=object_,
        value_key=name_key(core.value) if core.value else None,
        layer=Layer.CANON,
        participants=tuple(Role(entities.id_of(number), "", role) for number, role in one.participants),
        holder=None if one.holder is None else entities.id_of(one.holder),
        tellers=tuple(entities.id_of(number) for number in one.tellers),
        time=one.time,
        event=one.event,
        locked=one.locked,
        time_start=one.time_start,
        position=position,
        in_thing=one.in_thing,
        lasting=one.lasting,
    )
