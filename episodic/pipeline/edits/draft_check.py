"""Checks a draft against canon: reports what it contradicts and would change, without changing the store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rapidfuzz.distance import DamerauLevenshtein

from episodic.context.continuity import Contradiction
from episodic.dedup.merge_suggestions import PERSON
from episodic.errors import InvalidOverrideError
from episodic.languages.messages import message_text
from episodic.model.episodes import Chapter, Episode, Language, Layer
from episodic.model.graph import Alias, Entity, IssueKind
from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase
from episodic.model.spans import Evidence, NarrativePosition
from episodic.pipeline.chapter_reading import read_entities, read_facts, stored_readings
from episodic.pipeline.edits.ingestion import check_chapter
from episodic.pipeline.edits.reading_extent import read_by, statements_read
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.order_keys import episode_of, order_key_between
from episodic.pipeline.projection.projector import Graph
from episodic.pipeline.projection.values import work_language
from episodic.pipeline.reports import MemoryDiff
from episodic.pipeline.rule_based_reading import is_completed_by_rules
from episodic.pipeline.session.question_loop import resolve_questions
from episodic.pipeline.session.session import Session
from episodic.pipeline.session.state import State, Workbench, state_diff
from episodic.text.scripts import is_ideographic

LETTERS = 4
"""A name without ideographs that has fewer characters than this is not checked for misspelling. Short names are often
similar to other names by chance.
"""
CHARACTERS = 3
"""A name with ideographs that has fewer characters than this is not checked for misspelling, except as `_may_be_meant`
says. Names of one or two ideographs are often similar to other names by chance.
"""
_FAMILIAR = 3
"""The minimum number of mentions of a person whose name of two ideographs may be misspelt in a draft."""


class DraftKind(StrEnum):
    """The kinds of findings that only a draft check reports: a change without an explanation, a name that may be
    misspelt, and words that a model finds to contradict what is told before.
    """

    UNEXPLAINED_CHANGE = "unexplained_change"
    MISSPELT_NAME = "misspelt_name"
    CONTINUITY_ERROR = "continuity_error"


@dataclass(frozen=True, slots=True)
class DraftFinding:
    """A finding of a draft check, with quotes of the draft and of canon. A smaller `rank` is more urgent; the most
    urgent findings have the `rank` 0.
    """

    kind: IssueKind | DraftKind
    text: str
    rank: int
    draft: tuple[Evidence, ...]
    canon: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class DraftReport:
    """The result of a draft check. `episode` is the draft as a chapter.

    `diff` contains the changes that the draft would make to the graph of canon. `read_by` says who read the draft: the
    name of the model, or "rules". `statements` is the number of statements that were read from its text. A check can
    only find what is wrong with these statements.
    """

    episode: Episode
    findings: tuple[DraftFinding, ...]
    diff: MemoryDiff
    read_by: str = ""
    statements: int = 0


async def check(
    session: Session, chapter: Chapter, *, instead_of: Episode | None = None, after: Episode | None = None
) -> DraftReport:
    """Read *chapter* at its place in canon, by default at the end, and report what contradicts canon.

    The work is not changed, but the model's replies are stored in the reply cache. Raises EmptyTextError,
    UnreadableFileError, InvalidOverrideError (both *instead_of* and *after* are given), ModelError, StoreError.
    """
    if instead_of is not None and after is not None:
        raise InvalidOverrideError(
            "The draft cannot both replace {replaced!r} and follow {before!r}.",
            hint="Give only one of the two.",
            key="draft_in_two_places",
            replaced=instead_of.title,
            before=after.title,
        )
    check_chapter(chapter, chapter.key or chapter.title or "the draft")
    state = await session.state()
    episode = _placed(session, state, chapter, instead_of=instead_of, after=after)
    settings = state.inputs.settings
    kept = stored_readings(state.inputs.chapters)
    part = await read_entities(episode, reader=session.tools.reader, settings=settings, kept=kept)
    reading = await read_facts(part, reader=session.tools.reader, settings=settings)
    return await report_of_chapter(session, state, ChapterInput(episode, reading))


async def report_of_chapter(session: Session, state: State, chapter: ChapterInput) -> DraftReport:
    """Report the contradictions between canon and a chapter that was read, as if the chapter were part of canon. If
    rules read the chapter, they extract even minor actions and utterances, because a dead person who acts or speaks is
    a contradiction.

    The work is not changed. Raises ModelError if a question about the chapter cannot be answered.
    """
    told = await _state_with(session, state, chapter)
    found = _findings(told, state.graph, chapter.episode.uuid)
    diff = state_diff(state, told)
    least = None
    if is_completed_by_rules(chapter):
        least = state.inputs.settings.density.least_salience
        diff = replace(diff, added=tuple(one for one in diff.added if one.salience >= least))
    completed = next(one.reading for one in told.inputs.chapters if one.episode.uuid == chapter.episode.uuid)
    statements = statements_read(completed, least=least)
    return DraftReport(chapter.episode, _by_urgency(found), diff, read_by(completed), statements)


def with_contradictions(report: DraftReport, found: Sequence[Contradiction]) -> DraftReport:
    """Return the report with findings of the kind CONTINUITY_ERROR. A contradiction is left out if the report already
    has a finding with a quote of canon that it names, and with a quote of the draft that overlaps its words.
    """
    episode = report.episode
    findings = list(report.findings)
    for one in found:
        place = NarrativePosition(episode.order, one.span.start)
        quote = Evidence(episode.uuid, one.span.of(episode.text), one.span.start, one.span.end, place)
        known = any(
            any(each in finding.canon for each in one.canon)
            and any(each.start < quote.end and quote.start < each.end for each in finding.draft)
            for finding in report.findings
        )
        if not known:
            findings.append(DraftFinding(DraftKind.CONTINUITY_ERROR, one.text, 1, (quote,), one.canon))
    return replace(report, findings=_by_urgency(findings))


def _by_urgency(findings: Iterable[DraftFinding]) -> tuple[DraftFinding, ...]:
    return tuple(sorted(findings, key=lambda one: (one.rank, one.draft[0].told, one.text)))


def _placed(
    session: Session, state: State, chapter: Chapter, *, instead_of: Episode | None, after: Episode | None
) -> Episode:
    orders = sorted({one.order for one in state.inputs.episodes if one.layer is Layer.CANON})
    previous = after.order if after is not None else (orders[-1] if orders else None)
    following = next((one for one in orders if previous is not None and one > previous), None)
    order = instead_of.order if instead_of is not None else order_key_between(previous, following)
    if order is None:
        # *order* is None if no integer is free between the order keys of the neighbouring chapters. In a draft check,
        # the draft may share the order key of the next chapter.
        order = (previous or 0) + 1
    key = instead_of.key if instead_of is not None else _free_key(chapter, state.inputs.episodes)
    return episode_of(
        replace(chapter, title=chapter.title or (instead_of.title if instead_of is not None else "")),
        key,
        group_id=session.group_id,
        order=order,
        layer=Layer.CANON,
        reader=session.tools.reader.name,
    )


def _free_key(chapter: Chapter, episodes: Sequence[Episode]) -> str:
    taken = {one.key for one in episodes}
    key = chapter.key or chapter.title or "draft"
    while key in taken:
        key += "'"
    return key


async def _state_with(session: Session, state: State, chapter: ChapterInput) -> State:
    inputs, episode = state.inputs.with_chapter(chapter), chapter.episode
    base = session.replay_before(inputs, episode.order).with_details_of(episode.uuid)
    rest = [one for one in inputs.in_narrative_order() if one.episode.order >= episode.order]
    answered = await resolve_questions(base, rest, judges=session.judges, answers=session.answers)
    if answered.failed:
        raise next(iter(answered.failed.values()))
    bench = Workbench(session.group_id, vectors_of=session.tools.vectors_of)
    return bench.state(inputs, answered.replay, session.answers, redirects={})


def _findings(told: State, canon: Graph, draft: str) -> Iterator[DraftFinding]:
    graph = told.graph
    for issue in graph.issues.values():
        mine, others = _sides(issue.evidence, draft)
        if mine and issue.waived is None and issue.kind is not IssueKind.QUOTE_REJECTED:
            yield DraftFinding(issue.kind, issue.text, issue.rank, mine, others)
    language = work_language(told.replay.chapters)
    yield from _unexplained(graph, draft, language)
    yield from _misspelt(graph, canon, draft, language)


def _sides(evidence: Sequence[Evidence], draft: str) -> tuple[tuple[Evidence, ...], tuple[Evidence, ...]]:
    return (
        tuple(one for one in evidence if one.episode == draft),
        tuple(one for one in evidence if one.episode != draft),
    )


def _unexplained(graph: Graph, draft: str, language: Language) -> Iterator[DraftFinding]:
    """Yield a finding for each state in canon that ends only because it is incompatible with something that the draft
    tells.

    A change that the draft explains, for example by saying that a state begins, is not reported.
    """
    begun = {one.fact for one in graph.statements.values() if one.core.phase is not Phase.HOLDS}
    for fact in graph.facts.values():
        if fact.kind is not PredicateKind.STATE or fact.ends or fact.evidence[-1].episode == draft:
            continue
        for uuid in fact.ended_by:
            by = graph.facts.get(uuid)
            if by is None or by.uuid in begun or by.evidence[0].episode != draft:
                continue
            text = message_text("drafts.unexplained", language, known=fact.evidence[-1].quote, new=by.evidence[0].quote)
            yield DraftFinding(DraftKind.UNEXPLAINED_CHANGE, text, 2, (by.evidence[0],), (fact.evidence[-1],))


def _misspelt(graph: Graph, canon: Graph, draft: str, language: Language) -> Iterator[DraftFinding]:
    known = _names(canon.entities)
    named = {one.entity for one in graph.mentions.values() if one.episode == draft}
    absent = [(alias, one) for alias, one in known if one.uuid not in named]
    for entity in graph.entities.values():
        if entity.first.episode != draft or entity.uuid in canon.entities:
            continue
        like = _similar_alias(entity, known) or _may_be_meant(entity, absent)
        if like is not None:
            text = message_text("drafts.misspelt", language, new=entity.name, known=like.text)
            yield DraftFinding(DraftKind.MISSPELT_NAME, text, 3, (entity.first,), (like.first,))


def _names(entities: Mapping[str, Entity]) -> list[tuple[Alias, Entity]]:
    return [(alias, one) for one in entities.values() for alias in one.aliases]


def _may_be_meant(entity: Entity, absent: Sequence[tuple[Alias, Entity]]) -> Alias | None:
    """Return the known alias that may be meant by the name of a new person of two ideographs, such as 裴照 by 裴昭, or
    None. The alias has two ideographs too, and the same first one, and belongs to a person who is mentioned several
    times in canon and not at all in the draft. *absent* are the aliases of the entities that the draft does not name.
    """
    key = name_key(entity.name)
    if len(key) != 2 or not all(map(is_ideographic, key)):
        return None
    found = [
        (one.mentions, one.uuid, alias.key, alias)
        for alias, one in absent
        if one.type == entity.type == PERSON and one.mentions >= _FAMILIAR
        if len(alias.key) == len(key) and alias.key[0] == key[0] and is_ideographic(alias.key[1])
    ]
    return max(found, key=lambda one: one[:3])[3] if found else None


def _similar_alias(entity: Entity, known: Sequence[tuple[Alias, Entity]]) -> Alias | None:
    """Return the known alias from which the name of *entity* differs by one typing error. Return None if there is no
    such alias.

    A name that is too short (see LETTERS and CHARACTERS) gives None. A short name (less than twice LETTERS or
    CHARACTERS) is compared only with aliases of entities of the same type. A longer name is compared with all aliases,
    because a reader can give a misspelt name another type. For example, "Corwin Hall", a misspelt person, looks like a
    place. If several aliases match, the alias of the most mentioned entity is returned.
    """
    key = name_key(entity.name)
    least = CHARACTERS if any(is_ideographic(one) for one in key) else LETTERS
    if len(key) < least:
        return None
    found = [
        (one.mentions, one.uuid, alias.key, alias)
        for alias, one in known
        if (one.type == entity.type or len(key) >= 2 * least)
        and abs(len(alias.key) - len(key)) <= 1
        and 0 < DamerauLevenshtein.distance(alias.key, key) <= 1
    ]
    return max(found, key=lambda one: one[:3])[3] if found else None
