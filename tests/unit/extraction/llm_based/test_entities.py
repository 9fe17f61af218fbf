"""Tests of the validation of LLM replies about the entities of a window."""

from __future__ import annotations

from dataclasses import replace

from episodic.extraction.llm_based.entities import read_entities
from episodic.extraction.llm_based.replies import EntitiesReply
from episodic.model.readings import Rejection
from episodic.model.settings import EntityType, WorkSettings
from tests.replies import Named, entities_reply
from tests.unit.extraction.llm_based.entity_replies import places, read
from tests.unit.extraction.llm_based.window_of import window_of


def test_every_place_of_every_form_is_found_in_the_text() -> None:
    """The reply has forms, and the code finds the positions of the forms."""
    window = window_of("Anna Reed rowed. Nobody rowed like Anna, and Annabel knew it.")

    reading = read(window, Named(type="Person", names=["Anna Reed", "Anna"]))

    assert places(reading, window) == {"Anna Reed": [("Anna Reed", [0]), ("Anna", [35])]}


def test_chinese_forms_need_no_word_boundaries() -> None:
    window = window_of("那天林晚来了，晚上林晚又走了。")

    reading = read(window, Named(type="人物", names=["林晚"]))

    assert places(reading, window) == {"林晚": [("林晚", [2, 9])]}
    assert reading.nodes[0].type == "Person"


def test_the_longest_form_takes_its_place_from_a_shorter_one_of_another() -> None:
    """An occurrence of 张三丰 is not a mention of 张三."""
    window = window_of("张三丰来了，张三走了。")

    reading = read(window, Named(type="Person", names=["张三"]), Named(type="Person", names=["张三丰"]))

    assert places(reading, window) == {"张三": [("张三", [6])], "张三丰": [("张三丰", [0])]}


def test_a_shared_surname_inside_a_longer_name_is_no_mention() -> None:
    """ "Mrs Hale" is not a mention of "Hale"."""
    window = window_of("Mrs. Hale left. Hale stayed.")

    reading = read(window, Named(type="Person", names=["Hale"]), Named(type="Person", names=["Mrs. Hale"]))

    assert places(reading, window) == {"Hale": [("Hale", [16])], "Mrs. Hale": [("Mrs. Hale", [0])]}


def test_a_place_is_named_inside_the_name_of_what_stands_by_it() -> None:
    """ "The inn by Black Mere" contains a mention of the lake."""
    window = window_of("He slept in the inn by Black Mere.")

    reading = read(
        window,
        Named(type="Place", names=["inn by Black Mere"]),
        Named(type="Place", names=["Black Mere"]),
    )

    assert places(reading, window)["Black Mere"] == [("Black Mere", [window.text.index("Black")])]


def test_an_owner_is_named_inside_the_name_of_what_is_owned() -> None:
    """ "Osric's boat" and 船长的刀 contain mentions of their owners."""
    english = window_of("She took Osric's boat and the sword of Tamsin.")
    chinese = window_of("她拿走了船长的刀。")

    owned = read(
        english,
        Named(type="Person", names=["Osric"]),
        Named(type="Person", names=["Tamsin"]),
        Named(type="Item", names=["Osric's boat"]),
        Named(type="Item", names=["the sword of Tamsin"]),
    )
    held = read(chinese, Named(type="Person", titles=["船长"]), Named(type="Item", names=["船长的刀"]))

    assert [node.name for node in owned.nodes] == ["Osric", "Tamsin", "Osric's boat", "the sword of Tamsin"]
    assert [node.name for node in held.nodes] == ["船长", "船长的刀"]


def test_a_form_that_does_not_stand_in_the_window_is_rejected() -> None:
    """A name known from other windows is rejected, and so is an entry without a form."""
    window = window_of("The captain slept.")

    reading = read(window, Named(type="Person", names=["Captain Vane"]), Named(type="Person", titles=["The captain"]))

    assert [node.name for node in reading.nodes] == ["the captain"]
    assert Rejection("surface_rejected", "Captain Vane") in reading.rejected


def test_a_form_may_break_over_two_lines_and_have_other_apostrophes() -> None:
    """The search for a form ignores spaces and the shape of apostrophes."""
    window = window_of("Old\nTom met Pat O’Dell.")

    reading = read(window, Named(type="Person", names=["Old Tom"]), Named(type="Person", names=["Pat O'Dell"]))

    assert [node.name for node in reading.nodes] == ["Old Tom", "Pat O’Dell"]


def test_a_plain_noun_is_found_where_it_begins_a_sentence_and_is_kept_as_it_stands_inside_one() -> None:
    """ "The lamp" and "the lamp" are one form."""
    window = window_of("The lamp smoked. She trimmed the lamp.")

    reading = read(window, Named(type="Item", titles=["The lamp"]))

    assert places(reading, window) == {"the lamp": [("the lamp", [0, 29])]}


def test_a_name_is_not_found_in_the_word_that_is_spelled_like_it() -> None:
    """The name Will is not found in the word "will"."""
    window = window_of("Will knew that he will go.")

    reading = read(window, Named(type="Person", names=["Will"]))

    assert places(reading, window) == {"Will": [("Will", [0])]}


def test_titles_are_shared_and_names_are_not() -> None:
    """A title alone never becomes an alias."""
    window = window_of("师父陈默点了点头。")

    reading = read(window, Named(type="人物", names=["陈默"], titles=["师父"]))

    assert [(surface.text, surface.shared) for surface in reading.nodes[0].surfaces] == [
        ("陈默", False),
        ("师父", True),
    ]


def test_a_title_of_two_people_is_resolved_in_its_passage() -> None:
    """Each of two captains has the title in the passages where the reply assigns the title to him."""
    window = window_of("The captain sailed north. ", "The captain sailed south.")

    reading = read(
        window,
        Named(type="Person", titles=["the captain"], passages=[1]),
        Named(type="Person", titles=["the captain"], passages=[2]),
    )

    assert [[span.start for span in node.surfaces[0].spans] for node in reading.nodes] == [[0], [26]]


def test_a_title_counts_only_where_the_reply_says_that_it_means_this_one() -> None:
    """In other passages, the title means a person whom the reply does not list."""
    window = window_of("The captain, Vane, sailed. ", "The captain of the guard slept.")

    reading = read(window, Named(type="Person", names=["Vane"], titles=["the captain"], passages=[1]))

    assert [[span.start for span in surface.spans] for surface in reading.nodes[0].surfaces] == [[13], [0]]


def test_two_namesakes_share_a_name_by_passage() -> None:
    """Two people of one name are two nodes with that name."""
    window = window_of("老陈出海去了。", "另一个老陈在岸上补网。")

    reading = read(
        window,
        Named(type="人物", names=["老陈"], passages=[1]),
        Named(type="人物", names=["老陈"], passages=[2], namesake=True),
    )

    assert [(node.name, node.namesake) for node in reading.nodes] == [("老陈", False), ("老陈", True)]
    assert [node.surfaces[0].spans[0].start for node in reading.nodes] == [0, 10]


def test_an_unknown_type_is_dropped_with_a_warning() -> None:
    """Events are facts and not entities. The caller decides which types exist."""
    window = window_of("The flood came to Wick.")

    reading = read(window, Named(type="Event", names=["The flood"]), Named(type="place", names=["Wick"]))

    assert [(node.name, node.type) for node in reading.nodes] == [("Wick", "Place")]
    assert reading.rejected == (Rejection("unknown_type", "Event: The flood"),)


def test_types_are_the_callers() -> None:
    """A type of the caller is found by any of its names. A type that the caller leaves out is excluded."""
    window = window_of("林晚服下了蚀骨丹。")
    settings = WorkSettings(entity_types=(EntityType("Potion", names=("丹药",)),))

    reading = read(window, Named(type="丹药", names=["蚀骨丹"]), Named(type="人物", names=["林晚"]), settings=settings)

    assert [(node.name, node.type) for node in reading.nodes] == [("蚀骨丹", "Potion")]
    assert reading.rejected == (Rejection("unknown_type", "人物: 林晚"),)


def test_pronouns_are_no_forms() -> None:
    """A pronoun is not a name."""
    window = window_of("He met Ned. 他来了。")

    reading = read(window, Named(type="Person", names=["Ned", "He"], titles=["他"]))

    assert [surface.text for surface in reading.nodes[0].surfaces] == ["Ned"]
    assert {one.reason for one in reading.rejected} == {"no_name"}


def test_a_plain_noun_of_one_character_is_no_form_but_a_name_is() -> None:
    """信 occurs inside too many words, but 操 may be the name that a book uses for a person."""
    window = window_of("操拆信大笑，不信其言。")

    reading = read(window, Named(type="人物", names=["操"]), Named(type="物品", titles=["信"]))

    assert [node.name for node in reading.nodes] == ["操"]


def test_a_name_of_one_character_is_found_where_a_clause_begins_or_somebody_speaks() -> None:
    """操练 is not a mention of 操."""
    window = window_of("每日操练人马。操大笑，乃操刀而起。玄德与操曰：走。")

    reading = read(window, Named(type="人物", names=["操"]))

    assert [span.start for span in reading.nodes[0].surfaces[0].spans] == [7, 20]


def test_a_form_with_signs_of_patterns_is_taken_literally() -> None:
    """A name is searched literally, whatever characters it contains."""
    window = window_of("The robot R.2(b)* spoke to Rx2b.")

    reading = read(window, Named(type="Person", names=["R.2(b)*"]))

    assert places(reading, window) == {"R.2(b)*": [("R.2(b)*", [10])]}


def test_a_form_that_stands_only_inside_a_longer_one_is_a_form() -> None:
    """敕造宁国府 names 宁国府, and 一柄钢叉 names a 钢叉."""
    window = window_of("门上大书“敕造宁国府”。门内立着一柄钢叉。")

    reading = read(
        window,
        Named(type="地点", names=["敕造宁国府", "宁国府"]),
        Named(type="物品", names=["一柄钢叉"], titles=["钢叉"]),
    )

    assert places(reading, window) == {
        "敕造宁国府": [("敕造宁国府", [5]), ("宁国府", [7])],
        "一柄钢叉": [("一柄钢叉", [16]), ("钢叉", [18])],
    }
    assert reading.rejected == ()


def test_a_form_inside_the_name_of_another_of_its_type_is_none() -> None:
    """The text names only 张三丰, and never 张三."""
    window = window_of("张三丰来了。")

    reading = read(window, Named(type="Person", names=["张三"]), Named(type="Person", names=["张三丰"]))

    assert [node.name for node in reading.nodes] == ["张三丰"]
    assert reading.rejected == (Rejection("surface_rejected", "张三"),)


def test_passages_belong_to_a_form_and_not_to_its_entry() -> None:
    """ "Father" means two people, but "Vane" means the same person in every passage."""
    window = window_of("Father, old Vane, slept. ", "Father Brown came to Vane. ", "Father left.")
    rows = ["Person|Vane|~Father@1,3", "Person|Father Brown|~Father@2"]

    reading = read_entities(EntitiesReply(entities=rows), window, WorkSettings())

    assert places(reading, window)["Vane"] == [("Vane", [12, 46]), ("Father", [0, 52])]


def test_an_at_sign_in_a_name_is_no_passage() -> None:
    """A name with an at sign in the text is accepted as it is."""
    window = window_of("The robot bo@3 woke.")

    reading = read(window, Named(type="Person", names=["bo@3"]))

    assert [node.name for node in reading.nodes] == ["bo@3"]


def test_somebody_of_the_words_before_the_window_is_offered_too() -> None:
    """ "Him" at the start of the window means a person whom only the lines before the window name."""
    window = replace(window_of("Nobody had seen him since. Anna wept.", start=500), context="Heathcliff rode off. ")

    reading = read(window, Named(type="Person", names=["Anna"]), Named(type="Person", names=["Heathcliff"]))

    before = reading.nodes[1].surfaces[0]
    assert before.text == "Heathcliff"
    assert [span.shifted(len(window.context)).of(window.context) for span in before.spans] == ["Heathcliff"]
    assert reading.rejected == ()


def test_named_events_are_numbered_once() -> None:
    """Named events are offered to the second prompt and do not become entities."""
    window = window_of("Since the flood Anna slept.")

    reading = read_entities(
        entities_reply(
            [Named(type="Person", names=["Anna"])], events=["the flood", " the  flood ", "…", "the wedding"]
        ),
        window,
        WorkSettings(),
    )

    assert reading.events == ("the flood", "the wedding")


def test_places_side_by_side_in_a_longer_name_are_named_by_it() -> None:
    """青州青风寨 names 青州, and "the hospital in Hull" names Hull."""
    chinese = window_of("他住在青州青风寨，张三丰也在。")
    english = window_of("Ann works at the hospital in Hull.")

    rows = [("地点", "青州青风寨"), ("地点", "青风寨"), ("地点", "青州"), ("人物", "张三丰"), ("人物", "张三")]
    far = read(chinese, *(Named(type=kind, names=[name]) for kind, name in rows))
    near = read(english, *(Named(type="Place", names=[name]) for name in ("the hospital in Hull", "Hull")))

    assert [node.name for node in far.nodes] == ["青州青风寨", "青风寨", "青州", "张三丰"]
    assert [node.name for node in near.nodes] == ["the hospital in Hull", "Hull"]
