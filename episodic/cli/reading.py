"""Commands that look at a work and change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from episodic.cli import values
from episodic.cli.calls import Call, command
from episodic.cli.picture_files import picture_file, write_picture
from episodic.cli.shown import (
    show_chapters,
    show_facts,
    show_hits,
    show_issues,
    show_portrait,
    show_timeline,
)
from episodic.cli.terminal import styled
from episodic.cli.wording import looking as say
from episodic.cli.wording.names import field_value, predicate_named, type_named
from episodic.cli.wording.phrase import Phrase
from episodic.search.fields import HitKind
from episodic.search.reads import FactQuery, Reach
from episodic.search.searching import EVERY_KIND

Limit = Annotated[int, typer.Option("--limit", "-n", min=1, help="At most so many.")]
OptionalName = Annotated[
    str | None, typer.Argument(metavar="NAME", help="A name, alias or id; nothing: the whole work.")
]
Predicate = Annotated[str | None, typer.Option("--predicate", help="Only this predicate, by any of its names.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="A name, alias or id.")]
Picture = Annotated[
    str | None,
    typer.Option("--picture", metavar="FILE.svg", help="Draw it into an SVG file to print.", show_default=False),
]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    command(app, "search", scoped=True)(search)
    command(app, "show", scoped=True)(show)
    command(app, "timeline", scoped=True)(timeline)
    command(app, "facts", scoped=True)(facts)
    command(app, "issues", scoped=True)(issues)
    command(app, "chapters", scoped=True)(chapters)
    command(app, "stats", scoped=True)(stats)
    command(app, "read", scoped=True)(read)
    command(app, "graph", scoped=True)(graph)


async def search(
    call: Call,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="Words, names, a question.")],
    *,
    limit: Limit = 10,
    kind: Annotated[
        list[HitKind] | None, typer.Option("--kind", help="Only facts, entities or passages.", show_default=False)
    ] = None,
) -> None:
    """Find facts, people and passages. No model is called."""
    async with call.looking() as it:
        kinds = frozenset(kind) if kind else EVERY_KIND
        found = await it.search(query, scope=call.scope, kinds=kinds, limit=limit)
    if call.terminal.json:
        call.terminal.value(values.search_results(found))
    else:
        show_hits(call.terminal, found)


async def show(call: Call, name: Name) -> None:
    """Show somebody or something: names, what holds, where it is mentioned."""
    async with call.looking() as it:
        found = await it.get_entity(name, scope=call.scope)
    if call.terminal.json:
        call.terminal.value(values.portrait(found))
    else:
        show_portrait(call.terminal, found)


async def timeline(
    call: Call, name: OptionalName = None, *, predicate: Predicate = None, picture: Picture = None
) -> None:
    """Show what was true when, in story order, and what ended it; or draw it to print."""
    file = None if picture is None else picture_file(picture)
    async with call.looking() as it:
        found = await it.timeline(name, predicate=predicate, scope=call.scope)
    if file is not None:
        from episodic.pictures.timelines import timeline_svg  # noqa: PLC0415 - only a picture needs what draws

        write_picture(file, timeline_svg(found))
        if call.terminal.json:
            call.terminal.value({"picture": str(file), "versions": len(found.versions), "work": call.work})
        else:
            call.terminal.line(say.drew(len(found.versions), str(file)))
    elif call.terminal.json:
        call.terminal.value(values.timeline(found))
    else:
        show_timeline(call.terminal, found)


async def facts(
    call: Call,
    *,
    between: Annotated[
        tuple[str, str] | None, typer.Option("--between", help="Two entities, in either direction.", metavar="A B")
    ] = None,
    entity: Annotated[str | None, typer.Option("--entity", help="Takes part in any way.")] = None,
    subject: Annotated[str | None, typer.Option("--subject", help="Who or what it is said of.")] = None,
    target: Annotated[str | None, typer.Option("--object", help="What it points at.")] = None,
    predicate: Predicate = None,
    limit: Limit = 100,
    cursor: Annotated[str | None, typer.Option("--cursor", help="Where the page before ended.")] = None,
) -> None:
    """List facts exactly, in story order."""
    asked = FactQuery(entity=entity, subject=subject, object=target, between=between, predicate=predicate)
    async with call.looking() as it:
        found = await it.get_facts(asked, scope=call.scope, cursor=cursor, limit=limit)
    if call.terminal.json:
        call.terminal.value(values.fact_page(found))
        return
    show_facts(call.terminal, found.facts)
    if not found.facts:
        call.terminal.line(say.no_facts(call.scope.words()))
    if found.cursor is not None:
        call.terminal.line(say.page(len(found.facts), found.total, found.cursor))


async def issues(
    call: Call, *, waived: Annotated[bool, typer.Option("--waived", help="Those that were waived, too.")] = False
) -> None:
    """List what the story leaves open or contradicts, most pressing first."""
    async with call.looking() as it:
        found = await it.issues(waived=waived, scope=call.scope)
    if call.terminal.json:
        call.terminal.value({"issues": [values.shown_issue(one) for one in found]})
    elif found:
        show_issues(call.terminal, found)
    else:
        call.terminal.line(say.NO_ISSUES)


async def chapters(call: Call) -> None:
    """List the chapters in telling order."""
    async with call.looking() as it:
        found = await it.chapters(scope=call.scope)
    if call.terminal.json:
        call.terminal.value({"chapters": [values.chapter_entry(one) for one in found]})
    else:
        show_chapters(call.terminal, found)


async def stats(
    call: Call,
    *,
    by: Annotated[
        list[str] | None,
        typer.Option("--by", help="Count by a field, such as predicate, entity_type or degree.", show_default=False),
    ] = None,
    limit: Limit = 20,
) -> None:
    """Count chapters, passages, entities, facts; grouped if asked."""
    async with call.looking() as it:
        found = await it.stats(group_by=by or (), limit=limit, scope=call.scope)
    if call.terminal.json:
        call.terminal.value(values.stats(found))
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
    call: Call,
    reference: Annotated[str, typer.Argument(metavar="REF", help="The id of a fact or a passage.")],
    *,
    before: Annotated[int, typer.Option("--before", min=0, help="Passages before it.")] = 0,
    after: Annotated[int, typer.Option("--after", min=0, help="Passages after it.")] = 0,
) -> None:
    """Read the author's own words behind a fact."""
    async with call.looking() as it:
        found = await it.read_passages([reference], before=before, after=after, scope=call.scope)
    if call.terminal.json:
        call.terminal.value({"passages": [values.passage(one) for one in found]})
        return
    for one in found:
        words = one.sentence
        head = f"{words.ordinal}. {words.title}  [{words.start}–{words.end}]"
        call.terminal.line(styled(head, "bold cyan" if one.asked else "dim"))
        call.terminal.block(one.text.strip("\n"), indent=2)


async def graph(
    call: Call,
    names: Annotated[list[str], typer.Argument(metavar="NAME", help="Where to begin: names, aliases, ids.")],
    *,
    depth: Annotated[int, typer.Option("--depth", min=1, max=10, help="How many steps from there.")] = 1,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="At most so many facts.")] = 50,
) -> None:
    """Draw what surrounds somebody, as Mermaid text."""
    async with call.looking() as it:
        found = await it.explore(names, reach=Reach(depth=depth, limit=limit), scope=call.scope)
    if call.terminal.json:
        call.terminal.value({"mermaid": found.to_mermaid(), "graph": found.to_dict()})
        return
    # One line of Mermaid is one line: wrapped, it would be another drawing. Labels hold no character that steers a terminal.
    drawing = found.to_mermaid(
        type_named=lambda name: call.terminal.said(type_named(name)),
        predicate_named=lambda name: call.terminal.said(predicate_named(name)),
    )
    for line in drawing.splitlines():
        call.terminal.raw(line)
    if found.left_out:
        call.terminal.note(say.left_out(found.left_out))
