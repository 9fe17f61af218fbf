"""Replaces a sentence that statements share ("Ann and Bo live in York") by one for each ("Ann lives in York")."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from episodic.dedup.nodes import PlacedNode
from episodic.languages import lexicon
from episodic.languages.messages import find_template, message_text
from episodic.model.episodes import Language
from episodic.model.name_keys import name_key
from episodic.model.predicates import Predicate, PredicateKind, predicate_key
from episodic.model.readings import Phase, StatementScope
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.replay.sentences.sentence_context import SentenceContext, with_sentences
from episodic.pipeline.replay.sentences.verb_forms import FIRST_WORD, is_plural, singular_forms, with_plural_verb
from episodic.pipeline.replay.statement_sources import SourcedStatement, StatementSource
from episodic.text.descriptive_names import names_speaker, opens_with_owner

_TOLD_AS_SO: Final = (StatementScope.WORLD, StatementScope.CLAIM, StatementScope.BELIEF)
"""The scopes of sentences that tell what is so; a sentence about a plan or wish says "is to have" or "should have"."""
_STOPS: Final = " .。!！;；"


def own_sentences(
    sources: Sequence[StatementSource],
    *,
    nodes: Sequence[Sequence[PlacedNode]],
    find: Callable[[str], Predicate | None],
    language: Language,
) -> list[str | None]:
    """Return, for each statement, a sentence of its own, or None if none can be made. A sentence is made only for a
    statement that shares its quote, sentence and predicate with a statement about another subject or object. For
    statements that share no sentence, return None.

    The new sentence is the shared sentence with the statement's own subject and object in place of a list of names. If
    the shared sentence has no list of names, the new sentence consists of subject, predicate and object. For a sentence
    such as "The guards are Ann and Bo", return None, because "The guards are Ann" would not be true. *nodes* contains
    the nodes (entities) of each window; a sentence may use any of their names. *find* returns the predicate with a
    given name.
    """
    groups: dict[tuple[object, ...], list[int]] = {}
    for number, source in enumerate(sources):
        groups.setdefault(_group_key(source), []).append(number)
    made: list[str | None] = [None] * len(sources)
    for members in groups.values():
        if len({_arguments(sources[one]) for one in members}) > 1:
            group = _SentenceGroup.of([sources[one] for one in members], find, language, nodes=nodes)
            for number in members:
                made[number] = group.divided(sources[number])
    return made


def with_state_sentences(statements: Sequence[ReplayedStatement], context: SentenceContext) -> list[ReplayedStatement]:
    """Return the statements, with short sentences for some states. A reader sometimes reports a state with the sentence
    of an event, such as "Ann took the sword". Such a state gets a short sentence such as "Ann has the sword".

    Without short sentences, a list of facts would show the sentence of the event twice: for the event and for the
    state. A state without a known short sentence keeps the sentence of the event.
    """
    events = {_event_key(one) for one in context.read if one.made.predicate.kind is PredicateKind.EVENT}
    made: dict[str, str] = {}
    for one in context.read:
        state = one.made.predicate.kind is PredicateKind.STATE and one.made.sentence is None
        if state and _event_key(one) in events:
            source = (one.spanned, one.numbers, one.names)
            text = _SentenceGroup.of([source], context.find, context.language).composed(source)
            if text is not None:
                made[one.made.uuid] = text
    return with_sentences(statements, made)


def shared_sentences(told: Iterable[SourcedStatement]) -> dict[str, str]:
    """Return, by statement id, the shared sentence of each statement whose own sentence begins with an owner such as
    "her". A shared sentence is one that the reader gave to several statements at once. For example, the shared sentence
    "Ann and her husband live in York" tells whose husband is meant. The own sentence "Her husband lives in York" does
    not tell whose husband is meant. A shared sentence that begins with an owner itself is left out.
    """
    made: dict[str, str] = {}
    for one in told:
        own, shared = one.made.sentence, one.spanned.reading.core.text
        if own is not None and opens_with_owner(own) and not opens_with_owner(shared):
            made[one.made.uuid] = shared
    return made


def names_nobody(name: str) -> bool:
    """Return whether a name such as "I", "my father", "her cook" or 他房里的丫头 does not tell whom it means without
    its context.
    """
    pronoun = name_key(name) in lexicon.words("narrator_pronouns")
    return pronoun or names_speaker(name) or opens_with_owner(name)


def _event_key(told: SourcedStatement) -> tuple[object, ...]:
    core = told.spanned.reading.core
    return told.spanned.span, core.text, core.scope, told.made.holder


def _group_key(source: StatementSource) -> tuple[object, ...]:
    spanned = source[0]
    reading, core = spanned.reading, spanned.reading.core
    return (
        spanned.window, spanned.span, core.text, predicate_key(core.predicate), core.value, core.phase, core.scope,
        reading.holder,
    )  # fmt: skip


def _arguments(source: StatementSource) -> tuple[int, int | None]:
    reading = source[0].reading
    return reading.subject, reading.object


@dataclass(frozen=True, slots=True)
class _SentenceGroup:
    """Statements with the same quote and sentence, and the names of their subjects and objects."""

    subjects: Mapping[int, frozenset[str]]
    objects: Mapping[int, frozenset[str]]
    known: Predicate | None
    language: Language

    @classmethod
    def of(
        cls,
        sources: Sequence[StatementSource],
        find: Callable[[str], Predicate | None],
        language: Language,
        *,
        nodes: Sequence[Sequence[PlacedNode]] = (),
    ) -> _SentenceGroup:
        subjects: dict[int, frozenset[str]] = {}
        objects: dict[int, frozenset[str]] = {}
        for source in sources:
            reading = source[0].reading
            subjects[reading.subject] = _names_of(source, reading.subject, nodes)
            if reading.object is not None:
                objects[reading.object] = _names_of(source, reading.object, nodes)
        found = find(sources[0][0].reading.core.predicate)
        fits = found is not None and all(_can_have(found, source, nodes) for source in sources)
        return cls(subjects, objects, found if fits else None, language)

    def divided(self, source: StatementSource) -> str | None:
        reading = source[0].reading
        if len(self.subjects) > 1 and lexicon.pattern("plural_complements").search(reading.core.text):
            return None
        said = reading.core.text
        if self._says_what_is_theirs(said) or self._says_all_that_is(said) or self._lists_in_turn(said):
            return None
        text = self._without_lists(reading.core.text, reading.subject, reading.object)
        whole = text is not None and self._is_whole(text, reading.subject, reading.object)
        return (self.composed(source) or text) if text is None or whole else text

    def _says_what_is_theirs(self, text: str) -> bool:
        """Return whether a sentence says "their" after the list of its subjects, as in "Ann and Bo raised their debts"."""
        found = _listed(self.subjects.values(), text) if len(self.subjects) > 1 else None
        return found is not None and lexicon.pattern("group_possessives").search(text, found.end()) is not None

    def _says_all_that_is(self, text: str) -> bool:
        """Return whether a sentence says who or what somebody or something is, and ends with the names of all subjects
        or objects of the statements that share the sentence. Examples are "The guards are Ann and Bo", "The family are
        only two, Ann and Bo", and "His eldest son is Cal, his second son Bo".
        """
        listed = self.subjects if len(self.subjects) > 1 else self.objects
        found = _listed(listed.values(), text) if len(listed) > 1 else None
        if found is None or text[found.end() :].strip(_STOPS):
            return False
        count = lexicon.pattern("counts_before_lists").pattern
        copulas = lexicon.pattern("copulas", before=r"(?:^|\b|(?<=[^\x00-\x7f]))", after=rf"(?:{count})?[\s：:，,]*$")
        return copulas.search(text[: found.start()]) is not None

    def _lists_in_turn(self, text: str) -> bool:
        """Return whether a list of at least three subjects or objects has a second list of as many items after it. The
        second list has one item for each of them, as in "Ann, Bo and Cal are the eldest, second and third child of
        Dan".
        """
        listed = self.subjects if len(self.subjects) > 1 else self.objects
        found = _listed(listed.values(), text) if len(listed) > 2 else None
        return found is not None and sum(1 for _ in lexicon.pattern("list_separators").finditer(text, found.end())) == (
            len(listed) - 1
        )

    def _is_whole(self, text: str, subject: int, target: int | None) -> bool:
        """Return whether a sentence about one of several people wrongly says that this person alone is the whole group.
        An example is "Ann is the Three Sailors".
        """
        if len(self.subjects) == 1 or target is None:
            return False
        either = f"(?:{_run_of(self.subjects[subject])})(.*?)(?:{_run_of(self.objects[target])})\\W*"
        found = re.fullmatch(either, text)
        return found is not None and lexicon.pattern("copulas").fullmatch(found[1].strip()) is not None

    def _without_lists(self, text: str, subject: int, target: int | None) -> str | None:
        """Return the sentence with one subject and one object in place of lists. Return None if the sentence has no
        such lists, or if its words fit only several subjects.
        """
        if len(self.subjects) > 1:
            found = _listed(self.subjects.values(), text)
            if found is None:
                return None
            own = _longest(self.subjects[subject], found.group())
            rest = _after_list(text[found.end() :], own)
            if rest is None or lexicon.pattern("group_words").search(rest):
                return None
            text = f"{text[: found.start()]}{own}{rest}" if found.start() else f"{own[:1].upper()}{own[1:]}{rest}"
        if len(self.objects) > 1 and target is not None:
            found = _listed(self.objects.values(), text)
            if found is None:
                return None
            own, rest = _longest(self.objects[target], found.group()), _without_count(text[found.end() :])
            if found.start():
                return f"{text[: found.start()]}{own}{rest}"
            # The list of objects opens the sentence, and its members are the grammatical subjects. For example, "Ann
            # and Bo are sons of Cal" is the sentence for "Cal is the father of Ann and Bo".
            single = None if _counts(rest) else _after_list(rest, own)
            return None if single is None else f"{own}{single}"
        return text

    def composed(self, source: StatementSource) -> str | None:
        """Return a sentence made of the statement's subject, predicate and object. Return None if the statement says
        more than subject, predicate and object. Return None, too, if the statement is denied, ends a state, or is about
        a plan, wish or dream. Return None also if the subject is only called "I", or if the message catalogue has no
        sentence for the predicate. The message catalogue has no sentences for events, because only the reader's
        sentence says whether an event happened or was planned, and how.
        """
        spanned, _, names = source
        reading, core = spanned.reading, spanned.reading.core
        subject = _without_speaker(names[reading.subject], self.subjects[reading.subject])
        target = (
            None if reading.object is None else _without_speaker(names[reading.object], self.objects[reading.object])
        )
        says_more = reading.participants or core.qualifier or core.condition or core.duration or core.habit
        says_more = says_more or core.scope not in _TOLD_AS_SO
        if self.known is None or says_more or core.phase not in (Phase.HOLDS, Phase.BEGINS):
            return None
        key = f"composed.{self.known.name}"
        template = find_template(key, self.language)
        said = target or core.value or ""
        if template is None or bool(said) != ("{target}" in template):
            return None
        if name_key(subject) in lexicon.words("narrator_pronouns"):
            return None
        text = message_text(key, self.language, subject=subject, target=said)
        text = with_plural_verb(text, subject)
        return text[:1].upper() + text[1:]


def _without_speaker(name: str, others: Iterable[str]) -> str:
    """Return *name*. If *name* shows a speaker's point of view ("my father"), return instead the longest name in
    *others* that shows no point of view. If *others* has no such name, return *name*.
    """
    if not names_speaker(name):
        return name
    return max((one for one in others if not names_speaker(one)), key=lambda one: (len(one), one), default=name)


def _can_have(predicate: Predicate, source: StatementSource, nodes: Sequence[Sequence[PlacedNode]]) -> bool:
    """Return whether the statement can have this predicate of the table, given the entity types of its subject and
    object. The entity types are not checked if they are not known, or if the reading uses the predicate's main name.
    """
    spanned = source[0]
    reading, window = spanned.reading, nodes[spanned.window] if spanned.window < len(nodes) else ()
    if predicate.is_named_exactly(reading.core.predicate) or max(reading.subject, reading.object or 0) >= len(window):
        return True
    target = None if reading.object is None else window[reading.object].reading.type
    return predicate.fits(window[reading.subject].reading.type, target, has_value=reading.core.value is not None)


def _names_of(source: StatementSource, number: int, nodes: Sequence[Sequence[PlacedNode]]) -> frozenset[str]:
    spanned, _, names = source
    window = nodes[spanned.window] if spanned.window < len(nodes) else ()
    surfaces = window[number].reading.surfaces if number < len(window) else ()
    return frozenset((names[number], *(one.text for one in surfaces)))


def _longest(names: Iterable[str], text: str) -> str:
    found = (match.group() for match in re.finditer(_run_of(names), text))
    return max(found, key=lambda name: (len(name), name))


def _run_of(names: Iterable[str]) -> str:
    form = "|".join(re.escape(one) for one in sorted(names, key=lambda one: (-len(one), one)))
    return rf"(?:{form})(?:\s?(?:{form}))*"


def _listed(listed: Collection[frozenset[str]], text: str) -> re.Match[str] | None:
    """Return the first enumeration in the text, such as "Harbor and Town", if it names exactly the entities whose names
    are given in *listed*. Return None if the text has no enumeration, or if its first enumeration does not name exactly
    the entities in *listed*. Return None, too, if the first enumeration only makes sense as a whole ("between Harbor
    and Town").
    """
    forms = {name for names in listed for name in names}
    either = _run_of(forms)
    separator = lexicon.pattern("list_separators").pattern
    found = re.search(rf"(?:{either})(?:(?i:{separator})(?:{either}))+", text)
    if found is None or not all(any(name in found.group() for name in names) for names in listed):
        return None
    count = lexicon.pattern("counts_before_lists", after=r"[\s,，:：]*$")
    before, whole = count.sub("", text[: found.start()]), lexicon.pattern("whole_lists", after="$")
    if lexicon.pattern("list_separators", after="$").search(before) or whole.search(before):
        return None
    further = lexicon.pattern("list_separators").match(text, found.end())
    if further is not None or lexicon.pattern("after_whole_lists").match(text, found.end()):
        return None
    return found


def _counts(rest: str) -> bool:
    """Return whether *rest*, the sentence after a list of subjects, fits only several subjects. Such a sentence says
    how many the subjects are ("the two sons"), or has a predicate that fits only several people ("brothers").
    """
    adverbs = lexicon.pattern("list_adverbs")
    group = (one for one in lexicon.pattern("group_words").finditer(rest) if not adverbs.match(one[0]))
    return any(group) or lexicon.pattern("plural_complements").search(rest) is not None


def _without_count(rest: str) -> str:
    """Return *rest*, the sentence after a list, without the number of those who are listed ("the three of them"). The
    number is removed only if the sentence is well formed without it.
    """
    return lexicon.pattern("group_counts").sub("", rest)


def _after_list(rest: str, subject: str) -> str | None:
    """Return *rest*, the sentence after its list of subjects, in the form for the one *subject*. Adverbs of the list
    such as 都 ("all") are removed, and the verb gets the form for one subject. Return None if the form of the verb for
    one subject is not known. In a text without spaces between words, such as Chinese, the verb stays unchanged.
    """
    adverbs = lexicon.pattern("list_adverbs")
    while found := adverbs.match(rest):
        rest = rest[found.end() :]
    word = FIRST_WORD.match(rest)
    if word is None or is_plural(subject):
        return rest
    singular = singular_forms()
    if word[1] in singular:
        return f"{rest[: word.start(1)]}{singular[word[1]]}{rest[word.end(1) :]}"
    return rest if lexicon.pattern("past_verbs").fullmatch(word[1]) else None
