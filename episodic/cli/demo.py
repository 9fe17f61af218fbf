"""`episodic demo`: both example stories read, asked, and edited, in a folder that is gone afterwards."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

import episodic
from episodic.cli import values
from episodic.cli.calls import Call, command
from episodic.cli.escaping import Json
from episodic.cli.shown import show_diff, show_hits, show_issues, show_timeline
from episodic.cli.terminal import Terminal
from episodic.cli.wording import showing as say
from episodic.cli.wording.names import predicate_named
from episodic.config import Config, Origin, Setting
from episodic.errors import ConfigurationError, InputError
from episodic.model.episodes import Chapter, Language
from episodic.model.settings import WorkSettings
from episodic.opening import Opened, opened
from episodic.pipeline.report import ChapterReport
from episodic.search.reads import ShownIssue, Stats, Timeline
from episodic.search.results import SearchResults
from episodic.temporal.calendar_files import load_calendar
from episodic.text.files import load_chapter
from episodic.text.order import natural_key

SHOWN = 3
"""Hits of a search, issues, lines of each kind of change."""


@dataclass(frozen=True, slots=True)
class Story:
    """An example: its folder, and what is asked about it."""

    folder: str
    title: str
    language: Language
    queries: tuple[str, ...]
    person: str
    predicate: str
    edited: int


STORIES = (
    Story(
        "zh",
        "潮簿",
        Language.CHINESE,
        ("谁说老尺卖了潮簿", "铜尺是怎么到青禾手里的", "裴照生在哪里"),
        person="阮青禾",
        predicate="lives_in",
        edited=4,
    ),
    Story(
        "en",
        "The key with no teeth",
        Language.ENGLISH,
        ("who says the Otter burned the mill", "Corwin Hale's eyes", "where does Ilse live"),
        person="Ilse Varga",
        predicate="lives_in",
        edited=4,
    ),
)


def register(app: typer.Typer) -> None:
    """Adds the command."""
    command(app, "demo", settles=False)(demo)


async def demo(
    call: Call,
    *,
    examples: Annotated[
        Path | None, typer.Option("--examples", help="The examples folder of the source.", show_default=False)
    ] = None,
    by_rules: Annotated[bool, typer.Option("--by-rules", help="Read by rules, not from the recorded replies.")] = False,
    record: Annotated[
        bool, typer.Option("--record", help="Ask the model that is set, and keep its replies beside the stories.")
    ] = False,
) -> None:
    """Read both example stories and show what comes out. Needs no key and no server."""
    folder = _examples(examples)
    shown: dict[str, Json] = {}
    with tempfile.TemporaryDirectory(prefix="episodic-demo-") as work:
        for story in STORIES:
            config = _config(call.config, story, folder=folder, store=Path(work), by_rules=by_rules, record=record)
            call.speak(story.language)
            shown[story.folder] = await _story(call.terminal, config, story, folder / story.folder)
    if call.terminal.json:
        call.terminal.value({"stories": shown})


def _examples(given: Path | None) -> Path:
    folder = given or Path(episodic.__file__).parent.parent / "examples"
    for story in STORIES:
        if not (folder / story.folder).is_dir():
            raise InputError(
                f"There are no example stories in {folder}.",
                hint="They come with the source; name them with --examples.",
            )
    return folder


def _config(config: Config, story: Story, *, folder: Path, store: Path, by_rules: bool, record: bool) -> Config:
    """The settings of the demo: its own store and cache, and the recorded replies as what reads."""
    replies = folder / story.folder / "replies"
    forced = {
        "EPISODIC_STORE": str(store / f"{story.folder}.db"),
        "EPISODIC_WORK": story.folder,
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


def load_story(folder: Path) -> tuple[list[Chapter], WorkSettings]:
    """An example's chapters in natural order, and the settings with its calendar."""
    files = sorted(folder.glob("*.md"), key=lambda one: natural_key(one.stem))
    calendar = load_calendar((folder / "calendar.json").read_text(encoding="utf-8"))
    return [load_chapter(one) for one in files], WorkSettings(calendars=(calendar,))


@dataclass(frozen=True, slots=True)
class _Shown:
    """All that the demo shows of one story."""

    stats: Stats
    searches: list[SearchResults]
    timeline: Timeline
    issues: tuple[ShownIssue, ...]
    edited: ChapterReport


async def _story(terminal: Terminal, config: Config, story: Story, folder: Path) -> Json:
    chapters, settings = load_story(folder)
    async with opened(config, settings=settings, reads=True) as it:
        if not terminal.json:
            _title(terminal, story, it, chapters)
        report = await it.graph.add_manuscript(chapters)
        if report.failed and report.failed[0].error is not None:
            raise report.failed[0].error
        found = await _asked(it, story, folder)
    if terminal.json:
        return {
            "read_by": it.model or "rules",
            "stats": values.stats(found.stats),
            "searches": [values.search_results(one) for one in found.searches],
            "timeline": values.timeline(found.timeline),
            "issues": [values.shown_issue(one) for one in found.issues],
            "edit": values.chapter_report(found.edited),
        }
    _show(terminal, story, found)
    return None


async def _asked(it: Opened, story: Story, folder: Path) -> _Shown:
    graph = it.graph
    stats = await graph.stats()
    searches = [await graph.search(query, limit=SHOWN) for query in story.queries]
    timeline = await graph.timeline(predicate=story.predicate)
    issues = await graph.issues()
    (edited,) = sorted((folder / "edited").glob("*.md"))
    return _Shown(stats, searches, timeline, issues, await graph.replace_episode(story.edited, load_chapter(edited)))


def _title(terminal: Terminal, story: Story, it: Opened, chapters: list[Chapter]) -> None:
    length = sum(len(one.text) for one in chapters)
    terminal.heading(f"━━ {story.title} ━━")
    terminal.line(say.story_read(len(chapters), length, model=it.model))


def _show(terminal: Terminal, story: Story, found: _Shown) -> None:
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
