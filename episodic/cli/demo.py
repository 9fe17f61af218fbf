"""The command `demo`: ingests both example stories into a temporary or a given store, then queries and edits them."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

import episodic
from episodic.cli.context import CommandContext, command
from episodic.cli.escaping import Json
from episodic.cli.messages import demo as say
from episodic.cli.messages.labels import predicate_named
from episodic.cli.rendering import show_diff, show_hits, show_issues
from episodic.cli.terminal import Terminal
from episodic.cli.timeline_rendering import show_timeline
from episodic.config import Config, Origin, Setting
from episodic.errors import ConfigurationError, InputError
from episodic.factory import OpenedGraph, opened
from episodic.model.episodes import Chapter, Language
from episodic.model.settings import WorkSettings
from episodic.pipeline.reports import ChapterReport
from episodic.search.reads import IssueView, Stats, Timeline
from episodic.search.results import SearchResults
from episodic.serialisers.reports import REPORTS
from episodic.temporal.calendars.definition_files import load_calendar
from episodic.text.manuscript_files import load_chapter
from episodic.text.natural_order import natural_key

SHOWN = 3
"""The maximum number of search hits, of issues, and of changes of each kind that the demo prints."""


@dataclass(frozen=True, slots=True)
class ExampleStory:
    """An example story: the folder of its files, the queries to run, and the chapter to edit."""

    folder: str
    title: str
    language: Language
    queries: tuple[str, ...]
    person: str
    predicate: str
    edited: int


STORIES = (
    ExampleStory(
        "zh",
        "潮簿",
        Language("zh"),
        ("谁说老尺卖了潮簿", "铜尺是怎么到青禾手里的", "裴照生在哪里"),
        person="阮青禾",
        predicate="lives_in",
        edited=4,
    ),
    ExampleStory(
        "en",
        "The key with no teeth",
        Language("en"),
        ("who says the Otter burned the mill", "Corwin Hale's eyes", "where does Ilse live"),
        person="Ilse Varga",
        predicate="lives_in",
        edited=4,
    ),
)


def register(app: typer.Typer) -> None:
    command(app, "demo", default_work=False)(demo)


async def demo(
    call: CommandContext,
    *,
    examples: Annotated[
        Path | None, typer.Option("--examples", help="Another folder of example stories.", show_default=False)
    ] = None,
    by_rules: Annotated[bool, typer.Option("--by-rules", help="Read by rules, not from the recorded replies.")] = False,
    record: Annotated[
        bool, typer.Option("--record", help="Ask the model that is set, and keep its replies beside the stories.")
    ] = False,
) -> None:
    """Read both example stories and show the results. Unless --record is given, the demo needs no API key and no
    server. With --store, the store keeps the stories as the works demo-zh and demo-en.
    """
    folder = _examples(examples)
    if call.config.settings["EPISODIC_WORK"].origin is Origin.FLAG:
        raise InputError(
            "`demo` does not take --work.", hint="With --store, it keeps its stories as the works demo-zh and demo-en."
        )
    shown: dict[str, Json] = {}
    with tempfile.TemporaryDirectory(prefix="episodic-demo-") as work:
        for story in STORIES:
            config = _config(call.config, story, folder=folder, store=Path(work), by_rules=by_rules, record=record)
            call.speak(story.language)
            shown[story.folder] = await _story(call.terminal, config, story, folder / story.folder)
    if call.terminal.json:
        call.terminal.value({"stories": shown})


def _examples(given: Path | None) -> Path:
    folder = given or Path(episodic.__file__).parent / "examples"
    for story in STORIES:
        if not (folder / story.folder).is_dir():
            raise InputError(
                f"There are no example stories in {folder}.",
                hint="They come with the package; name another folder with --examples.",
            )
    return folder


def _config(config: Config, story: ExampleStory, *, folder: Path, store: Path, by_rules: bool, record: bool) -> Config:
    replies = folder / story.folder / "replies"
    kept = config.settings["EPISODIC_STORE"]
    forced = {
        "EPISODIC_STORE": kept.value if _is_kept(config) else str(store / f"{story.folder}.db"),
        "EPISODIC_WORK": f"demo-{story.folder}",
        "EPISODIC_CACHE": str(store / "cache"),
        "EPISODIC_EMBEDDING_MODEL": "",
        "EPISODIC_REPLAY": "",
        "EPISODIC_RECORD": "",
    }
    if by_rules:
        forced["EPISODIC_MODEL"] = ""
    elif record:
        if not config.text("EPISODIC_MODEL"):
            raise ConfigurationError("Recording needs a model.", hint="Set EPISODIC_MODEL, and its key or base URL.")
        forced["EPISODIC_RECORD"] = str(replies)
    else:
        if not any(replies.glob("*.json")):
            raise ConfigurationError(
                f"The story in {folder / story.folder} has no recorded replies.",
                hint="`episodic demo --by-rules` reads it by rules; --record asks a model and keeps its replies.",
            )
        forced["EPISODIC_REPLAY"] = str(replies)
    settings = {
        name: Setting(name, forced[name], Origin.FLAG, one.secret) if name in forced else one
        for name, one in config.settings.items()
    }
    return replace(config, settings=settings)


def _is_kept(config: Config) -> bool:
    return config.settings["EPISODIC_STORE"].origin is Origin.FLAG


def load_story(folder: Path) -> tuple[list[Chapter], WorkSettings]:
    """Return the chapters of an example story, and work settings with the story's calendar.

    The chapters are in the natural order of their file names, so that chapter 2 comes before chapter 10.
    """
    files = sorted(folder.glob("*.md"), key=lambda one: natural_key(one.stem))
    calendar = load_calendar((folder / "calendar.json").read_text(encoding="utf-8"))
    return [load_chapter(one) for one in files], WorkSettings(calendars=(calendar,))


@dataclass(frozen=True, slots=True)
class _DemoResults:
    stats: Stats
    searches: list[SearchResults]
    timeline: Timeline
    issues: tuple[IssueView, ...]
    edited: ChapterReport


async def _story(terminal: Terminal, config: Config, story: ExampleStory, folder: Path) -> Json:
    chapters, settings = load_story(folder)
    async with opened(config, settings=settings, reads=True) as opened_work:
        if not terminal.json:
            _title(terminal, story, opened_work, chapters)
        if await opened_work.graph.chapters():
            work = config.text("EPISODIC_WORK")
            raise InputError(
                f"The store already has a work {work}.",
                hint=f"Name another store, or delete the work with `episodic delete --work {work}`.",
            )
        report = await opened_work.graph.add_manuscript(chapters)
        if report.failed and report.failed[0].error is not None:
            raise report.failed[0].error
        found = await _asked(opened_work, story, folder)
    if terminal.json:
        return {
            "read_by": opened_work.model or "rules",
            "stats": REPORTS.of(found.stats),
            "searches": REPORTS.of(found.searches),
            "timeline": REPORTS.of(found.timeline),
            "issues": REPORTS.of(found.issues),
            "edit": REPORTS.of(found.edited),
        }
    _show(terminal, story, found)
    return None


async def _asked(opened_work: OpenedGraph, story: ExampleStory, folder: Path) -> _DemoResults:
    graph = opened_work.graph
    stats = await graph.stats()
    searches = [await graph.search(query, limit=SHOWN) for query in story.queries]
    timeline = await graph.timeline(predicate=story.predicate)
    issues = await graph.issues()
    (edited,) = sorted((folder.parent / "edited" / folder.name).glob("*.md"))
    return _DemoResults(
        stats, searches, timeline, issues, await graph.replace_episode(story.edited, load_chapter(edited))
    )


def _title(terminal: Terminal, story: ExampleStory, opened_work: OpenedGraph, chapters: list[Chapter]) -> None:
    length = sum(len(one.text) for one in chapters)
    terminal.heading(f"━━ {story.title} ━━")
    terminal.line(say.story_read(len(chapters), length, model=opened_work.model))


def _show(terminal: Terminal, story: ExampleStory, found: _DemoResults) -> None:
    terminal.line(say.story_holds(found.stats))
    for results in found.searches:
        terminal.heading(say.search_heading(results.query))
        show_hits(terminal, replace(results, hits=results.hits[:SHOWN]))
    terminal.heading(say.timeline_heading(predicate_named(story.predicate)))
    show_timeline(terminal, found.timeline)
    terminal.heading(say.issues_heading(len(found.issues)))
    show_issues(terminal, found.issues[:SHOWN])
    terminal.heading(say.edit_heading(story.edited))
    show_diff(terminal, found.edited.diff, limit=SHOWN)
    terminal.line(terminal.styled(say.windows_read(found.edited.windows_kept, found.edited.windows_read), "dim"))
