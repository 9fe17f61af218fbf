"""The encoding of derived values as records: the JSON of each value, and the columns that stores search."""

from __future__ import annotations

from episodic.model.episodes import Episode, Passage
from episodic.model.graph import Entity, Fact, Issue, Mentions, Statement
from episodic.model.moments import Moment
from episodic.model.name_keys import name_key
from episodic.model.records import Kind, Link, Record, Redirect, to_json

Derived = Passage | Entity | Mentions | Statement | Moment | Fact | Issue | Redirect


def episode_record(episode: Episode) -> Record:
    """Return the record in which a store keeps the chapter."""
    return Record(Kind.EPISODE, episode.uuid, to_json(episode), told=episode.order)


def record_of(value: Derived) -> Record:
    """Return the record in which a store keeps a derived value, such as a fact."""
    match value:
        case Passage():
            return Record(
                Kind.PASSAGE,
                value.uuid,
                to_json(value),
                text=value.text,
                links=((Link.EPISODE, value.episode),),
                told=value.order,
            )
        case Entity():
            return _entity(value)
        case Mentions():
            mentioned = ((Link.EPISODE, value.episode), (Link.ENTITY, value.entity))
            return Record(Kind.MENTION, value.uuid, to_json(value), links=mentioned, told=value.order)
        case Statement():
            return _statement(value)
        case Moment():
            spoken = ((Link.EPISODE, value.episode),)
            return Record(Kind.MOMENT, value.uuid, to_json(value), links=spoken, told=value.order)
        case Fact():
            return _fact(value)
        case Issue():
            told = max((one.told.order for one in value.evidence), default=0)
            about = tuple((Link.FACT, fact) for fact in value.facts)
            return Record(Kind.ISSUE, value.uuid, to_json(value), links=about, told=told)
        case Redirect():
            return Record(Kind.REDIRECT, value.uuid, to_json(value), links=((Link.TARGET, value.target),))


def _entity(entity: Entity) -> Record:
    names = " / ".join(alias.text for alias in entity.aliases)
    return Record(
        Kind.ENTITY,
        entity.uuid,
        to_json(entity),
        text=f"{names or entity.name}: {entity.first.quote}",
        keys=tuple(dict.fromkeys((*(alias.key for alias in entity.aliases), name_key(entity.name)))),
        told=entity.first.told.order,
    )


def _statement(statement: Statement) -> Record:
    links = [(Link.PASSAGE, statement.passage)]
    if statement.fact is not None:
        links.append((Link.FACT, statement.fact))
    return Record(
        Kind.STATEMENT, statement.uuid, to_json(statement), links=tuple(links), told=statement.evidence.told.order
    )


def _fact(fact: Fact) -> Record:
    links = [(Link.SUBJECT, fact.subject)]
    if fact.object is not None:
        links.append((Link.OBJECT, fact.object))
    parties = (*(one.entity for one in fact.participants), *((fact.holder,) if fact.holder else ()), *fact.tellers)
    links.extend((Link.PARTICIPANT, one) for one in dict.fromkeys(parties))
    return Record(
        Kind.FACT,
        fact.uuid,
        to_json(fact),
        text=fact.text,
        links=tuple(links),
        told=fact.told_at.order,
        lo=fact.lo,
        hi=fact.hi,
    )
