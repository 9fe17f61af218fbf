"""Makes overrides of facts, predicates and issues. Each edit is one commit and returns the changes of the graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from episodic.errors import InvalidOverrideError, UnknownFactError, UnknownIssueError
from episodic.model.decisions import (
    AuthoredStatement,
    Correction,
    MentionAnchor,
    Override,
    OverrideKind,
    StatementAnchor,
)
from episodic.model.graph import Fact
from episodic.model.ids import identify
from episodic.model.predicates import Predicate, shipped_table
from episodic.model.readings import (
    USUAL_SALIENCE,
    Participant,
    Phase,
    StatementCore,
    StatementScope,
)
from episodic.pipeline.edits.chapter_edits import Edited, anchor_of, check_words, replay_and_commit
from episodic.pipeline.edits.fact_checks import (
    check_named_before,
    check_not_blank,
    check_object_or_value,
    check_salience,
    quoted_chapter,
)
from episodic.pipeline.edits.override_commits import apply_override
from episodic.pipeline.edits.setup_checks import check_setup
from episodic.pipeline.overrides.statement_overrides import unmatched_settlements
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.session.session import Session
from episodic.pipeline.session.state import State


@dataclass(frozen=True, slots=True)
class Attribution:
    """The author of an override and the reason for the override, which are stored with the override."""

    by: str = "author"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class NewFact:
    """A fact that the author adds, supported by a quote from the work. Entities are given by id.

    `quote` is verbatim text of the work. `chapter` is the id of the quote's chapter, which is needed only if several
    chapters contain the quote. `text` states the fact in one sentence. If `text` is empty, the quote is used instead of
    `text`. `time` is a time expression for the moment of story time at which the fact is true. `salience` is the
    importance of the fact for the story, from 1 to 3. `qualifier` is text that restricts the object, such as the degree
    of a kinship or the content of a message.
    """

    subject: str
    predicate: str
    quote: str
    object: str | None = None
    value: str | None = None
    text: str = ""
    chapter: str | None = None
    phase: Phase = Phase.HOLDS
    scope: StatementScope = StatementScope.WORLD
    holder: str | None = None
    time: str | None = None
    salience: int = USUAL_SALIENCE
    qualifier: str | None = None


@dataclass(frozen=True, slots=True)
class FactChange:
    """The author's changes of a fact. A field with the value None stays unchanged. `object` is the id of an entity."""

    predicate: str | None = None
    object: str | None = None
    value: str | None = None
    text: str | None = None
    time: str | None = None
    salience: int | None = None
    qualifier: str | None = None


async def lock(session: Session, fact: str, attribution: Attribution) -> Edited:
    """Lock a fact, given by id. A locked fact ends only if the text states its end or another locked fact ends it. A
    conflict of a locked fact with a fact that is not locked becomes an issue.

    Raises UnknownFactError.
    """

    def make(state: State) -> Override:
        return replace(
            new_override(session, state, OverrideKind.LOCK, attribution), statements=statement_anchors(state, fact)
        )

    return await apply_override(session, make, action="lock")


async def retract(session: Session, fact: str, attribution: Attribution) -> Edited:
    """Retract a fact, given by id. The statements of a retracted fact are ignored from now on. Raises UnknownFactError."""

    def make(state: State) -> Override:
        return replace(
            new_override(session, state, OverrideKind.RETRACT, attribution), statements=statement_anchors(state, fact)
        )

    return await apply_override(session, make, action="retract")


async def correct_fact(session: Session, fact: str, change: FactChange, attribution: Attribution) -> Edited:
    """Correct the content of a fact by correcting the statements from which the fact is derived.

    Raises UnknownFactError. Raises InvalidOverrideError if *change* is empty, has both an object and a value, or has an
    unknown salience. Raises InvalidOverrideError also if a given text is blank or cannot be stored. The new object must
    not be the fact's subject. Each quote of the fact must be in or after the chapter that first mentions the new
    object.
    """
    if change == FactChange():
        raise InvalidOverrideError(
            "The correction changes nothing.",
            hint="Give a new predicate, object, value, text, time, salience or qualifier.",
        )
    if change.object is not None and change.value is not None:
        raise InvalidOverrideError(
            f"A fact has an object or a value, not also {change.value!r}.", hint="Give one of them."
        )
    check_not_blank(
        predicate=change.predicate,
        value=change.value,
        text=change.text,
        time=change.time,
        qualifier=change.qualifier,
    )
    check_salience(change.salience)

    def make(state: State) -> Override:
        told = _statements(state, fact)
        people = _EntityAnchors(state)
        added = tuple(_corrected(one, change, people) for one in told)
        blank = new_override(session, state, OverrideKind.CORRECT, attribution)
        anchors = tuple(one.anchor for one in told if one.anchor is not None)
        made = replace(blank, correction=Correction.FACT, statements=anchors, added=added)
        return replace(made, anchors=people.anchors())

    return await apply_override(session, make, action="correct a fact")


async def correct_predicate(session: Session, predicate: Predicate, attribution: Attribution) -> Edited:
    """Correct the definition of a predicate, for example its kind, its cardinality or its inverse."""
    check_not_blank(predicate=predicate.name)

    def make(state: State) -> Override:
        blank = new_override(session, state, OverrideKind.CORRECT, attribution)
        return replace(blank, correction=Correction.PREDICATE, predicate=predicate)

    return await apply_override(session, make, action=f"correct the predicate {predicate.name}")


async def add_facts(
    session: Session, facts: Sequence[NewFact], attribution: Attribution, *, dry_run: bool = False
) -> Edited:
    """Add facts, each with a quote from the work.

    If *dry_run* is true, the store is not changed, and the result contains the changes that the facts would make. A
    fact that a reader extracted from the same quote, or that the author added to this quote before, is not added again.
    If all given facts are already stated, `already` is true in the result. Raises InvalidOverrideError if *facts* is
    empty or if a fact cannot be stored (for example, without object and value). Raises InvalidOverrideError also if no
    chapter or several chapters contain a quote. InvalidOverrideError is also raised for a quote in a chapter before the
    one that first mentions an entity of the fact.
    """
    if not facts:
        raise InvalidOverrideError("There is no fact to add.", key="no_fact_to_add")

    def make(state: State) -> Override | None:
        return addition(session, state, facts, attribution)

    return await apply_override(session, make, action=f"add {len(facts)} facts", dry_run=dry_run)


def addition(session: Session, state: State, facts: Sequence[NewFact], attribution: Attribution) -> Override | None:
    """Return the override that adds facts, or None if all facts are stated already. Raises the same errors as
    `add_facts`.
    """
    people = _EntityAnchors(state)
    made = [(one, _added(state, one, people)) for one in dict.fromkeys(facts)]
    if all(_is_stated(state, one) for one, _ in made):
        return None
    people = _EntityAnchors(state)
    added = tuple(_added(state, one, people) for one, _ in made if not _is_stated(state, one))
    return replace(new_override(session, state, OverrideKind.ADD, attribution), added=added, anchors=people.anchors())


async def waive(session: Session, issue: str, attribution: Attribution) -> Edited:
    """Waive an issue, given by id. The issue stays waived as long as it gets no further quotes.

    Raises UnknownIssueError.
    """

    def make(state: State) -> Override:
        found = state.graph.issues.get(issue)
        if found is None:
            raise UnknownIssueError(issue)
        quotes = tuple(dict.fromkeys(one.quote for one in found.evidence))
        return replace(
            new_override(session, state, OverrideKind.WAIVE, attribution), text=found.kind.value, quotes=quotes
        )

    return await apply_override(session, make, action="waive an issue")


async def revoke(session: Session, act: str) -> Edited:
    """Revoke an override, together with the overrides that are part of this override.

    Raises InvalidOverrideError if no override has this id.
    """

    async def run() -> Edited:
        state = await session.state()
        kept = tuple(one for one in state.inputs.acts if act not in {one.uuid, one.part_of})
        if len(kept) == len(state.inputs.acts):
            raise InvalidOverrideError(
                "There is no override {act!r}.", hint="`episodic acts` lists them.", key="no_override", act=act
            )
        return await replay_and_commit(session, replace(state.inputs, acts=kept), action="revoke a decision")

    return await session.exclusively(run)


def unmatched_overrides(state: State) -> tuple[Override, ...]:
    """Return the overrides without effect, because the mention, quote, issue or settled thread that they name is gone.

    An override whose mention or quote is missing in the text has no effect, but stays stored.
    """
    decisions = state.replay.decisions
    settlements = unmatched_settlements(state.inputs.acts, state.graph.facts.values())
    found = (*decisions.unmatched(), *decisions.waivers.unmatched(state.graph.issues), *settlements)
    return tuple(sorted(found, key=lambda act: act.number))


def new_override(session: Session, state: State, kind: OverrideKind, attribution: Attribution) -> Override:
    """Return a new override, numbered after the work's last override; the caller adds what the override changes."""
    check_words(author=attribution.by, reason=attribution.reason)
    number = max((one.number for one in state.inputs.acts), default=0) + 1
    return Override(
        uuid=identify("act", session.group_id, number),
        group_id=session.group_id,
        kind=kind,
        anchors=(),
        told_from=None,
        by=attribution.by,
        at=session.tools.clock(),
        reason=attribution.reason,
        number=number,
    )


class _EntityAnchors:
    """Collects one mention (anchor) of each entity to which the statements of a new override refer. A statement refers
    to an entity by the index of the entity's mention, which a replay finds in the text.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self._indexes: dict[str, int] = {}
        self._anchors: list[MentionAnchor] = []

    def index(self, entity: str) -> int:
        """Return the index of the entity's mention (anchor) in the override. An entity without an anchor gets one.

        Raises InvalidOverrideError if no entity has this id, or if the entity has no mention in the text.
        """
        if entity not in self._indexes:
            self._anchors.append(anchor_of(self.state, entity))
            self._indexes[entity] = len(self._anchors) - 1
        return self._indexes[entity]

    def anchors(self) -> tuple[MentionAnchor, ...]:
        return tuple(self._anchors)


def _fact(state: State, fact: str) -> Fact:
    found = state.graph.facts.get(fact)
    if found is None:
        raise UnknownFactError(fact)
    return found


def _statements(state: State, fact: str) -> list[ReplayedStatement]:
    found = _fact(state, fact)
    wanted = {uuid for uuid, one in state.graph.fact_of.items() if one == found.uuid}
    chapters = {state.graph.statements[uuid].evidence.episode for uuid in wanted}
    told = (one for uuid, one in state.replay.chapters_by_id().items() if uuid in chapters)
    return [one for chapter in told for one in chapter.statements if one.uuid in wanted]


def statement_anchors(state: State, fact: str) -> tuple[StatementAnchor, ...]:
    """Return the anchors (quote, content and number) of a fact's statements. Raises UnknownFactError."""
    return tuple(one.anchor for one in _statements(state, fact) if one.anchor is not None)


def _corrected(statement: ReplayedStatement, change: FactChange, people: _EntityAnchors) -> AuthoredStatement:
    reading = statement.reading
    placed = people.state.graph.statements[statement.uuid]
    target = change.object or (None if change.value is not None else placed.object)
    if target == placed.subject:
        raise InvalidOverrideError(
            "{fact!r} would have the same entity as subject and object.",
            hint="Name another object, or retract the fact.",
            key="subject_is_object",
            fact=reading.core.text,
        )
    if change.object is not None:
        check_named_before(
            people.state, (change.object,), order=statement.evidence.told.order, quote=statement.evidence.quote
        )
    value = change.value if change.value is not None else (None if change.object is not None else placed.core.value)
    same_words = change == FactChange(time=change.time, salience=change.salience, qualifier=change.qualifier)
    return AuthoredStatement(
        quote=statement.evidence.quote,
        number=0,
        core=replace(
            reading.core,
            text=change.text or (reading.core.text if same_words else statement.evidence.quote),
            predicate=change.predicate or placed.predicate,
            value=value,
            time=change.time or reading.core.time,
            salience=change.salience or reading.core.salience,
            qualifier=change.qualifier or reading.core.qualifier,
        ),
        subject=people.index(placed.subject),
        object=None if target is None else people.index(target),
        participants=tuple(Participant(people.index(role.entity), role.role) for role in placed.participants),
        holder=None if placed.holder is None else people.index(placed.holder),
        coined_kind=None if change.predicate or shipped_table().find(placed.predicate) else statement.predicate.kind,
    )


def _added(state: State, new: NewFact, people: _EntityAnchors) -> AuthoredStatement:
    check_object_or_value(new.quote, target=new.object, value=new.value)
    chapter, number = quoted_chapter(state, quote=new.quote, chapter=new.chapter)
    if new.subject == new.object:
        raise InvalidOverrideError(
            "The fact about {fact!r} has the same entity as subject and object.",
            hint="Name another object.",
            key="object_is_subject",
            fact=new.quote,
        )
    if new.holder is not None and new.scope is StatementScope.WORLD:
        raise InvalidOverrideError(
            "The fact about {fact!r} has a holder, but its scope is the world.",
            hint="Give the scope: a claim, a belief or a plan of the holder (`--as`).",
            key="holder_in_the_world",
            fact=new.quote,
        )
    check_setup(new.predicate, new.scope)
    check_not_blank(predicate=new.predicate, value=new.value, time=new.time, qualifier=new.qualifier)
    check_salience(new.salience)
    check_words(text=new.text)
    check_named_before(state, (new.subject, new.object, new.holder), order=chapter.order, quote=new.quote)
    return AuthoredStatement(
        quote=new.quote,
        number=number,
        core=StatementCore(
            text=new.text or new.quote,
            predicate=new.predicate,
            value=new.value,
            phase=new.phase,
            scope=new.scope,
            time=new.time,
            salience=new.salience,
            qualifier=new.qualifier,
        ),
        subject=people.index(new.subject),
        object=None if new.object is None else people.index(new.object),
        holder=None if new.holder is None else people.index(new.holder),
    )


def _is_stated(state: State, new: NewFact) -> bool:
    chapter, _ = quoted_chapter(state, quote=new.quote, chapter=new.chapter)
    start = chapter.text.find(new.quote)
    return any(
        (known.evidence.episode, known.evidence.start, known.evidence.quote) == (chapter.uuid, start, new.quote)
        and (known.subject, known.object, known.holder) == (new.subject, new.object, new.holder)
        and new.predicate in {known.predicate, known.core.predicate}
        and (known.core.value, known.core.phase, known.core.scope) == (new.value, new.phase, new.scope)
        and (known.core.time, known.core.qualifier) == (new.time, new.qualifier)
        and new.text in {"", known.core.text}
        for known in state.graph.statements.values()
    )
