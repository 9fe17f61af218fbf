"""Tests of the statements that a person knows if the rows of an earlier version of the work are used again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from episodic.model.episodes import FrameKind, Passage
from episodic.model.settings import WorkSettings
from episodic.pipeline.projection.told_statements import StoredStatements
from episodic.temporal.knowledge.knowledge import Knowledge, KnownStatement
from episodic.temporal.knowledge.scenes import FoundScenes
from episodic.temporal.placed import PlacedStatement
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.known_graph import LocalGraphs
from episodic.views.told.work import ToldWork
from tests.unit.views.told.changed_chapters import HARBOR, LIN, SHEN, story_with_passages, with_statement


def statement_with(text: str, chapter: PlacedChapter) -> str:
    """Return the id of the statement of a chapter that has the given text."""
    return next(row["uuid"] for row in chapter.told.statements if row["core"].get("text") == text)


def in_letter(chapter: PlacedChapter) -> PlacedChapter:
    """Return the chapter as part of a letter that goes on in other chapters."""
    passages = tuple(replace(one, frame=FrameKind.LETTER, run="the letter") for one in chapter.told.passages)
    return chapter._replace(told=replace(chapter.told, passages=passages))


def known_after_each(
    chapters: Sequence[PlacedChapter], passages: Mapping[str, Passage]
) -> list[Mapping[str, PlacedStatement]]:
    """Return what 沈度 knows at the end of each of *chapters*, each time derived from the version before. Each result
    is compared with what is derived from the chapters alone.
    """
    found: list[Mapping[str, PlacedStatement]] = []
    earlier: LocalGraphs | None = None
    for last in range(1, len(chapters) + 1):
        before = None if earlier is None else earlier.told
        told = ToldWork("story", chapters[:last], settings=WorkSettings(), acts={}, earlier=before)
        assert before is None or told.continues(before)
        person = told.entities.id_of(SHEN)
        graphs = LocalGraphs(told, passages, earlier=earlier)
        found.append(dict(graphs.of(person, None).known.pov.statements))
        fresh = ToldWork("story", chapters[:last], settings=WorkSettings(), acts={})
        assert found[-1] == dict(LocalGraphs(fresh, passages).of(person, None).known.pov.statements)
        earlier = graphs
    return found


async def test_a_statement_that_was_learned_in_part_is_known_fully_once_its_passage_is_known() -> None:
    """沈度 first hears elsewhere what a letter says, and later reads the letter, which goes on in that chapter."""
    story, passages = await story_with_passages()
    heard = with_statement(with_statement(story[1], LIN, "lives_in", object_=HARBOR), SHEN, "saw")
    read = in_letter(with_statement(story[2], SHEN, "saw", core={"text": "read the letter"}))
    home = statement_with("林远住在海门城。", story[0])

    before, learned, known = known_after_each([in_letter(story[0]), heard, read], passages)

    assert home not in before
    assert learned[home].evidence.episode == story[1].episode
    assert known[home].evidence.episode == story[0].episode


async def test_a_person_who_turns_out_to_be_alive_knows_what_followed_the_report_of_the_death() -> None:
    story, passages = await story_with_passages()
    met = statement_with("沈度见到了赵虎。", story[4])

    *_, dead, alive = known_after_each([*story[:5], with_statement(story[5], SHEN, "alive")], passages)

    assert met not in dead
    assert met in alive


async def test_what_a_person_is_told_to_do_is_known_without_examination(monkeypatch: pytest.MonkeyPatch) -> None:
    """The statement also shows that he is present."""
    story, passages = await story_with_passages()
    chapter = with_statement(story[1], SHEN, "lives_in", object_=HARBOR, core={"text": "lived there"})
    told = ToldWork("story", [story[0], chapter], settings=WorkSettings(), acts={})
    lived, examined = statement_with("lived there", chapter), set[str]()
    known_statement = Knowledge.known_statement

    def noted(knowledge: Knowledge, statement: PlacedStatement, person: str) -> KnownStatement | None:
        examined.add(statement.uuid)
        return known_statement(knowledge, statement, person)

    monkeypatch.setattr(Knowledge, "known_statement", noted)
    person, graphs = told.entities.id_of(SHEN), LocalGraphs(told, passages)

    graphs.of(person, None)

    assert graphs.rows[person].sure[told.statements.number_of(lived)]
    assert told.statements[lived].passage in graphs.rows[person].passages
    assert examined
    assert lived not in examined


async def test_scenes_are_not_looked_for_to_decide_who_knows_what_others_feel() -> None:
    story, passages = await story_with_passages()
    empty = story[-1]._replace(told=replace(story[-1].told, statements=StoredStatements.of(())))
    told = ToldWork("story", [with_statement(empty, LIN, "loves", object_=HARBOR)], settings=WorkSettings(), acts={})
    scenes, person = FoundScenes(), told.entities.id_of(SHEN)
    graphs = LocalGraphs(told, passages, scenes)

    graphs.of(person, None)

    assert told.passage_ids[0] in graphs.rows[person].passages
    assert not graphs.rows[person].known.any()
    assert not scenes.starts
