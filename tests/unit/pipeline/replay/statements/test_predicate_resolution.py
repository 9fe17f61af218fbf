"""Tests of resolving predicates: by the table, by stored answers, and by inverses."""

from __future__ import annotations

import pytest

from episodic.model.predicates import Cardinality, Predicate, PredicateKind, PredicateTable, shipped_table
from episodic.model.readings import Phase, StatementCore, StatementReading
from episodic.model.records import from_json, to_json
from episodic.model.spans import Span
from episodic.pipeline.replay.statements.predicate_resolution import CanonicalPredicate, PredicateResolver, table_for
from episodic.pipeline.text_positions import QUOTE_LIMIT
from episodic.temporal.questions import PredicateAnswer, PredicateQuestion, question_of

PARENT = Predicate("parent_of", PredicateKind.FIXED, inverse="child_of", zh="父母", names=("father of",))
CHILD = Predicate("child_of", PredicateKind.FIXED, inverse="parent_of", zh="子女")
FRIEND = Predicate("friend_of", inverse="friend_of", symmetric=True)
TABLE = PredicateTable((PARENT, CHILD, FRIEND))


def predicates(**answers: PredicateAnswer) -> PredicateResolver:
    """Return the predicate table with these stored answers (underscores stand for spaces)."""
    kept = {
        question_of(PredicateQuestion(name.replace("_", " ")), "e").uuid: to_json(one) for name, one in answers.items()
    }
    return PredicateResolver(TABLE, kept)


def reading(predicate: str, *, sentence: str = "", kind: PredicateKind | None = None) -> StatementReading:
    """A reading of a statement with this predicate."""
    return StatementReading(Span(0, 1), StatementCore(sentence, predicate), 0, coined_kind=kind)


def test_a_word_that_the_table_has_is_its_predicate_and_asks_nothing() -> None:
    """The table has several names for a predicate."""
    for word in ("parent_of", "father of", "Father Of", "父母"):
        found, question, missing = predicates().canonical(word, "e")

        assert found.predicate is PARENT
        assert (found.swapped, found.known, question, missing) == (False, True, None, False)


def test_the_second_of_two_inverses_is_the_first_with_its_ends_swapped() -> None:
    """ "Child of" and "parent of" are one fact."""
    found, _, _ = predicates().canonical("child_of", "e")

    assert found.predicate is PARENT
    assert found.swapped


def test_a_symmetric_predicate_is_not_swapped() -> None:
    """A symmetric predicate is its own inverse."""
    found, _, _ = predicates().canonical("friend_of", "e")

    assert found.predicate is FRIEND
    assert not found.swapped


def test_an_unknown_word_is_asked_about_and_meanwhile_goes_by_rule() -> None:
    """The question is the same in every chapter."""
    found, question, missing = predicates().canonical("owes money to", "e1")
    _, again, _ = predicates().canonical("owes money to", "e2")

    assert missing
    assert question is not None
    assert again is not None
    assert question.uuid == again.uuid
    assert found.predicate.name == "owes money to"
    assert not found.known


def test_it_is_asked_about_in_the_words_that_use_it_first() -> None:
    """A later use raises no new question. An equal predicate with an equal sentence raises an equal question."""
    told, other = predicates(), predicates()
    told.use(reading("拜"), "方源拜了族长。", Span(0, 7))
    told.use(reading("拜"), "他拜为将军。", Span(0, 6))
    other.use(reading("怕"), "古月怕他。", Span(0, 5))
    other.use(reading("拜"), "方源拜了族长。", Span(0, 7))

    _, question, _ = told.canonical("拜", "e1")
    _, same, _ = other.canonical("拜", "e2")

    assert question is not None
    assert same is not None
    assert from_json(PredicateQuestion, question.payload) == PredicateQuestion("拜", "方源拜了族长。")
    assert question.uuid == same.uuid


def test_of_a_long_quote_the_words_around_the_predicate_are_kept() -> None:
    """The shortened quote is on one line and has the maximal length of a quote in a question."""
    text = f"{'前' * 200}\n他拜了。{'后' * 200}"
    told = predicates()
    told.use(reading("拜"), text, Span(0, len(text)))

    _, question, _ = told.canonical("拜", "e")

    assert question is not None
    example = from_json(PredicateQuestion, question.payload).example
    assert "前 他拜了。后" in example
    assert len(example) <= QUOTE_LIMIT


def test_a_predicate_whose_kind_is_read_is_asked_about_with_its_sentence() -> None:
    """The quote may show neither who does it nor to whom; the first use decides on the kind."""
    told = predicates()
    told.use(reading("struck", sentence="Ann struck Bob.", kind=PredicateKind.EVENT), "She did it.", Span(0, 11))
    told.use(reading("struck", sentence="Bob struck Ann.", kind=PredicateKind.STATE), "He did it.", Span(0, 10))

    found, question, _ = told.canonical("struck", "e")

    assert question is not None
    expected = PredicateQuestion("struck", "Ann struck Bob.", PredicateKind.EVENT)
    assert from_json(PredicateQuestion, question.payload) == expected
    assert found.predicate.kind is PredicateKind.EVENT


def test_a_question_without_a_kind_is_stored_as_before() -> None:
    """An answer that an older version stored is found again."""
    question = question_of(PredicateQuestion("拜", "方源拜了族长。"), "e")

    assert question.payload == '{"predicate":"拜","example":"方源拜了族长。"}'


def test_what_a_copy_meets_first_is_its_own() -> None:
    """Two replays that continue from one chapter do not affect each other."""
    told = predicates()
    copied = told.copy()
    told.use(reading("haunts"), "It haunts her.", Span(0, 14))
    copied.use(reading("haunts"), "He haunts it.", Span(0, 13))

    questions = [one.canonical("haunts", "e")[1] for one in (told, copied)]

    assert len({one.uuid for one in questions if one is not None}) == 2


def test_an_answer_brings_it_to_the_tables_name() -> None:
    """If the answer says so, subject and object are swapped. Two swaps cancel each other."""
    kept = predicates(sired=PredicateAnswer("parent_of"), born_to=PredicateAnswer("parent_of", reversed=True))

    sired, _, missing = kept.canonical("sired", "e")
    born, _, _ = kept.canonical("born to", "e")
    double, _, _ = predicates(got=PredicateAnswer("child_of", reversed=True)).canonical("got", "e")

    assert not missing
    assert (sired.predicate, sired.swapped) == (PARENT, False)
    assert (born.predicate, born.swapped) == (PARENT, True)
    assert (double.predicate, double.swapped) == (PARENT, False)


def test_an_answer_without_a_name_of_the_table_makes_a_predicate_of_the_written_word() -> None:
    """Kind and cardinality come from the answer. An invented name is rejected."""
    answer = PredicateAnswer("invented", PredicateKind.EVENT, Cardinality.ONE_VALUE, living=True)

    found, _, _ = predicates(haunts=answer).canonical("haunts", "e")

    assert found.predicate == Predicate("haunts", PredicateKind.EVENT, Cardinality.ONE_VALUE, living=True)
    assert not found.known


def test_the_table_of_a_work_has_its_own_predicates_and_attributes() -> None:
    """Values of an attribute with one value exclude each other. A shipped predicate with the name of an attribute is
    not replaced.
    """
    custom = Predicate("sworn_to", inverse=None)

    table = table_for(
        (custom,), PredicateTable((PARENT, CHILD)), (("rank", False), ("titles", True), ("parent_of", False))
    )

    assert table.find("sworn_to") == custom
    rank, titles, parent = table.find("rank"), table.find("titles"), table.find("parent_of")
    assert rank is not None
    assert titles is not None
    assert (rank.cardinality, titles.cardinality) == (Cardinality.ONE_VALUE, Cardinality.MANY)
    assert parent == PARENT


def test_an_answer_that_takes_other_arguments_is_not_believed() -> None:
    """ "Fears" with a person as object is not a feeling in words, and a maid of a house is not a part of the house."""
    shipped = PredicateResolver(shipped_table(), {})
    feels, part, member = (shipped.table.find(name) for name in ("feels", "part_of", "member_of"))
    assert feels is not None
    assert part is not None
    assert member is not None

    def mapped(predicate: Predicate, written: str, types: tuple[str, str | None], value: str | None = None) -> str:
        read = StatementReading(Span(0, 1), StatementCore("Ann.", written, value), 0)
        return shipped.fitting(CanonicalPredicate(predicate, swapped=False, known=True), read, types).predicate.name

    assert mapped(feels, "dreads", ("Person", "Person")) == "dreads"
    assert mapped(feels, "is filled with", ("Person", None), "dread") == "feels"
    assert mapped(part, "属于", ("Person", "Organization")) == "属于"
    assert mapped(part, "lies inside", ("Place", "Place")) == "part_of"
    assert mapped(part, "组成部分", ("Person", "Place")) == "part_of"
    assert mapped(member, "属于", ("Person", "Organization")) == "member_of"


def test_a_predicate_between_entity_types_is_believed_only_between_them() -> None:
    """A person joins an organization, but not a house. Under its own name, a predicate is never replaced."""
    joined = Predicate("enlisted_in", between=(("Person", "Organization"), ("人物", "组织")))
    kin = Predicate("kin_of", symmetric=True, between=(("Person", "Animal"),))
    resolver = PredicateResolver(shipped_table().extended((joined, kin)), {})

    def mapped(predicate: Predicate, written: str, types: tuple[str, str | None]) -> str:
        read = StatementReading(Span(0, 1), StatementCore("Ann.", written, None), 0)
        return resolver.fitting(CanonicalPredicate(predicate, swapped=False, known=True), read, types).predicate.name

    assert mapped(joined, "signed up with", ("Person", "Organization")) == "enlisted_in"
    assert mapped(joined, "加入", ("人物", "组织")) == "enlisted_in"
    assert mapped(joined, "signed up with", ("Person", "Place")) == "signed up with"
    assert mapped(joined, "signed up with", ("Organization", "Person")) == "signed up with"
    assert mapped(joined, "enlisted in", ("Person", "Place")) == "enlisted_in"
    assert mapped(kin, "is kin to", ("Animal", "Person")) == "kin_of"


@pytest.mark.parametrize(
    ("written", "sentence", "swapped"),
    [
        ("imprisoned_in", "Bo had Ann locked up.", False),
        ("囚禁于", "曹睿命将吴卒监下。", False),
        ("prisoner of", "Ann is held captive by Bo.", True),
        ("关押", "安被吴海关押。", True),
        ("held captive", "Bo, who was angry, held Ann captive.", False),
    ],
)
def test_who_imprisons_somebody_captures_him(written: str, sentence: str, swapped: bool) -> None:
    """A person is no place in which somebody is imprisoned. A prison is."""
    resolver = PredicateResolver(shipped_table(), {})
    prison = resolver.table.find("imprisoned_in")
    assert prison is not None

    def mapped(object_type: str, phase: Phase = Phase.HOLDS) -> tuple[str, bool]:
        read = StatementReading(Span(0, 1), StatementCore(sentence, written, phase=phase), 0)
        found = resolver.fitting(CanonicalPredicate(prison, swapped=False, known=True), read, ("Person", object_type))
        return found.predicate.name, found.swapped

    assert mapped("Person") == ("captured", swapped)
    assert mapped("Place") == ("imprisoned_in", False)
    assert mapped("Person", Phase.ENDS) == ("imprisoned_in", False)


def test_words_that_are_only_alike_are_different_predicates() -> None:
    """ "Strike" is not "fight", "see" is not "discover", and fear is a separate state."""
    table = shipped_table()
    found = {word: table.find(word) for word in ("struck", "看见", "害怕", "beats", "asked")}

    assert {word: one.name for word, one in found.items() if one is not None} == {
        "struck": "struck",
        "看见": "saw",
        "害怕": "fears",
        "beats": "struck",
        "asked": "asked",
    }
