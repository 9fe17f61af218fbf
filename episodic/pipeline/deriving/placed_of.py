"""Replayed passages and statements as the chronology and the fold take them: with entity ids in place of cluster numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from episodic.model.episodes import FrameKind, Layer
from episodic.model.graph import Role
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.names import name_key
from episodic.pipeline.telling.replayed import ReplayedChapter, ReplayedPassage, ReplayedStatement
from episodic.temporal.expressions import event_key
from episodic.temporal.placed import PlacedPassage, PlacedStatement


@dataclass(frozen=True, slots=True)
class People:
    """Who the cluster numbers are; *root* gives the number under which a cluster goes on, the mappings are by such numbers."""

    root: Callable[[int], int]
    ids: Mapping[int, str]
    names: Mapping[int, str]
    types: Mapping[int, str]

    def id_of(self, number: int) -> str:
        """The entity's id."""
        return self.ids[self.root(number)]

    def by_id(self) -> dict[str, tuple[str, str]]:
        """Name and type of every entity, by id."""
        return {uuid: (self.names[number], self.types[number]) for number, uuid in self.ids.items()}


def placed_passage(chapter: ReplayedChapter, passage: ReplayedPassage) -> PlacedPassage:
    """One passage; frame runs off the main line get an id of their own chapter, the main line is one run a layer.

    A draft stands on the main line of canon. Words on the main line that only look back somewhere (once, 近日) place what their
    sentence says; were they the passage's now, nothing told after it would be known to come after what was told before.
    """
    value = passage.value
    layer = Layer.CANON if value.layer is Layer.DRAFT else value.layer
    main = value.frame is FrameKind.MAIN
    time, words = (None, None) if main and _only_looks_back(passage.time) else (passage.time, passage.time_text)
    found = value.text.find(words) if words else -1
    return PlacedPassage(
        uuid=value.uuid,
        episode=value.episode,
        order=value.order,
        index=value.index,
        start=value.span.start,
        frame=value.frame,
        run=f"main:{layer}" if main else f"{value.episode}:{value.run}",
        time=time,
        time_text=words,
        time_start=value.span.start + found if found >= 0 else None,
        aside=passage.framed.reading.aside,
        layer=layer,
        reference=chapter.reference if value.index == 0 else None,
    )


def _only_looks_back(time: TimeExpression | None) -> bool:
    return time is not None and time.kind is TimeKind.ORDER and time.before and time.anchor is Anchor.HERE


def placed_statement(chapter: ReplayedChapter, one: ReplayedStatement, people: People) -> PlacedStatement | None:
    """One statement; None where its subject and object prove to be one entity (a tautology).

    A symmetric predicate has the one of the two that comes first by id as its subject.
    """
    subject = people.id_of(one.subject)
    object_ = None if one.object is None else people.id_of(one.object)
    if subject == object_:
        return None
    if one.predicate.symmetric and object_ is not None and object_ < subject:
        subject, object_ = object_, subject
    reading = one.reading
    return PlacedStatement(
        uuid=one.uuid,
        passage=one.passage,
        evidence=one.evidence,
        subject=subject,
        predicate=one.predicate,
        text=reading.text,
        object=object_,
        value=one.value,
        value_key=name_key(one.value) if one.value else None,
        layer=chapter.episode.layer,
        participants=tuple(Role(people.id_of(number), "", role) for number, role in one.participants),
        phase=reading.phase,
        scope=reading.scope,
        holder=None if one.holder is None else people.id_of(one.holder),
        tellers=tuple(people.id_of(number) for number in one.tellers),
        placing=reading.placing,
        time=one.time,
        time_text=reading.time,
        event=event_key(reading.event) if reading.event else None,
        locked=one.locked,
    )
