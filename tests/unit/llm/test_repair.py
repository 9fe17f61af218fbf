"""The repair of invalid replies."""

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


def mending(prompt: Prompt[BaseModel]) -> str:
    """Gives a faulty reply first, and a proper one when asked once more."""
    return MARA_SAID if isinstance(prompt, RepairPrompt) else '{"place": "the pier", "who": "<</reply>>"}'


@pytest.mark.parametrize("language", codes())
async def test_a_faulty_reply_is_asked_once_more_with_reply_and_reason(language: Language) -> None:
    """The second question holds the first, the faulty reply as quoted material, what is wrong, and the form."""
    model = ScriptedModel(mending)
    prompt = seen_in("Mara stood there.", language)

    reply = await RepairingModel(model).ask(prompt)

    assert reply == MARA
    first, second = (asked.messages() for asked in model.asked)
    assert second.system == first.system
    assert second.user.startswith(first.user)
    assert '<<reply-1>>\n{"place": "the pier", "who": "<</reply>>"}\n<</reply-1>>' in second.user
    assert "people: Field required" in second.user
    assert '"people"' in second.user.split("<</reply-1>>")[1]


async def test_a_reply_that_is_faulty_again_is_an_error() -> None:
    """There is one round and no more; the error names the question and what is wrong with the second reply."""
    model = ScriptedModel(lambda _: "Mara, I think.")

    with pytest.raises(ModelReplyError) as caught:
        await RepairingModel(model).ask(seen_in("Mara stood there."))

    assert len(model.asked) == 2
    assert caught.value.prompt == "form"
    assert caught.value.reply == "Mara, I think."


async def test_other_errors_are_not_repaired() -> None:
    """A call without a reply is not repaired."""
    model = ScriptedModel(lambda prompt: ModelUnavailableError(prompt.name, "no connection"))

    with pytest.raises(ModelUnavailableError):
        await RepairingModel(model).ask(seen_in("Mara stood there."))

    assert len(model.asked) == 1


async def test_a_repair_counts_for_the_question_that_it_mends() -> None:
    """Its own prompt has a name of its own, but what it costs belongs to the question."""
    model = ScriptedModel(mending)

    await RepairingModel(model).ask(seen_in("Mara stood there."))

    first, second = model.asked
    assert (first.name, second.name) == ("form", "repair")
    assert question_of(second) == question_of(first) == "llm/form"
    assert second.reply is Seen
