"""Finds plans whose sentence says that somebody gives an order, asks or invites. If no state would follow from carrying
out the plan, the plan becomes an event: the giving of the order.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from episodic.languages import lexicon
from episodic.model.predicates import Predicate, PredicateKind
from episodic.model.readings import Phase, Placement, StatementCore, StatementReading, StatementScope
from episodic.pipeline.replay.statements.effects import effects_of

_PAUSE: Final = re.compile("[,，;；]")


def as_given_order(
    reading: StatementReading, clauses: str, *, forms: Collection[str], predicate: Predicate
) -> StatementReading:
    """Return the statement. A plan whose subject is also its holder becomes an event of the story's world if its
    sentence says that the subject gives an order. Examples are "Ann ordered the cook to prepare a meal" and
    员外叫庖人安排筵宴.

    An order stays a plan if a state would follow from what is ordered. As an event, what is ordered would count as
    carried out. However, Cal is not dead after "Ann ordered Bo to kill Cal". Time words after the verb of ordering tell
    when the order is to be carried out, so they are not the time of the event.

    *clauses* is the quote extended to whole clauses, *forms* are the names of the statement's subject, and *predicate*
    is the canonical predicate of the statement.
    """
    core = reading.core
    own = core.scope is StatementScope.PLAN and reading.holder == reading.subject and not reading.tellers
    happens = predicate.kind is PredicateKind.EVENT and predicate.life is None and not effects_of(predicate)
    plain = core.phase in (Phase.HOLDS, Phase.BEGINS) and not core.condition and not core.habit
    ordered = gives_order(core.text, forms) or _gives_order_later(core.text, forms, core.predicate)
    if not (own and happens and plain and ordered):
        return reading
    placing = Placement.NOW if core.placing is Placement.AHEAD else core.placing
    core = replace(_without_ordered_time(core, clauses), scope=StatementScope.WORLD, placing=placing)
    return replace(reading, core=core, holder=None)


def as_asked_for(reading: StatementReading, sentence: str, forms: Collection[str]) -> StatementReading:
    """Return the statement. The field `asked_for` of a plan becomes true if the person who has the plan asks somebody
    to carry it out. *sentence* must say that the person orders, asks or invites somebody, as in "Ann told Bo to kill
    Cal". What is asked for stays a plan, because it may not be carried out.

    *sentence* is the sentence that is shown for the statement, and *forms* are the names of the person who has the
    plan.
    """
    asks = reading.core.scope is StatementScope.PLAN and _begins_by(sentence, forms, "orders", "requests")
    return replace(reading, core=replace(reading.core, asked_for=True)) if asks else reading


def gives_order(sentence: str, forms: Collection[str]) -> bool:
    """Return whether a sentence begins with one of the names in *forms*, followed by a verb of giving an order."""
    return _begins_by(sentence, forms, "orders")


def _gives_order_later(sentence: str, forms: Collection[str], predicate: str) -> bool:
    """Return whether a sentence begins with one of the names in *forms*, and a later clause of the sentence tells an
    order. The order must be to do what *predicate* means. Examples are "Ann scolded Bo and ordered the men to arrest
    him" and 林河大骂吴海，命人去捉他.

    Return False if words of intention, such as "wanted to", precede the order, because the order may then be only
    planned.
    """
    if not any(one and sentence.startswith(one) for one in forms):
        return False
    written = predicate.replace("_", " ")
    return any(
        written in sentence[order.end() :] and not lexicon.pattern("intentions").search(sentence, 0, order.start())
        for order in _later_orders(sentence)
    )


def _later_orders(sentence: str) -> Iterator[re.Match[str]]:
    joined = lexicon.pattern("clause_conjunctions", before=" ", after="(?= )").finditer(sentence)
    for border in (*_PAUSE.finditer(sentence), *joined):
        order = lexicon.pattern("orders").match(sentence, border.end())
        if order is not None:
            yield order


def _begins_by(sentence: str, forms: Collection[str], *patterns: str) -> bool:
    """Return whether a sentence begins with one of the names in *forms*, and the next words match a word pattern. An
    example of a word pattern is "orders" (the verbs of giving an order). *patterns* contains the names of the word
    patterns to try.
    """
    begun = (one for one in forms if one and sentence.startswith(one))
    return any(lexicon.pattern(pattern).match(sentence, len(one)) for one in begun for pattern in patterns)


def _without_ordered_time(core: StatementCore, clauses: str) -> StatementCore:
    if not core.time:
        return core
    ordering = lexicon.pattern("order_verbs").search(clauses)
    ordered = ordering is not None and clauses.rfind(core.time) >= ordering.end()
    return replace(core, time=None, time_event=None) if ordered else core
