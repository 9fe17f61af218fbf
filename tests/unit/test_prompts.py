"""Tests of the prompt templates in both languages."""

from __future__ import annotations

from dataclasses import fields
from string import Template

import pytest
from pydantic import BaseModel

from episodic.answering.prompts import AnswerPrompt, StepPrompt
from episodic.dedup.llm_judge import SamePrompt
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.languages.registry import codes
from episodic.llm.schemas import strict_schema
from episodic.model.episodes import Language
from episodic.prompts import Prompt, template
from episodic.search.fine_prompts import ExpandPrompt, SelectPrompt
from episodic.temporal.llm_judge import MeaningPrompt, PredicatesPrompt, RivalsPrompt
from episodic.temporal.llm_time_expressions import WhenPrompt

QUESTIONS: list[type[Prompt[BaseModel]]] = [
    EntitiesPrompt, FactsPrompt, SamePrompt, RivalsPrompt, PredicatesPrompt, MeaningPrompt, WhenPrompt,
    StepPrompt, AnswerPrompt, ExpandPrompt, SelectPrompt,
]  # fmt: skip


@pytest.mark.parametrize("language", codes())
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_templates_placeholders_are_the_fields_of_its_prompt(
    question: type[Prompt[BaseModel]], language: Language
) -> None:
    """Every placeholder has a value, and every value has a placeholder."""
    system, user = template(question.stage, question.name, language)

    placeholders = {*Template(system).get_identifiers(), *Template(user).get_identifiers()}
    assert placeholders == {one.name for one in fields(question)} - {"language"}


@pytest.mark.parametrize("language", codes())
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_field_of_a_reply_is_explained_in_the_prompt(
    question: type[Prompt[BaseModel]], language: Language
) -> None:
    """An enforced schema does not tell the model what each field means."""
    _, user = template(question.stage, question.name, language)
    if question is MeaningPrompt:
        user += template(PredicatesPrompt.stage, PredicatesPrompt.name, language)[1]
    schema = question.reply_class.model_json_schema()

    named = {name for form in (schema, *schema.get("$defs", {}).values()) for name in form["properties"]}

    assert {name for name in named if name not in user} == set()


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_reply_has_a_form_that_strict_endpoints_accept(question: type[Prompt[BaseModel]]) -> None:
    """A strict schema has only objects, lists, strings and numbers."""
    assert strict_schema(question.reply_class) is not None
