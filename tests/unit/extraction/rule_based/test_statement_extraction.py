"""Tests of statement extraction in all languages: clause boundaries, quotations, and statements without duplicates."""

from __future__ import annotations

from dataclasses import replace

from episodic.extraction.rule_based.statement_extraction import clause_span, inside_quotation, unique_in_order
from episodic.model.readings import StatementCore, StatementReading
from episodic.model.spans import Span

EDGES = frozenset(",.")


def test_a_match_is_widened_to_the_borders_of_its_clauses() -> None:
    text = "Then, at dawn Joe left home again. He ran."

    start, end = clause_span(text, text.index("Joe"), text.index(" home"), edges=EDGES)

    assert text[start:end] == "at dawn Joe left home again"


def test_a_dash_is_a_border_where_the_language_has_one() -> None:
    text = "Biddy--Joe left home--wept."
    place = text.index("left")

    start, end = clause_span(text, place, place + 4, edges=EDGES, dash="--")

    assert text[start:end] == "Joe left home"


def test_an_unclosed_quotation_loses_only_its_opening_mark() -> None:
    assert inside_quotation("“No.”", Span(0, 5), closing="”") == Span(1, 4)
    assert inside_quotation("“No.", Span(0, 4), closing="”") == Span(1, 4)


def test_a_statement_is_kept_once_and_quotes_come_in_order() -> None:
    met = StatementCore("A met B.", "met")
    late = StatementReading(quote=Span(9, 12), core=met, subject=0, object=1)
    early = replace(late, quote=Span(2, 5))

    assert unique_in_order([late, early, replace(late, core=replace(met, text="A saw B."))]) == (early, late)
