"""Parsing the text of a reply."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from episodic.llm.reply_parsing import InvalidReply, read_reply
from tests.unit.llm.questions import MARA, MARA_SAID, Seen


class Optional(BaseModel):
    """A reply none of whose fields is required."""

    people: list[str] = Field(default_factory=list[str])
    note: str = ""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(MARA_SAID, id="bare"),
        pytest.param(f"\ufeff\n {MARA_SAID} \n", id="byte order mark and space"),
        pytest.param(f"Here you are:\n```json\n{MARA_SAID}\n```\nAnything else?", id="fence in prose"),
        pytest.param(f"```\r\n{MARA_SAID}\r\n```", id="fence without a language"),
        pytest.param(f"好的，结果如下：{MARA_SAID}。以上。", id="amid Chinese prose"),
        pytest.param(f"<think>Is {{it}} her? {{}}</think>\n{MARA_SAID}", id="after a thought"),
        pytest.param(f'<think>{{"people": ["Joss"]}}</think>{MARA_SAID}', id="after a thought that holds a draft"),
        pytest.param(f"<think>a thought never closed {MARA_SAID}", id="inside an unclosed thought"),
        pytest.param(f"The set {{Mara}} is it: {MARA_SAID}", id="after braces of prose"),
        pytest.param(f'Draft: {{"people": ["Joss"], "place": "the dock"}} Final: {MARA_SAID}', id="after a draft"),
        pytest.param(f"{MARA_SAID}\nThat leaves {{}} open.", id="before an empty object"),
    ],
)
def test_the_value_is_found_wherever_it_stands(text: str) -> None:
    """Fences, prose, thoughts and drafts around the JSON do not hide it."""

    value = read_reply(text, Seen)

    assert value == MARA


@pytest.mark.parametrize("mark", ["</think>", "</thinking>", "</reasoning>"])
def test_what_closes_a_thought_may_stand_in_the_words_of_a_reply(mark: str) -> None:
    """No part of the reply is mistaken for a thought."""
    value = Seen(people=[f"a {mark} b"], place=mark)

    assert read_reply(json.dumps(value.model_dump()), Seen) == value


def test_a_draft_inside_a_thought_is_no_reply_even_if_the_reply_is_cut_off() -> None:
    """It is asked again, and not answered with what was thought first."""
    draft = json.dumps(Seen(people=["Mara"], place="Ferry").model_dump())

    assert isinstance(read_reply(f'<think>Perhaps {draft}?</think>{{"people": ["Od', Seen), InvalidReply)


@settings(deadline=None)
@given(
    st.builds(Seen, people=st.lists(st.text()), place=st.none() | st.text()),
    st.sampled_from(["{}", "Sure. {}", "```json\n{}\n```"]),
)
def test_every_value_written_as_json_is_read_back(value: Seen, around: str) -> None:
    """Whatever characters its strings hold, a value survives being written, wrapped and read."""
    text = around.replace("{}", json.dumps(value.model_dump()))

    read = read_reply(text, Seen)

    assert read == value


@settings(deadline=None)
@given(st.text(alphabet='{}[]":,\\ \n`<>/thinkabc', max_size=200))
def test_any_text_gives_a_value_or_a_reason(text: str) -> None:
    """No text makes the reading fail."""

    read = read_reply(text, Seen)

    assert isinstance(read, Seen) or read.reason


def test_a_missing_field_is_named() -> None:
    """The reason says which field is missing, and that an enforced form would have had it."""

    unfit = read_reply('{"place": "the pier"}', Seen)

    assert unfit == InvalidReply("people: Field required", form_ignored=True)


def test_a_wrong_element_is_named_with_its_place() -> None:
    """The reason points into the list."""

    unfit = read_reply('{"people": ["Mara", 7]}', Seen)

    assert isinstance(unfit, InvalidReply)
    assert unfit.reason == "people[1]: Input should be a valid string"


def test_a_reason_quotes_nothing_of_the_reply() -> None:
    """What the reply says may be manuscript, and a reason ends in errors and logs."""

    unfit = read_reply('{"people": "the secret heir"}', Seen)

    assert isinstance(unfit, InvalidReply)
    assert "secret" not in unfit.reason


def test_many_faults_are_counted_instead_of_listed() -> None:
    """A reason stays short however much is wrong."""

    unfit = read_reply(json.dumps({"people": list(range(30))}), Seen)

    assert isinstance(unfit, InvalidReply)
    assert unfit.reason.endswith("and 22 more")


@pytest.mark.parametrize("text", ["", "  \n", "<think>…</think>"])
def test_an_empty_reply_is_said_to_be_empty(text: str) -> None:
    """Nothing, or nothing after the thought, is no JSON gone wrong."""

    unfit = read_reply(text.replace("<think>…</think>", " "), Seen)

    assert unfit == InvalidReply("the reply is empty", form_ignored=False)


def test_prose_is_said_to_hold_no_object() -> None:
    """A reply in words only is told apart from a faulty object."""

    unfit = read_reply("Mara stands on the pier.", Seen)

    assert isinstance(unfit, InvalidReply)
    assert unfit.reason.startswith("it is not one JSON object")
    assert unfit.form_ignored


def test_a_reply_that_was_cut_off_is_not_read_from_its_inner_objects() -> None:
    """An object inside one that never closes is not the answer, even where it would fit."""

    unfit = read_reply('{"found": [{"people": ["Mara"]}, {"people": ["Jo', Seen)

    assert isinstance(unfit, InvalidReply)


@pytest.mark.parametrize("text", ["{}", 'Nothing found: {"persons": ["Mara"]}'])
def test_an_object_with_none_of_the_fields_is_not_taken_for_nothing_found(text: str) -> None:
    """Where every field has a default, an object that has none of them is a fault and no empty answer."""

    unfit = read_reply(text, Optional)

    assert isinstance(unfit, InvalidReply)
    assert "people, note" in unfit.reason


def test_half_a_surrogate_pair_is_a_fault() -> None:
    """An escape that stands for no character is not let in."""

    unfit = read_reply('{"people": ["\\ud83d"]}', Seen)

    assert isinstance(unfit, InvalidReply)


def test_endless_openings_are_given_up() -> None:
    """A reply of braces only ends the search instead of taking minutes."""

    unfit = read_reply("{" * 100_000, Seen)

    assert isinstance(unfit, InvalidReply)
