"""The versions of facts on a timeline, and the sections in which a printed timeline shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from episodic.languages.messages import message_text
from episodic.model.episodes import FrameKind, Language
from episodic.model.graph import TimelineTurn
from episodic.model.moments import TimeBasis
from episodic.search.chapter_refs import ChapterRef
from episodic.search.fact_views import FactView, Quotation
from episodic.search.shown_times import ends_at_latest
from episodic.search.story_order import is_before_scene, start_or_end
from episodic.search.timeline_layout import TimelinePosition, TimelineRow, TimelineRowKind


@dataclass(frozen=True, slots=True)
class NarratedRun:
    """A flashback, dream, letter or tale whose undated facts a timeline lists together.

    `chapter` is the chapter of the flashback, dream, letter or tale, or None if the view does not know the chapter.
    """

    uuid: str
    frame: FrameKind
    chapter: ChapterRef | None

    def words(self, language: Language) -> str:
        """Return a heading for the facts that the flashback, dream, letter or tale tells."""
        chapter = "" if self.chapter is None else self.chapter.words(language)
        return message_text(f"timeline.told_in_{self.frame}", language, chapter=chapter)


@dataclass(frozen=True, slots=True)
class Version:
    """A fact on a timeline, with its quotes and the facts that ended it.

    `ended_by` are the facts that ended this fact, including those that only the view's filters hide. If the text itself
    says that the fact ends, the quotes that say so are in `shown.endings`. `placed` is True if the day, or at least the
    chapter, in which the fact starts is known. The start of a claim, belief or plan counts as unknown if it is vague
    (see `is_vague`). `order_unknown_to` contains the ids of facts that exclude this fact, if the text does not say
    which fact comes first. `after_gap` is True if the previous fact in the row certainly ended before this fact starts.
    If `after_gap` is True, `gap_after` is the id of the previous fact. `row` is the row of the timeline that shows the
    fact. A row shows the fact beside other versions of the same state, such as the homes of a person. `label` is the
    text that the row shows for the fact, such as the name of the home. `told` is the narrative position of the fact's
    first quote, or None if the view's chapters contain no quote of the fact. `narrated_in` is the outermost flashback,
    dream, letter or tale that narrates the fact. `narrated_in` is None for a fact with an exact date, a fact of the
    main line, or a fact that never changes. `effects` are the states that follow from the fact, if it is an event whose
    effects are on the timeline. `alike` are other facts that the timeline shows together with this fact because they
    say the same, such as somebody's claim of the same state.
    """

    shown: FactView
    ended_by: tuple[FactView, ...]
    placed: bool
    order_unknown_to: tuple[str, ...]
    after_gap: bool
    row: TimelineRow
    label: str
    told: TimelinePosition | None = None
    gap_after: str | None = None
    narrated_in: NarratedRun | None = None
    effects: tuple[Version, ...] = ()
    alike: tuple[Version, ...] = ()

    @property
    def uuid(self) -> str:
        """Return the fact's id."""
        return self.shown.uuid

    @property
    def said_in(self) -> ChapterRef | None:
        """Return the chapter in which somebody claims, plans or wishes the fact, if a timeline lists the fact there.
        Only a claimed, planned or wished fact with an unknown start is listed in the chapter in which somebody says or
        thinks it. A fact from before the scene in which somebody tells it is never listed in the chapter in which it is
        told. A plan that somebody passes on without a time is listed in the chapter in which it is passed on. An
        example is "Bo says that Ann means to sail".
        """
        fact, told = self.shown.fact, self.told
        if self.placed or told is None or fact.said is None or is_before_scene(fact):
            return None
        passed_on = bool(fact.teller_names) and (fact.valid_at is None or not fact.valid_at.text)
        return told.chapter if passed_on or fact.said.in_chapter == told.chapter.uuid else None

    @property
    def is_recalled(self) -> bool:
        """Return whether the fact, or the saying of it, is earlier than the scene that tells it."""
        said = self.shown.fact.said
        looks_back = self.told is not None and self.told.turn is TimelineTurn.BACK
        return looks_back or (said is not None and said.in_chapter is None)

    @property
    def section(self) -> TimelineSectionKind:
        """Return the kind of section that a printed timeline lists the fact in."""
        if self.row.kind is TimelineRowKind.FIXED:
            return TimelineSectionKind.FIXED
        if self.narrated_in is not None:
            return TimelineSectionKind.NARRATED
        if self.placed or self.said_in is not None:
            return TimelineSectionKind.PLACED
        if self.told is None:
            return TimelineSectionKind.UNPLACED
        if self.is_recalled:
            return TimelineSectionKind.RECALLED
        later = self._lies(TimeBasis.AFTER)
        return TimelineSectionKind.FORETOLD if later else TimelineSectionKind.UNPLACED

    @property
    def happens_when_told(self) -> bool:
        """Return whether the main line narrates the fact while it happens, and a printed timeline lists the fact at a
        known day or chapter. A fact in a look back, a flashback or a letter is not narrated while it happens.
        """
        fact = self.shown.fact
        return self.section is TimelineSectionKind.PLACED and fact.turn is TimelineTurn.ON and not fact.runs

    @property
    def lies_before_chapter(self) -> bool:
        """Return whether the fact is in a `recalled` section of a printed timeline, and lies before the chapter that
        tells it.
        """
        return self.section is TimelineSectionKind.RECALLED and self._lies(TimeBasis.BEFORE)

    def _lies(self, basis: TimeBasis) -> bool:
        point = start_or_end(self.shown.fact)
        return point is not None and point.basis is basis

    @property
    def shown_enders(self) -> tuple[FactView, ...]:
        """The facts of `ended_by` that a timeline names as the end. A death is not named as the end of an effect of an
        event. For example, somebody who came to a place need not have stayed in this place until he died.
        """
        fact = self.shown.fact
        return tuple(one for one in self.ended_by if not (fact.derived and ends_at_latest(fact, one.fact)))

    @property
    def other_endings(self) -> tuple[Quotation, ...]:
        """The quotes that state the end of the fact, without the quotes of the facts that ended it."""
        shown = {one.sentence for one in self.ended_by}
        return tuple(one for one in self.shown.endings if one not in shown)


class TimelineSectionKind(StrEnum):
    """The kinds of sections of a printed timeline.

    - placed: facts with a known start, and claims, plans and wishes in the chapter in which they are said
    - narrated: undated facts of one flashback, dream, letter or tale
    - recalled: what one chapter says of an earlier time
    - foretold: what one chapter tells of a time after it
    - unplaced: other facts with an unknown start
    - fixed: facts that never change
    """

    PLACED = "placed"
    NARRATED = "narrated"
    RECALLED = "recalled"
    FORETOLD = "foretold"
    UNPLACED = "unplaced"
    FIXED = "fixed"


class TimelineSection(NamedTuple):
    """Neighbouring facts of a printed timeline that have one heading. `run` is set for the kind `narrated`, and
    `chapter` for the kinds `recalled` and `foretold`.
    """

    kind: TimelineSectionKind
    versions: tuple[Version, ...]
    run: NarratedRun | None = None
    chapter: ChapterRef | None = None


def sections_of(versions: Iterable[Version]) -> tuple[TimelineSection, ...]:
    """Return the sections of a printed timeline with these facts, which are in story order.

    Facts of the section kind `unplaced` come after all others, and facts that never change come last.
    """
    listed = tuple(versions)
    last = (TimelineSectionKind.UNPLACED, TimelineSectionKind.FIXED)
    sections: list[TimelineSection] = []
    for one in _around_chapters([one for one in listed if one.section not in last]):
        beside = one.section in (TimelineSectionKind.RECALLED, TimelineSectionKind.FORETOLD)
        chapter = one.told.chapter if beside and one.told is not None else None
        section = TimelineSection(one.section, (one,), one.narrated_in, chapter)
        if sections and sections[-1]._replace(versions=(one,)) == section:
            section = section._replace(versions=(*sections.pop().versions, one))
        sections.append(section)
    rest = [TimelineSection(kind, tuple(one for one in listed if one.section is kind)) for kind in last]
    return (*sections, *(one for one in rest if one.versions))


def _around_chapters(versions: Sequence[Version]) -> Iterator[Version]:
    """Yield the facts of a timeline, with what a chapter says of earlier and later times placed around the facts of the
    chapter. What a chapter recalls comes directly before the first fact that happens in the chapter itself. What a
    chapter foretells comes directly after the last fact that happens in the chapter itself.
    """
    last = {_chapter(one): one.uuid for one in versions if one.happens_when_told}
    earlier: dict[str, list[Version]] = {}
    later: dict[str, list[Version]] = {}
    for one in versions:
        if one.lies_before_chapter:
            earlier.setdefault(_chapter(one), []).append(one)
        elif one.section is TimelineSectionKind.FORETOLD:
            later.setdefault(_chapter(one), []).append(one)
    for one in versions:
        chapter = _chapter(one)
        if one.happens_when_told:
            yield from earlier.pop(chapter, ())
        beside = one.lies_before_chapter or one.section is TimelineSectionKind.FORETOLD
        if chapter not in last or not beside:
            yield one
        if last.get(chapter) == one.uuid:
            yield from later.pop(chapter, ())


def _chapter(version: Version) -> str:
    return "" if version.told is None else version.told.chapter.uuid
