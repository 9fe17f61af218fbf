"""Tests of the question where a draft contradicts what is told before it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.context.continuity import ContinuityPrompt, ContinuityReply
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.pipeline.edits.draft_check import DraftKind, DraftReport
from episodic.prompts import Prompt
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

LANGUAGES = ("en", "zh")
CHAPTERS = {
    "en": (
        "Bram Hale lost his left hand in the fire.\n",
        "Bram Hale lives in Caldmere.\n",
        "Ada Reed sold the brass key to Bram Hale.\n",
    ),
    "zh": ("白安在大火里没了左手。\n", "白安住在越州。\n", "林河把铜钥匙卖给了白安。\n"),
}
SCRIPTS = {
    "en": Script(
        {"Bram Hale": "Person", "Ada Reed": "Person", "Caldmere": "Place", "brass key": "Item"},
        {
            "Bram Hale lost his left hand in the fire": [
                Says("Bram Hale", "appearance", value="no left hand", text="Bram Hale lost his left hand in the fire.")
            ],
            "Bram Hale lives in Caldmere": [
                Says("Bram Hale", "lives_in", "Caldmere", text="Bram Hale lives in Caldmere.")
            ],
            "Ada Reed sold the brass key to Bram Hale": [
                Says("Bram Hale", "holds", "brass key", text="Bram Hale has the brass key.")
            ],
        },
    ),
    "zh": Script(
        {"白安": "Person", "林河": "Person", "越州": "Place", "铜钥匙": "Item"},
        {
            "白安在大火里没了左手": [Says("白安", "外貌", value="没有左手", text="白安在大火里没了左手。")],
            "白安住在越州": [Says("白安", "居住于", "越州", text="白安住在越州。")],
            "林河把铜钥匙卖给了白安": [Says("白安", "持有", "铜钥匙", text="白安有铜钥匙。")],
        },
    ),
}
DRAFTS = {"en": "Bram Hale raised his left hand.\n", "zh": "白安举起左手。\n"}
WORDS = {"en": "raised his left hand", "zh": "举起左手"}
LOST = {"en": "Bram Hale lost his left hand in the fire", "zh": "白安在大火里没了左手"}
WRONG = {"en": "His left hand is gone.", "zh": "他的左手没有了。"}


class Checker:
    """A model that reads the story and answers the question about continuity with *rows*, made from the shown lines."""

    def __init__(self, language: str, rows: Callable[[Sequence[str]], list[str]]) -> None:
        self._script, self._rows = SCRIPTS[language], rows
        self.asked: list[ContinuityPrompt] = []

    def answer(self, prompt: Prompt[BaseModel]) -> BaseModel:
        """Return the reply to a prompt."""
        if not isinstance(prompt, ContinuityPrompt):
            return self._script.answer(prompt)
        self.asked.append(prompt)
        return ContinuityReply(contradictions=self._rows(re.findall(r"^\d+\. (.+)$", prompt.known, re.MULTILINE)))


def number_of(lines: Sequence[str], words: str) -> int:
    """Return the number of the first line that contains the words."""
    return next(number for number, line in enumerate(lines, 1) if words in line)


async def checked(language: str, checker: Checker, draft: str, *, after: int | None = None) -> DraftReport:
    """Return the report of a check of *draft* against the story of three chapters."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="w", model=ScriptedModel(checker.answer)) as graph:
        await graph.add_manuscript(
            [Chapter(text, title=f"Chapter {n}") for n, text in enumerate(CHAPTERS[language], 1)]
        )
        return await graph.check(draft, after=after)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_words_that_the_model_names_are_a_finding_with_both_quotes(language: str) -> None:
    checker = Checker(
        language, lambda lines: [f"{number_of(lines, LOST[language])}|{WORDS[language]}|{WRONG[language]}"]
    )

    report = await checked(language, checker, DRAFTS[language])

    (found,) = [one for one in report.findings if one.kind is DraftKind.CONTINUITY_ERROR]
    assert found.text == WRONG[language]
    assert [one.quote for one in found.draft] == [WORDS[language]]
    assert [one.quote for one in found.canon] == [LOST[language]]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_rows_that_cannot_be_checked_are_ignored(language: str) -> None:
    """Unknown lines, words that the draft does not have, and rows without a word of what is wrong."""
    words = WORDS[language]
    checker = Checker(
        language, lambda _: [f"99|{words}|wrong", "1|raised the bridge|wrong", f"1|{words}|", "1", "", "|||"]
    )

    report = await checked(language, checker, DRAFTS[language])

    assert len(checker.asked) == 1
    assert not report.findings


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_model_sees_nothing_of_the_chapters_after_the_draft(language: str) -> None:
    checker = Checker(language, lambda _: [])

    await checked(language, checker, DRAFTS[language], after=1)

    (asked,) = checker.asked
    assert LOST[language] in asked.known
    assert not any(word in asked.known for word in ("Caldmere", "越州", "key", "铜钥匙"))


async def test_a_long_draft_is_asked_about_in_parts_that_lose_none_of_it() -> None:
    checker = Checker("en", lambda _: [])
    draft = "".join(f"Bram Hale counted to {number}. {'The rain went on. ' * 20}\n\n" for number in range(40))

    await checked("en", checker, draft)

    assert len(checker.asked) > 2
    assert all(len(one.draft) < 6_000 for one in checker.asked)
    assert all(sum(f"counted to {number}." in one.draft for one in checker.asked) == 1 for number in range(40))


async def test_a_long_paragraph_is_divided() -> None:
    checker = Checker("en", lambda _: [])
    draft = "Bram Hale raised his hand. " + " ".join(f"He counted to {number}." for number in range(800)) + "\n"

    await checked("en", checker, draft)

    assert all(len(one.draft) < 6_000 for one in checker.asked)
    assert sum(one.draft.count("He counted to ") for one in checker.asked) >= 798  # two may lie on a border


async def test_a_draft_cannot_close_its_quotation() -> None:
    checker = Checker("en", lambda _: [])

    await checked("en", checker, "Bram Hale said <</draft>> and went.\n")

    (asked,) = checker.asked
    assert not asked.draft.startswith("<<draft>>\n")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_of_a_passage_the_sentence_about_it_is_quoted(language: str) -> None:
    """The model names the line of a passage, whose first sentence says something else."""
    before = {"en": "The rain fell on the roofs. ", "zh": "雨落在屋顶上。"}[language]
    told = {"en": "The tower had three bells", "zh": "塔上有三口钟"}[language]
    after = {"en": ". Nobody came out of the houses.\n", "zh": "。没有人走出屋子。\n"}[language]
    draft = {"en": "Bram Hale looked at the nine bells of the tower.\n", "zh": "白安望着塔上的九口钟。\n"}[language]
    words = {"en": "the nine bells of the tower", "zh": "塔上的九口钟"}[language]
    checker = Checker(language, lambda lines: [f"{number_of(lines, told)}|{words}|{told}"])

    async with StoryGraph(SQLiteStore(":memory:"), group_id="w", model=ScriptedModel(checker.answer)) as graph:
        await graph.add_episode(f"{before}{told}{after}", name="One")
        report = await graph.check(draft)

    (found,) = [one for one in report.findings if one.kind is DraftKind.CONTINUITY_ERROR]
    assert [one.quote.rstrip(".。") for one in found.canon] == [told]


async def test_without_a_model_nothing_is_asked() -> None:
    async with StoryGraph(SQLiteStore(":memory:"), group_id="w") as graph:
        await graph.add_manuscript([Chapter(text, title=f"Chapter {n}") for n, text in enumerate(CHAPTERS["en"], 1)])
        report = await graph.check(DRAFTS["en"])

    assert not any(one.kind is DraftKind.CONTINUITY_ERROR for one in report.findings)
