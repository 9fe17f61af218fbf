"""Prints the results of commands as text: hits, facts, entity profiles, timelines, issues, chapters and diffs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.text import Text

from episodic.cli.excerpts import excerpt, prose, shortened
from episodic.cli.messages import edits
from episodic.cli.messages import reads as say
from episodic.cli.messages.labels import HOLDING, ISSUES, LAYERS, edge, reader_named, type_named
from episodic.cli.messages.message import Phrase, listed, message, same
from episodic.cli.terminal import Terminal, padded, styled
from episodic.languages.messages import message_text
from episodic.model.episodes import Layer
from episodic.model.graph import Alias, Fact
from episodic.model.holding import Holding
from episodic.model.readings import StatementScope
from episodic.model.spans import Evidence
from episodic.pipeline.reports import MemoryDiff
from episodic.search.attribution import attributed
from episodic.search.chapter_refs import ChapterRef
from episodic.search.digest_hits import DigestHit
from episodic.search.fact_listing import of_moment
from episodic.search.fact_views import FactView, Quotation
from episodic.search.reads import ChapterEntry, ChapterRejections, EntityProfile, IssueView
from episodic.search.related_by import RelatedBy
from episodic.search.results import EntityHit, FactHit, Hit, PassageHit, SearchResults
from episodic.svg.labels import Words, words_in
from episodic.text.language import language_of


def place(chapter: Quotation | ChapterRef) -> str:
    """Return a chapter as "[number] title", or as its title if it has no number, or as "?" if it has no title either."""
    title = f" {chapter.title}" if chapter.title else ""
    number = chapter.chapter if isinstance(chapter, Quotation) else chapter.shown
    return f"[{number}]{title}" if number else chapter.title or "?"


def chapter_mark(quote: Quotation) -> str:
    return f"[{quote.chapter}]" if quote.chapter else quote.title or "?"


def quoted(quote: Quotation | Evidence) -> str:
    """Return a shortened quote in the quotation marks of its language."""
    words = shortened(quote.text if isinstance(quote, Quotation) else quote.quote)
    return message_text("marks.quoted", language_of(words), text=words)


def statement(fact: Fact) -> Phrase:
    """Return a fact as a sentence to print. The holder of a fact is the person who makes a claim, or has a belief or
    plan. The holder's name is printed before the fact's sentence, unless the sentence begins with this name. If the
    text does not name who makes a claim, the sentence begins with "somebody".
    """
    if not fact.holder_name and fact.scope is not StatementScope.CLAIM:
        return same(fact.text)
    return Phrase(lambda language: claimed(fact, words_in(language)))


def claimed(fact: Fact, words: Words) -> str:
    return attributed(fact, words.said_by(fact.holder_name, fact.scope))


def show_hits(terminal: Terminal, found: SearchResults) -> None:
    """Print the hits of a search and the found digests. If the search found nothing, print what was searched. If the
    hits are only similar to the query, say so before them.
    """
    if found.hits and not found.related:
        terminal.line(say.ONLY_SIMILAR)
    for number, hit in enumerate(found.hits, start=1):
        show_hit(terminal, number, hit, query=found.query)
    for digest in found.digests:
        show_digest_hit(terminal, digest)
    if not found.found and not found.digests:
        for line in filter(terminal.said, say.nothing_found(found)):
            terminal.line(line)


def show_hit(terminal: Terminal, number: int, hit: Hit, *, query: str, work: str = "") -> None:
    """Print one hit of a search. If *work* is given, as for a search over several works, the name of the work is
    printed too.
    """
    lead = styled(f"{number:>3}. {f'[{work}] ' if work else ''}", "dim")
    number_of_score = f"{hit.score:.2f}" if hit.score >= 0.005 else f"{hit.score:.1g}"
    only = f" {terminal.said(say.SIMILAR)}" if hit.related_by is RelatedBy.SIMILARITY else ""
    score = styled(f"  {number_of_score}{only}", "dim")
    match hit:
        case FactHit():
            terminal.line(lead, terminal.styled(statement(hit.shown.fact), "bold"), score)
            if standing_of(hit.shown):
                terminal.line(styled(standing_of(hit.shown), "green"), indent=5)
        case EntityHit():
            others = hit.entity.other_names
            terminal.line(lead, styled(hit.name, "bold cyan"), "  ", type_named(hit.entity.type), score)
            if others:
                terminal.line("= ", listed(others), indent=5)
            if hit.entity.summary:
                terminal.line(shortened(hit.entity.summary), indent=5)
        case PassageHit():
            terminal.line(lead, styled(place(hit.sentence), "bold"), score)
            terminal.line(excerpt(prose(hit.text, hit.sentence.title), query), indent=5)
    if not isinstance(hit, PassageHit) and hit.sentence is not None:
        terminal.line(quoted(hit.sentence), styled(f"  {place(hit.sentence)}", "dim"), indent=5)
    if isinstance(hit, FactHit):
        _show_entry(terminal, hit.shown, indent=5)


def show_digest_hit(terminal: Terminal, hit: DigestHit) -> None:
    name = ", ".join(hit.names) if hit.names else hit.title
    kind = message(f"context.digest_{hit.kind}").label
    terminal.line(terminal.styled(kind, "dim"), styled(_flat(name), "bold"), styled(f"  {hit.score:.2f}", "dim"))
    for fact in hit.facts:
        terminal.line(fact.text, indent=5, hang=2)


def _counted(aliases: Iterable[Alias]) -> dict[str, int]:
    """Return how often each name is used. Names that differ only in white space are counted as one name."""
    counts: dict[str, int] = {}
    for alias in aliases:
        counts[_flat(alias.text)] = counts.get(_flat(alias.text), 0) + alias.count
    return counts


def _flat(name: str) -> str:
    return " ".join(name.split())


def standing_of(view: FactView) -> str:
    words = view.validity.words
    if view.holding is None or view.holding is Holding.HOLDS:
        return words
    how, language = HOLDING[view.holding], language_of(words or view.fact.text)
    # The words for "possible" are printed in the language of the words for the validity, so that a line does not mix
    # two languages.
    return message("rendering.in_brackets", words=words, how=how).spoken(language) if words else how.spoken(language)


def show_facts(terminal: Terminal, facts: Sequence[FactView]) -> None:
    """Print facts in the given order, each with its validity and its first quote. The effects of each fact (states that
    follow from an event) and other facts with the same meaning are printed, too. If the facts were read as of a moment
    of story time, they are printed under at most five headings. The first three headings are: states that hold, events,
    and what is said, thought or planned. The last two are: what possibly holds, and what possibly holds but is told
    only later.
    """
    shown = -1
    for one in facts:
        group = of_moment(one.fact, one.holding, told_later=one.told_later)
        if one.holding is not None and group != shown:
            terminal.heading(say.OF_MOMENT[group])
            shown = group
        show_fact(terminal, one)


def show_fact(terminal: Terminal, view: FactView) -> None:
    """Print a fact: its sentence, its subject, predicate and object, its validity, its first quote, and its id. If the
    fact is an event, the states that follow from it are printed below the fact. Other facts with the same meaning as
    the event are printed below it, too.
    """
    mark = styled("× " if view.validity.over else "• ", "red" if view.validity.over else "green")
    terminal.line(mark, terminal.styled(statement(view.fact), "bold"), hang=2)
    locked = styled(f"   {terminal.said(say.LOCKED)}", "magenta") if view.fact.locked else ""
    terminal.line(terminal.styled(edge(view.fact), "cyan"), "   ", styled(standing_of(view), "green"), locked, indent=2)
    if view.sentence is not None:
        more = f" +{len(view.quotes) - 1}" if len(view.quotes) > 1 else ""
        terminal.line(quoted(view.sentence), styled(f"  {place(view.sentence)}{more}  {view.uuid}", "dim"), indent=2)
    _show_entry(terminal, view, indent=2)


def _show_entry(terminal: Terminal, view: FactView, *, indent: int) -> None:
    """Print, below a fact, the states that follow from it if it is an event, and other facts with the same meaning."""
    for effect in view.effects:
        _show_effect(terminal, effect, indent=indent)
    for one in view.alike:
        said = edge(one.fact) if one.text == view.text else one.text
        standing = "" if one.validity.words == view.validity.words else f"   {standing_of(one)}"
        terminal.line("= ", said, styled(standing, "green"), styled(f"   {one.uuid}", "dim"), indent=indent)


def _show_effect(terminal: Terminal, view: FactView, *, indent: int) -> None:
    """Print an effect of an event, that is, a state that follows from it. The time for which an effect holds is printed
    only if the effect has ended, or if the user asked for a moment with --as-of.
    """
    standing = f"   {standing_of(view)}" if view.validity.ended or view.holding is not None else ""
    mark = styled("⇒ ", "red" if view.validity.over else "green")
    terminal.line(mark, view.text, styled(standing, "green"), styled(f"   {view.uuid}", "dim"), indent=indent)


def show_entity_profile(terminal: Terminal, profile: EntityProfile) -> None:
    """Print an entity profile: the entity's names, first mention, number of mentions, and facts."""
    kind = type_named(profile.entity.type)
    terminal.line(styled(profile.name, "bold cyan"), "  ", kind, "  ", styled(profile.entity.uuid, "dim"))
    if profile.asked not in {profile.name, profile.entity.uuid}:
        terminal.line(say.asked_for_as(profile.asked), indent=2)
    names = [f"{text} ×{count}" for text, count in _counted(profile.entity.aliases).items()]
    terminal.line(say.NAMES, listed(names), indent=2)
    terminal.line(say.FIRST, quoted(profile.sentence), styled(f"  {place(profile.sentence)}", "dim"), indent=2)
    if profile.mentions:
        by_chapter = [(each.chapter.label, each.count) for each in profile.mentions]
        terminal.line(say.mentioned(profile.entity.mentions, by_chapter), indent=2)
    terminal.heading(say.counted(profile.fact_count, "fact"))
    show_facts(terminal, profile.facts)
    if profile.cursor is not None:
        terminal.line(say.first_facts(len(profile.facts), profile.fact_count, profile.name, profile.cursor))


def show_issues(terminal: Terminal, issues: Sequence[IssueView]) -> None:
    for issue in issues:
        kind = ISSUES[issue.issue.kind].label
        terminal.line(styled("! ", "yellow"), terminal.styled(kind, "yellow"), styled(issue.text, "bold"), hang=2)
        for quote in issue.quotes:
            terminal.line(quoted(quote), styled(f"  {place(quote)}", "dim"), indent=2)
        terminal.line(styled(issue.uuid, "dim"), indent=2)
        if issue.issue.waived is not None:
            terminal.line(terminal.styled(say.WAIVED.label, "dim"), styled(issue.issue.waived, "dim"), indent=2)


def show_chapters(terminal: Terminal, entries: Sequence[ChapterEntry]) -> None:
    """Print a table of chapters. The table has a column for the layer unless all chapters are canon.

    The chapters that could not be read are printed below the table of chapters, and how the others that have no reading
    yet are read.
    """
    beside = any(entry.chapter.layer is not Layer.CANON for entry in entries)
    rows = [
        (
            str(entry.chapter.shown or ""),
            " / ".join(entry.path) or entry.chapter.title,
            f"{entry.length:,}",
            _read_facts(entry),
            str(entry.revision),
            reader_named(entry.reader, entry.chapter.language),
            *((LAYERS[entry.chapter.layer],) if beside else ()),
        )
        for entry in entries
    ]
    terminal.table((*say.CHAPTER_COLUMNS, *((say.LAYER_COLUMN,) if beside else ())), rows, right=(0, 2, 3, 4))
    failed = [(place(entry.chapter), entry.failure) for entry in entries if entry.failure is not None]
    show_failures(terminal, failed)
    if any(entry.unread and entry.failure is None for entry in entries):
        terminal.line(say.JOBS_READ_THEM)


def _read_facts(entry: ChapterEntry) -> str | Phrase:
    if entry.failure is not None:
        return say.NOT_READ
    return say.NOT_READ_YET if entry.unread else f"{entry.facts:,}"


def show_rejections(terminal: Terminal, found: Sequence[ChapterRejections]) -> None:
    """Print the rejected parts of model replies, grouped by chapter, each with the reason and with the words of the
    reply.
    """
    if not found:
        terminal.line(say.NOTHING_REJECTED)
    for one in found:
        terminal.heading(place(one.chapter))
        for part in one.rejected:
            terminal.line(say.rejected(part.reason, part.words), indent=2)


def show_failures(terminal: Terminal, failed: Sequence[tuple[str, str]]) -> None:
    for named, why in failed:
        chapter, reason = say.failed(named, why)
        terminal.line(terminal.styled(say.NOT_READ.label, "red"), chapter)
        if terminal.said(reason):
            terminal.line(reason, indent=2)
    if failed:
        terminal.line(say.RETRY_READS_THEM)


def show_diff(terminal: Terminal, diff: MemoryDiff, *, limit: int | None = None) -> None:
    """Print what an edit changed: facts, entities, and new and settled issues, each with a sign.

    The sign is + before an added fact, - before a retired fact, × before an ended fact, and ○ before a reopened fact.
    At most *limit* changes of each kind are printed. If there are more, the numbers of all changes are printed first.
    """
    if diff.empty:
        terminal.line(edits.NOTHING_CHANGED)
    groups = _changes(diff)
    if is_shortened(diff, limit):
        terminal.line(edits.counts([(len(lines), word) for _, _, word, lines in groups]))
    wide = max(cell_len(terminal.said(item)) for item in edits.DIFF_WORDS)
    for sign, style, word, lines in groups:
        head = Text.assemble((f"{sign} ", style), (f"{padded(terminal.said(word), wide)} ", "dim"))
        for line in lines[:limit]:
            terminal.line(head, line, hang=wide + 3)
        if limit is not None and len(lines) > limit:
            terminal.line(edits.more(len(lines) - limit, word))


def is_shortened(diff: MemoryDiff, limit: int | None) -> bool:
    """Return whether a diff has more than *limit* changes of one kind, so that `show_diff` does not print all."""
    return limit is not None and any(len(lines) > limit for *_, lines in _changes(diff))


def _changes(diff: MemoryDiff) -> Sequence[tuple[str, str, Phrase, Sequence[Phrase]]]:
    """Return the changes of each kind as phrases, each kind with its sign, the style of the sign, and its name."""
    became = {item.one.uuid for item in (*diff.united, *diff.split)}
    new, gone = ([item for item in ones if item.uuid not in became] for ones in (diff.entities_new, diff.entities_gone))
    united = [edits.became(item.one, "→", item.other, kind=item.other.type) for item in diff.united]
    split = [edits.became(item.one, "←", item.other, kind=item.one.type) for item in diff.split]
    return (
        ("+", "green", edits.DIFF_ADDED, [*map(statement, diff.added)]),
        ("-", "red", edits.DIFF_RETIRED, [*map(statement, diff.retired)]),
        ("×", "magenta", edits.DIFF_ENDED, [*map(statement, diff.ended)]),
        ("○", "cyan", edits.DIFF_REOPENED, [*map(statement, diff.reopened)]),
        ("=", "cyan", edits.DIFF_UNITED, united),
        ("÷", "cyan", edits.DIFF_SPLIT, split),
        ("+", "green", edits.DIFF_NEW, [*map(edits.typed, new)]),
        ("-", "red", edits.DIFF_GONE, [*map(edits.typed, gone)]),
        ("!", "yellow", edits.DIFF_ISSUE, [same(item.text) for item in diff.issues_new]),
        ("✓", "green", edits.DIFF_SETTLED, [same(item.text) for item in diff.issues_settled]),
    )
