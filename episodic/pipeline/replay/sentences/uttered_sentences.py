"""Adds the speaker to the sentence of a promise or threat that says only what is promised or threatened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from episodic.languages import lexicon
from episodic.languages.messages import find_template, message_text
from episodic.languages.registry import is_ideographic
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.replay.sentences.own_sentences import names_nobody
from episodic.pipeline.replay.sentences.sentence_context import SentenceContext, with_sentences
from episodic.pipeline.replay.statement_sources import SourcedStatement

_NO_LISTENERS = frozenset({"Item", "Place", "Ability", "Concept"})
"""The entity types that cannot listen to a promise or threat. If the object of a promise or threat has one of these
types, such as Place, the object is not the listener. Such an object is what is promised or threatened.
"""


@dataclass(frozen=True, slots=True)
class _Utterance:
    """A promise or threat: who utters it, to whom, the name of its predicate, and the message key of its sentence."""

    speaker: str
    target: str
    predicate: str
    key: str


def with_speaker_names(statements: Sequence[ReplayedStatement], context: SentenceContext) -> list[ReplayedStatement]:
    """Return the statements, with the speaker in front of the sentence of each promise or threat that would otherwise
    be read as a fact. For example, "Ann promised Bo" and a colon are put in front of the sentence "Ann will pay Bo". In
    Chinese, the speaker's name is removed from the beginning of the promise itself, because a Chinese sentence needs no
    subject. A threat whose sentence names the speaker, or itself says that somebody threatens, stays as it is.
    """
    language = context.language
    uttered = {one.made.uuid: found for one in context.told if (found := _utterance(one, context)) is not None}
    made: dict[str, str] = {}
    for statement in statements:
        said, found = statement.shown_sentence, uttered.get(statement.uuid)
        if found is None or find_template(found.key, language) is None or names_nobody(found.speaker):
            continue
        names, speaker = context.clusters[statement.subject].names, found.speaker
        telling = () if statement.predicate.uttered else (found.predicate, speaker, *names)
        if lexicon.pattern("utterances").search(said) or any(one in said for one in telling):
            continue
        if is_ideographic(language):
            opening = max(filter(said.startswith, names), key=len, default="")
            speaker, said = opening or speaker, said.removeprefix(opening)
        made[statement.uuid] = message_text(
            found.key,
            language,
            subject=speaker[:1].upper() + speaker[1:],
            target=found.target,
            predicate=found.predicate,
            said=said,
        )
    return with_sentences(statements, made)


def _utterance(one: SourcedStatement, context: SentenceContext) -> _Utterance | None:
    reading, written, predicate = one.spanned.reading, one.names, one.made.predicate
    name = predicate.name.replace("_", " ")
    threat = predicate.kind is PredicateKind.EVENT and lexicon.pattern("threats").search(name) is not None
    if not (predicate.uttered or threat) or reading.core.phase not in (Phase.HOLDS, Phase.BEGINS):
        return None
    target = "" if reading.object is None or names_nobody(written[reading.object]) else written[reading.object]
    if one.made.object is not None and context.clusters[one.made.object].type in _NO_LISTENERS:
        target = ""
    key = f"uttered.{'threat' if threat else predicate.name}{'' if target else '_alone'}"
    return _Utterance(written[reading.subject], target, name, key)
