"""Prints timelines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from episodic.cli.messages.labels import edge
from episodic.cli.rendering import chapter_mark, claimed, quoted, standing_of
from episodic.cli.terminal import Terminal, styled
from episodic.languages.messages import message_text
from episodic.model.episodes import FrameKind, Language
from episodic.model.graph import Fact, TimelineTurn
from episodic.search.reads import Timeline, Version
from episodic.search.shown_times import ends_at_latest, shown_start
from episodic.search.timeline_sections import TimelineSection, TimelineSectionKind
from episodic.svg.labels import Words, words_in


def show_timeline(terminal: Terminal, timeline: Timeline) -> None:
    """Print facts in story order under their start dates, each with its end and with quotes for its start and its end.

    Facts without exact dates are printed under a separate heading if they belong to a flashback, dream, letter or tale.
    A separate heading is also used for facts without exact dates that a chapter tells about an earlier or a later time.
    The facts about an earlier time are printed before the scene that tells them, and the facts about a later time after
    the chapter. Facts with an unknown start that fit under no other heading, and then facts that never change, are
    printed at the end.
    """
    words = words_in(terminal.language)
    if not timeline.versions:
        terminal.line(words.nothing)
    listed = _ListedTimeline.of(timeline, words)
    chapters = {chapter.ref.uuid: chapter.ref.words(terminal.language) for chapter in timeline.chapters}
    last = ""
    for section in timeline.sections:
        for version in section.versions:
            heading = _heading(section, version, chapters, words, terminal.language)
            if heading != last:
                terminal.line(styled(f"── {heading} ──", "bold cyan"))
                last = heading
            _show_version(terminal, version, listed, heading)


@dataclass(frozen=True, slots=True)
class _ListedTimeline:
    words: Words
    numbers: Mapping[str, int]
    versions: Mapping[str, Version]
    repeated: frozenset[str]

    @classmethod
    def of(cls, timeline: Timeline, words: Words) -> _ListedTimeline:
        sentences = Counter(claimed(version.shown.fact, words) for version in timeline.one_by_one)
        repeated = frozenset(sentence for sentence, number in sentences.items() if number > 1)
        return cls(words, timeline.numbers, {version.uuid: version for version in timeline.one_by_one}, repeated)

    def named(self, uuid: str) -> str:
        return f"#{self.numbers[uuid]} {self.said(self.versions[uuid].shown.fact)}" if uuid in self.numbers else uuid

    def said(self, fact: Fact) -> str:
        return claimed(fact, self.words)


def _heading(
    section: TimelineSection, version: Version, chapters: Mapping[str, str], words: Words, language: Language
) -> str:
    if section.run is not None:
        return section.run.words(language)
    if section.chapter is not None:
        key = "told_of_later" if section.kind is TimelineSectionKind.FORETOLD else "told_of_earlier"
        return message_text(f"timeline.{key}", language, chapter=section.chapter.words(language))
    if section.kind is TimelineSectionKind.FIXED:
        return words.fixed
    start = _start(version, chapters, language) if section.kind is TimelineSectionKind.PLACED else ""
    return start or words.unknown


def _start(version: Version, chapters: Mapping[str, str], language: Language) -> str:
    point = shown_start(version.shown.fact)
    if version.said_in is not None:
        return version.said_in.words(language)
    if point is None:
        return ""
    chapter = chapters.get(point.chapter or "", "")
    if chapter and point.in_chapter is None:
        chapter = message_text(f"validity.{point.basis}", language, start=chapter)
    return point.label or chapter or _worded(version, point.text or "", language)


def _worded(version: Version, words: str, language: Language) -> str:
    if not words or version.told is None:
        return words
    words = message_text("marks.quoted", language, text=words)
    if version.told.turn is not TimelineTurn.ON or version.shown.fact.frame is not FrameKind.MAIN:
        return words
    chapter = version.told.chapter.words(language)
    return message_text("validity.label_quoted", language, label=chapter, quoted=words)


def _show_version(terminal: Terminal, version: Version, listed: _ListedTimeline, heading: str) -> None:
    view, words = version.shown, listed.words
    if version.gap_after is not None:
        terminal.line(styled("· · · ", "yellow"), words.after_gap.format(text=listed.named(version.gap_after)), hang=6)
    mark = styled("× " if view.validity.over else "• ", "red" if view.validity.over else "green")
    number = styled(f"#{listed.numbers[version.uuid]} ", "dim")
    terminal.line(mark, number, styled(listed.said(view.fact), "bold"), hang=2)
    if listed.said(view.fact) in listed.repeated:
        terminal.line(terminal.styled(edge(view.fact), "cyan"), indent=2)
    if view.validity.words not in ("", heading, message_text("validity.at", terminal.language, start=heading)):
        terminal.line(styled(standing_of(view), "green"), indent=2)
    if view.sentence is not None:
        terminal.line(quoted(view.sentence), styled(f"  {chapter_mark(view.sentence)}", "dim"), indent=2)
    _show_ends(terminal, version, listed, indent=2)
    for sign, versions in (("⇒ ", version.effects), ("= ", version.alike)):
        for one in versions:
            mark = styled(sign, "red" if one.shown.validity.over else "green")
            number = styled(f"#{listed.numbers[one.uuid]} ", "dim")
            if listed.said(one.shown.fact) == listed.said(view.fact):
                # The fact printed above has the same sentence, for example "Ann and Bo are siblings". If the sentence
                # of a fact is already printed above, only the edge of the fact (subject, predicate, and object or
                # value) is printed.
                terminal.line(mark, number, terminal.styled(edge(one.shown.fact), "cyan"), indent=2)
            else:
                terminal.line(mark, number, styled(listed.said(one.shown.fact), "bold"), indent=2)
                if listed.said(one.shown.fact) in listed.repeated:
                    terminal.line(terminal.styled(edge(one.shown.fact), "cyan"), indent=4)
            _show_ends(terminal, one, listed, indent=4)


def _show_ends(terminal: Terminal, version: Version, listed: _ListedTimeline, *, indent: int) -> None:
    words = listed.words
    for ender in version.shown_enders:
        latest = ends_at_latest(version.shown.fact, ender.fact)
        named = listed.named(ender.uuid) if ender.uuid in listed.numbers else listed.said(ender.fact)
        evidence = "" if ender.sentence is None else f" {quoted(ender.sentence)}"
        where = "" if ender.sentence is None else f"  {chapter_mark(ender.sentence)}"
        terminal.line(
            styled("→ ", "red"),
            words.ending(named, latest=latest),
            evidence,
            styled(where, "dim"),
            indent=indent,
        )
    for ending in () if version.shown.validity.tells_end else version.other_endings:
        terminal.line(
            styled("→ ", "red"),
            words.ends_said.format(quote=quoted(ending)),
            styled(f"  {chapter_mark(ending)}", "dim"),
            indent=indent,
        )
    if version.order_unknown_to:
        others = " / ".join(listed.named(uuid) for uuid in version.order_unknown_to)
        terminal.line(styled("? ", "yellow"), words.unordered.format(others=others), indent=indent)
