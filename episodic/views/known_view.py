"""Restricts a view to what one character knows or believes, for reads with `pov`."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.episodes import Passage
from episodic.model.graph import Fact
from episodic.model.holding import Holding
from episodic.pipeline.projection.pov_graph import KnownGraph
from episodic.ports import RecordSource
from episodic.search.scope import Scope
from episodic.search.view import View
from episodic.temporal.as_of import When
from episodic.temporal.chronology.chronology import Chronology


def known_view(
    whole: View,
    known: KnownGraph,
    chronology: Chronology,
    *,
    scope: Scope,
    when: When | None,
    store: RecordSource,
) -> View:
    """Return the part of the view *whole* that a character knows or believes at the moment *when*. If *when* is None,
    the moment is the end of the view's last chapter.

    The returned view reads its records from *store*.
    """

    def holding(fact: Fact) -> Holding:
        return Holding.NO if when is None else known.pov.holding(fact.uuid, when, chronology)

    def knows(thing: Fact | Passage) -> bool:
        return thing.uuid in known.graph.facts or thing.uuid in known.graph.passages

    return replace(
        whole,
        store=store,
        scope=scope,
        holding=None if when is None else holding,
        knows=knows,
        known_chapters=known.chapters,
        read_names=None,
    )
