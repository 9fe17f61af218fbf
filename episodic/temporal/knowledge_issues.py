"""Somebody says or knows what they certainly learn only later.

Meant to be rare and right: it takes words of theirs for something that is already so in the story's world, a statement that they
learn just that, and the chronology's word that every way in which they could know it comes certainly after. A guess, a fear or a
question is no knowledge.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from episodic.model.episodes import Layer
from episodic.model.graph import Issue, IssueKind
from episodic.model.readings import Phase, Placing, StatementScope
from episodic.temporal.chronology_line import Place
from episodic.temporal.exclusion import Content, content_of
from episodic.temporal.issues import Voice, issue
from episodic.temporal.knowledge import How, Knowledge
from episodic.temporal.knowledge_learning import is_state_of_knowing, learners
from episodic.temporal.knowledge_telling import Telling, Told
from episodic.temporal.placed import PlacedStatement

LINE = frozenset({Layer.CANON, Layer.DRAFT})
"""The layers of one reality: a draft stands in for canon."""
HELD = (StatementScope.CLAIM, StatementScope.BELIEF)
Key = tuple[Content, bool]

_GUESS = re.compile(
    r"[?？]|[疑怕猜恐料]|也许|大概|想必|莫非|莫不是|估计|或许|可能|恐怕|好像|似乎|如果|若是|倘若|"
    r"\b(?:suspect\w*|fear\w*|guess\w*|perhaps|maybe|might|may|must|probably|possibly|wonder\w*|suppose\w*|if|hope\w*|"
    r"imagin\w*|dream\w*|doubt\w*|seem\w*|likely|afraid)\b",
    re.IGNORECASE,
)


def knowledge_issues(told: Told, fact_of: Mapping[str, str], voice: Voice) -> tuple[Issue, ...]:
    """An issue for everything that somebody knows before they learn it, with the words for both; plans and notes left out."""
    learning = {who for one in told.statements.values() for who in learners(one)}
    asserting = {who for one in told.statements.values() for who in (_knower(one),) if who is not None}
    both = sorted(learning & asserting)
    if not both:
        return ()
    knowledge = Knowledge(Telling(told, LINE))
    return tuple(found for who in both for found in _of(who, knowledge, fact_of, voice))


def _knower(one: PlacedStatement) -> str | None:
    """Who says, thinks or simply knows something by this statement, with no doubt in the words."""
    if one.scope in HELD:
        who = None if one.tellers else one.holder
    else:
        who = one.subject if one.scope is StatementScope.WORLD and is_state_of_knowing(one) else None
    if who is None or one.phase is Phase.ENDS or one.placing is not Placing.NOW:
        return None
    return None if _GUESS.search(f"{one.evidence.quote}\n{one.text}") else who


def _of(person: str, knowledge: Knowledge, fact_of: Mapping[str, str], voice: Voice) -> Iterator[Issue]:
    learned: dict[Key, list[tuple[PlacedStatement, PlacedStatement]]] = {}
    for learning in knowledge.lessons.of[person]:
        for one in knowledge.lessons.learned(learning):
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
        yield issue(IssueKind.KNOWLEDGE_BEFORE_LEARNING, quotes, facts=tuple(dict.fromkeys(facts)), voice=voice)


def _asserted(person: str, knowledge: Knowledge) -> Iterator[tuple[PlacedStatement, Key]]:
    """What the person says, thinks or knows, each with its content."""
    for one in knowledge.telling.about.get(person, ()):
        if _knower(one) != person:
            continue
        if one.scope in HELD:
            yield one, _key(one, knowledge)
        else:
            for each in knowledge.lessons.learned(one):
                yield one, _key(each.content, knowledge)


def _is_early(
    one: PlacedStatement, lessons: Iterable[PlacedStatement], key: Key, person: str, knowledge: Knowledge
) -> bool:
    """Whether the person certainly could not know it yet, though it was so."""
    chronology = knowledge.telling.chronology
    here = chronology.node_of(one.uuid)
    later = [each for each in lessons if each.uuid != one.uuid and not is_state_of_knowing(each)]
    others = [each for each in lessons if each.uuid != one.uuid]
    if not later or not all(chronology.precedes(here, chronology.node_of(each.uuid)) for each in others):
        return False
    so = (chronology.node_of(each.uuid) for each in knowledge.lessons.alike_to(key))
    if not any(chronology.precedes(place, here) for place in so):
        return False
    return all(chronology.precedes(here, place) for place in _ways(one, key, person, knowledge))


def _ways(one: PlacedStatement, key: Key, person: str, knowledge: Knowledge) -> Iterator[Place]:
    """Where the person could have it from, their own words for it left out; a thing always known is known right there."""
    for known in knowledge.known_to(person):
        if _key(known.statement, knowledge) != key:
            continue
        for source in known.sources:
            own = source.how is How.OWN or source.by == one.evidence
            if not own:
                yield source.place or knowledge.telling.chronology.node_of(one.uuid)


def _key(one: PlacedStatement, knowledge: Knowledge) -> Key:
    return (knowledge.telling.exclusions.class_of(content_of(one)), one.phase is Phase.DENIED)
