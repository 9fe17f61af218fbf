"""Stores facts that somebody proposes for a work, outside canon, until the author promotes them.

A proposal is stored as a plan or note whose only statements are the proposed facts. When the author accepts a proposal
(`promote`), an override adds those of its facts that have a quote in canon. The other facts of the proposal become a
canon chapter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from episodic.errors import AmbiguousNameError, InvalidOverrideError, UnknownEntityError
from episodic.languages.messages import message_text
from episodic.model.episodes import Chapter, Episode, FrameKind, Language, Layer
from episodic.model.graph import Fact
from episodic.model.ids import digest_of
from episodic.model.name_keys import name_key
from episodic.model.readings import (
    ChapterReading,
    FrameReading,
    NodeReading,
    StatementCore,
    StatementReading,
    StatementScope,
    Surface,
    Window,
    WindowReading,
)
from episodic.model.spans import Span
from episodic.pipeline.chapter_reading import window_digest, windows_of
from episodic.pipeline.edits.chapter_edits import check_words, replay_and_commit
from episodic.pipeline.edits.draft_check import DraftReport, report_of_chapter
from episodic.pipeline.edits.fact_checks import check_not_blank, check_object_or_value
from episodic.pipeline.edits.overrides import Attribution, NewFact
from episodic.pipeline.edits.setup_checks import check_setup
from episodic.pipeline.inputs import PROPOSAL_READER, ChapterInput
from episodic.pipeline.order_keys import episode_of, order_key_between
from episodic.pipeline.projection.values import work_language
from episodic.pipeline.session.session import Session
from episodic.pipeline.session.state import State
from episodic.text.language import language_of


@dataclass(frozen=True, slots=True)
class ProposedFact:
    """A fact that somebody proposes. Entities are given by name, alias or id.

    A name that the work does not know becomes a new entity if its type is given. `quote` is a sentence of the work that
    supports the fact, or empty. `text` states the fact in one sentence. If `text` does not contain the names of the
    fact's entities, another sentence is put before `text`. The sentence before `text` is made of the fact's subject,
    predicate, and object or value. `time` is a time expression for the moment at which the fact is true.
    """

    subject: str
    predicate: str
    object: str | None = None
    value: str | None = None
    text: str = ""
    quote: str = ""
    time: str | None = None
    scope: StatementScope = StatementScope.WORLD
    subject_type: str | None = None
    object_type: str | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """The result of proposing facts.

    `key` and `layer` name the plan or note that contains the proposed facts. `key` is empty if canon contains all
    proposed facts and no proposal has exactly these facts. `known` are the facts of canon that say the same as one of
    the proposed facts. `already` is true if nothing new was proposed. `check` says how the proposed facts would fit
    canon, and is None if nothing new was proposed.
    """

    revision: int
    key: str
    layer: Layer
    already: bool
    known: tuple[Fact, ...]
    check: DraftReport | None


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the text of a proposal: the line states one fact, and *subject* and *object* are name and type of the
    fact's entities.
    """

    fact: ProposedFact
    text: str
    evidence: Span
    subject: tuple[str, str]
    object: tuple[str, str] | None


async def propose(
    session: Session,
    facts: Sequence[ProposedFact],
    attribution: Attribution,
    *,
    layer: Layer = Layer.NOTE,
    dry_run: bool = False,
) -> Proposal:
    """Add facts to the work as one plan or note, unless canon or an equal proposal contains them already.

    If *dry_run* is true, the store is not changed. Raises UnknownEntityError for a name that the work does not know and
    that has no type. Raises InvalidOverrideError if *facts* is empty, if a fact cannot be stored, or if *layer* is
    neither plan nor note. Raises AmbiguousNameError, ModelError, StoreError.
    """
    if layer not in (Layer.PLAN, Layer.NOTE):
        raise InvalidOverrideError(f"Facts cannot be proposed in the layer {layer}.", hint="Use plan or note.")
    if not facts:
        raise InvalidOverrideError("There is no fact to propose.", key="no_fact_to_propose")
    for fact in facts:
        _check(fact)

    async def act() -> Proposal:
        state = await session.state()
        known = [_known_fact(state, fact) for fact in facts]
        found = tuple(one for one in known if one is not None)
        fresh = [fact for fact, one in zip(facts, known, strict=True) if one is None]
        key = _key(fresh or facts)
        there = any(one.key == key and one.layer is layer for one in state.inputs.episodes)
        if not fresh or there:
            return Proposal(state.inputs.revision, key if there else "", layer, True, found, None)
        lines = [_line(state, fact) for fact in fresh]
        chapter = Chapter("\n\n".join(one.text for one in lines) + "\n", key=key, title=key)
        chapter = replace(chapter, source_description=attribution.by)
        order = order_key_between(max((one.order for one in state.inputs.episodes), default=None), None) or 0
        episode = episode_of(chapter, key, group_id=session.group_id, order=order, layer=layer, reader=PROPOSAL_READER)
        as_canon = replace(episode, layer=Layer.CANON)
        report = await report_of_chapter(session, state, ChapterInput(as_canon, _reading(as_canon, lines)))
        if dry_run:
            return Proposal(state.inputs.revision, key, layer, False, found, report)
        inputs = state.inputs.with_chapter(ChapterInput(episode, _reading(episode, lines)))
        edited = await replay_and_commit(session, inputs, action=f"propose {len(fresh)} facts")
        return Proposal(edited.revision, key, layer, False, found, report)

    return await session.exclusively(act)


def quoted_facts(state: State, chapter: ChapterInput) -> tuple[tuple[NewFact, ...], tuple[ProposedFact, ...]]:
    """Divide the facts of a proposal into two groups. The facts of the first returned group can be added to canon,
    because a canon chapter contains their quote. The second returned group contains all other facts.

    A fact is added to canon only if exactly one canon chapter contains the fact's quote. The fact's entities must be
    first mentioned in the chapter with the quote or before it.
    """
    quoted: list[NewFact] = []
    rest: list[ProposedFact] = []
    for start, window in zip(chapter.reading.starts, chapter.reading.windows, strict=True):
        for one in window.statements:
            fact = _proposed(one, window)
            quote = one.quote.shifted(start).of(chapter.episode.text)
            made = _with_quote(state, fact, quote)
            if made is None:
                rest.append(fact if quote == fact.text else replace(fact, quote=quote))
            else:
                quoted.append(made)
    return tuple(quoted), tuple(rest)


def remaining_proposal(state: State, episode: Episode, facts: Sequence[ProposedFact]) -> ChapterInput:
    """Return the proposal with only the facts *facts*, under the same key."""
    lines = [_line(state, fact) for fact in facts]
    kept = replace(episode, text="\n\n".join(one.text for one in lines) + "\n")
    return ChapterInput(kept, _reading(kept, lines))


def _proposed(statement: StatementReading, window: WindowReading) -> ProposedFact:
    subject = window.nodes[statement.subject]
    target = None if statement.object is None else window.nodes[statement.object]
    core = statement.core
    return ProposedFact(
        subject=subject.name,
        predicate=core.predicate,
        object=None if target is None else target.name,
        value=core.value,
        text=core.text,
        time=core.time,
        scope=core.scope,
        subject_type=subject.type,
        object_type=None if target is None else target.type,
    )


def _with_quote(state: State, fact: ProposedFact, quote: str) -> NewFact | None:
    subject = _entity_named(state, fact.subject)
    target = None if fact.object is None else _entity_named(state, fact.object)
    found = [one.episode for one in state.replay.chapters if quote in one.episode.text]
    if len(found) != 1 or subject is None or (fact.object is not None and target is None):
        return None
    named = [subject, *(() if target is None else (target,))]
    if subject == target or any(state.graph.entities[one].first.told.order > found[0].order for one in named):
        return None
    return NewFact(
        subject=subject,
        predicate=fact.predicate,
        quote=quote,
        object=target,
        value=fact.value,
        text=fact.text,
        scope=fact.scope,
        holder=None if fact.scope is StatementScope.WORLD else subject,
        time=fact.time,
    )


def _check(fact: ProposedFact) -> None:
    check_object_or_value(fact.subject, target=fact.object, value=fact.value)
    check_not_blank(
        subject=fact.subject, predicate=fact.predicate, object=fact.object, value=fact.value, time=fact.time
    )
    check_setup(fact.predicate, fact.scope)
    check_words(text=fact.text, quote=fact.quote)


def _key(facts: Sequence[ProposedFact]) -> str:
    return f"proposal-{digest_of(repr(sorted(map(repr, facts))))[:12]}"


def _entity_named(state: State, name: str) -> str | None:
    entities = state.graph.entities
    if name in entities:
        return name
    key = name_key(name)
    found = [one for one in entities.values() if any(alias.key == key for alias in one.aliases)]
    if len(found) > 1:
        raise AmbiguousNameError(name, tuple((one.uuid, one.name) for one in found))
    return found[0].uuid if found else None


def _known_fact(state: State, fact: ProposedFact) -> Fact | None:
    """Return a canon fact that says the same as the proposed fact, has not ended and is not denied. Return None if
    there is no such fact.
    """
    subject = _entity_named(state, fact.subject)
    target = None if fact.object is None else _entity_named(state, fact.object)
    if subject is None or (fact.object is not None and target is None):
        return None
    predicate = state.replay.predicate(fact.predicate)
    name = fact.predicate if predicate is None else predicate.name
    value = None if fact.value is None else name_key(fact.value)
    for one in state.graph.facts.values():
        same = one.subject == subject and one.object == target and one.predicate == name and one.scope is fact.scope
        own = None if one.value is None else name_key(one.value)
        if same and not one.denied and not one.ended and (target is not None or own == value):
            return one
    return None


def _line(state: State, fact: ProposedFact) -> _Line:
    language = _language(state, fact)
    subject = _node(state, fact.subject, fact.subject_type)
    target = None if fact.object is None else _node(state, fact.object, fact.object_type)
    named = [subject[0], *(() if target is None else (target[0],))]
    stated = " ".join(fact.text.split())
    quote = " ".join(fact.quote.split())
    if not stated or any(name not in stated for name in named):
        to = fact.value if target is None else target[0]
        plain = message_text("proposals.sentence", language, subject=subject[0], predicate=fact.predicate, target=to)
        stated = f"{plain}{message_text('marks.space', language)}{stated}" if stated else plain
    text = stated if not quote else message_text("proposals.with_quote", language, text=stated, quote=quote)
    begin = text.rfind(quote) if quote else 0
    return _Line(fact, text, Span(begin, begin + len(quote or text)), subject, target)


def _language(state: State, fact: ProposedFact) -> Language:
    own = language_of(f"{fact.text}{fact.quote}{fact.subject}")
    return work_language(state.replay.chapters) if state.replay.chapters else own


def _node(state: State, name: str, given: str | None) -> tuple[str, str]:
    """Return the name and the type of the entity that a proposed fact names. Raises UnknownEntityError if the work does
    not know the name and no type is given, and InvalidOverrideError for an unknown type.
    """
    uuid = _entity_named(state, name)
    if uuid is not None:
        entity = state.graph.entities[uuid]
        return (entity.name if name == uuid else " ".join(name.split()), entity.type)
    if given is None:
        raise UnknownEntityError(name)
    kind = state.inputs.settings.entity_type(given)
    if kind is None:
        types = ", ".join(one.name for one in state.inputs.settings.entity_types)
        raise InvalidOverrideError(
            "There is no entity type {type!r}.",
            hint="The types are: {names}.",
            key="not_a_type",
            type=given,
            names=types,
        )
    return " ".join(name.split()), kind.name


def _reading(episode: Episode, lines: Sequence[_Line]) -> ChapterReading:
    windows = windows_of(episode)
    return ChapterReading(
        episode=episode.uuid,
        starts=tuple(one.start for one in windows),
        digests=tuple(window_digest(one) for one in windows),
        passages=tuple(one.passages for one in windows),
        windows=tuple(_window_reading(one, _lines_in(one, episode.text, lines)) for one in windows),
    )


def _lines_in(window: Window, text: str, lines: Sequence[_Line]) -> list[tuple[int, _Line]]:
    found: list[tuple[int, _Line]] = []
    start = 0
    for line in lines:
        start = text.index(line.text, start)
        if window.start <= start < window.start + len(window.text):
            found.append((start - window.start, line))
        start += len(line.text)
    return found


def _window_reading(window: Window, lines: Sequence[tuple[int, _Line]]) -> WindowReading:
    nodes: dict[str, int] = {}
    types: dict[str, str] = {}
    spans: dict[str, list[Span]] = {}
    statements: list[StatementReading] = []
    for start, line in lines:
        for name, kind in (line.subject, *(() if line.object is None else (line.object,))):
            nodes.setdefault(name, len(nodes))
            types.setdefault(name, kind)
            at = line.text.find(name)
            spans.setdefault(name, []).append(Span(start + at, start + at + len(name)))
        statements.append(_statement(line, start, nodes))
    return WindowReading(
        nodes=tuple(NodeReading(name, types[name], (Surface(name, tuple(spans[name])),)) for name in nodes),
        frames=tuple(FrameReading(FrameKind.MAIN) for _ in window.passages),
        statements=tuple(statements),
        reader=PROPOSAL_READER,
    )


def _statement(line: _Line, start: int, nodes: dict[str, int]) -> StatementReading:
    fact = line.fact
    subject = nodes[line.subject[0]]
    return StatementReading(
        quote=line.evidence.shifted(start),
        core=StatementCore(
            text=line.text[: line.evidence.start].rstrip(' :：“「"') or line.text,
            predicate=fact.predicate,
            value=fact.value,
            scope=fact.scope,
            time=fact.time,
        ),
        subject=subject,
        object=None if line.object is None else nodes[line.object[0]],
        holder=None if fact.scope is StatementScope.WORLD else subject,
    )
