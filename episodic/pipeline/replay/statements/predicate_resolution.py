"""The mapping of predicates in readings to canonical predicates, first by the predicate table, then by stored answers.

A predicate that is not in the table raises one question per work. The question shows the sentence or the quote of the
first statement with the predicate.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, Final

from episodic.languages import lexicon
from episodic.model.decisions import Question
from episodic.model.moments import TimeExpression
from episodic.model.predicates import Cardinality, Learner, Predicate, PredicateKind, PredicateTable, predicate_key
from episodic.model.readings import Phase, Placement, StatementCore, StatementReading
from episodic.model.records import from_json
from episodic.model.settings import LIVING
from episodic.model.spans import Span
from episodic.pipeline.text_positions import shortened
from episodic.temporal.judges import default_predicate_answer
from episodic.temporal.questions import PredicateAnswer, PredicateQuestion, question_of

_LEARNER_NAMES: Final = {
    Learner.SUBJECT: "subject_learner_predicates",
    Learner.RECIPIENT: "recipient_learner_predicates",
}
"""For each value of the `learner` flag, the word list with names of predicates which say that the subject, or the
recipient, learns something.
"""


_DAYS: Final = {"hour": 1 / 24, "day": 1.0, "week": 7.0}
_FEW_DAYS: Final = 14


@dataclass(frozen=True, slots=True)
class CanonicalPredicate:
    """The result of mapping a predicate that a reader wrote: a predicate of the predicate table, or a new predicate. If
    `swapped` is true, the statement's subject and object must be exchanged to fit the predicate ("child of" for "parent
    of").
    """

    predicate: Predicate
    swapped: bool
    known: bool
    """Whether the predicate is in the predicate table."""


class PredicateResolver:
    """A resolver that maps predicates in readings to canonical predicates.

    For each predicate as readings write it, the resolver keeps two things from the first use in a replay. The first is
    an example (a sentence or a quote). The second is the kind of predicate that the reading states, if any.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_first_uses",)
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, table: PredicateTable, answers: Mapping[str, str]) -> None:
        self.table = table
        self._answers = answers
        self._rank = {one.name: rank for rank, one in enumerate(table.all())}
        self._first_uses: dict[str, tuple[str, PredicateKind | None]] = {}

    def copy(self) -> PredicateResolver:
        copied = copy.copy(self)
        copied._first_uses = dict(self._first_uses)  # noqa: SLF001 - an object of the same class
        return copied

    def use(self, reading: StatementReading, text: str, quote: Span) -> None:
        """Remember an example and the kind of a predicate, as its reading states it, when a statement first uses the
        predicate.

        A question that asks a judge what a predicate means shows an example. If the reading states the predicate's kind
        (such as event), the example is the sentence of the statement. If not, the example is the quote. Readings that
        older versions of the program stored do not state the kinds of predicates. If a reading states no kind for a
        predicate, the question about the predicate shows the quote, as in older versions. Answers that were stored by
        older versions therefore still apply. The first use is stored even if the author has retracted its statement. A
        retraction therefore does not change the text of the predicate's question. If the text of a question changed,
        its stored answer would no longer apply, and a judge would have to be asked again.
        """
        written, kind = reading.core.predicate, reading.coined_kind
        if written not in self._first_uses:
            example = _example(written, text, quote) if kind is None else " ".join(reading.core.text.split())
            self._first_uses[written] = (example, kind)

    def canonical(self, written: str, episode: str) -> tuple[CanonicalPredicate, Question | None, bool]:
        """Return three values for *written*, a predicate as a reading writes it. The first is the canonical predicate.
        The second is the question whether *written* means a predicate of the table. The third is true if this question
        has no stored answer yet. For a predicate of the predicate table, the question is None.
        """
        shipped = self.table.find(written)
        if shipped is not None:
            return self._one_way(shipped, swapped=False, known=True), None, False
        content = PredicateQuestion(written, *self._first_uses.get(written, ("", None)))
        question = question_of(content, episode)
        kept = self._answers.get(question.uuid)
        answer = default_predicate_answer(content) if kept is None else from_json(PredicateAnswer, kept)
        return self._from_answer(written, answer), question, kept is None

    def fitting(
        self, canonical: CanonicalPredicate, reading: StatementReading, types: tuple[str, str | None]
    ) -> CanonicalPredicate:
        """Return *canonical* if it can have a subject and object of these types. If not, return a new predicate with
        the name and the kind that the reading gives.

        *types* are the entity types of the subject and object. The entity types are not checked if the reading uses the
        main name of *canonical* or a translation of this name. If the field `of_living` of *canonical* names an event,
        and the object is a person or creature, this event is returned. For example, to imprison somebody is to capture
        him. The event is not returned if the statement says that a state ends.
        """
        core = reading.core
        living = self._of_living(canonical, core, types)
        if living is not None:
            return living
        table_predicate, written = canonical.predicate, core.predicate
        if table_predicate.is_named_exactly(written):
            return canonical
        subject, object_ = types if not canonical.swapped or types[1] is None else (types[1], types[0])
        if table_predicate.fits(subject, object_, has_value=core.value is not None):
            return canonical
        kind = reading.coined_kind or table_predicate.kind
        made = Predicate(written, kind=kind, living=table_predicate.living)
        return CanonicalPredicate(made, swapped=False, known=False)

    def _of_living(
        self, canonical: CanonicalPredicate, core: StatementCore, types: tuple[str, str | None]
    ) -> CanonicalPredicate | None:
        """Return the event that the field `of_living` of *canonical* names, if the object is a person or creature. For
        an imprisoned person, this event is the capture of the person. If the object is anything else, return None. If
        the sentence is passive ("Ann is held captive by Bo"), subject and object are exchanged for the returned event.
        """
        named = canonical.predicate.of_living
        if named is None or types[1] not in LIVING or core.phase is Phase.ENDS:
            return None
        event = self.table.find(named)
        passive = lexicon.pattern("captive_subjects").search(core.text) is not None
        return None if event is None else CanonicalPredicate(_with_learner(event), swapped=passive, known=True)

    def for_days(self, predicate: Predicate, core: StatementCore, lasting: TimeExpression | None) -> Predicate:
        """For a short stay, return the predicate that the field `brief` of *predicate* names, if any. A stay is short
        if it lasts at most 14 days from the passage's now, or if it is at an inn. If the stay is not short, return
        *predicate*. For example, a guest who stays two nights in a house is there, but does not live there.
        """
        here = core.placing is Placement.NOW and core.phase in (Phase.HOLDS, Phase.BEGINS) and not core.habit
        if predicate.brief is not None and here and lexicon.pattern("lodgings").search(core.text):
            return self.table.find(predicate.brief) or predicate
        holds_now = core.phase is Phase.HOLDS and core.placing is Placement.NOW
        if predicate.brief is None or lasting is None or lasting.unit not in _DAYS or not holds_now:
            return predicate
        days = lasting.low if lasting.high is None else lasting.high
        if days is None or days * _DAYS[lasting.unit] > _FEW_DAYS:
            return predicate
        return self.table.find(predicate.brief) or predicate

    def for_moment(self, predicate: Predicate, core: StatementCore) -> Predicate:
        """Return another predicate if the sentence of a statement tells only a moment, or *predicate* unchanged.

        Four kinds of predicate can become an event. A decision, for which readers make up a predicate such as "decided
        to stay", is an event. A feeling becomes an event if the sentence tells only a reaction.
        A form of address becomes an event if the sentence tells only a cry. A service becomes an event if the sentence
        tells only that somebody went with another person. For example, the statement that somebody is startled by a
        guess becomes an event, because he does not fear the guesser from then on. A state such as drunkenness becomes a
        passing state. If a sentence denies a state only "for the time", the denial becomes an event. A statement that
        is denied without words such as "for the time", or that tells a habit, keeps its predicate.
        """
        meanwhile = lexicon.pattern("passing_times").search(core.text) if predicate.passing_words else None
        if meanwhile is not None and core.phase is Phase.DENIED:
            return Predicate(f"{predicate.name} {meanwhile[0].casefold()}", kind=PredicateKind.EVENT, living=True)
        if core.phase is Phase.DENIED or core.habit:
            return predicate
        if predicate.kind is PredicateKind.STATE and lexicon.pattern("decisions").fullmatch(
            predicate.name.replace("_", " ")
        ):
            return replace(predicate, kind=PredicateKind.EVENT)
        if _passes(predicate, core):
            return replace(predicate, passing=True)
        found = _momentary_words(predicate, core.text)
        if found is None:
            return predicate
        return Predicate(found.casefold(), kind=PredicateKind.EVENT, living=True)

    def _from_answer(self, written: str, answer: PredicateAnswer) -> CanonicalPredicate:
        same = self.table.find(answer.name) if predicate_key(answer.name) != predicate_key(written) else None
        if same is not None:
            return self._one_way(same, swapped=answer.reversed, known=True)
        made = Predicate(written, kind=answer.kind, cardinality=answer.cardinality, living=answer.living)
        return CanonicalPredicate(_with_learner(made), swapped=False, known=False)

    def _one_way(self, predicate: Predicate, *, swapped: bool, known: bool) -> CanonicalPredicate:
        """Return the predicate, or its inverse with subject and object exchanged if the predicate table lists the
        inverse first.

        "parent of" and "child of" therefore become one canonical predicate.
        """
        if predicate.inverse is None or predicate.inverse == predicate.name:
            return CanonicalPredicate(_with_learner(predicate), swapped, known)
        inverse = self.table.find(predicate.inverse)
        if inverse is None or self._rank[predicate.name] < self._rank[inverse.name]:
            return CanonicalPredicate(_with_learner(predicate), swapped, known)
        return CanonicalPredicate(_with_learner(inverse), not swapped, known)


def _passes(predicate: Predicate, core: StatementCore) -> bool:
    """Return whether a statement tells a state that usually ends soon. A state counts as ending soon if the words of
    its statement name a passing state, such as drunkenness. A mental state also counts as ending soon if the words name
    only a moment of it. A state counts as ending soon, too, if the reader says that it holds only in its scene. A state
    such as fear counts as ending soon if the statement tells how it begins (a fright) and does not say that it lasts.
    """
    if _holds_in_scene_only(predicate, core):
        return True
    if predicate.passing_start and core.phase is Phase.BEGINS and not _lasts(core):
        return True
    if predicate.mental and lexicon.pattern("momentary_words").search(core.text):
        return predicate.learner is None and not predicate.family
    searched = ((predicate.passing_values, core.value or core.text), (predicate.passing_words, core.text))
    return any(words is not None and lexicon.pattern(words).search(said) is not None for words, said in searched)


def _holds_in_scene_only(predicate: Predicate, core: StatementCore) -> bool:
    """Return whether a statement tells a state that, as the reader says, holds only in its scene. Kinship, life and
    death never count as states that hold only in one scene.
    """
    begun = core.phase in (Phase.HOLDS, Phase.BEGINS) and core.placing is Placement.NOW
    lasting = predicate.kind is not PredicateKind.STATE or predicate.family or predicate.life is not None
    return core.passing and begun and not lasting


def _lasts(core: StatementCore) -> bool:
    """Return whether a statement says how long its state lasts, or that it lasts from then on."""
    since = lexicon.pattern("since_words").match(core.time or "")
    return bool(core.duration or since or lexicon.pattern("lasting_starts").search(core.text))


def _momentary_words(predicate: Predicate, text: str) -> str | None:
    """Return the words which show that a feeling, a form of address or a service only lasts for a moment. Return None
    if the sentence *text* has no such words.
    """
    if predicate.moment_words is not None:
        found = lexicon.pattern(predicate.moment_words).search(text)
    elif predicate.passing or not predicate.mental or predicate.learner is not None or predicate.family:
        return None
    else:
        found = None if lexicon.pattern("fears").search(text) else lexicon.pattern("reactions").search(text)
    return None if found is None else found[0]


def _with_learner(predicate: Predicate) -> Predicate:
    """Return the predicate with its `learner`, which says who learns something by the event. A missing `learner`
    follows from the name of the predicate, such as "discovered". If the name does not tell who learns something,
    `learner` stays None.
    """
    if predicate.learner is not None:
        return predicate
    key = predicate_key(predicate.name)
    for learner, names in _LEARNER_NAMES.items():
        if key in _keys(lexicon.words(names)):
            return replace(predicate, learner=learner)
    return predicate


@cache
def _keys(names: frozenset[str]) -> frozenset[str]:
    return frozenset(map(predicate_key, names))


def _example(written: str, text: str, quote: Span) -> str:
    """Return the quote, or the part of a long quote around the predicate's words, on one line. If the quote does not
    contain these words, the beginning of a long quote is returned.
    """
    at = text.find(written, quote.start, quote.end)
    word = quote if at < 0 else Span(at, at + len(written))
    return " ".join(shortened(text, quote, word).split())


def table_for(
    custom: tuple[Predicate, ...], shipped: PredicateTable, attributes: tuple[tuple[str, bool], ...]
) -> PredicateTable:
    """Return the shipped predicate table extended by custom predicates and by the attributes of entity types, except
    attributes whose names the shipped table already has.
    """
    made = tuple(
        Predicate(name, kind=PredicateKind.STATE, cardinality=Cardinality.MANY if many else Cardinality.ONE_VALUE)
        for name, many in attributes
    )
    fresh = tuple(one for one in made if shipped.find(one.name) is None)
    return shipped.extended((*fresh, *(replace(one) for one in custom)))
