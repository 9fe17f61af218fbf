"""Texts of timeline pictures: title, chapters, language, scope; escaping and determinism."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import FrameKind, Language
from episodic.model.readings import StatementScope
from episodic.search.timelines import Timeline, timeline
from episodic.svg.timelines import timeline_svg
from tests.unit.search.story_builder import harbor, lotm
from tests.unit.svg.parsed_pictures import SVG, Drawn, drawn, remembering


async def test_chapters_are_in_narrative_order_with_number_and_title() -> None:
    """The blocks of chapters touch and do not overlap."""
    picture = await drawn(remembering())

    assert picture.words("chapter") == ["1", "One", "2", "Two", "3", "Three"]
    edges = [
        (float(block.get("x") or 0), float(block.get("x") or 0) + float(block.get("width") or 0))
        for block in picture.classed("block")
    ]
    assert all(abs(one[1] - other[0]) <= 0.2 for one, other in pairwise(edges))


HOSTILE = '</text><script>alert(1)</script>\x1b[31m\u202e&"'


@pytest.mark.parametrize("place", ["name", "title", "work", "sentence"])
async def test_hostile_names_are_escaped(place: str) -> None:
    """Hostile names create no elements, and control characters are shown as codes."""
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
    """Return the timeline with *text* as the text of every fact."""
    versions = [
        replace(one, label=text, shown=replace(one.shown, fact=replace(one.shown.fact, text=text)))
        for one in line.versions
    ]
    return replace(line, versions=tuple(versions))


async def test_nothing_is_loaded_and_nothing_runs() -> None:
    """The file has no external references, no scripts and no event handlers."""
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
    """Two stores give the same bytes."""
    one = timeline_svg(await timeline(await harbor().view()))
    other = timeline_svg(await timeline(await harbor().view()))

    assert one == other


@pytest.mark.parametrize(("language", "story"), [(CHINESE, "故事的次序"), (ENGLISH, "Order of the story")])
async def test_the_picture_is_in_the_language_of_the_work(language: Language, story: str) -> None:
    line = replace(await timeline(await remembering().view()), language=language)

    picture = Drawn(timeline_svg(line))

    assert story in picture.words("story")
    assert picture.root.get("{http://www.w3.org/XML/1998/namespace}lang") == language


async def test_the_title_names_work_entity_and_predicate() -> None:
    """The title element of the file has the text of the visible title."""
    picture = await drawn(remembering(), "Lin", predicate="lives_in")

    titles = [one.text for one in picture.root.findall(f"{SVG}title")]
    assert titles == ["Timeline: Lin in remembering · lives in"]


async def test_an_empty_timeline_says_so() -> None:
    line = replace(await timeline(await harbor().view()), versions=())

    picture = Drawn(timeline_svg(line))

    assert "Nothing is known." in [one.text for one in picture.root.iter(f"{SVG}text")]


async def test_scope_restrictions_are_named_below_the_title() -> None:
    line = replace(await timeline(await harbor().view()), scope=("told_by chapter 2",))

    picture = Drawn(timeline_svg(line))

    assert any("told_by chapter 2" in (one.text or "") for one in picture.classed("sub"))


async def test_a_wish_is_named_in_chinese() -> None:
    """In Chinese, the holder of a wish comes before the content."""
    tale = lotm()
    tale.facts[1] = replace(
        tale.facts[1], scope=StatementScope.WISH, holder=tale.facts[1].subject, holder_name="邓恩·史密斯"
    )

    picture = await drawn(tale, "邓恩·史密斯")

    assert [one.get("data-row") for one in picture.classed("row")] == ["邓恩·史密斯希望：值夜者 · 领导"]


async def test_a_tale_has_a_heading_in_the_list() -> None:
    """The heading says where the tale is told, above the first fact of the tale."""
    tale = remembering()
    passage = next(one for one in tale.passages if one.episode == tale.facts[-1].evidence[0].episode)
    tale.facts[-1] = replace(tale.facts[-1], valid_at=None, invalid_at=None, ended_by=(), runs=(passage.uuid,))
    index = tale.passages.index(passage)
    tale.passages[index] = replace(passage, frame=FrameKind.TALE, run=1)

    picture = await drawn(tale)

    assert any(text.startswith("told in a tale, chapter") for text in picture.words("entry"))
