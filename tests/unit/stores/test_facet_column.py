from episodic.model.facets import Facet, facet
from episodic.stores.facet_column import FacetColumn

A, B, C, UNKNOWN = (facet(Facet.ROLE, one) for one in ("a", "b", "c", "unknown"))


def test_rows_with_one_of_the_facets_are_found() -> None:
    column = FacetColumn([f"{A} {B}", "", B, C, f"{C} {A}"])

    assert column.having(frozenset({A, B})).tolist() == [True, False, True, False, True]
    assert column.having(frozenset({C, UNKNOWN})).tolist() == [False, False, False, True, True]


def test_a_set_without_known_facets_is_in_no_row() -> None:
    column = FacetColumn([f"{A} {B}", ""])

    assert column.having(frozenset({UNKNOWN})).tolist() == [False, False]
    assert column.having(frozenset()).tolist() == [False, False]
    assert column.having(frozenset({A[:-1], f"{A}0", ""})).tolist() == [False, False]


def test_facets_that_differ_in_one_digit_are_told_apart() -> None:
    facets = [A[:at] + digit + A[at + 1 :] for at in range(1, len(A)) for digit in "0123456789abcdef"]

    for one in facets:
        assert FacetColumn(facets).having(frozenset({one})).tolist() == [one == other for other in facets]


def test_no_rows_have_no_facets() -> None:
    assert FacetColumn([]).having(frozenset({A})).tolist() == []
    assert FacetColumn(["", ""]).having(frozenset({A})).tolist() == [False, False]


def test_more_sets_than_are_cached_are_found() -> None:
    facets = [facet(Facet.ROLE, str(number)) for number in range(100)]
    column = FacetColumn(facets)

    found = [column.having(frozenset({one})).tolist().index(True) for one in facets]

    assert found == list(range(100))
