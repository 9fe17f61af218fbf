"""Tests of merge suggestions: which entities may be one entity with a misspelt or second name."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.dedup.merge_suggestions import LIMIT, KeptApart, MergeSuggester, MergeSuggestion, NeverNear
from episodic.dedup.western_names import parse_western_name
from episodic.model.graph import Alias, Entity
from episodic.model.name_keys import name_key
from episodic.model.spans import Evidence, NarrativePosition

Names = Sequence[tuple[str, int]]


def entity(number: int, *names: tuple[str, int], kind: str = "Person") -> Entity:
    """Return an entity with these names and their counts."""
    aliases = tuple(
        Alias(
            text, name_key(text), count, Evidence("ch", text, number * 100 + place, 0, NarrativePosition(number, place))
        )
        for place, (text, count) in enumerate(names)
    )
    mentions = sum(count for _, count in names)
    return Entity(str(number), "w", aliases[0].text, kind, aliases, "", mentions, aliases[0].first)


def nobody(first: str, second: str) -> bool:
    """Return False, because no pair of entities is known to be different."""
    del first, second
    return False


def suggest_merges(
    known: Iterable[Entity], apart: KeptApart, *, far: NeverNear = lambda _first, _second: False
) -> tuple[MergeSuggestion, ...]:
    """The suggestions for a work with these entities."""
    return MergeSuggester().suggest({one.uuid: one for one in known}, apart, far=far)


def pairs(*people: Names, kind: str = "Person") -> set[frozenset[str]]:
    """Return the suggested pairs by main name, without known distinct pairs."""
    known = [entity(number, *names, kind=kind) for number, names in enumerate(people)]
    by_id = {one.uuid: one.name for one in known}
    return {frozenset((by_id[one.first], by_id[one.second])) for one in suggest_merges(known, nobody)}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([("Dr. Livesey", 9)], [("Doctor Livesey", 2)]),
        ([("Mr. Hands", 8)], [("Israel Hands", 7)]),
        ([("Ben Gunn", 30)], [("Benjamin Gunn", 1)]),
        ([("Tom Redruth", 4)], [("Thomas Redruth", 1)]),
        ([("Joseph Gargery", 3)], [("Joseph", 20)]),
        ([("Estella", 30)], [("Miss Estella", 2)]),
        ([("Ann Pike", 30)], [("Miss Ann Pike", 2)]),
        ([("曹操", 30), ("孟德", 3)], [("曹孟德", 2)]),
        ([("云长", 30)], [("关云长", 2)]),
        ([("Elizabeth Bennet", 40)], [("Elizabeth Bennett", 1)]),
        ([("克莱恩", 40)], [("克莱因", 1)]),
        ([("方天画戟", 2)], [("方天戟", 2)]),
    ],
)
def test_two_forms_of_one_name_are_suspected(first: Names, second: Names) -> None:
    """The forms are titles, short forms, courtesy names, or names with one wrong letter."""
    assert len(pairs(first, second)) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([("Mr. Bennet", 9)], [("Mrs. Bennet", 9)]),
        ([("Elizabeth Bennet", 9)], [("Jane Bennet", 9)]),
        ([("Jim Hawkins", 9)], [("Mrs. Hawkins", 3)]),
        ([("John Dashwood", 9)], [("Mrs. John Dashwood", 3)]),
        ([("George", 9)], [("King George", 3)]),
        ([("Jack", 90)], [("Zack", 1)]),
        ([("George", 90)], [("Georges", 1)]),
        ([("鲁肃", 30), ("子敬", 3)], [("孟子敬", 2)]),
        ([("贾迎春", 20)], [("贾探春", 19)]),
        ([("Ben Gunn", 1)], [("Gunn", 1)]),
    ],
)
def test_two_people_are_not(first: Names, second: Names) -> None:
    """The pairs are husband and wife, sisters, mother and son, a king, another surname, or an entity with few mentions."""
    assert pairs(first, second) == set()


def test_a_name_that_several_can_bear_is_nobodys() -> None:
    """If two people are called Morgan, the bare name means neither. Brothers may share all but one character of their
    names.
    """
    assert pairs([("Tom Morgan", 5)], [("Dick Morgan", 5)], [("Morgan", 5)]) == set()
    assert pairs([("夏侯惇", 90)], [("夏侯渊", 1)], [("夏侯霸", 1)]) == set()


def test_three_forms_of_one_name_are_held_against_the_best_known() -> None:
    """Each rarer form is suggested once."""
    found = pairs([("Ben Gunn", 30)], [("Benjamin Gunn", 2)], [("Gunn", 3)])

    assert found == {frozenset(("Ben Gunn", "Benjamin Gunn")), frozenset(("Ben Gunn", "Gunn"))}


def test_kinds_are_not_mixed() -> None:
    """A town with the name of a person is not a misspelt person."""
    known = [entity(0, ("Elizabeth Bennet", 40)), entity(1, ("Elizabeth Bennett", 1), kind="Place")]

    assert suggest_merges(known, nobody) == ()


def test_places_that_end_otherwise_are_other_places() -> None:
    """A pass and a pavilion are different places."""
    assert pairs([("阳平关", 30)], [("阳平亭", 1)], kind="Place") == set()


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [("长乐宫", "长宁宫", "Place"), ("太史昭", "太史衡", "Person"), ("司马朗", "司马孚", "Person")],
)
def test_a_word_for_a_place_or_a_surname_in_common_is_no_misspelling(first: str, second: str, kind: str) -> None:
    """Two place names with the same general word, or two people with the same surname, may otherwise have nothing in
    common.
    """
    assert pairs([(first, 90)], [(second, 1)], kind=kind) == set()


def test_one_character_of_a_longer_name_may_be_misspelt() -> None:
    """The name has two characters after the surname."""
    assert len(pairs([("沈怀远", 90)], [("沈怀逺", 1)])) == 1


@pytest.mark.parametrize(
    ("first", "second"), [([("Bill", 3)], [("Bill Barley", 7)]), ([("Tom", 9)], [("Captain Tom", 1)])]
)
def test_one_word_that_many_bear_says_nothing_from_afar(first: Names, second: Names) -> None:
    """Examples are two clients of a lawyer, and an old sailor forty chapters later."""
    known = [entity(0, *first), entity(1, *second)]

    assert suggest_merges(known, nobody, far=lambda _first, _second: True) == ()


def test_a_whole_name_is_suspected_from_afar() -> None:
    """A given name with a family name, or a courtesy name with its surname, is more specific than a common word."""
    known = [entity(0, ("Ben Gunn", 40)), entity(1, ("Benjamin Gunn", 1))]
    han = [entity(0, ("本初", 4)), entity(1, ("袁本初", 3))]

    assert len(suggest_merges(known, nobody, far=lambda _first, _second: True)) == 1
    assert len(suggest_merges(han, nobody, far=lambda _first, _second: True)) == 1


def test_who_is_told_apart_is_not_suspected() -> None:
    """A sentence, a judgement or the author may say that two entities are distinct."""
    known = [entity(0, ("Ben Gunn", 40)), entity(1, ("Benjamin Gunn", 1))]

    assert suggest_merges(known, lambda first, second: {first, second} == {"0", "1"}) == ()


def test_only_so_many_are_proposed_and_those_most_told_of_first() -> None:
    """An author can check about twenty suggestions."""
    known = [
        one
        for number in range(LIMIT + 10)
        for one in (
            entity(2 * number, (f"Ada Wi{chr(97 + number)}low", 10 + number)),
            entity(2 * number + 1, (f"Mrs. Wi{chr(97 + number)}low", 3)),
        )
    ]
    men = [
        one
        for number in range(LIMIT + 5)
        for one in (
            entity(200 + 2 * number, (f"Tom Ha{chr(97 + number)}{chr(97 + number)}mond", 10 + number)),
            entity(201 + 2 * number, (f"Mr. Ha{chr(97 + number)}{chr(97 + number)}mond", 1 + number)),
        )
    ]

    found = suggest_merges([*known, *men], nobody)

    assert len(found) == LIMIT
    assert found[0].names[1].count == LIMIT + 5


@given(seed=st.randoms(use_true_random=False))
def test_the_order_of_arrival_changes_nothing(seed: random.Random) -> None:
    """The same entities in any order give the same suggestions."""
    rows: list[Names] = [
        [("Ben Gunn", 30)],
        [("Gunn", 3)],
        [("Mr. Hands", 8), ("Hands", 7)],
        [("Israel Hands", 7)],
        [("Israel", 8)],
        [("云长", 30)],
        [("关云长", 2)],
        [("Elizabeth Bennet", 40)],
        [("Elizabeth Bennett", 1)],
    ]
    known = [entity(number, *names) for number, names in enumerate(rows)]
    shuffled = list(known)
    seed.shuffle(shuffled)

    assert suggest_merges(shuffled, nobody) == suggest_merges(known, nobody)


def test_a_name_is_taken_apart() -> None:
    """Apart from titles, the first word is the given name and the last word is the family name."""
    name = parse_western_name("mrs. emma van dyke")

    assert name is not None
    assert (name.given, name.family, name.woman, name.titled) == ("emma", "dyke", True, True)


@pytest.mark.parametrize("key", ["", "king of denmark", "林远", "mr.", "one two three four", "x9"])
def test_what_is_no_western_name_has_no_parts(key: str) -> None:
    """Phrases, numbers and names of other scripts are not Western names."""
    assert parse_western_name(key) is None


SPELLINGS = ("Elizabeth Bennet", "Elizabeth Benet", "Elizabet Bennet", "Mr. Darcy", "诸葛孔明", "诸葛孔名", "孔明")
VERSIONS = st.lists(st.dictionaries(st.integers(0, 5), st.tuples(st.integers(0, 6), st.integers(1, 40))), max_size=5)


@given(VERSIONS)
def test_suggestions_for_changed_entities_are_those_of_a_new_search(versions: list[dict[int, tuple[int, int]]]) -> None:
    """The index of names forgets the names that an entity no longer has."""
    suggester, known = MergeSuggester(), dict[str, Entity]()

    for version in versions:
        fresh = {str(number): entity(number, (SPELLINGS[name], count)) for number, (name, count) in version.items()}
        known = {uuid: known[uuid] if known.get(uuid) == one else one for uuid, one in sorted(fresh.items())}

        assert suggester.suggest(known, nobody) == suggest_merges(known.values(), nobody)


@pytest.mark.parametrize(
    ("first", "second", "shown"),
    [
        (
            [("Tobias", 30), ("the Otter", 2), ("Tobias Wick", 4)],
            [("Tobias", 3), ("Tobias Wicke", 1)],
            {"Tobias Wick", "Tobias Wicke"},
        ),
        ([("Tobias", 30)], [("Tobias", 3), ("Tobias Wicke", 1)], {"Tobias", "Tobias Wicke"}),
        ([("云长", 30)], [("关云长", 2), ("关将军", 1)], {"云长", "关云长"}),
    ],
)
def test_a_suggestion_has_the_names_in_which_the_two_differ(first: Names, second: Names, shown: set[str]) -> None:
    """A name that both entities bear does not show which two names may mean one entity."""
    (found,) = suggest_merges([entity(0, *first), entity(1, *second)], nobody)

    assert {one.text for one in found.names} == shown
