"""Tests of the scripted model."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from episodic.errors import ModelRefusedError, ModelReplyError
from episodic.llm.scripted import ScriptedModel
from tests.unit.llm.questions import MARA, MARA_SAID, seen_in


class Stranger(BaseModel):
    """A class that is not an expected reply."""


async def test_a_value_is_the_reply_and_the_prompt_is_stored() -> None:
    """The prompt is stored, so that a test can check what was asked."""
    model = ScriptedModel(lambda _: MARA)

    reply = await model.ask(seen_in("Mara stood there."))

    assert reply == MARA
    assert model.asked == [seen_in("Mara stood there.")]


async def test_a_string_is_parsed_like_a_reply_of_an_endpoint() -> None:
    model = ScriptedModel(lambda _: f"<think>hm</think> ```json\n{MARA_SAID}\n```")

    reply = await model.ask(seen_in("Mara stood there."))

    assert reply == MARA


async def test_an_invalid_string_is_an_invalid_reply() -> None:
    """The error contains the invalid string, like the error for an endpoint."""
    model = ScriptedModel(lambda _: "nobody")

    with pytest.raises(ModelReplyError) as caught:
        await model.ask(seen_in("Mara stood there."))

    assert caught.value.reply == "nobody"


async def test_an_exception_is_raised() -> None:
    error = ModelRefusedError("wrong key")

    with pytest.raises(ModelRefusedError) as caught:
        await ScriptedModel(lambda _: error).ask(seen_in("Mara stood there."))

    assert caught.value is error


async def test_a_value_of_another_class_raises_a_type_error() -> None:
    with pytest.raises(TypeError):
        await ScriptedModel(lambda _: Stranger()).ask(seen_in("Mara stood there."))
