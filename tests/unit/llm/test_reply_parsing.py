"""Tests of parsing the text of a reply."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from episodic.llm.reply_parsing import InvalidReply, read_reply
from tests.unit.llm.questions import MARA, MARA_SAID, Seen


class Optional(BaseModel):
    """A reply class without required fields."""

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
def test_the_json_is_found_among_other_text(text: str) -> None:
    """The JSON is found inside code fences, prose and reasoning, and after drafts."""

    value = read_reply(text, Seen)

    assert value == MARA


@pytest.mark.parametrize("mark", ["</think>", "</thinking>", "</reasoning>"])
def test_a_reply_may_contain_a_closing_reasoning_tag(mark: str) -> None:
    """A closing reasoning tag inside a string of the reply is part of the string."""
    value = Seen(people=[f"a {mark} b"], place=mark)

    assert read_reply(json.dumps(value.model_dump()), Seen) == value


def test_a_draft_inside_the_reasoning_is_not_the_reply() -> None:
    """A truncated reply is invalid, even if the reasoning contains a complete draft."""
    draft = json.dumps(Seen(people=["Mara"], place="Ferry").model_dump())

    assert isinstance(read_reply(f'<think>Perhaps {draft}?</think>{{"people": ["Od', Seen), InvalidReply)


@settings(deadline=None)
@given(
    st.builds(Seen, people=st.lists(st.text()), place=st.none() | st.text()),
    st.sampled_from(["{}", "Sure. {}", "```json\n{}\n```"]),
)
def test_every_json_value_is_parsed_unchanged(value: Seen, around: str) -> None:
    """Strings with any characters are unchanged after writing, wrapping and parsing."""
    text = around.replace("{}", json.dumps(value.model_dump()))

    read = read_reply(text, Seen)

    assert read == value


@settings(deadline=None)
@given(st.text(alphabet='{}[]":,\\ \n`<>/thinkabc', max_size=200))
def test_any_text_gives_a_value_or_a_reason(text: str) -> None:
    read = read_reply(text, Seen)

    assert isinstance(read, Seen) or read.reason


def test_a_missing_field_is_named() -> None:
    """The reason names the missing field, and notes that an enforced schema would have required it."""

    unfit = read_reply('{"place": "the pier"}', Seen)

    assert unfit == InvalidReply("people: Field required", form_ignored=True)


def test_an_invalid_element_is_named_with_its_path() -> None:
    """The reason has the path of the invalid element."""

    unfit = read_reply('{"people": ["Mara", 7]}', Seen)

    assert isinstance(unfit, InvalidReply)
    assert unfit.reason == "people[1]: Input should be a valid string"


def test_a_reason_quotes_nothing_of_the_reply() -> None:
    """A reply may quote the manuscript, and reasons are shown in errors and logs."""

    unfit = read_reply('{"people": "the secret heir"}', Seen)

    assert isinstance(unfit, InvalidReply)
    assert "secret" not in unfit.reason


def test_many_errors_are_counted_instead_of_listed() -> None:
    """A reason is short, however many errors a reply has."""

    unfit = read_reply(json.dumps({"people": list(range(30))}), Seen)

    assert isinstance(unfit, InvalidReply)
    assert unfit.reason.endswith("and 22 more")


@pytest.mark.parametrize("text", ["", "  \n", "<think>…</think>"])
def test_an_empty_reply_is_reported_as_empty(text: str) -> None:
    """The error for an empty reply, or for a reply of only reasoning, has a special reason."""

    unfit = read_reply(text.replace("<think>…</think>", " "), Seen)

    assert unfit == InvalidReply("the reply is empty", form_ignored=False)


def test_prose_is_reported_as_containing_no_object() -> None:
    """A reply without JSON has another reason than an invalid object."""

    unfit = read_reply("Mara stands on the pier.", Seen)

    assert isinstance(unfit, InvalidReply)
    assert unfit.reason.startswith("it is not one JSON object")
    assert unfit.form_ignored


def test_inner_objects_of_a_truncated_reply_are_not_used() -> None:
    """An object inside an incomplete object is not the reply, even if it fits the class."""

    unfit = read_reply('{"found": [{"people": ["Mara"]}, {"people": ["Jo', Seen)

    assert isinstance(unfit, InvalidReply)


@pytest.mark.parametrize("text", ["{}", 'Nothing found: {"persons": ["Mara"]}'])
def test_an_object_without_known_fields_is_invalid(text: str) -> None:
    """If every field has a default, an object without any of the fields is invalid, and not an empty reply."""

    unfit = read_reply(text, Optional)

    assert isinstance(unfit, InvalidReply)
    assert "people, note" in unfit.reason


def test_a_lone_surrogate_is_invalid() -> None:
    unfit = read_reply('{"people": ["\\ud83d"]}', Seen)

    assert isinstance(unfit, InvalidReply)


def test_parsing_many_opening_braces_ends_early() -> None:
    """The search in a reply of many opening braces ends early instead of taking minutes."""

    unfit = read_reply("{" * 100_000, Seen)

    assert isinstance(unfit, InvalidReply)
