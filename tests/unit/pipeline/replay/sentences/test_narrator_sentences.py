"""Tests of sentences that say "I": they name the narrator, and two narrators of one chapter stay two."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.pipeline.edits.overrides import NewFact
from tests.replies import Stated
from tests.unit.pipeline.replay.told_facts import facts_told

WEATHER = "The rain fell on the moor and on the house. " * 16
TWO = f"I asked Mrs. Dean for her story. {WEATHER}\n\nMrs. Dean told it. I nursed Hareton, and Hareton loved me. {WEATHER}\n"
LATER = "My heart was cold. I have a letter.\n\n“Hastings, who wrote it?” Poirot asked. I did not know.\n"


async def told(text: str, entities: Sequence[str], facts: Sequence[Stated]) -> set[tuple[str, str]]:
    """Return the subject and the sentence of each fact of a chapter that was read with these entities and facts."""
    return {(one.subject_name, one.text) for one in await facts_told(text, entities, facts)}


async def test_two_narrators_are_named_apart_and_a_nameless_one_is_the_narrator() -> None:
    entities = ["Person|#narrator", "Person|Mrs. Dean|~I@2,3,4", "Person|Hareton"]
    facts = [
        Stated(quote="I asked Mrs. Dean", subject=1, predicate="asked", object=2, text="I asked Mrs. Dean."),
        Stated(
            quote="Hareton loved me", subject=3, predicate="loves", object=2, text="Hareton loved me, my darling said."
        ),
    ]

    assert await told(TWO, entities, facts) == {
        ("the narrator", "The narrator asked Mrs. Dean."),
        ("Hareton", "Hareton loved Mrs. Dean, Mrs. Dean’s darling said."),
    }


async def test_a_sentence_names_the_narrator_whom_the_chapter_names_later() -> None:
    entities = ["Person|Hastings|#narrator", "Person|Poirot", "Item|~a letter"]
    facts = [Stated(quote="I have a letter", subject=1, predicate="holds", object=3, text="I have a letter of my own.")]

    assert await told(LATER, entities, facts) == {("Hastings", "Hastings has a letter of Hastings’s own.")}


async def test_a_fact_that_the_author_adds_keeps_its_sentence() -> None:
    """Its entities are not those that the reader found in the window, so that none of them is known to say "I"."""
    lived = NewFact("Cal", "lives_in", "I lived in York", object="York")
    people = ["Person|Ann", "Person|Bo", "Person|Cal", "Place|York", "Person|#narrator"]

    found = await facts_told("Ann met Bo and Cal. I lived in York.\n", people, [], added=[lived])

    assert [(one.subject_name, one.text) for one in found] == [("Cal", "I lived in York")]


async def test_a_chinese_narrator_without_a_name_is_called_so_in_chinese() -> None:
    facts = [Stated(quote="我回到故乡", subject=1, predicate="到达", object=2, text="我回到了我的故乡。")]

    found = await told("我回到故乡，见到了母亲，说了许多话。\n", ["人物|#narrator", "地点|故乡"], facts)

    assert ("叙述者", "叙述者回到了自己的故乡。") in found


async def test_quotation_marks_around_other_words_do_not_hide_who_says_i() -> None:
    facts = [
        Stated(quote="我见到了四叔", subject=2, predicate="亲属", object=1, text="鲁四老爷是我的本家，应该称“四叔”。"),
        Stated(quote="我自己不信", subject=1, predicate="*不信", text="我自己不信鬼。"),
        Stated(quote="我说我不走", subject=1, predicate="*说", text="我说“我不走”。"),
    ]

    found = await told("我见到了四叔。我自己不信鬼。我说我不走。\n", ["人物|#narrator", "人物|鲁四老爷|~四叔"], facts)

    assert {text for _, text in found} == {
        "鲁四老爷是叙述者的本家，应该称“四叔”。",
        "叙述者自己不信鬼。",
        "我说“我不走”。",
    }


async def test_words_of_others_in_quotation_marks_keep_their_i() -> None:
    entities = ["Person|Hastings|#narrator", "Person|Poirot", "Item|~a letter"]
    facts = [
        Stated(quote="who wrote it", subject=2, predicate="asked", text="Poirot asked who wrote to me.", value="who")
    ]

    assert await told(LATER, entities, facts) == {("Poirot", "Poirot asked who wrote to me.")}


async def test_me_in_a_passage_without_i_is_the_main_narrator() -> None:
    entities = ["Person|Hastings|#narrator", "Person|Poirot"]
    facts = [Stated(quote="Poirot annoyed me", subject=2, predicate="annoyed", object=1, text="Poirot annoyed me.")]

    found = await told("I am Hastings.\n\n***\n\nPoirot annoyed me all day.\n", entities, facts)

    assert found == {("Poirot", "Poirot annoyed Hastings.")}


async def test_a_pronoun_stands_for_the_narrator_only_if_his_sex_is_known_and_the_sentence_names_nobody_else() -> None:
    entities = ["Person|Miss Grey|#narrator", "Person|Tom", "Item|~a letter|~my letters"]
    facts = [
        Stated(quote="I have a letter", subject=1, predicate="holds", object=3, text="I kept my letters when I left."),
        Stated(quote="I did not know", subject=1, predicate="told", object=2, text="I told Tom that I would go."),
    ]

    found = await told(LATER.replace("Hastings", "Miss Grey").replace("Poirot", "Tom"), entities, facts)

    assert ("Miss Grey", "Miss Grey kept her letters when she left.") in found
    assert ("Miss Grey", "Miss Grey told Tom that Miss Grey would go.") in found


async def test_the_narrator_is_meant_where_another_says_you_or_where_the_sentence_names_the_speaker() -> None:
    text = "I, Jane, came out. “You are poor, mama says; your father left you none. Won’t I tell mama of it!” cried John.\n"
    entities = ["Person|Jane|#narrator", "Person|John", "Person|~mama", "Person|~your father"]
    claim, plan = {"scope": "claim", "holder": 2}, {"scope": "plan", "holder": 2}
    facts = [
        Stated.model_validate(
            {"quote": "You are poor, mama says", "subject": 1, "predicate": "is poor", "text": "I am poor."}
            | {"scope": "claim", "holder": 3, "tellers": [2]}
        ),
        Stated.model_validate(
            {"quote": "your father left you none", "subject": 4, "predicate": "left", "object": 1}
            | {"text": "My father left me nothing.", "phase": "denied"}
            | claim
        ),
        Stated.model_validate(
            {"quote": "Won’t I tell mama of it", "subject": 2, "predicate": "told", "object": 3}
            | {"text": "John will tell mama what I said.", "marks": ["about:1"]}
            | plan
        ),
    ]

    assert {text for _, text in await told(text, entities, facts)} == {
        "Jane is poor.",
        "Jane’s father left her nothing.",
        "John will tell mama what Jane said.",
    }


async def test_me_in_a_promise_of_somebody_named_is_the_narrator() -> None:
    """The sentence names who says "I" in the quote, so that "me" is somebody else: the narrator, to whom he speaks."""
    text = "I, Jane, came out. “I shall give you a good salary,” cried John.\n"
    entities = ["Person|Jane|#narrator", "Person|John", "Item|~a good salary"]
    said = {"quote": "I shall give you a good salary", "subject": 2, "object": 3, "marks": ["heard:1"]}
    facts = [
        Stated.model_validate(said | {"predicate": "promised", "text": "John promised me a salary."}),
        Stated.model_validate(said | {"predicate": "offered", "text": "A good salary was offered to me."}),
    ]

    assert await told(text, entities, facts) == {
        ("John", "John promised Jane a salary."),
        ("John", "A good salary was offered to me."),
    }


async def test_me_beside_the_name_of_who_says_the_quote_is_the_narrator() -> None:
    """The statement itself does not concern the narrator."""
    text = "I, Jane, came out. “You kissed my cheek because I despise the plotters,” cried Estella.\n"
    entities = ["Person|Jane|#narrator", "Person|Estella", "Organization|the plotters"]
    claim = {"subject": 2, "predicate": "hates", "object": 3, "scope": "claim", "holder": 2}
    said = {"quote": "You kissed my cheek because I despise the plotters"}
    named = Stated.model_validate(said | claim | {"text": "Estella let me kiss her cheek to spite the plotters."})
    unnamed = Stated.model_validate(said | claim | {"text": "The plotters are despised by me."})
    own = Stated.model_validate(said | claim | {"text": "Estella says that they kissed my cheek."})

    assert {text for _, text in await told(text, entities, [named])} == {
        "Estella let Jane kiss her cheek to spite the plotters."
    }
    for one in (unnamed, own):
        assert "Jane" not in " ".join(text for _, text in await told(text, entities, [one]))


async def test_me_in_what_another_says_is_the_narrator_if_the_statement_does_not_concern_the_speaker() -> None:
    text = "I, Jane, came out. “I think your friend Tom is kind; I saw your letter on my desk,” cried John.\n"
    entities = ["Person|Jane|#narrator", "Person|John", "Person|Tom", "Item|~your letter", "Place|~my desk"]
    claim = {"scope": "claim", "holder": 2}
    facts = [
        Stated.model_validate(
            {"quote": "I think your friend Tom is kind", "subject": 3, "predicate": "friend_of", "object": 1}
            | {"text": "Tom is my friend."}
            | claim
        ),
        Stated.model_validate(
            {"quote": "I saw your letter on my desk", "subject": 4, "predicate": "located_in", "object": 5}
            | {"text": "Jane’s letter lies on my desk.", "marks": ["about:1"]}
            | claim
        ),
    ]

    assert {text for _, text in await told(text, entities, facts)} == {
        "Tom is Jane’s friend.",
        "Jane’s letter lies on John’s desk.",
    }


async def test_me_in_what_the_narrator_hopes_aloud_is_the_narrator() -> None:
    text = "I, Jane, came out. “Those people do me no harm, I hope?” I said.\n"
    entities = ["Person|Jane|#narrator", "Person|~Those people"]
    fact = {"quote": "Those people do me no harm, I hope", "subject": 2, "predicate": "harmed", "value": "nothing"}
    wish = Stated.model_validate(fact | {"text": "Those people do me no harm.", "scope": "wish", "holder": 1})

    assert await told(text, entities, [wish]) == {("Those people", "Those people do Jane no harm.")}


async def test_what_others_call_a_nameless_narrator_from_their_own_point_of_view_is_not_his_name() -> None:
    text = "“This is my lawyer, a friend of mine,” said Monell.\n\n***\n\nI wait. Monell noted me, and I told him of my case.\n"
    entities = ["Person|~my lawyer|~a friend of mine|#narrator", "Person|Monell"]
    facts = [
        Stated(quote="Monell noted me", subject=2, predicate="noted", object=1, text="Monell noted me."),
        Stated(quote="I told him", subject=1, predicate="told", object=2, text="I told Monell that I dislike inns."),
    ]

    assert await told(text, entities, facts) == {
        ("Monell", "Monell noted the narrator."),
        ("the narrator", "The narrator told Monell that the narrator dislikes inns."),
    }
