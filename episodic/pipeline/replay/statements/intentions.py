"""Makes a statement a plan if its sentence or its quote says only that somebody invites, offers, asks or intends.

For example, "Ann invited Bo to Harbor" does not say that Bo went to Harbor.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from episodic.languages import lexicon
from episodic.model.predicates import Predicate, PredicateKind
from episodic.model.readings import Phase, Placement, StatementReading, StatementScope

_NAME: Final = "\u3007"
"""The character that replaces each character of a name in a sentence. Names are replaced because a name can contain the
character of a verb (约 in 姜伯约).
"""
_RUN_ON: Final = 2
"""The maximum length of a clause of the text, as a multiple of the length of the reader's sentence. A longer clause is
not shown in place of the reader's sentence, because it says much more.
"""
_CLAUSE_ENDS: Final = re.compile(r"[.。!！?？;；,，\n“”\"「」]")


def as_intention(
    reading: StatementReading,
    clauses: str,
    *,
    names: Sequence[str],
    can_intend: Callable[[int], bool],
    find: Callable[[str], Predicate | None],
) -> tuple[StatementReading, str | None]:
    """Return the statement, changed to a plan if its event is only intended, offered or asked for, according to its
    sentence or its quote. If only the quote says that the event is intended, also return the clause of the quote that
    says so. A long run-on clause is not returned, because it says much more.

    A statement about the future that is only expected ("Bo would be in town") becomes a plan of its subject, too. Such
    a statement becomes a plan only if it has no time expression. A denied statement about an expected future ("Ann
    could not go") does not become a plan. Such a denied statement is placed at the current moment of its passage.

    *clauses* is the quote extended to whole clauses. The holder of the plan is the last entity that the words name
    before the verb of intention and that can intend something. If there is no such entity, the holder is the
    statement's subject. The plan has no holder if the words say that the subject is asked by somebody who is no entity
    of the reading. An example is "the courtiers asked the King to go", if the courtiers are no entity of the reading.
    If neither a named entity nor the subject can intend something, the statement is not changed to a plan. *names* are
    the names of the entities to which the reading refers by index. *can_intend* returns whether the entity with a given
    index can intend something. *find* returns the predicate with a given name.
    """
    core = reading.core
    if core.scope is StatementScope.WORLD and core.placing is Placement.AHEAD and core.time is None:
        expected = lexicon.pattern("expectations").search(" ".join(clauses.split()))
        if expected is not None:
            return _expected(reading), None
    target = core.value if reading.object is None else names[reading.object]
    if core.scope is not StatementScope.WORLD or core.phase not in (Phase.HOLDS, Phase.BEGINS) or not target:
        return reading, None
    if not _can_be_intended(reading, find(core.predicate)):
        return reading, None
    for words in (core.text, clauses):
        found = _intention(words, target, names)
        if found is None or (words == core.text and _is_carried_out(clauses, target)):
            continue
        holder = _holder(words[: found.start()], reading, names, can_intend)
        if holder is None or _asks_another(words, found.end(), reading, names, target=target):
            continue
        placing = Placement.AHEAD if core.placing is Placement.NOW else core.placing
        by = None if holder == reading.subject and _is_asked(words, found, names[holder]) else holder
        plan = replace(reading, core=replace(core, scope=StatementScope.PLAN, placing=placing), holder=by)
        return plan, None if words == core.text else _clause(words, found, longest=_RUN_ON * len(core.text))
    return reading, None


def _expected(reading: StatementReading) -> StatementReading:
    if reading.core.phase is Phase.DENIED:
        return replace(reading, core=replace(reading.core, placing=Placement.NOW))
    return replace(reading, core=replace(reading.core, scope=StatementScope.PLAN), holder=reading.subject)


def is_only_intended(reading: StatementReading, names: Sequence[str]) -> bool:
    """Return whether the sentence of a statement says only that its event is intended, offered, promised or agreed on.
    The person who intends the event can be the subject or somebody else.
    """
    text = reading.core.text
    target = reading.core.value if reading.object is None else names[reading.object]
    if target and target not in text:
        # `_intention` searches the words before the statement's object for a verb of intention. The sentence *text*
        # does not contain the name or value of the object here. The last character of the first clause is therefore
        # used as the place of the object.
        target = _CLAUSE_ENDS.split(text, maxsplit=1)[0][-1:]
    # In speech, a clause after an intention is a further intention ("I will go and find him"). Such a clause does not
    # say that the first intention was carried out.
    told = reading.core.scope is StatementScope.WORLD
    return bool(target) and _intention(text, target or "", names, whole=told) is not None


def _can_be_intended(reading: StatementReading, known: Predicate | None) -> bool:
    written = reading.core.predicate.replace("_", " ")
    if lexicon.pattern("intention_predicates").search(written):
        return False
    if known is None:
        return reading.coined_kind is PredicateKind.EVENT
    if known.kind is PredicateKind.EVENT:
        return known.learner is None and not lexicon.pattern("intention_predicates").search(known.name)
    return known.living and not known.mental


def _intention(words: str, target: str, names: Sequence[str], *, whole: bool = True) -> re.Match[str] | None:
    place = words.rfind(target)
    if place < 0:
        return None
    start = max((match.end() for match in _CLAUSE_ENDS.finditer(words, 0, place)), default=0)
    masked = words
    for name in names:
        if name in masked and len(name) > 1:
            masked = masked.replace(name, _NAME * len(name))
    found = lexicon.pattern("intentions").search(masked, start, place)
    if found is None:
        return None
    rest = words[place + len(target) :]
    rest = (rest if whole else _CLAUSE_ENDS.split(rest, maxsplit=1)[0]).rstrip(' .。!！?？”"」\n')
    done = lexicon.pattern("done_words")
    return None if done.search(words, found.end(), place) or done.search(rest) else found


def _is_carried_out(quote: str, target: str) -> bool:
    place = quote.rfind(target)
    rest = _CLAUSE_ENDS.split(quote[place + len(target) :], maxsplit=1)[0]
    return place >= 0 and lexicon.pattern("done_words").search(rest) is not None


def _clause(words: str, within: re.Match[str], *, longest: int) -> str | None:
    start = max((match.end() for match in _CLAUSE_ENDS.finditer(words, 0, within.start())), default=0)
    end = _CLAUSE_ENDS.search(words, within.end())
    clause = " ".join(words[start : len(words) if end is None else end.start()].split())
    return clause if len(clause) <= longest else None


def with_whole_clauses(text: str, start: int, end: int) -> str:
    while start > 0 and not _CLAUSE_ENDS.match(text[start - 1]):
        start -= 1
    while end < len(text) and not _CLAUSE_ENDS.match(text[end]) and not _CLAUSE_ENDS.match(text[end - 1]):
        end += 1
    return text[start:end]


def _holder(
    before: str, reading: StatementReading, names: Sequence[str], can_intend: Callable[[int], bool]
) -> int | None:
    """Return the index of the person who has an intention. The person is the last one named in *before*, the text
    before the verb of intention, or else the statement's subject. Return None if neither the subject nor anybody named
    in *before* can intend something. A place or thing can intend something only if its name stands directly before the
    verb ("the city wanted to ...").
    """
    named = _named(before, names)
    if named and (can_intend(named[0]) or before.rstrip().endswith(names[named[0]])):
        return named[0]
    return next(filter(can_intend, (*named, reading.subject)), None)


def _is_asked(words: str, verb: re.Match[str], subject: str) -> bool:
    """Return whether the text names the statement's *subject* directly after the verb of asking, and not before it."""
    # The text of the match *verb* has other characters in place of names, so the same places of *words* are searched.
    asked = subject in words[verb.start() : verb.end()] or words[verb.end() :].lstrip().startswith(subject)
    return asked and subject not in words[: verb.start()]


def _asks_another(words: str, end: int, reading: StatementReading, names: Sequence[str], *, target: str) -> bool:
    """Return whether the person named after the verb of asking, which ends at *end*, is asked for an act of his own.
    The act is assumed to be the asked person's own under two conditions. First, the asked person takes no part in the
    statement. Second, *words* name the statement's subject only after *target* (the name or text of the statement's
    object). If somebody is asked for an act of his own, a statement about this act does not say what the asking person
    intends.
    """
    after = words[end:].lstrip()
    asked = max((one for one in names if one and after.startswith(one)), key=len, default="")
    own = {reading.subject, reading.object, *(one.node for one in reading.participants)}
    if not asked or names.index(asked) in own or target.startswith(asked):
        return False
    return words.find(names[reading.subject]) > words.rfind(target)


def _named(words: str, names: Sequence[str]) -> list[int]:
    """Return the indexes of those *names* that occur in *words*, beginning with the name that occurs last."""
    places = [(words.rfind(name), len(name), number) for number, name in enumerate(names) if name and name in words]
    return [number for _, _, number in sorted(places, reverse=True)]
