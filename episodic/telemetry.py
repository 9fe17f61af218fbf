"""Log records and OpenTelemetry spans of searches, commits and model calls.

Both contain names of operations, codes and numbers only: never text of a manuscript, of a query, a prompt or a reply,
and no key. OpenTelemetry is not imported here, because a program without a tracer needs no spans: whoever configures a
tracer has imported it.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from opentelemetry.trace import Span

LOGGER = logging.getLogger("episodic")
"""The logger of the package. A program that uses the package decides where its records go."""
LOGGER.addHandler(logging.NullHandler())

Detail = str | int | float | bool


class Operation:
    """One running operation, to whose span and log record details can be added."""

    def __init__(self, name: str, span: Span | None, details: dict[str, Detail]) -> None:
        self.name, self._span, self.details = name, span, details

    def note(self, **details: Detail) -> None:
        """Add details to the span and to the log record."""
        self.details.update(details)
        if self._span is not None:
            self._span.set_attributes({f"episodic.{key}": value for key, value in details.items()})


@contextmanager
def operation(name: str, **details: Detail) -> Generator[Operation]:
    """Yield an operation with a span, and log the operation at its end. An error is logged by the name of its class only,
    because its message may quote the manuscript.
    """
    started = monotonic()
    with _span(name) as span:
        running = Operation(name, span, {})
        running.note(**details)
        try:
            yield running
        except BaseException as error:
            running.note(error=type(error).__name__)
            log(logging.WARNING, name, running.details, seconds=monotonic() - started)
            raise
        log(logging.INFO, name, running.details, seconds=monotonic() - started)


def log(level: int, event: str, details: dict[str, Detail], *, seconds: float | None = None) -> None:
    """Write a log record of an event, with its details in the field `details`."""
    if LOGGER.isEnabledFor(level):
        timed = details if seconds is None else {**details, "seconds": round(seconds, 6)}
        LOGGER.log(level, event, extra={"details": timed})


@contextmanager
def _span(name: str) -> Generator[Span | None]:
    if "opentelemetry.trace" not in sys.modules:
        yield None
        return
    from opentelemetry import trace  # noqa: PLC0415 - see the first lines of this module

    with trace.get_tracer("episodic").start_as_current_span(
        f"episodic.{name}", record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield span
        except BaseException as error:
            span.set_attribute("error.type", type(error).__name__)
            span.set_status(trace.StatusCode.ERROR)
            raise


class LogFormatter(logging.Formatter):
    """A formatter of log records with their details: as one JSON object per line, or as one line of text."""

    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line. The traceback of an exception is left out, because it may quote a text."""
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
        """Return the form and the level of a setting such as "json" or "text:debug", or None if the setting is neither."""
        form, _, level = setting.partition(":")
        level = level or "info"
        return (form, level) if form in cls.FORMS and level in cls.LEVELS else None

    @staticmethod
    def begin(form: str, level: str) -> None:
        """Write the log records of the package to standard error from now on."""
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(LogFormatter(as_json=form == "json"))
        LOGGER.handlers[:] = [handler]
        LOGGER.setLevel(level.upper())
        LOGGER.propagate = False
