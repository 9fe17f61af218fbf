"""Tests of the ends of states that a judge finds: which states and statements it is asked about, and what its answers do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.model.graph import Fact
from episodic.model.readings import Phase
from episodic.pipeline.replay.questions.state_ends import ASKED_PER_SUBJECT, CANDIDATES_PER_CHAPTER, STATES_PER_CHAPTER
from episodic.prompts import Prompt
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.settled_prompts import SettledPrompt
from tests.stories.script import Says, Script

PEOPLE = {"Ann": "Person", "Bo": "Person", "Mill": "Place", "Inn": "Place", "horn": "Item"}
LAME = Says("Ann", "health", value="lame", text="Ann is lame.")
TEACHES = Says("Bo", "teacher_of", "Ann", text="Bo teaches Ann.")
DISMISSED = Says("Bo", "struck", "Ann", text="Bo lost Ann as a pupil.")
SAT = Says("Ann", "struck", "Bo", text="Ann sat.")
DANCED = Says("Ann", "went_to", "Mill", text="Ann danced.")
SANG = Says("Ann", "went_to", "Inn", text="Ann sang.")
EVER = Scope(include_ended=True)


def model_of(
    sentences: Mapping[str, Sequence[Says]], ends: Mapping[str, str], frames: Mapping[str, str] = {}
) -> ScriptedModel:
    return Script(PEOPLE, sentences, frames=frames, ends=ends).model()


def graph_of(model: ScriptedModel) -> StoryGraph:
    return StoryGraph(SQLiteStore(":memory:"), model=model)


def chapters(*texts: str) -> list[Chapter]:
    return [Chapter(text, key=str(number), number=number) for number, text in enumerate(texts, 1)]


def asked(model: ScriptedModel) -> list[str]:
    """Return the states about which the model was asked, without their numbers."""
    shown = [line for one in model.asked if isinstance(one, SettledPrompt) for line in one.lines.splitlines()]
    return [line.partition(". ")[2] for line in shown if not line.startswith("<<")]


async def facts(graph: StoryGraph, predicate: str, scope: Scope = EVER) -> list[Fact]:
    page = await graph.get_facts(FactQuery(predicate=predicate), scope=scope)
    return [one.fact for one in page.facts]


async def stated_ends(graph: StoryGraph) -> list[str]:
    """Return the sentences of the statements which say that a state ends."""
    statements = (await graph.session.state()).graph.statements.values()
    return [one.core.text for one in statements if one.core.phase is Phase.ENDS]


async def test_an_event_ends_a_state_with_its_own_quote() -> None:
    """The fact ends where the event is told, and its end is proved by the event's sentence."""
    model = model_of({"Bo taught Ann": [TEACHES], "Bo was sent away": [DISMISSED]}, {"Bo teaches": "Bo lost"})

    async with graph_of(model) as graph:
        await graph.add_manuscript(chapters("Bo taught Ann.", "Then Bo was sent away from Ann.", "Ann and Bo rested."))
        (teaches,) = await facts(graph, "teacher_of")
        before = await facts(graph, "teacher_of", Scope(as_of="chapter 1"))
        after = await facts(graph, "teacher_of", Scope(as_of="chapter 2"))

    assert [one.quote for one in teaches.ends] == ["Bo was sent away"]
    assert teaches.object_name == "Ann"
    assert (len(before), len(after)) == (1, 0)


async def test_a_judge_that_names_nothing_ends_nothing() -> None:
    model = model_of({"Ann limped": [LAME], "Ann danced": [DANCED]}, {})

    async with graph_of(model) as graph:
        await graph.add_manuscript(chapters("Ann limped.", "In the Mill Ann danced."))
        (lame,) = await facts(graph, "health")

    assert asked(model) == ["Ann is lame."]
    assert lame.ends == ()


async def test_a_state_that_a_judge_ended_is_not_asked_about_again() -> None:
    """Only a new statement of the state opens it again."""
    sentences = {"Ann limped": [LAME], "Ann danced": [DANCED], "Ann limped again": [LAME]}
    model = model_of({**sentences, "Ann sang": [SANG]}, {"Ann is lame": "Ann danced"})

    async with graph_of(model) as graph:
        for one in chapters("Ann limped.", "In the Mill Ann danced.", "In the Inn Ann sang."):
            await graph.add_episode(one)
        once = asked(model)
        for one in chapters("", "", "", "Ann limped again.", "In the Inn Ann sang.")[3:]:
            await graph.add_episode(one)
        now = await facts(graph, "health", Scope())

    assert once == ["Ann is lame."]
    assert asked(model) == ["Ann is lame.", "Ann is lame."]
    assert len(now) == 1


@pytest.mark.parametrize(
    "said",
    [
        Says("Ann", "feels", value="sad"),
        Says("Ann", "located_in", "Inn"),
        Says("Ann", "age", value="20"),
        Says("Ann", "nickname", value="Nan"),
        Says("Ann", "knows_that", value="it rains"),
        Says("Ann", "parent_of", "Bo"),
        Says("Ann", "health", value="lame", scope="claim", holder="Bo"),
        Says("Ann", "health", value="lame", placing="back"),
        Says("Ann", "health", value="lame", salience=1),
        Says("Ann", "met", "Bo"),
    ],
    ids=lambda one: f"{one.predicate} {one.scope} {one.placing} {one.salience}",
)
async def test_nothing_is_asked_about_what_passes_stays_or_is_not_so(said: Says) -> None:
    """Moods and whereabouts pass by themselves, kinship and names stay, and a claim is no state of the world."""
    model = model_of({"Ann sat": [said], "Ann danced": [DANCED]}, {})

    async with graph_of(model) as graph:
        await graph.add_manuscript(chapters("Ann sat with Bo in the Inn.", "In the Mill Ann danced."))

    assert asked(model) == []


@pytest.mark.parametrize(
    "later",
    [
        Says("Ann", "went_to", "Mill", placing="back"),
        Says("Ann", "went_to", "Mill", scope="plan", holder="Ann"),
        Says("Ann", "went_to", "Mill", salience=1),
        Says("Bo", "went_to", "Mill"),
    ],
    ids=lambda one: f"{one.subject} {one.scope} {one.placing} {one.salience}",
)
async def test_only_what_happens_to_the_same_subject_now_can_end_a_state(later: Says) -> None:
    model = model_of({"Ann limped": [LAME], "Ann danced": [later]}, {})

    async with graph_of(model) as graph:
        await graph.add_manuscript(chapters("Ann limped.", "In the Mill Bo saw how Ann danced."))

    assert asked(model) == []


async def test_a_state_may_end_in_the_chapter_that_tells_it() -> None:
    """What the same passage says of its subject is no end, and neither is what the chapter told before."""
    model = model_of({"Ann danced": [DANCED], "Ann limped": [LAME], "Ann sat": [SAT]}, {"Ann is lame": "Ann sat"})
    text = "In the Mill Ann danced.\n\n***\n\nAnn limped. In the Mill Ann danced.\n\n***\n\nAnn sat with Bo."

    async with graph_of(model) as graph:
        await graph.add_manuscript(chapters(text))
        (lame,) = await facts(graph, "health")

    (prompt,) = [one for one in model.asked if isinstance(one, SettledPrompt)]
    assert prompt.said.splitlines()[1:-1] == ["1. Ann sat."]
    assert [one.quote for one in lame.ends] == ["Ann sat"]


async def test_what_the_chapter_tells_before_a_state_does_not_end_it() -> None:
    """A question offers the statements that may end any state of its subject, also an earlier one."""
    sad = Says("Ann", "fears", value="rain", text="Ann fears the rain.")
    said = {"Ann shivered": [sad], "Ann danced": [DANCED], "Ann limped": [LAME], "Ann sat": [SAT]}
    model = model_of(said, {"Ann is lame": "Ann danced"})
    parts = ("Ann shivered.", "In the Mill Ann danced.", "Ann limped.", "Ann sat with Bo.")

    async with graph_of(model) as graph:
        await graph.add_manuscript(chapters("\n\n***\n\n".join(parts)))
        ends = await stated_ends(graph)

    (prompt,) = [one for one in model.asked if isinstance(one, SettledPrompt)]
    assert ("Ann danced." in prompt.said, "Ann is lame." in prompt.lines) == (True, True)
    assert ends == []


async def test_what_is_asked_does_not_depend_on_what_a_new_predicate_means() -> None:
    """The questions about predicates are asked in the same prompt. If the states that turn out to be events made room
    for other states, each such chapter would need a further prompt.
    """
    deeds = ("hummed", "wept", "knelt", "sneezed", "coughed", "yawned", "laughed")
    assert len(deeds) > ASKED_PER_SUBJECT + 1
    lines = {f"Ann {one} by Bo": [Says("Ann", one, "Bo", text=f"Ann {one}.")] for one in deeds}
    script = Script(
        PEOPLE, {"Ann limped": [LAME], **lines}, ends={"Ann wept": "Ann laughed", "Ann yawned": "Ann laughed"}
    )

    def answer(prompt: Prompt[BaseModel]) -> BaseModel:
        if "predicates" in prompt.reply.model_fields:
            told = script.answer(prompt).model_dump()
            return prompt.reply.model_validate({**told, "predicates": [f"{n}|event" for n in range(1, 9)]})
        return script.answer(prompt)

    model = ScriptedModel(answer)
    parts = ("Ann limped.", *(f"{one}." for one in lines))
    async with graph_of(model) as graph:
        await graph.add_episode(Chapter("\n\n***\n\n".join(parts), key="1", number=1))
        ends = await stated_ends(graph)

    assert [prompt.name for prompt in model.asked] == ["entities", "facts", "settled"]
    assert len(asked(model)) == ASKED_PER_SUBJECT
    assert "Ann yawned." in asked(model)
    assert ends == []


async def test_a_look_back_neither_has_nor_ends_such_states() -> None:
    model = model_of({"Ann limped": [LAME], "Ann danced": [DANCED]}, {}, {"Once": "flashback"})

    async with graph_of(model) as graph:
        await graph.add_manuscript(
            chapters("Ann limped.", "Once in the Mill Ann danced.", "Once Ann limped.", "In the Mill Ann danced.")
        )

    assert asked(model) == ["Ann is lame."]


async def test_a_state_that_the_text_itself_ends_or_replaces_is_not_asked_about() -> None:
    """A second home of one person excludes the first one without a question."""
    healed = Says("Ann", "health", value="lame", phase="ends", text="Ann is no longer lame.")
    homes = {f"Ann moved to the {place}": [Says("Ann", "lives_in", place, phase="begins")] for place in ("Mill", "Inn")}
    model = model_of({"Ann limped": [LAME], "Ann was healed": [healed], "Ann sat": [SAT], **homes}, {})

    async with graph_of(model) as graph:
        await graph.add_manuscript(
            chapters("Ann limped. Ann moved to the Mill.", "Ann was healed. Ann moved to the Inn.", "Ann sat with Bo.")
        )

    assert asked(model) == ["Ann lives_in Inn (Ann moved to the Inn)"]


async def test_a_trait_is_asked_about_only_where_something_may_concern_it() -> None:
    """Most traits and offices stay, and a new trait, or a sentence about the office, shows which may not."""
    clerk = Says("Bo", "title", value="clerk of the mint", text="Bo is clerk of the mint.")
    sullen = Says("Bo", "character", value="sullen", text="Bo is sullen.")
    later = {
        "Bo sat": [Says("Bo", "struck", "Ann", text="Bo struck Ann.")],
        "Bo sang": [Says("Bo", "character", value="merry", text="Bo is merry.")],
        "Bo bowed": [Says("Bo", "struck", "Ann", text="Bo, clerk of the mint no more, left the mint.")],
    }
    model = model_of({"Bo wrote": [clerk, sullen], **later}, {})

    async with graph_of(model) as graph:
        found = []
        for one in chapters("Bo wrote.", "Bo sat by Ann.", "Bo sang.", "Bo bowed to Ann."):
            before = len(asked(model))
            await graph.add_episode(one)
            found.append(asked(model)[before:])

    assert found == [[], [], ["Bo is sullen."], ["Bo is clerk of the mint."]]


async def test_a_state_that_follows_from_an_event_is_asked_about() -> None:
    """Where somebody went, and what he was given, is true until something shows otherwise."""
    came = Says("Ann", "arrived_at", "Mill", text="Ann came to the Mill.")
    rode = Says("Ann", "struck", "Bo", text="Ann rode away from the Mill.")
    model = model_of({"Ann came": [came], "Ann rode": [rode]}, {"Ann is in": "Ann rode"})

    async with graph_of(model) as graph:
        await graph.add_manuscript(chapters("Ann came to the Mill.", "Ann rode away with Bo.", "Bo slept."))
        (there,) = await facts(graph, "located_in")

    assert asked(model) == ["Ann is in Mill."]
    assert [one.quote for one in there.ends] == ["Ann rode"]


async def test_a_chapter_asks_about_a_bounded_number_of_states_and_statements() -> None:
    names = [f"Person{chr(65 + n)}" for n in range(12)]
    states = {f"{one} was {n}": [Says(one, "health", value=f"ill {n}")] for one in names for n in range(6)}
    deeds = {f"{one} did {n}": [Says(one, "struck", "Ann", text=f"{one} did {n}.")] for one in names for n in range(9)}
    people = {"Ann": "Person", **dict.fromkeys(names, "Person")}
    model = Script(people, {**states, **deeds}).model()

    async with graph_of(model) as graph:
        await graph.add_manuscript(chapters(". ".join(states) + ".", "Ann sat. " + ". ".join(deeds) + "."))

    prompt = [one for one in model.asked if isinstance(one, SettledPrompt)][-1]
    subjects = [line.split()[1] for line in prompt.lines.splitlines()[1:-1]]
    assert len(subjects) == STATES_PER_CHAPTER
    assert max(map(subjects.count, subjects)) == ASKED_PER_SUBJECT
    assert len(prompt.said.splitlines()) - 2 <= CANDIDATES_PER_CHAPTER


async def test_a_chapter_that_is_replaced_takes_its_end_back() -> None:
    """The end was an answer about the text that is gone."""
    model = model_of({"Ann limped": [LAME], "Ann danced": [DANCED]}, {"Ann is lame": "Ann danced"})

    async with graph_of(model) as graph:
        await graph.add_manuscript(chapters("Ann limped.", "In the Mill Ann danced."))
        (ended,) = await facts(graph, "health")
        await graph.replace_episode("2", "Ann slept.")
        (again,) = await facts(graph, "health")

    assert ended.ends
    assert not again.ends
