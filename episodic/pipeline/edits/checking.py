"""A draft read against canon: what it would contradict, and what it would change. Nothing is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rapidfuzz.distance import DamerauLevenshtein

from episodic.errors import InvalidActError
from episodic.model.episodes import Chapter, Episode, Language, Layer
from episodic.model.graph import Alias, Entity, IssueKind
from episodic.model.names import name_key
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase
from episodic.model.spans import Evidence
from episodic.pipeline.asserted import AssertedChapter
from episodic.pipeline.deriving.derived_values import work_language
from episodic.pipeline.deriving.graph import Graph
from episodic.pipeline.edits.ingest import check_chapter
from episodic.pipeline.order import between, episode_of
from episodic.pipeline.reading import kept_readings, read_entities, read_facts
from episodic.pipeline.report import MemoryDiff
from episodic.pipeline.work.session import Session
from episodic.pipeline.work.settling import settle
from episodic.pipeline.work.state import State, Workbench, changed
from episodic.text.scripts import is_ideographic

LETTERS = 4
"""Shorter names in letters are too often alike by chance."""
CHARACTERS = 3
"""Shorter Chinese names are, too."""

UNEXPLAINED = {
    Language.ENGLISH: "The draft has it otherwise, and does not say how it came about: “{known}” (until now), “{new}”.",
    Language.CHINESE: "草稿与前文不同，却没有交代变化的经过：前文“{known}”，草稿“{new}”。",
}
MISSPELT = {
    Language.ENGLISH: "“{new}” is new here and looks like “{known}”.",
    Language.CHINESE: "“{new}”是首次出现的名字，与“{known}”很像，可能是笔误。",
}


class DraftKind(StrEnum):
    """What only a draft can get wrong: a change that nothing explains, a name that may be a slip of the pen."""

    UNEXPLAINED_CHANGE = "unexplained_change"
    MISSPELT_NAME = "misspelt_name"


@dataclass(frozen=True, slots=True)
class DraftFinding:
    """One thing that an author should look at, with the quotes of the draft and those of canon; `rank` 0 is the most pressing."""

    kind: IssueKind | DraftKind
    text: str
    rank: int
    draft: tuple[Evidence, ...]
    canon: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class DraftReport:
    """What a draft comes to against canon. `episode` is the draft as a chapter; `diff` what canon would become with it."""

    episode: Episode
    findings: tuple[DraftFinding, ...]
    diff: MemoryDiff


async def check(
    session: Session, chapter: Chapter, *, instead_of: Episode | None = None, after: Episode | None = None
) -> DraftReport:
    """Read *chapter* at its place in canon (default: the end) and say what does not fit.

    Raises EmptyTextError, UnreadableFileError, InvalidActError (two places at once), ModelError. The work stays as it is; replies stay in the reply cache.
    """
    if instead_of is not None and after is not None:
        raise InvalidActError(
            f"The draft is to stand in for {instead_of.title!r} and to follow {after.title!r}.",
            hint="Name one of them.",
        )
    check_chapter(chapter, chapter.key or chapter.title or "the draft")
    state = await session.state()
    episode = _placed(session, state, chapter, instead_of=instead_of, after=after)
    told = await _told(session, state, episode)
    found = _findings(told, state.graph, episode.uuid)
    findings = sorted(found, key=lambda one: (one.rank, one.draft[0].told, one.text))
    return DraftReport(episode, tuple(findings), changed(state, told))


def _placed(
    session: Session, state: State, chapter: Chapter, *, instead_of: Episode | None, after: Episode | None
) -> Episode:
    orders = sorted({one.order for one in state.asserted.episodes if one.layer is Layer.CANON})
    previous = after.order if after is not None else (orders[-1] if orders else None)
    following = next((one for one in orders if previous is not None and one > previous), None)
    order = instead_of.order if instead_of is not None else between(previous, following)
    if order is None:
        # No gap is left: right before the next chapter is the same place for one reading.
        order = (previous or 0) + 1
    key = instead_of.key if instead_of is not None else _free_key(chapter, state.asserted.episodes)
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


async def _told(session: Session, state: State, episode: Episode) -> State:
    """The work with the draft in it, derived apart from everything that is kept."""
    settings = state.asserted.settings
    kept = kept_readings(state.asserted.chapters)
    part = await read_entities(episode, reader=session.tools.reader, settings=settings, kept=kept)
    reading = await read_facts(part, reader=session.tools.reader, settings=settings)
    asserted = state.asserted.with_chapter(AssertedChapter(episode, reading))
    base = session.replay_before(asserted, episode.order).copy()
    rest = [one for one in asserted.told() if one.episode.order >= episode.order]
    settled = await settle(base, rest, judges=session.judges, answers=session.answers)
    if settled.failed:
        raise next(iter(settled.failed.values()))
    bench = Workbench(session.group_id, vectors_of=session.tools.vectors_of)
    return bench.state(asserted, settled.replay, session.answers, redirects={})


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
    """States of canon that end because the draft tells of another one as a matter of course."""
    begun = {one.fact for one in graph.statements.values() if one.phase is not Phase.HOLDS}
    for fact in graph.facts.values():
        if fact.kind is not PredicateKind.STATE or fact.ends or fact.evidence[-1].episode == draft:
            continue
        for uuid in fact.ended_by:
            by = graph.facts.get(uuid)
            if by is None or by.uuid in begun or by.evidence[0].episode != draft:
                continue
            text = UNEXPLAINED[language].format(known=fact.evidence[-1].quote, new=by.evidence[0].quote)
            yield DraftFinding(DraftKind.UNEXPLAINED_CHANGE, text, 2, (by.evidence[0],), (fact.evidence[-1],))


def _misspelt(graph: Graph, canon: Graph, draft: str, language: Language) -> Iterator[DraftFinding]:
    known = _names(canon.entities)
    for entity in graph.entities.values():
        if entity.first.episode != draft or entity.uuid in canon.entities:
            continue
        like = _like(entity, known)
        if like is not None:
            text = MISSPELT[language].format(new=entity.name, known=like.text)
            yield DraftFinding(DraftKind.MISSPELT_NAME, text, 3, (entity.first,), (like.first,))


def _names(entities: Mapping[str, Entity]) -> list[tuple[Alias, Entity]]:
    return [(alias, one) for one in entities.values() for alias in one.aliases]


def _like(entity: Entity, known: Sequence[tuple[Alias, Entity]]) -> Alias | None:
    """The name of a known entity of the same type that differs by one slip of the pen, of the most mentioned first."""
    key = name_key(entity.name)
    if len(key) < (CHARACTERS if any(is_ideographic(one) for one in key) else LETTERS):
        return None
    found = [
        (one.mentions, one.uuid, alias.key, alias)
        for alias, one in known
        if one.type == entity.type
        and abs(len(alias.key) - len(key)) <= 1
        and 0 < DamerauLevenshtein.distance(alias.key, key) <= 1
    ]
    return max(found, key=lambda one: one[:3])[3] if found else None
