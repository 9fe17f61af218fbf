"""Tests of English sentences with "I" that become sentences about a named person."""

from __future__ import annotations

from episodic.text.first_person import first_person_rules


def test_the_verb_after_a_name_has_the_form_of_the_third_person() -> None:
    said = {
        "I do not know how I get there.": "Helen does not know how she gets there.",
        "I no longer love him, and I sometimes rely on Bo.": "Helen no longer loves him, and she sometimes relies on Bo.",
        "I don't care.": "Helen doesn't care.",
        "I'm still tired, and I've become old.": "Helen is still tired, and she has become old.",
        "I never went, and I had read it.": "Helen never went, and she had read it.",
        "It is a blank in which I distinguish nothing.": "It is a blank in which Helen distinguishes nothing.",
        "How shall I get home?": "How shall Helen get home?",
        "Miss Estella and I have no choice.": "Miss Estella and Helen have no choice.",
        "He and I stand in the yard, for the coachman and I talk.": "He and Helen stand in the yard, for the coachman and she talk.",
        "Ann fell ill and I go alone.": "Ann fell ill and Helen goes alone.",
        "I kiss Ann and then tell Bo.": "Helen kisses Ann and then tells Bo.",
        "I then touch the door.": "Helen then touches the door.",
        "I pay the bill and tip the whole house.": "Helen pays the bill and tips the whole house.",
        "I ring for tea, and the waiter comes.": "Helen rings for tea, and the waiter comes.",
        "I am not happy, and know it well.": "Helen is not happy, and knows it well.",
        "I want to stay and help the men.": "Helen wants to stay and help the men.",
        "I paid the bill and put the book down.": "Helen paid the bill and put the book down.",
        "By Cheapside and Newgate Street Ann and I come under the walls.": (
            "By Cheapside and Newgate Street Ann and Helen come under the walls."
        ),
    }
    for sentence, expected in said.items():
        rules = first_person_rules(sentence)

        assert rules is not None
        assert rules.named(sentence, "Helen", alone=True, sex="woman") == expected
