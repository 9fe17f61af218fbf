"""Says in the sentence of a promise who promises it, if the sentence has only what is promised."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.languages import lexicon
from episodic.languages.messages import find_template, message_text
from episodic.languages.registry import is_ideographic
from episodic.model.readings import Phase
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.replay.sentences.own_sentences import names_nobody
from episodic.pipeline.replay.sentences.sentence_context import SentenceContext, with_sentences


def with_speaker_names(statements: Sequence[ReplayedStatement], context: SentenceContext) -> list[ReplayedStatement]:
    """Return the statements, with the speaker in front of the sentence of each promise that would else be read as a
    fact: "Ann will pay Bo" becomes "Ann promised Bo: Ann will pay Bo". A Chinese sentence, which needs no subject, does
    not name its speaker twice.
    """
    language = context.language
    parties: dict[str, tuple[str, str, str]] = {}
    for one in context.told:
        reading, written = one.spanned.reading, one.names
        if one.made.predicate.uttered and reading.core.phase in (Phase.HOLDS, Phase.BEGINS):
            target = "" if reading.object is None or names_nobody(written[reading.object]) else written[reading.object]
            key = f"uttered.{one.made.predicate.name}" + ("" if target else "_alone")
            parties[one.made.uuid] = (written[reading.subject], target, key)
    made: dict[str, str] = {}
    for statement in statements:
        said = statement.shown_sentence
        speaker, target, key = parties.get(statement.uuid, ("", "", ""))
        named = find_template(key, language) is not None and not names_nobody(speaker)
        if named and lexicon.pattern("utterances").search(said) is None:
            if is_ideographic(language):
                opening = max(filter(said.startswith, context.clusters[statement.subject].names), key=len, default="")
                speaker, said = opening or speaker, said.removeprefix(opening)
            made[statement.uuid] = message_text(
                key, language, subject=speaker[:1].upper() + speaker[1:], target=target, said=said
            )
    return with_sentences(statements, made)
