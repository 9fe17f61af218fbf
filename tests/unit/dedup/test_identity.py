"""Tests of identity resolution by chapter: certain cases by rule, questions, and the effects of answers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from episodic.dedup.identity import IdentityFold, IdentityStep
from episodic.dedup.nodes import ChapterNodes, PlacedNode
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
    """Return a node with these names, each in a separate place."""
    surfaces = [
        Surface(name, (Span(start + 10 * rank, start + 10 * rank + len(name)),)) for rank, name in enumerate(names)
    ]
    surfaces += [Surface(name, (Span(start + 900, start + 900 + len(name)),), shared=True) for name in titles]
    first = (*names, *titles, "I")[0]
    return PlacedNode(NodeReading(first, kind, tuple(surfaces), narrator, namesake), f"{first} came.")


def chapter_of(fold: IdentityFold, count: int, *windows: Sequence[PlacedNode], by_rule: bool = False) -> IdentityStep:
    """Return one chapter."""
    return fold.step(ChapterNodes(f"chapter {count}", count, ENGLISH, tuple(tuple(one) for one in windows), by_rule))


def content(question: Question) -> IdentityQuestion:
    return from_json(IdentityQuestion, question.payload)


def fold_of(*chapters: Windows, answers: dict[str, str] | None = None) -> tuple[IdentityFold, list[IdentityStep]]:
    """Return the fold after these chapters, and its steps."""
    fold = IdentityFold(answers or {})
    return fold, [chapter_of(fold, count, *windows) for count, windows in enumerate(chapters)]


def answered(chapters: Sequence[Windows], **same: tuple[int, ...]) -> tuple[IdentityFold, list[IdentityStep]]:
    """Answer the questions about these names as given, and the others with a new entity, until no question is left.
    Return the fold and its steps.
    """
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
    """Return the current clusters of a chapter's nodes."""
    return [fold.clusters.root(number) for window in step.numbers for number in window]


def test_the_same_name_in_a_later_chapter_is_sure_and_asks_nobody() -> None:
    """A single known entity has the name and the type, so no question is needed."""
    fold, steps = fold_of([[node("Lin")]], [[node("Lin")]])

    assert roots(fold, steps[0]) == roots(fold, steps[1])
    assert steps[1].questions == ()


def test_somebody_who_is_first_of_all_asks_nobody() -> None:
    """The first entity has no candidates."""
    _, steps = fold_of([[node("Lin")]])

    assert steps[0].questions == ()


def test_a_new_name_is_asked_about_and_is_somebody_new_until_it_is_answered() -> None:
    """The question shows the entities that are near."""
    fold, steps = fold_of([[node("Lin")]], [[node("Shen")]])

    assert roots(fold, steps[0]) != roots(fold, steps[1])
    (question,) = steps[1].missing
    assert [one.name for one in content(question).candidates] == ["Lin"]


def test_the_same_name_of_another_type_is_asked_about_and_not_sure() -> None:
    """A town may have the name of a person."""
    fold, steps = fold_of([[node("Lin")]], [[node("Lin", kind="Place")]])

    assert roots(fold, steps[0]) != roots(fold, steps[1])
    assert [one.type for one in content(steps[1].missing[0]).candidates] == ["Person"]


def test_an_answer_unites_also_across_types() -> None:
    """Types only count as evidence."""
    fold, steps = answered([[[node("Lin")]], [[node("Lin", kind="Place", start=5)]]], Lin=(0,))

    assert roots(fold, steps[0]) == roots(fold, steps[1])


def test_a_namesake_is_never_sure_and_its_name_is_ambiguous_from_then_on() -> None:
    """The text says that another person has the name, so later mentions are asked about."""
    chapters = [[[node("Lin")]], [[node("Lin", namesake=True)]], [[node("Lin")]]]

    fold, steps = answered(chapters)

    assert roots(fold, steps[0]) != roots(fold, steps[1])
    assert len(steps[2].questions) == 1
    assert len(content(steps[2].questions[0]).candidates) == 2


def test_two_equal_names_in_one_window_are_two_and_the_name_is_ambiguous() -> None:
    """A reader that lists a name twice in one window means two entities."""
    chapters = [[[node("Lin"), node("Lin", start=500)]], [[node("Lin")]]]

    fold, steps = answered(chapters)

    first, second = roots(fold, steps[0])
    assert first != second
    assert len(steps[1].questions) == 1
    assert {one.shared for one in content(steps[1].questions[0]).candidates} == {("Lin",)}


def test_windows_of_one_chapter_are_united_by_name() -> None:
    """Each window has a separate node of the person."""
    fold, steps = fold_of([[node("Lin")], [node("Shen"), node("Lin", start=40)]])

    assert roots(fold, steps[0])[0] == roots(fold, steps[0])[2]
    assert len({*roots(fold, steps[0])}) == 2


def test_people_of_one_window_are_no_candidates_for_each_other() -> None:
    """Two nodes of one reading are not the same entity."""
    _, steps = fold_of([[node("Lin"), node("Shen", start=40)]])

    assert steps[0].questions == ()


def test_people_of_two_windows_of_one_chapter_are_candidates() -> None:
    """A name in the second window may be an alias of an entity of the first window."""
    _, steps = fold_of([[node("Lin")], [node("old Lin")]])

    assert [one.name for one in content(steps[0].missing[0]).candidates] == ["Lin"]


def test_somebody_without_a_name_may_be_an_entity_that_another_node_of_the_window_names() -> None:
    """A newspaper names Dr. Mortimer, and the window that quotes it calls its reader only "our visitor"."""
    earlier, window = [node("Mortimer")], [node(titles=["our visitor"]), node("Mortimer", start=40)]

    _, steps = fold_of([earlier, window])

    assert [one.name for one in content(steps[0].missing[0]).candidates] == ["Mortimer"]


def test_who_is_described_as_anybody_may_also_be_somebody_whose_name_is_not_similar() -> None:
    """Bo is described alike. This does not hide that the other person may be Ann."""
    earlier = [node("Ann"), node("Bo", start=40, titles=["the young person"])]

    _, steps = fold_of([earlier, [node(titles=["this young person"])]])

    assert {one.name for one in content(steps[0].missing[0]).candidates} == {"Ann", "Bo"}


def test_a_young_girl_is_no_young_fellow() -> None:
    """The nouns tell the sex."""
    _, steps = fold_of([[node("Bo", titles=["this young fellow"])], [node(titles=["this young girl"])]])

    assert steps[0].questions == ()


def test_somebody_without_a_name_is_no_other_node_of_the_only_window() -> None:
    """The reader of the window has seen that they are two."""
    _, steps = fold_of([[node("Mortimer"), node(titles=["our visitor"], start=40)]])

    assert steps[0].questions == ()


def test_an_answer_unites_a_new_name_with_who_it_is_from_there_on() -> None:
    """After the answer, both names are certain matches."""
    chapters = [[[node("Lin")]], [[node("Zian")]], [[node("Zian")], [node("Lin")]]]

    fold, steps = answered(chapters, Zian=(0,))

    assert roots(fold, steps[0]) == roots(fold, steps[1])
    assert set(roots(fold, steps[2])) == set(roots(fold, steps[0]))
    assert steps[2].questions == ()


def test_an_answer_may_unite_two_who_were_known() -> None:
    """An answer that accepts two candidates merges them."""
    chapters = [[[node("Lin"), node("Shen", start=40)]], [[node("Lin", "Shen", start=3)]]]

    fold, steps = answered(chapters, Lin=(0, 1))

    assert len({*roots(fold, steps[0]), *roots(fold, steps[1])}) == 1


def test_positions_that_were_not_offered_are_not_believed() -> None:
    """A stored answer may contain positions that were not offered, too."""
    fold, steps = answered([[[node("Lin")]], [[node("Shen")]]], Shen=(-1, 7, 99))

    assert roots(fold, steps[0]) != roots(fold, steps[1])


def test_a_refused_candidate_of_the_same_name_makes_the_name_ambiguous() -> None:
    """If a new entity has a known name, the next mention of the name is asked about again."""
    chapters = [[[node("Lin"), node("Wu", start=40)]], [[node("Lin", "Wu", start=2)]], [[node("Lin")]]]

    _, steps = answered(chapters)

    assert len(steps[1].questions) == 1
    assert len(steps[2].questions) == 1


def test_names_that_point_at_two_people_are_asked_about() -> None:
    """Names of two clusters are not a certain match."""
    fold, steps = fold_of([[node("Lin"), node("Wu", start=40)]], [[node("Lin", "Wu", start=2)]])

    assert [one.name for one in content(steps[1].missing[0]).candidates] == ["Lin", "Wu"]
    assert len(fold.clusters) == 3


def test_shared_titles_do_not_make_anybody_sure() -> None:
    """ "The captain" of two chapters may be two captains."""
    _, steps = fold_of([[node(titles=["captain"])]], [[node(titles=["captain"])]])

    assert len(steps[1].questions) == 1


def test_first_person_narrators_are_one() -> None:
    """The first-person narrator of a chapter is the narrator of the next chapter."""
    fold, steps = fold_of([[node(narrator=True)]], [[node(narrator=True)]])

    assert roots(fold, steps[0]) == roots(fold, steps[1])


def test_keys_not_spellings_are_compared() -> None:
    """Case and character width do not matter."""
    fold, steps = fold_of([[node("Mr. Lin")]], [[node("ＭＲ. ＬＩＮ")]])

    assert roots(fold, steps[0]) == roots(fold, steps[1])


def test_questions_do_not_depend_on_the_answers_of_their_own_step() -> None:
    """The questions of a step are the same, whether they are asked together or one after another."""
    chapters = [[[node("Lin")]], [[node("Zian")], [node("Shen", start=9)]]]

    _, open_steps = fold_of(*chapters)
    _, closed_steps = answered(chapters, Zian=(0,))

    assert [one.uuid for one in open_steps[1].questions] == [one.uuid for one in closed_steps[1].questions]


def test_a_chapter_read_by_rules_asks_nobody() -> None:
    """Rules decide by names alone."""
    fold = IdentityFold({})
    first = chapter_of(fold, 0, [node("Lin")], by_rule=True)
    second = chapter_of(fold, 1, [node("Shen")], [node("Lin", start=70)], by_rule=True)

    assert second.questions == ()
    assert roots(fold, second)[1] == roots(fold, first)[0]


def test_a_copy_goes_on_by_itself() -> None:
    """Chapters added to the original do not affect the copy, and chapters added to the copy do not affect the original."""
    fold, _ = fold_of([[node("Lin")]])
    other = fold.copy()

    chapter_of(other, 1, [node("Shen")])

    assert len(fold.clusters) == 1
    assert len(other.clusters) == 2


def teller(name: str) -> PlacedNode:
    """Return a narrator of a chapter with this name, which does not occur in the window."""
    return PlacedNode(NodeReading(name, "Person", (Surface("I", (Span(5, 6),), shared=True),)), "I came.")


def test_a_teller_is_not_the_narrator() -> None:
    """Both persons say "I"."""
    fold = IdentityFold({})
    narrator = chapter_of(fold, 0, [node(titles=["I"], narrator=True)], by_rule=True)

    step = chapter_of(fold, 1, [teller("Surgeon")], by_rule=True)

    assert roots(fold, step) != roots(fold, narrator)


def test_a_teller_named_alike_in_each_window_is_one() -> None:
    """The name of the narrator comes from the heading."""
    fold = IdentityFold({})

    step = chapter_of(fold, 0, [teller("Surgeon")], [teller("Surgeon")], by_rule=True)
    later = chapter_of(fold, 1, [teller("Surgeon")], by_rule=True)

    assert len({*roots(fold, step), *roots(fold, later)}) == 1


def test_a_teller_called_by_a_title_is_the_only_one_who_bears_it() -> None:
    """If two doctors are known, the title may mean either."""
    for others, same in ((["Dr. Vale"], True), (["Dr. Vale", "Dr. Marsh"], False)):
        fold = IdentityFold({})
        (vale, *_) = roots(fold, chapter_of(fold, 0, *[[node(other)] for other in others], by_rule=True))

        step = chapter_of(fold, 1, [teller("Doctor")], by_rule=True)

        assert (roots(fold, step) == [vale]) is same


@pytest.mark.parametrize(
    ("known", "name", "same"),
    [
        (["Israel Hands"], "Hands", True),
        (["Israel Hands"], "Israel", False),
        (["Israel Hands", "Job Hands"], "Hands", False),
        (["Israel Hands", "Mrs. Hands"], "Hands", False),
        (["Mr. Hands"], "Hands", False),
        (["Yellow Jack"], "Jack", False),
    ],
)
def test_a_family_name_alone_means_its_only_bearer_by_rule(known: list[str], name: str, *, same: bool) -> None:
    """A word that may be a given name, and a name with a title, show no family."""
    fold = IdentityFold({})
    before = [roots(fold, chapter_of(fold, count, [node(one)], by_rule=True))[0] for count, one in enumerate(known)]

    (found,) = roots(fold, chapter_of(fold, len(known), [node(name)], by_rule=True))

    assert (found in before) is same


def test_narrators_of_other_surnames_are_not_one_by_rule() -> None:
    """Different surnames exclude that two narrators are one. A nickname excludes nothing."""
    for name, same in (("David Vale", False), ("Handel", True)):
        fold = IdentityFold({})
        first = chapter_of(fold, 0, [node("Jim Marsh", titles=["I"], narrator=True)], by_rule=True)

        step = chapter_of(fold, 1, [node(name, titles=["I"], narrator=True)], by_rule=True)

        assert (roots(fold, step) == roots(fold, first)) is same


def test_a_first_name_is_asked_about_once_if_the_known_person_has_a_title_of_another_stage_of_life() -> None:
    """A mother and daughter of one name are two, unless the answer says that they are one."""
    mother, girl = node("Mrs. Heathcliff", "Miss Cathy"), node("Miss Cathy", "Cathy")

    _, two = answered([[[mother], [girl], [girl]]])
    fold, one = answered([[[mother], [girl]], [[girl]]], **{"Miss Cathy": (0,)})

    assert [content(each).node.name for each in two[0].questions] == ["Miss Cathy", "Miss Cathy"]
    assert [content(each).node.name for step in one for each in step.questions] == ["Miss Cathy"]
    assert set(roots(fold, one[0]) + roots(fold, one[1])) == {0}


@pytest.mark.parametrize(
    ("first", "second", "title"),
    [("Lady Byrne", "Mrs. Butcher", "the second Lady Byrne"), ("林夫人", "苏三娘", "第二任林夫人")],
)
def test_a_name_that_a_second_person_has_too_is_asked_about(first: str, second: str, title: str) -> None:
    """Without the second person, the name alone settles who is meant."""
    known: list[Windows] = [[[node(first)]], [[node(second, titles=(title,))]], [[node(first)]]]

    _, steps = fold_of(*known)
    _, alone = fold_of(known[0], [[node(second)]], known[2])

    (question,) = [content(one) for one in steps[2].questions]
    assert {candidate.name for candidate in question.candidates} == {first, second}
    assert alone[2].questions == ()


def test_the_first_lady_is_not_another_person_than_the_lady() -> None:
    _, steps = fold_of([[node("Lady Byrne", titles=("the first Lady Byrne",))]], [[node("Lady Byrne")]])

    assert steps[1].questions == ()
