"""The lines of a context pack that are made from facts, entities, threads and issues."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest

from episodic.context.cast import CastMember
from episodic.context.cast_facts import CastFacts, PredicateRoles, in_world
from episodic.context.knowledge import KnownAs, KnownFact
from episodic.context.sections import ContextLine, ContextLines
from episodic.context.settlements import ThreadStatus
from episodic.context.threads import Thread, ThreadKind
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.graph import Fact
from episodic.model.lazy_entries import LazySequence
from episodic.model.predicates import LifeState, PredicateKind, PredicateTable
from episodic.model.readings import LEAST_SALIENCE, MOST_SALIENCE
from episodic.search.attribution import attributed
from episodic.search.chapter_refs import ChapterRef
from episodic.search.fact_views import quotation, quotations
from episodic.search.issue_listing import IssueView
from episodic.search.prompt_lines import entity_line, one_line, scope_named
from episodic.search.validity import validity_of
from episodic.search.view import View, has_ended

_DATED_FACTS = 3
"""The maximum number of dates in the calendar section."""
_TITLE, _TITLES = "title", 2
"""The predicate of titles, and the maximum number of titles of an entity that are shown; the titles told last are
taken.
"""
_PLAN_CHAPTERS = 2
"""The greatest age, in chapters, at which a plan below the highest salience (importance) is still listed as an open
thread.
"""
_CHAPTERS_IN_PLACE = 5
"""Whereabouts that were told before the last five chapters are not shown, because they are probably out of date."""
_OTHER_FACTS = 6
"""The maximum number of shown facts of one entity that are not about its place, possessions, state or rank."""


def fact_text(view: View, fact: Fact, *, language: Language) -> str:
    holder = ""
    if fact.holder_name is not None:
        holder = message_text("subgraph.holder", language, holder=fact.holder_name, scope=scope_named(fact, language))
    text, words = attributed(fact, holder), validity_of(view, fact).words
    return one_line(message_text("context.fact", language, text=text, validity=words) if words else text)


def fact_context_line(view: View, fact: Fact, *, language: Language, label: str = "", place: int = 0) -> ContextLine:
    """Return the line of a context pack for a fact, with *label* before the fact's text."""
    quote = next(iter(quotations(view, fact.evidence)), None)
    return ContextLine(f"{label}{fact_text(view, fact, language=language)}", fact.uuid, quote, place=place)


def cast_lines(
    view: View, cast: Sequence[CastMember], facts: CastFacts, before: Sequence[ChapterRef], *, language: Language
) -> list[ContextLine]:
    """Return for each entity a line with its names and lines about its present state, the most useful lines first.

    Lines with the names of all entities come first, followed by lines about where the entities are, what they have,
    their state and their rank. Lines about other facts that the story told last about the entities come at the end, the
    most salient fact first. Only the latest titles of an entity are shown, because a title stays in the graph until the
    text ends it. A title whose words are part of another title is left out. *before* are the chapters before the
    chapter to write. Whereabouts that were last told before the last five chapters of *before* are left out, because
    they are probably out of date. If an entity has left the last place where it was, a line says where it went. A line
    about an entity's death comes directly after the line with the entity's name.
    """
    roles = PredicateRoles.of(view)
    table = view.vocabulary.table
    since = before[-_CHAPTERS_IN_PLACE].order if len(before) >= _CHAPTERS_IN_PLACE else 0
    ranked: list[tuple[int, int, ContextLine]] = []
    for place, member in enumerate(cast):
        named = one_line(entity_line(member.entity, language=language))
        ranked.append(
            (_NAME, place, ContextLine(named, member.uuid, quotation(view, member.entity.first), place=place))
        )
        described = titles = 0
        about = _present_facts(facts, member.uuid)
        moved = _last_move(about, roles, table)
        for fact in about:
            known = table.find(fact.predicate)
            rank = _PLACE if fact is moved else _rank(fact.predicate if known is None else known.name, roles)
            if known is not None and known.life is LifeState.DEAD:
                rank = _NAME
            elif rank <= _CHANGING and not fact.on_main_line:
                continue
            if fact is moved or (known is not None and known.presence):
                latest = fact if moved is None else moved
                if fact.evidence[-1].told.order < since or fact.told_at < latest.told_at:
                    continue
            if known is not None and known.name == _TITLE:
                if titles == _TITLES or _is_part_of_other(fact, about):
                    continue
                titles += 1
            if rank == _OTHER:
                described += 1
            if rank < _OTHER or (described <= _OTHER_FACTS and fact.salience > LEAST_SALIENCE):
                line = fact_context_line(view, fact, language=language, place=place)
                ranked.append((rank + (_MOST - fact.salience if rank == _OTHER else 0), place, line))
    ranked.sort(key=lambda one: (one[0], one[1]))
    return [line for _, _, line in ranked]


_NAME, _PLACE, _OTHER, _MOST = 0, 1, 5, 3
_CHANGING = 2
"""The greatest number that `_rank` returns for facts that change often, which are the facts about an entity's place and
possessions. A fact about a place or possession is shown only if the main line of the story tells it.
"""


def _rank(predicate: str, roles: PredicateRoles) -> int:
    groups = (roles.places, roles.possession, roles.states, roles.ranks)
    return next((place for place, names in enumerate(groups, start=1) if predicate in names), _OTHER)


def _last_move(about: Sequence[Fact], roles: PredicateRoles, table: PredicateTable) -> Fact | None:
    """Return the last movement of an entity that the main line of the story tells, or None if there is none. Return
    None if, at the narrative position of the last movement or later, the text says where the entity is.
    """
    told = [one for one in about if one.on_main_line]
    moves = [one for one in told if one.predicate in roles.moves]
    last = max(moves, key=lambda one: one.narrative_key, default=None)
    if last is None:
        return None
    later = (table.find(one.predicate) for one in told if one.told_at >= last.told_at)
    return None if any(known is not None and known.presence for known in later) else last


def _is_part_of_other(title: Fact, facts: Iterable[Fact]) -> bool:
    """Return whether the words of a title are part of another title of the same entity ("captain" in "captain of the
    guard").
    """
    others = (one.target for one in facts if one.predicate == title.predicate)
    return any(title.target in other and title.target != other for other in others)


def _present_facts(facts: CastFacts, entity: str) -> list[Fact]:
    """Return the facts with the given subject that have not ended, those about the subject's present state first."""
    about = (
        one
        for one in (*facts.current, *facts.recent)
        if one.subject == entity and in_world(one) and not has_ended(one) and not one.denied
    )
    return list({one.uuid: one for one in about}.values())


def relation_lines(
    view: View, cast: Sequence[CastMember], facts: Sequence[Fact], *, language: Language
) -> list[ContextLine]:
    """Return lines for the lasting facts (no events) between two entities of the cast. After these lines come lines for
    lasting facts between an entity of the cast and another entity.
    """
    members = {one.uuid for one in cast}
    held = [one for one in facts if in_world(one) and not has_ended(one) and not one.denied and one.object is not None]
    between = [one for one in held if one.subject in members and one.object in members]
    others = [one for one in held if one not in between]
    return [fact_context_line(view, one, language=language) for one in (*between, *others)]


def knowledge_lines(
    view: View, found: Sequence[KnownFact], *, pov: str, language: Language, named: Callable[[Fact], Fact]
) -> ContextLines:
    """Return lines about what the point-of-view character believes wrongly, believes, does not know and knows. The
    lines are taken from these four kinds in turn, one line at a time. Each line is built only when a caller reads it
    from the returned sequence. The function *named* replaces the names of the entities in a fact with the names under
    which the character knows them.
    """
    turns: dict[KnownAs, int] = {}
    ranked: list[tuple[int, int, KnownFact]] = []
    kinds = list(dict.fromkeys(one.known_as for one in found))
    for one in found:
        turn = turns[one.known_as] = turns.get(one.known_as, 0) + 1
        ranked.append((turn, kinds.index(one.known_as), one))
    ranked.sort(key=lambda one: one[:2])

    def line(known: KnownFact) -> ContextLine:
        label = message_text(f"context.known_{known.known_as}", language, pov=one_line(pov))
        fact = known.fact if known.known_as is KnownAs.UNKNOWN else named(known.fact)
        return fact_context_line(view, fact, language=language, label=label, place=kinds.index(known.known_as))

    return LazySequence([one for _, _, one in ranked], line)


def thread_lines(view: View, threads: Sequence[Thread], *, language: Language) -> list[ContextLine]:
    """Return a line for each open thread with its kind, its age in chapters, and whether it is overdue. The age is left
    out if the thread began in the last chapter.

    Overdue threads and other threads alternate, because a long work has so many of each that only some fit into a pack.
    Among overdue threads and among other threads, the most salient come first, and of equally salient threads the last
    told. A plan below the highest salience is left out when it is more than two chapters old. A text seldom says that
    somebody gave up what he meant to do.
    """
    lines: list[ContextLine] = []
    for thread in _alternating(threads):
        kind = message_text(f"context.thread_{thread.kind}", language)
        key = "context.thread_overdue" if thread.overdue else "context.thread" if thread.age else "context.thread_new"
        label = message_text(key, language, kind=kind, age=thread.age)
        lines.append(fact_context_line(view, thread.setup, language=language, label=label))
    return lines


def _alternating(threads: Sequence[Thread]) -> Iterator[Thread]:
    """Yield the open threads in the order in which a context pack shows them: threads that are not overdue and overdue
    threads in turn. Plans that are more than _PLAN_CHAPTERS chapters old are left out unless they have the highest
    salience.
    """
    still_open = [one for one in threads if one.status is ThreadStatus.OPEN and not _is_stale(one)]
    still_open.sort(key=lambda one: (one.setup.salience, one.setup.narrative_key), reverse=True)
    overdue, others = ([one for one in still_open if one.overdue is late] for late in (True, False))
    for pair in zip_longest(others, overdue):
        yield from (one for one in pair if one is not None)


def _is_stale(thread: Thread) -> bool:
    minor = thread.setup.salience < MOST_SALIENCE
    return thread.kind is ThreadKind.PLAN and minor and thread.age > _PLAN_CHAPTERS


def calendar_lines(view: View, facts: Sequence[Fact], *, language: Language) -> list[ContextLine]:
    """Return lines with the last dates (at most 3) that the main line of the story has reached, the last told date
    first.

    A date without a first possible day, such as "1 May or earlier", is left out. Such a date does not say which day the
    story has reached.
    """
    dated: dict[str, Fact] = {}
    for fact in sorted(facts, key=lambda one: one.narrative_key, reverse=True):
        begun = fact.valid_at
        label = None if begun is None or begun.earliest is None else begun.label
        if label and fact.on_main_line and in_world(fact) and fact.kind is not PredicateKind.FIXED:
            dated.setdefault(label, fact)
    newest = list(dated.items())[:_DATED_FACTS]
    return [
        ContextLine(
            one_line(message_text("context.date_now" if place == 0 else "context.date", language, date=label)),
            fact.uuid,
            next(iter(quotations(view, fact.evidence)), None),
        )
        for place, (label, fact) in enumerate(newest)
    ]


def issue_lines(
    found: Sequence[IssueView], *, cast_facts: frozenset[str], chapters: frozenset[str]
) -> list[ContextLine]:
    """Return lines for the issues about facts of the cast, and then for the other issues of the given chapters.

    Issues of one kind that share a fact have one cause, such as a death after which somebody acts many times. Of
    several issues with the same cause, only the first is returned.
    """
    about = [one for one in found if any(uuid in cast_facts for uuid in one.issue.facts)]
    near = [one for one in found if one not in about and any(each.episode in chapters for each in one.quotes)]
    causes: set[tuple[str, str]] = set()
    lines: list[ContextLine] = []
    for one in (*about, *near):
        own = {(one.issue.kind.value, uuid) for uuid in one.issue.facts}
        if causes.isdisjoint(own):
            lines.append(ContextLine(one_line(one.text), one.uuid, next(iter(one.quotes), None)))
        causes |= own
    return lines
