"""Tells whether two replays have the same state after some chapters, so that later chapters give the same results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import is_
from typing import Final, cast

import numpy as np

from episodic.dedup.cluster import Cluster
from episodic.model.changed_values import differing_keys
from episodic.model.shared_dict import SharedDict
from episodic.pipeline.checkpoint.tables import kept_values
from episodic.pipeline.replay.replay import Replay

_RESULTS: Final = frozenset({".chapters", ".open"})
"""The attributes of a replay that have no influence on the replay of the next chapter."""
COUNTED: Final = frozenset(
    {
        "._statement_numbers._seen",
        "._passage_numbers._seen",
        ".decisions.authored.counts",
        ".decisions.authored.met",
    }
)
"""The attributes of a replay that count equal statements, equal passages and applied overrides in the chapters so far.
The replay of a chapter uses and increases only the counts of statements, passages and overrides that occur in this
chapter.
"""
_DECISIONS: Final = ".decisions."


def is_matched(path: str) -> bool:
    """Return whether an attribute of a replay can be derived from the replayed chapters and the author's overrides. The
    attribute is given by its path, such as ".decisions.merges.progress".
    """
    return path.startswith(_DECISIONS) and path not in COUNTED


def continued(first: Replay, known: Replay, last: Replay) -> Replay | None:
    """Return the replay *last* with the chapters of the replay *first* in place of its own first chapters. Return None
    if the chapters of *last* that are not replaced might yield different results when they are replayed after the
    chapters of *first*.

    *known* is an earlier state of the replay *last*, after as many chapters as the replay *first* has. The replays
    *first* and *known* must have the same settings, overrides and answers.
    """
    return last.with_first(first, known) if _same_state(first, known, last) else None


def _same_state(first: Replay, known: Replay, last: Replay) -> bool:
    """Return whether *first* and *known*, two replays of equally many chapters, have the same state. *last* is the
    replay *known*, continued with later chapters. If the states are the same, any later chapter gives the same results
    after the chapters of *first* as after those of *known*. The states can be the same even if the offset of a
    cluster's latest quote differs. The offset is used only when two clusters are merged, to decide which of the two was
    quoted later. However, some latest quotes must be in the same order in *first* as in *known*. These are the latest
    quotes of clusters that the replay *last* merges or divides after the chapters of *known*.
    """
    if len(first.chapters) != len(known.chapters):
        return False
    values = kept_values(known)
    finally_counted = kept_values(last)
    clusters: list[tuple[Cluster, Cluster]] = []
    for path, value in kept_values(first).items():
        if path in COUNTED:
            counts = (cast("Mapping[str, int]", one) for one in (value, values[path], finally_counted[path]))
            if not _counted_alike(*counts):
                return False
        elif path not in _RESULTS and not _same(value, values[path], clusters):
            return False
    arranged = last.clusters.linked_with(last.clusters.changed()[len(known.clusters.changed()) :])
    return all(_same_cluster(*pair) for pair in clusters) and _same_order(
        pair for pair in clusters if pair[0].known.number in arranged
    )


def _counted_alike(first: Mapping[str, int], known: Mapping[str, int], last: Mapping[str, int]) -> bool:
    """Return whether the replay of later chapters uses none of the counts that differ between *first* and *known*.
    *first* and *known* contain the counts of equal statements or passages after the first chapters of two replays.
    *last* contains the counts of the second replay (the replay of *known*) after later chapters. The replay of a
    chapter increases each count of equal statements or passages that it uses. If a count is the same in *known* (before
    the later chapters) and in *last* (after these chapters), no later chapter has used the count.
    """
    return all(last.get(key, 0) == known.get(key, 0) for key in differing_keys(known, first))


def _same(first: object, second: object, clusters: list[tuple[Cluster, Cluster]]) -> bool:
    if first is second:
        return True
    if type(first) is not type(second):
        return False
    if isinstance(first, SharedDict) and isinstance(second, SharedDict):
        mapping, known = cast("SharedDict[object, object]", first), cast("SharedDict[object, object]", second)
        return _same_entries(mapping, known, clusters)
    if isinstance(first, dict):
        one, other = cast("Mapping[object, object]", first), cast("Mapping[object, object]", second)
        return list(one) == list(other) and _all_same(list(one.values()), list(other.values()), clusters)
    if isinstance(first, list):
        return _all_same(cast("list[object]", first), cast("list[object]", second), clusters)
    if isinstance(first, Cluster) and isinstance(second, Cluster):
        clusters.append((first, second))
        return True
    return first == second


def _same_entries(
    first: SharedDict[object, object], second: SharedDict[object, object], clusters: list[tuple[Cluster, Cluster]]
) -> bool:
    """Return whether two copies of a `SharedDict` have the same entries. Only entries that changed in one of the copies
    are compared. An entry that changed in neither copy is the same object in both.
    """
    if not first.has_order_of(second):
        return False
    touched = first.touched_apart(second)
    if touched is None:
        return _all_same(list(first.values()), list(second.values()), clusters)
    keys = [key for key in touched if key in first]
    return _all_same([first[key] for key in keys], [second[key] for key in keys], clusters)


def _all_same(first: Sequence[object], second: Sequence[object], clusters: list[tuple[Cluster, Cluster]]) -> bool:
    if len(first) != len(second):
        return False
    return all(map(is_, first, second)) or all(
        _same(one, other, clusters) for one, other in zip(first, second, strict=True)
    )


def _same_cluster(first: Cluster, second: Cluster) -> bool:
    return _parts(first) == _parts(second) and all(
        np.array_equal(one, other) for one, other in zip(first.known.vectors, second.known.vectors, strict=False)
    )


def _parts(cluster: Cluster) -> tuple[object, ...]:
    known = cluster.known
    counted = (list(one.items()) for one in (cluster.names, cluster.titles, cluster.types))
    return (
        *(known.number, known.type, known.keys, len(known.vectors), known.last_seen, known.chapters),
        *counted,
        *(cluster.first_name, cluster.first_quote, cluster.latest_quote, cluster.latest[:2]),
        *(cluster.windows, cluster.denied, cluster.decided_type),
    )


def _same_order(pairs: Iterable[tuple[Cluster, Cluster]]) -> bool:
    quotes = sorted({(one.latest, other.latest) for one, other in pairs})
    firsts, seconds = ([pair[side] for pair in quotes] for side in (0, 1))
    return seconds == sorted(seconds) and len(set(firsts)) == len(quotes) == len(set(seconds))
