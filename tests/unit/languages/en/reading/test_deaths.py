"""Tests of the English constructions about deaths and killings."""

from __future__ import annotations

import pytest

from episodic.model.readings import StatementScope
from tests.unit.languages.en.english_reading import read_english

CAST = "“Good day,” said Hester Vane. “Good day,” said Wat Miller. “Good day,” said Tom Brook.\n\n"
HESTER, WAT, TOM = "Hester Vane", "Wat Miller", "Tom Brook"
DEAD = {HESTER: (HESTER, "dead", ""), WAT: (WAT, "dead", ""), TOM: (TOM, "dead", "")}


def deaths(*paragraphs: str) -> set[tuple[str, str, str]]:
    """Return the deaths and killings that the narration of a text states."""
    found = read_english(CAST + "\n\n".join(paragraphs))
    return {one for one in found.triples() if one[1] in ("dead", "killed")}


@pytest.mark.parametrize(
    "sentence",
    [
        "Wat Miller, shot through the head, fell from the wall.",
        "Wat Miller had been shot through the heart.",
        "Wat Miller died under the surgeon's knife.",
        "Wat Miller went to his Maker.",
        "Wat Miller met his death at the bridge.",
        "Wat Miller was both shot and drowned.",
        "Wat Miller never breathed again.",
        "Wat Miller lay dead upon the floor.",
        "Wat Miller was dead and gone.",
        "Wat Miller was dead, stone dead.",
        "Wat Miller was buried in the churchyard.",
        "The news of the death of Wat Miller came at noon.",
        "Wat Miller's death left the house empty.",
        "On the death of Wat Miller, the mill was sold.",
        "The widow of Wat Miller sold the mill.",
        "The late Wat Miller had owned the mill.",
        "They saw Wat Miller fall dead.",
        "We found Wat Miller hanged in the barn.",
        "In the end Wat Miller drowned.",
        "Hester Vane lay by the gate, stunned; Wat Miller by the wall, shot through the head, never to move again.",
        "Wat Miller lifted himself up hard, and was dead.",
        "We buried old Wat Miller in the sand.",
        "Wat Miller, still unburied, lay along the wall, stiff and stark.",
        "Wat Miller was no more.",
        "Wat Miller never recovered consciousness.",
        "Wat Miller drew his last breath at noon.",
        "Wat Miller, do what we could, never recovered consciousness in this world.",
        "They carried out the lifeless body of Wat Miller.",
        "Wat Miller's coffin stood in the hall.",
        "Wat Miller, shot through the heart, rolled from the wall.",
        "Wat Miller, who had meant to return, was tumbling on the tides, dead.",
        "Wat Miller was that sort, and he died a beggar.",
        "Wat Miller, who was next me and died before Easter, was an exception.",
    ],
)
def test_a_death_without_a_killer(sentence: str) -> None:
    assert deaths(sentence) == {DEAD[WAT]}


@pytest.mark.parametrize(
    "sentence",
    [
        "Hester Vane put a bullet through Wat Miller's heart.",
        "Hester Vane ran her sword through Wat Miller.",
        "Hester Vane stabbed Wat Miller to the heart.",
        "Hester Vane cut Wat Miller's throat.",
        "Wat Miller died by Hester Vane's hand.",
        "Hester Vane dealt Wat Miller a mortal blow.",
        "Hester Vane smothered Wat Miller.",
        "Hester Vane struck off Wat Miller's head.",
        "Wat Miller was stabbed to death in his bed by Hester Vane.",
        "Wat Miller met his death at the hands of Hester Vane.",
        "Wat Miller was killed on the spot by Hester Vane.",
        "Hester Vane took aim and shot Wat Miller dead.",
        "It was Hester Vane who had killed Wat Miller.",
        "It was Hester Vane that murdered Wat Miller.",
    ],
)
def test_a_killer(sentence: str) -> None:
    assert deaths(sentence) == {DEAD[WAT], (HESTER, "killed", WAT)}


@pytest.mark.parametrize(
    ("sentence", "dead"),
    [
        ("Wat Miller and Tom Brook were dead.", {WAT, TOM}),
        ("Hester Vane, Wat Miller, and Tom Brook were drowned.", {HESTER, WAT, TOM}),
        ("Both Wat Miller and Tom Brook had been killed in the fight.", {WAT, TOM}),
        ("Of the crew, Wat Miller, Tom Brook and Hester Vane died at sea.", {HESTER, WAT, TOM}),
    ],
)
def test_every_member_of_a_list_is_dead(sentence: str, dead: set[str]) -> None:
    assert deaths(sentence) == {DEAD[name] for name in dead}


def test_several_victims_of_one_killer() -> None:
    found = deaths("Hester Vane had killed Wat Miller and Tom Brook.")

    assert found == {DEAD[WAT], DEAD[TOM], (HESTER, "killed", WAT), (HESTER, "killed", TOM)}


def test_a_pronoun_means_the_only_man_of_the_paragraph() -> None:
    """The pronoun need not stand in the next sentence. Whom the narrator sees is no second man."""
    text = (
        "Wat Miller had fallen from the wall. The grass was wet. Nothing moved. But he was dead enough, for all that."
    )
    seen = "Wat Miller, who was tired, fell from the wall. As the dust settled, I could see him there. A bird flew past. He was dead."

    assert deaths(text) == {DEAD[WAT]}
    assert deaths(seen) == {DEAD[WAT]}


def test_a_reflexive_pronoun_is_no_second_man() -> None:
    """The pronoun "himself" means the subject of its own sentence."""
    assert deaths("Wat Miller hurt himself. The grass was wet. He was dead.") == {DEAD[WAT]}


@pytest.mark.parametrize(
    "text",
    [
        "Wat Miller and Tom Brook fell. The grass was wet. He was dead.",
        "Wat Miller fell. The grass was wet. A soldier lay in it. He was dead.",
        "Wat Miller fell. Wat Miller had hit him. The grass was wet. He was dead.",
        "Wat Miller had a dog. The grass was wet. It was dead.",
        "Hester Vane fell. The grass was wet. He was dead.",
        "Wat Miller spoke of his father. The old man had drunk. The grass was wet. He was dead.",
    ],
)
def test_a_pronoun_that_may_mean_somebody_else_is_not_resolved(text: str) -> None:
    assert deaths(text) == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The captain died at noon.", {("the captain", "dead", "")}),
        ("The captain had been struck dead by a fever.", {("the captain", "dead", "")}),
        (
            "The old doctor was killed by Wat Miller.",
            {("the old doctor", "dead", ""), (WAT, "killed", "the old doctor")},
        ),
        ("Wat Miller shot the captain dead.", {("the captain", "dead", ""), (WAT, "killed", "the captain")}),
        ("But my poor father died quite suddenly that night.", {("my poor father", "dead", "")}),
        ("The mutineer indeed died under the knife.", {("the mutineer", "dead", "")}),
        ("The smuggler had killed Wat Miller.", {("the smuggler", "killed", WAT), DEAD[WAT]}),
        (
            "I was young. I was poor. At last I killed the captain.",
            {("the captain", "dead", ""), ("I", "killed", "the captain")},
        ),
    ],
)
def test_a_person_who_is_only_called_by_a_role(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert deaths(text) == expected


def test_a_role_with_a_name_means_the_named_person() -> None:
    text = "“Good day,” said Captain Small. Captain Small sat down. Presently the captain rose and fell. The captain was dead."

    assert deaths(text) == {("Captain Small", "dead", "")}


@pytest.mark.parametrize(
    "text",
    [
        "If the captain died, all was lost.",
        "The captain was dead tired.",
        "The captain's dog was dead.",
        "The captain of the guard's horse was killed.",
        "“The captain is dead,” said a voice.",
        "The captain was nearly killed.",
        "A captain had died there once.",
        "Wat Miller was dead drunk.",
        "Wat Miller was as good as dead.",
        "Wat Miller was killed with kindness.",
        "Wat Miller was buried in thought.",
        "Wat Miller was buried in his books.",
        "Wat Miller would have been shot through the head.",
        "They feared the death of Wat Miller.",
        "The news of the death of Wat Miller was false.",
        "Wat Miller's death would leave the house empty.",
        "They saw Wat Miller fall.",
        "Wat Miller was shot at by Hester Vane.",
        "Hester Vane cut Wat Miller's hair.",
        "Hester Vane shot Wat Miller a look.",
        "Wat Miller is late.",
        "Wat Miller met death without fear.",
        "Hester Vane bored Wat Miller to death.",
        "Wat Miller breathed again.",
        "Wat Miller spoke of a dog and was dead tired.",
        "My father's dog died.",
        "Her father died.",
    ],
)
def test_nobody_is_dead(text: str) -> None:
    assert deaths(text) == set()


def test_a_contracted_verb_in_speech_is_a_claim_of_the_speaker() -> None:
    found = read_english(
        CAST + "“Tom Brook's dead,” said Hester Vane. “Wat Miller's dead dog lies there,” said Hester Vane."
    )

    assert (TOM, "dead", "") in found.triples(StatementScope.CLAIM)
    assert DEAD[WAT] not in found.triples(StatementScope.CLAIM)


@pytest.mark.parametrize(
    ("sentence", "dead"),
    [
        ("I found that Hester Vane, and also Tom Brook of this town, were dead and buried.", {HESTER, TOM}),
        ("Hester Vane, Wat Miller, and Tom Brook, children of the aforesaid, were also dead.", {HESTER, WAT, TOM}),
    ],
)
def test_everybody_in_a_list_is_dead(sentence: str, dead: set[str]) -> None:
    assert deaths(sentence) == {DEAD[name] for name in dead}


@pytest.mark.parametrize(
    "sentence",
    [
        "Hester Vane, following close behind, had cut down Wat Miller ere he could turn.",
        "Hester Vane had fired two barrels of a pistol into the struggling Wat Miller.",
        "Before you could wink, Hester Vane had fired two barrels of a pistol into the struggling Wat Miller.",
        "A messenger brought news that Hester Vane had killed Wat Miller.",
        "Word reached the town that Wat Miller had been murdered by Hester Vane.",
    ],
)
def test_a_killer_before_an_aside_a_weapon_or_in_a_report_is_read(sentence: str) -> None:
    assert deaths(sentence) == {(HESTER, "killed", WAT), DEAD[WAT]}


def test_who_is_told_to_have_killed_somebody_claims_a_death() -> None:
    found = read_english(CAST + "“You've killed Wat Miller,” said Hester Vane.")

    assert DEAD[WAT] in found.triples(StatementScope.CLAIM)
