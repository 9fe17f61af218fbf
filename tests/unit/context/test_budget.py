"""The budget of a context pack: shares, what goes to others, and the bound under two kinds of tokenizers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import pytest

from episodic.context.budget import fitting_sections
from episodic.context.sections import ContextLine, SectionKind
from episodic.languages.en import ENGLISH
from episodic.model.lazy_entries import LazySequence
from episodic.text.token_counts import token_bound
from tests.story import CHAPTERS, memory_graph

_PARTS = re.compile(r"(?P<word>[A-Za-z]+)|(?P<digits>\d+)|(?P<han>[\u3400-\u9fff])|(?P<line>\n+)|(?P<mark>[^\w\s])")


def fine_tokens(text: str) -> int:
    """Count as a tokenizer with a small vocabulary for Chinese: 1.3 tokens for a Han character (measured for
    cl100k_base: 1.26 to 1.29), single digits, pieces of 5 letters.
    """
    counted = {"word": 0.0, "digits": 0.0, "han": 0.0, "line": 0.0, "mark": 0.0}
    for one in _PARTS.finditer(text):
        kind, length = one.lastgroup or "", len(one[0])
        counted[kind] += {"word": math.ceil(length / 5), "digits": length, "han": 1.3}.get(kind, 1)
    return math.ceil(sum(counted.values()))


def coarse_tokens(text: str) -> int:
    """Count as a tokenizer with a large vocabulary: a token for a word of up to 8 letters, 3 digits, or 1 character."""
    sizes = {"word": 8, "digits": 3}
    return sum(math.ceil(len(one[0]) / sizes.get(one.lastgroup or "", 1)) for one in _PARTS.finditer(text))


def lines(count: int, text: str = "the lamp burned low") -> list[ContextLine]:
    return [ContextLine(f"{text} {number}", f"id{number}") for number in range(count)]


def test_a_section_gives_what_it_does_not_need_to_the_others() -> None:
    alone = fitting_sections([(SectionKind.CAST, lines(200))], room=600, language=ENGLISH)
    both = fitting_sections(
        [(SectionKind.CAST, lines(200)), (SectionKind.THREADS, lines(200))], room=600, language=ENGLISH
    )

    assert len(alone[0].lines) > len(both[0].lines) > len(both[1].lines) > 5
    assert alone[0].left_out == 200 - len(alone[0].lines)


def test_a_line_that_does_not_fit_makes_room_for_shorter_lines() -> None:
    long = ContextLine("word " * 300, "long")
    (section,) = fitting_sections([(SectionKind.CAST, [long, *lines(2)])], room=120, language=ENGLISH)

    assert [one.uuid for one in section.lines] == ["id0", "id1"]
    assert section.left_out == 1


def test_lines_are_made_only_as_far_as_they_are_needed() -> None:
    made: list[int] = []

    def line(number: int) -> ContextLine:
        made.append(number)
        return ContextLine("word " * 30, f"id{number}")

    (section,) = fitting_sections(
        [(SectionKind.KNOWLEDGE, LazySequence(range(1000), line))], room=300, language=ENGLISH
    )

    assert [one.uuid for one in section.lines] == [f"id{number}" for number in range(len(section.lines))]
    assert len(section.lines) + section.left_out == 1000
    assert len(section.lines) < len(made) < 40


def test_only_lines_that_continue_each_other_are_left_out_together() -> None:
    given = [ContextLine("word " * 300, "long", verbatim=True), *lines(2)]
    voice, scene = fitting_sections(
        [(SectionKind.VOICE, given), (SectionKind.SCENE, given)], room=200, language=ENGLISH
    )

    assert [one.uuid for one in voice.lines] == ["id0", "id1"]
    assert not scene.lines


def test_the_most_useful_lines_are_kept_and_shown_by_place() -> None:
    given = [ContextLine("second", "b", place=2), ContextLine("first", "a", place=1)]

    (section,) = fitting_sections([(SectionKind.SCENE, given)], room=500, language=ENGLISH)

    assert [one.text for one in section.lines] == ["first", "second"]


@pytest.mark.parametrize("count", [fine_tokens, coarse_tokens])
async def test_a_pack_is_within_its_budget_under_two_kinds_of_tokenizers(count: Callable[[str], int]) -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)

        prompts = {budget: (await graph.context(max_tokens=budget)).to_prompt() for budget in (300, 800, 2_000)}

    assert dict.fromkeys(prompts, True) == {
        budget: count(prompt) <= token_bound(prompt) <= budget for budget, prompt in prompts.items()
    }
