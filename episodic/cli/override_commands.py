"""The commands for the author's overrides: split, correct, predicate, lock, retract, add-fact, waive, acts, revoke."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from episodic.cli.context import CommandContext, command
from episodic.cli.edit_rendering import override_phrase, show_overrides
from episodic.cli.messages import edits as say
from episodic.cli.messages.labels import predicate_named
from episodic.cli.messages.message import Phrase, same
from episodic.cli.result_output import edited
from episodic.errors import InputError
from episodic.model.decisions import Correction
from episodic.model.predicates import Cardinality, Predicate, PredicateKind
from episodic.model.readings import USUAL_SALIENCE, Phase, StatementScope
from episodic.pipeline.edits.chapter_edits import Edited
from episodic.pipeline.edits.overrides import Attribution, FactChange, NewFact
from episodic.pipeline.reports import MemoryDiff
from episodic.serialisers.lists import list_keys
from episodic.serialisers.reports import override_object

Name = Annotated[str, typer.Argument(metavar="NAME", help="A name, alias or id.", show_default=False)]
FactId = Annotated[str, typer.Argument(metavar="FACT", help="A fact's id, as `episodic facts` shows it.")]
Reason = Annotated[str, typer.Option("--reason", help="The reason, kept with the decision.")]
By = Annotated[str, typer.Option("--by", help="Who decides.")]
Text = Annotated[str | None, typer.Option("--text", help="The fact in one sentence.", show_default=False)]
Value = Annotated[str | None, typer.Option("--value", help="A value instead of an entity.", show_default=False)]
Salience = Annotated[
    int | None,
    typer.Option(
        "--salience", min=1, max=3, help="1 a detail, 2 the default, 3 the plot depends on it.", show_default=False
    ),
]
Qualifier = Annotated[
    str | None,
    typer.Option("--qualifier", help="Text beside the object, such as the degree of a kinship.", show_default=False),
]
Time = Annotated[str | None, typer.Option("--time", help="A time expression of the story.", show_default=False)]


def register(app: typer.Typer) -> None:
    command(app, "split", writes=True)(split)
    command(app, "correct", writes=True)(correct)
    command(app, "predicate", writes=True)(predicate)
    command(app, "lock", writes=True)(lock)
    command(app, "retract", writes=True)(retract)
    command(app, "add-fact", writes=True)(add_fact)
    command(app, "waive", writes=True)(waive)
    command(app, "acts")(acts)
    command(app, "revoke", writes=True)(revoke)


async def split(
    call: CommandContext,
    entity: Name,
    *,
    name: Annotated[list[str] | None, typer.Option("--name", help="Mentions by this name.", show_default=False)] = None,
    chapter: Annotated[
        list[str] | None, typer.Option("--chapter", help="Mentions in this chapter.", show_default=False)
    ] = None,
    begin: Annotated[
        str | None, typer.Option("--from", help="Mentions from this chapter on.", show_default=False)
    ] = None,
    by: By = "author",
    reason: Reason = "",
) -> None:
    """Split an entity: declare some of its mentions to be another entity."""
    if not name and not chapter and begin is None:
        raise InputError(
            "It is not specified which mentions are another entity.", hint="Give --name, --chapter or --from."
        )
    async with call.editing() as work:
        done = await work.graph.split_entity(
            entity, names=name or (), chapters=chapter or (), from_chapter=begin, attribution=Attribution(by, reason)
        )
    edited(call, done, done=say.SPLIT, what=entity)


async def correct(
    call: CommandContext,
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help="A name, alias or id of an entity, or a fact's id.", show_default=False),
    ],
    *,
    name: Annotated[str | None, typer.Option("--name", help="The main name.", show_default=False)] = None,
    alias: Annotated[str | None, typer.Option("--alias", help="A name to add.", show_default=False)] = None,
    not_alias: Annotated[str | None, typer.Option("--not-alias", help="A name to remove.", show_default=False)] = None,
    entity_type: Annotated[str | None, typer.Option("--type", help="The entity's type.", show_default=False)] = None,
    predicate: Annotated[
        str | None, typer.Option("--predicate", help="A fact's predicate.", show_default=False)
    ] = None,
    object_: Annotated[str | None, typer.Option("--object", help="A fact's object.", show_default=False)] = None,
    value: Value = None,
    text: Text = None,
    time: Time = None,
    salience: Salience = None,
    qualifier: Qualifier = None,
    by: By = "author",
    reason: Reason = "",
) -> None:
    """Correct an entity's name, aliases or type, or what a fact says."""
    of_entity = {
        Correction.NAME: name,
        Correction.ALIAS: alias,
        Correction.NOT_ALIAS: not_alias,
        Correction.TYPE: entity_type,
    }
    wanted = [(kind, said) for kind, said in of_entity.items() if said is not None]
    change = FactChange(predicate, object_, value, text, time, salience, qualifier)
    attribution = Attribution(by, reason)
    if (len(wanted) == 1) is (change != FactChange()):
        raise InputError(
            "It is not clear what to correct.",
            hint="Give one of --name, --alias, --not-alias, --type, or the options of a fact.",
        )
    async with call.editing() as work:
        if wanted:
            kind, said = wanted[0]
            changed: str | Phrase = say.corrected(what, kind, said)
            done = await work.graph.correct_entity(what, kind, said, attribution=attribution)
        else:
            found_fact = await work.graph.find_fact(what)
            changed = found_fact.text
            done = await work.graph.correct_fact(found_fact.uuid, change, attribution=attribution)
    edited(call, done, done=say.CORRECTED, what=changed)


async def predicate(
    call: CommandContext,
    name: Annotated[
        str, typer.Argument(metavar="PREDICATE", help="The predicate, as facts show it.", show_default=False)
    ],
    *,
    kind: Annotated[PredicateKind | None, typer.Option("--kind", show_default=False)] = None,
    cardinality: Annotated[Cardinality | None, typer.Option("--cardinality", show_default=False)] = None,
    living: Annotated[
        bool | None, typer.Option("--living/--not-living", help="Whether it ends with a life.", show_default=False)
    ] = None,
    by: By = "author",
    reason: Reason = "",
) -> None:
    """Correct what a predicate means: which facts exclude each other, and whether they end with a life."""
    if kind is None and cardinality is None and living is None:
        raise InputError(
            f"It is not specified what {name!r} should mean.",
            hint="Give --kind, --cardinality, --living or --not-living.",
        )
    async with call.editing() as work:
        known = await work.graph.predicate(name)
        base = known or Predicate(name)
        made = replace(
            base,
            kind=kind or base.kind,
            cardinality=cardinality or base.cardinality,
            living=base.living if living is None else living,
        )
        answer = (
            Edited((await work.graph.commits())[-1].revision, MemoryDiff(), already=True)
            if made == known
            else await work.graph.correct_predicate(made, attribution=Attribution(by, reason))
        )
        edited(call, answer, done=say.CORRECTED, what=predicate_named(made.name))


async def lock(call: CommandContext, fact: FactId, *, by: By = "author", reason: Reason = "") -> None:
    """Lock a fact: other facts never end it, and conflicts with it are reported as issues."""
    async with call.editing() as work:
        found_fact = await work.graph.find_fact(fact)
        edited(
            call,
            await work.graph.lock(found_fact.uuid, attribution=Attribution(by, reason)),
            done=say.LOCKED,
            what=found_fact.text,
        )


async def retract(call: CommandContext, fact: FactId, *, by: By = "author", reason: Reason = "") -> None:
    """Retract a fact that was read from the text."""
    async with call.editing() as work:
        found_fact = await work.graph.find_fact(fact)
        edited(
            call,
            await work.graph.retract(found_fact.uuid, attribution=Attribution(by, reason)),
            done=say.RETRACTED,
            what=found_fact.text,
        )


async def add_fact(
    call: CommandContext,
    subject: Annotated[str, typer.Argument(metavar="SUBJECT", help="A name, alias or id.", show_default=False)],
    predicate: Annotated[
        str, typer.Argument(metavar="PREDICATE", help="Such as lives_in or 住在.", show_default=False)
    ],
    target: Annotated[str | None, typer.Argument(metavar="OBJECT", help="A name, alias or id.")] = None,
    *,
    quote: Annotated[str, typer.Option("--quote", help="The sentence that says it, as written.")],
    value: Value = None,
    text: Text = None,
    chapter: Annotated[
        str | None, typer.Option("--chapter", help="The chapter of the quote.", show_default=False)
    ] = None,
    phase: Annotated[Phase, typer.Option("--phase")] = Phase.HOLDS,
    said_as: Annotated[StatementScope, typer.Option("--as", help="True, or an entity's claim.")] = StatementScope.WORLD,
    holder: Annotated[str | None, typer.Option("--holder", help="Who makes the claim.", show_default=False)] = None,
    time: Time = None,
    salience: Salience = None,
    qualifier: Qualifier = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")] = False,
    by: By = "author",
    reason: Reason = "",
) -> None:
    """Add a fact, with the sentence of the work that supports it."""
    new = NewFact(
        subject,
        predicate,
        quote,
        object=target,
        value=value,
        text=text or "",
        chapter=chapter,
        phase=phase,
        scope=said_as,
        holder=holder,
        time=time,
        salience=salience or USUAL_SALIENCE,
        qualifier=qualifier,
    )
    async with call.editing() as work:
        answer = await work.graph.add_facts([new], dry_run=dry_run, attribution=Attribution(by, reason))
    edited(call, answer, done=say.WOULD_BE_ADDED if dry_run else say.ADDED, what=new.text or new.quote)


async def waive(
    call: CommandContext,
    issue: Annotated[
        str, typer.Argument(metavar="ISSUE", help="An issue's id, as `episodic issues` shows it.", show_default=False)
    ],
    *,
    by: By = "author",
    reason: Reason = "",
) -> None:
    """Waive an issue, until the text gives it further quotes."""
    async with call.editing() as work:
        answer = await work.graph.waive(issue, reason=reason, by=by)
        waived = {one.uuid: one.issue.text for one in await work.graph.issues(waived=True)}
    edited(call, answer, done=say.WAIVED, what=waived.get(issue, issue))


async def acts(
    call: CommandContext,
    *,
    loose: Annotated[bool, typer.Option("--loose", help="Only those whose quotes are gone.")] = False,
) -> None:
    """List the author's decisions, and mark those whose quotes are no longer in the text."""
    async with call.reading() as work:
        keys = list_keys(await call.revision(work.graph))
        loose_ids = {one.uuid for one in await work.graph.acts(loose=True)}
        found = [one for one in await work.graph.acts() if not loose or one.uuid in loose_ids]
    if call.terminal.json:
        call.terminal.value({"acts": [override_object(one, loose=one.uuid in loose_ids) for one in found], **keys})
    else:
        show_overrides(call.terminal, found, loose_ids)


async def revoke(
    call: CommandContext,
    act: Annotated[str, typer.Argument(metavar="DECISION", help="A decision's id, as `episodic acts` shows it.")],
) -> None:
    """Revoke one of the author's decisions."""
    async with call.editing() as work:
        words = {one.uuid: override_phrase(one) for one in await work.graph.acts()}
        edited(call, await work.graph.revoke(act), done=say.REVOKED, what=words.get(act, same(act)))
