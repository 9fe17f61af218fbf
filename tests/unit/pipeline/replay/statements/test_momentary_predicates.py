"""Tests of predicates of statements that tell only a moment, or a state of some days or an hour."""

from __future__ import annotations

from episodic.model.moments import TimeExpression, TimeKind
from episodic.model.predicates import Predicate, PredicateKind, shipped_table
from episodic.model.readings import Phase, Placement, StatementCore
from episodic.pipeline.replay.statements.predicate_resolution import PredicateResolver


def test_a_stay_of_some_days_is_no_home() -> None:
    """Who stays two nights in a house is there but does not live there; who moves there, or stays for years, does."""
    lives_in = shipped_table().find("lives_in")
    assert lives_in is not None
    nights, years = (TimeExpression(TimeKind.OFFSET, low=2, high=2, unit=unit) for unit in ("day", "year"))

    def name(lasting: TimeExpression | None, phase: Phase = Phase.HOLDS) -> str:
        core = StatementCore("", "lives_in", phase=phase)
        return PredicateResolver(shipped_table(), {}).for_days(lives_in, core, lasting).name

    assert [name(nights), name(years), name(None), name(nights, Phase.BEGINS)] == ["located_in", *["lives_in"] * 3]


def test_a_lodging_at_an_inn_is_no_home() -> None:
    """The home before it goes on. Who lodges with a family, or lives in a hotel, lives there."""
    lives_in = shipped_table().find("lives_in")
    assert lives_in is not None

    def name(text: str, placing: Placement = Placement.NOW) -> str:
        core = StatementCore(text, "lives_in", placing=placing)
        return PredicateResolver(shipped_table(), {}).for_days(lives_in, core, None).name

    inns = ("Ann lodged at a small hotel in York.", "Bo put up at the inn.", "林河投宿客店。", "林河歇在村中小店。")
    homes = ("Ann lodges with the Reeds.", "Bo lives in a hotel.", "Bo lives near the inn.", "林河住在客栈。")
    assert [name(one) for one in inns] == ["located_in"] * 4
    assert [name(one) for one in homes] == ["lives_in"] * 4
    assert name(inns[0], Placement.BACK) == "lives_in"


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


def test_a_decision_is_an_event() -> None:
    """The predicate is made up by a reader. Being decided, and a decision that is denied, stay states."""

    def kind(name: str, phase: Phase = Phase.BEGINS) -> PredicateKind:
        predicate = Predicate(name, kind=PredicateKind.STATE)
        return PredicateResolver(shipped_table(), {}).for_moment(predicate, StatementCore(name, name, phase=phase)).kind

    decided = ("decided", "decided_to", "resolved to go", "made up her mind", "决定", "遂决意")
    assert {kind(one) for one in decided} == {PredicateKind.EVENT}
    lasting = ("is decided", "decides cases", "有决心", "决定权")
    assert {kind(one) for one in lasting} == {kind("decided", Phase.DENIED)} == {PredicateKind.STATE}


def test_who_goes_with_somebody_once_does_not_serve_him() -> None:
    serves = shipped_table().find("serves")
    assert serves is not None

    def kind(text: str) -> PredicateKind:
        return PredicateResolver(shipped_table(), {}).for_moment(serves, StatementCore(text, "serves")).kind

    once = (
        "Ann went out with Wu.",
        "安跟了吴出来，扶着他。",
        "那一夜安只跟着吴。",
        "安随萤火，走到五更。",
        "安随吴而行。",
    )
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


def test_a_state_of_one_scene_passes() -> None:
    """An end, a look back, an event, a kinship and a death do not."""
    resolver = PredicateResolver(shipped_table(), {})

    def passes(predicate: str, phase: Phase = Phase.HOLDS, placing: Placement = Placement.NOW) -> bool:
        known = shipped_table().find(predicate)
        assert known is not None
        core = StatementCore("Ann has it.", predicate, phase=phase, placing=placing, passing=True)
        return bool(resolver.for_moment(known, core).passing)

    assert passes("holds")
    assert passes("located_in", Phase.BEGINS)
    assert not passes("holds", Phase.ENDS)
    assert not passes("holds", placing=Placement.BACK)
    assert not any(passes(one) for one in ("went_to", "sibling_of", "dead"))


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
