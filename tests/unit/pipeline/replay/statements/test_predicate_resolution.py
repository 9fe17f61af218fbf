"""Tests of resolving predicates: by the table, by stored answers, and by inverses."""

from __future__ import annotations

import pytest

from episodic.model.moments import TimeExpression, TimeKind
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
        core = StatementCore("Ann.", written, value)
        return shipped.fitting(CanonicalPredicate(predicate, swapped=False, known=True), core, types).predicate.name

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
        core = StatementCore("Ann.", written, None)
        return resolver.fitting(CanonicalPredicate(predicate, swapped=False, known=True), core, types).predicate.name

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
        core = StatementCore(sentence, written, phase=phase)
        found = resolver.fitting(CanonicalPredicate(prison, swapped=False, known=True), core, ("Person", object_type))
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


def test_a_stay_of_some_days_is_no_home() -> None:
    """Who stays two nights in a house is there but does not live there; who moves there, or stays for years, does."""
    lives_in = shipped_table().find("lives_in")
    assert lives_in is not None
    nights, years = (TimeExpression(TimeKind.OFFSET, low=2, high=2, unit=unit) for unit in ("day", "year"))

    def name(lasting: TimeExpression | None, phase: Phase = Phase.HOLDS) -> str:
        core = StatementCore("", "lives_in", phase=phase)
        return PredicateResolver(shipped_table(), {}).for_days(lives_in, core, lasting).name

    assert [name(nights), name(years), name(None), name(nights, Phase.BEGINS)] == ["located_in", *["lives_in"] * 3]


def test_the_reaction_of_a_moment_is_an_event() -> None:
    """Who is startled does not fear from then on. A fear that the sentence names lasts, and so does love."""
    fears, loves = (shipped_table().find(one) for one in ("fears", "loves"))
    assert fears is not None
    assert loves is not None

    def kind(predicate: Predicate, text: str) -> PredicateKind:
        return PredicateResolver(shipped_table(), {}).for_moment(predicate, StatementCore(text, "fears")).kind

    moments = (
        "Ann was startled by his guess.",
        "两个公人听得惊呆了。",
        "Ann turned pale.",
        "Ann shrank from Wu at dinner.",
    )
    assert {kind(fears, one) for one in moments} == {PredicateKind.EVENT}
    lasting = ("Ann was startled and fears Wu.", "安一惊，从此怕他。")
    assert {kind(fears, one) for one in lasting} == {kind(loves, "Ann blushed at Wu.")} == {PredicateKind.STATE}


def test_who_goes_with_somebody_once_does_not_serve_him() -> None:
    serves = shipped_table().find("serves")
    assert serves is not None

    def kind(text: str) -> PredicateKind:
        return PredicateResolver(shipped_table(), {}).for_moment(serves, StatementCore(text, "serves")).kind

    once = ("Ann went out with Wu.", "安跟了吴出来，扶着他。", "那一夜安只跟着吴。")
    always = ("Ann is Wu's maid.", "Ann followed Wu into exile.", "安是跟吴的丫头。", "安跟随吴。")
    assert [kind(one) for one in once] == [PredicateKind.EVENT] * len(once)
    assert [kind(one) for one in always] == [PredicateKind.STATE] * len(always)


def test_the_state_of_the_body_for_an_hour_passes() -> None:
    """Drink, tears and make-up say nothing of the next day; an illness and a face stay."""

    def passes(predicate: str, value: str, text: str = "") -> bool:
        known = shipped_table().find(predicate)
        assert known is not None
        core = StatementCore(text or value, predicate, value)
        return bool(PredicateResolver(shipped_table(), {}).for_moment(known, core).passing)

    hour = [
        ("health", "drunk", ""),
        ("health", "酒沉", ""),
        ("health", "困倦", ""),
        ("health", "冻得乞乞缩缩", ""),
        ("health", "手疼起来", ""),
        ("health", "欢喜疯了", ""),
        ("health", "half-frozen", ""),
        ("health", "speechless with fright", ""),
        ("appearance", "swollen eyes", "Ann's eyes are red from weeping."),
        ("appearance", "眼肿", "安眼睛哭肿，不施脂粉。"),
    ]
    lasting = [
        ("health", "lame", ""),
        ("health", "疟疾", "安害了疟疾，气喘发抖。"),
        ("health", "疯癫", "安自小疯癫。"),
        ("health", "痛风", "安有痛风。"),
        ("health", "mad", "Ann has been mad for years."),
        ("appearance", "tall", "Ann is tall."),
        ("appearance", "身长八尺", "醉金刚倪二身长八尺。"),
    ]
    assert [passes(*one) for one in hour] == [True] * len(hour)
    assert [passes(*one) for one in lasting] == [False] * len(lasting)


def test_a_feeling_for_a_moment_passes() -> None:
    wants = shipped_table().find("wants")
    assert wants is not None
    resolver = PredicateResolver(shipped_table(), {})
    told = (
        "Ann felt a momentary impulse to strike Wu.",
        "片刻之间，安想打吴。",
        "Ann in a rage meant to strike Wu.",
        "安怒气填胸，要打吴。",
        "Ann wants to strike Wu.",
        "安想打吴。",
    )

    found = [resolver.for_moment(wants, StatementCore(one, "wants", "to strike Wu")).passing for one in told]
    assert found == [True, True, True, True, wants.passing, wants.passing]


def test_a_fright_that_begins_passes() -> None:
    """A fear that lasts from then on, one that had begun before, and a wish do not pass."""
    resolver = PredicateResolver(shipped_table(), {})

    def passes(predicate: str, text: str, phase: Phase = Phase.BEGINS, *, time: str | None = None) -> bool:
        known = shipped_table().find(predicate)
        assert known is not None
        return bool(
            resolver.for_moment(known, StatementCore(text, predicate, "wolves", phase=phase, time=time)).passing
        )

    assert passes("fears", "At this, Ann was afraid of wolves.")
    assert passes("fears", "安见了狼，害怕起来。")
    lasting = (
        ("fears", "From that day on Ann was afraid of wolves."),
        ("fears", "安从此怕狼。"),
        ("wants", "At this, Ann wanted to see wolves."),
        ("wants", "安听了，想看狼。"),
    )
    assert not any(passes(*one) for one in lasting)
    assert not any(passes("fears", one, Phase.HOLDS) for one in ("Ann is afraid of wolves.", "安怕狼。"))
    assert not passes("fears", "Ann is afraid of wolves.", time="since the hunt")


def test_what_is_so_or_not_so_for_the_time_does_not_last() -> None:
    character = shipped_table().find("character")
    assert character is not None
    resolver = PredicateResolver(shipped_table(), {})

    def told(text: str, phase: Phase) -> Predicate:
        return resolver.for_moment(character, StatementCore(text, "character", "meek", phase=phase))

    assert told("Ann was meek for the time.", Phase.HOLDS).passing
    assert told("安暂时温顺。", Phase.HOLDS).passing
    assert told("For the moment Ann was not meek.", Phase.DENIED).kind is PredicateKind.EVENT
    assert told("Ann was not meek for the time she lived here.", Phase.DENIED) == character


def test_one_cry_is_an_event_and_no_form_of_address() -> None:
    """A habit, and a sentence that names no cry, tell what somebody is called."""
    addresses = shipped_table().find("addresses")
    assert addresses is not None

    def kind(core: StatementCore) -> PredicateKind:
        return PredicateResolver(shipped_table(), {}).for_moment(addresses, core).kind

    for cry, call in (
        ("Ann greets Wu: how he has grown!", "Ann calls Wu master."),
        ("安喊道：“吴大哥！”", "安称吴为老爷。"),
        ("安叹自己命里犯了夜叉星吴。", "安叫吴夜叉。"),
    ):
        told = [StatementCore(cry, "addresses"), StatementCore(cry, "addresses", habit=True)]
        kinds = [kind(one) for one in (*told, StatementCore(call, "addresses"))]
        assert kinds == [PredicateKind.EVENT, PredicateKind.STATE, PredicateKind.STATE]
