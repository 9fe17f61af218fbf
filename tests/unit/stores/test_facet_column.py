from episodic.stores.facet_column import FacetColumn


def test_rows_with_one_of_the_facets_are_found() -> None:
    column = FacetColumn(["a b", "", "b", "c", "c a"])

    assert column.having(frozenset({"a", "b"})).tolist() == [True, False, True, False, True]
    assert column.having(frozenset({"c", "unknown"})).tolist() == [False, False, False, True, True]


def test_a_set_without_known_facets_is_in_no_row() -> None:
    column = FacetColumn(["a b", ""])

    assert column.having(frozenset({"unknown"})).tolist() == [False, False]
    assert column.having(frozenset()).tolist() == [False, False]


def test_a_facet_is_not_found_as_a_part_of_another() -> None:
    assert FacetColumn(["ab", "a"]).having(frozenset({"a"})).tolist() == [False, True]


def test_no_rows_have_no_facets() -> None:
    assert FacetColumn([]).having(frozenset({"a"})).tolist() == []
    assert FacetColumn(["", ""]).having(frozenset({"a"})).tolist() == [False, False]


def test_more_sets_than_are_cached_are_found() -> None:
    column = FacetColumn([str(number) for number in range(100)])

    found = [column.having(frozenset({str(number)})).tolist().index(True) for number in range(100)]

    assert found == list(range(100))
