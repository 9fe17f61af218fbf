"""Which words of a question ask who has a thing."""

from __future__ import annotations

import pytest

from episodic.answering.possession_words import without_possession
from episodic.model.predicates import Cardinality, Predicate
from episodic.model.settings import WorkSettings
from episodic.search.vocabulary import SHIPPED, WorkVocabulary


@pytest.mark.parametrize(
    "text", ["| has |", "| had |", "| owned |", "| is keeping |", "| is the owner of |", "| got |"]
)
def test_a_word_of_having_is_found_in_any_inflection(text: str) -> None:
    left = without_possession(text, SHIPPED)

    assert left is not None
    assert set(left.split()) <= {"|", "is", "the"}


@pytest.mark.parametrize("text", ["| 有 |", "| 持有 |", "| 拿着 |", "| 带着 |", "| 归 |", "| 有过 |"])
def test_a_chinese_word_of_having_is_found(text: str) -> None:
    left = without_possession(text, SHIPPED)

    assert left is not None
    assert set(left.split()) <= {"|"}


@pytest.mark.parametrize("text", ["| killed |", "| hasten to |", "| 杀了 |", "| 没有来 |"])
def test_other_words_are_no_words_of_having(text: str) -> None:
    assert without_possession(text, SHIPPED) is None


def test_a_work_can_define_a_predicate_of_possession() -> None:
    """Its objects have one subject at a time, and are no people."""
    wields = Predicate("wields", cardinality=Cardinality.ONE_SUBJECT, zh="执掌兵器", excluded_objects=("Person",))
    rules = Predicate("oversees", cardinality=Cardinality.ONE_SUBJECT)
    vocabulary = WorkVocabulary(WorkSettings(predicates=(wields, rules)))

    assert without_possession("| wielded |", vocabulary) is not None
    assert without_possession("| oversees |", vocabulary) is None
    assert without_possession("| wielded |", SHIPPED) is None
