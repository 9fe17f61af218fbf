"""The facts of a cast: which of its relations are still in play."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from episodic.app import StoryGraph
from episodic.context.sections import SectionKind
from episodic.model.predicates import Argument, Predicate
from episodic.model.settings import WorkSettings
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script
from tests.unit.context.pack_story import chapters, texts_of

ADORES = Predicate("adores", names=("崇拜",), takes=Argument.ENTITY, mental=True)


@dataclass(frozen=True)
class Grudges:
    """A story in which a man dies in chapter 2, of whom a woman has feelings and a brother."""

    people: tuple[str, ...]
    texts: tuple[str, ...]
    feelings: dict[str, Says]
    kin: dict[str, Says]
    death: dict[str, Says]

    def graph(self) -> StoryGraph:
        sentences = {quote: [says] for told in (self.feelings, self.kin, self.death) for quote, says in told.items()}
        model = Script(dict.fromkeys(self.people, "Person"), sentences).model()
        settings = WorkSettings(predicates=(ADORES,))
        return StoryGraph(SQLiteStore(":memory:"), group_id="grudges", model=model, settings=settings)


ENGLISH = Grudges(
    people=("Ann", "Bo", "Cal"),
    texts=(
        "Ann hated Bo. Ann adored Bo. Cal was a friend of Bo. Bo was kin to Ann. Cal was sworn to Bo. Cal hated Ann.\n",
        "Bo was dead. Ann slept.\n",
        "Ann met Cal.\n",
    ),
    feelings={
        "Ann hated Bo": Says("Ann", "hates", "Bo"),
        "Ann adored Bo": Says("Ann", "adores", "Bo"),
        "Cal was a friend of Bo": Says("Cal", "friend_of", "Bo"),
    },
    kin={
        "Bo was kin to Ann": Says("Bo", "sibling_of", "Ann"),
        "Cal was sworn to Bo": Says("Cal", "sworn_sibling_of", "Bo"),
        "Cal hated Ann": Says("Cal", "hates", "Ann"),
    },
    death={"Bo was dead": Says("Bo", "dead", phase="begins")},
)
CHINESE = Grudges(
    people=("阿兰", "薄山", "高远"),
    texts=(
        "阿兰恨薄山。阿兰崇拜薄山。高远与薄山交好。薄山是阿兰的哥哥。高远与薄山结义。高远恨阿兰。\n",
        "薄山死了。阿兰睡了。\n",
        "阿兰见到高远。\n",
    ),
    feelings={
        "阿兰恨薄山": Says("阿兰", "憎恨", "薄山"),
        "阿兰崇拜薄山": Says("阿兰", "崇拜", "薄山"),
        "高远与薄山交好": Says("高远", "朋友", "薄山"),
    },
    kin={
        "薄山是阿兰的哥哥": Says("薄山", "兄弟姐妹", "阿兰"),
        "高远与薄山结义": Says("高远", "结义兄弟", "薄山"),
        "高远恨阿兰": Says("高远", "憎恨", "阿兰"),
    },
    death={"薄山死了": Says("薄山", "死亡", phase="begins")},
)


@pytest.mark.parametrize("story", [ENGLISH, CHINESE], ids=["en", "zh"])
async def test_feelings_for_the_dead_are_not_in_play_and_kinship_with_them_is(story: Grudges) -> None:
    """Before the death, all relations are shown."""
    async with story.graph() as graph:
        await graph.add_manuscript(chapters(*story.texts))
        before, after = [
            texts_of(await graph.context(chapter, cast=[story.people[0], story.people[2]]), SectionKind.RELATIONS)
            for chapter in (2, 3)
        ]

    assert [quote for quote in (*story.feelings, *story.kin) if quote not in before] == []
    assert [quote for quote in story.feelings if quote in after] == []
    assert [quote for quote in story.kin if quote not in after] == []


async def test_who_is_only_said_to_be_dead_is_still_hated() -> None:
    for death in (
        {"Bo was dead": Says("Bo", "dead", scope="belief", holder="Ann")},
        {"Bo was dead": Says("Bo", "dead", phase="denied")},
    ):
        story = Grudges(ENGLISH.people, ENGLISH.texts, ENGLISH.feelings, ENGLISH.kin, death)
        async with story.graph() as graph:
            await graph.add_manuscript(chapters(*story.texts))
            shown = texts_of(await graph.context(3, cast=["Ann", "Cal"]), SectionKind.RELATIONS)

        assert "Ann hated Bo" in shown, death
