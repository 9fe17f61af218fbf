"""Facts, hits, chapters and changes as a person reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from episodic.cli.excerpts import excerpt, prose, shortened
from episodic.cli.terminal import Terminal, padded, styled
from episodic.cli.wording import editing
from episodic.cli.wording import looking as say
from episodic.cli.wording.names import HOLDING, ISSUES, LAYERS, edge, reader_named, type_named
from episodic.cli.wording.phrase import Phrase, joined, listed, same
from episodic.model.episodes import Language, Layer
from episodic.model.graph import Alias, Fact
from episodic.model.spans import Evidence
from episodic.pictures.words import Words, words_in
from episodic.pipeline.report import MemoryDiff
from episodic.search.chapters import ChapterRef
from episodic.search.reads import ChapterEntry, Portrait, ShownIssue, Timeline, Version
from episodic.search.results import EntityHit, FactHit, PassageHit, SearchResults
from episodic.search.shown import Quotation, ShownFact
from episodic.search.tracks import RowKind
from episodic.temporal.asof import Holding
from episodic.text.language import language_of

_OTHER_WORDS = frozenset("服谎教理情和合媒唱书法破穿动定明盘")
"""What makes another word of 说 or 打算: 说服, 说谎, 打算盘."""


def place(one: Quotation | ChapterRef) -> str:
    """A chapter by its ordinal and its title."""
    title = f" {one.title}" if one.title else ""
    return f"[{one.ordinal}]{title}" if one.ordinal else one.title or "?"


def quoted(one: Quotation | Evidence) -> str:
    """The author's words, in the quotation marks of their language."""
    words = shortened(one.text if isinstance(one, Quotation) else one.quote)
    return f"「{words}」" if language_of(words) is Language.CHINESE else f"“{words}”"


def statement(one: Fact) -> Phrase:
    """A fact in words: its sentence, and whose claim it is."""
    if not one.holder_name:
        return same(one.text)
    return Phrase(_claimed(one, words_in(Language.ENGLISH)), _claimed(one, words_in(Language.CHINESE)))


def _claimed(one: Fact, words: Words) -> str:
    said = words.said_by(one.holder_name, one.scope)
    says_so = said.rstrip("： ")
    # A sentence that begins with who says it (阿满说……) says so once; 阿满说谎 says something else.
    once = one.text.startswith(says_so) and one.text[len(says_so) :][:1] not in _OTHER_WORDS
    return one.text if once else f"{said}{one.text}"


def show_hits(terminal: Terminal, found: SearchResults) -> None:
    """The hits, best first; where there are none, what was searched."""
    for number, one in enumerate(found.hits, start=1):
        lead = styled(f"{number:>3}. ", "dim")
        score = styled(f"  {one.score:.2f}" if one.score >= 0.005 else f"  {one.score:.1g}", "dim")
        match one:
            case FactHit():
                terminal.line(lead, terminal.styled(statement(one.shown.fact), "bold"), score)
                terminal.line(styled(_standing(one.shown), "green"), indent=5)
            case EntityHit():
                others = [name for name in _counted(one.entity.aliases) if name != _flat(one.name)]
                terminal.line(lead, styled(one.name, "bold cyan"), "  ", type_named(one.entity.type), score)
                if others:
                    terminal.line("= ", listed(others), indent=5)
                if one.entity.summary:
                    terminal.line(shortened(one.entity.summary), indent=5)
            case PassageHit():
                terminal.line(lead, styled(place(one.sentence), "bold"), score)
                terminal.line(excerpt(prose(one.text, one.sentence.title), found.query), indent=5)
        if not isinstance(one, PassageHit) and one.sentence is not None:
            terminal.line(quoted(one.sentence), styled(f"  {place(one.sentence)}", "dim"), indent=5)
    if not found.found:
        for line in filter(terminal.said, say.nothing_found(found)):
            terminal.line(line)


def _counted(aliases: Iterable[Alias]) -> dict[str, int]:
    """The names and how often each is used, in their order; one that the text breaks over two lines is no other name."""
    counts: dict[str, int] = {}
    for alias in aliases:
        counts[_flat(alias.text)] = counts.get(_flat(alias.text), 0) + alias.count
    return counts


def _flat(name: str) -> str:
    return " ".join(name.split())


def _standing(one: ShownFact) -> str:
    words = one.validity.words
    if one.holding is None or one.holding is Holding.HOLDS:
        return words
    how = HOLDING[one.holding]
    # A line is in one language: that of the words for when it holds.
    return Phrase(f"{words} ({how.english})", f"{words}（{how.chinese}）").spoken(language_of(words or one.fact.text))


def show_facts(terminal: Terminal, facts: Sequence[ShownFact]) -> None:
    """Facts in the order given, each with when it holds and its first quote."""
    for one in facts:
        show_fact(terminal, one)


def show_fact(terminal: Terminal, one: ShownFact) -> None:
    """One fact: its sentence, edge, validity, quote, and the id that `read` takes."""
    mark = styled("× " if one.validity.ended else "• ", "red" if one.validity.ended else "green")
    terminal.line(mark, terminal.styled(statement(one.fact), "bold"), hang=2)
    locked = styled(f"   {terminal.said(say.LOCKED)}", "magenta") if one.fact.locked else ""
    terminal.line(terminal.styled(edge(one.fact), "cyan"), "   ", styled(_standing(one), "green"), locked, indent=2)
    if one.sentence is not None:
        more = f" +{len(one.quotes) - 1}" if len(one.quotes) > 1 else ""
        terminal.line(quoted(one.sentence), styled(f"  {place(one.sentence)}{more}  {one.uuid}", "dim"), indent=2)


def show_portrait(terminal: Terminal, one: Portrait) -> None:
    """Somebody: names, where first named, how often, and what holds."""
    kind = type_named(one.entity.type)
    terminal.line(styled(one.name, "bold cyan"), "  ", kind, "  ", styled(one.entity.uuid, "dim"))
    if one.asked not in {one.name, one.entity.uuid}:
        terminal.line(say.asked_for_as(one.asked), indent=2)
    names = [f"{text} ×{count}" for text, count in _counted(one.entity.aliases).items()]
    terminal.line(say.NAMES, listed(names), indent=2)
    terminal.line(say.FIRST, quoted(one.sentence), styled(f"  {place(one.sentence)}", "dim"), indent=2)
    if one.mentions:
        by_chapter = [(each.chapter.ordinal, each.count) for each in one.mentions]
        terminal.line(say.mentioned(one.entity.mentions, by_chapter), indent=2)
    terminal.heading(say.counted(len(one.facts), "fact"))
    show_facts(terminal, one.facts)


def show_timeline(terminal: Terminal, one: Timeline) -> None:
    """Versions in story order under the dates at which they start, each with its end and the words for both.

    Then those of which nobody knows when they start, then what never changes.
    """
    words = words_in(terminal.language)
    if not one.versions:
        terminal.line(words.nothing)
    dated, undated, fixed = one.sections
    listed = _Listed(words, one.numbers, {version.uuid: version for version in one.versions})
    chapters = {chapter.ref.uuid: chapter.ref.words(terminal.language) for chapter in one.chapters}
    headings = ((_start(version, chapters) or words.unknown, version) for version in dated)
    rest = ((words.unknown, undated), (words.fixed, fixed))
    last = ""
    for heading, version in (*headings, *((heading, version) for heading, group in rest for version in group)):
        if heading != last:
            terminal.line(styled(f"── {heading} ──", "bold cyan"))
            last = heading
        _show_version(terminal, version, listed, heading)


@dataclass(frozen=True, slots=True)
class _Listed:
    """A timeline as it is listed: its words, the number of each version, and the versions by id."""

    words: Words
    numbers: Mapping[str, int]
    versions: Mapping[str, Version]

    def named(self, uuid: str) -> str:
        """A version by number and sentence."""
        return f"#{self.numbers[uuid]} {self.said(self.versions[uuid].shown.fact)}" if uuid in self.numbers else uuid

    def said(self, fact: Fact) -> str:
        """A fact's sentence, and whose claim, belief or plan it is."""
        return _claimed(fact, self.words)


def _start(version: Version, chapters: Mapping[str, str]) -> str:
    """Since when, as a heading: a date, else the chapter whose now it is, else the author's words."""
    point = version.shown.validity.valid_at
    if point is None:
        return ""
    return point.label or chapters.get(point.chapter or "", "") or point.text or ""


def _show_version(terminal: Terminal, version: Version, listed: _Listed, heading: str) -> None:
    one, words = version.shown, listed.words
    if version.gap_after is not None:
        terminal.line(styled("· · · ", "yellow"), words.after_gap.format(text=listed.named(version.gap_after)), hang=6)
    mark = styled("× " if one.validity.ended else "• ", "red" if one.validity.ended else "green")
    said = [] if version.told is None else [words.told(version.told.frame, version.told.turn)]
    tag = terminal.styled(
        joined((Phrase(f"  ({word})", f"（{word}）") for word in said if word), english="", chinese=""), "magenta"
    )
    number = styled(f"#{listed.numbers[version.uuid]} ", "dim")
    terminal.line(mark, number, styled(listed.said(one.fact), "bold"), tag, hang=2)
    if one.validity.words != heading and version.row.kind is not RowKind.FIXED:
        terminal.line(styled(_standing(one), "green"), indent=2)
    if one.sentence is not None:
        terminal.line(quoted(one.sentence), styled(f"  {place(one.sentence)}", "dim"), indent=2)
    for ender in version.ended_by:
        named = listed.named(ender.uuid) if ender.uuid in listed.numbers else listed.said(ender.fact)
        evidence = "" if ender.sentence is None else f" {quoted(ender.sentence)}"
        where = "" if ender.sentence is None else f"  {place(ender.sentence)}"
        terminal.line(
            styled("→ ", "red"), words.ends_with.format(text=f" {named}"), evidence, styled(where, "dim"), indent=2
        )
    for ending in one.endings:
        terminal.line(
            styled("→ ", "red"),
            words.ends_said.format(quote=quoted(ending)),
            styled(f"  {place(ending)}", "dim"),
            indent=2,
        )
    if version.order_unknown_to:
        others = " / ".join(listed.named(uuid) for uuid in version.order_unknown_to)
        terminal.line(styled("? ", "yellow"), words.unordered.format(others=others), indent=2)


def show_issues(terminal: Terminal, issues: Sequence[ShownIssue]) -> None:
    """Issues with the words that show them."""
    for one in issues:
        kind = ISSUES[one.issue.kind].label
        terminal.line(styled("! ", "yellow"), terminal.styled(kind, "yellow"), styled(one.text, "bold"), hang=2)
        for quote in one.quotes:
            terminal.line(quoted(quote), styled(f"  {place(quote)}", "dim"), indent=2)
        terminal.line(styled(one.uuid, "dim"), indent=2)
        if one.issue.waived is not None:
            terminal.line(terminal.styled(say.WAIVED.label, "dim"), styled(one.issue.waived, "dim"), indent=2)


def show_chapters(terminal: Terminal, entries: Sequence[ChapterEntry]) -> None:
    """A table of chapters, with their layers where they are not all of canon; those that could not be read say why below it."""
    beside = any(one.chapter.layer is not Layer.CANON for one in entries)
    rows = [
        (
            str(one.chapter.ordinal),
            " / ".join(one.path) or one.chapter.title,
            f"{one.length:,}",
            say.NOT_READ if one.failure is not None else f"{one.facts:,}",
            str(one.revision),
            reader_named(one.reader),
            *((LAYERS[one.chapter.layer],) if beside else ()),
        )
        for one in entries
    ]
    terminal.table((*say.CHAPTER_COLUMNS, *((say.LAYER_COLUMN,) if beside else ())), rows, right=(0, 2, 3, 4))
    failed = [(place(one.chapter), one.failure) for one in entries if one.failure is not None]
    show_failures(terminal, failed)


def show_failures(terminal: Terminal, failed: Sequence[tuple[str, str]]) -> None:
    """Chapters that could not be read, and why."""
    for named, why in failed:
        chapter, reason = say.failed(named, why)
        terminal.line(terminal.styled(say.NOT_READ.label, "red"), chapter)
        if terminal.said(reason):
            terminal.line(reason, indent=2)
    if failed:
        terminal.line(say.RETRY_READS_THEM)


def show_diff(terminal: Terminal, diff: MemoryDiff, *, limit: int | None = None) -> None:
    """What changed in memory: + added, - retired, × ended, ○ open again, and issues new and settled."""
    if diff.empty:
        terminal.line(editing.NOTHING_CHANGED)
    became = {one.one.uuid for one in (*diff.united, *diff.split)}
    new, gone = ([one for one in ones if one.uuid not in became] for ones in (diff.entities_new, diff.entities_gone))
    united = [editing.became(one.one, "→", one.other, kind=one.other.type) for one in diff.united]
    split = [editing.became(one.one, "←", one.other, kind=one.one.type) for one in diff.split]
    groups: tuple[tuple[str, str, Phrase, Sequence[Phrase]], ...] = (
        ("+", "green", editing.DIFF_ADDED, [*map(statement, diff.added)]),
        ("-", "red", editing.DIFF_RETIRED, [*map(statement, diff.retired)]),
        ("×", "magenta", editing.DIFF_ENDED, [*map(statement, diff.ended)]),
        ("○", "cyan", editing.DIFF_REOPENED, [*map(statement, diff.reopened)]),
        ("=", "cyan", editing.DIFF_UNITED, united),
        ("÷", "cyan", editing.DIFF_SPLIT, split),
        ("+", "green", editing.DIFF_NEW, [*map(editing.typed, new)]),
        ("-", "red", editing.DIFF_GONE, [*map(editing.typed, gone)]),
        ("!", "yellow", editing.DIFF_ISSUE, [same(one.text) for one in diff.issues_new]),
        ("✓", "green", editing.DIFF_SETTLED, [same(one.text) for one in diff.issues_settled]),
    )
    wide = max(cell_len(terminal.said(one)) for one in editing.DIFF_WORDS)
    for sign, style, word, lines in groups:
        head = Text.assemble((f"{sign} ", style), (f"{padded(terminal.said(word), wide)} ", "dim"))
        for line in lines[:limit]:
            terminal.line(head, line, hang=wide + 3)
        if limit is not None and len(lines) > limit:
            terminal.line(editing.more(len(lines) - limit, word))
