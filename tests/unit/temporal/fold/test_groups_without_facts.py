"""A group of statements that only repeat that events ended states is not folded."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from episodic.model.readings import Phase, StatementCore
from episodic.temporal.exclusion import Exclusions
from episodic.temporal.fold.groups_without_facts import fold_without_facts
from episodic.temporal.fold.partitioning import groups
from episodic.temporal.fold.partitions import GroupFold, StatementGroup
from tests.unit.temporal.fold.test_maintained_fold import LAW, Maintained, edited, up_to
from tests.unit.temporal.stories import CODES, tales
from tests.unit.temporal.story_builder import DEAD, LIVES_IN, MET, Tale


def with_derived_ends(tale: Tale) -> Tale:
    """The story, in which every stated end follows from an event."""

    def core_of(core: StatementCore) -> StatementCore:
        return replace(core, derived=core.phase is Phase.ENDS)

    return replace(tale, statements=[replace(one, core=core_of(one.core)) for one in tale.statements])


@LAW
@given(tales(judged=True, locking=True))
def test_chapters_that_follow_give_the_fold_of_the_work_so_far(tale: Tale) -> None:
    work, told = Maintained(), with_derived_ends(tale)

    for order in sorted({one.order for one in told.passages}):
        maintained, whole = work.show(up_to(told, order))

        assert maintained == whole


@LAW
@given(tales(judged=True, locking=True, most=12), st.lists(CODES, min_size=1, max_size=4))
def test_a_changed_text_gives_the_fold_of_the_changed_text(tale: Tale, codes: list[int]) -> None:
    work = Maintained()
    version = told = with_derived_ends(tale)
    work.show(told)

    for code in codes:
        version = edited(version, code, first=told)
        maintained, whole = work.show(version)

        assert maintained == whole
        assert maintained.issues == whole.issues


def releases(count: int) -> Tale:
    """A story in which Lin leaves homes of which nobody has told."""
    tale = Tale()
    for number in range(1, count + 1):
        tale.chapter(number).say("Lin", LIVES_IN, "Harbor", phase=Phase.ENDS)
    return with_derived_ends(tale)


def only_group(tale: Tale) -> StatementGroup:
    (group,) = groups(tale.statements, Exclusions())
    return group


def test_ends_that_only_repeat_events_have_no_facts() -> None:
    group = only_group(releases(3))

    assert fold_without_facts(group, None) == GroupFold(group, (), (), {}, {})


def test_a_group_with_evidence_of_the_state_is_folded() -> None:
    tale = releases(3)
    tale.say("Lin", LIVES_IN, "Harbor")

    assert fold_without_facts(only_group(tale), None) is None


def test_an_end_that_the_text_tells_itself_is_folded() -> None:
    tale = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor", phase=Phase.ENDS)

    assert fold_without_facts(only_group(tale), None) is None


def test_the_end_of_a_death_is_folded() -> None:
    """Whoever is no longer dead was dead before, when he could not act."""
    tale = with_derived_ends(Tale().chapter(1).say("Lin", DEAD, None, phase=Phase.ENDS))

    assert fold_without_facts(only_group(tale), None) is None


def test_evidence_that_follows_gives_the_facts_of_the_whole_group() -> None:
    work, tale = Maintained(), releases(3)
    before, _ = work.show(tale)

    tale.chapter(4).say("Lin", LIVES_IN, "Harbor").say("Wu", MET, "Mei")
    tale.chapter(5).say("Lin", LIVES_IN, "Harbor", phase=Phase.ENDS)
    after, whole = work.show(with_derived_ends(tale))

    assert before.facts == ()
    assert after == whole
    assert [one.core.predicate for one in after.facts] == ["lives_in", "met"]
