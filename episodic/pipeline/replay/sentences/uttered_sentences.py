"""Says in the sentence of a promise who promises it, if the sentence has only what is promised."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from episodic.languages import lexicon
from episodic.languages.messages import find_template, message_text
from episodic.languages.registry import is_ideographic
from episodic.model.episodes import Language
from episodic.model.readings import Phase
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.replay.sentences.own_sentences import names_nobody
from episodic.pipeline.replay.statement_sources import EventStatement


def uttered_sentences(
    statements: Iterable[ReplayedStatement],
    told: Iterable[EventStatement],
    language: Language,
    names_of: Callable[[int], Iterable[str]],
) -> dict[str, str]:
    """Return, by statement id, the sentence with its speaker in front, for each promise whose sentence would else be
    read as a fact: "Ann will pay Bo" becomes "Ann promised Bo: Ann will pay Bo". A Chinese sentence, which needs no
    subject, does not name its speaker twice. *told* are the readings of the statements, and *names_of* returns the
    names of a cluster.
    """
    parties: dict[str, tuple[str, str, str]] = {}
    for one in told:
        reading, written = one.spanned.reading, one.names
        if one.made.predicate.uttered and reading.core.phase in (Phase.HOLDS, Phase.BEGINS):
            target = "" if reading.object is None or names_nobody(written[reading.object]) else written[reading.object]
            key = f"uttered.{one.made.predicate.name}" + ("" if target else "_alone")
            parties[one.made.uuid] = (written[reading.subject], target, key)
    made: dict[str, str] = {}
    for statement in statements:
        said = statement.sentence or statement.reading.core.text
        speaker, target, key = parties.get(statement.uuid, ("", "", ""))
        named = find_template(key, language) is not None and not names_nobody(speaker)
        if named and lexicon.pattern("utterances").search(said) is None:
            if is_ideographic(language):
                opening = max(filter(said.startswith, names_of(statement.subject)), key=len, default="")
                speaker, said = opening or speaker, said.removeprefix(opening)
            made[statement.uuid] = message_text(
                key, language, subject=speaker[:1].upper() + speaker[1:], target=target, said=said
            )
    return made
