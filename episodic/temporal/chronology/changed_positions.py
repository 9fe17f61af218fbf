"""Finds the statements whose time in a rebuilt layout differs from that in the layout before the edit.

The time of a statement differs if its position in story time differs, or its place on a line of the story.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from episodic.model.changed_values import changed_keys, differing_keys
from episodic.temporal.chronology.layout import ChronologyLayout
from episodic.temporal.chronology.line_places import line_places, said_places
from episodic.temporal.placed import PlacedStatement

Statements = Mapping[str, PlacedStatement]


def changed_statements(
    old: ChronologyLayout, new: ChronologyLayout, before: Statements, after: Statements
) -> Iterator[str]:
    """Yield the ids of the statements whose time differs between *old* and *new*. Only statements of both layouts are
    compared. The time of a statement differs if its position in story time differs, or its place on a line of the
    story. A line is a sequence of moments told in story order. Equal moments must have equal node numbers in both
    layouts. *before* and *after* are the statements from which the layouts were built.
    """
    for uuid in _candidates(old, new, before, after):
        place, now = old.places.get(uuid), new.places.get(uuid)
        if place is None or now is None:
            continue
        if (
            place != now
            or old.said.get(uuid) != new.said.get(uuid)
            or old.lasting_ends.get(uuid) != new.lasting_ends.get(uuid)
            or (uuid in old.later_scenes) != (uuid in new.later_scenes)
            or line_places(old, before[uuid]) != line_places(new, after[uuid])
            or said_places(old, before[uuid]) != said_places(new, after[uuid])
        ):
            yield uuid


def _candidates(old: ChronologyLayout, new: ChronologyLayout, before: Statements, after: Statements) -> set[str]:
    """Return the ids of all statements whose position in story time or place on a line may differ between *old* and
    *new*. The candidates are found by a comparison of the tables from which positions and places are computed.
    Comparing these tables takes much less time than computing the places of every statement by `line_places`.
    """
    found = {*changed_keys(before, after), *(old.later_scenes ^ new.later_scenes), *(old.in_line ^ new.in_line)}
    for one, other in (
        (old.places, new.places),
        (old.said, new.said),
        (old.lasting_ends, new.lasting_ends),
        (old.told_from, new.told_from),
        (old.before_scenes, new.before_scenes),
        (old.sequences, new.sequences),
        (old.sequence_positions, new.sequence_positions),
        (old.clock_places, new.clock_places),
        (old.continued_tales, new.continued_tales),
    ):
        found |= differing_keys(one, other)
    if passages := _passages(old, new):
        found.update(uuid for uuid, one in after.items() if one.passage in passages)
    if nodes := _nodes(old, new):
        for table in (new.told_from, new.before_scenes):
            found.update(uuid for uuid, node in table.items() if node in nodes)
        found.update(uuid for uuid, one in chain(new.places.items(), new.said.items()) if one.start in nodes)
    return found


def _nodes(old: ChronologyLayout, new: ChronologyLayout) -> set[int]:
    """Return the nodes that may be placed differently in *new* than in *old*. Such a node is on another line, its
    moment begins at another place of the text, or its line is tied to parallel strands in another way.
    """
    lines = {*differing_keys(old.strand_links, new.strand_links), *differing_keys(old.strand_ends, new.strand_ends)}
    line_of, known = _lines(new), _lines(old)
    nodes = differing_keys(known, line_of) | differing_keys(old.positions, new.positions)
    if lines:
        nodes.update(node for node, line in line_of.items() if line in lines)
    return nodes


def _lines(layout: ChronologyLayout) -> dict[int, str | None]:
    """Return the name of the line of each node that is on a chain. The numbers of the chains themselves are not
    compared, because a chain that an edit adds changes the numbers of all chains after it.
    """
    names = dict(layout.line_names.items())
    return {node: names.get(chain) for node, chain in layout.chains.chain.items()}


def _passages(old: ChronologyLayout, new: ChronologyLayout) -> set[str]:
    """Return the passages whose run, or the scene of whose run, differs between *old* and *new*. The result also
    contains every passage whose statements have places on the lines of the scenes around the passage. Places on the
    lines of surrounding scenes can depend on other passages.
    """
    runs = {
        *differing_keys(old.scenes, new.scenes),
        *differing_keys(old.flashback_scenes, new.flashback_scenes),
        *(old.told_in_claims ^ new.told_in_claims),
    }
    found = old.at_scene | new.at_scene | old.before_scene | new.before_scene
    known = old.run_places
    found.update(
        uuid
        for uuid, (run, _) in new.run_places.items()
        if run in runs or ((was := known.get(uuid)) is not None and was[0] != run)
    )
    return found
