"""Short descriptions, such as "the smith" or 村东打铁的王二, that distinguish entities of the same name in a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from episodic.dedup.questions import EntityDescription
from episodic.model.name_keys import name_key
from episodic.prompts import cut

_LONGEST: Final = 40
_CLAUSE: Final = re.compile(r"[^,，;；.。!！?？:：、\n“”\"「」—]+")


def epithets(known: Sequence[EntityDescription], *, quote: int) -> list[str]:
    """Return a short description for each entity that has the same main name and type as another entity in *known*. For
    every other entity, return an empty string.

    A short description is a clause from a quote of the entity, cut to 40 characters. The clause must occur in no quote
    of another entity with the same name and type. Among several clauses that could describe an entity, the first one
    with the entity's name is chosen, or else the first one. The description of an entity is empty if no clause
    distinguishes the entity from the others. The description is also empty if the entity has a name that the others
    lack. The description is also empty if a quote of the entity already distinguishes the entity from the others. Of
    each quote, only the part counts that the prompt with the question shows, which has at most *quote* characters.
    """
    bearers: dict[tuple[str, str], list[EntityDescription]] = {}
    for one in known:
        bearers.setdefault((name_key(one.name), one.type), []).append(one)
    return [
        _epithet(one, [other for other in bearers[name_key(one.name), one.type] if other is not one], quote)
        for one in known
    ]


def _epithet(one: EntityDescription, others: Sequence[EntityDescription], quote: int) -> str:
    taken = {name_key(name) for other in others for name in (other.name, *other.names)}
    if not others or any(name_key(name) not in taken for name in one.names):
        return ""
    elsewhere = "\n".join(each for other in others for each in other.quotes)
    clauses = [match.group().strip() for each in one.quotes for match in _CLAUSE.finditer(each)]
    own = [clause for clause in clauses if clause and clause != one.name and clause not in elsewhere]
    own.sort(key=lambda clause: one.name not in clause)
    shown = one.shown_quotes(quote)
    return "" if not own or any(clause in each for clause in own for each in shown) else cut(own[0], _LONGEST)
