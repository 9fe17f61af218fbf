"""Tests of effects: the states that follow from events according to their predicates."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.model.predicates import Effect, Predicate, PredicateKind, Slot
from episodic.model.settings import WorkSettings
from episodic.pipeline.edits.overrides import NewFact
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.replies import Stated
from tests.stories.script import Says, Script
from tests.unit.pipeline.replay.told_facts import facts_told

ENDED = Scope(include_ended=True)
PEOPLE = {"Ann": "Person", "Wu": "Person", "the sword": "Item", "York": "Place", "the Guild": "Organization"}


def graph_of(sentences: dict[str, list[Says]], settings: WorkSettings | None = None) -> StoryGraph:
    """Return a graph whose model gives these readings of the sentences."""
    script = Script(PEOPLE, sentences)
    return StoryGraph(SQLiteStore(":memory:"), group_id="story", model=script.model(), settings=settings)


async def derived_facts(
    sentences: dict[str, list[Says]], settings: WorkSettings | None = None
) -> list[tuple[str, str, str | None, bool]]:
    """Return the subject, predicate and object of every fact, and whether the fact is derived."""
    async with graph_of(sentences, settings) as graph:
        await graph.add_episode(" ".join(f"{one}." for one in sentences), name="One")
        facts = [one.fact for one in (await graph.get_facts(scope=ENDED)).one_by_one]
    return sorted((one.subject_name, one.predicate, one.object_name, one.derived) for one in facts)


async def test_what_is_given_is_the_recipients_and_no_longer_the_givers() -> None:
    gave = Says("Ann", "gave", "the sword", others=[("Wu", "recipient")])

    async with graph_of({"Ann had the sword": [Says("Ann", "holds", "the sword")], "Ann gave Wu it": [gave]}) as graph:
        await graph.add_episode("Ann had the sword. Wu came. Ann gave Wu it.", name="One")
        facts = {
            (one.fact.subject_name, one.fact.predicate): one.fact
            for one in (await graph.get_facts(scope=ENDED)).one_by_one
        }

    assert set(facts) == {("Ann", "gave"), ("Wu", "holds"), ("Ann", "holds")}
    assert [facts[who, "holds"].text for who in ("Wu", "Ann")] == [
        "Wu has the sword.",
        "Ann holds the sword (Ann had the sword)",
    ]
    assert facts["Wu", "holds"].invalid_at is None
    assert facts["Ann", "holds"].ended_by
    assert [facts[key].derived for key in sorted(facts)] == [False, False, True]


async def test_the_end_of_a_state_that_nothing_mentions_is_no_fact() -> None:
    """ "Ann no longer has the sword" would only repeat the event."""
    assert await derived_facts({"Ann lost the sword": [Says("Ann", "lost", "the sword")]}) == [
        ("Ann", "lost", "the sword", False)
    ]


async def test_an_event_ends_the_state_that_the_text_states() -> None:
    sentences = {
        "Ann had the sword": [Says("Ann", "holds", "the sword")],
        "Ann lost the sword": [Says("Ann", "lost", "the sword")],
    }
    async with graph_of(sentences) as graph:
        await graph.add_episode("Ann had the sword. Then Ann lost the sword.", name="One")
        facts = {one.fact.predicate: one.fact for one in (await graph.get_facts(scope=ENDED)).one_by_one}

    assert set(facts) == {"holds", "lost"}
    assert facts["holds"].ended_by


@pytest.mark.parametrize(
    ("says", "expected"),
    [
        (Says("Ann", "killed", "Wu"), ("Wu", "dead", None, True)),
        (Says("Ann", "arrived_at", "York"), ("Ann", "located_in", "York", True)),
        (Says("Ann", "sold", "the sword", others=[("Wu", "to")]), ("Wu", "holds", "the sword", True)),
    ],
)
async def test_an_event_of_the_table_says_its_result(says: Says, expected: tuple[str, str, str | None, bool]) -> None:
    found = await derived_facts({"Ann did it to Wu, the sword, York, the Guild": [says]})

    assert expected in found


@pytest.mark.parametrize(
    "says",
    [
        Says("Ann", "killed", "Wu", phase="denied"),
        Says("Ann", "killed", "Wu", scope="plan", holder="Ann"),
        Says("Ann", "killed", "Wu", scope="dream", holder="Ann"),
        Says("Ann", "killed", "Wu", placing="ahead"),
        Says("Ann", "arrived_at", "Wu"),
        Says("Ann", "gave", "Wu", others=[("York", "recipient")]),
        Says("Ann", "appointed", "Wu"),
    ],
)
async def test_what_did_not_happen_has_no_result(says: Says) -> None:
    """An event that is denied, planned, dreamt or in the future has no effect. A person is no place and no possession. An
    appointment that names no office gives no title.
    """
    found = await derived_facts({"Ann did it to Wu in York": [says]})

    assert [one[3] for one in found] == [False]


@pytest.mark.parametrize(
    ("type_", "text", "office"),
    [
        ("Concept", "Ann made Wu Warden of York.", "Warden of York"),
        ("Concept", "安帝封吴海为镇东将军。", "镇东将军"),
        ("Concept", "Ann gave Wu an office.", None),
        ("Place", "Ann made Wu Warden of York.", None),
    ],
)
async def test_an_office_that_the_story_treats_as_a_thing_is_the_title_of_the_appointed(
    type_: str, text: str, office: str | None
) -> None:
    name = office or "Warden of York"
    says = Says("Ann", "appointed", "Wu", others=[(name, "about")], text=text)
    script = Script({**PEOPLE, name: type_}, {f"Ann and Wu, {name}": [says]})
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=script.model()) as graph:
        await graph.add_episode(f"Ann and Wu, {name}.", name="One")
        facts = [one.fact for one in (await graph.get_facts(scope=ENDED)).one_by_one]

    assert [one.value for one in facts if one.predicate == "title"] == ([office] if office else [])


async def test_an_office_that_somebody_keeps_does_not_begin() -> None:
    begins = {
        "Ann made Wu the warden": True,
        "Ann ordered Wu to remain the warden": False,
        "Ann让Wu仍为the warden": False,
        "Ann让Wu改为the warden": True,
    }
    for text, expected in begins.items():
        says = Says("Ann", "appointed", "Wu", others=[("the warden", "about")], text=f"{text}.")
        script = Script({**PEOPLE, "the warden": "Concept"}, {text: [says]})
        async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=script.model()) as graph:
            await graph.add_episode(f"{text}.", name="One")
            facts = (await graph.get_facts(scope=ENDED)).one_by_one

        [title] = [one for one in facts if one.predicate == "title"]
        assert (title.validity.words == "from chapter 1") == expected, text


async def test_who_takes_his_own_life_is_dead() -> None:
    for predicate in ("hanged himself", "died of", "自刎", "拔剑自刎", "自刎而死", "触柱而死", "被斩"):
        found = await derived_facts({"Wu fell": [Says("Wu", f"*{predicate}")]})

        assert ("Wu", "dead", None, True) in found, predicate
    for predicate, target in (
        ("nearly drowned", ""),
        ("自杀", "Ann"),
        ("怕死", ""),
        ("欲自刎", ""),
        ("was killed in effigy", ""),
    ):
        found = await derived_facts({"Wu and Ann fell": [Says("Wu", f"*{predicate}", target)]})

        assert all(name != "dead" for _, name, _, _ in found), predicate


async def test_a_claimed_event_has_its_result_in_the_claim() -> None:
    async with graph_of({"Wu said Ann was killed": [Says("Wu", "killed", "Ann", scope="claim", holder="Wu")]}) as graph:
        await graph.add_episode("Wu said Ann was killed.", name="One")
        facts = [one.fact for one in (await graph.get_facts(scope=ENDED)).one_by_one]

    assert {(one.predicate, one.scope.value, one.holder_name) for one in facts} == {
        ("killed", "claim", "Wu"),
        ("dead", "claim", "Wu"),
    }


async def test_a_reading_that_says_the_state_as_well_makes_no_second_fact() -> None:
    """Older readings state the resulting state themselves."""
    both = [Says("Ann", "killed", "Wu"), Says("Wu", "dead", phase="begins")]

    assert await derived_facts({"Ann killed Wu": both}) == [("Ann", "killed", "Wu", False), ("Wu", "dead", None, False)]


async def test_a_predicate_of_the_callers_declares_its_own_effects() -> None:
    joins = Predicate("sworn_into", PredicateKind.EVENT, effects=(Effect("member_of", Slot.SUBJECT, Slot.OBJECT),))

    found = await derived_facts(
        {"Ann was sworn into the Guild": [Says("Ann", "sworn_into", "the Guild")]}, WorkSettings(predicates=(joins,))
    )

    assert found == [("Ann", "member_of", "the Guild", True), ("Ann", "sworn_into", "the Guild", False)]


async def test_the_author_may_retract_the_result_and_the_event_takes_its_result_along() -> None:
    sentences = {"Ann killed Wu": [Says("Ann", "killed", "Wu")]}
    async with graph_of(sentences) as graph:
        await graph.add_episode("Ann killed Wu.", name="One")
        by_predicate = {one.fact.predicate: one.fact.uuid for one in (await graph.get_facts()).one_by_one}

        await graph.retract(by_predicate["dead"])
        without_result = {one.fact.predicate for one in (await graph.get_facts()).one_by_one}
        await graph.retract(by_predicate["killed"])
        without_event = (await graph.get_facts()).one_by_one

    assert without_result == {"killed"}
    assert without_event == ()


async def test_what_the_author_adds_has_its_result_too() -> None:
    async with graph_of({"Ann met Wu": [Says("Ann", "met", "Wu")]}) as graph:
        await graph.add_episode("Ann met Wu.", name="One")
        await graph.add_facts([NewFact("Ann", "killed", "Ann met Wu.", object="Wu")])
        facts = {(one.fact.subject_name, one.fact.predicate) for one in (await graph.get_facts()).one_by_one}

    assert ("Wu", "dead") in facts


@pytest.mark.parametrize(
    ("who", "thing", "told"),
    [
        ("Ann", "five shillings", "Ann took five shillings"),
        ("Ann", "her medicine", "Ann took her medicine"),
        ("安儿", "汤药", "安儿接过汤药"),
    ],
)
async def test_nobody_keeps_a_sum_of_money_or_a_medicine(who: str, thing: str, told: str) -> None:
    script = Script({who: "Person", thing: "Item"}, {told: [Says(who, "took", thing)]})
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=script.model()) as graph:
        await graph.add_episode(f"{told}。", name="One")

        assert [one.fact.predicate for one in (await graph.get_facts(scope=ENDED)).one_by_one] == ["took"]


async def test_an_expected_arrival_gives_no_place() -> None:
    expected = Says("Ann", "arrived_at", "York", scope="belief", holder="Wu")

    assert await derived_facts({"Wu expected Ann in York": [expected]}) == [("Ann", "arrived_at", "York", False)]


async def test_what_somebody_says_was_only_bargained_for_changes_no_hands() -> None:
    bargain = "Ann bargained to give Wu the sword for a hundred and twenty"
    gave = Says("Ann", "gave", "the sword", text=bargain, scope="claim", holder="Wu", others=[("Wu", "recipient")])

    assert await derived_facts({bargain: [gave]}) == [("Ann", "gave", "the sword", False)]


async def ended_states(state: Says, event: Says, *, sentence: str = "Then it changed") -> list[str]:
    """Return the predicates of the ended states after the two sentences of a state and an event."""
    async with graph_of({"First it was so": [state], sentence: [event]}) as graph:
        people = "Ann, Wu, the sword, York and the Guild were there."
        await graph.add_episode(f"{people} First it was so. {sentence}.", name="One")
        return [one.fact.predicate for one in (await graph.get_facts(scope=ENDED)).one_by_one if one.fact.ended_by]


@pytest.mark.parametrize(
    "free",
    [
        Says("Ann", "escaped"),
        Says("Wu", "rescued", "Ann"),
        Says("Wu", "*released", "Ann"),
        Says("Ann", "*was set free"),
        Says("Wu", "*刺配", "Ann"),
        Says("Ann", "*获释"),
    ],
)
async def test_an_escape_a_rescue_and_a_sentence_end_a_captivity(free: Says) -> None:
    """A release ends the captivity of its object, or of its subject if it has no object."""
    assert await ended_states(Says("Ann", "imprisoned_in", "York"), free) == ["imprisoned_in"]


@pytest.mark.parametrize("used", ["burnt", "used_up", "gave away", "烧掉", "用尽", "归还"])
async def test_nobody_has_what_is_used_up_or_burnt(used: str) -> None:
    """The name of a reader's own predicate says so."""
    used_up = Says("Ann", f"*{used}", "the sword")

    assert await ended_states(Says("Ann", "holds", "the sword"), used_up) == ["holds"]


@pytest.mark.parametrize(
    "paid",
    [
        Says("Ann", "*repaid", "Wu"),
        Says("Ann", "*paid back", value="the five pounds", others=[("Wu", "recipient")]),
        Says("Ann", "*settled her debt to", "Wu"),
        Says("Ann", "*还清", "Wu"),
    ],
)
async def test_a_repayment_ends_the_debt(paid: Says) -> None:
    assert await ended_states(Says("Ann", "owes", "Wu", value="five pounds"), paid) == ["owes"]


async def test_a_part_of_a_debt_ends_none() -> None:
    assert await ended_states(Says("Ann", "owes", "Wu"), Says("Ann", "*repaid half of her debt to", "Wu")) == []


async def test_nobody_fears_the_dead() -> None:
    assert await ended_states(Says("Ann", "fears", "Wu"), Says("Wu", "dead", phase="begins")) == ["fears"]


async def test_somebody_who_came_from_a_place_is_no_longer_there() -> None:
    """The place is a participant of the journey, whatever its end is."""
    journey = Says("Ann", "went_to", "the Guild", others=[("York", "giver")])

    assert await ended_states(Says("Ann", "located_in", "York"), journey) == ["located_in"]


@pytest.mark.parametrize("parted", [Says("Ann", "left", "Wu"), Says("Ann", "escaped", "Wu")])
async def test_who_parts_from_somebody_is_no_longer_there(parted: Says) -> None:
    assert await ended_states(Says("Ann", "located_in", "York"), parted) == ["located_in"]


async def test_a_nameless_narrator_is_not_called_by_a_description() -> None:
    """Dogs that seem to call him a boy with a stolen pie give him no name."""
    pie = Stated(quote="I took the pie", subject=1, predicate="took", object=2, text="I took the pie.")
    people = ["Person|I|a boy with a stolen pie|#narrator", "Item|the pie"]

    told = await facts_told("I took the pie. A boy with a stolen pie, they said.\n", people, [pie])

    assert {one.text for one in told} == {"The narrator took the pie.", "The narrator has the pie."}


@pytest.mark.parametrize(
    ("sentence", "ended"),
    [
        ("They shook hands, and Ann walked away", []),
        ("Ann turned aside from Wu", []),
        ("Ann walked away to the coach", ["located_in"]),
        ("Ann left Wu and rode away", ["located_in"]),
        ("Ann说罢，转身走开", []),
        ("Ann辞别而去", ["located_in"]),
    ],
)
async def test_who_only_walks_away_from_somebody_may_still_be_there(sentence: str, ended: list[str]) -> None:
    parted = Says("Ann", "left", "Wu")

    assert await ended_states(Says("Ann", "located_in", "York"), parted, sentence=sentence) == ended
