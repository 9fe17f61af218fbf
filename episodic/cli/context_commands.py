"""The commands for writers: context, threads and digests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from episodic.cli.chapter_input import given_chapter
from episodic.cli.context import CommandContext, command
from episodic.cli.messages import threads as say
from episodic.cli.messages.edits import REOPENED_THREAD, SETTLED_THREAD
from episodic.cli.result_output import edited
from episodic.cli.terminal import Terminal
from episodic.context.communities import Community, CommunityKind
from episodic.context.request import LEAST_TOKENS
from episodic.context.settlements import ThreadStatus
from episodic.context.threads import Thread
from episodic.errors import InputError
from episodic.pipeline.edits.overrides import Attribution
from episodic.serialisers.lists import list_keys
from episodic.serialisers.threads import DIGESTS, THREADS

OptionalChapter = Annotated[
    str | None,
    typer.Argument(metavar="CHAPTER", help="A number, title or key; the next chapter if omitted.", show_default=False),
]
Draft = Annotated[
    Path | None,
    typer.Option(
        "--draft", metavar="FILE", help="A draft of the chapter, or - for standard input.", show_default=False
    ),
]


def register(app: typer.Typer) -> None:
    command(app, "context")(context)
    command(app, "threads", scoped=True, listed=True, writes=True)(threads)
    command(app, "digests", scoped=True, listed=True)(digests)


async def context(
    call: CommandContext,
    chapter: OptionalChapter = None,
    *,
    brief: Annotated[str, typer.Option("--brief", help="What shall happen in the chapter.")] = "",
    draft: Draft = None,
    cast: Annotated[
        list[str] | None, typer.Option("--cast", help="Who takes part; repeat it for several.", show_default=False)
    ] = None,
    pov: Annotated[
        str | None, typer.Option("--pov", help="The point of view: what this person knows.", show_default=False)
    ] = None,
    max_tokens: Annotated[
        int, typer.Option("--max-tokens", min=LEAST_TOKENS, help="The budget of the whole text.")
    ] = 4_000,
) -> None:
    """Print what to know before writing a chapter: last scene, cast, knowledge, open threads, plan. Nothing that later
    chapters tell is included.
    """
    text = "" if draft is None else given_chapter(draft).text
    async with call.read_only() as work:
        found = await work.context(chapter, brief=brief, draft=text, cast=cast or (), pov=pov, max_tokens=max_tokens)
    if call.terminal.json:
        call.terminal.value(found.to_dict())
        return
    # The printed lines are not wrapped, because they are meant to be pasted into a prompt.
    for line in found.to_prompt().splitlines():
        call.terminal.raw(line)


async def threads(
    call: CommandContext,
    *,
    every: Annotated[bool, typer.Option("--all", help="Also those that are paid or waived.")] = False,
    overdue_after: Annotated[
        int | None,
        typer.Option(
            "--overdue-after", min=1, help="After how many chapters an open thread is overdue.", show_default=False
        ),
    ] = None,
    pay: Annotated[
        tuple[str, str] | None, typer.Option("--pay", metavar="THREAD FACT", help="This later fact pays the thread.")
    ] = None,
    waive: Annotated[
        str | None, typer.Option("--waive", metavar="THREAD", help="The thread needs no payoff.", show_default=False)
    ] = None,
    confirm: Annotated[
        str | None, typer.Option("--confirm", metavar="THREAD", help="The payoff is right.", show_default=False)
    ] = None,
    reopen: Annotated[
        str | None,
        typer.Option("--reopen", metavar="THREAD", help="The payoff or the decision is wrong.", show_default=False),
    ] = None,
    by: Annotated[str, typer.Option("--by", help="Who decides.")] = "author",
    reason: Annotated[str, typer.Option("--reason", help="The reason, kept with the decision.")] = "",
) -> None:
    """List what the story sets up and has not paid: setups, plans, promises, orders, debts, secrets. Or settle one."""
    chosen = [one for one in ((pay or ("",))[0], waive, confirm, reopen) if one]
    if len(chosen) > 1:
        raise InputError("--pay, --waive, --confirm and --reopen exclude each other.", hint="Give one of them.")
    if chosen:
        await _settle(call, chosen[0], pay, confirm=confirm, reopen=reopen, attribution=Attribution(by, reason))
        return
    async with call.read_only() as work:
        revision = await call.revision(work)
        found = await work.threads(overdue_after=overdue_after, scope=call.scope)
    shown = [one for one in found if every or one.status is ThreadStatus.OPEN]
    if call.terminal.json and call.page.wanted:
        call.terminal.value(call.page.of("threads", shown, revision=revision))
        return
    if call.terminal.json:
        call.terminal.value({"threads": THREADS.of(shown), **list_keys(revision)})
        return
    _show_threads(call.terminal, shown)


def _show_threads(terminal: Terminal, shown: Sequence[Thread]) -> None:
    if not shown:
        terminal.line(say.NO_THREADS)
    for one in shown:
        terminal.line(terminal.styled(say.thread_named(one), "bold"), " ", one.setup.text, hang=2)
        for more in (say.planted(one), say.expected(one), say.paid_by(one)):
            if more:
                terminal.line(more, indent=2, hang=2)
        terminal.line(terminal.styled(one.uuid, "dim"), indent=2)


async def _settle(
    call: CommandContext,
    thread: str,
    pay: tuple[str, str] | None,
    *,
    confirm: str | None,
    reopen: str | None,
    attribution: Attribution,
) -> None:
    """Store the author's decision about a plot thread, such as an open promise. Without *pay*, *confirm* and *reopen*,
    the thread is waived: it needs no payoff.
    """
    async with call.editing() as opened:
        text = (await opened.graph.find_fact(thread)).text
        if confirm:
            done = await opened.graph.confirm_thread(thread, attribution=attribution)
        elif reopen:
            done = await opened.graph.reopen_thread(thread, attribution=attribution)
        else:
            paid_by = None if pay is None else pay[1]
            done = await opened.graph.settle_thread(thread, paid_by=paid_by, attribution=attribution)
    edited(call, done, done=REOPENED_THREAD if reopen else SETTLED_THREAD, what=text)


async def digests(
    call: CommandContext,
    *,
    storylines: Annotated[
        bool, typer.Option("--storylines", help="Groups of entities that belong together, instead of chapters.")
    ] = False,
    factions: Annotated[
        bool, typer.Option("--factions", help="Organisations with their members, instead of chapters.")
    ] = False,
    build: Annotated[
        bool, typer.Option("--build", help="Store them, so that they are not derived again until the next edit.")
    ] = False,
) -> None:
    """Show the most salient facts of each chapter and volume, or of each storyline or faction."""
    if storylines and factions:
        raise InputError("--storylines and --factions exclude each other.", hint="Give one of them.")
    if build:
        async with call.editing() as opened:
            built = await opened.graph.build_digests()
        if call.terminal.json:
            call.terminal.value({"made": built.made, "kept": built.kept, "removed": built.removed})
        else:
            call.terminal.line(say.digests_built(made=built.made, kept=built.kept, removed=built.removed))
        return
    async with call.read_only() as work:
        revision = await call.revision(work)
        kind: CommunityKind = "faction" if factions else "storyline"
        groups = await work.communities(kind=kind, scope=call.scope) if storylines or factions else ()
        found = () if storylines or factions else await work.digests(scope=call.scope)
    key = "factions" if factions else "storylines" if storylines else "digests"
    if call.terminal.json and call.page.wanted:
        call.terminal.value(call.page.of(key, groups or found, revision=revision))
        return
    if call.terminal.json:
        call.terminal.value({key: DIGESTS.of(groups or found), **list_keys(revision)})
        return
    listed = [(_title(group), group.facts) for group in groups]
    listed += [(f"{one.title}  [{one.first}\u2013{one.last}]" if one.volume else one.title, one.facts) for one in found]
    for title, facts in listed:
        call.terminal.heading(title)
        for fact in facts:
            call.terminal.line(fact.text, indent=2, hang=2)


def _title(group: Community) -> str:
    """Return the names of the members, for a faction after the name of its organisation."""
    members = ", ".join(one.name for one in group.members)
    return members if group.organization is None else f"{group.name}: {members}"
