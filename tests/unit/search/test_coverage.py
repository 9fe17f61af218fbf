"""How much of a query is said: what says all of it comes before what says a part."""

from __future__ import annotations

import pytest

from episodic.search.candidates import Key, Pool, key_of
from episodic.search.coverage import coverage
from episodic.search.fields import HitKind
from episodic.search.fusion import Recipe
from episodic.search.known_names import known_names, without_names
from episodic.search.overlap import Asked
from episodic.search.results import EntityHit, FactHit, SearchResults
from episodic.search.searching import search
from tests.unit.search.telling import Tale, harbor, lotm


def duel() -> Tale:
    """A Chinese work: who slew whom is told under another name, and of both there are facts that say less."""
    tale = Tale("duel")
    tale.chapter("磐河", "绍将陆沉立斩王五，众军皆惊。", "顾盼字云生，河东人也。")
    tale.chapter("白马", "云生手起一刀，斩陆沉于马下，提其首级而归。", "王五之子不忘父仇。")
    tale.who("顾盼", "人物", "云生")
    tale.who("陆沉", "人物")
    tale.who("王五", "人物")
    tale.fact("陆沉", "杀死", "王五", quote="陆沉立斩王五", text="陆沉杀死了王五。")
    tale.fact("顾盼", "字", value="云生", quote="顾盼字云生")
    tale.fact("顾盼", "籍贯", value="河东", quote="河东人也", text="顾盼是河东人。")
    return tale


def voyage() -> Tale:
    """An English work of the same make."""
    tale = Tale("voyage")
    tale.chapter("Out", "Captain Rusk commanded the Heron.", "Bess Orme sailed with the tide.")
    tale.chapter("Home", "The Captain lost his lantern to Bess in a wager.", "Captain Rusk felt tired.")
    tale.who("Captain Rusk", "Person", "The Captain")
    tale.who("Bess Orme", "Person", "Bess")
    tale.who("Heron", "Item")
    tale.fact("Captain Rusk", "leads", "Heron", quote="Captain Rusk commanded the Heron.")
    tale.fact("Captain Rusk", "feels", value="tired", quote="Captain Rusk felt tired.")
    return tale


def first_words(found: SearchResults) -> str:
    """What the best hit says, the passage that goes with it included."""
    hit = found.hits[0]
    return hit.text + (hit.said_in.text if isinstance(hit, FactHit) and hit.said_in is not None else "")


@pytest.mark.parametrize(
    ("tale", "query", "words"),
    [(duel(), "顾盼斩陆沉", "斩陆沉于马下"), (voyage(), "Captain Rusk's wager with Bess Orme", "in a wager")],
)
async def test_what_says_all_of_a_query_comes_before_what_says_a_part(tale: Tale, query: str, words: str) -> None:
    """A passage with both names and the deed, under other names, before the facts of either."""
    found = await search(await tale.view(), query)

    assert words in first_words(found)


@pytest.mark.parametrize("query", ["克莱恩现在怎样", "谁领导值夜者", "丧钟手枪在谁手里"])
async def test_a_hit_has_something_in_common_with_the_query(query: str) -> None:
    """None is there for being near to nothing, and none scores nothing."""
    found = await search(await lotm().view(), query, limit=50)

    every = [*found.hits, *found.facts, *found.entities, *found.passages]
    assert every
    assert all(one.score > 0 for one in every)
    assert all(set(one.text + (one.sentence.text if one.sentence else "")) & set(query) for one in every)


async def test_the_facts_of_somebody_found_by_chance_are_not_found() -> None:
    """Of a work of seven facts those that share no word with the query stay away."""
    found = await search(await lotm().view(), "克莱恩现在怎样", limit=50)

    assert all("克莱恩" in one.text for one in found.facts)


async def said(tale: Tale, query: str) -> dict[Key, float]:
    """How much each fact and passage of a work says of a query."""
    view = await tale.view()
    pool = Pool(view)
    pool.take([*await view.entities(), *await view.facts(), *await view.passages()])
    names = await known_names(view, query)
    return coverage(pool, list(pool.seen), asked=Asked.of(query, [one.key for one in names]), names=names)


async def test_a_name_counts_under_any_name_of_its_bearer() -> None:
    """In a passage by what is written there, in a fact by who stands at its ends."""
    tale = duel()

    shares = await said(tale, "顾盼")

    passages = {one.text: shares[key_of(one)] for one in tale.passages}
    assert [share for text, share in passages.items() if "云生" in text] == [1.0, 1.0]
    assert [share for text, share in passages.items() if "云生" not in text] == [0.0, 0.0]
    assert [shares[key_of(one)] for one in tale.facts] == [0.0, 1.0, 1.0]


async def test_a_name_in_letters_is_found_as_words() -> None:
    """Not inside another word: Bess is not in besseged, nor the Captain in captaincy."""
    tale = Tale("words")
    tale.chapter("One", "The captaincy was besseged.", "Bess slept.")
    tale.who("Bess")

    shares = await said(tale, "Bess")

    assert [shares[key_of(one)] for one in tale.passages] == [0.0, 1.0]


async def test_a_rare_word_counts_for_more_than_a_common_one() -> None:
    """Of two passages that each say one of two words."""
    tale = Tale("rare")
    tale.chapter("One", "The lamp burned.", "The rain fell.", "The rain stopped.", "The rain came back.")
    tale.who("lamp", "Item")

    shares = await said(tale, "rain burned")

    lamp, rain, *_ = (shares[key_of(one)] for one in tale.passages)
    assert 0 < rain < lamp < 1


async def test_a_query_of_words_that_nothing_says_tells_no_candidate_from_another() -> None:
    """All are left as they were."""
    shares = await said(harbor(), "zeppelin xylophone")

    assert set(shares.values()) == {1.0}


async def test_a_recipe_can_leave_out_what_is_said() -> None:
    """Then the best of its kind comes first, though it only shares a name with the query."""
    view = await duel().view()

    plain = await search(view, "顾盼斩陆沉", recipe=Recipe(unsaid=1.0))
    weighed = await search(view, "顾盼斩陆沉")

    assert plain.hits[0].text == "陆沉杀死了王五。"
    assert "斩陆沉于马下" in first_words(weighed)
    assert {one.uuid for one in plain.facts} == {one.uuid for one in weighed.facts}


def test_what_stands_around_a_name_is_apart_without_it() -> None:
    """The longest names go, whole words only, and only where they stand."""
    assert [one.strip() for one in without_names("顾盼斩陆沉了吗", ["顾盼", "陆沉"]).split("|")] == ["", "斩", "了吗"]
    assert without_names("Besseged Bess", ["bess"]).split("|")[0].strip() == "besseged"


@pytest.mark.parametrize("kind", list(HitKind))
async def test_every_kind_is_weighed_alike(kind: HitKind) -> None:
    """By the same scale: whoever says the whole query says all of it."""
    shares = await said(duel(), "陆沉")

    assert max(share for (of, _), share in shares.items() if of is kind) == 1.0


async def test_who_somebody_is_brings_them_first() -> None:
    """All that is asked is the name."""
    for query in ("顾盼是谁", "谁是顾盼？", "顾盼"):
        found = await search(await duel().view(), query)

        assert [type(one) for one in found.hits][:1] == [EntityHit]
        assert found.hits[0].score == 1.0


async def test_what_says_all_of_it_is_lifted_by_whatever_arm_it_was_found() -> None:
    """A fact that names its subject otherwise, so that only the graph finds it, answers the question all the same."""
    view = await duel().view()

    plain = await search(view, "云生的籍贯", recipe=Recipe(whole=0.0))
    lifted = await search(view, "云生的籍贯")

    assert plain.hits[-1].text == "顾盼是河东人。"
    assert lifted.hits[0].text == "顾盼是河东人。"
    others = [{one.uuid: one.score for one in found.hits if one.text != "顾盼是河东人。"} for found in (plain, lifted)]
    assert others[0] == pytest.approx(others[1], abs=0.01)
