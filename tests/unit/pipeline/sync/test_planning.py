"""Tests of manuscript plans: what happened to each chapter, recognised by its text."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.errors import DuplicateEpisodeError
from episodic.model.episodes import ORDER_GAP, Chapter, Episode, Layer
from episodic.pipeline.order_keys import chapter_keys, episode_of, longest_increasing_run, order_keys_between
from episodic.pipeline.sync.planning import Extent, ManuscriptPlan, PlannedChapter, forbid_replacements, plan

NOVEL = Extent.of("novel")
SYLLABLES = ("ra", "lo", "min", "te", "sko", "vi", "dun", "pa", "rel", "ho", "ga", "ster", "ny", "quo", "bel", "fi")
HAN = "潮灯缆船信冬桥市争饼烛镜果鸥归人山雨门夜城风马酒书剑花石云江月雪火林沙木"
LANGUAGES = ("en", "zh")


def sentence(dice: random.Random, language: str) -> str:
    """Return text that is used nowhere else."""
    if language == "zh":
        return "".join(dice.choices(HAN, k=18)) + "。"
    return " ".join("".join(dice.choices(SYLLABLES, k=3)) for _ in range(9)) + ". "


def prose(seed: int, language: str = "en", sentences: int = 24) -> list[str]:
    """Return paragraphs of invented prose. The same seed gives the same text."""
    dice = random.Random(seed)
    made = [sentence(dice, language) for _ in range(sentences)]
    return ["".join(made[place : place + 3]) for place in range(0, sentences, 3)]


def chapter(number: int, paragraphs: Sequence[str], *, name: str = "Chapter {}") -> Chapter:
    """Return a chapter whose text begins with its numbered heading."""
    title = name.format(number)
    return Chapter("\n\n".join((title, *paragraphs)) + "\n", title=title, path=(title,), number=number)


def novel(bodies: Sequence[Sequence[str]], language: str = "en") -> list[Chapter]:
    """Return numbered chapters."""
    name = "第{}章" if language == "zh" else "Chapter {}"
    return [chapter(number, body, name=name) for number, body in enumerate(bodies, start=1)]


def stored_chapters(chapters: Sequence[Chapter], *, manuscript: str = "novel") -> list[Episode]:
    """Return the chapters as stored in a work."""
    keys = chapter_keys(chapters)
    made = [
        episode_of(one, key, group_id="g", order=number * ORDER_GAP, layer=Layer.CANON, reader="rules/1")
        for number, (one, key) in enumerate(zip(chapters, keys, strict=True), start=1)
    ]
    return [replace(one, manuscript=manuscript) for one in made]


def outcome_codes(one: PlannedChapter) -> str:
    """Return the old key of a chapter and a letter for each of new, edited, moved, renamed, split."""
    marks = [("+", one.inserted), ("e", one.edited), ("m", one.moved), ("r", one.renamed)]
    letters = "".join(mark for mark, there in marks if there)
    return f"{'' if one.there is None else one.there.number}{letters}{'s' if one.part_of is not None else ''}"


def shapes(found: ManuscriptPlan) -> list[str]:
    return [outcome_codes(one) for one in found.chapters]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_manuscript_is_found_whole(language: str) -> None:
    """No chapter has changed."""
    chapters = novel([prose(seed, language) for seed in range(6)], language)

    found = plan(stored_chapters(chapters), chapters, extent=NOVEL)

    assert found.empty
    assert [one.key for one in found.chapters] == [one.title for one in chapters]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chapter_put_before_the_second_renames_those_after_it(language: str) -> None:
    """The renamed chapters have the same ids and keys. The new chapter gets the next number for its heading."""
    bodies = [prose(seed, language) for seed in range(4)]
    old = stored_chapters(novel(bodies, language))
    changed = [bodies[0], prose(99, language), *bodies[1:]]

    found = plan(old, novel(changed, language), extent=NOVEL)

    assert shapes(found) == ["1", "+", "2r", "3r", "4r"]
    assert [one.key for one in found.chapters[2:]] == [one.key for one in old[1:]]
    assert found.chapters[1].key == f"{old[1].key} (2)"


def test_a_chapter_inserted_before_an_edited_one_does_not_take_its_place() -> None:
    """Text counts more than headings: the old second chapter is the edited third chapter."""
    bodies = [prose(seed) for seed in range(3)]
    edited = [*bodies[1][:-1], "A gull had taken the letter."]

    found = plan(stored_chapters(novel(bodies)), novel([bodies[0], prose(99), edited, bodies[2]]), extent=NOVEL)

    assert shapes(found) == ["1", "+", "2er", "3r"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_edited_paragraph_is_an_edited_chapter(language: str) -> None:
    """The key and the position of the chapter do not change."""
    bodies = [prose(seed, language) for seed in range(3)]
    edited = [bodies[1][0], prose(50, language, 3)[0], *bodies[1][2:]]

    found = plan(
        stored_chapters(novel(bodies, language)), novel([bodies[0], edited, bodies[2]], language), extent=NOVEL
    )

    assert shapes(found) == ["1", "2e", "3"]


def test_a_chapter_written_anew_is_known_by_its_heading() -> None:
    """The new chapter has no word of the old text, but the same heading."""
    bodies = [prose(seed) for seed in range(3)]

    found = plan(stored_chapters(novel(bodies)), novel([bodies[0], prose(77), bodies[2]]), extent=NOVEL)

    assert shapes(found) == ["1", "2e", "3"]


def test_lines_wrapped_anew_are_the_same_words() -> None:
    """A chapter whose heading lost its number is recognised, too."""
    bodies = [prose(seed) for seed in range(3)]
    wrapped = [one.replace(". ", ".\n").replace(" ", "\n", 5) for one in bodies[2]]

    found = plan(stored_chapters(novel(bodies)), novel([bodies[0], prose(5), wrapped]), extent=NOVEL)

    assert found.chapters[2].there is not None
    assert found.chapters[2].there.number == 3


def test_as_few_chapters_as_possible_are_moved() -> None:
    """If the last chapter is now first, only that chapter is moved."""
    bodies = [prose(seed) for seed in range(5)]
    chapters = novel(bodies)

    found = plan(stored_chapters(chapters), [chapters[4], *chapters[:4]], extent=NOVEL)

    assert shapes(found) == ["5m", "1", "2", "3", "4"]


def test_a_chapter_can_be_moved_and_edited_at_once() -> None:
    """The plan says that the chapter was moved and edited."""
    bodies = [prose(seed) for seed in range(4)]
    chapters = novel(bodies)
    edited = chapter(3, [*bodies[2][:-1], "The bridge was gone."])

    found = plan(stored_chapters(chapters), [edited, chapters[0], chapters[1], chapters[3]], extent=NOVEL)

    assert shapes(found) == ["3em", "1", "2", "4"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_split_chapter_keeps_its_larger_part_and_the_other_says_where_it_is_from(language: str) -> None:
    bodies = [prose(seed, language) for seed in range(3)]
    parts = [bodies[1][:5], bodies[1][5:]]

    found = plan(
        stored_chapters(novel(bodies, language)), novel([bodies[0], *parts, bodies[2]], language), extent=NOVEL
    )

    assert shapes(found) == ["1", "2e", "+s", "3r"]
    assert found.gone == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_joined_chapters_are_one_that_takes_the_other_in(language: str) -> None:
    """The second chapter is joined, not removed."""
    bodies = [prose(seed, language) for seed in range(4)]
    changed = [bodies[0], [*bodies[1], *bodies[2][:6]], bodies[3]]

    found = plan(stored_chapters(novel(bodies, language)), novel(changed, language), extent=NOVEL)

    assert shapes(found) == ["1", "2e", "4r"]
    assert [one.number for one in found.joined] == [3]
    assert found.chapters[1].takes_in == found.joined
    assert found.removed == ()


def test_a_chapter_that_is_gone_is_removed_or_kept_as_asked() -> None:
    """A removed chapter that is kept is listed as missing in the manuscript."""
    bodies = [prose(seed) for seed in range(4)]
    chapters = novel([bodies[0], *bodies[2:]])

    removed = plan(stored_chapters(novel(bodies)), chapters, extent=NOVEL)
    kept = plan(stored_chapters(novel(bodies)), chapters, extent=Extent.of("novel", removing=False))

    assert [one.number for one in removed.removed] == [2]
    assert (kept.removed, [one.number for one in kept.kept]) == ((), [2])
    assert shapes(removed) == shapes(kept) == ["1", "3r", "4r"]


def test_a_second_manuscript_adds_to_the_work() -> None:
    """The heading of the first chapter is taken, so that the chapter gets the next number. No chapter of the first
    manuscript is removed.
    """
    first = stored_chapters(novel([prose(seed) for seed in range(3)]))

    found = plan(first, novel([prose(seed) for seed in range(10, 12)]), extent=Extent.of("other"))

    assert shapes(found) == ["+", "+"]
    assert [one.key for one in found.chapters] == ["Chapter 1 (2)", "Chapter 2 (2)"]
    assert found.gone == ()


def test_a_manuscript_of_the_same_name_that_shares_nothing_is_another() -> None:
    """The second manuscript removes no chapter, and gets a name of its own."""
    first = stored_chapters(novel([prose(seed) for seed in range(3)]))
    chapters = [chapter(number, prose(20 + number), name="Canto {}") for number in range(1, 3)]

    found = plan(first, chapters, extent=NOVEL)
    second = stored_chapters(chapters, manuscript=found.extent.manuscript)
    moved = [replace(one, order=one.order + 9 * ORDER_GAP) for one in second]
    again = plan([*first, *moved], chapters, extent=NOVEL)

    assert (found.gone, found.extent.manuscript) == ((), "novel (2)")
    assert again.empty


def test_a_manuscript_under_a_new_name_is_noticed() -> None:
    """Most chapters of the manuscript are already stored with the same text."""
    chapters = novel([prose(seed) for seed in range(4)])

    found = plan(stored_chapters(chapters), chapters, extent=Extent.of("novel-v2"))

    assert found.resembles == "novel"
    assert plan(stored_chapters(chapters), chapters, extent=NOVEL).resembles == ""


def test_chapters_added_by_themselves_are_left_alone() -> None:
    """A chapter that was added by hand stays in the work."""
    chapters = novel([prose(seed) for seed in range(3)])
    (interlude,) = stored_chapters([Chapter("The gulls were silent.", title="Interlude")], manuscript="")

    found = plan([*stored_chapters(chapters), replace(interlude, order=9 * ORDER_GAP)], chapters, extent=NOVEL)

    assert found.empty


def test_a_work_that_names_no_manuscripts_is_this_ones_if_most_of_it_is_found() -> None:
    """In a store of an earlier version, missing chapters are removed. A file that shares only one chapter with the work
    removes no chapter.
    """
    bodies = [prose(seed) for seed in range(5)]
    old = stored_chapters(novel(bodies), manuscript="")

    most = plan(old, novel(bodies[:4]), extent=NOVEL)
    one = plan(old, novel([bodies[0], *(prose(seed) for seed in range(30, 34))]), extent=NOVEL)

    assert [each.number for each in most.removed] == [5]
    assert (one.removed, shapes(one)) == ((), ["1", "+", "+", "+", "+"])


def test_the_callers_key_decides_whatever_the_words_say() -> None:
    """If two chapters exchange their texts, both are edited and neither is moved."""
    first, second = ("\n\n".join(prose(seed)) for seed in (1, 2))
    old = stored_chapters([Chapter(first, title="One", key="a"), Chapter(second, title="Two", key="b")])

    found = plan(old, [Chapter(second, title="One", key="a"), Chapter(first, title="Two", key="b")], extent=NOVEL)

    assert [(one.key, one.edited, one.moved) for one in found.chapters] == [("a", True, False), ("b", True, False)]


def test_of_a_part_nothing_is_gone_and_words_say_nothing() -> None:
    """Chapters added by hand are recognised by their keys. A chapter with another key and the same text is another
    chapter.
    """
    chapters = novel([prose(seed) for seed in range(3)])
    twin = replace(chapters[2], title="Twin", path=("Twin",))

    found = plan(stored_chapters(chapters, manuscript=""), [chapters[0], twin])

    assert shapes(found) == ["1", "+"]
    assert found.gone == found.kept == ()


def test_equal_texts_are_told_apart_by_heading_then_by_order() -> None:
    """Three chapters with equal text stay three chapters."""
    refrain = ["The tide comes in.", "The tide goes out."]
    chapters = [chapter(1, refrain), chapter(2, prose(1)), chapter(3, refrain), chapter(4, refrain)]

    found = plan(stored_chapters(chapters), [*chapters[:2], chapters[3], chapters[2]], extent=NOVEL)

    assert sorted(shapes(found)) in (["1", "2", "3", "4m"], ["1", "2", "3m", "4"])


def test_a_text_that_may_not_change_is_refused_and_the_same_one_changes_nothing() -> None:
    """The title and the position of a locked chapter may not change."""
    chapters = novel([prose(seed) for seed in range(2)])
    (one, other) = stored_chapters(chapters)
    titled = replace(chapters[1], title="Another", path=("Another",), key=other.key)

    found = forbid_replacements(plan([one, other], [titled]))

    assert found.chapters[0].unchanged
    with pytest.raises(DuplicateEpisodeError):
        forbid_replacements(plan([one, other], [replace(titled, text="Something else.")]))


def test_two_hundred_edited_chapters_are_all_known_again() -> None:
    """Each chapter has 20,000 characters and is edited, and the last chapter is put first."""
    dice = random.Random(1)
    words = ["".join(dice.choices(SYLLABLES, k=3)) for _ in range(9_000)]
    bodies = [[" ".join(dice.choices(words, k=650)) for _ in range(4)] for _ in range(200)]
    edited = [[body[0], body[1], " ".join(dice.choices(words, k=650)), body[3]] for body in bodies]
    old, new = stored_chapters(novel(bodies)), novel([edited[-1], *edited[:-1]])

    found = plan(old, new, extent=NOVEL)

    assert sum(one.moved for one in found.chapters) == 1
    assert all(one.edited for one in found.chapters)


@given(st.lists(st.integers(0, 60), unique=True, max_size=12))
def test_what_is_called_rising_rises_and_is_as_long_as_can_be(values: list[int]) -> None:
    """The result is compared with every increasing subsequence."""
    found = [values[place] for place in sorted(longest_increasing_run(values))]

    longest = [0] * len(values)
    for place, value in enumerate(values):
        longest[place] = 1 + max((longest[other] for other in range(place) if values[other] < value), default=0)
    assert found == sorted(found)
    assert len(found) == max(longest, default=0)


@given(before=st.none() | st.integers(1, 50), gap=st.integers(1, 30), wanted=st.integers(0, 12))
def test_places_in_a_row_are_between_their_neighbours_or_there_is_no_room(
    before: int | None, gap: int, wanted: int
) -> None:
    """The keys are different and in order."""
    low = before or 0
    found = order_keys_between(before, low + gap, wanted)

    if found is None:
        assert gap <= wanted
    else:
        assert [low, *found, low + gap] == sorted({low, *found, low + gap})
        assert len(found) == wanted
