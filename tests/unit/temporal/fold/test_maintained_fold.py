"""The maintained fold of a changing work always equals the fold of the work as it is."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.model.episodes import ORDER_GAP
from episodic.model.graph import IssueKind
from episodic.model.holding import Holding, HoldingRun
from episodic.model.readings import Phase, Placement
from episodic.temporal.chapter_bounds import ChapterBounds
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.exclusion import Exclusions, JudgedPair
from episodic.temporal.fold.fold import FoldContext, fold
from episodic.temporal.fold.folded_facts import FoldResult
from episodic.temporal.fold.maintained_fold import MaintainedFold
from episodic.temporal.issues import IssueContext
from episodic.temporal.placed import PlacedPassage, StrandLink
from tests.sample_sizes import examples
from tests.unit.temporal.stories import CODES, TIMES, Digits, tales, without_chapter
from tests.unit.temporal.story_builder import DEAD, FEELS, LIVES_IN, MET, DayCount, Tale, day, later

DAYS = DayCount()
LAW = settings(max_examples=examples(150), deadline=None)


def context_of(chronology: Chronology, verdicts: list[JudgedPair]) -> FoldContext:
    """The context of a fold."""
    return FoldContext(chronology, Exclusions(verdicts), ChapterBounds(chronology), IssueContext("work"))


def up_to(tale: Tale, order: int) -> Tale:
    """Return the story up to the chapter with the order key *order*."""
    known = {one.uuid for one in tale.passages if one.order <= order}
    told = Tale()
    told.passages = [one for one in tale.passages if one.uuid in known]
    told.statements = [one for one in tale.statements if one.passage in known]
    told.verdicts = [one for one in tale.verdicts if one.told.order <= order]
    return told


class Maintained:
    """A work with its maintained chronology and fold."""

    def __init__(self) -> None:
        self.fold = MaintainedFold()
        self.chronology = Chronology.of((), (), DAYS)

    def show(self, tale: Tale) -> tuple[FoldResult, FoldResult]:
        """The maintained result and the result of a fold from scratch."""
        statements = {one.uuid: one for one in tale.statements}
        self.chronology = self.chronology.revised({one.uuid: one for one in tale.passages}, statements, DAYS)
        context = context_of(self.chronology, tale.verdicts)
        return self.fold.fold(statements, context), fold(tale.statements, context)


@LAW
@given(tales(judged=True, locking=True))
def test_chapters_that_follow_give_the_fold_of_the_work_so_far(tale: Tale) -> None:
    """Only what a chapter changes is folded again."""
    work = Maintained()

    for order in sorted({one.order for one in tale.passages}):
        so_far = up_to(tale, order)
        maintained, whole = work.show(so_far)

        again = context_of(Chronology.of(so_far.passages, so_far.statements, DAYS), so_far.verdicts)
        assert maintained == whole
        assert [one.core for one in maintained.facts] == [one.core for one in fold(so_far.statements, again).facts]


EDITS = ("chapter", "passage", "statement", "time of a passage", "time of a statement", "offsets", "lock", "undo")


def links_without(passage: PlacedPassage, removed: str) -> tuple[StrandLink, ...]:
    """Return the links to other strands, as they are after the passage *removed* was taken out of the text."""
    return tuple(one for one in passage.follows if one.passage != removed)


def edited(tale: Tale, code: int, *, first: Tale) -> Tale:
    """The story with one chapter, passage or statement less, with another time of a passage or statement, with a
    statement locked or unlocked, or with the text that it had at *first*.
    """
    digits = Digits(code)
    what = digits.one_of(EDITS)
    if what == "undo" or not tale.passages:
        return first
    passage = digits.one_of(tale.passages)
    said = digits.one_of(tale.statements or (None,))
    time = digits.one_of(TIMES)
    shown = without_chapter(tale, passage.episode if what == "chapter" else "")
    if what == "passage":
        left = [one for one in tale.passages if one is not passage]
        shown.passages = [replace(one, follows=links_without(one, passage.uuid)) for one in left]
        shown.statements = [one for one in tale.statements if one.passage != passage.uuid]
    elif what == "statement":
        shown.statements = [one for one in tale.statements if one is not said]
    elif what == "time of a passage":
        shown.passages = [replace(one, time=time) if one is passage else one for one in tale.passages]
    elif what == "time of a statement":
        shown.statements = [replace(one, time=time) if one is said else one for one in tale.statements]
    elif what == "lock":
        shown.statements = [replace(one, locked=not one.locked) if one is said else one for one in tale.statements]
    elif what == "offsets":
        later = [one for one in tale.passages if one.episode == passage.episode and one.start >= passage.start]
        shown.passages = [replace(one, start=one.start + 1) if one in later else one for one in tale.passages]
    return shown


@LAW
@given(tales(judged=True, locking=True, most=12), st.lists(CODES, min_size=1, max_size=4))
def test_a_changed_text_gives_the_fold_of_the_changed_text(tale: Tale, codes: list[int]) -> None:
    """Chapters, passages and statements are removed, changed and added again. The nodes of a chronology that was built
    anew have the numbers that the kept groups know.
    """
    work = Maintained()
    work.show(tale)

    version = tale
    for code in codes:
        version = edited(version, code, first=tale)
        maintained, whole = work.show(version)

        again = context_of(Chronology.of(version.passages, version.statements, DAYS), tale.verdicts)
        anew = fold(version.statements, again)
        assert maintained == whole
        assert [one.core for one in maintained.facts] == [one.core for one in anew.facts]
        assert maintained.issues == anew.issues


def test_a_sentence_less_in_the_middle_keeps_the_groups_of_other_chapters() -> None:
    """Only the statements about Wu have another position, because they share a moment with the removed sentence."""
    tale = Tale()
    for number in range(1, 8):
        tale.chapter(number).say("Lin", LIVES_IN, f"Harbor {number}").say(f"Jon {number}", FEELS, "glad")
        tale.say("Wu", MET, "Mei").passage()
    work = Maintained()
    before, _ = work.show(tale)
    gone = next(one for one in tale.statements if one.subject == "Jon 4")
    shown = without_chapter(tale, "")
    shown.statements = [one for one in tale.statements if one is not gone]

    maintained, whole = work.show(shown)

    kept = {id(one) for one in before.facts}
    fresh = {one.core.subject for one in maintained.facts if id(one) not in kept}
    assert maintained == whole
    assert len(maintained.facts) == len(before.facts) - 1
    assert fresh == {"Wu"}


def test_a_sentence_less_before_a_death_moves_the_ends_of_facts_in_other_groups() -> None:
    """The death is the second statement of its moment, and then the first."""
    tale = Tale().chapter(1, day(1)).say("Lin", LIVES_IN, "Harbor").chapter(2)
    tale.say("Wu", MET, "Mei").say("Lin", DEAD).chapter(3).say("Wu", MET, "Jon")
    work = Maintained()
    work.show(tale)
    shown = without_chapter(tale, "")
    shown.statements = [one for one in tale.statements if one.object != "Mei"]

    maintained, whole = work.show(shown)

    assert maintained.facts[0].core.ended_by == (shown.statements[1].uuid,)
    assert maintained == whole


@LAW
@given(tales(judged=True), st.integers(0, 7))
def test_judgements_that_come_and_go_give_the_fold_under_the_judgements(tale: Tale, kept: int) -> None:
    """A judgement can join or divide groups of chapters that did not change."""
    fewer = Tale()
    fewer.passages, fewer.statements, fewer.verdicts = tale.passages, tale.statements, tale.verdicts[:kept]
    work = Maintained()

    for version in (fewer, tale, fewer):
        maintained, whole = work.show(version)
        assert maintained == whole


def shown_by_chapter(tale: Tale) -> list[tuple[FoldResult, FoldResult]]:
    """Return the maintained result and the result of a whole fold after each chapter."""
    work = Maintained()
    return [work.show(up_to(tale, order)) for order in sorted({one.order for one in tale.passages})]


def test_a_fact_that_ends_in_the_future_is_over_in_the_chapter_that_follows() -> None:
    """The range of chapters of a fact that ends after the last chapter depends on the next chapter."""
    tale = Tale().chapter(1, day(1)).say("Lin", LIVES_IN, "Harbor")
    tale.say("Lin", LIVES_IN, "Harbor", phase=Phase.ENDS, time=day(20), placing=Placement.AHEAD)
    tale.passage().passage().chapter(2, later(40, None)).say("Wu", MET, "Mei")

    (_, (maintained, whole)) = shown_by_chapter(tale)

    assert maintained.facts[0].core.hi == 2 * ORDER_GAP
    assert maintained == whole


def test_a_mood_that_a_death_ends_is_over_with_its_scene_when_further_passages_follow() -> None:
    """Lin is glad in the last passage so far, and another chapter dates his death forty days later."""
    tale = Tale().chapter(1, day(1)).say("Lin", FEELS, "glad")
    tale.say("Lin", DEAD, phase=Phase.BEGINS, time=day(40), placing=Placement.AHEAD)
    tale.chapter(2, day(2)).passage().passage().chapter(3, day(90)).say("Wu", MET, "Mei")

    shown = shown_by_chapter(tale)

    ended_by = [
        next(one.core.ended_by for one in maintained.facts if one.core.predicate == "feels") for maintained, _ in shown
    ]
    assert all(maintained == whole for maintained, whole in shown)
    assert [one == (shown[0][0].facts[0].uuid,) for one in ended_by] == [False, True, True]


def test_an_act_is_reported_when_a_later_chapter_reports_an_earlier_death() -> None:
    """The act's own group does not depend on deaths, and is not folded again."""
    tale = Tale().chapter(1, day(10)).say("Jon", MET, "Wu", time=day(20)).passage().passage().chapter(2)
    tale.say("Jon", DEAD, phase=Phase.BEGINS, time=day(15), placing=Placement.BACK)

    (_, (maintained, whole)) = shown_by_chapter(tale)

    assert [one.kind for one in maintained.issues] == [IssueKind.DEAD_ACTS]
    assert maintained == whole


def test_another_entity_of_a_statement_keeps_the_chronology() -> None:
    """A merge changes the entity of a statement, and no time."""
    tale = Tale().chapter(1, day(10)).say("Jon", MET, "Wu", time=day(20)).chapter(2).say("Jon", LIVES_IN, "Harbor")
    work = Maintained()
    work.show(tale)
    before = work.chronology
    tale.statements[0] = replace(tale.statements[0], subject="Lin")

    maintained, whole = work.show(tale)

    assert work.chronology.growth is not None
    assert work.chronology.growth.base is before.version
    assert not work.chronology.growth.nodes
    assert maintained == whole


def test_a_plan_has_happened_in_the_chapter_that_follows_it() -> None:
    """The chapter that follows changes no order between earlier moments."""
    tale = Tale().chapter(1, day(1)).say("Lin", MET, "Wu", time=day(20), placing=Placement.AHEAD)
    tale.chapter(2, day(2)).passage().passage().chapter(3, day(90))

    shown = shown_by_chapter(tale)

    assert all(maintained == whole for maintained, whole in shown)
    found = [maintained.facts[0].core.holdings or () for maintained, _ in shown]
    assert [[(one.order // ORDER_GAP, one.holding) for one in runs] for runs in found] == [
        [],
        [],
        [(3, Holding.HOLDS)],
    ]


def test_a_thing_that_may_happen_later_has_happened_once_a_chapter_is_certainly_later() -> None:
    """When Lin will meet Wu is unknown until a chapter lies further ahead than the meeting can."""
    tale = Tale().chapter(1, day(1)).say("Lin", MET, "Wu", time=later(0, 30), placing=Placement.AHEAD)
    tale.chapter(2, later(1, None)).passage().passage().chapter(3, later(40, None))

    shown = shown_by_chapter(tale)

    assert all(maintained == whole for maintained, whole in shown)
    holdings = [maintained.facts[0].core.holdings or () for maintained, _ in shown]
    assert [runs[-1:] for runs in holdings[1:]] == [
        (HoldingRun(2 * ORDER_GAP, Holding.POSSIBLE),),
        (HoldingRun(3 * ORDER_GAP, Holding.HOLDS),),
    ]
