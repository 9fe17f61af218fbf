"""The scripted model."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from episodic.errors import ModelRefusedError, ModelReplyError
from episodic.llm.scripted import ScriptedModel
from tests.unit.llm.questions import MARA, MARA_SAID, seen_in


class Stranger(BaseModel):
    """No reply to anything here."""


async def test_a_value_is_the_reply_and_the_question_is_kept() -> None:
    """The script answers, and the test can look at what was asked."""
    model = ScriptedModel(lambda _: MARA)

    reply = await model.ask(seen_in("Mara stood there."))

    assert reply == MARA
    assert model.asked == [seen_in("Mara stood there.")]


async def test_a_string_is_read_as_an_endpoints_reply() -> None:
    """The text may contain prose around the JSON."""
    model = ScriptedModel(lambda _: f"<think>hm</think> ```json\n{MARA_SAID}\n```")

    reply = await model.ask(seen_in("Mara stood there."))

    assert reply == MARA


async def test_a_faulty_string_is_a_faulty_reply() -> None:
    """The error carries the string, as an endpoint's does."""
    model = ScriptedModel(lambda _: "nobody")

    with pytest.raises(ModelReplyError) as caught:
        await model.ask(seen_in("Mara stood there."))

    assert caught.value.reply == "nobody"


async def test_an_exception_is_raised() -> None:
    """A script can raise errors."""
    error = ModelRefusedError("wrong key")

    with pytest.raises(ModelRefusedError) as caught:
        await ScriptedModel(lambda _: error).ask(seen_in("Mara stood there."))

    assert caught.value is error


async def test_a_value_of_another_class_is_a_mistake_of_the_script() -> None:
    """It raises TypeError."""

    with pytest.raises(TypeError):
        await ScriptedModel(lambda _: Stranger()).ask(seen_in("Mara stood there."))
