"""Builders of records and commits for store tests."""

import json
from collections.abc import Iterable, Sequence
from uuid import uuid4

import numpy as np

from episodic.model.records import Changes, Kind, Link, Record, RecordKey
from episodic.ports import Bounds, GraphStore, IndexSearch, Scored, Vector

DIMENSION = 16
ANYWHERE = Bounds()
NOON = "2031-05-04T12:00:00Z"

HOSTILE = (
    'O\'Brien said "no"',
    "`backticks` and ``more``",
    "{braces: $parameter}",
    "x'}) DETACH DELETE n //",
    "'); DROP TABLE works; --",
    "]-->(m)<--[",
    "[/] [[1]] \\ \\\\ %s ? :name",
    "before\x00after",
    "\x1drow\x1evalue\x1fitem\x1d",
    "\x1b[31mred\x1b[0m\r\n\t",
    "AND OR NOT NEAR(* ^ ~ : + - && || !",
    "家人👨‍👩‍👧‍👦 in 🏠",
    "𠮷野家 and 𝕬",
    "\u202eright to left\u200b\ufeff",
    "e\u0301 is not \u00e9",
    "名" * 500,
)


def canonical(**fields: str | int | None) -> str:
    """Return the text of a JSON object with the given fields, in the form in which records store their values."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def direction(number: int, *, dimension: int = DIMENSION) -> Vector:
    """Return a random unit vector that depends only on *number* and *dimension*. Different values of *number* give
    vectors of different directions.
    """
    drawn = np.random.default_rng(number).standard_normal(dimension).astype(np.float32)
    return (drawn / np.linalg.norm(drawn)).astype(np.float32)


def towards(number: int, cosine: float, *, dimension: int = DIMENSION) -> Vector:
    """Return a unit vector whose cosine to `direction(number)` is *cosine*."""
    axis = direction(number, dimension=dimension)
    aside = direction(number + 7_919, dimension=dimension)
    aside = aside - float(aside @ axis) * axis
    aside = aside / np.linalg.norm(aside)
    mixed: Vector = (cosine * axis + np.sqrt(1 - cosine**2) * aside).astype(np.float32)
    return mixed


def raw(vector: Vector) -> bytes:
    """Return the float32 bytes of a vector, as the field `Record.vector` contains them."""
    return vector.astype("<f4").tobytes()


def episode(uuid: str, text: str = "", *, told: int = 0) -> Record:
    return Record(Kind.EPISODE, uuid, canonical(uuid=uuid, text=text), told=told)


def passage(
    uuid: str, text: str, *, episode_id: str = "chapter", told: int = 0, vector: Vector | None = None
) -> Record:
    return Record(
        Kind.PASSAGE,
        uuid,
        canonical(uuid=uuid, text=text),
        text=text,
        links=((Link.EPISODE, episode_id),),
        told=told,
        vector=None if vector is None else raw(vector),
    )


def entity(uuid: str, *names: str, told: int = 0, text: str | None = None, vector: Vector | None = None) -> Record:
    """Return the record of an entity whose names and name keys are *names*."""
    return Record(
        Kind.ENTITY,
        uuid,
        canonical(uuid=uuid, name=names[0] if names else uuid),
        text=" ".join(names) if text is None else text,
        keys=names,
        told=told,
        vector=None if vector is None else raw(vector),
    )


def fact(
    uuid: str,
    subject: str,
    target: str | None = None,
    *,
    text: str = "",
    others: Sequence[str] = (),
    told: int = 0,
    lo: int | None = None,
    hi: int | None = None,
    vector: Vector | None = None,
    note: str = "",
) -> Record:
    """Return the record of a fact from *subject* to *target*, or about *subject* alone.

    The argument *note* is contained in the value of the record and in no other field.
    """
    ends = [(Link.SUBJECT, subject)]
    if target is not None:
        ends.append((Link.OBJECT, target))
    return Record(
        Kind.FACT,
        uuid,
        canonical(uuid=uuid, subject=subject, object=target, text=text, note=note),
        text=text or uuid,
        links=(*ends, *((Link.PARTICIPANT, other) for other in others)),
        told=told,
        lo=lo,
        hi=hi,
        vector=None if vector is None else raw(vector),
    )


def mention(uuid: str, *, episode_id: str, entity_id: str, told: int = 0) -> Record:
    """Return the record of an entity's mentions in a chapter."""
    return Record(
        Kind.MENTION,
        uuid,
        canonical(uuid=uuid),
        links=((Link.EPISODE, episode_id), (Link.ENTITY, entity_id)),
        told=told,
    )


def statement(uuid: str, *, passage_id: str, fact_id: str, told: int = 0) -> Record:
    return Record(
        Kind.STATEMENT,
        uuid,
        canonical(uuid=uuid),
        links=((Link.PASSAGE, passage_id), (Link.FACT, fact_id)),
        told=told,
    )


def redirect(uuid: str, target: str) -> Record:
    """Return the record of a redirect from an old id to the id *target*."""
    return Record(Kind.REDIRECT, uuid, canonical(uuid=uuid), links=((Link.TARGET, target),))


def changes(
    group_id: str,
    *put: Record,
    base: int = 0,
    retire: Sequence[RecordKey] = (),
    commit_id: str | None = None,
    at: str = NOON,
    action: str = "test",
    embedder: str | None = None,
    dimension: int | None = None,
    replaces_vectors: bool = False,
) -> Changes:
    """Return the content of one commit (`Changes`). A commit without a given *commit_id* gets a new random id."""
    return Changes(
        group_id=group_id,
        base_revision=base,
        commit_id=commit_id or str(uuid4()),
        at=at,
        action=action,
        put=put,
        retire=tuple(retire),
        embedder=embedder,
        dimension=dimension,
        replaces_vectors=replaces_vectors,
    )


async def save(store: GraphStore, group_id: str, *put: Record, retire: Sequence[RecordKey] = ()) -> int:
    """Commit the records *put* and the retirements *retire* on top of the work's current revision, and return the new
    revision.
    """
    work = await store.work(group_id)
    return await store.commit(changes(group_id, *put, base=work.revision if work else 0, retire=retire))


async def everything(store: GraphStore, group_id: str, *, kinds: Iterable[Kind] = ()) -> tuple[object, ...]:
    """Return a work's `Work` object, commits, digests, counts, records and history as one value. A test can then
    compare the work before and after a change.

    The records are those of the kinds in *kinds* and of the kinds that occur in the work's digests or counts. Kinds of
    which the work should have no records are not requested. A request to a server takes time even if it returns no
    records.
    """
    digests, counts = dict(await store.digests(group_id)), dict(await store.counts(group_id))
    fetched = sorted({*kinds, *counts, *(kind for kind, _ in digests)})
    return (
        await store.work(group_id),
        list(await store.commits(group_id)),
        digests,
        counts,
        {kind: list(await store.fetch(group_id, kind, vectors=True)) for kind in fetched},
        {kind: list(await store.history(group_id, kind)) for kind in Kind},
    )


async def search_text(
    store: GraphStore, group: str, kind: Kind, text: str, *, limit: int, bounds: Bounds = ANYWHERE
) -> Sequence[Scored]:
    """Return the hits of one full-text search for *text* in the records of a kind, best first."""
    (hits,) = await store.search(group, [IndexSearch(kind, text=text, limit=limit, bounds=bounds)])
    return hits.by_text


async def search_vector(
    store: GraphStore, group: str, kind: Kind, vector: Vector, *, limit: int, bounds: Bounds = ANYWHERE
) -> Sequence[Scored]:
    """Return the hits of one vector search in the records of a kind, best first."""
    (hits,) = await store.search(group, [IndexSearch(kind, vector=vector, limit=limit, bounds=bounds)])
    return hits.by_vector
