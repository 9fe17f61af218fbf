"""Tests of the short descriptions that tell entities of one name apart."""

from __future__ import annotations

from episodic.dedup.epithets import epithets
from episodic.dedup.questions import EntityDescription


def person(name: str, *quotes: str, names: tuple[str, ...] = (), kind: str = "Person") -> EntityDescription:
    return EntityDescription(name, kind, (name, *names), quotes)


def test_only_entities_of_one_name_and_type_get_a_description() -> None:
    known = [person("Ann", "Ann baked."), person("Bo", "Bo slept."), person("Ann", "Ann is a ship.", kind="Item")]

    assert epithets(known, quote=4) == ["", "", ""]


def test_a_name_of_its_own_needs_no_description() -> None:
    known = [person("王二", "那天一早王二打铁。", names=("王铁匠",)), person("王二", "那天一早王二卖酒。")]

    assert epithets(known, quote=4) == ["", "那天一早王二卖酒"]


def test_a_clause_that_is_shown_anyway_is_not_repeated() -> None:
    known = [person("王二", "王二打铁，那天一早出了门。"), person("王二", "那天一早，卖酒的王二也出了门。")]

    assert epithets(known, quote=8) == ["", "卖酒的王二也出了门"]


def test_a_clause_that_both_quotes_contain_tells_nobody_apart() -> None:
    known = [person("Tom", "It rained, and Tom the baker ran."), person("Tom", "It rained, and Tom the clerk sat.")]

    assert epithets(known, quote=4) == ["and Tom the baker ran", "and Tom the clerk sat"]


def test_entities_with_the_same_quotes_get_no_description() -> None:
    known = [person("王二", "村里有两个王二。"), person("王二", "村里有两个王二。")]

    assert epithets(known, quote=4) == ["", ""]


def test_a_long_description_is_cut() -> None:
    known = [person("Tom", "Tom " + "very " * 40 + "old"), person("Tom", "Tom sat.")]

    assert all(len(one) <= 41 for one in epithets(known, quote=4))
