"""Finds the parallel strands (lines of events) of a chapter ("meanwhile", 却说) and their order in story time.

For each passage, the passages of other strands that come before it in story time are found.

The text tells in story order what happens to one person. Therefore a passage in which a person acts comes, in story
time, after earlier passages of other strands (parallel lines of events). From each other strand, the last earlier
passage in which the same person takes part is used.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final, NamedTuple

from episodic.languages import lexicon
from episodic.model.episodes import FrameKind
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.model.settings import LIVING
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter, ReplayedPassage, ReplayedStatement
from episodic.temporal.placed import StrandLink

_TOGETHER = ("together", "companion")
_END: Final = re.compile(r"\W+$")
_SENTENCE_ENDS: Final = re.compile(r"[.。!！?？][”’\"'」』）)]*\s*(?=\S)")


class PassageStrand(NamedTuple):
    """Whether a passage begins a new strand (parallel line of events), and the passages that come before it. The
    passages that come before it belong to other strands and are certainly earlier in story time.
    """

    begins: bool
    follows: tuple[StrandLink, ...] = ()


@dataclass(slots=True)
class _Passage:
    uuid: str
    end: int
    begins: bool
    strand: int = 0
    acting: set[int] = field(default_factory=set[int])
    """The persons who act in the passage, and those who have a state that begins or ends."""
    present: dict[int, int] = field(default_factory=dict[int, int])
    """The persons who act and those to whom an act is done, each with the end of the last quote that tells of this."""
    entered: dict[int, int] = field(default_factory=dict[int, int])
    """The persons who act or are in a passing state, each with the start of the first quote that tells of this."""
    opening: frozenset[int] = frozenset()
    """The persons who act in the first statement in which anybody acts."""
    closing: frozenset[int] = frozenset()
    """The persons who take part in the last statement in which anybody acts."""
    named: frozenset[int] = frozenset()
    """The persons to whom the narrator turns by name at the beginning of the passage (且说曹操). Only persons who take
    part in an act of the passage are included.
    """


def strands_of(chapter: ReplayedChapter) -> Mapping[str, PassageStrand]:
    """Return, by passage id, which passages of a chapter begin a strand and which passages they follow in time. A
    passage without an entry in the result begins no strand (parallel line of events) and follows none.

    A passage that a reader marks as an aside ("meanwhile") usually begins a strand, a parallel line of events. However,
    a passage that is marked as an aside begins no strand if it goes on with the same people. An aside goes on with the
    same people if everybody who acts in its first action also takes part in the last action of the previous main-line
    passage. The first main-line passage of a chapter begins a strand whenever a reader marks it as an aside.
    """
    main = [one for one in chapter.passages if one.value.frame is FrameKind.MAIN]
    if not any(one.framed.reading.aside for one in main[1:]):
        return {one.value.uuid: PassageStrand(begins=True) for one in chapter.passages if one.framed.reading.aside}
    marks = {one.value.uuid: PassageStrand(one.framed.reading.aside) for one in chapter.passages}
    passages = _passages(chapter, main)
    links = _StrandLinks(passages)
    for number, passage in enumerate(passages):
        marks[passage.uuid] = PassageStrand(passage.begins, tuple(links.of(number)))
    return marks


def _passages(chapter: ReplayedChapter, main: list[ReplayedPassage]) -> list[_Passage]:
    root = dict(chapter.moved)
    persons = {root.get(number, number) for number, node in chapter.nodes if node.reading.type in LIVING}
    found = {one.value.uuid: _Passage(one.value.uuid, one.value.span.end, one.framed.reading.aside) for one in main}
    reports = _closing_reports(main)
    for statement in chapter.statements:
        passage = found.get(statement.passage)
        acting = {root.get(one, one) for one in _acting(statement)} & persons
        if statement.evidence.start >= reports.get(statement.passage, statement.evidence.end):
            continue
        if passage is None or not acting or not (happens(statement) or _passes(statement)):
            continue
        passage.entered = dict.fromkeys(acting, statement.evidence.start) | passage.entered
        if not happens(statement):
            continue
        passage.opening = passage.opening or frozenset(acting)
        others = (statement.object, *(number for number, _ in statement.participants))
        passage.closing = frozenset(acting | {root.get(one, one) for one in others if one is not None})
        passage.acting |= acting
        met = passage.closing & persons if statement.predicate.kind is PredicateKind.EVENT else acting
        passage.present |= dict.fromkeys(met, statement.evidence.end)
    for one in main:
        passage = found[one.value.uuid]
        if passage.begins:
            named = (root.get(person, person) for person in _turned_to(one.value.text, chapter))
            passage.named = frozenset(named) & passage.present.keys()
    _add_groups(chapter, main, found, root)
    passages = list(found.values())
    for number, passage in enumerate(passages[1:], 1):
        before = passages[number - 1]
        passage.begins = passage.begins and not (passage.opening and passage.opening <= before.closing)
        passage.strand = before.strand + passage.begins
    return passages


def _add_groups(
    chapter: ReplayedChapter, main: list[ReplayedPassage], found: Mapping[str, _Passage], root: Mapping[int, int]
) -> None:
    """Count a group like a person in two passages: in one that begins a strand, in which the narrator turns to the group
    by name (却说败军奔回) and the group acts, and in the last passage before it in which the group takes part in an act.
    The parts of a group can act in different strands, so that groups do not count elsewhere.
    """
    groups = {root.get(one, one) for one, node in chapter.nodes if node.reading.type not in LIVING}
    last: dict[str, dict[int, int]] = defaultdict(dict)
    acting: dict[str, set[int]] = defaultdict(set)
    for one in filter(happens, chapter.statements):
        acting[one.passage] |= {root.get(each, each) for each in _acting(one)} & groups
        involved = (one.subject, one.object, *(number for number, _ in one.participants))
        for number in involved:
            if number is not None and root.get(number, number) in groups:
                last[one.passage][root.get(number, number)] = one.evidence.end
    seen: dict[int, str] = {}
    for here in main:
        passage = found[here.value.uuid]
        if passage.begins:
            turned = {root.get(number, number) for number in _turned_to(here.value.text, chapter)}
            for group in turned & acting[passage.uuid] & seen.keys():
                for where in (seen[group], passage.uuid):
                    found[where].present.setdefault(group, last[where][group])
                passage.named |= {group}
        seen.update(dict.fromkeys(last[passage.uuid], passage.uuid))


def _closing_reports(main: list[ReplayedPassage]) -> Mapping[str, int]:
    """Return each passage that is directly before an aside ("meanwhile") and that ends with the arrival of a report.
    The last sentence of the passage says that a report arrives (忽报蜀兵已到, "when word came that ..."). Each passage
    comes with the offset at which this sentence begins. The aside may go back and tell what led to the report. The
    events of the aside can therefore be earlier than the acts in the report.
    """
    found: dict[str, int] = {}
    for before, after in pairwise(main):
        text = _END.sub("", before.value.text)
        begin = max((one.end() for one in _SENTENCE_ENDS.finditer(text)), default=0)
        if after.framed.reading.aside and lexicon.pattern("arriving_reports").search(text, begin):
            found[before.value.uuid] = before.value.span.start + begin
    return found


def _turned_to(text: str, chapter: ReplayedChapter) -> Iterator[int]:
    """Yield the nodes of the chapter whose name follows directly after words such as 且说 or "meanwhile" at the
    beginning of a passage.
    """
    opened = lexicon.pattern("strand_subjects", after=r"[,，]?\s*").match(text.lstrip())
    rest = "" if opened is None else text.lstrip()[opened.end() :]
    for number, node in chapter.nodes if rest else ():
        if any(len(one.text) > 1 and rest.startswith(one.text) for one in node.reading.surfaces):
            yield number


def happens(statement: ReplayedStatement) -> bool:
    """Return whether a statement narrates an event, or that a state begins or ends, at the moment of its passage."""
    core, kind = statement.reading.core, statement.predicate.kind
    if core.scope is not StatementScope.WORLD or core.placing is not Placement.NOW or core.habit:
        return False
    if kind is PredicateKind.EVENT:
        return core.phase is not Phase.DENIED
    return kind is PredicateKind.STATE and core.phase in (Phase.BEGINS, Phase.ENDS)


def _passes(statement: ReplayedStatement) -> bool:
    """Return whether a statement says that a passing state, such as a mood, holds at the moment of its passage."""
    core, passing = statement.reading.core, statement.predicate.passing
    now = core.scope is StatementScope.WORLD and core.placing is Placement.NOW and not core.habit
    return bool(passing) and now and core.phase is Phase.HOLDS


def _acting(statement: ReplayedStatement) -> Iterator[int]:
    yield statement.subject
    yield from (number for number, role in statement.participants if role in _TOGETHER)


class _StrandLinks:
    """Finds, for each passage in narrative order, earlier passages of other strands (parallel lines of events). The
    passages that are found come earlier both in the text and in story time.
    """

    def __init__(self, passages: list[_Passage]) -> None:
        self._passages = passages
        self._last: dict[int, dict[int, int]] = {}
        """For each person, by strand (parallel line of events), the index of the last passage of the strand in which
        the person takes part.
        """
        self._known: dict[int, int] = {}
        """For each strand (parallel line of events) other than the current one, the index of one of its passages. It is
        the last passage that a link already places, as a whole, before the current strand in story time.
        """
        self._late: set[int] = set()
        """The persons who come late into the current strand (parallel line of events). They act in the first passage of
        the strand, but do not take part in the first act of that passage.
        """

    def of(self, number: int) -> Iterator[StrandLink]:
        passage = self._passages[number]
        if passage.begins:
            self._known = {}
            persons, self._late = {*passage.opening, *passage.named}, passage.acting - passage.opening
        else:
            persons, self._late = passage.acting | self._late, set()
        for strand, last in sorted(self._lasts(persons, passage).items()):
            if last <= self._known.get(strand, -1):
                continue
            link = self._link(number, last, persons)
            if link.whole:
                self._known[strand] = last
            yield link
        if passage.begins:
            yield from self._of_late(number)
        for person in passage.present:
            self._last.setdefault(person, {})[passage.strand] = number

    def _of_late(self, number: int) -> Iterator[StrandLink]:
        """Yield links for each person who comes late into the passage with the index *number*, the first passage of a
        strand (parallel line of events). A person who comes late into a passage does not act in the first action, but
        acts or is in a passing state elsewhere in the passage. Each link is about the last passage of another strand in
        which the person takes part. The link says that in story time, this passage comes before a part of the passage
        *number*. That part of the text begins with the first quote about the person.
        """
        passage = self._passages[number]
        for person, start in sorted(passage.entered.items()):
            if person not in passage.opening and person not in passage.named:
                for _, last in sorted(self._lasts({person}, passage).items()):
                    yield replace(self._link(number, last, {person}), start=start)

    def _link(self, number: int, last: int, persons: set[int]) -> StrandLink:
        """Return the link which says that the passage with the index *last*, of another strand (parallel line of
        events), comes before the passage with the index *number* in story time. At least one of *persons* takes part in
        the passage *last*.
        """
        earlier = self._passages[last]
        if not self._passages[number].begins or last < number - 1:
            return StrandLink(earlier.uuid, earlier.end)
        # The passage directly before a new strand (parallel line of events) may go on after the last act in which one
        # of *persons* takes part. The rest of the passage may tell what happens at the same time as the strand. Only
        # the text of the earlier passage up to the last act of *persons* is certainly earlier in story time than the
        # new strand.
        parted = max(earlier.present[one] for one in persons if one in earlier.present)
        return StrandLink(earlier.uuid, parted, whole=False)

    def _lasts(self, persons: Iterable[int], passage: _Passage) -> dict[int, int]:
        """Return, for each strand (parallel line of events), the index of the last passage in which one of *persons*
        takes part. The strand of *passage* itself is left out.
        """
        found: dict[int, int] = {}
        for person in persons:
            for strand, last in self._last.get(person, {}).items():
                if strand != passage.strand:
                    found[strand] = max(last, found.get(strand, last))
        return found
