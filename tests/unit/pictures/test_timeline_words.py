"""What a picture of a timeline says in words: titles, names, the language; and that words stay words."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from episodic.model.episodes import Language
from episodic.model.readings import StatementScope
from episodic.pictures.timelines import timeline_svg
from episodic.search.timelines import Timeline, timeline
from tests.unit.pictures.drawn import SVG, Drawn, drawn, remembering
from tests.unit.search.telling import harbor, lotm


async def test_chapters_stand_in_telling_order_with_number_and_title() -> None:
    """Blocks that touch and do not overlap."""
    picture = await drawn(remembering())

    assert picture.words("chapter") == ["1", "One", "2", "Two", "3", "Three"]
    edges = [
        (float(block.get("x") or 0), float(block.get("x") or 0) + float(block.get("width") or 0))
        for block in picture.classed("block")
    ]
    assert all(abs(one[1] - other[0]) <= 0.2 for one, other in pairwise(edges))


HOSTILE = '</text><script>alert(1)</script>\x1b[31m\u202e&"'


@pytest.mark.parametrize("place", ["name", "title", "work", "sentence"])
async def test_hostile_names_stay_words(place: str) -> None:
    """No element comes out of them, and what steers is shown as its code."""
    tale = remembering()
    line = await timeline(await tale.view(), "Lin")
    match place:
        case "name":
            line = replace(line, entity=HOSTILE)
        case "work":
            line = replace(line, work=HOSTILE)
        case "title":
            first = line.chapters[0]
            line = replace(line, chapters=(replace(first, ref=replace(first.ref, title=HOSTILE)), *line.chapters[1:]))
        case _:
            line = with_sentences(line, HOSTILE)

    svg = timeline_svg(line)

    picture = Drawn(svg)
    assert not [one for one in picture.root.iter() if "script" in str(one.tag)]
    assert "\x1b" not in svg
    assert "\u202e" not in svg
    assert "\\x1b[31m\\u202e" in "".join(str(one) for one in picture.root.itertext())


def with_sentences(line: Timeline, text: str) -> Timeline:
    """The same timeline in which every fact says *text*."""
    versions = [
        replace(one, label=text, shown=replace(one.shown, fact=replace(one.shown.fact, text=text)))
        for one in line.versions
    ]
    return replace(line, versions=tuple(versions))


async def test_nothing_is_loaded_and_nothing_runs() -> None:
    """No references but to its own patterns, no scripts, no handlers."""
    picture = await drawn(harbor())

    names = {str(name).lower() for one in picture.root.iter() for name in one.attrib}
    assert not any(name.startswith("on") or name.endswith("href") for name in names)
    assert {str(one.tag).removeprefix(SVG) for one in picture.root.iter()} <= set(
        "svg title style defs pattern linearGradient stop rect line path polygon circle text g".split()
    )
    style = "".join(one.text or "" for one in picture.root.iter(f"{SVG}style"))
    assert style.count("url(") == style.count("url(#")
    assert "@import" not in style


async def test_the_same_timeline_gives_the_same_picture() -> None:
    """To the last character, from another store as well."""
    one = timeline_svg(await timeline(await harbor().view()))
    other = timeline_svg(await timeline(await harbor().view()))

    assert one == other


@pytest.mark.parametrize(
    ("language", "story"), [(Language.CHINESE, "故事的次序"), (Language.ENGLISH, "Order of the story")]
)
async def test_the_picture_speaks_the_language_of_the_work(language: Language, story: str) -> None:
    """Title and legend, too."""
    line = replace(await timeline(await remembering().view()), language=language)

    picture = Drawn(timeline_svg(line))

    assert story in picture.words("story")
    assert picture.root.get("{http://www.w3.org/XML/1998/namespace}lang") == language.value


async def test_the_title_names_work_entity_and_predicate() -> None:
    """Also as the title of the file."""
    picture = await drawn(remembering(), "Lin", predicate="lives_in")

    titles = [one.text for one in picture.root.findall(f"{SVG}title")]
    assert titles == ["Timeline: Lin in remembering · lives in"]


async def test_an_empty_timeline_says_so() -> None:
    """And is a picture all the same."""
    line = replace(await timeline(await harbor().view()), versions=())

    picture = Drawn(timeline_svg(line))

    assert "Nothing is known." in [one.text for one in picture.root.iter(f"{SVG}text")]


async def test_a_scope_is_named_below_the_title() -> None:
    """What is not the whole of canon says so."""
    line = replace(await timeline(await harbor().view()), scope=("told_by chapter 2",))

    picture = Drawn(timeline_svg(line))

    assert any("told_by chapter 2" in (one.text or "") for one in picture.classed("sub"))


async def test_a_wish_is_named_in_chinese() -> None:
    """Whose it is stands before what it is about."""
    tale = lotm()
    tale.facts[1] = replace(
        tale.facts[1], scope=StatementScope.WISH, holder=tale.facts[1].subject, holder_name="邓恩·史密斯"
    )

    picture = await drawn(tale, "邓恩·史密斯")

    assert [one.get("data-row") for one in picture.classed("row")] == ["邓恩·史密斯希望：值夜者 · 领导"]
