"""The routes that add, replace and remove chapters, check drafts, and answer questions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, cast

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response, StreamingResponse

from episodic.agents.chapter_numbers import with_heading
from episodic.agents.schemas import response_schema
from episodic.answering.answer_run import DEFAULT_STEPS, DEFAULT_TOKENS, MOST_STEPS
from episodic.answering.answers import AnswerEvent
from episodic.app import StoryGraph
from episodic.errors import EpisodicError
from episodic.model.access import Access
from episodic.model.episodes import Chapter, Layer
from episodic.model.json_shapes import Object
from episodic.serialisers.reports import REPORTS, counted, draft_check_object
from episodic.serialisers.views import VIEWS
from episodic.server.http_calls import EVENT, EVENT_STREAM, Call, Route
from episodic.server.http_jobs import event
from episodic.server.http_reads import Budgeted, Page, ScopedQuery
from episodic.server.http_schemas import body_schema
from episodic.server.problems import described_error
from episodic.server.repeats import KeptRequest

_WORK: Final = "/v1/works/{work}"


class Body(BaseModel):
    """Base class of the bodies of requests, which refuses unknown keys, so that a misspelt one is not ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class AddRequest(Body):
    """The body of a request that adds a chapter after the other chapters."""

    text: str = Field(min_length=1, description="The text of the chapter.")
    title: str = Field("", description="Its title.")
    key: str | None = Field(None, description="Its key; the title if missing.")
    number: int | None = Field(None, ge=0, description="Its number; that of the title (Chapter 5) if missing and free.")
    layer: Layer = Field(Layer.CANON, description="What the text counts as.")
    reference_time: str | None = Field(None, description="The story time at which it begins.")


class ReplaceRequest(Body):
    """The body of a request that replaces the text of a chapter."""

    text: str = Field(min_length=1, description="The new text.")
    title: str = Field("", description="The new title; the present one if missing.")


class CheckRequest(Budgeted):
    """The body of a request that checks a draft against the canon without storing the draft."""

    text: str = Field(min_length=1, description="The draft.")
    title: str = Field("", description="Its title.")
    instead_of: str | None = Field(None, description="The chapter that it would replace.")
    after: str | None = Field(None, description="The chapter that it would follow.")


class AnswerRequest(ScopedQuery):
    """The body of a request that asks a question about the work."""

    question: str = Field(min_length=1, max_length=2_000, description="The question.")
    max_steps: int = Field(DEFAULT_STEPS, ge=0, le=MOST_STEPS, description="At most so many look-ups by the model.")
    max_tokens: int = Field(DEFAULT_TOKENS, ge=1, description="At most so many tokens of the model.")


async def check(call: Call) -> Response:
    """Check a draft as if it were canon, and return a page of the findings and what the draft would change. The draft
    is not stored.
    """
    asked = CheckRequest.model_validate(await call.body())
    graph = await call.existing()
    at = Page(asked, (await call.tag()).revision, call.language)
    report = await graph.check(asked.text, title=asked.title, instead_of=asked.instead_of, after=asked.after)
    titles = {one.chapter.uuid: one.chapter for one in await graph.chapters()}
    found = draft_check_object(report, titles)
    findings = cast("list[Object]", found.pop("findings"))
    return JSONResponse(at.of("findings", findings, head=found))


async def answer(call: Call) -> Response:
    """Answer a question as server-sent events: the plan, then steps, notes and sentences, and last the whole answer."""
    asked = AnswerRequest.model_validate(await call.body())
    graph = await call.existing()
    events = aiter(
        graph.answer(asked.question, scope=asked.scope(), max_steps=asked.max_steps, max_tokens=asked.max_tokens)
    )
    # The first event is awaited before the response begins, so that an error is answered with an error status and not
    # with 200.
    first = await anext(events)
    return StreamingResponse(
        _streamed(call, first, events), media_type=EVENT_STREAM, headers={"Cache-Control": "no-store"}
    )


async def _streamed(call: Call, first: AnswerEvent, events: AsyncIterator[AnswerEvent]) -> AsyncIterator[str]:
    yield _sent(first)
    try:
        async for one in events:
            if call.server.stopping():
                return
            yield _sent(one)
    except EpisodicError as error:
        yield event("error", dict(described_error(error, call.language)))


def _sent(one: AnswerEvent) -> str:
    return event(one.event, {key: value for key, value in VIEWS.object_of(one).items() if key != "event"})


async def add_chapter(call: Call) -> Response:
    """Add a chapter after the other chapters, and return the outcome and what the chapter changes in the graph. Nothing
    changes if the work already has the chapter with the same text.
    """
    asked = AddRequest.model_validate(await call.body())

    async def act(graph: StoryGraph) -> Object:
        chapter = Chapter(
            asked.text, title=asked.title, key=asked.key, number=asked.number, reference_time=asked.reference_time
        )
        return counted(await graph.add_episode(await with_heading(graph, chapter, asked.layer), layer=asked.layer))

    return await _edited(call, act)


async def replace_chapter(call: Call) -> Response:
    """Replace the text of a chapter, and return what the replacement changes in the graph."""
    asked = ReplaceRequest.model_validate(await call.body())
    await call.existing()

    async def act(graph: StoryGraph) -> Object:
        return counted(await graph.replace_episode(call.path("chapter"), Chapter(asked.text, title=asked.title)))

    return await _edited(call, act)


async def remove_chapter(call: Call) -> Response:
    await call.existing()

    async def act(graph: StoryGraph) -> Object:
        done = await graph.remove_episode(call.path("chapter"))
        return {"already": done.already, "diff": REPORTS.of(done.diff)}

    return await _edited(call, act)


async def _edited(call: Call, act: Callable[[StoryGraph], Awaitable[Object]]) -> Response:
    async with call.server.locks[call.work]:
        revision = (await call.tag()).check(call.header("if-match"))
        graph = call.graph
        with graph.session.requiring_revision(revision):
            found = await act(graph)
        tag = await call.tag()
    return JSONResponse({**found, "revision": tag.revision}, headers={"ETag": tag.header})


async def replayed(call: Call, kept: KeptRequest) -> Response:
    """Return the response to a repeated request: the key `already`, and the revision that the first request made. The
    first response is not sent again, because its text may have been deleted since.
    """
    del call
    return JSONResponse({"already": True, "revision": kept.revision}, kept.status)


_EDITED: Final[Object] = {
    "type": "object",
    "properties": {"revision": {"type": "integer"}},
    "required": ["revision"],
}
EDIT_ROUTES = (
    Route(
        "POST",
        f"{_WORK}/check",
        Access.READ,
        "Check a draft against the canon.",
        check,
        body=body_schema(CheckRequest),
        response=response_schema("findings"),
    ),
    Route(
        "POST",
        f"{_WORK}/answer",
        Access.READ,
        "Answer a question, with a source for every sentence.",
        answer,
        body=body_schema(AnswerRequest),
        media_type=EVENT_STREAM,
        response=EVENT,
    ),
    Route(
        "POST",
        f"{_WORK}/chapters",
        Access.APPEND,
        "Add a chapter.",
        add_chapter,
        body=body_schema(AddRequest),
        response=_EDITED,
        replay=replayed,
        repeatable=True,
    ),
    Route(
        "PUT",
        f"{_WORK}/chapters/{{chapter}}",
        Access.FULL,
        "Replace the text of a chapter.",
        replace_chapter,
        body=body_schema(ReplaceRequest),
        response=_EDITED,
        replay=replayed,
        repeatable=True,
    ),
    Route(
        "DELETE",
        f"{_WORK}/chapters/{{chapter}}",
        Access.FULL,
        "Remove a chapter.",
        remove_chapter,
        response=_EDITED,
        replay=replayed,
    ),
)
