"""The command `keys`, which creates, lists and revokes the API keys of a store."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from episodic.api_keys import ApiKey, ApiKeys
from episodic.cli.context import WORK, CommandContext, chosen_by_user, command
from episodic.cli.messages import servers as say
from episodic.cli.terminal import local_time
from episodic.errors import InputError
from episodic.facade.session_setup import utc_now
from episodic.factory import open_store, require_store
from episodic.model.access import Access
from episodic.model.json_shapes import Object


class KeyAction(StrEnum):
    """The actions of the command `keys`."""

    LIST = "list"
    CREATE = "create"
    REVOKE = "revoke"


def register(app: typer.Typer) -> None:
    command(app, "keys", default_work=False)(keys)


async def keys(
    call: CommandContext,
    action: Annotated[KeyAction, typer.Argument(metavar="ACTION", help="list, create or revoke.")] = KeyAction.LIST,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The new key's name, or the id of the key to revoke.")
    ] = None,
    *,
    access: Annotated[
        Access, typer.Option("--access", help="What the key may do: read, append or full.")
    ] = Access.READ,
    days: Annotated[
        int | None, typer.Option("--days", min=1, help="After how many days it expires.", show_default=False)
    ] = None,
) -> None:
    """List, create or revoke the API keys of a store. A key that is created with --work opens only that work."""
    if action is not KeyAction.CREATE:
        require_store(call.config)
    store = open_store(call.config)
    try:
        await store.setup()
        found = ApiKeys(store, clock=utc_now)
        if action is KeyAction.LIST:
            _show_list(call, await found.list())
        elif name is None:
            raise InputError("No key is named.", hint="`episodic keys` lists the keys with their ids.")
        elif action is KeyAction.CREATE:
            work = call.work if chosen_by_user(call.config, WORK) else ""
            made = await found.create(name, access=access, work=work, days=days)
            if call.terminal.json:
                call.terminal.value({**_object(made.key), "secret": made.secret})
                return
            call.terminal.line(made.secret)
            call.terminal.note(say.key_made(made.key.name, made.key.access.value, work))
        else:
            revoked = await found.revoke(name)
            if call.terminal.json:
                call.terminal.value({"revoked": _object(revoked)})
            else:
                call.terminal.line(say.key_revoked(revoked.name))
    finally:
        await store.close()


def _show_list(call: CommandContext, found: tuple[ApiKey, ...]) -> None:
    if call.terminal.json:
        call.terminal.value({"keys": [_object(one) for one in found]})
        return
    if not found:
        call.terminal.line(say.NO_KEYS)
        return
    rows = [
        (
            one.uuid,
            one.name,
            one.access.value,
            one.work or "*",
            local_time(one.created_at),
            local_time(one.expires_at or "-"),
        )
        for one in found
    ]
    call.terminal.table(say.KEY_COLUMNS, rows)


def _object(one: ApiKey) -> Object:
    return {
        "id": one.uuid,
        "name": one.name,
        "access": one.access.value,
        "work": one.work or None,
        "created_at": one.created_at,
        "expires_at": one.expires_at,
    }
