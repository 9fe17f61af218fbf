"""States that follow from events, such as an arrival or a gift, and where they end, in Chinese and in English."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.graph import IssueKind, TimelineTurn
from episodic.model.moments import TimeBasis
from tests.stories.conftest import NewGraph
from tests.stories.lines import Story, Words, quoted
from tests.stories.scenario_stories import LANGUAGES
from tests.stories.story_reading import read

pytestmark = pytest.mark.parametrize("language", LANGUAGES)

TRAVELS = Story(
    (
        (
            ("林河到了海港。", "Lin came to Harbor."),
            ("林河到了京城。", "Lin came to Capital."),
            ("林河离开京城。", "Lin left Capital."),
        ),
    ),
    (
        (("林河到了海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
        (("林河到了京城", "Lin came to Capital"), [quoted("lin", "arrived_at", "capital")]),
        (("林河离开京城", "Lin left Capital"), [quoted("lin", "left", "capital")]),
    ),
)
DEPARTURE = Story(
    (
        (("林河到了海港。", "Lin came to Harbor."),),
        (("林河走了。", "Lin departed."), ("林河又到了海港。", "Lin came to Harbor again.")),
    ),
    (
        (("林河到了海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
        (("林河走了", "Lin departed"), [quoted("lin", "left")]),
        (("林河又到了海港", "Lin came to Harbor again"), [quoted("lin", "arrived_at", "harbor")]),
    ),
)
PAST = Story(
    (
        (
            ("林河望着海。", "Lin looked at the sea."),
            ("吴海从前买过断剑。", "Wu had once bought the sword."),
            ("“阿梅到了山村。”", "“Mei came to Village.”"),
            ("白安死了，是多年前的事。", "Ben had died long before."),
        ),
        (("林河见到吴海。", "Lin met Wu."),),
    ),
    (
        (("吴海从前买过断剑", "Wu had once bought the sword"), [quoted("wu", "bought", "sword", placing="back")]),
        (("阿梅到了山村", "Mei came to Village"), [quoted("mei", "arrived_at", "village")]),
        (("白安死了", "Ben had died"), [quoted("wu", "killed", "ben", placing="back")]),
        (("林河见到吴海", "Lin met Wu"), [quoted("lin", "met", "wu")]),
    ),
    ((("“阿梅到了", "“Mei came"), "tale!"),),
)


async def test_a_place_ends_where_somebody_leaves_or_arrives_elsewhere(new_graph: NewGraph, language: str) -> None:
    story = await read(new_graph, TRAVELS, language)

    harbor, capital = await story.facts("located_in")

    assert harbor.ended_by == (capital.uuid,)
    assert capital.ended_by == (capital.uuid,)
    assert await story.at("ch1", "located_in") == {}


async def test_somebody_who_leaves_a_place_again_had_come_back(new_graph: NewGraph, language: str) -> None:
    """Lin left Harbor for Capital. That he leaves Harbor later says that he had left Capital, nobody says when."""
    returned = TRAVELS.with_chapter(("林河见到吴海。", "Lin met Wu."), quoted("lin", "met", "wu"))
    returned = replace(returned, chapters=((returned.chapters[0][:2]), *returned.chapters[1:]))
    told = returned.with_chapter(("林河离开海港。", "Lin left Harbor."), quoted("lin", "left", "harbor"))
    story = await read(new_graph, told, language)

    harbor, capital = await story.facts("located_in")

    assert harbor.ends == ()
    assert capital.invalid_at is not None
    assert capital.invalid_at.basis is TimeBasis.BY
    assert await story.at("ch2", "located_in") == {"lin capital": "possible"}
    assert await story.at("ch3", "located_in") == {}
    assert await story.kinds() == [IssueKind.CONTRADICTION]


async def test_somebody_who_leaves_is_no_longer_where_he_was(new_graph: NewGraph, language: str) -> None:
    """The text need not name the place that somebody leaves. It then tells only by when he has left. When he returns, a
    new fact begins.
    """
    story = await read(new_graph, DEPARTURE, language)

    stay, later_stay = await story.facts("located_in")

    assert stay.ended_by == (stay.uuid,)
    assert stay.ends == ()
    assert stay.invalid_at is not None
    assert stay.invalid_at.basis is TimeBasis.BY
    assert later_stay.ended_by == ()
    assert await story.at("ch1", "located_in") == {"lin harbor": "holds"}


@pytest.mark.parametrize("predicate", ["left", "went_to"])
async def test_a_departure_without_a_place_ends_only_the_place_where_it_began(
    new_graph: NewGraph, language: str, predicate: str
) -> None:
    """Somebody who leaves a kitchen need not leave the palace around it, and nobody else leaves."""
    told = Story(
        (
            (
                (
                    "水宫里有厨房。林河在水宫，吴海也在水宫。",
                    "Palace has a kitchen. Lin was in Palace, and Wu was in Palace.",
                ),
                ("林河进了厨房。林河走了。", "Lin entered the kitchen. Lin departed."),
            ),
        ),
        (
            (("水宫里有厨房", "Palace has a kitchen"), [quoted("palace", "contains", "kitchen")]),
            (("林河在水宫", "Lin was in Palace"), [quoted("lin", "located_in", "palace")]),
            (("吴海也在水宫", "Wu was in Palace"), [quoted("wu", "located_in", "palace")]),
            (("林河进了厨房", "Lin entered the kitchen"), [quoted("lin", "arrived_at", "kitchen")]),
            (("林河走了", "Lin departed"), [quoted("lin", predicate)]),
        ),
    )
    story = await read(new_graph, told, language)

    facts = {(one.subject_name, one.object_name): one for one in await story.facts("located_in")}

    ended = {key for key, one in facts.items() if one.ended_by}
    assert ended == {(story.words["lin"], story.words["kitchen"])}


async def test_a_departure_that_is_looked_back_to_ends_no_later_place(new_graph: NewGraph, language: str) -> None:
    told = Story(
        ((("林河到了海港。", "Lin came to Harbor."), ("林河当年走了。", "Lin had departed years before.")),),
        (
            (("林河到了海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (
                ("林河当年走了", "Lin had departed years before"),
                [quoted("lin", "left", time=("当年", "years before"), placing="back")],
            ),
        ),
    )
    story = await read(new_graph, told, language)

    (stay,) = await story.facts("located_in")

    assert stay.ended_by == ()


async def test_a_departure_from_a_place_without_a_name_ends_no_other_place(new_graph: NewGraph, language: str) -> None:
    told = Story(
        ((("林河到了海港。", "Lin came to Harbor."), ("林河走出屋子。", "Lin left the shed.")),),
        (
            (("林河到了海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (("林河走出屋子", "Lin left the shed"), [quoted("lin", "left", value=("屋子", "the shed"))]),
        ),
    )
    story = await read(new_graph, told, language)

    (stay,) = await story.facts("located_in")

    assert stay.ended_by == ()


async def test_what_follows_from_a_past_event_is_only_possible_now(new_graph: NewGraph, language: str) -> None:
    """A sword that was once bought may have been lost since then, and a person may have left a place that only a tale
    mentions.
    """
    story = await read(new_graph, PAST, language)

    assert await story.at("ch2", "holds") == {"wu sword": "possible"}
    assert await story.at("ch2", "located_in") == {"mei village": "possible"}
    assert [one.may_have_ended for one in await story.facts("holds")] == [True]


async def test_a_death_in_the_past_goes_on(new_graph: NewGraph, language: str) -> None:
    story = await read(new_graph, PAST, language)

    assert await story.at("ch2", "dead") == {"ben": "holds"}


def visits(frame: str, *chapters: str) -> Story:
    """A flashback or tale in which Lin comes to Harbor, and chapters of the main line: "stays" or "leaves"."""
    later: dict[str, tuple[Words, str]] = {
        "stays": (("林河在海港", "Lin was in Harbor"), "located_in"),
        "leaves": (("林河离开海港", "Lin left Harbor"), "left"),
    }
    told = [later[one] for one in chapters]
    return Story(
        (
            (
                ("吴海望着海。", "Wu looked at the sea."),
                ("多年以前，林河到了海港。", "Years before, Lin came to Harbor."),
                ("吴海望着山。", "Wu looked at the hills."),
            ),
            *(((f"{words[0]}。", f"{words[1]}."),) for words, _ in told),
        ),
        (
            (("林河到了海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            *((words, [quoted("lin", predicate, "harbor")]) for words, predicate in told),
        ),
        ((("多年以前", "Years before"), f"{frame}!"),),
    )


@pytest.mark.parametrize("frame", ["flashback", "tale"])
async def test_an_arrival_of_the_past_is_no_part_of_a_later_stay(
    new_graph: NewGraph, language: str, frame: str
) -> None:
    """Lin came to Harbor years before. That he is in Harbor now, and leaves, is another stay: the first one has ended by
    then, nobody says when.
    """
    story = await read(new_graph, visits(frame, "stays", "leaves"), language)

    past, present = await story.facts("located_in")

    assert [len(one.evidence) for one in (past, present)] == [1, 1]
    assert (past.ended_by, past.ends) == ((past.uuid,), ())
    assert past.invalid_at is not None
    assert past.invalid_at.basis is TimeBasis.BY
    assert present.ended_by == (present.uuid,)
    assert await story.at("ch3", "located_in") == {}


async def test_an_end_on_the_main_line_is_not_the_end_of_a_stay_of_a_flashback(
    new_graph: NewGraph, language: str
) -> None:
    """But whoever leaves Harbor is not there any more."""
    story = await read(new_graph, visits("flashback", "leaves"), language)

    (past,) = await story.facts("located_in")

    assert (past.ended_by, past.ends) == ((past.uuid,), ())
    assert past.invalid_at is not None
    assert past.invalid_at.basis is TimeBasis.BY
    assert await story.at("ch1", "located_in") == {"lin harbor": "possible"}
    assert await story.at("ch2", "located_in") == {}


async def test_an_end_in_the_flashback_ends_its_stay(new_graph: NewGraph, language: str) -> None:
    """The stay ends in the flashback that begins it."""
    told = Story(
        (
            (
                ("吴海望着海。", "Wu looked at the sea."),
                ("多年以前，林河到了海港。林河离开海港。", "Years before, Lin came to Harbor. Lin left Harbor."),
            ),
            (("林河在海港。", "Lin was in Harbor."),),
        ),
        (
            (("林河到了海港", "Lin came to Harbor"), [quoted("lin", "arrived_at", "harbor")]),
            (("林河离开海港", "Lin left Harbor"), [quoted("lin", "left", "harbor")]),
            (("林河在海港", "Lin was in Harbor"), [quoted("lin", "located_in", "harbor")]),
        ),
        ((("多年以前", "Years before"), "flashback!"),),
    )
    story = await read(new_graph, told, language)

    past, present = await story.facts("located_in")

    assert past.ended_by == (past.uuid,)
    assert present.ended_by == ()
    assert await story.at("ch2", "located_in") == {"lin harbor": "holds"}


async def test_two_people_who_were_given_something_together_both_have_it(new_graph: NewGraph, language: str) -> None:
    """Somebody who is given it later has it alone."""
    both, later = (
        ("林河把断剑交给吴海和阿梅", "Lin gave Wu and Mei the sword"),
        ("吴海把断剑给了白安", "Wu gave Ben the sword"),
    )
    told = Story(
        (
            ((f"{both[0]}。", f"{both[1]}."),),
            ((f"{later[0]}。", f"{later[1]}."),),
        ),
        (
            (both, [quoted("lin", "gave", "sword", recipients=["wu", "mei"])]),
            (later, [quoted("wu", "gave", "sword", recipients=["ben"])]),
        ),
    )
    story = await read(new_graph, told, language)

    assert await story.at("ch1", "holds") == {"wu sword": "holds", "mei sword": "holds"}
    assert await story.at("ch2", "holds") == {"ben sword": "holds"}


async def test_what_is_taken_out_of_a_thing_is_no_longer_in_it(new_graph: NewGraph, language: str) -> None:
    put, taken = (
        ("断剑放在老宅里", "the sword was put in the house"),
        ("林河从老宅取走断剑", "Lin took the sword from the house"),
    )
    told = Story(
        (((f"{put[0]}。", f"{put[1]}."),), ((f"{taken[0]}。", f"{taken[1]}."),)),
        (
            (put, [quoted("sword", "located_in", "house")]),
            (taken, [quoted("lin", "took", "sword", marks=[("from:3", "from:3")])]),
        ),
    )
    story = await read(new_graph, told, language)

    assert await story.at("ch1", "located_in") == {"sword house": "holds"}
    assert await story.at("ch2", "located_in") == {}
    assert await story.at("ch2", "holds") == {"lin sword": "holds"}


KILLED = Story(
    (
        (
            ("林河望着海。", "Lin looked at the sea."),
            ("十天之后，白安死在石镇。", "Ten days later Ben died in Town."),
            ("林河去了京城。", "Lin went to Capital."),
        ),
        (("自吴海杀了白安，阿梅住在海港。", "Since Wu had killed Ben, Mei lived in Harbor."),),
    ),
    (
        (
            ("白安死在石镇", "Ben died in Town"),
            [quoted("ben", "dead", time=("十天之后", "Ten days later"))],
        ),
        (("林河去了京城", "Lin went to Capital"), [quoted("lin", "went_to", "capital")]),
        (("吴海杀了白安", "Wu had killed Ben"), [quoted("wu", "killed", "ben", placing="back")]),
        (("阿梅住在海港", "Mei lived in Harbor"), [quoted("mei", "lives_in", "harbor")]),
    ),
)


async def test_a_death_starts_where_it_is_told_and_not_where_it_is_looked_back_to(
    new_graph: NewGraph, language: str
) -> None:
    """That Wu has killed Ben is told after the death, and says nothing new of its time."""
    story = await read(new_graph, KILLED, language)

    (dead,) = await story.facts("dead")

    assert dead.valid_at is not None
    assert dead.valid_at.text == ("十天之后", "Ten days later")[language == "en"]
    assert dead.turn is TimelineTurn.ON
    assert [one.turn for one in dead.places] == [TimelineTurn.ON]


async def test_a_state_that_follows_does_not_take_the_time_of_what_its_quote_tells_next(
    new_graph: NewGraph, language: str
) -> None:
    story = Story(
        (
            (
                (
                    "林河把断剑给了吴海；当晚，林河去了京城。",
                    "Lin gave Wu the sword; that night Lin went to Capital.",
                ),
            ),
        ),
        (
            (
                ("林河把断剑给了吴海；当晚，林河去了京城", "Lin gave Wu the sword; that night Lin went to Capital"),
                [
                    quoted("lin", "gave", "sword", recipients=["wu"]),
                    quoted("lin", "went_to", "capital", time=("当晚", "that night")),
                ],
            ),
        ),
    )

    told = await read(new_graph, story, language)

    (given,), (held,) = await told.facts("gave"), await told.facts("holds")
    assert held.subject != given.subject
    assert [None if one.valid_at is None else one.valid_at.text for one in (given, held)] == [None, None]
