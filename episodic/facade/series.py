"""The class Series: searches several works of one store, and stores which of their entities are the same."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self

from episodic.answering.answer_run import DEFAULT_STEPS, DEFAULT_TOKENS, LEAST_TOKENS, AnswerLimits
from episodic.answering.answers import Answer
from episodic.errors import InputError
from episodic.facade.answers import WorkAnswers
from episodic.facade.stored_work import DEFAULT_SCOPE
from episodic.languages.registry import codes
from episodic.model.episodes import Episode
from episodic.model.records import Kind, from_json, is_service_group
from episodic.model.series import SeriesEntity, SeriesRecord
from episodic.ports import GraphStore
from episodic.search.chapter_lookup import find_episode
from episodic.search.entity_lookup import require_entity
from episodic.search.filter_fields import HitKind
from episodic.search.filter_predicates import require_filter_predicates
from episodic.search.fusion import DEFAULT_RECIPE, Recipe
from episodic.search.hybrid_search import AS_RANKED, EVERY_KIND, search_request
from episodic.search.ranking import Ranking
from episodic.search.scope import Scope
from episodic.search.series_search import SeriesResults, series_search
from episodic.search.view import View
from episodic.telemetry import traced_calls
from episodic.text.language import language_of

OpenWork = Callable[[str], WorkAnswers]
ANSWER_HITS = 30
"""The works of a series that answer a question are chosen from at most this number of search hits in all works."""
ANSWER_SHARE = 0.5
"""A work is asked only if the score of its best hit is at least this share of the best score of all works."""
NO_SCOPES: Mapping[str, Scope] = {}


@traced_calls(series="name")
class Series:
    """A series of works. Use a `Series` as an async context manager, or call `close` after the last use.

    The works of a series are searched together, and no other work is read. Edits of a series are decisions of the
    author, which can be undone and change no work. An edit of a series without a name raises InputError.
    """

    def __init__(
        self, store: GraphStore, name: str, *, works: Sequence[str] = (), open_work: OpenWork, clock: Callable[[], str]
    ) -> None:
        """Refer to the stored series *name*, or, if the name is empty, to a series of *works* that is not stored."""
        self.name = name
        self._store = store
        self._given = tuple(works)
        self._open_work = open_work
        self._clock = clock
        self._opened: dict[str, WorkAnswers] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the views, the objects through which the works of the series are read. The store stays open."""
        for work in self._opened.values():
            await work.views.close()
        self._opened.clear()

    async def record(self) -> SeriesRecord:
        """Return the works of the series, and its links, each of which says that two entities of different works are
        the same. Raises InputError if the series has a name and no series of this name is stored.
        """
        from episodic.pipeline.series_edits import load_series  # noqa: PLC0415 - works are opened without it

        if not self.name:
            return SeriesRecord("", self._given)
        found = await load_series(self._store, self.name)
        if found is None:
            raise InputError(
                f"There is no series {self.name!r}.", hint="`episodic series NAME --add WORK` creates one."
            )
        return found

    async def search(  # noqa: PLR0913 - the options of a search, and a scope for each work
        self,
        query: str,
        *,
        scope: Scope = DEFAULT_SCOPE,
        scopes: Mapping[str, Scope] = NO_SCOPES,
        kinds: Collection[HitKind] = EVERY_KIND,
        limit: int = 10,
        recipe: Recipe = DEFAULT_RECIPE,
        ranking: Ranking = AS_RANKED,
    ) -> SeriesResults:
        """Return the best matches in all works of the series. Each hit names its work.

        *scopes* are the scopes of single works, and *scope* applies to the other works. If a query names a linked
        entity, the search in each work uses the name that the entity has in this work. Raises InputError for a scope of
        a work outside the series, the errors of a search, and UnknownPredicateError for a predicate of the filters or of
        the boost that no work knows.
        """
        series = await self.record()
        await self._require_works(series.works)
        others = [work for work in scopes if work not in series.works]
        if others:
            raise InputError(f"The work {others[0]!r} is not in this series.", hint=_listed(series.works))
        request = search_request(query, kinds=kinds, limit=limit, recipe=recipe)
        views = {work: await self._work(work).views.any_view(scopes.get(work, scope)) for work in series.works}
        known = [(view, self._work(work).views.index_of(view)) for work, view in views.items()]
        await require_filter_predicates(known, boost=ranking.boost)
        return await series_search(views, series, request, ranking)

    async def answer(
        self,
        question: str,
        *,
        scope: Scope = DEFAULT_SCOPE,
        scopes: Mapping[str, Scope] = NO_SCOPES,
        max_steps: int = DEFAULT_STEPS,
        max_tokens: int = DEFAULT_TOKENS,
    ) -> Answer:
        """Answer a question from the works in which a search finds the best hits, with a citation for every sentence.
        If the search finds nothing, the first work of the series is asked. Each citation names its work.

        The works are asked in reading order. In the question to each work, a linked entity has the name that this work
        gives it. If several works answer, a model combines their sentences, and sees only these sentences and the
        sources that they cite. Without a model, the sentences of all works are returned one work after the other. The
        limit *max_steps* applies to each work, and *max_tokens* to all calls together. Raises the errors of `search`,
        and InputError for invalid limits and for a question without letters or digits.
        """
        from episodic.answering.series_answers import answer_of_works  # noqa: PLC0415 - searches load no answers

        found = await self.search(question, scope=scope, scopes=scopes, limit=ANSWER_HITS)
        limits = AnswerLimits(max_steps, max_tokens)
        asked = _asked_works(found, most=limits.tokens // LEAST_TOKENS) or {found.works[0]: question}
        # If several works are asked, the last share of the tokens is for combining their answers.
        share = max(LEAST_TOKENS, limits.tokens // (len(asked) + (len(asked) > 1)))
        answers: list[tuple[str, Answer]] = []
        for work in (one for one in found.works if one in asked):
            one_scope = scopes.get(work, scope)
            run = self._work(work).answer(asked[work], scope=one_scope, max_steps=limits.steps, max_tokens=share)
            answers.append((work, await run))
        answer = answer_of_works(question, answers)
        answer = replace(answer, degraded=(*found.degraded, *answer.degraded))
        told = [work for work, one in answers if one.found]
        if len(told) > 1 and any(not one.by_rules for _, one in answers if one.found):
            return await self._combined(answer, {work: asked[work] for work in told}, limits)
        return answer

    async def _combined(self, answer: Answer, asked: Mapping[str, str], limits: AnswerLimits) -> Answer:
        from episodic.answering.synthesis import combined_answer  # noqa: PLC0415 - searches load no answers
        from episodic.llm.limited import LimitedModel  # noqa: PLC0415 - answers by rules call no model

        model = self._work(next(iter(asked))).model
        if model is None:
            return answer
        limited = LimitedModel(model, tokens=max(1, limits.tokens - answer.cost.tokens))
        language = language_of(answer.question)
        spoken = language if language in codes() else language_of(answer.text)
        return await combined_answer(answer, asked, limited, language=spoken)

    async def add(self, *works: str) -> SeriesRecord:
        """Add works to the series, in the order in which people should read them, and create the series if it does not
        exist.

        Raises InputError if the store has no such work.
        """
        await self._require_works(works)
        return await self._edit(lambda series: series.with_works(works), f"add {', '.join(works)}")

    async def remove(self, work: str) -> SeriesRecord:
        """Remove a work from the series, with the links of its entities to entities of other works. The work itself is
        not changed. Raises InputError.
        """
        if work not in (await self.record()).works:
            raise InputError(f"The work {work!r} is not in this series.", hint=_listed((await self.record()).works))
        return await self._edit(lambda series: series.without_work(work), f"remove {work}")

    async def link(
        self, first: tuple[str, str], second: tuple[str, str], *, revealed: tuple[str, str | int] | None = None
    ) -> SeriesRecord:
        """Declare that an entity of one work is the same as an entity of another work. Each entity is given as a pair
        of its work, and its name or id.

        *revealed* is the work and the chapter that reveals that the entities are the same. Raises InputError for works
        outside the series and for two entities of one work, UnknownEntityError, AmbiguousNameError,
        UnknownEpisodeError.
        """
        series = await self.record()
        if first[0] == second[0]:
            raise InputError("Both entities are in the same work.", hint="Use `merge_entities` (`episodic merge`).")
        ends = [await self._entity(series, *one) for one in (first, second)]
        in_work, chapter = ("", "") if revealed is None else await self._chapter(series, *revealed)
        action = f"link {first[0]}: {first[1]} = {second[0]}: {second[1]}"
        return await self._edit(lambda one: one.linked(ends[0], ends[1], in_work=in_work, at=chapter), action)

    async def unlink(self, number: int) -> SeriesRecord:
        """Revoke the link with this number. Raises InputError if the series has no link with this number."""
        if all(one.number != number for one in (await self.record()).links):
            raise InputError(f"The series has no link {number}.", hint="`episodic series NAME` lists the links.")
        return await self._edit(lambda series: series.without_link(number), f"unlink {number}")

    async def undo(self) -> SeriesRecord:
        """Undo the last edit of the series. Raises NothingToUndoError if no edit is left that can be undone."""
        from episodic.pipeline.series_edits import undo_series  # noqa: PLC0415 - searches load no edits

        return await undo_series(self._store, self.name, at=self._clock())

    async def delete(self) -> bool:
        """Delete the series, but none of its works, and return whether the series existed. `undo` brings the series
        back.
        """
        from episodic.pipeline.series_edits import load_series  # noqa: PLC0415 - works are opened without it

        known = await load_series(self._store, self.name)
        if known is None or not known.works:
            return False
        await self._edit(lambda series: SeriesRecord(series.name), "delete")
        return True

    async def _edit(self, edit: Callable[[SeriesRecord], SeriesRecord], action: str) -> SeriesRecord:
        from episodic.pipeline.series_edits import edit_series  # noqa: PLC0415 - searches load no edits

        if not self.name:
            raise InputError("This series has no name.", hint='Open it by name: graph.series("name").')
        return await edit_series(self._store, self.name, edit, action=action, at=self._clock())

    async def _require_works(self, works: Sequence[str]) -> None:
        missing = [work for work in works if is_service_group(work) or await self._store.work(work) is None]
        if missing:
            raise InputError(
                f"There is no work {missing[0]!r} in this store.", hint="`episodic works` lists the works."
            )

    async def _view(self, work: str, scope: Scope) -> View:
        return await self._work(work).views.view(scope)

    def _work(self, work: str) -> WorkAnswers:
        if work not in self._opened:
            self._opened[work] = self._open_work(work)
        return self._opened[work]

    async def _entity(self, series: SeriesRecord, work: str, name: str) -> SeriesEntity:
        view = await self._view_of_member(series, work)
        found = await require_entity(view, name)
        return SeriesEntity(work, found.uuid, found.name)

    async def _chapter(self, series: SeriesRecord, work: str, reference: str | int) -> tuple[str, str]:
        await self._view_of_member(series, work)
        rows = await self._store.fetch(work, Kind.EPISODE)
        return work, find_episode([from_json(Episode, row.value) for row in rows], reference).uuid

    async def _view_of_member(self, series: SeriesRecord, work: str) -> View:
        if work not in series.works:
            raise InputError(f"The work {work!r} is not in this series.", hint=_listed(series.works))
        return await self._view(work, DEFAULT_SCOPE)


async def series_names(store: GraphStore) -> tuple[str, ...]:
    """Return the names of the series of a store."""
    from episodic.pipeline.series_edits import every_series  # noqa: PLC0415 - works are opened without it

    return tuple(one.name for one in await every_series(store))


def _asked_works(found: SeriesResults, *, most: int) -> dict[str, str]:
    asked: dict[str, str] = {}
    for hit in found.hits:
        if hit.work not in asked and len(asked) < most and hit.score >= found.hits[0].score * ANSWER_SHARE:
            asked[hit.work] = hit.query
    return asked


def _listed(works: Sequence[str]) -> str:
    return f"Its works: {', '.join(works)}."
