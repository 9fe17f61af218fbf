"""Commands by which the author decides what the text alone does not: who is who, what is true, what may stand."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from episodic.cli.calls import Call, command
from episodic.cli.shown_edits import act_value, act_words, show_acts
from episodic.cli.wording import editing as say
from episodic.cli.wording.names import predicate_named
from episodic.cli.wording.phrase import Phrase, same
from episodic.cli.writing import edited
from episodic.errors import InputError
from episodic.model.asserted import Correction
from episodic.model.predicates import Cardinality, Predicate, PredicateKind
from episodic.model.readings import Phase, StatementScope
from episodic.pipeline.edits.authoring import FactChange, NewFact, Signed
from episodic.pipeline.edits.editing import Edited
from episodic.pipeline.report import MemoryDiff

Name = Annotated[str, typer.Argument(metavar="NAME", help="A name, alias or id.", show_default=False)]
FactId = Annotated[str, typer.Argument(metavar="FACT", help="A fact's id, as `episodic facts` shows it.")]
Reason = Annotated[str, typer.Option("--reason", help="Kept with it.")]
By = Annotated[str, typer.Option("--by", help="Who decides.")]
Text = Annotated[str | None, typer.Option("--text", help="The fact in one sentence.", show_default=False)]
Value = Annotated[str | None, typer.Option("--value", help="A value in place of somebody.", show_default=False)]
Time = Annotated[str | None, typer.Option("--time", help="Words that say when in the story.", show_default=False)]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
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
    call: Call,
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
    """Declare some mentions of somebody to be somebody else."""
    if not name and not chapter and begin is None:
        raise InputError("Which mentions are somebody else is not said.", hint="Give --name, --chapter or --from.")
    async with call.editing() as it:
        done = await it.graph.split_entity(
            entity, names=name or (), chapters=chapter or (), from_chapter=begin, signed=Signed(by, reason)
        )
    edited(call, done, done=say.SPLIT, what=entity)


async def correct(
    call: Call,
    what: Annotated[
        str, typer.Argument(metavar="WHAT", help="A name, alias or id of somebody, or a fact's id.", show_default=False)
    ],
    *,
    name: Annotated[str | None, typer.Option("--name", help="The main name.", show_default=False)] = None,
    alias: Annotated[str | None, typer.Option("--alias", help="One name more.", show_default=False)] = None,
    not_alias: Annotated[str | None, typer.Option("--not-alias", help="One name less.", show_default=False)] = None,
    entity_type: Annotated[str | None, typer.Option("--type", help="What it is.", show_default=False)] = None,
    predicate: Annotated[str | None, typer.Option("--predicate", help="Of a fact.", show_default=False)] = None,
    object_: Annotated[str | None, typer.Option("--object", help="Of a fact: whom.", show_default=False)] = None,
    value: Value = None,
    text: Text = None,
    time: Time = None,
    by: By = "author",
    reason: Reason = "",
) -> None:
    """Set right who somebody is, or what a fact says."""
    of_entity = {
        Correction.NAME: name,
        Correction.ALIAS: alias,
        Correction.NOT_ALIAS: not_alias,
        Correction.TYPE: entity_type,
    }
    wanted = [(kind, said) for kind, said in of_entity.items() if said is not None]
    change = FactChange(predicate, object_, value, text, time)
    signed = Signed(by, reason)
    if (len(wanted) == 1) is (change != FactChange()):
        raise InputError(
            "What is to be set right is not clear.",
            hint="Give one of --name, --alias, --not-alias, --type, or what a fact should say.",
        )
    async with call.editing() as it:
        if wanted:
            kind, said = wanted[0]
            changed: str | Phrase = say.corrected(what, kind, said)
            done = await it.graph.correct_entity(what, kind, said, signed=signed)
        else:
            there = await it.graph.find_fact(what)
            changed = there.text
            done = await it.graph.correct_fact(there.uuid, change, signed=signed)
    edited(call, done, done=say.CORRECTED, what=changed)


async def predicate(
    call: Call,
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
    """Set right what a predicate means: what excludes what, and what ends with a life."""
    if kind is None and cardinality is None and living is None:
        raise InputError(
            f"What {name!r} should mean is not said.", hint="Give --kind, --cardinality, --living or --not-living."
        )
    async with call.editing() as it:
        known = await it.graph.predicate(name)
        base = known or Predicate(name)
        made = replace(
            base,
            kind=kind or base.kind,
            cardinality=cardinality or base.cardinality,
            living=base.living if living is None else living,
        )
        answer = (
            Edited((await it.graph.commits())[-1].revision, MemoryDiff(), already=True)
            if made == known
            else await it.graph.correct_predicate(made, signed=Signed(by, reason))
        )
        edited(call, answer, done=say.CORRECTED, what=predicate_named(made.name))


async def lock(call: Call, fact: FactId, *, by: By = "author", reason: Reason = "") -> None:
    """Confirm a fact: it never ends by itself, and what conflicts with it is an issue."""
    async with call.editing() as it:
        there = await it.graph.find_fact(fact)
        edited(call, await it.graph.lock(there.uuid, signed=Signed(by, reason)), done=say.LOCKED, what=there.text)


async def retract(call: Call, fact: FactId, *, by: By = "author", reason: Reason = "") -> None:
    """Take back what the text was read to say."""
    async with call.editing() as it:
        there = await it.graph.find_fact(fact)
        edited(call, await it.graph.retract(there.uuid, signed=Signed(by, reason)), done=say.RETRACTED, what=there.text)


async def add_fact(
    call: Call,
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
        str | None, typer.Option("--chapter", help="Where the quote stands.", show_default=False)
    ] = None,
    phase: Annotated[Phase, typer.Option("--phase")] = Phase.HOLDS,
    said_as: Annotated[StatementScope, typer.Option("--as", help="True, or somebody's claim.")] = StatementScope.WORLD,
    holder: Annotated[str | None, typer.Option("--holder", help="Whose claim.", show_default=False)] = None,
    time: Time = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")] = False,
    by: By = "author",
    reason: Reason = "",
) -> None:
    """Add a fact about a sentence of the work."""
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
    )
    async with call.editing() as it:
        answer = await it.graph.add_facts([new], dry_run=dry_run, signed=Signed(by, reason))
    edited(call, answer, done=say.WOULD_BE_ADDED if dry_run else say.ADDED, what=new.text or new.quote)


async def waive(
    call: Call,
    issue: Annotated[
        str, typer.Argument(metavar="ISSUE", help="An issue's id, as `episodic issues` shows it.", show_default=False)
    ],
    *,
    by: By = "author",
    reason: Reason = "",
) -> None:
    """Let an issue stand, as long as its quotes do."""
    async with call.editing() as it:
        answer = await it.graph.waive(issue, reason=reason, by=by)
        waived = {one.uuid: one.issue.text for one in await it.graph.issues(waived=True)}
    edited(call, answer, done=say.WAIVED, what=waived.get(issue, issue))


async def acts(
    call: Call, *, loose: Annotated[bool, typer.Option("--loose", help="Only those whose words are gone.")] = False
) -> None:
    """List the author's decisions; those whose words are no longer in the text are marked."""
    async with call.reading() as it:
        adrift = {one.uuid for one in await it.graph.acts(loose=True)}
        found = [one for one in await it.graph.acts() if not loose or one.uuid in adrift]
    if call.terminal.json:
        call.terminal.value({"acts": [act_value(one, loose=one.uuid in adrift) for one in found]})
    else:
        show_acts(call.terminal, found, adrift)


async def revoke(
    call: Call,
    act: Annotated[str, typer.Argument(metavar="DECISION", help="A decision's id, as `episodic acts` shows it.")],
) -> None:
    """Take one of the author's decisions back, whenever it was made."""
    async with call.editing() as it:
        words = {one.uuid: act_words(one) for one in await it.graph.acts()}
        edited(call, await it.graph.revoke(act), done=say.REVOKED, what=words.get(act, same(act)))
