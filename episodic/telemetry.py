"""Log records and OpenTelemetry spans of operations: public calls, requests, tools, commits and model calls.

The log records and spans of operations contain only names (of operations, works, models and the like), codes and
numbers. A log record or span of an operation never contains a key, or text of a manuscript, a query, a prompt or a
reply. Spans are made only if the program has imported OpenTelemetry already, because a program without a tracer needs
no spans.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import aclosing, contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import wraps
from inspect import isasyncgenfunction, iscoroutinefunction
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, TypeVar

if TYPE_CHECKING:
    from opentelemetry.trace import Span

LOGGER = logging.getLogger("episodic")
"""The logger of the package. The package sets no output for this logger; a program that uses the package decides where
its records go.
"""
LOGGER.addHandler(logging.NullHandler())

Detail = str | int | float | bool
Item = TypeVar("Item")
Owner = TypeVar("Owner")
DetailsOf = Callable[[object], dict[str, Detail]]


class Operation:
    """One running operation. While the operation runs, details can be added to its OpenTelemetry span and to its log
    record.
    """

    def __init__(self, name: str, details: dict[str, Detail]) -> None:
        self.name = name
        self.details: dict[str, Detail] = {}
        self._started = monotonic()
        self._span = _new_span(name)
        self.note(**details)

    def note(self, **details: Detail) -> None:
        self.details.update(details)
        if self._span is not None:
            self._span.set_attributes({f"episodic.{key}": value for key, value in details.items()})

    @contextmanager
    def current(self) -> Generator[None]:
        """Inside the `with` block, `note` and `count` add to this operation, and its span is the parent of new spans."""
        token = _CURRENT.set(self)
        try:
            if self._span is None:
                yield
                return
            from opentelemetry import trace  # noqa: PLC0415 - see the first lines of this module

            with trace.use_span(self._span, record_exception=False, set_status_on_exception=False):
                yield
        finally:
            _CURRENT.reset(token)

    def end(self, error: BaseException | None = None) -> None:
        """End the OpenTelemetry span, and log the operation. An error is named by its class only, because the error's
        message may quote the manuscript.
        """
        if error is not None:
            self.note(error=type(error).__name__)
        level = logging.INFO if error is None else logging.WARNING
        log(level, self.name, self.details, seconds=monotonic() - self._started)
        if self._span is None:
            return
        if error is not None:
            from opentelemetry import trace  # noqa: PLC0415 - see the first lines of this module

            self._span.set_attribute("error.type", type(error).__name__)
            self._span.set_status(trace.StatusCode.ERROR)
        self._span.end()


_CURRENT: ContextVar[Operation | None] = ContextVar("episodic_operation", default=None)


@contextmanager
def operation(name: str, **details: Detail) -> Generator[Operation]:
    """Yield an operation, and log it at its end. The operation has a span if the program has imported OpenTelemetry."""
    running = Operation(name, details)
    try:
        with running.current():
            yield running
    except BaseException as error:
        running.end(error)
        raise
    running.end()


async def traced_items(name: str, items: AsyncGenerator[Item], **details: Detail) -> AsyncGenerator[Item]:
    """Yield *items*, and log their production as one operation. While the caller handles an item, the operation is not
    the current operation.
    """
    running = Operation(name, details)
    try:
        async with aclosing(items):
            while True:
                with running.current():
                    try:
                        item = await anext(items)
                    except StopAsyncIteration:
                        break
                yield item
    except GeneratorExit:
        running.end()
        raise
    except BaseException as error:
        running.end(error)
        raise
    running.end()


def traced_calls(**attributes: str) -> Callable[[type[Owner]], type[Owner]]:
    """Return a decorator of classes that turns every public coroutine method and asynchronous generator into an
    operation with the name of the method. Inherited methods are not changed. Each of *attributes* is a detail of the
    operation: with `work="group_id"`, the detail `work` has the value of the instance's attribute `group_id`.
    """

    def details_of(instance: object) -> dict[str, Detail]:
        return {name: str(getattr(instance, attribute)) for name, attribute in attributes.items()}

    def traced(cls: type[Owner]) -> type[Owner]:
        for name, method in list(vars(cls).items()):
            if name.startswith("_"):
                continue
            if iscoroutinefunction(method):
                setattr(cls, name, _traced_call(method, details_of))
            elif isasyncgenfunction(method):
                setattr(cls, name, _traced_generator(method, details_of))
        return cls

    return traced


def _traced_call(method: Callable[..., Awaitable[Item]], details_of: DetailsOf) -> Callable[..., Awaitable[Item]]:
    @wraps(method)
    async def traced(self: object, *args: object, **keywords: object) -> Item:
        with operation(method.__name__, **details_of(self)):
            return await method(self, *args, **keywords)

    return traced


def _traced_generator(
    method: Callable[..., AsyncGenerator[Item]], details_of: DetailsOf
) -> Callable[..., AsyncGenerator[Item]]:
    @wraps(method)
    def traced(self: object, *args: object, **keywords: object) -> AsyncGenerator[Item]:
        return traced_items(method.__name__, method(self, *args, **keywords), **details_of(self))

    return traced


def note(**details: Detail) -> None:
    """Add details to the innermost operation that is running, if any."""
    running = _CURRENT.get()
    if running is not None:
        running.note(**details)


def count(**numbers: int) -> None:
    """Increase details of the innermost operation that is running, if any, by the given numbers."""
    running = _CURRENT.get()
    if running is not None:
        running.note(**{name: int(running.details.get(name, 0)) + number for name, number in numbers.items()})


def log(level: int, event: str, details: dict[str, Detail], *, seconds: float | None = None) -> None:
    """Write a log record of an event, with its details in the field `details`."""
    if LOGGER.isEnabledFor(level):
        timed = details if seconds is None else {**details, "seconds": round(seconds, 6)}
        LOGGER.log(level, event, extra={"details": timed})


def _new_span(name: str) -> Span | None:
    if "opentelemetry.trace" not in sys.modules:
        return None
    from opentelemetry import trace  # noqa: PLC0415 - see the first lines of this module

    return trace.get_tracer("episodic").start_span(f"episodic.{name}")


class LogFormatter(logging.Formatter):
    """A formatter of log records with their details: as one JSON object per line, or as one line of text."""

    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """Return the log record as one line, JSON or plain text. The traceback of an exception is left out, because it
        may quote a text.
        """
        details: dict[str, Detail] = getattr(record, "details", {})
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        head = {"at": at, "level": record.levelname.lower(), "logger": record.name, "event": record.getMessage()}
        if self._as_json:
            return json.dumps({**head, **details}, ensure_ascii=False)
        shown = " ".join(f"{key}={value}" for key, value in details.items())
        return f"{at} {head['level']} {head['event']} {shown}".rstrip()


class LogOutput:
    """The output of log records to standard error, as the command line configures it."""

    FORMS: ClassVar[tuple[str, ...]] = ("text", "json")
    LEVELS: ClassVar[tuple[str, ...]] = ("debug", "info", "warning")

    @classmethod
    def of(cls, setting: str) -> tuple[str, str] | None:
        """Return the form and the level of a setting such as "json" or "text:debug", or None for an invalid setting."""
        form, _, level = setting.partition(":")
        level = level or "info"
        return (form, level) if form in cls.FORMS and level in cls.LEVELS else None

    @staticmethod
    def begin(form: str, level: str) -> None:
        """Write the package's log records of at least the severity *level* to standard error, as "text" or "json"
        lines, and to no other handler.
        """
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(LogFormatter(as_json=form == "json"))
        LOGGER.handlers[:] = [handler]
        LOGGER.setLevel(level.upper())
        LOGGER.propagate = False
