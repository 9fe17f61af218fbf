"""What all commands share: common options, settings, access to works, and exit codes for errors."""

from __future__ import annotations

import asyncio
import errno
import inspect
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, cast, get_type_hints

import typer

from episodic.agents.list_pages import ListPage
from episodic.cli.messages.language_choice import chosen_language, locale_language, main_language
from episodic.cli.messages.reads import AS_OF_NOTE
from episodic.cli.messages.storage import STOPPED
from episodic.cli.options import (
    AsJson,
    AsOf,
    AtRevision,
    CreatedAfter,
    CreatedBefore,
    Cursor,
    DetailLevel,
    ExpiredAfter,
    ExpiredBefore,
    IncludeEnded,
    Layers,
    LogJson,
    MaxTokens,
    Model,
    Pov,
    Store,
    ToldBy,
    WorkName,
    Yes,
)
from episodic.cli.scope_options import InChapters, LeastSalience, OfScopes, OfTypes, scope_of
from episodic.cli.terminal import Terminal
from episodic.config import Config, Origin, Setting, configured, read_env_file
from episodic.errors import ConfigurationError, EpisodicError, InputError, StoreFullError
from episodic.factory import (
    OpenedGraph,
    StoreAddress,
    open_read_only,
    opened,
    require_store,
    store_address,
    work_names,
)
from episodic.model.episodes import Language
from episodic.model.readings import LEAST_SALIENCE
from episodic.model.settings import WorkSettings
from episodic.ports import GraphStore
from episodic.search.scope import Scope
from episodic.serialisers.lists import Detail
from episodic.telemetry import LogOutput

if TYPE_CHECKING:
    # `StoredWork` and `ReadOnlyWork` are imported only for type checking: at run time, few commands need their modules.
    from episodic.facade.stored_work import StoredWork
    from episodic.read_only import ReadOnlyWork

P = ParamSpec("P")
INTERRUPTED = 130
NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
WORK = "EPISODIC_WORK"
LOG = "EPISODIC_LOG"

_EVERYWHERE = {"store": (Store, None), "work": (WorkName, None), "json": (AsJson, False), "log_json": (LogJson, False)}
_WRITING = {"model": (Model, None), "yes": (Yes, False)}
_SCOPED = {
    "told_by": (ToldBy, None),
    "as_of": (AsOf, None),
    "pov": (Pov, None),
    "at_revision": (AtRevision, None),
    "include_ended": (IncludeEnded, False),
    "layer": (Layers, None),
}
_FILTERED = {
    "chapter": (InChapters, None),
    "type": (OfTypes, None),
    "scope": (OfScopes, None),
    "salience": (LeastSalience, LEAST_SALIENCE),
    "created_after": (CreatedAfter, None),
    "created_before": (CreatedBefore, None),
    "expired_after": (ExpiredAfter, None),
    "expired_before": (ExpiredBefore, None),
}
_LISTED = {"max_tokens": (MaxTokens, None), "detail": (DetailLevel, None), "cursor": (Cursor, None)}
_AFTER_THE_COMMAND = _SCOPED.keys() | _FILTERED.keys() | _LISTED.keys()
"""Options that are allowed after the name of a command only, such as --as-of."""
_FLAGS = {"store": "EPISODIC_STORE", "work": "EPISODIC_WORK", "model": "EPISODIC_MODEL"}


@dataclass(frozen=True, slots=True)
class CommandContext:
    """One run of a command: its settings, its terminal, which part of the work it reads, and which page of a list it
    prints.
    """

    config: Config
    terminal: Terminal
    scope: Scope
    page: ListPage = field(default_factory=ListPage)

    @property
    def work(self) -> str:
        return self.config.text("EPISODIC_WORK")

    async def with_default_work(self) -> CommandContext:
        """Return a context for the store's only work, or this context if the user named a work or the store does not
        have exactly one.
        """
        if chosen_by_user(self.config, WORK) or store_address(self.config.text("EPISODIC_STORE")).is_new:
            return self
        names = await work_names(self.config)
        return self.for_work(names[0]) if len(names) == 1 else self

    def for_work(self, name: str) -> CommandContext:
        settings = {**self.config.settings, WORK: Setting(WORK, name, Origin.DEFAULT)}
        return replace(self, config=Config(settings))

    def speak(self, language: Language | None) -> None:
        """Use *language* for the output from now on, unless *language* is None or the user has chosen a language."""
        if language is not None and chosen_language(self.config) is None:
            self.terminal.speak(language)

    async def speak_of(self, work: StoredWork) -> None:
        """Print in the main language of the work from now on, unless the output is JSON or the user has chosen a
        language.
        """
        if not self.terminal.json and chosen_language(self.config) is None:
            chapters = (await work.views.view(Scope())).chapters
            self.speak(main_language(chapter.language for chapter in chapters.values()))

    async def revision(self, work: StoredWork) -> int:
        """Return the revision that the user asked for, else the work's newest revision, or 0 for a work that does not
        exist. Raises StoreError.
        """
        if self.scope.at_revision is not None:
            return self.scope.at_revision
        found = await work.store.work(work.group_id)
        return 0 if found is None else found.revision

    @asynccontextmanager
    async def writing(self, settings: WorkSettings | None = None) -> AsyncGenerator[OpenedGraph]:
        """Open a work for writing, so that chapters can be added. Warnings are printed, for example that the connection
        to a model's endpoint is not encrypted. The first commit of a work that does not exist creates the work.
        """
        async with opened(self.config, settings=settings, reads=True) as found:
            await self.speak_of(found.graph)
            for warning in found.warnings:
                self.terminal.warn(warning)
            yield found

    @asynccontextmanager
    async def read_only(self) -> AsyncGenerator[ReadOnlyWork]:
        """Open an existing work read-only. After the `with` block, print a note if the user has given --as-of without
        --told-by.

        Raises StoreUnavailableError if the store does not exist, and InputError if the work does not exist.
        """
        address = require_store(self.config)
        async with open_read_only(self.config) as found:
            await self._require_work(found.store, address)
            await self.speak_of(found)
            yield found
            if self.scope.as_of is not None and self.scope.told_by is None:
                self.terminal.note(AS_OF_NOTE)

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[OpenedGraph]:
        """Open an existing work for reads, and for edits that extract nothing from chapters.

        Raises StoreUnavailableError if the store does not exist, and InputError if the work does not exist.
        """
        require_store(self.config)
        async with opened(self.config) as found:
            await self.require_work(found)
            await self.speak_of(found.graph)
            yield found

    @asynccontextmanager
    async def editing(self, settings: WorkSettings | None = None) -> AsyncGenerator[OpenedGraph]:
        """Open an existing work for edits that extract facts from chapters; *settings* replace the work's stored
        settings. Raises StoreUnavailableError if the store does not exist, and InputError if the work does not exist.
        """
        require_store(self.config)
        async with self.writing(settings) as found:
            await self.require_work(found)
            yield found

    async def require_work(self, found: OpenedGraph) -> None:
        """Raise InputError if the work does not exist. The error's hint names at most 20 works of the store. If the
        store is empty, the hint says how to ingest a work.
        """
        await self._require_work(found.graph.store, found.address)

    async def _require_work(self, store: GraphStore, address: StoreAddress) -> None:
        if await store.work(self.work) is not None:
            return
        names = [work.group_id for work in await store.works()]
        hint = (
            f"It holds: {', '.join(names[:20])}; choose with --work."
            if names
            else "`episodic ingest FILE` ingests one."
        )
        raise InputError(f"There is no work {self.work!r} in {address.shown}.", hint=hint)


Command = Callable[Concatenate[CommandContext, P], Awaitable[None]]


def command(
    app: typer.Typer,
    name: str,
    *,
    scoped: bool = False,
    filtered: bool = False,
    listed: bool = False,
    writes: bool = False,
    default_work: bool = True,
) -> Callable[[Command[P]], Command[P]]:
    """Return a decorator that registers an async function as a command.

    The first argument of the decorated function is a CommandContext. Every command gets the common options, such as
    --store. *writes* adds the options of writing commands. *scoped* adds the options that restrict a read, such as
    --told-by. *filtered* adds filters by chapters, entity types,
    scopes and salience, and by transaction time (when the store recorded or retired a record). *listed* adds
    the options that select the page of a list. With *default_work*, a call that names no work uses the store's only
    work, if the store has exactly one.
    """
    groups = ((_WRITING, writes), (_SCOPED, scoped), (_FILTERED, filtered), (_LISTED, listed))
    shared = _EVERYWHERE | dict(one for group, wanted in groups if wanted for one in group.items())

    def register(body: Command[P]) -> Command[P]:
        def run(ctx: typer.Context, **given: object) -> None:
            before = _before(ctx)
            # Options such as --store and --model may also be given before the name of the command. Options such as
            # --as-of are allowed only after the name of the command, so that their values "" and 0 are not replaced by
            # a value from before it.
            options = {option: given.pop(option) for option in shared}
            options |= {option: options[option] or before.get(option) for option in shared.keys() - _AFTER_THE_COMMAND}

            async def answer(call: CommandContext) -> None:
                resolved = await call.with_default_work() if default_work else call
                # The type checker cannot know the parameters of *body*, but typer has checked that the arguments fit
                # them.
                await body(resolved, **given)  # type: ignore[call-arg, arg-type]

            _run(answer, options)

        parameters = _parameters(body, shared)
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        run.__doc__ = body.__doc__
        app.command(name, short_help=_first_sentence(body.__doc__ or ""))(run)
        return body

    return register


def _parameters(body: Command[P], shared: Mapping[str, tuple[object, object]]) -> list[inspect.Parameter]:
    hints = get_type_hints(body, include_extras=True)
    own = list(inspect.signature(body).parameters.values())[1:]
    return [
        inspect.Parameter("ctx", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context),
        *(one.replace(annotation=hints[one.name]) for one in own),
        *(
            inspect.Parameter(option, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
            for option, (annotation, default) in shared.items()
        ),
    ]


def _first_sentence(text: str) -> str:
    """Return the first sentence of a help text, or its first line if the sentence is longer. typer would cut off a
    longer help text in the list of commands.
    """
    first, stop, _ = text.partition("\n")[0].partition(". ")
    return f"{first}." if stop else first


def _before(ctx: typer.Context) -> dict[str, object]:
    given = ctx.find_root().obj
    return cast("dict[str, object]", given) if isinstance(given, dict) else {}


def _run(body: Callable[[CommandContext], Coroutine[None, None, None]], options: dict[str, object]) -> None:
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
        # The process that reads this command's output has closed the pipe.
        _discard_output()
        raise typer.Exit(0) from None
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        _discard_output()
        full = StoreFullError(f"The output cannot be written ({error.strerror}).", hint="Free space, then try again.")
        terminal.error(full)
        raise typer.Exit(full.exit_code) from None


def _discard_output() -> None:
    """Redirect standard output to the null device, so that flushing the buffer at exit does not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _call(options: dict[str, object], terminal: Terminal) -> CommandContext:
    flags = {name: _text(options.get(option)) for option, name in _FLAGS.items()}
    config = load_config(flags | ({LOG: "json"} if options.get("log_json") else {}))
    _begin_log(config.text(LOG))
    terminal.speak(chosen_language(config) or locale_language(os.environ))
    return CommandContext(config, terminal, scope_of(options), _page(options))


def _begin_log(setting: str) -> None:
    """Write log records to standard error in the form and from the level that *setting* names ("json:debug"), or none
    if *setting* is empty. Raises ConfigurationError for an unknown setting.
    """
    if not setting:
        return
    found = LogOutput.of(setting)
    if found is None:
        raise ConfigurationError(f"{LOG} is {setting!r}.", hint="Give text or json, or for example json:debug.")
    LogOutput.begin(*found)


def load_config(flags: dict[str, str | None]) -> Config:
    """Load the settings from the flags, the environment variables, and the `.env` file of the current folder. Raises
    ConfigurationError if the `.env` file is invalid.
    """
    return configured(flags, os.environ, read_env_file(Path(".env")))


def _page(options: dict[str, object]) -> ListPage:
    tokens, detail = options.get("max_tokens"), options.get("detail")
    return ListPage(
        max_tokens=tokens if isinstance(tokens, int) else None,
        detail=Detail(detail) if isinstance(detail, str) else None,
        cursor=_text(options.get("cursor")),
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def chosen_by_user(config: Config, name: str) -> bool:
    """Return whether the user has set the setting *name*: by a flag, an environment variable or the `.env` file."""
    return config.settings[name].origin is not Origin.DEFAULT
