"""The routes that read: search, entities, facts, timeline, passages, issues, threads, digests, storylines, chapters."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Annotated, Literal, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from episodic.agents.budgets import MOST_TOKENS, USUAL_TOKENS, Answer, fitted, position_of
from episodic.agents.inputs import MOST_ITEMS
from episodic.agents.schemas import response_schema
from episodic.agents.toolbox import Toolbox
from episodic.app import StoryGraph
from episodic.context.communities import CommunityKind
from episodic.context.settlements import ThreadStatus
from episodic.languages.messages import message_text
from episodic.model.access import Access
from episodic.model.episodes import Language, Layer
from episodic.model.json_shapes import Object
from episodic.model.readings import LEAST_SALIENCE, MOST_SALIENCE, StatementScope
from episodic.search.fact_views import Quotation
from episodic.search.filter_fields import HitKind
from episodic.search.given_filters import given_filters
from episodic.search.hybrid_search import EVERY_KIND
from episodic.search.reads import FactQuery, PassageRef
from episodic.search.scope import Scope
from episodic.serialisers.details import serialised
from episodic.serialisers.lists import Detail
from episodic.serialisers.views import VIEWS
from episodic.server.http_calls import Call, Route
from episodic.server.http_schemas import list_names, query_parameters

_WORK = "/v1/works/{work}"
USUAL_ITEMS = 20


class ScopedQuery(BaseModel):
    """The query parameters `told_by`, `as_of`, `pov` and `layer`, which say which part of the work is read."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    told_by: str | None = Field(None, description="As if the work ended with this chapter: its number, title or key.")
    as_of: str | None = Field(
        None,
        description="What holds at this moment of story time. Texts and names of later chapters stay visible; "
        "told_by hides them.",
    )
    pov: str | None = Field(None, description="Only what this character knows or believes.")
    layer: Literal["canon", "draft", "plan", "note"] = Field("canon", description="The layer that is read.")

    def scope(self, *, include_ended: bool = False) -> Scope:
        layers = frozenset({Layer(self.layer)})
        return Scope(told_by=self.told_by, as_of=self.as_of, pov=self.pov, layers=layers, include_ended=include_ended)


class Budgeted(BaseModel):
    """The query parameters that limit the size of a response, and say at which page it begins."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    limit: int = Field(USUAL_ITEMS, ge=1, le=MOST_ITEMS, description="At most so many items.")
    max_tokens: int = Field(
        USUAL_TOKENS,
        ge=1,
        le=MOST_TOKENS,
        description="The response has at most so many tokens, or 300 if that is more. A larger item is cut.",
    )
    cursor: str | None = Field(None, description="The cursor of the previous page.")


class Paged(ScopedQuery, Budgeted):
    """The query parameters of a read that returns a list."""

    detail: Detail = Field(Detail.FULL, description="Only ids, the most important keys, or everything.")


Time = Annotated[str | None, Field(None, json_schema_extra={"format": "date-time"})]


class FilteredQuery(Paged):
    """The query parameters of a list that is filtered by chapters, entity types, scopes and salience, and by the times
    at which the store got records or the texts that end facts.
    """

    chapters: list[str] = Field([], max_length=50, description="Only what these chapters tell; may be repeated.")
    types: list[str] = Field(
        [], max_length=50, description="Only entities of these types, and their facts; may be repeated."
    )
    scopes: list[StatementScope] = Field(
        [], max_length=50, description="Only facts of these scopes, such as claim; may be repeated."
    )
    salience: int = Field(
        LEAST_SALIENCE,
        ge=LEAST_SALIENCE,
        le=MOST_SALIENCE,
        description="The least salience of a fact: 3 the plot turns on it, 2 usual, 1 colour.",
    )
    created_after: Time = Field(None, description="Only what was stored at this time or later.")
    created_before: Time = Field(None, description="Only what was stored before this time.")
    expired_after: Time = Field(None, description="Only facts whose end was stored at this time or later.")
    expired_before: Time = Field(None, description="Only facts whose end was stored before this time.")

    def scope(self, *, include_ended: bool = False) -> Scope:
        """Return the scope of the read, with the filters. Raises InvalidFilterError for a text that is no time."""
        return replace(super().scope(include_ended=include_ended), filters=given_filters(vars(self)))


class SearchQuery(FilteredQuery):
    """The query parameters of a search."""

    query: str = Field(min_length=1, max_length=2_000, description="Words or a question.")
    kind: HitKind | None = Field(None, description="Only facts, entities or passages.")
    predicates: list[str] = Field([], max_length=50, description="Only facts with these predicates; may be repeated.")


class EntityQuery(Paged):
    """The query parameters of a request for an entity and its facts."""

    name: str = Field(min_length=1, description="A name, alias or id.")


class FactsQuery(FilteredQuery):
    """The query parameters of a list of facts: conditions that each fact must fulfil."""

    uuid: str | None = Field(None, description="The id of a fact.")
    entity: str | None = Field(None, description="An entity in any role.")
    subject: str | None = Field(None, description="The subject.")
    object: str | None = Field(None, description="The object.")
    predicate: str | None = Field(None, description="Any name of the predicate.")
    include_ended: bool = Field(False, description="Also facts that have ended.")


class TimelineQuery(Paged):
    """The query parameters of a timeline."""

    name: str | None = Field(None, description="A name, alias or id; all entities without it.")
    predicate: str | None = Field(None, description="Any name of a predicate.")


class PassagesQuery(Paged):
    """The query parameters of a request for given passages, or the passages that state given facts, each with the
    passages around it.
    """

    ids: list[str] = Field(min_length=1, max_length=50, description="Ids of facts or passages; may be repeated.")
    around: int = Field(0, ge=0, le=5, description="So many passages before and after each.")


class IssuesQuery(Paged):
    """The query parameters of the list of issues."""

    waived: bool = Field(False, description="Also issues that were waived.")


class ThreadsQuery(Paged):
    """The query parameters of the list of threads."""

    all: bool = Field(False, description="Also threads that are paid or waived.")
    overdue_after: int | None = Field(
        None, ge=1, le=100_000, description="After so many chapters an open thread is overdue."
    )


class CommunitiesQuery(Paged):
    """The query parameters of the list of storylines or factions."""

    kind: CommunityKind = Field(
        "storyline",
        description="Groups of entities that many facts connect, or organisations with their members.",
    )


Query = TypeVar("Query", bound=Paged)
Read = Callable[[Call, StoryGraph, Query, "Page"], Awaitable[Object]]


class Page:
    """One page of a list for a response. The page begins at the position in the request's cursor."""

    def __init__(self, asked: Budgeted, revision: int, language: Language) -> None:
        """Read the position of the page's first item from the cursor in *asked*, or begin at 0 without a cursor. Raises
        InvalidFilterError if the cursor is invalid or was made for another revision than *revision*.
        """
        self._asked = asked
        self._revision = revision
        self._language = language
        self.start = position_of(asked.cursor, revision, language)

    @property
    def end(self) -> int:
        """Return how many items must be read from the start of the list to fill the page."""
        return self.start + self._asked.limit

    def of(
        self,
        key: str,
        items: Sequence[object],
        *,
        total: int | None = None,
        head: Object | None = None,
        notes: Sequence[str] = (),
    ) -> Object:
        """Return the page as a JSON object: the keys of *head*, and the shown *items* under *key*. *items* are the
        first items of a list of *total* items, as values or JSON objects. *notes* are the names of messages for notes.

        If the request asks for a moment (`as_of`) without limiting the chapters (`told_by`), the page has a note. The
        note says that texts of later chapters are visible too.
        """
        detail = self._asked.detail if isinstance(self._asked, Paged) else Detail.FULL
        page = items[self.start : self.end]
        shown = [cast("Object", one) if isinstance(one, dict) else serialised(one, detail) for one in page]
        count = len(items) if total is None else total
        said = (*self._notes, *(message_text(name, self._language) for name in notes))
        answer = Answer(key, shown, self._revision, total=count, start=self.start, head=head or {}, notes=said)
        return fitted(answer, self._asked.max_tokens, None)

    @property
    def _notes(self) -> tuple[str, ...]:
        asked = self._asked
        if not isinstance(asked, Paged) or asked.as_of is None or asked.told_by is not None:
            return ()
        return (message_text("agents.as_of_note", self._language),)


async def search(_: Call, graph: StoryGraph, asked: SearchQuery, at: Page) -> Object:
    kinds = EVERY_KIND if asked.kind is None else frozenset({asked.kind})
    found = await graph.search(asked.query, scope=asked.scope(), kinds=kinds, limit=at.end)
    total = len(found.hits) + found.left_out
    head: Object = {"related": found.related, "searched": VIEWS.of(found.searched)}
    notes = ("agents.only_similar_note",) if found.hits and not found.related else ()
    return at.of("hits", found.hits, total=total, head=head, notes=notes)


async def entity(_: Call, graph: StoryGraph, asked: EntityQuery, at: Page) -> Object:
    scope = asked.scope()
    profile = await graph.get_entity(asked.name, scope=scope)
    facts = await graph.get_facts(FactQuery(entity=profile.entity.uuid), scope=scope, limit=at.end)
    shown = VIEWS.object_of(profile)
    del shown["facts"]
    return at.of("facts", facts.facts, total=facts.total, head=shown)


async def facts(_: Call, graph: StoryGraph, asked: FactsQuery, at: Page) -> Object:
    query = FactQuery(
        uuid=asked.uuid,
        entity=asked.entity,
        subject=asked.subject,
        object=asked.object,
        predicate=asked.predicate,
    )
    found = await graph.get_facts(query, scope=asked.scope(include_ended=asked.include_ended), limit=at.end)
    return at.of("facts", found.facts, total=found.total)


async def timeline(_: Call, graph: StoryGraph, asked: TimelineQuery, at: Page) -> Object:
    found = await graph.timeline(asked.name, predicate=asked.predicate, scope=asked.scope())
    return at.of("versions", found.versions, head={"entity": found.entity})


async def passages(_: Call, graph: StoryGraph, asked: PassagesQuery, at: Page) -> Object:
    references: list[PassageRef] = [*asked.ids]
    found = await graph.read_passages(references, before=asked.around, after=asked.around, scope=asked.scope())
    return at.of("passages", found)


async def issues(_: Call, graph: StoryGraph, asked: IssuesQuery, at: Page) -> Object:
    return at.of("issues", await graph.issues(waived=asked.waived, scope=asked.scope()))


async def threads(_: Call, graph: StoryGraph, asked: ThreadsQuery, at: Page) -> Object:
    """Return a page of the threads. Threads that are not open are left out unless `all` is given."""
    found = await graph.threads(overdue_after=asked.overdue_after, scope=asked.scope())
    return at.of("threads", [one for one in found if asked.all or one.status is ThreadStatus.OPEN])


async def digests(_: Call, graph: StoryGraph, asked: Paged, at: Page) -> Object:
    return at.of("digests", await graph.digests(scope=asked.scope()))


async def storylines(_: Call, graph: StoryGraph, asked: CommunitiesQuery, at: Page) -> Object:
    return at.of("storylines", await graph.communities(kind=asked.kind, scope=asked.scope()))


async def chapters(_: Call, graph: StoryGraph, asked: Paged, at: Page) -> Object:
    return at.of("chapters", await graph.chapters(scope=asked.scope()))


async def chapter(call: Call, graph: StoryGraph, asked: Paged, at: Page) -> Object:
    entry = await Toolbox(graph, call.language).chapter(call.path("chapter"), asked.scope())
    ref = entry.chapter
    whole = Quotation("", ref.uuid, ref.ordinal, ref.title, 0, max(1, entry.length), ref.number)
    found = await graph.read_passages([whole], scope=asked.scope())
    return at.of("passages", found, head={"chapter": VIEWS.of(entry)})


def _route(path: str, query: type[Query], read: Read[Query], summary: str, key: str) -> Route:
    lists = list_names(query)

    async def handler(call: Call) -> Response:
        asked = query.model_validate(call.query(lists))
        graph = await call.existing()
        return JSONResponse(await read(call, graph, asked, Page(asked, (await call.tag()).revision, call.language)))

    return Route(
        "GET",
        _WORK + path,
        Access.READ,
        summary,
        handler,
        parameters=query_parameters(query),
        response=response_schema(key),
        conditional=True,
    )


READ_ROUTES = (
    _route("/search", SearchQuery, search, "Find facts, entities and passages.", "hits"),
    _route("/entities", EntityQuery, entity, "Show an entity and its facts.", "facts"),
    _route("/facts", FactsQuery, facts, "List facts by conditions, in story order.", "facts"),
    _route("/timeline", TimelineQuery, timeline, "List current and ended facts in story order.", "versions"),
    _route("/passages", PassagesQuery, passages, "Read the text behind facts or passages.", "passages"),
    _route("/issues", IssuesQuery, issues, "List contradictions and open questions.", "issues"),
    _route("/threads", ThreadsQuery, threads, "List setups, promises and other threads.", "threads"),
    _route("/digests", Paged, digests, "Show the most salient facts of each chapter and volume.", "digests"),
    _route("/storylines", CommunitiesQuery, storylines, "List groups of entities that belong together.", "storylines"),
    _route("/chapters", Paged, chapters, "List the chapters.", "chapters"),
    _route("/chapters/{chapter}", Paged, chapter, "Read a chapter.", "passages"),
)
