"""What somebody does not know although he occurs in the passage that tells it, in Chinese and in English."""

from __future__ import annotations

import pytest

from episodic.search.scope import Scope
from tests.stories.conftest import NewGraph
from tests.stories.lines import QuotedStatement, Story, Words, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

MET: tuple[Words, QuotedStatement] = (("阿梅见到白安", "Mei met Ben"), quoted("mei", "met", "ben"))
WENT: tuple[Words, QuotedStatement] = (("阿梅去了海港", "Mei went to Harbor"), quoted("mei", "went_to", "harbor"))


def story(*told: tuple[Words, QuotedStatement]) -> Story:
    """Return a story of one passage, with a sentence for each statement."""
    text = ("。".join((*(one[0] for one, _ in told), "")), " ".join(f"{one[1]}." for one, _ in told))
    return Story(((text,),), [(words, [statement]) for words, statement in told])


async def known(new_graph: NewGraph, language: str, person: str, told: Story) -> set[str]:
    """Return the quotes of the facts that the person knows."""
    done = await read(new_graph, told, language)
    page = await done.graph.get_facts(scope=Scope(pov=done.words[person], include_ended=True))
    return {one.quote for each in page.facts for one in each.fact.evidence}


def quotes(language: str, *told: tuple[Words, QuotedStatement]) -> set[str]:
    return {words[LANGUAGES.index(language)] for words, _ in told}


LEFT: tuple[Words, QuotedStatement] = (("白安离开了里城", "Ben left Leeds"), quoted("ben", "left", "leeds"))
NODDED: tuple[Words, QuotedStatement] = (("白安见到吴海", "Ben met Wu"), quoted("ben", "met", "wu"))


async def test_who_has_left_does_not_know_what_is_done_afterwards(new_graph: NewGraph, language: str) -> None:
    told = story(MET, LEFT, WENT)

    assert await known(new_graph, language, "ben", told) == quotes(language, MET, LEFT)
    assert await known(new_graph, language, "mei", told) == quotes(language, MET, LEFT, WENT)


async def test_who_acts_again_has_come_back(new_graph: NewGraph, language: str) -> None:
    told = story(MET, LEFT, WENT, NODDED)

    assert await known(new_graph, language, "ben", told) == quotes(language, MET, LEFT, WENT, NODDED)


async def test_the_next_day_is_another_scene_of_the_passage(new_graph: NewGraph, language: str) -> None:
    later: tuple[Words, QuotedStatement] = (("次日，阿梅去了海港", "The next day, Mei went to Harbor"), WENT[1])
    told = story(MET, later)

    assert await known(new_graph, language, "ben", told) == quotes(language, MET)
    assert await known(new_graph, language, "mei", told) == quotes(language, MET, later)


async def test_what_is_hidden_is_known_to_those_whom_its_sentence_names(new_graph: NewGraph, language: str) -> None:
    hidden: tuple[Words, QuotedStatement] = (
        ("阿梅把断剑藏在海港", "Mei hid the sword in Harbor"),
        quoted("sword", "located_in", "harbor"),
    )
    shown: tuple[Words, QuotedStatement] = (
        ("断剑又到了里城", "The sword came to Leeds"),
        quoted("sword", "located_in", "leeds"),
    )
    told = story(MET, hidden, shown)

    assert await known(new_graph, language, "ben", told) == quotes(language, MET, shown)
    assert await known(new_graph, language, "mei", told) == quotes(language, MET, hidden, shown)


async def test_nobody_sees_what_others_wonder(new_graph: NewGraph, language: str) -> None:
    """Whoever is only thought of is not there."""
    wonders: tuple[Words, QuotedStatement] = (
        ("阿梅疑惑吴海是谁", "Mei wondered about Wu"),
        quoted("mei", "疑惑" if language == "zh" else "wondered about", "wu"),
    )
    told = story(MET, wonders)

    assert await known(new_graph, language, "ben", told) == quotes(language, MET)
    assert await known(new_graph, language, "wu", told) == set()
    assert await known(new_graph, language, "mei", told) == quotes(language, MET, wonders)


async def test_who_only_writes_or_is_written_to_is_not_there(new_graph: NewGraph, language: str) -> None:
    letter: tuple[Words, QuotedStatement] = (
        ("吴海住在石镇", "Wu lived in Town"),
        quoted("wu", "lives_in", "town", scope="claim", holder="ben"),
    )
    wrote: tuple[Words, QuotedStatement] = (
        ("阿梅写信给吴海", "Mei wrote to Wu"),
        quoted("mei", "写信" if language == "zh" else "wrote to", "wu"),
    )
    words = ("白安的信里说，吴海住在石镇", "Ben's letter said that Wu lived in Town")
    text = story((words, letter[1]), wrote, WENT)
    told = Story(text.chapters, [(quote, [statement]) for quote, statement in (letter, wrote, WENT)])

    assert await known(new_graph, language, "ben", told) == quotes(language, letter)
    assert quotes(language, WENT).isdisjoint(await known(new_graph, language, "wu", told))


async def test_whose_office_is_told_is_not_there(new_graph: NewGraph, language: str) -> None:
    office = ("吴海是官", "Wu was an officer"), quoted("wu", "title", value=("官", "officer"))
    told = story(MET, office, WENT)

    assert await known(new_graph, language, "wu", told) == quotes(language, office)
