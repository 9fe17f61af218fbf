"""Tests of statements that show that two linked clusters are two people."""

from __future__ import annotations

from dataclasses import replace

from episodic.dedup.clusters import Clusters
from episodic.dedup.nodes import PlacedNode
from episodic.model.episodes import FrameKind, Layer, Passage
from episodic.model.predicates import shipped_table
from episodic.model.readings import (
    FrameReading,
    NodeReading,
    Phase,
    Placement,
    StatementCore,
    StatementReading,
    StatementScope,
    Surface,
)
from episodic.model.spans import Evidence, NarrativePosition, Span
from episodic.pipeline.replay.identities.identity_conflicts import apply_conflicts
from episodic.pipeline.replay.replayed_chapter import ReplayedPassage, ReplayedStatement
from episodic.pipeline.text_positions import FramedPassage

TABLE = shipped_table()


def linked(agreed: int) -> Clusters:
    """Return two clusters that answers have linked."""
    clusters = Clusters()
    for chapter, name in enumerate(("Lin", "the stranger")):
        surface = Surface(name, (Span(0, len(name)),))
        clusters.new(PlacedNode(NodeReading(name, "Person", (surface,)), f"{name} came."), chapter)
    clusters.unite(0, 1, agreed=agreed, names=0)
    assert clusters.root(1) == 0
    return clusters


def statement(predicate: str, subject: int, object_: int | None = None, *, episode: str = "ch1") -> ReplayedStatement:
    known = TABLE.find(predicate)
    assert known is not None
    core = StatementCore("text", predicate, phase=Phase.BEGINS if known.life is not None else Phase.HOLDS)
    evidence = Evidence(episode, "quote", 0, 5, NarrativePosition(0, 0))
    reading = StatementReading(Span(0, 5), core, subject, object_)
    return ReplayedStatement(
        f"{predicate} {subject} {episode}",
        f"passage of {episode}",
        evidence,
        reading,
        known,
        subject,
        object_,
        (),
        None,
        (),
        None,
    )


def passages(*episodes: str, frame: FrameKind = FrameKind.MAIN) -> list[ReplayedPassage]:
    found: list[ReplayedPassage] = []
    for episode in episodes:
        framed = FramedPassage(0, Span(0, 5), frame, 0, FrameReading(frame), 0)
        value = Passage(f"passage of {episode}", "work", episode, 0, Span(0, 5), "quote", frame, 0, 0, Layer.CANON)
        found.append(ReplayedPassage(value, framed, None, None, ()))
    return found


def apart_after(clusters: Clusters, *statements: ReplayedStatement, frame: FrameKind = FrameKind.MAIN) -> bool:
    """Return whether the two clusters are two entities after the statements."""
    deaths: dict[int, str] = {}
    for one in statements:
        apply_conflicts(
            [one], passages(one.evidence.episode, frame=frame), clusters=clusters, deaths=deaths, table=TABLE
        )
    return clusters.root(0) != clusters.root(1)


def test_a_statement_that_relates_two_clusters_cuts_their_link() -> None:
    assert apart_after(linked(1), statement("killed", 0, 1))


def test_a_link_by_several_answers_needs_several_statements() -> None:
    clusters = linked(2)

    assert not apart_after(clusters, statement("killed", 0, 1))
    assert apart_after(clusters, statement("met", 0, 1))


def test_what_a_holder_only_claims_relates_nobody() -> None:
    told = statement("killed", 0, 1)
    claim = replace(told.reading, holder=0, core=replace(told.reading.core, scope=StatementScope.CLAIM))

    assert not apart_after(linked(1), replace(told, reading=claim))


def test_two_deaths_on_the_main_line_are_of_two_people() -> None:
    assert apart_after(linked(1), statement("dead", 0, episode="ch1"), statement("dead", 1, episode="ch5"))


def test_a_death_that_is_told_again_is_one_death() -> None:
    """The death is narrated again in the same chapter, in a flashback, or as something that has happened before."""
    first, again = statement("dead", 0, episode="ch1"), statement("dead", 1, episode="ch5")
    core = replace(again.reading.core, placing=Placement.BACK)
    back = replace(again, reading=replace(again.reading, core=core))

    assert not apart_after(linked(1), first, statement("dead", 1, episode="ch1"))
    assert not apart_after(linked(1), first, back)
    assert not apart_after(linked(1), first, again, frame=FrameKind.FLASHBACK)
