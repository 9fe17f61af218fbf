"""Which commands there are, and the module of each: it is imported when its command is called, and not before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import typer

Register = Callable[[typer.Typer], None]
"""Adds the commands of one module."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A command before it is called: what adds it, and the first sentence of its help (tests keep it the same)."""

    register: Register
    help: str


def _writing(app: typer.Typer) -> None:
    from episodic.cli.writing import register

    register(app)


def _reading(app: typer.Typer) -> None:
    from episodic.cli.reading import register

    register(app)


def _works(app: typer.Typer) -> None:
    from episodic.cli.works import register

    register(app)


def _exchange(app: typer.Typer) -> None:
    from episodic.cli.exchange import register

    register(app)


def _history(app: typer.Typer) -> None:
    from episodic.cli.history import register

    register(app)


def _drafting(app: typer.Typer) -> None:
    from episodic.cli.drafting import register

    register(app)


def _revising(app: typer.Typer) -> None:
    from episodic.cli.revising import register

    register(app)


def _authoring(app: typer.Typer) -> None:
    from episodic.cli.authoring import register

    register(app)


def _demo(app: typer.Typer) -> None:
    from episodic.cli.demo import register

    register(app)


def _calendar(app: typer.Typer) -> None:
    from episodic.cli.calendar import register

    register(app)


COMMANDS: dict[str, Listed] = {
    "ingest": Listed(_writing, "Read a manuscript, chapter by chapter."),
    "add": Listed(_writing, "Add one chapter after the others."),
    "retry": Listed(_writing, "Read the chapters that could not be read before."),
    "replace": Listed(_writing, "Put another text in a chapter's place, and show what that changes."),
    "remove": Listed(_writing, "Take a chapter back, and show what that changes."),
    "merge": Listed(_writing, "Declare two names to be one and the same."),
    "delete": Listed(
        _writing, "Delete the whole work: graph, history, and the replies and vectors that were kept of it."
    ),
    "search": Listed(_reading, "Find facts, people and passages."),
    "show": Listed(_reading, "Show somebody or something: names, what holds, where it is mentioned."),
    "timeline": Listed(_reading, "Show what was true when, in story order, and what ended it; or draw it to print."),
    "facts": Listed(_reading, "List facts exactly, in story order."),
    "issues": Listed(_reading, "List what the story leaves open or contradicts, most pressing first."),
    "chapters": Listed(_reading, "List the chapters in telling order."),
    "stats": Listed(_reading, "Count chapters, passages, entities, facts; grouped if asked."),
    "read": Listed(_reading, "Read the author's own words behind a fact."),
    "graph": Listed(_reading, "Draw what surrounds somebody, as Mermaid text."),
    "works": Listed(_works, "List the works of the store."),
    "export": Listed(
        _exchange,
        "Write the whole work as JSON lines (docs/export.md), or the work as told by a chapter, at a revision, or of a layer.",
    ),
    "import": Listed(_exchange, "Bring exported works in: each all of it, or nothing."),
    "config": Listed(_exchange, "Show the settings in force and where each came from; secrets are masked."),
    "compact": Listed(_history, "Let go of old history: how far back undo and earlier revisions can be read."),
    "backup": Listed(_history, "Write every work of the store into one file, while it is in use, too."),
    "check": Listed(_drafting, "Read a draft against canon and report what does not fit."),
    "promote": Listed(_drafting, "Make a draft canon, in the place of the canon chapter of its key."),
    "undo": Listed(_drafting, "Take the last edits back, in a new revision."),
    "redo": Listed(_drafting, "Make the edits again that were taken back last."),
    "history": Listed(_drafting, "List the work's revisions, and which can be undone or made again."),
    "reread": Listed(
        _drafting,
        "Read chapters again that another reader read: with a model what rules had read, or by newer prompts.",
    ),
    "insert": Listed(
        _revising, "Read one chapter and put it between others; no other chapter is read or numbered anew."
    ),
    "move": Listed(_revising, "Tell a chapter elsewhere, and show what that changes; nothing is read for that."),
    "rename": Listed(_revising, "Give a chapter another title; its key, its text and all that was read stay."),
    "split": Listed(_authoring, "Declare some mentions of somebody to be somebody else."),
    "correct": Listed(_authoring, "Set right who somebody is, or what a fact says."),
    "predicate": Listed(_authoring, "Set right what a predicate means: what excludes what, and what ends with a life."),
    "lock": Listed(_authoring, "Confirm a fact: it never ends by itself, and what conflicts with it is an issue."),
    "retract": Listed(_authoring, "Take back what the text was read to say."),
    "add-fact": Listed(_authoring, "Add a fact about a sentence of the work."),
    "waive": Listed(_authoring, "Let an issue stand, as long as its quotes do."),
    "acts": Listed(_authoring, "List the author's decisions; those whose words are no longer in the text are marked."),
    "revoke": Listed(_authoring, "Take one of the author's decisions back, whenever it was made."),
    "demo": Listed(_demo, "Read both example stories and show what comes out."),
    "calendar": Listed(_calendar, "Check calendar files and convert dates."),
}
"""In the order in which they are listed."""
