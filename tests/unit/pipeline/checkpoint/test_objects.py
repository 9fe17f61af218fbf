"""Tests of the values that a checkpoint keeps once."""

from __future__ import annotations

from episodic.model.deferred import address_of
from episodic.model.predicates import Cardinality, Predicate, PredicateKind
from episodic.model.spans import Evidence, NarrativePosition
from episodic.pipeline.checkpoint.objects import KeptObjects
from episodic.pipeline.checkpoint.pages import ValuePages

CLASSES = (Evidence, NarrativePosition, Predicate, PredicateKind, Cardinality)


def kept() -> KeptObjects:
    """Return an empty list of kept values."""
    return KeptObjects(CLASSES, omitted={}, external={})


def taken(objects: KeptObjects) -> ValuePages:
    """Return pages of the values that were encoded since the last call."""
    pages = objects.take_fresh()
    assert pages is not None
    return pages


def quote(text: str) -> Evidence:
    """Return a quote."""
    return Evidence("e1", text, 0, len(text), NarrativePosition(1, 0))


def test_a_value_is_written_once() -> None:
    objects, one = kept(), quote("She left.")

    numbers = [objects.number_of(one), objects.number_of(one), objects.number_of(quote("He stayed."))]

    assert numbers == [0, 0, 1]
    assert taken(objects).numbers.tolist() == [0, 1]
    assert objects.take_fresh() is None


def test_stored_values_are_loaded_equal_and_keep_their_identity() -> None:
    objects, again = kept(), kept()
    objects.number_of(quote("She left."))
    again.add_stored(taken(objects))

    found = again.value_of(0)

    assert found == quote("She left.")
    assert again.value_of(0) is found
    assert again.number_of(found) == 0
    assert again.number_of(quote("She left.")) == 1


def test_values_are_found_in_their_pages_and_before_they_have_a_page() -> None:
    objects = kept()
    quotes = [quote(f"{number} {'x' * 1000}") for number in range(200)]
    numbers = [objects.number_of(one) for one in quotes[:150]]
    taken(objects)
    numbers += [objects.number_of(one) for one in quotes[150:]]

    found = [objects.load(number) for number in numbers]

    assert found == quotes


def test_several_values_are_the_same_as_each_by_itself() -> None:
    objects, again = kept(), kept()
    for number in range(5):
        objects.number_of(quote(str(number)))
    again.add_stored(taken(objects))
    third = again.value_of(3)

    found = again.values_of([1, 3, 0, 1])

    assert found == [quote("1"), quote("3"), quote("0"), quote("1")]
    assert found[1] is third
    assert found[0] is found[3] is again.value_of(1)


def test_values_of_two_checkpoints_have_a_number_in_each() -> None:
    first, second, one = kept(), kept(), quote("She left.")
    second.number_of(quote("He stayed."))

    assert [first.number_of(one), second.number_of(one), first.number_of(one), second.number_of(one)] == [0, 1, 0, 1]


def test_a_shared_predicate_does_not_refer_to_a_checkpoint() -> None:
    """Predicates of the package's table belong to all works, and must not keep the state of one work in memory."""
    objects, predicate = kept(), Predicate("lives_in")

    assert [objects.number_of(predicate), objects.number_of(predicate)] == [0, 0]
    assert address_of(predicate) is None


def test_values_that_are_referred_to_are_reached() -> None:
    objects = kept()
    for text in ("one", "two", "three", '{"#":2}'):
        objects.number_of(quote(text))

    reached = objects.reached_from([b'["a",{"#":3}]', b'[{"R":[0,1]},"\\"{\\\\"#\\\\":2}"]'])

    assert [one.number for one in reached] == [0, 1, 3]
