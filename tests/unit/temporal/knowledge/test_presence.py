"""Tests of presence: which persons a passage's statements and text show as present, in both languages."""

from __future__ import annotations

import pytest

from episodic.model.episodes import FrameKind, Layer, Passage
from episodic.model.graph import Mentions
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.model.spans import Span
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.exclusion import Exclusions
from episodic.temporal.knowledge.narrative import Narrative, NarrativeSoFar
from episodic.temporal.knowledge.presence import Presence, opens_clause
from episodic.temporal.placed import PlacedPassage
from tests.unit.temporal.known_facts import KILLED, LOVES, PARENT, knowledge, with_role
from tests.unit.temporal.story_builder import ALIVE, DEAD, LIVES_IN, MET, DayCount, Tale

CLAIM, BELIEF = StatementScope.CLAIM, StatementScope.BELIEF


def is_present(text: str, name: str) -> bool:
    """Return whether *name* is present in a passage with this text and without statements."""
    passage = PlacedPassage("p", "ch", 1, 0, 0, FrameKind.MAIN, "main")
    words = Passage("p", "work", "ch", 0, Span(0, len(text)), text, FrameKind.MAIN, 0, 1, Layer.CANON)
    places = [(name, Span(start, start + len(name))) for start in range(len(text)) if text.startswith(name, start)]
    mentions = Mentions("m", "work", "ch", "who", tuple(places), 1)
    chronology = Chronology.of([passage], (), DayCount())
    told = NarrativeSoFar({"p": passage}, {}, chronology, Exclusions(), {"p": words}, (mentions,))
    return "p" in Presence(Narrative(told)).of("who")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("沈度叹道：“赵虎已死。”", "沈度"),
        ("次日，林远见到沈度。", "林远"),
        ("却说曹操回到许都。", "曹操"),
        ("“你来了。”林远笑了笑。", "林远"),
        ("Mei smiled and sat down.", "Mei"),
        ("The next day Mei rode north.", "Mei"),
        ('"You came," said Lin. Mei nodded.', "Mei"),
        ("At dawn, Lin and Mei set out.", "Mei"),
    ],
)
def test_whoever_opens_a_clause_of_the_narration_is_there(text: str, name: str) -> None:
    """A person whose name is near the beginning of a clause is its subject."""
    assert is_present(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("沈度叹道：“赵虎已死，云州无忧矣。”", "赵虎"),
        ("林远想起沈度。", "沈度"),
        ("众人都听说赵虎到了。", "赵虎"),
        ("林远的剑挂在墙上。", "林远"),
        ("林远说沈度不会来。", "沈度"),
        ("沈度问：“林远何在？”", "林远"),
        ('"Where is Chen?" she asked.', "Chen"),
        ("Lin thought of Chen.", "Chen"),
        ("Chen’s sword hung on the wall.", "Chen"),
        ("She said that Chen had left.", "Chen"),
        ("Dead or alive, nobody minded Chen.", "Chen"),
        ("They all waited in the great hall for Chen.", "Chen"),
    ],
)
def test_whoever_is_only_spoken_of_is_not_there(text: str, name: str) -> None:
    """The name is in speech, in a thought, a possessive, or the object of a verb of speaking."""
    assert not is_present(text, name)


def test_a_clause_begins_behind_any_mark() -> None:
    """Commas, colons, dashes and line ends separate clauses in both languages."""
    assert opens_clause("天黑了；林远来了", 4, 6)
    assert opens_clause("It was dark — Lin came", 14, 17)
    assert not opens_clause("It was in the dark of Lin came", 22, 25)


def test_whoever_acts_or_is_acted_upon_is_there() -> None:
    """The subject, object and participants of an event are present, and so is the subject of a state."""
    tale = Tale().chapter(1).say("Lin", MET, "Mei")
    with_role(tale, "Wu", "witness")
    tale.say("Chen", LIVES_IN, "Harbor")

    known = knowledge(tale)

    assert [who for who in ("Lin", "Mei", "Wu", "Chen", "Harbor") if known.present(who)] == ["Lin", "Mei", "Wu", "Chen"]


@pytest.mark.parametrize(
    "tale",
    [
        Tale().chapter(1).say("Wu", KILLED, "Chen", placing=Placement.BACK),
        Tale().chapter(1).say("Wu", KILLED, "Chen", placing=Placement.AHEAD),
        Tale().chapter(1).say("Wu", KILLED, "Chen", phase=Phase.DENIED),
        Tale().chapter(1).say("Chen", DEAD),
        Tale().chapter(1).say("Chen", ALIVE, scope=BELIEF, holder="Mei"),
        Tale().chapter(1).say("Chen", LIVES_IN, "Harbor", scope=CLAIM, holder="Mei"),
        Tale().chapter(1).say("Chen", PARENT, "Wu"),
        Tale().chapter(1).say("Wu", LOVES, "Chen"),
    ],
    ids=["back", "ahead", "denied", "dead", "believed", "claimed", "lineage", "loved"],
)
def test_whoever_a_statement_only_speaks_of_is_not_there(tale: Tale) -> None:
    """A statement about the past, the future, a denial, a dead person, or a thought of another person shows nobody as
    present.
    """
    assert not knowledge(tale).present("Chen")


def test_whoever_speaks_or_thinks_is_there() -> None:
    """The holder of a claim is present. If a teller passes the claim on, only the teller is present."""
    tale = Tale().chapter(1).say("Chen", ALIVE, scope=BELIEF, holder="Mei")
    known = knowledge(tale)

    assert known.present("Mei")
    assert not known.present("Lin")


def test_a_topic_is_not_there() -> None:
    """The role of the participant says that the person is only mentioned."""
    tale = Tale().chapter(1).say("Lin", MET, "Mei")
    with_role(tale, "Chen", "topic")

    assert not knowledge(tale).present("Chen")


def test_a_dream_has_only_its_dreamer_in_it() -> None:
    """Only the dreamer is present in a dream."""
    tale = Tale().chapter(1).passage(frame=FrameKind.DREAM)
    tale.say("Chen", MET, "Wu", scope=StatementScope.DREAM, holder="Mei")
    known = knowledge(tale)

    assert known.present("Mei")
    assert not known.present("Chen")
