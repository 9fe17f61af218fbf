"""Tests of the main names of entities."""

from __future__ import annotations

import pytest

from episodic.model.name_keys import as_name, name_key
from episodic.model.spans import Evidence, NarrativePosition
from episodic.pipeline.projection.entity_naming import Profile, ProfileName, entity_of, main_name
from tests.replies import Stated
from tests.unit.pipeline.replay.told_facts import facts_told

FIRST = Evidence("e", "", 0, 1, NarrativePosition(1, 0))


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ({"your poor mother": 3, "the old lady": 1}, "the old lady"),
        ({"my father": 3, "Godfrey's father": 1}, "Godfrey's father"),
        ({"我父亲": 3, "那个老人": 1}, "那个老人"),
        ({"his wife": 1, "my sister": 9}, "my sister"),
        ({"his wife": 3, "the old lady": 1}, "the old lady"),
        ({"其父": 3, "那个老人": 1}, "那个老人"),
        ({"all my brothers": 1, "my brothers": 3}, "my brothers"),
        ({"my aunt": 5, "Agnes": 1}, "Agnes"),
        ({"the men": 3, "the men on board": 1, "Clumsy fellows": 1}, "the men"),
        ({"some clue to where Flint buried it": 2, "the oilskin packet": 1, "the packet": 4}, "the packet"),
        ({"the other": 3, "the sealed paper": 1}, "the sealed paper"),
        ({"另一个": 3, "那封信": 1}, "那封信"),
        ({"Poor Joe": 1, "the blacksmith": 3}, "Poor Joe"),
    ],
)
def test_what_a_speaker_calls_his_own_is_nobodys_name_if_the_story_has_another(
    names: dict[str, int], shown: str
) -> None:
    of_story = {text: ProfileName(text, shared=False, first=FIRST, count=count) for text, count in names.items()}

    assert main_name(Profile(FIRST, next(iter(names)), of_story)) == shown


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Jane", "Joan", "Madam Mope"], "Jane"),
        (["Georgiana", "Georgiana Reed"], "Georgiana Reed"),
        (["Mr. Rochester", "Jane's master", "Edward Fairfax Rochester"], "Edward Fairfax Rochester"),
        (["little Jane Pocket", "Jane Pocket", "Jane"], "Jane Pocket"),
        (["the beautiful young Estella", "ESTELLA", "Estella"], "Estella"),
        (["太常卿种拂", "种拂"], "种拂"),
        (["凤姐", "王熙凤"], "王熙凤"),
    ],
)
def test_of_equally_used_names_the_first_or_a_longer_form_of_it_is_the_main_name(names: list[str], shown: str) -> None:
    told = [Evidence("e", name, at, at + 1, NarrativePosition(1, at)) for at, name in enumerate(names)]
    of_story = {one.quote: ProfileName(one.quote, shared=False, first=one, count=1) for one in told}

    assert main_name(Profile(told[0], names[0], of_story)) == shown


@pytest.mark.parametrize(
    ("kind", "shown"),
    [("Person", ["鲁肃", "子敬", "鲁子敬"]), ("Place", ["子敬", "鲁肃", "鲁子敬"])],
)
def test_the_first_name_of_a_person_is_the_full_name(kind: str, shown: list[str]) -> None:
    uses = {"子敬": 7, "鲁肃": 6, "鲁子敬": 1}
    names = {text: ProfileName(text, shared=False, first=FIRST, count=count) for text, count in uses.items()}
    profile = Profile(FIRST, "子敬", names, {kind: 1})

    named = entity_of("work", "uuid", profile, "")

    assert [named.name, [one.text for one in named.aliases]] == [shown[0], shown]


def test_a_line_break_between_words_is_no_part_of_a_name() -> None:
    assert as_name("Ben\nGunn") == "Ben Gunn"
    assert as_name("诸葛\n亮") == "诸葛亮"


def test_underscores_of_emphasis_are_no_part_of_a_name() -> None:
    assert as_name("_my_ father") == "my father"
    assert name_key("_The Times_") == name_key("the Times")
    assert name_key("snake_case_name") == "snake_case_name"


def test_a_line_break_after_a_hyphen_is_no_part_of_a_name() -> None:
    assert as_name("the breakfast- room") == "the breakfast-room"
    assert name_key("breakfast-\nroom") == name_key("breakfast-room")
    assert as_name("the dining- and drawing-room") == "the dining- and drawing-room"


async def test_the_mark_of_a_sentence_before_a_quotation_mark_is_no_part_of_a_name() -> None:
    text = 'Mr. Pike Jr. pointed to the roofs. There lay Edward\'s "Concern." Ann stood by.\n'
    entities = ["Person|Mr. Pike Jr.", 'Organization|Edward\'s "Concern."']
    facts = [Stated(quote="pointed to the roofs", subject=1, predicate="saw", object=2, text="He saw it.")]

    (fact,) = await facts_told(text, entities, facts)

    assert (fact.subject_name, fact.object_name) == ("Mr. Pike Jr.", 'Edward\'s "Concern"')
