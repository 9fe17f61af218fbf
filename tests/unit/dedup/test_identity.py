"""Who is who, chapter by chapter: what is sure by rule, what is asked, and what answers do."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.dedup.identity import ChapterNodes, IdentityFold, IdentityStep
from episodic.dedup.nodes import PlacedNode
from episodic.dedup.questions import IdentityAnswer, IdentityQuestion
from episodic.languages.en import ENGLISH
from episodic.model.decisions import Question
from episodic.model.readings import NodeReading, Surface
from episodic.model.records import from_json, to_json
from episodic.model.spans import Span

Windows = Sequence[Sequence[PlacedNode]]


def node(
    *names: str,
    kind: str = "Person",
    start: int = 0,
    titles: Sequence[str] = (),
    narrator: bool = False,
    namesake: bool = False,
) -> PlacedNode:
    """A node that bears these names, each at a place of its own."""
    surfaces = [
        Surface(name, (Span(start + 10 * rank, start + 10 * rank + len(name)),)) for rank, name in enumerate(names)
    ]
    surfaces += [Surface(name, (Span(start + 900, start + 900 + len(name)),), shared=True) for name in titles]
    first = (*names, *titles, "I")[0]
    return PlacedNode(NodeReading(first, kind, tuple(surfaces), narrator, namesake), f"{first} came.")


def told(fold: IdentityFold, count: int, *windows: Sequence[PlacedNode], by_rule: bool = False) -> IdentityStep:
    """One chapter."""
    return fold.step(ChapterNodes(f"chapter {count}", count, ENGLISH, tuple(tuple(one) for one in windows), by_rule))


def content(question: Question) -> IdentityQuestion:
    return from_json(IdentityQuestion, question.payload)


def fold_of(*chapters: Windows, answers: dict[str, str] | None = None) -> tuple[IdentityFold, list[IdentityStep]]:
    """The fold after these chapters, and its steps."""
    fold = IdentityFold(answers or {})
    return fold, [told(fold, count, *windows) for count, windows in enumerate(chapters)]


def answered(chapters: Sequence[Windows], **same: tuple[int, ...]) -> tuple[IdentityFold, list[IdentityStep]]:
    """The same with questions about these names answered so (others: as somebody new), until nothing is missing."""
    answers: dict[str, str] = {}
    for _ in range(20):
        fold, steps = fold_of(*chapters, answers=answers)
        missing = [one for step in steps for one in step.missing]
        if not missing:
            return fold, steps
        for one in missing:
            answers[one.uuid] = to_json(IdentityAnswer(same.get(content(one).node.name, ())))
    raise AssertionError("questions kept changing")


def roots(fold: IdentityFold, step: IdentityStep) -> list[int]:
    """The clusters of a chapter's nodes as they are now."""
    return [fold.clusters.root(number) for window in step.numbers for number in window]


def test_the_same_name_in_a_later_chapter_is_sure_and_asks_nobody() -> None:
    """One bearer, same type, no doubt."""
    fold, steps = fold_of([[node("Lin")]], [[node("Lin")]])

    assert roots(fold, steps[0]) == roots(fold, steps[1])
    assert steps[1].questions == ()


def test_somebody_who_is_first_of_all_asks_nobody() -> None:
    """There is nobody to compare with."""
    _, steps = fold_of([[node("Lin")]])

    assert steps[0].questions == ()


def test_a_new_name_is_asked_about_and_is_somebody_new_until_it_is_answered() -> None:
    """The question shows who is near."""
    fold, steps = fold_of([[node("Lin")]], [[node("Shen")]])

    assert roots(fold, steps[0]) != roots(fold, steps[1])
    (question,) = steps[1].missing
    assert [one.name for one in content(question).candidates] == ["Lin"]


def test_the_same_name_of_another_type_is_asked_about_and_not_sure() -> None:
    """A town named like a person."""
    fold, steps = fold_of([[node("Lin")]], [[node("Lin", kind="Place")]])

    assert roots(fold, steps[0]) != roots(fold, steps[1])
    assert [one.type for one in content(steps[1].missing[0]).candidates] == ["Person"]


def test_an_answer_unites_also_across_types() -> None:
    """Types are votes, not walls."""
    fold, steps = answered([[[node("Lin")]], [[node("Lin", kind="Place", start=5)]]], Lin=(0,))

    assert roots(fold, steps[0]) == roots(fold, steps[1])


def test_a_namesake_is_never_sure_and_its_name_is_ambiguous_from_then_on() -> None:
    """The text says that it is another bearer: later mentions are asked about."""
    chapters = [[[node("Lin")]], [[node("Lin", namesake=True)]], [[node("Lin")]]]

    fold, steps = answered(chapters)

    assert roots(fold, steps[0]) != roots(fold, steps[1])
    assert len(steps[2].questions) == 1
    assert len(content(steps[2].questions[0]).candidates) == 2


def test_two_equal_names_in_one_window_are_two_and_the_name_is_ambiguous() -> None:
    """A reader that lists a name twice in one window means two."""
    chapters = [[[node("Lin"), node("Lin", start=500)]], [[node("Lin")]]]

    fold, steps = answered(chapters)

    first, second = roots(fold, steps[0])
    assert first != second
    assert len(steps[1].questions) == 1
    assert {one.shared for one in content(steps[1].questions[0]).candidates} == {("Lin",)}


def test_windows_of_one_chapter_are_united_by_name() -> None:
    """Each window has its own node of somebody; they are one."""
    fold, steps = fold_of([[node("Lin")], [node("Shen"), node("Lin", start=40)]])

    assert roots(fold, steps[0])[0] == roots(fold, steps[0])[2]
    assert len({*roots(fold, steps[0])}) == 2


def test_people_of_one_window_are_no_candidates_for_each_other() -> None:
    """Who stands side by side in one reading is not one."""
    _, steps = fold_of([[node("Lin"), node("Shen", start=40)]])

    assert steps[0].questions == ()


def test_people_of_two_windows_of_one_chapter_are_candidates() -> None:
    """A name in the second window may be an alias out of the first."""
    _, steps = fold_of([[node("Lin")], [node("Zian")]])

    assert [one.name for one in content(steps[0].missing[0]).candidates] == ["Lin"]


def test_an_answer_unites_a_new_name_with_who_it_is_from_there_on() -> None:
    """Afterwards both names are sure."""
    chapters = [[[node("Lin")]], [[node("Zian")]], [[node("Zian")], [node("Lin")]]]

    fold, steps = answered(chapters, Zian=(0,))

    assert roots(fold, steps[0]) == roots(fold, steps[1])
    assert set(roots(fold, steps[2])) == set(roots(fold, steps[0]))
    assert steps[2].questions == ()


def test_an_answer_may_unite_two_who_were_known() -> None:
    """A node that is both of its candidates makes them one."""
    chapters = [[[node("Lin"), node("Shen", start=40)]], [[node("Lin", "Shen", start=3)]]]

    fold, steps = answered(chapters, Lin=(0, 1))

    assert len({*roots(fold, steps[0]), *roots(fold, steps[1])}) == 1


def test_positions_that_were_not_offered_are_not_believed() -> None:
    """Also not when they come from a kept answer."""
    fold, steps = answered([[[node("Lin")]], [[node("Shen")]]], Shen=(-1, 7, 99))

    assert roots(fold, steps[0]) != roots(fold, steps[1])


def test_a_refused_candidate_of_the_same_name_makes_the_name_ambiguous() -> None:
    """After somebody new bears a known name, the next bearer is asked about again."""
    chapters = [[[node("Lin"), node("Wu", start=40)]], [[node("Lin", "Wu", start=2)]], [[node("Lin")]]]

    _, steps = answered(chapters)

    assert len(steps[1].questions) == 1
    assert len(steps[2].questions) == 1


def test_names_that_point_at_two_people_are_asked_about() -> None:
    """Votes for two clusters are no sure case."""
    fold, steps = fold_of([[node("Lin"), node("Wu", start=40)]], [[node("Lin", "Wu", start=2)]])

    assert [one.name for one in content(steps[1].missing[0]).candidates] == ["Lin", "Wu"]
    assert len(fold.clusters) == 3


def test_shared_titles_do_not_make_anybody_sure() -> None:
    """ "The captain" of two chapters may be two captains."""
    _, steps = fold_of([[node(titles=["captain"])]], [[node(titles=["captain"])]])

    assert len(steps[1].questions) == 1


def test_first_person_narrators_are_one() -> None:
    """The narrator of one chapter is the narrator of the next."""
    fold, steps = fold_of([[node(narrator=True)]], [[node(narrator=True)]])

    assert roots(fold, steps[0]) == roots(fold, steps[1])


def test_keys_not_spellings_are_compared() -> None:
    """Case and width are not identity."""
    fold, steps = fold_of([[node("Mr. Lin")]], [[node("ＭＲ. ＬＩＮ")]])

    assert roots(fold, steps[0]) == roots(fold, steps[1])


def test_questions_do_not_depend_on_the_answers_of_their_own_step() -> None:
    """Asked together they are the same as asked after each other."""
    chapters = [[[node("Lin")]], [[node("Zian")], [node("Shen", start=9)]]]

    _, open_steps = fold_of(*chapters)
    _, closed_steps = answered(chapters, Zian=(0,))

    assert [one.uuid for one in open_steps[1].questions] == [one.uuid for one in closed_steps[1].questions]


def test_a_chapter_read_by_rules_asks_nobody() -> None:
    """Names alone decide."""
    fold = IdentityFold({})
    first = told(fold, 0, [node("Lin")], by_rule=True)
    second = told(fold, 1, [node("Shen")], [node("Lin", start=70)], by_rule=True)

    assert second.questions == ()
    assert roots(fold, second)[1] == roots(fold, first)[0]


def test_a_copy_goes_on_by_itself() -> None:
    """What one of the two is told, the other does not know."""
    fold, _ = fold_of([[node("Lin")]])
    other = fold.copy()

    told(other, 1, [node("Shen")])

    assert len(fold.clusters) == 1
    assert len(other.clusters) == 2


def teller(name: str) -> PlacedNode:
    """One who says I in a chapter under this name, which stands nowhere in the window."""
    return PlacedNode(NodeReading(name, "Person", (Surface("I", (Span(5, 6),), shared=True),)), "I came.")


def test_a_teller_is_not_the_narrator() -> None:
    """Though both are called I."""
    fold = IdentityFold({})
    narrator = told(fold, 0, [node(titles=["I"], narrator=True)], by_rule=True)

    step = told(fold, 1, [teller("Surgeon")], by_rule=True)

    assert roots(fold, step) != roots(fold, narrator)


def test_a_teller_named_alike_in_each_window_is_one() -> None:
    """By the words of the heading."""
    fold = IdentityFold({})

    step = told(fold, 0, [teller("Surgeon")], [teller("Surgeon")], by_rule=True)
    later = told(fold, 1, [teller("Surgeon")], by_rule=True)

    assert len({*roots(fold, step), *roots(fold, later)}) == 1


def test_a_teller_called_by_a_title_is_the_only_one_who_bears_it() -> None:
    """Of two doctors it may be either."""
    for others, same in ((["Dr. Vale"], True), (["Dr. Vale", "Dr. Marsh"], False)):
        fold = IdentityFold({})
        (vale, *_) = roots(fold, told(fold, 0, *[[node(other)] for other in others], by_rule=True))

        step = told(fold, 1, [teller("Doctor")], by_rule=True)

        assert (roots(fold, step) == [vale]) is same


def test_narrators_of_other_surnames_are_not_one_by_rule() -> None:
    """Two who say I and are called differently; a nickname says nothing."""
    for name, same in (("David Vale", False), ("Handel", True)):
        fold = IdentityFold({})
        first = told(fold, 0, [node("Jim Marsh", titles=["I"], narrator=True)], by_rule=True)

        step = told(fold, 1, [node(name, titles=["I"], narrator=True)], by_rule=True)

        assert (roots(fold, step) == roots(fold, first)) is same
