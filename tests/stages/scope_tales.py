"""The stories with which reads are tested on every part of a scope: what each chapter reveals, in English and Chinese."""

from __future__ import annotations

import dataclasses
from typing import Final

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script


@dataclasses.dataclass(frozen=True)
class StoryText:
    """A story of three chapters with a plan. The last chapter adds a person, an alias, a home, an end and a
    contradiction.
    """

    chapters: tuple[Chapter, ...]
    plan: Chapter
    rewritten: str
    script: Script
    who: str
    whom: str
    merged: tuple[str, str]
    late: tuple[str, ...]
    unknown: tuple[str, ...]
    planned: str
    new: str
    early_day: str

    def graph(self, store: SQLiteStore | None = None) -> StoryGraph:
        clock, store = "2026-01-01T00:00:00+00:00", store or SQLiteStore(":memory:")
        return StoryGraph(store, group_id="scopes", model=self.script.model(), clock=lambda: clock)


def _chapter(number: int, text: str) -> Chapter:
    return Chapter(text, key=f"ch{number}", title=f"ch{number}", number=number)


def english() -> StoryText:
    people: dict[str, str] = dict.fromkeys(("Lin", "Mei", "Wu", "Zoltan", "Grey Heron", "Ferris", "Odo"), "Person")
    people |= dict.fromkeys(("Harbor", "Capital", "Tower"), "Place")
    sentences = {
        "Lin lived in Harbor": [Says("Lin", "lives_in", "Harbor")],
        "Lin met Mei": [Says("Lin", "met", "Mei")],
        "Lin had green eyes": [Says("Lin", "eye_colour", value="green")],
        "Lin had brown eyes": [Says("Lin", "eye_colour", value="brown")],
        "Mei met Wu": [Says("Mei", "met", "Wu")],
        "Lin lived in Capital": [Says("Lin", "lives_in", "Capital")],
        "Grey Heron met Zoltan": [Says("Grey Heron", "met", "Zoltan")],
        "Ferris lived in Tower": [Says("Ferris", "lives_in", "Tower")],
        "Lin met Odo": [Says("Lin", "met", "Odo")],
        "Lin owed Mei": [Says("Lin", "owes", "Mei")],
        "Lin promised Mei": [Says("Lin", "promised", "Mei")],
        "Ferris owed Tower": [Says("Ferris", "owes", "Tower")],
    }
    return StoryText(
        chapters=(
            _chapter(1, "On day 10, Lin lived in Harbor. Lin met Mei. Lin had green eyes. Lin owed Mei.\n"),
            _chapter(2, "On day 15, Mei met Wu.\n"),
            _chapter(
                3,
                "On day 20, Lin lived in Capital. Now Grey Heron met Zoltan. Lin had brown eyes. Lin promised Mei.\n",
            ),
        ),
        plan=Chapter("Ferris lived in Tower. Ferris owed Tower.\n", key="outline", title="outline"),
        rewritten="On day 10, Lin lived in Harbor. Lin met Odo.\n",
        script=Script(people, sentences),
        who="Lin",
        whom="Mei",
        merged=("Lin", "Grey Heron"),
        late=("Zoltan", "Grey Heron", "Capital", "day 20", "brown"),
        unknown=("Wu",),
        planned="Ferris",
        new="Odo",
        early_day="day 12",
    )


def chinese() -> StoryText:
    people: dict[str, str] = dict.fromkeys(("林河", "阿梅", "吴海", "左图", "灰鹭", "费青", "欧童"), "Person")
    people |= dict.fromkeys(("海港", "京城", "高塔"), "Place")
    sentences = {
        "林河住在海港": [Says("林河", "居住于", "海港")],
        "林河见到阿梅": [Says("林河", "相遇", "阿梅")],
        "林河的眼睛是绿色的": [Says("林河", "眼睛颜色", value="绿色")],
        "林河的眼睛是褐色的": [Says("林河", "眼睛颜色", value="褐色")],
        "阿梅见到吴海": [Says("阿梅", "相遇", "吴海")],
        "林河住在京城": [Says("林河", "居住于", "京城")],
        "灰鹭见到左图": [Says("灰鹭", "相遇", "左图")],
        "费青住在高塔": [Says("费青", "居住于", "高塔")],
        "林河见到欧童": [Says("林河", "相遇", "欧童")],
        "林河欠阿梅": [Says("林河", "亏欠", "阿梅")],
        "林河答应阿梅": [Says("林河", "承诺", "阿梅")],
        "费青欠高塔": [Says("费青", "亏欠", "高塔")],
    }
    return StoryText(
        chapters=(
            _chapter(1, "第十日，林河住在海港。林河见到阿梅。林河的眼睛是绿色的。林河欠阿梅。\n"),
            _chapter(2, "第十五日，阿梅见到吴海。\n"),
            _chapter(3, "第二十日，林河住在京城。灰鹭见到左图。林河的眼睛是褐色的。林河答应阿梅。\n"),
        ),
        plan=Chapter("费青住在高塔。费青欠高塔。\n", key="outline", title="outline"),
        rewritten="第十日，林河住在海港。林河见到欧童。\n",
        script=Script(people, sentences),
        who="林河",
        whom="阿梅",
        merged=("林河", "灰鹭"),
        late=("左图", "灰鹭", "京城", "第二十日", "第20日", "褐色"),
        unknown=("吴海",),
        planned="费青",
        new="欧童",
        early_day="第十二日",
    )


TALES: Final = {"en": english(), "zh": chinese()}
