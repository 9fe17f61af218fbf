"""The author's decisions on facts and issues, made: each is one act, one commit, and answers with what it changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from episodic.errors import InvalidActError, UnknownFactError, UnknownIssueError
from episodic.model.asserted import Act, ActKind, AuthoredStatement, Correction, MentionAnchor, StatementAnchor
from episodic.model.graph import Fact
from episodic.model.ids import identify
from episodic.model.predicates import Predicate
from episodic.model.readings import Participant, Phase, StatementScope
from episodic.pipeline.asserted import Asserted
from episodic.pipeline.edits.editing import Edited, anchor_of, check_words, known_entity, retold
from episodic.pipeline.telling.replayed import ReplayedStatement
from episodic.pipeline.work.session import Session
from episodic.pipeline.work.settling import settle
from episodic.pipeline.work.state import State, changed

MakeAct = Callable[[State], Act]


@dataclass(frozen=True, slots=True)
class Signed:
    """Who decides, and why: kept with the act."""

    by: str = "author"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class NewFact:
    """A fact that the author adds about a sentence of the work; people are ids of entities.

    `quote` stands in the work as written (in `chapter`, the id of one, if it stands in several); `text` says the fact in one
    sentence (empty: the quote does). `time` are words of when it is true in the story.
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


@dataclass(frozen=True, slots=True)
class FactChange:
    """What a fact should say instead; None leaves a part as it is. `object` is an entity's id."""

    predicate: str | None = None
    object: str | None = None
    value: str | None = None
    text: str | None = None
    time: str | None = None


async def lock(session: Session, fact: str, signed: Signed) -> Edited:
    """Confirm a fact (an id): it never ends by itself, and a conflict with it is an issue. Raises UnknownFactError."""

    def make(state: State) -> Act:
        return replace(_blank(session, state, ActKind.LOCK, signed), statements=_anchors(state, fact))

    return await decided(session, make, action="lock")


async def retract(session: Session, fact: str, signed: Signed) -> Edited:
    """Take back what the text was read to say (a fact's id): its statements count no longer. Raises UnknownFactError."""

    def make(state: State) -> Act:
        return replace(_blank(session, state, ActKind.RETRACT, signed), statements=_anchors(state, fact))

    return await decided(session, make, action="retract")


async def correct_fact(session: Session, fact: str, change: FactChange, signed: Signed) -> Edited:
    """Set right what the quotes of a fact say.

    Raises UnknownFactError, InvalidActError for a change of nothing, to an object and a value at once, to somebody who is not
    named before the quotes, or for words that cannot be kept.
    """
    if change == FactChange():
        raise InvalidActError(
            "Nothing is changed.", hint="Name the predicate, object, value, text or time as it should be."
        )
    if change.object is not None and change.value is not None:
        raise InvalidActError(f"A fact has an object or a value, not also {change.value!r}.", hint="Give one of them.")
    _check_said(predicate=change.predicate, value=change.value, text=change.text, time=change.time)

    def make(state: State) -> Act:
        told = _statements(state, fact)
        people = _People(state)
        added = tuple(_corrected(one, change, people) for one in told)
        blank = _blank(session, state, ActKind.CORRECT, signed)
        anchors = tuple(one.anchor for one in told if one.anchor is not None)
        made = replace(blank, correction=Correction.FACT, statements=anchors, added=added)
        return replace(made, anchors=people.anchors())

    return await decided(session, make, action="correct a fact")


async def correct_predicate(session: Session, predicate: Predicate, signed: Signed) -> Edited:
    """Set right what a predicate means: its kind, cardinality, inverse, or whether it ends with a life."""
    _check_said(predicate=predicate.name)

    def make(state: State) -> Act:
        blank = _blank(session, state, ActKind.CORRECT, signed)
        return replace(blank, correction=Correction.PREDICATE, predicate=predicate)

    return await decided(session, make, action=f"correct the predicate {predicate.name}")


async def add_facts(session: Session, facts: Sequence[NewFact], signed: Signed, *, dry_run: bool = False) -> Edited:
    """Add facts, each about a sentence of the work. With *dry_run* nothing is kept: the answer says what would change.

    Raises InvalidActError for a quote that stands nowhere, or in several chapters, or before one of its people is named.
    """
    if not facts:
        raise InvalidActError("There is no fact to add.")

    def make(state: State) -> Act:
        people = _People(state)
        added = tuple(_added(state, one, people) for one in facts)
        return replace(_blank(session, state, ActKind.ADD, signed), added=added, anchors=people.anchors())

    return await decided(session, make, action=f"add {len(facts)} facts", dry_run=dry_run)


async def waive(session: Session, issue: str, signed: Signed) -> Edited:
    """Let an issue (an id) stand: it is not shown as open again as long as its quotes stand. Raises UnknownIssueError."""

    def make(state: State) -> Act:
        found = state.graph.issues.get(issue)
        if found is None:
            raise UnknownIssueError(issue)
        quotes = tuple(dict.fromkeys(one.quote for one in found.evidence))
        return replace(_blank(session, state, ActKind.WAIVE, signed), text=found.kind.value, quotes=quotes)

    return await decided(session, make, action="waive an issue")


async def revoke(session: Session, act: str) -> Edited:
    """Take one of the author's decisions back, whenever it was made, with the acts that are part of it.

    Raises InvalidActError if there is none of this id.
    """

    async def run() -> Edited:
        state = await session.state()
        kept = tuple(one for one in state.asserted.acts if act not in {one.uuid, one.part_of})
        if len(kept) == len(state.asserted.acts):
            raise InvalidActError(f"There is no decision {act!r}.", hint="`episodic acts` lists them.")
        return await retold(session, replace(state.asserted, acts=kept), 0, action="revoke a decision")

    return await session.exclusively(run)


def loose_acts(state: State) -> tuple[Act, ...]:
    """The author's decisions whose words are no longer in the text, or whose issue is gone; they are kept."""
    decisions = state.replay.decisions
    found = (*decisions.loose(), *decisions.waivers.loose(state.graph.issues))
    return tuple(sorted(found, key=lambda act: act.number))


async def decided(session: Session, make: MakeAct, *, action: str, dry_run: bool = False) -> Edited:
    """Make an act from the present state, tell the work again with it, and commit; or only say what it would change.

    A decision that was made before, and that nothing has overruled since, is not made twice.
    """

    async def run() -> Edited:
        state = await session.state()
        made = make(state)
        asserted = replace(state.asserted, acts=(*state.asserted.acts, made))
        if dry_run:
            after = await _tried(session, asserted)
            return Edited(state.asserted.revision, changed(state, after))
        return await already_so(session, state, made) or await retold(session, asserted, 0, action=action)

    return await session.exclusively(run)


async def already_so(session: Session, state: State, made: Act) -> Edited | None:
    """The answer to a decision that has been made before and still counts; None for one that is to be made.

    There is one like it in all but who made it, when and why, and the graph is the same with it once more; a fact that is added
    once more has one statement more.
    """
    if all(_decided(one) != _decided(made) for one in state.asserted.acts):
        return None
    after = await _tried(session, replace(state.asserted, acts=(*state.asserted.acts, made)))
    diff = changed(state, after)
    if made.kind is ActKind.ADD:
        same = diff.empty and len(after.graph.statements) > len(state.graph.statements)
    else:
        same = list(after.graph.values()) == list(state.graph.values())
    return Edited(state.asserted.revision, diff, already=True) if same else None


def _decided(act: Act) -> Act:
    return replace(act, uuid="", number=0, by="", at="", reason="")


async def _tried(session: Session, asserted: Asserted) -> State:
    """What the work would be; nothing of it is kept."""
    base = session.replay_before(asserted, 0)
    settled = await settle(base, asserted.told(), judges=session.judges, answers=session.answers)
    if settled.failed:
        raise next(iter(settled.failed.values()))
    return session.state_beside(asserted, settled.replay)


def _check_said(**said: str | None) -> None:
    """Nothing if each part of a fact that is given says something. Raises InvalidActError."""
    for what, words in said.items():
        if words is not None and not words.strip():
            raise InvalidActError(f"The {what} is empty.", hint="Leave it out, or say what it is.")
    check_words(**said)


def _blank(session: Session, state: State, kind: ActKind, signed: Signed) -> Act:
    check_words(author=signed.by, reason=signed.reason)
    number = max((one.number for one in state.asserted.acts), default=0) + 1
    return Act(
        uuid=identify("act", session.group_id, number),
        group_id=session.group_id,
        kind=kind,
        anchors=(),
        told_from=None,
        by=signed.by,
        at=session.tools.clock(),
        reason=signed.reason,
        number=number,
    )


class _People:
    """The anchors of an act's people, each once; statements name them by index."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._indexes: dict[str, int] = {}
        self._anchors: list[MentionAnchor] = []

    def index(self, entity: str) -> int:
        """The index of an entity. Raises InvalidActError if there is none of this id."""
        if entity not in self._indexes:
            self._anchors.append(anchor_of(self.state, entity))
            self._indexes[entity] = len(self._anchors) - 1
        return self._indexes[entity]

    def anchors(self) -> tuple[MentionAnchor, ...]:
        """All of them."""
        return tuple(self._anchors)


def _fact(state: State, fact: str) -> Fact:
    found = state.graph.facts.get(fact)
    if found is None:
        raise UnknownFactError(fact)
    return found


def _statements(state: State, fact: str) -> list[ReplayedStatement]:
    """The statements that a fact rests on, and those that end it in so many words, in telling order."""
    found = _fact(state, fact)
    return [
        one
        for chapter in state.replay.chapters
        for one in chapter.statements
        if state.graph.fact_of.get(one.uuid) == found.uuid
    ]


def _anchors(state: State, fact: str) -> tuple[StatementAnchor, ...]:
    return tuple(one.anchor for one in _statements(state, fact) if one.anchor is not None)


def _corrected(one: ReplayedStatement, change: FactChange, people: _People) -> AuthoredStatement:
    reading = one.reading
    placed = people.state.graph.statements[one.uuid]
    target = change.object or (None if change.value is not None else placed.object)
    if target == placed.subject:
        raise InvalidActError(
            f"{reading.text!r} would be about one and the same.", hint="Name somebody else, or retract the fact."
        )
    if change.object is not None:
        _check_told(people.state, (change.object,), order=one.evidence.told.order, quote=one.evidence.quote)
    value = change.value if change.value is not None else (None if change.object is not None else placed.value)
    return AuthoredStatement(
        quote=one.evidence.quote,
        number=0,
        text=change.text or (reading.text if change == FactChange(time=change.time) else one.evidence.quote),
        subject=people.index(placed.subject),
        predicate=change.predicate or placed.predicate,
        object=None if target is None else people.index(target),
        value=value,
        participants=tuple(Participant(people.index(role.entity), role.role) for role in placed.participants),
        phase=reading.phase,
        scope=reading.scope,
        holder=None if placed.holder is None else people.index(placed.holder),
        time=change.time or reading.time,
        placing=reading.placing,
    )


def _added(state: State, new: NewFact, people: _People) -> AuthoredStatement:
    if (new.object is None) == (new.value is None):
        raise InvalidActError(
            f"The fact about {new.quote!r} needs an object or a value, and only one of them.", hint="Name one."
        )
    order, number = _quoted(state, new)
    if new.subject == new.object:
        raise InvalidActError(
            f"The fact about {new.quote!r} has its subject for its object.", hint="Name somebody else."
        )
    if new.holder is not None and new.scope is StatementScope.WORLD:
        raise InvalidActError(
            f"The fact about {new.quote!r} is so in the world, and also held by somebody.",
            hint="Say what it is to its holder: a claim, a belief, a plan (`--as`).",
        )
    _check_said(predicate=new.predicate, value=new.value, time=new.time)
    check_words(text=new.text)
    _check_told(state, (new.subject, new.object, new.holder), order=order, quote=new.quote)
    return AuthoredStatement(
        quote=new.quote,
        number=number,
        text=new.text or new.quote,
        subject=people.index(new.subject),
        predicate=new.predicate,
        object=None if new.object is None else people.index(new.object),
        value=new.value,
        phase=new.phase,
        scope=new.scope,
        holder=None if new.holder is None else people.index(new.holder),
        time=new.time,
    )


def _check_told(state: State, people: Sequence[str | None], *, order: int, quote: str) -> None:
    """Nothing if all of them are named by the chapter of this order key, where *quote* stands. Raises InvalidActError."""
    for who in people:
        first = None if who is None else known_entity(state, who).first
        if first is not None and first.told.order > order:
            raise InvalidActError(
                f"{first.quote!r} is not named before the sentence {quote!r}.",
                hint="Say it about a later sentence: `episodic add-fact`.",
            )


def _quoted(state: State, new: NewFact) -> tuple[int, int]:
    """The order key of the chapter that the quote stands in, and its number among equal ones of the work."""
    if not new.quote.strip():
        raise InvalidActError("A fact needs the sentence that says it.", hint="Quote it as it stands in the chapter.")
    counted = 0
    found: list[tuple[int, int]] = []
    for chapter in state.replay.chapters:
        text, start = chapter.episode.text, chapter.episode.text.find(new.quote)
        if start >= 0 and new.chapter in {None, chapter.episode.uuid}:
            found.append((chapter.episode.order, counted))
        while start >= 0:
            counted += 1
            start = text.find(new.quote, start + len(new.quote))
    if not found:
        raise InvalidActError(
            f"{new.quote!r} stands in no such chapter.", hint="Quote the text exactly as it is written."
        )
    if len(found) > 1:
        raise InvalidActError(f"{new.quote!r} stands in {len(found)} chapters.", hint="Name the chapter that is meant.")
    return found[0]
