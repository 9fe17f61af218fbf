"""Timelines as pictures: two tracks, lines between them, and nothing that is not known drawn as if it were."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from episodic.model.episodes import FrameKind, Language
from episodic.model.graph import Issue, IssueKind
from episodic.model.moments import TimePoint
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.pictures.drawing import width_of
from episodic.pictures.layout import Limits
from episodic.pictures.timelines import timeline_svg
from episodic.search.timelines import Timeline, Version, timeline
from episodic.search.tracks import RowKind
from episodic.text.xml import Element
from tests.unit.search.telling import Tale, day, harbor, lotm

SVG = "{http://www.w3.org/2000/svg}"


class Drawn:
    """A picture that has been parsed."""

    def __init__(self, svg: str) -> None:
        self.root = etree.fromstring(svg.encode())

    def classed(self, *classes: str) -> list[Element]:
        """Elements that have all these classes."""
        return [one for one in self.root.iter() if set(classes) <= set((one.get("class") or "").split())]

    def words(self, *classes: str) -> list[str]:
        """All words inside elements of these classes."""
        return [
            word.text or ""
            for one in self.classed(*classes)
            for word in one.iter(f"{SVG}text")
            if word.text is not None
        ]

    def of(self, uuid: str) -> Element:
        """The bar or mark of a version."""
        (found,) = (one for one in self.classed("version") if one.get("data-version") == uuid)
        return found

    @property
    def height(self) -> float:
        """How high the paper is."""
        return float(self.root.get("height") or 0)


async def drawn(tale: Tale, who: str | None = None, *, predicate: str | None = None) -> Drawn:
    """The picture of a tale."""
    return Drawn(timeline_svg(await timeline(await tale.view(), who, predicate=predicate)))


def remembering(language: Language = Language.ENGLISH) -> Tale:
    """Two homes, and a third of long ago in a flashback that is told last."""
    tale = Tale("remembering", language)
    tale.chapter("One", "Lin lived in Harbor.")
    tale.chapter("Two", "Lin moved to the Capital.")
    tale.chapter("Three", "Long ago Lin had lived in a village.")
    tale.passages[2] = replace(tale.passages[2], frame=FrameKind.FLASHBACK, run=1)
    tale.who("Lin")
    for place in ("Harbor", "Capital", "village"):
        tale.who(place, "Place")
    home = tale.fact("Lin", "lives_in", "Harbor", quote="Lin lived in Harbor.", since=day(10))
    city = tale.fact("Lin", "lives_in", "Capital", quote="Lin moved to the Capital.", since=day(20))
    tale.ends(home, city)
    quote = "Long ago Lin had lived in a village."
    tale.fact("Lin", "lives_in", "village", quote=quote, since=day(-700), until=day(5))
    return tale


def inside(one: Element, *classes: str) -> list[Element]:
    """Parts of an element that have all these classes."""
    return [part for part in one.iter() if set(classes) <= set((part.get("class") or "").split())]


async def test_a_flashback_has_a_line_of_its_own_kind() -> None:
    """A mark, and a line that runs back to where the story has it."""
    tale = remembering()

    picture = await drawn(tale)

    (back,) = picture.classed("told", "back")
    assert back.get("data-versions") == tale.facts[2].uuid
    assert inside(back, "link", "back")
    assert inside(back, "place", "back")
    assert len(picture.classed("told", "on")) == 2


async def test_a_line_back_runs_to_the_left_of_one_that_goes_on() -> None:
    """It starts further right and ends further left."""
    picture = await drawn(remembering())

    def ends(turn: str) -> list[tuple[float, float]]:
        paths = [path.get("d") or "" for one in picture.classed("told", turn) for path in inside(one, "link")]
        return [(float(path.split()[0][1:]), float(path.split()[-2])) for path in paths]

    ((start, goal),) = ends("back")
    assert all(start > other for other, _ in ends("on"))
    assert all(goal < other for _, other in ends("on"))


async def test_chapters_stand_in_telling_order_with_number_and_title() -> None:
    """Blocks that touch and do not overlap."""
    picture = await drawn(remembering())

    assert picture.words("chapter") == ["1", "One", "2", "Two", "3", "Three"]
    edges = [
        (float(block.get("x") or 0), float(block.get("x") or 0) + float(block.get("width") or 0))
        for block in picture.classed("block")
    ]
    assert all(abs(one[1] - other[0]) <= 0.2 for one, other in pairwise(edges))


async def test_no_block_hides_the_number_of_another_chapter() -> None:
    """A number wider than its block is written over its neighbours, not under them."""
    picture = await drawn(remembering())

    order = list(picture.root.iter())
    blocks = [order.index(one) for one in picture.classed("block")]
    numbers = [order.index(word) for one in picture.classed("chapter") for word in one.iter(f"{SVG}text")]
    assert max(blocks) < min(numbers)


async def test_what_ended_a_version_is_connected_with_it() -> None:
    """And the list says it in words, with the words of the text."""
    tale = remembering()

    picture = await drawn(tale)

    assert len(picture.classed("ended-by")) == 1 + len(picture.classed("legend"))
    assert inside(picture.of(tale.facts[0].uuid), "stop")
    assert any("ended by →3 Lin moved to the Capital." in one for one in picture.words("entry"))


async def test_an_end_by_something_of_another_row_names_its_number() -> None:
    """A death ends a home; a line through all rows between them would hide more than it shows."""
    tale = remembering()
    dead = tale.fact("Lin", "dead", quote="Long ago Lin had lived in a village.", since=day(90))
    tale.ends(tale.facts[1], dead)

    picture = await drawn(tale)

    assert [one.text for one in picture.classed("ended-by-number")] == ["→4"]
    assert len(picture.classed("ended-by")) == 2, "one in the row, one in the legend"


async def test_words_in_the_zone_of_unknown_time_stay_on_the_paper() -> None:
    """However long they are."""
    tale = remembering()
    tale.fact("Lin", "met", quote="Lin lived in Harbor.", text="Lin met a man. " * 20, kind=PredicateKind.EVENT)

    picture = await drawn(tale)

    (word,) = (one for one in picture.of(tale.facts[-1].uuid).iter(f"{SVG}text"))
    assert float(word.get("x") or 0) + width_of(word.text or "", 11.5) <= 1216


async def test_what_goes_on_has_an_arrow_and_what_has_ended_a_stop() -> None:
    """Never both."""
    tale = remembering()

    picture = await drawn(tale)

    home, city = (picture.of(one.uuid) for one in tale.facts[:2])
    assert (len(inside(home, "onward")), len(inside(home, "stop"))) == (0, 1)
    assert (len(inside(city, "onward")), len(inside(city, "stop"))) == (1, 0)


async def test_an_uncertain_start_is_hatched() -> None:
    """From the first day on which it may begin to the last; a certain one has no hatching."""
    tale = remembering()
    tale.facts[1] = replace(tale.facts[1], valid_at=TimePoint(earliest=12, latest=18))

    picture = await drawn(tale)

    (maybe,) = inside(picture.of(tale.facts[1].uuid), "maybe")
    assert float(maybe.get("width") or 0) > 3
    assert inside(picture.of(tale.facts[1].uuid), "sure")
    assert not inside(picture.of(tale.facts[2].uuid), "maybe")


async def test_a_start_of_which_only_the_latest_day_is_known_is_open_to_the_left() -> None:
    """A short stub, not a bar from the beginning of time."""
    tale = remembering()
    tale.facts[1] = replace(tale.facts[1], valid_at=TimePoint(latest=20))

    picture = await drawn(tale)

    (maybe,) = inside(picture.of(tale.facts[1].uuid), "maybe", "open")
    assert float(maybe.get("width") or 0) < 40


async def test_what_may_begin_on_any_day_from_one_on_is_nowhere_certain() -> None:
    """Hatched to the edge."""
    tale = remembering()
    tale.facts[1] = replace(tale.facts[1], valid_at=TimePoint(earliest=20))

    picture = await drawn(tale)

    assert not inside(picture.of(tale.facts[1].uuid), "sure")
    assert inside(picture.of(tale.facts[1].uuid), "maybe")


async def test_what_nobody_dates_stands_in_a_zone_of_its_own() -> None:
    """Both tales of the sword, with a sign that their order is not known."""
    tale = Tale("sword")
    tale.chapter("One", "In one tale Lin held the sword.", "In another Wu held the sword.")
    for name in ("Lin", "Wu", "sword"):
        tale.who(name)
    lin = tale.fact("Lin", "holds", "sword", quote="Lin held the sword.")
    wu = tale.fact("Wu", "holds", "sword", quote="Wu held the sword.")
    words, facts = (*lin.evidence, *wu.evidence), (lin.uuid, wu.uuid)
    tale.issues.append(Issue("i", "sword", IssueKind.ORDER_UNKNOWN, "Who held it first?", 9, words, facts))

    picture = await drawn(tale, "sword")

    assert {one.get("data-version") for one in picture.classed("version", "undated")} == {lin.uuid, wu.uuid}
    assert len(picture.classed("zone", "unknown")) == 1
    assert len(picture.classed("unordered")) == 2, "one in the row, one in the legend"
    assert "when is not known" in picture.words("story")


async def test_chapters_without_days_are_an_axis_of_their_own() -> None:
    """A work without one date has columns, no days, and no zone of unknown time."""
    picture = await drawn(lotm(), "克莱恩")

    assert len(picture.classed("zone", "chapters")) == 1
    assert picture.classed("zone", "unknown") == []
    assert {"第2章", "第3章", "第4章", "第5章"} <= set(picture.words("story"))


async def test_a_gap_is_dotted() -> None:
    """Between the village, left on day 5, and Harbor on day 10."""
    picture = await drawn(remembering())

    assert len(picture.classed("gap")) == 2, "one in the row, one in the legend"


async def test_an_event_is_a_mark_and_a_vague_one_hollow() -> None:
    """With whiskers that show between which days."""
    tale = harbor()
    tale.fact(
        "Wu O'Brien",
        "mended",
        quote="Wu O'Brien mended nets beside her.",
        value="nets",
        since=TimePoint(earliest=3, latest=14),
        kind=PredicateKind.EVENT,
    )

    picture = await drawn(tale)

    gift, nets = picture.of(tale.facts[2].uuid), picture.of(tale.facts[-1].uuid)
    assert (len(inside(gift, "mark", "hollow")), len(inside(gift, "whisker"))) == (0, 0)
    assert (len(inside(nets, "mark", "hollow")), len(inside(nets, "whisker"))) == (1, 3)


async def test_a_claim_stands_below_the_world_and_names_its_holder() -> None:
    """Drawn empty, not filled."""
    tale = harbor()

    picture = await drawn(tale)

    (belief,) = picture.classed("version", "claim")
    assert belief.get("data-version") == tale.facts[3].uuid
    assert (picture.classed("row")[-1].get("data-row") or "").startswith("Mei (belief): Chen")


async def test_what_never_changes_stands_below_the_rows_without_a_bar() -> None:
    """And without a line: it has no place in time."""
    tale = remembering()
    tale.fact("Lin", "born_in", "village", quote="Lin lived in Harbor.", kind=PredicateKind.FIXED)

    picture = await drawn(tale)

    assert picture.words("version", "fixed") == ["4 Lin · born in: village"]
    assert len(picture.classed("told")) == 3


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


def crowd(people: int, each: int) -> Tale:
    """So many people, each with so many homes one after the other."""
    tale = Tale("crowd")
    tale.chapter("One", *(f"P{person} lived." for person in range(people)))
    for person in range(people):
        tale.who(f"P{person}")
        for home in range(each):
            tale.fact(
                f"P{person}",
                "lives_in",
                quote=f"P{person} lived.",
                value=f"house {home}",
                since=day(home * 10),
                until=day(home * 10 + 10),
            )
    return tale


async def test_what_does_not_fit_is_counted_and_said() -> None:
    """Rows, versions in a row, entries in the list."""
    line = await timeline(await crowd(6, 5).view())

    picture = Drawn(timeline_svg(line, limits=Limits(rows=4, in_row=3, listed=10)))

    assert len(picture.classed("row")) == 4
    assert len(picture.classed("version")) == 12
    assert len(picture.classed("entry")) == 10
    assert picture.words("row").count("2 more") == 4
    said = [one.text or "" for one in picture.classed("left-out")]
    assert said == [
        "2 versions are not listed here: `episodic timeline` lists all",
        "2 more rows (10 versions) are left out",
    ]


async def test_five_hundred_versions_make_a_bounded_picture() -> None:
    """The height grows with what is shown; nothing lies outside the paper."""
    line = await timeline(await crowd(25, 20).view())

    small = Drawn(timeline_svg(replace(line, versions=line.versions[:5])))
    large = Drawn(timeline_svg(line))

    assert len(line.versions) == 500
    assert small.height < large.height < 20_000
    for one in large.root.iter(f"{SVG}rect", f"{SVG}text"):
        assert 0 <= float(one.get("y") or 0) <= large.height
        assert 0 <= float(one.get("x") or 0) <= 1240


async def test_no_two_bars_of_a_row_lie_on_each_other() -> None:
    """Each has a lane of its own where they overlap."""
    tale = crowd(1, 1)
    for place in range(6):
        tale.fact("P0", "holds", quote="P0 lived.", value=f"ring {place}", since=day(place))

    picture = await drawn(tale, "P0")

    labels = [
        (float(word.get("y") or 0), float(word.get("x") or 0))
        for one in picture.classed("version")
        for word in one.iter(f"{SVG}text")
    ]
    assert len(set(labels)) == len(labels) == 7
    assert len({y for y, _ in labels}) == 7


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


@pytest.fixture(scope="module")
def three() -> Timeline:
    """The timeline of three homes."""

    async def read() -> Timeline:
        return await timeline(await remembering().view(), "Lin")

    return asyncio.run(read())


BOUNDS = st.one_of(st.none(), st.integers(-1000, 1000))


@st.composite
def time_points(draw: st.DrawFn, chapters: tuple[str, ...]) -> TimePoint | None:
    """Any point: days known, half known or not known, a chapter, words only, or nothing."""
    days = sorted(day for day in (draw(BOUNDS), draw(BOUNDS)) if day is not None)
    since, until = (days[0], days[1]) if len(days) == 2 else (days[0], None) if days else (None, None)
    if draw(st.booleans()) and len(days) == 1:
        since, until = None, days[0]
    chapter = draw(st.sampled_from((None, *chapters)))
    return draw(st.sampled_from((None, TimePoint("once", since, until, "a day", chapter))))


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_is_known_of_time_the_picture_stays_on_the_paper(three: Timeline, data: st.DataObject) -> None:
    """Starts after ends, ends without starts, chapters that are not there: drawn all the same, each version once."""
    chapters = (*(one.ref.uuid for one in three.chapters), "another")
    versions: list[Version] = []
    for one in three.versions:
        start, end = data.draw(time_points(chapters)), data.draw(time_points(chapters))
        kind = data.draw(st.sampled_from((PredicateKind.STATE, PredicateKind.EVENT)))
        row = replace(one.row, kind=RowKind.EVENT if kind is PredicateKind.EVENT else one.row.kind, key=kind.value)
        fact = replace(one.shown.fact, valid_at=start, invalid_at=end, kind=kind)
        validity = replace(one.shown.validity, ended=data.draw(st.booleans()))
        versions.append(replace(one, row=row, shown=replace(one.shown, fact=fact, validity=validity)))

    picture = Drawn(timeline_svg(replace(three, versions=tuple(versions))))

    assert len(picture.classed("version")) == 3
    for box in picture.root.iter(f"{SVG}rect"):
        assert float(str(box.get("width") or "0").rstrip("%")) >= 0
        assert 0 <= float(box.get("x") or 0) <= 1240
