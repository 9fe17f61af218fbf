"""Replaces "her husband" in sentences by the name of the person whom the work says she is married to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.replay.statement_sources import EventStatement


def partner_sentences(
    statements: Iterable[ReplayedStatement], told: Iterable[EventStatement], linked: Mapping[int, str]
) -> dict[str, str]:
    """Return, by statement id, sentences in which a partner's name replaces words such as "her husband". The words are
    replaced at the beginning of a sentence and in a list of names, where they do not tell whose husband is meant.

    The argument *told* contains the readings of the statements, and *linked* is the result of `link_partners`.
    """
    forms: dict[str, list[tuple[str, str]]] = {}
    for one in told if linked else ():
        for number, written in zip(one.numbers, one.names, strict=False):
            if number in linked:
                forms.setdefault(one.made.uuid, []).append((re.escape(written), linked[number]))
    made: dict[str, str] = {}
    for statement in statements if forms else ():
        sentence = text = statement.sentence or statement.reading.core.text
        for form, name in forms.get(statement.uuid, ()):
            text = re.sub(rf"^(?i:{form})|(?<=, ){form}|(?<=[、，]){form}", name.replace("\\", r"\\"), text)
        if text != sentence:
            made[statement.uuid] = text
    return made
