"""Finds which moments of the other strands of a chapter come before and after the statements of a parallel strand. A
parallel strand is a part of the text about what happens elsewhere in the meantime. The line of a strand is the sequence
of the strand's moments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from episodic.model.changed_values import missing_keys
from episodic.model.graph import LinePlace, TimelineTurn
from episodic.model.spans import NarrativePosition
from episodic.temporal.chronology.layout import ChronologyLayout
from episodic.temporal.constraints import Basis, Constraint
from episodic.temporal.placed import PlacedPassage, PlacedStatement, StrandLink


def line_of(layout: ChronologyLayout, node: int) -> str | None:
    """Return the name of the line (sequence of moments told in story order) that contains a node, or None if it is on
    no line.
    """
    chain = layout.chains.chain.get(node)
    return None if chain is None else layout.line_names.get(chain)


def begin_strand(layout: ChronologyLayout, passage: PlacedPassage, ends: Sequence[int]) -> None:
    """Record that a parallel strand comes in story time after certain earlier passages of the same run (such as the
    main line). The strand begins with *passage*. *ends* contains, for each of the earlier passages after which the
    strand comes, the network node of the moment at which the passage ends.
    """
    run, number = layout.run_places[passage.uuid]
    waiting = set(ends)
    while waiting and number:
        number -= 1
        before = layout.runs[run][number]
        end = layout.ends[before].start
        if end in waiting:
            waiting.remove(end)
            _note_earlier(layout, passage, end, layout.positions[layout.nows[before]])


def follow_strands(layout: ChronologyLayout, passage: PlacedPassage, links: Sequence[StrandLink], now: int) -> None:
    """Order *now*, the node of the current moment of *passage*, after the passages that *links* name, unless the text
    contradicts this order.
    """
    for link in links:
        end = layout.ends[link.passage].start if link.whole else layout.nows[link.passage]
        if layout.network.accept(Constraint((), ((end, now),), Basis.DEFAULT)) is None:
            _note_followed(layout, passage, link)


def join_strands(layout: ChronologyLayout, passage: PlacedPassage, ends: Iterable[int]) -> None:
    """Record that the parallel strands of the previous chapter come in story time before *passage*, a passage of the
    next chapter. *ends* contains the network node of the moment at which each strand ends.
    """
    now = layout.nows[passage.uuid]
    line, left = line_of(layout, now), _left_chapter(layout, passage)
    for end in ends:
        other = line_of(layout, end)
        begun = None if other is None else layout.episodes.get(other)
        if line is not None and other is not None and begun == left and begun is not None:
            layout.strand_ends[other] = LinePlace(line, layout.positions[now], TimelineTurn.BACK)


def beside_strands(layout: ChronologyLayout, own: LinePlace) -> Iterator[LinePlace]:
    """Compare *own*, a place on the line (sequence of moments) of one strand, with the lines of other strands. Yield,
    for each other strand, the latest of its moments that certainly comes before *own*. If the strand of *own* is known
    to have ended, also yield the beginning of the next chapter, before which *own* certainly lies.
    """
    if own.turn is not TimelineTurn.BACK:
        yield from _earlier(layout, own.line, own.told)
    end = layout.strand_ends.get(own.line)
    if end is not None and own.turn is not TimelineTurn.AHEAD:
        yield end


def ended_strands(
    before: ChronologyLayout, after: ChronologyLayout, statements: Mapping[str, PlacedStatement]
) -> frozenset[str]:
    """Compare the layouts before and after passages were added. Return the ids of the statements that *before* contains
    in chapters with parallel strands whose end is recorded in *after*, but not in *before*.
    """
    chapters = {after.episodes[line] for line in missing_keys(after.strand_ends, before.strand_ends)}
    if not chapters:
        return frozenset()
    passages = {uuid for uuid, episode in before.episodes.items() if episode in chapters}
    return frozenset(uuid for uuid, one in statements.items() if one.passage in passages)


def _note_followed(layout: ChronologyLayout, passage: PlacedPassage, link: StrandLink) -> None:
    """Record that a passage and all later passages of its strand (series of events) are later in story time than a
    passage of another strand. *link* names the passage of the other strand and two offsets. The other passage up to the
    first offset is earlier than *passage* from the second offset on.
    """
    begin = None if link.start is None else NarrativePosition(passage.order, link.start)
    end = layout.ends[link.passage].start
    _note_earlier(layout, passage, end, NarrativePosition(passage.order, link.end - 1), begin=begin)


def _left_chapter(layout: ChronologyLayout, passage: PlacedPassage) -> str | None:
    """Return the id of the chapter with the last passage of the same run (such as the main line) before the chapter of
    *passage*. Return None if there is no such passage.
    """
    run, number = layout.run_places[passage.uuid]
    while number:
        number -= 1
        episode = layout.episodes[layout.runs[run][number]]
        if episode != passage.episode:
            return episode
    return None


def _note_earlier(
    layout: ChronologyLayout,
    passage: PlacedPassage,
    end: int,
    told: NarrativePosition,
    *,
    begin: NarrativePosition | None = None,
) -> None:
    """Record that *passage* comes in story time after what another line (another strand of the story) tells up to the
    narrative position *told*. The other line is the one that contains the network node *end*. If *begin* is given, only
    the text of *passage* from the position *begin* on comes after what the other strand tells.
    """
    now = layout.nows[passage.uuid]
    line, other = line_of(layout, now), line_of(layout, end)
    if line is None or other is None or line == other:
        return
    found = (LinePlace(other, told, TimelineTurn.AHEAD), *_earlier(layout, other, told))
    links = ((begin or layout.positions[now], one) for one in found if one.line != line)
    layout.strand_links[line] = (*layout.strand_links.get(line, ()), *links)


def _earlier(layout: ChronologyLayout, line: str, told: NarrativePosition) -> Iterable[LinePlace]:
    """Return, for each other line, the latest moment that certainly comes before what *line* tells at the narrative
    position *told*. Each other line is the sequence of moments of another strand.
    """
    found: dict[str, LinePlace] = {}
    for start, place in layout.strand_links.get(line, ()):
        if start <= told and (place.line not in found or found[place.line].told < place.told):
            found[place.line] = place
    return found.values()
