"""Tests of which contents say different things."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.episodes import FrameKind
from episodic.model.predicates import Cardinality, Membership, Predicate
from episodic.model.readings import Phase, StatementScope
from tests.unit.temporal.story_builder import FEELS, HAIR, HOLDS, IS_IN, LIVES_IN, Tale, later


@pytest.mark.parametrize("denial", ["没有品级", "no rank"])
def test_who_says_that_there_is_none_and_then_names_it_tells_of_no_change(denial: str) -> None:
    """The two values stand in one speech. In a later passage, or in the narration, the second one ends the first.

    Two values that somebody names in one speech hold together, too.
    """

    def ended(tale: Tale) -> list[str]:
        claims = [one for one in tale.read().folded.facts if one.core.ended_by]
        return [one.core.value or "" for one in claims]

    def said(tale: Tale, value: str, scope: StatementScope = StatementScope.CLAIM) -> Tale:
        tale.say("office", HAIR, scope=scope, holder="Wu" if scope is StatementScope.CLAIM else None)
        last = tale.statements[-1]
        tale.statements[-1] = replace(last, core=replace(last.core, value=value), uuid=f"{last.uuid} {value}")
        return tale

    assert ended(said(said(Tale().chapter(1), denial), "lowest")) == []
    assert ended(said(said(Tale().chapter(1), "highest"), "lowest")) == []
    assert ended(said(said(Tale().chapter(1), "highest").passage(), "lowest")) == ["highest"]
    assert ended(said(said(Tale().chapter(1), denial).chapter(2), "lowest")) == [denial]
    world = StatementScope.WORLD
    assert ended(said(said(Tale().chapter(1), denial, world), "lowest", world)) == [denial]


def ended(tale: Tale) -> set[str]:
    """Return the places of the states that another fact ends."""
    return {one.core.object or "" for one in tale.read().folded.facts if one.core.ended_by}


def claimed(tale: Tale, target: str, *, phase: Phase = Phase.HOLDS) -> Tale:
    """Append a claim of Wu that Lin lives in a place."""
    return tale.say("Lin", LIVES_IN, target, scope=StatementScope.CLAIM, holder="Wu", phase=phase)


def test_the_homes_that_somebody_names_in_one_scene_hold_together() -> None:
    """He says that the sage lives in a village and, after a question, on a hill there. The narration has no such rule
    for two passages, and neither has where somebody is.
    """
    scene = claimed(claimed(Tale().chapter(1), "Village").passage().passage(), "Hill")
    narrated = Tale().chapter(1).say("Lin", LIVES_IN, "Village").passage().say("Lin", LIVES_IN, "Hill")
    presence = Tale().chapter(1).say("Lin", IS_IN, "Village", scope=StatementScope.CLAIM, holder="Wu").passage()
    presence.say("Lin", IS_IN, "Hill", scope=StatementScope.CLAIM, holder="Wu")

    assert ended(scene) == set()
    assert ended(narrated) == ended(presence) == {"Village"}


@pytest.mark.parametrize("told", ["begins", "later scene", "later chapter", "tale"])
def test_a_change_or_a_later_scene_ends_a_home_that_somebody_named(told: str) -> None:
    tale = claimed(Tale().chapter(1), "Village")
    match told:
        case "begins":
            claimed(tale, "Hill", phase=Phase.BEGINS)
        case "later scene":
            claimed(tale.passage(later(5, 5)), "Hill")
        case "later chapter":
            claimed(tale.chapter(2), "Hill")
        case _:
            tale = claimed(Tale().chapter(1).passage(frame=FrameKind.TALE, run="tale"), "Village")
            claimed(tale.passage(frame=FrameKind.TALE, run="tale"), "Hill")

    assert ended(tale) == {"Village"}


def test_two_values_in_one_quote_hold_together_also_in_the_narration() -> None:
    quote = (
        Tale()
        .chapter(1)
        .say("Lin", HAIR, "grey")
        .say("Lin", HAIR, "long", same_quote=True, quote="[1@1010] Lin hair grey")
    )
    apart = Tale().chapter(1).say("Lin", HAIR, "grey").say("Lin", HAIR, "long")

    assert ended(quote) == set()
    assert ended(apart) == {"grey"}


LEADS = Predicate("leads", cardinality=Cardinality.ONE_SUBJECT, living=True, membership=Membership.LEADER)


def test_of_two_who_lead_one_group_in_one_passage_neither_ends_the_other() -> None:
    """A beginning, time words and another passage tell a change, and who has a thing may change in a passage."""

    def led(tale: Tale, *, phase: Phase = Phase.HOLDS) -> bool:
        told = tale.say("Wu", LEADS, "land", phase=phase).read().folded.facts
        return any(one.core.ended_by for one in told)

    def priests() -> Tale:
        return Tale().chapter(1).say("priests", LEADS, "land")

    assert not led(priests())
    assert led(priests(), phase=Phase.BEGINS)
    assert led(priests().passage())
    sword = Tale().chapter(1).say("Lin", HOLDS, "sword").say("Wu", HOLDS, "sword")
    assert [one.core.subject for one in sword.read().folded.facts if one.core.ended_by] == ["Lin"]


def felt(*, value: str = "", denied: str = "") -> Tale:
    """Return a story in which Lin feels something about Mei, and does not feel something about her."""
    tale = Tale().chapter(1)
    for phase, word in ((Phase.HOLDS, value), (Phase.DENIED, denied)):
        tale.say("Lin", FEELS, "Mei", phase=phase)
        last = tale.statements[-1]
        tale.statements[-1] = replace(last, core=replace(last.core, value=word), value_key=word or None)
    return tale


def test_a_denied_feeling_ends_no_other_feeling_about_the_same_person() -> None:
    """A denial that names no feeling denies none that the text names, and none that only its sentence names."""
    assert ended(felt(value="fear", denied="fear")) == {"Mei"}
    assert ended(felt(value="fear", denied="pity")) == set()
    assert ended(felt(value="fear")) == set()
    assert ended(felt()) == set()


def test_a_denied_attitude_without_a_value_ends_the_attitude() -> None:
    """Unlike a feeling, "trusts" needs no value: its predicate names the attitude."""
    trusts = replace(FEELS, name="trusts", passing=False)
    tale = Tale().chapter(1).say("Lin", trusts, "Mei").say("Lin", trusts, "Mei", phase=Phase.DENIED)

    assert ended(tale) == {"Mei"}
