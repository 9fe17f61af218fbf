"""The read-only commands: search, show, timeline, facts, issues, chapters, stats, read and graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer

from episodic.cli.context import CommandContext, command
from episodic.cli.messages import reads as say
from episodic.cli.messages.labels import field_value, predicate_named, type_named
from episodic.cli.messages.message import Phrase
from episodic.cli.rendering import (
    show_chapters,
    show_entity_profile,
    show_facts,
    show_hits,
    show_issues,
    show_rejections,
)
from episodic.cli.svg_files import picture_file, write_picture
from episodic.cli.terminal import styled
from episodic.cli.timeline_rendering import show_timeline
from episodic.model.json_shapes import Object
from episodic.search.filter_fields import HitKind
from episodic.search.hybrid_search import EVERY_KIND
from episodic.search.reads import ChapterRejections, Direction, FactQuery, Traversal, Via
from episodic.serialisers.lists import list_keys
from episodic.serialisers.views import VIEWS

_MOST_SHOWN = 400
"""The maximum number of facts on one page of `episodic show --json`."""
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, help="At most so many.")]
OptionalName = Annotated[
    str | None, typer.Argument(metavar="NAME", help="A name, alias or id; the whole work if omitted.")
]
Predicate = Annotated[str | None, typer.Option("--predicate", help="Only this predicate, by any of its names.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="A name, alias or id.")]
Picture = Annotated[
    str | None,
    typer.Option("--picture", metavar="FILE.svg", help="Draw it into an SVG file to print.", show_default=False),
]


def register(app: typer.Typer) -> None:
    command(app, "search", scoped=True, listed=True, filtered=True, writes=True)(search)
    command(app, "show", scoped=True, listed=True)(show)
    command(app, "timeline", scoped=True, listed=True)(timeline)
    command(app, "facts", scoped=True, listed=True, filtered=True)(facts)
    command(app, "issues", scoped=True, listed=True)(issues)
    command(app, "chapters", scoped=True, listed=True)(chapters)
    command(app, "stats", scoped=True)(stats)
    command(app, "read", scoped=True, listed=True)(read)
    command(app, "graph", scoped=True)(graph)


async def search(
    call: CommandContext,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="Words, names, a question.")],
    *,
    limit: Limit = 10,
    kind: Annotated[
        list[HitKind] | None, typer.Option("--kind", help="Only facts, entities or passages.", show_default=False)
    ] = None,
    predicate: Annotated[
        list[str] | None, typer.Option("--predicate", help="Only facts with these predicates.", show_default=False)
    ] = None,
    fine: Annotated[
        bool, typer.Option("--fine", help="Let the model expand the query and select the results: at most 2 calls.")
    ] = False,
    digests: Annotated[
        int, typer.Option("--digests", min=0, help="Also so many digests of chapters, volumes and storylines.")
    ] = 0,
    said: Annotated[
        list[str] | None,
        typer.Option("--said", help="With --fine: an earlier turn of the conversation.", show_default=False),
    ] = None,
) -> None:
    """Find facts, people and passages. No model is called, except with --fine."""
    kinds = frozenset(kind) if kind else EVERY_KIND
    scope = replace(call.scope, filters=replace(call.scope.filters, predicates=tuple(predicate or ())))
    if fine:
        async with call.editing() as opened:
            revision = await call.revision(opened.graph)
            wanted = call.page.reach(limit, revision)
            found = await opened.graph.search(
                query, scope=scope, mode="fine", history=said or (), kinds=kinds, limit=wanted, digests=digests
            )
            for reason in found.searched.degraded:
                call.terminal.warn(reason)
    else:
        async with call.read_only() as work:
            revision = await call.revision(work)
            wanted = call.page.reach(limit, revision)
            found = await work.search(query, scope=scope, kinds=kinds, limit=wanted, digests=digests)
    if call.terminal.json and call.page.wanted:
        total = len(found.hits) + found.left_out
        head: Object = {"related": found.related}
        call.terminal.value(call.page.of("hits", found.hits, revision=revision, head=head, total=total))
    elif call.terminal.json:
        from episodic.agents.budgets import cursor_at  # noqa: PLC0415 - needed only for --json

        cursor = cursor_at(revision, len(found.hits)) if found.left_out else None
        keys = list_keys(revision, left_out=found.left_out, cursor=cursor)
        call.terminal.value({**VIEWS.object_of(found), **keys})
    else:
        show_hits(call.terminal, found)


async def show(call: CommandContext, name: Name) -> None:
    """Show an entity: its names, its facts, and where it is mentioned."""
    async with call.read_only() as work:
        revision = await call.revision(work)
        found = await work.get_entity(name, scope=call.scope)
        keys = list_keys(revision, left_out=found.left_out, cursor=found.cursor)
        if call.terminal.json and call.page.wanted:
            query, wanted = FactQuery(entity=found.entity.uuid), call.page.reach(_MOST_SHOWN, revision)
            page = await work.get_facts(query, scope=call.scope, limit=wanted)
            head: Object = {"uuid": found.entity.uuid, "name": found.entity.name, "type": found.entity.type}
            head["aliases"] = [*found.entity.other_names]
            call.terminal.value(call.page.of("facts", page.facts, revision=revision, head=head, total=page.total))
            return
    if call.terminal.json:
        call.terminal.value({**VIEWS.object_of(found), **keys})
    else:
        show_entity_profile(call.terminal, found)


async def timeline(
    call: CommandContext, name: OptionalName = None, *, predicate: Predicate = None, picture: Picture = None
) -> None:
    """Show what was true when, in story order, and what ended it; or draw it as a picture."""
    file = None if picture is None else picture_file(picture)
    async with call.read_only() as work:
        revision = await call.revision(work)
        found = await work.timeline(name, predicate=predicate, scope=call.scope)
    if file is not None:
        from episodic.svg.timelines import timeline_svg  # noqa: PLC0415 - drawing code is imported only for pictures

        write_picture(file, timeline_svg(found))
        if call.terminal.json:
            call.terminal.value({"picture": str(file), "versions": len(found.one_by_one), "work": call.work})
        else:
            call.terminal.line(say.drew(len(found.one_by_one), str(file)))
    elif call.terminal.json and call.page.wanted:
        call.terminal.value(call.page.of("versions", found.versions, revision=revision))
    elif call.terminal.json:
        call.terminal.value({**VIEWS.object_of(found), **list_keys(revision)})
    else:
        show_timeline(call.terminal, found)


async def facts(
    call: CommandContext,
    *,
    between: Annotated[
        tuple[str, str] | None, typer.Option("--between", help="Two entities, in either direction.", metavar="A B")
    ] = None,
    entity: Annotated[str | None, typer.Option("--entity", help="An entity in any role.")] = None,
    subject: Annotated[str | None, typer.Option("--subject", help="The subject of the fact.")] = None,
    target: Annotated[str | None, typer.Option("--object", help="The object of the fact.")] = None,
    predicate: Predicate = None,
    limit: Limit = 100,
) -> None:
    """List facts by exact conditions, in story order."""
    asked = FactQuery(entity=entity, subject=subject, object=target, between=between, predicate=predicate)
    async with call.read_only() as work:
        revision = await call.revision(work)
        if call.terminal.json and call.page.wanted:
            wanted = call.page.reach(limit, revision)
            found = await work.get_facts(asked, scope=call.scope, limit=wanted)
            call.terminal.value(call.page.of("facts", found.facts, revision=revision, total=found.total))
            return
        found = await work.get_facts(asked, scope=call.scope, cursor=call.page.cursor, limit=limit)
        keys = list_keys(revision, left_out=found.left_out, cursor=found.cursor)
    if call.terminal.json:
        call.terminal.value({**VIEWS.object_of(found), **keys})
        return
    show_facts(call.terminal, found.facts)
    if not found.facts:
        call.terminal.line(say.no_facts(call.scope.words()))
    if found.cursor is not None:
        call.terminal.line(say.page(len(found.facts), found.total, found.cursor))


async def issues(
    call: CommandContext,
    *,
    waived: Annotated[bool, typer.Option("--waived", help="Also issues that were waived.")] = False,
) -> None:
    """List what the story leaves open or contradicts, most pressing first."""
    async with call.read_only() as work:
        revision = await call.revision(work)
        found = await work.issues(waived=waived, scope=call.scope)
    if call.terminal.json and call.page.wanted:
        call.terminal.value(call.page.of("issues", found, revision=revision))
    elif call.terminal.json:
        call.terminal.value({"issues": VIEWS.of(found), **list_keys(revision)})
    elif found:
        show_issues(call.terminal, found)
    else:
        call.terminal.line(say.NO_ISSUES)


async def chapters(
    call: CommandContext,
    *,
    rejected: Annotated[
        bool, typer.Option("--rejected", help="List what was rejected of the model's replies, and why.")
    ] = False,
) -> None:
    """List the chapters in narrative order."""
    async with call.read_only() as work:
        revision = await call.revision(work)
        if rejected:
            _show_rejected(call, await work.rejections(scope=call.scope), list_keys(revision))
            return
        found = await work.chapters(scope=call.scope)
    if call.terminal.json and call.page.wanted:
        call.terminal.value(call.page.of("chapters", found, revision=revision))
    elif call.terminal.json:
        call.terminal.value({"chapters": VIEWS.of(found), **list_keys(revision)})
    else:
        show_chapters(call.terminal, found)


def _show_rejected(call: CommandContext, found: Sequence[ChapterRejections], keys: Object) -> None:
    if call.terminal.json:
        call.terminal.value({"chapters": VIEWS.of(found), **keys})
    else:
        show_rejections(call.terminal, found)


async def stats(
    call: CommandContext,
    *,
    by: Annotated[
        list[str] | None,
        typer.Option("--by", help="Count by a field, such as predicate, entity_type or degree.", show_default=False),
    ] = None,
    limit: Limit = 20,
) -> None:
    """Count chapters, passages, entities and facts, grouped by fields if asked."""
    async with call.read_only() as work:
        found = await work.stats(group_by=by or (), limit=limit, scope=call.scope)
    if call.terminal.json:
        call.terminal.value(VIEWS.of(found))
        return
    counts = say.counts(
        chapters=found.chapters,
        passages=found.passages,
        entities=found.entities,
        facts=found.facts,
        mentions=found.mentions,
    )
    call.terminal.table(("", call.work), counts, right=(1,))
    call.terminal.line(call.terminal.styled(say.looked_at(call.scope.words()), "dim"))
    if found.groups:
        fields = by or []
        rows: list[Sequence[str | Phrase]] = [
            (*map(field_value, fields, one.values), f"{one.number:,}") for one in found.groups
        ]
        call.terminal.line("")
        call.terminal.table(say.count_columns(fields, found.counted), rows, right=(len(fields),))


async def read(
    call: CommandContext,
    reference: Annotated[str, typer.Argument(metavar="REF", help="The id of a fact or a passage.")],
    *,
    before: Annotated[int, typer.Option("--before", min=0, help="Passages before it.")] = 0,
    after: Annotated[int, typer.Option("--after", min=0, help="Passages after it.")] = 0,
) -> None:
    """Read the passages of the text that a fact rests on."""
    async with call.read_only() as work:
        revision = await call.revision(work)
        found = await work.read_passages([reference], before=before, after=after, scope=call.scope)
    if call.terminal.json and call.page.wanted:
        call.terminal.value(call.page.of("passages", found, revision=revision))
        return
    if call.terminal.json:
        call.terminal.value({"passages": VIEWS.of(found), **list_keys(revision)})
        return
    for passage in found:
        position = passage.sentence
        head = f"{position.chapter}. {position.title}  [{position.start}–{position.end}]"
        call.terminal.line(styled(head, "bold cyan" if passage.asked else "dim"))
        call.terminal.block(passage.text.strip("\n"), indent=2)


async def graph(
    call: CommandContext,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="Where to begin: names, aliases, ids.", show_default=False),
    ] = None,
    *,
    query: Annotated[
        str | None, typer.Option("--query", help="Begin at what a search finds.", show_default=False)
    ] = None,
    path: Annotated[
        tuple[str, str] | None, typer.Option("--path", metavar="A B", help="The shortest path between two entities.")
    ] = None,
    via: Annotated[Via, typer.Option("--via", help="Facts, or passages that mention both.")] = Via.FACTS,
    fan: Annotated[
        int | None, typer.Option("--fan", min=1, help="At most so many facts of one entity.", show_default=False)
    ] = None,
    direction: Annotated[
        Direction, typer.Option("--direction", help="From subject to object, or back.")
    ] = Direction.BOTH,
    depth: Annotated[int, typer.Option("--depth", min=1, max=10, help="How many steps from there.")] = 1,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="At most so many facts.")] = 50,
) -> None:
    """Draw the facts around entities, as Mermaid text."""
    async with call.read_only() as work:
        bounds = Traversal(depth=depth, fan=fan, limit=limit, direction=direction, via=via)
        found = await work.explore(names or (), query=query, path_between=path, traversal=bounds, scope=call.scope)
    if call.terminal.json:
        call.terminal.value({"mermaid": found.to_mermaid(), "graph": found.to_dict()})
        return
    if found.co_mentions:
        call.terminal.table(
            say.CO_MENTION_COLUMNS, [(one.name, f"{one.passages:,}") for one in found.co_mentions], right=(1,)
        )
        return
    if path is not None and not found.facts:
        call.terminal.line(say.no_path(*path))
        return
    # Mermaid lines must not be wrapped and are therefore printed unchanged. Mermaid labels contain no control
    # characters.
    drawing = found.to_mermaid(
        type_named=lambda name: call.terminal.said(type_named(name)),
        predicate_named=lambda name: call.terminal.said(predicate_named(name)),
    )
    for line in drawing.splitlines():
        call.terminal.raw(line)
    if found.left_out:
        call.terminal.note(say.left_out(found.left_out))
