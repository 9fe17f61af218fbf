"""The table of all commands: the first sentence of each command's help, and the command's module, which is imported
when the command is called.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import typer

Register = Callable[[typer.Typer], None]
"""A function that adds the commands of one module to the typer application."""


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command whose module is not imported yet: the function that adds the command, and the first sentence of its
    help.
    """

    register: Register
    help: str


def _writing(app: typer.Typer) -> None:
    from episodic.cli.ingest_commands import register

    register(app)


def _reading(app: typer.Typer) -> None:
    from episodic.cli.read_commands import register

    register(app)


def _answering(app: typer.Typer) -> None:
    from episodic.cli.answer_command import register

    register(app)


def _preparing(app: typer.Typer) -> None:
    from episodic.cli.context_commands import register

    register(app)


def _works(app: typer.Typer) -> None:
    from episodic.cli.works_command import register

    register(app)


def _series(app: typer.Typer) -> None:
    from episodic.cli.series_command import register

    register(app)


def _exchange(app: typer.Typer) -> None:
    from episodic.cli.import_export_commands import register

    register(app)


def _history(app: typer.Typer) -> None:
    from episodic.cli.maintenance_commands import register

    register(app)


def _drafting(app: typer.Typer) -> None:
    from episodic.cli.draft_commands import register

    register(app)


def _revising(app: typer.Typer) -> None:
    from episodic.cli.chapter_commands import register

    register(app)


def _authoring(app: typer.Typer) -> None:
    from episodic.cli.override_commands import register

    register(app)


def _jobs(app: typer.Typer) -> None:
    from episodic.cli.jobs_command import register

    register(app)


def _serving(app: typer.Typer) -> None:
    from episodic.cli.serve_command import register

    register(app)


def _keys(app: typer.Typer) -> None:
    from episodic.cli.keys_command import register

    register(app)


def _demo(app: typer.Typer) -> None:
    from episodic.cli.demo import register

    register(app)


def _calendar(app: typer.Typer) -> None:
    from episodic.cli.calendar_commands import register

    register(app)


def _library(app: typer.Typer) -> None:
    from episodic.cli.library_commands import register

    register(app)


def _agents(app: typer.Typer) -> None:
    from episodic.cli.agent_commands import register

    register(app)


COMMANDS: dict[str, CommandEntry] = {
    "ingest": CommandEntry(_writing, "Read a manuscript, chapter by chapter."),
    "add": CommandEntry(_writing, "Add one chapter after the others."),
    "retry": CommandEntry(_writing, "Read the chapters that could not be read before, or that are not read yet."),
    "replace": CommandEntry(_writing, "Replace the text of a chapter, and show what that changes."),
    "remove": CommandEntry(_writing, "Remove a chapter, and show what that changes."),
    "merge": CommandEntry(_writing, "Declare two entities to be the same, and merge them."),
    "delete": CommandEntry(_writing, "Delete the whole work: graph, history, and its cached replies and vectors."),
    "search": CommandEntry(_reading, "Find facts, people and passages."),
    "answer": CommandEntry(_answering, "Answer a question about the story, with sources for every sentence."),
    "show": CommandEntry(_reading, "Show an entity: its names, its facts, and where it is mentioned."),
    "timeline": CommandEntry(
        _reading, "Show what was true when, in story order, and what ended it; or draw it as a picture."
    ),
    "facts": CommandEntry(_reading, "List facts by exact conditions, in story order."),
    "issues": CommandEntry(_reading, "List what the story leaves open or contradicts, most pressing first."),
    "chapters": CommandEntry(_reading, "List the chapters in narrative order."),
    "stats": CommandEntry(_reading, "Count chapters, passages, entities and facts, grouped by fields if asked."),
    "read": CommandEntry(_reading, "Read the passages of the text that a fact rests on."),
    "graph": CommandEntry(_reading, "Draw the facts around entities, as Mermaid text."),
    "context": CommandEntry(
        _preparing, "Print what to know before writing a chapter: last scene, cast, knowledge, open threads, plan."
    ),
    "threads": CommandEntry(
        _preparing,
        "List what the story sets up and has not paid: setups, plans, promises, orders, debts, secrets.",
    ),
    "works": CommandEntry(_works, "List the works of the store, or rename a work."),
    "series": CommandEntry(
        _series, "List, edit, search or ask the series of the store: works that share people and places."
    ),
    "digests": CommandEntry(
        _preparing, "Show the most salient facts of each chapter and volume, or of each storyline or faction."
    ),
    "export": CommandEntry(
        _exchange,
        "Write a work as JSON lines (docs/export.md): all of it, or up to a chapter, at a revision, or of a layer.",
    ),
    "import": CommandEntry(_exchange, "Import exported works; each work is imported completely or not at all."),
    "config": CommandEntry(_exchange, "Show the settings in force and where each came from; secrets are masked."),
    "compact": CommandEntry(_history, "Delete old history; older revisions can then no longer be read or restored."),
    "backup": CommandEntry(_history, "Write every work of the store into one file, also while the store is in use."),
    "reindex": CommandEntry(_history, "Embed the work anew after a change of the embedder."),
    "check": CommandEntry(_drafting, "Read a draft against canon and report what does not fit."),
    "promote": CommandEntry(_drafting, "Make a draft canon; it replaces the canon chapter with the same key."),
    "undo": CommandEntry(_drafting, "Undo the last edits, in a new revision."),
    "redo": CommandEntry(_drafting, "Redo the edits that were undone last."),
    "history": CommandEntry(_drafting, "List the work's revisions, and which of them can be undone or redone."),
    "reread": CommandEntry(
        _drafting,
        "Read chapters again that another reader has read, for example with a model or with newer prompts.",
    ),
    "insert": CommandEntry(_revising, "Insert a chapter between others; no other chapter is read again."),
    "move": CommandEntry(
        _revising, "Move a chapter to another place, and show what that changes; no chapter is read again."
    ),
    "rename": CommandEntry(_revising, "Give a chapter another title; its key, text and facts stay."),
    "split": CommandEntry(_authoring, "Split an entity: declare some of its mentions to be another entity."),
    "correct": CommandEntry(_authoring, "Correct an entity's name, aliases or type, or what a fact says."),
    "predicate": CommandEntry(
        _authoring, "Correct what a predicate means: which facts exclude each other, and whether they end with a life."
    ),
    "lock": CommandEntry(
        _authoring, "Lock a fact: other facts never end it, and conflicts with it are reported as issues."
    ),
    "retract": CommandEntry(_authoring, "Retract a fact that was read from the text."),
    "add-fact": CommandEntry(_authoring, "Add a fact, with the sentence of the work that supports it."),
    "waive": CommandEntry(_authoring, "Waive an issue, until the text gives it further quotes."),
    "acts": CommandEntry(
        _authoring, "List the author's decisions, and mark those whose quotes are no longer in the text."
    ),
    "revoke": CommandEntry(_authoring, "Revoke one of the author's decisions."),
    "jobs": CommandEntry(
        _jobs,
        "List the durable jobs of a work, show or cancel one, or resume jobs whose process has ended or that failed.",
    ),
    "serve": CommandEntry(
        _serving, "Answer HTTP requests (docs/http.md) and run durable jobs, until stopped by Ctrl-C or SIGTERM."
    ),
    "keys": CommandEntry(_keys, "List, create or revoke the API keys of a store."),
    "demo": CommandEntry(_demo, "Read both example stories and show the results."),
    "library": CommandEntry(_library, "Ingest a folder of manuscripts, each as a work."),
    "tools": CommandEntry(_agents, "List the tools for agents, with their JSON schemas for --json."),
    "mcp": CommandEntry(
        _agents,
        "Serve the tools of a work to an MCP client, over standard input and output or over HTTP (docs/agents.md).",
    ),
    "calendar": CommandEntry(_calendar, "Check calendar files and convert dates."),
}
"""All commands in the order in which the help lists them."""
