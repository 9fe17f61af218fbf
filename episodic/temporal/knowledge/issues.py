"""Reports issues for persons who say or know something before they certainly learn it.

An issue is reported only if the person states, or is said to know, something that is already true in the story's world.
An issue also requires another statement which says that the person learns exactly what he states or is said to know.
Every source from which the person could know the content must certainly be later than the statement that shows his
knowledge. For example, the words from which he learns the content are such a source. If it is uncertain whether the
person learns the content later, no issue is reported. Guesses, fears and questions do not count as knowledge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, NamedTuple

from episodic.languages import lexicon
from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.episodes import Layer
from episodic.model.graph import Issue, IssueKind
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.exclusion import StatementContent, content_of
from episodic.temporal.issues import IssueContext, issue
from episodic.temporal.knowledge.knowledge import Knowledge, KnowledgeSourceKind
from episodic.temporal.knowledge.learning import is_state_of_knowing, learners
from episodic.temporal.knowledge.narrative import Narrative, NarrativeSoFar
from episodic.temporal.placed import PlacedStatement

LINE = frozenset({Layer.CANON, Layer.DRAFT})
"""The layers in which knowledge is checked together, because a draft chapter replaces the canon chapter with the same
key.
"""
ATTRIBUTED_SCOPES = (StatementScope.CLAIM, StatementScope.BELIEF)
Key = tuple[StatementContent, bool]


class KnowledgeRoles(NamedTuple):
    """The roles of persons in one statement: those who learn something, and the one who says, thinks or knows
    something.
    """

    learning: tuple[str, ...]
    knowing: str | None


class KnowledgeIssues:
    """Finds the issues about knowledge in the successive versions of a work. When the work changes, persons who learn
    or know something are looked for only in new and changed statements.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_roles",)
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"_roles"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._roles: dict[str, KnowledgeRoles] = {}
        self._statements: Mapping[str, PlacedStatement] = {}

    def restored(self, statements: Mapping[str, PlacedStatement]) -> None:
        """Take over *statements*, the statements of the work's last version, after this object was restored from a
        checkpoint, which does not contain the statements.
        """
        self._statements = statements

    def of(
        self, narrative_so_far: NarrativeSoFar, fact_of: Mapping[str, str], issue_context: IssueContext
    ) -> tuple[Issue, ...]:
        """Return one issue for each content that a person knows before learning it. An issue has a quote that shows the
        knowledge and a quote that shows the learning. Statements in plans and notes are left out.
        """
        self._update(narrative_so_far.statements)
        learning = {who for one in self._roles.values() for who in one.learning}
        both = sorted(learning & {one.knowing for one in self._roles.values() if one.knowing is not None})
        if not both:
            return ()
        knowledge = Knowledge(Narrative(narrative_so_far, LINE))
        return tuple(found for who in both for found in _of(who, knowledge, fact_of, issue_context))

    def _update(self, statements: Mapping[str, PlacedStatement]) -> None:
        before, self._statements = self._statements, statements
        for uuid in missing_keys(before, statements):
            self._roles.pop(uuid, None)
        for uuid in changed_keys(before, statements):
            one = statements[uuid]
            self._roles.pop(uuid, None)
            roles = KnowledgeRoles(learners(one), _knowing_person(one))
            if roles.learning or roles.knowing is not None:
                self._roles[uuid] = roles


def _knowing_person(statement: PlacedStatement) -> str | None:
    if statement.core.scope in ATTRIBUTED_SCOPES:
        who = None if statement.tellers else statement.holder
    else:
        who = (
            statement.subject
            if statement.core.scope is StatementScope.WORLD and is_state_of_knowing(statement)
            else None
        )
    if who is None or statement.core.phase is Phase.ENDS or statement.core.placing is not Placement.NOW:
        return None
    words = f"{statement.evidence.quote}\n{statement.core.text}"
    is_guess = "?" in words or "？" in words or lexicon.pattern("guesses").search(words) is not None
    return None if is_guess else who


def _of(person: str, knowledge: Knowledge, fact_of: Mapping[str, str], issue_context: IssueContext) -> Iterator[Issue]:
    learned: dict[Key, list[tuple[PlacedStatement, PlacedStatement]]] = {}
    for learning in knowledge.learning_index.of(person):
        for one in knowledge.learning_index.learned(learning):
            learned.setdefault(_key(one.content, knowledge), []).append((learning, one.content))
    known = list(_asserted(person, knowledge))
    for key, lessons in learned.items():
        said = [one for one, about in known if about == key]
        early = next(
            (one for one in said if _is_early(one, [each for each, _ in lessons], key, person, knowledge)), None
        )
        if early is None:
            continue
        learning, content = next(pair for pair in lessons if pair[0].uuid != early.uuid)
        facts = [fact_of[one.uuid] for one in (early, content) if one.uuid in fact_of]
        quotes = (early.evidence, learning.evidence)
        yield issue(
            IssueKind.KNOWLEDGE_BEFORE_LEARNING, quotes, facts=tuple(dict.fromkeys(facts)), issue_context=issue_context
        )


def _asserted(person: str, knowledge: Knowledge) -> Iterator[tuple[PlacedStatement, Key]]:
    for statement in knowledge.narrative.statements_about.get(person, ()):
        if _knowing_person(statement) != person:
            continue
        if statement.core.scope in ATTRIBUTED_SCOPES:
            yield statement, _key(statement, knowledge)
        else:
            for learned in knowledge.learning_index.learned(statement):
                yield statement, _key(learned.content, knowledge)


def _is_early(
    statement: PlacedStatement, lessons: Iterable[PlacedStatement], key: Key, person: str, knowledge: Knowledge
) -> bool:
    """Return whether a person's statement shows knowledge too early: its content is already true, and every way to know
    it is certainly later.
    """
    chronology = knowledge.narrative.chronology
    position = chronology.said_of(statement.uuid)
    later = [lesson for lesson in lessons if lesson.uuid != statement.uuid and not is_state_of_knowing(lesson)]
    others = [lesson for lesson in lessons if lesson.uuid != statement.uuid]
    if not later or not all(chronology.precedes(position, chronology.position_of(lesson.uuid)) for lesson in others):
        return False
    so = (chronology.position_of(lesson.uuid) for lesson in knowledge.learning_index.alike_to(key))
    if not any(chronology.precedes(place, position) for place in so):
        return False
    return all(chronology.precedes(position, place) for place in _source_positions(statement, key, person, knowledge))


def _source_positions(
    statement: PlacedStatement, key: Key, person: str, knowledge: Knowledge
) -> Iterator[TimePosition]:
    """Yield the positions from which on a person knows the content of a statement by other sources than the statement
    itself.

    A source from which the person has always known the content has no position. For a source of knowledge without a
    position, the position at which the person says or thinks the statement is yielded. The knowledge then does not
    count as later than the statement.
    """
    for known in knowledge.known_to(person):
        if _key(known.statement, knowledge) != key:
            continue
        for source in known.sources:
            own = source.how is KnowledgeSourceKind.OWN or source.by == statement.evidence
            if not own:
                yield source.place or knowledge.narrative.chronology.said_of(statement.uuid)


def _key(statement: PlacedStatement, knowledge: Knowledge) -> Key:
    return (knowledge.narrative.exclusions.class_of(content_of(statement)), statement.core.phase is Phase.DENIED)
