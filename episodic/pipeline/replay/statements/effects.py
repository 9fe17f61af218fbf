"""Derives the states that an event statement begins or ends, as the event's predicate declares.

For example, the sword belongs to Wu after the event "Ann gave Wu the sword", and no longer belongs to Ann.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from episodic.dedup.cluster import Cluster
from episodic.dedup.nodes import is_pronoun
from episodic.languages import lexicon
from episodic.languages.messages import find_template, message_text
from episodic.model.episodes import Language
from episodic.model.name_keys import name_key
from episodic.model.predicates import Cardinality, Effect, Predicate, PredicateKind, Slot, shipped_table
from episodic.model.readings import Phase, Placement, StatementReading, StatementScope
from episodic.model.settings import LIVING
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.replay.sentences.verb_forms import with_plural_verb
from episodic.pipeline.replay.statement_sources import SourcedStatement
from episodic.pipeline.replay.statements.intentions import is_only_intended
from episodic.pipeline.replay.statements.places_nearby import place_nearby
from episodic.pipeline.text_positions import SpannedStatement
from episodic.text.descriptive_names import is_description, names_speaker

_ASSERTED = (StatementScope.WORLD, StatementScope.CLAIM)
"""The scopes in which states are derived from an event. No state is derived from an event of any other scope, such as a
belief, plan, wish or dream.
"""
_IDEA: Final = "Concept"
"""The entity type of an idea, law, title or custom that the story treats as a thing."""
_ROLES = {Slot.SUBJECT: "co_subject_roles", Slot.RECIPIENT: "recipient_roles", Slot.GIVER: "giver_roles"}
"""For each part that a participant (an entity beside subject and object) can have in an event, the name of a word list.
The parts are a subject beside the main subject, a recipient and a giver. The list contains the role names with which
readers describe this part. For example, a participant is a recipient of an event if the participant's role is in the
word list "recipient_roles".
"""
_COINED: Final[Mapping[str, tuple[Effect, ...]]] = {
    "deaths": (Effect("dead", excluded_types=LIVING),),
    "suicide_verbs": (Effect("dead", excluded_types=LIVING),),
    "using_up": (Effect("holds", object=Slot.OBJECT, ends=True, excluded_types=LIVING),),
    "releases": (
        Effect("imprisoned_in", subject=Slot.OBJECT, ends=True, object_types=LIVING),
        Effect("imprisoned_in", ends=True, excluded_types=LIVING),
    ),
    "repayments": (
        Effect("owes", object=Slot.OBJECT, ends=True, object_types=(*LIVING, "Organization")),
        Effect("owes", object=Slot.RECIPIENT, ends=True),
    ),
}
"""Effects of events whose predicate is not in the predicate table but made up by a reader. Each key is the name of a
pattern or word list. The effects apply if the predicate's name matches this pattern or is in this word list.
"""


def derived_statements(
    event: SourcedStatement,
    *,
    name_of: Callable[[int], str],
    type_of: Callable[[int], str],
    find: Callable[[str], Predicate | None],
    language: Language,
) -> Iterator[SpannedStatement]:
    """Yield the states that follow from an event statement, as statement readings with the quote, time and scope of the
    event.

    *name_of* returns the name of an entity, given by its index in the reading, for use in the sentence of a state. If
    *name_of* returns "", the state keeps the sentence of the event. *type_of* returns the entity type of a cluster, and
    *find* returns the predicate with a given name.

    No state follows from an event that is denied, habitual, still ahead or dependent on a condition. No state follows,
    either, from an event that is believed, planned, wished or dreamt, or that is only promised or agreed on. No title
    follows from an appointment that names no office, and giving money, food or a drink does not make the recipient its
    owner. No derived state says that a thing is inside a person or creature. The sentence of a state about a place
    keeps words such as "outside" before the name of the place.
    """
    made, core = event.made, event.spanned.reading.core
    asserted = core.scope in _ASSERTED and core.phase in (Phase.HOLDS, Phase.BEGINS)
    if not asserted or core.habit or core.condition or core.placing is Placement.AHEAD:
        return
    if is_only_intended(event.spanned.reading, event.names):
        return
    # Statements of one quote keep their order, so the state of the giver ends before the state of the recipient begins.
    for effect in sorted(effects_of(made.predicate), key=lambda one: not one.ends):
        state = find(effect.predicate)
        nameless = effect.qualified and not effect.ends and not _office(event, type_of)
        if state is None or nameless or not _applies(effect, event, type_of):
            continue
        objects: Sequence[int | None] = (None,) if effect.object is None else nodes_in(effect.object, event)
        for subject in nodes_in(effect.subject, event):
            for object_ in objects:
                in_person = state.place and object_ is not None and type_of(event.numbers[object_]) in LIVING
                if subject != object_ and not in_person and not _is_spent(state, event, object_):
                    text, value = core.text, _value(effect, event, type_of)
                    named = [name_of(one) for one in (subject, object_) if one is not None]
                    if all(named):
                        target = value or ("" if object_ is None else named[1])
                        nearby = None if effect.ends or object_ is None else _nearby(state, event, object_, language)
                        text = state_sentence(
                            state, named[0], nearby or target, ends=effect.ends, language=language, nearby=bool(nearby)
                        )
                    yield derived_statement(event, state, (subject, object_), text, ends=effect.ends, value=value)


def states_already(
    statement: ReplayedStatement, others: Iterable[ReplayedStatement], root: Callable[[int], int]
) -> bool:
    """Return whether one of *others* says the same as the derived statement. Two statements say the same if their
    quotes overlap, and if they have the same predicate, subject, object, scope and holder. In addition, either both or
    neither of them must end a state. If both say that a state with a value (such as an office) ends, the two values
    must not differ.

    *root* returns, for the number of a cluster of mentions, the number that all clusters of the same entity share.
    """
    return any(
        other.predicate.name == statement.predicate.name
        and root(other.subject) == root(statement.subject)
        and _same_target(other, statement, root)
        and other.evidence.start < statement.evidence.end
        and statement.evidence.start < other.evidence.end
        and (other.reading.core.phase is Phase.ENDS) == (statement.reading.core.phase is Phase.ENDS)
        and (other.reading.core.scope, other.holder) == (statement.reading.core.scope, statement.holder)
        for other in others
    )


def effects_of(predicate: Predicate) -> tuple[Effect, ...]:
    """Return the effects that the predicate declares. An event predicate that a reader made up, such as "paid back",
    has the effects that its name suggests.
    """
    if (
        predicate.effects is not None
        or predicate.kind is not PredicateKind.EVENT
        or shipped_table().find(predicate.name)
    ):
        return predicate.effects or ()
    name = predicate.name.replace("_", " ")
    return tuple(one for listed, effects in _COINED.items() if _is_listed(name, listed) for one in effects)


def _is_listed(name: str, listed: str) -> bool:
    return name in lexicon.words(listed) or lexicon.pattern(listed).search(name) is not None


def _same_target(one: ReplayedStatement, other: ReplayedStatement, root: Callable[[int], int]) -> bool:
    if one.object is None or other.object is None:
        core, value = one.reading.core, other.reading.core.value
        of_others = core.phase is Phase.ENDS and core.value and value and name_key(core.value) != name_key(value)
        return one.object is other.object and not of_others
    return root(one.object) == root(other.object)


def _applies(effect: Effect, event: SourcedStatement, type_of: Callable[[int], str]) -> bool:
    if effect.without_object:
        reading = event.spanned.reading
        return reading.object is None and reading.core.value is None
    if effect.object_types == LIVING and effect.ends and effect.subject is Slot.SUBJECT and _turns_away(event):
        return False
    if not effect.object_types and not effect.excluded_types:
        return True
    types = {type_of(event.numbers[node]) for node in nodes_in(Slot.OBJECT, event)}
    wanted = not effect.object_types or (bool(types) and types <= set(effect.object_types))
    return wanted and types.isdisjoint(effect.excluded_types)


def _turns_away(event: SourcedStatement) -> bool:
    """Return whether somebody only walks or turns away from a person, which does not say that he leaves the place."""
    return lexicon.pattern("turnings_away").search(" ".join(event.made.evidence.quote.split())) is not None


def _is_spent(state: Predicate, event: SourcedStatement, object_: int | None) -> bool:
    if object_ is None or state.cardinality is not Cardinality.ONE_SUBJECT:
        return False
    return lexicon.pattern("spent_things").search(event.names[object_]) is not None


def nodes_in(slot: Slot, event: SourcedStatement) -> tuple[int, ...]:
    """Return the indexes (in the event's reading) of the entities that have the part *slot* in the event: SUBJECT,
    OBJECT, RECIPIENT or GIVER. The OBJECT of an event is only the object of its statement. SUBJECT means the subject of
    the event's statement, and participants whose role says that they act together with the subject. Only participants
    with a fitting role are the RECIPIENT or GIVER of an event.
    """
    reading = event.spanned.reading
    swapped = event.made.subject != event.numbers[reading.subject]
    subject, object_ = (reading.object, reading.subject) if swapped else (reading.subject, reading.object)
    if slot is Slot.OBJECT:
        return () if object_ is None else (object_,)
    own = (subject,) if slot is Slot.SUBJECT and subject is not None else ()
    roles = lexicon.words(_ROLES[slot])
    return (*own, *(part.node for part in reading.participants if part.role.casefold() in roles))


def derived_statement(
    event: SourcedStatement,
    state: Predicate,
    nodes: tuple[int, int | None],
    text: str,
    *,
    ends: bool,
    value: str | None = None,
) -> SpannedStatement:
    """Return a statement with the predicate *state*, derived from *event*. The statement says that a state ends if
    *ends* is true, and otherwise that a state begins or holds. *nodes* are the indexes (in the event's reading) of the
    entities that are the subject and the object of the state.
    """
    reading, (subject, object_) = event.spanned.reading, nodes
    core = replace(
        reading.core,
        text=text,
        predicate=state.name,
        value=value,
        phase=Phase.ENDS if ends else _phase(event, value),
        qualifier=None,
        duration=None,
        derived=True,
        passing=reading.core.passing and not ends,
        follows=False,
    )
    derived = StatementReading(
        quote=reading.quote,
        core=core,
        subject=subject,
        object=object_,
        holder=reading.holder,
        tellers=reading.tellers,
    )
    return replace(event.spanned, reading=derived)


def _phase(event: SourcedStatement, office: str | None) -> Phase:
    """Return whether a state that is derived from the statement *event* begins (BEGINS) or holds (HOLDS). If the
    statement *event* reports that a state holds, the derived state holds too. If the statement *event* reports an event
    or the beginning of a state, the derived state begins. If the state is an *office* that somebody keeps, as in "he
    was to remain governor", the office holds.
    """
    made = event.made
    holds = made.predicate.kind is not PredicateKind.EVENT and made.reading.core.phase is Phase.HOLDS
    kept = office is not None and lexicon.pattern("continued_offices").search(made.evidence.quote)
    return Phase.HOLDS if holds or kept else Phase.BEGINS


def _nearby(state: Predicate, event: SourcedStatement, object_: int, language: Language) -> str | None:
    if not state.place or find_template(f"derived.{state.name}_nearby", language) is None:
        return None
    return place_nearby(event.names[object_], (event.spanned.reading.core.text, event.made.evidence.quote))


def _value(effect: Effect, event: SourcedStatement, type_of: Callable[[int], str]) -> str | None:
    return _office(event, type_of) if effect.qualified else None


def _office(event: SourcedStatement, type_of: Callable[[int], str]) -> str | None:
    """Return the office to which somebody is appointed: the qualifier of the appointment, or, if it has no qualifier,
    the name of a participant. Readers list an office ("the wardenship") as a participant of type Concept, with a role
    that says what the appointment is about ("as", "topic"). Without a qualifier, return None unless exactly one
    participant is of type Concept and has a role such as "as" or "topic". Return None, too, if the sentence of the
    appointment does not contain this participant's name.
    """
    reading = event.spanned.reading
    if reading.core.qualifier:
        return reading.core.qualifier
    topics = lexicon.words("topic_roles")
    spoken_of = [one.node for one in reading.participants if one.role.casefold() in topics]
    offices = [event.names[node] for node in spoken_of if type_of(event.numbers[node]) == _IDEA]
    return offices[0] if len(offices) == 1 and offices[0] in reading.core.text else None


def state_sentence(
    state: Predicate, subject: str, target: str, *, ends: bool, language: Language, nearby: bool = False
) -> str:
    """Return the sentence of a derived state, such as "Ann has the sword.", in the given language. If *nearby* is true,
    *target* says where the subject is in relation to a place, as in "Ann is outside York".
    """
    suffix = ("_ended" if target else "_left") if ends else "_nearby" if nearby else ""
    key = f"derived.{state.name}{suffix}"
    known = key if find_template(key, language) else f"derived.other{suffix}"
    label = state.translations.get(language) or state.name.replace("_", " ")
    text = message_text(known, language, subject=subject, target=target, predicate=label)
    if name_key(subject) in lexicon.words("narrator_pronouns"):
        return _of_first_person(text, subject)
    return with_plural_verb(text, subject)


def _of_first_person(text: str, pronoun: str) -> str:
    forms = dict(one.split("=", 1) for one in lexicon.words("first_person_verbs"))
    verb, space, rest = text.removeprefix(f"{pronoun} ").partition(" ")
    return f"{pronoun} {forms[verb]}{space}{rest}" if text.startswith(f"{pronoun} ") and verb in forms else text


def told_name(name: str, cluster: Cluster) -> str:
    """Return *name*, or the most used name of the entity if *name* is only a title of it ("this gentleman"). A name
    from a speaker's point of view ("our room") is replaced by the most used other name. If there is no such name, it is
    replaced by the most used title ("the room"), or else by "". A description of a narrator without a name, such as "a
    boy with a stolen pie", is replaced by "I".
    """
    pronouns = lexicon.words("narrator_pronouns")
    first_person = [one for one in (*cluster.names, *cluster.titles) if name_key(one) in pronouns]
    if first_person and all(is_description(one) for one in {*cluster.names} - {*first_person}):
        return first_person[0]
    speaking = names_speaker(name)
    if not speaking and (name in cluster.names or name not in cluster.titles or is_pronoun(name)):
        return name
    for names in (cluster.names, cluster.titles) if speaking else (cluster.names,):
        others = [one for one in names if not names_speaker(one) and not is_pronoun(one)]
        if others:
            return max(others, key=lambda one: (names[one], one))
    return "" if speaking else name
