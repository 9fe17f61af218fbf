"""Replaces words such as "her husband" in sentences by the partner's name, if the work tells who the partner is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.replay.sentences.own_sentences import shared_sentences
from episodic.pipeline.replay.sentences.sentence_context import SentenceContext, with_sentences


def with_partner_names(statements: Sequence[ReplayedStatement], context: SentenceContext) -> list[ReplayedStatement]:
    """Return the statements, with sentences in which a partner's name replaces words such as "her husband". Words such
    as "her husband" are replaced at the beginning of a sentence and in a list of names. In these places, such words do
    not tell whose husband is meant. If the partner's name is unknown, a sentence such as "Her husband lives in York"
    does not tell whose husband is meant. The statements about both partners then keep one common sentence, such as "Ann
    and her husband live in York".
    """
    named = _named(statements, context)
    return with_sentences(statements, shared_sentences(context.told) | named)


def _named(statements: Sequence[ReplayedStatement], context: SentenceContext) -> dict[str, str]:
    linked = context.partners
    forms: dict[str, list[tuple[str, str]]] = {}
    for one in context.told if linked else ():
        for number, written in zip(one.numbers, one.names, strict=False):
            if number in linked:
                forms.setdefault(one.made.uuid, []).append((re.escape(written), linked[number]))
    made: dict[str, str] = {}
    for statement in statements if forms else ():
        sentence = text = statement.shown_sentence
        for form, name in forms.get(statement.uuid, ()):
            text = re.sub(rf"^(?i:{form})|(?<=, ){form}|(?<=[、，]){form}", name.replace("\\", r"\\"), text)
        if text != sentence:
            made[statement.uuid] = text
    return made
