"""Scenes of one passage: who is in one scene does not know what the passage tells of another."""

from __future__ import annotations

from episodic.model.readings import StatementScope
from episodic.temporal.knowledge.narrative import Narrative
from episodic.temporal.knowledge.scenes import FoundScenes, Scenes
from tests.unit.temporal.known_facts import KILLED, TOLD, known_in_all, narrative_of
from tests.unit.temporal.story_builder import HOLDS, MET, Tale


def two_scenes() -> Tale:
    """Mei sends Lin away in one camp; Wu and Chen break the lamp in another, all in one paragraph."""
    tale = Tale().chapter(1).say("Mei", HOLDS, "star").say("Mei", MET, "Lin")
    return tale.say("Wu", MET, "Chen").say("Chen", HOLDS, "lamp")


def test_who_is_in_one_scene_does_not_know_the_other() -> None:
    tale = two_scenes()

    assert known_in_all(tale, "Mei") == {"Mei holds star", "Mei met Lin"}
    assert known_in_all(tale, "Lin") == {"Mei holds star", "Mei met Lin"}
    assert known_in_all(tale, "Wu") == {"Wu met Chen", "Chen holds lamp"}


def test_who_takes_part_in_both_makes_them_one_scene() -> None:
    tale = two_scenes().say("Mei", MET, "Chen")

    assert "Chen holds lamp" in known_in_all(tale, "Mei")


def test_words_about_the_absent_do_not_make_one_scene() -> None:
    tale = (
        Tale().chapter(1).say("Mei", MET, "Lin").say("Chen", HOLDS, "sword", scope=StatementScope.CLAIM, holder="Mei")
    )
    tale.say("Wu", MET, "Chen").say("Chen", HOLDS, "lamp")

    assert "Chen holds lamp" not in known_in_all(tale, "Mei")


def test_one_statement_is_no_scene_of_its_own() -> None:
    """Who comes in is seen, and a thief in the corner sees."""
    tale = Tale().chapter(1).say("Mei", MET, "Lin").say("Mei", TOLD, "Lin").say("Wu", KILLED, "Chen")

    assert "Wu killed Chen" in known_in_all(tale, "Mei")


def test_who_is_alone_on_one_side_is_there() -> None:
    tale = Tale().chapter(1).say("Mei", HOLDS).say("Mei", HOLDS).say("Wu", MET, "Chen").say("Chen", HOLDS, "lamp")

    assert "Chen holds lamp" in known_in_all(tale, "Mei")


def test_scenes_that_were_found_are_not_found_again() -> None:
    """A narrative without the statements shows the scenes if they are given, and else none."""
    tale, silent = two_scenes(), Tale()
    silent.passages.append(tale.passages[0])
    nothing = Narrative(narrative_of(silent))
    passage, last = tale.passages[0].uuid, tale.statements[-1].evidence.start
    found = FoundScenes()
    assert Scenes(Narrative(narrative_of(tale)), found).is_elsewhere(passage, last, "Mei")

    assert Scenes(nothing, found).is_elsewhere(passage, last, "Mei")
    assert not Scenes(nothing).is_elsewhere(passage, last, "Mei")
