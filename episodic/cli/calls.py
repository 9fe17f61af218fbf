"""What every command shares: its options, its settings, its error exits."""

from __future__ import annotations

import asyncio
import errno
import inspect
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, cast, get_type_hints

import typer

from episodic.cli.options import (
    AsJson,
    AsOf,
    AtRevision,
    IncludeEnded,
    Layers,
    Model,
    Pov,
    Store,
    ToldBy,
    WorkName,
    Yes,
)
from episodic.cli.terminal import Terminal
from episodic.cli.wording.keeping import STOPPED
from episodic.cli.wording.languages import chosen_language, locale_language, main_language
from episodic.config import Config, Origin, Setting, configured, read_env_file
from episodic.errors import EpisodicError, InputError, StoreFullError
from episodic.model.episodes import Language, Layer
from episodic.model.settings import WorkSettings
from episodic.opening import (
    Opened,
    StoreAddress,
    looked_at,
    opened,
    require_store,
    store_address,
    work_names,
)
from episodic.ports import GraphStore
from episodic.search.scope import CANON_ONLY, Scope

if TYPE_CHECKING:
    from episodic.facade.stored import StoredWork
    from episodic.looking import StoredReading

P = ParamSpec("P")
INTERRUPTED = 130
NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
WORK = "EPISODIC_WORK"

_EVERYWHERE = {"store": (Store, None), "work": (WorkName, None), "json": (AsJson, False)}
_WRITING = {"model": (Model, None), "yes": (Yes, False)}
_SCOPED = {
    "told_by": (ToldBy, None),
    "as_of": (AsOf, None),
    "pov": (Pov, None),
    "at_revision": (AtRevision, None),
    "include_ended": (IncludeEnded, False),
    "layer": (Layers, None),
}
_FLAGS = {"store": "EPISODIC_STORE", "work": "EPISODIC_WORK", "model": "EPISODIC_MODEL"}


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a command: settings in force, the screen, and what part of the work is looked at."""

    config: Config
    terminal: Terminal
    scope: Scope

    @property
    def work(self) -> str:
        """The name of the work."""
        return self.config.text("EPISODIC_WORK")

    async def settled(self) -> Call:
        """This call, with the only work of the store as its work where the user named none."""
        if chosen_by_user(self.config, WORK) or store_address(self.config.text("EPISODIC_STORE")).is_new:
            return self
        names = await work_names(self.config)
        return self.for_work(names[0]) if len(names) == 1 else self

    def for_work(self, name: str) -> Call:
        """This call, about another work."""
        settings = {**self.config.settings, WORK: Setting(WORK, name, Origin.DEFAULT)}
        return replace(self, config=Config(settings))

    def speak(self, language: Language | None) -> None:
        """The screen speaks the language of a work from now on, unless the user has set another or there is none."""
        if language is not None and chosen_language(self.config) is None:
            self.terminal.speak(language)

    async def speak_of(self, work: StoredWork) -> None:
        """The screen speaks the language of this work from now on; nothing is read where that has no say."""
        if not self.terminal.json and chosen_language(self.config) is None:
            chapters = (await work.views.view(Scope())).chapters
            self.speak(main_language(one.language for one in chapters.values()))

    @asynccontextmanager
    async def writing(self, settings: WorkSettings | None = None) -> AsyncGenerator[Opened]:
        """The graph, made if it is not there, with whatever reads chapters; says what a new user should know."""
        async with opened(self.config, settings=settings, reads=True) as found:
            await self.speak_of(found.graph)
            for warning in found.warnings:
                self.terminal.warn(warning)
            yield found

    @asynccontextmanager
    async def looking(self) -> AsyncGenerator[StoredReading]:
        """A work that is there, to be looked at. Raises StoreUnavailableError, InputError where there is no such work."""
        address = require_store(self.config)
        async with looked_at(self.config) as found:
            await self._require_work(found.store, address)
            await self.speak_of(found)
            yield found

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[Opened]:
        """The graph of a work that is there. Raises StoreUnavailableError, InputError where there is no such work."""
        require_store(self.config)
        async with opened(self.config) as found:
            await self.require_work(found)
            await self.speak_of(found.graph)
            yield found

    @asynccontextmanager
    async def editing(self) -> AsyncGenerator[Opened]:
        """As `reading`, with what reads chapters."""
        require_store(self.config)
        async with self.writing() as found:
            await self.require_work(found)
            yield found

    async def require_work(self, found: Opened) -> None:
        """Nothing if the work is there; else InputError names those that are."""
        await self._require_work(found.graph.store, found.address)

    async def _require_work(self, store: GraphStore, address: StoreAddress) -> None:
        if await store.work(self.work) is not None:
            return
        names = [one.group_id for one in await store.works()]
        hint = (
            f"It holds: {', '.join(names[:20])}; choose with --work."
            if names
            else "`episodic ingest FILE` reads one in."
        )
        raise InputError(f"There is no work {self.work!r} in {address.shown}.", hint=hint)


Command = Callable[Concatenate[Call, P], Awaitable[None]]
"""The body of a command."""


def command(
    app: typer.Typer, name: str, *, scoped: bool = False, writes: bool = False, settles: bool = True
) -> Callable[[Command[P]], Command[P]]:
    """Registers an async function as a command: it gets a Call first, and the options that all commands share beside its own.

    *settles*: where no work is named, the only work of the store is meant.
    """

    def register(body: Command[P]) -> Command[P]:
        shared = _EVERYWHERE | (_WRITING if writes else {}) | (_SCOPED if scoped else {})
        own = list(inspect.signature(body).parameters.values())[1:]
        hints = get_type_hints(body, include_extras=True)
        parameters = [one.replace(annotation=hints[one.name]) for one in own]
        parameters += [
            inspect.Parameter(option, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
            for option, (annotation, default) in shared.items()
        ]

        def run(ctx: typer.Context, **given: object) -> None:
            before = _before(ctx)
            # What part of the work is looked at stands after the command only; what is empty, or 0, is no part of it, not all.
            options = {option: given.pop(option) for option in shared}
            options |= {option: options[option] or before.get(option) for option in shared.keys() - _SCOPED.keys()}

            async def answer(call: Call) -> None:
                settled = await call.settled() if settles else call
                # Typer has checked what it gives against the signature of the body.
                await body(settled, **given)  # type: ignore[call-arg, arg-type]

            _run(answer, options)

        parameters.insert(
            0, inspect.Parameter("ctx", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
        )
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        run.__doc__ = body.__doc__
        app.command(name, short_help=_first_sentence(body.__doc__ or ""))(run)
        return body

    return register


def _first_sentence(text: str) -> str:
    """The first sentence of a help text, all of it: a list of commands would cut it off otherwise."""
    first, stop, _ = text.partition("\n")[0].partition(". ")
    return f"{first}." if stop else first


def _before(ctx: typer.Context) -> dict[str, object]:
    given = ctx.find_root().obj
    return cast("dict[str, object]", given) if isinstance(given, dict) else {}


def _run(body: Callable[[Call], Coroutine[None, None, None]], options: dict[str, object]) -> None:
    terminal = Terminal(json=bool(options.get("json")), yes=bool(options.get("yes")))
    try:
        asyncio.run(body(_call(options, terminal)))
    except EpisodicError as error:
        terminal.error(error)
        raise typer.Exit(error.exit_code) from None
    except KeyboardInterrupt:
        terminal.note(STOPPED)
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        # Whoever reads our output has seen enough.
        _write_no_more()
        raise typer.Exit(0) from None
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        _write_no_more()
        full = StoreFullError(f"The answer cannot be written ({error.strerror}).", hint="Make room, and ask again.")
        terminal.error(full)
        raise typer.Exit(full.exit_code) from None


def _write_no_more() -> None:
    """Nothing more can be written to standard output: not what is left in its buffer, either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _call(options: dict[str, object], terminal: Terminal) -> Call:
    flags = {name: _text(options.get(option)) for option, name in _FLAGS.items()}
    config = load_config(flags)
    terminal.speak(chosen_language(config) or locale_language(os.environ))
    return Call(config, terminal, _scope(options))


def load_config(flags: dict[str, str | None]) -> Config:
    """The settings of this call: flags, environment, the `.env` file of the folder it was started in."""
    return configured(flags, os.environ, read_env_file(Path(".env")))


def _scope(options: dict[str, object]) -> Scope:
    given = options.get("layer")
    layers = cast("list[Layer]", given) if isinstance(given, list) else []
    return Scope(
        as_of=_text(options.get("as_of")),
        told_by=_text(options.get("told_by")),
        pov=_text(options.get("pov")),
        at_revision=revision if isinstance(revision := options.get("at_revision"), int) else None,
        include_ended=bool(options.get("include_ended")),
        layers=frozenset(layers) or CANON_ONLY,
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def chosen_by_user(config: Config, name: str) -> bool:
    """Whether a setting is more than a default."""
    return config.settings[name].origin is not Origin.DEFAULT
