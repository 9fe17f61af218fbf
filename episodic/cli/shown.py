"""Facts, hits, chapters and changes as a person reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from episodic.cli.excerpts import excerpt, prose, shortened
from episodic.cli.terminal import Terminal, styled
from episodic.model.episodes import Language, Layer
from episodic.model.graph import Alias, Fact
from episodic.model.spans import Evidence
from episodic.pictures.words import Words, words_in
from episodic.pipeline.report import MemoryDiff
from episodic.search.chapters import ChapterRef
from episodic.search.fields import HitKind
from episodic.search.reads import ChapterEntry, Portrait, ShownIssue, Timeline, Version
from episodic.search.results import EntityHit, FactHit, PassageHit, SearchResults
from episodic.search.shown import Quotation, ShownFact
from episodic.search.tracks import RowKind
from episodic.temporal.asof import Holding
from episodic.text.language import language_of

_HOLDING = {
    Holding.POSSIBLE: ("possible at that moment", "此时可能如此"),
    Holding.NO: ("not at that moment", "此时并非如此"),
}
_PLURALS = {"entity": "entities"}
_UNITS_ZH = {HitKind.FACT: "条事实", HitKind.ENTITY: "个实体", HitKind.PASSAGE: "段文字"}
_RESTRICTIONS = {
    "as_of": ("as of", "故事时间"),
    "told_by": ("told by", "讲到"),
    "pov": ("known to", "所知者"),
    "at_revision": ("at revision", "版本"),
    "layers": ("", "层"),
    "ended": ("ended", "不含已终结的事实"),
}
"""What a scope says of itself, by its first word, in both languages."""


def counted(number: int, kind: str) -> str:
    """So many of a kind: "1 fact", "8 entities"."""
    return f"{number:,} {kind if number == 1 else _PLURALS.get(kind, f'{kind}s')}"


def in_force(restrictions: Iterable[str], language: Language) -> str:
    """What a scope leaves out, as a person says it."""
    said: list[str] = []
    for one in restrictions:
        word, _, rest = one.partition(" ")
        english, chinese = _RESTRICTIONS.get(word, (word, word))
        alone = word == "ended" and language is Language.CHINESE
        said.append(chinese if alone else f"{english if language is Language.ENGLISH else chinese} {rest}".strip())
    return ("；" if language is Language.CHINESE else "; ").join(said)


def nothing_found(found: SearchResults, language: Language) -> str:
    """An empty answer: how much was looked at, and what the scope left out."""
    one = found.searched
    stored = {kind: number for kind, number in (one.stored or {}).items() if kind in {arm.kind for arm in one.arms}}
    parts: tuple[str, ...]
    if language is Language.CHINESE:
        counts = "、".join(f"{number:,} {_UNITS_ZH[kind]}" for kind, number in stored.items())
        parts = (
            f"没有找到「{found.query}」",
            f"作品中共有 {counts}" if counts else "",
            f"范围：{in_force(one.filters, language)}",
            "要找的词里没有字母、汉字或数字，只查了名字" if one.note else "",
        )
        return f"{'。'.join(part for part in (*parts, *one.degraded) if part)}。"
    counts = ", ".join(counted(number, kind.value) for kind, number in stored.items())
    parts = (
        f"Nothing found for “{found.query}”",
        f"The work holds {counts}" if counts else "",
        f"Looked at: {in_force(one.filters, language)}",
    )
    return f"{'. '.join(part.rstrip('.') for part in (*parts, one.note, *one.degraded) if part)}."


def place(one: Quotation | ChapterRef) -> str:
    """A chapter by its ordinal and its title."""
    title = f" {one.title}" if one.title else ""
    return f"[{one.ordinal}]{title}" if one.ordinal else one.title or "?"


def quoted(one: Quotation | Evidence) -> str:
    """The author's words, in the quotation marks of their language."""
    words = shortened(one.text if isinstance(one, Quotation) else one.quote)
    return f"「{words}」" if language_of(words) is Language.CHINESE else f"“{words}”"


def statement(one: Fact) -> str:
    """A fact in words: its sentence, and whose claim it is."""
    holder = f"{one.holder_name} ({one.scope.value}): " if one.holder_name else ""
    return f"{holder}{one.text}"


def edge(one: Fact) -> str:
    """A fact as subject, predicate and object or value."""
    target = one.object_name or one.value
    predicate = f"{'¬' if one.denied else ''}{one.predicate}"
    return f"{one.subject_name} -{predicate}-> {target}" if target else f"{one.subject_name}: {predicate}"


def show_hits(terminal: Terminal, found: SearchResults, *, language: Language) -> None:
    """The hits, best first; where there are none, what was searched."""
    for number, one in enumerate(found.hits, start=1):
        lead = styled(f"{number:>3}. ", "dim")
        score = styled(f"  {one.score:.2f}", "dim")
        match one:
            case FactHit():
                terminal.line(lead, styled(statement(one.shown.fact), "bold"), score)
                terminal.line(styled(_standing(one.shown), "green"), indent=5)
            case EntityHit():
                others = [name for name in _counted(one.entity.aliases) if name != _flat(one.name)]
                terminal.line(lead, styled(one.name, "bold cyan"), f"  {one.entity.type}", score)
                if others:
                    terminal.line("= ", _joined(others, language), indent=5)
                if one.entity.summary:
                    terminal.line(shortened(one.entity.summary), indent=5)
            case PassageHit():
                terminal.line(lead, styled(place(one.sentence), "bold"), score)
                terminal.line(excerpt(prose(one.text, one.sentence.title), found.query), indent=5)
        if not isinstance(one, PassageHit) and one.sentence is not None:
            terminal.line(quoted(one.sentence), styled(f"  {place(one.sentence)}", "dim"), indent=5)
    if not found.found:
        terminal.line(nothing_found(found, language))


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
    english, chinese = _HOLDING[one.holding]
    return (
        f"{words}（{chinese}）" if language_of(words or one.fact.text) is Language.CHINESE else f"{words} ({english})"
    )


def _joined(names: Iterable[str], language: Language) -> str:
    return ("、" if language is Language.CHINESE else ", ").join(names)


def show_facts(terminal: Terminal, facts: Sequence[ShownFact]) -> None:
    """Facts in the order given, each with when it holds and its first quote."""
    for one in facts:
        show_fact(terminal, one)


def show_fact(terminal: Terminal, one: ShownFact) -> None:
    """One fact: its sentence, edge, validity, quote, and the id that `read` takes."""
    mark = styled("× " if one.validity.ended else "• ", "red" if one.validity.ended else "green")
    terminal.line(mark, styled(statement(one.fact), "bold"), hang=2)
    locked = styled("   locked", "magenta") if one.fact.locked else ""
    terminal.line(styled(edge(one.fact), "cyan"), "   ", styled(_standing(one), "green"), locked, indent=2)
    if one.sentence is not None:
        more = f" +{len(one.quotes) - 1}" if len(one.quotes) > 1 else ""
        terminal.line(quoted(one.sentence), styled(f"  {place(one.sentence)}{more}  {one.uuid}", "dim"), indent=2)


def show_portrait(terminal: Terminal, one: Portrait) -> None:
    """Somebody: names, where first named, how often, and what holds."""
    language = language_of(one.name)
    terminal.line(styled(one.name, "bold cyan"), f"  {one.entity.type}  ", styled(one.entity.uuid, "dim"))
    if one.asked not in {one.name, one.entity.uuid}:
        terminal.line(f"asked for as {one.asked}", indent=2)
    names = [f"{text} ×{count}" for text, count in _counted(one.entity.aliases).items()]
    terminal.line("names: ", _joined(names, language), indent=2)
    terminal.line("first: ", quoted(one.sentence), styled(f"  {place(one.sentence)}", "dim"), indent=2)
    if one.mentions:
        by_chapter = [f"{each.chapter.ordinal} ×{each.count}" for each in one.mentions]
        terminal.line(f"mentions: {one.entity.mentions} in chapters ", ", ".join(by_chapter), indent=2)
    terminal.heading(counted(len(one.facts), "fact"))
    show_facts(terminal, one.facts)


def show_timeline(terminal: Terminal, one: Timeline) -> None:
    """Versions in story order under the dates at which they start, each with its end and the words for both.

    Then those of which nobody knows when they start, then what never changes.
    """
    words = words_in(one.language)
    if not one.versions:
        terminal.line(words.nothing)
    dated, undated, fixed = one.sections
    listed = _Listed(words, one.numbers, {version.uuid: version for version in one.versions})
    chapters = {chapter.ref.uuid: chapter.ref.words(one.language) for chapter in one.chapters}
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
        return f"{self.words.said_by(fact.holder_name, fact.scope)}{fact.text}"


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
    tag = styled("".join(f"  ({word})" for word in said if word), "magenta")
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
        kind = one.issue.kind.value.replace("_", " ")
        terminal.line(styled("! ", "yellow"), styled(f"{kind}: ", "yellow"), styled(one.text, "bold"), hang=2)
        for quote in one.quotes:
            terminal.line(quoted(quote), styled(f"  {place(quote)}", "dim"), indent=2)
        terminal.line(styled(one.uuid, "dim"), indent=2)
        if one.issue.waived is not None:
            terminal.line(styled(f"waived: {one.issue.waived}", "dim"), indent=2)


def show_chapters(terminal: Terminal, entries: Sequence[ChapterEntry]) -> None:
    """A table of chapters, with their layers where they are not all of canon; those that could not be read say why below it."""
    beside = any(one.chapter.layer is not Layer.CANON for one in entries)
    rows = [
        (
            str(one.chapter.ordinal),
            " / ".join(one.path) or one.chapter.title,
            f"{one.length:,}",
            "not read" if one.failure is not None else f"{one.facts:,}",
            str(one.revision),
            one.reader,
            *((one.chapter.layer.value,) if beside else ()),
        )
        for one in entries
    ]
    columns = ("#", "chapter", "characters", "facts", "text", "read by", *(("layer",) if beside else ()))
    terminal.table(columns, rows, right=(0, 2, 3, 4))
    for one in entries:
        if one.failure is not None:
            terminal.line(styled("not read: ", "red"), f"{place(one.chapter)}: {one.failure}")
    if any(one.failure is not None for one in entries):
        terminal.line("`episodic retry` reads them.")


def show_diff(terminal: Terminal, diff: MemoryDiff, *, limit: int | None = None) -> None:
    """What changed in memory: + added, - retired, × ended, ○ open again, and issues new and settled."""
    if diff.empty:
        terminal.line("Nothing changed in memory.")
    became = {one.one.uuid for one in (*diff.united, *diff.split)}
    groups = (
        ("+", "green", "added", [statement(one) for one in diff.added]),
        ("-", "red", "retired", [statement(one) for one in diff.retired]),
        ("×", "magenta", "ended", [statement(one) for one in diff.ended]),
        ("○", "cyan", "open again", [statement(one) for one in diff.reopened]),
        ("=", "cyan", "united", [f"{one.one.name} → {one.other.name} ({one.other.type})" for one in diff.united]),
        ("÷", "cyan", "split", [f"{one.one.name} ← {one.other.name} ({one.one.type})" for one in diff.split]),
        ("+", "green", "new", [f"{one.name} ({one.type})" for one in diff.entities_new if one.uuid not in became]),
        ("-", "red", "gone", [f"{one.name} ({one.type})" for one in diff.entities_gone if one.uuid not in became]),
        ("!", "yellow", "new issue", [one.text for one in diff.issues_new]),
        ("✓", "green", "issue settled", [one.text for one in diff.issues_settled]),
    )
    for sign, style, word, lines in groups:
        for line in lines[:limit]:
            terminal.line(Text.assemble((f"{sign} ", style), (f"{word:<13} ", "dim")), line, hang=16)
        if limit is not None and len(lines) > limit:
            terminal.line(f"  … and {len(lines) - limit} more {word}", indent=0)
