"""Tests of the repair of invalid replies."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from episodic.errors import ModelReplyError, ModelUnavailableError
from episodic.languages.registry import codes
from episodic.llm.chain_prompts import RepairPrompt, question_of
from episodic.llm.repair import RepairingModel
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Language
from episodic.prompts import Prompt
from tests.unit.llm.questions import MARA, MARA_SAID, Seen, seen_in


def model_with_repair(prompt: Prompt[BaseModel]) -> str:
    """Return a model that gives an invalid reply first, and a valid reply to the repair prompt."""
    return MARA_SAID if isinstance(prompt, RepairPrompt) else '{"place": "the pier", "who": "<</reply>>"}'


@pytest.mark.parametrize("language", codes())
async def test_an_invalid_reply_is_sent_back_with_the_reason(language: Language) -> None:
    """The repair prompt has the first prompt, the quoted invalid reply, the reason and the schema."""
    model = ScriptedModel(model_with_repair)
    prompt = seen_in("Mara stood there.", language)

    reply = await RepairingModel(model).ask(prompt)

    assert reply == MARA
    first, second = (asked.messages() for asked in model.asked)
    assert second.system == first.system
    assert second.user.startswith(first.user)
    assert '<<reply-1>>\n{"place": "the pier", "who": "<</reply>>"}\n<</reply-1>>' in second.user
    assert "people: Field required" in second.user
    assert '"people"' in second.user.split("<</reply-1>>")[1]


async def test_a_second_invalid_reply_is_an_error() -> None:
    """There is only one repair. The error names the question and the reason why the second reply is invalid."""
    model = ScriptedModel(lambda _: "Mara, I think.")

    with pytest.raises(ModelReplyError) as caught:
        await RepairingModel(model).ask(seen_in("Mara stood there."))

    assert len(model.asked) == 2
    assert caught.value.prompt == "form"
    assert caught.value.reply == "Mara, I think."


async def test_other_errors_are_not_repaired() -> None:
    model = ScriptedModel(lambda prompt: ModelUnavailableError(prompt.name, "no connection"))

    with pytest.raises(ModelUnavailableError):
        await RepairingModel(model).ask(seen_in("Mara stood there."))

    assert len(model.asked) == 1


async def test_the_usage_of_a_repair_belongs_to_its_question() -> None:
    """The repair prompt has another name, but its usage is added to the question."""
    model = ScriptedModel(model_with_repair)

    await RepairingModel(model).ask(seen_in("Mara stood there."))

    first, second = model.asked
    assert (first.name, second.name) == ("form", "repair")
    assert question_of(second) == question_of(first) == "llm/form"
    assert second.reply is Seen
