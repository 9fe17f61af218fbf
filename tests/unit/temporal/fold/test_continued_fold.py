"""A large group that gets statements at the end of its line is folded again only from its settled part on."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.model.episodes import FrameKind
from episodic.model.readings import Phase, Placement
from episodic.temporal.exclusion import Exclusions
from episodic.temporal.fold.continued_fold import ContinuedFold, GrownGroup, continued, settled_of
from episodic.temporal.fold.deaths import Death
from episodic.temporal.fold.group_folding import Deaths, DraftedGroup, folded_group
from episodic.temporal.fold.maintained_fold import MaintainedFold
from episodic.temporal.fold.partitioning import groups
from tests.sample_sizes import examples
from tests.unit.temporal.fold.test_maintained_fold import Maintained, context_of, up_to
from tests.unit.temporal.stories import CODES, TIMES, Digits
from tests.unit.temporal.story_builder import DEAD, HAIR, HOLDS, IS_IN, LIVES_IN, Tale, chronology_of

SAYINGS = (
    *[("Lin", LIVES_IN, ("Harbor", "Capital", "Village"))] * 3,
    ("Lin", IS_IN, ("Harbor", "Capital")),
    ("Lin", HOLDS, ("sword",)),
    ("Wu", HOLDS, ("sword",)),
    ("Lin", HAIR, ("red", "grey")),
)
HOMES = ("Harbor", "Capital", "Village", "Mill")


@st.composite
def calm_tales(draw: st.DrawFn) -> Tale:
    """Long stories about few people, most of which is told in story order."""
    tale = Tale()
    odd = draw(st.sampled_from((0, 1, 4)))
    for chapter, code in enumerate(draw(st.lists(CODES, min_size=4, max_size=16)), start=1):
        digits = Digits(code)
        tale.chapter(chapter, digits.one_of((*[None] * 30, *TIMES[: 2 * odd])))
        for frame in (FrameKind.MAIN, digits.one_of((*[FrameKind.MAIN] * 9, FrameKind.FLASHBACK))):
            tale.passage(frame=frame)
            for _ in range(digits.one_of((1, 2))):
                _say(tale, digits, odd)
    return tale


def _say(tale: Tale, digits: Digits, odd: int) -> None:
    subject, predicate, targets = digits.one_of(SAYINGS)
    phase = digits.one_of((*[Phase.HOLDS] * 4, *[Phase.BEGINS] * 2, *[Phase.ENDS] * odd))
    target = digits.one_of((*targets, *targets, None if phase is Phase.ENDS else targets[0]))
    placing = digits.one_of((*[Placement.NOW] * 20, *[Placement.BACK, Placement.AHEAD][: odd // 2]))
    tale.say(subject, predicate, target, phase=phase, placing=placing)


@settings(max_examples=examples(40), deadline=None)
@given(calm_tales(), st.integers(1, 3))
def test_chapters_that_follow_give_the_fold_of_the_whole_work(tale: Tale, tail: int) -> None:
    work = Maintained()
    work.fold = MaintainedFold(tail=tail)

    for order in sorted({one.order for one in tale.passages}):
        maintained, whole = work.show(up_to(tale, order))

        assert maintained == whole
        assert [one.core for one in maintained.facts] == [one.core for one in whole.facts]


def homes(count: int) -> Tale:
    """A story in which Lin has another home in each chapter."""
    tale = Tale()
    for number in range(count):
        tale.chapter(number + 1).say("Lin", LIVES_IN, HOMES[number % len(HOMES)])
    return tale


def grown(tale: Tale, known: int, *, deaths: Deaths | None = None, changed: Iterable[str] = ()) -> ContinuedFold | None:
    """Continue the fold of the first *known* statements of a story about one group."""
    context = context_of(chronology_of(tale), [])
    (before,), (group,) = (groups(some, Exclusions()) for some in (tale.statements[:known], tale.statements))
    drafted = DraftedGroup(before, context, {})
    settled = settled_of(drafted, Exclusions())
    step = GrownGroup(group, drafted.folded(), settled, frozenset(), frozenset(changed))
    found = continued(step, context, deaths or {})
    assert found is None or found.answer == folded_group(group, context, {})
    return found


def test_only_the_last_facts_of_a_large_group_are_folded_again() -> None:
    found = grown(homes(40), 39)

    assert found is not None
    assert len(found.answer.facts) == 40
    assert 4 <= len(found.tail.facts) <= 6
    assert found.settled.statements == found.settled.facts >= 35


def test_a_small_group_is_folded_as_a_whole() -> None:
    assert grown(homes(9), 8) is None


def test_a_statement_that_looks_back_is_folded_with_the_whole_group() -> None:
    assert grown(homes(39).say("Lin", LIVES_IN, "Mill", placing=Placement.BACK), 39) is None


def test_a_flashback_is_folded_with_the_whole_group() -> None:
    tale = homes(39).passage(frame=FrameKind.FLASHBACK).say("Lin", LIVES_IN, "Mill")

    assert grown(tale, 39) is None


def test_a_denial_is_folded_with_the_whole_group() -> None:
    assert grown(homes(39).chapter(40).say("Lin", LIVES_IN, "Mill", phase=Phase.DENIED), 39) is None


def test_a_changed_statement_of_the_settled_part_is_folded_with_the_whole_group() -> None:
    tale = homes(40)

    assert grown(tale, 39, changed=[tale.statements[5].uuid]) is None
    assert grown(tale, 39, changed=[tale.statements[38].uuid]) is not None


def test_facts_that_a_death_may_end_are_folded_with_the_whole_group() -> None:
    tale = homes(40)
    (group,) = groups(tale.statements, Exclusions())
    (death,) = Tale().chapter(41).say("Lin", DEAD).statements

    assert grown(tale, 39, deaths={(group.partition, "Lin"): (Death(death.uuid, death),)}) is None
    assert grown(tale, 39, deaths={(group.partition, "Wu"): (Death(death.uuid, death),)}) is not None
