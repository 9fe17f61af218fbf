"""Tests of what a person knows if groups of an earlier version of the work are not divided into fact drafts again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from episodic.model.episodes import Passage
from episodic.model.graph import Fact
from episodic.model.settings import WorkSettings
from episodic.temporal.questions import Verdict
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.known_graph import LocalGraphs
from episodic.views.told.told_chronology import ToldChronologies
from episodic.views.told.work import ToldWork
from tests.sample_sizes import examples
from tests.unit.views.told.changed_chapters import CITY, HARBOR, LIN, changed, story_with_passages, with_statement
from tests.unit.views.told.test_known_graph import values_of, with_lessons


class Versions:
    """Successive versions of a work with further chapters, each derived from the version before. All that the persons
    *people* know is compared with what is derived from the chapters alone.
    """

    def __init__(self, passages: Mapping[str, Passage], people: Sequence[int]) -> None:
        self._passages, self._people = passages, people
        self._chronologies = ToldChronologies()
        self._earlier: LocalGraphs | None = None
        self.seen = Counter[str]()

    def read(self, chapters: Sequence[PlacedChapter]) -> Mapping[str, Fact]:
        """Return the facts that the first of the people knows at the end of *chapters*."""
        last = self._earlier
        told = ToldWork(
            "story",
            chapters,
            settings=WorkSettings(),
            acts={},
            chronologies=self._chronologies,
            earlier=None if last is None else last.told,
        )
        if last is not None and not told.continues(last.told):
            last = None
        graphs = LocalGraphs(told, self._passages, earlier=last)
        anew = LocalGraphs(ToldWork("story", chapters, settings=WorkSettings(), acts={}), self._passages)
        found: list[Mapping[str, Fact]] = []
        for person in map(told.entities.id_of, self._people):
            known = graphs.of(person, None).known
            assert values_of(known) == values_of(anew.of(person, None).known)
            found.append(dict(known.graph.facts))
            before = {} if last is None or person not in last.folds else last.folds[person].drafted_groups.made
            groupings = {id(one.grouping) for one in before.values()}
            for one in graphs.folds[person].drafted_groups.made.values():
                self.seen["kept" if id(one.grouping) in groupings else "drafted"] += 1
        self._earlier = graphs
        return found[0]


async def test_what_is_known_is_the_same_whether_groups_are_kept_or_not() -> None:
    story, passages = await story_with_passages()
    seen = Counter[str]()
    for seed in range(examples(4)):
        chance = random.Random(seed)
        chapters = [with_lessons(changed(one, chance), chance) for one in story]
        versions = Versions(passages, (0, 1))
        for last in range(1, len(chapters) + 1):
            versions.read(chapters[:last])
        seen += versions.seen
    assert min(seen["kept"], seen["drafted"]) > 100, seen


async def test_a_judgement_of_a_further_chapter_changes_an_earlier_group() -> None:
    story, passages = await story_with_passages()
    homes = [row["uuid"] for one in story[:2] for row in one.told.statements if row.get("object") in (HARBOR, CITY)]
    first, second = homes[:2]
    versions = Versions(passages, [LIN])
    further = story[2]._replace(told=replace(story[2].told, verdicts=((first, second, Verdict.SAME),)))

    before = versions.read(story[:2])
    after = versions.read([*story[:2], further])

    assert before[first].ended
    assert not after[first].ended
    assert versions.seen["kept"] > 0


async def test_a_further_chapter_that_dates_earlier_events_changes_an_earlier_group() -> None:
    """Only the dates of a later chapter tell which of two homes came first."""

    def after(event: str) -> Mapping[str, object]:
        return {"time": {"kind": "offset", "anchor": "event", "name": event, "low": 3, "high": 3}}

    def on(event: str, day: int) -> Mapping[str, object]:
        return {
            "event": event,
            "time": {"kind": "calendar", "calendar": "gregorian", "year": 200, "month": 5, "day": day},
        }

    back = {"placing": "back", "time": "三日后"}
    story, passages = await story_with_passages()
    plain = [one._replace(told=replace(one.told, statements=type(one.told.statements).of([]))) for one in story[:3]]
    harbor = with_statement(plain[0], LIN, "lives_in", object_=HARBOR, core=back, fields=after("fire"))
    city = with_statement(plain[1], LIN, "lives_in", object_=CITY, core=back, fields=after("flood"))
    dates = with_statement(plain[2], LIN, "met", object_=HARBOR, core=back, fields=on("fire", 20))
    dates = with_statement(dates, LIN, "met", object_=CITY, core=back, fields=on("flood", 5))
    versions = Versions(passages, [LIN])
    (home,) = (row["uuid"] for row in city.told.statements)

    before = versions.read([harbor, city])
    dated = versions.read([harbor, city, dates])

    assert not before[home].ended
    assert dated[home].ended


async def test_a_further_chapter_that_nests_two_places_changes_an_earlier_group() -> None:
    """Who was in a harbour and then in a city is still in the harbour if the harbour lies in the city."""
    story, passages = await story_with_passages()
    harbor = with_statement(story[0], LIN, "located_in", object_=HARBOR)
    city = with_statement(story[1], LIN, "located_in", object_=CITY)
    nested = with_statement(story[2], HARBOR, "part_of", object_=CITY)
    (first,) = (row["uuid"] for row in harbor.told.statements if row["uuid"].startswith("located_in"))
    versions = Versions(passages, [LIN])

    before = versions.read([harbor, city])
    after = versions.read([harbor, city, nested])

    assert before[first].ended
    assert not after[first].ended
