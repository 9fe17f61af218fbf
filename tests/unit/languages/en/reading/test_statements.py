"""Tests of the statements that the English rules extract from a window."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.extraction.rule_based import RuleBasedReader
from episodic.model.episodes import FrameKind
from episodic.model.predicates import PredicateTable, shipped_predicates
from episodic.model.readings import Participant, Phase, Placement, StatementScope
from episodic.model.settings import Density
from tests.unit.languages.en.english_reading import read_english

CAST = "“Good day,” said Hester Vane. “Good day,” said Wat Miller. They lived in Pellworth, near Pellworth. They saw the River Company.\n\n"
HESTER, WAT = "Hester Vane", "Wat Miller"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Hester Vane was the sister of Wat Miller.", (HESTER, "sibling_of", WAT)),
        ("Wat Miller's sister Hester Vane came in.", (HESTER, "sibling_of", WAT)),
        ("Wat Miller and his wife, Hester Vane, came in.", (HESTER, "married_to", WAT)),
        ("Hester Vane married Wat Miller.", (HESTER, "married_to", WAT)),
        ("Hester Vane was born in Pellworth.", (HESTER, "born_in", "Pellworth")),
        ("Hester Vane lived in Pellworth.", (HESTER, "lives_in", "Pellworth")),
        ("In spring Hester Vane moved to Pellworth.", (HESTER, "lives_in", "Pellworth")),
        ("Hester Vane rose and went to Pellworth.", (HESTER, "went_to", "Pellworth")),
        ("Hester Vane left Pellworth.", (HESTER, "left", "Pellworth")),
        ("Hester Vane joined the River Company.", (HESTER, "member_of", "River Company")),
        ("Hester Vane was a clerk of the River Company.", (HESTER, "member_of", "River Company")),
        ("Hester Vane led the River Company.", (HESTER, "leads", "River Company")),
        ("Wat Miller, the blacksmith, nodded.", (WAT, "title", "blacksmith")),
        ("Hester Vane was killed by Wat Miller.", (WAT, "killed", HESTER)),
        ("Hester Vane was killed by Wat Miller.", (HESTER, "dead", "")),
        ("Hester Vane died at dawn.", (HESTER, "dead", "")),
        ("Hester Vane died quite suddenly that evening.", (HESTER, "dead", "")),
        ("Hester Vane was struck dead by a fever.", (HESTER, "dead", "")),
        ("They found Hester Vane dead in the snow.", (HESTER, "dead", "")),
        ("Since the death of Hester Vane, nobody spoke.", (HESTER, "dead", "")),
        ("We looked upon the dead Hester Vane.", (HESTER, "dead", "")),
        ("Wat Miller shot Hester Vane dead.", (HESTER, "dead", "")),
        ("Hester Vane was killed in a duel by Wat Miller.", (HESTER, "dead", "")),
        ("Hester Vane, stabbed by Wat Miller, died in the night.", (HESTER, "dead", "")),
        ("Hester Vane had green eyes.", (HESTER, "eye_colour", "green")),
        ("Hester Vane was seven years old.", (HESTER, "age", "seven years old")),
        ("Hester Vane met Wat Miller.", (HESTER, "met", WAT)),
        ("Hester Vane owed Wat Miller five pounds.", (HESTER, "owes", WAT)),
        ("In spring Hester Vane repaid Wat Miller.", (HESTER, "owes", WAT)),
        ("Hester Vane promised to mend the roof.", (HESTER, "promised", "to mend the roof")),
        ("Hester Vane promised Wat Miller to mend the roof.", (HESTER, "promised", "to mend the roof")),
        ("Hester Vane gave Wat Miller a silver comb.", (HESTER, "gave", "a silver comb")),
        ("Hester Vane sat down. She lived in Pellworth.", (HESTER, "lives_in", "Pellworth")),
        ("Hester Vane was Wat Miller's older sister.", (HESTER, "sibling_of", WAT)),
        ("Hester Vane grew up in Pellworth.", (HESTER, "from_place", "Pellworth")),
        ("Hester Vane took the train to Pellworth.", (HESTER, "went_to", "Pellworth")),
        ("Hester Vane was imprisoned in Pellworth.", (HESTER, "imprisoned_in", "Pellworth")),
        ("Hester Vane worked as a nurse in the town.", (HESTER, "title", "nurse")),
        ("Before the war Hester Vane had been a nurse.", (HESTER, "title", "nurse")),
        ("Their mother, Hester Vane, had been a nurse.", (HESTER, "title", "nurse")),
        ("Hester Vane got a job with the River Company.", (HESTER, "member_of", "River Company")),
        ("Hester Vane retired from the River Company the next year.", (HESTER, "member_of", "River Company")),
        ("Hester Vane worked for Wat Miller.", (HESTER, "serves", WAT)),
        ("Hester Vane founded the River Company.", (HESTER, "created", "River Company")),
        ("Hester Vane divorced Wat Miller.", (HESTER, "married_to", WAT)),
        ("Hester Vane proposed to Wat Miller.", (HESTER, "proposed_to", WAT)),
        ("Hester Vane and Wat Miller were old friends.", (HESTER, "friend_of", WAT)),
        ("Hester Vane had been dead for three years.", (HESTER, "dead", "")),
        ("Hester Vane drowned in the river.", (HESTER, "dead", "")),
        ("Hester Vane sold the boat to Wat Miller.", (HESTER, "gave", "the boat")),
        ("Hester Vane took the brass key from Wat Miller.", (HESTER, "obtained", "the brass key")),
        ("Hester Vane inherited the mill.", (HESTER, "obtained", "the mill")),
        ("Hester Vane and Wat Miller went to Pellworth.", (HESTER, "went_to", "Pellworth")),
        ("Hester Vane and Wat Miller went to Pellworth.", (WAT, "went_to", "Pellworth")),
        ("Hester Vane learned that Wat Miller was dead.", (WAT, "dead", "")),
        ("They never asked Wat Miller, the gamekeeper, about it.", (WAT, "title", "gamekeeper")),
        ("Hester Vane, one of the housemaids, came in.", (HESTER, "title", "housemaid")),
        ("Wat Miller, who was an honest lawyer, came in.", (WAT, "title", "lawyer")),
        ("Wat Miller was a well-knit, hard-working blacksmith.", (WAT, "title", "blacksmith")),
        ("Wat Miller, who lived in Pellworth, came in.", (WAT, "lives_in", "Pellworth")),
        ("Hester Vane was a pleasant-looking woman of about forty.", (HESTER, "age", "about forty")),
        (
            "Hester Vane was a pleasant-looking woman of about forty.",
            (HESTER, "appearance", "a pleasant-looking woman"),
        ),
        ("Hester Vane walked as far as Pellworth and back.", (HESTER, "went_to", "Pellworth")),
        ("Hester Vane had been down to Pellworth.", (HESTER, "went_to", "Pellworth")),
        ("They kept a clever gardener named Wat Miller.", (WAT, "title", "gardener")),
        ("Hester Vane ran across Wat Miller.", (HESTER, "met", WAT)),
        ("Hester Vane, who had married Wat Miller's brother, came in.", (HESTER, "married_to", "Wat Miller's brother")),
        ("They saw Pellworth, his uncle's place in London.", ("Pellworth", "located_in", "London")),
        ("Pellworth had been bought by Hester Vane.", (HESTER, "holds", "Pellworth")),
        ("Hester Vane set out for Pellworth at once.", (HESTER, "went_to", "Pellworth")),
        ("Hester Vane returned from Pellworth.", (HESTER, "left", "Pellworth")),
        ("Hester Vane drove Wat Miller to Pellworth.", (WAT, "went_to", "Pellworth")),
        ("Hester Vane was staying at Pellworth.", (HESTER, "located_in", "Pellworth")),
        ("Wat Miller produced a revolver.", (WAT, "holds", "a revolver")),
        ("Wat Miller gave her a silver comb.", (WAT, "gave", "a silver comb")),
    ],
)
def test_clear_constructions_are_extracted(sentence: str, expected: tuple[str, str, str]) -> None:
    found = read_english(CAST + sentence)

    assert expected in found.triples()


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("I am married to Wat Miller", (HESTER, "married_to", WAT)),
        ("I am the daughter of Wat Miller", (HESTER, "child_of", WAT)),
        ("I am Wat Miller's sister", (HESTER, "sibling_of", WAT)),
        ("Wat Miller has married me!", (WAT, "married_to", HESTER)),
    ],
)
def test_what_speakers_say_of_themselves_is_their_claim(said: str, expected: tuple[str, str, str]) -> None:
    found = read_english(f"{CAST}“{said},” said Hester Vane.")

    assert expected in found.triples(StatementScope.CLAIM)


def test_hurt_feelings_and_helpings_are_no_facts() -> None:
    found = read_english(
        CAST + "“I am not angry, but I am hurt,” said Hester Vane. Wat Miller gave Hester Vane some more gravy."
        " Wat Miller was badly hurt."
    )

    assert found.triples() == {(WAT, "health", "hurt")}
    assert found.triples(StatementScope.CLAIM) == set()


NOT_EXTRACTED = (
    "“Go.” Hester Vane returned.",
    "Hester Vane knew that he had lied.",
    "Hester Vane noticed that, when it rained, the roof leaked.",
    "Hester Vane saw a great difference in the room.",
    "Hester Vane saw a figure leap over the wall.",
    "Hester Vane will have packed her trunk and gone to the station.",
    "The book which Hester Vane had left on the table was gone.",
    "Hester Vane nodded, and told him to mend the roof.",
    "Hester Vane never lived in Pellworth.",
    "Hester Vane did not marry Wat Miller.",
    "If Hester Vane married Wat Miller, all was well.",
    "Perhaps Hester Vane died.",
    "They wished Hester Vane lived in Pellworth.",
    "Had Hester Vane married Wat Miller?",
    "They heard that Hester Vane died.",
    "“Hester Vane died.”",
    "The mother of Hester Vane died.",
    "Hester Vane's dog went to the river.",
    "Hester Vane gave Wat Miller a look.",
    "Hester Vane was usually at Pellworth.",
    "Hester Vane nearly married Wat Miller.",
    "Once Hester Vane married Wat Miller, the house would be hers.",
    "According to the priest, Hester Vane was married to Wat Miller.",
    "Rumour had it that Hester Vane was dead.",
    "It was not true that Hester Vane was dead.",
    "Everybody was certain that Hester Vane was dead.",
    "Hester Vane was dead, they said.",
    "Hester Vane was dead, or so it was told.",
    "To everybody in the town, Hester Vane was dead.",
    "In the play, Hester Vane was a queen.",
    "Hester Vane was a queen in her dreams.",
    "Hester Vane lived in Pellworth no longer.",
    "Had it been so, Hester Vane was a thief.",
    "The aunt who had raised Hester Vane lived in Pellworth.",
    "The road for Hester Vane was at Pellworth.",
    "Wat Miller's former wife Hester Vane came in.",
    "Hester Vane was a former nurse.",
    "Hester Vane was a soldier at heart.",
    "Hester Vane was dead on her feet.",
    "Hester Vane was sick of Wat Miller.",
    "Hester Vane was cold to Wat Miller.",
    "Hester Vane drowned in paperwork.",
    "Hester Vane struck Wat Miller as odd.",
    "Hester Vane found Wat Miller boring.",
    "Hester Vane gave her word to Wat Miller.",
    "Hester Vane got a job in Pellworth.",
    "Hester Vane always went to Pellworth in June.",
    "Hester Vane went to Pellworth on Sundays.",
    "Hester Vane met Wat Miller every day.",
    "Hester Vane died a little every day.",
    "Hester Vane was Wat Miller's sister in all but name.",
    "Hester Vane killed Wat Miller at chess.",
    "Whoever killed Wat Miller lived in Pellworth.",
    "Hester Vane was ill, or said she was.",
    "Hester Vane helped Wat Miller to the soup.",
    "They pretended that he was Wat Miller, the gamekeeper.",
    "It seemed clear that it was Wat Miller who had killed Hester Vane.",
    "Hester Vane would set out for Pellworth.",
    "Hester Vane gave her a smile.",
    "It was quite on the cards that Hester Vane had left for Pellworth.",
    "Hester Vane seized the bell and rang.",
    "When Hester Vane was in Pellworth, it rained.",
    "They kept a would-be gardener named Wat Miller.",
    "Hester Vane was not a pleasant-looking woman.",
    "As they were used to, whenever Hester Vane went home, all was well.",
)
"""Sentences about people that state nothing as a fact, or nothing that the rules can be sure of."""


def test_denied_hypothetical_or_unattributed_sentences_are_not_extracted() -> None:
    """The rules prefer precision to recall."""
    for sentence in NOT_EXTRACTED:
        found = read_english(CAST + sentence)

        assert found.triples() == set(), sentence


def test_speech_of_a_known_speaker_is_a_claim() -> None:
    found = read_english(CAST + "“My sister Hester Vane died at dawn,” said Wat Miller.")

    assert found.triples() == set()
    assert (HESTER, "sibling_of", WAT) in found.triples(StatementScope.CLAIM)
    statement = found.statement("sibling_of")
    assert statement.holder == statement.object


def test_the_recipient_of_a_gift_is_a_participant() -> None:
    """A third party of a gift becomes a participant of the statement."""
    found = read_english(CAST + "Hester Vane gave Wat Miller a silver comb.")

    statement = found.statement("gave")
    names = [node.name for node in found.entities.nodes]
    assert statement.participants == (Participant(names.index(WAT), "recipient"),)
    assert statement.core.text == "Hester Vane gave Wat Miller a silver comb."


def test_a_move_begins_a_home_and_leaving_a_body_ends_membership() -> None:
    found = read_english(CAST + "Hester Vane moved to Pellworth. Wat Miller left the River Company.")

    assert found.statement("lives_in").core.phase is Phase.BEGINS
    assert found.statement("member_of").core.phase is Phase.ENDS


def test_a_state_in_a_when_clause_has_ended_and_yields_no_fact() -> None:
    """“When she was a nurse” states that she is no nurse now."""
    found = read_english(CAST + "When Hester Vane was a nurse, it rained. Wat Miller was a baker.")

    assert {statement.core.value for statement in found.facts.statements} == {"baker"}


def test_the_former_owner_of_a_taken_thing_is_a_participant() -> None:
    found = read_english(CAST + "Hester Vane took the brass key from Wat Miller.")

    statement = found.statement("obtained")
    names = [node.name for node in found.entities.nodes]
    assert statement.participants == (Participant(names.index(WAT), "giver"),)


def test_details_are_read_only_if_everything_is_asked_for() -> None:
    """Moods, ways inside a house, and talk without its content."""
    text = f"{CAST}Hester Vane was angry. Hester Vane walked down to the gate. “It rains,” said Wat Miller."

    details = {(HESTER, "feels", "angry"), (HESTER, "went_to", "the gate"), (WAT, "told", "")}
    assert read_english(text, density=Density.EVERYTHING).triples() >= details
    assert not read_english(text).triples() & details


def test_the_time_of_telling_is_not_the_time_of_the_told_events() -> None:
    """“Today” in “she told him today what had been” is the time of telling, and not of the events."""
    reader = RuleBasedReader(placing=lambda words, _: Placement.BACK if "had" in words else Placement.NOW)

    found = read_english(
        CAST + "Hester Vane told Wat Miller that the baker had left.", reader=reader, density=Density.EVERYTHING
    )

    assert found.statement("told").core.placing is Placement.NOW


def test_the_tense_of_one_clause_does_not_place_the_next() -> None:
    """“She had lived there, but now she lives here” states only where she lives now as present."""
    reader = RuleBasedReader(placing=lambda words, _: Placement.BACK if "had" in words else Placement.NOW)

    found = read_english(CAST + "It had rained all day, but Hester Vane moved to Pellworth.", reader=reader)

    assert found.statement("lives_in").core.placing is Placement.NOW


def test_the_quote_is_the_clause_with_its_line_breaks() -> None:
    """The quote is verbatim, with the line breaks of the text."""
    found = read_english(CAST + "It rained, and Hester Vane\nmarried Wat Miller, at last.")

    quote = found.statement("married_to").quote
    assert quote.of(found.window.text) == "and Hester Vane\nmarried Wat Miller"


def test_kinship_with_the_narrator_is_extracted() -> None:
    """“My brother X” states a kinship of the narrator."""
    found = read_english("I was young. I was small. My brother Wat Miller was old. I loved Wat Miller.")

    assert (WAT, "sibling_of", "I") in found.triples()
    assert found.statement("sibling_of").core.text == "Wat Miller is the brother of the narrator."


def test_a_calling_that_was_given_up_has_ended() -> None:
    """Somebody who practised for some time but did something else later has the calling no more."""
    found = read_english(CAST + "Wat Miller practised for some time as a barrister, but settled down as a squire.")

    assert found.statement("title").core.phase is Phase.ENDS


def test_where_we_went_the_narrator_went_too() -> None:
    """“We” says only where the narrator is or goes, and nothing that two people are together."""
    found = read_english(CAST + "I was glad. We went to Pellworth. We were married. We were friends of Wat Miller.")

    assert found.triples() == {("I", "went_to", "Pellworth")}


def test_it_was_somebody_who_killed_is_no_fact_in_a_subordinate_clause() -> None:
    """“The truth was that it was X who had killed Y” is what somebody thinks."""
    found = read_english(CAST + "The truth was that it was Wat Miller who had killed Hester Vane.")

    assert found.triples() == set()


@pytest.mark.parametrize(
    ("passage", "kind"),
    [
        ("Ten years before, they had lived in Pellworth.\n\n", FrameKind.FLASHBACK),
        ("Hester dreamed that she flew over the wide sea and the hills beyond it.\n\n", FrameKind.DREAM),
        ("It rained for the whole day, and nobody came.\n\n", FrameKind.MAIN),
    ],
)
def test_only_clear_markers_put_a_passage_into_another_frame(passage: str, kind: FrameKind) -> None:
    """Without a clear marker, a passage belongs to the main line."""
    found = read_english("It was noon.\n\n", passage)

    assert found.frames[1] is kind


WORDS = st.sampled_from(
    "Hester Vane Wat Miller Mr. Mrs. Captain Corbel London the The of and his sister , . ! ? “ ” \" ' \n \n\n said was born in to "
    "went married killed by dead gave a knife I my me called named had green eyes River Company 's O'Brien van de -- — ( ) "
    "if not She He * # Chapter \ue001 \U00020000 é".split(" ")
)
TEXTS = st.lists(WORDS, max_size=60).map(" ".join)


@given(TEXTS)
@settings(max_examples=150, deadline=None)
def test_spans_match_their_surface_forms_and_do_not_overlap(text: str) -> None:
    """Spans of surface forms match the text of the window."""
    found = read_english(text)

    spans = [(span, one.text) for node in found.entities.nodes for one in node.surfaces for span in one.spans]
    assert all(span.of(text) == words for span, words in spans)
    ordered = sorted(span for span, _ in spans)
    assert all(one.end <= other.start for one, other in pairwise(ordered))


@given(TEXTS)
@settings(max_examples=150, deadline=None)
def test_every_statement_has_known_nodes_and_a_quote_of_the_window(text: str) -> None:
    """Every statement refers to nodes of the reading, has a quote of the window, and has a shipped predicate."""
    found = read_english(text)

    table = PredicateTable(shipped_predicates())
    count = len(found.entities.nodes)
    for one in found.facts.statements:
        assert 0 <= one.quote.start < one.quote.end <= len(text)
        assert one.subject < count
        assert one.object is None or one.object < count
        assert one.object != one.subject
        assert all(part.node < count for part in one.participants)
        assert (one.holder is None) == (one.core.scope is StatementScope.WORLD)
        assert table.find(one.core.predicate)


@given(TEXTS)
@settings(max_examples=50, deadline=None)
def test_the_same_window_gives_the_same_reading(text: str) -> None:
    """The reader keeps no state between readings."""
    reader = RuleBasedReader()

    assert read_english(text, reader=reader) == read_english(text, reader=RuleBasedReader())
    assert read_english(text, reader=reader) == read_english(text, reader=reader)
